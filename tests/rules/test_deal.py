"""One deal as it comes in: what is refused, with which id and words, and what odd JSON gets."""

import json
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.rules.contract import read, read_line
from companion.rules.deal import MOST_UNDER_THE_BANK, Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.refusal import Refusal
from tests.often import OFTEN, times

UK, US, DL, WM, EX = "classic-uk", "classic-us", "deluxe", "winning-moves-2017", "express"
ERRORS = (
    "not-json",
    "malformed",
    "unknown-edition",
    "unknown-option",
    "player-count",
    "unknown-player",
    "unknown-card",
    "too-many-copies",
    "bad-declaration",
)
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
Data = dict[str, Any]


def deal(
    edition_id: str = UK, players: int = 3, went_out: str | None = "Ann", **fields: Any
) -> Data:
    """A deal in which nobody holds anything, with these fields added or put in their place."""
    data: Data = {
        "edition": edition_id,
        "players": list(NAMES[:players]),
        "hands": {},
        "went_out": went_out,
    }
    return data | fields


def hands(edition_id: str, **lines: str) -> dict[str, list[str]]:
    """Hands from one line of shorthand each."""
    return {player: parse(load(edition_id), line) for player, line in lines.items()}


def refusal(data: object) -> Refusal:
    """The refusal of a deal; fails when the deal is taken."""
    with pytest.raises(Refusal) as caught:
        read(data)
    return caught.value


def refused_line(line: str | bytes) -> str:
    """The rule id under which a line is refused."""
    with pytest.raises(Refusal) as caught:
        read_line(line)
    return caught.value.rule


def ruled(edition: Edition, entered: Deal) -> Data:
    """The settlement as it is printed and read back, which must be the same."""
    printed = settle(edition, entered).as_json()
    again: Data = json.loads(json.dumps(printed))
    assert again == printed
    return again


# --- each id ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "{",
        "{'edition': 'classic-uk'}",
        "nonsense",
        '{"edition": "classic-uk",}',
        '{"edition": NaN}',
        '{"jackpot": Infinity}',
        '{"jackpot": -Infinity}',
        "{} {}",
        '{"edition": "classic-uk"} # comment',
        '{"edition": "classic\nuk"}',
        b"\xff\xfe{}",
        b'{"edition": "\xe9"}',
        b"\x00",
        "[" * 100_000,
        '{"a":' * 100_000,
    ],
    ids=lambda line: repr(line[:34]),
)
def test_not_json(line: str | bytes) -> None:
    assert refused_line(line) == "not-json"


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        '{"options": {"values": ' + "[" * 100_000 + "]" * 100_000 + "}}",
    ],
    ids=["lists", "objects", "options"],
)
def test_nested_too_deep(line: str) -> None:
    assert refused_line(line) in ("not-json", "malformed")


@pytest.mark.parametrize("line", ["null", "5", "-0.5", "true", '"classic-uk"', "[]", "[{}]"])
def test_malformed_no_object(line: str) -> None:
    assert refused_line(line) == "malformed"


@pytest.mark.parametrize("edition_id", edition_ids())
@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param(field, value, id=f"{field}={json.dumps(value)[:30]}")
        for field, values in {
            "edition": (None, 5, ["classic-uk"], {}, True),
            "players": (None, "Ann", {}, 3, [1, 2], ["Ann", None], [["Ann"], "Bob"]),
            "hands": (None, [], "go", {"Ann": "go"}, {"Ann": None}, {"Ann": {"go": 1}},
                      {"Ann": [1]}, {"Ann": [None]}, {"Ann": [["go"]]}),
            "reward": (None, "go", {}, [1], [["go"]], 5),
            "wilds": (None, [], "token", {"Ann": "token"}, {"Ann": [5]}, {"Ann": None}),
            "reward_wilds": (None, "token", {"Ann": ["token"]}, [0], [True]),
            "jackpot": (None, "500", 500.0, True, [500], -500, -50, 25, 1,
                        MOST_UNDER_THE_BANK + 50),
            "stopped_early": (None, 0, 1, "yes", []),
            "options": (None, [], "target", 5),
        }.items()
        for value in values
    ],
)  # fmt: skip
def test_malformed_wrong_type(edition_id: str, field: str, value: object) -> None:
    assert refusal(deal(edition_id) | {field: value}).rule == "malformed"


def test_the_largest_amount_under_the_bank_is_taken() -> None:
    _, read_as = read(deal(WM, jackpot=MOST_UNDER_THE_BANK))
    assert read_as.jackpot == MOST_UNDER_THE_BANK


@pytest.mark.parametrize("edition_id", [UK, US, DL, WM])
@pytest.mark.parametrize("value", [5, True, [], ["Ann"], {}], ids=repr)
def test_malformed_went_out(edition_id: str, value: object) -> None:
    assert refusal(deal(edition_id) | {"went_out": value}).rule == "malformed"


@pytest.mark.parametrize("field", ["edition", "players", "hands", "went_out"])
def test_malformed_missing_field(field: str) -> None:
    data = deal()
    del data[field]
    refused = refusal(data)
    assert refused.rule == "malformed"
    assert field in refused.message


@pytest.mark.parametrize("field", ["", "goer", "Edition", "went-out", "hand", "comment", "é" * 999])
def test_malformed_unknown_field(field: str) -> None:
    assert refusal(deal() | {field: None}).rule == "malformed"


@pytest.mark.parametrize("players", [["Ann", "Bob", "Ann"], ["", ""], ["Ann", "Ann"]], ids=repr)
def test_malformed_a_player_twice(players: list[str]) -> None:
    refused = refusal(deal(players=0) | {"players": players, "went_out": players[0]})
    assert refused.rule == "malformed"
    assert players[0] in refused.message
    assert "twice" in refused.message


@pytest.mark.parametrize(
    "line",
    [
        '{"edition": "classic-uk", "edition": "classic-us", "players": ["A", "B"], "hands": {},'
        ' "went_out": null}',
        '{"edition": "classic-uk", "players": ["A", "B"], "hands": {"A": [], "A": ["go"]},'
        ' "went_out": null}',
        '{"edition": "classic-uk", "players": ["A", "B"], "hands": {}, "went_out": "A",'
        ' "wilds": {"A": [], "A": []}}',
        '{"edition": "classic-uk", "players": ["A", "B"], "hands": {}, "went_out": null,'
        ' "options": {"target": 500, "target": 1000}}',
        '{"edition": "classic-uk", "players": ["A", "B"], "hands": {}, "went_out": null,'
        ' "options": {"values": {"go": 50, "go": 100}}}',
    ],
    ids=["field", "hand", "wilds", "option", "value"],
)
def test_malformed_a_key_twice(line: str) -> None:
    # Which of the two is meant nobody can know, so nothing of it may be paid.
    assert refused_line(line) == "malformed"


def test_malformed_names_the_one_that_is_there_twice_among_very_many() -> None:
    """In one pass: looking each of them up in all the others would take hours."""
    many = [f"p{number}" for number in range(200_000)]
    with pytest.raises(Refusal, match="“p199999” is given twice"):
        read_line("{" + ",".join(f'"{name}":1' for name in [*many, many[-1]]) + "}")
    assert (
        "“p199999” is at the table twice"
        in refusal(deal() | {"players": [*many, many[-1]]}).message
    )


@pytest.mark.parametrize(
    "edition_id", ["", "classic", "Classic-UK", "monopoly", "x" * 999, "\ud800"]
)
def test_unknown_edition(edition_id: str) -> None:
    refused = refusal(deal(edition_id))
    assert refused.rule == "unknown-edition"
    assert all(known in refused.message for known in edition_ids())


@pytest.mark.parametrize(
    ("edition_id", "options", "names"),
    [
        pytest.param(edition_id, options, names, id=f"{edition_id} {json.dumps(options)[:50]}")
        for edition_id, options, names in [
            (UK, {"colour": 1}, "colour"),
            (UK, {"": 1}, ""),
            (UK, {"jackpot_start": 500}, "jackpot_start"),
            (US, {"jackpot_step": 500}, "jackpot_step"),
            (DL, {"jackpot_grows_when_none_held": True}, "jackpot_grows_when_none_held"),
            (EX, {"wild_only_sets": True}, "wild_only_sets"),
            (EX, {"nobody_out": "void"}, "nobody_out"),
            (UK, {"nobody_out": "draw"}, "nobody_out"),
            (UK, {"nobody_out": None}, "nobody_out"),
            (UK, {"wild_only_sets": 1}, "wild_only_sets"),
            (UK, {"wild_only_sets": "perhaps"}, "wild_only_sets"),
            (UK, {"wiped_out_count": []}, "wiped_out_count"),
            (UK, {"tie": "coin"}, "tie"),
            (UK, {"target": -50}, "target"),
            (UK, {"target": 0}, "target"),
            (UK, {"target": 25}, "target"),
            (UK, {"target": "a lot"}, "target"),
            (UK, {"target": True}, "target"),
            (UK, {"target": 500.0}, "target"),
            (UK, {"deals": 0}, "deals"),
            (UK, {"deals": -1}, "deals"),
            (UK, {"deals": 1.5}, "deals"),
            (UK, {"values": []}, "values"),
            (UK, {"values": {"mayfair": 50}}, "mayfair"),
            (UK, {"values": {"token": 50}}, "token"),
            (UK, {"values": {"go-four": 50}}, "go-four"),
            (UK, {"values": {"bonus": 50}}, "bonus"),
            (UK, {"values": {"brown": 0}}, "brown"),
            (UK, {"values": {"brown": -50}}, "brown"),
            (UK, {"values": {"brown": 75}}, "brown"),
            (UK, {"values": {"brown": "50"}}, "brown"),
            (UK, {"values": {"brown": True}}, "brown"),
            (UK, {"values": {"brown": None}}, "brown"),
            (UK, {"values": {"railroads": 500}}, "railroads"),
            (UK, {"values": {"railroads": {"1": 500}}}, "railroads"),
            (UK, {"values": {"railroads": {"5": 500}}}, "railroads"),
            (UK, {"values": {"railroads": {"2": 1}}}, "railroads"),
            (WM, {"values": {"mr-monopoly": 500}}, "mr-monopoly"),
            (WM, {"values": {"house": 50}}, "house"),
            (WM, {"values": {"house": {"railroads": 50}}}, "house"),
            (WM, {"values": {"house": {"brown": 10}}}, "house"),
            (WM, {"jackpot_start": 250}, "jackpot_start"),
            (WM, {"jackpot_start": -500}, "jackpot_start"),
            (WM, {"jackpot_step": 100}, "jackpot_step"),
            (EX, {"values": {"brown": 100}}, "brown"),
            (EX, {"values": {"brown": -1}}, "brown"),
            (EX, {"values": {"bonus": 2.5}}, "bonus"),
            (EX, {"values": {"hotel": 5}}, "hotel"),
        ]
    ],
)
def test_unknown_option(edition_id: str, options: Data, names: str) -> None:
    refused = refusal(deal(edition_id, options=options))
    assert refused.rule == "unknown-option"
    assert names in refused.message


@pytest.mark.parametrize(
    ("edition_id", "players"),
    [
        (edition_id, players)
        for edition_id, most in {UK: 6, US: 6, DL: 4, WM: 4, EX: 4}.items()
        for players in (0, 1, most + 1)
    ],
)
def test_player_count(edition_id: str, players: int) -> None:
    went_out = None if edition_id == EX else "Ann"
    refused = refusal(deal(edition_id, players, went_out))
    assert refused.rule == "player-count"
    assert f", not {players}. " in refused.message
    remedy = "Name everyone at the table." if players < 2 else f"Name at most {players - 1}."
    assert refused.message.endswith(remedy)


@pytest.mark.parametrize(
    ("edition_id", "players"),
    [
        (edition_id, players)
        for edition_id, most in {UK: 6, US: 6, DL: 4, WM: 4, EX: 4}.items()
        for players in range(2, most + 1)
    ],
)
def test_player_count_of_the_edition_is_taken(edition_id: str, players: int) -> None:
    answer = ruled(*read(deal(edition_id, players)))
    assert answer["payouts"] == dict.fromkeys(NAMES[:players], 0)


@pytest.mark.parametrize(
    "fields",
    [
        {"went_out": "Zoe"},
        {"hands": {"Zoe": []}},
        {"hands": {"Zoe": ["go"]}},
        {"wilds": {"Zoe": []}},
        {"went_out": "Zoe", "hands": {"Zoe": ["go"]}},
    ],
    ids=["goer", "empty-hand", "hand", "wilds", "goer-and-hand"],
)
def test_unknown_player_is_named_with_those_at_the_table(fields: Data) -> None:
    refused = refusal(deal() | fields)
    assert refused.rule == "unknown-player"
    assert all(name in refused.message for name in ("Zoe", "Ann", "Bob", "Cleo"))


@pytest.mark.parametrize("name", ["ann", "Ann ", " Ann", ""])
def test_unknown_player_names_are_exact(name: str) -> None:
    assert refusal(deal(went_out=name)).rule == "unknown-player"


@pytest.mark.parametrize(
    ("fields", "card", "place"),
    [
        ({"hands": {"Bob": ["boardwalk"]}}, "boardwalk", "Bob"),
        ({"hands": {"Bob": ["go", "Mayfair"]}}, "Mayfair", "Bob"),
        ({"hands": {"Bob": [""]}}, "", "Bob"),
        ({"hands": {"Bob": ["dark-blue"]}}, "dark-blue", "Bob"),
        ({"hands": {"Bob": ["h1"]}}, "h1", "Bob"),
        ({"hands": {"Bob": ["token*2"]}}, "token*2", "Bob"),
        ({"hands": {"Bob": ["wild"]}}, "wild", "Bob"),
        ({"reward": ["free-parking"]}, "free-parking", "reward"),
        ({"hands": {"Bob": ["chance"]}, "wilds": {"Bob": ["boardwalk"]}}, "boardwalk", "Bob"),
        (
            {"reward": ["chance"], "reward_wilds": ["boardwalk"]},
            "boardwalk",
            "reward",
        ),
    ],
    ids=[
        "of-another-edition",
        "name-instead-of-id",
        "empty",
        "group",
        "alias",
        "shorthand",
        "wild-of-2017",
        "reward",
        "wilds",
        "reward-wilds",
    ],
)
def test_unknown_card_names_card_and_hand(fields: Data, card: str, place: str) -> None:
    refused = refusal(deal() | fields)
    assert refused.rule == "unknown-card"
    assert refused.cards == (card,)
    assert card in refused.message
    assert place in refused.message


COPIES = {
    UK: {"house-1": 5, "house-2": 4, "house-3": 3, "house-4": 2, "hotel": 2, "token": 6,
         "chance": 2, "go": 4, "mr-monopoly": 4, "mayfair": 1, "kings-cross-station": 1},
    US: {"house-1": 5, "house-2": 4, "house-3": 3, "house-4": 2, "hotel": 2, "token": 6,
         "chance": 2, "go": 4, "mr-monopoly": 4, "boardwalk": 1, "short-line": 1},
    DL: {"house-1": 5, "house-2": 4, "house-3": 3, "house-4": 2, "hotel": 2, "token": 6,
         "chance": 2, "go": 4, "mr-monopoly": 4, "boardwalk": 1, "short-line": 1},
    WM: {"one-house": 4, "two-houses": 4, "three-houses": 1, "hotel": 2, "token": 6, "wild": 2,
         "go": 6, "free-parking": 5, "go-to-jail": 1, "get-out-of-jail-free": 1, "boardwalk": 1},
    EX: {"chance": 3, "community-chest": 3, "rich-uncle": 2, "go": 1, "boardwalk": 1,
         "income-tax": 1},
}  # fmt: skip
EVERY_COUNT = [
    (edition_id, card, copies)
    for edition_id, cards in COPIES.items()
    for card, copies in cards.items()
]


@pytest.mark.parametrize(("edition_id", "card", "copies"), EVERY_COUNT)
def test_too_many_copies_in_one_hand(edition_id: str, card: str, copies: int) -> None:
    assert read(deal(edition_id, hands={"Bob": [card] * copies}))[1].hands["Bob"]
    refused = refusal(deal(edition_id, hands={"Bob": [card] * (copies + 1)}))
    assert refused.rule == "too-many-copies"
    assert refused.cards == (card,)
    assert load(edition_id).label(card).lower() in refused.message.lower()
    assert "Bob" in refused.message
    assert "Cleo" not in refused.message


@pytest.mark.parametrize(("edition_id", "card", "copies"), EVERY_COUNT)
def test_too_many_copies_across_hands(edition_id: str, card: str, copies: int) -> None:
    entered = {"Bob": [card] * copies, "Cleo": [card]}
    refused = refusal(deal(edition_id, hands=entered))
    assert refused.rule == "too-many-copies"
    assert refused.cards == (card,)
    assert load(edition_id).label(card).lower() in refused.message.lower()
    assert "Bob" in refused.message  # who has the other copy
    assert "Cleo" in refused.message
    assert "Ann" not in refused.message


@pytest.mark.parametrize("edition_id", [UK, US, DL])
def test_too_many_copies_counts_the_reward(edition_id: str) -> None:
    data = deal(edition_id, hands={"Bob": ["hotel", "hotel"]}, reward=["hotel"])
    refused = refusal(data)
    assert refused.rule == "too-many-copies"
    assert "Bob" in refused.message
    assert "reward" in refused.message
    assert refusal(deal(edition_id, reward=["hotel"] * 3)).rule == "too-many-copies"


@pytest.mark.parametrize(
    ("edition_id", "card", "copies"),
    [
        (UK, "mayfair", "one Mayfair"),
        (UK, "chance", "two Chance cards"),
        (UK, "hotel", "two hotels"),
        (EX, "chance", "three Chance cards"),  # there it is a card of a group, too
        (EX, "community-chest", "three Community Chest cards"),
        (EX, "boardwalk", "one Boardwalk"),
    ],
)
def test_too_many_copies_says_how_many_the_deck_has(
    edition_id: str, card: str, copies: str
) -> None:
    went_out = None if edition_id == EX else "Ann"
    message = refusal(deal(edition_id, 3, went_out, hands={"Ann": [card] * 4})).message
    assert message.startswith(f"The deck has only {copies}. You entered 4 in Ann’s hand.")


def test_too_many_copies_says_who_has_them() -> None:
    message = refusal(deal(hands={"Ann": ["hotel"], "Bob": ["hotel"]}, reward=["hotel"])).message
    assert "You entered 3: 1 in Ann’s hand, 1 in Bob’s hand and 1 in the reward." in message


# --- declarations -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "lines", "wilds", "cards", "named"),
    [
        pytest.param(edition_id, lines, wilds, cards, named, id=name)
        for name, edition_id, lines, wilds, cards, named in [
            # a declaration for a wild that is not in the hand
            ("no-wild", UK, {"Ann": "dark-blue"}, {"Ann": ["token"]}, ["token"], "Ann"),
            ("one-wild-two-declared", UK, {"Ann": "dark-blue c"}, {"Ann": ["token", "house-1"]},
             ["house-1"], "Ann"),
            ("wild-in-another-hand", UK, {"Ann": "dark-blue", "Bob": "c"}, {"Ann": ["token"]},
             ["token"], "Ann"),
            ("wild-in-the-reward-only", UK, {"Ann": "dark-blue"}, {"Ann": ["token"]}, ["token"],
             "Ann"),
            ("no-wild-2017", WM, {"Bob": "go"}, {"Bob": ["go"]}, ["go"], "Bob"),
            ("no-hand", UK, {"Ann": "c"}, {"Bob": ["token"]}, ["token"], "Bob"),
            ("no-wilds-in-express", EX, {"Ann": "chance"}, {"Ann": ["boardwalk"]}, ["boardwalk"],
             "Ann"),
            # a card that a wild may not stand for
            ("chance-as-go", UK, {"Ann": "c"}, {"Ann": ["go"]}, ["go"], "Ann"),
            ("chance-as-mr-monopoly", US, {"Ann": "c"}, {"Ann": ["mr-monopoly"]}, ["mr-monopoly"],
             "Ann"),
            ("chance-as-chance", DL, {"Ann": "c"}, {"Ann": ["chance"]}, ["chance"], "Ann"),
            ("caught-chance-as-go", UK, {"Bob": "c"}, {"Bob": ["go"]}, ["go"], "Bob"),
            ("wild-as-wild", WM, {"Ann": "w"}, {"Ann": ["wild"]}, ["wild"], "Ann"),
            ("wild-as-go-to-jail", WM, {"Bob": "w"}, {"Bob": ["go-to-jail"]}, ["go-to-jail"],
             "Bob"),
            # a property is missing when it is not in the same hand, real or declared
            ("chance-as-own-property", UK, {"Ann": "mayfair c"}, {"Ann": ["mayfair"]}, ["mayfair"],
             "Ann"),
            ("chances-as-one-property", UK, {"Ann": "park-lane c*2"},
             {"Ann": ["mayfair", "mayfair"]}, ["mayfair"], "Ann"),
            ("caught-chance-as-own-property", UK, {"Bob": "mayfair c"}, {"Bob": ["mayfair"]},
             ["mayfair"], "Bob"),
        ]
    ],
)  # fmt: skip
def test_bad_declaration(
    edition_id: str,
    lines: dict[str, str],
    wilds: dict[str, list[str]],
    cards: list[str],
    named: str,
) -> None:
    reward = {"reward": ["chance"]} if edition_id == UK and "Ann" not in lines else {}
    refused = refusal(deal(edition_id, hands=hands(edition_id, **lines), wilds=wilds) | reward)
    assert refused.rule == "bad-declaration"
    assert list(refused.cards) == cards


@pytest.mark.parametrize(
    ("declared", "told"),
    [(["token"], "has no Chance card, but 1 is"), (["token", "hotel"], "but 2 are")],
    ids=["one", "two"],
)
def test_more_declared_than_held_is_told_in_numbers(declared: list[str], told: str) -> None:
    refused = refusal(deal(hands={"Ann": ["park-lane"]}, wilds={"Ann": declared}))
    assert f"{told} declared. " in refused.message


@pytest.mark.parametrize(
    ("edition_id", "lines", "wilds"),
    [
        (UK, {"Ann": "dark-blue c"}, {"Ann": ["go"]}),
        (UK, {"Ann": "mayfair c"}, {"Ann": ["mayfair"]}),
        (UK, {"Ann": "dark-blue"}, {"Ann": ["house-1"]}),
        (WM, {"Ann": "w"}, {"Ann": ["go-to-jail"]}),
    ],
    ids=["may-not-stand-for", "not-missing", "no-wild", "wild-of-2017"],
)
def test_bad_declaration_names_the_card_and_the_hand(
    edition_id: str, lines: dict[str, str], wilds: dict[str, list[str]]
) -> None:
    edition = load(edition_id)
    refused = refusal(deal(edition_id, hands=hands(edition_id, **lines), wilds=wilds))
    names = [edition.label(card) for card in (*wilds["Ann"], edition.wild or "")]
    assert any(name in refused.message for name in names)
    assert "Ann" in refused.message


@pytest.mark.parametrize(
    ("edition_id", "lines", "wilds"),
    [
        pytest.param(edition_id, lines, wilds, id=name)
        for name, edition_id, lines, wilds in [
            ("property", UK, {"Ann": "park-lane c"}, {"Ann": ["mayfair"]}),
            ("property-real-elsewhere", UK, {"Ann": "park-lane c", "Bob": "mayfair"},
             {"Ann": ["mayfair"]}),
            ("property-of-no-set", UK, {"Ann": "dark-blue c"}, {"Ann": ["strand"]}),
            ("one-more-house", UK, {"Ann": "dark-blue h1 c"}, {"Ann": ["house-1"]}),
            ("one-more-than-the-deck-has", UK, {"Ann": "dark-blue h1*5 h4*2 c"},
             {"Ann": ["house-1"]}),
            ("hotel", DL, {"Ann": "dark-blue c"}, {"Ann": ["hotel"]}),
            ("token-twice", US, {"Ann": "dark-blue c*2"}, {"Ann": ["token", "token"]}),
            ("shorter-than-the-wilds", UK, {"Ann": "dark-blue c*2"}, {"Ann": ["token"]}),
            ("none", UK, {"Ann": "dark-blue c*2"}, {"Ann": []}),
            ("caught", UK, {"Bob": "dark-blue c"}, {"Bob": ["token"]}),
            ("second-copy-2017", WM, {"Ann": "boardwalk w"}, {"Ann": ["boardwalk"]}),
            ("same-twice-2017", WM, {"Ann": "w*2"}, {"Ann": ["boardwalk", "boardwalk"]}),
        ]
    ],
)  # fmt: skip
def test_declaration_is_taken(
    edition_id: str, lines: dict[str, str], wilds: dict[str, list[str]]
) -> None:
    data = deal(edition_id, hands=hands(edition_id, **lines), wilds=wilds)
    entered = read(data)[1]
    assert {player: list(cards) for player, cards in entered.wilds.items()} == wilds


def test_declaration_2017_any_card_but_wild_and_go_to_jail() -> None:
    for card in load(WM).deck:
        data = deal(WM, hands={"Bob": ["wild"]}, wilds={"Bob": [card]})
        if card in ("wild", "go-to-jail"):
            assert refusal(data).rule == "bad-declaration"
        else:
            assert ruled(*read(data))["hands"]["Bob"]["wilds"] == [card]


@pytest.mark.parametrize("edition_id", [UK, US, DL])
def test_declaration_classic_any_card_but_go_mr_monopoly_and_chance(edition_id: str) -> None:
    for card in load(edition_id).deck:
        data = deal(edition_id, hands={"Ann": ["chance"]}, wilds={"Ann": [card]})
        if card in ("go", "mr-monopoly", "chance"):
            assert refusal(data).rule == "bad-declaration"
        else:
            assert ruled(*read(data))["hands"]["Ann"]["wilds"] == [card]


@pytest.mark.parametrize(
    ("fields", "cards"),
    [
        pytest.param(fields, cards, id=name)
        for name, fields, cards in [
            ("laid-down-chance-undeclared",
             {"hands": {"Ann": ["park-lane", "chance"]}, "reward": ["mayfair"],
              "reward_wilds": ["token"]}, ["token"]),
            ("one-of-two-laid-down-undeclared",
             {"hands": {"Ann": ["park-lane", "chance", "chance"]}, "wilds": {"Ann": ["mayfair"]},
              "reward": ["mayfair"], "reward_wilds": ["token"]}, ["token"]),
            ("none-freed-none-drawn",
             {"hands": {"Ann": ["park-lane", "chance"]}, "wilds": {"Ann": ["mayfair"]},
              "reward": ["strand"], "reward_wilds": ["token"]}, ["token"]),
            ("one-freed-two-declared",
             {"hands": {"Ann": ["park-lane", "chance"]}, "wilds": {"Ann": ["mayfair"]},
              "reward": ["mayfair"], "reward_wilds": ["token", "house-1"]}, ["house-1"]),
            ("one-drawn-card-frees-one-chance",
             {"hands": {"Ann": ["chance", "chance"]}, "wilds": {"Ann": ["token", "token"]},
              "reward": ["token"], "reward_wilds": ["hotel", "hotel"]}, ["hotel"]),
            ("stands-for-a-card-of-the-reward",
             {"hands": {"Ann": ["park-lane"]}, "reward": ["mayfair", "chance"],
              "reward_wilds": ["mayfair"]}, ["mayfair"]),
            ("stands-for-a-card-of-the-hand",
             {"hands": {"Ann": ["park-lane"]}, "reward": ["chance"],
              "reward_wilds": ["park-lane"]}, ["park-lane"]),
            ("stands-for-what-another-chance-is",
             {"hands": {"Ann": ["park-lane", "chance"]}, "wilds": {"Ann": ["mayfair"]},
              "reward": ["chance"], "reward_wilds": ["mayfair"]}, ["mayfair"]),
            ("may-not-stand-for",
             {"hands": {"Ann": []}, "reward": ["chance"], "reward_wilds": ["go"]}, ["go"]),
            ("no-reward",
             {"hands": {"Ann": ["park-lane", "chance"]}, "wilds": {"Ann": ["mayfair"]},
              "reward_wilds": ["token"]}, ["token"]),
            ("nobody-went-out",
             {"hands": {"Ann": ["chance"]}, "went_out": None, "reward_wilds": ["token"]},
             ["token"]),
        ]
    ],
)  # fmt: skip
def test_bad_declaration_after_the_reward(fields: Data, cards: list[str]) -> None:
    refused = refusal(deal() | fields)
    assert refused.rule == "bad-declaration"
    assert list(refused.cards) == cards


@pytest.mark.parametrize(
    "data",
    [
        deal(WM, hands={"Ann": ["wild"]}, wilds={"Ann": ["go"]}, reward_wilds=["go"]),
        deal(EX, reward_wilds=["go"]),
    ],
    ids=[WM, EX],
)
def test_bad_declaration_after_a_reward_where_there_is_none(data: dict[str, Any]) -> None:
    refused = refusal(data)
    assert refused.rule == "bad-declaration"
    assert refused.message.endswith("has no reward. Leave “reward_wilds” out.")


# --- several at once ----------------------------------------------------------------------------


def _add(data: Data, field: str, player: str, cards: list[str]) -> None:
    held = data.setdefault(field, {})
    held[player] = [*held.get(player, []), *cards]


WRONG: dict[str, Callable[[Data], None]] = {
    "malformed": lambda data: data.update(comment=""),
    "unknown-edition": lambda data: data.update(edition="classic"),
    "unknown-option": lambda data: data.update(options={"jackpot": 500}),
    "player-count": lambda data: data.update(players=["Ann"]),
    "unknown-player": lambda data: _add(data, "hands", "Zoe", []),
    "unknown-card": lambda data: _add(data, "hands", "Ann", ["boardwalk"]),
    "too-many-copies": lambda data: _add(data, "hands", "Ann", ["hotel"] * 3),
    "bad-declaration": lambda data: _add(data, "wilds", "Ann", ["go"]),
}


@pytest.mark.parametrize(
    "rules",
    [*combinations(WRONG, 2), *(tuple(WRONG)[place:] for place in range(len(WRONG)))],
    ids="+".join,
)
def test_the_first_that_applies(rules: tuple[str, ...]) -> None:
    for order in (rules, rules[::-1]):
        data = deal()
        for rule in order:
            WRONG[rule](data)
        assert refusal(data).rule == rules[0]


def test_the_first_that_applies_text_before_meaning() -> None:
    line = json.dumps(deal("classic", comment=""))
    assert refused_line(line) == "malformed"
    assert refused_line(line + "}") == "not-json"


# --- section 8: taken, and only warned about ----------------------------------------------------


def test_a_player_without_an_entered_hand_has_an_empty_one() -> None:
    entered = read(deal(hands={"Ann": ["go"]}))[1]
    assert {player: list(cards) for player, cards in entered.hands.items()} == {
        "Ann": ["go"],
        "Bob": [],
        "Cleo": [],
    }


@pytest.mark.parametrize(
    ("line", "reward", "rules"),
    [
        ("dark-blue strand go*4 mm*3", "", {"incomplete-group"}),
        ("strand go*4 mm*4 token", "", {"incomplete-group", "no-set"}),
        ("dark-blue go", "", {"hand-size"}),
        ("dark-blue go*4 mm*4 token", "", {"hand-size"}),
        ("dark-blue go*4 mm*4", "h1 h2 h3 h4 token hotel", {"reward-size"}),
    ],
    ids=["may-not-go-out", "no-set", "short", "long", "reward"],
)
def test_warned_about_and_not_refused(line: str, reward: str, rules: set[str]) -> None:
    data = deal(hands=hands(UK, Ann=line), reward=parse(load(UK), reward))
    assert {problem["rule"] for problem in ruled(*read(data))["problems"]} == rules


def test_went_out_may_be_left_out_in_express_only_and_is_ignored_there() -> None:
    groups = {"Ann": parse(load(EX), "yellow"), "Bob": parse(load(EX), "corners")}
    answers = []
    for went_out in ({}, {"went_out": None}, {"went_out": "Ann"}, {"went_out": "Zoe"}):
        data = deal(EX, hands=groups) | went_out
        if not went_out:
            del data["went_out"]
        answers.append(ruled(*read(data)))
    assert answers == [answers[0]] * 4
    assert answers[0]["payouts"] == {"Ann": 6, "Bob": 5, "Cleo": 0}


def test_jackpot_is_the_start_unless_given() -> None:
    def next_one(**fields: Any) -> int:
        amount: int = ruled(*read(deal(WM, **fields)))["jackpot"]["next"]
        return amount

    assert next_one() == 1000
    assert next_one(options={"jackpot_start": 2000}) == 2500
    assert next_one(options={"jackpot_start": 0}) == 500
    assert next_one(jackpot=3500) == 4000
    assert next_one(jackpot=0) == 500


# --- odd input ----------------------------------------------------------------------------------

ODD_NAMES = ["", " ", "\x00", "\n", "\ud800", "\udfff\ud800", "null", "0", "🎩", "x" * 5000, "“”"]


@pytest.mark.parametrize("name", ODD_NAMES, ids=lambda name: ascii(name[:12]))
def test_odd_names_are_names(name: str) -> None:
    data = deal(UK, 0, name, hands={name: parse(load(UK), "dark-blue h1 mm")})
    data["players"] = ["Bob", name]
    answer = ruled(*read_line(json.dumps(data)))
    assert answer["payouts"] == {"Bob": 0, name: 1800}
    assert answer["problems"][0]["player"] == name
    data["hands"][name].append("strand")
    assert ruled(*read_line(json.dumps(data)))["legal"] is False
    data["hands"]["Bob"] = ["mayfair"]
    assert refusal(data).rule == "too-many-copies"
    data["hands"]["Bob"] = [name]
    assert refusal(data).rule == "unknown-card"


@pytest.mark.parametrize("digits", [10, 30, 400, 4000, 4297, 4298, 4299, 4300, 4301, 100_000])
@pytest.mark.parametrize("number", ["1{0}00", "{9}50", "-1{0}00", "{9}"], ids=ascii)
@pytest.mark.parametrize("field", ["jackpot", "target", "deals", "values", "hands", "players"])
def test_odd_numbers_are_settled_or_refused(field: str, number: str, digits: int) -> None:
    zeros, nines = "0" * (digits - 3), "9" * (digits - 2)
    written = number.replace("{0}", zeros).replace("{9}", nines)
    line = json.dumps(deal(WM, hands={"Ann": ["free-parking"]}))[:-1]
    rest = {
        "jackpot": f', "jackpot": {written}}}',
        "target": f', "options": {{"target": {written}}}}}',
        "deals": f', "options": {{"deals": {written}}}}}',
        "values": f', "options": {{"values": {{"go": {written}}}}}}}',
        "hands": f', "wilds": {{"Ann": [{written}]}}}}',
        "players": f', "reward": {written}}}',
    }[field]
    for more in ({}, {"Bob": ["free-parking"]}):  # paid, and left to grow
        entered = line.replace(
            '"hands": {', f'"hands": {json.dumps(more)[:-1]}{", " if more else ""}'
        )
        answer = settled_or_refused(entered + rest)
        assert answer is None or answer["jackpot"]["next"] >= 500


NESTED_IN = ("options", "target", "values", "go", "railroads", "hands", "x")


@pytest.mark.tries
@pytest.mark.parametrize("field", NESTED_IN)
def test_odd_nesting_of_any_depth_is_refused(field: str) -> None:
    """Any depth near the deepest that Python reads; in `make test` each of them in one field."""
    start, end = {
        "options": ('"options": ', ""),
        "target": ('"options": {"target": ', "}"),
        "values": ('"options": {"values": ', "}"),
        "go": ('"options": {"values": {"go": ', "}}"),
        "railroads": ('"options": {"values": {"railroads": ', "}}"),
        "hands": ('"wilds": {"Ann": ', "}"),
        "x": ('"x": ', ""),
    }[field]
    line = json.dumps(deal(UK))[:-1]
    near = range(600, 1100) if OFTEN else range(600 + NESTED_IN.index(field), 1100, len(NESTED_IN))
    depths = [*range(1, 60), *near, 3000, 20_000]
    for depth in depths:
        for opening, closing in (("[", "]"), ('{"a":', "}")):
            nested = opening * depth + "1" + closing * depth
            assert refused_line(f"{line}, {start}{nested}{end}}}") in ERRORS


TEXTS = st.text(st.characters(), max_size=8) | st.sampled_from(
    [
        *NAMES,
        *edition_ids(),
        "chance",
        "wild",
        "go",
        "token",
        "mayfair",
        "boardwalk",
        "hotel",
        "Zoe",
        "yes",
    ]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([0, 1, 50, 500, 10**6, 10**30, -500])
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    [
        "edition",
        "players",
        "hands",
        "went_out",
        "reward",
        "wilds",
        "reward_wilds",
        "jackpot",
        "stopped_early",
        "options",
    ]
)
OPTIONS = st.sampled_from(
    [
        "target",
        "deals",
        "nobody_out",
        "wild_only_sets",
        "wiped_out_count",
        "jackpot_start",
        "jackpot_step",
        "jackpot_grows_when_none_held",
        "tie",
        "values",
    ]
)
VALUES = st.sampled_from(
    [
        "brown",
        "dark-blue",
        "railroads",
        "utilities",
        "hotel",
        "go",
        "mr-monopoly",
        "token",
        "go-four",
        "get-out-of-jail-free",
        "house",
        "bonus",
        "corners",
    ]
)


def ruling_or_refusal(line: str) -> tuple[Deal, Data] | Refusal:
    """What becomes of a line; any other exception than a refusal is a failure."""
    try:
        edition, entered = read_line(line)
    except Refusal as refused:
        return refused
    return entered, ruled(edition, entered)


def settled_or_refused(line: str) -> Data | None:
    """Any line at all ends in one of the two; the settlement, or None when it is refused."""
    end = ruling_or_refusal(line)
    if isinstance(end, Refusal):
        assert end.rule in ERRORS
        assert end.message
        assert json.loads(json.dumps(end.as_json()))["error"]["rule"] == end.rule
        return None
    entered, answer = end
    assert list(answer["payouts"]) == list(entered.players)
    return answer


@settings(deadline=None, max_examples=times(400))
@given(
    edition_id=st.sampled_from(edition_ids()),
    changes=st.dictionaries(FIELDS, ANYTHING, min_size=1, max_size=3),
)
@example(edition_id=UK, changes={"hands": {"Ann": ["chance"]}, "wilds": {"Ann": [""]}})
@example(edition_id=EX, changes={"wilds": {"Ann": []}, "reward_wilds": []})
def test_any_value_in_any_field(edition_id: str, changes: Data) -> None:
    settled_or_refused(json.dumps(deal(edition_id) | changes))


@settings(deadline=None, max_examples=times(300))
@given(
    edition_id=st.sampled_from(edition_ids()),
    options=st.dictionaries(OPTIONS, ANYTHING, max_size=2),
    values=st.dictionaries(VALUES | TEXTS, ANYTHING, max_size=2),
)
def test_any_value_in_any_option(edition_id: str, options: Data, values: Data) -> None:
    chosen = options | ({"values": values} if values else {})
    settled_or_refused(json.dumps(deal(edition_id, options=chosen)))


@settings(deadline=None, max_examples=times(400))
@given(data=st.data(), edition_id=st.sampled_from(edition_ids()))
def test_any_cards_anywhere(data: st.DataObject, edition_id: str) -> None:
    wild = {WM: "wild"}.get(edition_id, "chance")
    cards = st.sampled_from(list(load(edition_id).deck)) | st.just(wild)
    several = st.lists(cards, max_size=5)
    drawn = deal(
        edition_id,
        hands=data.draw(st.dictionaries(st.sampled_from(NAMES[:3]), several, max_size=3)),
        went_out=data.draw(st.sampled_from([*NAMES[:3], None])),
        wilds=data.draw(
            st.dictionaries(st.sampled_from(NAMES[:3]), st.lists(cards, max_size=2), max_size=2)
        ),
        reward_wilds=data.draw(st.lists(cards, max_size=2)),
    )
    if edition_id not in (WM, EX):
        drawn["reward"] = data.draw(several)
    settled_or_refused(json.dumps(drawn))


@settings(deadline=None, max_examples=times(200))
@given(st.text(max_size=60) | st.binary(max_size=60))
def test_any_text_is_no_deal(line: str | bytes) -> None:
    assert refused_line(line) in ("not-json", "malformed")

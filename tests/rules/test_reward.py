"""The reward of the player who went out: what is added, what is freed, what keeps its card.

Dark Blue is 400 and 400 more a house, Red 250, Brown 50, Utilities 500, a hotel 500, a GO 200.
"""

from collections import Counter
from typing import Any

import pytest

from companion.rules.contract import read
from companion.rules.edition_file import load
from companion.rules.payout import settle
from companion.rules.reading.reader import parse

UK, US, DL = "classic-uk", "classic-us", "deluxe"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def goer(
    line: str,
    reward: str = "",
    *,
    wilds: str | None = None,
    after: str = "",
    players: int = 4,
    edition_id: str = UK,
    options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The deal of a goer with this hand and reward, as it is printed; nobody else holds a card."""
    edition = load(edition_id)
    data = {
        "edition": edition_id,
        "players": list(NAMES[:players]),
        "hands": {"Ann": parse(edition, line)},
        "went_out": "Ann",
        "reward": parse(edition, reward),
        "wilds": {} if wilds is None else {"Ann": parse(edition, wilds)},
        "reward_wilds": parse(edition, after),
        "options": options or {},
    }
    return settle(*read(data)).as_json()


def pays(answer: dict[str, Any]) -> int:
    """What the goer is paid."""
    amount: int = answer["payouts"]["Ann"]
    return amount


ROWS = [
    # name, hand, reward, pays, left aside
    ("added-to-a-set", "dark-blue", "h1", 800, ""),
    ("none-drawn", "dark-blue h1", "", 800, ""),
    ("go-counts", "dark-blue", "go*2", 800, ""),
    ("mr-monopoly-counts", "dark-blue", "mm", 1400, ""),
    ("token", "dark-blue", "token", 800, ""),
    ("property-left-aside", "dark-blue", "strand", 400, "strand"),
    ("part-of-a-set-left-aside", "dark-blue", "strand fleet-street", 400, "strand fleet-street"),
    ("lone-station-left-aside", "dark-blue", "kings-cross", 400, "kings-cross"),
    ("house-out-of-sequence-left-aside", "dark-blue", "h1 h3", 800, "h3"),
    ("second-house-left-aside", "dark-blue h1", "h1", 800, "h1"),
    ("hotel-left-aside", "dark-blue h1 h2 h3", "hotel", 1600, "hotel"),
    ("all-left-aside", "dark-blue", "h2 h3 h4 hotel piccadilly", 400,
     "h2 h3 h4 hotel piccadilly"),
    ("houses-in-sequence", "dark-blue h1", "h3 h2", 1600, ""),
    ("up-to-the-hotel", "dark-blue h1 h2", "h3 h4 hotel", 2500, ""),
    ("fills-a-gap-for-the-rest", "dark-blue h1 h2", "h4 hotel h3 token go", 5200, ""),
    ("new-set", "dark-blue", "red", 650, ""),
    ("new-set-with-laid-down-cards-of-no-use", "dark-blue", "brown kings-cross go", 650,
     "kings-cross"),
    ("longer-run", "kings-cross marylebone", "fenchurch", 500, ""),
    ("whole-run", "kings-cross marylebone", "fenchurch liverpool", 1000, ""),
    # Houses, hotels and tokens may be placed afresh.
    ("houses-placed-afresh", "red h1 h2", "dark-blue", 1200 + 250, ""),
    ("hotel-placed-afresh", "red h1 h2 h3 h4 hotel", "dark-blue", 2500 + 250, ""),
    ("token-placed-afresh", "red token", "dark-blue", 400 + 400 + 250, ""),
    ("token-and-houses-afresh", "red h1 token", "dark-blue h2", 1200 * 2 + 250, ""),
    ("token-to-the-utilities", "red token", "utilities", 500 * 2 + 250, ""),
    ("token-to-the-stations", "red kings-cross marylebone token", "fenchurch liverpool",
     1000 * 2 + 250, ""),
    ("token-from-stations-to-a-hotel", "railroads dark-blue token h1 h2 h3",
     "h4 hotel", 2500 * 2 + 1000, ""),
    ("second-sequence", "dark-blue red h1", "h1 h2", 1200 + 500, ""),
    ("second-hotel", "dark-blue brown h1 h2 h3 h4 hotel", "h1 h2 h3 h4 hotel", 2500 + 750, ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "reward", "amount", "aside"),
    [
        pytest.param(hand, reward, amount, aside, id=name)
        for name, hand, reward, amount, aside in ROWS
    ],
)
def test_reward_cards_are_added_where_they_help(
    hand: str, reward: str, amount: int, aside: str
) -> None:
    answer = goer(hand, reward)
    assert answer["legal"]
    assert pays(answer) == amount
    unused = Counter(answer["hands"]["Ann"]["unused"])
    assert unused == Counter(parse(load(UK), aside))


@pytest.mark.parametrize("edition_id", [US, UK, DL])
def test_reward_in_every_edition_that_has_one(edition_id: str) -> None:
    answer = goer("dark-blue h1 h2 token go", "h3 token mm", edition_id=edition_id)
    assert pays(answer) == 1600 * 3 + 200 + 1000


def test_reward_does_not_make_a_hand_legal() -> None:
    # Legal is what may be laid down before the reward.
    answer = goer("dark-blue strand fleet-street", "trafalgar-square")
    assert not answer["legal"]
    assert pays(answer) == 400 + 250
    assert [problem["rule"] for problem in answer["problems"]] == ["incomplete-group", "hand-size"]


def test_reward_does_not_make_a_hand_illegal() -> None:
    answer = goer("dark-blue", "strand h4 hotel chance kings-cross")
    assert answer["legal"]
    assert {problem["rule"] for problem in answer["problems"]} == {"hand-size"}


def test_reward_of_a_hand_without_a_set() -> None:
    answer = goer("strand h1 token", "dark-blue")
    assert not answer["legal"]
    assert pays(answer) == 800 * 2


# --- declared Chances ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "wilds", "reward", "amount", "ends_as"),
    [
        pytest.param(hand, wilds, reward, amount, ends_as, id=name)
        for name, hand, wilds, reward, amount, ends_as in [
            # The rulebooks' example: Park Lane and a Chance as Mayfair; then Mayfair is drawn.
            ("mayfair-drawn", "park-lane c", "mayfair", "mayfair", 800, None),
            ("mayfair-drawn-then-a-token", "park-lane c", "mayfair", "mayfair h1", 1600, "token"),
            ("mayfair-drawn-then-a-house", "park-lane c", "mayfair", "mayfair h2", 1200,
             "house-1"),
            ("mayfair-drawn-and-houses-afresh", "park-lane brown h1 h2 h3 h4 c", "mayfair",
             "mayfair token", 2000 * 3 + 50, "token"),
            ("token-drawn-then-a-hotel", "brown h1 h2 h3 h4 c", "token",
             "token", 1500, "hotel"),
            ("mayfair-drawn-then-a-property", "park-lane c", "mayfair", "mayfair water-works", 900,
             "electric-company"),
            ("mayfair-not-drawn", "park-lane c", "mayfair", "h1 token", 1600, "mayfair"),
            ("another-property-drawn", "park-lane c", "mayfair", "water-works h2", 400, "mayfair"),
            # A house: drawn, its Chance is free; not drawn, it stays that house.
            ("house-drawn", "dark-blue h1 c", "house-2", "h2", 2400, "token"),
            ("house-drawn-up-to-the-hotel", "dark-blue h1 c", "house-2", "h2 h4 hotel", 2500,
             "house-3"),
            ("house-not-drawn", "dark-blue h1 c", "house-2", "h3 hotel", 1600, "house-2"),
            ("first-house-not-drawn", "dark-blue c h2", "house-1", "token", 2400, "house-1"),
            ("hotel-drawn", "dark-blue h1 h2 h3 h4 c", "hotel", "hotel", 5000, "token"),
            ("hotel-not-drawn", "dark-blue h1 h2 h3 h4 c", "hotel", "token", 5000, "hotel"),
            # A token: as the 1st House it would be worth more, but it keeps its card.
            ("token-drawn", "dark-blue c", "token", "token h2", 2400, "house-1"),
            ("token-not-drawn", "dark-blue c", "token", "h2", 800, "token"),
            ("token-keeps-its-card", "dark-blue h1 h2 c", "token", "h4 hotel", 2400, "token"),
            ("token-drawn-then-a-house", "dark-blue h1 h2 c", "token", "h4 hotel token", 5000,
             "house-3"),
            # It may change its set like a real one, but not its card.
            ("house-changes-its-set", "red h1 c", "house-2", "dark-blue", 1450, "house-2"),
            ("hotel-changes-its-set", "red h1 h2 h3 h4 c", "hotel", "dark-blue", 2750, "hotel"),
            ("token-changes-its-set", "red c", "token", "dark-blue", 1050, "token"),
            ("property-does-not-change", "strand fleet-street c", "trafalgar-square",
             "electric-company", 250, "trafalgar-square"),
            ("station-keeps-its-card", "kings-cross c", "marylebone", "fenchurch", 500,
             "marylebone-station"),
            ("station-drawn", "kings-cross c", "marylebone", "marylebone dark-blue", 1050, None),
            # One that found no place can be freed and used too.
            ("idle-house-drawn", "dark-blue c", "house-3", "house-3 h1", 1600, None),
            ("idle-house-finds-its-place", "dark-blue h1 c", "house-3", "h2", 1600, "house-3"),
            ("idle-property-finds-its-place", "dark-blue c", "strand",
             "fleet-street trafalgar-square", 650, "strand"),
            ("idle-property-drawn", "dark-blue c", "strand", "strand", 800, None),
        ]
    ],
)  # fmt: skip
def test_a_declared_chance(
    hand: str, wilds: str, reward: str, amount: int, ends_as: str | None
) -> None:
    answer = goer(hand, reward, wilds=wilds)
    assert answer["legal"]
    assert pays(answer) == amount
    if ends_as is not None:
        assert answer["hands"]["Ann"]["wilds"] == [ends_as]


@pytest.mark.parametrize(
    ("hand", "wilds", "reward", "amount"),
    [
        pytest.param(hand, wilds, reward, amount, id=name)
        for name, hand, wilds, reward, amount in [
            # Two Chances as 2nd Houses of Dark Blue (1200) and Brown (150). One 2nd House is drawn:
            # one Chance stays a 2nd House, the other is best as a token on Dark Blue.
            ("one-drawn-frees-one", "dark-blue brown h1*2 c*2", "h2*2", "h2", 1200 * 2 + 150),
            # Two are drawn: both are tokens.
            ("two-drawn-free-two", "dark-blue brown h1*2 c*2", "h2*2", "h2*2", 1200 * 3 + 150),
            # Two tokens; a token and a 2nd House are drawn: one token is freed for the 1st House.
            ("one-of-two-tokens", "dark-blue c*2", "token*2", "token h2", 1200 * 3),
            ("none-of-two-tokens", "dark-blue c*2", "token*2", "h2", 400 * 3),
            ("two-different-one-drawn", "park-lane c*2", "mayfair h1", "mayfair h2", 1200 * 2),
            ("two-different-both-drawn", "park-lane c*2", "mayfair h1", "mayfair h1", 800 * 3),
            ("two-different-other-drawn", "park-lane c*2", "mayfair h1", "h1 h2", 1200 * 2),
            # Both properties of Red are drawn: with a 1st House and a token 1000.
            ("two-properties", "strand c*2", "fleet-street trafalgar-square",
             "fleet-street trafalgar-square", 1000),
            ("one-of-two-properties", "strand c*2", "fleet-street trafalgar-square",
             "fleet-street", 500),
        ]
    ],
)  # fmt: skip
def test_each_drawn_card_frees_one_chance(hand: str, wilds: str, reward: str, amount: int) -> None:
    answer = goer(hand, reward, wilds=wilds)
    assert answer["legal"]
    assert pays(answer) == amount


# --- drawn Chances ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "wilds", "reward", "options", "amount", "stand_for"),
    [
        pytest.param(hand, wilds, reward, options, amount, stand_for, id=name)
        for name, hand, wilds, reward, options, amount, stand_for in [
            ("as-token", "dark-blue h1", None, "c", {}, 1600, ["token"]),
            ("as-house", "dark-blue", None, "c h2", {}, 1200, ["house-1"]),
            ("as-hotel", "brown h1 h2 h3 h4", None, "c", {}, 750, ["hotel"]),
            ("as-property", "dark-blue", None, "c electric-company", {}, 900, ["water-works"]),
            ("token-before-property", "dark-blue", None, "c strand fleet-street", {}, 800, None),
            ("as-station", "kings-cross marylebone", None, "c fenchurch", {}, 1000, None),
            ("two", "dark-blue", None, "c*2", {}, 1600, ["house-1", "token"]),
            ("no-set-of-wilds-alone", "brown", None, "c*2", {}, 200, ["house-1", "token"]),
            ("set-of-wilds-alone", "brown", None, "c*2", {"wild_only_sets": True}, 550, None),
            ("one-laid-one-drawn", "park-lane c", "mayfair", "c h1", {}, 1600,
             ["mayfair", "token"]),
            ("one-freed-one-drawn", "park-lane c", "mayfair", "c mayfair h2", {}, 2400,
             ["house-1", "token"]),
            ("kept-and-drawn-cannot-be-one-property", "park-lane c", "mayfair", "c", {}, 800,
             None),
            ("of-no-use-without-a-set", "mm", None, "c", {}, 1000, []),
        ]
    ],
)  # fmt: skip
def test_drawn_chances_are_new_and_free(
    hand: str,
    wilds: str | None,
    reward: str,
    options: dict[str, Any],
    amount: int,
    stand_for: list[str] | None,
) -> None:
    answer = goer(hand, reward, wilds=wilds, options=options)
    assert pays(answer) == amount
    assert answer["hands"]["Ann"]["wiped_out"] is None
    if stand_for is not None:
        assert Counter(answer["hands"]["Ann"]["wilds"]) == Counter(stand_for)


# --- declared after the reward ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "wilds", "reward", "after", "amount", "stand_for"),
    [
        pytest.param(hand, wilds, reward, after, amount, stand_for, id=name)
        for name, hand, wilds, reward, after, amount, stand_for in [
            ("freed-as-token", "park-lane c", "mayfair", "mayfair h1", "token", 1600, ["token"]),
            ("freed-as-house", "park-lane c", "mayfair", "mayfair h1", "h2", 1200, ["house-2"]),
            ("freed-that-finds-no-place", "park-lane c", "mayfair", "mayfair h1", "h4", 800,
             ["house-4"]),
            ("freed-undeclared", "park-lane c", "mayfair", "mayfair h1", "", 1600, ["token"]),
            ("drawn-as-house", "dark-blue", "", "c h1", "h2", 1200, ["house-2"]),
            ("drawn-as-property", "dark-blue", "", "c strand fleet-street", "trafalgar-square",
             650, ["trafalgar-square"]),
            ("drawn-as-property-of-no-set", "dark-blue", "", "c strand", "trafalgar-square",
             400, ["trafalgar-square"]),
            ("one-of-two-declared", "dark-blue", "", "c*2", "h2", 1200, ["house-1", "house-2"]),
            ("both-declared", "dark-blue", "", "c*2", "token*2", 1200, ["token", "token"]),
            ("kept-one-beside-it", "park-lane c", "mayfair", "c", "h1", 800,
             ["mayfair", "house-1"]),
            ("freed-as-what-it-was", "dark-blue brown h1*2 c", "h2", "h2", "h2", 1200 + 150,
             ["house-2"]),
        ]
    ],
)  # fmt: skip
def test_reward_wilds(
    hand: str, wilds: str, reward: str, after: str, amount: int, stand_for: list[str]
) -> None:
    answer = goer(hand, reward, wilds=wilds, after=after)
    assert answer["legal"]
    assert pays(answer) == amount
    detail = answer["hands"]["Ann"]
    assert Counter(detail["wilds"]) == Counter(stand_for)


def test_reward_wilds_that_find_no_place_are_unused() -> None:
    detail = goer("park-lane c", "mayfair h1", wilds="mayfair", after="h4")["hands"]["Ann"]
    assert detail["unused"] == ["chance"]


# --- undeclared Chances -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "reward", "amount"),
    [
        pytest.param(hand, reward, amount, id=name)
        for name, hand, reward, amount in [
            # With a 1st House a token (1600) beats the 2nd House (1200) before the reward, so it is
            # a token, although the reward would make the house worth 2500.
            ("chosen-before-the-reward", "dark-blue h1 c", "h3 h4 hotel", 1600),
            # A token that is drawn frees it for the 2nd House: 2500, twice with the real token.
            ("chosen-before-then-freed", "dark-blue h1 c", "h3 h4 hotel token", 2500 * 2),
            ("chosen-before-then-a-token-again", "dark-blue h1 c", "h2 h3 h4 hotel token",
             2500 * 3),
            # What makes the hand legal comes first: only the 1st House does, then it is freed.
            ("needed-to-be-legal", "dark-blue h2 c token", "", 1200 * 2),
            ("needed-to-be-legal-kept", "dark-blue h2 c", "token", 1200 * 2),
            ("needed-to-be-legal-then-freed", "dark-blue h2 c", "h1", 1200 * 2),
            ("needed-property-then-freed", "park-lane c", "mayfair h1", 1600),
            ("needed-property-kept", "park-lane c", "h2 h3", 400),
            # 1st House or token, both 800 before the reward: what then pays most after it.
            ("equal-then-as-house", "dark-blue c", "h2", 1200),
            ("equal-then-as-house-to-the-hotel", "dark-blue c", "h2 h3 h4 hotel", 2500),
            ("equal-then-as-token", "dark-blue c", "h1 h2", 2400),
            ("equal-then-either", "dark-blue c", "token", 800 * 2),
            ("equal-house-freed-by-the-drawn-one", "dark-blue c", "h1", 1600),
            ("equal-token-freed-by-the-drawn-one", "dark-blue c", "token h2", 1200 * 2),
            # Which station it stands for makes no difference until the reward.
            ("equal-station-that-is-drawn", "kings-cross c", "marylebone dark-blue",
             250 + 400 + 400),
            ("equal-stations-two-drawn", "kings-cross c", "marylebone fenchurch", 1000),
            # Both drawn, so both are free: the fourth station, and a token on the four.
            ("equal-stations-both-chances", "kings-cross c*2", "marylebone fenchurch dark-blue",
             1000 * 2 + 400),
            # Two Chances, both equal.
            ("two-before-the-reward", "dark-blue c*2", "h2", 1200 * 2),
            ("two-before-the-reward-token-and-house", "dark-blue c*2", "h3 h4 hotel", 1600),
        ]
    ],
)  # fmt: skip
def test_undeclared_is_chosen_before_the_reward(hand: str, reward: str, amount: int) -> None:
    answer = goer(hand, reward)
    assert answer["legal"]
    assert pays(answer) == amount


def test_declared_for_what_pays_less_before_it_may_pay_more_after() -> None:
    hand, reward = "dark-blue h1 c", "h3 h4 hotel"
    assert pays(goer(hand, reward)) == 1600
    assert pays(goer(hand, reward, wilds="h2")) == 2500


def test_the_rest_of_the_declared_is_chosen_before_the_reward() -> None:
    # One Chance is declared as 1st House. The other pays 1600 as token, 1200 as 2nd House.
    assert pays(goer("dark-blue c*2", "", wilds="h1")) == 1600
    assert pays(goer("dark-blue c*2", "h3 h4 hotel", wilds="h1")) == 1600
    assert pays(goer("dark-blue c*2", "h3 h4 hotel", wilds="h1 h2")) == 2500


def test_undeclared_in_a_hand_that_is_let_stand() -> None:
    # Park Lane and Strand cannot both be in a set: with legality dropped Mayfair pays most.
    answer = goer("park-lane strand c", "")
    assert not answer["legal"]
    assert pays(answer) == 400
    # It was Mayfair, so the drawn one frees it for a token, and the other Red cards bring 250.
    answer = goer("park-lane strand c", "mayfair fleet-street trafalgar-square h1")
    assert pays(answer) == 800 * 2 + 250
    # Nor a station, so with two drawn it is not the fourth one.
    assert pays(goer("park-lane kings-cross c", "marylebone liverpool")) == 400 + 500
    # Nothing pays before the reward, so the Chance was whatever pays most after it.
    answer = goer("strand c", "mayfair park-lane token")
    assert not answer["legal"]
    assert pays(answer) == 800 * 2


# --- how many -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "players", "limit", "hand_size"),
    [
        (edition_id, players, limit, hand_size)
        for edition_id in (UK, US, DL)
        for players, limit, hand_size in [(2, 5, 10), (3, 5, 10), (4, 5, 10), (5, 5, 11), (6, 6, 9)]
        if players <= 4 or edition_id != DL
    ],
)
def test_reward_size(edition_id: str, players: int, limit: int, hand_size: int) -> None:
    hand = {9: "dark-blue", 10: "dark-blue h1", 11: "dark-blue h1 h2"}[hand_size] + " token*3 go*4"
    base = 400 * (hand_size - 8)
    cards = ["mm", "mm", "mm", "mm", "token", "token", "hotel"]
    for number in range(8):
        answer = goer(hand, " ".join(cards[:number]), players=players, edition_id=edition_id)
        assert answer["legal"]
        rules = [problem["rule"] for problem in answer["problems"]]
        assert rules == (["reward-size"] if number > limit else [])
        tokens = 3 + max(0, min(6, number) - 4)
        # All that are listed are scored: each GO pays 200, Mr. Monopoly 1000.
        assert pays(answer) == base * (1 + tokens) + 800 + (1000 if number else 0)


@pytest.mark.parametrize(("players", "hand_size"), [(2, 10), (3, 10), (4, 10), (5, 11), (6, 9)])
def test_hand_size_is_counted_before_the_reward(players: int, hand_size: int) -> None:
    cards = parse(load(UK), "dark-blue h1 h2 token*6 mm*4")
    for number in (hand_size - 1, hand_size, hand_size + 1):
        answer = goer(" ".join(cards[:number]), "go*4", players=players)
        assert answer["legal"]
        problems = answer["problems"]
        if number == hand_size:
            assert problems == []
        else:
            assert [problem["rule"] for problem in problems] == ["hand-size"]
            assert str(number) in problems[0]["message"]

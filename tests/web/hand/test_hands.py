"""The list of hands of an open deal, and what a player's own phone asks before."""

from typing import Any

import pytest

from companion.game.open_deal import REWARD, Entered, OpenDeal
from companion.game.taps import ASKS_TO_CLEAR, ASKS_WHO, CLOSED, Opened
from companion.web.hand.hands import hand_rows, other_hands, out_part, own_out_part
from tests.web.hand.entered import deal_of


@pytest.mark.parametrize(
    ("edition", "cards", "gist"),
    [
        ("classic-uk", "red", "Red"),
        ("classic-uk", "dark-blue, h1, h2, token", "Dark Blue with 2 houses + 1 token"),
        (
            "classic-uk",
            "dark-blue, h1, h2, h3, h4, hotel, token*2",
            "Dark Blue with hotel + 2 tokens",
        ),
        ("classic-uk", "red, go*2", "Red, 2\u00a0×\u00a0GO"),
        ("classic-uk", "red, go", "Red, GO"),
        ("winning-moves-2017", "red, free-parking", "Red, the jackpot"),
        (
            "winning-moves-2017",
            "red, go-to-jail, get-out-of-jail-free",
            "Red, Go To Jail cancelled",
        ),
    ],
)
def test_a_hand_in_one_line(edition: str, cards: str, gist: str) -> None:
    deal = deal_of(edition, {"Ann": cards}, laid_down=True, done={"Bob": "nothing"})
    rows = hand_rows(deal, deal.settled(1000 if edition == "winning-moves-2017" else None), None)
    assert rows[0].gist == gist


def test_only_the_hand_that_went_out_has_an_open_reward() -> None:
    hands = {"Ann": "red", "Bob": "green", "Cem": "chance", "Dee": "mayfair"}
    entered = dict.fromkeys(("Bob", "Cem", "Dee"), "cards")
    deal = deal_of("classic-uk", hands, laid_down=True, reward_open=True, done=entered)
    gists = [row.gist for row in hand_rows(deal, deal.settled(None), None)]
    assert gists == [
        "Red, reward still open", "Green", "Caught with Chance", "Nothing that counts"
    ]  # fmt: skip


NOBODY_IS_ASKED = [
    pytest.param("classic-uk", {"laid_down": True}, id="the hand is laid down"),
    pytest.param("express", {"went_out": None}, id="nobody goes out in this box"),
]
NO_HANDS = [
    pytest.param("classic-uk", {"went_out": None}, id="nobody knows who went out"),
    pytest.param("classic-uk", {"went_out": None, "nobody": True}, id="the deal does not count"),
    pytest.param("express", {"went_out": None}, id="monopolies, no hands"),
]


@pytest.mark.parametrize(("edition", "more"), NOBODY_IS_ASKED)
def test_who_went_out_is_no_question_any_more(edition: str, more: dict[str, Any]) -> None:
    assert out_part(deal_of(edition, {}, **more), ASKS_WHO) is None


@pytest.mark.parametrize(
    ("more", "on"),
    [
        pytest.param({"went_out": "Bob"}, ["Bob"], id="a player"),
        pytest.param({"went_out": None, "nobody": True}, ["Nobody"], id="nobody"),
        pytest.param({"went_out": None}, [], id="not known"),
    ],
)
def test_the_answer_is_marked_when_it_is_asked_again(more: dict[str, Any], on: list[str]) -> None:
    deal = deal_of("classic-uk", {}, laid_down=False, **more)
    part = out_part(deal, ASKS_WHO)
    assert part is not None
    assert [button.label for button in part.buttons] == ["Ann", "Bob", "Cem", "Dee", "Nobody"]
    assert [button.label for button in part.buttons if button.on] == on


@pytest.mark.parametrize(
    ("hands", "out", "asked", "shown"),
    [
        pytest.param(
            {"Ann": "red"},
            "1",
            "3 cards are entered for Ann. Whose are they?",
            ["Bob’s: move them", "Ann’s: keep them", "Nobody’s: clear them", "Ann did go out"],
            id="another player",
        ),
        pytest.param(
            {"Ann": "go", "Bob": "go"},
            "1",
            "1 card is entered for Ann. Whose are they?",
            ["Ann’s: keep them", "Nobody’s: clear them", "Ann did go out"],
            id="who has cards already",
        ),
        pytest.param(
            {"Ann": "go*2"},
            "-",
            "2 cards are entered for Ann. Whose are they?",
            ["Ann’s: keep them", "Nobody’s: clear them", "Ann did go out"],
            id="nobody",
        ),
    ],
)
def test_whose_the_cards_are_is_asked_when_another_player_went_out(
    hands: dict[str, str], out: str, asked: str, shown: list[str]
) -> None:
    part = out_part(deal_of("classic-uk", hands, laid_down=False), Opened(out=out))
    assert part is not None
    assert part.legend == asked
    assert [button.label for button in part.buttons] == shown


@pytest.mark.parametrize("out", ["4", "9"])
def test_nothing_is_asked_about_a_player_who_is_not_there(out: str) -> None:
    deal = deal_of("classic-uk", {"Ann": "red"}, laid_down=False)
    assert out_part(deal, Opened(out=out)) is None


@pytest.mark.parametrize(("edition", "more"), NO_HANDS)
def test_there_are_no_hands_to_list(edition: str, more: dict[str, Any]) -> None:
    deal = deal_of(edition, {}, **more)
    settlement = deal.settled(None)
    assert hand_rows(deal, settlement, None) == ()
    assert other_hands(deal, settlement, frozenset({1})) == ()


def four_hands(**more: Any) -> OpenDeal:
    """Cem went out; Dee's cards are entered, Ann was caught, and Bob's hand is missing."""
    return deal_of(
        "classic-uk",
        {"Cem": "orange", "Dee": "brown", "Ann": "chance, mm"},
        went_out="Cem",
        done={"Dee": "cards", "Ann": "chance"},
        **more,
    )


@pytest.mark.parametrize(
    ("own", "names"),
    [
        pytest.param(None, ["Cem", "Dee", "Ann", "Bob"], id="every hand"),
        pytest.param(frozenset({1, 3}), ["Dee", "Bob"], id="a phone of two players"),
    ],
)
def test_the_hands_are_listed_clockwise_from_who_went_out(
    own: frozenset[int] | None, names: list[str]
) -> None:
    deal = four_hands()
    assert [row.name for row in hand_rows(deal, deal.settled(None), None, own)] == names


def test_each_hand_in_the_list_says_how_far_it_is() -> None:
    deal = four_hands(laid_down=True)
    rows = hand_rows(deal, deal.settled(None), None, closing=True)
    assert [(row.name, row.goer, row.amount, row.gist, bool(row.steps)) for row in rows] == [
        ("Cem", True, "£200", "Orange", True),
        ("Dee", False, "£50", "Brown", True),
        ("Ann", False, "£0", "", False),
        ("Bob", False, "", "", False),
    ]
    assert [bool(row.most) for row in rows] == [False, False, True, False]
    assert [[one.label for one in row.quick] for row in rows] == [
        ["Reward", "Change these cards"],
        ["Change these cards"],
        ["Nothing", "Caught with Chance", "Cards"],
        ["Nothing", "Caught with Chance", "Cards"],
    ]


def test_the_sums_are_shown_when_the_deal_can_be_closed() -> None:
    deal = four_hands()
    assert [row.steps for row in hand_rows(deal, deal.settled(None), None)] == [()] * 4


@pytest.mark.parametrize(
    ("place", "name"),
    [
        pytest.param(REWARD, "Cem", id="the reward is of who went out"),
        pytest.param(3, "Dee", id="a hand"),
    ],
)
def test_an_open_hand_is_alone_and_without_its_sum(place: int, name: str) -> None:
    deal = four_hands(laid_down=True)
    (row,) = hand_rows(deal, deal.settled(None), place, closing=True)
    assert (row.name, row.is_open) == (name, True)
    assert (row.amount, row.gist, row.steps) == ("", "", ())


@pytest.mark.parametrize(
    ("cards", "more", "fault"),
    [
        ("red h2", {"laid_down": True, "allowed": True}, "allowed anyway"),
        ("red h2", {"laid_down": True}, "may not go out"),
        ("red", {"laid_down": True}, ""),
        ("red h2", {"laid_down": False}, ""),
    ],
    ids=["illegal and allowed", "illegal", "legal", "not laid down"],
)
def test_a_hand_that_may_not_go_out_is_marked(cards: str, more: dict[str, Any], fault: str) -> None:
    deal = deal_of("classic-uk", {"Ann": cards}, **more)
    rows = hand_rows(deal, deal.settled(None), None)
    assert [row.fault for row in rows] == [fault, "", "", ""]


@pytest.mark.parametrize(
    ("entering", "shown"),
    [
        pytest.param([], [], id="none"),
        pytest.param(["Ann", "Dee"], ["Dee", "Ann"], id="two phones"),
        pytest.param(["Bob"], [], id="opened, without a card"),
        pytest.param(["Cem"], [], id="laid down"),
    ],
)
def test_a_row_says_that_a_phone_is_still_entering_the_hand(
    entering: list[str], shown: list[str]
) -> None:
    deal = four_hands(laid_down=True, entering=entering)
    rows = hand_rows(deal, deal.settled(None), None)
    assert [row.name for row in rows if row.entering] == shown


@pytest.mark.parametrize(
    ("entering", "place", "own", "shown"),
    [
        pytest.param("Dee", None, None, ["Dee"], id="in the list"),
        pytest.param("Dee", 3, None, ["Dee"], id="open"),
        pytest.param("Dee", 0, None, [], id="another is open"),
        pytest.param("Dee", 3, frozenset({3}), [], id="its own phone says Done"),
        pytest.param("Bob", None, None, [], id="without a card"),
        pytest.param("Cem", None, None, [], id="laid down"),
    ],
)
def test_where_the_scorekeeper_can_say_that_all_cards_of_a_hand_are_in(
    entering: str, place: int | None, own: frozenset[int] | None, shown: list[str]
) -> None:
    deal = four_hands(laid_down=True, entering=[entering])
    rows = hand_rows(deal, deal.settled(None), place, own)
    said = [(row.name, one) for row in rows for one in row.quick if one.id.startswith("all-in")]
    assert [name for name, _ in said] == shown
    assert all(one.label == "All cards are in" for _, one in said)
    assert all(one.tap == "allin:3" for _, one in said)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        pytest.param("red", False, id="it lacks cards"),
        pytest.param("red, dark-blue, h1, h2, h3, go*2", True, id="ten cards"),
    ],
)
def test_a_hand_that_went_out_is_all_in_only_with_all_its_cards(cards: str, said: bool) -> None:
    deal = deal_of("winning-moves-2017", {"Ann": cards}, laid_down=False, entering=["Ann"])
    rows = hand_rows(deal, deal.settled(None), None)
    assert any(one.id == "all-in0" for row in rows for one in row.quick) is said


@pytest.mark.parametrize(
    ("hands", "label"), [({}, "Cards"), ({"Ann": "red"}, "Change these cards")]
)
def test_the_way_to_the_cards_of_who_went_out(hands: dict[str, str], label: str) -> None:
    deal = deal_of("classic-uk", hands, laid_down=False)
    row = hand_rows(deal, deal.settled(None), None)[0]
    assert [button.label for button in row.quick] == [label]


def test_how_far_the_hands_of_other_phones_are() -> None:
    deal = four_hands(laid_down=True, reward_open=True)
    others = other_hands(deal, deal.settled(None), frozenset({1}))
    assert [(one.name, one.goer, one.state, one.done) for one in others] == [
        ("Cem", True, "still entering the reward", False),
        ("Dee", False, "done: £50", True),
        ("Ann", False, "done: £0", True),
    ]


def test_a_hand_is_done_when_its_own_phone_says_so() -> None:
    deal = four_hands(laid_down=True, entering=["Dee"])
    others = other_hands(deal, deal.settled(None), frozenset({1}))
    assert [(one.name, one.state, one.done) for one in others] == [
        ("Cem", "done: £200", True),
        ("Dee", "still entering", False),
        ("Ann", "done: £0", True),
    ]


@pytest.mark.parametrize(
    ("cards", "state"),
    [
        ("", "not entered yet"),
        ("red", "3 of 10 cards"),
        ("red, dark-blue, h1, h2, h3, go*2", "done: $2,650"),
    ],
    ids=["none", "3 of 10", "10 of 10"],
)
def test_2017_a_hand_that_went_out_is_done_with_all_its_cards(cards: str, state: str) -> None:
    deal = deal_of("winning-moves-2017", {"Ann": cards}, laid_down=False)
    others = other_hands(deal, deal.settled(None), frozenset({1}))
    assert (others[0].name, others[0].state) == ("Ann", state)


@pytest.mark.parametrize(
    ("more", "seat", "asked"),
    [
        ({"went_out": None}, 1, "I went out"),
        ({"went_out": None}, 0, "I went out"),
        ({"laid_down": False}, 0, "You went out"),
        ({"laid_down": False}, 1, None),
        ({"laid_down": True}, 0, None),
        ({"went_out": None, "nobody": True}, 0, None),
    ],
    ids=["open", "open too", "mine", "another's", "laid down", "nobody"],
)
def test_what_a_player_is_asked(more: dict[str, Any], seat: int, asked: str | None) -> None:
    deal = deal_of("classic-uk", {"Ann": "red"}, **more)
    part = own_out_part(deal, frozenset({seat}), CLOSED)
    said = None if part is None else part.said or part.buttons[0].label
    assert said == asked


def test_nobody_goes_out_in_express() -> None:
    deal = deal_of("express", {}, went_out=None)
    assert own_out_part(deal, frozenset({0}), CLOSED) is None


@pytest.mark.parametrize(
    ("hands", "reward", "state", "label", "tap", "on"),
    [
        ({"Ann": "red, chance"}, "", "", "Caught with Chance", "catch:1", False),
        ({"Ann": "red, chance*2"}, "", "", "Chance: Ann", "", None),
        ({"Ann": "red, chance", "Cem": "chance"}, "", "", "Chance: Ann + Cem", "", None),
        ({"Ann": "red, chance"}, "chance", "", "Chance: Ann + the reward", "", None),
        ({"Ann": "red, chance", "Bob": "chance"}, "", Entered.CAUGHT, "Caught with Chance",
         "again:1", True),
    ],
    ids=["one is left", "the goer has both", "none is left", "one was drawn", "caught already"],
)  # fmt: skip
def test_who_can_be_caught(
    hands: dict[str, str], reward: str, state: str, label: str, tap: str, on: bool | None
) -> None:
    """The deck has two Chances."""
    done = {"Bob": state} if state else {}
    deal = deal_of("classic-uk", hands, reward, laid_down=True, done=done)
    row = hand_rows(deal, deal.settled(None), None)[1]
    assert (row.quick[1].label, row.quick[1].tap, row.quick[1].on) == (label, tap, on)


@pytest.mark.parametrize(
    ("hands", "done", "labels"),
    [
        pytest.param({"Ann": "red, chance*2"}, {}, ["Chance: Ann", "", ""], id="the goer has both"),
        pytest.param({"Ann": "red, chance", "Cem": "chance"}, {"Cem": Entered.CAUGHT},
                     ["Chance: Ann + Cem", "Caught with Chance", ""], id="one was caught"),
        pytest.param({"Ann": "red, chance*2", "Bob": "brown"}, {"Bob": Entered.CARDS},
                     ["Chance: Ann", ""], id="the first has cards"),
        pytest.param({"Ann": "red, chance"}, {}, ["Caught with Chance"] * 3, id="one is left"),
    ],
)  # fmt: skip
def test_who_has_the_cards_that_catch_is_said_once(
    hands: dict[str, str], done: dict[str, str], labels: list[str]
) -> None:
    """The places of the buttons that nobody can tap any more stay."""
    players = ("Ann", "Bob", "Cem", "Dan")
    deal = deal_of("classic-uk", hands, players=players, laid_down=True, done=done)
    rows = hand_rows(deal, deal.settled(None), None)[1:]
    assert [row.quick[1].label for row in rows if len(row.quick) > 1] == labels


@pytest.mark.parametrize(
    ("state", "hands", "asked", "on"),
    [
        pytest.param("counting", {"Bob": "chance"}, "How many?", [], id="not said yet"),
        pytest.param("chance", {"Bob": "chance"}, "", ["0"], id="none"),
        pytest.param("chance", {"Bob": "chance, mm*2"}, "", ["1", "2"], id="two"),
        pytest.param("counting", {"Bob": "chance", "Cem": "mm*4"}, "", [], id="others have all"),
    ],
)
def test_a_caught_player_is_asked_for_the_cards_for_the_majority(
    state: str, hands: dict[str, str], asked: str, on: list[str]
) -> None:
    cards = {"Ann": "orange", **hands}
    deal = deal_of("classic-uk", cards, laid_down=True, done={"Bob": state, "Cem": "cards"})
    row = hand_rows(deal, deal.settled(None), None)[1]
    assert row.most is not None
    assert row.most.note == asked
    assert [one.label for one in row.most.numbers] == ["0", "1", "2", "3", "4"]
    assert [one.label for one in row.most.numbers if one.on] == on
    assert row.amount == ("" if asked else "£0")


@pytest.mark.parametrize(
    ("edition", "counts", "cards", "state", "asked"),
    [
        pytest.param("winning-moves-2017", True, "gtj", "counting", True, id="2017-counts"),
        pytest.param("winning-moves-2017", False, "gtj", "counting", False, id="2017-does-not"),
        pytest.param("winning-moves-2017", False, "gtj, fp*2", "chance", True,
                     id="2017-entered-before"),
        pytest.param("classic-uk", True, "chance", "counting", True, id="classic-counts"),
        pytest.param("classic-uk", False, "chance", "counting", False, id="classic-does-not"),
        pytest.param("winning-moves-2017", True, "fp", "cards", False, id="not-caught"),
    ],
)  # fmt: skip
def test_a_number_that_does_not_matter_is_not_asked_for(
    edition: str, counts: bool, cards: str, state: str, asked: bool
) -> None:
    """Where cards of a caught hand do not count for the majority (option `wiped_out_count`)."""
    deal = deal_of(
        edition,
        {"Ann": "orange", "Bob": cards},
        options={"wiped_out_count": counts},
        laid_down=True,
        done={"Bob": state},
    )
    row = hand_rows(deal, deal.settled(None), None)[1]
    assert row.name == "Bob"
    assert (row.most is not None) == asked


def test_before_hands_of_others_are_thrown_away_it_asks() -> None:
    deal = four_hands(laid_down=True)
    part = out_part(deal, ASKS_TO_CLEAR)
    assert part is not None
    assert part.legend == "Cem did not go out? That clears all hands of this deal."
    assert [(one.label, one.tap) for one in part.buttons] == [
        ("Clear all hands", "clearall:2"),
        ("Cem did go out", "open:"),
    ]

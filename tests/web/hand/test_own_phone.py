"""The open deal on a phone that enters one hand, or none: what is open, and what its bar offers."""

import re
from contextlib import suppress
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.game.open_deal import REWARD, OpenDeal, TapRefused
from companion.game.seats import Seats
from companion.game.taps import ASKS_WHO, CLOSED, Opened, OwnSeats, Tap
from companion.rules.edition_file import load
from companion.rules.refusal import Refusal
from companion.web.deal.page import editor_for, opens_at
from companion.web.hand.editor import Editor, Shown
from tests.web import planner
from tests.web.hand.conftest import See
from tests.web.hand.entered import deal_of
from tests.web.hand.seen import seen as see_page

WHOLE = "dark-blue, h1, h2, h3, h4, hotel, token*2, go"
"""Ten cards that may go out."""
REST = {"Bob": "nothing", "Cem": "nothing", "Dee": "nothing"}
ANN, BOB, CEM = frozenset({0}), frozenset({1}), frozenset({2})
NOBODY: frozenset[int] = frozenset()


def seen(deal: OpenDeal, own: OwnSeats, at: Opened = CLOSED) -> Editor:
    """The page of a phone of these seats."""
    return editor_for(deal, deal.settled(None), Shown(at=at), own)


def offered(page: Editor) -> tuple[str, str]:
    """The verdict of the bar, and its buttons with what they do; a star for one that is on."""
    bar = page.bar
    assert bar is not None
    shown = [button for button in (bar.on, bar.skip) if button]
    buttons = [f"{one.label}: {one.tap}{' *' if one.main else ''}" for one in shown]
    return bar.verdict, ", ".join(buttons)


def entering(cards: str, **more: Any) -> OpenDeal:
    """Ann went out with these cards and has not laid them down; Bob's hand is entered."""
    hands = {"Ann": cards, "Bob": "green"} if cards else {"Bob": "green"}
    return deal_of("classic-uk", hands, laid_down=False, done={"Bob": "cards"}, **more)


def laid(cards: str, **more: Any) -> OpenDeal:
    """The same, and the hand is laid down."""
    hands = {"Ann": cards, "Bob": "green"}
    return deal_of("classic-uk", hands, laid_down=True, done={"Bob": "cards"}, **more)


def in_2017(cards: str) -> OpenDeal:
    """Ann went out with these cards in a box without a reward; Bob's hand is entered."""
    hands = {"Ann": cards, "Bob": "green"}
    return deal_of("winning-moves-2017", hands, laid_down=False, done={"Bob": "cards"})


TEN_2017 = "red, dark-blue, h1, h2, h3, go*2"
"""Ten cards of that box."""


@pytest.mark.parametrize(
    ("deal", "own", "place"),
    [
        pytest.param(entering("red"), ANN, 0, id="the hand that went out"),
        pytest.param(entering("red"), CEM, 2, id="a hand to be entered"),
        pytest.param(entering("red"), BOB, None, id="a hand that is entered"),
        pytest.param(entering("red"), NOBODY, None, id="no hand"),
        pytest.param(laid("red", reward_open=True), ANN, REWARD, id="the reward"),
        pytest.param(laid("red"), ANN, None, id="all of it is entered"),
        pytest.param(deal_of("classic-uk", {}, went_out=None), ANN, None, id="nobody is out yet"),
        pytest.param(in_2017("red"), ANN, 0, id="the hand that went out lacks cards"),
        pytest.param(in_2017(TEN_2017), ANN, None, id="no reward, and all cards are entered"),
        pytest.param(in_2017("red"), BOB, None, id="a hand that may have any number of cards"),
        pytest.param(laid("red", entering=["Bob"]), BOB, 1, id="a hand that was left half entered"),
        pytest.param(laid("red", entering=["Bob"]), ANN, None, id="another phone enters"),
    ],
)
def test_a_phone_opens_what_it_still_has_to_enter(
    deal: OpenDeal, own: frozenset[int], place: int | None
) -> None:
    assert opens_at(deal, own).place == place


@pytest.mark.parametrize(
    ("deal", "own", "waits"),
    [
        pytest.param(
            deal_of("classic-uk", {}, went_out=None),
            ANN,
            "Someone else went out? You can enter your cards once they are chosen.",
            id="a player",
        ),
        pytest.param(
            deal_of("classic-uk", {}, went_out=None),
            NOBODY,
            "Nobody has gone out yet.",
            id="nobody",
        ),
        pytest.param(entering("red"), NOBODY, "", id="somebody went out"),
        pytest.param(deal_of("express", {}, went_out=None), ANN, "", id="monopolies"),
    ],
)
def test_what_a_phone_waits_for(see: See, deal: OpenDeal, own: frozenset[int], waits: str) -> None:
    assert see(deal, CLOSED, own).part("waits").text == waits


@pytest.mark.parametrize(
    ("deal", "own", "verdict", "buttons"),
    [
        pytest.param(
            entering("red"),
            ANN,
            "Waiting for: Ann, Cem, Dee",
            "Enter my cards: open:0 *",
            id="mine",
        ),
        pytest.param(
            deal_of(
                "classic-uk",
                {"Ann": WHOLE, "Bob": "green"},
                laid_down=True,
                entering=["Bob"],
                done=REST | {"Bob": "cards"},
            ),
            BOB,
            "Waiting for: Bob",
            "Enter my cards: open:1 *",
            id="mine, the last to be whole",
        ),
        pytest.param(
            in_2017("red"),
            BOB,
            "Waiting for: Ann (3 of 10 cards), Cem, Dee",
            "",
            id="2017 too few cards went out",
        ),
        pytest.param(
            laid("red", reward_open=True),
            ANN,
            "Waiting for: Ann’s reward, Cem, Dee",
            "Enter my reward cards: open:r *",
            id="my reward",
        ),
    ],
)
def test_the_bar_beside_the_hands_leads_to_the_phones_own(
    deal: OpenDeal, own: frozenset[int], verdict: str, buttons: str
) -> None:
    assert offered(seen(deal, own)) == (verdict, buttons)


@pytest.mark.parametrize(
    ("deal", "own", "at", "verdict", "buttons"),
    [
        pytest.param(
            entering(""), ANN, 0, "Tap the cards you laid down.", "Lay down: None", id="no card"
        ),
        pytest.param(entering("red"), ANN, 0, "3 of 10 cards", "Lay down: None", id="too few"),
        pytest.param(
            entering("red h2 h3 h4 go*2 token*2"),
            ANN,
            0,
            "May not go out",
            "Lay down anyway: lay",
            id="illegal: the table has to allow it",
        ),
        pytest.param(
            entering(""),
            CEM,
            2,
            "Tap the cards you score with, or “Nothing”",
            "Done: open:",
            id="another hand without a card",
        ),
        pytest.param(
            laid("red", reward_open=True),
            ANN,
            REWARD,
            "Tap the reward cards",
            "Reward is done: drawn *",
            id="the reward",
        ),
    ],
)
def test_the_bar_of_open_cards_leads_to_no_other_player(
    deal: OpenDeal, own: frozenset[int], at: int, verdict: str, buttons: str
) -> None:
    assert offered(seen(deal, own, Opened(at))) == (verdict, buttons)


@pytest.mark.parametrize(
    ("deal", "own", "at", "told"),
    [
        pytest.param(
            deal_of("classic-uk", {"Ann": "red"}, laid_down=True, done=REST),
            ANN,
            CLOSED,
            "You laid down 3 cards. With 4 players you need 10. The scorekeeper confirms.",
            id="a wrong number, all hands are in",
        ),
        pytest.param(
            deal_of("classic-uk", {"Ann": "red"}, laid_down=True, done=REST),
            BOB,
            CLOSED,
            "Ann laid down 3 cards. With 4 players you need 10. The scorekeeper confirms.",
            id="another player's",
        ),
        pytest.param(
            deal_of(
                "classic-uk",
                {"Mary Ann": "red"},
                players=("Mary Ann", "Ann"),
                went_out="Mary Ann",
                laid_down=True,
                done={"Ann": "nothing"},
            ),
            BOB,
            CLOSED,
            "Mary Ann laid down 3 cards. With 2 players you need 10. The scorekeeper confirms.",
            id="a name that ends like this one",
        ),
    ],
)
def test_the_bar_speaks_to_whose_phone_it_is(
    deal: OpenDeal, own: frozenset[int], at: Opened, told: str
) -> None:
    bar = seen(deal, own, at).bar
    assert bar is not None
    assert told in (bar.verdict, bar.counted, bar.asks)


ALONE = deal_of("classic-uk", {"Ann": "red"}, laid_down=False)
ALONE_LAID = deal_of("classic-uk", {"Ann": "red"}, laid_down=True, reward_open=True)


@pytest.mark.parametrize(
    ("deal", "own", "at", "where"),
    [
        pytest.param(ALONE, ANN, ASKS_WHO, "asked", id="asked again"),
        pytest.param(ALONE_LAID, ANN, ASKS_WHO, "asked", id="laid down"),
        pytest.param(ALONE_LAID, ANN, Opened(REWARD), "", id="not beside the reward"),
        pytest.param(ALONE, BOB, ASKS_WHO, "", id="another player went out"),
        pytest.param(entering("red"), ANN, ASKS_WHO, "", id="another hand is entered"),
        pytest.param(
            laid("red", reward_open=True),
            ANN,
            ASKS_WHO,
            "",
            id="laid down, and another hand is entered",
        ),
        pytest.param(
            deal_of("classic-uk", {}, went_out=None), ANN, CLOSED, "", id="nobody is out yet"
        ),
    ],
)
def test_where_a_player_can_throw_the_entry_away(
    see: See, deal: OpenDeal, own: frozenset[int], at: Opened, where: str
) -> None:
    """Also a hand that may go out: the cards do not say that its player drew in the same turn."""
    page = see(deal, at, own)
    assert page.part("out").has("out-none") == (where == "asked")
    assert page.has("out-none") == bool(where)


@pytest.mark.parametrize(
    ("cards", "verdict", "counted"),
    [
        pytest.param(WHOLE, "All hands are in", "The scorekeeper confirms.", id="as it should be"),
        pytest.param(
            f"{WHOLE}, go",
            "All hands are in",
            "Ann laid down 11 cards. With 4 players you need 10. The scorekeeper confirms.",
            id="a card too many",
        ),
        pytest.param(
            "red h2",
            "Ann may not go out",
            "A 2nd House cannot be placed: a 1st House is missing. The scorekeeper confirms.",
            id="illegal: the first reason",
        ),
    ],
)
def test_a_phone_is_told_that_the_scorekeeper_confirms(
    cards: str, verdict: str, counted: str
) -> None:
    deal = deal_of("classic-uk", {"Ann": cards}, laid_down=True, done=REST)
    bar = seen(deal, BOB).bar
    assert bar is not None
    assert (bar.verdict, bar.counted, bar.confirm) == (verdict, counted, "")


# --- every button that is shown ------------------------------------------------------------------

CARDS = ("orange", "strand", "mayfair", "stations")
TAPS = st.one_of(
    st.tuples(st.sampled_from(["out", "nothing", "catch"]), st.sampled_from("012")),
    st.tuples(st.just("take"), st.sampled_from(CARDS)),
    st.tuples(st.just("n"), st.sampled_from(["token", "chance", "go"]), st.just("2")),
    st.sampled_from([("lay",), ("allow", "strand"), ("unlay",)]),
).map(":".join)
PLACES = st.sampled_from(["", "0", "1", "2", "r", "1.0", "??"])


@given(st.lists(st.tuples(PLACES, TAPS), max_size=12), PLACES, st.integers(0, 2))
def test_every_button_of_a_page_may_be_tapped(
    kept_app: Flask, taps: list[tuple[str, str]], at: str, seat: int
) -> None:
    """What a player's page offers is never refused, and it shows no other hand's cards."""
    deal = OpenDeal(Seats(load("classic-uk"), ("Ann", "Bob", "Cem")))
    for place, words in taps:
        with suppress(TapRefused, Refusal):
            deal, _ = planner.tap(deal, place, words)
    own = frozenset({seat})
    page = see_page(kept_app, deal, Opened.parse(at), own)
    assert not page.has("closing")
    assert not any(page.has(f"whose{other}") for other in {0, 1, 2} - own)
    there = re.search(r'name="at" value="([^"]*)"', page.html)
    assert there is not None
    for button in page.buttons:
        tap = Tap.parse(button.tap)
        assert not button.tap or tap.forbidden(deal, own, Opened.parse(there[1])) is None, button

"""What the page of the open deal has open, and what it says after a tap."""

from typing import Any

import pytest

from companion.game.make_tap import Posted
from companion.game.open_deal import REWARD, OpenDeal
from companion.game.taps import ASKS_WHO, CLOSED, Opened, TakeBack, Tap
from companion.web.deal.page import opens_at
from companion.web.hand.editor import (
    Editor,
    Shown,
    editor_of,
    open_now,
)
from companion.web.hand.hand_page import after_tap
from tests.web.hand.conftest import See
from tests.web.hand.entered import deal_of

REST = {"Bob": "nothing", "Cem": "nothing", "Dee": "nothing"}


def ann_with(cards: str = "red", **more: Any) -> OpenDeal:
    """Ann went out with these cards."""
    return deal_of("classic-uk", {"Ann": cards} if cards else {}, **{"laid_down": False, **more})


def ann_2017(cards: str, **more: Any) -> OpenDeal:
    """The same where no hand is laid down, for there is no reward."""
    return deal_of("winning-moves-2017", {"Ann": cards}, laid_down=False, **more)


TEN = "red, dark-blue, h1, h2, h3, go*2"
"""Ten cards."""

NOT_KNOWN = deal_of("classic-uk", {}, went_out=None)


@pytest.mark.parametrize(
    ("deal", "at"),
    [
        pytest.param(ann_with(""), Opened(0), id="the hand that went out is missing"),
        pytest.param(ann_with(), Opened(0), id="it is not laid down"),
        pytest.param(ann_with(laid_down=True, reward_open=True), Opened(REWARD), id="its reward"),
        pytest.param(
            ann_with(laid_down=True, reward_open=True, done=REST), CLOSED, id="and other hands"
        ),
        pytest.param(ann_with(laid_down=True), CLOSED, id="its reward is done"),
        pytest.param(ann_2017("red"), Opened(0), id="there is no reward, and cards are lacking"),
        pytest.param(ann_2017(TEN), CLOSED, id="there is no reward, and all its cards are there"),
        pytest.param(ann_2017("red", done=REST), CLOSED, id="the other hands are entered too"),
        pytest.param(NOT_KNOWN, CLOSED, id="nobody knows who went out"),
        pytest.param(ann_with(entering=["Ann"]), CLOSED, id="its player's own phone enters it"),
        pytest.param(ann_2017("red", entering=["Ann"]), CLOSED, id="the same without a reward"),
        pytest.param(ann_with(entering=["Bob"]), Opened(0), id="another hand is entered"),
    ],
)
def test_a_fresh_page_opens_the_hand_that_went_out(deal: OpenDeal, at: Opened) -> None:
    assert opens_at(deal, None) == at


@pytest.mark.parametrize(
    ("deal", "place", "is_open"),
    [
        pytest.param(ann_with(), 0, True, id="a hand"),
        pytest.param(ann_with(), 9, False, id="a hand that is not there"),
        pytest.param(NOT_KNOWN, 0, False, id="nobody knows who went out"),
        pytest.param(ann_with(laid_down=True), 0, False, id="a hand that is laid down"),
        pytest.param(ann_with(laid_down=True), REWARD, True, id="its reward"),
        pytest.param(ann_with(), REWARD, False, id="the reward before the hand is laid down"),
    ],
)
def test_only_what_can_be_entered_now_is_open(deal: OpenDeal, place: int, is_open: bool) -> None:
    assert open_now(deal, Opened(place)) == (Opened(place) if is_open else CLOSED)


def seen(deal: OpenDeal, at: Opened = CLOSED) -> Editor:
    return editor_of(deal, deal.settled(None), Shown(at=at))


@pytest.mark.parametrize(
    ("reward_open", "at", "whose"),
    [
        pytest.param(True, CLOSED, "Ann", id="only the reward is open"),
        pytest.param(True, Opened(REWARD), "", id="it is being entered"),
        pytest.param(False, CLOSED, "", id="it is done"),
    ],
)
def test_the_page_says_whose_reward_is_still_open(
    see: See, reward_open: bool, at: Opened, whose: str
) -> None:
    deal = ann_with(laid_down=True, reward_open=reward_open, done=REST)
    assert ("has no more reward cards" in see(deal, at).text) == bool(whose)
    assert not whose or f"{whose} has no more reward cards" in see(deal, at).text


@pytest.mark.parametrize(
    ("cards", "reward", "place", "hint"),
    [
        pytest.param("red", "", 0, "", id="a hand without a reward"),
        pytest.param(
            "red",
            "vine-street",
            0,
            "If you change a card here, tap the reward cards again afterwards.",
            id="a hand whose reward goes",
        ),
        pytest.param(
            "orange", "", REWARD, "A dot marks what would add. Skip the rest.", id="a reward"
        ),
    ],
)
def test_what_to_know_about_the_cards(cards: str, reward: str, place: int, hint: str) -> None:
    deal = deal_of("classic-uk", {"Ann": cards}, reward, laid_down=True, reward_open=True)
    picker = seen(deal if place == REWARD else TakeBack().apply(deal).deal, Opened(place)).picker
    assert picker is not None
    assert picker.hint == hint


@pytest.mark.parametrize(
    ("deal", "at", "asked"),
    [
        pytest.param(NOT_KNOWN, CLOSED, False, id="nobody went out yet"),
        pytest.param(ann_with(), CLOSED, False, id="it is answered who went out"),
        pytest.param(ann_with(), ASKS_WHO, True, id="it is asked again"),
        pytest.param(ann_with(laid_down=True), ASKS_WHO, True, id="and the hand is laid down"),
        pytest.param(ann_with(laid_down=True), Opened(REWARD), False, id="the reward is open"),
        pytest.param(ann_with(laid_down=True), Opened(1), False, id="another hand is open"),
        pytest.param(ann_with(laid_down=True), CLOSED, False, id="all hands"),
    ],
)
def test_the_entry_can_be_thrown_away_only_where_it_is_changed(
    see: See, deal: OpenDeal, at: Opened, asked: bool
) -> None:
    page = see(deal, at)
    assert page.part("out").has("out-none") is asked
    assert page.has("out-none") is asked


def test_what_a_wild_counts_as_is_chosen_in_a_layer_over_the_cards(see: See) -> None:
    """The cards stay where they are, and cannot be tapped meanwhile."""
    deal = ann_with("red chance")
    page = see(deal, Opened(0, 0))
    assert page.has("choose")
    assert '<section id="cards" class="card-picker" inert>' in page.html
    assert [button.tap for button in page.part("tray").buttons] == ["open:0.0"]
    assert not see(deal, Opened(0, 1)).has("choose")  # there is one


@pytest.mark.parametrize(
    ("tap", "was", "at", "opened", "to_verdict"),
    [
        pytest.param("open:0.0", "0", "0.0", True, False, id="a wild, without scrolling"),
        pytest.param("nothing:1", "", "", False, False, id="nothing, in the list"),
        pytest.param("nothing:1", "1", "2", True, False, id="nothing, which leads on"),
        pytest.param("take:red", "0", "0", False, False, id="a card"),
        pytest.param("open:1", "0", "1", True, False, id="a tap that leads on"),
        pytest.param("drawn", "", "", True, False, id="a button that goes away"),
        pytest.param("wilds:0:token", "0.0", "0", True, True, id="what a wild counts as"),
        pytest.param("line:red", "0", "0", True, True, id="typed cards"),
    ],
)
def test_what_gets_the_focus_after_a_tap(
    tap: str, was: str, at: str, opened: bool, to_verdict: bool
) -> None:
    posted, after = Posted(Tap.parse(tap), Opened.parse(was)), Opened.parse(at)
    shown = after_tap(posted, after, scrolls=posted.scrolls_to(after))
    assert (shown.opened, shown.to_verdict) == (opened, to_verdict)

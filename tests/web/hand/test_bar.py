"""The bottom bar of an open deal: its verdict, and which button is the one that most would tap."""

from typing import Any

import pytest

from companion.game.open_deal import REWARD, OpenDeal
from companion.game.taps import CLOSED, Opened
from companion.web.hand.bar import Bar, bar_of
from tests.web.hand.entered import deal_of

GOER, OTHER = 0, 1
WHOLE = "dark-blue, h1, h2, h3, h4, hotel, token*2, go"
"""Ten cards that may go out."""
FAULTY = "red, h2, h3, h4, token*2, go*2"
"""Ten cards that may not."""
REST = {"Bob": "nothing", "Cem": "nothing", "Dee": "nothing"}
ALLOW, NOT_OUT = "Allow it anyway", "Not out after all"


def bar_at(deal: OpenDeal, place: int | None = None, jackpot: int | None = None) -> Bar:
    """The bar with the cards of this place open."""
    at = CLOSED if place is None else Opened(place)
    bar = bar_of(deal, deal.settled(jackpot), at, None)
    assert bar is not None
    return bar


def buttons(bar: Bar) -> str:
    """The buttons in their order; the one that most would tap has a star."""
    shown = [button for button in (bar.on, bar.skip, bar.other) if button]
    return ", ".join(f"{button.label}{' *' if button.main else ''}" for button in shown)


@pytest.mark.parametrize(
    ("cards", "kind", "verdict", "amount", "shown"),
    [
        pytest.param("", "", "Tap the cards that Ann laid down.", "", "", id="no card"),
        pytest.param("red", "good", "Good so far", "£250", "Lay down", id="legal, three of ten"),
        pytest.param(WHOLE, "good", "May go out", "£7,700", "Lay down *", id="legal, ten"),
        pytest.param(
            f"{WHOLE}, go", "", "Too many cards", "£7,900", "Lay down", id="legal, eleven"
        ),
        pytest.param("red h2", "", "Not yet", "", f"{ALLOW}, {NOT_OUT}", id="illegal, four"),
        pytest.param(
            "red h2 h3 h4 go*2 token*2",
            "bad",
            "May not go out",
            "£1,150 if allowed",
            f"{ALLOW}, {NOT_OUT}",
            id="illegal, ten",
        ),
    ],
)
def test_the_hand_that_goes_out(
    cards: str, kind: str, verdict: str, amount: str, shown: str
) -> None:
    deal = deal_of("classic-uk", {"Ann": cards} if cards else {})
    bar, number = bar_at(deal, GOER), len(deal.cards_at(GOER))
    assert (bar.kind, bar.verdict, bar.amount) == (kind, verdict, amount)
    assert buttons(bar) == shown
    told = f"{number} of 10 cards" if number < 11 else "11 cards, one too many"
    assert bar.counted == (told if number else "")
    assert bar.miscount == (number > 10)


@pytest.mark.parametrize(
    ("reward", "done", "kind", "verdict", "amount", "shown"),
    [
        ("", {}, "", "Tap the reward cards", "£7,700", "Next: Bob *, Bob: nothing"),
        ("go", REST, "good", "Reward: £200 more", "£7,900", "Reward is done *"),
        ("go, mm*4", REST, "good", "Reward: £1,200 more", "£8,900", "Reward is done *"),
        ("go, mm*4, t", REST, "good", "Reward: £3,700 more", "£11,400", "Reward is done *"),
    ],
    ids=["no card", "all hands are in", "five", "six"],
)
def test_the_reward(
    reward: str, done: dict[str, str], kind: str, verdict: str, amount: str, shown: str
) -> None:
    entered = {"Ann": WHOLE}
    deal = deal_of("classic-uk", entered, reward, laid_down=True, reward_open=True, done=done)
    bar = bar_at(deal, REWARD)
    assert (bar.kind, bar.verdict, bar.amount) == (kind, verdict, amount)
    assert buttons(bar) == shown
    number = len(deal.reward)
    told = f"{number} of 5 cards" if number < 6 else "6 cards, one too many"
    assert bar.counted == told
    assert bar.miscount == (len(deal.reward) > 5)


@pytest.mark.parametrize(
    ("cards", "kind", "verdict", "amount", "last"),
    [
        ("", "", "Tap the cards Bob scores with, or “Nothing”", "", ""),
        ("red", "", "Bob is paid", "£250", "Total: £250."),
        ("red, green, hotel", "", "Bob is paid", "£600", "Pays nothing: Hotel."),
        (
            "chance",
            "bad",
            "Caught with Chance",
            "£0",
            "Caught with Chance: the whole hand pays £0.",
        ),
    ],
    ids=["no card", "a set", "pays nothing", "caught"],
)
def test_another_hand(cards: str, kind: str, verdict: str, amount: str, last: str) -> None:
    hands = {"Ann": WHOLE} | ({"Bob": cards} if cards else {})
    deal = deal_of("classic-uk", hands, laid_down=True, done={"Dee": "nothing"})
    bar = bar_at(deal, OTHER)
    assert (bar.kind, bar.verdict, bar.amount) == (kind, verdict, amount)
    assert buttons(bar) == ("Next: Cem, Cem: nothing" if cards else "Next: Cem")
    assert "".join(bar.steps[-1:]) == last


@pytest.mark.parametrize(
    ("done", "skipped", "shown"),
    [
        ({}, "", "Next: Bob *, Bob: nothing"),
        ({"Bob": "nothing"}, "Bob has nothing", "Next: Cem *, Cem: nothing"),
        ({"Bob": "nothing", "Cem": "cards"}, "", "Next: Dee *, Dee: nothing"),
        ({"Cem": "nothing"}, "", "Next: Bob *, Bob: nothing"),
        (REST, "", "Reward is done *"),
    ],
    ids=["nobody yet", "the one before", "cards", "a later one", "all"],
)
def test_after_somebody_who_has_nothing_the_bar_says_so(
    done: dict[str, str], skipped: str, shown: str
) -> None:
    """Else only the name on two buttons changes."""
    deal = deal_of("classic-uk", {"Ann": WHOLE}, "go", laid_down=True, reward_open=True, done=done)
    bar = bar_at(deal, REWARD)
    assert (bar.skipped, buttons(bar)) == (skipped, shown)


@pytest.mark.parametrize(
    ("cards", "skipped"), [("red", "Cem has nothing"), ("", "")], ids=["cards", "none yet"]
)
def test_who_has_nothing_is_said_beside_another_hand(cards: str, skipped: str) -> None:
    hands = {"Ann": WHOLE} | ({"Bob": cards} if cards else {})
    deal = deal_of("classic-uk", hands, laid_down=True, done={"Cem": "nothing"})
    assert bar_at(deal, OTHER).skipped == skipped


def test_of_a_caught_hand_the_cards_for_the_majority_are_asked() -> None:
    """And the player who was caught is not said to have nothing."""
    done = {"Bob": "counting", "Dee": "nothing"}
    deal = deal_of("classic-uk", {"Ann": WHOLE, "Bob": "chance"}, laid_down=True, done=done)
    bar = bar_at(deal, OTHER)
    assert bar.asks == "How many Mr. Monopoly cards?"
    assert buttons(bar) == "Next: Cem, Cem: nothing"
    assert bar.on is not None
    assert not bar.on.main
    assert buttons(bar_at(deal, REWARD)) == "Next: Bob *"
    waits = bar_at(deal)
    assert waits.verdict == "Waiting for: Bob, Cem"


@pytest.mark.parametrize(
    ("cards", "more", "kind", "verdict", "confirm", "shown"),
    [
        (WHOLE, {}, "good", "All hands are in", "Confirm", ""),
        (WHOLE, {"reward_open": True}, "", "Waiting for: Ann’s reward", "Confirm", ""),
        (WHOLE, {"entering": ["Bob"]}, "", "Waiting for: Bob", "Confirm as it is", ""),
        (WHOLE, {"entering": ["Ann"]}, "good", "All hands are in", "Confirm", ""),
        (f"{WHOLE}, go", {}, "", "Look again", "Confirm as it is", ""),
        ("red h2", {}, "bad", "Ann may not go out", "Confirm as it is", NOT_OUT),
        (FAULTY, {"allowed": True}, "good", "All hands are in", "Confirm", ""),
        (f"{FAULTY}, go", {"allowed": True}, "", "Look again", "Confirm as it is", ""),
    ],
    ids=[
        "whole",
        "open reward",
        "Bob still enters",
        "laid down since",
        "a slip",
        "illegal",
        "allowed",
        "allowed, with a slip",
    ],
)
def test_all_hands_are_in(
    cards: str, more: dict[str, Any], kind: str, verdict: str, confirm: str, shown: str
) -> None:
    deal = deal_of("classic-uk", {"Ann": cards}, laid_down=True, done=REST, **more)
    bar = bar_at(deal)
    assert (bar.kind, bar.verdict, bar.confirm) == (kind, verdict, confirm)
    assert buttons(bar) == shown
    told = "Ann laid down 11 cards. With 4 players you need 10." if verdict == "Look again" else ""
    assert (bar.counted, bar.miscount) == (told, bool(told))


def test_a_fault_does_not_hide_for_whom_the_deal_waits() -> None:
    deal = deal_of("classic-uk", {"Ann": "red h2"}, laid_down=True, done=REST, entering=["Bob"])
    bar = bar_at(deal)
    assert (bar.verdict, bar.counted) == ("Ann may not go out", "Waiting for: Bob")


@pytest.mark.parametrize(
    ("cards", "allowed", "shown"),
    [
        (WHOLE, False, "Next: Bob *"),
        (FAULTY, False, f"Next: Bob *, {NOT_OUT}"),
        (FAULTY, True, "Next: Bob *"),
    ],
    ids=["legal", "illegal", "allowed"],
)
def test_hands_are_missing(cards: str, allowed: bool, shown: str) -> None:
    hand, done = {"Ann": cards}, {"Cem": "nothing"}
    deal = deal_of("classic-uk", hand, laid_down=True, allowed=allowed, done=done)
    bar = bar_at(deal)
    assert bar.verdict == "Waiting for: Bob, Dee"
    assert buttons(bar) == shown


def test_names_from_right_to_left_stand_in_the_order_of_the_players() -> None:
    """Whatever belongs to a name stands beside it."""
    players, hand = ("علي", "אבי", "فاطمة"), {"علي": WHOLE}
    state: dict[str, Any] = {"went_out": players[0], "laid_down": True, "reward_open": True}
    deal = deal_of("classic-uk", hand, "", players=players, **state)
    waits = bar_at(deal)
    goer, *others = (f"\u2068{name}\u2069" for name in players)
    assert waits.verdict == f"Waiting for: {goer}’s reward, {', '.join(others)}"

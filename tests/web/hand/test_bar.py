"""The bottom bar of an open deal: its verdict, and which button is the one that most would tap."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game.open_deal import REWARD, OpenDeal
from companion.game.taps import CLOSED, Opened
from companion.web.hand.bar import Bar, bar_of
from tests.web import planner
from tests.web.hand.entered import deal_of

GOER, OTHER = 0, 1
WHOLE = "dark-blue, h1, h2, h3, h4, hotel, token*2, go"
"""Ten cards that may go out."""
FAULTY = "red, h2, h3, h4, token*2, go*2"
"""Ten cards that may not."""
REST = {"Bob": "nothing", "Cem": "nothing", "Dee": "nothing"}


def bar_at(deal: OpenDeal, place: int | None = None, jackpot: int | None = None) -> Bar:
    """The bar with the cards of this place open."""
    at = CLOSED if place is None else Opened(place)
    bar = bar_of(deal, deal.settled(jackpot), at, None)
    assert bar is not None
    return bar


def buttons(bar: Bar) -> str:
    """The buttons in their order; the one that most would tap has a star, and one that cannot be
    tapped yet a dash."""
    shown = [button for button in (bar.on, bar.skip, *bar.choices) if button]
    marks = [" *" if one.main else "" if one.tap else " -" for one in shown]
    return ", ".join(f"{one.label}{mark}" for one, mark in zip(shown, marks, strict=True))


@pytest.mark.parametrize(
    ("cards", "kind", "verdict", "amount", "told", "shown"),
    [
        pytest.param("", "", "Tap the cards that Ann laid down.", "", "", "Lay down -", id="none"),
        pytest.param(
            "red", "", "3 of 10 cards", "£250", "7 missing", "Lay down -", id="legal, three of ten"
        ),
        pytest.param(
            WHOLE, "good", "May go out", "£7,700", "10 of 10 cards", "Lay down *", id="legal, ten"
        ),
        pytest.param(
            f"{WHOLE}, go", "", "11 cards", "£7,900", "one too many", "Lay down -", id="eleven"
        ),
        pytest.param(
            "red h2", "", "4 of 10 cards", "", "6 missing", "Lay down -", id="illegal, four"
        ),
        pytest.param(
            "red h2 h3 h4 go*2 token*2",
            "bad",
            "May not go out",
            "£1,150 if allowed",
            "10 of 10 cards",
            "Allow it anyway",
            id="illegal, ten",
        ),
    ],
)
def test_the_hand_that_goes_out(
    cards: str, kind: str, verdict: str, amount: str, told: str, shown: str
) -> None:
    """Until the number of cards is right nothing is judged, and nothing can be laid down."""
    deal = deal_of("classic-uk", {"Ann": cards} if cards else {}, laid_down=False)
    bar, number = bar_at(deal, GOER), len(deal.cards_at(GOER))
    assert (bar.kind, bar.verdict, bar.amount) == (kind, verdict, amount)
    assert (buttons(bar), bar.counted) == (shown, told)
    assert bool(bar.problems) == (kind == "bad")
    assert bar.miscount == (number > 10)


def test_two_cards_that_pay_the_same_are_two_buttons() -> None:
    cards = "red, dark-blue, chance, go*4"
    bar = bar_at(deal_of("classic-uk", {"Ann": cards}, laid_down=False), GOER)
    assert bar.asks == "Chance pays the same now as 1st House or Token. Which one is it?"
    assert [str(button.tap) for button in bar.choices] == ["wilds:0:house-1", "wilds:0:token"]


@pytest.mark.parametrize(
    ("taps", "at", "told"),
    [
        pytest.param(("out:0", "=red go", "clear"), 0, "Ann’s 4 cards cleared", id="a hand"),
        pytest.param(("out:0", "=red go", "notout:0"), None, "Ann’s 4 cards cleared", id="not out"),
        pytest.param(
            ("out:0", "=red go", "lay", "n:go:2", "clear"),
            REWARD,
            "Ann’s 2 reward cards cleared",
            id="the reward",
        ),
        pytest.param(
            ("out:0", "=red go", "lay", "open:1", "take:pink", "notout:0"),
            None,
            "7 cards cleared",
            id="two hands",
        ),
        pytest.param(("out:0", "=red go", "clear", "n:go:2"), 0, "", id="entered anew"),
    ],
)
def test_what_was_thrown_away_is_told_and_can_be_undone(
    taps: tuple[str, ...], at: int | None, told: str
) -> None:
    deal, _ = planner.tapped(deal_of("classic-uk", {}, went_out=None), *map(typed, taps))
    bar = bar_at(deal, at)
    assert (bar.undo.words if bar.undo else "") == told


def typed(words: str) -> str:
    return words.replace("=", "line:")


@pytest.mark.parametrize(
    ("reward", "done", "kind", "verdict", "amount", "shown"),
    [
        ("", {}, "", "Tap the reward cards", "", "Next: Bob *, Bob: nothing"),
        ("go", REST, "good", "Reward", "+£200", "Reward is done *"),
        ("go, mm*4", REST, "good", "Reward", "+£1,200", "Reward is done *"),
        ("go, mm*4, t", REST, "good", "Reward", "+£3,700", "Reward is done *"),
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
    total = f"£{deal.settled().payouts['Ann']:,} in all"
    assert bar.counted == (total if len(deal.reward) < 6 else f"6 cards, one too many · {total}")
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
    ("done", "shown"),
    [
        ({}, "Next: Bob *, Bob: nothing"),
        ({"Bob": "nothing"}, "Next: Cem *, Cem: nothing"),
        ({"Cem": "nothing"}, "Next: Bob *, Bob: nothing"),
        (REST, "Reward is done *"),
    ],
    ids=["nobody yet", "the one before", "a later one", "all"],
)
def test_the_bar_leads_on_to_the_next_hand_that_is_open(done: dict[str, str], shown: str) -> None:
    deal = deal_of("classic-uk", {"Ann": WHOLE}, "go", laid_down=True, reward_open=True, done=done)
    assert buttons(bar_at(deal, REWARD)) == shown


def test_of_a_caught_hand_the_cards_for_the_majority_are_asked() -> None:
    """In the bar, beside the hand and beside the list; only then it goes on."""
    done = {"Bob": "counting", "Dee": "nothing"}
    deal = deal_of("classic-uk", {"Ann": WHOLE, "Bob": "chance"}, laid_down=True, done=done)
    bar = bar_at(deal, OTHER)
    assert bar.asks == "How many Mr. Monopoly cards?"
    waits = bar_at(deal)
    assert waits.verdict == "Waiting for: Bob, Cem"
    assert waits.asks == "Bob: how many Mr. Monopoly cards?"
    for one in (bar, waits):
        assert one.most is not None
        assert (one.most.seat, one.most.held, one.most.free) == (OTHER, None, 4)
        assert buttons(one) == ""
    said = bar_at(replace(deal, hands=deal.caught(OTHER, 2).hands), OTHER)
    assert said.most is not None
    assert (said.most.held, buttons(said)) == (2, "Next: Cem *")


@pytest.mark.parametrize(
    ("cards", "more", "kind", "verdict", "confirm", "shown"),
    [
        (WHOLE, {}, "good", "All hands are in", "Confirm", ""),
        (WHOLE, {"reward_open": True}, "", "Waiting for: Ann’s reward", "Confirm", ""),
        (WHOLE, {"entering": ["Bob"]}, "", "Waiting for: Bob", "Confirm as it is", ""),
        (WHOLE, {"entering": ["Ann"]}, "good", "All hands are in", "Confirm", ""),
        (f"{WHOLE}, go", {}, "", "Look again", "Confirm as it is", ""),
        ("red h2", {}, "bad", "Ann may not go out", "Confirm as it is", ""),
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
        (FAULTY, False, "Next: Bob *"),
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

"""Amounts into notes, the banker's slip, and the Deluxe racks with their exchanges and bars."""

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.bank import (
    BAR,
    NOTES,
    Line,
    Note,
    Rack,
    by_value,
    exchange,
    notes,
    notes_said,
    pay,
    slip,
    worth,
)

amounts = st.integers(0, 400).map(lambda fifties: fifties * 50)


def held(text: str) -> tuple[Note, ...]:
    """Notes from a line such as ``2x500 1x100``."""
    pairs = (piece.split("x") for piece in text.split())
    return tuple(Note(int(value), int(count)) for count, value in pairs)


def rack_of(*counts: int) -> Rack:
    """A rack, written as its bars, 1,000s, 500s, 100s and 50s."""
    return tuple(
        Note(value, count) for value, count in zip((BAR, *NOTES), counts, strict=False) if count
    )


racks = st.tuples(*map(st.integers, [0] * 5, [1, 12, 9, 24, 50])).map(
    lambda counts: rack_of(*counts)
)


# --- notes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        pytest.param(0, "", id="nothing-takes-no-notes"),
        pytest.param(50, "1x50", id="one-of-the-smallest"),
        pytest.param(450, "4x100 1x50", id="no-200s"),
        pytest.param(3600, "3x1000 1x500 1x100", id="yellow-three-houses-two-tokens"),
        pytest.param(2350, "2x1000 3x100 1x50", id="no-500-needed"),
        pytest.param(25_000, "25x1000", id="no-bars-in-a-payout"),
    ],
)
def test_fewest_notes(amount: int, expected: str) -> None:
    assert notes(amount) == held(expected)


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        pytest.param(-50, "-50 cannot be paid", id="below-zero"),
        pytest.param(1030, "1,030 cannot be paid in notes of 1,000", id="not-in-fifties"),
    ],
)
def test_what_cannot_be_paid_is_refused(amount: int, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        notes(amount)


@cache
def fewest(amount: int) -> int:
    """How few notes make the amount, found by trying every last note."""
    tried = [fewest(amount - note) for note in NOTES if note <= amount]
    return 1 + min(tried) if tried else 0


def test_no_other_notes_are_fewer() -> None:
    for amount in range(0, 12_001, 50):
        assert sum(note.count for note in notes(amount)) == fewest(amount), amount


@given(amounts)
def test_notes_are_worth_the_amount(amount: int) -> None:
    paid = notes(amount)
    assert worth(paid) == amount
    assert all(note.count > 0 for note in paid)
    assert [note.value for note in paid] == sorted({note.value for note in paid}, reverse=True)


@pytest.mark.parametrize(
    ("notes_held", "currency", "told"),
    [
        pytest.param("", "£", "nothing", id="nothing"),
        pytest.param("2x500 1x100", "£", "2 × £500, £100", id="one-and-many"),
        pytest.param(
            "1x5000 3x1000", "$", "a $5,000 gold bar, 3 × $1,000", id="a-bar-and-thousands"
        ),
        pytest.param("2x5000", "$", "2 × $5,000 gold bars", id="bars"),
    ],
)
def test_notes_in_words(notes_held: str, currency: str, told: str) -> None:
    assert notes_said(held(notes_held), currency) == told


# --- the slip ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "jackpot", "expected"),
    [
        pytest.param(0, 0, [], id="nothing-to-pay-has-no-lines"),
        pytest.param(1650, 0, [("winnings", "1x1000 1x500 1x100 1x50")], id="winnings-only"),
        pytest.param(
            2200,
            1000,
            [("winnings", "1x1000 2x100"), ("jackpot", "2x500")],
            id="2017-jackpot-in-500s-on-its-own-line",
        ),
        pytest.param(500, 500, [("jackpot", "1x500")], id="2017-jackpot-only"),
        pytest.param(
            1250,
            1250,
            [("jackpot", "2x500 2x100 1x50")],
            id="2017-jackpot-no-multiple-of-500",
        ),
        pytest.param(
            300,
            50,
            [("winnings", "2x100 1x50"), ("jackpot", "1x50")],
            id="2017-jackpot-below-500",
        ),
    ],
)
def test_slip(amount: int, jackpot: int, expected: list[tuple[str, str]]) -> None:
    got = [(line.kind, line.notes) for line in slip(amount, jackpot)]
    assert got == [(kind, held(paid)) for kind, paid in expected]


@pytest.mark.parametrize(
    ("amount", "jackpot", "told"),
    [
        pytest.param(400, 500, "A jackpot of 500", id="jackpot-above-the-payout"),
        pytest.param(400, -500, "A jackpot of -500", id="jackpot-below-zero"),
        pytest.param(-50, 0, "a payout of -50", id="payout-below-zero"),
        pytest.param(530, 500, "30 cannot be paid", id="winnings-not-in-notes"),
        pytest.param(530, 530, "30 cannot be paid", id="jackpot-not-in-notes"),
    ],
)
def test_a_slip_that_cannot_be_paid_is_refused(amount: int, jackpot: int, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        slip(amount, jackpot)


@given(amounts, amounts)
def test_a_slip_hands_over_the_payout(winnings: int, jackpot: int) -> None:
    lines = slip(winnings + jackpot, jackpot)
    assert sum(worth(line.notes) for line in lines) == winnings + jackpot
    assert all(line.notes for line in lines)
    assert sum(worth(line.notes) for line in lines if line.kind == "jackpot") == jackpot


@given(st.integers(1, 40))
def test_a_jackpot_of_500s_is_paid_in_500s(count: int) -> None:
    (line,) = slip(count * 500, count * 500)
    assert line == Line("jackpot", (Note(500, count),))


# --- racks ------------------------------------------------------------------------------------

CASES = [
    pytest.param(rack_of(), [], rack_of(), id="deluxe-empty-rack"),
    pytest.param(
        rack_of(0, 4, 1, 4, 1), [], rack_of(0, 4, 1, 4, 1), id="deluxe-950-in-small-notes-stay"
    ),
    pytest.param(
        rack_of(0, 0, 2),
        ["hand in 2 × $500, take $1,000 (if you like)"],
        rack_of(0, 1),
        id="deluxe-exactly-1000-is-proposed",
    ),
    pytest.param(
        rack_of(0, 0, 2, 0, 1),
        ["hand in 2 × $500, take $1,000"],
        rack_of(0, 1, 0, 0, 1),
        id="deluxe-more-than-1000-must-be-changed",
    ),
    pytest.param(
        rack_of(0, 0, 3, 5),
        ["hand in 3 × $500, 5 × $100, take 2 × $1,000"],
        rack_of(0, 2),
        id="deluxe-as-many-1000s-as-possible",
    ),
    pytest.param(
        rack_of(0, 0, 1, 3, 5),
        ["hand in $500, 3 × $100, 4 × $50, take $1,000"],
        rack_of(0, 1, 0, 0, 1),
        id="deluxe-largest-notes-first",
    ),
    pytest.param(
        rack_of(0, 5),
        ["hand in 5 × $1,000, take a $5,000 gold bar"],
        rack_of(1),
        id="deluxe-first-five-1000s-for-a-bar",
    ),
    pytest.param(
        rack_of(0, 11),
        ["hand in 5 × $1,000, take a $5,000 gold bar"],
        rack_of(1, 6),
        id="deluxe-only-the-first-five-1000s",
    ),
    pytest.param(rack_of(1, 9, 1), [], rack_of(1, 9, 1), id="deluxe-one-bar-a-player"),
    pytest.param(
        rack_of(0, 4, 2, 1),
        ["hand in 2 × $500, take $1,000", "hand in 5 × $1,000, take a $5,000 gold bar"],
        rack_of(1, 0, 0, 1),
        id="deluxe-small-notes-make-the-fifth-1000",
    ),
    pytest.param(
        rack_of(0, 4, 2),
        [
            "hand in 2 × $500, take $1,000 (if you like)",
            "then hand in 5 × $1,000, take a $5,000 gold bar",
        ],
        rack_of(1),
        id="deluxe-a-proposed-1000-makes-the-fifth",
    ),
    pytest.param(
        rack_of(0, 5, 2),
        [
            "hand in 2 × $500, take $1,000 (if you like)",
            "hand in 5 × $1,000, take a $5,000 gold bar",
        ],
        rack_of(1, 1),
        id="deluxe-the-bar-does-not-wait-for-a-proposal",
    ),
]


@pytest.mark.parametrize(("rack", "told", "after"), CASES)
def test_exchange(rack: Rack, told: list[str], after: Rack) -> None:
    shown, exchanges = exchange(rack)
    assert [one.text("$") for one in exchanges] == told
    assert shown == after


@pytest.mark.parametrize(
    ("rack", "required"),
    [
        pytest.param(rack_of(0, 0, 2), [False], id="exactly-1000-may"),
        pytest.param(rack_of(0, 0, 2, 1), [True], id="more-than-1000-must"),
        pytest.param(rack_of(0, 0, 4), [True], id="exactly-2000-must"),
        pytest.param(rack_of(0, 4, 2), [False, False], id="a-bar-by-a-proposed-1000-may"),
        pytest.param(rack_of(0, 5, 2), [False, True], id="a-bar-by-itself-must"),
        pytest.param(rack_of(0, 4, 2, 1), [True, True], id="a-bar-by-a-due-1000-must"),
    ],
)
def test_exchange_required(rack: Rack, required: list[bool]) -> None:
    _, exchanges = exchange(rack)
    assert [one.required for one in exchanges] == required


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        pytest.param(lambda: pay(rack_of(), -50), "-50 cannot", id="paying-below-zero"),
        pytest.param(lambda: pay(rack_of(), 75), "75 cannot", id="paying-what-no-notes-make"),
    ],
)
def test_wrong_racks_are_refused(wrong: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        wrong()


@given(racks, amounts)
def test_paying_adds_just_the_amount(rack: Rack, amount: int) -> None:
    paid = pay(rack, amount)
    assert worth(paid) == worth(rack) + amount
    assert by_value(paid)[BAR] == by_value(rack)[BAR]
    assert [note.value for note in paid] == sorted(by_value(paid), reverse=True)


@given(racks)
def test_exchanges_conserve_money_and_leave_nothing_to_change(rack: Rack) -> None:
    shown, exchanges = exchange(rack)
    after = by_value(shown)
    assert worth(shown) == worth(rack)
    assert sum(value * count for value, count in after.items() if value < 1000) < 1000
    assert all(worth(one.hand_in) == worth(one.take) for one in exchanges)
    assert after[BAR] <= 1
    assert after[BAR] or after[1000] < 5
    assert exchange(shown) == (shown, ())


@given(st.lists(amounts, max_size=12))
def test_a_player_gets_one_bar_in_a_whole_game(payouts: list[int]) -> None:
    rack, bars = rack_of(), 0
    for amount in payouts:
        rack, exchanges = exchange(pay(rack, amount))
        bars += sum(one.kind == "bar" for one in exchanges)
    assert worth(rack) == sum(payouts)
    assert bars == by_value(rack)[BAR] == int(sum(payouts) >= 5000)

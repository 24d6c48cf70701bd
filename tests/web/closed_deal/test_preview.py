"""What a correction would change, before it is confirmed: who gets or gives back what then."""

import re
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from companion.rules.deal import Deal
from companion.store import Store, Table
from companion.store.ticks import handed
from companion.web.closed_deal.pay import PayList
from companion.web.closed_deal.preview import hand_over as to_hand_over
from tests.often import made_up_by, times
from tests.stored import struck_out
from tests.web.conftest import MakeTable, plain_text
from tests.web.pages import show
from tests.web.play import close, close_entry, correct, entry_of, pay, planned

PAID = {"Ann": "red, go", "Bob": "brown"}
"""£450 and £50."""
CASES = {
    "what was ticked counts: more": (
        "Ann",
        {"Ann": "red, go, go", "Bob": "brown"},
        ["Ann gets £200 more (2 × £100)."],
    ),
    "what was ticked counts: less": (
        "Ann",
        {"Ann": "red", "Bob": "brown"},
        ["Ann gives £200 back to the bank (2 × £100)."],
    ),
    "nothing was ticked: the whole amount": (
        "",
        {"Ann": "red, go, go", "Bob": "brown"},
        [
            "Ann gets £650 (£500, £100, £50). "
            "If the old £450 was paid without a tick, Ann gets £200 more (2 × £100)."
        ],
    ),
    "each as it was ticked": (
        "Bob",
        {"Ann": "red", "Bob": "light-blue"},
        [
            "Ann gets £250 (2 × £100, £50). If the old £450 was paid without a tick, "
            "Ann gives £200 back to the bank (2 × £100).",
            "Bob gets £50 more.",
        ],
    ),
    "struck out, ticked and not": (
        "Bob",
        None,
        [
            "If the old £450 was paid without a tick, "
            "Ann gives £450 back to the bank (4 × £100, £50).",
            "Bob gives £50 back to the bank.",
        ],
    ),
}


@pytest.mark.parametrize(
    ("ticked", "hands", "told"), [pytest.param(*one, id=name) for name, one in CASES.items()]
)
def test_who_is_to_be_handed_over_what(
    store: Store,
    make_table: MakeTable,
    ticked: str,
    hands: Mapping[str, str] | None,
    told: list[str],
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob", "Cem"])
    close(store, table, "Ann", PAID, let_stand=True)
    if ticked:
        pay(store, table, ticked)
    entry = None if hands is None else entry_of(store, table, "Ann", hands)
    plan = planned(store, table, entry)
    assert list(to_hand_over(table, plan, handed(store, table))) == told
    # The pay list asks for the same, once the correction is made.
    correct(store, table, entry)
    row = None if entry is None else plan.after.rows[0]
    rows = PayList(table, handed(store, table)).rows(1, row)
    asked = {row.name: row.amount for row in rows if row.paid is False}
    for name in {one.player for one in plan.payouts}:
        first = next((text for text in told if text.startswith(f"{name} g")), "")
        amount = asked.get(name, "").removesuffix(" more").removesuffix(" back")
        assert (amount in first) if first else (amount == "")


def test_ticks_of_each_deal_count_by_themselves(store: Store, make_table: MakeTable) -> None:
    """A later jackpot that is worked out again changes a second deal."""
    table = make_table("winning-moves-2017", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "red", "Bob": ""})
    close(store, table, "Ann", {"Ann": "red", "Bob": "free-parking"})
    pay(store, table, "Ann")
    entry = entry_of(store, table, "Ann", {"Ann": "red, free-parking", "Bob": ""})
    plan = planned(store, table, entry)
    assert list(to_hand_over(table, plan, handed(store, table))) == [
        "Round 1: Ann gets $500 more.",
        "Round 2: Bob gets $500 (jackpot: $500). If the old $1,000 was paid without a tick, "
        "Bob gives $500 back to the bank.",
    ]


def hand_over(store: Store, table: Table, cards: str | None, number: int = 1) -> list[str]:
    """What the preview says of a deal with other cards of Ann (None: struck out), which is then
    corrected so."""
    entry = None if cards is None else entry_of(store, table, "Ann", {"Ann": cards})
    plan = planned(store, table, entry, number)
    told = list(to_hand_over(table, plan, handed(store, table)))
    correct(store, table, entry, number)
    return told


SECOND = {
    "both ticked": ((True, True), "red, go*3", ["Ann gets £200 more (2 × £100)."]),
    "the difference was not ticked": (
        (True, False),
        "red, go*3",
        [
            "Ann gets £400 more (4 × £100). "
            "If £200 more was paid without a tick, Ann gets £200 more (2 × £100)."
        ],
    ),
    "the difference was not ticked, struck out": (
        (True, False),
        None,
        [
            "Ann gives £450 back to the bank (4 × £100, £50). If £200 more was paid without a "
            "tick, Ann gives £650 back to the bank (£500, £100, £50)."
        ],
    ),
}


@pytest.mark.parametrize(
    ("ticks", "second", "told"), [pytest.param(*one, id=name) for name, one in SECOND.items()]
)
def test_a_second_correction_of_a_deal(
    store: Store,
    make_table: MakeTable,
    ticks: tuple[bool, bool],
    second: str | None,
    told: list[str],
) -> None:
    """£450 became £650: the difference of £200 was ticked, or perhaps paid without that."""
    table = make_table("classic-uk", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "red, go"}, let_stand=True)
    original, difference = ticks
    if original:
        pay(store, table, "Ann")
    hand_over(store, table, "red, go*2")
    if difference:
        pay(store, table, "Ann")
    assert hand_over(store, table, second) == told


def test_what_was_given_back_without_a_tick(store: Store, make_table: MakeTable) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "red, go"}, let_stand=True)
    pay(store, table, "Ann")
    assert hand_over(store, table, None) == ["Ann gives £450 back to the bank (4 × £100, £50)."]
    assert hand_over(store, table, "red, go*2") == [
        "Ann gets £200 more (2 × £100). "
        "If £450 was given back without a tick, Ann gets £650 (£500, £100, £50)."
    ]


def test_a_difference_of_an_earlier_correction_is_told_again(
    store: Store, make_table: MakeTable
) -> None:
    """The pay list still asks for it, so the preview says it though this payout does not change."""
    table = make_table("classic-uk", ["Ann", "Bob", "Cem"])
    close(store, table, "Ann", {"Ann": "red", "Bob": "brown", "Cem": "go"})
    for player in table.players:
        pay(store, table, player)
    told = []
    for hands in ({"Bob": "light-blue", "Cem": "go"}, {"Bob": "light-blue", "Cem": "go*2"}):
        entry = entry_of(store, table, "Ann", {"Ann": "red", **hands})
        plan = planned(store, table, entry)
        told.append(list(to_hand_over(table, plan, handed(store, table))))
        correct(store, table, entry)
    assert told == [
        ["Bob gets £50 more."],
        [
            "Bob gets £50 more. If £50 more was paid without a tick, Bob has the right amount.",
            "Cem gets £200 more (2 × £100).",
        ],
    ]


def test_the_notes_are_those_of_the_rack(store: Store, make_table: MakeTable) -> None:
    """They were the fewest that make the amount, which the rack may not have."""
    table = make_table("deluxe", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "yellow, h1, h2, token*2, go"}, let_stand=True)
    close(store, table, "Ann", {"Ann": "dark-blue, h1, token*2"}, let_stand=True)
    pay(store, table, "Ann", 1)
    assert hand_over(store, table, "dark-blue", 2) == [
        "Ann gets $400 (4 × $100). Hand in $500, 5 × $100, take $1,000. "
        "If the old $2,400 was paid without a tick, "
        "Ann gives $2,000 back to the bank (a $5,000 gold bar). Give 3 × $1,000 in change."
    ]


def some_entry(random: Random, store: Store, table: Table) -> Deal:
    """A deal of any cards."""
    cards = ["brown", "light-blue", "orange", "yellow, h1, h2", "dark-blue, h3", "utilities", ""]
    more = ["go*2", "go", "free-parking*2" if table.edition_id == "winning-moves-2017" else "", ""]
    random.shuffle(cards)
    random.shuffle(more)
    if table.edition_id == "winning-moves-2017":
        cards = [one.split(", h")[0] for one in cards]
    hands = {
        player: ", ".join(filter(None, both))
        for player, *both in zip(table.players, cards, more, strict=False)
    }
    return entry_of(store, table, "Ann", hands)


def _in_words(line: str) -> str:
    """The drawn notes of a line: ``2 × £100, £50``."""
    drawn = re.findall(
        r'(?:class="times">(\d+)×</span>\s+)?<b class="bank-note[^>]*>(.*?)</b>', line, re.DOTALL
    )
    held = []
    for number, note in drawn:
        face = " ".join(plain_text(note).split())
        bar = face.endswith("bar")
        held.append(f"{number} × {face}{'s' if bar else ''}" if number else "a " * bar + face)
    return ", ".join(held)


def asked_for(client: FlaskClient, table: Table, number: int) -> dict[str, tuple[str, bool]]:
    """What the pay list on the page of a deal asks for, by player, in the words of the preview; and
    whether it is the difference to what was ticked. Nobody is in it who has the right amount."""
    asked = {}
    page = show(client, table, f"deals/{number}").text
    for row in re.findall(r'<li><[^>]*id="pay\d.*?</li>', page, re.DOTALL):
        name = re.findall(r'class="who">(.*?)<', row)[0]
        amount, *difference = re.findall(r'class="money">(.*?)<', row)[0].split()
        labels = re.findall(r"<span[^>]*>(Hand over|Take back|Jackpot)<", row)
        lines = [_in_words(line) for line in row.split('class="pay-line"')[1:]]
        held = "; ".join(
            ("jackpot: " if label == "Jackpot" else "") + line
            for label, line in zip(labels, lines, strict=False)
        )
        if 'aria-pressed="false"' not in row or not held:
            continue
        does = "gets" if difference != ["back"] else "gives"
        much = f"{amount} back to the bank" if does == "gives" else " ".join([amount, *difference])
        also = re.findall(r'pay-also">(.*?)</span>', row, re.DOTALL)
        changes = plain_text(also[0]).partition("Rack:")[0] if also else ""
        notes = "" if held == amount else f" ({held})"
        asked[name] = f"{name} {does} {much}{notes}. {changes}".strip(), bool(difference)
    return asked


TOLD = re.compile(
    r"(?:(?:Deal|Round) (?P<number>\d+): )?(?P<asked>(?!If ).*?)?"
    r"(?: ?If (?P<done>[^()]*) without a tick, (?P<then>.*))?"
)


class Told(NamedTuple):
    """One line of the preview: what is to be handed over, and what if something was done without a
    tick; empty where it says nothing of that."""

    number: int
    player: str
    asked: str
    then: str

    @classmethod
    def of(cls, text: str, number: int) -> "Told":
        found = TOLD.fullmatch(text)
        assert found is not None, text
        asked, then = found["asked"] or "", found["then"] or ""
        return cls(int(found["number"] or number), (asked or then).split()[0], asked, then)


def correct_somehow(
    random: Random, client: FlaskClient, store: Store, table: Table, number: int
) -> None:
    """Corrects a deal, strikes it out or puts it back. What the preview says before is what the
    pages of all deals that change say after that."""
    struck = next((deal for deal in struck_out(store, table) if deal.number == number), None)
    entry = some_entry(random, store, table) if struck or random.random() < 0.8 else None
    plan = planned(store, table, entry, number)
    told = [Told.of(text, number) for text in to_hand_over(table, plan, handed(store, table))]
    correct(store, table, entry, number)
    changed = {(one.number, one.player) for one in plan.payouts}
    asked = {
        (deal.number, player): text
        for deal in plan.changes
        for player, (text, more) in asked_for(client, table, deal.number).items()
        if more or (deal.number, player) in changed
    }
    assert {(one.number, one.player): one.asked for one in told if one.asked} == asked
    for one in told:
        if one.then:
            what_if(client, store, table, one, random)


def what_if(client: FlaskClient, store: Store, table: Table, one: Told, random: Random) -> None:
    """Had it been ticked before the correction, its pages would say what the preview says then."""
    for paid in (True, False):
        undone = store.undo(table, token=str(random.random()))
        assert undone is not None
        pay(store, table, one.player, one.number, paid)
        store.redo(table, undone.id)
        if paid:
            text, _ = asked_for(client, table, one.number).get(one.player, ("", False))
            assert one.then == (text or f"{one.player} has the right amount.")


@pytest.mark.parametrize("turn", range(times(30)))
@pytest.mark.parametrize("edition", ["classic-uk", "deluxe", "winning-moves-2017"])
def test_the_pages_then_say_the_same(
    client: FlaskClient, store: Store, make_table: MakeTable, edition: str, turn: int
) -> None:
    """Deals that are corrected again and again, struck out and put back, with ticks and without."""
    random = made_up_by(f"{edition} {turn}")
    table = make_table(edition, ["Ann", "Bob", "Cem"])
    for _ in range(2):
        entry = some_entry(random, store, table)
        close_entry(store, table, entry, let_stand=True)
    for _ in range(8):
        number = random.choice((1, 1, 2))
        for player in table.players:
            if random.random() < 0.4:
                pay(store, table, player, number, random.random() < 0.8)
        correct_somehow(random, client, store, table, number)

"""Random whole games, for property tests: what was played, corrected, struck out, undone, ruled.

    @given(games())
    def test_something(game: Game) -> None:
        store = Store(":memory:", clock=Clock())
        table = game.play(store)

A `Game` is a plain plan, so that a failure shrinks to the smallest game and prints it. Playing it
goes the ways the pages go: a deal is settled by the rules, a correction comes from
`game.correction.plan`. A step that makes no sense where it stands is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple
from uuid import uuid4

from hypothesis import strategies as st

from companion.game import correction
from companion.names import name_key
from companion.rules.edition_file import edition_ids, load
from companion.rules.entries import Entry
from companion.rules.findings.finding import blocking
from companion.rules.payout import settle
from companion.rules.refusal import Refusal
from companion.store import Store, Table
from companion.store.sheets import sheet_of
from companion.store.ticks import set_paid
from tests.deals import deals, deals_with_amounts, options_of
from tests.stored import as_it_is_now, deal_of, payments, struck_out

NAMES = (
    "Ann",
    "Bob",
    "Cem",
    "Dee",
    "Zoë O’Brien-Łukasiewicz",
    "=1+1",
    '@sum, "quoted"',
    "שרה",
    "李 小龍",
    "\u202eRob\u202c",
    "🦊 the fox",
    "A very long name, forty characters of it",
    "<b>Bo</b> & co; 'x'",
)
"""Names that people give themselves, and some that break careless programs."""
OTHER_NAMES = ("Ana", "Bobby", "+44 20", "שירה", *(f"Somebody {seat}" for seat in range(9)))
"""Names that a player may be given later."""


class Step(NamedTuple):
    """One thing that is done at a table.

    `which` picks the deal it is done to, counted round those that are there; `entry` are the cards
    of a closed or corrected deal; `seat` and `text` are the player and the words of a tick, a
    correction, a ruling or an adjustment of `amount` steps of the box's money.
    """

    kind: Literal[
        "close",
        "correct",
        "strike",
        "put-back",
        "write",
        "undo",
        "redo",
        "tick",
        "rule",
        "take-back",
    ]
    which: int = 0
    entry: Mapping[str, Any] | None = None
    seat: int = 0
    text: str = ""
    amount: int = 0


@dataclass(frozen=True)
class Game:
    """A plan of a game: who plays what, and everything that is done, in order."""

    edition: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    first_dealer: str = ""
    banker: str = ""
    place: str = ""
    steps: tuple[Step, ...] = ()

    def play(self, store: Store) -> Table:
        """Plays it in a store: the table as it is at the end."""
        *_, table = self.played(store)
        return table

    def played(self, store: Store) -> Iterator[Table]:
        """Plays it step by step: the table as it is before the first, and after each."""
        table = store.create_table(
            edition=self.edition,
            options=self.options,
            players=self.players,
            first_dealer=self.first_dealer or self.players[0],
            banker=self.banker or self.players[-1],
        )
        if self.place:
            with store.writing() as db:
                db.execute("UPDATE tables SET place = ? WHERE id = ?", [self.place, table.id])
        yield as_it_is_now(store, table)
        for step in self.steps:
            do(store, table, step)
            yield as_it_is_now(store, table)


# --- playing -------------------------------------------------------------------------------------


def do(store: Store, table: Table, step: Step) -> None:
    """Does one step; nothing where it makes no sense."""
    _DO[step.kind](store, table, step)


def _entry(store: Store, table: Table, line: Mapping[str, Any]) -> dict[str, Any]:
    """A drawn deal as the page would keep it; declarations that cannot be are left out."""
    edition = table.edition
    entry: dict[str, Any] = {
        "hands": {player: list(line["hands"].get(player, ())) for player in table.players}
    }
    if line.get("amounts"):
        entry |= {"amounts": line["amounts"], "majority_to": line["majority_to"]}
    if edition.arrangement == "piles":
        return {**entry, "stopped_early": bool(line.get("stopped_early"))}
    entry["went_out"] = line["went_out"]
    declared = {
        "wilds": {player: list(cards) for player, cards in line.get("wilds", {}).items() if cards},
        "reward": list(line.get("reward", ())),
        "reward_wilds": list(line.get("reward_wilds", ())),
    }
    jackpot = sheet_of(store, table).jackpot
    under = {} if jackpot is None else {"jackpot": jackpot}
    kept = {name: value for name, value in declared.items() if value}
    for names in (tuple(kept), ("reward",), ()):
        tried = {**entry, **{name: kept[name] for name in names if name in kept}, **under}
        try:
            deal_of(table, tried)
        except Refusal:
            continue
        return tried
    raise AssertionError("cards that the deck has are always possible")


def _close(store: Store, table: Table, step: Step) -> None:
    assert step.entry is not None
    entry = _entry(store, table, step.entry)
    deal = deal_of(table, entry)
    settlement = settle(table.edition, deal)
    store.close_deal(
        table,
        entry=deal,
        settlement=settlement.paid(),
        let_stand=any(blocking(settlement.findings)),
        token=uuid4().hex,
        version=store.draft(table).version,
    )


def correct(store: Store, table: Table, step: Step) -> None:
    """A deal gets other cards, is struck out, or a struck one counts again."""
    standing, struck = store.deals(table), struck_out(store, table)
    picked = struck if step.kind == "put-back" else standing
    if not picked:
        return
    old = picked[step.which % len(picked)]
    entry = (
        None if step.kind == "strike" else _entry(store, table, step.entry or old.entry.as_json())
    )
    plan = correction.plan(
        table,
        standing,
        old.number,
        None if entry is None else deal_of(table, entry),
        let_stand=True,
        struck=old if old.struck else None,
    )
    store.correct(
        table,
        number=old.number,
        reason=step.text or "the wrong cards",
        changes=plan.changes,
        token=uuid4().hex,
        counting=[deal.id for deal in standing],
    )


def write(store: Store, table: Table, step: Step) -> None:
    """Something is written down between deals; `which` says what."""
    now = as_it_is_now(store, table)
    edition, player = now.edition, now.players[step.seat % len(now.players)]
    kind = ("adjustment", "adjustment", "name", "dealer", "end")[step.which % 5]
    reason, least = step.text or "agreed otherwise", edition.amounts["step"]
    if kind == "adjustment":
        amount = (step.amount or 7) * least
        entries = [Entry("adjustment", 0, player=player, amount=amount, reason=reason)]
    elif kind == "dealer":
        entries = [Entry("dealer", 0, player=player, drawn=step.amount > 0)]
    elif kind == "name":
        name = next(name for name in OTHER_NAMES[step.which % 4 :] if name not in now.players)
        entries = [Entry("name", 0, player=player, was=player, name=name)]
    else:
        target = None if step.amount < 0 else least * (10 + step.amount)
        tie = ("shared", "play-on")[step.seat % 2]
        end = {"target": target, "deals": (None, 2, 5)[step.which % 3], "tie": tie}
        entries = [Entry("end", 0, end=end)]
    store.write_down(now, entries, token=uuid4().hex)


def _undo(store: Store, table: Table, step: Step) -> None:
    store.undo(table, token=uuid4().hex)
    draft = store.draft(table)
    if draft.data:  # the next deal is entered from the beginning
        store.save_draft(table, draft.version, {})


def _redo(store: Store, table: Table, step: Step) -> None:
    undone = store.last_undone(table)
    if undone is not None:
        store.redo(table, undone.id)


def _tick(store: Store, table: Table, step: Step) -> None:
    standing = store.deals(table)
    if standing:
        player = table.players[step.seat % len(table.players)]
        deal = standing[step.which % len(standing)]
        paid = any(
            one.paid
            for one in payments(store, table)
            if (one.number, one.player) == (deal.number, player)
        )
        set_paid(store, table, deal.id, player, not paid)


def rule(store: Store, table: Table, step: Step) -> None:
    standing = store.deals(table)
    if not standing:
        return
    outcome = ("upheld", "corrected", "agreed")[step.which % 3]
    _write_ruling(
        store,
        table,
        standing[step.which % len(standing)].id,
        table.players[step.seat % len(table.players)],
        outcome,
        step.text,
        None,
    )


def take_back(store: Store, table: Table, step: Step) -> None:
    rows = store.rows(
        "SELECT * FROM rulings AS one WHERE table_id = ? AND takes_back IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM rulings WHERE takes_back = one.id) ORDER BY id",
        [table.id],
    )
    if rows:
        row = rows[step.which % len(rows)]
        _write_ruling(store, table, row["deal_id"], row["player"], "taken-back", "", row["id"])


def _write_ruling(
    store: Store,
    table: Table,
    deal: int,
    player: str,
    outcome: str,
    note: str,
    takes_back: int | None,
) -> None:
    with store.writing() as db:
        db.execute(
            "INSERT INTO rulings (table_id, deal_id, player, outcome, note, ruling, at, takes_back,"
            " token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                table.id,
                deal,
                player,
                outcome,
                note,
                "" if takes_back else "It may go out.",
                store.now(),
                takes_back,
                uuid4().hex,
            ],
        )


_DO = {
    "close": _close,
    "correct": correct,
    "strike": correct,
    "put-back": correct,
    "write": write,
    "undo": _undo,
    "redo": _redo,
    "tick": _tick,
    "rule": rule,
    "take-back": take_back,
}


# --- drawing -------------------------------------------------------------------------------------


@st.composite
def games(draw: st.DrawFn, editions: tuple[str, ...] = edition_ids(), most: int = 8) -> Game:
    """A game of any edition with up to `most` steps; about half of them close a deal."""
    edition = load(draw(st.sampled_from(editions)))
    seats = draw(st.sampled_from(list(edition.seats)))
    players = tuple(
        draw(st.lists(st.sampled_from(NAMES), min_size=seats, max_size=seats, unique_by=name_key))
    )
    options = dict(draw(options_of(edition)))
    step = edition.amounts["step"]
    if draw(st.booleans()):
        options["target"] = draw(st.sampled_from([step * 10, step * 100, None]))
    if draw(st.booleans()):
        options["deals"] = draw(st.sampled_from([1, 2, 4, None]))
    if draw(st.booleans()):
        options["tie"] = draw(st.sampled_from(["shared", "play-on"]))
    by_cards = deals((edition.id,), players)
    line = st.one_of(by_cards, by_cards, deals_with_amounts(edition.id, players))
    close = st.builds(Step, st.just("close"), entry=line)
    other = st.builds(
        Step,
        st.sampled_from(
            ["correct", "strike", "put-back", "undo", "redo", "tick", "rule", "take-back"]
        ),
        which=st.integers(0, 8),
        entry=line,
        seat=st.integers(0, 5),
        text=st.sampled_from(["", "the Hotel was missing", '=HYPERLINK("x")', "שרה <b>"]),
    )
    written = st.builds(
        Step,
        st.just("write"),
        entry=st.none(),
        which=st.integers(0, 29),
        seat=st.integers(0, 5),
        amount=st.integers(-30, 30),
        text=st.sampled_from(["", "שרה <b>"]),
    )
    return Game(
        edition=edition.id,
        players=players,
        options=options,
        first_dealer=draw(st.sampled_from(players)),
        banker=draw(st.sampled_from(players)),
        place=draw(st.sampled_from(["", "Grandma’s kitchen", "-5 °C, the hut"])),
        steps=tuple(draw(st.lists(close | other | written, max_size=most))),
    )

"""Reads a game from a file, and refuses a file that is damaged or not of the companion.

Everything is checked before anything is stored, so that no page of an imported game can fail. The
dataclasses say what each value must be; here is what takes more than one of them: hands that the
deck can make, sums, and the order of actions. docs/game-format.md describes the file.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.export.game import (
    FORMAT,
    LARGEST_FILE,
    VERSION,
    GameFile,
    is_too_large,
    sheet_of,
)
from companion.names import close_overrides, name_key, name_problem
from companion.rules import ledger, plain
from companion.rules.deal import check
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.plain import Damaged, read
from companion.rules.refusal import Refusal
from companion.store.games import ActionRow, DealRow, Game, RulingRow

MOST_ROWS = 4_000
"""Rows of deals, with those that were replaced."""

OTHER_FILE = (
    "this is not a game of the companion. Choose a file that ends in .json and came from “Save "
    "this game” of a companion."
)
CUT_FILE = (
    "this game is not whole: its file was cut off on the way, or somebody has changed it. Save the "
    "game again where it was played."
)
OTHER_VERSION = (
    "this game was saved by another version of the companion (its file is of version {version}, "
    f"this one reads version {VERSION}). Use that version, or bring both up to date."
)
TOO_LARGE = f"This file is too large for a game: {LARGEST_FILE >> 20} MB are the most."
TOO_LONG = f"This game is too long: {MOST_ROWS:,} deals and corrections are the most."


def read_game(file: bytes) -> Game:
    """The game of a file. What was paid is not settled again.

    Raises Damaged, with the place and what is wrong there, for a file of another program or another
    version, and for a file that this program does not write: unknown cards or players, hands the
    deck cannot make, payouts that do not add up, actions in an impossible order.
    """
    data = _parsed(file)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Damaged(OTHER_FILE)
    version = data.get("version")
    if type(version) is int and version != VERSION:
        raise Damaged(OTHER_VERSION.format(version=version if abs(version) < 10**9 else "?"))
    _check_size(data)
    edition, players = _edition(data)
    found = read(GameFile, data, edition.names_known(players))
    game = found.content()
    rows = _check_actions(game)
    _check_rulings(game.rulings, len(rows))
    _check_follows(game, found)
    return game


def _parsed(file: bytes) -> Any:
    try:
        return plain.parsed(file.decode("utf-8-sig"), object_pairs_hook=plain.once)
    except plain.GivenTwice as twice:
        key = _shown(str(twice.args[0])[:40])
        raise Damaged(f"“{key}” is given twice in one object.") from None
    except ValueError:
        ours = f'"{FORMAT}"'.encode() in file[:100]
        raise Damaged(CUT_FILE if ours else OTHER_FILE) from None


def _check_size(data: Mapping[str, Any]) -> None:
    """Damaged for a game that is too long, before anything in it is checked: that takes a while."""
    actions = data.get("actions")
    deals = [one.get("deals") for one in actions if type(one) is dict] if actions else []
    if sum(len(rows) for rows in deals if type(rows) is list) > MOST_ROWS:
        raise Damaged(TOO_LONG)
    # It may be packed more tightly than we write it, and could then not be read again.
    if is_too_large(data):
        raise Damaged(TOO_LARGE)


def _edition(data: Mapping[str, Any]) -> tuple[Edition, tuple[str, ...]]:
    """The edition as it was played, and the players: all other names depend on them."""
    head = read(GameFile, {**data, "actions": [], "rulings": []})
    try:
        edition = load(head.edition, head.options)
    except Refusal as refusal:
        raise Damaged(_shown(refusal.message), "options") from None
    if len(head.players) not in edition.seats:
        least, most = min(edition.seats), max(edition.seats)
        raise Damaged(f"must be {least} to {most} for {edition.name}.", "players")
    return edition, head.players


def _shown(message: str) -> str:
    """A message without characters of a damaged file that cannot be sent."""
    return message.encode("utf-8", "replace").decode()


# --- actions -------------------------------------------------------------------------------------


def _check_actions(game: Game) -> list[DealRow]:
    """All rows of deals. Damaged when an action cannot be done after those before it.

    `live` are the positions of the actions that are not undone so far, `counts` by number the
    positions of their rows; of each number the last row counts.
    """
    rows: list[DealRow] = []
    live: list[int] = []
    counts: dict[int, list[int]] = {}
    names = _Names(game)
    for position, action in enumerate(game.actions):
        try:
            _check_action(game, action)
            if action.kind == "undo":
                if not live or action.undoes != live[-1]:
                    raise Damaged("must be the last action that still counts.", "undoes")
                undone = game.actions[live.pop()]
                names.undo(undone)
                for row in undone.deals:
                    counts[row.number].pop()
                    if not counts[row.number]:
                        del counts[row.number]
            elif action.kind == "write":
                _check_entries(game, action, max(counts, default=0))
                names.write(action)
                live.append(position)
            else:
                _check_numbers(action, counts)
                live.append(position)
                for at, row in enumerate(action.deals, len(rows)):
                    counts.setdefault(row.number, []).append(at)
        except Damaged as damaged:
            raise damaged.inside("actions", position + 1) from None
        rows += action.deals
    if names.now != {name: name for name in game.players}:
        raise Damaged("are not what the names in “actions” lead to.", "players")
    return rows


class _Names:
    """What the players of a game are called while its actions are read: by their names of today."""

    def __init__(self, game: Game) -> None:
        self.now = dict(zip(game.players, game.written, strict=True))

    def write(self, action: ActionRow) -> None:
        """Damaged for a name that nobody had then, and for one that cannot be given."""
        for number, entry in enumerate(action.entries, 1):
            if entry.kind != "name" or entry.player is None:
                continue
            if self.now[entry.player] != entry.was:
                raise Damaged("must be the name until then.", "entries", number, "was")
            if name_problem(entry.name) or entry.name != close_overrides(entry.name.strip()):
                text = "is not written as the companion writes names."
                raise Damaged(text, "entries", number, "name")
            self.now[entry.player] = entry.name
        if len({*map(name_key, self.now.values())}) < len(self.now):
            raise Damaged("give two players one name.", "entries")

    def undo(self, action: ActionRow) -> None:
        """Gives the names back that an action changed."""
        for entry in reversed(action.entries):
            if entry.kind == "name" and entry.player is not None:
                self.now[entry.player] = entry.was


def _check_entries(game: Game, action: ActionRow, after: int) -> None:
    """Damaged for entries that this table cannot have written after the deal with this number."""
    for number, entry in enumerate(action.entries, 1):
        try:
            entry.check(game.edition)
            if entry.after != after:
                raise Damaged(f"must be {after}, the last deal until then.", "after")
        except Damaged as damaged:
            raise damaged.inside("entries", number) from None


def _check_action(game: Game, action: ActionRow) -> None:
    """Damaged for an action that cannot be one, and for a deal in it."""
    undoes, gives_reason = action.kind == "undo", action.kind in ("correct", "strike")
    if gives_reason != (action.reason is not None):
        raise Damaged(f"must{' not' if gives_reason else ''} be null.", "reason")
    if undoes and action.deals:
        raise Damaged("must be empty for an undo.", "deals")
    if not undoes and action.undoes is not None:
        raise Damaged("must be null: only an undo undoes.", "undoes")
    writes = action.kind == "write"
    if writes and action.deals:
        raise Damaged("must be empty for what was written down.", "deals")
    if writes != bool(action.entries):
        raise Damaged(f"must{'' if writes else ' not'} be there.", "entries")
    for number, row in enumerate(action.deals, 1):
        try:
            _check_row(game, row)
        except Damaged as damaged:
            raise damaged.inside("deals", number) from None


def _check_numbers(action: ActionRow, counts: Mapping[int, list[int]]) -> None:
    """Checks that the rows of a close, a correction or a strike have the right numbers."""
    numbers = [row.number for row in action.deals]
    if not numbers or numbers != sorted(set(numbers)):
        raise Damaged("must be deals, each once, by number.", "deals")
    if action.kind == "close" and numbers != [max(counts, default=0) + 1]:
        raise Damaged("must be one deal, with the next number.", "deals")
    for position, row in enumerate(action.deals):
        way = "deals", position + 1
        replaces = None if action.kind == "close" else counts.get(row.number, [None])[-1]
        if row.replaces != replaces:
            raise Damaged("must be the row that counted until then.", *way, "replaces")
        if replaces is None and action.kind != "close":
            raise Damaged("there is no such deal to correct.", *way, "number")
        if row.struck != (action.kind == "strike" and position == 0):
            raise Damaged("must be true for the deal that is struck out only.", *way, "struck")


def _check_row(game: Game, row: DealRow) -> None:
    if len({*row.paid}) != len(row.paid):
        raise Damaged("must name everybody once at most.", "paid")
    edition = game.edition
    if row.entry.players != game.players:
        raise Damaged(
            "must be those of all players, in the order of their seats.", "entry", "hands"
        )
    if not edition.way.has_goer and row.entry.went_out is not None:
        text = f"must be null: nobody goes out in {edition.name}."
        raise Damaged(text, "entry", "went_out")
    try:
        check(edition, row.entry)
    except Refusal as refusal:
        raise Damaged(_shown(refusal.message), "entry") from None
    try:
        row.settlement.check(edition, game.players)
        row.settlement.check_sums()
        row.settlement.check_said(edition, row.entry)
        ledger.sheet(edition, game.players, [row], game.first_dealer)
    except Damaged as damaged:
        raise damaged.inside("settlement") from None
    except ValueError as error:
        raise Damaged(_shown(str(error)), "settlement") from None


# --- what follows from the actions ---------------------------------------------------------------


def _check_rulings(rulings: Sequence[RulingRow], rows: int) -> None:
    """Damaged for a ruling about a row that does not exist, or one that takes back what it
    cannot."""
    taken_back: set[int] = set()
    for number, ruling in enumerate(rulings):
        way, back = ("rulings", number + 1), ruling.takes_back
        if not 0 <= ruling.deal < rows:
            raise Damaged(f"must be a position from 0 to {rows - 1:,}.", *way, "deal")
        if (ruling.outcome == "taken-back") != (back is not None):
            needs = "the position of a ruling" if back is None else "null"
            raise Damaged(f"must be {needs} for this outcome.", *way, "takes_back")
        if back is None:
            continue
        old = rulings[back] if 0 <= back < number else None
        same = old is not None and (old.deal, old.player) == (ruling.deal, ruling.player)
        if not old or not same or old.takes_back is not None or back in taken_back:
            text = "must be a ruling about this hand that still stands."
            raise Damaged(text, *way, "takes_back")
        taken_back.add(back)


def _check_follows(game: Game, file: GameFile) -> None:
    """Checks that totals and winners follow from the deals."""
    try:
        sheet = sheet_of(game)
    except ValueError as error:
        raise Damaged(_shown(str(error)), "actions") from None
    if file.totals != dict(sheet.totals):
        raise Damaged("are not what the deals add up to.", "totals")
    if file.winners != sheet.winners:
        raise Damaged("are not who won by these deals.", "winners")

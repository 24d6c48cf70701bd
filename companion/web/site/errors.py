"""Errors by class: each says what is wrong on its page, what to do next, and where to go."""

from flask import request, url_for
from werkzeug.exceptions import HTTPException

from companion.store import Table


class Explained(HTTPException):
    """An error with a page of its own: `title`, `what` is wrong, `advice` on what to do next.

    The values that it is raised with fill these in: ``NoSuchDeal(number=3, word="round")``.
    `leads_to` has the words and the endpoint of each link; one to the first page is always there.
    `lost`: the table in the address cannot be opened, so nothing leads back to it.
    """

    title = what = advice = ""
    lost = False
    leads_to: tuple[tuple[str, str], ...] = ()

    def __init__(self, **values: object) -> None:
        super().__init__(self.what.format(**values))
        self.title, self.advice = self.title.format(**values), self.advice.format(**values)

    def links(self) -> list[tuple[str, str]]:
        """Where somebody can go from here: words and addresses."""
        return [(words, url_for(endpoint)) for words, endpoint in self.leads_to]


class AtTable(Explained):
    """An error of a page of one table: it leads back to the sheet."""

    def links(self) -> list[tuple[str, str]]:
        """The sheet of the table in the address."""
        return [("Back to scores", url_for("sheet.sheet", code=_code()))]


def _code() -> str:
    return str((request.view_args or {})["code"])


# --- 404: there is no such thing -----------------------------------------------------------------


class NoSuchTable(Explained):
    """No table has this `table` code."""

    code = 404
    lost = True
    title = "There is no such table"
    what = "There is no table “{table:.20}” on this server."
    advice = "Check the code. If the table got a new one, the scorekeeper’s phone shows it."
    leads_to = (("Type a code", "phones.code"),)


class NoSuchDeal(AtTable):
    """No deal of this `number` counts at the table; `word`: what the edition calls a deal."""

    code = 404
    title = "There is no such {word}"
    what = "There is no {word} {number} at this table."
    advice = "It may have been undone. The scores show all {word}s."


class NoSuchHand(AtTable):
    """The deal of this `number` has no such hand: there is no such seat, or it was struck out.
    `word`: what the edition calls a deal."""

    code = 404
    title = "There is no such hand"
    what = "There is no such hand in {word} {number} of this table."
    advice = "The {word} may have been struck out or undone. The scores show all {word}s."


class CannotRule(AtTable):
    """The rules have changed since the deal was kept, so it cannot be judged; `why`, and `word`:
    what the edition calls a deal."""

    code = 404
    title = "The referee cannot judge this {word}"
    what = "{why}"
    advice = "The amounts in the scores stay as they are."


class NoSuchRuling(AtTable):
    """The table has no such ruling; `word`: what the edition calls a deal."""

    code = 404
    title = "There is no such ruling"
    what = "There is no such ruling at this table."
    advice = "Open the {word} from the scores. It shows its rulings."


class NoSuchPlayer(Explained):
    """Nobody of this `name` has played here."""

    code = 404
    title = "There is no such player"
    what = "Nobody called “{name:.40}” has played at a table on this server."
    advice = "Look for the name in the list of players."
    leads_to = (("All players", "people.players"),)


class NoSuchEdition(Explained):
    """No edition has this id."""

    code = 404
    title = "There is no such edition"
    what = "No edition is called “{edition:.40}” here."
    advice = "Choose your edition from the list."
    leads_to = (("All editions", "rulebook.index"),)


# --- 403: this phone may not ---------------------------------------------------------------------


class NotWithThisPhone(AtTable):
    """This phone's role at the table does not allow it; `joined`: it has a role there."""

    code = 403
    title = "Not with this phone"
    joined = True

    def links(self) -> list[tuple[str, str]]:
        """How to join, for a phone that has not; and the sheet."""
        join = (f"Join table {_code()}", url_for("phones.join", code=_code()))
        return super().links() if self.joined else [join, *super().links()]


class ScorekeeperOnly(NotWithThisPhone):
    """Only the scorekeeper's phone does this."""

    what = "Only the scorekeeper’s phone can do that."
    advice = "Ask whoever holds it."


class TableLocked(NotWithThisPhone):
    """Players' phones enter nothing while the table is locked."""

    what = "This table is locked: only the scorekeeper enters."
    advice = "Ask whoever holds the scorekeeper’s phone."

    def __init__(self, *, joined: bool) -> None:
        super().__init__()
        self.joined = joined


class NotJoined(NotWithThisPhone):
    """This phone has not joined the table."""

    what = "This phone is just watching."
    advice = "Join the table first, or ask the scorekeeper."
    joined = False


class JustWatching(NotWithThisPhone):
    """This phone has joined to watch, and enters no hand."""

    what = "This phone is just watching."
    advice = "To enter a hand here, choose its player first. Or ask the scorekeeper."

    def links(self) -> list[tuple[str, str]]:
        """Where a player is chosen for this phone; and the sheet."""
        choose = ("Choose a player for this phone", url_for("phones.join", code=_code()))
        return [choose, *super().links()]


class NamesAreFixed(Explained):
    """On a server for strangers nobody changes the names of others."""

    code = 403
    title = "Names cannot be changed here"
    what = "Names cannot be changed on a server that strangers share."
    advice = "At your next table, type the name as you want it."


# --- 409: it cannot be read ----------------------------------------------------------------------


class CannotOpen(Explained):
    """A row of the `table` is damaged, or of another version."""

    code = 409
    lost = True
    title = "This table cannot be opened"
    what = "This version of the companion cannot read table {table}."
    advice = (
        "Nothing in it was changed. All other tables go on. Tell whoever runs the companion: a "
        "newer version may read it, or a backup has it."
    )


class CannotOpenGames(CannotOpen):
    """Somebody of this `name` has played, but only at the `table` or tables that cannot be read."""

    title = "These games cannot be opened"
    what = (
        "{name:.40} has played here, but this version of the companion cannot read table {table}."
    )
    leads_to = (("All players", "people.players"),)


# --- 410: deleted; 429: too often ----------------------------------------------------------------


class TableDeleted(Explained):
    """The `table` was deleted, but can still be brought back. Its page says how."""

    code = 410

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table


class TooManyCodes(Explained):
    """Too many codes that no table has were tried from one network."""

    code = 429
    lost = True
    title = "Too many wrong codes"
    what = "Too many wrong codes came from here."
    advice = (
        "Wait ten minutes, then look at the code again. Phones that have joined their table go on "
        "as before."
    )


class TooManyKeys(Explained):
    """Too many wrong recovery codes were tried at one table."""

    code = 429
    title = "Too many wrong recovery codes"
    what = "Nothing was changed."
    advice = "Wait ten minutes, then look at the code again."


class TooManyTables(Explained):
    """Too many tables were made from one network."""

    code = 429
    title = "Too many new tables"
    what = "Many tables were made from here."
    advice = "Wait ten minutes, then make the next one."


# --- 507: the disk -------------------------------------------------------------------------------


class CannotStore(Explained):
    """What was sent cannot be written to the disk of the companion."""

    code = 507
    advice = "Nothing was taken. Tell whoever runs the companion, and then send it again."


class DiskFull(CannotStore):
    """There is no room on the disk."""

    title = "The disk is full"
    what = "The companion cannot write anything: its disk is full. All scores can still be read."


class DiskReadOnly(CannotStore):
    """The disk, or the file on it, cannot be written."""

    title = "The disk cannot be written"
    what = "The companion cannot write anything on its disk. All scores can still be read."


class TablesGone(CannotStore):
    """The file of the tables was deleted or replaced while the program runs."""

    title = "The tables are gone"
    what = "The file with the tables was deleted or moved while the companion ran."
    advice = (
        "Nothing was taken. Tell whoever runs the companion: it needs a backup and a new start."
    )

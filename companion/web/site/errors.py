"""Errors that explain themselves: what is wrong, what to do next, and where to go.

Each is raised with the values that its sentences name: ``raise NoSuchDeal(number=3, word="deal")``;
`word` is what the edition calls a deal.
"""

from functools import partial

from flask import current_app, request, url_for
from werkzeug.exceptions import HTTPException

from companion.store import Table

Link = tuple[str, str]
"""The words of a link and its endpoint."""


class Explained(HTTPException):
    """An error with a page of its own: its status `code`, its title, `told` is what is wrong, and
    `advice` on what to do next.

    `leads_to` are links; one to the first page is always there. `lost`: the table in the address
    cannot be opened, so nothing leads back to it.
    """

    def __init__(
        self,
        code: int,
        title: str,
        told: str,
        advice: str,
        *,
        leads_to: tuple[Link, ...] = (),
        lost: bool = False,
        **values: object,
    ) -> None:
        super().__init__(told.format(**values))
        self.code, self.lost, self.leads_to = code, lost, leads_to
        self.title, self.advice = title.format(**values), advice.format(**values)

    def links(self) -> list[tuple[str, str]]:
        """Where somebody can go from here: words and addresses. A page of a table is that of the
        table in the address."""
        at_table = {"code": (request.view_args or {}).get("code", "")}
        expects = current_app.url_map.is_endpoint_expecting
        return [
            (words.format(**at_table), url_for(there, **at_table if expects(there, "code") else {}))
            for words, there in self.leads_to
            if there in current_app.view_functions  # a phone alone has no pages to join a table
        ]


SCORES = ("Back to scores", "sheet.sheet")
JOIN = ("Join table {code}", "phones.join")
CHOOSE = ("Choose a player for this phone", "phones.join")

# --- 404: there is no such thing -----------------------------------------------------------------

NoSuchTable = partial(
    Explained,
    404,
    "There is no such table",
    "There is no table “{table:.20}” on this server.",
    "Check the code. If the table got a new one, the scorekeeper’s phone shows it.",
    leads_to=(("Type a code", "phones.code"),),
    lost=True,
)
NoSuchDeal = partial(
    Explained,
    404,
    "There is no such {word}",
    "There is no {word} {number} at this table.",
    "It may have been undone. The scores show all {word}s.",
    leads_to=(SCORES,),
)
NoSuchHand = partial(
    Explained,
    404,
    "There is no such hand",
    "There is no such hand in {word} {number} of this table.",
    "The {word} may have been struck out or undone. The scores show all {word}s.",
    leads_to=(SCORES,),
)
CannotRule = partial(  # the rules have changed since the deal was kept
    Explained,
    404,
    "The referee cannot judge this {word}",
    "{why}",
    "The amounts in the scores stay as they are.",
    leads_to=(SCORES,),
)
NoSuchRuling = partial(
    Explained,
    404,
    "There is no such ruling",
    "There is no such ruling at this table.",
    "Open the {word} from the scores. It shows its rulings.",
    leads_to=(SCORES,),
)
NoSuchPlayer = partial(
    Explained,
    404,
    "There is no such player",
    "Nobody called “{name:.40}” has played at a table on this server.",
    "Look for the name in the list of players.",
    leads_to=(("All players", "people.players"),),
)
NoSuchEdition = partial(
    Explained,
    404,
    "There is no such edition",
    "No edition is called “{edition:.40}” here.",
    "Choose your edition from the list.",
    leads_to=(("All editions", "rulebook.index"),),
)

# --- 403: this phone may not ---------------------------------------------------------------------

NotWithThisPhone = partial(Explained, 403, "Not with this phone")
ScorekeeperOnly = partial(
    NotWithThisPhone,
    "Only the scorekeeper’s phone can do that.",
    "Ask whoever holds it.",
    leads_to=(SCORES,),
)
TableLocked = partial(
    NotWithThisPhone,
    "This table is locked: only the scorekeeper enters.",
    "Ask whoever holds the scorekeeper’s phone.",
)
NotJoined = partial(
    NotWithThisPhone,
    "This phone is just watching.",
    "Join the table first, or ask the scorekeeper.",
    leads_to=(JOIN, SCORES),
)
JustWatching = partial(
    NotWithThisPhone,
    "This phone is just watching.",
    "To enter a hand here, choose its player first. Or ask the scorekeeper.",
    leads_to=(CHOOSE, SCORES),
)
NamesAreFixed = partial(
    Explained,
    403,
    "Names cannot be changed here",
    "Names cannot be changed on a server that strangers share.",
    "At your next table, type the name as you want it.",
)

# --- 409: a row is damaged, or of another version ------------------------------------------------

CannotOpen = partial(
    Explained,
    409,
    "This table cannot be opened",
    "This version of the companion cannot read table {table}.",
    "Nothing in it was changed. All other tables go on. Tell whoever runs the companion: a newer "
    "version may read it, or a backup has it.",
    lost=True,
)
CannotOpenGames = partial(
    Explained,
    409,
    "These games cannot be opened",
    "{name:.40} has played here, but this version of the companion cannot read table {table}.",
    "Nothing in it was changed. All other tables go on. Tell whoever runs the companion: a newer "
    "version may read it, or a backup has it.",
    leads_to=(("All players", "people.players"),),
    lost=True,
)

# --- 410: deleted; 429: too often ----------------------------------------------------------------


class TableDeleted(Explained):
    """The `table` was deleted, but can still be brought back. The page of `files` says how."""

    def __init__(self, table: Table) -> None:
        super().__init__(410, "", "", "")
        self.table = table


TooManyCodes = partial(
    Explained,
    429,
    "Too many wrong codes",
    "Too many wrong codes came from here.",
    "Wait ten minutes, then look at the code again. Phones that have joined their table go on as "
    "before.",
    lost=True,
)
TooManyKeys = partial(
    Explained,
    429,
    "Too many wrong recovery codes",
    "Nothing was changed.",
    "Wait ten minutes, then look at the code again.",
)
TooManyTables = partial(
    Explained,
    429,
    "Too many new tables",
    "Many tables were made from here.",
    "Wait ten minutes, then make the next one.",
)

# --- 507: the disk -------------------------------------------------------------------------------

DiskFull = partial(
    Explained,
    507,
    "The disk is full",
    "The companion cannot write anything: its disk is full. All scores can still be read.",
    "Nothing was taken. Tell whoever runs the companion, and then send it again.",
)
PhoneFull = partial(
    Explained,
    507,
    "This phone is full",
    "The companion has no room for it. All scores can still be read.",
    "Nothing was taken. Make room on the phone, and then send it again.",
)
DiskReadOnly = partial(
    Explained,
    507,
    "The disk cannot be written",
    "The companion cannot write anything on its disk. All scores can still be read.",
    "Nothing was taken. Tell whoever runs the companion, and then send it again.",
)
TablesGone = partial(
    Explained,
    507,
    "The tables are gone",
    "The file with the tables was deleted or moved while the companion ran.",
    "Nothing was taken. Tell whoever runs the companion: it needs a backup and a new start.",
)

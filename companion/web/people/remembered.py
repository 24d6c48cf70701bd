"""Pages of players that were looked at, remembered until one of their games changes, or a name.

After a deal, only its game is opened, and what the player did goes on from what it was before.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from flask import current_app, request
from markupsafe import Markup

from companion.game.all_games import MOST_REMEMBERED, Career, KnownGames
from companion.game.player_records import Mine
from companion.names import Aliases, Renaming
from companion.newest import Newest
from companion.store import Store, people
from companion.web.people.player import PlayedRow, last_rows, player_page
from companion.web.site.http import rendered

PLAYERS_REMEMBERED = 8 << 20
"""About how many bytes they may take together, beside the facts of their games."""
GAME_BYTES, PAGE_BYTES = 1_000, 20_000
"""About how many of them are for a game, and for a page."""


@dataclass(frozen=True)
class PlayerPage:
    """What the page of a player shows: their name, each renaming and its day, and their records,
    rendered."""

    name: str
    called: Sequence[tuple[Renaming, str]]
    records: Markup


class RememberedPlayer:
    """A player with all their games. `page` has the states of the games (`people.states_of`) that
    the page was made of, and the page; None for somebody who did not play in them."""

    def __init__(self, person: str, who: Aliases) -> None:
        self.page: tuple[str, PlayerPage | None] = "", None
        self._career = Career(person, who)
        self._rows: Mapping[Mine, PlayedRow] = {}
        self._lock = Lock()

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return PAGE_BYTES + GAME_BYTES * len(self._career.games)

    def made(self, store: Store, lines: str) -> PlayerPage | None:
        """The page of the games in these states."""
        with self._lock:
            self._career.bring_up_to_date(store, lines, opened_games())
            self._rows = last_rows(self._career, self._rows)
            shown = self._shown() if self._rows else None
            self.page = lines, shown
        return shown

    def _shown(self) -> PlayerPage:
        page = player_page(self._career, self._rows.values())
        records = rendered("people/_records.html", **page)
        return PlayerPage(page["name"], page["called"], records)


class Players:
    """The players whose pages were made last."""

    def __init__(self) -> None:
        self.known = Newest[object, RememberedPlayer](PLAYERS_REMEMBERED, lambda one: one.size)

    def page(
        self, store: Store, who: Aliases, person: str, tables: Collection[int] | None
    ) -> PlayerPage | None:
        """The page of a player, of their games at the tables with these ids; None for all."""
        ids = None if tables is None else frozenset(tables)
        lines = people.states_of(store, who.keys(person), ids)
        key = request.script_root, person, who.renamings, ids
        one = self.known.get(key) or RememberedPlayer(person, who)
        made_of, shown = one.page
        if made_of != lines:
            shown = one.made(store, lines)
            self.known.keep(key, one)
        return shown


def remembered() -> Players:
    """The players that this process remembers."""
    known: Players = current_app.extensions.setdefault("players", Players())
    return known


def opened_games() -> KnownGames:
    """The games that this process remembers."""
    known: KnownGames = current_app.extensions.setdefault("facts", Newest(MOST_REMEMBERED))
    return known

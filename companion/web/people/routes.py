"""The games of this server, who played them, and one person under one name."""

from typing import cast

from flask import Blueprint, Response, current_app, request, url_for

from companion.game.all_games import Book, only, update_book
from companion.game.player_records import Facts, facts
from companion.game.sheet import edition_of, sheet_of
from companion.names import name_problem, tidied
from companion.store import Table, people
from companion.web.people import lists
from companion.web.people import player as people_view
from companion.web.people import rename as people_rename
from companion.web.people.form import RenameForm
from companion.web.site.access import Who, hosted, may, visible_tables
from companion.web.site.errors import NamesAreFixed, NoSuchPlayer
from companion.web.site.forms import refuse
from companion.web.site.http import respond, see_other, store, whole

pages = Blueprint("people", __name__)

A_PAGE = 40
"""Games on one page of the list."""
TOGETHER = 3
"""Tables that are named to show that two people sat together."""


def book() -> Book:
    """All games of this server; where strangers share it, those this phone made or joined."""
    before = cast("Book | None", current_app.extensions.get("book"))
    now = update_book(store(), before, _facts_of)
    current_app.extensions["book"] = now
    return only(now, {table.code for table in visible_tables()}) if hosted() else now


def _facts_of(table: Table) -> Facts:
    deals = store().deals(table)
    return facts(edition_of(table), sheet_of(store(), table, deals), deals)


@pages.get("/games")
@may(Who.ANYBODY)
def games() -> Response:
    """All games, the newest first; those of one player or one box when asked for."""
    player, edition = request.args.get("player", ""), request.args.get("edition", "")
    start = whole(request.args.get("from", ""), 6)
    page = lists.games(book(), player, edition, start, A_PAGE)
    return respond("people/games", status=422 if page.errors else 200, page=page)


@pages.get("/players")
@may(Who.ANYBODY)
def players() -> Response:
    """Everybody who ever played here."""
    return respond("people/players", players=lists.players(book()))


# A name may be any text, slashes and all, so it is a parameter of the address and not a part of it.


@pages.get("/player")
@may(Who.ANYBODY)
def player() -> Response:
    """The records of one player, by the name of today or an earlier one."""
    now = book()
    return respond("people/player", page=people_view.player_page(now, _person(now)))


def _person(now: Book, name: str | None = None) -> str:
    """The person of the name in the address or a form; NoSuchPlayer for a name not seen here."""
    name = request.args.get("name", "") if name is None else name
    person = now.who.person(name)
    if person not in now.of:
        raise NoSuchPlayer(name=name)
    return person


@pages.get("/player/rename")
@may(Who.ANYBODY)
def rename() -> Response:
    """The form of another name; with a name in the address also what it would change."""
    _only_at_home()  # it names tables at which both sat, whoever’s they are
    now = book()
    person = _person(now)
    given = request.args.get("new")
    return _form(now, person, given) if given is not None else _form(now, person)


def _form(now: Book, person: str, given: str | None = None, *, sent: bool = False) -> Response:
    """The form, with what is wrong with the given name; `sent` asks to look at it once more."""
    form, error, codes = RenameForm(data={"new": given}), "", list[str]()
    if given is not None:
        error, codes = _wrong(now.names[person], form.new.data)
    if error:
        refuse(form.new, error)
    page = people_rename.rename(now, person, form.new.data, error=error, codes=codes[:TOGETHER])
    status = 422 if error or sent else 200
    return respond("people/rename", status=status, page=page, form=form, sent=sent)


def _only_at_home() -> None:
    """A name is the same for the whole server: strangers do not change each other’s."""
    if hosted():
        raise NamesAreFixed


def _wrong(name: str, new: str) -> tuple[str, list[str]]:
    """What is wrong with a new name, if anything; at which tables both sat, if they did."""
    if not new:
        return "Type the new name first.", []
    if problem := name_problem(new):
        return problem, []
    if new == name:
        return "That is the name already: type another one.", []
    try:
        people.check_rename(store(), name, new)
    except people.SatTogether as refused:
        return (
            "These are two people: both sat at the same table"
            f"{_when_deleted(refused)}. Type another name.",
            list(refused.codes),
        )
    except people.EarlierName as refused:
        return (
            f"This is an earlier name of “{refused.now}”. To make both one player, "
            f"type “{refused.now}”.",
            [],
        )
    except LookupError:  # renamed at this moment by another phone
        return "The name has changed in the meantime: look at the players again.", []
    return "", []


def _when_deleted(refused: people.SatTogether) -> str:
    """Says that the table was deleted, where only such a one is in the way."""
    if len(refused.deleted) < len(refused.codes):
        return ""
    return ", which was deleted today but can still be brought back"


@pages.post("/player/rename")
@may(Who.ANYBODY)
def renamed() -> Response:
    """Keeps the new name, once: when it still does what the page said."""
    _only_at_home()
    now = book()
    name, given = request.form.get("name", ""), request.form.get("new", "")
    person = _person(now, name)
    new = tidied(given)
    if now.names[person] == new:  # the same form again
        return see_other(url_for("people.player", name=new))
    if _wrong(now.names[person], new)[0]:
        return _form(now, person, given)
    if request.form.get("merges") != str(int(people_rename.joins(now, person, new))):
        return _form(now, person, given, sent=True)
    try:
        people.rename(store(), now.names[person], new)
    except (people.SatTogether, people.EarlierName, LookupError):  # another phone was quicker
        return _form(book(), person, given)
    return see_other(url_for("people.player", name=new))


@pages.post("/player/undo")
@may(Who.ANYBODY)
def undo() -> Response:
    """Takes back the last change of a player's name, once."""
    _only_at_home()
    name = request.form.get("name", "")
    found = people.undo(store(), whole(request.form.get("renaming", ""), 9))
    return see_other(url_for("people.player", name=found.old if found else name))

"""The games of this server, who played them, and one person under one name."""

from collections.abc import Collection, Sequence

from flask import Blueprint, Response, request, url_for

from companion.game.all_games import Book, open_book
from companion.names import LONGEST_NAME, Aliases, new_name_problem, plain_name, tidied
from companion.rules.edition_file import all_editions, edition_ids
from companion.rules.words import listed, plural
from companion.store import people
from companion.store.people import Which
from companion.web.parts.game_line import line_of_game
from companion.web.people import lists
from companion.web.people.form import RenameForm
from companion.web.people.remembered import opened_games, remembered
from companion.web.site.access import Who, hosted, may, visible_tables
from companion.web.site.errors import CannotOpenGames, Explained, NamesAreFixed, NoSuchPlayer
from companion.web.site.forms import refuse
from companion.web.site.http import respond, see_other, store, whole

pages = Blueprint("people", __name__)

MOST_COUNTED = 1_000
"""Games that are counted for a page, so that it costs the same however many there are."""
TOGETHER = 3
"""Tables that are named to show that two people sat together."""


def _who() -> Aliases:
    return Aliases(people.renamings(store()))


def _book(who: Aliases, states: Sequence[people.State]) -> Book:
    return open_book(store(), who, states, opened_games())


def _states_of(who: Aliases, *persons: str) -> Sequence[people.State]:
    """All games of these people, as they are now."""
    keys = {key for person in persons for key in who.keys(person)}
    return people.tables_of(store(), Which(keys=keys, ids=visible_tables()))


def _start() -> int:
    """Where the page of a list begins."""
    return whole(request.args.get("from", ""), 6)


def _keys_meant(who: Aliases, name: str, mine: Collection[int] | None) -> set[str]:
    """The keys of who is called this. When nobody is, of those whose name has other accents."""
    keys = who.keys(who.person(name))
    if people.count_tables(store(), Which(keys=keys, ids=mine), 1):
        return keys
    wanted = plain_name(name)
    written = [one.name for one in people.known_names(store(), name, (), mine)]
    written += [one.new for one in who.renamings]
    alike = {who.person(one) for one in written if plain_name(one) == wanted}
    return {key for person in alike for key in who.keys(person)}


@pages.get("/games")
@may(Who.ANYBODY)
def games() -> Response:
    """All games, the newest first; those of one player or one box when asked for."""
    player, edition = request.args.get("player", ""), request.args.get("edition", "")
    who, mine = _who(), visible_tables()
    keys = _keys_meant(who, player, mine) if player else None
    known = keys is None or people.count_tables(store(), Which(keys=keys, ids=mine), 1) > 0
    errors = {}
    if not known:
        errors["player"] = "Nobody of this name has played here. Look for the name under Players."
    if edition and edition not in edition_ids():
        errors["edition"] = "There is no such box: choose one of the list."
    which = Which(keys=keys, edition=edition, ids=mine)
    found = 0 if errors else people.count_tables(store(), which, MOST_COUNTED + 1)
    start = _start()
    states = people.tables_of(store(), which, start, lists.A_PAGE + 1) if found else []
    if found and not states:  # further than the last
        start, states = 0, people.tables_of(store(), which, 0, lists.A_PAGE + 1)
    number = plural(found, "game") if found <= MOST_COUNTED else f"More than {MOST_COUNTED:,} games"
    book = _book(who, states[: lists.A_PAGE])
    return respond(
        "people/games",
        status=422 if errors else 200,
        lines=[line_of_game(game) for game in book.games],
        unread=book.unread,
        found=number,
        boxes=all_editions(),
        player=player,
        edition=edition,
        errors=errors,
        beside=lists.pages_beside(start, more=len(states) > lists.A_PAGE),
    )


@pages.get("/players")
@may(Who.ANYBODY)
def players() -> Response:
    """Everybody who ever played here, the last who played first; those whose name has some letters
    in it when asked for."""
    search, start = request.args.get("name", "")[:LONGEST_NAME], _start()
    who, mine = _who(), visible_tables()
    wanted = plain_name(search)
    renamed = {who.person(one.new) for one in who.renamings if wanted in plain_name(one.new)}
    also = {key for person in renamed for key in who.keys(person)}
    known = people.known_names(store(), search, also, mine)
    found = lists.first_names(known, who, start + lists.A_PAGE + 1)
    start = min(start, max(0, len(found) - 1) // lists.A_PAGE * lists.A_PAGE)
    shown = found[start : start + lists.A_PAGE]
    return respond(
        "people/players",
        players=[lists.player_line(store(), one, who, mine) for one in shown],
        search=search,
        beside=lists.pages_beside(start, more=len(found) > start + lists.A_PAGE),
    )


# A name may be any text, slashes and all, so it is a parameter of the address and not a part of it.


@pages.get("/player")
@may(Who.ANYBODY)
def player() -> Response:
    """The records of one player, by the name of today or an earlier one."""
    who, name = _who(), request.args.get("name", "")
    shown = remembered().page(store(), who, who.person(name), visible_tables())
    if shown is None:
        raise _not_seen(who, name)
    return respond("people/player", name=shown.name, called=shown.called, records=shown.records)


def _person_in_book(name: str, new: str = "") -> tuple[Book, str]:
    """Everything of the person of a name, and of the one of a new name; NoSuchPlayer for a name
    that is not seen here, CannotOpenGames where none of their games can be read."""
    who = _who()
    person = who.person(name)
    persons = (person, who.person(new)) if new else (person,)
    now = _book(who, _states_of(who, *persons))
    if person not in now.of:
        raise _not_seen(who, name)
    return now, person


def _not_seen(who: Aliases, name: str) -> Explained:
    """Why nothing is shown of this name: nobody has it, or no game of theirs can be read."""
    unread = _book(who, _states_of(who, who.person(name))).unread
    if not unread:
        return NoSuchPlayer(name=name)
    written = people.known_names(store(), name, (), visible_tables())
    called = next((one.name for one in written if who.person(one.name) == who.person(name)), name)
    return CannotOpenGames(name=who.name(called), table=listed(unread, "or"))


@pages.get("/player/rename")
@may(Who.ANYBODY)
def rename() -> Response:
    """The form of another name; with a name in the address also what it would change."""
    _only_at_home()  # it names tables at which both sat, whoever’s they are
    given = request.args.get("new")
    now, person = _person_in_book(request.args.get("name", ""), tidied(given or ""))
    return _form(now, person, given)


def _form(now: Book, person: str, given: str | None = None, *, sent: bool = False) -> Response:
    """The form, with what is wrong with the given name; `sent` asks to look at it once more."""
    form, error, codes = RenameForm(data={"new": given}), "", list[str]()
    if given is not None:
        error, codes = _wrong(now.names[person], form.new.data)
    if error:
        refuse(form.new, error)
    new = form.new.data
    other = now.who.person(new)
    mine, theirs = len(now.of[person]), len(now.of.get(other, ()))
    known = [one for one in people.names(store()) if now.who.person(one) != person]
    return respond(
        "people/rename",
        status=422 if error or sent else 200,
        form=form,
        sent=sent and not error,
        name=now.names[person],
        new=new,
        known=sorted(known),
        codes=codes[:TOGETHER],
        changes=bool(new) and not error,
        merges=_joins(now, person, new),
        spelling=other == person,
        other=now.names.get(other, ""),
        games=plural(mine, "game"),
        other_games=plural(theirs, "game"),
        all_games=plural(mine + theirs, "game"),
    )


def _joins(now: Book, person: str, new: str) -> bool:
    """Whether the new name makes two people one, because somebody else has it."""
    other = now.who.person(new)
    return other != person and other in now.of


def _only_at_home() -> None:
    """A name is the same for the whole server: strangers do not change each other’s."""
    if hosted():
        raise NamesAreFixed


def _wrong(name: str, new: str) -> tuple[str, list[str]]:
    """What is wrong with a new name, if anything; at which tables both sat, if they did."""
    if not new:
        return "Type the new name first.", []
    if problem := new_name_problem(new):
        return problem, []
    if new == name:
        return "That is the name already: type another one.", []
    try:
        people.check_rename(store(), name, new)
    except people.SatTogether as refused:
        told = "These are two people: both sat at the same table"
        if len(refused.deleted) == len(refused.codes):
            told += ", which was deleted today but can still be brought back"
        return f"{told}. Type another name.", list(refused.codes)
    except people.EarlierName as refused:
        return (
            f"This is an earlier name of “{refused.now}”. To make both one player, "
            f"type “{refused.now}”.",
            [],
        )
    except LookupError:  # renamed at this moment by another phone
        return "The name has changed in the meantime: look at the players again.", []
    return "", []


@pages.post("/player/rename")
@may(Who.ANYBODY)
def renamed() -> Response:
    """Keeps the new name, once: when it still does what the page said."""
    _only_at_home()
    name, given = request.form.get("name", ""), request.form.get("new", "")
    new = tidied(given)
    now, person = _person_in_book(name, new)
    if now.names[person] == new:  # the same form again
        return see_other(url_for("people.player", name=new))
    if _wrong(now.names[person], new)[0]:
        return _form(now, person, given)
    if request.form.get("merges") != str(int(_joins(now, person, new))):
        return _form(now, person, given, sent=True)
    try:
        people.rename(store(), now.names[person], new)
    except (people.SatTogether, people.EarlierName, LookupError):  # another phone was quicker
        return _form(*_person_in_book(name, new), given)
    return see_other(url_for("people.player", name=new))


@pages.post("/player/undo")
@may(Who.ANYBODY)
def undo() -> Response:
    """Takes back the last change of a player's name, once."""
    _only_at_home()
    name = request.form.get("name", "")[:LONGEST_NAME]
    found = people.undo(store(), whole(request.form.get("renaming", ""), 9))
    return see_other(url_for("people.player", name=found.old if found else name))

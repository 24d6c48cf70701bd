"""The games of this server, who played them, and one person under one name."""

from collections.abc import Collection

from flask import Blueprint, Response, request, url_for

from companion.game.player_records import Career, career, readable
from companion.names import LONGEST_NAME, Aliases, new_name_problem, plain_name, tidied
from companion.rules.edition_file import all_editions, edition_ids
from companion.rules.words import listed, plural
from companion.store import people
from companion.store.people import Which
from companion.web.parts.charts import svg_number
from companion.web.people.form import RenameForm
from companion.web.people.player import deal_word, place_of, player_page, share
from companion.web.site.access import Who, hosted, may, visible_tables
from companion.web.site.errors import CannotOpenGames, Explained, NamesAreFixed, NoSuchPlayer
from companion.web.site.forms import refuse
from companion.web.site.http import respond, see_other, store, whole

pages = Blueprint("people", __name__)
for said in (deal_word, place_of, share, svg_number):
    pages.add_app_template_filter(said)

A_PAGE = 50
"""Games or players on one page of a list."""
MOST_COUNTED = 1_000
"""Games that are counted for a page, so that it costs the same however many there are."""
TOGETHER = 3
"""Tables that are named to show that two people sat together."""


def _who() -> Aliases:
    return Aliases(people.renamings(store()))


# --- lists ---------------------------------------------------------------------------------------


def _start() -> int:
    """Where the page of a list begins."""
    return whole(request.args.get("from", ""), 6)


def _pages_beside(start: int, *, more: bool) -> dict[str, int | None]:
    """Where the pages of a list before and after the one from `start` on begin; None where there is
    none. `more`: there are lines after it."""
    return {
        "newer": max(0, start - A_PAGE) if start else None,
        "older": start + A_PAGE if more else None,
    }


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
    errors = {}
    if keys is not None and not people.count_tables(store(), Which(keys=keys, ids=mine), 1):
        errors["player"] = "Nobody of this name has played here. Look for the name under Players."
    if edition and edition not in edition_ids():
        errors["edition"] = "There is no such box: choose one of the list."
    which, start = Which(keys=keys, edition=edition, ids=mine), _start()
    found = 0 if errors else people.count_tables(store(), which, MOST_COUNTED + 1)
    tables = people.tables_of(store(), which, start, A_PAGE + 1) if found else []
    if found and not tables:  # further than the last
        start, tables = 0, people.tables_of(store(), which, 0, A_PAGE + 1)
    read, unread = readable(tables[:A_PAGE])
    return respond(
        "people/games",
        status=422 if errors else 200,
        games=read,
        unread=unread,
        found=plural(found, "game")
        if found <= MOST_COUNTED
        else f"More than {MOST_COUNTED:,} games",
        boxes=all_editions(),
        player=player,
        edition=edition,
        errors=errors,
        beside=_pages_beside(start, more=len(tables) > A_PAGE),
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
    last: dict[str, people.KnownName] = {}  # the name that each person played with last
    for known in people.known_names(store(), search, also, mine):
        last.setdefault(who.person(known.name), known)
    start = min(start, max(0, len(last) - 1) // A_PAGE * A_PAGE)
    shown = list(last.items())[start : start + A_PAGE]
    return respond(
        "people/players",
        players=[
            (who.name(known.name), known, _number_of_games(who, person, known, mine))
            for person, known in shown
        ],
        search=search,
        beside=_pages_beside(start, more=len(last) > start + A_PAGE),
    )


def _number_of_games(
    who: Aliases, person: str, known: people.KnownName, mine: Collection[int] | None
) -> int:
    """In how many games a person played, of whom one name is known."""
    keys = who.keys(person)
    if keys == {known.key}:
        return known.games
    return people.count_tables(store(), Which(keys=keys, ids=mine))


# --- a player ------------------------------------------------------------------------------------

# A name may be any text, slashes and all, so it is a parameter of the address and not a part of it.


def _career(who: Aliases, name: str) -> Career:
    """All games of the person of a name; NoSuchPlayer for a name that is not seen here,
    CannotOpenGames where none of their games can be read."""
    found = career(store(), who, who.person(name), visible_tables())
    if not found.games:
        raise _not_seen(found, name)
    return found


def _not_seen(found: Career, name: str) -> Explained:
    if not found.unread:
        return NoSuchPlayer(name=name)
    written = people.known_names(store(), name, (), visible_tables())
    who = found.who
    called = next((one.name for one in written if who.person(one.name) == found.person), name)
    return CannotOpenGames(name=who.name(called), table=listed(found.unread, "or"))


@pages.get("/player")
@may(Who.ANYBODY)
def player() -> Response:
    """The records of one player, by the name of today or an earlier one."""
    return respond("people/player", **player_page(_career(_who(), request.args.get("name", ""))))


# --- another name --------------------------------------------------------------------------------


@pages.get("/player/rename")
@may(Who.ANYBODY)
def rename() -> Response:
    """The form of another name; with a name in the address also what it would change."""
    _only_at_home()  # it names tables at which both sat, whoever’s they are
    return _form(_career(_who(), request.args.get("name", "")), request.args.get("new"))


def _form(mine: Career, given: str | None = None, *, sent: bool = False) -> Response:
    """The form, with what is wrong with the given name; `sent` asks to look at it once more."""
    form, error, codes = RenameForm(data={"new": given}), "", list[str]()
    if given is not None:
        error, codes = _wrong(mine.name, form.new.data)
    if error:
        refuse(form.new, error)
    new = form.new.data
    other = _other(mine, new)
    return respond(
        "people/rename",
        status=422 if error or sent else 200,
        form=form,
        sent=sent and not error,
        mine=mine,
        new=new,
        known=sorted(
            name for name in people.names(store()) if mine.who.person(name) != mine.person
        ),
        codes=codes[:TOGETHER],
        changes=bool(new) and not error,
        other=other,
        spelling=mine.who.person(new) == mine.person,
    )


def _other(mine: Career, new: str) -> Career | None:
    """The games of somebody else who has the new name, so that both become one player; None where
    nobody has it."""
    if mine.who.person(new) == mine.person:
        return None
    other = career(store(), mine.who, mine.who.person(new), visible_tables())
    return other if other.games else None


def _only_at_home() -> None:
    """A name is the same for the whole server: strangers do not change each other’s."""
    if hosted():
        raise NamesAreFixed()


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
        told = f"This is an earlier name of “{refused.now}”. To make both one player, "
        return f"{told}type “{refused.now}”.", []
    except LookupError:  # renamed at this moment by another phone
        return "The name has changed in the meantime: look at the players again.", []
    return "", []


@pages.post("/player/rename")
@may(Who.ANYBODY)
def renamed() -> Response:
    """Keeps the new name, once: when it still does what the page said."""
    _only_at_home()
    name, given = request.form.get("name", ""), request.form.get("new", "")
    mine, new = _career(_who(), name), tidied(given)
    if mine.name == new:  # the same form again
        return see_other(url_for("people.player", name=new))
    if _wrong(mine.name, new)[0]:
        return _form(mine, given)
    if request.form.get("merges") != str(int(_other(mine, new) is not None)):
        return _form(mine, given, sent=True)
    try:
        people.rename(store(), mine.name, new)
    except (people.SatTogether, people.EarlierName, LookupError):  # another phone was quicker
        return _form(_career(_who(), name), given)
    return see_other(url_for("people.player", name=new))


@pages.post("/player/undo")
@may(Who.ANYBODY)
def undo() -> Response:
    """Takes back the last change of a player's name, once."""
    _only_at_home()
    name = request.form.get("name", "")[:LONGEST_NAME]
    found = people.undo(store(), whole(request.form.get("renaming", ""), 9))
    return see_other(url_for("people.player", name=found.old if found else name))

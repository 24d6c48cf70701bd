"""The open deal: every tap is a post, and is kept on the server before it is answered."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for
from markupsafe import Markup

from companion.game import open_deal, permissions, taps
from companion.game.open_deal import NotNow, OpenDeal, Seats
from companion.game.permissions import Own
from companion.game.sheet import edition_of, sheet_of
from companion.rules.hand import Refusal
from companion.rules.payout import Settlement, blocking
from companion.store import Conflict, Draft, Table, phones
from companion.web.deal import page as open_page
from companion.web.deal import player_page
from companion.web.deal.page import DealView, Shown
from companion.web.site.access import Who, known_phone, may, me, phone
from companion.web.site.http import (
    given_token,
    new_token,
    respond,
    see_other,
    store,
    table_or_404,
    wants_fragment,
)
from companion.web.site.live import changed

pages = Blueprint("deal", __name__)

NOTES = {
    "reopened": "The deal before was opened again, to be changed. Look, then tap once more.",
    "look": "This deal has changed in the meantime. Look at it again, then tap once more.",
    "hand": "{} has changed this hand in the meantime. Look, then tap once more.",
    "out": "{} has changed who went out. Look, then tap once more.",
    "closed": "That deal was closed in the meantime. This is the next one.",
    "missing": "Not everything is entered yet.",
    "busy": "Several phones tapped at once. Tap once more.",
}
"""What a page says of a tap that did not do just what it said."""

NOT_DONE = frozenset({"look", "closed", "reopened", "hand", "out", "busy"})

OPENING = ("open", "lay", "unlay", "nothing", "wilds")
"""Taps after which another part of the page is what matters."""

TRIES = 5
"""How often a tap is made anew when another one was kept at the very same moment."""


# --- the page, and a tap -------------------------------------------------------------------------


@pages.get("/t/<code>/deal")
@may(Who.READER)
def deal(code: str) -> Response:
    """The deal that is being entered."""
    table, seats = _table(code)
    number = store().next_number(table)
    followed = request.args.get("n")
    if followed is not None and followed != str(number) and wants_fragment():
        # The page shows a deal that was closed since, or opened again.
        closed = followed.isdecimal() and int(followed) == number - 1
        return see_other(
            _deal_address(table, number - 1) if closed else url_for(".deal", code=table.code)
        )
    kept = store().draft(table)
    at = request.args.get("at")
    if at is None:
        at = _opens_at(seats, open_deal.from_json(seats, kept.data))
    note = _note(table, kept, request.args.get("note", ""), at)
    return _page(table, seats, kept, Shown(at=at, note=note))


@pages.post("/t/<code>/deal")
@may(Who.PLAYER)
def tap(code: str) -> Response:
    """One tap. It says what shall be so, so the same post again changes nothing more."""
    table, seats = _table(code)
    words, at, line = (request.form.get(name, "") for name in ("tap", "at", "line"))
    opened = False
    for _ in range(TRIES):
        kept = store().draft(table)
        if _version() < _since(kept):
            note = "reopened" if kept.data.get("reopened") else "closed"
            line = ""  # of another deal
            break
        note = ""
        before = open_deal.from_json(seats, kept.data)
        refused = permissions.refusal(seats, before, _own(), at, words)
        if refused is not None:
            return _page(table, seats, kept, Shown(at=at, note=refused), status=403)
        try:
            after, now_at = taps.tap(seats, before, at, words, line)
        except NotNow as not_now:
            return _page(table, seats, kept, Shown(at=at, note=str(not_now)), status=422)
        except Refusal as refusal:
            shown = Shown(at=at, line=line, oops=refusal.message)
            response = _page(table, seats, kept, shown, status=422)
            response.headers["HX-Reswap"] = "outerMorph show:top showTarget:#type"
            return response
        if after != before:
            touched = open_deal.touched(seats, before, after)
            note = _changed_by_another(kept, touched)
            if note:
                break
            marks = {place: (kept.version + 1, known_phone()) for place in touched}
            data = {
                **open_deal.as_json(after),
                "marks": {**kept.data.get("marks", {}), **marks},
                "since": _since(kept),
                "reopened": kept.data.get("reopened", False),
            }
            try:
                kept = store().save_draft(table, kept.version, data)
            except Conflict:
                note = "busy"
                continue
            changed()
        opened = words.startswith(OPENING) and now_at != at
        at = now_at
        break
    again = line if note in NOT_DONE and line else None  # nobody has to type it twice
    if wants_fragment() or again is not None:
        shown = Shown(at=at, opened=opened, note=_note(table, kept, note, at), line=again)
        response = _page(table, seats, kept, shown, status=409 if note in NOT_DONE else 200)
        if opened:
            shows = f"#hand{_shows(seats, kept, at)}" if at else "#deal"
            response.headers["HX-Reswap"] = f"outerMorph show:top showTarget:{shows}"
        return response
    address = url_for(".deal", code=table.code, at=at, note=note or None, _anchor=control(words))
    return see_other(address)


def _table(code: str) -> tuple[Table, Seats]:
    table = table_or_404(code)
    return table, Seats(edition_of(table), table.players)


def _opens_at(seats: Seats, deal: OpenDeal) -> str:
    mine = _own()
    if mine is None:
        return open_page.opens_at(seats, deal)
    return player_page.opens_at(seats, deal, mine)


def _view(seats: Seats, deal: OpenDeal, settlement: Settlement, shown: Shown) -> DealView:
    mine = _own()
    if mine is None:
        return open_page.view(seats, deal, settlement, shown)
    return player_page.view(seats, deal, settlement, shown, mine)


def _own() -> Own:
    """The seats whose hands this phone enters."""
    mine = me()
    if mine.keeps:
        return None
    return frozenset() if mine.seat is None or not mine.plays else frozenset({mine.seat})


def _version() -> int:
    """The version of the draft that the page showed; -1 when it does not say."""
    text = request.form.get("version", "")
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _since(kept: Draft) -> int:
    """The version of the draft with which this deal began."""
    return int(kept.data.get("since", 0)) if kept.data else kept.version


def _changed_by_another(kept: Draft, touched: Iterable[str]) -> str:
    """What is to be said when another phone has changed what a tap changes, and the page did not
    show that yet: a key of NOTES, or nothing.

    A tap says what shall be so, so it is good on a newer state too; but nobody overwrites unseen
    what another has entered. `marks` says of every hand which version changed it last, and whose
    phone did.
    """
    marks, shown = kept.data.get("marks", {}), _version()
    for place in sorted(touched):
        version, by = marks.get(place, (0, ""))
        if version > shown and by != phone():
            return "out" if place == open_deal.OUT else "hand"
    return ""


def _note(table: Table, kept: Draft, key: str, at: str) -> str:
    """What the page says of a tap that was not done; it names whose phone was quicker."""
    if key not in ("hand", "out"):
        return NOTES.get(key, "")
    place = open_deal.OUT if key == "out" else at.partition(".")[0]
    by = kept.data.get("marks", {}).get(place, (0, ""))[1]
    seats = {one.phone: one.seat for one in phones.present(store(), table)}
    seat = seats.get(by)
    who = "Another phone" if seat is None else f"{table.players[seat]}’s phone"
    return NOTES[key].format(who)


def _shows(seats: Seats, kept: Draft, at: str) -> int:
    """The player whose cards are open; the goer for the reward."""
    place = open_deal.place_of(seats, at)
    if place is None or place == open_deal.REWARD:
        return seats.players.index(kept.data["went_out"])
    return place


def control(words: str) -> str | None:
    """The id of what was tapped, for a browser that loads the page anew."""
    what, *args = words.split(":")
    if not args:
        return None
    if what in ("take", "give", "n", "made"):
        return args[0]
    if what in ("nothing", "again"):
        return f"nothing{args[0]}"
    if what == "caught":
        return f"catch{args[0]}"
    if what in ("up", "down") and len(args) == 2:
        return f"{args[1]}.{args[0]}"
    return None


def _page(table: Table, seats: Seats, kept: Draft, shown: Shown, *, status: int = 200) -> Response:
    """The page, or with htmx its one fragment, for what is kept."""
    entered = open_deal.from_json(seats, kept.data)
    try:
        settlement = _settled(table, seats, entered)
    except Refusal as refusal:  # kept under rules that have changed since
        entered = OpenDeal()
        settlement = _settled(table, seats, entered)
        shown = shown._replace(note=refusal.message)
    shown = shown._replace(version=kept.version)
    if open_deal.complete(seats, entered):
        shown = shown._replace(token=new_token())
    number = store().next_number(table)
    return respond(
        "deal/deal",
        status=status,
        table=table,
        number=number,
        follows=number,
        address=url_for(".deal", code=table.code),
        v=_view(seats, entered, settlement, shown),
    )


def _settled(table: Table, seats: Seats, entered: OpenDeal) -> Settlement:
    return open_deal.settled(seats, entered, _jackpot(table, seats))


def _jackpot(table: Table, seats: Seats) -> int | None:
    """What lies under the Bank now; None in an edition without a jackpot."""
    if "jackpot_start" not in seats.edition.options:
        return None
    return sheet_of(store(), table).jackpot


# --- closing it ----------------------------------------------------------------------------------


@pages.post("/t/<code>/deal/close")
@may(Who.SCOREKEEPER)
def close(code: str) -> Response:
    """Closes the deal as the page showed it; the same form again gives the deal it closed."""
    table, seats = _table(code)
    kept = store().draft(table)
    token, version = given_token(), _version()
    if token is None:
        return see_other(url_for(".deal", code=table.code, note="look"))
    if version != kept.version:
        return _closed_before(table, token, version)
    entered = open_deal.from_json(seats, kept.data)
    if not open_deal.complete(seats, entered):
        return see_other(url_for(".deal", code=table.code, note="missing"))
    jackpot = _jackpot(table, seats)
    try:
        settlement = open_deal.settled(seats, entered, jackpot)
    except Refusal as refusal:
        return _page(table, seats, kept, Shown(note=refusal.message), status=422)
    faults = any(blocking(settlement.findings))
    if faults and request.form.get("let_stand") != "1":
        return _page(table, seats, kept, Shown(let_stand_oops=True), status=422)
    try:
        closed = store().close_deal(
            table,
            entry=open_deal.entry_of(seats, entered, jackpot),
            settlement=settlement.as_json(),
            let_stand=faults,
            token=token,
            version=version,
        )
    except Conflict:
        return see_other(url_for(".deal", code=table.code, note="look"))
    return see_other(_deal_address(table, closed.number))


def _closed_before(table: Table, token: str, version: int) -> Response:
    """The answer to a form whose draft is gone: the deal it closed, or a page to look again."""
    try:
        # Gives what the token brought about; it writes nothing, for the version is an old one.
        closed = store().close_deal(
            table, entry={}, settlement={}, let_stand=False, token=token, version=version
        )
    except Conflict:
        return see_other(url_for(".deal", code=table.code, note="look"))
    if closed.id not in {deal.id for deal in store().deals(table)}:  # undone, or corrected, since
        return see_other(url_for(".deal", code=table.code, note="look"))
    return see_other(_deal_address(table, closed.number))


def _deal_address(table: Table, number: int) -> str:
    return url_for("closed_deal.deal", code=table.code, number=number)


# --- parts that are rendered once ----------------------------------------------------------------


@lru_cache(maxsize=8192)
def _rendered(template: str, part: tuple[Any, ...]) -> str:
    return current_app.jinja_env.get_template(template).render(part=part)


def pieces(parts: Iterable[tuple[Any, ...]], template: str) -> Markup:
    """The template with each of the parts, rendered once for every part there is.

    Most of what a tap answers is the same as before, and a part is a plain tuple of all it shows.
    """
    return Markup("".join([_rendered(template, part) for part in parts]))


pages.add_app_template_filter(pieces, "pieces")

"""The open deal: every tap is a post, and is kept on the server before it is answered."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, request, url_for

from companion.game.close_deal import CannotClose, Closed, NotClosed, close_deal
from companion.game.make_tap import Made, Posted, Refused, Stale, Unseen, last_changed_by, make_tap
from companion.game.open_deal import WHOLE_DEAL, OpenDeal, open_deal_of
from companion.game.seats import seats_of
from companion.game.taps import Opened, OwnSeats
from companion.rules.hand import Refusal
from companion.store import Draft, Table, phones
from companion.store.sheets import jackpot_of, sheet_of
from companion.web.deal.page import closing_of, editor_for, opens_at
from companion.web.hand.editor import (
    Editor,
    Shown,
    after_tap,
    posted_tap,
    refused,
    scrolled,
)
from companion.web.hand.reading import as_read, reading_of, text_answered
from companion.web.parts.read_cards import SentText, sent_text, swap_all, taking
from companion.web.parts.words import result, whose_phone
from companion.web.site.access import Who, known_phone, may, me
from companion.web.site.http import (
    given_token,
    new_token,
    respond,
    see_other,
    store,
    wants_fragment,
)
from companion.web.site.live import changed

pages = Blueprint("deal", __name__)

NOTES: dict[str, str] = {
    Unseen.REOPENED: "The last one was opened again, to be changed. Look, then tap once more.",
    Unseen.HAND: "{} has changed this hand in the meantime. Look, then tap once more.",
    Unseen.OUT: "{} has changed who went out. Look, then tap once more.",
    Unseen.MONOPOLY: "Another phone has changed this monopoly. Look, then tap once more.",
    Unseen.STOPPED: "Another phone has changed whether the round was stopped early. Look, then tap "
    "once more.",
    Unseen.CLOSED: "That was closed in the meantime. This is the next one.",
    Unseen.BUSY: "Several phones tapped at once. Tap once more.",
    NotClosed.LOOK: "This has changed in the meantime. Look again, then tap once more.",
    NotClosed.MISSING: "Not everything is entered yet.",
}
"""What a page says of a tap that was not made, or a deal that was not closed. The keys are in
addresses."""
CLEARED = "Play goes on. What was entered was cleared."
"""What a page says that had cards open when another phone threw the whole entry away."""


# --- the page, and a tap -------------------------------------------------------------------------


@pages.get("/t/<code>/deal")
@may(Who.READER)
def deal(table: Table) -> Response:
    """The deal that is being entered."""
    number = store().next_number(table)
    followed = request.args.get("n")
    if followed is not None and followed != str(number):
        # The page shows a deal that was closed since, or opened again.
        closed = followed == str(number - 1)
        return see_other(_deal_address(table, number - 1) if closed else _address(table))
    draft = store().draft(table)
    asked = request.args.get("at")
    at = _opens_at(table, draft) if asked is None else Opened.parse(asked)
    note = _note(table, draft, request.args.get("note", ""), at)
    if wants_fragment() and at.place is not None and not _open_deal(table, draft).knows_who:
        note = CLEARED
    shown = Shown(at=at, note=note, left_out=request.args.get("left", ""))
    return _page(table, draft, shown, number=number)


@pages.post("/t/<code>/deal")
@may(Who.PLAYER)  # and of those only the taps that `Tap.forbidden` allows
def tap(table: Table) -> Response:
    """One tap. It says what shall be so, so the same post again changes nothing more."""
    if sent := sent_text(request.form, _version()):
        return _read(table, sent)
    posted = posted_tap(request.form, _version())
    return _answered(table, posted, make_tap(store(), table, posted, _own(), known_phone()))


def _answered(table: Table, posted: Posted, answer: Made | Refused | Stale) -> Response:
    """The page after a tap, whatever became of it."""
    if isinstance(answer, Made):
        return _made(table, posted, answer)
    if isinstance(answer, Stale):
        return _stale(table, posted, answer)
    status = 403 if answer.forbidden else 422
    return _page(table, store().draft(table), refused(posted, answer), status=status)


def _read(table: Table, sent: SentText) -> Response:
    """A text shown as cards, or the page once these were taken; the text is kept until then."""
    draft = store().draft(table)
    deal = _open_deal(table, draft)
    taken = taking(deal, sent)
    if taken is None:
        return _page(table, draft, as_read(deal, sent), only_reading=True)
    answer = make_tap(store(), table, taken, _own(), known_phone())
    return swap_all(_answered(table, taken, answer), "deal")


def _made(table: Table, posted: Posted, made: Made) -> Response:
    """The page after a tap; scrolled to the part that the tap led to."""
    if made.changed:
        changed()
    at = made.result.at
    if not wants_fragment():
        left = posted.left_out or None
        return see_other(_address(table, at=at, left=left, _anchor=posted.tap.anchor))
    scrolls = posted.scrolls_to(at)
    response = _page(table, made.draft, after_tap(posted, at, scrolls=scrolls))
    return scrolled(response, made.result) if scrolls else response


def _stale(table: Table, posted: Posted, stale: Stale) -> Response:
    """How the deal stands now. What was typed is kept, unless it was for another deal."""
    line = "" if stale.why in (Unseen.CLOSED, Unseen.REOPENED) else posted.text
    if not wants_fragment() and not line:
        anchor = posted.tap.anchor
        return see_other(_address(table, at=posted.at, note=stale.why, _anchor=anchor))
    note = _note(table, stale.draft, stale.why, posted.at)
    shown = Shown(at=posted.at, note=note, line=line or None)
    return _page(table, stale.draft, shown, status=409)


def _own() -> OwnSeats:
    """The seats whose hands this phone enters."""
    mine = me()
    if mine.keeps:
        return None
    return frozenset() if mine.seat is None or not mine.plays else frozenset({mine.seat})


def _had_open(at: Opened) -> bool:
    """Whether this is a tap by htmx on a page that has the same cards open already."""
    fields = request.form
    return wants_fragment() and "tap" in fields and fields.get("at") == str(at)


def _version() -> int:
    """The version of the draft that the page showed; -1 when it does not say."""
    text = request.form.get("version", "")
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _open_deal(table: Table, draft: Draft) -> OpenDeal:
    return open_deal_of(seats_of(table), draft)


def _opens_at(table: Table, draft: Draft) -> Opened:
    """What a fresh page has open."""
    return opens_at(_open_deal(table, draft), _own())


def _note(table: Table, draft: Draft, key: str, at: Opened) -> str:
    """What the page says of a tap that was not made; it names whose phone was quicker."""
    if key not in (Unseen.HAND, Unseen.OUT):
        return NOTES.get(key, "")
    by = last_changed_by(draft, WHOLE_DEAL if key == Unseen.OUT else str(Opened(at.place)))
    seat = {one.phone: one.seat for one in phones.present(store(), table)}.get(by)
    return NOTES[key].format(whose_phone(table, seat))


def _won(table: Table) -> str:
    """Who won, if the game is over."""
    sheet = sheet_of(store(), table)
    return result(sheet) if sheet.over else ""


def _page(
    table: Table,
    draft: Draft,
    shown: Shown,
    *,
    number: int = 0,
    status: int = 200,
    only_reading: bool = False,
    not_closed: NotClosed | None = None,
) -> Response:
    """The page, or with htmx its one fragment, for what is kept. `number` is that of the deal, 0
    if it is still to be read; `only_reading`: the part of the page that shows a text as cards;
    `not_closed` says which box to tick before the deal can be closed."""
    deal, jackpot, own = _open_deal(table, draft), jackpot_of(store(), table), _own()
    shown = replace(shown, version=draft.version)
    try:
        settlement = deal.settled(jackpot)
    except Refusal as refusal:  # kept under rules that have changed since
        deal = OpenDeal(deal.seats)
        settlement = deal.settled(jackpot)
        shown = replace(shown, note=refusal.message)
    number = number or store().next_number(table)
    editor = editor_for(deal, settlement, shown, own)
    address = _address(table)
    reading = reading_of(editor, address, there=_had_open(editor.at))

    def page(editor: Editor, status: int) -> Response:
        fragment = wants_fragment()
        return respond(
            "deal/_open_deal" if fragment else "deal/deal",  # all of the block `part` of that
            status=status,
            table=table,
            number=number,
            address=address,
            editor=editor,
            reading=reading,
            closing=closing_of(editor),
            token=new_token() if editor.closing else "",
            not_closed=not_closed,
            won="" if fragment else _won(table),
        )

    if only_reading:
        return text_answered(editor, reading, page, "deal")
    return page(editor, status)


# --- closing it ----------------------------------------------------------------------------------


@pages.post("/t/<code>/deal/close")
@may(Who.SCOREKEEPER)
def close(table: Table) -> Response:
    """Closes the deal as the page showed it; the same form again gives the deal it closed."""
    answer = close_deal(
        store(),
        table,
        version=_version(),
        token=given_token(),
        let_stand=request.form.get("let_stand") == "1",
        reward_done=request.form.get("reward_done") == "1",
    )
    if isinstance(answer, Closed):
        return see_other(_deal_address(table, answer.number))
    if isinstance(answer, CannotClose):
        return _page(table, store().draft(table), Shown(note=answer.message), status=422)
    if answer is NotClosed.ASKS or answer is NotClosed.REWARD:
        return _page(table, store().draft(table), Shown(), status=422, not_closed=answer)
    return see_other(_address(table, note=answer))


def _address(table: Table, **values: Any) -> str:
    return url_for("deal.deal", code=table.code, **values)


def _deal_address(table: Table, number: int) -> str:
    return url_for("closed_deal.deal", code=table.code, number=number)

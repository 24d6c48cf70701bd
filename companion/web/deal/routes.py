"""The open deal: every tap is a post, and is kept on the server before it is answered."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from flask import Blueprint, Response, request, url_for

from companion.game.close_deal import CannotClose, Closed, NotClosed, close_deal
from companion.game.make_tap import Posted, Refused, Stale, Unseen, last_changed_by, make_tap
from companion.game.open_deal import MOST_HELD, WHOLE_DEAL, OpenDeal, open_deal_of
from companion.game.seats import seats_of
from companion.game.taps import CLOSED, Opened, OwnSeats, TapResult
from companion.store import Draft, Table, phones
from companion.store.sheets import jackpot_of, sheet_of
from companion.web.deal.page import closing_of, editor_for, opens_at
from companion.web.hand.editor import Editor, Shown
from companion.web.hand.hand_page import HandPage, posted_tap, settled_or_empty
from companion.web.hand.reading import reading_of
from companion.web.parts.read_cards import ReadCards, sent_text
from companion.web.parts.words import result, whose_phone
from companion.web.site.access import Who, known_phone, may, me
from companion.web.site.http import (
    given_token,
    new_token,
    respond,
    see_other,
    stands_at,
    store,
    wants_fragment,
)
from companion.web.site.live import changed

pages = Blueprint("deal", __name__)

NOTES: Mapping[str, str] = {
    Unseen.REOPENED: "The last one was opened again, to be changed. Look, then tap once more.",
    Unseen.HAND: "{} has changed this hand in the meantime. Look, then tap once more.",
    Unseen.MOST: "{} has changed who held the most. Look, then tap once more.",
    Unseen.OUT: "{} has changed who went out. Look, then tap once more.",
    Unseen.MONOPOLY: "Another phone has changed this monopoly. Look, then tap once more.",
    Unseen.STOPPED: "Another phone has changed whether the round was stopped early. Look, then tap "
    "once more.",
    Unseen.CLOSED: "That was closed in the meantime. This is the next one.",
    Unseen.BUSY: "Several phones tapped at once. Tap once more.",
    NotClosed.LOOK: "This has changed in the meantime. Look again, then tap once more.",
    NotClosed.MISSING: "Not everything is entered yet.",
}
"""What a page says of a tap that was not made, or of a deal that was not closed. Either comes back
as `note` in an address, so both kinds of reasons are keys here, and no value is in both."""
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
    page = OpenDealPage(table, number=number)
    asked = request.args.get("at")
    entered = page.deal_at(CLOSED)
    at = opens_at(entered, _own()) if asked is None else Opened.parse(asked)
    note = _note(table, page.draft, request.args.get("note", ""), at)
    if wants_fragment() and at.place is not None and not entered.knows_who:
        note = CLEARED
    return page.show(Shown(at=at, note=note, left_out=request.args.get("left", "")))


@pages.post("/t/<code>/deal")
@may(Who.PLAYER)  # and of those only the taps that `Tap.forbidden` allows
def tap(table: Table) -> Response:
    """One tap. It says what shall be so, so the same post again changes nothing more."""
    page = OpenDealPage(table)
    if sent := sent_text(request.form, _version()):
        return page.answer_text(sent)
    return page.answer_tap(posted_tap(request.form, _version()))


class OpenDealPage(HandPage):
    """The deal that a table is entering, from its draft. A tap is kept in that draft, and a text
    stays on the page until its cards are taken."""

    def __init__(self, table: Table, *, number: int = 0, not_closed: NotClosed | None = None):
        """`number` is that of the deal, 0 if it is still to be read; `not_closed` says which box to
        tick before the deal can be closed."""
        self.table = table
        self.number = number
        self.not_closed = not_closed

    @cached_property
    def draft(self) -> Draft:
        """What is entered so far, as it was when it was last read or kept."""
        return store().draft(self.table)

    def deal_at(self, at: Opened) -> OpenDeal:
        return open_deal_of(seats_of(self.table), self.draft)

    def keep(self, posted: Posted) -> TapResult | Refused | Response:
        answer = make_tap(store(), self.table, posted, _own(), known_phone())
        if isinstance(answer, Refused):
            self.draft = store().draft(self.table)
            return answer
        self.draft = answer.draft
        if isinstance(answer, Stale):
            return self._stale(posted, answer.why)
        if answer.changed:
            changed()
        return answer.result

    def _stale(self, posted: Posted, why: Unseen) -> Response:
        """How the deal stands now. What was typed is kept, unless it was for another deal."""
        line = "" if why in (Unseen.CLOSED, Unseen.REOPENED) else posted.text
        if not wants_fragment() and not line:
            anchor = posted.tap.anchor
            return see_other(_address(self.table, at=posted.at, note=why, _anchor=anchor))
        note = _note(self.table, self.draft, why, posted.at)
        return self.show(Shown(at=posted.at, note=note, line=line or None), 409)

    def address_after(self, posted: Posted, at: Opened) -> str:
        left = posted.left_out or None
        return _address(self.table, at=at, left=left, _anchor=posted.tap.anchor)

    def editor(self, shown: Shown) -> Editor:
        jackpot = jackpot_of(store(), self.table)
        deal, settlement, why_empty = settled_or_empty(self.deal_at(shown.at), jackpot)
        shown = replace(shown, version=self.draft.version, note=why_empty or shown.note)
        return editor_for(deal, settlement, shown, _own())

    def reading(self, editor: Editor) -> ReadCards | None:
        return reading_of(editor, _address(self.table), there=_had_open(editor.at))

    def whole(self, editor: Editor, reading: ReadCards | None, status: int) -> Response:
        fragment = wants_fragment()
        response = respond(
            "deal/_open_deal" if fragment else "deal/deal",  # all of the block `part` of that
            status=status,
            table=self.table,
            number=self.number or store().next_number(self.table),
            address=_address(self.table),
            editor=editor,
            reading=reading,
            closing=closing_of(editor),
            token=new_token() if editor.closing else "",
            not_closed=self.not_closed,
            won="" if fragment else _won(self.table),
        )
        return stands_at(response, _address(self.table, at=editor.at))  # where a reload looks


def _own() -> OwnSeats:
    """The seats whose hands this phone enters."""
    mine = me()
    if mine.keeps:
        return None
    return frozenset() if mine.seat is None or not mine.plays else frozenset({mine.seat})


def _had_open(at: Opened) -> bool:
    """Whether this is a tap by htmx on a page that has the same cards open already."""
    fields = request.form
    had = Opened.parse(fields.get("at", "")).place
    return wants_fragment() and "tap" in fields and had == at.place


def _version() -> int:
    """The version of the draft that the page showed; -1 when it does not say."""
    text = request.form.get("version", "")
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _note(table: Table, draft: Draft, key: str, at: Opened) -> str:
    """What the page says of a tap that was not made; it names whose phone was quicker."""
    places = {Unseen.HAND: str(Opened(at.place)), Unseen.OUT: WHOLE_DEAL, Unseen.MOST: MOST_HELD}
    if key not in places:
        return NOTES.get(key, "")
    by = last_changed_by(draft, places[Unseen(key)])
    seats = {phone.phone: phone.seat for phone in phones.present(store(), table)}
    return NOTES[key].format(whose_phone(table, seats.get(by)))


def _won(table: Table) -> str:
    """Who won, if the game is over."""
    sheet = sheet_of(store(), table)
    return result(sheet) if sheet.over else ""


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
        return OpenDealPage(table).show(Shown(note=answer.message), 422)
    if answer is NotClosed.ASKS or answer is NotClosed.REWARD:
        return OpenDealPage(table, not_closed=answer).show(Shown(), 422)
    return see_other(_address(table, note=answer))


def _address(table: Table, **values: Any) -> str:
    return url_for("deal.deal", code=table.code, **values)


def _deal_address(table: Table, number: int) -> str:
    return url_for("closed_deal.deal", code=table.code, number=number)

"""What a page with the hand editor answers to a tap, and to a text.

The open deal, a correction and the referee are such pages. Each is a `HandPage` that says where its
deal comes from, where it is kept after a tap, and what stands around the editor.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from flask import Response

from companion.game.make_tap import Posted, Refused
from companion.game.open_deal import OpenDeal
from companion.game.taps import Opened, SayAmount, Tap, TapResult, TypeLine
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement
from companion.web.hand.editor import Editor, Shown
from companion.web.parts.read_cards import ReadCards, SentText, chosen_text, swap_all, taking
from companion.web.site.http import respond, see_other, wants_fragment

NOT_OPEN = "First tap whose cards these are."


class HandPage(ABC):
    """A page with the hand editor, for one request."""

    target: ClassVar[str] = "deal"
    """The id of what htmx swaps once cards were taken from a text."""

    # --- what each page says of itself -----------------------------------------------------------

    @abstractmethod
    def deal_at(self, at: Opened) -> OpenDeal:
        """The deal as it stands, for a page that has `at` open."""

    @abstractmethod
    def keep(self, posted: Posted) -> TapResult | Refused | Response:
        """Makes the tap and keeps what comes of it; else why it cannot be, or a page that says
        so."""

    @abstractmethod
    def address_after(self, posted: Posted, at: Opened) -> str:
        """Where a browser without htmx goes after the tap, with `at` open."""

    @abstractmethod
    def editor(self, shown: Shown) -> Editor:
        """The cards to tap."""

    @abstractmethod
    def reading(self, editor: Editor) -> ReadCards | None:
        """The part for cards that are said, scanned or typed."""

    @abstractmethod
    def whole(self, editor: Editor, reading: ReadCards | None, status: int) -> Response:
        """The page, or the part of it that htmx swaps."""

    def after(self, posted: Posted, at: Opened) -> Shown:
        """What the page shows after a tap that was made, with `at` open."""
        return after_tap(posted, at, scrolls=posted.scrolls_to(at))

    # --- what all of them answer -----------------------------------------------------------------

    def show(self, shown: Shown, status: int = 200) -> Response:
        """The page that shows this."""
        editor = self.editor(shown)
        return self.whole(editor, self.reading(editor), status)

    def answer_tap(self, posted: Posted) -> Response:
        """Makes a tap; the page after it is scrolled to the part that the tap led to."""
        kept = self.keep(posted)
        if isinstance(kept, Response):
            return kept
        if isinstance(kept, Refused):
            return self.show(refused(posted, kept), 403 if kept.forbidden else 422)
        if not wants_fragment():
            return see_other(self.address_after(posted, kept.at))
        shown = self.after(posted, kept.at)
        response = self.show(shown)
        if shown.scrolls:
            response.headers["HX-Reswap"] = f"outerMorph show:top showTarget:#{kept.shows}"
        return response

    def answer_text(self, sent: SentText) -> Response:
        """A text shown as cards, or the page once these were taken."""
        deal = self.deal_at(sent.at)
        tap_that_takes = taking(deal, sent)
        if tap_that_takes is not None:
            return swap_all(self.answer_tap(tap_that_takes), self.target)
        text = chosen_text(deal.edition, sent)
        return self._read(Shown(at=sent.at, line=text, not_taken=bool(sent.take)))

    def _read(self, shown: Shown) -> Response:
        """What a text was read as, before any cards are taken; with htmx only that part. 422 when
        no cards are open, or the text cannot be read."""
        editor = self.editor(shown)
        reading = self.reading(editor)
        if reading is None or not editor.has_picker:
            not_open = replace(editor, shown=replace(editor.shown, note=NOT_OPEN))
            return swap_all(self.whole(not_open, reading, 422), self.target)
        status = 422 if reading.oops else 200
        if wants_fragment():
            return respond("parts/_read_cards", status=status, reading=reading)
        return swap_all(self.whole(editor, reading, status), self.target)


def posted_tap(fields: Mapping[str, str], version: int = -1) -> Posted:
    """The tap that came with these fields of a form or an address."""
    tap = Tap.parse(fields.get("tap", ""), fields)
    text = tap.line if isinstance(tap, TypeLine) else ""
    if isinstance(tap, SayAmount):
        text = tap.amount
    return Posted(tap, Opened.parse(fields.get("at", "")), version, text)


def after_tap(posted: Posted, at: Opened, *, scrolls: bool) -> Shown:
    """The page after a tap that was made, with `at` open; `scrolls`: the tap led there."""
    tap = posted.tap
    same_cards = at.place is not None and at.place == posted.at.place
    closes_layer = posted.at.wild is not None  # the cards would be scrolled to
    return Shown(
        at=at,
        opened=scrolls or tap.loses_its_button or (tap.scrolls and at != posted.at),
        scrolls=scrolls,
        to_verdict=(tap.to_verdict or closes_layer) and same_cards,
        left_out=posted.left_out if same_cards else "",
    )


def refused(posted: Posted, refusal: Refused) -> Shown:
    """The page after a tap that was refused: the reason at the top, or beside the text field."""
    if refusal.about_line or posted.at.amount:
        return Shown(at=posted.at, line=posted.text, oops=refusal.message)
    return Shown(at=posted.at, note=refusal.message)


def settled_or_empty(deal: OpenDeal, jackpot: int | None) -> tuple[OpenDeal, Settlement, str]:
    """The deal, what it pays, and "". Where it was kept under rules that have changed since, and
    cannot be under today's: a deal with nothing entered, and the message that says why."""
    try:
        return deal, deal.settled(jackpot), ""
    except Refusal as refusal:
        empty = OpenDeal(deal.seats)
        return empty, empty.settled(jackpot), refusal.message

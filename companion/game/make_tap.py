"""Making a tap on the deal that a table is entering: read the draft, decide, keep."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.game.deal_state import WHOLE_DEAL
from companion.game.open_deal import OpenDeal, TapRefused, open_deal_of
from companion.game.permissions import OwnSeats, forbids
from companion.game.seats import seats_of
from companion.game.taps import CLOSED, Does, Opened, Tap, TapResult
from companion.rules.hand import Refusal
from companion.store import Conflict, Draft, Store, Table, phones

TRIES = 5
"""How often a tap is made anew when another one was kept at the very same moment."""


class Unseen(StrEnum):
    """What a page had not seen, so that it has to be looked at again before its tap can count. The
    values are in addresses.

    A tap says what shall be so, so it fits a newer state too; but nobody overwrites unseen what
    another phone has entered.
    """

    REOPENED = "reopened"
    """The deal before this one was opened again."""
    CLOSED = "closed"
    """The deal that the page shows was closed."""
    HAND = "hand"
    """Another phone has changed this hand."""
    MONOPOLY = "monopoly"
    """Another phone has changed who made this monopoly."""
    STOPPED = "stopped"
    """Another phone has changed whether the round was stopped early."""
    OUT = "out"
    """Another phone has changed who went out."""
    BUSY = "busy"
    """Several phones tapped at once, again and again."""


class Posted(NamedTuple):
    """What a page posts: tap, what was open, text field, version of the draft (-1: not said)."""

    tap: Tap
    at: Opened = CLOSED
    line: str = ""
    version: int = -1

    def scrolls_to(self, at: Opened) -> bool:
        """Whether the tap leads to another part of the page, once `at` is open."""
        return self.tap.scrolls and at != self.at


class Made(NamedTuple):
    """The tap was made. `changed`: the draft is a new version; `scrolls`: another part is open."""

    draft: Draft
    result: TapResult
    changed: bool
    scrolls: bool


class Refused(NamedTuple):
    """The tap was not made; `message` says why. `forbidden`: this phone may not make it.
    `about_line`: the message is about what was typed in the text field."""

    message: str
    forbidden: bool = False
    about_line: bool = False


class Stale(NamedTuple):
    """The tap was not made, for the page showed an older state than `draft`."""

    draft: Draft
    why: Unseen


def try_tap(deal: OpenDeal, posted: Posted, *, enters_reward: bool = True) -> TapResult | Refused:
    """What a tap makes of a deal, or why it cannot be; keeps nothing. `enters_reward`: this phone
    entered the hand that went out, so that going on to another hand ends the reward."""
    try:
        result = posted.tap.apply(deal, posted.at, posted.line)
        if enters_reward and posted.tap.leaves_reward(deal, posted.at):
            result = result._replace(deal=result.deal.reward_done())
        left = posted.at.place_in(deal)
        if left == result.at.place_in(result.deal):
            return result
        return result._replace(deal=result.deal.left(left))
    except TapRefused as refused:
        return Refused(str(refused))
    except Refusal as refusal:
        return Refused(refusal.message, about_line=True)


def make_tap(
    store: Store, table: Table, posted: Posted, own: OwnSeats, phone: str
) -> Made | Refused | Stale:
    """Makes a tap on the draft of a table, for a phone that enters the hands of the seats `own`.

    The same tap again changes nothing more. Of several taps at the same moment each is made.
    """
    seats = seats_of(table)
    for _ in range(TRIES):
        draft = store.draft(table)
        if unseen := unseen_deal(draft, posted.version):
            return Stale(draft, unseen)
        before = open_deal_of(seats, draft)
        if own is None and before.entering - before.hands.keys():  # perhaps on phones that are gone
            before = before.without_gone(phones.entered_seats(store, table))
        forbidden = forbids(before, own, posted.at, posted.tap)
        if forbidden is not None:
            return Refused(forbidden, forbidden=True)
        entered_by = last_changed_by(draft, str(before.goer))
        result = try_tap(before, posted, enters_reward=entered_by in ("", phone))
        if isinstance(result, Refused):
            return result
        if own:
            result = result._replace(deal=_on_own_phone(result, posted, own))
        scrolls = posted.scrolls_to(result.at)
        touched = result.deal.touched_since(before)
        if not touched and result.deal.entering == before.entering:
            return Made(draft, result, False, scrolls)
        if posted.tap.does is Does.ALL_IN:  # of the cards that the page showed
            touched |= {str(posted.tap.who)}
        unseen = _changed_unseen(draft, touched, posted.version, phone, has_goer=before.has_goer)
        if unseen is not None:
            return Stale(draft, unseen)
        changes = {place: [draft.version + 1, phone] for place in touched}
        try:
            kept = store.save_draft(table, draft.version, _data(draft, result.deal, changes))
        except Conflict:
            continue
        return Made(kept, result, True, scrolls)
    return Stale(store.draft(table), Unseen.BUSY)


def _on_own_phone(result: TapResult, posted: Posted, own: frozenset[int]) -> OpenDeal:
    """The deal after a tap on a phone of the seats `own`. Their hand is still being entered while
    it stays open there, and when its player did not go out after all, for it may be half done."""
    deal, taken_back = result.deal, posted.tap.does is Does.IN
    place, left = result.at.place_in(deal), posted.at.place_in(deal)
    for seat in own if taken_back else own.intersection((place, left)):
        half_done = taken_back and bool(deal.cards_at(seat))
        deal = deal.on_own_phone(seat, is_open=half_done or seat == place)
    return deal


def began_at(draft: Draft) -> int:
    """The version of the draft with which the deal began."""
    return int(draft.data.get("since", 0)) if draft.data else draft.version


def unseen_deal(draft: Draft, shown: int) -> Unseen | None:
    """Why a page that shows this version shows another deal than the open one; None otherwise."""
    if shown >= began_at(draft):
        return None
    return Unseen.REOPENED if draft.data.get("reopened") else Unseen.CLOSED


def last_changed_by(draft: Draft, place: str) -> str:
    """The phone that last changed a hand, given by its seat, a monopoly or WHOLE_DEAL; "" when no
    phone did."""
    changes = _changes(draft)
    return str(changes[place][1]) if place in changes else ""


def _changes(draft: Draft) -> Mapping[str, Any]:
    """By seat, monopoly or WHOLE_DEAL: the version that changed it last, and whose phone did."""
    changes: Mapping[str, Any] = draft.data.get("marks", {})
    return changes


def _changed_unseen(
    draft: Draft, touched: frozenset[str], shown: int, phone: str, *, has_goer: bool
) -> Unseen | None:
    """What of `touched` another phone has changed since version `shown`; None for nothing."""
    changes = _changes(draft)
    unseen = {place for place, (version, by) in changes.items() if version > shown and by != phone}
    if not has_goer and any(map(str.isdigit, unseen)):
        # An early version noted whose monopolies were changed: it may be each that has no note.
        unseen |= touched - changes.keys() - {WHOLE_DEAL}
    found = touched & unseen
    if found - {WHOLE_DEAL}:
        return Unseen.HAND if has_goer else Unseen.MONOPOLY
    if found:
        return Unseen.OUT if has_goer else Unseen.STOPPED
    return None


def _data(draft: Draft, deal: OpenDeal, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The draft's data for the store."""
    return {
        **deal.as_json(),
        "marks": {**_changes(draft), **changes},
        "since": began_at(draft),
        "reopened": draft.data.get("reopened", False),
    }

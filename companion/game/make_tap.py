"""Making a tap on the deal that a table is entering: read the draft, decide, keep."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.game.open_deal import (
    MOST_HELD,
    REWARD,
    WHOLE_DEAL,
    OpenDeal,
    TapRefused,
    open_deal_of,
)
from companion.game.seats import seats_of
from companion.game.taps import CLOSED, AllIn, GiveCards, Opened, OwnSeats, StayedIn, Tap, TapResult
from companion.game.wild_choices import tied_choices
from companion.rules.refusal import Refusal
from companion.store import Conflict, Draft, Store, Table, phones
from companion.store.sheets import jackpot_of

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
    MOST = "most"
    """Another phone has changed who held the most of a card."""
    OUT = "out"
    """Another phone has changed who went out."""
    BUSY = "busy"
    """Several phones tapped at once, again and again."""


@dataclass(frozen=True, slots=True)
class Posted:
    """What a page posts: the tap, what was open, and the version of the draft that it showed (-1:
    not said). `text` is what stands in the field for cards, to be kept until they are taken, and
    `left_out` what is left out of it then."""

    tap: Tap
    at: Opened = CLOSED
    version: int = -1
    text: str = ""
    left_out: str = ""

    def scrolls_to(self, at: Opened) -> bool:
        """Whether the tap leads to another part of the page, once `at` is open: not to what a wild
        counts as, which is chosen in a layer over the cards."""
        return self.tap.scrolls and replace(at, wild=None) != replace(self.at, wild=None)


@dataclass(frozen=True, slots=True)
class Made:
    """The tap was made. `changed`: the draft is a new version."""

    draft: Draft
    result: TapResult
    changed: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """The tap was not made; `message` says why. `forbidden`: this phone may not make it.
    `about_line`: the message is about what was typed in the text field."""

    message: str
    forbidden: bool = False
    about_line: bool = False


@dataclass(frozen=True, slots=True)
class Stale:
    """The tap was not made, for the page showed an older state than `draft`."""

    draft: Draft
    why: Unseen


def try_tap(deal: OpenDeal, posted: Posted, *, enters_reward: bool = True) -> TapResult | Refused:
    """What a tap makes of a deal, or why it cannot be; keeps nothing. `enters_reward`: this phone
    entered the hand that went out, so that going on to another hand ends the reward."""
    try:
        result = posted.tap.apply(deal, posted.at)
    except TapRefused as refused:
        return Refused(str(refused))
    except Refusal as refusal:
        return Refused(refusal.message, about_line=True)
    after, left = result.deal, posted.at.place_in(deal)
    if enters_reward and posted.tap.place(deal, posted.at) not in (None, REWARD, deal.goer):
        after = after.reward_done()
    at = result.at
    if left is not None and left != at.place_in(after):
        after = after.left(left)
        if after.asks_most(left) and not deal.asks_most(left):
            at = Opened(left)  # the bar asks, and only then it goes on
    emptied = left if isinstance(posted.tap, GiveCards) else None
    return TapResult(after.cleared_since(deal, emptied=emptied), at)


def make_tap(
    store: Store, table: Table, posted: Posted, own: OwnSeats, phone: str
) -> Made | Refused | Stale:
    """Makes a tap on the draft of a table, for a phone that enters the hands of the seats `own`.

    The same tap again changes nothing more. Of several taps at the same moment each is made: one
    that was not the first to be kept begins anew.
    """
    seats, tap = seats_of(table), posted.tap
    for _ in range(TRIES):
        # 1. The deal as it stands, if it is the one that the page shows.
        draft = store.draft(table)
        if unseen := unseen_deal(draft, posted.version):
            return Stale(draft, unseen)
        before = open_deal_of(seats, draft)
        if own is None and any(hand.on_phone and not hand.cards for hand in before.hands):
            before = before.without_gone(phones.entered_seats(store, table))
        # 2. May this phone make the tap?
        forbidden = None if own is None else tap.forbidden(before, own, posted.at)
        if forbidden is not None:
            return Refused(forbidden, forbidden=True)
        # 3. What becomes of the deal: by the tap, by leaving a hand, and on a player's own phone.
        entered_by = last_changed_by(draft, str(before.goer))
        result = try_tap(before, posted, enters_reward=entered_by in ("", phone))
        if isinstance(result, Refused):
            return result
        result = _announced(store, table, before, posted, result)
        if own:
            result = replace(result, deal=_on_own_phone(result, posted, own))
        if result.deal == before:
            return Made(draft, result, changed=False)
        # 4. Has another phone changed the same, unseen by this page?
        touched = result.deal.touched_since(before)
        if isinstance(tap, AllIn):  # of the cards that the page showed
            touched |= {str(tap.who)}
        unseen = _changed_unseen(draft, touched, posted.version, phone, has_goer=before.has_goer)
        if unseen is not None:
            return Stale(draft, unseen)
        # 5. Keep it, and who changed what.
        changes = {place: [draft.version + 1, phone] for place in touched}
        try:
            kept = store.save_draft(table, draft.version, _data(draft, result.deal, changes))
        except Conflict:
            continue
        return Made(kept, result, changed=True)
    return Stale(store.draft(table), Unseen.BUSY)


def _announced(
    store: Store, table: Table, before: OpenDeal, posted: Posted, result: TapResult
) -> TapResult:
    """In a box where wilds are announced: the same, with what those of whoever went out count as
    once that hand is left, or another one is entered. It is what the page showed. Where only the
    hands of the others say what pays more, the player is asked, and the hand stays open."""
    deal, goer = result.deal, before.goer
    if goer is None or deal.goer != goer or not deal.edition.way.announces_wilds:
        return result
    shown, stays = posted.at.place_in(before) == goer, result.at.place_in(deal) == goer
    others = deal.touched_since(before) - {str(goer)}
    if not others and not (shown and not stays):
        return result
    left = deal if shown else before
    if not left.goer_has_open_wild:
        return result
    jackpot = jackpot_of(store, table)
    if shown and not left.goer_lacks_cards and tied_choices(left, jackpot):
        return TapResult(deal, Opened(goer, len(deal.declared_at(goer))))
    return replace(result, deal=replace(deal, announced=left.announce(jackpot).announced))


def _on_own_phone(result: TapResult, posted: Posted, own: frozenset[int]) -> OpenDeal:
    """The deal after a tap on a phone of the seats `own`. Their hand is still being entered while
    it stays open there, and when its player did not go out after all, for it may be half done."""
    deal, stayed_in = result.deal, isinstance(posted.tap, StayedIn)
    place, left = result.at.place_in(deal), posted.at.place_in(deal)
    for seat in own if stayed_in else own.intersection((place, left)):
        half_done = stayed_in and bool(deal.cards_at(seat))
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
    changes = _changes(draft).items()
    unseen = touched & {
        place for place, (version, by) in changes if version > shown and by != phone
    }
    if unseen == {MOST_HELD}:
        return Unseen.MOST
    if unseen - {WHOLE_DEAL}:
        of_hands = has_goer or any(part.isdecimal() for part in unseen)
        return Unseen.HAND if of_hands else Unseen.MONOPOLY
    if unseen:
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

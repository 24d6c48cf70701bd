"""The hand editor: the cards of a deal to tap, with the verdict in the bottom bar.

The open deal, a correction and the referee show it. A page makes an `Editor` with `editor_of`, and
its own template extends `hand/_editor.html`, whose blocks are what differs from page to page. A tap
that comes back is read by `posted_tap`; `after_tap` and `refused` say what the page shows then.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flask import Response

from companion.game import taps
from companion.game.make_tap import Posted, Refused
from companion.game.open_deal import REWARD, OpenDeal
from companion.game.taps import ASKS_TO_CLEAR, CLOSED, Opened, Tap, TapResult, TypeLine
from companion.rules.arrange.laid import Laid, SetLaid
from companion.rules.edition import Edition
from companion.rules.settlement import Settlement
from companion.web.hand.bar import (
    BottomBar,
    bar_of_all_hands,
    bar_of_place,
    not_out_button,
)
from companion.web.hand.hands import HandRow, OutPart, hand_rows, out_part
from companion.web.hand.monopolies import MadePart, bar_of_monopolies, early_button, made_parts
from companion.web.hand.picker import Asked, Button, Picker, picker
from companion.web.hand.wilds import Chooser, chooser
from companion.web.parts.cards import cards_in_words


class Shown(NamedTuple):
    """What the request brings to the page: what it has open (`at`), the `version` of the draft that
    it shows, and a `note` to say first.

    `opened`: the open part is new, so it gets the keyboard's focus; `to_verdict`: the verdict gets
    it, for the cards are most likely done. `tapped` is the card or group that was tapped. `line` is
    the text field (None: no text was sent), `oops` what is wrong with it, `not_taken`: its cards
    were to be taken, but the text or the hand had changed.
    """

    at: Opened = CLOSED
    version: int = 0
    note: str = ""
    opened: bool = False
    to_verdict: bool = False
    tapped: str = ""
    line: str | None = None
    oops: str = ""
    not_taken: bool = False


@dataclass(frozen=True)
class Editor:
    """The cards of a deal to tap. `at` is what is open, `out` asks who went out, `rows` are the
    hands, `made` and `early` take their place in Express."""

    deal: OpenDeal
    shown: Shown
    at: Opened
    out: OutPart | None
    rows: tuple[HandRow, ...]
    picker: Picker | None
    chooser: Chooser | None
    made: tuple[MadePart, ...]
    early: Button | None
    bar: BottomBar | None

    @property
    def back(self) -> str:
        """The tap that leads from the open cards to all hands; "" where none are open."""
        return "" if self.at.place is None else str(taps.OpenCards(CLOSED))


def editor_of(deal: OpenDeal, settlement: Settlement, shown: Shown) -> Editor:
    """The editor of a phone that enters every hand."""
    at = open_now(deal, shown.at)
    closing = at == CLOSED and can_close(deal)
    return Editor(
        deal=deal,
        shown=shown,
        at=at,
        out=out_part(deal, shown.at),
        rows=hand_rows(deal, settlement, at.place, closing=closing),
        picker=open_picker(deal, settlement, at, shown),
        chooser=open_chooser(deal, at),
        made=made_parts(deal),
        early=early_button(deal),
        bar=bar_of(deal, settlement, at.place, closing=closing),
    )


def can_close(deal: OpenDeal) -> bool:
    """Everything is entered, or nothing is missing but the end of the reward."""
    return deal.complete or deal.lacks_only_reward


# --- taps ----------------------------------------------------------------------------------------


def posted_tap(fields: Any, version: int = -1) -> Posted:
    """The tap that came with these fields of a form or an address."""
    tap = Tap.parse(fields.get("tap", ""))
    text = tap.line if isinstance(tap, TypeLine) else ""
    return Posted(tap, Opened.parse(fields.get("at", "")), version, text)


def scrolled(response: Response, result: TapResult) -> Response:
    """The answer to a tap, scrolled to the part that the tap led to."""
    response.headers["HX-Reswap"] = f"outerMorph show:top showTarget:#{result.shows}"
    return response


def with_not_out(view: Editor) -> Editor:
    """The page with the button that throws the entry away, also while nothing is wrong with it:
    where it asks again who went out, and beside the hand that was laid down."""
    deal, asks = view.deal, view.shown.at == ASKS_TO_CLEAR
    if deal.goer is None or asks or (view.out is not None and view.out.said):
        return view
    button = not_out_button(deal)._replace(id="out-none", on=None)
    if view.out is not None:
        return replace(view, out=view.out._replace(not_out=button))
    rows = tuple(
        row._replace(quick=(*row.quick, button)) if row.is_open and row.goer else row
        for row in view.rows
    )
    return replace(view, rows=rows)


def after_tap(posted: Posted, at: Opened, *, scrolls: bool) -> Shown:
    """The page after a tap that was made, with `at` open; `scrolls`: the tap led there."""
    tap = posted.tap
    same_cards = at.place is not None and at.place == posted.at.place
    return Shown(
        at=at,
        opened=scrolls or tap.loses_its_button,
        to_verdict=tap.to_verdict and same_cards,
        tapped=tap.anchor or "",
    )


def refused(posted: Posted, refusal: Refused) -> Shown:
    """The page after a tap that was refused: the reason at the top, or beside the text field."""
    if refusal.about_line:
        return Shown(at=posted.at, line=posted.text, oops=refusal.message)
    return Shown(at=posted.at, note=refusal.message)


def opens_at(deal: OpenDeal) -> Opened:
    """What a page opens with: the hand that went out, while its cards are missing. Nothing is open
    once it is laid down, or while its player's own phone enters it. In a box without a reward it
    stays open until it has all its cards or another hand has some."""
    if deal.laid_down or deal.went_out in deal.entering:
        return CLOSED
    is_open = deal.went_out in deal.missing() or (deal.goer_lacks_cards and not deal.entered)
    return Opened(deal.goer) if is_open else CLOSED


def open_now(deal: OpenDeal, at: Opened) -> Opened:
    """What the page asks to have open; CLOSED where these cards cannot be entered now."""
    place = at.place_in(deal)
    if place is None or not deal.knows_who or deal.is_fixed(place):
        return CLOSED
    return CLOSED if place == REWARD and not deal.laid_down else at


def open_picker(deal: OpenDeal, settlement: Settlement, at: Opened, shown: Shown) -> Picker | None:
    """The cards to tap; None when none are open, or a wild is being chosen, or the player is
    caught."""
    place = at.place
    if place is None or at.wild is not None:
        return None
    if place == REWARD:
        title, hint = "Reward cards", _what_helps(deal, settlement)
    elif place == deal.goer:
        # A card that added nothing to the hand before, and was skipped, may add something now.
        title, hint = "Cards laid down", _REWARD_AGAIN if deal.reward else ""
    elif deal.is_caught(deal.players[place]):
        return None
    else:
        title, hint = "Cards that count", what_scores(deal.edition)
    sets = _colour_sets(deal.edition, settlement.laid[deal.owner(place)])
    return picker(deal, place, Asked(title, hint, shown.tapped, sets))


_REWARD_AGAIN = "If you change a card here, tap the reward cards again afterwards."


def what_scores(edition: Edition) -> str:
    """Which cards of a player who did not go out score."""
    if not edition.way.others_improve:
        return "Only complete sets and bonus cards score. Houses, hotels and tokens add nothing."
    return "Only complete sets, their houses and bonus cards score."


def _colour_sets(edition: Edition, laid: Laid) -> tuple[SetLaid, ...]:
    """The sets of a hand that may have houses, those with the most first."""
    colours = [one for one in laid.sets if edition.group(one.group).kind == "colour"]
    return tuple(sorted(colours, key=lambda one: (-one.houses - one.hotel, -one.value)))


def open_chooser(deal: OpenDeal, at: Opened) -> Chooser | None:
    """What a wild may count as, while that is being chosen."""
    return None if at.place is None or at.wild is None else chooser(deal, at.place, at.wild)


def _what_helps(deal: OpenDeal, settlement: Settlement) -> str:
    """Which of the reward cards help."""
    if not deal.reward or deal.went_out is None:
        return "Skip any card that adds nothing."
    drawn = Counter(deal.reward)
    useless = drawn & Counter(settlement.laid[deal.went_out].unused)
    parts = []
    if useful := drawn - useless:
        parts.append(f"Helps: {cards_in_words(deal.edition, useful.elements())}.")
    if useless:
        parts.append(f"Does not help: {cards_in_words(deal.edition, useless.elements())}.")
    return " ".join(parts)


def bar_of(
    deal: OpenDeal, settlement: Settlement, place: int | None, *, closing: bool
) -> BottomBar | None:
    """The bottom bar; None before it is known who went out."""
    if not deal.has_goer:
        return bar_of_monopolies(deal, settlement, closing=closing)
    if not deal.knows_who:
        return None
    if place is None:
        return bar_of_all_hands(deal, settlement, closing=closing)
    return bar_of_place(deal, settlement, place)

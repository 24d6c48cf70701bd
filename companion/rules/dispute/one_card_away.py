"""What is one card away: the single changes that let a hand go out, or raise what it pays."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from companion.rules.deal import is_possible
from companion.rules.dispute.hand import Hand
from companion.rules.edition import Edition
from companion.rules.findings.holding import Holding, Reading
from companion.rules.findings.mend import fewest
from companion.rules.settlement import Settlement
from companion.rules.words import one_card, plural

MOST_MENDS = 6
MOST_RAISES = 3


@dataclass(frozen=True)
class Change:
    """One change of a hand: a card more, a card less, or one for another; and what the hand would
    be paid then."""

    add: str | None
    discard: str | None
    pays: int


@dataclass(frozen=True)
class OneCardAway:
    """What is one card away. `title` says what the `changes` do: let the hand go out (Express: make
    it whole monopolies only), or pay more. `lines` are the changes in words, with a last line for
    those that are not listed. All are empty when there is no change."""

    title: str = ""
    changes: tuple[Change, ...] = ()
    lines: tuple[str, ...] = ()


def one_card_away(settlement: Settlement, player: str) -> OneCardAway:
    """The changes by one card that matter most for this hand: the best paid first, equals in card
    order, and how many more there are.

    For a hand that may not go out: every card to leave out or to get with which it may, and only
    where none does, every one to get for another. For any other hand: every card to get that raises
    its payout. Each card to get is offered once, in exchange for the card that the hand needs
    least. Only cards that no hand and no reward of the deal holds; declarations stay as they are.
    The same for the same cards in any order.

    A hand that goes out with its full number of cards is offered swaps only, and one that has too
    many nothing: its cards are to be counted first. A hand that may not go out and has one card too
    many is offered cards to discard, and one that has more too many nothing.
    """
    hand = Hand(settlement, player)
    room = _room(hand)
    if (
        settlement.void
        or player in settlement.deal.amounts
        or room < (0 if hand.arranged.legal else -1)
    ):
        return OneCardAway()
    out = Counter([*hand.deal.reward, *chain.from_iterable(hand.deal.hands.values())])
    left = [card for card, copies in hand.edition.deck.items() if out[card] < copies]
    if hand.arranged.legal:
        return _near(hand, _raises(hand, room, left), left)
    return _near(hand, _mends(hand, room, left), left)


def _room(hand: Hand) -> int:
    """How many cards fewer than it must have the hand goes out with, below 0 if it has more; 1 for
    a hand that need not have any number."""
    if not hand.goer:
        return 1
    return hand.edition.seats[len(hand.deal.players)].hand - len(hand.laid_down)


def _raises(hand: Hand, room: int, left: Sequence[str]) -> list[Change]:
    """What makes the hand pay more: a card more, or in a full hand a card for another."""
    found = [*_adds(hand, left)] if room else _swaps(hand, left)
    return [change for change in found if change.pays > hand.pays]


def _mends(hand: Hand, room: int, left: Sequence[str]) -> list[Change]:
    """What lets the hand go out: one card more or less, and only where that does not a swap."""
    needed = _needed(hand)
    found: list[Change] = []
    if needed < 2 and room > 0:
        found += _adds(hand, left)
    if needed < 2 and room != 0:
        discards = (_change(hand, None, card) for card in _kinds(hand))
        found += filter(None, discards)
    if needed < 3 and room >= 0 and not found:
        found = _swaps(hand, left)
    return found


def _needed(hand: Hand) -> int:
    """How many cards have to be added or discarded at least so that the hand may go out; 0 where
    that is not known. A wild may be any card, so cards of other hands are not left out."""
    if not hand.edition.way.has_goer:
        return 0
    mend = fewest(Holding(hand.edition, hand.laid_down), Reading())
    return mend.cards if mend else 0


def _kinds(hand: Hand) -> list[str]:
    """The cards of the hand, each once."""
    return hand.edition.sort([*{*hand.laid_down}])


def _adds(hand: Hand, left: Sequence[str]) -> Iterator[Change]:
    """Every card to get with which the hand may be laid down."""
    return filter(None, (_change(hand, card, None) for card in left))


def _swaps(hand: Hand, left: Sequence[str]) -> list[Change]:
    """Every card to get, with the card to give for it: where the hand then pays most, of equals the
    first in card order."""
    found = []
    for card in left:
        swaps = [_change(hand, card, other) for other in _kinds(hand) if other != card]
        best = max(filter(None, swaps), key=lambda change: change.pays, default=None)
        found += [best] if best else []
    return found


def _change(hand: Hand, add: str | None, discard: str | None) -> Change | None:
    """The change with what the hand is paid then; None where it cannot be or may not be laid
    down."""
    cards = list(hand.laid_down)
    if discard is not None:
        cards.remove(discard)
    if add is not None:
        cards.append(add)
    deal, pays = hand.deal, []
    for wilds in _wilds(hand, discard):
        changed = replace(
            deal,
            hands={**deal.hands, hand.player: cards},
            wilds={**deal.wilds, hand.player: wilds},
        )
        if is_possible(hand.edition, changed):  # else a wild was declared as the card to add
            then = hand.in_deal(changed)
            pays += [then.pays] if then.arranged.legal else []
    return Change(add, discard, max(pays)) if pays else None


def _wilds(hand: Hand, discard: str | None) -> Iterator[tuple[str, ...]]:
    """The declarations once a card is given away: a wild takes one of them along."""
    declared = hand.declared
    if discard != hand.edition.wild or hand.undeclared:
        yield declared
        return
    for number in range(len(declared)):
        yield (*declared[:number], *declared[number + 1 :])


# --- in words ------------------------------------------------------------------------------------


def _near(hand: Hand, found: Sequence[Change], left: Sequence[str]) -> OneCardAway:
    """The best of the changes, and how many others there are."""
    if not found:
        return OneCardAway()
    edition, order, mends = hand.edition, hand.edition.order, not hand.arranged.legal
    if mends:
        goal = "going out" if edition.way.has_goer else "whole monopolies"
        title = f"One card away from {goal}"
    else:
        title = f"One {'swap' if found[0].discard else 'more card'} would pay more"

    def key(change: Change) -> tuple[int, int, int]:
        add, discard = (order.get(card or "", -1) for card in (change.add, change.discard))
        return -change.pays, add, discard

    ranked = sorted(found, key=key)
    number = MOST_MENDS if mends else MOST_RAISES
    # What would be paid if a hand that may not go out were allowed anyway is no measure.
    now = None if mends else hand.pays
    lines = [_text(edition, change, now) for change in ranked[:number]]
    if len(ranked) > number:
        does = "would do too" if mends else "would pay more too"
        lines.append(f"{_rest(edition, ranked, number, left)} {does}.")
    return OneCardAway(title, tuple(ranked[:number]), tuple(lines))


def _text(edition: Edition, change: Change, now: int | None) -> str:
    """``Swap GO for a 2nd House: £5,050 (£1,400 more)``; without `now` the amount alone."""
    add, discard = (card and one_card(edition, card) for card in (change.add, change.discard))
    if add is None:
        what = f"Discard {discard}"
    else:
        what = f"Add {add}" if discard is None else f"Swap {discard} for {add}"
    more = "" if now is None else f" ({edition.amount(change.pays - now)} more)"
    return f"{what}: {edition.amount(change.pays)}{more}"


def _rest(edition: Edition, ranked: Sequence[Change], shown: int, left: Sequence[str]) -> str:
    """The changes that are not listed, in words: a whole kind of cards by what it is."""
    offered, others = {change.add for change in ranked}, [change.add for change in ranked[shown:]]
    plain = [card for card in left if card not in edition.group_of]
    built = {*edition.way.houses(edition), edition.roles.get("hotel")}
    bonus = [card for card in plain if card not in built]
    for name, kind in (("card that is not a property", plain), ("bonus card", bonus)):
        inside = [card for card in others if card in kind]
        if len(kind) > 2 and len(inside) > 1 and offered.issuperset(kind):
            number = len(others) - len(inside)
            more = f" and {plural(number, 'other card')}" if number else ""
            return f"Any other {name}{more}"
    return plural(len(others), "other card" if all(others) else "other change")

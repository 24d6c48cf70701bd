"""What is one card away: the single changes that let a hand go out, or raise what it pays."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.deal import Deal, is_possible
from companion.rules.edition import Edition
from companion.rules.findings.holding import Holding, Reading
from companion.rules.findings.mend import fewest
from companion.rules.payout import settle
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
class Near:
    """What is one card away. `title` says what the `changes` do: let the hand go out (Express: make
    it whole monopolies only), or pay more. `lines` are the changes in words, with a last line for
    those that are not listed. All are empty when there is no change."""

    title: str = ""
    changes: tuple[Change, ...] = ()
    lines: tuple[str, ...] = ()


Kind = Sequence[str | None]
"""Cards that do the same, as the first of them does. Or just None, for no card."""
NO_CARD: Sequence[Kind] = ((None,),)


def one_card_away(settlement: Settlement, player: str) -> Near:
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
    edition, deal = settlement.edition, settlement.deal
    room = _room(settlement, player)
    legal = settlement.laid[player].legal
    if settlement.void or room < (0 if legal else -1):
        return Near()
    out = Counter([*deal.reward, *[card for cards in deal.hands.values() for card in cards]])
    left = [card for card, copies in edition.deck.items() if out[card] < copies]
    adds = _kinds(settlement, left)
    discards = _kinds(settlement, edition.sort(list({*deal.hands[player]})))
    if legal:
        changes = _changes(settlement, player, adds, discards if room == 0 else NO_CARD)
        changes = [one for one in changes if one.pays > settlement.payouts[player]]
        title = f"One {'swap' if room == 0 else 'more card'} would pay more"
        return _near(settlement, player, changes, title, left)
    needed = _needed(settlement, player)
    changes = []
    if needed < 2 and room != 0:
        changes = _changes(settlement, player, adds, NO_CARD) if room > 0 else []
        for kind in discards:
            for change in _changes(settlement, player, NO_CARD, [kind]):
                changes += [replace(change, discard=card) for card in kind]
    if needed < 3 and room >= 0 and not changes:
        changes = _changes(settlement, player, adds, discards)
    goal = "going out" if edition.way.has_goer else "whole monopolies"
    return _near(settlement, player, changes, f"One card away from {goal}", left)


def _needed(settlement: Settlement, player: str) -> int:
    """How many cards have to be added or discarded at least so that the hand may go out; 0 where
    that is not known. A wild may be any card, so cards of other hands are not left out."""
    if not settlement.edition.way.has_goer:
        return 0
    mend = fewest(Holding(settlement.edition, settlement.deal.hands[player]), Reading())
    return mend.cards if mend else 0


def _room(settlement: Settlement, player: str) -> int:
    """How many cards fewer than it must have the hand goes out with, below 0 if it has more; 1 for
    a hand that need not have any number."""
    edition, deal = settlement.edition, settlement.deal
    if player != deal.went_out or not edition.way.has_goer:
        return 1
    return edition.seats[len(deal.players)].hand - len(deal.hands[player])


def _kinds(settlement: Settlement, cards: Sequence[str]) -> list[Kind]:
    """The cards, those together that do the same: properties of the same groups that no wild was
    declared as."""
    edition, deal = settlement.edition, settlement.deal
    said = {card for declared in deal.wilds.values() for card in declared} | {*deal.reward_wilds}
    kinds: dict[object, list[str | None]] = {}
    for card in cards:
        single = edition.deck[card] == 1 and card not in said
        kinds.setdefault(edition.group_of.get(card, card) if single else card, []).append(card)
    return list(kinds.values())


def _changes(
    settlement: Settlement, player: str, adds: Sequence[Kind], discards: Sequence[Kind]
) -> list[Change]:
    """Every card to get, with the card to give for it: where the hand then pays most, of equals the
    first in card order. None where it could not be laid down."""
    found = []
    for kind in adds:
        best: Change | None = None
        for others in discards:
            pays = None
            if others[0] != kind[0]:
                pays = _pays(settlement, player, kind[0], others[0])
            if pays is not None and (best is None or pays > best.pays):
                best = Change(None, others[0], pays)
        if best is not None:
            found += [replace(best, add=card) for card in kind]
    return found


def _pays(settlement: Settlement, player: str, add: str | None, discard: str | None) -> int | None:
    """What the hand changed so is paid; None where it cannot be or may not be laid down."""
    edition, deal = settlement.edition, settlement.deal
    cards = list(deal.hands[player])
    if discard is not None:
        cards.remove(discard)
    if add is not None:
        cards.append(add)
    best: int | None = None
    for wilds in _wilds(edition, deal, player, discard):
        changed = replace(deal, hands={**deal.hands, player: cards}, wilds=wilds)
        if not is_possible(edition, changed):  # a wild was declared as the card to add
            continue
        settled = settle(edition, changed)
        if settled.laid[player].legal:
            best = max(best or 0, settled.payouts[player])
    return best


def _wilds(
    edition: Edition, deal: Deal, player: str, discard: str | None
) -> Iterator[Mapping[str, Sequence[str]]]:
    """The declarations once a card is given away: a wild takes one of them along."""
    declared = list(deal.wilds.get(player, ()))
    held = list(deal.hands[player]).count(edition.wild)
    if discard != edition.wild or len(declared) < held:
        yield deal.wilds
        return
    for number in range(len(declared)):
        yield {**deal.wilds, player: (*declared[:number], *declared[number + 1 :])}


# --- in words ------------------------------------------------------------------------------------


def _near(
    settlement: Settlement,
    player: str,
    found: Sequence[Change],
    title: str,
    left: Sequence[str],
) -> Near:
    """The best of the changes, and how many others there are."""
    if not found:
        return Near()
    edition, order = settlement.edition, settlement.edition.order
    mends = not settlement.laid[player].legal

    def key(one: Change) -> tuple[int, int, int]:
        return -one.pays, order.get(one.add or "", -1), order.get(one.discard or "", -1)

    ranked = sorted(found, key=key)
    number = MOST_MENDS if mends else MOST_RAISES
    shown, others = ranked[:number], ranked[number:]
    # What would be paid if a hand that may not go out were allowed anyway is no measure.
    now = None if mends else settlement.payouts[player]
    lines = [_text(edition, one, now) for one in shown]
    if others:
        lines.append(_rest(edition, ranked, others, left, mends=mends))
    return Near(title, tuple(shown), tuple(lines))


def _text(edition: Edition, one: Change, now: int | None) -> str:
    """``Swap GO for a 2nd House: £5,050 (£1,400 more)``; without `now` the amount alone."""
    add, discard = (card and one_card(edition, card) for card in (one.add, one.discard))
    if add is None:
        what = f"Discard {discard}"
    else:
        what = f"Add {add}" if discard is None else f"Swap {discard} for {add}"
    more = "" if now is None else f" ({edition.amount(one.pays - now)} more)"
    return f"{what}: {edition.amount(one.pays)}{more}"


def _rest(
    edition: Edition,
    found: Sequence[Change],
    others: Sequence[Change],
    left: Sequence[str],
    *,
    mends: bool,
) -> str:
    """The changes that are not listed, in words: a whole kind of cards by what it is."""
    roles = edition.cards
    built = {*roles.get("houses", ()), roles.get("hotel")}
    does = "would do" if mends else "would pay more"
    listed = {one.add for one in found}
    plain = [card for card in left if card not in edition.group_of]
    number = len(others)
    for name, kind in (
        ("card that is not a property", plain),
        ("bonus card", [card for card in plain if card not in built]),
    ):
        inside = [one for one in others if one.add in kind]
        if len(kind) > 2 and len(inside) > 1 and listed.issuperset(kind):
            number -= len(inside)
            more = f" and {plural(number, 'other card')}" if number else ""
            return f"Any other {name}{more} {does} too."
    what = "card" if all(one.add for one in others) else "change"
    return f"{plural(number, f'other {what}')} {does} too."

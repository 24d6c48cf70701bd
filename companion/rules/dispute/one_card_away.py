"""What is one card away: the single change that lets a hand go out, or pays most."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.rules.arrange.best import arrange
from companion.rules.deal import Deal, check_cards
from companion.rules.edition import Edition
from companion.rules.hand import Refusal
from companion.rules.payout import Settlement, settle

MOST_MENDS = 6
MOST_RAISES = 3

Swaps = list[tuple[str | None, str | None]]
"""Changes to try: the card to get, and the one to give away."""


class Change(NamedTuple):
    """One change of a hand: a card more, a card less, or one for another. `pays` is what the hand
    would be paid then, `more` how much that is more than now; `text` says it in one line."""

    add: str | None
    discard: str | None
    pays: int
    more: int
    text: str


class Near(NamedTuple):
    """What is one card away. `mends`: these changes would let the hand go out (Express: make it
    whole monopolies only); else each pays more. `title` says which of both, "" when there is no
    change."""

    mends: bool
    changes: tuple[Change, ...]
    title: str


def one_card_away(settlement: Settlement, player: str) -> Near:
    """The changes by one card that matter most for this hand, the best paid first.

    For a hand that may not go out: cards to leave out or to get, and only where neither helps, one
    to get for another. For any other hand: cards to get that raise its payout. A hand that goes out
    with just as many cards as it must have is only offered one for another. Only cards that no
    hand and no reward of the deal holds; declarations stay as they are. The same for the same
    cards in any order.
    """
    edition, deal = settlement.edition, settlement.deal
    if settlement.void:
        return Near(False, (), "")
    if settlement.laid[player].legal:
        raises = [
            change
            for card in _left(edition, deal)
            if (change := _change(settlement, player, card, None)) and change.more > 0
        ]
        changes, title = _best(edition, raises), "One card more that pays most"
        if _full(settlement, player):
            changes, title = _in_place(settlement, player, changes), "One other card that pays more"
        return Near(False, changes[:MOST_RAISES], title if changes else "")
    mends = _mends(settlement, player)
    if not mends:
        return Near(True, (), "")
    goal = "going out" if edition.variant.has_goer else "whole monopolies"
    return Near(True, mends, f"One card away from {goal}")


def _full(settlement: Settlement, player: str) -> bool:
    """Whether the hand goes out with just the number of cards that it must have."""
    edition, deal = settlement.edition, settlement.deal
    if player != deal.went_out or not edition.variant.has_goer:
        return False
    return len(deal.hands[player]) == edition.seats[len(deal.players)].hand


def _in_place(settlement: Settlement, player: str, raises: Sequence[Change]) -> tuple[Change, ...]:
    """The cards that raise a full hand, the best first, each in place of the card that is missed
    least. A card is tried as long as it would pay more on top than what was found."""
    edition = settlement.edition
    held = edition.sort(list({*settlement.deal.hands[player]}))
    found: tuple[Change, ...] = ()
    for one in raises:
        if len(found) >= MOST_RAISES and one.pays <= found[MOST_RAISES - 1].pays:
            break
        swaps = [
            change
            for card in held
            if card != one.add
            and (change := _change(settlement, player, one.add, card))
            and change.more > 0
        ]
        found = _best(edition, [*found, *_best(edition, swaps)[:1]])
    return found


def _left(edition: Edition, deal: Deal) -> list[str]:
    """The cards of which the deck still has a copy, in deck order."""
    out = Counter(deal.reward)
    for cards in deal.hands.values():
        out.update(cards)
    return [card for card, copies in edition.deck.items() if out[card] < copies]


def _best(edition: Edition, changes: Sequence[Change]) -> tuple[Change, ...]:
    order = edition.order

    def key(change: Change) -> tuple[int, int, int]:
        return -change.pays, order.get(change.add or "", -1), order.get(change.discard or "", -1)

    return tuple(sorted(changes, key=key))


def _mends(settlement: Settlement, player: str) -> tuple[Change, ...]:
    edition, deal = settlement.edition, settlement.deal
    held = edition.sort(list({*deal.hands[player]}))
    left = _left(edition, deal)
    short = _short(edition, deal.hands[player])
    if short > 2:
        return ()
    less = _legal(settlement, player, [(None, card) for card in held]) if short < 2 else []
    more = _legal(settlement, player, [(card, None) for card in left]) if short < 2 else []
    if _full(settlement, player):
        halves: list[Swaps] = [[(card, one.discard) for card in left] for one in less[:2]]
        halves += [[(one.add, card) for card in held] for one in more[:MOST_MENDS]]
        whole = {one for half in halves for one in _legal(settlement, player, half)[:1]}
        if whole:
            return _best(edition, [*whole])[:MOST_MENDS]
    elif less or more:
        kept = less[: max(2, MOST_MENDS - len(more))]
        return _best(edition, [*kept, *more[: MOST_MENDS - len(kept)]])
    swaps = _legal(settlement, player, _swaps(edition, deal, player, held, left))
    for_card: dict[str | None, Change] = {}
    for change in swaps:  # the best paid comes first
        for_card.setdefault(change.add, change)
    return tuple(for_card.values())[:MOST_MENDS]


def _short(edition: Edition, hand: Sequence[str]) -> int:
    """How many changes by one card the groups of a hand need at the very least.

    A begun group is completed by a card or a wild for each that is missing, or given up; with one
    card to discard that takes a group of which only one card is held.
    """
    if not edition.variant.has_goer:
        return 0
    needed = 0
    for group in edition.groups:
        held = len({*hand} & {*group.cards})
        missing = (2 if group.kind == "run" else len(group.cards)) - held
        if held and missing > 0:
            needed += 1 if held == 1 else missing
    return needed - list(hand).count(edition.wild)


def _swaps(
    edition: Edition, deal: Deal, player: str, held: Sequence[str], left: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The exchanges that can matter: where a card that can never do harm is given away or one that
    can never help is got, the other half alone would have helped."""
    roles = edition.cards
    harmless = {roles.get(role) for role in ("go", "token", "most_of", "out_of_jail")}
    if not deal.wilds.get(player):
        harmless.add(edition.wild)
    useless = {roles.get(role) for role in ("go", "token", "most_of", "jail", "never_scores")}
    if not edition.variant.has_goer:  # there GO and the like are properties
        harmless, useless = set(), {roles["never_scores"]}
    wilds = list(deal.hands[player]).count(edition.wild)
    for card in left:
        if card in useless or not _could_help(edition, deal.hands[player], card, wilds):
            continue
        for other in held:
            if other not in harmless and other != card:
                yield card, other


def _could_help(edition: Edition, hand: Sequence[str], card: str, wilds: int) -> bool:
    """Whether a property could be in a set with what is held; other cards always could."""
    groups = [edition.group(group) for group in edition.group_of.get(card, ())]
    for group in groups:
        needed = 2 if group.kind == "run" else len(group.cards)
        if len({card, *hand} & {*group.cards}) + wilds >= needed:
            return True
    return not groups


def _legal(
    settlement: Settlement, player: str, swaps: Iterable[tuple[str | None, str | None]]
) -> list[Change]:
    """Those of the changes with which the hand may go out, the best paid first."""
    tried = (_change(settlement, player, add, discard, mends=True) for add, discard in swaps)
    return list(_best(settlement.edition, [change for change in tried if change is not None]))


def _change(
    settlement: Settlement,
    player: str,
    add: str | None,
    discard: str | None,
    *,
    mends: bool = False,
) -> Change | None:
    """The hand changed so, if that can be and is legal."""
    edition, deal = settlement.edition, settlement.deal
    cards = list(deal.hands[player])
    if discard is not None:
        cards.remove(discard)
    if add is not None:
        cards.append(add)
    hands: Mapping[str, Sequence[str]] = {**deal.hands, player: cards}
    goer = player == deal.went_out
    for wilds in _wilds(edition, deal, player, discard):
        if not arrange(edition, cards, goer=goer, declared=wilds.get(player, ())).legal:
            continue
        changed = deal._replace(hands=hands, wilds=wilds)
        try:
            check_cards(edition, changed)
        except Refusal:
            continue
        pays = settle(edition, changed).payouts[player]
        more = pays - settlement.payouts[player]
        return Change(add, discard, pays, more, _text(edition, add, discard, pays, more, mends))
    return None


def _wilds(
    edition: Edition, deal: Deal, player: str, discard: str | None
) -> Iterator[Mapping[str, Sequence[str]]]:
    """The declarations once a card is given away: a wild takes one of them along."""
    declared = list(deal.wilds.get(player, ()))
    held = list(deal.hands[player]).count(edition.wild)
    if discard is None or discard != edition.wild or len(declared) < held:
        yield deal.wilds
        return
    for number in range(len(declared)):
        yield {**deal.wilds, player: (*declared[:number], *declared[number + 1 :])}


def _text(
    edition: Edition, add: str | None, discard: str | None, pays: int, more: int, mends: bool
) -> str:
    amount = edition.amount
    if add is None:
        what = f"Without {edition.label(discard or '')}"
    elif discard is None:
        what = f"With {edition.label(add)}" if mends else f"With {edition.label(add)} as well"
    else:
        what = f"With {edition.label(add)} in place of {edition.label(discard)}"
    if mends:
        return f"{what} it pays {amount(pays)}."
    return f"{what} it pays {amount(pays)}, {amount(more)} more."

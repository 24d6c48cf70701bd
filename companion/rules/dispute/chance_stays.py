"""What a hand pays when a Chance that is a house, a hotel or a token may not move: an open question
of the rulebooks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product

from companion.rules.arrange.laid import Laid
from companion.rules.deal import free_wilds, may_stand_for
from companion.rules.dispute.claimed_set import bare
from companion.rules.dispute.hand import Hand
from companion.rules.edition import Edition
from companion.rules.settlement import Settlement

MOST_TRIED = 24
"""In a hand and its reward; of more, which no table deals, no other reading of Chance is tried."""


def with_a_reward(settlement: Settlement) -> Hand | None:
    """The hand of a goer who drew a reward; None without one, and for more than `MOST_TRIED`."""
    if not settlement.went_out or not settlement.deal.reward:
        return None
    hand = Hand(settlement, settlement.went_out)
    return hand if hand.cards.total() <= MOST_TRIED else None


def missing_cards(
    edition: Edition, held: Sequence[str], drawn: Sequence[str], free: int
) -> Iterator[tuple[str, ...]]:
    """Every choice of cards that `free` wilds may count as, properties only of groups of which
    there is a card. Those that are `drawn` come last: such a wild would only be free again."""
    groups = edition.group_of
    begun = {group for card in (*held, *drawn) for group in groups.get(card, ())}
    if edition.options["wild_only_sets"]:
        begun |= {group.id for group in edition.groups}
    cards = [
        card
        for card in edition.sort(list(may_stand_for(edition)))
        if card not in groups or (card not in held and begun.intersection(groups[card]))
    ]
    cards.sort(key=lambda card: card in drawn)
    for choice in combinations_with_replacement(cards, free):
        if all(choice.count(card) == 1 for card in choice if card in groups):
            yield choice


Places = Counter[tuple[str, str]]
"""Improvements that Chances count as, and the group on which each lies."""


def pays_if_chances_stay(settlement: Settlement) -> int | None:
    """What the goer is paid if a Chance that is a house, a hotel or a token stays where it was laid
    down; None where no such Chance is kept through a reward, and for more than `MOST_TRIED` cards.

    Where it may have lain on one of several sets, the set counts that pays most now.
    """
    hand = with_a_reward(settlement)
    if hand is None:
        return None
    edition, laid = hand.edition, hand.arranged
    stands = (*hand.declared, *laid.readings)[: hand.laid_down.count(edition.wild)]
    kept, freed = free_wilds(stands, hand.reward)
    staying = [card for card in kept if card not in edition.group_of]
    if not staying or not laid.sets:
        return None
    before = edition.arrange(hand.laid_down, goer=True, declared=stands)
    places = list(_places(edition, before, staying))
    free = freed + hand.reward.count(edition.wild) - len(hand.declared_later)
    held = (*hand.laid_down, *hand.reward, *kept, *hand.declared_later)
    best = 0
    for more in missing_cards(edition, held, (), free):
        later = (*hand.declared_later, *more)
        sets = edition.arrange(
            hand.laid_down, goer=True, declared=stands, reward=hand.reward, reward_declared=later
        ).sets
        values = {laid.group: bare(edition, laid) for laid in sets}
        spare = hand.cards + Counter(later)
        best = max(best, *(_most(edition, values, spare, place) for place in places))
    return hand.pays - sum(laid.pays for laid in laid.sets) + best


def _places(edition: Edition, before: Laid, staying: Sequence[str]) -> Iterator[Places]:
    """Where these Chances may lie before the reward. A set takes one house of each number and one
    hotel, so each may also lie nowhere; on a set it never pays less."""
    houses, hotel, token = (edition.roles[role] for role in ("houses", "hotel", "token"))
    top = max((laid.value for laid in before.sets), default=0)
    choices = [
        [("", "")]
        + [
            (card, laid.group)
            for laid in before.sets
            if laid.houses >= houses.get(card, 99)
            or (card == hotel and laid.hotel)
            or (card == token and laid.value == top)
        ]
        for card in staying
    ]
    for chosen in product(*choices):
        places = Counter(place for place in chosen if place[0])
        if all(number == 1 for (card, _), number in places.items() if card != token):
            yield places


def _most(edition: Edition, values: Mapping[str, int], spare: Counter[str], fixed: Places) -> int:
    """The most that sets of these values pay when the improvements in `fixed` stay on their sets,
    and those in `spare` go where they pay most.

    The arrangement of a hand cannot be asked: it gives every house to the best sets, and that is
    best only where each of them may move. So every height of every set is tried here, one set after
    the other: nothing, a 1st House, a 1st and a 2nd House, up to the hotel. For each level a set
    takes the Chance that lies there, else a spare card; where there is neither it ends. The spare
    tokens all go on the best set at the end.

    A Chance lies as 1st House on Red (£250). The reward makes Green a set (£350) and brings a 2nd
    House. Both houses on Green would make £1,300; but the Chance stays, so it is £1,100: Red with
    two houses £750, and Green without one £350.
    """
    token, hotel = edition.roles["token"], edition.roles["hotel"]
    levels = ("", *edition.roles["houses"], hotel)

    def most_from(groups: Sequence[str], left: Counter[str], paid: int, top: int) -> int:
        """The most with these sets still to build from the cards that are `left`, when those before
        pay `paid`, the best of them `top` without its tokens."""
        if not groups:
            return paid + left[token] * top
        group, *rest = groups
        value, tokens, best = values[group], fixed[token, group], 0
        colour = edition.group(group).kind == "colour"
        for card in levels if colour else levels[:1]:
            if card and not fixed[card, group]:
                if not left[card]:
                    break
                left = left - Counter([card])
            if card:
                value += edition.price("hotel") if card == hotel else edition.house_value(group)
            whole = most_from(rest, left, paid + value * (1 + tokens), max(top, value))
            best = max(best, whole)
        return best

    return most_from(list(values), spare, 0, 0)

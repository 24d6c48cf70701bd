"""Hands that may nearly go out, made up from a seed; quicker than drawing them one by one."""

from random import Random

from companion.rules.deal import may_stand_for
from companion.rules.edition import Edition


def nearly_out(edition: Edition, random: Random) -> tuple[list[str], list[str]]:
    """Whole groups, begun ones, houses and bonus cards, some 2 to 12 cards; and what wilds of the
    hand are declared as, one in three times."""
    cards: list[str] = []
    for group in random.sample(edition.groups, random.randint(0, 3)):
        short = random.choice((0, 0, 1, 1, 2))
        cards += random.sample(group.cards, max(1, len(group.cards) - short))
    roles = edition.cards
    houses = [*roles["houses"], roles["hotel"]]
    if random.random() < 0.5:
        cards += houses[: random.randint(0, len(houses))]
    wild = roles["wild"]
    bonus = [card for card in edition.deck if card not in edition.group_of]
    for card in [wild] * random.choice((0, 0, 1, 1, 2)) + random.choices(
        [*houses, *bonus, *edition.group_of], k=random.randint(0, 5)
    ):
        if cards.count(card) < edition.deck[card]:
            cards.append(card)
    random.shuffle(cards)
    return cards, declared(edition, random, cards)


def declared(edition: Edition, random: Random, cards: list[str]) -> list[str]:
    """What some wilds of the hand are declared as, mostly nothing."""
    said: list[str] = []
    if random.random() < 0.6:
        return said
    groups = {group for card in cards for group in edition.group_of.get(card, ())}
    near = [card for card, of in edition.group_of.items() if groups.intersection(of)]
    for _ in range(random.randint(0, cards.count(edition.wild))):
        card = random.choice(near or list(edition.group_of))
        if random.random() < 0.4:
            card = random.choice(edition.sort(list(may_stand_for(edition))))
        taken = card in edition.group_of and (card in cards or card in said)
        if not (taken and edition.variant.fills_gaps):
            said.append(card)
    return said

"""Random hands of the 60-card editions, of two distributions.

``going out``: a hand somebody would go out with. One to three random groups complete (at least one
of them a colour; two to four railroads), houses in sequence on some of the colours and sometimes a
hotel, the rest random bonus cards to ten. With wilds, as many of its properties, houses, hotels and
tokens are wilds instead; every set keeps a real card. Always legal.

``as dealt``: ten cards from the shuffled deck, a given number of them wilds. Seldom legal.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.rules.edition import Edition

HAND = 10
REWARD = 5

Cards = list[str]


def as_dealt(random: Random, edition: Edition, wilds: int) -> Cards:
    """Ten random cards, `wilds` of them wilds."""
    return _shuffled(
        random,
        [wild_of(edition)] * wilds + random.sample(_without_wilds(edition), HAND - wilds),
    )


def going_out(random: Random, edition: Edition, wilds: int) -> Cards:
    """Ten cards that may go out, `wilds` of them wilds."""
    while True:
        cards = _complete(random, edition)
        if len(cards) <= HAND:
            cards += _bonus_cards(random, edition, cards)
            if _put_in_wilds(random, edition, cards, wilds):
                return _shuffled(random, cards)


def reward(random: Random, edition: Edition, hand: Sequence[str]) -> Cards:
    """Five random cards of those that are not in the hand, none of them a wild."""
    left = Counter(_without_wilds(edition)) - Counter(hand)
    return random.sample(sorted(left.elements()), REWARD)


def wilds_as_shuffled(random: Random, edition: Edition) -> int:
    """How many wilds ten cards of the shuffled deck have."""
    deck = _deck(edition)
    return random.sample(deck, HAND).count(wild_of(edition))


def wild_of(edition: Edition) -> str:
    """The wild of an edition that has one."""
    if not edition.wild:
        raise ValueError(f"{edition.id} has no wild")
    return edition.wild


def _deck(edition: Edition) -> Cards:
    return [card for card, copies in edition.deck.items() for _ in range(copies)]


def _without_wilds(edition: Edition) -> Cards:
    return [card for card in _deck(edition) if card != edition.wild]


def _shuffled(random: Random, cards: Cards) -> Cards:
    random.shuffle(cards)
    return cards


def _complete(random: Random, edition: Edition) -> Cards:
    """Complete groups with what stands on them; may be more than ten cards."""
    number = random.choices((1, 2, 3), (3, 5, 2))[0]
    groups = random.sample(edition.groups, number)
    colours = [group for group in groups if group.kind == "colour"]
    if not colours:
        return _complete(random, edition)
    cards: Cards = []
    for group in groups:
        size = random.choice((2, 3, 4)) if group.kind == "run" else len(group.cards)
        cards += random.sample(group.cards, size)
    if edition.arrangement == "sequence":
        for _ in colours:
            cards += _sequence(random, edition)
    else:
        cards += _total(random, edition)
    held = Counter(cards)
    if any(held[card] > edition.deck[card] for card in held):
        return _complete(random, edition)
    return cards


def _sequence(random: Random, edition: Edition) -> Cards:
    """1st to n-th house of one colour, and perhaps a hotel on four."""
    houses = list(edition.roles["houses"])
    cards = houses[: random.choices((0, 1, 2, 3, 4), (4, 3, 3, 2, 1))[0]]
    if len(cards) == len(houses) and random.random() < 0.5:
        cards.append(edition.roles["hotel"])
    return cards


def _total(random: Random, edition: Edition) -> Cards:
    """House cards of at most four houses together, and perhaps a hotel on exactly four."""
    sizes, limit = edition.roles["houses"], edition.policies["house_limit"]
    wanted = random.choice(range(limit + 1))
    cards: Cards = []
    while (total := sum(sizes[card] for card in cards)) < wanted:
        cards.append(random.choice([card for card in sizes if sizes[card] <= wanted - total]))
    if total == limit and random.random() < 0.5:
        cards.append(edition.roles["hotel"])
    return cards


def _bonus_cards(random: Random, edition: Edition, cards: Cards) -> Cards:
    """Random tokens and other bonus cards to ten; no wild, no Go To Jail."""
    roles = ("token", "go", "most_of", "out_of_jail")
    kinds = [edition.roles[role] for role in roles if role in edition.roles]
    left = [card for card in kinds for _ in range(edition.deck[card])]
    return random.sample(left, HAND - len(cards))


def _put_in_wilds(random: Random, edition: Edition, cards: Cards, wilds: int) -> bool:
    """Replaces `wilds` cards by wilds; false when that would leave a set without a real card."""
    improvements = {*edition.roles["houses"], edition.roles["hotel"], edition.roles["token"]}
    places = [
        place
        for place, card in enumerate(cards)
        if card in edition.group_of or card in improvements
    ]
    if len(places) < wilds:
        return False
    before = {group for card in cards for group in edition.group_of.get(card, ())}
    for place in random.sample(places, wilds):
        cards[place] = wild_of(edition)
    after = {group for card in cards for group in edition.group_of.get(card, ())}
    return before == after

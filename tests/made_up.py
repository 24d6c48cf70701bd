"""Hands that may nearly go out, made up from a seed; quicker than drawing them one by one."""

from collections import Counter
from random import Random
from typing import Any

from companion.rules.contract import read
from companion.rules.deal import may_stand_for
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.refusal import Refusal
from tests.deals import ME


def nearly_out(edition: Edition, random: Random) -> tuple[list[str], list[str]]:
    """Whole groups, begun ones, houses and bonus cards, some 2 to 12 cards; and what wilds of the
    hand are declared as, one in three times."""
    cards: list[str] = []
    for group in random.sample(edition.groups, random.randint(0, 3)):
        short = random.choice((0, 0, 1, 1, 2))
        cards += random.sample(group.cards, max(1, len(group.cards) - short))
    roles = edition.roles
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


def deal_nearly_out(edition: Edition, random: Random) -> dict[str, Any]:
    """A contract line of a goer with such a hand, and of Bob, of whom mostly nothing is known."""
    cards, wilds = nearly_out(edition, random)
    left = [*(Counter(edition.deck) - Counter(cards)).elements()]
    others = random.sample(left, random.choice((0, 0, 0, 10)))
    return {
        "edition": edition.id,
        "players": [ME, "Bob"],
        "hands": {ME: cards, "Bob": others},
        "went_out": ME,
        "wilds": {ME: wilds},
        "options": dict(edition.changed),
    }


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
        if not (taken and not edition.way.may_double(edition, card)):
            said.append(card)
    return said


def made_up_deal(edition_id: str, random: Random) -> dict[str, Any]:
    """A contract line about Ann's hand: she mostly goes out, two times in three with just the cards
    that she must have; sometimes a reward, declared wilds, and cards of Bob's."""
    edition = load(edition_id)
    while True:
        line = _deal(edition, random)
        try:
            read(line)
        except Refusal:
            continue
        return line


def _deal(edition: Edition, random: Random) -> dict[str, Any]:
    line: dict[str, Any] = {"edition": edition.id, "players": [ME, "Bob"]}
    pool = [card for card, copies in edition.deck.items() for _ in range(copies)]
    random.shuffle(pool)
    if not edition.wild:
        piles = [card for group in random.sample(edition.groups, 2) for card in group.cards]
        short = random.choice((0, 0, 1))
        mine = piles[short:] + pool[: random.choice((0, 0, 0, 1, 2))]
        return {**line, "hands": {ME: mine, "Bob": pool[4:8]}, "stopped_early": True}
    mine, said = nearly_out(edition, random)
    if random.random() < 0.67:
        random.shuffle(mine)
        mine = mine[:10]
        bonus = [card for card in pool if card not in edition.group_of and card != edition.wild]
        for card in bonus:
            if len(mine) < 10 and mine.count(card) < edition.deck[card]:
                mine.append(card)
    line["hands"] = {ME: mine, "Bob": pool[: random.choice((0, 0, 3))]}
    line["went_out"] = random.choice((ME, ME, ME, "Bob"))
    line["wilds"] = {ME: said[: mine.count(edition.wild)]}
    if line["went_out"] == ME and edition.seats[2].reward and random.random() < 0.3:
        line["reward"] = pool[10:15]
    return line

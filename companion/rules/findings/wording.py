"""The sentence of each problem."""

from companion.rules.edition import Edition, Group
from companion.rules.words import cards_listed, cards_said, is_or_are, not_in_order, wild_counts_as

Cards = tuple[str, ...]


def message(edition: Edition, rule: str, cards: Cards = (), about: Cards = ()) -> str:
    """What a problem of no group means for these cards. `about` are the houses that are missing, in
    2017 those that wilds count as."""
    if rule == "no-set":
        colours_only = edition.policies["going_out_needs"] == "colour-set"
        return f"There is no complete {'colour set' if colours_only else 'set'} in this hand."
    if rule == "needs-colour-group":
        return "There are sets, but no colour set. You need one."
    if rule == "house-out-of-sequence":
        return not_in_order(edition, cards, about)
    if rule in ("house-without-set", "hotel-without-set"):
        real = [card for card in cards if card != edition.wild]
        wild = f"{wild_counts_as(edition, about)} " if about and real else ""
        names = cards_said(edition, edition.sort([*real, *about]))
        return f"{wild}There is no complete colour set to put {names} on."
    if rule == "hotel-without-four-houses":
        return "No set has four houses, so a hotel cannot be placed."
    names = cards_listed(edition, cards)
    if rule == "jail":
        return f"{names} is not cancelled by {edition.label(edition.cards['out_of_jail'])}."
    if edition.variant.numbered_houses:
        if rule == "too-many-houses":
            return f"{names}: there are more of these houses than colour sets to put them on."
        return "There are more hotels than sets with four houses to put them on."
    if rule == "too-many-houses":
        sizes, limit = edition.cards["houses"], edition.policies["house_limit"]
        total = sum(sizes.get(card, 0) for card in (*cards, *about))
        wild = f"{wild_counts_as(edition, about)} " if about else ""
        return f"{wild}The house cards make {total} houses. The most is {limit}."
    return "Only one hotel may be in the hand."


def incomplete(edition: Edition, group: Group, own: Cards, lacking: Cards) -> str:
    """What is wrong with a group that is no set."""
    if not lacking:
        return f"{group.name}: {edition.label(edition.wild)} cards alone make no set here."
    if group.kind == "run":
        return f"{cards_listed(edition, own)} is alone: {group.name} need two or more cards."
    is_not = f"{group.name} {is_or_are(group.name)} not complete"
    return f"{is_not}: {cards_listed(edition, lacking)} missing."


def completed(edition: Edition, group: Group, add: Cards, wilds: int) -> str:
    """What completes a group: these cards, and this number of wilds."""
    wild = edition.label(edition.wild)
    if not add:
        return f"{wild} completes {group.name} once the rest is fixed."
    short = "One card" if len(add) == 1 else f"{len(add)} cards"
    what = "make a pair" if group.kind == "run" else f"complete {group.name}"
    helped = f" with {wild}" if wilds else ""
    return f"{short} short: {cards_listed(edition, add)} would {what}{helped}."


def of_this_hand(message: str, player: str) -> str:
    """A message about the hand of a player who has no name: it is asked about, not laid down."""
    return message.replace(f"{player} laid down ", "this hand has ")

"""Sentences that several problems share."""

from companion.rules.edition import Edition, Group
from companion.rules.words import cards_listed, cards_said, is_or_are, wild_counts_as

Cards = tuple[str, ...]


def no_place(edition: Edition, cards: Cards, counted: Cards = ()) -> str:
    """There is no colour set for these houses or hotels, some of which announced wilds count as."""
    wild = f"{wild_counts_as(edition, counted)} " if counted and cards else ""
    names = cards_said(edition, edition.sort([*cards, *counted]))
    return f"{wild}There is no complete colour set to put {names} on."


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

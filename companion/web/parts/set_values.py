"""What the sets of an edition pay, as the engine pays them."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.edition import Edition, Group


@dataclass(frozen=True)
class SetValues:
    """A table of amounts: its column heads, and a row for each set: its name, its group, or None
    for a set of several, and the amounts."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, Group | None, tuple[str, ...]], ...]


def colour_sets(edition: Edition) -> SetValues:
    """A colour set with 0 to 4 houses and with the hotel, for a player who went out."""
    rows = []
    for group in edition.groups:
        if group.kind != "colour":
            continue
        worth = [_worth(edition, [*group.cards, *_houses(edition, number)]) for number in range(5)]
        worth.append(_worth(edition, [*group.cards, *_houses(edition, 4), edition.roles["hotel"]]))
        rows.append((group.name, group, tuple(f"{amount:,}" for amount in worth)))
    hotel = edition.label(edition.roles["hotel"])
    return SetValues(("Houses", "0", "1", "2", "3", "4", hotel), tuple(rows))


def monopolies(edition: Edition) -> SetValues:
    """The points of each monopoly (Express)."""
    rows = [(group.name, group, (str(worth_of(edition, group.cards)),)) for group in edition.groups]
    return SetValues(("Monopoly", "points"), tuple(rows))


def worth_of(edition: Edition, cards: Sequence[str]) -> int:
    """What these cards pay a player who did not go out."""
    return edition.arrange(cards, goer=False).total


def _worth(edition: Edition, cards: Sequence[str]) -> int:
    """What the set in these cards pays to a player who went out."""
    return edition.arrange(cards, goer=True).sets[0].value


def _houses(edition: Edition, number: int) -> list[str]:
    """The fewest house cards that make this number of houses."""
    if ladder := edition.way.ladder(edition):
        return list(ladder[:number])
    cards: list[str] = []
    for card, size in sorted(edition.roles["houses"].items(), key=lambda house: -house[1]):
        cards += [card] * (number // size)
        number %= size
    return cards

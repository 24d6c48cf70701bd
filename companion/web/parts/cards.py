"""Cards as pages show them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.edition import Edition
from companion.rules.words import listed

# --- one deal ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """One card as it is drawn: its name, the two letters of its group or ``""``."""

    name: str
    mark: str
    more: int = 1


@dataclass(frozen=True)
class Pile:
    """Cards that lie together: a set, the bonus cards, or what is left over."""

    name: str
    mark: str
    amount: str | None
    cards: tuple[Card, ...]
    note: str | None = None


def card_shown(edition: Edition, card: str, more: int = 1) -> Card:
    """A card with the mark of its group; cards of several groups or of none have no mark."""
    groups = edition.group_of.get(card, ())
    return Card(
        edition.label(card), edition.group(groups[0]).mark if len(groups) == 1 else "", more
    )


def _drawn(edition: Edition, cards: Iterable[str]) -> tuple[Card, ...]:
    counts = Counter(cards)
    return tuple(card_shown(edition, card, counts[card]) for card in edition.sort(list(counts)))


def piles(
    edition: Edition, entry: Mapping[str, Any], player: str, detail: Mapping[str, Any]
) -> tuple[Pile, ...]:
    """A hand as it lies on the table: the sets, the bonus cards, what is left over."""
    reward = entry.get("reward", ()) if entry.get("went_out") == player else ()
    rest = Counter([*entry["hands"].get(player, ()), *reward])
    loose = Counter(detail["wilds"])
    shown = []
    for one in detail["sets"]:
        group = edition.group(one["group"])
        cards = one.get("cards") or [card for card in group.cards if rest[card]]
        rest.subtract(cards)
        loose -= Counter(one["wilds"])
        shown.append(
            Pile(
                name=group.name,
                mark=group.mark,
                amount=edition.amount(one["value"] + one["tokens_value"]),
                cards=_drawn(edition, cards),
                note=_stand_for(edition, one["wilds"]),
            )
        )
    unused = Counter(detail["unused"])
    bonus = +(rest - unused)
    # A majority that is not paid is left over, and the wilds that stand for it with it.
    alone = sorted(loose.elements(), key=lambda card: card == edition.cards.get("most_of"))
    counted = bonus[edition.wild]
    if bonus:
        note = _stand_for(edition, alone[:counted])
        shown.append(Pile("Bonus cards", "", None, _drawn(edition, bonus.elements()), note))
    if unused:
        name = "Caught: these cards pay nothing" if detail["wiped_out"] else "Pays nothing"
        note = _stand_for(edition, alone[counted:])
        shown.append(Pile(name, "", None, _drawn(edition, unused.elements()), note))
    return tuple(shown)


def _stand_for(edition: Edition, cards: Iterable[str]) -> str | None:
    stands = [edition.label(card) for card in cards]
    return f"{edition.label(edition.wild)} stands for {listed(stands)}." if stands else None


def _in_words(edition: Edition, cards: Sequence[str]) -> str:
    counts = Counter(cards)
    return ", ".join(
        edition.label(card) if counts[card] == 1 else f"{counts[card]} × {edition.label(card)}"
        for card in edition.sort(list(counts))
    )

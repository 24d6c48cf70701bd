"""Cards and hands as pages show them."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.rules.arrange.laid import HandLaid
from companion.rules.deal import Deal
from companion.rules.edition import Edition, Group
from companion.rules.words import cancels, capital, card_names, cards_listed, wild_counts_as


@dataclass(frozen=True)
class Card:
    """One kind of card: its name, its group if it shows one, how many, its glyph in
    static/sprite.svg or ``""``, and its name with soft hyphens where long words may be parted."""

    name: str
    group: Group | None = None
    copies: int = 1
    glyph: str = ""
    parted: str = ""


@dataclass(frozen=True)
class Pile:
    """Cards that are shown together: a set, which has a `group`, the bonus cards, or what pays
    nothing."""

    name: str
    group: Group | None
    amount: str | None
    cards: tuple[Card, ...]
    note: str | None = None
    pays: bool = True


def card_shown(edition: Edition, card: str, copies: int = 1, made: str = "") -> Card:
    """A card with its group. A card of several groups has the one that is `made` with it; without
    that it shows none, as a card of no group."""
    groups = edition.group_of.get(card, ())
    of = made if made in groups else groups[0] if len(groups) == 1 else ""
    group = edition.group(of) if of else None
    label = edition.label(card)
    return Card(label, group, copies, glyph_of(edition, card), edition.parted(label))


def short_name(edition: Edition, card: str) -> str:
    """A card's name for a narrow button: without what the band of its group says already, and with
    soft hyphens."""
    label = edition.label(card)
    for group in edition.group_of.get(card, ()):
        label = label.removesuffix(edition.group(group).ending)
    return edition.parted(label)


def glyph_of(edition: Edition, card: str) -> str:
    """The name of a card's glyph in static/sprite.svg, by what the card is for in this edition; ""
    for a property."""
    return _glyphs(edition).get(card, "")


@lru_cache(maxsize=64)
def _glyphs(edition: Edition) -> dict[str, str]:
    """The glyph of every card that is no property."""
    roles = edition.roles
    glyphs = {card: f"house-{min(size, 4)}" for card, size in roles.get("houses", {}).items()}
    wild = "chance" if edition.way.wild_catches else "wild"
    most = "parking" if edition.has_jackpot else "most"
    named = {"hotel": "hotel", "token": "token", "go": "go", "wild": wild, "most_of": most}
    named |= {"jail": "jail", "out_of_jail": "key"}
    return glyphs | {roles[role]: glyph for role, glyph in named.items() if role in roles}


def cards_shown(edition: Edition, cards: Iterable[str], made: str = "") -> tuple[Card, ...]:
    """Cards in deck order, several of a kind as one; `made` is the group they make together."""
    counts = Counter(cards)
    order = edition.sort(list(counts))
    return tuple(card_shown(edition, card, counts[card], made) for card in order)


def piles(edition: Edition, deal: Deal, player: str, laid: HandLaid) -> tuple[Pile, ...]:
    """A hand as it was laid out: the sets, the bonus cards, what pays nothing."""
    reward = deal.reward if deal.went_out == player else ()
    rest = Counter([*deal.hands[player], *reward])
    loose = Counter(laid.wilds)
    shown = []
    for laid_set in laid.sets:
        group = edition.group(laid_set.group)
        rest.subtract(laid_set.cards)
        loose -= Counter(laid_set.wilds)
        shown.append(
            Pile(
                name=group.name,
                group=group,
                amount=edition.amount(laid_set.value + laid_set.tokens_value),
                cards=cards_shown(edition, laid_set.cards, laid_set.group),
                note=_stand_for(edition, laid_set.wilds),
            )
        )
    unused = Counter(laid.unused)
    bonus = +(rest - unused)
    cancelled = _cancelled(edition, laid, bonus)
    bonus -= cancelled
    cancelling, paid = cancelled[edition.wild], bonus[edition.wild]
    alone = _alone(edition, loose)
    if bonus:
        note = _stand_for(edition, alone[cancelling : cancelling + paid])
        shown.append(Pile("Bonus cards", None, None, cards_shown(edition, bonus.elements()), note))
    if nothing := unused + cancelled:
        name = "Caught: these cards pay nothing" if laid.wiped_out else "Pays nothing"
        others = (*alone[:cancelling], *alone[cancelling + paid :])
        notes = [_stand_for(edition, others)]
        notes += [f"{cancels(edition)}."] if cancelled else []
        note = " ".join(filter(None, notes)) or None
        left = cards_shown(edition, nothing.elements())
        shown.append(Pile(name, None, None, left, note, pays=False))
    return tuple(shown)


def _cancelled(edition: Edition, laid: HandLaid, bonus: Counter[str]) -> Counter[str]:
    """The jail cards among these bonus cards that are cancelled, and the cards that cancel them: a
    wild only where there is no real one (2017)."""
    jail, out = (edition.roles.get(role, "") for role in ("jail", "out_of_jail"))
    number = sum(bonus.count for bonus in laid.bonuses if jail and bonus.kind == jail)
    real = min(number, bonus[out])
    return bonus & Counter({jail: number, out: real, edition.wild: number - real})


def _alone(edition: Edition, loose: Counter[str]) -> list[str]:
    """What the wilds outside sets count as: first what cancels, then what pays for sure, then cards
    for the majority, which may not be paid, last all others."""
    roles = ("out_of_jail", "go", "most_of")
    order = {edition.roles.get(role, ""): place for place, role in enumerate(roles)}
    return sorted(loose.elements(), key=lambda card: order.get(card, len(order)))


def each_card(piles: Iterable[Pile]) -> tuple[tuple[Card, Group | None], ...]:
    """All cards of a hand, each once a copy, with the group whose colour it has: its own, else
    that of the set it lies in."""
    return tuple(
        (card, card.group or pile.group)
        for pile in piles
        for card in pile.cards
        for _ in range(card.copies)
    )


def sample_hand(edition: Edition) -> tuple[tuple[Card, Group | None], ...]:
    """A hand of this box to look at: two sets, and what may lie on the second one."""
    colours = [group for group in edition.groups if group.kind == "colour"] or edition.groups
    sets = [
        Pile(group.name, group, None, cards_shown(edition, group.cards, group.id))
        for group in (colours[(len(colours) - 1) // 2], colours[-1])
    ]
    houses = edition.roles.get("houses", {})
    on_it = [*sorted(houses, key=houses.__getitem__), *filter(None, [edition.roles.get("token")])]
    on_top = Pile("", sets[1].group, None, tuple(card_shown(edition, card) for card in on_it))
    return each_card((*sets, on_top))[:10]


def _stand_for(edition: Edition, cards: Iterable[str]) -> str | None:
    stands = list(cards)
    return wild_counts_as(edition, stands) if stands else None


def cards_in_words(edition: Edition, cards: Iterable[str]) -> str:
    """Cards in deck order, as in ``2 × Hotel, GO``."""
    return ", ".join(card_names(edition, edition.sort(list(cards))))


CARD_FILTERS: dict[str, Callable[..., Any]] = {
    "capital": capital,
    "cards_named": lambda cards, edition: cards_listed(edition, tuple(edition.sort([*cards]))),
    "cards_of": lambda cards, edition: cards_shown(edition, cards),
    "glyph_of": lambda card, edition: glyph_of(edition, card),
    "counts_as": lambda cards, edition: wild_counts_as(edition, cards),
}
"""What templates name cards with: ``{{ finding.cards|cards_of(edition) }}``."""

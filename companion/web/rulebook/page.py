"""What the quick reference of an edition shows: its file in words, and amounts as the engine pays
them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.rules import texts
from companion.rules.edition import Edition, Group, Rule, Seat
from companion.rules.words import listed, plural
from companion.web.parts.options import HOUSE_RULES, house_rules, said, usual
from companion.web.parts.words import several_at_once
from companion.web.rulebook.values import Values, colour_sets, monopolies, worth_of


@dataclass(frozen=True, slots=True)
class RuleBook:
    """What the page of an edition says. `played` is the number of players at the table that asks,
    empty for the box itself. `groups` have their cards in words. `sections` have a title each, and
    rules by id; `seats` has what is dealt by number of players; `notes` stand under the numbers of
    players that they are for; `short_names` are other names that a card or a group may be called by
    when it is said or typed, `several_at_once` says how to type more than one."""

    played: str
    deck: str
    groups: tuple[tuple[Group, str], ...]
    tables: tuple[Values, ...]
    sections: Mapping[str, Mapping[str, Rule]]
    notes: Mapping[str, Sequence[str]]
    decisions: tuple[str, ...]
    unverified: tuple[str, ...]
    seats: Mapping[int, str]
    house_rules: tuple[str, ...]
    options: tuple[tuple[str, str, str, str], ...]
    short_names: Mapping[str, str]
    several_at_once: str


_SECTIONS = {
    "Going out": (
        "no-set",
        "incomplete-group",
        "needs-colour-group",
        "house-without-set",
        "hotel-without-set",
        "house-out-of-sequence",
        "too-many-houses",
        "hotel-without-four-houses",
        "too-many-hotels",
        "jail",
        "hand-size",
        "reward",
        "reward-size",
        "nobody-out",
    ),
    "Monopolies": ("not-a-monopoly", "round-incomplete"),
    "What is paid": ("set-value", "<token>", "<go>", "<most_of>", "<out_of_jail>", "bonus"),
    "Special cards": ("<wild>", "announcing", "<jail>", "<never_scores>"),
    "Winning": ("winning", "racks", "dealer"),
}
"""Where a rule stands on the page; one that is not named stands in the last section. The rule
about a card has that card's id: ``<go>`` is the rule about the card in the role ``go``."""


def section_rules(edition: Edition) -> dict[str, list[str]]:
    """The rule ids of each section in their order, those the edition does not have among them."""
    return {
        title: [
            edition.cards.get(rule.strip("<>"), "") if rule.startswith("<") else rule
            for rule in rules
        ]
        for title, rules in _SECTIONS.items()
    }


@lru_cache(maxsize=64)
def rulebook(edition: Edition, players: int | None = None) -> RuleBook:
    """The quick reference of an edition, as a table of this number of players plays it.

    Without a number it is about the box, for all numbers.
    """
    told = texts.told(edition, players)
    return RuleBook(
        played="" if players is None else plural(players, "player"),
        deck=plural(sum(edition.deck.values()), "card"),
        groups=tuple((group, _cards(edition, group)) for group in edition.groups),
        tables=tuple(_tables(edition)),
        sections=_sections(edition, told.rules),
        notes=told.notes,
        decisions=tuple(told.decisions.values()),
        unverified=told.unverified,
        seats={
            number: _seat(edition, seat)
            for number, seat in edition.seats.items()
            if players in (None, number)
        },
        house_rules=tuple(house_rules(edition)),
        options=tuple(_options(edition)),
        short_names=_short_names(edition),
        several_at_once=several_at_once(edition),
    )


def _cards(edition: Edition, group: Group) -> str:
    """The cards of a group in words."""
    cards: list[str] = []
    for card in group.cards:
        copies = edition.deck[card]
        shared = f" (one of {copies})" if copies > 1 else ""
        cards.append(f"{edition.label(card)}{shared}")
    return " · ".join(cards)


def _short_names(edition: Edition) -> dict[str, str]:
    """The other names of each card and group that has some."""
    names: dict[str, list[str]] = {}
    for alias, named in edition.aliases.items():
        names.setdefault(edition.label(named), []).append(alias)
    return {label: ", ".join(aliases) for label, aliases in names.items()}


def _tables(edition: Edition) -> list[Values]:
    if not edition.variant.has_goer:
        return [monopolies(edition), _pairs(edition)]
    return [colour_sets(edition), *_others(edition)]


def _others(edition: Edition) -> list[Values]:
    """Groups that are not improved: a run by how many are held, others whole."""
    tables = []
    for group in edition.groups:
        if group.kind == "run":
            counts = range(2, len(group.cards) + 1)
            worth = [worth_of(edition, group.cards[:held]) for held in counts]
            tables.append(
                Values(
                    ("Set", *(f"{held} cards" for held in counts)),
                    ((group.name, group.mark, tuple(f"{amount:,}" for amount in worth)),),
                )
            )
    whole = [group for group in edition.groups if group.kind == "whole"]
    rows = [(one.name, one.mark, (f"{worth_of(edition, one.cards):,}",)) for one in whole]
    return [*tables, Values(("Set", "all cards"), tuple(rows))]


def _pairs(edition: Edition) -> Values:
    rows = []
    for pair in edition.pairs:
        cards = [card for group in pair for card in edition.group(group).cards]
        names = listed([edition.label(group) for group in pair])
        rows.append((names, "", (str(worth_of(edition, cards)),)))
    return Values(("Both in one round", "points together"), tuple(rows))


def _sections(edition: Edition, rules: Mapping[str, Rule]) -> dict[str, Mapping[str, Rule]]:
    named = section_rules(edition)
    placed = {rule for ids in named.values() for rule in ids}
    named["More rules"] = [rule for rule in rules if rule not in placed]
    shown = {
        title: {rule: rules[rule] for rule in ids if rule in rules} for title, ids in named.items()
    }
    return {title: found for title, found in shown.items() if found}


def _options(edition: Edition) -> list[tuple[str, str, str, str]]:
    """The house rules: name in addresses and programs, label, the box's answer, what it takes."""
    shown = [
        (
            name,
            said(edition, HOUSE_RULES[name].label),
            usual(edition, name),
            said(edition, HOUSE_RULES[name].takes),
        )
        for name in edition.option_defaults
    ]
    return [
        *shown,
        ("values", "Amounts printed on your cards", "as above", "an amount for each"),
    ]


def _seat(edition: Edition, seat: Seat) -> str:
    rest = sum(edition.deck.values()) - seat.dealt
    parts = [f"{plural(seat.hand, 'card')} each"]
    if seat.trade:
        parts[0] += f" and {seat.trade} face up"
    if seat.phantoms:
        places = listed([str(place) for place in seat.phantoms])
        seats = "each of the empty seats" if len(seat.phantoms) > 1 else "the empty seat"
        parts.append(f"{seat.trade} face up at {seats} {places}")
    parts.append(f"draw pile of {rest}" if seat.draw_pile else "no draw pile")
    if seat.reward:
        parts.append(f"reward of up to {plural(seat.reward, 'card')}")
    target, _ = edition.ending(seat.players)
    if target:
        parts.append(f"play to {edition.amount(target)}")
    return "; ".join(parts)

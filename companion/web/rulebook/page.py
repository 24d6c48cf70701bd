"""What the quick reference of an edition works out: its rules in sections, and amounts as the
engine pays them."""

from collections.abc import Mapping

from companion.rules.edition import Edition, Rule
from companion.rules.words import listed
from companion.web.parts.options import HOUSE_RULES, said, usual
from companion.web.parts.set_values import SetValues, colour_sets, monopolies, worth_of

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


def sections(edition: Edition, rules: Mapping[str, Rule]) -> dict[str, Mapping[str, Rule]]:
    """These rules by their section, in the order of the page."""
    named = section_rules(edition)
    placed = {rule for ids in named.values() for rule in ids}
    named["More rules"] = [rule for rule in rules if rule not in placed]
    shown = {
        title: {rule: rules[rule] for rule in ids if rule in rules} for title, ids in named.items()
    }
    return {title: found for title, found in shown.items() if found}


def set_tables(edition: Edition) -> list[SetValues]:
    """What the sets are worth, in tables of the same columns."""
    if not edition.way.has_goer:
        return [monopolies(edition), _pairs(edition)]
    return [colour_sets(edition), *_others(edition)]


def _others(edition: Edition) -> list[SetValues]:
    """Groups that are not improved: a run by how many are held, others whole."""
    tables = []
    for group in edition.groups:
        if group.kind == "run":
            counts = range(2, len(group.cards) + 1)
            worth = tuple(f"{worth_of(edition, group.cards[:held]):,}" for held in counts)
            heads = ("Set", *(f"{held} cards" for held in counts))
            tables.append(SetValues(heads, ((group.name, group, worth),)))
    whole = [group for group in edition.groups if group.kind == "whole"]
    rows = [(group.name, group, (f"{worth_of(edition, group.cards):,}",)) for group in whole]
    return [*tables, SetValues(("Set", "all cards"), tuple(rows))]


def _pairs(edition: Edition) -> SetValues:
    rows = []
    for pair in edition.pairs:
        cards = [card for group in pair for card in edition.group(group).cards]
        names = listed([edition.label(group) for group in pair])
        rows.append((names, None, (str(worth_of(edition, cards)),)))
    return SetValues(("Both in one round", "points together"), tuple(rows))


def short_names(edition: Edition) -> dict[str, str]:
    """The other names that a card or a group may be called by when it is said or typed, by its own
    name."""
    names: dict[str, list[str]] = {}
    for alias, named in edition.aliases.items():
        names.setdefault(edition.label(named), []).append(alias)
    return {label: ", ".join(aliases) for label, aliases in names.items()}


def options(edition: Edition) -> list[tuple[str, str, str, str]]:
    """The house rules: name in addresses and programs, label, the box's answer, what it takes."""
    rules = [(name, HOUSE_RULES[name]) for name in edition.option_defaults]
    return [
        *(
            (name, said(edition, rule.label), usual(edition, name), said(edition, rule.takes))
            for name, rule in rules
        ),
        ("values", "Amounts printed on your cards", "as above", "an amount for each"),
    ]

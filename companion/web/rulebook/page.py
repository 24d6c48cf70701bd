"""What the quick reference of an edition works out: its rules in sections, and amounts as the
engine pays them."""

from collections.abc import Mapping

from companion.rules.deal import Deal
from companion.rules.dispute.open_questions import of_deal
from companion.rules.edition import Edition, Rule
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.texts import Told
from companion.rules.words import cards_said, listed, wild_counts_as
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
            edition.roles.get(rule.strip("<>"), "") if rule.startswith("<") else rule
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


def decisions(told: Told) -> dict[str, tuple[str, str, str]]:
    """What we decided, by name: what the rulebook leaves open and what holds here; the other
    reading; and, where that pays something else, a deal with both amounts."""
    return {
        name: (text, told.otherwise(name), example(told.edition, name))
        for name, text in told.decisions.items()
    }


def example(edition: Edition, decision: str) -> str:
    """A deal that pays something else when the decision is read the other way, in sentences. Empty
    where the file has none, and where a rule of this table leaves no difference."""
    given = edition.decisions[decision].example
    if not given:
        return ""
    players = ("Ann", "Bob", "Cem", "Dee", "Eve")[: int(given.get("players", 2))]
    held = {player: parse(edition, given[player]) for player in players if player in given}
    deal = Deal(
        {player: tuple(held.get(player, ())) for player in players},
        went_out=given.get("went_out", "Ann") or None,
        reward=tuple(parse(edition, given.get("reward", ""))),
        wilds={"Ann": tuple(parse(edition, given["wilds"]))} if "wilds" in given else {},
        jackpot=int(given["jackpot"])
        if "jackpot" in given
        else edition.options.get("jackpot_start"),
    )
    asked = [one for one in of_deal(settle(edition, deal)) if one.decision == decision]
    if not asked:
        return ""
    told = [] if deal.went_out else ["Nobody goes out."]
    for player, cards in held.items():
        does = "goes out with" if player == deal.went_out else "has"
        told.append(f"{player} {does} {cards_said(edition, edition.sort(cards))}.")
    told += [wild_counts_as(edition, wilds) for wilds in deal.wilds.values()]
    if deal.reward:
        told.append(f"The reward has {cards_said(edition, deal.reward)}.")
    return " ".join([*told, asked[0].then])

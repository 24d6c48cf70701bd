"""House rules and amounts on the cards, as pages tell them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.amounts import amount_label, by_keys
from companion.rules.edition import Edition
from companion.rules.words import called, cards_said, listed, plural


def known_by(edition: Edition) -> str:
    """How to tell the box from the others: what lies in it, in a few words."""
    if edition.money == "points":
        return "Points instead of money"
    if edition.money == "racks":
        return "Racks and gold bars"
    if edition.has_jackpot:
        return f"{edition.label(edition.roles['most_of'])} jackpot"
    return f"{edition.label(edition.wild)} cards, {edition.currency} notes"


# --- house rules ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class HouseRule:
    """How an option is told. Texts name cards of the box as ``{wild}`` and ``{most_of}``, and what
    it calls a deal as ``{deal}``.

    An option that is chosen from a list has `answers`: for each value the answer to its `label`,
    and the rule in a sentence. An amount has the sentence `says`, and `nothing` for none. An end of
    the game has `none`, the box to tick for a game without it. `takes` says what a program may
    give; empty where the answers say it.
    """

    label: str
    answers: Mapping[Any, tuple[str, str]] = field(default_factory=dict)
    says: str = ""
    nothing: str = ""
    none: str = ""
    takes: str = "an amount"


def _yes_no(label: str, yes: str, no: str) -> HouseRule:
    return HouseRule(label, {True: ("yes", yes), False: ("no", no)}, takes="yes or no")


HOUSE_RULES = {
    "target": HouseRule("Play to this amount", none="no amount"),
    "deals": HouseRule(
        "Play this many {deal}s", none="no number of {deal}s", takes="a number of {deal}s"
    ),
    "nobody_out": HouseRule(
        "The cards run out and nobody went out",
        {
            "void": ("nobody is paid", "If nobody goes out, nobody is paid."),
            "score": (
                "everyone scores their own cards",
                "If nobody goes out, everyone scores their own cards.",
            ),
        },
        takes="nobody is paid, or everyone scores their own cards",
    ),
    "wild_only_sets": _yes_no(
        "{wild} cards alone may make a set",
        "{wild} cards alone may make a set.",
        "{wild} cards alone may not make a set.",
    ),
    "wiped_out_count": _yes_no(
        "Cards of a hand that scores nothing count for “most {most_of}”",
        "A hand that scores nothing counts for “most {most_of}”.",
        "A hand that scores nothing does not count for “most {most_of}”.",
    ),
    "jackpot_start": HouseRule(
        "The jackpot begins with",
        says="The jackpot begins with {amount}.",
        nothing="The jackpot begins with nothing.",
    ),
    "jackpot_step": HouseRule(
        "The jackpot grows by",
        says="The jackpot grows by {amount}.",
        nothing="The jackpot does not grow.",
    ),
    "jackpot_grows_when_none_held": _yes_no(
        "It also grows when nobody holds {most_of}",
        "The jackpot grows when nobody holds {most_of}.",
        "The jackpot does not grow when nobody holds {most_of}.",
    ),
    "tie": HouseRule(
        "If players tie at the end",
        {
            "shared": ("they win together", "Players tied at the end win together."),
            "play-on": (
                "play on until one is ahead",
                "After a tie at the end, everyone plays on until one is ahead.",
            ),
        },
        takes="they win together, or play on until one is ahead",
    ),
}
"""How every option but the amounts on the cards is told."""


def said(edition: Edition, text: str) -> str:
    """A text of a house rule with the box's own words."""
    most_of = edition.roles.get("most_of", "")
    return text.format(
        wild=edition.label(edition.wild), most_of=edition.label(most_of), deal=edition.deal_word
    )


def usual(edition: Edition, name: str) -> str:
    """What the box has for an option, in words; for all but the amounts on the cards."""
    rule, default = HOUSE_RULES[name], edition.option_defaults[name]
    if rule.none:
        return ending(edition, name)
    return rule.answers[default][0] if rule.answers else edition.amount(default)


def ending(edition: Edition, name: str) -> str:
    """The end of a game as the box has it, in words."""
    default = edition.option_defaults[name]
    if name == "deals":
        if default is None:
            return "as many as it takes"
        return f"{plural(default, edition.deal_word)}, unless you play to an amount"
    if default is None:
        return "no amount"
    targets: dict[int | None, list[int]] = {}
    for players, seat in edition.seats.items():
        targets.setdefault(seat.target, []).append(players)
    words = [
        edition.amount(target or 0)
        + (f" with {listed([str(count) for count in players], 'or')} players" if number else "")
        for number, (target, players) in enumerate(targets.items())
    ]
    return ", ".join(words)


def house_rules(edition: Edition) -> list[str]:
    """The table's own rules in words."""
    return [*_in_force(edition, edition.changed), *_copies(edition), *_changed_amounts(edition)]


def rules_in_force(edition: Edition) -> list[str]:
    """All a table can agree on but the end, as it plays; amounts only where they were changed."""
    return [*_in_force(edition, edition.options), *_copies(edition), *_changed_amounts(edition)]


def _in_force(edition: Edition, options: Iterable[str]) -> list[str]:
    """These options in words, as they are in force."""
    lines = []
    for name in options:
        if name not in HOUSE_RULES or HOUSE_RULES[name].none:
            continue
        if name == "jackpot_grows_when_none_held" and not edition.options["jackpot_step"]:
            continue
        rule, value = HOUSE_RULES[name], edition.options[name]
        if rule.answers:
            lines.append(said(edition, rule.answers[value][1]))
        else:
            lines.append(rule.says.format(amount=edition.amount(value)) if value else rule.nothing)
    return lines


def _copies(edition: Edition) -> list[str]:
    told = []
    for card, number in edition.changed.get("copies", {}).items():
        cards = cards_said(edition, [card] * number) or f"no {called(edition, card)}"
        told.append(f"This box has {cards}.")
    return told


def _changed_amounts(edition: Edition) -> list[str]:
    changed = by_keys(edition.changed.get("values", {}))
    return [
        f"{amount_label(edition, keys)}: {edition.amount(amount)}."
        for keys, amount in changed.items()
    ]

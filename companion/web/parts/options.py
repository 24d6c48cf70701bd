"""An edition's options, as pages tell them."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.rules.edition import Edition, Group
from companion.rules.words import listed, plural

SWITCHES = ("wild_only_sets", "wiped_out_count", "jackpot_grows_when_none_held")
AMOUNTS = ("jackpot_start", "jackpot_step")
ENDINGS = ("target", "deals")


def known_by(edition: Edition) -> str:
    """How to tell the box from the others: what lies in it, in a few words."""
    if edition.money == "points":
        return "Points instead of money"
    if edition.money == "racks":
        return "Racks and gold bars"
    if edition.has_jackpot:
        return f"{edition.label(edition.cards['most_of'])} jackpot"
    return f"{edition.label(edition.wild)} cards, {edition.currency} notes"


ANSWERS = {
    "yes": "yes",
    "no": "no",
    "void": "nobody is paid",
    "score": "everyone scores their own cards",
    "shared": "they win together",
    "play-on": "play on until one is ahead",
}
"""What an option's choices are called."""


def option_labels(edition: Edition) -> dict[str, str]:
    """What an option is called, by its name; for all but the amounts on the cards."""
    wild = edition.label(edition.wild)
    most_of = edition.label(edition.cards.get("most_of", ""))
    return {
        "target": "Play to this amount",
        "deals": f"Play this many {edition.deal_word}s",
        "nobody_out": "The cards run out and nobody went out",
        "wild_only_sets": f"{wild} cards alone may make a set",
        "wiped_out_count": f"Cards of a hand that scores nothing count for “most {most_of}”",
        "jackpot_start": "The jackpot begins with",
        "jackpot_step": "The jackpot grows by",
        "jackpot_grows_when_none_held": f"It also grows when nobody holds {most_of}",
        "tie": "A tie at the top at the end",
    }


def usual(edition: Edition, name: str) -> str:
    """What the box has for an option, in words; for all but the amounts on the cards."""
    default = edition.option_defaults[name]
    if name in ENDINGS:
        return ending(edition, name)
    if name in AMOUNTS:
        return edition.amount(default)
    return ANSWERS[("yes" if default else "no") if name in SWITCHES else default]


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
        + (f" with {listed([str(one) for one in players], 'or')} players" if number else "")
        for number, (target, players) in enumerate(targets.items())
    ]
    return ", ".join(words)


def group_of(edition: Edition, keys: Sequence[str]) -> Group | None:
    """The group whose amount has these keys in `edition.values`, if it is that of a group."""
    sought = keys[-1] if keys[0] == "house" else keys[0]
    return next((group for group in edition.groups if group.id == sought), None)


def multiple(edition: Edition) -> str:
    """What an amount of this edition must be: ``a multiple of 50``, in Express ``points``."""
    step = edition.amounts["step"]
    return "points" if step == 1 else f"a multiple of {step}"


def value_fields(edition: Edition) -> dict[str, tuple[tuple[str, ...], int | None]]:
    """Field name of a form → the keys of an amount within the option ``values``, and the amount.

    None for a house of 2017: as much as its colour set.
    """
    fields: dict[str, tuple[tuple[str, ...], int | None]] = {}
    for key, value in edition.values.items():
        if key == "house":
            for group in edition.groups:
                if group.kind == "colour":
                    fields[f"value-house-{group.id}"] = ("house", group.id), value.get(group.id)
        elif isinstance(value, dict):
            for held, amount in value.items():
                fields[f"value-{key}-{held}"] = (key, held), amount
        else:
            fields[f"value-{key}"] = (key,), value
    return fields


def value_label(edition: Edition, keys: Sequence[str]) -> str:
    """The name of an amount on the cards, by its keys in `edition.values`."""
    first, *rest = keys
    group = group_of(edition, keys)
    if first == "house":
        return f"House on {group.name if group else rest[0]}"
    if rest:
        return f"{rest[0]} {edition.label(first)}"
    if group:
        return group.name
    roles = edition.cards
    go = roles.get("go", "")
    return {
        "bonus": "Both of a pair",
        "go-four": f"Four {edition.label(go)} together",
        go: f"Each {edition.label(go)}",
        roles.get("token"): "A token",
        roles.get("hotel"): "A hotel",
    }.get(first, edition.label(first))


def house_rules(edition: Edition) -> list[str]:
    """The table's own rules in words."""
    return _told(edition, edition.changed) + _changed_amounts(edition)


def rules_in_force(edition: Edition) -> list[str]:
    """All a table can agree on but the end, as it plays; amounts only where they were changed."""
    return _told(edition, edition.options) + _changed_amounts(edition)


def _changed_amounts(edition: Edition) -> list[str]:
    lines = []
    for key, value in edition.changed.get("values", {}).items():
        amounts = value.items() if isinstance(value, dict) else [(None, value)]
        for inner, amount in amounts:
            keys = (key,) if inner is None else (key, inner)
            lines.append(f"{value_label(edition, keys)}: {edition.amount(amount)}.")
    return lines


def _told(edition: Edition, options: Iterable[str]) -> list[str]:
    """These options in words, as they are in force."""
    wild = edition.label(edition.wild)
    most_of = edition.label(edition.cards.get("most_of", ""))
    caught = "A hand that scores nothing"
    told: dict[str, dict[Any, str]] = {
        "nobody_out": {
            "void": "If nobody goes out, nobody is paid.",
            "score": "If nobody goes out, everyone scores their own cards.",
        },
        "tie": {
            "shared": "Players tied at the end win together.",
            "play-on": "After a tie at the end, everyone plays on until one is ahead.",
        },
        "wild_only_sets": {
            True: f"{wild} cards alone may make a set.",
            False: f"{wild} cards alone may not make a set.",
        },
        "wiped_out_count": {
            True: f"{caught} counts for “most {most_of}”.",
            False: f"{caught} does not count for “most {most_of}”.",
        },
        "jackpot_grows_when_none_held": {
            True: f"The jackpot grows when nobody holds {most_of}.",
            False: f"The jackpot does not grow when nobody holds {most_of}.",
        },
    }
    lines = []
    grows = edition.options.get("jackpot_step")
    for name in options:
        value: Any = edition.options.get(name)
        if name == "jackpot_grows_when_none_held" and not grows:
            continue
        if name in told:
            lines.append(told[name][value])
        elif name == "jackpot_start":
            begins = edition.amount(value) if value else "nothing"
            lines.append(f"The jackpot begins with {begins}.")
        elif name == "jackpot_step":
            by = f"grows by {edition.amount(value)}" if value else "does not grow"
            lines.append(f"The jackpot {by}.")
    return lines

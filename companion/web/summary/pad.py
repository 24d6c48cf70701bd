"""A blank score pad: names, rows for deals, and what everything pays at the table."""

from collections.abc import Sequence
from typing import Any

from companion.rules import ledger
from companion.rules.edition import Edition
from companion.rules.words import called, listed, number_word, plural
from companion.web.parts.options import ending
from companion.web.parts.set_values import colour_sets, monopolies
from companion.web.parts.words import goal

MOST_ROWS = 14
"""Rows of a pad: so names and amounts fill one page, A4 or US Letter."""
_JACKPOT = {"jackpot_start": "The jackpot begins with", "jackpot_step": "and grows by"}


def pad(edition: Edition, names: Sequence[str]) -> dict[str, Any]:
    """What the pad of an edition shows: `names` of the columns, blank where they are not known
    (with too few names one for every seat); `numbers` of the rows; the `goal`; the amounts of sets
    under their `heads`, and those of everything else; notes."""
    enough = len(names) in edition.seats
    _, deals = edition.ending(len(names) if enough else min(edition.seats))
    paid = _sets(edition) if edition.way.has_goer else _monopolies(edition)
    return {
        "box": edition,
        "names": [*names] if enough else [*names, *[""] * (max(edition.seats) - len(names))],
        "numbers": range(1, min(deals or MOST_ROWS, MOST_ROWS) + 1),
        "goal": _goal(edition, names if enough else None),
        **paid,
        "notes": [*_more_sheets(edition, deals or 0), *paid["notes"]],
    }


def _sets(edition: Edition) -> dict[str, Any]:
    """What sets pay, with their houses and hotel, and all else in a box where a player goes out."""
    houses = [plural(number, "house") for number in range(1, 5)]
    return {
        "heads": ["Set", *houses, edition.label(edition.roles["hotel"])],
        "values": colour_sets(edition),
        "others": [*_others(edition), *_jackpot(edition)],
        "notes": _notes(edition),
    }


def _monopolies(edition: Edition) -> dict[str, Any]:
    """What monopolies pay (Express)."""
    bonus = edition.amount(edition.values["bonus"])
    made = number_word(len(edition.groups))
    return {
        "heads": ["Points"],
        "values": monopolies(edition),
        "others": [(" + ".join(map(edition.label, pair)), bonus) for pair in edition.pairs],
        "notes": [f"The round ends when all {made} monopolies are made."],
    }


def _more_sheets(edition: Edition, deals: int) -> list[str]:
    """Says that not all agreed deals have a row."""
    if deals <= MOST_ROWS:
        return []
    return [
        f"These are {MOST_ROWS} of {deals} {edition.deal_word}s: for the others, go on with the "
        "total on another sheet."
    ]


def _notes(edition: Edition) -> list[str]:
    """What to remember when the hands are counted."""
    roles, label = edition.roles, edition.label
    hotel, tokens = called(edition, roles["hotel"]), called(edition, roles["token"], 2)
    if edition.way.numbered_houses:
        notes = [f"To go out, every property, house and {hotel} must belong to a set."]
    else:
        notes = [
            f"Houses, {hotel} and {tokens} pay only the player who goes out, on one colour set."
        ]
    if "jail" in roles:
        caught = f"{label(roles['jail'])} without {label(roles['out_of_jail'])}"
    else:
        caught = f"Not gone out and holding a {label(edition.wild)}"
    return [*notes, f"{caught}: the whole hand pays nothing."]


def _goal(edition: Edition, names: Sequence[str] | None) -> str:
    """What ends the game; without names, for any number of players."""
    if names is not None:
        return goal(edition, ledger.sheet(edition, names, [], names[0]))
    target, _ = edition.ending(min(edition.seats))
    if target is not None and "target" not in edition.changed:
        return f"Play to {ending(edition, 'target')}"
    blank = [str(seat) for seat in range(min(edition.seats))]
    return goal(edition, ledger.sheet(edition, blank, [], blank[0]))


def amounts(edition: Edition) -> list[str]:
    """What every card pays: ``Orange $200, a house $200``, in points ``Orange 4``. What is put
    under the Bank is told with the rules in force."""
    values = edition.values
    if not edition.way.has_goer:
        pairs = [listed([edition.label(group) for group in pair]) for pair in edition.pairs]
        told = [f"{group.name} {values[group.id]}" for group in edition.groups]
        return [*told, *(f"Bonus for {pair} {values['bonus']}" for pair in pairs)]
    told = []
    for group in edition.groups:
        if group.kind == "colour":
            base, house = values[group.id], edition.house_value(group.id)
            told.append(f"{group.name} {edition.amount(base)}, a house {edition.amount(house)}")
    told.append(f"{edition.label(edition.roles['hotel'])} {edition.amount(edition.price('hotel'))}")
    return [*told, *(f"{name} {amount}" for name, amount in _others(edition))]


def _jackpot(edition: Edition) -> list[tuple[str, str]]:
    """What is put under the Bank, where there is a jackpot. It stands on no card."""
    return [
        (words, edition.amount(edition.options[name]) if edition.options[name] else "nothing")
        for name, words in _JACKPOT.items()
        if name in edition.options
    ]


def _others(edition: Edition) -> list[tuple[str, str]]:
    """What pays besides the sets of colours."""
    values, label, amount = edition.values, edition.label, edition.amount
    lines = []
    for group in edition.groups:
        if group.kind == "run":
            run: dict[str, int] = values[group.id]
            lines += [(f"{held} {group.name}", amount(each)) for held, each in run.items()]
        elif group.kind == "whole":
            lines.append((group.name, amount(values[group.id])))
    go, most = label(edition.roles["go"]), f"Most {label(edition.roles['most_of'])}"
    each_go = (f"Each {go}", amount(edition.price("go")))
    each_token = f"Each {called(edition, edition.roles['token'])}"
    if edition.way.numbered_houses:
        paid = amount(edition.price("most_of"))
        return [*lines, (each_token, "one set again"), each_go, (most, paid)]
    return [
        *lines,
        (each_token, amount(edition.price("token"))),
        each_go,
        (f"Four {go} together", amount(values["go-four"])),
        (label(edition.roles["out_of_jail"]), amount(edition.price("out_of_jail"))),
        (most, "takes the jackpot"),
    ]

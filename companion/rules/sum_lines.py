"""The sum of a hand line by line, in words that a ten-year-old can follow."""

from collections import Counter

from companion.rules.arrange.laid import Bonus, HandLaid, SetLaid
from companion.rules.edition import Edition
from companion.rules.words import called, cancels, number_of, plural, wild_counts_as


def cancelling_rule(edition: Edition, laid: HandLaid) -> str:
    """The id of the rule by which a card of this hand cancels another; empty where none does."""
    jail = edition.roles.get("jail")
    return edition.roles["out_of_jail"] if any(one.kind == jail for one in laid.bonuses) else ""


def steps(edition: Edition, laid: HandLaid, *, jackpot: int | None, paid: bool = True) -> list[str]:
    """The sum line by line; the last line is the total.

    `jackpot` is what this player takes of it, None when another or nobody does. `paid` is false
    for a deal in which nobody is paid.
    """
    amount = edition.amount
    if not paid:
        return [f"Nobody went out, so nobody is paid: {amount(0)}."]
    if laid.wiped_out:
        caught = edition.label(laid.wiped_out)
        return [f"Caught with {caught}: the whole hand pays {amount(0)}."]
    lines = _wilds(edition, laid)
    for one in laid.sets:
        lines += _set(edition, one)
        if one.tokens:
            lines.append(_tokens(edition, one))
    lines += bonus_steps(edition, laid, jackpot)
    lines.append(f"Total: {amount(laid.total + (jackpot or 0))}.")
    return lines


def said_step(edition: Edition, said: int, jackpot: int | None) -> str:
    """The one line of a hand of which the table said what it pays: ``As the table said: £500.``"""
    amount = edition.amount
    if jackpot is None:
        return f"As the table said: {amount(said)}."
    most = edition.label(edition.roles["most_of"])
    sums = f"{amount(said)} + {amount(jackpot)} = {amount(said + jackpot)}"
    return f"As the table said, with the jackpot for the most {most} cards: {sums}."


def bonus_steps(edition: Edition, laid: HandLaid, jackpot: int | None) -> list[str]:
    """The lines of the sum that are about no set: bonuses, and what is taken of the jackpot."""
    lines = [_bonus(edition, bonus) for bonus in laid.bonuses]
    if jackpot is not None:
        most = edition.label(edition.roles["most_of"])
        lines.append(f"Jackpot for the most {most} cards: {edition.amount(jackpot)}.")
    return lines


def _tokens(edition: Edition, one: SetLaid) -> str:
    tokens = number_of(edition, edition.roles["token"], one.tokens)
    each = edition.amount(one.tokens_value // one.tokens)
    pays = edition.amount(one.tokens_value)
    return f"{tokens} on {edition.label(one.group)}: {one.tokens} × {each} = {pays}."


def _wilds(edition: Edition, laid: HandLaid) -> list[str]:
    """What wilds count as: those in sets, then those that count by themselves or for nothing. Wilds
    that count as the same card are told in one line."""
    roles = edition.roles
    placed = [card for one in laid.sets for card in one.wilds]
    lines = [wild_counts_as(edition, [card] * copies) for card, copies in Counter(placed).items()]
    alone = {roles.get(role) for role in ("go", "most_of", "out_of_jail")}
    loose = Counter(laid.wilds) - Counter(placed)
    for card in edition.sort(list(loose)):
        counts = wild_counts_as(edition, [card] * loose[card])
        adds = "It adds" if loose[card] == 1 else "They add"
        idle = "" if card in alone else f" {adds} nothing: {edition.amount(0)}."
        lines.append(f"{counts}{idle}")
    return lines


def _set(edition: Edition, one: SetLaid) -> list[str]:
    amount, name, houses = edition.amount, edition.label(one.group), one.houses
    if not houses:
        return [f"{name} set: {amount(one.value)}."]
    built = edition.house_value(one.group)
    hotel_value = edition.price("hotel") if one.hotel else 0
    base = one.value - hotel_value - houses * built
    lines = [
        f"{name} set: {amount(base)}.",
        f"{plural(houses, 'house')} on {name}: "
        f"{houses} × {amount(built)} = {amount(houses * built)}.",
    ]
    if one.hotel:
        lines.append(f"{edition.label(edition.roles['hotel'])} on {name}: {amount(hotel_value)}.")
    with_hotel = f" and {called(edition, edition.roles['hotel'])}" if one.hotel else ""
    lines.append(
        f"{name} with {'a house' if houses == 1 else 'houses'}{with_hotel}: {amount(one.value)}."
    )
    return lines


def _bonus(edition: Edition, bonus: Bonus) -> str:
    amount, kind, count, pays = edition.amount, bonus.kind, bonus.count, bonus.amount
    if edition.pairs:
        one, other = kind.split("+")
        return f"Bonus for {edition.label(one)} and {edition.label(other)}: {amount(pays)}."
    roles, label = edition.roles, edition.label(kind)
    if kind == roles["most_of"] and not count:
        return f"Most {label} cards, as the table said: {amount(pays)}."
    if kind == roles["most_of"]:
        return f"Most {label} cards ({count}): {amount(pays)}."
    if kind == roles.get("jail"):
        return f"{cancels(edition)}: {amount(0)}."
    each = edition.values[kind]
    if kind == roles["go"] and "go-four" in edition.values and count >= 4:
        four = amount(edition.values["go-four"])
        if count == 4:
            return f"4 {label} cards together: {four}."
        more = f"{amount((count - 4) * each)} for {count - 4} more"
        return f"{count} {label} cards: {four} for 4 together + {more} = {amount(pays)}."
    cards = plural(count, f"{label} card")
    return f"{cards}: {count} × {amount(each)} = {amount(pays)}."

"""The sum of a hand in words that a ten-year-old can follow."""

import unicodedata
from collections import Counter
from collections.abc import Iterable

from companion.rules.arrange.laid import Bonus, HandLaid, SetLaid
from companion.rules.edition import Edition


def plural(number: int, thing: str) -> str:
    """``1 house``, ``3 houses``, ``1,200 games``."""
    return f"1 {thing}" if number == 1 else f"{number:,} {thing}s"


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def is_or_are(name: str) -> str:
    """The verb that goes with a group's name: ``Red is``, ``Stations are``."""
    return "are" if name.endswith("s") else "is"


def number_word(number: int) -> str:
    """A number in words up to ten, in digits beyond: ``ten``, ``13``."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def average(total: int, number: int) -> int:
    """A total for each of a number, in whole money, a half upwards; 0 of none."""
    return (2 * total + number) // (2 * number) if number else 0


def rounded_down(part: int, whole: int) -> str:
    """A share that is more than nothing, never told as more than it is: ``64%``, ``1 in 2,500``."""
    tenths = 1000 * part // whole
    if tenths == 0:
        return f"1 in {-(-whole // part):,}"
    return f"{tenths // 10}%" if 10 <= tenths < 990 else f"{tenths / 10:.1f}%"


def isolated(name: str) -> str:
    """The name for a plain text with other names or amounts beside it. One that is written from
    right to left is isolated: else what stands behind it is shown before it, an amount where it
    seems to be another's, and the next such name in the wrong order."""
    if name.isascii() or name.startswith("\u2068"):
        return name
    leftwards = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if leftwards else name


def listed(names: Iterable[str], last: str = "and") -> str:
    """``Ann``, ``Ann and Bob``, ``Ann, Bob and Cid``."""
    words = [isolated(name) for name in names]
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def called(edition: Edition, card: str, number: int = 1) -> str:
    """What sentences call one card, or a number of its copies: ``token``, ``hotels``, ``Chance``,
    ``Chance cards``."""
    label = edition.label(card)
    one, several = edition.said.get(card, (label, f"{label} cards"))
    return one if number == 1 else several


def number_of(edition: Edition, card: str, number: int) -> str:
    """A number of tokens or hotels: ``1 token``, ``3 hotels``."""
    return f"{number:,} {called(edition, card, number)}"


def copies(edition: Edition, card: str, number: int) -> str:
    """A number of copies of a card: ``1 Chance card``, ``6 tokens``, ``1 Mayfair``."""
    return f"{number:,} {_copies_called(edition, card, number)}"


def _copies_called(edition: Edition, card: str, number: int) -> str:
    """What stands behind the number of copies of a card: ``Chance card``, ``tokens``."""
    if card in edition.group_of and edition.deck[card] == 1:
        return edition.label(card)
    if card in (edition.roles.get("token"), edition.roles.get("hotel")):
        return called(edition, card, number)
    return f"{edition.label(card)} card{'' if number == 1 else 's'}"


def deck_limit(edition: Edition, card: str) -> str:
    """How many copies of a card there are: ``The deck has only two Chance cards.``"""
    held = edition.deck[card]
    if not held:
        return f"The deck has no {edition.label(card)}."
    named = edition.label(card) if held == 1 else _copies_called(edition, card, held)
    return f"The deck has only {number_word(held)} {named}."


def cards_listed(edition: Edition, cards: Iterable[str]) -> str:
    """Cards in words, in the order given: ``Strand``, ``2 × Hotel and 3rd House``."""
    return listed(card_names(edition, cards))


def card_names(edition: Edition, cards: Iterable[str]) -> list[str]:
    """Each kind of card in words, in the order given: ``Strand``, ``2 × Hotel``."""
    return [
        edition.label(card) if copies == 1 else f"{copies} × {edition.label(card)}"
        for card, copies in Counter(cards).items()
    ]


def one_card(edition: Edition, card: str) -> str:
    """One copy of a card, in a sentence: ``Mayfair``, ``a 2nd House``, ``a Chance``, ``GO``."""
    label = edition.label(card)
    if card in edition.said:
        return f"a {edition.said[card][0]}"
    return f"a {label}" if card == edition.wild else label


def cards_said(edition: Edition, cards: Iterable[str]) -> str:
    """Cards in a sentence, in the order given: ``Strand, a 2nd House and two hotels``."""
    return listed(
        one_card(edition, card) if number == 1 else _several(edition, card, number)
        for card, number in Counter(cards).items()
    )


def _several(edition: Edition, card: str, number: int) -> str:
    """More than one copy of a card: ``two 1st Houses``, ``two One House cards``."""
    return f"{number_word(number)} {called(edition, card, number)}"


def capital(text: str) -> str:
    """The text as a sentence begins, with a capital letter."""
    return text[:1].upper() + text[1:]


def not_in_order(edition: Edition, houses: tuple[str, ...], missing: tuple[str, ...]) -> str:
    """``A 3rd House cannot be placed: a 2nd House is missing.``"""
    are = "is" if len(missing) == 1 else "are"
    cannot = f"{capital(cards_said(edition, houses))} cannot be placed"
    return f"{cannot}: {cards_said(edition, missing)} {are} missing."


def wild_counts_as(edition: Edition, cards: Iterable[str]) -> str:
    """``Chance counts as a token.``, ``2 Chance cards count as two tokens.``"""
    several = [*cards]
    said = cards_said(edition, several)
    if len(several) > 1:
        return f"{copies(edition, edition.wild, len(several))} count as {said}."
    return f"{edition.label(edition.wild)} counts as {said}."


def cancels(edition: Edition) -> str:
    """``Get Out of Jail Free cancels Go To Jail``, a sentence without its full stop."""
    roles = edition.roles
    return f"{edition.label(roles['out_of_jail'])} cancels {edition.label(roles['jail'])}"


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

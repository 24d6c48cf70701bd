"""Numbers, names and cards as sentences have them."""

import unicodedata
from collections import Counter
from collections.abc import Iterable

from companion.rules.edition import Edition


def plural(number: int, thing: str) -> str:
    """``1 house``, ``3 houses``, ``1,200 games``."""
    return f"1 {thing}" if number == 1 else f"{number:,} {thing}s"


CURRENCY = "$¢£¤¥" + "".join(map(chr, range(0x20A0, 0x20D0)))
"""The signs of currencies: a box may have any of them."""

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

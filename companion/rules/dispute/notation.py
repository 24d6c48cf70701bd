"""The sets a player says the hand makes, read from one line and written back.

How sets are written (`read_sets`), one beside the other with ``;`` between them, or one a line::

    dark-blue: park-lane, chance=mayfair, h1, h2, token*2; stations: kings-cross, marylebone

Before the colon stands the group: its id, its name or the beginning of one. The group may be left
out where the properties say which it is. Behind the colon stand the cards in the usual shorthand
(`reader.parse`); with numbered houses ``2 houses`` are the first two.

What a wild counts as is written ``chance=h2``, ``chance as h2``, ``chance (h2)`` or ``chance ->
h2`` (2017: ``wild=h2``). ``chance`` alone does not say: it counts as in the best arrangement, else
as what is best for its set.

A group without any property means all of its cards that are in the hand: ``red:``, ``red: h1``. GO,
Mr. Monopoly and other cards that pay by themselves may be named and are passed over.

`show_sets` writes the same back in one way only: ids, cards in deck order, groups in board order.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from companion.rules.deal import may_stand_for
from companion.rules.edition import Edition
from companion.rules.hand import Refusal, shortened, show, slug
from companion.rules.reading.choose import chosen
from companion.rules.reading.reader import parse, read_cards

MOST_SETS = 12
MOST_CARDS = 40
"""The most sets of a claim, and the most cards of a claimed set; with more it is refused."""
_HEADING = re.compile(r"[(\[=]| [-–] ")
_ALL = re.compile(r" *(?:all|both)(?: \d)? *(?=[)\],+]|$)", re.IGNORECASE)
"""Behind a group: all its cards."""
_COUNTS_AS = re.compile(
    r"(?: card)? (?:as|is|for|(?:is |was )?(?:used|counts|counted|stands|standing) (?:as|for)) "
    r"| *(?:[-=]*>|→) *",
    re.IGNORECASE,
)
"""What may stand between a wild and the card it counts as, instead of ``=``."""
_IN_BRACKETS = re.compile(r" ?[(\[]([^()\[\]]*)(?:[)\]]|$)")


@dataclass(frozen=True)
class ClaimedSet:
    """One set as claimed. `group` is None where neither a name nor a property says which it is.

    `cards` are real cards, and wilds that do not say what they count as; `wilds` is what the other
    wilds count as. Both are in deck order.
    """

    group: str | None
    cards: tuple[str, ...]
    wilds: tuple[str, ...] = ()


def read_sets(edition: Edition, text: str) -> tuple[ClaimedSet, ...]:
    """The sets that a text claims, in canonical order; see the module for how they are written.

    Raises Refusal (``bad-claim``), naming what it is about and the remedy, for cards and groups
    the edition does not have, a wild that is said as no single card, and for too much of it.
    Whether the hand has the cards and may lay them so is not asked here; that is `claim.judge`.
    """
    pieces = [piece.strip() for piece in re.split(r"[;\n]", text)]
    pieces = [piece for piece in pieces if piece]
    if len(pieces) > MOST_SETS:
        raise Refusal(
            "bad-claim", f"{len(pieces)} sets are claimed: {MOST_SETS} is the most, one a line."
        )
    return in_order(edition, [one for piece in pieces for one in _read_piece(edition, piece)])


def show_sets(edition: Edition, sets: Iterable[ClaimedSet]) -> str:
    """The one way to write these sets; `read_sets` gives them back."""
    return "; ".join(_show_set(edition, one) for one in in_order(edition, sets))


def _show_set(edition: Edition, one: ClaimedSet) -> str:
    cards = [show(one.cards, edition.order)] if one.cards else []
    cards += [f"{edition.wild}={card}" for card in one.wilds]
    return f"{one.group}: {', '.join(cards)}".strip() if one.group else ", ".join(cards)


def in_order(edition: Edition, sets: Iterable[ClaimedSet]) -> tuple[ClaimedSet, ...]:
    """The sets in canonical order: groups in board order, the cards of each in deck order."""
    place = {group.id: number for number, group in enumerate(edition.groups)}
    order = edition.order

    def key(one: ClaimedSet) -> tuple[int, list[int], list[int]]:
        number = len(place) if one.group is None else place[one.group]
        return number, [order[card] for card in one.cards], [order[card] for card in one.wilds]

    tidy = [
        ClaimedSet(one.group, tuple(edition.sort(one.cards)), tuple(edition.sort(one.wilds)))
        for one in sets
    ]
    return tuple(sorted(tidy, key=key))


def _read_piece(edition: Edition, piece: str) -> list[ClaimedSet]:
    """The sets of one piece: several where it names nothing but groups, ``greens and reds``; none
    where it only names cards which pay by themselves."""
    groups = {group.cards: group.id for group in edition.groups}
    reading = read_cards(edition, piece)
    named = [groups[one.cards] for one in reading.read if one.cards in groups]
    if len(named) < 2 or ":" in piece:
        one = _read_set(edition, piece)
        return [one] if one else []
    alone = _by_themselves(edition)
    others = [one for one in reading.read if one.cards not in groups]
    if reading.unread or not all(alone.issuperset(one.cards) for one in others):
        raise Refusal(
            "bad-claim",
            f"“{shortened(piece)}” names {len(named)} sets: write each on a line of its own, with "
            "its houses.",
        )
    return [ClaimedSet(group, edition.group(group).cards) for group in named]


def _read_set(edition: Edition, piece: str) -> ClaimedSet | None:
    """One claimed set; None for a piece that only names cards which pay by themselves."""
    group, rest = _headed(edition, piece)
    cards, wilds = _read_cards(edition, rest)
    if len(cards) + len(wilds) > MOST_CARDS:
        raise Refusal(
            "bad-claim",
            f"“{shortened(piece)}” names {len(cards) + len(wilds)} cards: a set has "
            f"{MOST_CARDS} at the very most.",
        )
    alone = _by_themselves(edition)
    cards = [card for card in cards if card not in alone]
    properties = [card for card in (*cards, *wilds) if card in edition.group_of]
    if group is None:
        if not cards and not wilds:
            return None
        group = _most_of(edition, properties)
    return ClaimedSet(group, tuple(cards), tuple(wilds))


def filled(edition: Edition, one: ClaimedSet, held: Container[str]) -> ClaimedSet:
    """The set, and where no property is named with it those of its group that are held."""
    if one.group is None or any(card in edition.group_of for card in (*one.cards, *one.wilds)):
        return one
    own = [card for card in edition.group(one.group).cards if card in held]
    return replace(one, cards=(*one.cards, *own))


def _by_themselves(edition: Edition) -> frozenset[str]:
    """The cards that pay without a set, and those that can never be part of one."""
    roles = ("go", "most_of", "jail", "out_of_jail", "never_scores")
    return frozenset(
        card
        for card in (edition.cards.get(role) for role in roles)
        if card is not None and card not in edition.group_of
    )


def _headed(edition: Edition, piece: str) -> tuple[str | None, str]:
    """The group before the colon, and what stands behind it. A group is a heading before a bracket,
    an equals sign or a dash as well: ``reds (strand, fleet street)``."""
    head, colon, rest = piece.partition(":")
    if colon:
        group = _group(edition, head)
    else:
        head, *parted = _HEADING.split(piece, maxsplit=1)
        named = _whole_group(edition, head) if parted else None
        if named is None:
            return None, piece
        group, rest = named, parted[0].rstrip(" )]")
    every = _ALL.match(rest)
    return group, f"{every[0]} {group} {rest[every.end() :]}" if every else rest


def _whole_group(edition: Edition, text: str) -> str | None:
    """The group that a text names and nothing else: ``the dark blues``."""
    said = read_cards(edition, text)
    if not said.sure:
        return None
    return next((group.id for group in edition.groups if group.cards == said.cards), None)


def _group(edition: Edition, text: str) -> str:
    """The group that a text names, or that it is the beginning of. Raises Refusal for any other."""
    if group := _whole_group(edition, text):
        return group
    wanted = slug(text)
    names = {slug(group.name): group.id for group in edition.groups}
    names |= {group.id: group.id for group in edition.groups}
    found = {group for name, group in names.items() if wanted and name.startswith(wanted)}
    if len(found) == 1:
        return found.pop()
    groups = ", ".join(group.name for group in edition.groups)
    raise Refusal(
        "bad-claim",
        f"“{shortened(text.strip())}” before the colon is no group: use one of {groups}.",
    )


def _most_of(edition: Edition, properties: Sequence[str]) -> str | None:
    """The group that most of these properties belong to, of equals the first in board order."""
    counts = Counter(group for card in properties for group in edition.group_of[card])
    groups = [group.id for group in edition.groups if counts[group.id]]
    return max(groups, key=lambda group: counts[group]) if groups else None


def _read_cards(edition: Edition, text: str) -> tuple[list[str], list[str]]:
    """The cards of a set, and what its wilds are said to count as."""
    text = _with_equals(edition, text)
    if "=" not in text:
        return _parse(edition, text), []
    plain: list[str] = []  # the text without what wilds count as, to be read as one
    wilds: list[str] = []
    pieces = text.split(",")
    while pieces:
        piece = pieces.pop(0)
        left, equals, right = piece.partition("=")
        if not equals:
            plain.append(piece)
            continue
        *before, wild = left.split() or [""]
        _check_wild(edition, wild, piece)
        plain.append(" ".join(before))
        card, rest = _first_card(edition, right, pieces)
        wilds.append(card)
        if rest:
            pieces.insert(0, rest)
    return _parse(edition, ",".join(plain)), wilds


def _with_equals(edition: Edition, text: str) -> str:
    """The text with ``chance=Mayfair`` for ``chance as Mayfair`` and ``chance (Mayfair)``."""
    for piece in reversed(read_cards(edition, text).read):
        if piece.cards != (edition.wild,):
            continue
        before, equal = text[: piece.start], f"{edition.wild}="
        if behind := _COUNTS_AS.match(text, piece.end):
            text = f"{before}{equal}{text[behind.end() :]}"
        elif (inside := _IN_BRACKETS.match(text, piece.end)) and _one_meant(edition, inside[1]):
            text = f"{before}{equal}{inside[1]}, {text[inside.end() :]}"
    return text


def _check_wild(edition: Edition, word: str, piece: str) -> None:
    if not edition.wild:
        raise Refusal(
            "bad-claim", f"“{shortened(piece.strip())}”: {edition.name} has no wild card."
        )
    try:
        known = parse(edition, word) == [edition.wild]
    except Refusal:
        known = False
    if not known:
        raise Refusal(
            "bad-claim",
            f"“{shortened(piece.strip())}”: only {edition.label(edition.wild)} can count as "
            f"another card. Write {edition.wild}=card.",
        )


def _first_card(edition: Edition, text: str, after: list[str]) -> tuple[str, str]:
    """The card that stands first in a text, and the rest of the text. What stands behind the next
    comma may belong to it, ``The Angel, Islington``, and is taken out of `after`."""
    if not text.strip():
        raise Refusal(
            "bad-claim",
            f"Say what {edition.label(edition.wild)} counts as: write {edition.wild}=card.",
        )
    words = (f"{text}, {after.pop(0)}" if after else text).split()
    for number in range(len(words), 0, -1):
        beginning = " ".join(words[:number])
        card = None if "=" in beginning else _one_meant(edition, beginning)
        if card is not None:
            return _stands(edition, card), " ".join(words[number:])
    first = words[0].rstrip(",")
    cards = _parse(edition, first)  # refuses what is no card
    raise Refusal(
        "bad-claim",
        f"“{edition.wild}={shortened(first)}” is not one card: say one card for each "
        f"{edition.label(edition.wild)}.",
        cards,
    )


def _one_meant(edition: Edition, text: str) -> str | None:
    """The card of a text that names one, of its readings the one of a single card: with ``two
    houses`` that of 2017. None for any other text, and where words follow it."""
    reading = read_cards(edition, text)
    if reading.unread or len(reading.read) != 1 or reading.pieces[-1] != reading.read[0]:
        return None
    (piece,) = reading.read
    single = [cards for cards in (piece.cards, *piece.choices) if len(cards) == 1]
    return single[0][0] if len(single) == 1 and (piece.sure or piece.choices) else None


def _stands(edition: Edition, card: str) -> str:
    """What a wild in a set counts as; one that pays by itself belongs to no set."""
    if card in _by_themselves(edition) & may_stand_for(edition):
        raise Refusal(
            "bad-claim",
            f"{edition.label(card)} is part of no set: declare {edition.wild} as {card} with the "
            "hand, not in a set.",
            (card,),
        )
    return card


def _parse(edition: Edition, text: str) -> list[str]:
    text = _with_first_houses(edition, text)
    try:
        return parse(edition, text)
    except Refusal as refusal:
        raise Refusal("bad-claim", refusal.message, refusal.cards) from None


def _with_first_houses(edition: Edition, text: str) -> str:
    """The text with ``2 houses`` written as the first two, for a set has them in order. Classic UK,
    Object of the game."""
    if not edition.variant.numbered_houses:
        return text
    houses = set(edition.cards["houses"])
    for piece in reversed(read_cards(edition, text).read):
        if piece.choices and houses.issuperset(piece.cards):
            text = chosen(edition, text, piece, piece.cards)
    return text

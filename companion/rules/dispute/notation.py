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
from itertools import chain

from companion.rules.deal import may_stand_for
from companion.rules.edition import Edition
from companion.rules.reading.reader import LONGEST, TOO_LONG, chosen, parse, read_cards
from companion.rules.refusal import Refusal, shortened
from companion.rules.written import show, slug

MOST_SETS = 12
MOST_OF_A_SET = 40
"""The most sets of a claim, and the most cards of a claimed set; with more it is refused."""
_HEADING = re.compile(r"(:|[(\[=]| [-–] )")
"""What stands between the name of a group and its cards."""
_ALL = re.compile(r"^ *(?:all|both)(?: \d)? *(?=[)\],+]|$)", re.IGNORECASE)
"""Behind a group: all its cards."""
_COUNTS_AS = re.compile(
    r"(?: card)? (?:as|is|for|(?:is |was )?(?:used|counts|counted|stands|standing) (?:as|for)) "
    r"| *(?:[-=]*>|→) *",
    re.IGNORECASE,
)
"""What may stand between a wild and the card it counts as, instead of ``=``."""
_AMOUNT = re.compile(r" *= *(?!\d+\b *[^\s\d,;)])[^\w\s]? ?\d[\d.,]*[^\w\s]?(?=[\s,;)]|$)")
"""What a set or its sum is said to pay: left out."""
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
    if len(text) > LONGEST:
        raise _wrong(TOO_LONG)
    text = _AMOUNT.sub("", text)
    pieces = [piece.strip() for piece in re.split(r"[;\n]", text) if piece.strip()]
    if len(pieces) > MOST_SETS:
        raise _wrong(f"{len(pieces)} sets are claimed: {MOST_SETS} is the most, one a line.")
    return in_order(edition, chain.from_iterable(_read_piece(edition, piece) for piece in pieces))


def show_sets(edition: Edition, sets: Iterable[ClaimedSet]) -> str:
    """The one way to write these sets; `read_sets` gives them back."""
    return "; ".join(_show_set(edition, claimed) for claimed in in_order(edition, sets))


def _show_set(edition: Edition, claimed: ClaimedSet) -> str:
    cards = [show(claimed.cards, edition.order)] if claimed.cards else []
    cards += [f"{edition.wild}={card}" for card in claimed.wilds]
    return f"{claimed.group}: {', '.join(cards)}".strip() if claimed.group else ", ".join(cards)


def in_order(edition: Edition, sets: Iterable[ClaimedSet]) -> tuple[ClaimedSet, ...]:
    """The sets in canonical order: groups in board order, the cards of each in deck order."""
    place = [*(group.id for group in edition.groups), None]

    def key(claimed: ClaimedSet) -> tuple[int, list[int], list[int]]:
        cards, wilds = (
            [edition.order[card] for card in some] for some in (claimed.cards, claimed.wilds)
        )
        return place.index(claimed.group), cards, wilds

    tidy = [
        ClaimedSet(
            claimed.group, tuple(edition.sort(claimed.cards)), tuple(edition.sort(claimed.wilds))
        )
        for claimed in sets
    ]
    return tuple(sorted(tidy, key=key))


def filled(edition: Edition, claimed: ClaimedSet, held: Container[str]) -> ClaimedSet:
    """The set, and where no property is named with it those of its group that are held."""
    if claimed.group is None or any(
        card in edition.group_of for card in (*claimed.cards, *claimed.wilds)
    ):
        return claimed
    own = [card for card in edition.group(claimed.group).cards if card in held]
    return replace(claimed, cards=(*claimed.cards, *own))


def _wrong(message: str, cards: Sequence[str] = ()) -> Refusal:
    return Refusal("bad-claim", message, cards)


def _read_piece(edition: Edition, piece: str) -> list[ClaimedSet]:
    """The sets of one piece: several where it names nothing but groups, ``greens and reds``; none
    where it only names cards which pay by themselves."""
    if several := _several_groups(edition, piece):
        return several
    group, rest = _headed(edition, piece)
    cards, wilds = _read_cards(edition, rest)
    if len(cards) + len(wilds) > MOST_OF_A_SET:
        many = f"“{shortened(piece)}” names {len(cards) + len(wilds)} cards"
        raise _wrong(f"{many}: a set has {MOST_OF_A_SET} at the very most.")
    cards = [card for card in cards if card not in _by_themselves(edition)]
    if group is None:
        if not cards and not wilds:
            return []
        # The one that most of the properties belong to.
        of = Counter(chain.from_iterable(edition.group_of.get(card, ()) for card in cards + wilds))
        group = max((group.id for group in edition.groups), key=of.__getitem__) if of else None
    return [ClaimedSet(group, tuple(cards), tuple(wilds))]


def _several_groups(edition: Edition, piece: str) -> list[ClaimedSet]:
    """The sets of a piece that names several groups; none for any other. Raises Refusal where it
    names more than groups, for that may be on any of them."""
    groups = {group.cards: group.id for group in edition.groups}
    reading = read_cards(edition, piece)
    named = [groups[read.cards] for read in reading.read if read.cards in groups]
    if len(named) < 2 or ":" in piece:
        return []
    others = chain.from_iterable(read.cards for read in reading.read if read.cards not in groups)
    if reading.unread or not _by_themselves(edition).issuperset(others):
        many = f"“{shortened(piece)}” names {len(named)} sets"
        raise _wrong(f"{many}: write each on a line of its own, with its houses.")
    return [ClaimedSet(group, edition.group(group).cards) for group in named]


def _by_themselves(edition: Edition) -> frozenset[str]:
    """The cards that pay without a set, and those that can never be part of one."""
    roles = ("go", "most_of", "jail", "out_of_jail", "never_scores")
    return frozenset(
        card
        for card in (edition.roles.get(role) for role in roles)
        if card is not None and card not in edition.group_of
    )


def _headed(edition: Edition, piece: str) -> tuple[str | None, str]:
    """The group before the colon, and what stands behind it. A group is a heading before a bracket,
    an equals sign or a dash as well: ``reds (strand, fleet street)``."""
    head, *behind = _HEADING.split(piece, maxsplit=1)
    if not behind:
        return None, piece
    sign, rest = behind
    group = _group(edition, head) if sign == ":" else _whole_group(edition, head)
    if group is None:
        return None, piece
    return group, _ALL.sub(rf"\g<0> {group}", rest.rstrip(" )]"))


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
    told = f"“{shortened(text.strip())}” before the colon is no group"
    raise _wrong(f"{told}: use one of {groups}.")


def _read_cards(edition: Edition, text: str) -> tuple[list[str], list[str]]:
    """The cards of a set, and what its wilds are said to count as."""
    text = _with_equals(edition, text)
    reading = read_cards(edition, text)
    named = [piece for piece in reading.pieces if piece not in reading.ignored]
    wilds: dict[tuple[int, int], str] = {}
    for sign in re.finditer("=", text):
        before = [piece for piece in named if piece.end <= sign.start()][-1:]
        behind = [piece for piece in named if piece.start >= sign.end()][:1]
        start, end = before[0].start if before else 0, behind[0].end if behind else len(text)
        _check_wild(edition, before[0].text if before else "", text[start:end])
        if not behind or "," in text[sign.end() : behind[0].start]:
            say = f"Say what {edition.label(edition.wild)} counts as"
            raise _wrong(f"{say}: write {edition.wild}=card.")
        wilds[start, end] = _counts_as(edition, behind[0].text)
    for start, end in reversed(wilds):
        text = f"{text[:start]},{text[end:]}"
    return _parse(edition, text), [*wilds.values()]


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


def _check_wild(edition: Edition, said: str, text: str) -> None:
    """Refuses any card but a wild before an equals sign."""
    told = f"“{shortened(text.strip())}”"
    if not edition.wild:
        raise _wrong(f"{told}: {edition.name} has no wild card.")
    if read_cards(edition, said).cards != (edition.wild,):
        only = f"only {edition.label(edition.wild)} can count as another card"
        raise _wrong(f"{told}: {only}. Write {edition.wild}=card.")


def _counts_as(edition: Edition, text: str) -> str:
    """The card that a text behind an equals sign names; it has to be part of a set."""
    card = _one_meant(edition, text)
    if card is None:
        cards = _parse(edition, text)  # refuses what is no card
        told = f"“{edition.wild}={shortened(text)}” is not one card"
        each = f"say one card for each {edition.label(edition.wild)}"
        raise _wrong(f"{told}: {each}.", cards)
    if card in _by_themselves(edition) & may_stand_for(edition):
        what = f"{edition.label(card)} is part of no set"
        how = f"declare {edition.wild} as {card} with the hand, not in a set"
        raise _wrong(f"{what}: {how}.", (card,))
    return card


def _one_meant(edition: Edition, text: str) -> str | None:
    """The card of a text that names one, of its readings the one of a single card: with ``two
    houses`` that of 2017. None for any other text, and where words follow it."""
    reading = read_cards(edition, text)
    if reading.unread or len(reading.read) != 1 or reading.pieces[-1] != reading.read[0]:
        return None
    (piece,) = reading.read
    single = [cards for cards in (piece.cards, *piece.choices) if len(cards) == 1]
    return single[0][0] if len(single) == 1 and (piece.sure or piece.choices) else None


def _parse(edition: Edition, text: str) -> list[str]:
    text = _with_first_houses(edition, text)
    try:
        return parse(edition, text)
    except Refusal as refusal:
        raise _wrong(refusal.message, refusal.cards) from None


def _with_first_houses(edition: Edition, text: str) -> str:
    """The text with ``2 houses`` written as the first two, for a set has them in order. Classic UK,
    Object of the game."""
    houses = set(edition.way.ladder(edition))
    for piece in reversed(read_cards(edition, text).read):
        if piece.choices and houses.issuperset(piece.cards):
            text = chosen(edition, text, piece, piece.cards)
    return text

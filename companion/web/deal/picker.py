"""The cards to tap: groups with their bands, houses in rows, and numbers of all other cards.

The parts are plain tuples of what they show, and made once for every state there is: most of what
a tap answers is the same as before.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.game import open_deal
from companion.game.open_deal import REWARD, Cards, OpenDeal, Seats
from companion.rules.edition import Edition, Group
from companion.rules.hand import show


class Button(NamedTuple):
    """Something to tap. `tap` is what it posts, empty when it cannot be tapped; `owner` is who has
    the card then. On: it is so already."""

    id: str
    label: str
    tap: str
    on: bool = False
    owner: str = ""


class GroupPart(NamedTuple):
    """A group: the band takes all of it. `held` is true, mixed or false, as for aria-pressed."""

    id: str
    name: str
    mark: str
    size: int
    tap: str
    held: str
    cards: tuple[Button, ...]


class StepsPart(NamedTuple):
    """The houses and the hotel of one colour set."""

    id: str
    title: str
    steps: tuple[Button, ...]


class CountPart(NamedTuple):
    """A kind of card of which there are several: tap the number."""

    id: str
    label: str
    note: str
    numbers: tuple[Button, ...]


class Picker(NamedTuple):
    """The cards of one place. `line` is what the text field says, `oops` what is wrong with it."""

    title: str
    hint: str
    groups: tuple[GroupPart, ...]
    steps: tuple[StepsPart, ...]
    counts: tuple[CountPart, ...]
    line: str
    oops: str


HERE, LAID, FREE = "here", "laid", ""
"""Where a card is: at this place, below it already, or with nobody; else the name of who has it,
behind a colon."""


def picker(
    seats: Seats, deal: OpenDeal, place: int, *, title: str, hint: str, line: str | None, oops: str
) -> Picker:
    """The cards of a place; `line` is what was typed, None for the cards as they are."""
    edition = seats.edition
    cards = open_deal.cards_at(seats, deal, place)
    here, below = Counter(cards), Counter(open_deal.below(seats, deal, place))
    away = {
        card: (len(places), _owner(seats, places))
        for card, places in open_deal.elsewhere(seats, deal, place).items()
    }
    nobody = (0, "")
    return Picker(
        title=title,
        hint=hint,
        groups=tuple(
            _group(
                edition,
                number,
                tuple(
                    HERE
                    if card in here
                    else LAID
                    if card in below
                    else ":" + away[card][1]
                    if card in away
                    else FREE
                    for card in group.cards
                ),
            )
            for number, group in enumerate(edition.groups)
        ),
        steps=_rows_of_houses(edition, here, below, away),
        counts=tuple(
            _count(edition, card, here.get(card, 0), below.get(card, 0), *away.get(card, nobody))
            for card in _counted(edition)
        ),
        line=show(cards, edition.order) if line is None else line,
        oops=oops,
    )


def _owner(seats: Seats, places: Sequence[int]) -> str:
    """Whose the cards are that lie elsewhere."""
    if len(places) == 1:
        return "the reward" if places[0] == REWARD else seats.players[places[0]]
    return " + ".join(dict.fromkeys(_owner(seats, [place]) for place in places))


@lru_cache(maxsize=8192)
def _group(edition: Edition, number: int, where: tuple[str, ...]) -> GroupPart:
    group: Group = edition.groups[number]
    cards = []
    for card, state in zip(group.cards, where, strict=True):
        tap, owner = "", ""
        if state == HERE:
            tap = f"give:{card}"
        elif state == LAID:
            owner = "laid down"
        elif state == FREE:
            tap = f"take:{card}"
        else:
            owner = state[1:]
        cards.append(Button(card, _short(edition, card), tap, state in (HERE, LAID), owner))
    tap = ""
    if FREE in where:
        tap = f"take:{group.id}"
    elif HERE in where:
        tap = f"give:{group.id}"
    on = sum(1 for card in cards if card.on)
    held = "true" if on == len(cards) else "mixed" if on else "false"
    return GroupPart(group.id, group.name, group.mark, len(cards), tap, held, tuple(cards))


_DROPPED = (" Station", " Railroad")
_LONG = re.compile(r"\w{9,}")
_SYLLABLE = re.compile(r"(?<=...)[b-df-gj-np-tv-xz](?=h?[aeiouy]..)")


def _short(edition: Edition, card: str) -> str:
    """A card's name for a narrow button: without what its band says already, long words with a
    soft hyphen before a syllable in the middle."""
    label = edition.label(card)
    for word in _DROPPED:
        label = label.removesuffix(word)
    return hyphened(label)


def hyphened(text: str) -> str:
    """The text with a soft hyphen in every long word, where there is little room."""
    return _LONG.sub(_hyphened, text)


def _hyphened(match: re.Match[str]) -> str:
    word = match[0]
    places = [found.start() for found in _SYLLABLE.finditer(word)]
    if not places:
        return word
    place = min(places, key=lambda place: abs(2 * place - len(word)))
    return f"{word[:place]}\u00ad{word[place:]}"


def _rows_of_houses(
    edition: Edition,
    here: Mapping[str, int],
    below: Mapping[str, int],
    away: Mapping[str, tuple[int, str]],
) -> tuple[StepsPart, ...]:
    """A row for each colour set that may stand: one more than is begun, as far as there are
    colours in the hand."""
    ladder = open_deal.ladder(edition)
    if not ladder:
        return ()
    there = [here.get(card, 0) + below.get(card, 0) for card in ladder]
    filled = max(there)
    colours = 1
    if filled:
        colours = sum(
            1
            for group in edition.groups
            if group.kind == "colour" and any(card in here or card in below for card in group.cards)
        )
    rows = []
    for row in range(1, max(1, filled, min(colours, filled + 1)) + 1):
        where = []
        for card, number in zip(ladder, there, strict=True):
            if below.get(card, 0) >= row:
                where.append(LAID)
            elif number >= row:
                where.append(HERE)
            elif card in away and row > edition.deck[card] - away[card][0]:
                where.append(":" + away[card][1])
            else:
                where.append(FREE)
        rows.append(_steps(edition, row, tuple(where)))
    return tuple(rows)


@lru_cache(maxsize=2048)
def _steps(edition: Edition, row: int, where: tuple[str, ...]) -> StepsPart:
    steps = []
    for number, (card, state) in enumerate(zip(open_deal.ladder(edition), where, strict=True)):
        if edition.deck[card] < row:
            continue
        tap, owner = "", ""
        if state == HERE:
            tap = f"down:{row}:{card}"
        elif state == LAID:
            owner = "laid down"
        elif state == FREE:
            tap = f"up:{row}:{card}"
        else:
            owner = state[1:]
        label = edition.label(card)
        if number < 4:
            label = label.split()[0]  # «1st»: the row says that these are houses
        steps.append(Button(f"{card}.{row}", label, tap, state in (HERE, LAID), owner))
    title = "Houses" if row == 1 else f"Houses of set {row}"
    return StepsPart(f"houses{row}", title, tuple(steps))


@lru_cache(maxsize=64)
def _counted(edition: Edition) -> Cards:
    """The cards that are entered by their number."""
    others = {*edition.group_of, *open_deal.ladder(edition)}
    return tuple(card for card in edition.deck if card not in others)


@lru_cache(maxsize=4096)
def _count(
    edition: Edition, card: str, held: int, under: int, others: int, owner: str
) -> CountPart:
    copies = edition.deck[card] - under
    notes = [f"{under} laid down"] if under else []
    if others:
        notes.append(f"{others} with {owner}")
    return CountPart(
        card,
        edition.label(card),
        ", ".join(notes),
        numbers(f"{card}-", f"n:{card}:", held, copies, copies - others),
    )


def numbers(ident: str, tap: str, held: int, copies: int, free: int) -> tuple[Button, ...]:
    """The numbers to tap; the number that is held takes one away again."""
    return tuple(
        Button(
            f"{ident}{number}",
            str(number),
            f"{tap}{number - 1 if number == held else number}" if number <= max(free, held) else "",
            number <= held,
        )
        for number in range(1, copies + 1)
    )

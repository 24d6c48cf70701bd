"""The cards to tap: groups with their bands, houses in rows, and numbers of all other cards.

The parts are plain tuples of what they show, and made once for every state there is: most of what
a tap answers is the same as before.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from companion.game.deal_state import REWARD, Cards
from companion.game.open_deal import OpenDeal
from companion.game.seats import Seats
from companion.game.taps import Does, Tap
from companion.rules.edition import Edition, Group
from companion.rules.hand import show


class Button(NamedTuple):
    """A button. `tap` is what it posts, "" when it cannot be tapped; `owner` is who has the card
    then. `on`: it is so already; None for a button that is no switch."""

    id: str
    label: str
    tap: str
    on: bool | None = False
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
"""Where a card is: at this place, laid down under the reward, or with nobody; else a colon and the
name of who has it."""


def picker(
    deal: OpenDeal, place: int, *, title: str, hint: str, line: str | None, oops: str
) -> Picker:
    """The cards of a place; `line` is what was typed, None for the cards as they are."""
    edition = deal.edition
    cards = deal.cards_at(place)
    here, laid = Counter(cards), Counter(deal.under_reward(place))
    elsewhere = {
        card: (len(places), _owner(deal.players, places))
        for card, places in deal.held_elsewhere(place).items()
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
                    if card in laid
                    else ":" + elsewhere[card][1]
                    if card in elsewhere
                    else FREE
                    for card in group.cards
                ),
                place == REWARD,
            )
            for number, group in enumerate(edition.groups)
        ),
        steps=_rows_of_houses(deal.seats, here, laid, elsewhere, one=place == REWARD),
        counts=tuple(
            _count(
                edition, card, here.get(card, 0), laid.get(card, 0), *elsewhere.get(card, nobody)
            )
            for card in _counted(edition, deal.seats.ladder)
        ),
        line=show(cards, edition.order) if line is None else line,
        oops=oops,
    )


def _owner(players: Sequence[str], places: Sequence[int]) -> str:
    """Who holds the cards at these places."""
    names = ("the reward" if place == REWARD else players[place] for place in places)
    return " + ".join(dict.fromkeys(names))


@lru_cache(maxsize=8192)
def _group(edition: Edition, number: int, where: tuple[str, ...], one: bool) -> GroupPart:
    group: Group = edition.groups[number]
    cards = []
    for card, state in zip(group.cards, where, strict=True):
        tap, owner = "", ""
        if state == HERE:
            tap = str(Tap(Does.GIVE, item=card))
        elif state == LAID:
            owner = "laid down"
        elif state == FREE:
            tap = str(Tap(Does.TAKE, item=card))
        else:
            owner = state[1:]
        cards.append(Button(card, _short(edition, card), tap, state in (HERE, LAID), owner))
    tap = ""
    if FREE in where:
        if not one or where.count(FREE) == 1:
            tap = str(Tap(Does.TAKE, item=group.id))
    elif HERE in where:
        tap = str(Tap(Does.GIVE, item=group.id))
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
    seats: Seats,
    here: Mapping[str, int],
    laid: Mapping[str, int],
    elsewhere: Mapping[str, tuple[int, str]],
    *,
    one: bool,
) -> tuple[StepsPart, ...]:
    """A row for each colour set that has houses, and one more while the hand has more colours.
    With `one` a tap takes the next copy of a card, whatever its row."""
    edition, ladder = seats.edition, seats.ladder
    if not ladder:
        return ()
    there = [here.get(card, 0) + laid.get(card, 0) for card in ladder]
    filled = max(there)
    colours = 1
    if filled:
        colours = sum(
            1
            for group in edition.groups
            if group.kind == "colour" and any(card in here or card in laid for card in group.cards)
        )
    rows = []
    for row in range(1, max(1, filled, min(colours, filled + 1)) + 1):
        where, takes = [], []
        for card, number in zip(ladder, there, strict=True):
            takes.append(number + 1 if one and number < row else row)
            if laid.get(card, 0) >= row:
                where.append(LAID)
            elif number >= row:
                where.append(HERE)
            elif card in elsewhere and row > edition.deck[card] - elsewhere[card][0]:
                where.append(":" + elsewhere[card][1])
            else:
                where.append(FREE)
        rows.append(_steps(edition, ladder, row, tuple(where), tuple(takes)))
    return tuple(rows)


@lru_cache(maxsize=2048)
def _steps(
    edition: Edition, ladder: Cards, row: int, where: tuple[str, ...], takes: tuple[int, ...]
) -> StepsPart:
    steps = []
    for number, (card, state) in enumerate(zip(ladder, where, strict=True)):
        if edition.deck[card] < row:
            continue
        tap, owner = "", ""
        if state == HERE:
            tap = str(Tap(Does.DOWN, number=row, item=card))
        elif state == LAID:
            owner = "laid down"
        elif state == FREE:
            tap = str(Tap(Does.UP, number=takes[number], item=card))
        else:
            owner = state[1:]
        label = edition.label(card)
        if number < 4:
            label = label.split()[0]  # «1st»: the row says that these are houses
        steps.append(Button(f"{card}.{row}", label, tap, state in (HERE, LAID), owner))
    title = "Houses" if row == 1 else f"Houses of set {row}"
    return StepsPart(f"houses{row}", title, tuple(steps))


@lru_cache(maxsize=64)
def _counted(edition: Edition, ladder: Cards) -> Cards:
    """The cards that are entered by their number."""
    others = {*edition.group_of, *ladder}
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
        numbers(f"{card}-", Tap(Does.NUMBER, item=card), held, copies, copies - others),
    )


def numbers(ident: str, tap: Tap, held: int, copies: int, free: int) -> tuple[Button, ...]:
    """The numbers to tap, each making `tap` with it; the number that is held takes one away."""
    return tuple(
        Button(
            f"{ident}{number}",
            str(number),
            str(replace(tap, number=number - 1 if number == held else number))
            if number <= max(free, held)
            else "",
            number <= held,
        )
        for number in range(1, copies + 1)
    )

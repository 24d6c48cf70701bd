"""The cards to tap: groups with their bands, houses by set, and numbers of all other cards.

The parts are plain tuples of what they show, and made once for every state there is: most of what
a tap answers is the same as before.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from companion.game import taps
from companion.game.open_deal import REWARD, Cards, OpenDeal
from companion.game.seats import Seats
from companion.game.taps import Caught, HoldNumber, Tap
from companion.rules.arrange.laid import SetLaid
from companion.rules.edition import Edition, Group
from companion.rules.words import isolated
from companion.web.hand.short_names import in_short
from companion.web.parts.cards import glyph_of, short_name


class Button(NamedTuple):
    """A button; its `id` is "" where nothing leads to it. `tap` is what it posts, "" when it cannot
    be tapped; `owner` is who has the card then. `on`: it is so already; None for a button that is
    no switch, and for a card that was laid down before the reward. `seat`: the player whose name
    the label is, for the sign before it."""

    id: str
    label: str
    tap: str
    on: bool | None = False
    owner: str = ""
    seat: int | None = None


class GroupPart(NamedTuple):
    """A group: the band takes all of it. `held` is true, mixed or false, as for aria-pressed;
    `gone` says who has its cards when none is left to take, else it is "". `unfolded`: its cards
    are shown; `unfolds`: a tap on the band shows them, for it takes none."""

    id: str
    name: str
    mark: str
    tap: str
    held: str
    gone: str
    unfolded: bool
    unfolds: bool
    cards: tuple[Button, ...]


class StepsPart(NamedTuple):
    """The houses and the hotel of one colour set; `title` and `mark` are those of the set, when it
    is known which."""

    id: str
    title: str
    mark: str
    steps: tuple[Button, ...]


class CountPart(NamedTuple):
    """A kind of card of which there are several: tap the number."""

    id: str
    label: str
    glyph: str
    note: str
    numbers: tuple[Button, ...]


class Picker(NamedTuple):
    """The cards of one place, the bands in pairs and the counts in rows. `groups_last`: what is
    asked for most often comes before the bands; then `more` are rows of houses that come only with
    other cards. They stand below the bands, which a thumb is about to touch. `clear` takes all
    cards out."""

    title: str
    hint: str
    groups: tuple[tuple[GroupPart, ...], ...]
    steps: tuple[StepsPart, ...]
    counts: tuple[tuple[CountPart, ...], ...]
    groups_last: bool
    more: tuple[StepsPart, ...]
    clear: Button


class Asked(NamedTuple):
    """What the page says about the cards of a place: title and hint, the card or group that was
    tapped last, and the colour sets that stand there, those with the most houses first."""

    title: str
    hint: str
    tapped: str = ""
    sets: tuple[SetLaid, ...] = ()


ROW = 6
"""Numbers that fit beside two names on a phone."""
LONG_NAME, LONG_WORD = 14, 7
"""Letters of a name, and of a word in it; one with more needs a row almost to itself."""

HERE, LAID, FREE = "here", "laid", ""
"""Where a card is: at this place, laid down under the reward, or with nobody; else a colon and the
name of who has it."""
THE_REWARD = "the reward"


def picker(deal: OpenDeal, place: int, asked: Asked) -> Picker:
    """The cards of a place."""
    edition, in_reward = deal.edition, place == REWARD
    cards = deal.cards_at(place)
    here, laid = Counter(cards), Counter(deal.under_reward(place))
    elsewhere = {
        card: (len(places), owners_of(deal.players, places))
        for card, places in deal.held_elsewhere(place).items()
    }
    where = {card: f":{owner}" for card, (_, owner) in elsewhere.items()}
    where |= dict.fromkeys(laid, LAID) | dict.fromkeys(here, HERE)
    groups = [
        _group(
            edition,
            number,
            tuple([where.get(card, FREE) for card in group.cards]),
            in_reward,
            asked.tapped in (group.id, *group.cards),
        )
        for number, group in enumerate(edition.groups)
    ]
    counts = [
        _count(edition, card, here[card], laid[card], *elsewhere.get(card, (0, "")))
        for card in _counted(edition, deal.seats.ladder, goes_out=place in (deal.goer, REWARD))
    ]
    steps = _rows_of_houses(deal.seats, here, laid, elsewhere, one=in_reward, sets=asked.sets)
    stay = _number_of_rows(deal.seats, laid) if in_reward else len(steps)
    clear = "Clear the reward" if in_reward else "Clear this hand"
    return Picker(
        title=asked.title,
        hint=asked.hint,
        groups=tuple(tuple(groups[first : first + 2]) for first in range(0, len(groups), 2)),
        steps=steps[:stay],
        counts=_in_rows(counts),
        groups_last=in_reward,
        more=steps[stay:],
        clear=Button("clear", clear, str(taps.ClearCards()) if cards else "", on=None),
    )


def _width(part: CountPart) -> int:
    """How much of a row a count needs, in numbers; a note or a long name needs about two."""
    return len(part.numbers) + 2 * bool(part.note or _is_long(part.label))


def _is_long(name: str) -> bool:
    return len(name) > LONG_NAME or max(map(len, name.split())) > LONG_WORD


def _in_rows(counts: Sequence[CountPart]) -> tuple[tuple[CountPart, ...], ...]:
    """The counts in rows of one or two: a short one fills up the last row that has room, so that
    cards which follow each other stay together. A long name comes second, where its room is."""
    rows: list[list[CountPart]] = []
    for part in counts:
        alone = (row for row in reversed(rows) if len(row) == 1)
        fits = (row for row in alone if _width(row[0]) + _width(part) <= ROW)
        row = next(fits, None)
        if row is None:
            rows.append([part])
        else:
            row.insert(0 if _is_long(row[0].label) else 1, part)
    return tuple(map(tuple, rows))


def owners_of(players: tuple[str, ...], places: Sequence[int]) -> str:
    """Who has the cards at these places, in short."""
    names = (THE_REWARD if place == REWARD else players[place] for place in places)
    return in_short(players, " + ".join(map(isolated, dict.fromkeys(names))))


@lru_cache(maxsize=8192)
def _group(
    edition: Edition, number: int, where: tuple[str, ...], one: bool, tapped: bool
) -> GroupPart:
    """`one`: a tap takes one card only; `tapped`: the last tap was on this group."""
    group: Group = edition.groups[number]
    cards = []
    for card, state in zip(group.cards, where, strict=True):
        label = short_name(edition, card)
        take, give = taps.TakeCards(card), taps.GiveCards(card)
        cards.append(_card_button(card, label, state, take, give))
    tap = ""
    if FREE in where:
        if not one or where.count(FREE) == 1:
            tap = str(taps.TakeCards(group.id))
    elif HERE in where:
        tap = str(taps.GiveCards(group.id))
    on = sum(1 for card in cards if card.on)
    held = "true" if on == len(cards) else "mixed" if on else "false"
    owners = dict.fromkeys(card.owner for card in cards if card.owner)
    # A band has room for one name, and the reward is the goer's.
    people = [owner for owner in owners if owner != THE_REWARD] or [*owners]
    begun = HERE in where or (LAID in where and FREE in where)
    return GroupPart(
        id=group.id,
        name=group.name,
        mark=group.mark,
        tap=tap,
        held=held,
        gone="" if FREE in where or HERE in where else ", ".join(people),
        unfolded=begun or (tapped and FREE in where),
        unfolds=FREE in where and not tap,
        cards=tuple(cards),
    )


def _card_button(ident: str, label: str, state: str, take: Tap, give: Tap) -> Button:
    """The button of one card in this state: it takes the card, or gives it back; it says who has a
    card that cannot be taken."""
    if state == FREE:
        return Button(ident, label, str(take))
    if state == HERE:
        return Button(ident, label, str(give), on=True)
    if state == LAID:
        return Button(ident, label, "", on=None, owner="laid down")
    return Button(ident, label, "", owner=state[1:])


def _rows_of_houses(
    seats: Seats,
    here: Mapping[str, int],
    laid: Mapping[str, int],
    elsewhere: Mapping[str, tuple[int, str]],
    *,
    one: bool,
    sets: Sequence[SetLaid],
) -> tuple[StepsPart, ...]:
    """The rows of houses of a place. With `one` a tap takes the next copy of a card, whatever its
    row."""
    edition, ladder = seats.edition, seats.ladder
    if not ladder:
        return ()
    held = Counter(here) + Counter(laid)
    there = [held[card] for card in ladder]
    names = _named(edition, sets)
    rows = []
    for row in range(1, _number_of_rows(seats, held) + 1):
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
        name = names[row - 1] if row <= len(names) else ("More houses" if row > 1 else "Houses", "")
        rows.append(_steps(edition, ladder, row, tuple(where), tuple(takes), *name))
    return tuple(rows)


def _number_of_rows(seats: Seats, held: Mapping[str, int]) -> int:
    """A row for each colour set that has houses, and one more while there are more colours."""
    filled = max((held.get(card, 0) for card in seats.ladder), default=0)
    colours = sum(
        group.kind == "colour" and any(card in held for card in group.cards)
        for group in seats.edition.groups
    )
    return max(1, filled, min(colours, filled + 1))


def _named(edition: Edition, sets: Sequence[SetLaid]) -> list[tuple[str, str]]:
    """Name and mark of the set of each row of houses: those with houses, and the next one where
    only one is left."""
    built = [one for one in sets if one.houses or one.hotel]
    others = [one for one in sets if one not in built]
    known = [edition.group(one.group) for one in (*built, *(others if len(others) == 1 else ()))]
    return [(group.name, group.mark) for group in known]


@lru_cache(maxsize=2048)
def _steps(
    edition: Edition,
    ladder: Cards,
    row: int,
    where: tuple[str, ...],
    takes: tuple[int, ...],
    title: str,
    mark: str,
) -> StepsPart:
    steps = []
    for number, (card, state) in enumerate(zip(ladder, where, strict=True)):
        if edition.deck[card] < row:
            continue
        label = edition.label(card)
        if number < 4:
            label = label.split()[0]  # «1st»: the row says that these are houses
        up = taps.BuildUp(row=takes[number], card=card)
        down = taps.BuildDown(row=row, card=card)
        steps.append(_card_button("", label, state, up, down))
    return StepsPart(f"houses{row}", title, mark, tuple(steps))


@lru_cache(maxsize=64)
def _counted(edition: Edition, ladder: Cards, *, goes_out: bool) -> Cards:
    """The cards that are entered by their number; last those that add nothing to this hand."""
    others = {*edition.group_of, *ladder}
    cards = [card for card in edition.deck if card not in others]
    if not goes_out and not edition.way.others_improve:
        roles = edition.cards
        cards.sort(key={*roles["houses"], roles["hotel"], roles["token"]}.__contains__)
    return tuple(cards)


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
        glyph_of(edition, card),
        ", ".join(notes),
        numbers(taps.HoldNumber(card, 0), held, copies, copies - others),
    )


def numbers(tap: HoldNumber | Caught, held: int, copies: int, free: int) -> tuple[Button, ...]:
    """A button for each number of copies, which posts `tap` with it. The button of the number that
    is held posts one less."""
    return tuple(
        Button(
            "",
            str(number),
            str(replace(tap, number=number - 1 if number == held else number))
            if number <= max(free, held)
            else "",
            number <= held,
        )
        for number in range(1, copies + 1)
    )

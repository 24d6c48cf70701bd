"""The cards to tap: groups with their bands, houses by set, and numbers of all other cards; and the
tray, the cards chosen so far."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.open_deal import REWARD, OpenDeal
from companion.game.reward_help import helpful_cards
from companion.game.taps import (
    BuildDown,
    BuildUp,
    GiveCards,
    OpenCards,
    Opened,
    TakeCards,
    Tap,
)
from companion.rules.arrange.laid import SetLaid
from companion.rules.edition import Group
from companion.rules.settlement import Settlement
from companion.rules.words import called, isolated
from companion.web.hand.short_names import in_short
from companion.web.hand.wilds import stands_at
from companion.web.parts.cards import Card, card_shown, cards_in_words, glyph_of, short_name

ROW = 6
"""Numbers that fit beside two names on a phone."""
LONG_NAME, LONG_WORD = 14, 7
"""Letters of a name, and of a word in it; one with more needs a row almost to itself."""
THE_REWARD = "the reward"


ROWS_OF_HOUSES = 2
"""Rows that have their place from the start, so that nothing moves when a second set comes."""


@dataclass(frozen=True)
class CardButton:
    """One card to tap. A tap takes it, or gives it back while it is here (`on`). None where it was
    laid down, under the reward that is open: then this is no switch. `owner` says where it is when
    it cannot be taken; `helps`: it would add to the reward."""

    label: str
    tap: Tap | None
    on: bool | None
    owner: str = ""
    helps: bool = False


@dataclass(frozen=True)
class GroupPart:
    """A group: the band takes all of it, or gives it back; single cards are in a layer."""

    group: Group
    cards: Sequence[CardButton]

    @property
    def _free(self) -> int:
        return sum(card.tap is not None and not card.on for card in self.cards)

    @property
    def _here(self) -> int:
        return sum(card.on is True for card in self.cards)

    @property
    def tap(self) -> Tap | None:
        """What a tap on the band does."""
        if self._free:
            return TakeCards(self.group.id)
        return GiveCards(self.group.id) if self._here else None

    @property
    def held(self) -> str:
        """How much of the group is here, as for aria-pressed."""
        return "true" if self._here == len(self.cards) else "mixed" if self._here else "false"

    @property
    def gone(self) -> str:
        """Who has its cards when none is left to take, else "". A band has room for one name, and
        the reward is the goer's."""
        if self._free or self._here:
            return ""
        owners = dict.fromkeys(card.owner for card in self.cards if card.owner)
        return ", ".join([owner for owner in owners if owner != THE_REWARD] or owners)

    @property
    def helps(self) -> bool:
        """One of its cards would add to the reward."""
        return any(card.helps for card in self.cards)


@dataclass(frozen=True)
class HousesRow:
    """The houses and the hotel of one colour set; `group` is that set, when it is known which.
    `waits`: there is no such set yet, so that none can be tapped."""

    number: int
    group: Group | None
    cards: Sequence[CardButton]
    waits: bool


@dataclass(frozen=True)
class CardNumber:
    """A kind of card of which there are several: tap the number. Of its `copies` some are `held`,
    and `free` is the most that can be. `helps`: one more would add to the reward."""

    card: str
    label: str
    note: str
    copies: int
    held: int
    free: int
    helps: bool = False

    @property
    def width(self) -> int:
        """How much of a row it needs, in numbers; a note or a long name needs about two."""
        return self.copies + 2 * bool(self.note or self.is_long)

    @property
    def is_long(self) -> bool:
        """The name is long."""
        words = self.label.split()
        return len(self.label) > LONG_NAME or max(map(len, words)) > LONG_WORD


@dataclass(frozen=True)
class Picker:
    """The cards of one place, the groups in pairs and the counts in rows. `more_houses` are rows of
    houses that come only with other cards, so they stand last: a thumb is about to touch what
    stands above."""

    hint: str
    groups: Sequence[Sequence[GroupPart]]
    houses: Sequence[HousesRow]
    more_houses: Sequence[HousesRow]
    counts: Sequence[Sequence[CardNumber]]

    @property
    def properties_help(self) -> bool:
        """A property would add to the reward."""
        return any(part.helps for pair in self.groups for part in pair)


def picker_of(deal: OpenDeal, settlement: Settlement, place: int) -> Picker:
    """The cards of a place."""
    cards = _Cards(deal, settlement, place)
    groups = [
        GroupPart(group, [cards.property_button(card) for card in group.cards])
        for group in deal.edition.groups
    ]
    houses = cards.rows_of_houses(_colour_sets(deal, settlement, place))
    return Picker(
        hint=_hint(deal, place),
        groups=[groups[first : first + 2] for first in range(0, len(groups), 2)],
        houses=houses[:ROWS_OF_HOUSES],
        more_houses=houses[ROWS_OF_HOUSES:],
        counts=_in_rows([cards.count(card) for card in _counted(deal, place)]),
    )


class _Cards:
    """The cards of a deal as they are seen from one place: `here`, `laid` down under it, or with
    the `owners`, the others that hold them; and those that would add to a reward."""

    def __init__(self, deal: OpenDeal, settlement: Settlement, place: int) -> None:
        self.deal, self.edition, self.in_reward = deal, deal.edition, place == REWARD
        self.here = Counter(deal.cards_at(place))
        self.laid = Counter(deal.under_reward(place))
        self.elsewhere = deal.held_elsewhere(place)
        self.helpful = _helpful(deal, settlement) if self.in_reward else frozenset()

    def owner(self, card: str) -> str:
        """Who else has copies of a card, in short; "" for nobody."""
        return owners_of(self.deal, self.elsewhere.get(card, ()))

    def property_button(self, card: str) -> CardButton:
        """The button of a property."""
        label = short_name(self.edition, card)
        return self._button(card, 1, label, TakeCards(card), GiveCards(card))

    def _button(self, card: str, number: int, label: str, take: Tap, give: Tap) -> CardButton:
        """The button of this `number` of the copies of a card."""
        if self.laid[card] >= number:
            return CardButton(label, None, None, "laid down")
        if self.here[card] + self.laid[card] >= number:
            return CardButton(label, give, True)
        if number > self.edition.deck[card] - len(self.elsewhere.get(card, ())):
            return CardButton(label, None, False, self.owner(card))
        return CardButton(label, take, False, helps=card in self.helpful)

    def rows_of_houses(self, sets: Sequence[SetLaid]) -> list[HousesRow]:
        """The rows of houses: for the `sets` that have houses, and the next one where only one is
        left."""
        if not self.deal.seats.ladder:
            return []
        built = [laid for laid in sets if laid.houses or laid.hotel]
        others = [laid for laid in sets if laid not in built]
        named = [*built, *(others if len(others) == 1 else ())]
        groups = [self.edition.group(laid.group) for laid in named]
        rows = self.number_of_rows(len(sets))
        return [
            HousesRow(
                row,
                groups[row - 1] if row <= len(groups) else None,
                self._houses(row, waits=row > rows),
                waits=row > rows,
            )
            for row in range(1, max(rows, ROWS_OF_HOUSES) + 1)
        ]

    def number_of_rows(self, sets: int) -> int:
        """A row for each colour set that has houses, and one more while there are more `sets`."""
        held = self.here + self.laid
        filled = max((held[card] for card in self.deal.seats.ladder), default=0)
        return max(1, filled, min(sets, filled + 1))

    def _houses(self, row: int, *, waits: bool) -> list[CardButton]:
        """The buttons of a row. In the reward a tap takes the next copy of a card, whatever its
        row."""
        buttons = []
        for step, card in enumerate(self.deal.seats.ladder):
            held = self.here[card] + self.laid[card]
            if self.edition.deck[card] < row:
                continue
            label = self.edition.label(card)
            if step < 4:
                label = label.split()[0]  # «1st»: the row says that these are houses
            if waits:
                buttons.append(CardButton(label, None, False))
                continue
            takes = held + 1 if self.in_reward and held < row else row
            up, down = BuildUp(takes, card), BuildDown(row, card)
            buttons.append(self._button(card, row, label, up, down))
        return buttons

    def count(self, card: str) -> CardNumber:
        """The number of a card to tap."""
        under, others = self.laid[card], len(self.elsewhere.get(card, ()))
        notes = [f"{under} laid down"] if under else []
        if others:
            notes.append(f"{others} with {self.owner(card)}")
        copies = self.edition.deck[card] - under
        label = self.edition.label(card)
        free, helps = copies - others, card in self.helpful
        return CardNumber(card, label, ", ".join(notes), copies, self.here[card], free, helps)


def _helpful(deal: OpenDeal, settlement: Settlement) -> frozenset[str]:
    """The cards that would add to the reward, while it may have more."""
    if len(deal.reward) >= deal.seats.dealt.reward:
        return frozenset()
    paid = settlement.payouts[deal.owner(REWARD)]
    return helpful_cards(deal, paid, settlement.deal.jackpot)


def owners_of(deal: OpenDeal, places: Sequence[int]) -> str:
    """Who has the cards at these places, in short."""
    names = (THE_REWARD if place == REWARD else deal.players[place] for place in places)
    return in_short(deal.players, " + ".join(map(isolated, dict.fromkeys(names))))


def _counted(deal: OpenDeal, place: int) -> list[str]:
    """The cards that are entered by their number; last those that add nothing to this hand."""
    edition, roles = deal.edition, deal.edition.roles
    others = {*edition.group_of, *deal.seats.ladder}
    cards = [card for card in edition.deck if card not in others]
    if place not in (deal.goer, REWARD) and not edition.way.others_improve:
        cards.sort(key={*roles["houses"], roles["hotel"], roles["token"]}.__contains__)
    return cards


def _in_rows(counts: Sequence[CardNumber]) -> list[list[CardNumber]]:
    """The counts in rows of one or two: a short one fills up the last row that has room, so that
    cards which follow each other stay together. A long name comes second, where its room is."""
    rows: list[list[CardNumber]] = []
    for count in counts:
        alone = (row for row in reversed(rows) if len(row) == 1)
        row = next((row for row in alone if row[0].width + count.width <= ROW), None)
        if row is None:
            rows.append([count])
        else:
            row.insert(0 if row[0].is_long else 1, count)
    return rows


def _colour_sets(deal: OpenDeal, settlement: Settlement, place: int) -> list[SetLaid]:
    """The sets of a hand that may have houses, those with the most first."""
    sets = settlement.laid[deal.owner(place)].sets
    colours = [laid for laid in sets if deal.edition.group(laid.group).kind == "colour"]
    return sorted(colours, key=lambda laid: (-laid.houses - laid.hotel, -laid.value))


def _hint(deal: OpenDeal, place: int) -> str:
    """What to know about the cards of a place."""
    if place == deal.goer:
        # A card that added nothing to the hand before, and was skipped, may add something now.
        again = "If you change a card here, tap the reward cards again afterwards."
        return again if deal.reward else ""
    if place == REWARD:
        return "A dot marks what would add. Skip the rest."
    if not deal.edition.way.others_improve:
        hotels, tokens = (
            called(deal.edition, deal.edition.roles[role], 2) for role in ("hotel", "token")
        )
        nothing = f"Houses, {hotels} and {tokens} add nothing."
        return f"Only complete sets and bonus cards score. {nothing}"
    return "Complete sets, their houses and bonus cards score."


# --- the tray ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrayWild:
    """A wild that was chosen, and the card it counts as now, "" for none yet. `tap` opens what it
    may count as; None where it was laid down."""

    id: str
    name: str
    glyph: str
    stands: str
    tap: Tap | None


@dataclass(frozen=True)
class TrayCard:
    """A card that was chosen; `idle`: it adds nothing to the reward."""

    card: Card
    idle: bool = False


@dataclass(frozen=True)
class Tray:
    """The cards that are open: wilds first, so that what can be tapped stays where it is, then the
    others in piles, each a fan; and all of them in words."""

    wilds: Sequence[TrayWild]
    piles: Sequence[Sequence[TrayCard]]
    words: str


def tray_of(deal: OpenDeal, settlement: Settlement, place: int) -> Tray:
    """The cards at a place in deck order. In the reward every card has a place of its own."""
    edition, cards = deal.edition, deal.cards_at(place)
    wilds = _wilds_of(deal, settlement, place)
    in_reward = place == REWARD
    idle = Counter(settlement.laid[deal.owner(place)].unused) if in_reward else Counter()
    piles: dict[object, list[TrayCard]] = {}
    nothing: list[str] = []
    for number, card in enumerate(edition.sort(cards)):
        if card == edition.wild and wilds and not in_reward:
            continue
        pile = number if in_reward else _pile_of(deal, card)
        adds_nothing = idle[card] > 0
        if adds_nothing:
            idle[card] -= 1
            nothing.append(card)
        piles.setdefault(pile, []).append(TrayCard(card_shown(edition, card), adds_nothing))
    words = cards_in_words(edition, cards)
    if nothing:
        words = f"{words}. Adds nothing: {cards_in_words(edition, nothing)}"
    return Tray(wilds, [*piles.values()], words)


def _pile_of(deal: OpenDeal, card: str) -> str:
    """With what other cards this one lies in a fan: its group, all houses, or its own kind."""
    roles = deal.edition.roles
    if card in (*roles["houses"], roles["hotel"]):
        return "houses"
    return next(iter(deal.edition.group_of.get(card, ())), card)


def _wilds_of(deal: OpenDeal, settlement: Settlement, place: int) -> list[TrayWild]:
    """The wilds of a place that count as a card."""
    edition, wilds = deal.edition, stands_at(deal, settlement, place)
    if not wilds:
        return []
    label = edition.label(edition.wild)
    return [
        TrayWild(
            f"wild{wild.number}",
            label if len(wilds) == 1 else f"{label} {order} of {len(wilds)}",
            glyph_of(edition, edition.wild),
            edition.label(wild.card) if wild.card else "",
            None if wild.number is None else OpenCards(Opened(place, wild.number)),
        )
        for order, wild in enumerate(wilds, 1)
    ]

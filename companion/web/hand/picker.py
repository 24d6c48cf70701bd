"""The cards to tap: groups with their bands, houses by set, and numbers of all other cards; and the
tray, the cards chosen so far."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.open_deal import REWARD, OpenDeal
from companion.game.taps import BuildDown, BuildUp, GiveCards, HoldNumber, TakeCards, Tap
from companion.rules.arrange.laid import SetLaid
from companion.rules.edition import Group
from companion.rules.settlement import Settlement
from companion.rules.words import called, isolated
from companion.web.hand.short_names import in_short
from companion.web.parts.cards import Card, card_shown, cards_in_words, short_name

ROW = 6
"""Numbers that fit beside two names on a phone."""
LONG_NAME, LONG_WORD = 14, 7
"""Letters of a name, and of a word in it; one with more needs a row almost to itself."""
THE_REWARD = "the reward"


@dataclass(frozen=True)
class CardButton:
    """One card to tap. A tap takes it, or gives it back while it is here (`on`). None where it was
    laid down, under the reward that is open: then this is no switch. `owner` says where it is when
    it cannot be taken."""

    label: str
    tap: Tap | None
    on: bool | None
    id: str = ""
    owner: str = ""


@dataclass(frozen=True)
class GroupPart:
    """A group: the band takes all of it, or gives it back. `one_by_one`: a tap takes a single card;
    `tapped`: the last tap was on this group."""

    group: Group
    cards: Sequence[CardButton]
    one_by_one: bool
    tapped: bool

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
            return None if self.one_by_one and self._free > 1 else TakeCards(self.group.id)
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
    def unfolds(self) -> bool:
        """A tap on the band shows the cards, for it takes none."""
        return self._free > 0 and self.tap is None

    @property
    def unfolded(self) -> bool:
        """The cards are shown."""
        laid = any(card.on is None for card in self.cards)
        return bool(self._here or (self._free and (laid or self.tapped)))


@dataclass(frozen=True)
class HousesRow:
    """The houses and the hotel of one colour set; `group` is that set, when it is known which."""

    number: int
    group: Group | None
    cards: Sequence[CardButton]


@dataclass(frozen=True)
class CardNumber:
    """A kind of card of which there are several: tap the number. Of its `copies` some are `held`,
    and `free` is the most that can be."""

    card: str
    label: str
    note: str
    copies: int
    held: int
    free: int

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
    """The cards of one place, the bands in pairs and the counts in rows. `more_houses` are rows of
    houses that come only with other cards, so they stand below the bands where these come last: a
    thumb is about to touch what stands above."""

    hint: str
    groups: Sequence[Sequence[GroupPart]]
    houses: Sequence[HousesRow]
    more_houses: Sequence[HousesRow]
    counts: Sequence[Sequence[CardNumber]]


def picker_of(deal: OpenDeal, settlement: Settlement, place: int, tapped: str) -> Picker:
    """The cards of a place; `tapped` is the card or group that was tapped last."""
    cards = _Cards(deal, place)
    groups = [
        GroupPart(
            group,
            [cards.property_button(card) for card in group.cards],
            one_by_one=place == REWARD,
            tapped=tapped in (group.id, *group.cards),
        )
        for group in deal.edition.groups
    ]
    houses = cards.rows_of_houses(_colour_sets(deal, settlement, place))
    above = cards.number_of_rows(cards.laid) if place == REWARD else len(houses)
    return Picker(
        hint=_hint(deal, settlement, place),
        groups=[groups[first : first + 2] for first in range(0, len(groups), 2)],
        houses=houses[:above],
        more_houses=houses[above:],
        counts=_in_rows([cards.count(card) for card in _counted(deal, place)]),
    )


class _Cards:
    """The cards of a deal as they are seen from one place: `here`, `laid` down under it, or with
    the `owners`, the others that hold them."""

    def __init__(self, deal: OpenDeal, place: int) -> None:
        self.deal, self.edition, self.in_reward = deal, deal.edition, place == REWARD
        self.here = Counter(deal.cards_at(place))
        self.laid = Counter(deal.under_reward(place))
        self.elsewhere = deal.held_elsewhere(place)

    def owner(self, card: str) -> str:
        """Who else has copies of a card, in short; "" for nobody."""
        return owners_of(self.deal, self.elsewhere.get(card, ()))

    def property_button(self, card: str) -> CardButton:
        """The button of a property."""
        label = short_name(self.edition, card)
        return self._button(card, 1, label, TakeCards(card), GiveCards(card), ident=card)

    def _button(
        self, card: str, number: int, label: str, take: Tap, give: Tap, ident: str = ""
    ) -> CardButton:
        """The button of this `number` of the copies of a card."""
        if self.laid[card] >= number:
            return CardButton(label, None, None, ident, "laid down")
        if self.here[card] + self.laid[card] >= number:
            return CardButton(label, give, True, ident)
        if number > self.edition.deck[card] - len(self.elsewhere.get(card, ())):
            return CardButton(label, None, False, ident, self.owner(card))
        return CardButton(label, take, False, ident)

    def rows_of_houses(self, sets: Sequence[SetLaid]) -> list[HousesRow]:
        """The rows of houses: for the `sets` that have houses, and the next one where only one is
        left."""
        if not self.deal.seats.ladder:
            return []
        built = [laid for laid in sets if laid.houses or laid.hotel]
        others = [laid for laid in sets if laid not in built]
        named = [*built, *(others if len(others) == 1 else ())]
        groups = [self.edition.group(laid.group) for laid in named]
        return [
            HousesRow(row, groups[row - 1] if row <= len(groups) else None, self._houses(row))
            for row in range(1, self.number_of_rows(self.here + self.laid) + 1)
        ]

    def number_of_rows(self, held: Counter[str]) -> int:
        """A row for each colour set that has houses, and one more while there are more colours."""
        filled = max((held[card] for card in self.deal.seats.ladder), default=0)
        colours = sum(
            group.kind == "colour" and any(held[card] for card in group.cards)
            for group in self.edition.groups
        )
        return max(1, filled, min(colours, filled + 1))

    def _houses(self, row: int) -> list[CardButton]:
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
        return CardNumber(card, label, ", ".join(notes), copies, self.here[card], copies - others)


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


def _hint(deal: OpenDeal, settlement: Settlement, place: int) -> str:
    """What to know about the cards of a place."""
    if place == deal.goer:
        # A card that added nothing to the hand before, and was skipped, may add something now.
        again = "If you change a card here, tap the reward cards again afterwards."
        return again if deal.reward else ""
    if place != REWARD:
        if not deal.edition.way.others_improve:
            hotels, tokens = (
                called(deal.edition, deal.edition.roles[role], 2) for role in ("hotel", "token")
            )
            nothing = f"Houses, {hotels} and {tokens} add nothing."
            return f"Only complete sets and bonus cards score. {nothing}"
        return "Only complete sets, their houses and bonus cards score."
    if not deal.reward:
        return "Skip any card that adds nothing."
    drawn = Counter(deal.reward)
    useless = drawn & Counter(settlement.laid[deal.owner(place)].unused)
    told = (("Helps", drawn - useless), ("Does not help", useless))
    return " ".join(
        f"{words}: {cards_in_words(deal.edition, cards.elements())}."
        for words, cards in told
        if cards
    )


# --- the tray ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrayCard:
    """A kind of card that was chosen; `tap` takes one out."""

    id: str
    name: str
    card: Card
    tap: Tap


def tray_of(deal: OpenDeal, place: int) -> list[TrayCard]:
    """The cards at a place in deck order."""
    edition, held = deal.edition, Counter(deal.cards_at(place))
    return [
        TrayCard(
            card,
            short_name(edition, card),
            card_shown(edition, card, held[card]),
            _takes_out(deal, place, card, held[card]),
        )
        for card in edition.sort(list(held))
    ]


def _takes_out(deal: OpenDeal, place: int, card: str, held: int) -> Tap:
    """The tap after which the place has one card less of this kind."""
    if card in deal.edition.group_of:
        return GiveCards(card)
    if card in deal.seats.ladder:
        return BuildDown(held + deal.under_reward(place).count(card), card)
    return HoldNumber(card, held - 1)

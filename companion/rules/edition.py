"""An edition: every fact of one boxed game, read from its TOML, with a table's options applied.

The TOML files under ``editions/`` are the only place that knows an edition by name. A rule applies
because its table or policy stands in the file; the code knows policies, never editions.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple

from companion.rules.arrange.laid import Laid
from companion.rules.plain import CardId, Damaged, Known, Names, length, one_of, whole
from companion.rules.ways.way import Way


class EditionError(ValueError):
    """An edition file that contradicts itself or says something the program does not know."""


LARGEST_GROUP = 8
"""No group has more: a hand is counted with a byte for each (`arrange.sets.tally`)."""
MOST_COPIES = 31
"""No card has more; a hand could be counted with up to 255 of each (`arrange.sets.tally`)."""
GroupId = Annotated[str, Known("group")]


def is_colour(value: str) -> None:
    """Damaged for a text that is no colour of a style sheet."""
    if not re.fullmatch("#[0-9a-f]{6}", value):
        raise Damaged("must be a colour such as #6f4227.")


@dataclass(frozen=True)
class Group:
    """The cards that make one monopoly, in deck order.

    `mark` is the group in two letters, `colour` that of its strip. `kind`: a ``colour`` is complete
    at full size and may be improved; a ``run`` is a set from two cards on, worth more with each; a
    ``whole`` is complete at full size and never improved. `ending` is the end of the cards' names
    that can be left out beside the name of the group.
    """

    id: str
    name: str
    mark: str
    colour: Annotated[str, is_colour]
    kind: Literal["colour", "run", "whole"]
    cards: Annotated[tuple[CardId, ...], length(2, LARGEST_GROUP)]
    ending: str = ""


@dataclass(frozen=True)
class Seat:
    """Set-up facts for one number of players: the cards of a hand, the open cards of each, the
    empty seats with open cards (`phantoms`), and how many reward cards are the limit. `target` ends
    the game where the option leaves it to the number of players."""

    players: int
    hand: int
    trade: int
    phantoms: tuple[int, ...]
    draw_pile: bool
    reward: int
    target: int | None = None

    @property
    def dealt(self) -> int:
        """The number of cards that are dealt, open ones at empty seats among them."""
        return self.hand * self.players + self.trade * (self.players + len(self.phantoms))


Players = tuple[Annotated[int, Known("seats")], ...]
"""Numbers of players that a text is for; none: all."""
Condition = Mapping[Annotated[str, Known("option")], Any]


@dataclass(frozen=True)
class Sentence:
    """A sentence of the file. It holds for these numbers of players, while these options and
    amounts have these values (`when`), and none of those (`unless`). Amounts stand in braces:
    ``{hotel}``."""

    text: str
    players: Players = ()
    when: Condition = field(default_factory=dict)
    unless: Condition = field(default_factory=dict)


@dataclass(frozen=True)
class RuleLines:
    """A rule as the file has it; `texts.rule` tells it to a table."""

    text: tuple[Sentence, ...]
    cite: tuple[Sentence, ...]


@dataclass(frozen=True)
class DecisionLines:
    """A decision as the file has it: what the rulebook does not settle, and what holds here.

    `otherwise` is the other reading in a sentence. Where it pays something else, `example` is a
    deal that shows it: the hands of Ann, who goes out, and Bob, as text, and what else there is.
    """

    says: str
    here: tuple[Sentence, ...]
    players: Players = ()
    otherwise: tuple[Sentence, ...] = ()
    example: Mapping[str, str] = field(default_factory=dict)


class Rule(NamedTuple):
    """What a rule says, in plain words, and where it stands (edition, section)."""

    text: str
    cite: str


@dataclass(frozen=True)
class Option:
    """One option: its default in this edition and what it takes, in words."""

    default: Any
    takes: str


def has_steps(amounts: Mapping[str, int]) -> None:
    """Damaged unless it says what an amount may be."""
    if set(amounts) != {"step", "least", "most"}:
        raise Damaged("must be just step, least and most.")


@dataclass(frozen=True, eq=False, repr=False)
class Box:
    """What the file of a box says; docs/new-box.md explains every key.

    `deck` maps card id to copies, in deck order. `roles` has the cards with a part of their own, by
    role; `houses` maps each to its number. `policies` are choices between boxes of one way of
    playing. `seats` are by the number of players. `amounts` has what an amount in `values` may be:
    a multiple of ``step`` between ``least`` and ``most``. `cover` has the colours of the box as it
    is drawn, and of what stands on it. `values_on_cards`: what sets pay is printed on the cards and
    not in the rulebook, so a table has to check it. `deal_word` is what the box calls one deal:
    deal or round. `boardgamegeek` has the ``name`` and the ``id`` of the game on that site, if they
    are known for sure.

    `said` has what sentences call a card, one and several, where that is not just its name.
    `parted_words` has long words of names with a soft hyphen where they may be parted. `aliases`
    maps what people call a card or a group to its id. `plurals` has what several are called, by
    alias or id, where that is not the same with an “s”.
    """

    id: str
    name: str
    box: str
    source: str
    currency: str
    money: Literal["notes", "racks", "points"]
    dealer: Literal["left", "top-scorer"]
    arrangement: Literal["sequence", "total", "piles"]
    deck_size: int
    deck: Mapping[str, Annotated[int, whole(1, MOST_COPIES)]]
    names: Mapping[CardId, str]
    aliases: Mapping[str, Annotated[str, Known("item")]]
    groups: tuple[Group, ...]
    values: Mapping[str, Any]
    amounts: Annotated[Mapping[str, int], has_steps]
    roles: Mapping[str, Any]
    options: Mapping[str, Any]
    seats: Mapping[int, Seat]
    rules: Mapping[str, RuleLines]
    notes: tuple[Sentence, ...]
    unverified: tuple[Sentence, ...]
    decisions: Mapping[str, DecisionLines]
    policies: Mapping[str, Any] = field(default_factory=dict)
    pairs: tuple[Annotated[tuple[GroupId, ...], length(2, 2)], ...] = ()
    position: int | None = None
    said: Mapping[CardId, Annotated[tuple[str, ...], length(2, 2)]] = field(default_factory=dict)
    parted_words: Mapping[str, str] = field(default_factory=dict)
    plurals: Mapping[str, str] = field(default_factory=dict)
    cover: Annotated[tuple[Annotated[str, is_colour], ...], length(2, 2)] = ("#33423c", "#fffdf7")
    values_on_cards: bool = False
    deal_word: str = "deal"
    boardgamegeek: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Edition(Box):
    """A box with one table's options applied. Compared by identity; never changed.

    `values` has the amounts in force (whole money, points in Express) under the keys of the option
    `values`: groups, cards, ``house``, ``go-four`` and ``bonus``. `option_defaults` are those of
    the box, `changed` what the table has otherwise.
    """

    way: Way
    option_defaults: Mapping[str, Any]
    changed: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        """The id, and the options that a table changed."""
        changed = f" {dict(self.changed)}" if self.changed else ""
        return f"<Edition {self.id}{changed}>"

    @property
    def wild(self) -> str:
        """The wild card; "" in an edition without one."""
        card: str = self.roles.get("wild", "")
        return card

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The place of each card in the deck."""
        return {card: place for place, card in enumerate(self.deck)}

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The names of all groups and cards, by id."""
        return {**{group.id: group.name for group in self.groups}, **self.names}

    @cached_property
    def group_of(self) -> Mapping[str, tuple[str, ...]]:
        """The groups that each card is in, for the cards that are in any."""
        found = {
            card: tuple(group.id for group in self.groups if card in group.cards)
            for card in self.deck
        }
        return {card: ids for card, ids in found.items() if ids}

    @cached_property
    def rule_order(self) -> Mapping[str, int]:
        """The place of each rule id among the edition's rules."""
        return {rule: place for place, rule in enumerate(self.rules)}

    def group(self, group_id: str) -> Group:
        """The group with this id; KeyError when the edition has none."""
        for group in self.groups:
            if group.id == group_id:
                return group
        raise KeyError(group_id)

    @property
    def caught_with(self) -> str:
        """The card that wipes out the hand of a player who did not go out; "" if there is none."""
        card: str = self.roles.get("jail", self.wild)
        return card

    @property
    def has_jackpot(self) -> bool:
        """Whether there is a jackpot under the Bank (2017)."""
        return "jackpot_start" in self.options

    @property
    def has_reward(self) -> bool:
        """Whether a player who goes out draws a reward, with some number of players at least."""
        return any(seat.reward for seat in self.seats.values())

    def names_known(self, players: Sequence[str], written: Sequence[str] = ()) -> Names:
        """What reads the names in data about a deal of these players: players, cards, groups and
        bonuses, and cards that catch a hand. `written`: their names in the data, by seat, if those
        are others."""
        kinds = {*self.deck, *("+".join(pair) for pair in self.pairs)}
        return {
            "player": one_of(
                dict(zip(written or players, players, strict=True)), "one of the players"
            ),
            "card": one_of({*self.deck}, f"a card of {self.name}"),
            "group": one_of([group.id for group in self.groups], f"a group of {self.name}"),
            "item": one_of({*self.labels}, f"a card or group of {self.name}"),
            "bonus": one_of(kinds, f"a bonus of {self.name}"),
            "caught": one_of([self.caught_with], f"{self.caught_with or 'null'} or null"),
        }

    def arrange(
        self,
        cards: Sequence[str],
        *,
        goer: bool,
        declared: Sequence[str] = (),
        reward: Sequence[str] = (),
        reward_declared: Sequence[str] = (),
    ) -> Laid:
        """The best arrangement of one hand: `Way.arrange`."""
        return self.way.arrange(
            self,
            cards,
            goer=goer,
            declared=declared,
            reward=reward,
            reward_declared=reward_declared,
        )

    def price(self, role: str) -> int:
        """What one card of this role adds or pays; KeyError for a role that has no price."""
        amount: int = self.values[self.roles[role]]
        return amount

    def house_value(self, group_id: str) -> int:
        """What one house adds to a colour set: its base value where no other amount is given."""
        amount: int = self.values.get("house", {}).get(group_id, self.values[group_id])
        return amount

    def label(self, item: str) -> str:
        """How a card or group id is shown to people; an id it does not know is shown as it is."""
        return self.labels.get(item, item)

    def parted(self, label: str) -> str:
        """The label with soft hyphens in its long words, for where there is little room."""
        return " ".join([self.parted_words.get(word, word) for word in label.split(" ")])

    def amount(self, amount: int) -> str:
        """An amount as people read it: ``£3,600``, ``−£50``, in Express ``7 points``."""
        sign, size = "−" if amount < 0 else "", abs(amount)
        if self.money == "points":
            return f"{sign}{size} point" if size == 1 else f"{sign}{size:,} points"
        return f"{sign}{self.currency}{size:,}"

    def ending(self, players: int) -> tuple[int | None, int | None]:
        """Target amount and number of deals that end a game of this number of players, or None.

        An option that was set decides; else the edition's default. Where the edition ends after a
        number of deals by default, a target that was set takes its place (2017, Winning).
        """
        target = self.options["target"]
        deals = self.options["deals"]
        if target == "by-players":
            target = self.seats[players].target
        if "target" in self.changed and target is not None and "deals" not in self.changed:
            deals = None
        return target, deals

    def sort(self, cards: Sequence[str]) -> list[str]:
        """The same cards in deck order."""
        return sorted(cards, key=self.order.__getitem__) if len(cards) > 1 else list(cards)

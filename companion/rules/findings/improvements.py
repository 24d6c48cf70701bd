"""The cards of a goer's hand besides properties that have to be in their place: houses, hotels, in
2017 jail cards. Each way of playing has a class of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from companion.rules.edition import Edition
from companion.rules.findings.wording import Cards, no_place

Numbers = tuple[int, ...]
"""How many cards of each of the `kinds`."""
NO_FOUR_HOUSES = "No set has four houses, so a hotel cannot be placed."


@dataclass(eq=False, slots=True)
class Fault:
    """A problem without its fix: the rule, the cards in the hand, what is wrong, and with which
    group if it is about one. `missing` are the houses that lack below those in `cards`, or the card
    that cancels them."""

    rule: str
    cards: Cards
    message: str
    group: int | None = None
    missing: Cards = ()


@dataclass(frozen=True, slots=True)
class Improvements(ABC):
    """Of each of the `kinds`, the cards in the hand (`own`), those with the declared wilds
    (`known`), and those that are in no hand (`spare`)."""

    edition: Edition
    own: Numbers
    known: Numbers
    spare: Numbers

    @classmethod
    def of(
        cls,
        edition: Edition,
        cards: Sequence[str],
        declared: Sequence[str],
        elsewhere: Sequence[str],
    ) -> Self:
        """Those of a hand, with its declared wilds, and with these cards in other hands."""
        kinds, deck = cls.kinds(edition), edition.deck
        own = tuple([cards.count(card) for card in kinds])
        known = tuple([n + declared.count(card) for card, n in zip(kinds, own, strict=True)])
        gone = [n + elsewhere.count(card) for card, n in zip(kinds, own, strict=True)]
        spare = tuple([deck[card] - n for card, n in zip(kinds, gone, strict=True)])
        return cls(edition, own, known, spare)

    @staticmethod
    @abstractmethod
    def kinds(edition: Edition) -> Cards:
        """The cards that have to be in their place."""

    @property
    @abstractmethod
    def most(self) -> int:
        """How many colour sets the houses can need. More change nothing for them."""

    @property
    def fixed(self) -> Numbers:
        """The cards that have to be in their place or to be discarded: announced wilds, too."""
        return self.known if self.edition.way.announces_wilds else self.own

    @abstractmethod
    def faults(self, colours: int, read: Cards) -> Sequence[Fault]:
        """What is wrong with this number of colour sets, when free wilds count as the cards in
        `read`."""

    @abstractmethod
    def readings(self, colours: int, wilds: int) -> Iterable[Cards]:
        """What `wilds` that are no properties may be read as, with this number of colour sets."""

    @abstractmethod
    def standing(self, colours: int) -> Iterable[Numbers]:
        """Every number of each of the `kinds` with which the hand may go out with this number of
        colour sets, as far as it can be worth it. Those come first that are rather to be kept."""

    def there_are(self, cards: Cards) -> bool:
        """Whether so many of these cards are in no hand."""
        kinds = self.kinds(self.edition)
        return all(cards.count(card) <= n for card, n in zip(kinds, self.spare, strict=True))

    def with_wilds(self, read: Cards) -> list[int]:
        """The cards with the declared wilds, and with these."""
        if not read:
            return list(self.known)
        kinds = self.kinds(self.edition)
        return [n + read.count(card) for card, n in zip(kinds, self.known, strict=True)]


def without_set(
    edition: Edition, houses: Cards, hotels: Cards, wild_houses: Cards = (), wild_hotels: Cards = ()
) -> list[Fault]:
    """What is wrong with houses and hotels where there is no colour set; some of them may be
    announced wilds."""
    return [
        Fault(rule, cards or (edition.wild,), no_place(edition, cards, wilds))
        for rule, cards, wilds in (
            ("house-without-set", houses, wild_houses),
            ("hotel-without-set", hotels, wild_hotels),
        )
        if cards or wilds
    ]


def cards_of(kinds: Sequence[str], numbers: Iterable[int]) -> Cards:
    """This number of each kind of card; none of one where it is below 0."""
    return tuple([card for card, n in zip(kinds, numbers, strict=False) for _ in range(n)])

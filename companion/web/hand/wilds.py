"""What the wilds of a hand count as, and the list to choose it from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.open_deal import REWARD, Cards, OpenDeal
from companion.game.taps import DeclareWilds
from companion.game.wild_choices import tied_choices, wild_choices
from companion.rules.settlement import Settlement
from companion.rules.words import listed


@dataclass(frozen=True)
class StandsFor:
    """What a wild counts as, None for nothing yet. `number` says which of the wilds of its place it
    is, where that can be chosen; None where it is fixed."""

    card: str | None
    number: int | None = None


def number_of_wilds(deal: OpenDeal, place: int) -> int:
    """How many wilds of a place can be chosen a card for."""
    if place == REWARD:
        return deal.open_wilds()[1]
    return deal.cards_at(place).count(deal.edition.wild)


def stands_at(deal: OpenDeal, settlement: Settlement, place: int) -> list[StandsFor]:
    """The wilds of a place; none where the edition has no wild, and for a player whom a wild
    catches: it counts as no card then."""
    edition = deal.edition
    if not edition.wild:
        return []
    if edition.way.wild_catches and deal.owner(place) != deal.went_out:
        return []
    fixed = deal.open_wilds()[0] if place == REWARD else ()
    free = enumerate(_free(deal, settlement, place))
    return [*map(StandsFor, fixed), *(StandsFor(card, number) for number, card in free)]


def _free(deal: OpenDeal, settlement: Settlement, place: int) -> list[str | None]:
    """What the wilds count as whose card can be chosen at this place: first as declared, then as
    what pays most; None for each that is no card yet."""
    declared = deal.declared_at(place)
    laid = settlement.laid[deal.owner(place)]
    number = number_of_wilds(deal, place)
    if place == REWARD:
        kept = deal.open_wilds()[0]
        read = tuple((Counter(laid.wilds) - Counter((*kept, *declared))).elements())
    else:
        read = laid.readings
    stands = [*declared, *read[: max(0, number - len(declared))]]
    return [*stands, *[None] * (number - len(stands))]


@dataclass(frozen=True)
class Chooser:
    """What a wild may count as: likely cards, then the rest. `best` may be chosen in their place,
    whatever pays most, unless `tied` cards pay the same and are to be chosen from."""

    deal: OpenDeal
    place: int
    number: int
    likely: Sequence[str]
    others: Sequence[str]
    tied: Cards

    @property
    def title(self) -> str:
        """The question."""
        edition = self.deal.edition
        if self.tied:
            return tied_words(self.deal, self.tied)
        return f"What does this {edition.label(edition.wild)} card count as?"

    @property
    def chosen(self) -> str | None:
        """The card that was chosen before; None for whatever pays most."""
        return next(iter(self.deal.declared_at(self.place)[self.number :]), None)

    def tap(self, card: str | None) -> DeclareWilds:
        """The tap that chooses this card, or whatever pays most."""
        declared = list(self.deal.declared_at(self.place))
        declared[self.number : self.number + 1] = [] if card is None else [card]
        return DeclareWilds(self.place, tuple(declared))


def chooser_of(deal: OpenDeal, place: int, number: int, jackpot: int | None) -> Chooser:
    """The list to choose from what wild `number` of a place counts as. `jackpot` is what lies under
    the Bank."""
    likely, others = wild_choices(deal, place, number)
    is_chosen = number < len(deal.declared_at(place))
    tied = tied_choices(deal, jackpot) if place == deal.goer and not is_chosen else ()
    likely = (*tied, *(card for card in likely if card not in tied))
    return Chooser(deal, place, number, likely, [card for card in others if card not in tied], tied)


def tied_words(deal: OpenDeal, tied: Cards) -> str:
    """The question which of several cards a wild counts as, where later cards decide which of them
    pays more."""
    edition = deal.edition
    named = listed([edition.label(card) for card in tied], "or")
    if edition.way.announces_wilds:
        wild = edition.label(edition.wild)
        return f"The others’ cards decide what pays more: {wild} as {named}. Which one is it?"
    return f"{edition.label(edition.wild)} pays the same now as {named}. Which one is it?"

"""What the wilds of a hand count as, and the list to choose it from."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from companion.game import taps
from companion.game.open_deal import REWARD, Cards, OpenDeal
from companion.game.taps import Opened
from companion.rules.settlement import Settlement
from companion.rules.words import listed
from companion.web.hand.picker import Button


class Chooser(NamedTuple):
    """What a wild may count as: whatever pays most, likely cards, the rest. `back` is the tap that
    leads back to the cards."""

    title: str
    likely: tuple[Button, ...]
    others: tuple[Button, ...]
    back: str


class Chip(NamedTuple):
    """One wild and what it counts as; `tap` changes it, "" when it is fixed."""

    id: str
    wild: str
    stands: str
    tap: str


def chips_of(deal: OpenDeal, settlement: Settlement, place: int) -> tuple[Chip, ...]:
    """The wilds of a place; none where the edition has no wild, and for a player whom a wild
    catches: it counts as no card then."""
    edition = deal.edition
    if not edition.wild:
        return ()
    if edition.way.wild_catches and deal.owner(place) != deal.went_out:
        return ()
    wild = edition.label(edition.wild)
    fixed = deal.open_wilds()[0] if place == REWARD else ()
    chips = [
        Chip(f"kept{number}", wild, edition.label(card), "") for number, card in enumerate(fixed)
    ]
    for number, card in enumerate(_stands(deal, settlement, place)):
        words = "nothing yet" if card is None else edition.label(card)
        tap = taps.OpenCards(Opened(place, number))
        chips.append(Chip(f"wild{number}", wild, words, str(tap)))
    return tuple(chips)


def _stands(deal: OpenDeal, settlement: Settlement, place: int) -> list[str | None]:
    """What the wilds count as whose card can be chosen at this place: first as declared, then as
    what pays most; None for each that is no card yet."""
    declared = deal.declared_at(place)
    laid = settlement.laid[deal.owner(place)]
    if place == REWARD:
        kept, number = deal.open_wilds()
        read = tuple((Counter(laid.wilds) - Counter((*kept, *declared))).elements())
    else:
        number = deal.cards_at(place).count(deal.edition.wild)
        read = laid.readings
    stands = [*declared, *read[: max(0, number - len(declared))]]
    return [*stands, *[None] * (number - len(stands))]


def chooser(deal: OpenDeal, place: int, number: int) -> Chooser:
    """The list to choose from what wild `number` of a place counts as."""
    edition = deal.edition
    declared = deal.declared_at(place)
    chosen = declared[number] if number < len(declared) else None
    likely, others = (
        tuple(
            _choice(
                card, edition.label(card), place, _with(declared, number, [card]), card == chosen
            )
            for card in cards
        )
        for cards in deal.wild_choices(place, number)
    )
    best = _choice("best", "Whatever pays most", place, _with(declared, number, ()), chosen is None)
    title = f"What does {edition.label(edition.wild)} count as?"
    tied = deal.tied_choices() if place == deal.goer and chosen is None else ()
    if tied:
        title = tied_words(deal, tied)
        every = {button.id: button for button in (*likely, *others)}
        first = tuple(every[f"as-{card}"] for card in tied)
        likely = (*first, *(one for one in likely if one not in first))
        others = tuple(one for one in others if one not in first)
    return Chooser(
        title=title,
        likely=likely if tied else (best, *likely),
        others=others,
        back=str(taps.OpenCards(Opened(place))),
    )


def tied_words(deal: OpenDeal, tied: Cards) -> str:
    """The question which of several cards a wild counts as, where they pay the same now."""
    edition = deal.edition
    named = listed([edition.label(card) for card in tied], "or")
    return f"{edition.label(edition.wild)} pays the same now as {named}. Which one is it?"


def _with(declared: Cards, number: int, cards: Sequence[str]) -> Cards:
    """The declarations with another in place of one of them."""
    return (*declared[:number], *cards, *declared[number + 1 :])


def _choice(ident: str, label: str, place: int, cards: Cards, on: bool) -> Button:
    return Button(f"as-{ident}", label, str(taps.DeclareWilds(place, cards=cards)), on)

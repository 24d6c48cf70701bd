"""Just the amount of a hand, in place of its cards: the field with its keys, and who held the
most."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.open_deal import OpenDeal
from companion.game.taps import EnterCards, OpenCards, Opened, SayAmount, Tap

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫")
"""The keys beside the field; the last one takes the last figure away."""


@dataclass(frozen=True)
class AmountPad:
    """What is asked for the hand at a seat: the `title`, the `unit` before or behind the field, and
    what stands in it; `oops` is what is wrong with that. `note` says what the amount has in it.
    `says` is the tap that enters it, `instead` leads to the cards."""

    seat: int
    title: str
    unit: str
    typed: str
    oops: str
    note: str
    says: Tap
    instead: Tap | None
    keys: Sequence[str] = KEYS


def by_amount(deal: OpenDeal, at: Opened) -> bool:
    """Whether what is open is entered by its amount, not by cards."""
    return at.place is not None and (at.amount or deal.is_said(at.place))


def amount_pad(deal: OpenDeal, at: Opened, typed: str | None, oops: str, mine: bool) -> AmountPad:
    """The field for the hand that is open; `mine`: the reader is its player."""
    edition, seat = deal.edition, at.place or 0
    said = deal.hands[seat].amount
    points = edition.money == "points"
    if typed is None:
        typed = "" if said is None else f"{said:,}"
    whose = "are you" if mine else f"is {deal.players[seat]}"
    title = f"How many points for {'you' if mine else deal.players[seat]}?"
    instead: Tap | None = EnterCards(seat)
    if said is None:
        instead = OpenCards(Opened(seat)) if deal.has_goer else None
    return AmountPad(
        seat=seat,
        title=title if points else f"What {whose} paid?",
        unit="points" if points else edition.currency,
        typed=typed,
        oops=oops,
        note=_note(deal, seat),
        says=SayAmount(seat, ""),
        instead=instead,
    )


def _note(deal: OpenDeal, seat: int) -> str:
    """What the amount has in it."""
    edition = deal.edition
    if not deal.has_goer:
        return "All points of this round."
    most = edition.label(edition.roles["most_of"])
    if edition.has_jackpot:
        return f"Everything for this {edition.deal_word}. The jackpot is added for you."
    reward = "the reward and " if seat == deal.goer and deal.seats.has_reward else ""
    return f"Everything for this {edition.deal_word}, with {reward}the most {most}."


@dataclass(frozen=True)
class MostHeld:
    """Who held the most of a card is asked: the `seats` it may be, the one that was said (`seat`,
    None for nobody), and whether anything was `said`."""

    title: str
    seats: Sequence[int]
    seat: int | None
    said: bool


def most_held(deal: OpenDeal) -> MostHeld | None:
    """The question, once nothing else is missing; None where nothing has to be said."""
    left = deal.missing()
    if left and not (deal.laid_down and deal.reward_open and left == [deal.goer]):
        return None
    seats = deal.may_hold_most()
    if not seats:
        return None
    card = deal.edition.label(deal.edition.roles["most_of"])
    said = deal.majority_said and deal.majority in (None, *seats)
    return MostHeld(f"Who held the most {card}?", seats, deal.majority, said)

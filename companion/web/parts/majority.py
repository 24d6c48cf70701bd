"""Who held the most of a card, as pages tell it."""

from collections.abc import Mapping, Sequence

from companion.rules.arrange.laid import HandLaid
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.majority import with_most
from companion.rules.settlement import Jackpot
from companion.rules.words import listed, plural


def majority(
    edition: Edition, deal: Deal, jackpot: Jackpot | None, laid: Mapping[str, HandLaid]
) -> str | None:
    """Who had the most cards, what that paid, and the next jackpot; None without either."""
    if "most_of" not in edition.cards:
        return None
    if deal.went_out is None and edition.options["nobody_out"] == "void":
        stays = "" if jackpot is None else f" The jackpot stays at {edition.amount(jackpot.next)}."
        return f"Nobody went out, so nobody is paid.{stays}"
    held = _held(edition, deal, laid)
    apart = [] if edition.options["wiped_out_count"] else _caught(laid, held)
    held |= dict.fromkeys(apart, 0)
    first = with_most(held)
    if not first and jackpot is None:
        return None
    nobody = "Nobody else" if apart else "Nobody"
    told = _holder(edition, jackpot, laid, first, max(held.values()), nobody)
    if apart:
        were = "was" if len(apart) == 1 else "were"
        label = edition.label(edition.cards["most_of"])
        told += f" The {label} cards of {listed(apart)}, who {were} caught, do not count."
    if jackpot is None:
        return told
    return (
        f"{told} The next jackpot is {edition.amount(jackpot.next) if jackpot.next else 'empty'}."
    )


def _held(edition: Edition, deal: Deal, laid: Mapping[str, HandLaid]) -> dict[str, int]:
    """How many cards for the majority each player had, wilds included."""
    card = edition.cards["most_of"]
    held = {}
    for player, hand in laid.items():
        cards = list(deal.hands[player])
        if player == deal.went_out:
            cards += deal.reward
        held[player] = cards.count(card) + hand.wilds.count(card)
    return held


def _caught(laid: Mapping[str, HandLaid], held: Mapping[str, int]) -> list[str]:
    """Those who hold such cards in a hand that scores nothing."""
    return [player for player, number in held.items() if number and laid[player].wiped_out]


def _holder(
    edition: Edition,
    jackpot: Jackpot | None,
    laid: Mapping[str, HandLaid],
    first: Sequence[str],
    most: int,
    nobody: str,
) -> str:
    """What became of the prize; `first` are the players with the most cards. Where there are none
    the sentence begins with `nobody`."""
    card = edition.label(edition.cards["most_of"])
    if not first:
        return f"{nobody} has a {card} card. Nobody takes the jackpot."
    number = plural(most, "card")
    if len(first) > 1:
        return f"{listed(first)} tie for the most {card} ({number} each). Nobody is paid for it."
    told = f"{first[0]} has the most {card} ({number})"
    caught = laid[first[0]].wiped_out
    if caught:
        return f"{told}, but was caught with {edition.label(caught)}. Nobody is paid for it."
    prize = _prize(edition, jackpot, laid)
    return f"{told}. Nobody is paid for it." if prize is None else f"{told} and gets {prize}."


def _prize(edition: Edition, jackpot: Jackpot | None, laid: Mapping[str, HandLaid]) -> str | None:
    """What the majority paid in this deal; None when nobody got it."""
    if jackpot is not None:
        if jackpot.paid_to is None:
            return None
        if not jackpot.amount:
            return "the jackpot, which is empty"
        return f"the jackpot of {edition.amount(jackpot.amount)}"
    for hand in laid.values():
        for bonus in hand.bonuses:
            if bonus.kind == edition.cards["most_of"]:
                return edition.amount(bonus.amount)
    return None

"""Who held the most of a card, as pages tell it."""

from collections.abc import Mapping, Sequence

from companion.rules.arrange.laid import HandLaid
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.majority import with_most
from companion.rules.settlement import Jackpot
from companion.rules.words import isolated, listed, plural


def majority(
    edition: Edition, deal: Deal, jackpot: Jackpot | None, laid: Mapping[str, HandLaid]
) -> str | None:
    """Who had the most cards, what that paid, and the next jackpot; None without either."""
    if "most_of" not in edition.roles:
        return None
    if deal.went_out is None and edition.options["nobody_out"] == "void":
        stays = "" if jackpot is None else f" The jackpot stays at {edition.amount(jackpot.next)}."
        return f"Nobody went out, so nobody is paid.{stays}"
    if deal.amounts:
        return _as_said(edition, deal, jackpot, laid)
    held, card = _held(edition, deal, laid), edition.label(edition.roles["most_of"])
    ignored = []
    if not edition.options["wiped_out_count"]:
        ignored = [player for player, number in held.items() if number and laid[player].wiped_out]
    held |= dict.fromkeys(ignored, 0)
    first = with_most(held)
    if first:
        told = [_holder(edition, jackpot, laid, first, max(held.values()))]
    elif jackpot is None:
        return None
    else:
        nobody = "Nobody else" if ignored else "Nobody"
        told = [f"{nobody} has a {card} card. Nobody takes the jackpot."]
    if ignored:
        were = "was" if len(ignored) == 1 else "were"
        told.append(f"The {card} cards of {listed(ignored)}, who {were} caught, do not count.")
    return " ".join([*told, *_next(edition, jackpot)])


def _as_said(
    edition: Edition, deal: Deal, jackpot: Jackpot | None, laid: Mapping[str, HandLaid]
) -> str | None:
    """The same where some hands are amounts, and the table said who held the most."""
    card, first, told = edition.label(edition.roles["most_of"]), deal.majority_to, []
    if first is not None:
        prize = _prize(edition, jackpot, laid)
        gets = f" and gets {prize}" if prize else ""
        told.append(f"{isolated(first)} held the most {card}{gets}.")
    elif jackpot is not None:
        told.append(f"Nobody held the most {card}. Nobody takes the jackpot.")
    return " ".join([*told, *_next(edition, jackpot)]) or None


def _next(edition: Edition, jackpot: Jackpot | None) -> list[str]:
    """What the next jackpot is, where the box has one."""
    if jackpot is None:
        return []
    return [f"The next jackpot is {edition.amount(jackpot.next) if jackpot.next else 'empty'}."]


def _held(edition: Edition, deal: Deal, laid: Mapping[str, HandLaid]) -> dict[str, int]:
    """How many cards for the majority each player had, wilds included."""
    card = edition.roles["most_of"]
    held = {player: [*deal.hands[player], *hand.wilds] for player, hand in laid.items()}
    if deal.went_out is not None:
        held[deal.went_out] += deal.reward
    return {player: cards.count(card) for player, cards in held.items()}


def _holder(
    edition: Edition,
    jackpot: Jackpot | None,
    laid: Mapping[str, HandLaid],
    first: Sequence[str],
    most: int,
) -> str:
    """What became of the prize of those who are `first`, with the `most` cards."""
    card, number = edition.label(edition.roles["most_of"]), plural(most, "card")
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
    if jackpot is None:
        kind, hands = edition.roles["most_of"], laid.values()
        paid = (bonus.amount for hand in hands for bonus in hand.bonuses if bonus.kind == kind)
        amount = next(paid, None)
        return None if amount is None else edition.amount(amount)
    if jackpot.paid_to is None:
        return None
    if not jackpot.amount:
        return "the jackpot, which is empty"
    return f"the jackpot of {edition.amount(jackpot.amount)}"

"""Who has the most: of the cards for the majority in a deal, or of the totals of a game."""

from collections.abc import Mapping
from itertools import chain

from companion.rules.arrange.laid import Laid
from companion.rules.deal import Deal
from companion.rules.edition import Edition


def counted_for_most(edition: Edition, laid: Mapping[str, Laid]) -> dict[str, int]:
    """How many cards for the majority each player is counted with, wilds among them."""
    caught_count = edition.options["wiped_out_count"]
    return {
        player: len(one.most) if caught_count or not one.wiped_out else 0
        for player, one in laid.items()
    }


def with_most(held: Mapping[str, int]) -> tuple[str, ...]:
    """All who hold the most, in the order given; nobody when nobody holds any."""
    most = max(held.values())
    return tuple([player for player, number in held.items() if number == most]) if most else ()


def holder(held: Mapping[str, int]) -> str | None:
    """Who holds more than anybody else; None on a tie and when nobody holds any."""
    first = with_most(held)
    return first[0] if len(first) == 1 else None


def may_hold_most(edition: Edition, deal: Deal, laid: Mapping[str, Laid]) -> tuple[str, ...]:
    """Who may hold the most where hands are amounts, so that their cards are not known: everybody
    with an amount, and whose cards may be the most. Nobody where it changes no payout.

    Without a jackpot only a hand with cards is paid for the most, for an amount has it in it.
    """
    if not deal.amounts or "most_of" not in edition.roles:
        return ()
    held = {player: len(one.most) for player, one in laid.items() if not one.wiped_out}
    if edition.has_jackpot:
        able = {player for player in held if held[player] or edition.wild in deal.hands[player]}
    else:
        first = holder(counted_for_most(edition, laid))
        if first is None or first not in held:
            return ()
        able = {first}
    return tuple(player for player in deal.players if player in able or player in deal.amounts)


def surely_holds_most(edition: Edition, deal: Deal, laid: Mapping[str, Laid]) -> str | None:
    """Who holds the most whatever cards lie in the hands that are amounts; None where that is not
    known. In a box with wilds that may count for it, it never is."""
    if edition.has_jackpot:
        return None
    card, counted = edition.roles["most_of"], counted_for_most(edition, laid)
    first = holder(counted)
    shown = [*chain.from_iterable(deal.hands.values()), *deal.reward].count(card)
    return first if first and counted[first] > edition.deck[card] - shown else None

"""All hands of one deal -> what each player is paid, who takes the majority, and the jackpot."""

from companion.rules.arrange.laid import nothing_laid
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.settlement import Jackpot, Settlement


def settle(edition: Edition, deal: Deal) -> Settlement:
    """What every player of a valid deal is paid (`contract.read` refuses invalid ones).

    Guarantees the highest payout each hand may claim under the edition's rules and options, the
    same result for the same cards in any order, and that sets, tokens, bonuses and jackpot add up
    to the payout.
    """
    if deal.went_out is None and edition.options.get("nobody_out") == "void":
        return _void(edition, deal)
    return edition.way.settle(edition, deal)


def _void(edition: Edition, deal: Deal) -> Settlement:
    """Nobody went out and the option says that nobody is paid; the jackpot stays as it is."""
    hands = deal.hands.items()
    return Settlement(
        edition,
        deal,
        legal=True,
        laid={player: nothing_laid(unused=tuple(edition.sort(cards))) for player, cards in hands},
        payouts=dict.fromkeys(deal.players, 0),
        jackpot=None if deal.jackpot is None else Jackpot(None, 0, deal.jackpot),
        void=True,
    )

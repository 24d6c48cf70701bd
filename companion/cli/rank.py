"""``companion rank``: how good a hand is among all hands that may go out."""

import json
from collections.abc import Sequence

import click

from companion.rules.deal import Deal, check_cards
from companion.rules.edition_file import edition_ids, load
from companion.rules.rank.hand_rank import rank_hand
from companion.rules.reading.reader import parse

FIELDS = ("legal_hands", "pay_more", "pay_same", "pay_less", "best", "median", "amount")
EXAMPLE = "companion rank --edition classic-uk dark-blue red h1 'token*2' chance go"


@click.command(epilog=f"Example: {EXAMPLE}")
@click.option("--edition", "edition_id", required=True, metavar="ID", help=", ".join(edition_ids()))
@click.argument("cards", nargs=-1)
def rank(edition_id: str, cards: Sequence[str]) -> None:
    """Says how good a hand is among all hands that may go out.

    It counts those that pay more, the same and less. CARDS are written as for `companion check`.
    The answer is one JSON object. A hand without a rank gets null in every field, and a reason.
    Amounts are the hand's own, before the reward, without what depends on other hands.

    Exit status: 0, or 2 for bad input.
    """
    edition = load(edition_id)
    hand = parse(edition, " ".join(cards))
    check_cards(edition, Deal(hands={"player 1": hand}, went_out=None))
    found = rank_hand(edition, hand)
    if isinstance(found, str):
        click.echo(json.dumps({**dict.fromkeys(FIELDS), "reason": found}))
    else:
        click.echo(json.dumps({field: getattr(found, field) for field in FIELDS}))

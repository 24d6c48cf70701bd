"""The scores of a table on a TV, which shows how more phones join."""

from flask import Blueprint, Response

from companion.store import Table
from companion.web.parts.join import join_address, phones_can_join, typed_address
from companion.web.parts.scores import BestHand, Scores
from companion.web.sheet.page import lanes
from companion.web.sheet.routes import beside_of
from companion.web.site.access import Who, may
from companion.web.site.http import respond, store

pages = Blueprint("tv", __name__)


@pages.get("/t/<code>/tv")
@may(Who.READER)
def tv(table: Table) -> Response:
    """The scores in large type, whose hand is missing, the last deal, and how to join.

    A screen that stays with its table, also when that gets a new code, joins as a watcher: with a
    button there, for opening a page takes no place at a table.
    """
    scores, address = Scores.of(store(), table), join_address(table)
    return respond(
        "sheet/tv",
        table=table,
        scores=scores,
        lanes=lanes(scores),
        shown=_last_hand(scores),
        address=address,
        short=typed_address(address),
        can_join=phones_can_join(),
        beside=beside_of(scores),
    )


def _last_hand(scores: Scores) -> BestHand | None:
    """The hand of the last deal that is shown: that which went out, else that which was paid
    most; None before the first deal."""
    if not scores.standing:
        return None
    deal = scores.standing[-1]
    most = max(deal.payouts, key=deal.payouts.__getitem__)
    return BestHand(scores.edition, deal, deal.went_out or most)

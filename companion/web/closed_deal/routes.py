"""The page of one closed deal, and ticking its payouts."""

from typing import Any, NamedTuple

from flask import Blueprint, Response, request, url_for

from companion.game.closed_deal import open_questions, settled_as_paid
from companion.game.luck import drew_reward, luck_of_reward
from companion.game.sheet import current_row
from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.ledger import Row
from companion.store import ClosedDeal, Table
from companion.store.reward_luck import luck_of_deal
from companion.store.rulings import rulings
from companion.store.ticks import handed, set_paid
from companion.web.closed_deal import page as deal_page
from companion.web.closed_deal.history import history
from companion.web.closed_deal.pay import PayList
from companion.web.parts.scores import Scores
from companion.web.parts.words import outcome_of, remark, when_ruled
from companion.web.sheet.routes import visible_rematch
from companion.web.site.access import Who, may
from companion.web.site.errors import NoSuchDeal, NoSuchHand
from companion.web.site.http import (
    new_token,
    respond,
    seat_of,
    see_other,
    store,
    wants_fragment,
)

pages = Blueprint("closed_deal", __name__)


@pages.get("/t/<code>/deals/<int:number>")
@may(Who.READER)
def deal(table: Table, number: int) -> Response:
    """One deal: cards, sums, slips, and what was entered before. A page that still shows a deal
    that was undone since goes on to where it is open again, or to the sheet."""
    try:
        one = _found(table, number)
    except NoSuchDeal:
        if not wants_fragment():
            raise
        return _leads_on(table, number)
    page, last = _page(table, one), store().last_action(table)
    ruled = [
        (
            ruling,
            outcome_of(table.edition, ruling),
            remark(ruling.note),
            when_ruled(table.zone, table.edition, ruling, one.deal.id),
        )
        for ruling in rulings(store(), table)
        if ruling.number == number
    ]
    return respond(
        "closed_deal/deal",
        table=table,
        page=page,
        ruled=ruled,
        is_news=last is not None and last.id == one.deal.action_id,
        open="hand" in request.args,
        rematch=visible_rematch(table) if page.win else None,
        token=new_token(),
        open_questions=open_questions(table, one.deal, one.row) if one.row else (),
        **_luck(table, one.deal),
    )


def _leads_on(table: Table, number: int) -> Response:
    """Leads a page that shows an undone deal to where it is open again, or to the sheet."""
    opened = "deal.deal" if number == store().next_number(table) else "sheet.sheet"
    return see_other(url_for(opened, code=table.code))


def _luck(table: Table, deal: ClosedDeal) -> dict[str, Any]:
    """The luck of the reward, if it was counted before, and whether there is one to be told."""
    edition = table.edition
    if not drew_reward(edition, deal):
        return {"luck": None, "drew_reward": False}
    luck = deal_page.reward_told(edition, deal, luck_of_deal(store(), deal.id))
    return {"luck": luck, "drew_reward": True}


@pages.get("/t/<code>/deals/<int:number>/luck")
@may(Who.READER)
def luck(table: Table, number: int) -> Response:
    """The luck of the reward of one deal, counted now if need be. The deal's page asks for it after
    it is shown, so that no tap waits for it."""
    edition, deal = table.edition, current_row(store(), table, number)
    if deal is None or deal.struck:
        raise NoSuchDeal(number=number, word=edition.deal_word)
    found = luck_of_reward(store(), table, deal) if drew_reward(edition, deal) else None
    told = deal_page.reward_told(edition, deal, found)
    return respond("closed_deal/luck", table=table, number=number, luck=told)


class _Found(NamedTuple):
    """A deal that counts or was struck out. `row` is its row on the sheet, None for a deal that was
    struck out; `rows` are all that was ever stored of it."""

    scores: Scores
    deal: ClosedDeal
    row: Row | None
    rows: list[ClosedDeal]


def _found(table: Table, number: int) -> _Found:
    """The deal of this number; NoSuchDeal without one."""
    scores = Scores.of(store(), table)
    for deal in scores.deals:
        if deal.number == number:
            return _Found(scores, deal, scores.rows.get(number), store().history(table, number))
    raise NoSuchDeal(number=number, word=table.edition.deal_word)


def _page(table: Table, one: _Found) -> deal_page.DealPage:
    """The page of a deal that counts or was struck out."""
    number, rows = one.deal.number, one.scores.rows.items()
    earlier = {other: row.payouts for other, row in rows if other < number}
    pay = PayList(table, handed(store(), table)).rows(number, one.row, earlier)
    entries = history(table, one.rows, one.deal.id)
    if one.row is None:
        return deal_page.struck_page(table.edition, one.deal, pay, entries)
    today = settled_as_paid(table, one.deal) if one.deal.let_stand else None
    readings = "" if today is None else two_readings(today)
    return deal_page.deal_page(table.edition, one.scores, one.deal, one.row, pay, entries, readings)


@pages.post("/t/<code>/deals/<int:number>/paid")
@may(Who.SCOREKEEPER)
def paid(table: Table, number: int) -> Response:
    """Ticks the payout of the seat ``paid`` (of every seat with ``all``), or takes the tick of the
    seat ``unpaid`` back. When the deal was corrected in the meantime, nothing is ticked and the
    deal is shown as it is now; when it was undone, the sheet says that."""
    ticked = "unpaid" not in request.form
    sent, row = request.form.get("paid" if ticked else "unpaid", ""), request.form.get("deal", "")
    seat = seat_of(table, sent)
    if seat is None and sent != "all":
        raise NoSuchHand(number=number, word=table.edition.deal_word)
    players = table.players if seat is None else (table.players[seat],)
    here = url_for("closed_deal.deal", code=table.code, number=number)
    undone = url_for("sheet.sheet", code=table.code, note="undone")
    now = current_row(store(), table, number)
    if now is None:
        return see_other(undone)
    if row != str(now.id):
        return see_other(here)
    try:
        for player in players:
            set_paid(store(), table, now.id, player, ticked)
    except LookupError:  # corrected, or undone, at this very moment
        return see_other(here if current_row(store(), table, number) else undone)
    if not wants_fragment():
        return see_other(f"{here}#pay")
    page = _page(table, _found(table, number))
    return respond("closed_deal/_pay_list", table=table, page=page, ticked_all=seat is None)

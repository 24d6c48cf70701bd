"""The page of one closed deal, and ticking its payouts."""

from flask import Blueprint, Response, request, url_for

from companion.game.closed_deal import differences, open_questions
from companion.game.luck import drew_reward, luck_of_reward
from companion.store import Table
from companion.store.reward_luck import luck_of_deal
from companion.store.rulings import rulings
from companion.store.sheets import current_row
from companion.store.ticks import set_paid
from companion.web.closed_deal.page import DealPage, entry_in_words
from companion.web.parts.words import outcome_of, remark, when_ruled
from companion.web.sheet.routes import visible_rematch
from companion.web.site.access import Who, may
from companion.web.site.errors import Explained, NoSuchDeal, NoSuchHand
from companion.web.site.http import (
    new_token,
    respond,
    seat_of,
    see_other,
    store,
    wants_fragment,
)

pages = Blueprint("closed_deal", __name__)
for words in (entry_in_words, outcome_of, remark, when_ruled):
    pages.add_app_template_global(words)


@pages.get("/t/<code>/deals/<int:number>")
@may(Who.READER)
def deal(table: Table, number: int) -> Response:
    """One deal: cards, sums, slips, and what was entered before. A page that still shows a deal
    that was undone since goes on to where it is open again, or to the sheet."""
    try:
        page = _page(table, number)
    except Explained:  # there is no such deal
        if not wants_fragment():
            raise
        return _leads_on(table, number)
    edition, deal, last = table.edition, page.deal, store().last_action(table)
    drew = drew_reward(edition, deal)
    return respond(
        "closed_deal/deal",
        table=table,
        page=page,
        ruled=[ruling for ruling in rulings(store(), table) if ruling.number == number],
        is_news=last is not None and last.id == deal.action_id,
        open="hand" in request.args,
        rematch=visible_rematch(table) if page.win else None,
        token=new_token(),
        open_questions=open_questions(table, deal, page.row) if page.row else (),
        drew_reward=drew,
        luck=luck_of_deal(store(), deal.id) if drew else None,
        differences=differences(table, deal) if page.row else {},
    )


def _leads_on(table: Table, number: int) -> Response:
    """Leads a page that shows an undone deal to where it is open again, or to the sheet."""
    opened = "deal.deal" if number == store().next_number(table) else "sheet.sheet"
    return see_other(url_for(opened, code=table.code))


@pages.get("/t/<code>/deals/<int:number>/luck")
@may(Who.READER)
def luck(table: Table, number: int) -> Response:
    """The luck of the reward of one deal, counted now if need be. The deal's page asks for it after
    it is shown, so that no tap waits for it."""
    edition, deal = table.edition, current_row(store(), table, number)
    if deal is None or deal.struck:
        raise NoSuchDeal(number=number, word=edition.deal_word)
    found = luck_of_reward(store(), table, deal) if drew_reward(edition, deal) else None
    return respond("closed_deal/luck", table=table, deal=deal, luck=found)


def _page(table: Table, number: int) -> DealPage:
    """The page of a deal that counts or was struck out; NoSuchDeal without one."""
    page = DealPage.of(store(), table, number)
    if page is None:
        raise NoSuchDeal(number=number, word=table.edition.deal_word)
    return page


@pages.post("/t/<code>/deals/<int:number>/paid")
@may(Who.SCOREKEEPER)
def paid(table: Table, number: int) -> Response:
    """Ticks the payout of the seat ``paid`` (of every seat with ``all``, and with ``next``, which
    goes on to the next deal), or takes the tick of the seat ``unpaid`` back. When the deal was
    corrected in the meantime, nothing is ticked and the deal is shown as it is now; when it was
    undone, the sheet says that."""
    ticked = "unpaid" not in request.form
    sent, row = request.form.get("paid" if ticked else "unpaid", ""), request.form.get("deal", "")
    seat = seat_of(table, sent)
    if seat is None and sent not in ("all", "next"):
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
    if sent == "next":
        return see_other(url_for("deal.deal", code=table.code))
    if not wants_fragment():
        return see_other(f"{here}#pay")
    page = _page(table, number)
    return respond("closed_deal/_pay_list", table=table, page=page, ticked_all=seat is None)

"""A challenge: any hand of a closed deal before the referee, and the outcome.

The referee rules as the program does today, with the other hands as they were; the page also shows
what was paid. Only the outcome is stored, and it can be taken back. Correcting the deal is an
ordinary correction, which stores the outcome when it is confirmed.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

from companion.game.closed_deal import settled
from companion.rules.refusal import Refusal
from companion.store import ClosedDeal, Table
from companion.store.rulings import AlreadyRecorded, record, take_back
from companion.store.sheets import current_row
from companion.web.challenge import page as challenge_page
from companion.web.challenge.form import OutcomeForm
from companion.web.referee import case as cases
from companion.web.referee.addresses import share
from companion.web.referee.case import CLAIMED, Case
from companion.web.referee.form import ClaimForm
from companion.web.referee.ruling import Ruling
from companion.web.site.access import Who, may
from companion.web.site.errors import CannotRule, NoSuchHand, NoSuchRuling
from companion.web.site.forms import refuse
from companion.web.site.http import (
    given_token,
    new_token,
    respond,
    seat_of,
    see_other,
    store,
)

pages = Blueprint("challenge", __name__)


@pages.get("/t/<code>/deals/<int:number>/challenge/<seat>")
@may(Who.READER)
def challenge(table: Table, number: int, seat: str) -> Response:
    """The ruling on one hand of a deal, what was paid, and the outcomes to choose from."""
    return _page(table, *_asked(table, number, seat))


@pages.post("/t/<code>/deals/<int:number>/challenge/<seat>/claim")
@may(Who.READER)
def claim(table: Table, number: int, seat: str) -> Response:
    """The same with a claim, which has an address if it can be read."""
    row, place = _asked(table, number, seat)
    _, wrong = _claimed(cases.of_deal(table.edition, row.entry, table.players[place]))
    if wrong:
        return _page(table, row, place)
    return see_other(f"{_here(table, number, place, _given())}#claim")


@pages.post("/t/<code>/deals/<int:number>/challenge/<seat>")
@may(Who.PLAYER)
def outcome(table: Table, number: int, seat: str) -> Response:
    """Stores the outcome, once; to correct the deal leads on to its correction."""
    row, place = _asked(table, number, seat)
    form = OutcomeForm(request.form)
    if not form.validate():
        return _page(table, row, place, form)
    if form.outcome.data == "correct":
        return see_other(
            url_for(
                "correct.correct",
                code=table.code,
                number=number,
                challenge=place,
                reason=form.note.data or None,
            )
        )
    token = given_token()
    if token is None or request.form.get("deal") != str(row.id):  # corrected in the meantime
        return _page(table, row, place, form, note=challenge_page.LOOK_AGAIN)
    return _recorded(table, row, place, form, token)


def _recorded(table: Table, row: ClosedDeal, place: int, form: OutcomeForm, token: str) -> Response:
    """Stores the outcome and shows it with the deal; else the page again, with the reason."""
    try:
        record(
            store(),
            table,
            deal_id=row.id,
            player=table.players[place],
            outcome=form.outcome.data,
            note=form.note.data,
            ruling=challenge_page.ruling_of(table, row.entry, place, _claimed),
            token=token,
        )
    except AlreadyRecorded as already:
        told = challenge_page.recorded(already)
        return _page(table, row, place, form, note=told, token=new_token())
    except LookupError:  # undone at this very moment
        return _page(table, row, place, form, note=challenge_page.LOOK_AGAIN)
    return see_other(f"{_deal_address(table, row.number)}#rulings")


@pages.post("/t/<code>/deals/<int:number>/rulings/<int:ruling_id>/back")
@may(Who.SCOREKEEPER)
def back(table: Table, number: int, ruling_id: int) -> Response:
    """Takes a ruling back; again changes nothing."""
    try:
        take_back(store(), table, ruling_id, f"back {ruling_id}")
    except LookupError:
        raise NoSuchRuling(word=table.edition.deal_word) from None
    return see_other(_deal_address(table, number))


def _asked(table: Table, number: int, seat: str) -> tuple[ClosedDeal, int]:
    """The current row of the deal, and the index of the player; 404 without them."""
    row, place = current_row(store(), table, number), seat_of(table, seat)
    if row is None or row.struck or place is None:
        raise NoSuchHand(number=number, word=table.edition.deal_word)
    if table.players[place] in row.entry.amounts:
        why = "The table said what this hand pays. There are no cards to rule on."
        raise CannotRule(why=why, word=table.edition.deal_word)
    return row, place


def _deal_address(table: Table, number: int) -> str:
    return url_for("closed_deal.deal", code=table.code, number=number)


def _given() -> list[tuple[str, str]]:
    """What is claimed, in the address or in a form. It goes along with the outcome."""
    return [(name, text) for name in CLAIMED for text in request.values.getlist(name) if text]


def _here(table: Table, number: int, seat: int, claimed: Sequence[tuple[str, str]] = ()) -> str:
    """The address of the page with a claim."""
    here = url_for(".challenge", code=table.code, number=number, seat=str(seat))
    return f"{here}?{urlencode(claimed)}" if claimed else here


def _page(
    table: Table,
    row: ClosedDeal,
    place: int,
    form: OutcomeForm | None = None,
    *,
    note: str = "",
    token: str | None = None,
) -> Response:
    """The ruling, and the form of its outcome; `note` is a message beside it."""
    form = form or OutcomeForm()
    if note:
        refuse(form.note, note)
    player = table.players[place]
    try:
        settlement = settled(table, row.entry)
    except Refusal as refusal:  # the rules have changed since it was stored
        raise CannotRule(why=refusal.message, word=table.edition.deal_word) from None
    edition = settlement.edition
    claimed, wrong = _claimed(cases.of_deal(edition, settlement.deal, player))
    shown = Ruling(claimed, settlement, player, player)
    asked = request.values if wrong else cases.fields_of(claimed)
    claim = ClaimForm.of(edition, asked.get("claim", ""), asked.get("sets", ""), wrong)
    return respond(
        "challenge/challenge",
        status=422 if form.errors or wrong else 200,
        table=table,
        number=row.number,
        seat=place,
        player=player,
        deal_id=row.id,
        paid=challenge_page.paid(row, settlement, player),
        r=shown,
        rank=shown.rank,
        claims=url_for(".claim", code=table.code, number=row.number, seat=str(place)),
        answers=_here(table, row.number, place, () if wrong else _given()),
        keeps=[],
        best=f"{_here(table, row.number, place, [('sets', shown.best)])}#claim"
        if shown.best and shown.best != claimed.sets
        else "",
        claim=claim,
        form=form,
        token=token or given_token() or new_token(),
        share=share(shown) if not row.entry.amounts else None,
    )


def _claimed(case: Case) -> tuple[Case, Mapping[str, str]]:
    """The case with the claim in the address, and messages about a claim that cannot be read."""
    return cases.with_claim(case, {name: request.values.getlist(name) for name in CLAIMED})

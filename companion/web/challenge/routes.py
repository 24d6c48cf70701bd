"""A challenge: any hand of a closed deal before the referee, and what came of it.

The hand is ruled on as the program does it today, with the other hands as they lay; beside it
stands what was paid. Only the outcome is stored, and it can be taken back. Correcting the deal is
the ordinary correction, which records the outcome when it is confirmed.
"""

from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

from companion.game import closed_deal
from companion.game.sheet import standing
from companion.names import one_line
from companion.rules.deal import read
from companion.rules.hand import Refusal
from companion.store import ClosedDeal, Table
from companion.store.rulings import LONGEST_NOTE, AlreadyRecorded, record, take_back
from companion.web.challenge import page as challenge_page
from companion.web.referee import case as cases
from companion.web.referee.form import sets_hint
from companion.web.referee.routes import share
from companion.web.referee.ruling import ruling
from companion.web.site.access import Who, may
from companion.web.site.errors import CannotRule, NoSuchHand, NoSuchRuling
from companion.web.site.http import given_token, new_token, respond, see_other, store, table_or_404

pages = Blueprint("challenge", __name__)

CLAIMED = ("claim", "sets")
"""Parameters of a challenge: what is claimed. They go along with its outcome."""

NO_NOTE = "Say in a few words what you agreed, so that everybody can read it later."
LONG_NOTE = f"That is too long: at most {LONGEST_NOTE} characters."
NO_OUTCOME = "Choose what came of it."


@pages.get("/t/<code>/deals/<int:number>/challenge/<seat>")
@may(Who.READER)
def challenge(code: str, number: int, seat: str) -> Response:
    """The ruling on one hand of a deal, with what was paid, and what may come of it."""
    table, row, place = _asked(code, number, seat)
    return _page(table, row, place)


@pages.post("/t/<code>/deals/<int:number>/challenge/<seat>")
@may(Who.PLAYER)
def outcome(code: str, number: int, seat: str) -> Response:
    """Keeps what came of it, once; to correct the deal leads on to its correction."""
    table, row, place = _asked(code, number, seat)
    chosen = request.form.get("outcome", "")
    note = one_line(request.form.get("note", ""))
    if len(note) > LONGEST_NOTE:
        return _page(table, row, place, note=note, oops=LONG_NOTE)
    if chosen == "correct":
        return see_other(
            url_for(
                "correct.correct",
                code=table.code,
                number=number,
                challenge=place,
                reason=note or None,
            )
        )
    token = given_token()
    if token is None or request.form.get("deal") != str(row.id):  # corrected in the meantime
        return _page(table, row, place, note=note, oops=challenge_page.LOOK_AGAIN)
    if chosen == "upheld" or (chosen == "agreed" and note):
        try:
            record(
                store(),
                table,
                deal_id=row.id,
                player=table.players[place],
                outcome="upheld" if chosen == "upheld" else "agreed",
                note=note,
                ruling=challenge_page.ruling_of(table, row.entry, place, _claimed),
                token=token,
            )
        except AlreadyRecorded as already:
            oops = challenge_page.recorded(already.outcome)
            return _page(table, row, place, note=note, oops=oops, token=new_token())
        except LookupError:  # undone at this very moment
            return _page(table, row, place, note=note, oops=challenge_page.LOOK_AGAIN)
        return see_other(f"{_deal_address(table, number)}#rulings")
    oops = NO_NOTE if chosen == "agreed" else NO_OUTCOME
    return _page(table, row, place, note=note, oops=oops)


@pages.post("/t/<code>/deals/<int:number>/rulings/<int:ruling_id>/back")
@may(Who.SCOREKEEPER)
def back(code: str, number: int, ruling_id: int) -> Response:
    """Takes a ruling back; once more changes nothing."""
    table = table_or_404(code)
    try:
        take_back(store(), table, ruling_id, f"back-{ruling_id}")
    except LookupError:
        raise NoSuchRuling from None
    return see_other(_deal_address(table, number))


def _asked(code: str, number: int, seat: str) -> tuple[Table, ClosedDeal, int]:
    """The table, the row of the deal that counts, and the place of the hand; else 404."""
    table = table_or_404(code)
    row = standing(store(), table, number)
    if row is None or row.struck or seat not in map(str, range(len(table.players))):
        raise NoSuchHand(number=number)
    return table, row, int(seat)


def _deal_address(table: Table, number: int) -> str:
    return url_for("closed_deal.deal", code=table.code, number=number)


def _page(
    table: Table,
    row: ClosedDeal,
    place: int,
    *,
    note: str = "",
    oops: str = "",
    token: str | None = None,
) -> Response:
    player = table.players[place]
    try:
        edition, deal = read(closed_deal.contract(table, row.entry))
    except Refusal as refusal:  # kept under rules that have changed since
        raise CannotRule(why=refusal.message) from None
    case = cases.of_deal(edition, deal, player)
    claimed, wrong = _claimed(case)
    settlement = closed_deal.settled_now(table, row.entry)
    given = [(name, text) for name in CLAIMED for text in request.args.getlist(name)]
    here = url_for(".challenge", code=table.code, number=row.number, seat=str(place))
    shown = ruling(claimed, settlement, player, player, cases.query)
    best = url_for(
        ".challenge", code=table.code, number=row.number, seat=str(place), sets=shown.best
    )
    return respond(
        "challenge/challenge",
        status=422 if oops or wrong else 200,
        table=table,
        number=row.number,
        seat=place,
        player=player,
        deal_id=row.id,
        paid=challenge_page.paid(edition, row.settlement, settlement, player),
        r=shown,
        address=here,
        answers=f"{here}?{urlencode(given)}" if given else here,
        keeps=[],
        best=f"{best}#claim" if shown.best and shown.best != claimed.sets else "",
        claim_hint=sets_hint(edition),
        claim_oops=wrong,
        claim_given={name: request.args.get(name, "") for name in CLAIMED},
        note=note,
        oops=oops,
        token=token or given_token() or new_token(),
        share=share(claimed, settlement, player, player),
    )


def _claimed(case: cases.Case) -> tuple[cases.Case, dict[str, str]]:
    """The case with what the address claims; messages instead where that cannot be."""
    typed = {name: request.args.getlist(name) for name in CLAIMED}
    bare = {name: [text] for name, text in cases.fields_of(case).items()}
    read_again, oops = cases.read({**bare, **typed})
    return read_again or case, {name: oops[name] for name in CLAIMED if name in oops}

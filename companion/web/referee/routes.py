"""The referee: a case in the address, a ruling on the page. Needs no table and stores nothing.

``/referee`` has four faces: without an edition it asks for the box; without cards, or with
``enter``, the cards are tapped, each tap being one more address; a wrong address shows the form
with what is wrong; every other address shows the ruling.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, make_response, request, url_for

from companion.game import open_deal, taps
from companion.game.open_deal import NotNow, OpenDeal, Seats
from companion.game.sheet import edition_of, sheet_of
from companion.rules.deal import check_cards
from companion.rules.edition_file import edition_ids, load
from companion.rules.hand import Refusal
from companion.rules.payout import Settlement, settle
from companion.web.deal import page as open_page
from companion.web.deal.page import Bar, DealView, OutPart, Shown
from companion.web.deal.picker import Button
from companion.web.deal.routes import control
from companion.web.parts.options import boxes
from companion.web.parts.qr import code_of
from companion.web.referee import case as cases
from companion.web.referee.case import Case
from companion.web.referee.form import case_form, given_texts, sets_hint
from companion.web.referee.ruling import Ruling, ruling, told, told_claim, verdict
from companion.web.site.access import Who, may
from companion.web.site.http import respond, see_other, store, table_or_404, wants_fragment

pages = Blueprint("referee", __name__)

OWN = ("enter", "at", "tap", "line")
"""Parameters of the page that are no part of the case."""
THIS = "this hand"
"""What the hand is called where its player has no name."""
MOST_PLAYERS = 6


class Share(NamedTuple):
    """How a ruling is sent on: its whole address, the address of its QR code, and as text."""

    address: str
    qr: str
    text: str


# --- the page ------------------------------------------------------------------------------------


@pages.get("/referee")
@may(Who.ANYBODY)
def page() -> Response:
    """The ruling on the case of the address, or the way to it."""
    own, args = _parted()
    case, oops = cases.read(args)
    if case is None:
        return _asked(args, oops)
    words = own.get("tap", "")
    if words == "look":
        return see_other(address(case))
    if words:
        return _tapped(case, words, own.get("at", ""), own.get("line", ""))
    bare = not (case.cards or case.reward or case.others)
    if "enter" in own or bare:
        return _entry(case, own.get("at", opens_at(case)))
    return _ruled(case)


@pages.get("/t/<code>/may-i")
@may(Who.READER)
def may_i(code: str) -> Response:
    """«May I go out?»: the way from a table to an empty case with its box, players, options and
    jackpot. It writes nothing and shows nothing to the table."""
    table = table_or_404(code)
    edition = edition_of(table)
    jackpot = sheet_of(store(), table).jackpot if "jackpot_start" in edition.options else None
    case = cases.tidy(
        Case(
            edition=edition.id,
            players=len(table.players),
            went_out=True,
            jackpot=jackpot,
            options=table.options,
        )
    )
    return see_other(address(case))


def _parted() -> tuple[dict[str, str], dict[str, list[str]]]:
    """The page's own parameters, and those of the case."""
    args = request.args.to_dict(flat=False)
    own = {name: args.pop(name)[0] for name in OWN if name in args}
    return own, args


def address(case: Case, **own: str) -> str:
    """The one address of a case on this server, without the host; `own` are for this page alone."""
    return f"{url_for('referee.page')}?{cases.query(case)}{_more(own)}"


def _more(own: Mapping[str, str]) -> str:
    return f"&{urlencode(own)}" if own else ""


def _asked(args: Mapping[str, Sequence[str]], oops: Mapping[str, str]) -> Response:
    """No case yet: which box, or what is wrong with the address."""
    given = given_texts(args)
    edition = given.get("edition", "").strip().casefold()
    known = edition in edition_ids()
    status = 422 if oops else 200
    form = case_form(load(edition), {**given, "edition": edition}, oops) if known else None
    return respond(
        "referee/referee",
        status=status,
        face="wrong" if known else "start",
        title="Something is not right yet" if known else "Settle a dispute",
        address=url_for("referee.page"),
        form=form,
        boxes=boxes(),
        counts=range(2, MOST_PLAYERS + 1),
        problems=() if known else tuple(oops.values()),
        canonical=None,
    )


# --- the ruling ----------------------------------------------------------------------------------


def _ruled(case: Case) -> Response:
    names = cases.seated(case.players)
    edition, deal = cases.deal_of(case, names)
    settlement = settle(edition, deal)
    shown = ruling(case, settlement, names[0], THIS, cases.query)
    rewards = edition.seats[case.players].reward
    return respond(
        "referee/referee",
        face="ruling",
        title=f"{shown.verdict.words} · {edition.name}",
        address=url_for("referee.page"),
        r=shown,
        case=case,
        keeps=keeps(replace(case, claim=None, sets="")),
        best=best_address(case, shown),
        claim_hint=sets_hint(edition),
        form=case_form(edition, cases.fields_of(case), {}),
        change=address(case, enter="1", at=opens_at(case)),
        reward=address(case, tap="lay", enter="1", at="0")
        if settlement.legal and case.went_out and rewards and not case.reward
        else "",
        share=share(case, settlement, names[0], THIS),
        canonical=address(case),
    )


def best_address(case: Case, shown: Ruling) -> str:
    """The case with the best arrangement claimed, to start from; empty where there is none."""
    if not shown.best or shown.best == case.sets:
        return ""
    return f"{address(replace(case, sets=shown.best))}#claim"


def keeps(case: Case) -> list[tuple[str, str]]:
    """The parameters of a case, for a form that keeps it."""
    return parse_qsl(cases.query(case))


def share(case: Case, settlement: Settlement, player: str, whose: str) -> Share:
    """The ways to send a ruling on, with the address that this browser used."""
    whole = f"{request.host_url.rstrip('/')}{address(case)}"
    lines = [*told(settlement, player, whose), *told_claim(case, settlement, player), whole]
    return Share(whole, f"{url_for('referee.qr')}?{cases.query(case)}", "\n".join(lines))


@pages.get("/referee.txt")
@may(Who.ANYBODY)
def text() -> Response:
    """The ruling as plain text, for a chat."""
    case, oops = _case()
    if case is None:
        return _plain("\n".join(oops.values()), 422)
    names = cases.seated(case.players)
    return _plain(share(case, settle(*cases.deal_of(case, names)), names[0], THIS).text, 200)


@pages.get("/referee/qr.svg")
@may(Who.ANYBODY)
def qr() -> Response:
    """The case's address as a QR code: black on white, in the dark too."""
    case, oops = _case()
    if case is None:
        return _plain("\n".join(oops.values()), 422)
    whole = f"{request.host_url.rstrip('/')}{address(case)}"
    out = BytesIO()
    code = code_of(whole)
    if code is None:
        return _plain("This case is too long for a QR code: copy the address.", 422)
    code.save(
        out, kind="svg", xmldecl=False, omitsize=True, light="#fff", svgclass=None, lineclass=None
    )
    return Response(out.getvalue(), mimetype="image/svg+xml")


def _case() -> tuple[Case | None, dict[str, str]]:
    """The case of the address, or at least one message."""
    case, oops = cases.read(_parted()[1])
    return case, oops if case or oops else {"edition": "Say which box you play with."}


def _plain(told: str, status: int) -> Response:
    response = make_response(f"{told}\n", status)
    response.mimetype = "text/plain"
    return response


# --- tapping the cards ---------------------------------------------------------------------------


def opens_at(case: Case) -> str:
    """What is open when the cards are to be tapped: those of the hand; the reward when there is
    one, for the hand is laid down then."""
    return "r" if case.went_out and case.reward else "0"


def _seats(case: Case) -> Seats:
    return Seats(cases.edition_of(case), cases.seated(case.players))


def _open_deal(seats: Seats, case: Case, at: str) -> OpenDeal:
    """The case as a deal that is being entered. Hands that are not in it count as nothing."""
    _, deal = cases.deal_of(case, seats.players)
    return open_deal.from_json(
        seats,
        {
            "went_out": deal.went_out,
            "laid_down": bool(deal.reward) or (case.went_out and at.partition(".")[0] == "r"),
            "hands": deal.hands,
            "reward": deal.reward,
            "wilds": deal.wilds,
            "reward_wilds": deal.reward_wilds,
            "stopped_early": deal.stopped_early,
        },
    )


def _case_of(seats: Seats, case: Case, deal: OpenDeal) -> Case:
    """The case with what was entered."""
    this, *others = seats.players
    return cases.tidy(
        replace(
            case,
            cards=deal.hands.get(this, ()),
            others=tuple(deal.hands.get(other, ()) for other in others),
            wilds=deal.wilds.get(this, ()),
            others_wilds=tuple(deal.wilds.get(other, ()) for other in others),
            reward=deal.reward if deal.laid_down else (),
            reward_wilds=deal.reward_wilds if deal.laid_down else (),
            stopped_early=deal.stopped_early,
        )
    )


def _tapped(case: Case, words: str, at: str, line: str) -> Response:
    """One tap: the case as it is then, under its own address."""
    seats = _seats(case)
    try:
        after, now_at = _did(seats, case, at, words, line)
        check_cards(*cases.deal_of(after))
    except NotNow as not_now:
        return _entry(case, at, note=cases.sentence(str(not_now)), status=422)
    except Refusal as refusal:
        told = cases.sentence(refusal.message)
        if words == "line":
            return _entry(case, at, line=line, oops=told, status=422)
        return _entry(case, at, note=told, status=422)
    own = {"enter": "1", "at": now_at}
    if wants_fragment():
        opened = now_at != at
        response = _entry(after, now_at, opened=opened)
        response.headers["HX-Replace-Url"] = address(after, **own)
        if opened:
            response.headers["HX-Reswap"] = f"outerMorph show:top showTarget:#{_shows(now_at)}"
        return response
    anchor = control(words)
    return see_other(address(after, **own) + (f"#{anchor}" if anchor else ""))


def _did(seats: Seats, case: Case, at: str, words: str, line: str) -> tuple[Case, str]:
    """What a tap makes of a case, and what is open then."""
    if words in OUT:
        # Whose cards these are does not change with who went out, as it would at a table.
        went_out, out = OUT[words]
        if (went_out, out) == (case.went_out, 1 if case.went_out else case.out):
            return case, at
        changed = replace(case, went_out=went_out, out=out, reward=(), reward_wilds=())
        return cases.tidy(changed), "0"
    after, now_at = taps.tap(seats, _open_deal(seats, case, at), at, words, line)
    return _case_of(seats, case, after), now_at


OUT = {"out:0": (True, 1), "out:1": (False, 1), "out:-": (False, 0)}
"""Who went out, as it is tapped: this hand, another one, nobody."""


def _shows(at: str) -> str:
    place = at.partition(".")[0]
    return "deal" if not place else "hand0" if place == "r" else f"hand{place}"


def _entry(
    case: Case,
    at: str,
    *,
    note: str = "",
    line: str | None = None,
    oops: str = "",
    opened: bool = False,
    status: int = 200,
) -> Response:
    """The cards to tap, with the verdict at the thumb."""
    seats = _seats(case)
    deal = _open_deal(seats, case, at)
    settlement = settle(*cases.deal_of(case, seats.players))
    shown = Shown(at=at, note=note, line=line, oops=oops, opened=opened)
    view = _as_referee(case, open_page.view(seats, deal, settlement, shown), settlement)
    return respond(
        "referee/referee",
        status=status,
        face="entry",
        title=f"Settle a dispute · {seats.edition.name}",
        address=url_for("referee.page"),
        edition=seats.edition.name,
        players=case.players,
        keeps=[*keeps(case), ("enter", "1")],
        v=view,
        adds_reward=bool(case.went_out and case.cards and seats.has_reward and not deal.laid_down),
        form=case_form(seats.edition, cases.fields_of(case), {}),
        canonical=address(case),
    )


def _as_referee(case: Case, view: DealView, settlement: Settlement) -> DealView:
    """The page of the open deal as the referee's: one hand matters, and nothing is closed."""
    this = cases.seated(case.players)[0]
    known = bool(case.cards or case.others)
    look = Button("look", "See the ruling", "look", on=True) if known else None
    bar = view.bar
    if not view.at and settlement.edition.variant.has_goer:
        head = verdict(settlement, this, THIS)
        bar = Bar(kind=head.kind, verdict=head.words, amount=head.pays)
    if view.made and bar is not None:
        bar = bar._replace(amount=settlement.edition.amount(settlement.payouts[this]))
    if bar is not None:
        bar = bar._replace(
            verdict=cases.sentence(bar.verdict) if known else "Tap the cards of the hand.",
            problems=tuple(
                one._replace(message=cases.sentence(one.message)) for one in bar.problems
            ),
            main=look,
            confirm="",
        )
    return view._replace(
        out=None if view.out is None else _out_part(case),
        made=tuple(
            part._replace(
                players=tuple(one._replace(label=cases.sentence(one.label)) for one in part.players)
            )
            for part in view.made
        ),
        rows=tuple(
            row._replace(name=cases.sentence(row.name if row.place else THIS)) for row in view.rows
        ),
        bar=bar,
        closing=False,
    )


def _out_part(case: Case) -> OutPart:
    nobody = not case.went_out and case.out == 0
    return OutPart(
        "Who goes out?",
        (
            Button("out0", "This hand", "out:0", case.went_out),
            Button("out1", "Another", "out:1", not case.went_out and not nobody),
            Button("out-", "Nobody", "out:-", nobody),
        ),
    )

"""The referee: a case in the address, a ruling on the page. Needs no table and stores nothing.

``/referee`` shows one of four pages: without an edition it asks for the box; without cards, or with
``enter``, the cards are tapped, each tap being one more address; a wrong address shows the form
with what is wrong; every other address shows the ruling.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, request, url_for

from companion.game import taps
from companion.game.make_tap import Posted, Refused, try_tap
from companion.game.open_deal import REWARD, OpenDeal
from companion.game.seats import Seats
from companion.game.taps import CLOSED, Asking, Opened, TapResult
from companion.rules.deal import Deal, check_cards
from companion.rules.edition_file import all_editions, edition_ids, load
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement
from companion.rules.words import capital
from companion.store import Table
from companion.store.sheets import jackpot_of
from companion.web.hand.bar import Bar, Button, bar_of
from companion.web.hand.editor import Asks, Editor, Shown, open_now
from companion.web.hand.hand_page import HandPage, after_tap, posted_tap
from companion.web.hand.reading import reading_of
from companion.web.parts.join import qr_svg
from companion.web.parts.read_cards import ReadCards, sent_text
from companion.web.referee import case as cases
from companion.web.referee.addresses import address, share, whole_address
from companion.web.referee.case import CLAIMED, THIS_PLAYER, USUAL_PLAYERS, Case
from companion.web.referee.form import CaseForm, ClaimForm, given_texts, in_its_form
from companion.web.referee.ruling import Ruling, group_name, rule_of, verdict, worth
from companion.web.site.access import Who, may
from companion.web.site.from_table import keeps_table, with_table
from companion.web.site.http import respond, see_other, stands_at, store

pages = Blueprint("referee", __name__)
pages.add_app_template_global(rule_of)
pages.add_app_template_global(group_name)
pages.add_app_template_global(worth)

OWN = ("enter", "at", "tap", "table", "left")
"""Parameters of the page that are no part of the case."""
BEGUN = {"edition", "players", "went_out"}
"""Parameters that the first page sends, where only the box and the number of players are chosen."""
TEXT = "text"
"""The value of `enter` for the whole case as a form."""
CLAIMS = "claims"
"""The name of the button that sends a claim."""
AS_TEXT = "Enter everything as text"
"""The title of that form, also when it comes because something in the address is wrong."""
THIS = "this hand"
"""What the hand is called where its player has no name."""


@pages.get("/referee")
@may(Who.ANYBODY)
def page() -> Response:
    """The ruling on the case of the address, or the way to it."""
    args = _case_args()
    case, oops = cases.read(args)
    if case is None:
        return _asked(args, oops)
    posted = posted_tap(request.args)
    if isinstance(posted.tap, taps.Look):
        return see_other(address(case, **keeps_table()))
    if request.args.get("tap"):
        return EntryPage(case).answer_tap(posted)
    if request.args.get("enter") == TEXT:
        return _typed(case)
    if "enter" in request.args:
        at = posted.at if "at" in request.args else opens_at(case)
        return EntryPage(case).show(Shown(at=at, left_out=request.args.get("left", "")))
    return _shown(case)


def _shown(case: Case) -> Response:
    """The ruling on a case; where it has no cards yet, those to tap."""
    return _ruled(case) if case.has_cards else EntryPage(case).show(Shown(at=opens_at(case)))


@pages.post("/referee")
@may(Who.ANYBODY)
def read() -> Response:
    """Shows a text as cards, or the case with these; or shows a case that was typed. Stores
    nothing."""
    if "edition" in request.form:
        return _sent_case()
    args = _case_args()
    case, oops = cases.read(args)
    sent = sent_text(request.form)
    if case is None:
        return _asked(args, oops)
    if sent is None:
        return see_other(address(case, **keeps_table()))
    return EntryPage(case).answer_text(sent)


def _sent_case() -> Response:
    """The case of a form, under its own address. As it was typed it may be too long for one, so
    these forms are posts."""
    args = request.form.to_dict(flat=False)
    claims = args.pop(CLAIMS, None)
    args.pop("csrf_token", None)
    case, oops = cases.read(in_its_form(args))
    if case is None:
        bare = {name: texts for name, texts in in_its_form(args).items() if name not in CLAIMED}
        hand, _ = cases.read(bare) if claims else (None, {})
        return _asked(args, oops) if hand is None else _ruled(hand, given_texts(args), oops)
    here = address(case, **keeps_table())
    return see_other(f"{here}#claim" if claims else here)


@pages.get("/t/<code>/may-i")
@may(Who.READER)
def may_i(table: Table) -> Response:
    """«May I go out?»: the way from a table to an empty case with its box, players, options and
    jackpot. It writes nothing and shows nothing to the table."""
    hands = dict.fromkeys(cases.seated(len(table.players)), ())
    deal = Deal(hands, went_out=THIS_PLAYER, jackpot=jackpot_of(store(), table))
    case = cases.tidy(Case(table.edition.id, deal, table.options))
    return see_other(address(case, table=table.code))


def _case_args() -> dict[str, list[str]]:
    """The parameters of the case in the address, without the page's own."""
    return {name: texts for name, texts in request.args.lists() if name not in OWN}


def _asked(args: Mapping[str, Sequence[str]], oops: Mapping[str, str]) -> Response:
    """No case yet: which box, or what is wrong with the address."""
    given = given_texts(args)
    edition = given.get("edition", "").strip().casefold()
    known = edition in edition_ids() and not args.keys() <= BEGUN
    form = CaseForm(load(edition), {**given, "edition": edition}, oops) if known else None
    boxes, count = all_editions(), given.get("players", "")
    counts = sorted({number for box in boxes for number in box.seats})
    return respond(
        "referee/referee",
        status=422 if oops else 200,
        face="wrong" if known else "start",
        title=AS_TEXT if known else "Settle a dispute",
        address=url_for("referee.page"),
        form=form,
        boxes=boxes,
        counts=counts,
        players=int(count) if count in map(str, counts) else USUAL_PLAYERS,
        problems=() if known else tuple(oops.values()),
    )


def _typed(case: Case) -> Response:
    """The whole case as a form. It is a page of its own: few need it, and it is long."""
    return respond(
        "referee/referee",
        face="typed",
        title=AS_TEXT,
        address=url_for("referee.page"),
        form=CaseForm.of(case),
        canonical=address(case),
    )


def _ruled(
    case: Case, typed: Mapping[str, str] | None = None, wrong: Mapping[str, str] | None = None
) -> Response:
    """The ruling; where a claim as it was typed is wrong, with the messages about that."""
    edition, settlement = case.edition, case.settled()
    shown = Ruling(case, settlement, THIS_PLAYER, THIS)
    rewards = edition.seats[len(case.deal.players)].reward
    given = typed or cases.fields_of(case)
    # A message about no field says that all of it is too long.
    oops = {name or "sets": text for name, text in (wrong or {}).items()}
    return respond(
        "referee/referee",
        status=422 if oops else 200,
        face="ruling",
        title=f"{shown.verdict.words} · {edition.name}",
        address=url_for("referee.page"),
        r=shown,
        # A hand that is still played is judged, and not compared with others.
        rank="" if keeps_table() else shown.rank,
        claims=with_table(url_for("referee.page")),
        keeps=keeps(replace(case, claim=None, sets="")),
        best=with_table(best_address(case, shown)),
        claim=ClaimForm.of(edition, given.get("claim", ""), given.get("sets", ""), oops),
        typed=address(case, enter=TEXT, **keeps_table()),
        change=address(case, enter="1", at=str(opens_at(case)), **keeps_table()),
        reward=with_table(address(case, tap=str(taps.LayDown()), enter="1", at=str(Opened(0))))
        if settlement.legal and case.went_out and rewards and not case.deal.reward
        else "",
        share=share(shown),
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


@pages.get("/referee.txt")
@may(Who.ANYBODY)
def text() -> Response:
    """The ruling as plain text, for a chat."""
    case, oops = _case()
    if case is None:
        return _plain("\n".join(oops.values()), 422)
    shown = Ruling(case, case.settled(), THIS_PLAYER, THIS)
    return _plain(share(shown)["text"], 200)


@pages.get("/referee/qr.svg")
@may(Who.ANYBODY)
def qr() -> Response:
    """The case's address as a QR code."""
    case, oops = _case()
    if case is None:
        return _plain("\n".join(oops.values()), 422)
    whole = whole_address(case)
    svg = qr_svg(whole)
    if svg is None:
        return _plain("This case is too long for a QR code: copy the address.", 422)
    return Response(svg, mimetype="image/svg+xml")


def _case() -> tuple[Case | None, dict[str, str]]:
    """The case of the address, or at least one message."""
    case, oops = cases.read(_case_args())
    return case, oops if case or oops else {"edition": "Say which box you play with."}


def _plain(told: str, status: int) -> Response:
    return Response(f"{told}\n", status, mimetype="text/plain")


def asks_may_i(case: Case) -> bool:
    """Whether somebody at a table asks if a hand may go out."""
    return bool(keeps_table()) and case.went_out


def opens_at(case: Case) -> Opened:
    """What is open at first: the hand's cards, or the reward when there is one."""
    return Opened(REWARD if case.went_out and case.deal.reward else 0)


# --- entering the cards --------------------------------------------------------------------------


class EntryPage(HandPage):
    """The cards of a case to tap, with the verdict in the bottom bar. A tap makes another case,
    which is kept in its address alone."""

    target = "referee"

    def __init__(self, case: Case) -> None:
        self.case = case

    def deal_at(self, at: Opened) -> OpenDeal:
        """The case as a deal that is being entered. Hands that are not in it count as nothing."""
        case = self.case
        reward_open = case.went_out and at.place == REWARD
        return OpenDeal.from_json(
            Seats(case.edition, (THIS_PLAYER, *case.others)),
            {**case.deal.as_json(), "laid_down": bool(case.deal.reward) or reward_open},
        )

    def keep(self, posted: Posted) -> TapResult | Refused:
        tap = posted.tap
        if isinstance(tap, taps.Out) and tap.who in (0, 1, None):  # this hand, another, nobody
            return self._who_goes_out(tap.who, posted.at)
        tried = try_tap(self.deal_at(posted.at), posted)
        if isinstance(tried, Refused):
            return replace(tried, message=capital(tried.message))
        after = self._with(tried.deal)
        try:
            check_cards(after.edition, after.deal)
        except Refusal as refusal:
            message = capital(refusal.message)
            return Refused(message, about_line=isinstance(tap, taps.TypeLine))
        self.case = after
        return tried

    def _with(self, deal: OpenDeal) -> Case:
        """The case with what was entered."""
        before = self.case.deal
        entry = deal.entry(before.jackpot).seated(before.players)
        # A round that was stopped early stays so while its last monopoly is there.
        entry = replace(entry, stopped_early=deal.stopped_early)
        return cases.tidy(replace(self.case, deal=entry))

    def _who_goes_out(self, seat: int | None, at: Opened) -> TapResult:
        """Answers who goes out. Every hand keeps its cards; a table's page would ask whose they
        are."""
        case = self.case
        if at.asking is not Asking.NOTHING:  # the page asked nothing but this
            at = Opened(0)
        goer = None if seat is None else (THIS_PLAYER, *case.others)[seat]
        if goer != case.deal.went_out:
            deal = replace(case.deal, went_out=goer, reward=(), reward_wilds=())
            self.case, at = cases.tidy(replace(case, deal=deal)), Opened(0)
        return TapResult(self.deal_at(at), at)

    def after(self, posted: Posted, at: Opened) -> Shown:
        """The page scrolls wherever a tap opens other cards, for it is long."""
        shown = after_tap(posted, at, scrolls=at.place != posted.at.place)
        if isinstance(posted.tap, taps.Out):  # where it is still asked, that button keeps the focus
            return replace(shown, opened=shown.scrolls or self.case.went_out)
        return shown

    def _here(self, at: Opened) -> str:
        return address(self.case, enter="1", at=str(at), **keeps_table())

    def address_after(self, posted: Posted, at: Opened) -> str:
        left = f"&{urlencode({'left': posted.left_out})}" if posted.left_out else ""
        anchor = f"#{posted.tap.anchor}" if posted.tap.anchor else ""
        return f"{self._here(at)}{left}{anchor}"

    def editor(self, shown: Shown) -> Editor:
        deal, settlement = self.deal_at(shown.at), self.case.settled()
        at = open_now(deal, shown.at)
        this, *others = deal.players
        return Editor(
            deal,
            settlement,
            shown,
            at,
            own=None,
            asks=self._asks(deal, shown.at),
            bar=self._bar(deal, settlement, at),
            names=(capital(THIS if deal.has_goer else this), *map(capital, others)),
        )

    def _asks(self, deal: OpenDeal, at: Opened) -> Asks:
        """That this hand goes out is said, with a way to change it; otherwise it is asked."""
        if not deal.has_goer or deal.laid_down:
            return Asks.NOTHING
        said = self.case.went_out and at.asking is Asking.NOTHING
        return Asks.SAID if said else Asks.WHO

    def _bar(self, deal: OpenDeal, settlement: Settlement, at: Opened) -> Bar:
        """The verdict on this hand, and the way to the ruling."""
        known = any(self.case.deal.hands.values())
        if deal.has_goer and at == CLOSED:
            head = verdict(settlement, THIS_PLAYER, THIS)
            bar = Bar(kind=head.kind, verdict=head.words, amount=head.pays if known else "")
        else:  # cards are open, so it is known who went out, and there is a bar
            bar = (bar_of(deal, settlement, at, None) or Bar()).without_buttons()
        asks = "Tap the cards of the hand."
        if not deal.has_goer:
            asks = "Tap who made each monopoly."
            bar = replace(bar, amount=deal.edition.amount(settlement.payouts[THIS_PLAYER]))
        return replace(
            bar,
            kind=bar.kind if known else "",
            verdict=capital(bar.verdict) if known else asks,
            problems=[replace(fault, message=capital(fault.message)) for fault in bar.problems],
            on=Button("look", "See the ruling", taps.Look(), main=True) if known else None,
            asks=capital(bar.asks),
        )

    def reading(self, editor: Editor) -> ReadCards | None:
        return reading_of(editor, address(self.case, **keeps_table()))

    def whole(self, editor: Editor, reading: ReadCards | None, status: int) -> Response:
        case, deal = self.case, editor.deal
        adds = case.went_out and deal.hands[0].cards and deal.seats.has_reward
        response = respond(
            "referee/referee",
            status=status,
            face="entry",
            title=f"Settle a dispute · {deal.edition.name}",
            address=url_for("referee.page"),
            edition=deal.edition.name,
            players=len(deal.players),
            keeps=[*keeps(case), ("enter", "1"), *keeps_table().items()],
            editor=editor,
            case=case,
            reading=reading,
            may_i=asks_may_i(case),
            add_reward=str(taps.LayDown()) if adds and not deal.laid_down else "",
            typed=address(case, enter=TEXT, **keeps_table()),
            canonical=address(case),
        )
        return stands_at(response, self._here(editor.shown.at))

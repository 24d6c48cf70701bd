"""Correcting a closed deal."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for
from itsdangerous import BadData, URLSafeSerializer

from companion.game import correction, taps
from companion.game.make_tap import Posted, Refused, try_tap
from companion.game.open_deal import OpenDeal
from companion.game.seats import seats_of
from companion.game.taps import CLOSED, Opened, TapResult
from companion.names import LONGEST_REMARK, one_line
from companion.rules.deal import Deal
from companion.rules.refusal import Refusal
from companion.store import Conflict, Table
from companion.store.rulings import AlreadyRecorded, record
from companion.store.sheets import who_dealt
from companion.store.ticks import handed
from companion.web.challenge import page as challenge_page
from companion.web.closed_deal.form import REASONS, TICK_THIS, CorrectionForm
from companion.web.closed_deal.preview import hand_over
from companion.web.hand.bar import Bar, Button, drawn_button
from companion.web.hand.editor import Editor, Shown, editor_of
from companion.web.hand.hand_page import HandPage, posted_tap, settled_or_empty
from companion.web.hand.reading import reading_of
from companion.web.parts.read_cards import ReadCards, sent_text
from companion.web.site.access import Who, may
from companion.web.site.errors import NoSuchDeal
from companion.web.site.forms import refuse
from companion.web.site.http import (
    given_token,
    new_token,
    respond,
    seat_of,
    see_other,
    stands_at,
    store,
)

pages = Blueprint("correct", __name__)

# A correction is entered with the taps of the open deal, but on this phone alone until it is
# confirmed. What was tapped so far is in the address, signed: a reload or the back button loses
# nothing, and two phones can correct at once. Only the confirmation writes.

LOOK_AGAIN = "The table has changed in the meantime. Look at the changes again."
UNCHANGED = "Nothing is changed yet."
NOTHING_NEW = "Nothing is different yet. Change what was entered wrong first."
UNFINISHED = "Not everything is entered yet."


class Correcting(HandPage):
    """One deal that is being corrected: the row that counts now, and what was tapped so far."""

    def __init__(self, table: Table, number: int) -> None:
        self.table, self.number = table, number
        self.seats = seats_of(table)
        known = store().deals_and_struck(table)  # all of one moment
        self.deals = [deal for deal in known if not deal.struck]
        row = next((deal for deal in known if deal.number == number), None)
        if row is None:
            raise NoSuchDeal(number=number, word=table.edition.deal_word)
        self.row = row
        challenged = request.args.get("challenge", "")
        self.challenged = None if row.struck else seat_of(table, challenged)
        self.reason = one_line(request.args.get("reason", ""))[:LONGEST_REMARK]
        self._signer = URLSafeSerializer(
            current_app.secret_key or "",
            salt="-".join(("correct", str(table.id), str(number), *table.players)),
        )
        self.entered = OpenDeal.from_json(self.seats, self._sent())

    def _sent(self) -> Mapping[str, Any]:
        """What was tapped so far, from the address; the deal as it counts now where the address has
        nothing, or nothing that we signed. A hand that the table allowed anyway stays allowed until
        it is entered otherwise."""
        try:
            sent: Mapping[str, Any] = self._signer.loads(request.args.get("state", ""))
        except BadData:
            allowed = self.row.let_stand and self.seats.has_reward
            return {**self.row.entry.as_json(), "allowed": allowed}
        return sent

    def address(
        self, *, at: Opened | None = None, do: str | None = None, left: str | None = None
    ) -> str:
        """The address of this page with all that was tapped."""
        state = str(self._signer.dumps(self.entered.as_json()))
        return self._here(state=state, at=at, do=do, left=left)

    @property
    def heading(self) -> str:
        """What is done here, in words."""
        deal = f"{self.table.edition.deal_word} {self.number}"
        return f"Put {deal} back" if self.row.struck else f"Correct {deal}"

    @property
    def strike(self) -> str:
        """The address that shows what striking the deal out would change."""
        return self._here(do="strike")

    def _here(self, **more: Any) -> str:
        return url_for(
            "correct.correct",
            code=self.table.code,
            number=self.number,
            challenge=self.challenged,
            reason=self.reason or None,
            **more,
        )

    @property
    def jackpot(self) -> int | None:
        """The jackpot before this deal."""
        start = self.seats.edition.options.get("jackpot_start")
        return correction.jackpot_before(start, self.deals, self.number)

    @property
    def entry(self) -> Deal:
        """The deal as it would be stored; the jackpot follows from the deals before it."""
        return self.entered.entry()

    @property
    def changes_nothing(self) -> bool:
        """Whether the entry is the one that counts already."""
        return not self.row.struck and correction.same_entry(self.entry, self.row.entry)

    def plan(self, *, strike: bool, let_stand: bool = False) -> correction.Plan:
        """What would change."""
        return correction.plan(
            self.table,
            self.deals,
            self.number,
            None if strike else self.entry,
            let_stand=let_stand,
            struck=self.row if self.row.struck else None,
            dealt=who_dealt(store(), self.table),
            entries=store().entries(self.table),
        )

    @property
    def not_ready(self) -> str | None:
        """Why the correction cannot be looked at yet, as the page says it; None when it can."""
        if not self.entered.complete:
            return UNFINISHED
        return NOTHING_NEW if self.changes_nothing else None

    # --- the cards to tap, as when the deal was entered ------------------------------------------

    def deal_at(self, at: Opened) -> OpenDeal:
        return self.entered

    def keep(self, posted: Posted) -> TapResult | Refused:
        result = try_tap(self.entered, posted)
        if isinstance(result, TapResult):
            self.entered = result.deal
        return result

    def address_after(self, posted: Posted, at: Opened) -> str:
        return f"{self.address(at=at, left=posted.left_out or None)}#deal"

    def editor(self, shown: Shown) -> Editor:
        self.entered, settlement, why_empty = settled_or_empty(self.entered, self.jackpot)
        shown = replace(shown, note=why_empty or shown.note)
        editor = editor_of(self.entered, settlement, shown)
        return replace(editor, bar=self._leads_on(editor))

    def _leads_on(self, editor: Editor) -> Bar | None:
        """The bar with the way to the changes, also while a hand is open: "Done" would only lead to
        all hands, where it has to be found."""
        if editor.bar is None:
            return None
        if editor.pad is not None:  # what is typed there is entered first
            return editor.bar
        bar = replace(editor.bar, confirm="")
        if editor.bar.confirm and self.entered.reward_open:
            return replace(bar, on=drawn_button())
        ready = self.not_ready is None
        look = Button("look", "See what changes", taps.Look() if ready else None, main=ready)
        if ready:
            return replace(bar, on=look, choices=())
        if self.entered.complete and editor.at == CLOSED:
            return replace(bar, kind="", verdict=UNCHANGED, on=look)
        return bar if self.entered.has_goer else replace(bar, on=look)

    def reading(self, editor: Editor) -> ReadCards | None:
        return reading_of(editor, self.address())

    def whole(self, editor: Editor, reading: ReadCards | None, status: int) -> Response:
        response = respond(
            "closed_deal/correct",
            status=status,
            table=self.table,
            number=self.number,
            correcting=self.heading,
            struck=self.row.struck,
            strike=self.strike,
            address=self.address(),
            editor=editor,
            reading=reading,
        )
        return stands_at(response, self.address(at=editor.shown.at))


@pages.get("/t/<code>/deals/<int:number>/correct")
@may(Who.SCOREKEEPER)
def correct(table: Table, number: int) -> Response:
    """Entering a correction; with ``do`` what it, or striking the deal out, would change."""
    correcting = Correcting(table, number)
    what = request.args.get("do")
    if what == "strike" and not correcting.row.struck:
        return _preview(correcting, strike=True)
    if what == "look":
        problem = correcting.not_ready
        if problem is not None:
            return correcting.show(Shown(note=problem), 422)
        return _preview(correcting, strike=False)
    at, left_out = request.args.get("at", ""), request.args.get("left", "")
    return correcting.show(Shown(at=Opened.parse(at), left_out=left_out))


@pages.post("/t/<code>/deals/<int:number>/correct")
@may(Who.SCOREKEEPER)
def change(table: Table, number: int) -> Response:
    """A tap on the cards, or the confirmation of what the preview showed; from there also the way
    back, with the reason that was given so far."""
    correcting = Correcting(table, number)
    match request.form.get("do"):
        case "change" | "strike" as do:
            return _confirm(correcting, strike=do == "strike")
        case "back":
            correcting.reason = CorrectionForm(request.form).reason.data[:LONGEST_REMARK]
            return see_other(correcting.address())
    if sent := sent_text(request.form):
        return correcting.answer_text(sent)
    posted = posted_tap(request.form)
    if isinstance(posted.tap, taps.Look):
        problem = correcting.not_ready
        if problem is not None:
            return correcting.show(Shown(at=posted.at, note=problem), 422)
        return see_other(correcting.address(do="look"))
    return correcting.answer_tap(posted)


def _preview(
    correcting: Correcting,
    *,
    strike: bool,
    form: CorrectionForm | None = None,
    note: str = "",
    token: str | None = None,
    status: int = 200,
) -> Response:
    """Every payout that would change, and the reason to be given."""
    try:
        plan = correcting.plan(strike=strike)
    except Refusal as refusal:
        return correcting.show(Shown(note=refusal.message), 422)
    form = form or CorrectionForm()
    form.reason.data = form.reason.data or correcting.reason
    done = "struck out" if strike else "put back" if correcting.row.struck else "changed"
    form.reason.label.text = f"Why is it {done}?"
    return respond(
        "closed_deal/preview",
        status=status,
        table=correcting.table,
        struck=correcting.row.struck,
        number=correcting.number,
        strike=strike,
        plan=plan,
        hand_over=[*hand_over(correcting.table, plan, handed(store(), correcting.table))],
        allowed=correcting.entered.allowed,
        address=correcting.address(),
        keep=url_for("closed_deal.deal", code=correcting.table.code, number=correcting.number),
        form=form,
        reasons=REASONS[done],
        note=note,
        token=token or given_token() or new_token(),
    )


def _confirm(correcting: Correcting, *, strike: bool) -> Response:
    """Keeps the correction that the preview showed, once."""
    here = url_for("closed_deal.deal", code=correcting.table.code, number=correcting.number)
    if not strike and not correcting.entered.complete:
        return correcting.show(Shown(note=UNFINISHED), 422)
    already_so = correcting.row.struck if strike else correcting.changes_nothing
    if already_so:  # the same form again, or another phone was quicker
        return see_other(here)
    form = CorrectionForm(request.form)
    try:
        allowed = form.let_stand.data or correcting.entered.allowed
        plan = correcting.plan(strike=strike, let_stand=allowed)
    except Refusal as refusal:
        return correcting.show(Shown(note=refusal.message), 422)
    form.validate()
    if plan.faults and not allowed:
        refuse(form.let_stand, TICK_THIS)
    token = given_token()
    stale = token is None or plan.fingerprint != request.form.get("seen")
    if form.errors or stale or token is None:
        note = LOOK_AGAIN if stale else ""
        return _preview(correcting, strike=strike, form=form, note=note, status=422)
    if not _keep(correcting, plan, form.reason.data, token):
        again = Correcting(correcting.table, correcting.number)
        fresh = new_token()  # the old one may belong to a correction that was undone
        return _preview(again, strike=strike, form=form, note=LOOK_AGAIN, token=fresh, status=422)
    return see_other(here)


def _keep(correcting: Correcting, plan: correction.Plan, reason: str, token: str) -> bool:
    """Stores the correction, and the ruling that led to it; False if another phone was quicker, or
    this form was stored before and its correction was undone."""
    try:
        rows = store().correct(
            correcting.table,
            number=correcting.number,
            reason=reason,
            changes=plan.changes,
            token=token,
            counting=[deal.id for deal in correcting.deals],
        )
    except (Conflict, LookupError):
        return False
    if correcting.challenged is not None:
        # The correction may be undone by now, and the ruling with it; or the ruling was stored
        # before, with another reason.
        with suppress(LookupError, AlreadyRecorded):
            record(
                store(),
                correcting.table,
                deal_id=next(row.id for row in rows if row.number == correcting.number),
                player=correcting.table.players[correcting.challenged],
                outcome="corrected",
                note=reason,
                ruling=challenge_page.ruling_of(
                    correcting.table, correcting.row.entry, correcting.challenged
                ),
                token=f"ruling {token}",
            )
    return True

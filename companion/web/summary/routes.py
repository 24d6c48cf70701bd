"""The summary of a game, its picture, and a blank score pad to print."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from time import monotonic

from flask import Blueprint, Response, request

from companion.game.luck import drew_reward, luck_of_game, luck_of_reward
from companion.game.sheet import sheet_of
from companion.names import close_overrides
from companion.rules.edition_file import edition_ids, load
from companion.rules.ledger import Sheet, decided, deciding
from companion.rules.luck.reward import RewardLuck
from companion.store import ClosedDeal, Table
from companion.store.reward_luck import luck_of_table
from companion.store.rulings import rulings
from companion.web.files.form import PlaceForm
from companion.web.parts.names_form import MOST_TYPED, NamesForm
from companion.web.site.access import Who, may
from companion.web.site.errors import NoSuchEdition
from companion.web.site.http import rendered, respond, store
from companion.web.summary import pad, picture
from companion.web.summary import page as summary_page
from companion.web.summary.luck import LuckTable, luck_table

pages = Blueprint("summary", __name__)

COUNTED_FOR = 2.0
"""Seconds in which one page counts rewards. Each takes up to a third of one."""


@pages.get("/t/<code>/pad")
@may(Who.READER)
def pad_of_table(table: Table) -> Response:
    """The pad of a table: its players, its own amounts."""
    return respond("summary/pad", table=table, pad=pad.pad(table.edition, table.players))


@pages.get("/pad/<edition>")
@may(Who.ANYBODY)
def blank_pad(edition: str) -> Response:
    """The pad of an edition as it is in the box; ``players`` in the address are the names."""
    if edition not in edition_ids():
        raise NoSuchEdition(edition=edition)
    box = load(edition)
    most = max(box.seats)
    given = [name.strip() for name in request.args.getlist("players")][:most]
    rows = given + [""] * (most - len(given))
    form = NamesForm("players", rows, first=1, autocomplete="off", maxlength=MOST_TYPED)
    valid = form.validate()
    right = [close_overrides(one.data) for one in form if one.data and not one.errors]
    for field in form:
        field.name = "players"  # the address has every name under this one
    return respond(
        "summary/pad",
        status=200 if valid else 422,
        edition=edition,
        form=form,
        pad=pad.pad(box, right),
    )


@pages.get("/t/<code>/summary")
@may(Who.READER)
def summary(table: Table) -> Response:
    """The game as it stands, or as it ended, on one page."""
    page, sheet, deals = summary_of(table)
    page = replace(page, luck=_luck(table, deals, sheet, luck_of_table(store(), table)))
    return respond("summary/summary", table=table, page=page, form=PlaceForm(obj=table))


@pages.get("/t/<code>/summary/luck")
@may(Who.READER)
def luck(table: Table) -> Response:
    """The luck of the game. Rewards that are not kept yet are counted now, at least one of them,
    and no more once COUNTED_FOR is over: the page leads on then."""
    edition, deals = table.edition, store().deals(table)
    rewards, start = luck_of_table(store(), table), monotonic()
    left = [deal for deal in deals if deal.id not in rewards and drew_reward(edition, deal)]
    more = False
    for number, deal in enumerate(left, 1):
        if found := luck_of_reward(store(), table, deal):
            rewards[deal.id] = found
        if monotonic() - start > COUNTED_FOR:
            more = number < len(left)
            break
    return respond(
        "summary/luck",
        table=table,
        luck=_luck(table, deals, sheet_of(store(), table, deals), rewards),
        more=more,
    )


def _luck(
    table: Table, deals: Sequence[ClosedDeal], sheet: Sheet, rewards: Mapping[int, RewardLuck]
) -> LuckTable | None:
    """The luck of the game, over the deals up to its end."""
    edition, counted = table.edition, deals[: len(decided(sheet).rows)]
    return luck_table(edition, luck_of_game(edition, table.players, counted, rewards))


def summary_of(table: Table) -> tuple[summary_page.Summary, Sheet, list[ClosedDeal]]:
    """The summary of a table without the luck of the game, and the sheet and the deals that it is
    made of."""
    known = store().deals_and_struck(table)
    deals = [deal for deal in known if not deal.struck]
    sheet = sheet_of(store(), table, deals)
    changed = [deal.number for deal in known if deal.corrected or deal.struck]
    histories = {number: store().history(table, number) for number in changed}
    rows = chain(deals, *histories.values())
    last = deciding(sheet, deals)
    closed = [
        row.at
        for row in rows
        if row.kind == "close" and not row.undone and (last is None or row.number <= last)
    ]
    page = summary_page.summary(
        table.edition,
        sheet,
        deals,
        [deal.number for deal in known if deal.struck],
        histories,
        rulings(store(), table),
        made_at=table.created_at,
        closed_at=max(closed, default=None),
        zone=table.zone,
        place=table.place,
    )
    return page, sheet, deals


@pages.get("/t/<code>/sheet.svg")
@may(Who.READER)
def sheet_svg(table: Table) -> Response:
    """The ranking as a picture for a chat."""
    page, sheet, _ = summary_of(table)
    drawn = picture.picture(page, sheet)
    return Response(rendered("summary/picture.svg", it=drawn), mimetype="image/svg+xml")

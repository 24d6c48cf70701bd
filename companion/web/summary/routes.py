"""The summary of a game, its picture, and a blank score pad to print."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from time import monotonic
from typing import Any

from flask import Blueprint, Response, request

from companion.game.luck import drew_reward, luck_of_game, luck_of_reward
from companion.names import close_overrides
from companion.rules.edition_file import edition_ids, load
from companion.rules.luck.reward import RewardLuck
from companion.store import Table
from companion.store.reward_luck import luck_of_table
from companion.store.rulings import rulings
from companion.web.files.form import PlaceForm
from companion.web.parts.charts import totals_chart
from companion.web.parts.names_form import MOST_TYPED, NamesForm
from companion.web.parts.scores import Scores
from companion.web.site.access import Who, may
from companion.web.site.errors import NoSuchEdition
from companion.web.site.http import respond, store
from companion.web.summary import pad, picture
from companion.web.summary.luck import luck_table
from companion.web.summary.page import Summary, corrections, played, rulings_told
from companion.web.summary.paper import Paper

pages = Blueprint("summary", __name__)

COUNTED_FOR = 2.0
"""Seconds in which one page counts rewards. Each takes up to a third of one."""


@pages.get("/t/<code>/pad")
@may(Who.READER)
def pad_of_table(table: Table) -> Response:
    """The pad of a table: its players, its own amounts."""
    return respond("summary/pad", table=table, **pad.pad(table.edition, table.players))


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
    right = [close_overrides(field.data) for field in form if field.data and not field.errors]
    for field in form:
        field.name = "players"  # the address has every name under this one
    return respond(
        "summary/pad",
        status=200 if valid else 422,
        form=form,
        **pad.pad(box, right),
    )


@pages.get("/t/<code>/summary")
@may(Who.READER)
def summary(table: Table) -> Response:
    """The game as it stands, or as it ended, on one page."""
    page = summary_of(table)
    page = replace(page, luck=_luck(page.scores, luck_of_table(store(), table)))
    return respond(
        "summary/summary",
        table=table,
        page=page,
        paper=Paper(page),
        chart=totals_chart(page.final),
        amounts=pad.amounts(table.edition),
        form=PlaceForm(obj=table),
    )


@pages.get("/t/<code>/summary/luck")
@may(Who.READER)
def luck(table: Table) -> Response:
    """The luck of the game. Rewards that are not kept yet are counted now, at least one of them,
    and no more once COUNTED_FOR is over: the page leads on then."""
    scores, rewards, start = Scores.of(store(), table), luck_of_table(store(), table), monotonic()
    left = [
        deal
        for deal in scores.standing
        if deal.id not in rewards and drew_reward(table.edition, deal)
    ]
    more = False
    for number, deal in enumerate(left, 1):
        if found := luck_of_reward(store(), table, deal):
            rewards[deal.id] = found
        if monotonic() - start > COUNTED_FOR:
            more = number < len(left)
            break
    return respond("summary/luck", table=table, luck=_luck(scores, rewards), more=more)


def _luck(scores: Scores, rewards: Mapping[int, RewardLuck]) -> dict[str, Any] | None:
    """The luck of the game, over the deals up to its end."""
    edition, players, deals = scores.edition, scores.table.players, scores.decided.standing
    return luck_table(edition, luck_of_game(edition, players, deals, rewards))


def summary_of(table: Table) -> Summary:
    """The summary of a table, without the luck of the game."""
    scores = Scores.of(store(), table)
    changed = [deal.number for deal in scores.deals if deal.corrected or deal.struck]
    histories = {number: store().history(table, number) for number in changed}
    closed = [
        row.at
        for row in chain(scores.standing, *histories.values())
        if row.kind == "close" and not row.undone and row.number <= (scores.end or row.number)
    ]
    return Summary(
        scores,
        played(table.created_at, max(closed, default=None), table.zone),
        corrections(table, histories),
        tuple(rulings_told(table, rulings(store(), table), histories)),
    )


@pages.get("/t/<code>/sheet.svg")
@may(Who.READER)
def sheet_svg(table: Table) -> Response:
    """The ranking as a picture for a chat."""
    return Response(picture.drawing(summary_of(table)), mimetype="image/svg+xml")

"""The summary of a game, to look at, to print and to keep; and a picture of it to send."""

from flask import Blueprint, Response, render_template

from companion.export.times import ended_at
from companion.store import Table, games
from companion.store.rulings import rulings
from companion.web import picture, summary_view
from companion.web.common import edition_of, respond, sheet_of, store, table_or_404

pages = Blueprint("summary", __name__)


@pages.get("/t/<code>/summary")
def summary(code: str) -> Response:
    """The game as it stands, or as it ended, on one page."""
    table = table_or_404(code)
    return respond("summary", table=table, page=summary_of(table))


def summary_of(table: Table) -> summary_view.Summary:
    """All that is told of a table."""
    deals, struck = store().deals(table), store().struck(table)
    changed = [deal.number for deal in (*deals, *struck) if deal.corrected or deal.struck]
    return summary_view.summary(
        edition_of(table),
        sheet_of(table, deals),
        deals,
        [deal.number for deal in struck],
        {number: store().history(table, number) for number in changed},
        rulings(store(), table),
        made_at=table.created_at,
        closed_at=ended_at(games.history(store(), table)),
        place=table.place,
    )


@pages.get("/t/<code>/sheet.svg")
def sheet_svg(code: str) -> Response:
    """The final standing as a picture for a chat."""
    table = table_or_404(code)
    drawn = picture.picture(summary_of(table), sheet_of(table))
    return Response(render_template("picture.svg", it=drawn), mimetype="image/svg+xml")

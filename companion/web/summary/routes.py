"""The summary of a game, its picture, and a blank score pad to print."""

from flask import Blueprint, Response, render_template, request

from companion.game.sheet import edition_of, sheet_of
from companion.game.times import ended_at
from companion.names import close_overrides
from companion.rules.edition_file import edition_ids, load
from companion.store import Table, games
from companion.store.rulings import rulings
from companion.web.files.form import PlaceForm
from companion.web.parts.names_form import NamesForm
from companion.web.site.access import Who, may
from companion.web.site.errors import NoSuchEdition
from companion.web.site.http import respond, store, table_or_404
from companion.web.summary import pad, picture
from companion.web.summary import page as summary_page

pages = Blueprint("summary", __name__)


@pages.get("/t/<code>/pad")
@may(Who.READER)
def pad_of_table(code: str) -> Response:
    """The pad of a table: its players, its own amounts."""
    table = table_or_404(code)
    return respond("summary/pad", table=table, pad=pad.pad(edition_of(table), table.players))


@pages.get("/pad/<edition>")
@may(Who.ANYBODY)
def blank_pad(edition: str) -> Response:
    """The pad of an edition as it is in the box; ``players`` in the address are the names."""
    if edition not in edition_ids():
        raise NoSuchEdition(edition=edition)
    box = load(edition)
    most = max(box.seats)
    given = [name.strip() for name in request.args.getlist("players")][:most]
    form = NamesForm("players", given + [""] * (most - len(given)), first=1, autocomplete="off")
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
def summary(code: str) -> Response:
    """The game as it stands, or as it ended, on one page."""
    table = table_or_404(code)
    return respond(
        "summary/summary", table=table, page=summary_of(table), form=PlaceForm(obj=table)
    )


def summary_of(table: Table) -> summary_page.Summary:
    """The summary of a table."""
    deals, struck = store().deals(table), store().struck(table)
    changed = [deal.number for deal in (*deals, *struck) if deal.corrected or deal.struck]
    return summary_page.summary(
        edition_of(table),
        sheet_of(store(), table, deals),
        deals,
        [deal.number for deal in struck],
        {number: store().history(table, number) for number in changed},
        rulings(store(), table),
        made_at=table.created_at,
        closed_at=ended_at(games.history(store(), table)),
        place=table.place,
    )


@pages.get("/t/<code>/sheet.svg")
@may(Who.READER)
def sheet_svg(code: str) -> Response:
    """The ranking as a picture for a chat."""
    table = table_or_404(code)
    drawn = picture.picture(summary_of(table), sheet_of(store(), table))
    return Response(render_template("summary/picture.svg", it=drawn), mimetype="image/svg+xml")

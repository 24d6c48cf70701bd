"""The quick reference of each edition: its cards, amounts and rules on one page."""

from typing import Any

from flask import Blueprint, Response, request

from companion.rules import texts
from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions, edition_ids, load
from companion.store import Table
from companion.web.parts.options import house_rules
from companion.web.parts.signs import grounds
from companion.web.referee import case as cases
from companion.web.rulebook import page
from companion.web.site.access import Who, may
from companion.web.site.answers import A_YEAR
from companion.web.site.errors import NoSuchEdition
from companion.web.site.http import respond

pages = Blueprint("rulebook", __name__)


@pages.get("/rules/")
@may(Who.ANYBODY)
def index() -> Response:
    """All editions, to choose one."""
    return respond("rulebook/editions", boxes=all_editions())


@pages.get("/rules/<edition>")
@may(Who.ANYBODY)
def rules(edition: str) -> Response:
    """One edition's quick reference: the box, or with parameters a table as a case names it."""
    if edition not in edition_ids():
        raise NoSuchEdition(edition=edition)
    given = request.args.to_dict(flat=False)
    given.pop("table", None)  # where the page was opened from: site/from_table.py
    case, wrong = cases.read({**given, "edition": [edition]}) if given else (None, {})
    box = case.edition if case else load(edition)
    return _page(
        box,
        len(case.deal.players) if case else None,
        status=422 if wrong else 200,
        wrong=[*wrong.values()],
    )


@pages.get("/t/<code>/rules")
@may(Who.READER)
def of_table(table: Table) -> Response:
    """The quick reference as this table plays: its options and its number of players."""
    return _page(table.edition, len(table.players), table=table)


def _page(edition: Edition, players: int | None, **more: Any) -> Response:
    """The quick reference of an edition for this number of players; None: for all numbers."""
    told = texts.Told(edition, players)
    return respond(
        "rulebook/rules",
        edition=edition,
        players=players,
        told=told,
        sections=page.sections(edition, told.rules),
        sets=page.set_tables(edition),
        house_rules=[] if players is None else house_rules(edition),
        options=page.options(edition) if players is None else [],
        short_names=page.short_names(edition),
        decisions=page.decisions(told),
        **more,
    )


@pages.get("/colours.css")
@may(Who.ANYBODY)
def colours() -> Response:
    """The colours of the groups, which stand in the editions' files."""
    response = Response(grounds(), mimetype="text/css")
    if request.args.get("v"):
        response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    return response

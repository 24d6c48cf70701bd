"""The quick reference of each edition: its cards, amounts and rules on one page."""

from flask import Blueprint, Response, request

from companion.rules.edition_file import all_editions, edition_ids, load
from companion.store import Table
from companion.web.referee import case as cases
from companion.web.rulebook.page import rulebook
from companion.web.site.access import Who, may
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
    box = cases.edition_of(case) if case else load(edition)
    return respond(
        "rulebook/rules",
        status=422 if wrong else 200,
        edition=box,
        book=rulebook(box, case.players if case else None),
        wrong=tuple(wrong.values()),
    )


@pages.get("/t/<code>/rules")
@may(Who.READER)
def of_table(table: Table) -> Response:
    """The quick reference as this table plays: its options and its number of players."""
    edition = table.edition
    book = rulebook(edition, len(table.players))
    return respond("rulebook/rules", table=table, edition=edition, book=book, wrong=())

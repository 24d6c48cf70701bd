"""The quick reference of each edition: its cards, amounts and rules on one page."""

from flask import Blueprint, Response

from companion.rules.edition_file import edition_ids, load
from companion.web.parts.options import boxes
from companion.web.rulebook.page import rulebook
from companion.web.site.access import Who, may
from companion.web.site.errors import NoSuchEdition
from companion.web.site.http import respond

pages = Blueprint("rulebook", __name__)


@pages.get("/rules/")
@may(Who.ANYBODY)
def index() -> Response:
    """The five editions."""
    return respond("rulebook/editions", boxes=boxes())


@pages.get("/rules/<edition>")
@may(Who.ANYBODY)
def rules(edition: str) -> Response:
    """One edition's quick reference."""
    if edition not in edition_ids():
        raise NoSuchEdition(edition=edition)
    box = load(edition)
    return respond("rulebook/rules", edition=box, book=rulebook(box))

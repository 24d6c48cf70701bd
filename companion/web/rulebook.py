"""The quick reference of each edition: its cards, amounts and rules on one page."""

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from companion.rules.edition import IDS, load
from companion.web.common import respond
from companion.web.rulebook_view import rulebook
from companion.web.tables_view import boxes

pages = Blueprint("rulebook", __name__)


@pages.get("/rules/")
def index() -> Response:
    """The five editions."""
    return respond("rulebooks", boxes=boxes())


@pages.get("/rules/<edition>")
def rules(edition: str) -> Response:
    """One edition's quick reference."""
    if edition not in IDS:
        raise NotFound
    return respond("rules", book=rulebook(load(edition)))

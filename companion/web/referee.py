"""The referee: a case in the address, a ruling on the page. Needs no table and stores nothing."""

from flask import Blueprint, Response

from companion.web.common import respond

pages = Blueprint("referee", __name__)


@pages.get("/referee")
def page() -> Response:
    """The ruling on the case of the address."""
    return respond("referee")

"""Screens that follow each other: every two seconds a page asks whether it shows all there is.

It asks for its own fragment with the number of what it shows (`seen`, of `tables.version`). While
that is the table's number, `access.guard` answers 204 before anything is read but who asks.
"""

from typing import Any

from flask import Response, g, request, url_for
from markupsafe import Markup

from companion.web.site.http import wants_fragment

EVERY = "1900ms"
"""So that the answer is on the screen within two seconds of the change."""

_ASKING = Markup(
    '<span id="live" hidden hx-get="{seen}" hx-trigger="every ' + EVERY + ', look"'
    ' hx-target="#{root}" hx-swap="outerMorph" hx-sync="#taps:abort"></span>'
    '<noscript><p><a class="button quiet" href="{address}">Refresh</a></p></noscript>'
)


def is_unchanged(version: int) -> bool:
    """Whether a page asks that shows all there is."""
    return request.args.get("seen") == str(version) and wants_fragment()


def unchanged() -> Response:
    """The empty answer: htmx leaves the page as it is."""
    return Response(status=204)


def live(root: str, endpoint: str, **values: Any) -> Markup:
    """What a fragment carries so that it follows the table: at the start of its root element, whose
    id is `root`. The rest is the address of the page that the fragment is of, without the code.

    `seen` is the number of before the page was read: at worst it is asked for once too often.
    """
    mine = g.get("me")
    if mine is None:
        return Markup("")
    address = url_for(endpoint, code=mine.code, **values)
    seen = url_for(endpoint, code=mine.code, **values, seen=mine.version)
    return _ASKING.format(root=root, seen=seen, address=address)


def changed() -> None:
    """This request has changed the table once: its own answer shows that already."""
    g.me = g.me._replace(version=g.me.version + 1)

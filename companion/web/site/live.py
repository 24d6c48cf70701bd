"""Keeps open pages up to date by polling, every two seconds.

A page asks for its own fragment with the version it shows (`seen`, of `tables.version`). While that
is the table's version, `access.guard` answers 204 after one indexed read.
"""

from dataclasses import replace
from typing import Any

from flask import g, request, url_for
from markupsafe import Markup, escape

from companion.web.site.http import wants_fragment

EVERY = "1900ms"
"""Less than two seconds, so that a change shows within two seconds. `static/js/offline.js` lets
only every third poll pass after five minutes without a change or a touch, and none while nobody
sees the page."""

FIELDS = ("seen", "keeps", "told")
"""The fields of a poll that are not the page's own. ``keeps=0``: this phone did not keep the score
when the page was shown; ``told``: the number of the newest deal on it."""

_POLL = (
    '<span id="live" hidden hx-get="{seen}" hx-trigger="every ' + EVERY + ', look"'
    ' hx-target="#{root}" hx-swap="outerMorph" hx-status:429="swap:none" hx-sync="{sync}"></span>'
)
_REFRESH = '<noscript><p><a class="button quiet" href="{address}">Refresh</a></p></noscript>'
_KEEPS_NOW = '<p class="note good" role="alert">You keep the score now.</p>'


def is_unchanged(version: int) -> bool:
    """Is the page already current? `version` is the table's."""
    return _of_poll("seen") == str(version) and wants_fragment()


def _of_poll(field: str) -> str | None:
    """What the address has for this one of FIELDS. A tap has none of them, and is not searched."""
    return request.args.get(field) if request.method == "GET" else None


def live(root: str, endpoint: str, first: str = "", **values: Any) -> Markup:
    """The element that polls for a fragment; empty on a page without a table.

    It stands first in the fragment's root element, whose id is `root`. `endpoint` and `values` are
    the page of the fragment, without the table's code. `first` is a form on that page whose
    requests go first, such as "#taps". `seen` was read before the page was, so at worst the page is
    asked for once too often. A whole page has a link too, for browsers without JavaScript.

    If the phone was handed the score after its page was shown, the answer says so, and so does
    every later one until a tap or another page on that phone.
    """
    mine = g.get("me")
    if mine is None:
        return Markup("")
    handed = mine.keeps and _of_poll("keeps") == "0"
    if handed or not mine.keeps:
        values["keeps"] = 0
    address = escape(url_for(endpoint, code=mine.code, **values))
    seen = f"{address}{'&amp;' if '?' in address else '?'}seen={mine.version}"
    poll = _POLL.format(root=root, seen=seen, sync=f"{first or 'this'}:abort")
    if not wants_fragment():
        poll += _REFRESH.format(address=address)
    return Markup(poll + _KEEPS_NOW if handed else poll)


def changed() -> None:
    """Counts one change that this request made itself: its own answer shows it already."""
    g.me = replace(g.me, version=g.me.version + 1)

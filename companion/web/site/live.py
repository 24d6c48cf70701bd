"""Keeps open pages up to date by polling, every two seconds.

A page asks for its own fragment with the version it shows (`seen`, of `tables.version`). While that
is the table's version, `access.guard` answers 204 after one indexed read. `static/js/offline.js`
lets only every third poll pass after five minutes without a change or a touch, and none while
nobody sees the page.
"""

from dataclasses import replace
from typing import Any

from flask import g, request, url_for
from markupsafe import Markup

from companion.web.site.http import rendered, runs_alone, wants_fragment

FIELDS = ("seen", "keeps", "told")
"""The fields of a poll that are not the page's own. ``keeps=0``: this phone did not keep the score
when the page was shown; ``told``: the number of the newest deal on it."""


def is_unchanged(version: int) -> bool:
    """Is the page already current? `version` is the table's."""
    return _of_poll("seen") == str(version) and wants_fragment()


def _of_poll(field: str) -> str | None:
    """What the address has for this one of FIELDS. A tap has none of them, and is not searched."""
    return request.args.get(field) if request.method == "GET" else None


def live(root: str, endpoint: str, first: str = "", **values: Any) -> Markup:
    """The element that polls for a fragment; empty on a page without a table, and where this phone
    is alone.

    It stands first in the fragment's root element, whose id is `root`. `endpoint` and `values` are
    the page of the fragment, without the table's code. `first` is a form on that page whose
    requests go first, such as "#taps". `seen` was read before the page was, so at worst the page is
    asked for once too often. A whole page has a link too, for browsers without JavaScript.

    If the phone was handed the score after its page was shown, the answer says so, and so does
    every later one until a tap or another page on that phone.
    """
    mine = g.get("me")
    if mine is None or runs_alone():
        return Markup("")
    handed = mine.keeps and _of_poll("keeps") == "0"
    if handed or not mine.keeps:
        values["keeps"] = 0
    return rendered(
        "site/live.html",
        root=root,
        poll=url_for(endpoint, code=mine.code, **values, seen=mine.version),
        sync=f"{first or 'this'}:abort",
        page="" if wants_fragment() else url_for(endpoint, code=mine.code, **values),
        handed=handed,
    )


def changed() -> None:
    """Counts one change that this request made itself: its own answer shows it already."""
    g.me = replace(g.me, version=g.me.version + 1)

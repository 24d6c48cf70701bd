"""A score pad to print, for when there is no phone, no power or no patience."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from companion.forms import player_problems, steadied
from companion.rules.edition import IDS, load
from companion.web import pad_view
from companion.web.common import edition_of, respond, table_or_404

pages = Blueprint("pad", __name__)


@pages.get("/t/<code>/pad")
def of_table(code: str) -> Response:
    """The pad of a table: its players, its own amounts."""
    table = table_or_404(code)
    return respond("pad", table=table, pad=pad_view.pad(edition_of(table), table.players))


@pages.get("/pad/<edition>")
def blank(edition: str) -> Response:
    """The pad of an edition as it is in the box; ``players`` in the address are the names."""
    if edition not in IDS:
        raise NotFound("There is no such edition.")
    box = load(edition)
    most = max(box.seats)
    given = [name.strip() for name in request.args.getlist("players")]
    problems = player_problems(given[:most])
    right = [
        steadied(name)
        for name, problem in zip(given, problems, strict=False)
        if name and not problem
    ]
    rows = [*zip(given, problems, strict=False)]
    rows += [("", None)] * (most - len(rows))
    return respond(
        "pad",
        status=422 if any(problems) else 200,
        edition=edition,
        rows=rows,
        pad=pad_view.pad(box, right),
    )

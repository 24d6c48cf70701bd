"""The cards to tap as a phone shows them: the page of an open deal without a table, read."""

import re
from dataclasses import dataclass
from html import unescape
from types import SimpleNamespace

from flask import Flask

from companion.game.open_deal import OpenDeal
from companion.game.taps import CLOSED, Opened, OwnSeats
from companion.web.deal.page import closing_of, editor_for
from companion.web.hand.editor import Shown
from companion.web.site.http import rendered
from tests.web.conftest import plain_text

BUTTON = re.compile(r"<button([^>]*)>(.*?)</button>", re.DOTALL)


@dataclass(frozen=True)
class SeenButton:
    """A button: what it says, what it posts ("" when it cannot be tapped), and whether it is on
    (None: it is no switch)."""

    id: str
    label: str
    tap: str
    on: bool | None

    def __str__(self) -> str:
        return f"{self.label}: {self.tap}{' *' if self.on else ''}"


@dataclass(frozen=True)
class Seen:
    """A page, or a part of it."""

    html: str

    @property
    def text(self) -> str:
        """What people read."""
        return plain_text(self.html)

    @property
    def buttons(self) -> list[SeenButton]:
        """Its buttons in their order."""
        return [
            SeenButton(
                _attribute(attributes, "id"),
                plain_text(label),
                _attribute(attributes, "value"),
                {"true": True, "false": False}.get(_attribute(attributes, "aria-pressed")),
            )
            for attributes, label in BUTTON.findall(self.html)
        ]

    @property
    def labels(self) -> list[str]:
        """What its buttons say."""
        return [button.label for button in self.buttons]

    def has(self, ident: str) -> bool:
        """Whether there is an element with this id."""
        return f'id="{ident}"' in self.html

    def part(self, ident: str) -> "Seen":
        """The element with this id; empty without one."""
        found = re.search(rf'<(\w+)\b[^>]*\bid="{ident}"', self.html)
        if found is None:
            return Seen("")
        tag, depth = found[1], 0
        for mark in re.finditer(rf"<(/?){tag}\b(?=[^<]*>)", self.html[found.start() :]):
            depth += -1 if mark[1] else 1
            if not depth:
                return Seen(self.html[found.start() : found.start() + mark.end() + 1])
        raise AssertionError(ident)

    def hand(self, seat: int) -> "Seen":
        """The hand of a seat in the list."""
        return self.part(f"hand{seat}")


def _attribute(attributes: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', attributes)
    return unescape(found[1]) if found else ""


def seen(
    app: Flask,
    deal: OpenDeal,
    at: Opened = CLOSED,
    own: OwnSeats = None,
    *,
    jackpot: int | None = None,
) -> Seen:
    """What a phone of these seats shows of a deal with `at` open."""
    with app.test_request_context():
        editor = editor_for(deal, deal.settled(jackpot), Shown(at=at), own)
        html = rendered(
            "deal/_open_deal.html",
            editor=editor,
            closing=closing_of(editor),
            table=SimpleNamespace(edition=deal.edition, code="table"),
            me=SimpleNamespace(keeps=True, plays=True),
            live=lambda *_, **__: "",
            address="/",
        )
    return Seen(str(html))

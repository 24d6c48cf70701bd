"""The final ranking as a picture: where every line of text and every bar goes, in pixels.

`templates/summary/picture.svg` draws it. The program that shows the picture chooses the fonts, so
the width of a text is only estimated, generously, and its size chosen to fit.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.ledger import Sheet, decided
from companion.web.parts.signs import COLOURS, SHAPES
from companion.web.parts.words import counted
from companion.web.summary.page import Summary

WIDTH, MARGIN = 1080, 64
ROOM = WIDTH - 2 * MARGIN
TITLES = (
    *((size, 1) for size in (76, 68, 60, 54, 48)),
    *((size, 2) for size in (60, 54, 48, 42)),
    *((size, 3) for size in (48, 42, 36, 30)),
)
"""Sizes of the title and how many lines it may then have, the best first."""

LEAST_TITLE = 26
NAME, SMALL = 40, 28
SHAPE = 48
"""The room for a player's shape before the name."""
BAR, STEP = 34, 118
"""How thick a bar is, and how far apart two players stand."""

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Text:
    """A line of text, the height of its baseline, and its size."""

    text: str
    y: int
    size: int


@dataclass(frozen=True)
class PlayerBar:
    """One player: shape, name and total, and below them a bar with a cut after every deal."""

    shape: str
    colour: str

    name: Text
    total: Text
    wins: bool
    y: int
    width: int
    cuts: tuple[int, ...]


@dataclass(frozen=True)
class Picture:
    """Everything the drawing needs; `description` is the picture in words."""

    height: int
    title: tuple[Text, ...]
    because: Text
    bars: tuple[PlayerBar, ...]
    foot: tuple[Text, ...]
    description: str
    width: int = WIDTH
    margin: int = MARGIN
    right: int = WIDTH - MARGIN
    thick: int = BAR
    indent: int = MARGIN + SHAPE


def picture(page: Summary, sheet: Sheet) -> Picture:
    """The picture of a summary; `sheet` is the one it was made from."""
    y = 60
    title = []
    size, lines = wrapped(f"★ {page.title}" if sheet.over else page.title)
    for line in lines:
        y += round(size * 1.15)
        title.append(Text(line, y, size))
    y += 58
    because = fitted(page.because, y, SMALL)
    y += 40
    counted = [row.totals for row in decided(sheet).rows]
    most = max(1, *counted[-1].values()) if counted else 1
    bars = []
    for one in page.ranking:
        ends = [round(ROOM * totals[one.name] / most) for totals in counted]
        total = Text(one.total, y + NAME, NAME)
        room = ROOM - wide(one.total) * NAME - NAME - SHAPE
        name = f"{one.rank}.  {one.name}" if sheet.rows else one.name
        bars.append(
            PlayerBar(
                shape=SHAPES[one.seat],
                colour=COLOURS[one.seat],
                name=fitted(name, y + NAME, NAME, room),
                total=total,
                wins=one.wins,
                y=y + NAME + 14,
                width=ends[-1] if ends else 0,
                cuts=tuple(sorted({end + MARGIN for end in ends[:-1] if 0 < end < ends[-1]})),
            )
        )
        y += STEP
    y += 20
    foot = []
    for line in _foot(page, sheet):
        y += 40
        foot.append(fitted(line, y, SMALL))
    ranking = ", ".join(f"{one.name} {one.total}" for one in page.ranking)
    return Picture(
        height=y + 56,
        title=tuple(title),
        because=because,
        bars=tuple(bars),
        foot=tuple(foot),
        description=plain(f"{page.title} {ranking}."),
    )


def _foot(page: Summary, sheet: Sheet) -> Sequence[str]:
    lines = []
    if page.best is not None:
        lines.append(
            f"Hand of the night: {page.best.player}, {page.best.amount} "
            f"in {page.word} {page.best.number}"
        )
    played = counted(len(decided(sheet).rows), page.word)
    parts = (page.edition, played, page.played.date, page.place)
    lines.append(" · ".join(part for part in parts if part))
    return lines


def plain(text: str) -> str:
    """The text without what XML cannot hold."""
    return NOT_XML.sub("", text)


def wide(text: str) -> float:
    """How wide a text gets at most, in its own size: a guess above the usual fonts."""
    return sum(map(_width, text))


def _width(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    if unicodedata.east_asian_width(character) in "WF" or ord(character) > 0xFFFF:
        return 1.4
    if character in " .,:;!'’|iIjl·":
        return 0.42
    if character in "MWmw@%—":
        return 1.15
    if character.isupper() or character in "★→":
        return 0.92
    return 0.66


def fitted(text: str, y: int, size: int, room: float = ROOM) -> Text:
    """The text on one line, as large as `size` or as there is room for."""
    text = plain(text)
    return Text(text, y, max(8, min(size, int(room / max(wide(text), 1)))))


def wrapped(text: str) -> tuple[int, list[str]]:
    """The text in a few lines, as large as that goes."""
    text = plain(text)
    for size, most in TITLES:
        lines = _lines(text, ROOM / size)
        if len(lines) <= most:
            return size, lines
    return LEAST_TITLE, _lines(text, ROOM / LEAST_TITLE)


def _lines(text: str, room: float) -> list[str]:
    """The text in lines that are no wider than `room`; a word that is gets cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if wide(longer) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if wide(lines[-1] + character) > room:
                lines.append("")
            lines[-1] += character
    return lines

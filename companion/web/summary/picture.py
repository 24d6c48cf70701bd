"""The ranking of a game as a picture for a chat: how large its texts are, and in which lines.

`templates/summary/picture.svg` draws it, with the face of the printed page. The program that shows
it chooses the fonts, so widths are generous guesses (`text_width.py`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.ledger import Sheet
from companion.rules.words import isolated, plural
from companion.web.parts.cards import Card, each_card
from companion.web.parts.signs import COLOURS, PLAIN_STRIP, ink_on, strip
from companion.web.parts.text_width import text_width
from companion.web.site.assets import folder_of
from companion.web.site.http import rendered
from companion.web.summary.drawn import DrawnHand
from companion.web.summary.page import Summary

WIDTH, MARGIN = 1080, 72
ROOM = WIDTH - 2 * MARGIN
TITLES = (
    *((size, 1) for size in (92, 84, 76, 68, 60, 54)),
    *((size, 2) for size in (64, 58, 52, 46)),
    *((size, 3) for size in (48, 42, 36, 30)),
)
"""Sizes of the title and how many lines it may then have, the best first."""

LEAST_TITLE = 26
NAME, SMALL = 38, 28
MOST_IN_ROW = 6
"""Cards of the hand of the night in a row."""
PAWN = 56
"""The room for a player's pawn before the name."""
SMALLEST_SHARE = 0.8
"""The smallest share of its size that a sentence may have on one line."""
CARD_NAME, CARD_PAD = 24, 8
"""The largest letters of a card's name, and the room at its sides."""

SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>')
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def drawing(page: Summary) -> Markup:
    """The picture of a summary, as SVG."""
    best = page.final.best
    cards = each_card(best.piles) if best else ()
    hand = DrawnHand(cards, -(-len(cards) // MOST_IN_ROW)) if cards else None
    over, winner = page.scores.sheet.over, page.winner
    return rendered(
        "summary/picture.svg",
        page=page,
        hand=hand,
        symbols=_symbols(hand),
        strip="" if not over else PLAIN_STRIP if winner is None else strip(winner),
        colours=COLOURS,
        wide=WIDTH,
        left=MARGIN,
        right=WIDTH - MARGIN,
        small=SMALL,
        title=title,
        sentence=sentence,
        fitted=fitted,
        name_beside=name_beside,
        card_name=card_name,
        ink_on=ink_on,
        bar=bar,
        about=about,
        plain=plain,
    )


@dataclass(frozen=True)
class Text:
    """A text in lines of one size."""

    lines: Sequence[str]
    size: int

    @property
    def step(self) -> int:
        """How far the lines of a title or of a name are apart."""
        return round(1.1 * self.size)

    @property
    def wide_step(self) -> int:
        """How far the lines of a sentence are apart."""
        return round(1.3 * self.size)


def plain(text: str) -> str:
    """The text without what XML cannot hold."""
    return NOT_XML.sub("", text)


def fitted(text: str, size: int, room: float = ROOM) -> Text:
    """The text on one line, as large as `size` or as there is room for."""
    text = plain(text)
    return Text([text], max(8, min(size, int(room / max(text_width(text), 1)))))


def sentence(text: str, size: int) -> Text:
    """The text on one line, or on two where it would get small on one: a phone shows the picture at
    a third of its size."""
    line = fitted(text, size)
    if line.size >= SMALLEST_SHARE * size:
        return line
    text = plain(text)
    while len(lines := _lines(text, ROOM / size)) > 2 and size > 8:
        size -= 1
    return Text(lines, size)


def title(text: str) -> Text:
    """The text in a few lines, as large as that goes."""
    text = plain(text)
    for size, most in TITLES:
        lines = _lines(text, ROOM / size)
        if len(lines) <= most:
            return Text(lines, size)
    return Text(_lines(text, ROOM / LEAST_TITLE), LEAST_TITLE)


def name_beside(name: str, total: str) -> Text:
    """The name of a player, with room for their pawn before it and their total behind it."""
    return fitted(name, NAME, ROOM - text_width(total) * NAME - NAME - PAWN)


def card_name(card: Card, wide: int) -> Text:
    """The name of a card that is so wide; long words are parted where they would get small."""
    room = wide - 2 * CARD_PAD
    whole, parted = (plain(card.parted.replace("\u00ad", between)) for between in ("", "- "))
    name = parted if _name_size(whole, room) < SMALLEST_SHARE * CARD_NAME else whole
    size = _name_size(name, room)
    return Text(_lines(name, room / size), size)


def _name_size(name: str, room: int) -> int:
    """The size of a card's name: so that its longest word fits, but legible."""
    return max(10, min(CARD_NAME, int(room / max(map(text_width, name.split()), default=1))))


def _lines(text: str, room: float) -> list[str]:
    """The text in lines that are no wider than `room`; a word that is gets cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if text_width(lines[-1] + character) > room:
                lines.append("")
            lines[-1] += character
    return lines


def bar(sheet: Sheet, name: str) -> tuple[int, list[int]]:
    """How long the bar of a player is, and where each deal but the last ends on it."""
    most = max(1, *sheet.totals.values())
    *ends, whole = [0, *(round(ROOM * row.totals[name] / most) for row in sheet.rows)]
    return whole, sorted({end for end in ends if 0 < end < whole})


def about(page: Summary) -> str:
    """What game it was: the box, how many deals, when and where."""
    played = plural(len(page.final.standing), page.edition.deal_word)
    parts = (page.edition.name, played, page.played.days, isolated(page.scores.table.place))
    return " · ".join(part for part in parts if part)


def _symbols(hand: DrawnHand | None) -> Markup:
    """The signs of the picture and the glyphs of these cards, as SVG: it can load no other file."""
    sprite = (folder_of("static") / "sprite.svg").read_text(encoding="utf-8")
    names = {"pawn", "crown", "skyline"} | {card.glyph for card, _ in (hand.cards if hand else ())}
    return Markup("\n".join(found[0] for found in SYMBOL.finditer(sprite) if found[1] in names))

"""The end of a game as a picture: where every line of text, bar and card goes, in pixels.

`templates/summary/picture.svg` draws it, with the face of the printed page. The program that shows
the picture chooses the fonts, so the width of a text is only estimated, generously, and its size
chosen to fit.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from companion.rules.edition import Group
from companion.rules.words import isolated, plural
from companion.web.parts.cards import Card
from companion.web.parts.scores import BestHand, Scores
from companion.web.parts.signs import COLOURS, PLAIN_STRIP, SHAPES, strip
from companion.web.parts.text_width import text_width
from companion.web.site.assets import folder_of
from companion.web.summary.drawn import LARGE, drawn
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
HEAD, NAME, SMALL = 42, 38, 28
SHAPE = 56
"""The room for a player's shape before the name."""
SMALLEST_SHARE = 0.8
"""The smallest share of its size that a sentence may have on one line."""
BAR, STEP = 14, 92
"""How thick a bar is, and how far apart two players stand."""
CARD_WIDE, CARD_HIGH, CARD_GAP = 176, 196, 14
"""The largest card, and what lies between two."""
CARD_NAME, CARD_PAD = 24, 8
"""The largest letters of a card's name, and the room at its sides."""

SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>')
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
class PictureCard:
    """One card: its corner, the group whose colour its strip has, and its name, whose heights are
    counted from the corner."""

    x: int
    y: int
    card: Card
    of: Group | None
    name: tuple[Text, ...]


@dataclass(frozen=True)
class PictureHand:
    """The hand of the night: whose it is, what it was paid, how good it was, and its cards of
    `wide` and `high`."""

    head: Text
    amount: Text
    lines: tuple[Text, ...]
    cards: tuple[PictureCard, ...]
    wide: int
    high: int
    symbols: Markup
    end: int


@dataclass(frozen=True)
class Picture:
    """Everything the drawing needs. `strip` is the colour of the banner, empty before the end;
    `banner` is its lower edge; `hand` is None where nobody was paid; `description` is the picture
    in words."""

    height: int
    strip: str
    banner: int
    kicker: Text
    title: tuple[Text, ...]
    because: tuple[Text, ...]
    bars: tuple[PlayerBar, ...]
    hand: PictureHand | None
    foot: tuple[Text, ...]
    description: str
    width: int = WIDTH
    margin: int = MARGIN
    right: int = WIDTH - MARGIN
    thick: int = BAR
    indent: int = MARGIN + SHAPE


def picture(page: Summary) -> Picture:
    """The picture of a summary."""
    final, over = page.final, page.scores.sheet.over
    kicker = fitted(f"{'Final score' if over else 'Score so far'} · {page.edition.name}", 90, SMALL)
    y = 100
    title = []
    size, lines = wrapped(f"★ {page.title}" if over else page.title)
    for line in lines:
        y += round(size * 1.1)
        title.append(Text(line, y, size))
    because = sentence(page.because, y + 54, 32)
    banner = because[-1].y + 32
    bars = tuple(_bars(final, banner + 34))
    y = banner + 34 + STEP * len(bars)
    hand = None if final.best is None else _hand(final.best, y + 24)
    y = hand.end if hand else y
    foot: list[Text] = []
    for told in _foot(page):
        foot += sentence(told, y + 42, SMALL)
        y = foot[-1].y
    totals = [(name, page.edition.amount(final.sheet.totals[name])) for _, name in final.ranking]
    ranking = ", ".join(f"{name} {total}" for name, total in totals)
    return Picture(
        height=y + 54,
        strip="" if not over else PLAIN_STRIP if page.winner is None else strip(page.winner),
        banner=banner,
        kicker=kicker,
        title=tuple(title),
        because=because,
        bars=bars,
        hand=hand,
        foot=tuple(foot),
        description=plain(f"{page.title} {ranking}."),
    )


def _bars(scores: Scores, y: int) -> Iterator[PlayerBar]:
    """The ranking, from the height `y` on."""
    sheet = scores.sheet
    most = max(1, *sheet.totals.values())
    for place, name in scores.ranking:
        ends = [round(ROOM * row.totals[name] / most) for row in sheet.rows]
        total = scores.edition.amount(sheet.totals[name])
        room = ROOM - text_width(total) * NAME - NAME - SHAPE
        seat = sheet.players.index(name)
        yield PlayerBar(
            shape=SHAPES[seat],
            colour=COLOURS[seat],
            name=fitted(f"{place}.  {name}" if sheet.rows else name, y + NAME, NAME, room),
            total=Text(total, y + NAME, NAME),
            wins=name in sheet.winners,
            y=y + NAME + 16,
            width=ends[-1] if ends else 0,
            cuts=tuple(sorted({end + MARGIN for end in ends[:-1] if 0 < end < ends[-1]})),
        )
        y += STEP


def _hand(best: BestHand, y: int) -> PictureHand:
    """The hand of the night, from the height `y` on."""
    y += HEAD
    head, amount = Text(best.title, y, HEAD), Text(best.amount, y, HEAD)
    lines = [fitted(f"{best.player}, {best.told}", y + 46, 32)]
    if best.rank:
        lines += sentence(best.rank, lines[-1].y + 44, SMALL)
    if best.also:
        lines += sentence(best.also, lines[-1].y + 40, SMALL)
    hand = drawn(best.piles, LARGE)
    room = (ROOM - CARD_GAP * (hand.columns - 1)) // hand.columns
    across = min(CARD_WIDE, room)
    down = CARD_HIGH * across // CARD_WIDE
    top = lines[-1].y + 26
    cards = []
    for at, (card, of) in enumerate(hand.cards):
        row, column = divmod(at, hand.columns)
        in_row = min(hand.columns, len(hand.cards) - row * hand.columns)
        left = (WIDTH - in_row * (across + CARD_GAP) + CARD_GAP) // 2
        x = left + column * (across + CARD_GAP)
        cards.append(_card(card, of, x, top + row * (down + CARD_GAP), across, down))
    return PictureHand(
        head=head,
        amount=amount,
        lines=tuple(lines),
        cards=tuple(cards),
        wide=across,
        high=down,
        symbols=_symbols({card.glyph for card, _ in hand.cards if card.glyph}),
        end=top + hand.rows * (down + CARD_GAP),
    )


def _card(card: Card, of: Group | None, x: int, y: int, across: int, down: int) -> PictureCard:
    """One card at its place, in the colour of the group `of`."""
    room = across - 2 * CARD_PAD
    whole, divided = (plain(card.parted.replace("\u00ad", between)) for between in ("", "- "))
    small = _name_size(whole, room) < SMALLEST_SHARE * CARD_NAME
    name = divided if small else whole
    size = _name_size(name, room)
    lines = _lines(name, room / size)
    step = round(size * 1.1)
    middle = down * (0.8 if card.glyph else 0.64 if card.group else 0.54)
    first = round(middle - step * (len(lines) - 1) / 2 + size * 0.35)
    texts = (Text(line, first + step * at, size) for at, line in enumerate(lines))
    return PictureCard(x, y, card, of, tuple(texts))


def _name_size(name: str, room: int) -> int:
    """The size of a card's name: so that its longest word fits, but legible."""
    return max(10, min(CARD_NAME, int(room / max(map(text_width, name.split()), default=1))))


def _foot(page: Summary) -> Sequence[str]:
    played = plural(len(page.final.standing), page.edition.deal_word)
    place = isolated(page.scores.table.place)
    parts = (page.edition.name, played, page.played.days, place)
    return (
        " · ".join(part for part in parts if part),
        "Kept with the companion, unofficial referee and scorekeeper",
    )


@cache
def _sprite() -> dict[str, str]:
    """Our glyphs by their ids: the picture can load no other file."""
    text = (folder_of("static") / "sprite.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in SYMBOL.finditer(text)}


def _symbols(names: Collection[str]) -> Markup:
    """The glyphs with these ids, as SVG."""
    return Markup("\n".join(_sprite()[name] for name in sorted(names)))


def plain(text: str) -> str:
    """The text without what XML cannot hold."""
    return NOT_XML.sub("", text)


def fitted(text: str, y: int, size: int, room: float = ROOM) -> Text:
    """The text on one line, as large as `size` or as there is room for."""
    text = plain(text)
    return Text(text, y, max(8, min(size, int(room / max(text_width(text), 1)))))


def sentence(text: str, y: int, size: int) -> tuple[Text, ...]:
    """The text on one line, or on two where it would get small on one: a phone shows the picture at
    a third of its size."""
    one = fitted(text, y, size)
    if one.size >= SMALLEST_SHARE * size:
        return (one,)
    text = plain(text)
    while len(lines := _lines(text, ROOM / size)) > 2 and size > 8:
        size -= 1
    return tuple(Text(line, y + round(1.3 * size) * at, size) for at, line in enumerate(lines))


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

"""Paper: what Chromium prints of a page, its text, and a picture of it."""

import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
from playwright.sync_api import Page

MARGIN_MM = 9
"""On all sides: what `@page` in `css/paper.css` says."""
SIZES_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
PX_OF_MM = 96 / 25.4
PX_OF_PT = 96 / 72
INK = 200
"""The lightest shade of grey that counts as ink."""
FRAME_MM = 14
"""How far from the edge of a sheet everything is that the frame holds."""


class Paper:
    """The sheets that came out of the printer."""

    def __init__(self, page: Page, size: str, *, backgrounds: bool = False) -> None:
        self.size = size
        self._file = page.pdf(format=size, print_background=backgrounds)
        self._document: Any = pypdfium2.PdfDocument(self._file)
        self.texts = [_text(self._document[number]) for number in range(len(self._document))]

    def __len__(self) -> int:
        return len(self._document)

    @property
    def text(self) -> str:
        """All that is printed."""
        return " ".join(self.texts)

    def shades(self, number: int) -> bytes:
        """A sheet as shades of grey, 72 dots to the inch."""
        return bytes(self._document[number].render(grayscale=True).buffer)

    def empty(self, number: int) -> float:
        """The highest part of a sheet without ink within the frame, as a share of its height."""
        bitmap = self._document[number].render(grayscale=True)
        grey, wide, stride = bytes(bitmap.buffer), bitmap.width, bitmap.stride
        side = int(FRAME_MM / 25.4 * 72)
        rows = [
            min(grey[at * stride + side : at * stride + wide - side]) < INK
            for at in range(bitmap.height)
        ]
        ink = [at for at, there in enumerate(rows) if there]
        highest = max(after - before for before, after in pairwise(ink))
        return float(highest / bitmap.height)

    def beyond(self) -> list[tuple[int, float, float, float, float]]:
        """Where text lies in the margins: the number of the sheet, left, bottom, right, top."""
        edge, slack = MARGIN_MM / 25.4 * 72, 0.5
        found = []
        for number in range(len(self)):
            sheet = self._document[number]
            text, (wide, high) = sheet.get_textpage(), sheet.get_size()
            for at in range(text.count_rects()):
                left, low, right, top = text.get_rect(at)
                least = edge - slack
                if left < least or low < least or right > wide - least or top > high - least:
                    found.append((number, left, low, right, top))
        return found

    def save(self, folder: Path, name: str) -> None:
        """The file itself, to look at."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}-{self.size}.pdf").write_bytes(self._file)

    def keep(self, folder: Path, name: str) -> None:
        """Every sheet as a PNG file, to look at."""
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(len(self)):
            bitmap = self._document[number].render(scale=1.6)
            file = folder / f"{name}-{self.size}-{number + 1}.png"
            file.write_bytes(_png(bitmap))


@contextmanager
def as_printed(page: Page, size: str) -> Iterator[None]:
    """The page as it is laid out on a sheet, to be measured."""
    before = page.viewport_size
    assert before is not None
    wide, high = (int((edge - 2 * MARGIN_MM) * PX_OF_MM) for edge in SIZES_MM[size])
    page.emulate_media(media="print")
    page.set_viewport_size({"width": wide, "height": high})
    try:
        yield
    finally:
        page.set_viewport_size(before)
        page.emulate_media(media="null")


SMALLEST = """(outside) => {
  const told = [];
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    const said = walk.currentNode.data.trim();
    if (!said || one.closest(outside) || !one.getClientRects().length) continue;
    const scale = one.ownerSVGElement ? one.getScreenCTM().a : 1;
    told.push([parseFloat(getComputedStyle(one).fontSize) * scale, said]);
  }
  return told.sort((one, other) => one[0] - other[0])[0];
}"""
"""The smallest size of the text of a page in pixels, and that text; hidden text and what is within
a selector does not count."""


def smallest(page: Page, outside: str) -> float:
    """The size of the smallest text outside of a selector, in points."""
    size: float = page.evaluate(SMALLEST, outside)[0]
    return round(size / PX_OF_PT, 3)


def _text(sheet: Any) -> str:
    said: str = sheet.get_textpage().get_text_range()
    said = re.sub("[\u00ad\u0002\ufffe]\\s*", "", said)  # where a word was divided
    return " ".join(said.split())


def _png(bitmap: Any) -> bytes:
    """A bitmap as PNG."""
    wide, high, stride = bitmap.width, bitmap.height, bitmap.stride
    drawn = bytes(bitmap.buffer)
    lines = bytearray()
    for at in range(high):
        line = bytearray(drawn[at * stride : at * stride + 3 * wide])
        line[0::3], line[2::3] = line[2::3], line[0::3]  # it comes with blue first
        lines += b"\0" + line

    def part(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = part(b"IHDR", head), part(b"IDAT", zlib.compress(lines, 1)), part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)

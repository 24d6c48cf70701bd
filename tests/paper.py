"""Paper: what Chromium prints of a page, its text, and a picture of it."""

import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pypdfium2
from playwright.sync_api import Page

MARGINS_MM = (9, 12)
"""Above and below, left and right: what `@page` in `css/summary.css` says."""
SIZES_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
PX_OF_MM = 96 / 25.4


class Paper:
    """The sheets that came out of the printer."""

    def __init__(self, page: Page, size: str, *, backgrounds: bool = False) -> None:
        self.size = size
        self._document: Any = pypdfium2.PdfDocument(
            page.pdf(format=size, print_background=backgrounds)
        )
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

    def keep(self, folder: Path, name: str) -> None:
        """Every sheet as a PNG file, to look at."""
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(len(self)):
            bitmap = self._document[number].render(scale=1.6, grayscale=True)
            file = folder / f"{name}-{self.size}-{number + 1}.png"
            file.write_bytes(_png(bitmap))


def needed(page: Page, size: str) -> int:
    """How many sheets the content takes when they are filled to the brim."""
    wide, high = (
        (edge - 2 * margin) * PX_OF_MM
        for edge, margin in zip(SIZES_MM[size], reversed(MARGINS_MM), strict=True)
    )
    before = page.viewport_size
    assert before is not None
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int(wide), "height": before["height"]})
    taken = page.evaluate("document.querySelector('.paper').getBoundingClientRect().height")
    page.set_viewport_size(before)
    page.emulate_media()
    return int(-(-taken // high))


def _text(sheet: Any) -> str:
    said: str = sheet.get_textpage().get_text_range()
    said = re.sub("[\u00ad\u0002\ufffe]\\s*", "", said)  # where a word was divided
    return " ".join(said.split())


def _png(bitmap: Any) -> bytes:
    """A bitmap in shades of grey as PNG."""
    wide, high, stride = bitmap.width, bitmap.height, bitmap.stride
    rows = bytes(bitmap.buffer)
    lines = b"".join(b"\0" + rows[at * stride : at * stride + wide] for at in range(high))

    def part(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    parts = part(b"IHDR", head), part(b"IDAT", zlib.compress(lines)), part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)

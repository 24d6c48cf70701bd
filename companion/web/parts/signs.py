"""The shapes that stand for players, one for each seat; and their colours, from base.css."""

import re

from companion.web.site.assets import folder_of

SHAPES = (
    "M8 1a7 7 0 1 0 .01 0Z",
    "M2 2h12v12H2Z",
    "M8 1 15.5 14.5H.5Z",
    "M8 0l8 8-8 8-8-8Z",
    "M5.5 1h5v4.5H15v5h-4.5V15h-5v-4.5H1v-5h4.5Z",
    "M8 15 .5 1.5h15Z",
    "M4.5 1h7L16 8l-4.5 7h-7L0 8Z",
    "M1 15A14 14 0 0 1 15 1v14Z",
)
"""Circle, square, triangle, diamond, cross, triangle on its tip, hexagon, quarter: SVG paths in a
box of 16 × 16."""

_STYLES = (folder_of("static") / "css" / "base.css").read_text(encoding="utf-8")

COLOURS = re.findall(r"\.seat-. \{ --who: (#\w+); \}", _STYLES)[: len(SHAPES)]
"""The colour of each seat as base.css has it in light, for a picture that has no style sheet."""

GROUPS = {
    mark: (fill, ink)
    for marks, fill, ink in re.findall(r"\n *(\.group.*) \{ --g: (\S+); --on-g: (\S+); \}", _STYLES)
    for mark in re.findall(r"\.group-(\w+)", marks)
}
"""The colour of a group's strip and of the letters on it, by its letters, as in base.css."""

OTHER_GROUP = ("#666", "#fff")
"""The same for letters that base.css has no colour for."""

PLAIN_STRIP = "#33423c"
"""The strip above a game that several players won, as in paper.css."""


def strip(seat: int) -> str:
    """The colour of the strip above a game that this player won: their own, a fifth darker, so that
    white letters are legible on each."""
    parts = (int(COLOURS[seat][at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part * 0.8):02x}" for part in parts)

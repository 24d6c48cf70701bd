"""The colours of players, one for each seat, of groups and of boxes."""

from hashlib import sha256

from flask import url_for

from companion.rules.edition import Group
from companion.rules.edition_file import all_editions

COLOURS = (
    "#c40024",
    "#0b4cb1",
    "#bf7400",
    "#aa6bc5",
    "#009955",
    "#890f63",
    "#227ff6",
    "#7e7e7e",
)
"""The colour of each seat on light paper, as in base.css: for a picture without one."""

LEGIBLE, NEARLY_BLACK = 4.5, "#1d2421"
"""The least contrast of letters (WCAG 2, 1.4.3), and the ink of pages."""

PLAIN_STRIP = "#33423c"
"""The strip above a game that several players won, as in paper.css."""


def strip(seat: int) -> str:
    """The colour of the strip above a game that this player won: their own, a fifth darker, so that
    white letters are legible on each."""
    parts = (int(COLOURS[seat][at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part * 0.8):02x}" for part in parts)


def ink_on(colour: str) -> str:
    """The colour of letters on this colour: white, nearly black or black, the first of them that is
    legible (a contrast of 4.5 at least, which black has where white has not)."""
    light = _luminance(colour)
    if 1.05 / (light + 0.05) >= LEGIBLE:
        return "#ffffff"
    nearly = (light + 0.05) / (_luminance(NEARLY_BLACK) + 0.05)
    return NEARLY_BLACK if nearly >= LEGIBLE else "#000000"


def _luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1 (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def ground(group: Group) -> str:
    """The class of what has the colour of a group; its rule is in `grounds`."""
    return f"group-{group.colour[1:]}"


def grounds() -> str:
    """The style sheet of the colours of groups and covers, of all boxes in the folder: ``--g`` is
    the colour, ``--on-g`` that of letters on it. Pages refuse styles of their own, so the colours
    of a file come as a style sheet."""
    colours = {
        ground(group): (group.colour, ink_on(group.colour))
        for box in all_editions()
        for group in box.groups
    }
    colours |= {f"cover-{box.id}": (box.cover[0], box.cover[1]) for box in all_editions()}
    rules = [f"  .{name} {{ --g: {g}; --on-g: {on}; }}\n" for name, (g, on) in colours.items()]
    return f"@layer parts {{\n{''.join(rules)}}}\n"


def grounds_address() -> str:
    """The address of that style sheet, with a hash of it as `asset` makes one."""
    version = sha256(grounds().encode()).hexdigest()[:10]
    return url_for("rulebook.colours", v=version)

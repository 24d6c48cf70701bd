"""The signs of players, a shape and a colour for each seat, and the colours of groups."""

from hashlib import sha256

from flask import url_for

from companion.rules.edition import Group
from companion.rules.edition_file import all_editions

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

COLOURS = (
    "#063bf9",
    "#7c0703",
    "#248f52",
    "#6c12a1",
    "#b87614",
    "#797d86",
    "#320111",
    "#0a3e5c",
)
"""The colour of each seat in light, as in base.css: for a picture, which has no style sheet."""

PLAIN_STRIP = "#33423c"
"""The strip above a game that several players won, as in paper.css."""


def strip(seat: int) -> str:
    """The colour of the strip above a game that this player won: their own, a fifth darker, so that
    white letters are legible on each."""
    parts = (int(COLOURS[seat][at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part * 0.8):02x}" for part in parts)


def ground(group: Group) -> str:
    """The class of what has the colour of a group; its rule is in `grounds`."""
    return f"group-{group.colour[1:]}"


def grounds() -> str:
    """The style sheet of the groups' colours, of all boxes in the folder: ``--g`` is the colour,
    ``--on-g`` that of letters on it. Pages refuse styles of their own, so the colours of a file
    come as a style sheet."""
    groups = {ground(group): group for box in all_editions() for group in box.groups}
    rules = [
        f"  .{name} {{ --g: {group.colour}; --on-g: {group.ink}; }}\n"
        for name, group in groups.items()
    ]
    return f"@layer parts {{\n{''.join(rules)}}}\n"


def grounds_address() -> str:
    """The address of that style sheet, with a hash of it as `asset` makes one."""
    version = sha256(grounds().encode()).hexdigest()[:10]
    return url_for("rulebook.colours", v=version)

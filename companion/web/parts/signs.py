"""The shapes that stand for players, one for each seat. Base.css has the colours."""

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
"""The same colours as base.css has in light, for a picture that has no style sheet."""

GROUPS = {
    "br": ("#6f4227", "#fff"),
    "dp": ("#512a78", "#fff"),
    "lb": ("#a8dcf0", "#10242c"),
    "pi": ("#b5226f", "#fff"),
    "lp": ("#9a3f9c", "#fff"),
    "or": ("#f39a2e", "#241503"),
    "re": ("#c01d24", "#fff"),
    "ye": ("#f6d94c", "#241f03"),
    "gr": ("#17713f", "#fff"),
    "db": ("#1f3a93", "#fff"),
    "rr": ("#2c2f2e", "#fff"),
    "st": ("#2c2f2e", "#fff"),
    "ut": ("#d8dfd6", "#1d2421"),
    "co": ("#cdbf9c", "#241f0f"),
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

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

"""The colours of players: seen on every background, told apart by everybody."""

import colorsys
import math
import re
from dataclasses import replace
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import example, given
from hypothesis import strategies as st

from companion.rules.edition_file import edition_ids, load
from companion.web.parts.signs import COLOURS, ground, ink_on, strip

STYLES = (Path(__file__).resolve().parents[3] / "static" / "css" / "base.css").read_text("utf-8")
FOUND = re.findall(r"--seat-(\d): (#[0-9a-f]{6});", STYLES)
PAPER, FELT, DARK = FOUND[:8], FOUND[8:16], FOUND[16:]
INK = "#19211d"
# What a colour becomes for those who lack one kind of cone, in linear light (Machado, Oliveira and
# Fernandes 2009, severity 1).
SEEN = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
Light = tuple[float, float, float]


def linear(colour: str) -> Light:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(  # type: ignore[return-value]
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4
        for one in (red, green, blue)
    )


def luminance(light: Light) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def lab(light: Light) -> Light:
    """CIE Lab, where a distance of 2 is just seen."""
    red, green, blue = light

    def root(part: float) -> float:
        return math.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116

    x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = root(luminance(light))
    z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("colours", [PAPER, FELT], ids=["paper", "felt"])
def test_two_players_never_look_alike(colours: list[tuple[str, str]], eyes: str) -> None:
    assert [seat for seat, _ in colours] == list("01234567")

    def seen(colour: str) -> Light:
        light = linear(colour)
        red, green, blue = (
            min(1.0, max(0.0, sum(part * one for part, one in zip(row, light, strict=True))))
            for row in SEEN[eyes]
        )
        return lab((red, green, blue))

    nearest = min(math.dist(seen(a), seen(b)) for (_, a), (_, b) in combinations(colours, 2))
    assert nearest > 20


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(linear(one)), luminance(linear(other))))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("colours", "grounds"),
    [
        pytest.param(PAPER, ("#fffdf7", "#dcefe4"), id="light paper"),
        pytest.param(DARK, ("#121a16", "#1d352b", "#17382c"), id="dark paper"),
        # On the felt the white edge of the pawn carries it.
        pytest.param([("edge", "#fffdf7")], ("#0e5a43", "#146a4e", "#0b2a20"), id="felt"),
    ],
)
def test_a_pawn_stands_out(colours: list[tuple[str, str]], grounds: tuple[str, ...]) -> None:
    for _, colour in colours:
        for behind in grounds:
            assert behind in STYLES
            assert contrast(colour, behind) >= 3, (colour, behind)


def test_a_player_has_the_same_hue_in_light_and_in_dark() -> None:
    assert DARK == FELT
    for (seat, one), (_, other) in zip(PAPER, FELT, strict=True):
        hues = [
            colorsys.rgb_to_hsv(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))[0] * 360
            for colour in (one, other)
        ]
        apart = abs((hues[0] - hues[1] + 180) % 360 - 180)
        assert apart <= 20 or one == "#7e7e7e", (seat, one, other)  # grey has no hue


def test_no_player_has_the_colour_of_the_letters() -> None:
    assert min(math.dist(lab(linear(colour)), lab(linear(INK))) for _, colour in PAPER) > 25


def test_a_picture_has_the_colours_of_the_page() -> None:
    assert tuple(colour for _, colour in PAPER) == COLOURS


@given(st.integers(0, 0xFFFFFF))
@example(0x767676)
@example(0x777777)
@example(0x7D7D7D)
def test_letters_are_legible_on_a_group_of_any_colour(colour: int) -> None:
    group = replace(load("classic-uk").groups[0], colour=f"#{colour:06x}")
    dark, light = sorted(luminance(linear(one)) for one in (group.colour, ink_on(group.colour)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_group_has_its_colour_in_the_style_sheet_of_every_page(
    client: FlaskClient, edition_id: str
) -> None:
    (address,) = re.findall(r'href="(/colours.css[^"]*)"', client.get("/").text)
    sheet = client.get(unescape(address))
    assert sheet.mimetype == "text/css"
    assert "immutable" in sheet.headers["Cache-Control"]
    for group in load(edition_id).groups:
        rule = f"--g: {group.colour}; --on-g: {ink_on(group.colour)};"
        assert f".{ground(group)} {{ {rule} }}" in sheet.text


@pytest.mark.parametrize("seat", range(8))
def test_white_letters_are_legible_on_every_winners_strip(seat: int) -> None:
    assert 1.05 / (luminance(linear(strip(seat))) + 0.05) >= 4.5

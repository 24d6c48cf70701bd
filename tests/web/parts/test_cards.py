"""Cards as pages show them."""

import pytest

from companion.rules.edition_file import load
from companion.web.parts.cards import card_shown, glyph_of, short_name


@pytest.mark.parametrize(
    ("edition", "card", "made", "mark"),
    [
        pytest.param("express", "chance", "", "", id="of-several-groups"),
        pytest.param("express", "chance", "red", "Re", id="in-one-of-them"),
        pytest.param("express", "chance", "green", "", id="in-none-of-them"),
        pytest.param("classic-uk", "strand", "", "Re", id="of-one-group"),
        pytest.param("classic-uk", "chance", "red", "", id="of-no-group"),
    ],
)
def test_a_card_has_the_letters_of_its_group(edition: str, card: str, made: str, mark: str) -> None:
    assert card_shown(load(edition), card, made=made).mark == mark


@pytest.mark.parametrize(
    ("edition", "card", "name"),
    [
        pytest.param("classic-uk", "whitehall", "White-hall", id="a-long-word-is-parted"),
        pytest.param("classic-uk", "marylebone-station", "Maryle-bone", id="the-band-says-station"),
        pytest.param("express", "b-and-o-railroad", "B. & O.", id="the-band-says-railroad"),
        pytest.param("classic-us", "short-line", "Short Line", id="another-ending-stays"),
        pytest.param("classic-uk", "token", "Token", id="of-no-group"),
    ],
)
def test_a_name_on_a_narrow_button(edition: str, card: str, name: str) -> None:
    assert short_name(load(edition), card).replace("\u00ad", "-") == name


@pytest.mark.parametrize(
    ("edition", "glyphs"),
    [
        ("classic-uk", {"mr-monopoly": "most", "chance": "chance", "house-4": "house-4"}),
        (
            "winning-moves-2017",
            {
                "free-parking": "parking",
                "wild": "wild",
                "go-to-jail": "jail",
                "two-houses": "house-2",
                "get-out-of-jail-free": "key",
            },
        ),
        ("express", {"go": "", "chance": ""}),
    ],
)
def test_a_card_is_drawn_as_what_it_is_for(edition: str, glyphs: dict[str, str]) -> None:
    assert {card: glyph_of(load(edition), card) for card in glyphs} == glyphs

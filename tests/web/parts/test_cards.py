"""Cards as pages show them."""

import pytest

from companion.rules.edition_file import load
from companion.web.parts.cards import card_shown


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

"""The monopolies of a round of Express, as a player's own phone shows them."""

import pytest

from companion.rules.edition_file import load
from companion.web.hand.monopolies import early_button, own_made_parts
from tests.web.hand.entered import deal_of


@pytest.mark.parametrize(
    ("own", "buttons", "by"),
    [
        pytest.param(
            {1}, {"brown": 0, "red": 1, "green": 1}, {"brown": "Ann"}, id="a phone of one player"
        ),
        pytest.param({0, 1}, {"brown": 2, "red": 2, "green": 2}, {}, id="a phone of two"),
        pytest.param(
            {2}, {"brown": 0, "red": 0, "green": 1}, {"brown": "Ann", "red": "Bob"}, id="neither"
        ),
    ],
)
def test_a_phone_has_buttons_for_what_is_its_own_or_nobodys(
    own: set[int], buttons: dict[str, int], by: dict[str, str]
) -> None:
    deal = deal_of("express", {"Ann": "brown", "Bob": "red"}, went_out=None)
    parts = {part.id: part for part in own_made_parts(deal, frozenset(own))}
    assert {group: len(parts[group].players) for group in buttons} == buttons
    assert {group: part.by for group, part in parts.items() if part.by} == by


def test_a_button_is_on_for_what_the_player_made() -> None:
    deal = deal_of("express", {"Ann": "brown"}, went_out=None)
    parts = own_made_parts(deal, frozenset({0}))
    assert {button.label for part in parts for button in part.players} == {"I made it"}
    assert [part.id for part in parts if part.players[0].on] == ["brown"]


@pytest.mark.parametrize(
    ("edition", "groups", "shown"),
    [
        pytest.param("express", 9, True, id="one is missing"),
        pytest.param("express", 10, False, id="all are made"),
        pytest.param("classic-uk", 1, False, id="no rounds"),
    ],
)
def test_a_round_can_be_stopped_early_until_all_are_made(
    edition: str, groups: int, shown: bool
) -> None:
    hand = ", ".join(group.id for group in load(edition).groups[:groups])
    deal = deal_of(edition, {"Ann": hand}, went_out=None)
    assert (early_button(deal) is not None) == shown

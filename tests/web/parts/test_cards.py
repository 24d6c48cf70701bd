"""Cards as pages show them."""

import pytest

from companion.rules.edition_file import load
from companion.web.parts.cards import card_shown, glyph_of, piles, short_name
from tests.deals import ME, ruled


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
def test_a_card_has_its_group(edition: str, card: str, made: str, mark: str) -> None:
    group = card_shown(load(edition), card, made=made).group
    assert (group.mark if group else "") == mark


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


CANCELS = "Get Out of Jail Free cancels Go To Jail."


@pytest.mark.parametrize(
    ("cards", "wilds", "bonus", "nothing"),
    [
        pytest.param("go jf gtj", "", ("GO", None), ("Go To Jail, Get Out of Jail Free", CANCELS),
                     id="a-cancelled-card-and-the-one-that-cancels-it"),
        pytest.param("gtj wild", "jf", None,
                     ("Wild, Go To Jail", f"Wild counts as Get Out of Jail Free. {CANCELS}"),
                     id="a-wild-cancels"),
        pytest.param("gtj jf wild", "jf",
                     ("Wild", "Wild counts as Get Out of Jail Free."),
                     ("Go To Jail, Get Out of Jail Free", CANCELS), id="a-wild-pays-beside-it"),
        pytest.param("gtj wild*2", "jf jf",
                     ("Wild", "Wild counts as Get Out of Jail Free."),
                     ("Wild, Go To Jail", f"Wild counts as Get Out of Jail Free. {CANCELS}"),
                     id="one-wild-cancels-the-other-pays"),
        pytest.param("gtj jf water-works", "", None,
                     ("Water Works, Go To Jail, Get Out of Jail Free", CANCELS),
                     id="with-a-card-that-is-left-over"),
        pytest.param("jf", "", ("Get Out of Jail Free", None), None, id="nothing-to-cancel"),
        pytest.param("wild*2", "boardwalk go", ("Wild", "Wild counts as GO."),
                     ("Wild", "Wild counts as Boardwalk."), id="a-wild-without-a-place"),
    ],
)  # fmt: skip
def test_what_pays_nothing_is_apart_from_the_bonus_cards(
    cards: str,
    wilds: str,
    bonus: tuple[str, str | None] | None,
    nothing: tuple[str, str | None] | None,
) -> None:
    settled = ruled("winning-moves-2017", f"dark-blue {cards}", wilds=wilds)
    shown = {
        one.name: (", ".join(card.name for card in one.cards), one.note)
        for one in piles(settled.edition, settled.deal, ME, settled.laid[ME])
    }
    assert shown.get("Bonus cards") == bonus
    assert shown.get("Pays nothing") == nothing

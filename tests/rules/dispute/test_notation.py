"""How claimed sets are written: read from a line, written back in one way, refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.dispute.notation import read_sets, show_sets
from companion.rules.edition_file import edition_ids, load
from companion.rules.refusal import Refusal

UK, WM, EX = "classic-uk", "winning-moves-2017", "express"

# edition, what is written, and the one way to write the same
WRITTEN = [
    (UK, "dark-blue: park-lane, chance=mayfair, h1, token*2; stations: kings, maryl",
     "dark-blue: park-lane, house-1, token*2, chance=mayfair; railroads: kings-cross-station, "
     "marylebone-station"),
    (UK, "Stations: kings cross, marylebone\nDark Blue: Mayfair, Park Lane, h1",
     "dark-blue: park-lane, mayfair, house-1; railroads: kings-cross-station, marylebone-station"),
    (UK, "Park Lane, Mayfair, h1 h2 c=h3 c=t t",
     "dark-blue: park-lane, mayfair, house-1, house-2, token, chance=house-3, chance=token"),
    (UK, "light: chance = The Angel, Islington, euston, pent",
     "light-blue: euston-road, pentonville-road, chance=the-angel-islington"),
    (UK, "red: h1", "red: house-1"),
    (UK, "red:", "red:"),
    (UK, "red: 2 houses, 1 token", "red: house-1, house-2, token"),
    (UK, "red: one house, c=h2", "red: house-1, chance=house-2"),
    (UK, "brown: old-kent, c", "brown: old-kent-road, chance"),
    (UK, "token*2", "token*2"),
    (UK, "the reds: h1-h3", "red: house-1, house-2, house-3"),
    (UK, "stations (kings, maryl)", "railroads: kings-cross-station, marylebone-station"),
    (UK, "brown - whitechapel - c", "brown: whitechapel-road, chance"),
    (UK, "reds and utilities, go",
     "red: strand, fleet-street, trafalgar-square; utilities: electric-company, water-works"),
    (UK, "light: Chance used as The Angel, Islington, euston, chance for the second house",
     "light-blue: euston-road, chance=the-angel-islington, chance=house-2"),
    (UK, "dark blue (park lane, chance (mayfair))", "dark-blue: park-lane, chance=mayfair"),
    (UK, "dark blue [park lane], chance [mayfair], chance -> h1",
     "dark-blue: park-lane, chance=mayfair, chance=house-1"),
    (UK, "stations: all; utilities (both) + token; red (all 3), h1",
     "red: strand, fleet-street, trafalgar-square, house-1; railroads: kings-cross-station, "
     "marylebone-station, fenchurch-street-station, liverpool-street-station; utilities: "
     "electric-company, water-works, token"),
    (UK, "chance (The Angel, Islington) euston, h1",
     "light-blue: euston-road, house-1, chance=the-angel-islington"),
    (UK, "light: chance as euston + The Angel, Islington",
     "light-blue: the-angel-islington, chance=euston-road"),
    (UK, "pent chance as The Angel, Islington 2 houses",
     "light-blue: pentonville-road, house-1, house-2, chance=the-angel-islington"),
    (WM, "dark: wild card as two houses, w=three houses",
     "dark-blue: wild=two-houses, wild=three-houses"),
    (UK, "red, 2 tokens, chance = 2nd house, chance = 3rd house",
     "red: strand, fleet-street, trafalgar-square, token*2, chance=house-2, chance=house-3"),
    (UK, "go*3, mm; ;", ""),
    (UK, "brown: go", "brown:"),
    (WM, "dark: w=Park Place boardwalk wild=h2",
     "dark-blue: boardwalk, wild=park-place, wild=two-houses"),
    (EX, "corners", "corners: go, jail, free-parking, go-to-jail"),
]  # fmt: skip


@pytest.mark.parametrize(("edition_id", "text", "shown"), WRITTEN)
def test_sets_are_read_and_written_in_one_way(edition_id: str, text: str, shown: str) -> None:
    """An address has them without blanks behind the commas."""
    edition = load(edition_id)
    sets = read_sets(edition, text)
    assert show_sets(edition, sets) == shown
    for written in (shown, shown.replace(", ", ",").replace("; ", ";").replace(": ", ":")):
        assert read_sets(edition, written) == sets


# edition, what is no claim, and what the refusal names
REFUSED = [
    (UK, "purple: h1", "purple"),
    (UK, ": h1", "before the colon"),
    (UK, "r: h1", "“r”"),
    (UK, "red: boardwalk", "boardwalk"),
    (UK, "reds and browns, h1", "names 2 sets"),
    (UK, "red: strand (token)", "Put a comma"),
    (WM, "red: 2 houses", "may be Two Houses or"),
    (UK, "red: token=h1", "only Chance can count as"),
    (UK, "red: c=", "chance=card"),
    (UK, "red: c=brown", "not one card"),
    (UK, "red: c=boardwalk", "boardwalk"),
    (UK, "stations: all 2", "all 2"),
    (UK, "dark-blue (all 3), h1", "all 3"),
    (UK, "red: both", "both"),
    (WM, "red: w=go", "part of no set"),
    (EX, "red: c=h1", "no wild"),
    (UK, "=", "only Chance"),
    (UK, "red; " * 13, "12 is the most"),
    (UK, "red: token*41", "40 at the very most"),
]  # fmt: skip


@pytest.mark.parametrize(("edition_id", "text", "named"), REFUSED)
def test_what_is_no_claim_is_refused(edition_id: str, text: str, named: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_sets(load(edition_id), text)
    assert refused.value.rule == "bad-claim"
    assert named in refused.value.message


@given(st.sampled_from(edition_ids()), st.text("rdc:;=,* \nhgt-123", max_size=40))
def test_any_text_is_read_or_refused(edition_id: str, text: str) -> None:
    edition = load(edition_id)
    try:
        sets = read_sets(edition, text)
    except Refusal:
        return
    assert read_sets(edition, show_sets(edition, sets)) == sets

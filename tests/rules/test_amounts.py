"""Amounts that differ on the cards are read as people type them, in the words of the box."""

from typing import Any

import pytest

from companion.rules.amounts import amounts_hint, amounts_of, amounts_on_cards, amounts_text
from companion.rules.edition_file import edition_ids, load
from companion.rules.options import option_text, with_options
from companion.rules.refusal import Refusal

UK, WM = "classic-uk", "winning-moves-2017"


@pytest.mark.parametrize(
    ("edition", "text", "values"),
    [
        pytest.param(UK, "red:300", {"red": 300}, id="as in an address"),
        pytest.param(UK, "Red: £300", {"red": 300}, id="with its currency"),
        pytest.param(UK, "Red 300", {"red": 300}, id="a space alone"),
        pytest.param(UK, "red=300", {"red": 300}, id="equals"),
        pytest.param(UK, "red - 300", {"red": 300}, id="a dash"),
        pytest.param(UK, "the reds are", None, id="no amount"),
        pytest.param(UK, "Dark Blue: 1,000", {"dark-blue": 1000}, id="thousands"),
        pytest.param(UK, "dark blue 1 000", {"dark-blue": 1000}, id="a space between thousands"),
        pytest.param(UK, "Dark Blue set 1.000 £", {"dark-blue": 1000}, id="currency behind"),
        pytest.param(
            UK, "Dark Blue: 1,000, Red: 300", {"dark-blue": 1000, "red": 300}, id="a row of two"
        ),
        pytest.param(
            UK, "Red: £300\n\nYellow = 350;green 400", {"red": 300, "yellow": 350, "green": 400},
            id="lines",
        ),
        pytest.param(UK, "red:300 yellow:350", {"red": 300, "yellow": 350}, id="spaces only"),
        pytest.param(UK, "Red 300 and Yellow 350", {"red": 300, "yellow": 350}, id="and"),
        pytest.param(UK, "red 1 000 yellow 350", {"red": 1000, "yellow": 350}, id="spaces in all"),
        pytest.param(UK, "2 stations 300", {"railroads": {"2": 300}}, id="one of several"),
        pytest.param(
            UK, "2 Stations: £300, Stations 3: 600", {"railroads": {"2": 300, "3": 600}},
            id="two of several",
        ),
        pytest.param(UK, "railroads.2:300", {"railroads": {"2": 300}}, id="its key"),
        pytest.param(UK, "Utilities 600, Mr Monopoly 2000, each GO 250, a hotel £1,500",
                     {"utilities": 600, "mr-monopoly": 2000, "go": 250, "hotel": 1500},
                     id="everything else"),
        pytest.param("classic-us", "Dark Purple: $100; light purple $200",
                     {"brown": 100, "pink": 200}, id="the box's own words"),
        pytest.param(WM, "House on Red: 300\nRed 300", {"house": {"red": 300}, "red": 300},
                     id="houses"),
        pytest.param(WM, "Four GO together: $2,000; A token: 500", {"go-four": 2000, "token": 500},
                     id="number words"),
        pytest.param(WM, "4 go 2000", {"go-four": 2000}, id="figures for number words"),
        pytest.param("express", "Corners: 6 points, Railroads 0, both of a pair 4",
                     {"corners": 6, "railroads": 0, "bonus": 4}, id="points"),
        pytest.param(UK, '{"yellow": 350}', {"yellow": 350}, id="json"),
    ],
)  # fmt: skip
def test_amounts_are_read_as_people_type_them(
    edition: str, text: str, values: dict[str, Any] | None
) -> None:
    box = load(edition)
    if values is None:
        with pytest.raises(Refusal, match="Write it like “Brown: £100”"):
            amounts_of(box, text)
        return
    assert amounts_of(box, text) == values


@pytest.mark.parametrize(
    ("edition", "text", "told"),
    [
        pytest.param(UK, "Rad: 300", "called “Rad”. Did you mean “Red”?", id="misspelt"),
        pytest.param(UK, "sandwich 300", "“sandwich”. Write it like “Brown: £100”", id="no name"),
        pytest.param(UK, "300", "“300” is no amount", id="a number alone"),
        pytest.param(UK, "blue 300", "Write Light Blue or Dark Blue", id="two colours"),
        pytest.param(UK, "stations 300", "2 Stations, 3 Stations or 4 Stations", id="how many"),
        pytest.param(UK, "red -50", "“red -50” is no amount", id="less than nothing"),
        pytest.param(UK, "red 1.5", "“red 1.5” is no amount", id="a part of a pound"),
        pytest.param(UK, "red 320", "Red: write a multiple of 50 from 50 to 1,000,000, not 320",
                     id="an odd amount"),
        pytest.param("express", "corners 100", "Corners: write points from 0 to 99, not 100",
                     id="too many points"),
        pytest.param(UK, "red 300, Red: 350", "Red is given twice", id="twice"),
        pytest.param(UK, "2 stations 300 stations 2 300", "2 Stations is given twice",
                     id="one of several twice"),
        pytest.param(WM, "go 4 500", "“Each GO: $4,500” or “Four GO together: $500”. Write which",
                     id="two readings"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_the_words_of_the_box(edition: str, text: str, told: str) -> None:
    with pytest.raises(Refusal) as refused:
        amounts_of(load(edition), text)
    assert told in refused.value.message
    assert "option" not in refused.value.message
    assert "values" not in refused.value.message


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_amount_is_read_back_as_the_form_and_the_address_have_it(edition_id: str) -> None:
    edition = load(edition_id)
    step = edition.amounts["step"]
    every: dict[str, Any] = {}
    for keys, amount in amounts_on_cards(edition).items():
        into = every.setdefault(keys[0], {}) if keys[1:] else every
        into[keys[-1]] = (amount or 0) + step
    assert amounts_of(edition, amounts_text(edition, every)) == every
    assert amounts_of(edition, amounts_text(edition, every).replace("\n", ", ")) == every
    assert amounts_of(edition, option_text(every)) == every
    assert with_options(edition, {"values": every}).values != edition.values


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_examples_of_the_form_can_be_typed(edition_id: str) -> None:
    edition = load(edition_id)
    told = amounts_hint(edition).removeprefix("One on each line, such as ").removesuffix(".")
    values = amounts_of(edition, told.replace(" or ", "\n"))
    assert with_options(edition, {"values": values}).values != edition.values

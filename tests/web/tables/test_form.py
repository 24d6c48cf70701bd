"""The form of a new table: rows of players, names, amounts, and the options that they make."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.rules.amounts import amounts_on_cards
from companion.rules.edition_file import edition_ids, load
from companion.rules.options import counted_cards
from companion.web.tables.form import amounts_form, field_name, new_table_form, options_of
from companion.web.tables.new import AmountKinds, amounts_shown, offered
from companion.web.tables.players import MOST_ROWS, Rows, edited, rows_of


def filled(edition_id: str, **given: str) -> tuple[Any, dict[str, Any]]:
    edition = load(edition_id)
    data = MultiDict({name.replace("__", "-"): value for name, value in given.items()})
    form = new_table_form(edition, data)
    return form, options_of(edition, form) if form.validate() else {}


# --- rows ----------------------------------------------------------------------------------------


def test_rows_come_in_their_order_and_are_stripped() -> None:
    rows = rows_of({"player-0": " Ann ", "player-2": "Bob", "dealer": "1", "banker": "9"}, 2)
    assert rows == Rows(("Ann", "Bob"), 1, 1)


@pytest.mark.parametrize("place", ["", "-1", "x", "²", "٣", "9" * 5000, "1.0"])
def test_a_place_that_is_none_is_the_first(place: str) -> None:
    assert rows_of({"player-0": "Ann", "dealer": place, "banker": place}, 2) == Rows(("Ann", ""))


def test_rows_beyond_the_last_are_not_read() -> None:
    given = {f"player-{row}": str(row) for row in range(MOST_ROWS + 5)}
    assert len(rows_of(given, 2).names) == MOST_ROWS


THREE = Rows(("Ann", "Bob", "Cem"), dealer=1, banker=2)


@pytest.mark.parametrize(
    ("rows", "do", "after"),
    [
        pytest.param(THREE, "add", Rows(("Ann", "Bob", "Cem", ""), 1, 2), id="add"),
        pytest.param(Rows(("", "")), "add", Rows(("", "", "")), id="add, before any name"),
        pytest.param(THREE, "next", Rows(("Ann", "Bob", "Cem", ""), 1, 2), id="enter"),
        pytest.param(Rows(("Ann", "")), "next", Rows(("Ann", "")), id="enter with a blank row"),
        pytest.param(THREE, "up-1", Rows(("Bob", "Ann", "Cem"), 0, 2), id="the dealer moves"),
        pytest.param(THREE, "up-2", Rows(("Ann", "Cem", "Bob"), 2, 1), id="both move"),
        pytest.param(THREE, "up-0", THREE, id="the first stays"),
        pytest.param(THREE, "use:Dee", Rows(("Ann", "Bob", "Cem", "Dee"), 1, 2), id="use"),
        pytest.param(Rows(("Ann", "")), "use:Dee", Rows(("Ann", "Dee")), id="use a blank row"),
        pytest.param(THREE, "use:ANN", THREE, id="nobody twice"),
        pytest.param(THREE, "up-3", THREE, id="no such row"),
        pytest.param(THREE, "nonsense", THREE, id="unknown"),
    ],
)
def test_a_tap_edits_the_rows(rows: Rows, do: str, after: Rows) -> None:
    assert edited(rows, do, 4) == after


def test_no_row_is_added_beyond_what_the_box_takes() -> None:
    full = Rows(("Ann", "Bob", "Cem", "Dee"))
    assert edited(full, "add", 4) == full
    assert edited(full, "use:Eve", 4) == full


@pytest.mark.parametrize(
    ("names", "offered_names"),
    [
        pytest.param(("", ""), ("Anna Maria", "Fay"), id="all who played before"),
        pytest.param(("ANNA  MARIA", ""), ("Fay",), id="nobody twice, however it is spelled"),
        pytest.param(("A", "B", "C", "D"), (), id="nobody at a full table"),
    ],
)
def test_names_that_are_offered(names: tuple[str, ...], offered_names: tuple[str, ...]) -> None:
    """“Nobody” means no player, so no new player may be called so."""
    assert offered(Rows(names), ("Anna Maria", "Nobody", "Fay"), most=4) == offered_names


# --- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition_id", edition_ids())
def test_a_form_as_it_comes_changes_nothing(edition_id: str) -> None:
    edition = load(edition_id)
    form = new_table_form(edition, None)
    assert options_of(edition, form) == {}
    sent = {name: str(field.data) for name, field in form._fields.items() if field.data is not None}
    sent = {name: value for name, value in sent.items() if value != "False"}
    again = new_table_form(edition, MultiDict(sent))
    assert again.validate()
    assert options_of(edition, again) == {}


@pytest.mark.parametrize(
    ("edition_id", "given", "options"),
    [
        ("classic-uk", {"target": "5,000"}, {"target": 5000}),
        ("classic-uk", {"target": " £12.000 "}, {"target": 12000}),
        ("classic-uk", {"target": "10000"}, {"target": 10000}),
        ("classic-uk", {"target": "1 000 000"}, {"target": 1_000_000}),
        ("classic-uk", {"no__target": "y"}, {"target": None}),
        ("classic-uk", {"deals": "6", "tie": "play-on"}, {"deals": 6, "tie": "play-on"}),
        ("classic-uk", {"nobody_out": "score"}, {"nobody_out": "score"}),
        ("classic-uk", {"wild_only_sets": "yes"}, {"wild_only_sets": True}),
        ("classic-uk", {"wiped_out_count": "no"}, {"wiped_out_count": False}),
        ("classic-uk", {"value__brown": "100"}, {"values": {"brown": 100}}),
        ("classic-uk", {"value__railroads__3": "550"}, {"values": {"railroads": {"3": 550}}}),
        ("classic-uk", {"copies__house-4": "3"}, {"copies": {"house-4": 3}}),
        ("classic-uk", {"copies__house-4": "2", "copies__hotel": ""}, {}),
        ("winning-moves-2017", {"copies__three-houses": "0"}, {"copies": {"three-houses": 0}}),
        ("winning-moves-2017", {"target": "5000"}, {"target": 5000}),
        ("winning-moves-2017", {"no__deals": "y"}, {"deals": None}),
        ("winning-moves-2017", {"deals": "4", "target": "5000"}, {"deals": 4, "target": 5000}),
        ("winning-moves-2017", {"jackpot_start": "0"}, {"jackpot_start": 0}),
        ("winning-moves-2017", {"jackpot_step": "1,000"}, {"jackpot_step": 1000}),
        ("winning-moves-2017", {"value__house__red": "300"}, {"values": {"house": {"red": 300}}}),
        (
            "express",
            {"target": "60", "value__corners": "0"},
            {"target": 60, "values": {"corners": 0}},
        ),
        ("express", {"value__bonus": "5", "value__brown": ""}, {}),
    ],
)
def test_what_is_changed_becomes_an_option(
    edition_id: str, given: dict[str, str], options: dict[str, Any]
) -> None:
    form, made = filled(edition_id, **given)
    assert form.errors == {}
    assert made == options
    load(edition_id, made)


@pytest.mark.parametrize(
    ("edition_id", "field", "value"),
    [
        ("classic-uk", "target", "55"),
        ("classic-uk", "target", "0"),
        ("classic-uk", "target", "1000050"),
        ("classic-uk", "target", "a lot"),
        ("classic-uk", "target", "٣٠٠"),
        ("classic-uk", "target", "9" * 5000),
        ("classic-uk", "deals", "1001"),
        ("classic-uk", "tie", "coin"),
        ("classic-uk", "nobody_out", ""),
        ("classic-uk", "wild_only_sets", "maybe"),
        ("classic-uk", "value-brown", "55"),
        ("classic-uk", "value-railroads-2", "1"),
        ("classic-uk", "copies-house-1", "10"),
        ("winning-moves-2017", "jackpot_step", "1,000,500"),
        ("winning-moves-2017", "value-house-red", "10"),
        ("express", "value-corners", "100"),
    ],
)
def test_what_the_edition_does_not_take_is_told_at_its_field(
    edition_id: str, field: str, value: str
) -> None:
    edition = load(edition_id)
    form = new_table_form(edition, MultiDict({field: value}))
    assert not form.validate()
    assert list(form.errors) == [field]


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_boxs_own_answer_is_the_usual_one(edition_id: str) -> None:
    form = new_table_form(load(edition_id), None)
    for field in form:
        if field.type == "SelectField":
            usual = [value for value, label, *_ in field.iter_choices() if "(usual)" in label]
            assert usual == [field.default]


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_amount_is_of_one_kind_and_knows_the_usual_one(edition_id: str) -> None:
    edition = load(edition_id)
    kinds = amounts_shown(edition, new_table_form(edition, None))
    fields = [field for kind in kinds.values() for field, _ in kind]
    for title, kind in kinds.items():
        labels = [field.label.text for field, _ in kind]
        assert len(labels) == len({*labels}), title
    usual = {("value", *keys): amount for keys, amount in amounts_on_cards(edition).items()}
    usual |= {("copies", card): edition.deck[card] for card in counted_cards(edition)}
    assert {field.name: field.usual for field in fields} == {
        field_name(keys): amount for keys, amount in usual.items()
    }
    assert not any(field.is_changed for field in fields)


def open_kinds(kinds: AmountKinds) -> list[bool]:
    """Which kinds of amounts are not folded."""
    return [any(field.is_changed for field, _ in fields) for fields in kinds.values()]


@pytest.mark.parametrize(
    ("given", "is_open"),
    [
        ({"value-red": "300"}, [True, False, False, False]),
        ({"value-red": "17"}, [True, False, False, False]),
        ({"value-railroads-2": "many", "value-go": "300"}, [False, True, True, False]),
        ({"copies-house-4": "3"}, [False, False, False, True]),
        ({"value-go": "200", "copies-house-4": "2"}, [False, False, False, False]),
        ({"value-go": ""}, [False, False, False, False]),
    ],
    ids=["changed", "wrong", "two kinds", "another number of cards", "as usual", "blank"],
)
def test_a_kind_with_a_change_or_a_message_is_open(
    given: dict[str, str], is_open: list[bool]
) -> None:
    edition = load("classic-uk")
    form = new_table_form(edition, MultiDict(given))
    form.validate()
    assert open_kinds(amounts_shown(edition, form)) == is_open


def test_a_table_with_an_amount_of_its_own_shows_it_beside_the_usual_one() -> None:
    edition = load("classic-uk", {"values": {"red": 300}})
    form = amounts_form(edition, None)
    assert open_kinds(amounts_shown(edition, form)) == [True, False, False, False]
    assert (form["value-red"].data, form["value-red"].usual) == (300, 250)


def test_a_number_and_none_at_once_is_told() -> None:
    form, _ = filled("classic-uk", target="5000", no__target="y")
    assert list(form.errors) == ["no-target"]

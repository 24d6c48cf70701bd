"""The running totals as lines: where they go, and that they can be told apart without colour."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.parts.charts import (
    BOTTOM,
    LABEL_STEP,
    LEFT,
    NUMBERS,
    RIGHT,
    TOP,
    LineChart,
    apart,
)
from companion.web.parts.signs import COLOURS

TWO = ("Ann", "Bob")


def test_a_line_begins_at_nothing_and_ends_at_the_total() -> None:
    drawn = LineChart(TWO, [{"Ann": 500, "Bob": 0}, {"Ann": 1000, "Bob": 250}], [1, 2])
    middle = (LEFT + RIGHT) // 2
    line = f"{LEFT},{BOTTOM} {middle},{(TOP + BOTTOM) // 2} {RIGHT},{TOP}"
    assert drawn.points("Ann") == line
    assert drawn.points("Bob").split()[-1] == f"{RIGHT},{drawn.y(250)}"
    assert list(drawn.amounts) == [0, 200, 400, 600, 800, 1000]
    assert drawn.deals == [(1, 1), (2, 2)]


@pytest.mark.parametrize(("total", "start"), [(50_000, 0), (99_999, -8), (1_000_000, -24)])
def test_long_amounts_widen_the_drawing_to_the_left(total: int, start: int) -> None:
    """The first digit was cut off, so that 200,000 read as 00,000."""
    drawn = LineChart(TWO, [{"Ann": total, "Bob": 0}], [1])
    assert drawn.start == start


def test_a_label_from_right_to_left_is_cut_at_its_own_end() -> None:
    drawn = LineChart(("Ann", "محمد عبد الرحمن"), [{"Ann": 0, "محمد عبد الرحمن": 100}], [1])
    assert [name for name, _ in drawn.labels] == ["Ann", "\u2068محمد عبد…\u2069"]


def test_labels_of_equal_totals_stand_a_line_apart() -> None:
    names = [f"player {number}" for number in range(len(COLOURS))]
    drawn = LineChart(names, [dict.fromkeys(names, 100)], [1])
    heights = sorted(float(height) for _, height in drawn.labels)
    assert all(lower - upper >= LABEL_STEP for upper, lower in pairwise(heights))


@given(st.lists(st.floats(TOP, BOTTOM), min_size=1, max_size=6))
def test_labels_never_overlap_and_stay_in_the_drawing(wanted: list[float]) -> None:
    placed = apart(wanted)
    heights = sorted(placed)
    assert all(lower - upper >= LABEL_STEP - 1e-6 for upper, lower in pairwise(heights))
    assert heights[0] >= TOP - 1e-6
    assert heights[-1] <= BOTTOM + 1e-6
    for one, other in pairwise(sorted(range(len(wanted)), key=lambda place: wanted[place])):
        assert placed[one] < placed[other]


@pytest.mark.parametrize(
    ("total", "shown"),
    [(4950, False), (5000, True), (12_000, True)],
    ids=["far", "half-way", "reached"],
)
def test_the_target_is_drawn_from_half_way_on(total: int, shown: bool) -> None:
    drawn = LineChart(TWO, [{"Ann": total, "Bob": 0}], [1], 10_000)
    assert (drawn.target == 10_000) == shown
    assert not shown or TOP <= float(drawn.y(10_000)) <= BOTTOM


@pytest.mark.parametrize(
    ("most", "above"),
    [
        pytest.param([900, 1800, 2600], False, id="reached at the end"),
        pytest.param([900, 2600, 2900], True, id="passed before"),
        pytest.param([2000, 4500], True, id="passed between two deals"),
        pytest.param([9000], True, id="passed by the first deal"),
        pytest.param([2600], False, id="reached by the first deal"),
    ],
)
def test_the_word_target_stands_above_where_lines_would_cross_it(
    most: list[int], above: bool
) -> None:
    after = [{"Ann": total, "Bob": 0} for total in most]
    drawn = LineChart(TWO, after, range(1, len(after) + 1), 2500)
    assert drawn.target is not None
    assert drawn.target_above == above


def test_many_deals_are_not_all_numbered_but_the_last_one_is() -> None:
    totals = [{"Ann": n, "Bob": 0} for n in range(25)]
    drawn = LineChart(TWO, totals, list(range(1, 26)))
    assert NUMBERS / 2 < len(drawn.deals) <= NUMBERS
    assert drawn.deals[-1] == (25, 25)


def test_a_long_name_is_cut() -> None:
    drawn = LineChart(("Ann", "Grandma Ann"), [{"Ann": 500, "Grandma Ann": 0}], [1])
    assert [name for name, _ in drawn.labels] == ["Ann", "Grandma…"]


def test_the_description_says_it_in_words_highest_first() -> None:
    drawn = LineChart(TWO, [{"Ann": 50, "Bob": 2350}], [1], amount="£{:,}".format)
    assert drawn.description == "After 1 deal: Bob £2,350, Ann £50."


def test_an_adjustment_is_a_step_and_a_total_may_be_below_zero() -> None:
    chart = LineChart(
        ["Ann"], [{"Ann": 200}], [1], levels=[{"Ann": 50}, {"Ann": -150}], amount="{:,}".format
    )
    places = [point.split(",") for point in chart.points("Ann").split()]
    assert [x for x, _ in places] == [chart.x(0), chart.x(0), chart.x(1), chart.x(1)]
    assert [y for _, y in places] == [chart.y(total) for total in (0, 50, 200, -150)]
    assert chart.amounts[0] <= -150
    assert chart.amounts[-1] >= 200
    assert len(chart.amounts) <= 7
    assert chart.description == "After 1 deal: Ann -150."

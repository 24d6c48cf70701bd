"""The running totals as lines: where they go, and that they can be told apart without colour."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.parts.charts import (
    BOTTOM,
    LABEL_STEP,
    LEFT,
    NARROW,
    TOP,
    WIDE,
    Width,
    apart,
    line_chart,
)
from companion.web.parts.signs import SHAPES

TWO = ("Ann", "Bob")


def test_a_line_begins_at_nothing_and_ends_at_the_total() -> None:
    drawn = line_chart(TWO, [{"Ann": 500, "Bob": 0}, {"Ann": 1000, "Bob": 250}], [1, 2])
    assert drawn is not None
    ann, bob = drawn.lines
    middle = (LEFT + NARROW.right) // 2
    assert ann.points == f"{LEFT},{BOTTOM} {middle},{(TOP + BOTTOM) // 2} {NARROW.right},{TOP}"
    assert bob.points.split()[-1] == f"{NARROW.right},{bob.end_y}"
    assert [tick.text for tick in drawn.amounts] == ["0", "200", "400", "600", "800", "1,000"]
    assert [tick.text for tick in drawn.deals] == ["1", "2"]


@pytest.mark.parametrize(("total", "start"), [(50_000, 0), (99_999, -8), (1_000_000, -24)])
def test_long_amounts_widen_the_drawing_to_the_left(total: int, start: int) -> None:
    """The first digit was cut off, so that 200,000 read as 00,000."""
    drawn = line_chart(TWO, [{"Ann": total, "Bob": 0}], [1])
    assert drawn is not None
    assert drawn.start == start


def test_a_label_from_right_to_left_is_cut_at_its_own_end() -> None:
    drawn = line_chart(("Ann", "محمد عبد الرحمن"), [{"Ann": 0, "محمد عبد الرحمن": 100}], [1])
    assert drawn is not None
    assert [line.label for line in drawn.lines] == ["Ann", "\u2068محمد عبد…\u2069"]


def test_labels_of_equal_totals_stand_a_line_apart() -> None:
    names = [f"player {number}" for number in range(len(SHAPES))]
    drawn = line_chart(names, [dict.fromkeys(names, 100)], [1])
    assert drawn is not None
    heights = sorted(float(line.label_y) for line in drawn.lines)
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
    drawn = line_chart(TWO, [{"Ann": total, "Bob": 0}], [1], 10_000, amount="£{:,}".format)
    assert drawn is not None
    assert (drawn.target is not None) == shown
    if drawn.target:
        assert drawn.target.text == "target £10,000"
        assert TOP <= float(drawn.target.at) <= BOTTOM


@pytest.mark.parametrize(
    ("most", "above"),
    [
        pytest.param([900, 1800, 2600], False, id="reached at the end"),
        pytest.param([900, 2600, 2900], True, id="passed before"),
        pytest.param([9000, 19_000, 25_000], True, id="passed at once"),
        pytest.param([2500, 2500, 2600], False, id="not passed"),
        pytest.param([2000, 4500], True, id="passed between two deals"),
        pytest.param([1000, 2600], False, id="reached at the second of two"),
        pytest.param([9000], True, id="passed by the first deal"),
        pytest.param([2600], False, id="reached by the first deal"),
    ],
)
def test_the_word_target_stands_above_where_lines_would_cross_it(
    most: list[int], above: bool
) -> None:
    after = [{"Ann": total, "Bob": 0} for total in most]
    drawn = line_chart(TWO, after, range(1, len(after) + 1), 2500)
    assert drawn is not None
    assert drawn.target is not None
    assert drawn.target_above == above


@pytest.mark.parametrize("width", [NARROW, WIDE], ids=["narrow", "wide"])
def test_many_deals_are_not_all_numbered_but_the_last_one_is(width: Width) -> None:
    totals = [{"Ann": n, "Bob": 0} for n in range(25)]
    drawn = line_chart(TWO, totals, list(range(1, 26)), width=width)
    assert drawn is not None
    assert width.numbers / 2 < len(drawn.deals) <= width.numbers
    assert drawn.deals[-1].text == "25"


def test_a_wide_screen_has_room_for_longer_names() -> None:
    names = ("Ann", "Grandma Ann")
    narrow, wide = (
        line_chart(names, [{"Ann": 500, "Grandma Ann": 0}], [1], width=width)
        for width in (NARROW, WIDE)
    )
    assert narrow is not None
    assert wide is not None
    assert [line.label for line in narrow.lines] == ["Ann", "Grandma…"]
    assert [line.label for line in wide.lines] == list(names)
    assert wide.lines[0].points == f"{LEFT},{BOTTOM} {WIDE.right},{TOP}"


def test_the_description_says_it_in_words_highest_first() -> None:
    drawn = line_chart(TWO, [{"Ann": 50, "Bob": 2350}], [1], amount="£{:,}".format)
    assert drawn is not None
    assert drawn.description == "After 1 deal: Bob £2,350, Ann £50."

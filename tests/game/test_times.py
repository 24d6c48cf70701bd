"""How long a game took, and the names of zones."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import times


def game(*closed: str) -> Any:
    """A game made at 18:00 whose deals were closed at these times, with a correction days later."""
    actions = [SimpleNamespace(kind="close", at=f"2026-11-{at}Z") for at in closed]
    late = SimpleNamespace(kind="correct", at="2026-11-25T09:00:00Z")
    return SimpleNamespace(created_at="2026-11-22T18:00:00Z", counting_actions=[*actions, late])


@pytest.mark.parametrize(
    ("closed", "minutes"),
    [
        pytest.param((), None, id="no deal"),
        pytest.param(("22T18:00:00",), None, id="no time"),
        pytest.param(("22T19:00:00", "22T20:05:00"), 125, id="to the last deal"),
        pytest.param(("22T20:05:00", "22T19:00:00"), 125, id="in whatever order"),
        pytest.param(("22T18:10:29",), 10, id="rounded down"),
        pytest.param(("22T18:10:31",), 11, id="rounded up"),
        pytest.param(("23T02:00:00",), 480, id="a whole evening"),
        pytest.param(("23T02:00:01",), None, id="interrupted"),
    ],
)
def test_a_game_took_from_the_table_to_its_last_deal(
    closed: tuple[str, ...], minutes: int | None
) -> None:
    assert times.minutes(game(*closed)) == minutes


@pytest.mark.parametrize(
    ("name", "may"),
    [
        ("Europe/London", True),
        ("America/Argentina/Buenos_Aires", True),
        ("Etc/GMT+1", True),
        ("A" * 64, True),
        ("A" * 65, False),
        ("a/b/c/d", False),
        ("../x", False),
        ("1/2", False),
        ("", False),
    ],
)
def test_what_may_be_the_name_of_a_zone(name: str, may: bool) -> None:
    assert times.is_zone(name) is may


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        pytest.param("Europe/London", "Europe/London", id="known"),
        pytest.param("Europe/Nowhere", "UTC", id="unknown here"),
        pytest.param("../etc/passwd", "UTC", id="no zone"),
        pytest.param("", "UTC", id="none"),
    ],
)
def test_a_zone_is_told_by_its_name_or_its_distance(zone: str, told: str) -> None:
    assert times.zone_told("2026-11-22T18:00:00Z", zone).startswith(told)

"""How long a phone is known by its cookie."""

import time

import pytest
from flask import Flask

from companion.store import Store, Table
from companion.web.site.sessions import RENEWED_AFTER
from tests.web.conftest import MakeTable
from tests.web.visitors import People, Phone

DAY = 24 * 3600


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds by which the clock is set on, or back."""
    start, by = int(time.time()), [0.0]
    monkeypatch.setattr(time, "time", lambda: start + by[0])
    return by


@pytest.fixture
def table(make_table: MakeTable) -> Table:
    return make_table("classic-uk", ["Ann", "Bob"])


def keeps(phone: Phone, table: Table) -> bool:
    """Whether this phone is the scorekeeper's. Its page may set the cookie."""
    return "Give the table a new code" in phone.get(f"/t/{table.code}/phones").text


@pytest.mark.parametrize("back", [1, 600, 3 * DAY])
def test_a_phone_is_known_when_the_clock_goes_back(
    people: People, table: Table, clock: list[float], back: int
) -> None:
    """A small computer without a battery starts with an old time after a power cut."""
    assert keeps(people.keeper, table)
    clock[0] = -back
    assert keeps(people.keeper, table)
    clock[0] = 60
    assert keeps(people.keeper, table)


def test_a_phone_in_use_is_known_for_good(people: People, table: Table, clock: list[float]) -> None:
    for week in range(70):
        clock[0] = week * 7 * DAY
        assert keeps(people.keeper, table), f"week {week}"


def test_a_cookie_is_set_again_only_once_a_month(
    people: People, table: Table, clock: list[float]
) -> None:
    keeps(people.keeper, table)
    set_again = []
    for day in range(65):
        clock[0] = day * DAY
        answer = people.keeper.get(f"/t/{table.code}/")
        if "Set-Cookie" in answer.headers:
            set_again.append(day)
    month = RENEWED_AFTER // DAY
    assert set_again == [month + 1, 2 * (month + 1)]


def test_a_phone_that_was_away_too_long_is_a_stranger(
    app: Flask, people: People, store: Store, table: Table, clock: list[float]
) -> None:
    assert keeps(people.keeper, table)
    clock[0] = app.permanent_session_lifetime.total_seconds() + 60
    assert not keeps(people.keeper, table)


def test_files_that_all_may_keep_set_no_cookie(
    people: People, table: Table, clock: list[float]
) -> None:
    keeps(people.keeper, table)
    clock[0] = 2 * RENEWED_AFTER
    for address in ("/static/js/offline.js", "/sw.js", "/offline"):
        with people.keeper.get(address) as answer:
            assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False), address

"""Times are those of the zone of the phone that made the table."""

import pytest
from flask.testing import FlaskClient

from companion.export.game import written
from companion.export.read_game import read_game
from companion.game.times import known_zone, local_time, zone_told
from companion.store import Store, Table
from companion.store.games import bring_in, history
from tests.stored import as_it_is_now
from tests.web.conftest import Post
from tests.web.play import close

FORM = {
    "edition": "classic-uk",
    "player-0": "Ann",
    "player-1": "Bob",
    "target": "200",
    "do": "make",
}
EVENING = "2026-11-21T18:05:00Z"


def made(post: Post, store: Store, zone: str) -> Table:
    """The table that a phone makes which sends this zone."""
    answer = post("/tables/new", {**FORM, "zone": zone})
    assert answer.status_code == 303
    (table,) = store.tables()
    return table


@pytest.fixture
def kiritimati(post: Post, store: Store) -> Table:
    """A table where it is fourteen hours later than in UTC; one deal, at six in the evening, ended
    its game."""
    table = made(post, store, "Pacific/Kiritimati")
    with store.writing() as db:
        db.execute("UPDATE tables SET created_at = ?", [EVENING])
    close(store, table, "Ann", {"Ann": "red"})
    with store.writing() as db:
        db.execute("UPDATE actions SET at = ?", [EVENING])
        db.execute("UPDATE tables SET last_at = ?", [EVENING])
    return as_it_is_now(store, table)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        pytest.param("Europe/London", "Europe/London", id="a-zone"),
        pytest.param("UTC", "UTC", id="utc"),
        pytest.param("", "", id="without-javascript"),
        pytest.param("Mars/Olympus", "", id="unknown"),
        pytest.param("../../etc/passwd", "", id="a-path"),
    ],
)
def test_the_zone_that_the_phone_sends(post: Post, store: Store, sent: str, kept: str) -> None:
    assert made(post, store, sent).zone == kept


def test_a_form_that_is_shown_again_still_has_the_zone(post: Post) -> None:
    page = post("/tables/new", {**FORM, "zone": "Asia/Tokyo", "do": "add"}).text
    assert '<input type="hidden" name="zone" value="Asia/Tokyo">' in page


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/t/{code}/summary", "22 Nov 2026"),
        ("/t/{code}/summary", "08:05"),
        ("/t/{code}/deals/1", "22 Nov, 08:05"),
        ("/", "22 Nov 2026"),
        ("/games", "22 Nov 2026"),
        ("/player?name=Ann", "22 Nov 2026"),
        ("/t/{code}/deals.csv", "2026-11-22 08:05:00"),
        ("/t/{code}/deals.csv?semicolons=1", "Pacific/Kiritimati"),
    ],
)
def test_the_zone_of_the_table_is_told(
    client: FlaskClient, kiritimati: Table, address: str, told: str
) -> None:
    answer = client.get(address.format(code=kiritimati.code))
    assert told in answer.text
    assert "21 Nov" not in answer.text


def test_the_zone_goes_along(post: Post, store: Store, kiritimati: Table) -> None:
    post(f"/t/{kiritimati.code}/rematch")
    assert [table.zone for table in store.tables()] == ["Pacific/Kiritimati"] * 2
    other = Store(":memory:")
    game = read_game(written(history(store, kiritimati)))
    assert bring_in(other, game).zone == "Pacific/Kiritimati"
    other.close()


def test_a_zone_that_this_machine_does_not_know() -> None:
    """As on a system without a list of zones: the machine's own is taken, and told by its hours."""
    assert known_zone("Mars/Olympus") is None
    assert local_time(EVENING, "Mars/Olympus") == local_time(EVENING, "")
    told = zone_told(EVENING, "Mars/Olympus")
    assert told == f"UTC{local_time(EVENING, ''):%z}"[:6] + ":" + told[-2:]
    assert zone_told(EVENING, "Europe/London") == "Europe/London"

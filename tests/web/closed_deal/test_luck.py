"""The luck of a reward on the page of its deal: asked for after the page, counted once, kept."""

import re

import pytest
from flask.testing import FlaskClient

from companion.game import luck
from companion.rules.luck.reward import RewardLuck
from companion.store import Store, Table
from companion.store.games import delete, purge_expired
from companion.store.reward_luck import keep_luck, luck_of_table
from tests.stored import store_otherwise
from tests.web.conftest import FRAGMENT, MakeTable
from tests.web.play import close, correct, entry_of

# Bob lays down all but eight cards, so the 56 draws are counted in no time. With Dark Blue alone a
# draw brings 400 for the token and 200 for GO: 21 draws have both, 15 a token only, 15 a GO only.
HELD = (
    "old-kent-road whitechapel-road the-angel-islington pentonville-road pall-mall "
    "northumberland-avenue marlborough-street vine-street trafalgar-square leicester-square "
    "coventry-street regent-street oxford-street bond-street kings-cross-station "
    "marylebone-station fenchurch-street-station liverpool-street-station electric-company "
    "water-works house-1*5 house-2*4 house-3*3 house-4*2 hotel*2 token*5 chance*2 go*3 "
    "mr-monopoly*4"
)
TOLD = "On average it would have brought"


@pytest.fixture
def table(make_table: MakeTable, store: Store) -> Table:
    """A table whose first deal had a token as its reward."""
    table = make_table("classic-uk", ("Ann", "Bob"))
    close(store, table, "Ann", {"Ann": "dark-blue", "Bob": HELD}, reward="token strand")
    return table


def text(page: str) -> str:
    """What a page says, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", "", page).split())


def test_the_page_of_the_deal_asks_for_it(client: FlaskClient, table: Table) -> None:
    page = client.get(f"/t/{table.code}/deals/1").text
    assert f'hx-get="/t/{table.code}/deals/1/luck"' in page
    assert f'href="/t/{table.code}/deals/1/luck"' in page  # without JavaScript
    assert TOLD not in page


def test_what_is_told(client: FlaskClient, table: Table) -> None:
    part = text(client.get(f"/t/{table.code}/deals/1/luck", headers=FRAGMENT).text)
    brings = {600: 20, 400: 15, 200: 15, 0: 6}
    assert sum(brings.values()) == 56
    average = round(sum(amount * draws for amount, draws in brings.items()) / 56)
    assert f"The reward brought £400. On average it would have brought £{average}." in part
    assert "Better than 37% of all 56 rewards that could have been drawn." in part
    assert "8 cards were in no hand; every way to draw 5 of them is counted." in part
    page = client.get(f"/t/{table.code}/deals/1/luck").text
    assert part in text(page)
    assert f'href="/t/{table.code}/deals/1"' in page


def test_it_is_counted_once_and_then_on_the_page(
    client: FlaskClient, store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get(f"/t/{table.code}/deals/1/luck", headers=FRAGMENT).text
    monkeypatch.delattr(luck, "reward_luck")
    assert client.get(f"/t/{table.code}/deals/1/luck", headers=FRAGMENT).text == first
    assert TOLD in client.get(f"/t/{table.code}/deals/1").text


def test_a_correction_has_its_own(client: FlaskClient, store: Store, table: Table) -> None:
    client.get(f"/t/{table.code}/deals/1/luck")
    entry = entry_of(store, table, "Ann", {"Ann": "dark-blue", "Bob": HELD}, reward="go token")
    correct(store, table, entry)
    assert TOLD not in client.get(f"/t/{table.code}/deals/1").text
    assert "brought £600." in text(client.get(f"/t/{table.code}/deals/1/luck").text)


def test_a_disk_that_cannot_be_written(client: FlaskClient, store: Store, table: Table) -> None:
    store.db.conn.execute("PRAGMA query_only = ON").close()
    assert TOLD in client.get(f"/t/{table.code}/deals/1/luck").text
    assert luck_of_table(store, table) == {}


def test_it_goes_with_its_table(store: Store, table: Table) -> None:
    (deal,) = store.deals(table)
    some = RewardLuck(brought=0, draws=1, less=0, same=1, total=0)
    keep_luck(store, table, deal.id, some)
    assert luck_of_table(store, table) == {deal.id: some}
    delete(store, table)
    now = store.clock()
    store.clock = lambda: now.replace(year=now.year + 1)
    assert purge_expired(store) == 1
    keep_luck(store, table, deal.id, some)  # a page that was still counting
    assert luck_of_table(store, table) == {}


@pytest.mark.parametrize(
    ("edition", "players", "hands", "reward", "out"),
    [
        pytest.param("winning-moves-2017", 2, {"Ann": "dark-blue"}, "", "Ann", id="2017"),
        pytest.param("express", 2, {"Ann": "brown"}, "", None, id="express"),
        pytest.param("classic-uk", 5, {"Ann": "dark-blue"}, "go", "Ann", id="five-players"),
        pytest.param("classic-uk", 2, {}, "", None, id="nobody-went-out"),
        pytest.param("classic-uk", 2, {"Ann": "strand"}, "go", "Ann", id="let-stand"),
    ],
)
def test_nothing_is_asked_where_nothing_can_be_told(
    client: FlaskClient, store: Store, make_table: MakeTable,
    edition: str, players: int, hands: dict[str, str], reward: str, out: str | None,
) -> None:  # fmt: skip
    table = make_table(edition, ("Ann", "Bob", "Cem", "Dee", "Eve")[:players])
    close(store, table, out, hands, reward=reward, let_stand=hands == {"Ann": "strand"})
    assert "luck" not in client.get(f"/t/{table.code}/deals/1").text
    assert "There is nothing to tell" in client.get(f"/t/{table.code}/deals/1/luck").text


def test_a_deal_that_was_paid_otherwise(client: FlaskClient, store: Store, table: Table) -> None:
    """An older version paid it by other rules, and what was paid stays paid."""
    store_otherwise(store, "json_set(settlement, '$.payouts.Ann', 50)")
    assert "There is nothing to tell" in client.get(f"/t/{table.code}/deals/1/luck").text


def test_no_such_deal(client: FlaskClient, table: Table) -> None:
    assert client.get(f"/t/{table.code}/deals/2/luck").status_code == 404

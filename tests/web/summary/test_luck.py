"""The luck of a game on its summary: places of hands, rewards, hands that were wiped out."""

import pytest
from flask.testing import FlaskClient

from companion.game.luck import luck_of_game, luck_of_reward
from companion.store import Store, Table
from companion.store.reward_luck import luck_of_table
from companion.web.summary.luck import luck_table
from tests.stored import store_otherwise
from tests.web.conftest import MakeTable
from tests.web.pages import text_of
from tests.web.play import close

# Ten cards: one of the best hands there is, and one of the poorest.
GOOD = "dark-blue h1 h2 h3 h4 token*3 go"
POOR = "brown go*4 mm*4"


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take longer than a page may; a person taps “Count the rest” then."""
    monkeypatch.setattr("companion.web.summary.routes.COUNTED_FOR", 60)


@pytest.fixture
def table(make_table: MakeTable, store: Store) -> Table:
    """Ann went out twice, Bob once; Cem was caught with a red set in his hand, and with nothing."""
    table = make_table("classic-uk", ("Ann", "Bob", "Cem"), options={"target": 90_000})
    close(store, table, "Ann", {"Ann": GOOD, "Cem": "red chance"}, reward="hotel")
    close(store, table, "Bob", {"Bob": f"{POOR[:-1]}3 chance", "Cem": "chance"})
    close(store, table, "Ann", {"Ann": POOR}, reward="h1")
    return table


def cells(store: Store, table: Table) -> dict[str, dict[str, str]]:
    """The table as it is told: by name, the cells by their heads."""
    edition, deals = table.edition, store.deals(table)
    counted = luck_of_table(store, table)
    told = luck_table(edition, luck_of_game(edition, table.players, deals, counted))
    assert told is not None
    return {name: {head: row[head] for head in told["heads"]} for name, row in told["rows"].items()}


def test_what_is_told_of_each_player(store: Store, table: Table) -> None:
    deals = store.deals(table)
    counted = [luck for deal in deals if (luck := luck_of_reward(store, table, deal))]
    assert len(counted) == 3
    told = cells(store, table)
    assert told["Ann"]["Went out"] == "2"
    assert told["Ann"]["Hands better than"] == "99.6%, 4%"
    assert [told[name]["Others went out"] for name in table.players] == ["1", "2", "3"]
    assert [told[name]["Wiped out"] for name in table.players] == ["–", "–", "2 (£250)"]
    assert told["Ann"]["Rewards brought"] == f"£{4 * 500 + 50:,}"
    average = sum(counted[n].total / counted[n].draws for n in (0, 2))
    assert told["Ann"]["On average"] == f"£{round(average):,}"
    assert told["Cem"]["Rewards brought"] == "–"


def test_what_is_not_counted_yet_is_counted_when_asked_for(
    client: FlaskClient, store: Store, table: Table
) -> None:
    address, link = f"/t/{table.code}/summary", f'href="/t/{table.code}/summary/luck"'
    before = client.get(address).text
    assert link in before
    assert "£2,050" not in before
    assert "£2,050" in client.get(f"{address}/luck").text
    after = client.get(address).text
    assert "£2,050" in after
    assert link not in after


def test_a_long_game_is_counted_bit_by_bit(
    client: FlaskClient, store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One page for a game of 150 deals took longer than a process of a server may."""
    monkeypatch.setattr("companion.web.summary.routes.COUNTED_FOR", 0)
    pages = [client.get(f"/t/{table.code}/summary/luck").text for _ in range(3)]
    assert "£2,000 (1 of 2)" in pages[0]
    assert ["Count the rest" in page for page in pages] == [True, True, False]
    assert "£2,050" in pages[2]


def test_a_reward_that_cannot_be_counted_is_not_promised(
    client: FlaskClient, store: Store, table: Table
) -> None:
    """The program would pay this deal otherwise today."""
    store_otherwise(store, "json_set(settlement, '$.payouts.Cem', 12350)")
    assert "Count the rest" not in client.get(f"/t/{table.code}/summary/luck").text


def test_a_disk_that_cannot_be_written(client: FlaskClient, store: Store, table: Table) -> None:
    store.db.conn.execute("PRAGMA query_only = ON").close()
    assert "£2,050" in client.get(f"/t/{table.code}/summary/luck").text


@pytest.mark.parametrize(
    ("edition", "out", "caught", "told"),
    [
        pytest.param(
            "classic-uk",
            "dark-blue",
            "red chance mr-monopoly*2",
            "would have paid without Chance (Mr. Monopoly not counted).",
            id="classic",
        ),
        pytest.param(
            "winning-moves-2017",
            "dark-blue",
            "red go-to-jail free-parking*2",
            "would have paid without Go To Jail (the jackpot not counted).",
            id="2017",
        ),
    ],
)
def test_what_is_not_counted_in_what_a_hand_would_have_paid_is_said(
    client: FlaskClient, store: Store, make_table: MakeTable,
    edition: str, out: str, caught: str, told: str,
) -> None:  # fmt: skip
    table = make_table(edition, ("Ann", "Bob"))
    close(store, table, "Ann", {"Ann": out, "Bob": caught}, let_stand=True)
    page = text_of(client.get(f"/t/{table.code}/summary/luck"))
    assert f" 1 ({table.edition.amount(250)}) " in page
    assert told in page


def test_2017_has_no_rewards_and_a_jail(store: Store, make_table: MakeTable) -> None:
    table = make_table("winning-moves-2017", ("Ann", "Bob"))
    close(store, table, "Ann", {"Ann": "dark-blue go*3", "Bob": "red go-to-jail"}, let_stand=True)
    assert cells(store, table) == {
        "Ann": {"Went out": "1", "Others went out": "–", "In jail": "–"},
        "Bob": {"Went out": "–", "Others went out": "1", "In jail": "1 ($250)"},
    }


@pytest.mark.parametrize(
    ("edition", "out", "hands"),
    [
        pytest.param("express", None, {"Ann": "brown"}, id="nobody-goes-out-in-express"),
        pytest.param("classic-uk", None, {}, id="nobody-went-out"),
        pytest.param("classic-uk", "", {}, id="no-deal"),
    ],
)
def test_nothing_to_tell(
    client: FlaskClient, store: Store, make_table: MakeTable,
    edition: str, out: str | None, hands: dict[str, str],
) -> None:  # fmt: skip
    table = make_table(edition, ("Ann", "Bob"))
    if out is None:
        close(store, table, out, hands)
    assert "The luck of the game" not in client.get(f"/t/{table.code}/summary").text
    assert "nothing to tell" in client.get(f"/t/{table.code}/summary/luck").text


def test_deals_after_the_end_do_not_count(client: FlaskClient, store: Store, table: Table) -> None:
    with store.writing() as db:
        db.execute("UPDATE tables SET options = ?", ['{"target": 1000}'])
    page = client.get(f"/t/{table.code}/summary/luck").text
    assert 'data-head="Went out">1<' in page
    assert 'data-head="Went out">2<' not in page

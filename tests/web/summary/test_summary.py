"""The summary: what it tells of a game, at every stage of it and for every kind of edition."""

import re
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game import correction
from companion.rules.deal import Deal
from companion.store import Store, Table
from companion.store.rulings import record, take_back
from companion.web.summary import page as summary_page
from companion.web.summary.paper import Paper
from companion.web.summary.routes import summary_of
from tests.stored import known_table, struck_out
from tests.web.conftest import MakeTable, plain_text
from tests.web.pages import text_of
from tests.web.play import close, entry_of


def shown(client: FlaskClient, table: Table) -> str:
    response = client.get(f"/t/{table.code}/summary")
    assert response.status_code == 200
    return text_of(response)


def page_of(app: Flask, table: Table) -> summary_page.Summary:
    """The summary of a table."""
    with app.app_context():
        return summary_of(known_table(app.extensions["store"], table.code))


def deals_of(client: FlaskClient, table: Table) -> list[list[str]]:
    """The list of every deal: the texts of each row's cells, on one line each."""
    page = client.get(f"/t/{table.code}/summary").text
    (listed,) = re.findall(
        r'<table class="figures-table every-deal.*?<tbody>(.*?)</tbody>', page, re.S
    )
    rows = re.findall(r"<tr.*?</tr>", listed, re.S)
    return [
        [plain_text(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)] for row in rows
    ]


@pytest.fixture
def played(store: Store, table: Table) -> Table:
    """Ann 7,900 and Bob 150; then Dee 400 and Ann 50, with Cem caught."""
    close(
        store,
        table,
        "Ann",
        {"Ann": "dark-blue, h1, h2, h3, token*2, go, chance*2", "Bob": "light-blue, h2, mm"},
    )
    close(store, table, "Dee", {"Dee": "orange, go", "Ann": "go", "Cem": "chance, mm*2"})
    return table


GO_FOUND = "a GO was under the board"


def correct(
    store: Store, table: Table, number: int, entry: Deal | None, why: str = GO_FOUND
) -> None:
    """A correction as the page makes it; None strikes the deal out."""
    deals = store.deals(table)
    plan = correction.plan(table, deals, number, entry, let_stand=True)
    store.correct(
        table,
        number=number,
        reason=why,
        changes=plan.changes,
        token=f"correct-{number}-{entry is None}",
    )


def test_before_the_first_deal(client: FlaskClient, app: Flask, table: Table) -> None:
    told = shown(client, table)
    assert "No deal yet Play until somebody has £10,000. Players Place Player Total Ann £0" in told
    assert "Best hand" not in told
    assert told.count("£0") == 4
    assert "every-deal" not in client.get(f"/t/{table.code}/summary").text
    page = page_of(app, table)
    assert page.final.best is None
    assert page.played.span is None


def test_what_is_counted_of_every_player(app: Flask, played: Table) -> None:
    page = page_of(app, played)
    assert list(page.facts("Ann")) == ["Best hand", "Went out", "Wiped out", "Mr. Monopoly"]
    # In the first deal Bob has the only Mr. Monopoly; in the second Cem, who was caught.
    assert {name: [*page.facts(name).values()][1:] for name in played.players} == {
        "Ann": ["1", "–", "–"],
        "Bob": ["–", "–", "1"],
        "Cem": ["–", "1", "–"],
        "Dee": ["1", "–", "–"],
    }
    assert page.parts["Ann"].best_deal == 1
    assert page.facts("Cem")["Best hand"] == "–"


def test_of_equal_hands_the_first_is_the_hand_of_the_night_and_all_are_named(
    app: Flask, client: FlaskClient, store: Store, table: Table
) -> None:
    close(store, table, "Bob", {"Bob": "yellow", "Ann": "go"})
    close(store, table, "Ann", {"Ann": "yellow"})
    best = page_of(app, table).final.best
    assert best is not None
    assert (best.player, best.deal.number) == ("Bob", 1)
    assert best.also == "Paid as much: Ann, deal 2"
    assert best.also in shown(client, table)
    assert best.also in client.get(f"/t/{table.code}/sheet.svg").text
    for goer in ("Ann", "Bob", "Ann"):
        close(store, table, goer, {goer: "yellow"})
    named = "Paid as much: Ann, deal 2; Ann, deal 3; Bob, deal 4; and 1 more"
    assert named in shown(client, table)


def test_nobody_was_ever_paid(client: FlaskClient, app: Flask, store: Store, table: Table) -> None:
    close(store, table, None, {"Ann": "go"})
    assert page_of(app, table).final.best is None
    assert deals_of(client, table)[0][2:] == ["– 0"] * 4
    assert "hand of the night" not in shown(client, table)


def test_an_amount_stays_behind_a_name_that_is_written_from_the_right(
    app: Flask, store: Store, make_table: MakeTable
) -> None:
    first, second = "אבי", "שרה"
    table = make_table("classic-uk", [first, second], {"target": 300})
    for _ in range(2):
        close(store, table, first, {first: "yellow"})
    after = page_of(app, table).after
    assert after.endswith(f"With it: \u2068{first}\u2069 £600, \u2068{second}\u2069 £0.")


def test_the_winner_and_what_came_afterwards(
    client: FlaskClient, app: Flask, store: Store, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"], {"target": 1000})
    close(store, table, "Bob", {"Bob": "dark-blue, h1, h2, go"})
    close(store, table, "Ann", {"Ann": "dark-blue, h1, h2, h3, h4, hotel, token*4"})
    page = page_of(app, table)
    assert page.title == "Bob wins!"
    assert page.final.ranking == [(1, "Bob"), (2, "Ann")]
    after = "Deal 2 was played after the game was won, so the places stay. With it: "
    assert page.after == f"{after}Ann £12,500, Bob £1,400."
    assert [*page.facts("Bob").values()] == ["£1,400", "1", "–", "–"]
    assert {*page.facts("Ann").values()} == {"–"}
    assert page.final.best is not None
    assert (page.final.best.player, page.final.best.amount) == ("Bob", "£1,400")
    html = client.get(f"/t/{table.code}/summary").text
    assert "After 1 deal: Bob £1,400, Ann £0." in html
    assert [row[0][:3] for row in deals_of(client, table)] == ["1 A", "(2)"]
    told = shown(client, table)
    assert "Bob wins! £1,400 The target was" in told
    assert "1 Bob ★ won £1,400" in told
    assert "2 Ann £0" in told
    assert "( ) after the game was won." in told


@pytest.mark.parametrize(
    ("players", "deals", "reason", "pays", "two_sheets"),
    [
        pytest.param("Ann Ben", 17, "", 50, False, id="two players"),
        pytest.param("Ann Ben", 18, "", 50, True, id="two players, too many deals"),
        pytest.param("Ann Ben Cem Dee", 17, "", 5_000, False, id="large amounts"),
        pytest.param("Ann Ben Cem Dee", 15, "", 20_000, True, id="amounts of two lines"),
        pytest.param("Ann Ben Cem Dee", 15, GO_FOUND, 50, False, id="a reason"),
        pytest.param("Ann Ben Cem Dee", 15, "so we said " * 18, 50, True, id="a long reason"),
    ],
)
def test_the_deals_get_a_sheet_of_their_own_before_the_first_one_is_full(
    app: Flask,
    store: Store,
    make_table: MakeTable,
    players: str,
    deals: int,
    reason: str,
    pays: int,
    two_sheets: bool,
) -> None:
    """The rules in force stood alone on a second sheet: the chart beside two players is as high as
    four, and a reason was two lines, however long; a deal was one, however large its amounts."""
    options = {"target": None, "deals": 20, "values": {"brown": pays}}
    table = make_table("classic-uk", players.split(), options)
    for _ in range(deals):
        close(store, table, "Ben", {"Ben": "brown"})
    if reason:
        correct(store, table, 2, entry_of(store, table, "Ben", {"Ben": "orange"}), reason)
    assert Paper(page_of(app, table)).two_sheets is two_sheets


def test_two_win_together(
    app: Flask, client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("express", ["Ann", "Bob"], {"target": 6})
    close(store, table, None, {"Ann": "yellow", "Bob": "railroads brown"}, stopped_early=True)
    page = page_of(app, table)
    assert page.title == "Ann and Bob win together!"
    assert page.final.ranking == [(1, "Ann"), (1, "Bob")]
    assert page.facts("Ann") == {"Best round": "6 points", "Monopolies": "1"}
    assert page.facts("Bob") == {"Best round": "6 points", "Monopolies": "2"}
    assert deals_of(client, table)[0][2] == "stopped"


def test_2017_counts_jackpots_and_jail(
    app: Flask, client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("winning-moves-2017", ["Eve", "Fay", "Gus"])
    close(store, table, "Eve", {"Eve": "dark-blue, fp*2", "Fay": "gtj", "Gus": "fp"})
    close(store, table, "Eve", {"Eve": "dark-blue"})
    page = page_of(app, table)
    assert list(page.facts("Eve")) == ["Best hand", "Went out", "In jail", "Jackpots"]
    facts = {name: [*page.facts(name).values()][1:] for name in table.players}
    assert facts == {"Eve": ["2", "–", "1"], "Fay": ["–", "1", "–"], "Gus": ["–"] * 3}
    assert page.money == ["The jackpot under the Bank is $1,000."]
    assert [row[-1] for row in deals_of(client, table)] == ["500", "1,000"]


@pytest.mark.parametrize(("taken", "left"), [(True, "0"), (False, "1,500")])
def test_2017_after_the_end_nothing_is_left_where_the_jackpot_was_taken(
    app: Flask, client: FlaskClient, store: Store, make_table: MakeTable, taken: bool, left: str
) -> None:
    """The $500 for a round that is not played were called the jackpot under the Bank."""
    table = make_table("winning-moves-2017", ["Eve", "Fay"], {"target": None, "deals": 2})
    close(store, table, "Eve", {"Eve": "dark-blue"})
    close(store, table, "Eve", {"Eve": "dark-blue, fp" if taken else "dark-blue"})
    told = [] if taken else ["Nobody took the last jackpot: $1,500."]
    assert page_of(app, table).money == told
    assert [row[-1] for row in deals_of(client, table)] == ["1,000", left]
    scores = text_of(client.get(f"/t/{table.code}/"))
    assert ("Jackpot under the Bank" in scores) is not taken


@pytest.mark.parametrize(
    ("edition", "told"),
    [
        (
            "classic-uk",
            (
                "If nobody goes out, nobody is paid.",
                "Chance cards alone may not make a set.",
                "Players tied at the end win together.",
                "Orange £200, a house £200",
            ),
        ),
        (
            "winning-moves-2017",
            ("The jackpot begins with $500.", "The jackpot grows by $500.", "Hotel $"),
        ),
        (
            "express",
            (
                "Players tied at the end win together.",
                "Railroads ",
                "Bonus for Brown and Light Blue 5",
            ),
        ),
    ],
)
def test_all_rules_and_amounts_in_force_are_told(
    client: FlaskClient, make_table: MakeTable, edition: str, told: tuple[str, ...]
) -> None:
    page = shown(client, make_table(edition, ["Ann", "Bob", "Cem"]))
    for one in told:
        assert one in page


def test_names_that_are_cut_alike_are_told_apart_by_a_pawn(
    client: FlaskClient, played: Table
) -> None:
    """The dealer's stands beside each deal, on a phone beside its number: Ann, then Bob."""
    page = client.get(f"/t/{played.code}/summary").text
    rows = re.findall(r'<tr>\n<th scope="row">\d .*?</tr>', page, re.S)
    assert [re.findall(r'class="pawn seat-(\d)"', row) for row in rows] == [
        ["0", "0"],
        ["1", "1"],
    ]


def test_a_correction_says_when_why_and_what_changed(
    app: Flask, client: FlaskClient, store: Store, played: Table
) -> None:
    entry = entry_of(store, played, "Dee", {"Dee": "orange, go*2", "Ann": "go"})
    correct(store, played, 2, entry)
    (note,) = page_of(app, played).corrections
    assert note.title == "Deal 2: corrected"
    assert note.why == "a GO was under the board"
    assert note.lines == ("Dee £400 → £600.",)
    told = shown(client, played)
    assert "“ a GO was under the board ”" in told
    assert "✎ corrected later." in told


def test_a_struck_deal_and_one_that_was_put_back(
    app: Flask, client: FlaskClient, store: Store, played: Table
) -> None:
    before = store.deals(played)[0].entry
    correct(store, played, 1, None)
    page = page_of(app, played)
    assert deals_of(client, played)[0] == ["1", "Struck out: does not count"]
    assert page.corrections[0].title == "Deal 1: struck out"
    assert page.corrections[0].lines == ("It does not count.",)
    told = shown(client, played)
    assert "Struck out: does not count" in told
    assert "Deal 1: struck out , “ a GO was under the board ”. It does not count." in told
    struck = struck_out(store, played)[0]
    plan = correction.plan(played, store.deals(played), 1, before, let_stand=True, struck=struck)
    store.correct(played, number=1, reason="it was right", changes=plan.changes, token="back")
    titles = [note.title for note in page_of(app, played).corrections]
    assert titles == ["Deal 1: struck out", "Deal 1: put back"]


def test_a_correction_with_later_jackpots_is_one_note(
    app: Flask, store: Store, make_table: MakeTable
) -> None:
    table = make_table("winning-moves-2017", ["Eve", "Fay"])
    close(store, table, "Eve", {"Eve": "dark-blue"})
    close(store, table, "Eve", {"Eve": "dark-blue, fp"})
    correct(store, table, 1, entry_of(store, table, "Eve", {"Eve": "dark-blue, fp"}))
    (note,) = page_of(app, table).corrections
    assert note.title == "Round 1: corrected"
    assert note.lines == ("Eve $400 → $900.", "Round 2: Eve $1,400 → $900.")


def test_rulings_are_told_and_those_taken_back_are_not(
    app: Flask, client: FlaskClient, store: Store, played: Table
) -> None:
    deal = store.deals(played)[0]
    for outcome, note in (("upheld", ""), ("agreed", "it was late")):
        kept = record(
            store,
            played,
            deal_id=deal.id,
            player="Ann",
            outcome=outcome,  # type: ignore[arg-type]
            note=note,
            ruling="May go out: £7,900.\nhttp://somewhere/referee?…",
            token=outcome,
        )
    told = shown(client, played)
    assert "Deal 1, Ann’s hand: the ruling stands . May go out: £7,900." in told
    assert "Deal 1, Ann’s hand: the table agreed otherwise , “ it was late ”" in told
    assert "somewhere" not in told
    take_back(store, played, kept.id, "back")
    assert len(page_of(app, played).rulings) == 1


def test_a_ruling_of_before_a_correction_says_so(
    app: Flask, client: FlaskClient, store: Store, played: Table
) -> None:
    """What it says the hand pays is no longer what was paid."""
    for number in (1, 2):
        deal = next(deal for deal in store.deals(played) if deal.number == number)
        record(
            store, played, deal_id=deal.id, player="Ann", outcome="upheld", note="",
            ruling="May go out: £7,900.", token=f"ruled{number}",
        )  # fmt: skip
    before = ", before the deal was changed"
    assert not any(before in one.when for one in page_of(app, played).rulings)
    correct(store, played, 2, entry_of(store, played, "Dee", {"Dee": "orange, go*2"}))
    first, second = page_of(app, played).rulings
    assert before not in first.when
    assert second.when.endswith(before)
    assert before in text_of(client.get(f"/t/{played.code}/deals/2"))
    assert before not in text_of(client.get(f"/t/{played.code}/deals/1"))
    store.undo(played, token="undo")
    assert before not in page_of(app, played).rulings[1].when


def local(*parts: int) -> str:
    """A time of this machine's zone as the store keeps it."""
    return datetime(*parts).astimezone().astimezone(UTC).isoformat()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("start", "end", "span", "lasted"),
    [
        pytest.param((19, 2), (2026, 11, 21, 21, 40), "19:02 to 21:40", "2 hours 38 minutes"),
        pytest.param((19, 0), (2026, 11, 21, 20, 1), "19:00 to 20:01", "1 hour 1 minute"),
        pytest.param((19, 0), (2026, 11, 21, 21, 0), "19:00 to 21:00", "2 hours"),
        pytest.param(
            (19, 2, 50),
            (2026, 11, 21, 19, 8, 10),
            "19:02 to 19:08",
            "6 minutes",
            id="from minute to minute, as it is told",
        ),
        pytest.param(
            (23, 0),
            (2026, 11, 22, 0, 30),
            "23:00 to 22 Nov 2026, 00:30",
            "1 hour 30 minutes",
            id="past midnight",
        ),
        pytest.param(
            (22, 0),
            (2026, 11, 22, 11, 0),
            "22:00 to 22 Nov 2026, 11:00",
            None,
            id="paused overnight",
        ),
    ],
)
def test_when_it_was_played(
    start: tuple[int, int], end: tuple[int, ...], span: str, lasted: str | None
) -> None:
    shown = summary_page.played(local(2026, 11, 21, *start), local(*end), "")
    assert (shown.span, shown.lasted) == (span, lasted)
    assert shown.days == "21 Nov 2026" + (" to 22 Nov 2026" if end[2] == 22 else "")


@pytest.mark.parametrize(
    ("start", "end", "span", "lasted"),
    [
        pytest.param(
            "2026-10-24T22:30:00Z", "2026-10-25T02:30:00Z", "23:30", "4 hours", id="clocks-back"
        ),
        pytest.param(
            "2026-10-25T00:50:00Z", "2026-10-25T01:10:00Z", "01:50", "20 minutes", id="hour-twice"
        ),
        pytest.param(
            "2026-03-29T00:00:00Z", "2026-03-29T02:00:00Z", "00:00", "2 hours", id="clocks-on"
        ),
    ],
)
def test_how_long_it_took_in_the_night_when_the_clocks_change(
    start: str, end: str, span: str, lasted: str
) -> None:
    shown = summary_page.played(start, end, "Europe/London")
    assert (shown.span or "").startswith(f"{span} to ")
    assert shown.lasted == lasted


def test_a_deal_after_the_end_does_not_lengthen_the_game(
    app: Flask, store: Store, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob", "Cem"], {"target": 300})
    close(store, table, "Bob", {"Bob": "orange"})
    close(store, table, "Ann", {"Ann": "brown"})
    correct(store, table, 1, None)
    close(store, table, "Bob", {"Bob": "dark-blue"})
    told = page_of(app, table).played
    close(store, table, "Ann", {"Ann": "brown"})
    with store.writing() as db:
        newest = "(SELECT max(id) FROM actions)"
        db.execute(f"UPDATE actions SET at = '2030-01-01T00:00:00Z' WHERE id = {newest}")
    page = page_of(app, table)
    assert page.after
    assert page.played == told


def test_a_tie_that_is_played_on_is_told(app: Flask, store: Store, make_table: MakeTable) -> None:
    """It said to play the deals that were played."""
    options = {"target": None, "deals": 2, "tie": "play-on"}
    table = make_table("classic-uk", ["Ann", "Bob"], options)
    close(store, table, "Ann", {"Ann": "orange"})
    assert page_of(app, table).because == "Play 2 deals (1 to go)."
    close(store, table, "Bob", {"Bob": "orange"})
    page = page_of(app, table)
    assert page.because == "Ann and Bob are tied at the top with £200. Play one more deal."


def test_an_undone_correction_is_not_told(app: Flask, store: Store, played: Table) -> None:
    correct(store, played, 2, entry_of(store, played, "Dee", {"Dee": "orange, go*2"}))
    store.undo(played, token="undo")
    assert page_of(app, played).corrections == ()

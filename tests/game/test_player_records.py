"""What came of games and what people did in them: worked examples, and a plain recount from the
files."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, zip_longest
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.export import game as export
from companion.game import player_records
from companion.game.player_records import Against, Played, Record, Tally, career
from companion.names import Aliases, Renaming, name_key
from companion.rules import ledger
from companion.rules.edition_file import load
from companion.rules.plain import write
from companion.store import Store, Table, people
from companion.store.columns import json_text
from companion.store.games import history
from companion.store.results import Part, Result, result_of
from companion.store.sheets import sheet_of
from tests.games import Game as Plan
from tests.games import games
from tests.often import times
from tests.stored import Clock, as_it_is_now
from tests.web.conftest import table_maker
from tests.web.play import close

# --- one game ------------------------------------------------------------------------------------


@pytest.fixture
def store() -> Store:
    return Store(":memory:", clock=Clock())


def table(store: Store, edition: str, *players: str, **options: Any) -> Table:
    return table_maker(store)(edition, players, options)


def kept(store: Store, table: Table) -> Result:
    """What came of the game of a table, as its row has it. It is what its deals say."""
    deals = store.deals(table)
    sheet = ledger.sheet(table.edition, table.players, deals, table.first_dealer)
    found = as_it_is_now(store, table).result
    assert found == result_of(table.edition, sheet, deals)
    return found


def test_the_result_of_a_game(store: Store) -> None:
    """Payouts, going out, a hand caught with Chance, the award, the sets of everybody."""
    one = table(store, "classic-uk", "Ann", "Bob", "Cem", target=2000)
    close(store, one, "Ann", {"Ann": "red mm*2", "Bob": "brown", "Cem": "chance"})
    close(store, one, "Bob", {"Ann": "red", "Bob": "dark-blue h1 h2", "Cem": ""})
    found = kept(store, one)
    ann, bob, cem = found.parts
    assert (found.deals, found.over, found.next_dealer) == (2, False, "Cem")
    assert [part.name for part in found.first] == ["Ann"]
    assert (ann.name, ann.out, ann.wiped_out, ann.awards, ann.jackpots) == ("Ann", 1, 0, 1, 0)
    assert (bob.out, bob.wiped_out, cem.out, cem.wiped_out) == (1, 0, 0, 1)
    assert (ann.sets, bob.sets, cem.sets) == ({"red": 2}, {"brown": 1, "dark-blue": 1}, {})
    assert ann.final == 250 + 1000 + 250
    assert (ann.best, ann.best_deal, bob.best, bob.best_deal) == (1250, 1, 1200, 2)
    assert (cem.best, cem.best_deal) == (0, 1)


def test_before_the_first_deal(store: Store) -> None:
    found = kept(store, table(store, "express", "Ann", "Bob"))
    assert (found.deals, found.over, found.next_dealer, found.first) == (0, False, "Ann", [])
    assert [(part.final, part.best, part.best_deal) for part in found.parts] == [(0, 0, None)] * 2


def test_what_is_played_after_the_end_is_in_no_record(store: Store) -> None:
    one = table(store, "classic-uk", "Ann", "Bob", deals=1, target=None)
    close(store, one, "Ann", {"Ann": "red"})
    ended = kept(store, one)
    assert (ended.over, ended.deals, [part.name for part in ended.first]) == (True, 1, ["Ann"])
    assert [part.final for part in ended.parts] == [250, 0]
    close(store, one, "Bob", {"Bob": "dark-blue h1 h2"})
    assert kept(store, one).parts == ended.parts


def test_a_jackpot_is_told_from_an_award(store: Store) -> None:
    one = table(store, "winning-moves-2017", "Ann", "Bob")
    close(store, one, "Ann", {"Ann": "red free-parking*2", "Bob": "brown"})
    ann, bob = kept(store, one).parts
    assert (ann.jackpots, ann.awards, bob.jackpots) == (1, 0, 0)


RED, BLUE, SHORT = "red h1 h2 h3 go*4", "dark-blue h1 h2 h3 go*4 mm", "dark-blue h1 h2 h3 h4"


@pytest.mark.parametrize(
    ("hands", "best"),
    [
        pytest.param((RED, BLUE, SHORT), 2, id="the best"),
        pytest.param((BLUE, RED, BLUE), 1, id="equal: the first"),
        pytest.param((SHORT, RED, RED), 2, id="not the short hand"),
    ],
)
def test_the_best_hand_that_went_out_is_ranked(
    store: Store, hands: tuple[str, ...], best: int
) -> None:
    one = table(store, "classic-uk", "Ann", "Bob")
    for hand in hands:
        close(store, one, "Ann", {"Ann": hand})
    ann, bob = kept(store, one).parts
    assert ann.worth_deal == best
    assert (bob.worth, bob.worth_deal) == (None, None)
    assert career(store, Aliases(()), "ann").record.rank_at == (one.code, best)


@settings(max_examples=times(40), deadline=None)
@given(plans=st.lists(games(most=8), min_size=1, max_size=2))
def test_whatever_is_done_the_result_is_that_of_the_deals(plans: list[Plan]) -> None:
    store = Store(":memory:", clock=Clock())
    for _ in chain(*zip_longest(*(plan.played(store) for plan in plans))):
        for one in store.tables():
            deals = store.deals(one)
            assert one.result == result_of(one.edition, sheet_of(store, one, deals), deals)
    store.close()


# --- one person ----------------------------------------------------------------------------------


def part(name: str, *, final: int, won: bool = False, **more: Any) -> Part:
    zero: dict[str, Any] = {"out": 0, "wiped_out": 0, "jackpots": 0, "awards": 0, "sets": {}}
    there: dict[str, Any] = {"best": final, "best_deal": 1}
    return Part(name=name, final=final, won=won, **{**zero, **there, **more})


def game(code: str, edition: str, *parts: Part, over: bool = True) -> Table:
    """A table whose game of two deals had this result."""
    names = tuple(part.name for part in parts)
    result = Result(2, over, names[0], parts)
    return Table(1, code, edition, {}, names, names[0], names[0], "", kept=json_text(write(result)))


def record(person: str, games: Sequence[Table], who: Aliases | None = None) -> Record:
    """What somebody did in these games, given the newest first."""
    seats = [(one, (who or Aliases(())).seats(one.players)) for one in games]
    return Record.of(
        [Played(one, seat, seat.index(person)) for one, seat in seats if person in seat]
    )


def test_only_finished_games_are_won_and_shared_wins_say_with_whom() -> None:
    found = record(
        "ann",
        [
            game("3", "classic-uk", part("Ann", final=900), part("Bob", final=100), over=False),
            game("2", "classic-uk", part("Ann", final=9, won=True), part("Bob", final=9, won=True)),
            game("1", "classic-uk", part("Ann", final=9, won=True), part("Cem", final=5)),
        ],
    )
    assert (found.games, found.finished, found.wins, found.shared) == (3, 2, 2, [("bob",)])
    assert found.against == {
        "bob": Against(games=2, ahead=0, behind=0, level=1),
        "cem": Against(games=1, ahead=1),
    }


JOINED = Aliases([Renaming(1, "Guest", "Ann", "")])
"""Guest is Ann, who has a seat of her own where both are written."""


def test_a_win_shared_with_a_seat_that_counts_for_nobody_has_its_name() -> None:
    one = game("1", "classic-uk", part("Ann", final=9, won=True), part("Guest", final=9, won=True))
    found = record("ann", [one], JOINED)
    assert (found.games, found.shared, found.against) == (1, [("Guest",)], {})


def test_money_and_points_are_never_added_up() -> None:
    found = record(
        "ann",
        [
            game("c", "express", part("Ann", final=40), part("Bob", final=9)),
            game("b", "classic-uk", part("Ann", final=900, out=1), part("Bob", final=1, out=1)),
            game("a", "classic-us", part("Ann", final=700), part("Bob", final=2)),
        ],
    )
    assert found.editions == {
        "express": Tally(1, 1, 0, 2, 40, 40, ("c", 1)),
        "classic-uk": Tally(1, 1, 0, 2, 900, 900, ("b", 1)),
        "classic-us": Tally(1, 1, 0, 2, 700, 700, ("a", 1)),
    }
    assert (found.out, found.out_of) == (1, 4)  # nobody goes out in Express
    assert found.against["bob"].out_other == 1


OF_TWO = [
    pytest.param(900, 900, ("old", 2), id="equal: the earlier one"),
    pytest.param(900, 800, ("new", 4), id="the newer one"),
    pytest.param(800, 900, ("old", 2), id="the older one"),
    pytest.param(0, 0, ("old", 2), id="nothing paid"),
]


@pytest.mark.parametrize(("newer", "older", "best"), OF_TWO)
def test_the_best_deal_and_hand_of_all_games_are_named(
    newer: int, older: int, best: tuple[str, int]
) -> None:
    two = [
        game(
            code,
            "classic-uk",
            part("Ann", final=paid, best_deal=deal, worth=paid, worth_deal=deal),
            part("Bob", final=0),
        )
        for code, paid, deal in (("new", newer, 4), ("old", older, 2))
    ]
    found = record("ann", two)
    assert found.editions["classic-uk"].best_at == best
    assert found.rank_at == best


# --- a recount from the files --------------------------------------------------------------------


def recount(
    files: Mapping[str, Any], who: Mapping[str, str], ends: Mapping[str, int | None]
) -> dict[str, Any]:
    """The records of everybody, counted from exported games as plainly as can be. `who` says who is
    meant by a name, `ends` how many deals decided each game, None for one that is on. Of each deal
    the newest row counts whose action was not undone."""
    people_found: dict[str, Any] = defaultdict(
        lambda: {
            "games": Counter(),
            "wins": Counter(),
            "paid": Counter(),
            "deals": Counter(),
            "best": {},
            "sets": Counter(),
            "other": Counter(),
            "against": defaultdict(Counter),
        }
    )
    for code, data in files.items():
        undone = [one["undoes"] for one in data["actions"] if one["kind"] == "undo"]
        rows = {}
        for place, action in enumerate(data["actions"]):
            if place not in undone:
                for row in action["deals"]:
                    rows[row["number"]] = row
        counting = sorted(number for number, row in rows.items() if not row["struck"])
        rows = {number: rows[number] for number in counting[: ends[code]]}
        edition = data["edition"]
        over = bool(data["winners"])
        for player in data["players"]:
            mine = people_found[who[player]]
            mine["games"][edition] += 1
            mine["wins"][edition] += player in data["winners"]
            mine["deals"][edition] += len(rows)
            for row in rows.values():
                hand = row["settlement"]["hands"][player]
                pay = row["settlement"]["payouts"][player]
                mine["paid"][edition] += pay
                mine["best"][edition] = max(pay, mine["best"].get(edition, 0))
                mine["sets"].update(one["group"] for one in hand["sets"])
                mine["other"]["out"] += row["entry"].get("went_out") == player
                mine["other"]["out of"] += edition != "express"
                mine["other"]["wiped out"] += bool(hand["wiped_out"])
                jackpot = row["settlement"]["jackpot"]
                mine["other"]["jackpots"] += bool(jackpot) and jackpot["paid_to"] == player
                kinds = [bonus["kind"] for bonus in hand["bonuses"]]
                mine["other"]["awards"] += load(edition).roles.get("most_of") in kinds
            mine["other"]["finished"] += over
            mine["other"]["shared"] += player in data["winners"] and len(data["winners"]) > 1
            for other in data["players"]:
                if other != player:
                    beside = mine["against"][who[other]]
                    beside["games"] += 1
                    beside["finished"] += over
                    beside["won before"] += {player, other} & {*data["winners"]} == {player}
                    beside["out"] += sum(
                        row["entry"].get("went_out") == player for row in rows.values()
                    )
    return people_found


def counted(found: player_records.Record) -> dict[str, Any]:
    """A record in the shape of the recount."""
    editions = found.editions

    def each(name: str) -> dict[str, int]:
        return {one: getattr(tally, name) for one, tally in editions.items()}

    return {
        "games": each("games"),
        "wins": each("wins"),
        "paid": each("paid"),
        "deals": each("deals"),
        "best": {one: tally.best for one, tally in editions.items() if tally.deals},
        "sets": dict(found.sets),
        "other": {
            "out": found.out,
            "out of": found.out_of,
            "wiped out": found.wiped_out,
            "jackpots": found.jackpots,
            "awards": found.awards,
            "finished": found.finished,
            "shared": len(found.shared),
        },
        "against": {
            one: {
                "games": beside.games,
                "finished": beside.ahead + beside.behind + beside.level,
                "out": beside.out,
            }
            for one, beside in found.against.items()
        },
    }


def plain(found: Mapping[str, Any]) -> dict[str, Any]:
    """The recount without what was counted zero times."""
    return {
        name: {
            key: {inner: number for inner, number in value.items() if number}
            if isinstance(value, Mapping)
            else value
            for key, value in table.items()
            if value
        }
        for name, table in found.items()
    }


@settings(max_examples=times(60), deadline=None)
@given(
    plans=st.lists(games(most=6), min_size=1, max_size=3),
    changes=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 14), st.booleans()), max_size=4),
)
def test_records_agree_with_a_recount_from_the_exported_files(
    plans: list[Plan], changes: list[tuple[int, int, bool]]
) -> None:
    """All editions, with deals corrected, struck out and undone, and people renamed, merged and
    taken apart again. The names are followed one by one, as a reader of the log would."""
    store = Store(":memory:", clock=Clock())
    for plan in plans:
        plan.play(store)
    written = sorted({name for table in store.tables() for name in table.players})
    for old, new, take_back in changes:
        names = sorted(people.names(store))
        try:
            fresh = [*names, "Somebody new", "ANN"][new % (len(names) + 2)]
            people.rename(store, names[old % len(names)], fresh)
        except (people.SatTogether, people.EarlierName):
            continue
        if take_back:
            people.undo(store, max((one.id for one in people.renamings(store)), default=0))
    who = {}
    for name in written:
        now = name
        for one in people.renamings(store):
            if name_key(now) == name_key(one.old):
                now = one.new
        who[name] = name_key(now)
    files = {
        table.code: json.loads(export.written(history(store, table))) for table in store.tables()
    }
    today = Aliases(people.renamings(store))
    ends = {table.code: sheet_of(store, table).over_after for table in store.tables()}
    expected = recount(files, who, ends)
    assert {today.person(name) for name in written} == expected.keys()
    records = {person: career(store, today, person).record for person in expected}
    for person, found in records.items():
        won = {
            other: beside.pop("won before") for other, beside in expected[person]["against"].items()
        }
        assert all(found.against[other].ahead >= number for other, number in won.items())
        assert plain(counted(found)) == plain(expected[person]), person
        ahead = {one: beside.ahead - beside.behind for one, beside in found.against.items()}
        for other, lead in ahead.items():
            back = records[other].against[person]
            assert back.ahead - back.behind == -lead
        for edition, tally in found.editions.items():
            if tally.deals:
                assert tally.best >= Fraction(tally.paid, tally.deals), edition
    store.close()

"""The load script: it finds what it is there to find, and a small run of it comes out well."""

import subprocess
import sys
from random import Random
from typing import NamedTuple

import pytest

from companion.game.open_deal import OpenDeal
from companion.rules.payout import settle
from load import __main__ as script
from load.table import PLAYERS, Noted, differences, plan, seats
from tests.web import planner


class Stored(NamedTuple):
    """As much of a closed deal as is compared."""

    number: int
    payouts: dict[str, int]


def stored(*payouts: tuple[int, int]) -> list[Stored]:
    return [Stored(number, {"Ann": pays}) for number, pays in payouts]


@pytest.mark.parametrize(
    ("there", "confirmed", "found"),
    [
        pytest.param([(1, 5), (2, 7)], {1: 5, 2: 7}, [], id="all is well"),
        pytest.param([(1, 5)], {1: 5, 2: 7}, ["deal 2 was confirmed and is not there"], id="lost"),
        pytest.param(
            [(1, 5), (2, 5)], {1: 5}, ["deal 2 is there and was not confirmed"], id="doubled"
        ),
        pytest.param([(1, 5), (1, 5)], {1: 5}, ["a deal is there twice"], id="one number twice"),
        pytest.param(
            [(1, 6)],
            {1: 5},
            ["deal 1 pays something else than the engine says"],
            id="another payout",
        ),
    ],
)
def test_what_is_lost_doubled_or_wrong_is_found(
    there: list[tuple[int, int]], confirmed: dict[int, int], found: list[str]
) -> None:
    wanted = {number: {"Ann": pays} for number, pays in confirmed.items()}
    assert differences(stored(*there), wanted) == found


@pytest.mark.parametrize("seed", range(40))
def test_phones_that_enter_at_once_get_what_the_engine_pays(seed: int) -> None:
    """In any order of the phones' taps, those of one phone being in theirs."""
    random = Random(f"at once {seed}")
    planned = plan(random)
    deal = OpenDeal(seats())
    at = {place: str(place) for place in range(len(PLAYERS))}
    left = {place: list(taps) for place, taps in enumerate(planned.taps)}
    deal, at[planned.goer] = planner.tap(deal, "", left[planned.goer].pop(0))
    while any(left.values()):
        place = random.choice([place for place, taps in left.items() if taps])
        deal, now = planner.tap(deal, at[place], left[place].pop(0))
        at[place] = now if now == "r" else at[place]
    assert deal.complete
    assert settle(deal.edition, deal.entry()).payouts == planned.payouts


def test_the_report_counts_every_request() -> None:
    log = [Noted("tap", 200, 0.001 * number) for number in range(1, 101)]
    text = "\n".join(script.figures([*log, Noted("look", 204, 0.5)], 10.0))
    tap, all_of_them = (
        next(line for line in text.splitlines() if line.startswith(name))
        for name in ("a tap", "all")
    )
    assert tap.split()[-5:] == ["100", "10.0", "51.0", "99.0", "100"]
    assert all_of_them.split()[1] == "101"
    assert "200 × 100, 204 × 1" in text


@pytest.mark.parametrize(
    "words",
    [
        ["--host", "198.51.100.1"],
        ["--tables", "0"],
        ["--tables", "1000000"],
        ["--minutes", "600"],
        ["--kill", "-1"],
        ["--tls"],
    ],
    ids=" ".join,
)
def test_it_stays_on_this_machine_and_within_bounds(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        script.main(words)
    assert left.value.code == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kills", "words"),
    [
        pytest.param(0, "--minutes 0.03", id="0", marks=pytest.mark.long),
        pytest.param(2, "--minutes 0.06", id="2", marks=pytest.mark.long),
        pytest.param(2, "--minutes 0.04 --workers 1", id="2, one worker"),
    ],
)
def test_a_small_run_loses_and_doubles_nothing(kills: int, words: str) -> None:
    """Several workers, which start twice as long, are killed in `make prove`."""
    command = f"--tables 2 {words} --play 0.5 --tap 0.05 --kill {kills}".split()
    done = subprocess.run(
        [sys.executable, "-m", "load", *command],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 tables, 8 phones" in done.stdout
    assert "the database is in order" in done.stdout
    assert ("was killed 2 times" in done.stdout) is (kills == 2)


@pytest.mark.parametrize(
    ("carries", "first", "found"),
    [
        pytest.param(70, 25, 70, id="twice, then halfway"),
        pytest.param(10, 25, 10, id="the first are too many"),
        pytest.param(25, 25, 25, id="just the first"),
        pytest.param(0, 2, 0, id="none"),
        pytest.param(9999, 500, script.MOST_TABLES, id="as many as may be"),
    ],
)
def test_the_capacity_is_found_to_a_tenth(carries: int, first: int, found: int) -> None:
    def played(tables: int) -> script.Outcome:
        return script.Outcome([], [], 0.1 if tables <= carries else 0.2)

    said = script.search(played, first).lines[-1]
    told = int(said.split()[1])
    assert found - max(1, found // 10) <= told <= found


def test_the_first_run_of_a_search_counts_for_nothing() -> None:
    took = [1.5]  # nothing is in memory yet

    def played(tables: int) -> script.Outcome:
        return script.Outcome([], [], took.pop() if took else 0.001 * tables)

    assert script.search(played, 100).lines[-1].startswith("capacity: 150 tables")


def test_tables_of_which_a_request_is_never_answered_are_too_many() -> None:
    def played(tables: int) -> script.Outcome:
        return script.Outcome([], [], 0.1, unanswered=max(0, tables - 60))

    assert script.search(played, 25).lines[-1].startswith("capacity: 59 tables")


def test_a_search_ends_when_something_is_wrong() -> None:
    outcome = script.search(lambda tables: script.Outcome(["40 s"], ["a deal is lost"]), 25)
    assert outcome.wrong == ["a deal is lost"]

"""The figures of ``make bench``: goals, the run before, and a machine that is too busy."""

from pathlib import Path

import pytest

from bench.figures import Figures, last_run, print_summary, rounds_of, rows

BEFORE = {"figures": {"a tap": 2.0, "score": 1.0}}


def figures(tap: float, score: float) -> Figures:
    found = Figures()
    found.judge("a tap", tap, 3.0)
    found.judge("score", score, 1.5, least=True)
    return found


@pytest.mark.parametrize(
    ("tap", "score", "said"),
    [
        (2.0, 1.0, ["<= 3.0 reached 2.00", ">= 1.5 MISSED 1.00"]),
        (3.5, 1.5, ["<= 3.0 MISSED 2.00 WORSE by 75%", ">= 1.5 reached 1.00 better by 50%"]),
        (1.0, 0.8, ["<= 3.0 reached 2.00 better by 50%", ">= 1.5 MISSED 1.00 WORSE by 20%"]),
    ],
    ids=["the same", "tap slower, score faster", "tap faster, score slower"],
)
def test_figures_are_compared_with_goal_and_run_before(
    tap: float, score: float, said: list[str]
) -> None:
    told = [
        " ".join(row.split()[-len(text.split()) :])
        for row, text in zip(rows(figures(tap, score), BEFORE)[1:], said, strict=True)
    ]
    assert told == said


def test_a_later_run_finds_the_one_before_that_is_like_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history = tmp_path / "build" / "bench.jsonl"
    assert last_run(history, "CPython 3.13", quick=True) is None
    print_summary(figures(1.0, 2.0), "CPython 3.13", quick=True, history=history)
    noisy = figures(9.0, 9.0)
    noisy.yardstick("riichi", [1, 1, 1, 2, 2, 2])
    print_summary(noisy, "CPython 3.13", quick=True, history=history)
    said = capsys.readouterr().out
    assert "TOO NOISY TO JUDGE" in said
    assert str(history) in said
    run = last_run(history, "CPython 3.13", quick=True)
    assert run is not None
    assert run["figures"] == {"a tap": 1.0, "score": 2.0}
    assert last_run(history, "CPython 3.13", quick=False) is None
    assert last_run(history, "PyPy 7", quick=True) is None


def test_a_quiet_machine_is_not_called_noisy() -> None:
    found = Figures()
    found.yardstick("riichi", rounds_of([10.0, 10.4, 99.0, 10.1, 9.9, 10.2] * 10, 3))
    assert not found.noisy

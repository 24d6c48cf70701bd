"""The figures of ``make bench``: goals, and a machine that is too busy; and that it runs."""

from collections.abc import Sequence

import pytest

from bench import phone, rules, web
from bench.figures import Figures, rounds_of


@pytest.mark.parametrize(
    ("value", "least", "said"),
    [
        (3.0, False, "<= 3.0 reached"),
        (3.1, False, "<= 3.0 MISSED"),
        (3.0, True, ">= 3.0 reached"),
        (2.9, True, ">= 3.0 MISSED"),
    ],
)
def test_a_figure_is_judged_by_its_goal(value: float, least: bool, said: str) -> None:
    figures = Figures()
    assert figures.judge("a tap", value, 3.0, least=least) == said
    assert ("MISSED: a tap" in figures.summary()) is ("MISSED" in said)


@pytest.mark.parametrize(
    ("times", "noisy"),
    [([10.0, 10.4, 99.0, 10.1, 9.9, 10.2] * 10, False), ([1.0, 1, 1, 2, 2, 2] * 10, True)],
    ids=["quiet", "busy"],
)
def test_a_busy_machine_is_told(times: Sequence[float], noisy: bool) -> None:
    figures = Figures()
    figures.yardstick("riichi", rounds_of(times, 3))
    assert any("TOO NOISY" in line for line in figures.summary()) is noisy


def test_the_hands_are_timed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules, "WARM_UP", 2)
    rules.print_table(5, "1", figures := Figures())
    assert figures.number == len(rules.KINDS)
    assert "deluxe             goer              2  as dealt" in capsys.readouterr().out


@pytest.mark.long
def test_the_phone_alone_is_timed(capsys: pytest.CaptureFixture[str]) -> None:
    phone.print_table(1, "1", figures := Figures())
    said = capsys.readouterr().out
    assert figures.number == 3 or "cannot be built here" in said


def test_the_pages_are_timed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, number in (("FEW", 3), ("MANY", 4), ("ANNS", 2), ("DEALS", 2), ("WARM_UP", 1)):
        monkeypatch.setattr(web, name, number)
    web.print_tables(web.ROUND, "1", figures := Figures())
    assert figures.number == 10
    assert not [name for name in figures.missed if "load" in name or "answer" in name]
    assert "is there anything new?" in capsys.readouterr().out

"""The start of the companion in one file."""

import sys

import pytest

from companion import one_file


@pytest.mark.parametrize(
    ("words", "run"),
    [([], ["serve"]), (["backup", "x.db"], ["backup", "x.db"])],
    ids=["without words it serves", "with words it is the command"],
)
def test_what_it_runs(monkeypatch: pytest.MonkeyPatch, words: list[str], run: list[str]) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr("companion.cli.main", ran.append)
    monkeypatch.setattr(sys, "argv", ["companion.pyz", *words])
    one_file.main()
    assert ran == [run]


@pytest.mark.parametrize(("words", "waits"), [([], True), (["backup", "x.db"], False)])
def test_a_window_on_windows_stays_until_its_message_was_read(
    monkeypatch: pytest.MonkeyPatch, words: list[str], waits: bool
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("companion.cli.main", lambda _: 2)
    monkeypatch.setattr("builtins.input", asked.append)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "argv", ["companion.pyz", *words])
    assert one_file.main() == 2
    assert bool(asked) is waits


def test_an_old_python_is_told_which_one_it_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    assert one_file.main() == 2
    assert "needs Python 3.11 or newer" in capsys.readouterr().err

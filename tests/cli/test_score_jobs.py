"""``companion score --jobs`` and ``--no-steps``: the same answers, by several processes."""

import json
import os
import signal
from pathlib import Path

import pytest

from companion.cli.score import AT_A_TIME, LONGEST_LINE
from tests.cli.test_cli import PAID, Companion, companion, line, run, scoring, streams

__all__ = ["companion"]  # the fixture

LINES = b"".join(
    line(hands={"Ann": hand, "Bob": []})
    for hand in (["mayfair"], ["nope"], ["park-lane", "mayfair", "house-1", "token"])
)
SEVERAL = LINES * (3 * AT_A_TIME // len(LINES))
"""More than is read at once."""


def test_several_processes_write_the_same_bytes(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(SEVERAL)
    alone = run("score", str(file))
    for words, given in (([str(file)], b""), ([], SEVERAL)):
        done = run("score", "--jobs", "2", *words, given=given)
        assert (done.returncode, done.stdout, done.stderr) == (1, alone.stdout, b"")


def test_several_processes_answer_before_the_input_is_closed() -> None:
    with scoring("--jobs", "2") as process:
        given, answers = streams(process)
        try:
            for number in range(2):
                given.write(line())
                given.flush()
                assert json.loads(answers.readline())["payouts"] == PAID, number
            given.close()
            assert process.wait(60) == 0
        finally:
            process.kill()


@pytest.mark.skipif(os.name != "posix", reason="sends a signal as Ctrl+C does")
def test_an_interrupt_ends_all_processes() -> None:
    with scoring("--jobs", "2", start_new_session=True) as process:
        given, answers = streams(process)
        try:
            given.write(line())
            given.flush()
            answers.readline()
            os.killpg(process.pid, signal.SIGINT)
            assert process.wait(60) == 130
            assert answers.read() == b""  # nobody holds the pipe open
            assert process.stderr is not None
            assert process.stderr.read() == b""
        finally:
            process.kill()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the processes in /proc")
def test_a_process_that_is_ended_from_outside_is_told() -> None:
    with scoring("--jobs", "2") as process:
        given, answers = streams(process)
        try:
            given.write(line())
            given.flush()
            answers.readline()
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
            os.kill(int(children.split()[1]), signal.SIGKILL)  # its turn is next
            assert process.wait(60) == 2
            assert process.stderr is not None
            assert b"one of the processes was ended" in process.stderr.read()
        finally:
            process.kill()


def test_a_reader_that_leaves_early_ends_all_processes() -> None:
    with scoring("--jobs", "2") as process:
        given, answers = streams(process)
        try:
            answers.close()
            given.write(line())
            given.flush()
            assert process.wait(60) == 1
            assert process.stderr is not None
            assert process.stderr.read() == b""
        finally:
            process.kill()


@pytest.mark.parametrize("jobs", ["0", "62", "two"])
def test_a_wrong_number_of_processes(companion: type[Companion], jobs: str) -> None:
    done = companion("score", "--jobs", jobs, given=line())
    assert done.status == 2
    assert "--jobs" in done.error


def test_without_steps_all_else_is_the_same(companion: type[Companion]) -> None:
    whole = companion("score", given=LINES).answers
    short = companion("score", "--no-steps", given=LINES).answers
    for answer in whole:
        for hand in answer.get("hands", {}).values():
            assert hand.pop("steps")
    assert short == whole


@pytest.mark.parametrize("length", [AT_A_TIME - 1, AT_A_TIME, AT_A_TIME + 1])
def test_lines_that_end_where_a_read_ends(companion: type[Companion], length: int) -> None:
    padded = line().strip().ljust(length - 1) + b"\n"
    done = companion("score", given=b"\xef\xbb\xbf" + padded + line() + padded.strip())
    assert [answer["payouts"] for answer in done.answers] == [PAID] * 3


def test_a_line_too_long_for_several_reads(companion: type[Companion]) -> None:
    done = companion("score", given=b"x" * (LONGEST_LINE + 5 * AT_A_TIME) + b"\n" + line())
    rules = [answer.get("error", {}).get("rule") for answer in done.answers]
    assert rules == ["not-json", None]

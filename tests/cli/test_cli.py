"""The ``companion`` command: score, check and editions, in this process and as one of its own."""

import io
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

from companion.cli import main
from companion.cli.score import LONGEST_LINE, score_lines
from companion.rules.edition_file import edition_ids, load
from companion.rules.texts import rule as rule_told

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "companion"]


def deal(**fields: Any) -> dict[str, Any]:
    """A deal that pays Ann 1600 and Bob 200."""
    data: dict[str, Any] = {
        "edition": "classic-uk",
        "players": ["Ann", "Bob"],
        "went_out": "Ann",
        "hands": {"Ann": ["park-lane", "mayfair", "house-1", "token"], "Bob": ["go"]},
    }
    return data | fields


def line(**fields: Any) -> bytes:
    """A deal on its line."""
    return json.dumps(deal(**fields)).encode() + b"\n"


PAID = {"Ann": 1600, "Bob": 200}


def run(
    *words: str, given: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    return subprocess.run(
        [*COMMAND, *words],
        input=given,
        capture_output=True,
        cwd=ROOT,
        timeout=300,
        check=False,
        env=os.environ | (env or {}),
    )


class Result:
    """Exit status and what was written."""

    def __init__(self, status: int, out: str, error: str) -> None:
        self.status, self.out, self.error = status, out, error

    @property
    def answers(self) -> list[Any]:
        """The lines that were written, read as JSON."""
        return [json.loads(text) for text in self.out.splitlines()]


@pytest.fixture
def companion(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> "type[Companion]":
    """Runs the command in this process."""
    Companion.capsys, Companion.monkeypatch = capsys, monkeypatch
    return Companion


class Companion(Result):
    """One run of the command in this process, with these bytes as its standard input."""

    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def __init__(self, *words: str, given: bytes = b"") -> None:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        self.capsys.readouterr()
        status = main(words)
        written = self.capsys.readouterr()
        super().__init__(status, written.out, written.err)


# --- score --------------------------------------------------------------------------------------


def test_score_standard_input(companion: type[Companion]) -> None:
    done = companion("score", given=line())
    assert done.status == 0
    assert [answer["payouts"] for answer in done.answers] == [PAID]
    assert done.error == ""


def test_score_a_file(companion: type[Companion], tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(line() + line(hands={}))
    done = companion("score", str(file), given=b"not read")
    assert done.status == 0
    assert [answer["payouts"] for answer in done.answers] == [PAID, {"Ann": 0, "Bob": 0}]


def test_score_of_nothing(companion: type[Companion], tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    for done in (companion("score"), companion("score", str(empty))):
        assert (done.status, done.out, done.error) == (0, "", "")


def test_score_an_illegal_hand_is_no_error(companion: type[Companion]) -> None:
    done = companion("score", given=line(hands={"Ann": ["mayfair"]}))
    assert done.status == 0
    assert done.answers[0]["legal"] is False


def test_score_keeps_the_order(companion: type[Companion]) -> None:
    lines = [line(hands={"Ann": ["park-lane", "mayfair"] + ["token"] * n}) for n in range(7)]
    done = companion("score", given=b"".join(lines[::-1]))
    expected = [400 * (1 + n) for n in range(7)][::-1]
    assert [answer["payouts"]["Ann"] for answer in done.answers] == expected


def test_score_a_refused_line_among_good_ones(companion: type[Companion]) -> None:
    given = line() + b"nonsense\n" + line(players=["Ann"]) + line() + b"{}\n" + line()
    done = companion("score", given=given)
    assert done.status == 1
    rules = [answer["error"]["rule"] if "error" in answer else "" for answer in done.answers]
    assert rules == ["", "not-json", "player-count", "", "malformed", ""]
    for answer in done.answers:
        if "error" in answer:
            assert set(answer) == {"error"}
            assert set(answer["error"]) >= {"rule", "message", "cards"}
            assert answer["error"]["message"]
            assert isinstance(answer["error"]["cards"], list)
        else:
            assert answer["payouts"] == PAID
    assert done.error == ""


def test_score_names_the_cards_of_a_refusal(companion: type[Companion]) -> None:
    done = companion("score", given=line(hands={"Ann": ["mayfair"], "Bob": ["mayfair"]}))
    assert done.status == 1
    assert done.answers[0]["error"]["cards"] == ["mayfair"]


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b"   \n", b"\t\n\n \n"])
def test_score_skips_blank_lines(companion: type[Companion], blank: bytes) -> None:
    done = companion("score", given=blank + line() + blank * 3 + line() + blank)
    assert done.status == 0
    assert [answer["payouts"] for answer in done.answers] == [PAID, PAID]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_score_line_ends(companion: type[Companion], end: bytes) -> None:
    done = companion("score", given=line() + line().strip() + end)
    assert [answer["payouts"] for answer in done.answers] == [PAID, PAID]


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff\xfe\xfa",
        b'{"edition": "\xe9"}',
        b"\x00\x00",
        b'{"edition": "classic-uk", "players": ["\xc3\x28", "Bob"], "hands": {}, "went_out": null}',
        b"\xed\xa0\x80",
    ],
    ids=repr,
)
def test_score_invalid_utf8_is_refused(companion: type[Companion], bad: bytes) -> None:
    done = companion("score", given=line() + bad + b"\n" + line())
    assert done.status == 1
    rules = [answer.get("error", {}).get("rule") for answer in done.answers]
    assert rules == [None, "not-json", None]


def test_score_utf8_names(companion: type[Companion]) -> None:
    data = deal(players=["Zoë", "李"], went_out="Zoë", hands={"Zoë": ["park-lane", "mayfair"]})
    done = companion("score", given=json.dumps(data, ensure_ascii=False).encode())
    assert done.answers[0]["payouts"] == {"Zoë": 400, "李": 0}


def test_score_a_lone_surrogate_in_a_name(companion: type[Companion]) -> None:
    name = "\ud83c"
    data = deal(players=[name, "Bob"], went_out=name, hands={name: ["park-lane", "strand"]})
    bad = deal(players=[name, name])
    given = (json.dumps(data) + "\n" + json.dumps(bad) + "\n").encode()
    done = companion("score", given=given)
    assert done.status == 1
    assert done.answers[0]["payouts"] == {name: 0, "Bob": 0}
    assert done.answers[1]["error"]["rule"] == "malformed"


def test_score_a_byte_order_mark(companion: type[Companion], tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + line() + line())
    for done in (companion("score", str(file)), companion("score", given=file.read_bytes())):
        assert done.status == 0
        assert [answer["payouts"] for answer in done.answers] == [PAID, PAID]


def test_score_a_line_over_the_limit(companion: type[Companion]) -> None:
    plain = line().rstrip(b"\n")

    def padded(size: int) -> bytes:
        return plain[:-1] + b" " * (size - len(plain)) + b"}\n"

    given = line() + padded(LONGEST_LINE) + padded(LONGEST_LINE + 1) + padded(3 * LONGEST_LINE)
    done = companion("score", given=given + line())
    assert done.status == 1
    assert ["error" in answer for answer in done.answers] == [False, False, True, True, False]
    assert done.answers[2]["error"]["message"]
    done = companion("score", given=line() + padded(LONGEST_LINE + 1).rstrip(b"\n"))
    assert ["error" in answer for answer in done.answers] == [False, True]


@pytest.mark.parametrize("digits", [4297, 4298, 4299, 4300, 4301])
@pytest.mark.parametrize("written", ["9" * 4, "1000"])
def test_score_a_huge_jackpot(companion: type[Companion], digits: int, written: str) -> None:
    filled = written[0] + written[-1] * (digits - 3) + "50"
    data = deal(edition="winning-moves-2017", hands={"Ann": ["go"]})
    huge = json.dumps(data)[:-1] + f', "jackpot": {filled}}}\n'
    done = companion("score", given=line() + huge.encode() + line())
    assert done.status in (0, 1)
    assert len(done.answers) == 3
    assert done.answers[0]["payouts"] == done.answers[2]["payouts"] == PAID


@pytest.mark.parametrize("name", ["missing.jsonl", "folder", "folder/missing", ""])
def test_score_a_file_that_cannot_be_read(
    companion: type[Companion], tmp_path: Path, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    done = companion("score", str(tmp_path / name))
    assert (done.status, done.out) == (2, "")
    assert len(done.error.splitlines()) == 1
    assert name in done.error


def test_score_wrong_words(companion: type[Companion]) -> None:
    for words in (["a", "b"], ["--fast"]):
        done = companion("score", *words)
        assert (done.status, done.out) == (2, "")
        assert words[-1] in done.error


def test_score_same_line_same_bytes(companion: type[Companion]) -> None:
    lines = [
        line(),
        line(hands={"Ann": ["strand", "chance", "house-3", "hotel"], "Bob": ["chance"]}),
        line(edition="winning-moves-2017", hands={"Ann": ["wild", "boardwalk", "go-to-jail"]}),
        line(
            edition="winning-moves-2017",
            hands={"Ann": ["illinois-avenue", "kentucky-avenue", "indiana-avenue", "one-house",
                           "two-houses", "two-houses", "two-houses", "three-houses", "hotel"]},
        ),
        line(edition="nonsense"),
        b"nonsense\n",
    ]  # fmt: skip
    for one in lines:
        text = companion("score", given=one).out
        assert companion("score", given=one * 3).out == text * 3
    whole = companion("score", given=b"".join(lines)).out
    for seed in ("0", "1", "77"):
        done = run("score", given=b"".join(lines), env={"PYTHONHASHSEED": seed})
        assert done.stdout.decode() == whole
        assert done.returncode == 1


class Terminal(io.StringIO):
    """Standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_score_progress_only_on_a_terminal() -> None:
    for progress, shown in ((io.StringIO(), False), (Terminal(), True)):
        out = io.StringIO()
        assert score_lines(io.BytesIO(line() * 3 + b"x\n"), out, progress) == 1
        assert len(out.getvalue().splitlines()) == 4
        assert bool(progress.getvalue()) is shown
        assert ("4" in progress.getvalue()) is shown


def test_score_process_says_nothing_on_standard_error() -> None:
    done = run("score", given=line() * 3)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == 3
    for text in done.stdout.splitlines():
        assert json.loads(text)["payouts"] == PAID


def test_score_process_exit_statuses(tmp_path: Path) -> None:
    assert run("score", given=line()).returncode == 0
    assert run("score", given=line() + b"x\n").returncode == 1
    missing = run("score", str(tmp_path / "missing"))
    assert missing.returncode == 2
    assert b"Traceback" not in missing.stderr


def scoring(*words: str, start_new_session: bool = False) -> subprocess.Popen[bytes]:
    """``companion score``, waiting for lines."""
    return subprocess.Popen(
        [*COMMAND, "score", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=start_new_session,
    )


def streams(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def test_score_answers_before_the_input_is_closed() -> None:
    with scoring() as process:
        given, answers = streams(process)
        try:
            for number in range(3):
                given.write(line())
                given.flush()
                assert json.loads(answers.readline())["payouts"] == PAID, number
            given.write(b"nonsense\n")
            given.flush()
            assert json.loads(answers.readline())["error"]["rule"] == "not-json"
            given.close()
            assert answers.read() == b""
            assert process.wait(60) == 1
        finally:
            process.kill()


@pytest.mark.parametrize(
    "words",
    [
        ["score"],
        ["score", "FILE"],
        ["editions"],
        ["editions", "classic-uk"],
        ["check", "--edition", "classic-uk", "--went-out", "dark-blue"],
        ["--help"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_closed_pipe_gives_no_traceback(
    words: list[str], unbuffered: str, tmp_path: Path
) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(line() * 2000)
    reading, writing = os.pipe()
    os.close(reading)  # whoever reads has gone before a word is written
    try:
        done = subprocess.run(
            [*COMMAND, *(str(file) if word == "FILE" else word for word in words)],
            input=line() * 2000,
            stdout=writing,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            timeout=300,
            check=False,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        )
    finally:
        os.close(writing)
    assert b"Traceback" not in done.stderr
    assert b"Error" not in done.stderr


def test_score_a_reader_that_leaves_early_gives_no_traceback() -> None:
    with scoring() as process:
        given, answers = streams(process)
        try:
            given.write(line())
            given.flush()
            answers.readline()
            answers.close()
            with suppress(BrokenPipeError):  # it may leave before all is written, and has to
                given.write(line() * 100_000)
                given.flush()
            with suppress(BrokenPipeError):
                given.close()
            assert process.wait(60) == 1
            assert process.stderr is not None
            assert process.stderr.read() == b""
        finally:
            process.kill()


@pytest.mark.skipif(os.name != "posix", reason="closes a descriptor by its number")
@pytest.mark.parametrize(("closed", "status"), [(0, 2), (1, None), (2, 0)])
def test_score_with_a_closed_stream(closed: int, status: int | None) -> None:
    code = (
        f"import os, sys; os.close({closed}); "
        "os.execv(sys.executable, [sys.executable, '-m', 'companion', 'score'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=line(),
        capture_output=True,
        cwd=ROOT,
        timeout=300,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    if status is not None:
        assert done.returncode == status
    if closed == 2:
        assert json.loads(done.stdout)["payouts"] == PAID


# --- check --------------------------------------------------------------------------------------


def test_check_of_the_contract(companion: type[Companion]) -> None:
    hand = ["park-lane", "mayfair", "house-1", "token"]
    words = ["check", "--edition", "classic-uk", "--went-out", *hand]
    done = companion(*words)
    assert done.status == 0
    assert "£1,600" in done.out
    assert done.error == ""
    process = run(*words)
    assert process.returncode == 0
    assert process.stdout.decode() == done.out


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        pytest.param(words, status, says, id=words)
        for words, status, says in [
            # shorthand, together or apart, in any order
            ("--edition classic-uk --went-out dark-blue h1 token", 0, ["£1,600"]),
            ("--edition classic-uk --went-out dark-blue,h1,token", 0, ["£1,600"]),
            ("dark-blue h1 token --went-out --edition classic-uk", 0, ["£1,600"]),
            ("--went-out park-l mayf --edition classic-uk h1 token*2", 0, ["£2,400"]),
            ("--edition classic-us --went-out dark-blue h1 token", 0, ["$1,600"]),
            ("--edition deluxe --went-out yellow h1 h2 h3 token*2", 0, ["$3,600"]),
            ("--edition winning-moves-2017 --went-out dark-blue h3 token", 0, ["$2,600"]),
            ("--edition express yellow red", 0, ["16 points"]),
            # may not go out
            ("--edition classic-uk --went-out dark-blue h2", 1, ["2nd House", "£400"]),
            ("--edition classic-uk --went-out dark-blue strand fleet-street", 1,
             ["Trafalgar Square", "Red", "£400"]),
            ("--edition classic-uk --went-out go*4", 1, ["£800"]),
            ("--edition winning-moves-2017 --went-out dark-blue gtj", 1,
             ["Go To Jail", "Get Out of Jail Free", "$0"]),
            ("--edition winning-moves-2017 --went-out railroads", 1, ["$1,000"]),
            ("--edition express yellow go", 1, ["6 points"]),
            ("--edition classic-uk --went-out dark-blue h1 h2 t*2 c water-works fenchurch", 1,
             ["In these reasons Chance counts as Electric Company", "counts as a 3rd House"]),
            ("--edition classic-uk --went-out dark-blue h1 h2 t*2 c water-works fenchurch"
             " --reward go", 1, ["counts as a 3rd House before the reward: that pays most then."]),
            # did not go out
            ("--edition classic-uk strand go", 0, ["£200"]),
            ("--edition classic-uk dark-blue chance", 0, ["£0", "Chance"]),
            ("--edition winning-moves-2017 dark-blue h3 token", 0, ["$400"]),
            ("--edition winning-moves-2017 --went-out dark-blue gtj jf", 0,
             ["Get Out of Jail Free cancels Go To Jail: $0.",
              "Rule: Get Out of Jail Free pays $50, unless it cancels Go To Jail."]),
            # Chance, declared and not; the reward
            ("--edition classic-uk --went-out dark-blue h1 chance", 0,
             ["Chance counts as a token", "£1,600"]),
            ("--edition classic-uk --went-out dark-blue h1 chance --wilds h2", 0,
             ["2nd House", "£1,200"]),
            ("--edition classic-uk --went-out dark-blue h2 chance --wilds token", 1, ["1st House"]),
            ("--edition classic-uk --went-out dark-blue --reward h1,token", 0, ["£1,600"]),
            ("--edition classic-uk --went-out dark-blue --reward h1 --reward token", 0, ["£1,600"]),
            ("--edition classic-uk --went-out park-lane c --wilds mayfair --reward mayfair,h1"
             " --reward-wilds h2", 0, ["£1,200"]),
            # options
            ("--edition classic-uk --went-out c*2 --option wild_only_sets=true", 0, ["£500"]),
            ("--edition classic-uk --went-out c*2 --option wild_only_sets=yes", 0, ["£500"]),
            ("--edition classic-uk --went-out dark-blue --option values=dark-blue:450", 0,
             ["£450"]),
            ("--edition classic-uk --went-out kings marylebone --option values=railroads.2:300", 0,
             ["£300"]),
            ('--edition classic-uk --went-out dark-blue --option values={"dark-blue":1000}', 0,
             ["£1,000"]),
            # warnings do not count
            ("--edition classic-uk --went-out dark-blue h1 token*6 --players 6", 0, ["£5,600"]),
        ]
    ],
)  # fmt: skip
def test_check(companion: type[Companion], words: str, status: int, says: list[str]) -> None:
    done = companion("check", *words.split())
    assert done.status == status
    assert done.error == ""
    for text in says:
        assert text in done.out


@pytest.mark.parametrize(("more", "number"), [("mr-monopoly*2", 11), ("", 9)])
def test_check_of_another_number_of_cards(
    companion: type[Companion], more: str, number: int
) -> None:
    hand = f"dark-blue h1 h2 token*2 go*3 {more}".split()
    done = companion("check", "--edition", "classic-uk", "--went-out", *hand)
    assert done.status == 0
    assert done.out.startswith(
        f"Classic UK: Count the cards: this hand has {number}, the rule is 10. "
        "Apart from that, it may go out. It pays £"
    )


def test_check_says_every_problem_with_rule_and_mend(companion: type[Companion]) -> None:
    edition = load("classic-uk")
    done = companion(
        "check", "--edition", "classic-uk", "--went-out", "dark-blue", "h2", "h4", "strand", "kings"
    )
    assert done.status == 1
    for rule in ("incomplete-group", "house-out-of-sequence"):
        text, cite = rule_told(edition, rule, 4)
        assert text in done.out
        assert cite in done.out
    for name in ("Strand", "King’s Cross Station", "2nd House", "4th House"):
        assert name in done.out


@pytest.mark.parametrize(
    ("words", "names"),
    [
        pytest.param(words, names, id=words or "nothing")
        for words, names in [
            ("", "--edition"),
            ("dark-blue", "--edition"),
            ("--edition classic-uk", "card"),
            ("--edition classic dark-blue", "classic"),
            ("--edition classic-uk boardwalk", "boardwalk"),
            ("--edition classic-uk ma", "Mayfair"),
            ("--edition classic-uk dark-blue mayfair", "Mayfair"),
            ("--edition classic-uk token*7", "only six tokens"),
            ("--edition classic-uk token*0", "token*0"),
            ("--edition classic-uk --went-out dark-blue --wilds token", "Chance"),
            ("--edition classic-uk --went-out dark-blue c --wilds go", "GO"),
            ("--edition classic-uk --went-out dark-blue c --wilds mayfair", "Mayfair"),
            ("--edition classic-uk --went-out dark-blue --reward mayfair", "Mayfair"),
            ("--edition classic-uk dark-blue --reward go", "reward"),
            ("--edition winning-moves-2017 --went-out dark-blue --reward go", "reward"),
            ("--edition classic-uk --went-out dark-blue c --reward token --reward-wilds token",
             "Chance"),
            ("--edition classic-uk --players 7 dark-blue", "7"),
            ("--edition classic-uk --players 1 dark-blue", "1"),
            ("--edition deluxe --players 5 dark-blue", "5"),
            ("--edition classic-uk --option colour=red dark-blue", "colour"),
            ("--edition classic-uk --option wild_only_set=yes dark-blue",
             "Did you mean “wild_only_sets”?"),
            ("--edition classic-uk --option WILD_ONLY=yes dark-blue",
             "Did you mean “wild_only_sets”?"),
            ("--edition classic-uk --option values=dark-blue dark-blue", "Write it like “Brown"),
            ("--edition classic-uk --went-out c dark-blue --wilds go", "cannot count as GO"),
            ("--edition classic-uk --went-out c dark-blue --wilds h1,h2",
             "has 1 Chance card, but 2 are declared"),
            ("--edition classic-uk --option target dark-blue", "target"),
            ("--edition classic-uk --option target=no dark-blue", "target"),
            ("--edition classic-uk --option jackpot_start=500 dark-blue", "jackpot_start"),
            ("--edition classic-uk --option values={} --option values=5 dark-blue", "values"),
            ("--edition classic-uk --fast dark-blue", "--fast"),
            ('--edition classic-uk --option values={"\\n":50} dark-blue', "values"),
        ]
    ],
)  # fmt: skip
def test_check_bad_input(companion: type[Companion], words: str, names: str) -> None:
    done = companion("check", *words.split())
    assert done.status == 2
    assert done.out == ""
    assert names in done.error.splitlines()[-1]


@pytest.mark.parametrize(
    "words",
    [["--edition", "classic-uk", b"\xff"], ["--edition", b"\xff", "dark-blue"]],
    ids=["card", "edition"],
)
def test_check_words_that_are_no_text(words: list[str | bytes]) -> None:
    done = subprocess.run(
        [*COMMAND, "check", *words], capture_output=True, cwd=ROOT, timeout=300, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1


def test_a_terminal_without_all_the_letters_gives_no_traceback() -> None:
    done = run("editions", "classic-uk", env={"PYTHONIOENCODING": "ascii"})
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["check", "--edition", "classic-uk", "--went-out", "dark-blue", "h1", "h3", "go*2"], 1),
        (["check", "--edition", "classic-uk", "boardwalk"], 2),
        (["editions", "classic-uk"], 0),
        (["editions", "express"], 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_letters_that_a_terminal_lacks_are_written_as_others(
    monkeypatch: pytest.MonkeyPatch, words: list[str], status: int, encoding: str
) -> None:
    """The streams are as PYTHONIOENCODING makes them."""
    written = {name: io.BytesIO() for name in ("stdout", "stderr")}
    for name, bytes_of in written.items():
        monkeypatch.setattr(sys, name, io.TextIOWrapper(bytes_of, encoding=encoding))
    assert main(words) == status
    sys.stderr.flush()
    said = written["stderr" if status == 2 else "stdout"].getvalue()
    # click writes UTF-8 where Python takes a terminal for one without any letters beside ASCII.
    text = said.decode("utf-8" if encoding == "ascii" else encoding)
    assert text
    assert ("£" in text) is (words[-1] in ("go*2", "classic-uk"))


def test_check_process_exit_statuses() -> None:
    base = ["check", "--edition", "classic-uk", "--went-out", "dark-blue"]
    for words, status in ((["h1"], 0), (["h2"], 1), (["boardwalk"], 2)):
        done = run(*base, *words)
        assert done.returncode == status
        assert b"Traceback" not in done.stderr
        assert bool(done.stdout) == (status < 2)
        assert bool(done.stderr) == (status == 2)


# --- editions and the rest ----------------------------------------------------------------------


def test_editions_lists_them_all(companion: type[Companion]) -> None:
    done = companion("editions")
    assert done.status == 0
    assert [text.split()[0] for text in done.out.splitlines()] == list(edition_ids())


@pytest.mark.parametrize("edition_id", edition_ids())
def test_editions_lists_every_card_and_group(companion: type[Companion], edition_id: str) -> None:
    done = companion("editions", edition_id)
    assert done.status == 0
    edition = load(edition_id)
    words = done.out.split()
    for name in (*edition.deck, *(group.id for group in edition.groups)):
        assert name in words
    for option in (*edition.options, "values"):
        assert f"{option}:" in words
    short_names = " ".join(words).split(" Other names: ")[1].split("Options:")[0]
    for alias in edition.aliases:
        assert any(f" {alias}{end}" in short_names for end in (",", " "))


@pytest.mark.parametrize("words", [["classic"], ["classic-uk", "deluxe"], ["--all"], [""]])
def test_editions_bad_input(companion: type[Companion], words: list[str]) -> None:
    done = companion("editions", *words)
    assert (done.status, done.out) == (2, "")
    assert done.error.splitlines()[-1].startswith("Error: ")


@pytest.mark.parametrize("words", [[], ["nonsense"], ["scores"], ["--fast"], ["score-all", "x"]])
def test_wrong_command(companion: type[Companion], words: list[str]) -> None:
    done = companion(*words)
    assert (done.status, done.out) == (2, "")
    assert done.error.startswith("Usage: companion [OPTIONS] COMMAND")


@pytest.mark.parametrize(
    "words", [["--help"], ["-h"], ["score", "--help"], ["check", "-h"], ["editions", "--help"]]
)
def test_help(companion: type[Companion], words: list[str]) -> None:
    done = companion(*words)
    assert (done.status, done.error) == (0, "")
    assert "usage" in done.out.lower()


def test_version(companion: type[Companion]) -> None:
    done = companion("--version")
    assert done.status == 0
    assert done.out.startswith("companion ")

"""Plants small mistakes in the program, one at a time, and looks whether the quick tests notice.

    make mutants                        500 mistakes; goes on where it was stopped, in
                                        build/mutants.jsonl: remove it to begin anew
    make mutants ARGS="--number 50"     fewer; ARGS=--list only says which
    make mutants ARGS="--only /game/"   only those in files with this in their path

About half are in the rules and a third in the pages; the rest is in the game in play, the store
and the files to take away. `TESTS` says which tests are to notice them; those in browsers are not
among them.

A mistake is a comparison turned, a number one off, or `and` in place of `or`. They are chosen by a
seed, the same ones every time. Each is planted in a copy of the project, never in the project
itself. Those that nothing notices are listed; those of `mutants_same.toml` are known to change
nothing, and why stands there. Exit status 1 when more than one in a hundred goes unnoticed.
"""

import argparse
import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import chain
from pathlib import Path
from queue import Queue
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = tuple(
    f"tests/web/{pages}"
    for pages in ("closed_deal", "deal", "files", "people", "sheet", "summary", "tables")
)
TESTS = {
    "companion/rules": ("tests/rules/recorded", "tests/rules"),
    "companion/game": ("tests/game", *PAGES),
    "companion/store": (
        *("tests/store/test_store.py", "tests/store", "tests/game"),
        *("tests/cli/test_tables.py", "tests/web/phones", *PAGES),
    ),
    "companion/export": ("tests/export", *PAGES),
    "companion/web": ("tests/web/test_sixth_box.py", "tests/web"),
}
"""Where mistakes are planted, and the tests that are to notice them. Those named first are tried
first, for they are quick and notice most."""
RESULTS = ROOT / "build" / "mutants.jsonl"
SAME = Path(__file__).with_name("mutants_same.toml")
NEEDED = ("companion", "templates", "static", "tests", "bench", "docs", "pyproject.toml")
LONGEST = 300
"""Seconds until a run of tests counts as one that never ends."""

_TURNED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}


class Mutant(NamedTuple):
    """A mistake: the file, where in its text, and what stands there then."""

    file: str
    line: int
    start: int
    end: int
    new: str

    def told(self, text: str) -> str:
        """Where it is and what it does, in one line."""
        line = text.splitlines()[self.line - 1].strip()
        return f"{self.file}:{self.line}: {line!r}: {text[self.start : self.end]!r} → {self.new!r}"

    def planted(self, text: str) -> str:
        """The file with the mistake in it."""
        return text[: self.start] + self.new + text[self.end :]


class _Offsets:
    """Places in a text by line and column, as `ast` gives them: in bytes."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        """The place in the text."""
        before = self.lines[line - 1].encode()[:column].decode()
        return self.starts[line - 1] + len(before)


def mutants_of(file: str, text: str) -> Iterator[Mutant]:
    """Every mistake that can be planted in a file, in the order of its text."""
    places = _Offsets(text)

    def between(left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Mutant]:
        start = places.at(left.end_lineno or 0, left.end_col_offset or 0)
        end = places.at(right.lineno, right.col_offset)
        found = text[start:end].find(old)
        if found >= 0:
            line = text.count("\n", 0, start + found) + 1
            yield Mutant(file, line, start + found, start + found + len(old), new)

    words = {turned: sign for sign, turned in (("<", "<="), (">", ">="), ("==", "!="))}
    words |= {sign: turned for turned, sign in words.items()}
    words |= {"not in": "in", "in": "not in", "is not": "is", "is": "is not"}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare):
            for left, sign, right in zip(
                [node.left, *node.comparators], node.ops, node.comparators, strict=False
            ):
                new = _TURNED[type(sign)]
                yield from between(left, right, words[new], new)
        elif isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from between(left, right, f"{old} ", f"{new} ")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            start = places.at(node.lineno, node.col_offset)
            end = places.at(node.end_lineno or 0, node.end_col_offset or 0)
            for new in (str(node.value + 1), str(node.value - 1)):
                yield Mutant(file, node.lineno, start, end, new)


def chosen(number: int, seed: int, only: str = "") -> list[Mutant]:
    """This many mistakes in files with `only` in their path, the same for the same seed; at most
    one at a place. A change of the program elsewhere leaves most of them as they are."""
    places: dict[str, list[Mutant]] = {}
    for path in sorted(path for folder in TESTS for path in (ROOT / folder).rglob("*.py")):
        file = str(path.relative_to(ROOT))
        if only not in file:
            continue
        text = path.read_text(encoding="utf-8")
        begun: dict[str, dict[int, None]] = {}
        for mutant in mutants_of(file, text):
            line = text.splitlines()[mutant.line - 1].strip()
            alike = begun.setdefault(line, {})
            alike.setdefault(mutant.start)
            place = f"{seed} {file} {line} {list(alike).index(mutant.start)}"
            places.setdefault(hashlib.sha256(place.encode()).hexdigest(), []).append(mutant)
    picked = sorted(places)[:number]
    return [Random(place).choice(places[place]) for place in picked]


def tests_for(mutant: Mutant) -> tuple[list[str], list[str]]:
    """The test files that are most likely to notice it, and all others that may."""
    folder = next(folder for folder in TESTS if mutant.file.startswith(f"{folder}/"))
    path = Path(mutant.file).relative_to(folder)
    words = {path.stem, *path.parts[:-1]} - {"__init__"}
    first, *others = [_test_files(where) for where in TESTS[folder]]
    files = list(dict.fromkeys(chain(first, *others)))
    near = [file for file in files if any(word in file for word in words)]
    near = [file for file in near if path.stem in file] or near
    near = list(dict.fromkeys([*first, *near]))
    slow_last = sorted(files, key=lambda file: "reading" in file)
    return near, [file for file in slow_last if file not in near]


def _test_files(where: str) -> list[str]:
    """The files of tests in a folder of the project; of a file this file."""
    found = sorted((ROOT / where).rglob("test_*.py")) or [ROOT / where]
    return [str(file.relative_to(ROOT)) for file in found]


def noticed(tree: Path, mutant: Mutant) -> bool:
    """Whether a test fails with the mistake planted in this copy of the project."""
    path = tree / mutant.file
    text = path.read_text(encoding="utf-8")
    path.write_text(mutant.planted(text), encoding="utf-8")
    _forget(path)
    try:
        return any(files and not _passes(tree, files) for files in tests_for(mutant))
    finally:
        path.write_text(text, encoding="utf-8")
        _forget(path)


def _forget(path: Path) -> None:
    """Removes what Python compiled of a file: two changes within a second look like one to it."""
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()


def _passes(tree: Path, files: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files]
    environment = {key: value for key, value in os.environ.items() if key != "COMPANION_TRIES"}
    try:
        ran = subprocess.run(
            command,
            cwd=tree,
            env=environment,
            capture_output=True,
            timeout=LONGEST,
            check=False,
            start_new_session=True,  # an interrupt of this program is no failed test
        )
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


def mark_of(file: str) -> str:
    """What a result depends on: the text of the file that the mistake is planted in."""
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]


def tried_before(path: Path) -> dict[tuple[str, str, int, str], bool]:
    """Whether earlier runs saw each mistake noticed. A torn line is passed over."""
    rows = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        rows[row["mark"], row["file"], row["start"], row["new"]] = bool(row["noticed"])
    return rows


def try_all(mutants: list[Mutant], jobs: int) -> dict[Mutant, bool]:
    """Whether each mistake is noticed; every answer is on the disk as soon as it is known."""
    begun, before = RESULTS.exists(), tried_before(RESULTS)
    marks = {one.file: mark_of(one.file) for one in mutants}
    earlier = {one: before.get((marks[one.file], one.file, one.start, one.new)) for one in mutants}
    found = {one: True for one in mutants if earlier[one]}
    # What was not noticed comes last, once more: there may be a new test.
    todo = sorted([one for one in mutants if one not in found], key=lambda m: earlier[m] is False)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, RESULTS.open("a", encoding="utf-8") as file:
        trees: Queue[Path] = Queue()
        for number in range(jobs):
            trees.put(_copy(Path(folder) / str(number)))
        for where in () if begun or not todo else dict.fromkeys(chain(*TESTS.values())):
            if not _passes(Path(folder) / "0", [where]):
                sys.exit(f"{where} fails without any mistake planted.")

        def look(mutant: Mutant) -> tuple[Mutant, bool]:
            tree = trees.get()
            try:
                return mutant, noticed(tree, mutant)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(jobs) as pool:
            try:
                for future in as_completed([pool.submit(look, one) for one in todo]):
                    one, seen = future.result()
                    found[one] = seen
                    row = {"mark": marks[one.file], "file": one.file, "start": one.start}
                    file.write(json.dumps({**row, "new": one.new, "noticed": seen}) + "\n")
                    file.flush()
                    if not seen or len(found) % 20 == 0:
                        print(
                            f"{len(found)} of {len(mutants)}: {_shown(one)}"
                            f"{'' if seen else ' NOT NOTICED'}",
                            flush=True,
                        )
            finally:  # after an interrupt, what is not begun is left for the next run
                pool.shutdown(cancel_futures=True)
    return found


def _copy(to: Path) -> Path:
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, to / name)
    return to


def _shown(mutant: Mutant) -> str:
    return mutant.told((ROOT / mutant.file).read_text(encoding="utf-8"))


def known_same() -> list[dict[str, str]]:
    """The mistakes that change nothing, as `mutants_same.toml` describes them."""
    rows: list[dict[str, str]] = tomllib.loads(SAME.read_text(encoding="utf-8"))["same"]
    return rows


def described(mutant: Mutant, text: str) -> dict[str, str]:
    """What a row of `mutants_same.toml` may say of a mistake in this text."""
    return {
        "file": mutant.file,
        "line": text.splitlines()[mutant.line - 1].strip(),
        "old": text[mutant.start : mutant.end],
        "new": mutant.new,
        "after": text[: mutant.start].splitlines()[-1].lstrip(),
    }


def fits(row: dict[str, str], here: dict[str, str]) -> bool:
    """Whether a row is about a mistake with this description."""
    return all(here[key] == said for key, said in row.items() if key != "why")


def outdated() -> list[dict[str, str]]:
    """The rows of `mutants_same.toml` that are about no mistake any more."""
    rows, there = known_same(), []
    for file in sorted({row["file"] for row in rows}):
        text = (ROOT / file).read_text(encoding="utf-8")
        there += [described(mutant, text) for mutant in mutants_of(file, text)]
    return [row for row in rows if not any(fits(row, here) for here in there)]


def same_in_effect(mutant: Mutant) -> str:
    """Why a mistake changes nothing that anybody could see; "" when that is not known."""
    here = described(mutant, (ROOT / mutant.file).read_text(encoding="utf-8"))
    return next((row["why"] for row in known_same() if fits(row, here)), "")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--number", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="only those in files with this in their path")
    parser.add_argument("--list", action="store_true", help="only say which mistakes they are")
    given = parser.parse_args()
    mutants = chosen(given.number, given.seed, given.only)
    if given.list:
        print(*map(_shown, mutants), sep="\n")
        return 0
    try:
        found = try_all(mutants, given.jobs)
    except KeyboardInterrupt:
        print("Stopped. The next run goes on from here.")
        return 130
    missed = [one for one in mutants if not found[one]]
    same = [one for one in missed if same_in_effect(one)]
    print(f"\n{len(mutants)} mistakes, {len(missed)} not noticed, {len(same)} of these known:")
    for one in missed:
        print(f"  {_shown(one)}")
        print(f"    {same_in_effect(one) or 'no test notices this'}")
    for row in outdated():
        print(f"Remove it from {SAME.name}, or correct it: {row['file']}: {row['line']!r}")
    return int((len(missed) - len(same)) * 100 > len(mutants))


if __name__ == "__main__":
    sys.exit(main())

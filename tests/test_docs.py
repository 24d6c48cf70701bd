"""The documents in docs/ stay true: examples, ids, options, cards, amounts, links.

Few names of the project are used here, so that moving a module does not touch this file. Examples
are written in the documents in five ways:

- ``sh`` blocks: a line ``companion check …   # £400``, or ``# may not go out: rule, rule``
  (``not legal`` where nobody goes out), or ``# refused: rule``;
- ``deal`` blocks: all hands of a deal, and what each of them pays;
- ``json deal`` and ``json ruling`` blocks, one after the other: a line of ``companion score`` and
  its answer, laid out for reading; ``"…"`` stands for any text;
- ``console`` blocks: ``$ command``, and its whole output below;
- ``pycon`` blocks: Python, and what it shows. Those of one document are run as one session.
"""

import argparse
import ast
import doctest
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from itertools import chain, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion import __version__, rules
from companion.cli import main
from companion.rules.edition_file import load
from companion.rules.options import option_takes
from companion.rules.rank.hand_rank import hand_counts
from companion.rules.reading.reader import parse

ROOT = Path(__file__).resolve().parent.parent
DOCS = sorted(ROOT.glob("docs/*.md"))
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
CONTRACT = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
EDITIONS = ("classic-us", "classic-uk", "deluxe", "winning-moves-2017", "express")
WARNINGS = {"hand-size", "reward-size"}
ANY = "…"


# --- reading a document -------------------------------------------------------------------------


class Block(NamedTuple):
    """A fenced block: where it begins, the words behind the fence, its lines."""

    where: str
    info: str
    lines: list[str]


def blocks(*infos: str) -> list[Block]:
    """The fenced blocks of all documents that are marked with one of these words."""
    found = []
    for path in DOCS:
        lines = path.read_text(encoding="utf-8").splitlines()
        start = None
        for number, line in enumerate(lines):
            if not line.startswith("```"):
                continue
            if start is None:
                start = number
            else:
                info = lines[start][3:].strip()
                if info in infos:
                    where = f"{path.name}:{start + 1}"
                    found.append(Block(where, info, lines[start + 1 : number]))
                start = None
        assert start is None, f"{path.name}:{start}: a block is not closed"
    return found


def section(text: str, number: str) -> str:
    """The text of the section with this number, without the sections after it."""
    match = re.search(rf"^#+ {re.escape(number)}\.? .*?\n(.*?)(?=^#{{2,3}} |\Z)", text, re.M | re.S)
    assert match, f"there is no section {number}"
    return match[1]


def under(text: str, title: str) -> str:
    """The text under a heading, up to the next heading."""
    match = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", text, re.M | re.S)
    assert match, f"there is no heading “{title}”"
    return match[1]


def rows(text: str) -> list[list[str]]:
    """The cells of every table row in a text, heads and rules left out."""
    lines = [line.strip() for line in text.splitlines()]
    found = []
    for number, line in enumerate(lines):
        is_head = number + 1 < len(lines) and re.fullmatch(r"[|\s-]*-[|\s-]*", lines[number + 1])
        if line.startswith("|") and not is_head and not re.fullmatch(r"[|\s-]+", line):
            found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def ids(text: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", text)


# --- running the command ------------------------------------------------------------------------


class Ran(NamedTuple):
    """Exit status and output of a command."""

    status: int
    out: str


def run(words: list[str]) -> Ran:
    """`companion` with these words, in this process."""
    out = io.StringIO()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, io.StringIO()
    try:
        status = main(words)
    finally:
        sys.stdout, sys.stderr = before
    return Ran(status, out.getvalue())


def score(lines: list[Any], tmp_path: Path) -> list[Any]:
    """What `companion score` answers to these lines."""
    file = tmp_path / "deals.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return [json.loads(line) for line in run(["score", str(file)]).out.splitlines()]


def rule_ids(answer: Any) -> list[str]:
    """The ids of what is wrong, warnings left out."""
    return sorted({problem["rule"] for problem in answer["problems"]} - WARNINGS)


# --- one hand: lines of `companion check` -------------------------------------------------------


class Example(NamedTuple):
    """A line ``companion check …   # what comes of it``."""

    words: list[str]
    expected: str


def examples() -> list[Any]:
    """Every such line of the documents, by the place where it stands."""
    found = []
    for block in blocks("sh"):
        first = int(block.where.rpartition(":")[2])
        for number, line in enumerate(block.lines, first + 1):
            command, mark, expected = line.partition("  # ")
            if command.startswith("companion check ") and mark:
                name = f"{block.where.partition(':')[0]}:{number}"
                words = shlex.split(command)[2:]
                found.append(pytest.param(Example(words, expected.strip()), id=name))
    return found


def as_line(words: list[str]) -> dict[str, Any]:
    """The line of `companion score` that says the same as a `companion check`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--edition")
    parser.add_argument("--went-out", action="store_true")
    parser.add_argument("--players", type=int, default=4)
    for name in ("--reward", "--wilds", "--reward-wilds", "--amounts", "--option"):
        parser.add_argument(name, action="append", default=[])
    parser.add_argument("--majority-to")
    parser.add_argument("cards", nargs="*")
    given = parser.parse_intermixed_args(words)
    edition = load(given.edition)
    players = [f"player {number}" for number in range(1, given.players + 1)]
    cards = [card for text in given.cards for card in parse(edition, text)]
    line: dict[str, Any] = {
        "edition": given.edition,
        "players": players,
        "hands": {players[0]: cards},
        "went_out": players[0] if given.went_out else players[1],
    }
    for name in ("reward", "wilds", "reward_wilds"):
        texts = getattr(given, name)
        if texts:
            named = [card for text in texts for card in parse(edition, text)]
            line[name] = {players[0]: named} if name == "wilds" else named
    if given.amounts:
        said = (text.split("=") for text in given.amounts)
        line["amounts"] = {f"player {number}": int(amount) for number, amount in said}
    if given.majority_to:
        named = given.majority_to
        line["majority_to"] = None if named == "none" else f"player {named}"
    if given.edition == "express":
        line["stopped_early"] = True
    if given.option:
        line["options"] = options(given.option)
    return line


def options(texts: list[str]) -> dict[str, Any]:
    """Options as JSON, of texts such as ``tie=shared``."""
    read = {}
    for text in texts:
        name, _, value = text.partition("=")
        try:
            read[name] = json.loads(value)
        except ValueError:
            read[name] = value
    return read


@pytest.mark.parametrize("example", examples())
def test_one_hand(example: Example, tmp_path: Path) -> None:
    words, expected = example
    ran = run(["check", *words])
    kind, _, rest = expected.partition(": ")
    if kind == "refused":
        assert ran.status == 2
        if rest != "unknown-card":  # these are refused before there is a line
            assert score([as_line(words)], tmp_path)[0]["error"]["rule"] == rest
        return
    answer = score([as_line(words)], tmp_path)[0]
    assert "error" not in answer, answer
    if kind in ("may not go out", "not legal"):
        assert ran.status == 1
        assert not answer["legal"]
        assert rule_ids(answer) == sorted(rest.split(", "))
    else:
        assert ran.status == 0, ran.out
        assert load(words[words.index("--edition") + 1]).amount(answer["payouts"]["player 1"]) == (
            expected
        )
        assert expected in ran.out


# --- all hands of a deal ------------------------------------------------------------------------


def deal_line(block: Block) -> tuple[dict[str, Any], dict[str, Any]]:
    """The line of `companion score` that a ``deal`` block describes, and what is expected."""
    edition, *more = [part.strip() for part in re.split(r",(?!\d)", block.lines[0])]
    line: dict[str, Any] = {"edition": edition, "players": [], "hands": {}, "went_out": None}
    expected: dict[str, Any] = {"payouts": {}, "problems": []}
    for part in more:
        if part.startswith("jackpot "):
            line["jackpot"] = amount(part.removeprefix("jackpot "))
        elif part == "stopped early":
            line["stopped_early"] = True
        elif part != "nobody out":
            line.setdefault("options", {}).update(options([part]))
    for text in block.lines[1:]:
        name, _, rest = text.partition(":")
        if name == "next jackpot":
            expected["next"] = amount(rest)
            continue
        if name == "problems":
            expected["problems"] = sorted(rest.strip().split(", "))
            continue
        player = name.removesuffix(" went out")
        cards, paid = re.split(r"\s+pays\s+", rest)
        line["players"].append(player)
        line["hands"][player] = parse(load(edition), cards)
        if name != player:
            line["went_out"] = player
        expected["payouts"][player] = amount(paid)
    assert edition == "express" or line["went_out"] or "nobody out" in more
    return line, expected


def amount(text: str) -> int:
    """``1,500`` as a number."""
    return int(text.strip().replace(",", ""))


@pytest.mark.parametrize("block", [pytest.param(one, id=one.where) for one in blocks("deal")])
def test_a_whole_deal(block: Block, tmp_path: Path) -> None:
    line, expected = deal_line(block)
    answer = score([line], tmp_path)[0]
    assert "error" not in answer, answer
    assert answer["payouts"] == expected["payouts"]
    assert rule_ids(answer) == expected["problems"]
    if "next" in expected:
        assert answer["jackpot"]["next"] == expected["next"]


# --- whole answers ------------------------------------------------------------------------------


def same(shown: Any, answer: Any) -> bool:
    """Whether a document shows this answer; ``…`` shows any text."""
    if isinstance(shown, dict) and isinstance(answer, dict):
        return list(shown) == list(answer) and all(same(shown[key], answer[key]) for key in shown)
    if isinstance(shown, list) and isinstance(answer, list):
        return (shown == [ANY] and bool(answer)) or (
            len(shown) == len(answer) and all(map(same, shown, answer))
        )
    return bool(shown == answer or (shown == ANY and isinstance(answer, str)))


def test_json_in_and_out(tmp_path: Path) -> None:
    found = blocks("json deal", "json ruling")
    assert [block.info for block in found[:2]] == ["json deal", "json ruling"]
    for given, shown in zip(found[::2], found[1::2], strict=True):
        assert (given.info, shown.info) == ("json deal", "json ruling")
        answer = score([json.loads("\n".join(given.lines))], tmp_path)[0]
        assert same(json.loads("\n".join(shown.lines)), answer), (
            f"{shown.where}: the answer is now\n{json.dumps(answer, indent=1, ensure_ascii=False)}"
        )


def commands() -> list[Any]:
    """Every ``$ command`` of the console blocks with its output, by the place where it stands."""
    found = []
    for block in blocks("console"):
        command, output = "", []
        for line in [*block.lines, "$ "]:
            if not line.startswith("$ "):
                output.append(line)
                continue
            if command:
                name = f"{block.where} {command}"
                found.append(pytest.param(command, "\n".join(output), id=name))
            command, output = line[2:], []
    return found


@pytest.mark.parametrize(("command", "shown"), commands())
def test_what_a_command_prints(command: str, shown: str) -> None:
    name, *words = shlex.split(command)
    assert name == "companion"
    # In a process of its own, as people run it.
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
        timeout=60,
    )
    printed = (done.stdout + done.stderr).rstrip()
    if words == ["editions"]:  # another box may lie in the folder
        assert printed.startswith(shown.rstrip())
    else:
        assert printed == shown.rstrip()


def sessions() -> dict[str, str]:
    """The Python of each document that has some."""
    found: dict[str, str] = {}
    for block in blocks("pycon"):
        name = block.where.partition(":")[0]
        found[name] = "\n".join([*found.get(name, "").splitlines(), *block.lines, ""])
    return found


@pytest.mark.parametrize("name", sessions())
def test_python(name: str) -> None:
    test = doctest.DocTestParser().get_doctest(sessions()[name], {}, name, name, 0)
    told = io.StringIO()
    result = doctest.DocTestRunner(verbose=False).run(test, out=told.write)
    assert result.attempted > 10
    assert not result.failed, told.getvalue()


def test_every_example_is_run() -> None:
    """A block that nothing runs must not look like one that is run."""
    # The certificate is made by tests/server/conftest.py.
    run_here = {"sh", "sh certificate", "deal", "console", "json deal", "json ruling", "pycon"}
    for path in DOCS:
        if path.name == "hosting.md":  # commands of the system, tried by the tests of hosting
            continue
        infos = re.findall(r"^```(.*)\n(?:(?!```).*\n)*```$", path.read_text("utf-8"), re.M)
        assert {info.strip() for info in infos} <= run_here | {"text", "json"}, path.name
    assert len(examples()) > 50
    assert len(blocks("deal")) > 15


# --- ids of problems and errors -----------------------------------------------------------------


@cache
def problem_ids() -> frozenset[str]:
    """The rule ids of every edition that are reported; behind them come those of the sum."""
    return frozenset(
        rule
        for edition in EDITIONS
        for rule in takewhile(lambda rule: rule != "set-value", load(edition).rules)
    )


@cache
def error_ids() -> frozenset[str]:
    """The first argument of every Refusal that the program makes."""
    found = set()
    for path in (ROOT / "companion").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            called = node.func.id if isinstance(node.func, ast.Name) else called
            first = node.args[0]
            if called == "Refusal" and isinstance(first, ast.Constant):
                found.add(str(first.value))
    return frozenset(found)


def test_problem_ids() -> None:
    listed = [ids(row[0]) for row in rows(under(CONTRACT, "Problem ids"))]
    named = [one for cell in listed for one in cell]
    assert len(named) == len(set(named))
    assert set(named) == problem_ids()


def test_error_ids() -> None:
    named = [one for row in rows(under(CONTRACT, "Error ids")) for one in ids(row[0])]
    assert len(named) == len(set(named))
    assert set(named) == error_ids()


def test_ids_of_the_examples() -> None:
    for one in examples():
        kind, _, rest = one.values[0].expected.partition(": ")
        if rest:
            known = error_ids() if kind == "refused" else problem_ids()
            assert set(rest.split(", ")) <= known, one.id


# --- the facts of an edition --------------------------------------------------------------------

CARD_SECTIONS = {
    "classic-us": ("1.4", "1.6"),
    "classic-uk": ("1.5", "1.6"),
    "deluxe": ("1.4", "1.6"),
    "winning-moves-2017": ("1.4", "1.7"),
    "express": ("1.8",),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards(edition: str) -> None:
    found: Counter[str] = Counter()
    for number in CARD_SECTIONS[edition]:
        for row in rows(section(RULES, number)):
            if row[0].startswith("`") and row[-1].isdigit():  # card, name, copies
                found[ids(row[0])[0]] += int(row[-1])
            else:  # group, …, cards
                found.update(ids(row[-1]))
    assert found == load(edition).deck


@pytest.mark.parametrize("edition", EDITIONS)
def test_printed_names(edition: str) -> None:
    for number in CARD_SECTIONS[edition]:
        for row in rows(section(RULES, number)):
            if row[-1].isdigit():
                assert row[1] == load(edition).names[ids(row[0])[0]]


@pytest.mark.parametrize("edition", EDITIONS)
def test_groups_and_values(edition: str) -> None:
    facts = load(edition)
    express = edition == "express"
    column = {"classic-uk": 2, "winning-moves-2017": 3}.get(edition, 1)
    table = [row for row in rows(section(RULES, "1.8" if express else "1.3")) if len(row) > 3]
    assert [ids(row[0])[0] for row in table] == [group.id for group in facts.groups]
    for row, group in zip(table, facts.groups, strict=True):
        value = facts.values[group.id]
        if isinstance(value, dict):
            value = ", ".join(f"{held} held {pays}" for held, pays in value.items())
        assert row[column] == group.name
        assert row[2 if express else 5] == str(value)
        if express:
            assert ids(row[3]) == list(group.cards)
        else:
            assert row[4] == str(len(group.cards))
            names = section(RULES, "1.5" if edition == "classic-uk" else "1.4")
            cards = {ids(one[0])[0]: ids(one[1]) for one in rows(names)}
            assert cards[group.id] == list(group.cards)


def test_values_of_sets(tmp_path: Path) -> None:
    table = [row for row in rows(section(RULES, "2.2")) if row[0].startswith("`")]
    houses = ["house-1", "house-2", "house-3", "house-4", "hotel"]
    for row in table:
        group = ids(row[0])[0]
        lines = [
            as_line(["--edition", "classic-us", "--went-out", group, *houses[:number]])
            for number in range(6)
        ]
        paid = [answer["payouts"]["player 1"] for answer in score(lines, tmp_path)]
        assert [amount(cell) for cell in row[1:]] == paid, group
    assert len(table) == 8


def test_go_of_2017(tmp_path: Path) -> None:
    table = rows(section(RULES, "3.6"))
    (paid,) = [row for row in table if row[0] == "pay"]
    wilds = [0, 0, 0, 0, 0, 0, 1, 2]
    for number, (cell, lent) in enumerate(zip(paid[1:], wilds, strict=True), 1):
        line = as_line(["--edition", "winning-moves-2017", f"go*{number - lent}"])
        line["hands"]["player 1"] += ["wild"] * lent
        line["wilds"] = {"player 1": ["go"] * lent}
        assert score([line], tmp_path)[0]["payouts"]["player 1"] == amount(cell)


def test_what_the_options_are() -> None:
    named = {ids(row[0])[0] for row in rows(section(RULES, "7.1"))}
    every = {name for edition in EDITIONS for name in load(edition).option_defaults}
    assert named == every | {"copies", "values"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_defaults_of_the_options(edition: str) -> None:
    defaults = load(edition).option_defaults
    words = {True: "yes", False: "no", None: "none"}
    for row in rows(section(RULES, "7.2")):
        name, cell = ids(row[0])[0], row[1 + EDITIONS.index(edition)]
        if name in ("copies", "values"):
            described = {"values": "as printed", "copies": "as listed in 1"}[name]
            has_it = name in option_takes(load(edition))
            assert cell.startswith(described) if has_it else cell == "—"
        elif name == "target":
            targets = {seat.target for seat in load(edition).seats.values()}
            assert {int(one) for one in re.findall(r"\d{2,}", cell)} == targets - {None}
        elif name not in defaults:
            assert cell == "—", name
        else:
            value = defaults[name]
            text = words[value] if value is None or isinstance(value, bool) else str(value)
            assert cell == text, name


@pytest.mark.parametrize("edition", EDITIONS)
def test_keys_of_values(edition: str) -> None:
    """Every key of `values` is described; those of the groups by the row of the colours."""
    facts = load(edition)
    named = {one for row in rows(section(RULES, "7.3")) for one in ids(row[0])}
    named |= {group.id for group in facts.groups if group.id not in ("railroads", "utilities")}
    assert set(facts.values) <= named


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_for_each_number_of_players(edition: str) -> None:
    facts = load(edition)
    family = {"winning-moves-2017": "2017", "express": "Express", "deluxe": "Deluxe"}
    mine = [
        row
        for row in rows(section(RULES, "6.2"))
        if family.get(edition, "Classic") in row[0].split(", ")
    ]
    assert [int(row[1]) for row in mine] == sorted(facts.seats)
    for row, seat in zip(mine, facts.seats.values(), strict=True):
        left = sum(facts.deck.values()) - seat.players * seat.hand
        left -= seat.trade * (seat.players + len(seat.phantoms))
        assert row[2] == str(seat.hand)
        assert row[3] == (str(seat.trade) if seat.trade else "none")
        assert [int(one) for one in re.findall(r"(\d)(?:rd|th)", row[4])] == list(seat.phantoms)
        assert row[5] == (str(left) if seat.draw_pile else "none")
        assert seat.draw_pile or left == 0
        assert row[6] == (str(seat.reward) if seat.reward else "none")
        target = re.match(r"[\d,]+", row[7])
        assert seat.target == (amount(target[0]) if target else None)


# --- the engine from Python ---------------------------------------------------------------------


def test_every_public_name_is_listed_with_its_place() -> None:
    library = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    listed = {ids(name)[0]: place for name, _, place in rows(under(library, "Every name"))}
    defined = {name: getattr(rules, name).__module__ for name in rules.__all__}
    assert listed == {
        name: f"[{module.rpartition('.')[2]}.py](../{module.replace('.', '/')}.py)"
        for name, module in defined.items()
    }


# --- architecture -------------------------------------------------------------------------------

ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PYODIDE = ROOT / "release" / "phone" / "pyodide.txt"


def test_the_tree_has_every_folder_and_module() -> None:
    tree = re.findall(r"[\w.]+/?", ARCHITECTURE.split("```")[1])
    package = ROOT / "companion"
    folders = [path.parent for path in package.rglob("__init__.py") if path.parent != package]
    modules = [
        path for room in (".", "game", "store", "rules") for path in (package / room).glob("*.py")
    ]
    named = [f"{path.name}/" for path in folders]
    named += [path.name for path in modules if not path.name.startswith("__")]
    assert sorted({name for name in named if name not in tree}) == []


def test_every_dependency_has_its_range_and_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    wanted = [*project["project"]["dependencies"], *chain.from_iterable(extras)]
    wanted += project["build-system"]["requires"]
    listed = {
        f"{name}{span}"
        for names, spans, _, why in rows(under(ARCHITECTURE, "Dependencies"))
        for name, span in zip(names.split(", "), ids(spans), strict=True)
        if why
    }
    vendored = {"htmx==4.0.1", PYODIDE.read_text("utf-8").splitlines()[-1].split()[0]}
    assert {one.partition(";")[0] for one in wanted if "[" not in one} == listed - vendored


# --- decisions ----------------------------------------------------------------------------------


def decisions() -> list[str]:
    """The anchors of all decisions, in the order of the document."""
    return re.findall(r"^#### (decision-.*)$", RULES, re.M)


@pytest.mark.parametrize("edition", EDITIONS)
def test_decisions_of_an_edition_have_an_anchor(edition: str) -> None:
    for name in load(edition).decisions:
        assert f"decision-{name.replace('_', '-')}" in decisions()


def test_decisions_are_listed() -> None:
    assert [ids(row[0])[0] for row in rows(section(RULES, "10"))] == decisions()
    assert len(set(decisions())) == len(decisions())


@pytest.mark.parametrize("decision", decisions())
def test_a_decision_says_all_there_is_to_say(decision: str) -> None:
    text = under(RULES, decision)
    assert re.match(r"\n\*\*[^*]+\?\*\*", text), "a question first"
    assert "\n- Here: " in text
    (option,) = re.findall(r"\n- Option: (.*)|\n- Option(?=s)", text)
    (row,) = [row for row in rows(section(RULES, "10")) if decision in ids(row[0])]
    named = ids(row[2])
    assert (not named and option.startswith("none")) or f"`{named[0]}`" in option


# --- links --------------------------------------------------------------------------------------


def headings(path: Path, marks: str = "#+") -> list[str]:
    """The headings of a document as code hosts write them in an address; `marks` is their level."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    titles = re.findall(rf"^{marks} (.*)$", text, re.M)
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]


def anchors(path: Path) -> set[str]:
    """The anchors of a document."""
    text = path.read_text(encoding="utf-8")
    found: set[str] = set()
    for slug in headings(path):
        name, number = slug, 1
        while name in found:
            name, number = f"{slug}-{number}", number + 1
        found.add(name)
    return found | set(re.findall(r'<a id="([^"]+)">', text))


def links() -> list[Any]:
    """Every relative link of the documents."""
    found = []
    for path in [*DOCS, ROOT / "README.md", ROOT / "ARCHITECTURE.md"]:
        for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:", target):
                found.append(pytest.param(path, target, id=f"{path.name} {target}"))
    return list({one.id: one for one in found}.values())


@pytest.mark.parametrize(("path", "target"), links())
def test_links(path: Path, target: str) -> None:
    name, _, anchor = target.partition("#")
    aim = (path.parent / name).resolve() if name else path
    assert aim.is_relative_to(ROOT)
    assert aim.exists()
    if anchor:
        assert anchor in anchors(aim)


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_contents_list_every_part_in_order(path: Path) -> None:
    contents = re.search(r"^Contents:(.*?)\n\n", path.read_text(encoding="utf-8"), re.M | re.S)
    if contents:
        assert re.findall(r"\(#(.*?)\)", contents[1]) == headings(path, "##")


@pytest.mark.parametrize("path", [*DOCS, ROOT / "README.md"], ids=lambda path: path.name)
def test_the_one_file_is_named_as_it_is_made(path: Path) -> None:
    named = re.findall(r"companion-(\d+\.\d+\.\d+)\.(?:pyz|tar)", path.read_text("utf-8"))
    assert set(named) <= {__version__}


# --- what was proved ----------------------------------------------------------------------------


def test_what_was_proved() -> None:
    record = ROOT / "tests" / "proof" / "prove_totals.json"
    totals = json.loads(record.read_text(encoding="utf-8"))
    proof = (ROOT / "docs" / "proof.md").read_text(encoding="utf-8")
    table = [row for row in rows(proof) if len(row) == 6]
    keys = ("classes", "hands", "legal_hands", "best", "disagreements")
    for row, deck in zip(table, totals["decks"].values(), strict=True):
        assert [amount(cell) for cell in row[1:]] == [deck[key] for key in keys]


def test_what_was_counted() -> None:
    proof = (ROOT / "docs" / "proof.md").read_text(encoding="utf-8")
    for row in (row for row in rows(proof) if len(row) == 7):
        edition_id = re.findall(r"`(.*?)`", row[0])[0]
        count = hand_counts(edition_id)[amount(row[1].split()[0])]
        amounts = [one for one, _ in count.amounts]
        counted = [count.hands, len(amounts), amounts[0], count.median, amounts[-1]]
        assert [amount(cell) for cell in row[2:]] == counted

"""Imports point one way: within companion/rules/, between the rooms, and nowhere in a circle."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "companion" / "rules"
PACKAGE = "companion.rules"

# Every module of companion/rules/. A module may import only those that stand above it.
ORDER = (
    "bank",
    "refusal",
    "remember",
    "written",
    "plain",
    "arrange.__init__",
    "arrange.laid",
    "ways.__init__",
    "ways.way",
    "edition",
    "words",
    "sum_lines",
    "amounts",
    "options",
    "texts",
    "deal",
    "majority",
    "arrange.sets",
    "arrange.sequence",
    "arrange.total",
    "arrange.piles",
    "findings.__init__",
    "findings.finding",
    "findings.wording",
    "findings.improvements",
    "findings.sequence",
    "findings.total",
    "findings.holding",
    "findings.mend",
    "findings.fixes",
    "findings.piles",
    "findings.find",
    "settlement",
    "payout",
    "ways.sequence",
    "ways.total",
    "ways.piles",
    "ways.every",
    "edition_file",
    "contract",
    "reading.__init__",
    "reading.phrases",
    "reading.text",
    "reading.lists",
    "reading.costs",
    "reading.names",
    "reading.spans",
    "reading.houses",
    "reading.cover",
    "reading.near",
    "reading.doubts",
    "reading.reader",
    "rank.__init__",
    "rank.hand_rank",
    "luck.__init__",
    "luck.reward",
    "dispute.__init__",
    "dispute.hand",
    "dispute.slips",
    "dispute.notation",
    "dispute.claimed_set",
    "dispute.claim",
    "dispute.one_card_away",
    "dispute.other_editions",
    "dispute.chance_stays",
    "dispute.open_questions",
    "dispute.reasons_and_sum",
    "entries",
    "ledger",
    "__init__",
)

# In the standard library, but not for rules: chance, clocks, the machine, stores, the web.
FORBIDDEN = frozenset(
    {"random", "secrets", "time", "datetime", "os", "sqlite3", "subprocess", "socket", "flask"}
)


def modules() -> dict[str, Path]:
    """The modules that are there, by dotted name within companion.rules."""
    return {
        ".".join(path.relative_to(RULES).with_suffix("").parts): path
        for path in sorted(RULES.rglob("*.py"))
    }


def is_folder(name: str) -> bool:
    """Whether a dotted name is a folder of companion.rules, whose modules count by themselves."""
    return name.startswith(PACKAGE) and (RULES.parent.parent / name.replace(".", "/")).is_dir()


@cache
def imported(source: str) -> set[str]:
    """The dotted names that a module of companion.rules imports, at any depth of its code.

    ``from companion.rules import x`` and the relative forms count as ``companion.rules.x``.
    """
    names: set[str] = set()
    for node in _run(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parent = PACKAGE if node.level == 1 else PACKAGE.rsplit(".", node.level - 1)[0]
                base = f"{parent}.{base}".rstrip(".")
            if base == "companion" or is_folder(base):
                names.update(f"{base}.{alias.name}" for alias in node.names)
            else:
                names.add(base)
        elif isinstance(node, ast.Name) and node.id == "__import__":
            names.add("__import__")
        elif isinstance(node, ast.Attribute) and node.attr == "import_module":
            names.add("importlib.import_module")
    return names


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module without imports that are for types only."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from _run(node)


def complaints(module: str, source: str) -> list[str]:
    """What this module imports although it must not."""
    allowed = {f"{PACKAGE}.{name}" for name in ORDER[: ORDER.index(module)]}
    found = []
    for name in sorted(imported(source)):
        top = name.split(".")[0]
        if top == "companion":
            if name not in allowed:
                found.append(f"{module} imports {name}, which does not stand above it")
        elif name in ("__import__", "importlib.import_module"):
            found.append(f"{module} imports by name at run time ({name})")
        elif top in FORBIDDEN:
            found.append(f"{module} imports {name}, which rules may not use")
        elif top not in sys.stdlib_module_names:
            found.append(f"{module} imports {name}, which is not in the standard library")
    return found


def test_every_module_has_its_place_in_the_order() -> None:
    assert sorted(modules()) == sorted(ORDER)


@pytest.mark.parametrize("module", ORDER)
def test_module_imports_only_what_stands_above_it(module: str) -> None:
    assert complaints(module, modules()[module].read_text(encoding="utf-8")) == []


def test_bank_imports_nothing_of_the_project() -> None:
    names = imported(modules()["bank"].read_text(encoding="utf-8"))
    assert [name for name in names if name.split(".")[0] == "companion"] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        pytest.param("refusal", "from companion.rules.edition import Edition", id="upwards"),
        pytest.param("refusal", "from companion.rules import edition", id="upwards, module"),
        pytest.param("refusal", "from .edition import Edition", id="upwards, relative"),
        pytest.param("refusal", "from . import edition", id="upwards, relative module"),
        pytest.param("refusal", "from companion.rules.refusal import near", id="itself"),
        pytest.param(
            "bank", "def f():\n    import companion.rules.refusal", id="within a function"
        ),
        pytest.param("ledger", "import companion", id="the package"),
        pytest.param("ledger", "from companion import cli", id="the command"),
        pytest.param("ledger", "from ..cli import main", id="the command, relative"),
        pytest.param("ledger", "import companion.web.views", id="the web"),
        pytest.param("ledger", "import flask", id="flask"),
        pytest.param("ledger", "from flask.views import View", id="within flask"),
        pytest.param("ledger", "import pytest", id="another package"),
        pytest.param("ledger", "import os.path", id="the machine"),
        pytest.param("ledger", "from random import choice", id="chance"),
        pytest.param("ledger", "from datetime import date", id="the clock"),
        pytest.param("ledger", "importlib.import_module('flask')", id="by name"),
        pytest.param("ledger", "__import__('flask')", id="by name, built in"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str) -> None:
    assert len(complaints(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("edition", "import tomllib\nfrom pathlib import Path"),
        ("edition", "from companion.rules.refusal import Refusal"),
        ("findings.find", "from companion.rules.arrange import piles, total"),
        ("payout", "from . import words\nfrom .refusal import near"),
        ("refusal", "from __future__ import annotations\nfrom collections import Counter"),
    ],
)
def test_a_right_import_is_let_pass(module: str, source: str) -> None:
    assert complaints(module, source) == []


# Who may know whom above the rules. Only create_app() knows everything.
KNOWS = {
    "rules": {"rules"},
    "names": {"names"},
    "codes": {"codes"},
    "nearby": {"nearby"},
    "store": {"store", "codes", "names", "rules"},  # a deal comes out in the rules' own types
    "settings": {"settings", "store"},
    "game": {"game", "store", "names", "rules"},
    "export": {"export", "game", "store", "names", "rules"},
    "web": {
        "web",
        "export",
        "game",
        "store",
        "settings",
        "names",
        "codes",
        "nearby",
        "rules",
    },
    "cli": {"cli", "server", "store", "settings", "codes", "rules", "__version__"},
    "server": {
        "server",
        "web",
        "export",
        "store",
        "settings",
        "nearby",
        "rules",
        "create_app",
    },
}


def room_of(path: Path) -> str:
    """The room a module stands in: the folder or module right below companion/."""
    return path.relative_to(RULES.parent).parts[0].removesuffix(".py")


@pytest.mark.parametrize("room", KNOWS)
def test_rooms_know_only_those_below_them(room: str) -> None:
    paths = [path for path in RULES.parent.rglob("*.py") if room_of(path) == room]
    assert paths
    for path in paths:
        names = imported(path.read_text(encoding="utf-8"))
        rooms = {name.split(".")[1] for name in names if name.startswith("companion.")}
        assert rooms <= KNOWS[room], path


def test_only_the_store_uses_sqlite_utils() -> None:
    users = {
        room_of(path)
        for path in RULES.parent.rglob("*.py")
        if "sqlite_utils" in (text := path.read_text(encoding="utf-8"))
        and "sqlite_utils" in imported(text)
    }
    assert users == {"store"}


def test_imports_make_no_circle() -> None:
    trees = {
        str(path.relative_to(ROOT).with_suffix("")).replace("/", ".").removesuffix(".__init__"): (
            ast.parse(path.read_text(encoding="utf-8"))
        )
        for path in RULES.parent.rglob("*.py")
    }
    graph: dict[str, set[str]] = {}
    for name, tree in trees.items():
        wanted = set()
        for node in top_level(tree):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, f"{name}: a relative import"
                base = str(node.module)
                for alias in node.names:
                    below = f"{base}.{alias.name}"
                    wanted.add(below if below in trees else base)
        graph[name] = wanted & trees.keys() - {name}
    while leaves := [name for name, wanted in graph.items() if not wanted & graph.keys()]:
        for name in leaves:
            del graph[name]
    assert graph == {}


def top_level(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported, without those for type checkers."""
    todo: list[ast.stmt] = list(tree.body)
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test):
            todo += [*node.body, *node.orelse]
        elif isinstance(node, ast.Try):
            todo += [*node.body, *node.orelse, *node.finalbody]

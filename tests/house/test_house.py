"""The house rules of this project's own files: what the linter does not hold."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "companion"

LONGEST_TEMPLATE_LINE = 140


def sources(*folders: str) -> dict[str, str]:
    """What stands in all modules in these folders, by path from the root."""
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def modules(*folders: str, having: str = "") -> Iterator[tuple[str, ast.Module]]:
    """The modules in these folders in which this pattern is found: path from the root and syntax
    tree. Parsing them all takes longer than most tests, so a test says what it looks for."""
    for name, text in sources(*folders).items():
        if re.search(having, text, re.M):
            yield name, ast.parse(text)


def lines(folder: str, ending: str) -> Iterator[tuple[str, str]]:
    """Each line of the files in a folder with this ending, after ``file:number``."""
    for path in sorted((ROOT / folder).rglob(f"*{ending}")):
        if path.is_file():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                yield f"{path.relative_to(ROOT)}:{number}", line


# --- Python -------------------------------------------------------------------------------------


def test_a_class_name_stands_once() -> None:
    places = defaultdict(list)
    for name, text in sources("companion").items():
        for class_name in re.findall(r"^class (\w+)", text, re.M):
            places[class_name].append(name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_every_module_has_a_docstring() -> None:
    bare = [
        name
        for name, text in sources("companion", "bench", "load", "release", "tests").items()
        if text and not re.match(r'(#.*\n)*r?"""\s*[^\s"]', text)
    ]
    assert bare == []


def test_private_names_stay_in_their_module() -> None:
    found = []
    everywhere = ("companion", "bench", "load", "release", "tests")
    for name, tree in modules(*everywhere, having=PRIVATE_OF_OTHERS):
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                private = [one.name for one in node.names if is_private(one.name)]
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                # NamedTuple's and unittest's own methods begin with an underscore, too.
                private = [node.attr] if node.value.id in imported and is_private(node.attr) else []
            else:
                continue
            found += [f"{name}:{node.lineno} {one}" for one in private if one not in NAMED_TUPLE]
    assert found == []


PRIVATE_OF_OTHERS = (
    r"\b(?!self\b|cls\b)\w+\s*\._[a-zA-Z]|^\s*from\s.*\simport\s*(\([^)]*|.*)\b_[a-zA-Z]"
)
NAMED_TUPLE = {"_replace", "_asdict", "_fields", "_make"}


def is_private(name: str) -> bool:
    """Whether a name begins with one underscore."""
    return name.startswith("_") and not name.startswith("__")


def test_nobody_asks_which_way_of_playing_it_is() -> None:
    """`Edition.way` answers instead."""
    asked = [
        f"{name}:{node.lineno}"
        for name, tree in modules("companion", having=r"\.\s*arrangement\b")
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        and any(
            isinstance(side, ast.Attribute) and side.attr == "arrangement"
            for side in (node.left, *node.comparators)
        )
    ]
    asked += [
        where for where, line in lines("templates", "") if re.search(r"arrangement\s*[=!]=", line)
    ]
    assert asked == []


def test_settlements_are_objects_outside_rules_and_store() -> None:
    looked_up = [
        f"{name}:{node.lineno}"
        for name, tree in modules("companion", having=r"\[\s*['\"](payouts|paid_to|problems|legal)")
        if not name.startswith(("companion/rules/", "companion/store/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and node.slice.value in ("payouts", "paid_to", "problems", "legal")
    ]
    assert looked_up == []


def test_browser_tests_wait_for_a_condition() -> None:
    waits = [
        where
        for where, line in lines("tests/browser", ".py")
        if re.search(r"\btime\.sleep|\bsleep\(|wait_for_timeout", line)
    ]
    assert waits == []


# --- templates and styles -----------------------------------------------------------------------


def test_template_lines_are_short() -> None:
    long = [where for where, line in lines("templates", "") if len(line) > LONGEST_TEMPLATE_LINE]
    assert long == []


def test_templates_name_what_they_include() -> None:
    assert [where for where, line in lines("templates", "") if "ignore missing" in line] == []


def style_rules() -> Iterator[tuple[str, str, str, str]]:
    """File, what stands around it (``@media print``), selector and body of every style rule."""
    for path in sorted((ROOT / "static").rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        around: list[str] = []
        start = 0
        for mark in re.finditer(r"[{}]", text):
            before = text[start : mark.start()]
            start = mark.end()
            if mark[0] == "{":
                around.append(before.rpartition(";")[2].strip())
            else:
                yield str(path.relative_to(ROOT)), " ".join(around[:-1]), around.pop(), before
        assert around == [], path


def test_no_style_is_selected_by_id() -> None:
    found = [
        f"{file}: {selector}"
        for file, _, selector, _ in style_rules()
        if not selector.startswith("@") and re.search(r"#[A-Za-z]", selector)
    ]
    assert found == []


def test_only_print_styles_are_important() -> None:
    found = [
        f"{file}: {selector}"
        for file, around, selector, body in style_rules()
        if "!important" in body and "print" not in f"{around} {selector}"
    ]
    assert found == []

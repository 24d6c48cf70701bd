"""Rules for styles and templates that no other tool checks."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STYLES = sorted((ROOT / "static" / "css").glob("*.css"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
LONGEST_LINE = 140
BUILT = ("columns-", "group-", "lanes-", "note-", "players-", "rows-", "seat-", "size-")
"""Beginnings of class names that templates put together with a value."""


def rules_of(file: Path) -> str:
    """The text of a style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("file", STYLES, ids=name)
def test_styles_are_in_layers_and_select_by_class(file: Path) -> None:
    rules = rules_of(file)
    assert all(part.startswith("@layer ") for part in re.findall(r"^[^\s}].*", rules, re.MULTILINE))
    assert not re.findall(r"#[a-z][\w-]*(?=[^;{}]*\{)", rules)
    assert "!important" not in rules


@pytest.mark.parametrize("file", STYLES, ids=name)
def test_every_class_with_a_style_is_used(file: Path) -> None:
    pages = "".join(template.read_text(encoding="utf-8") for template in TEMPLATES)
    classes = set(re.findall(r"(?<!\w)\.([a-z][\w-]*)", rules_of(file)))
    unused = {one for one in classes if not re.search(rf"[\s\"']{one}[\s\"'{{]", pages)}
    assert {one for one in unused if not one.startswith(BUILT)} == set()


@pytest.mark.parametrize("file", TEMPLATES, ids=name)
def test_templates_are_readable_and_safe(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= LONGEST_LINE
    assert "ignore missing" not in text
    assert not re.search(r"<style|\sstyle=|<script(?! src)|\son[a-z]+=\"", text)
    if file.name != "macros.html":
        assert "csrf_token()" not in text


@pytest.mark.parametrize("file", TEMPLATES, ids=name)
def test_a_way_back_says_where_it_leads(file: Path) -> None:
    """In one pattern, “Back to scores”, and as a quiet button, but in the site's header, alone in a
    bottom bar, or where an error offers nothing else."""
    text = file.read_text(encoding="utf-8")
    assert "←" not in text
    for one in re.findall(r"<(?:a|button) [^<]*?>\s*(?:\{\{- \")?Back\b[^<]*<", text):
        assert re.search(r">\s*(\{\{- \")?Back to ", one)
        assert "quiet" in one or file.name == "base.html" or 'class="button main wide"' in one

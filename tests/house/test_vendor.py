"""Files of others are kept as their makers released them."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VENDOR = ROOT / "static" / "vendor"
ROW = re.compile(r"^\| (?P<file>\S+) \|.*\| (?P<sum>[0-9a-f]{64}) \|$", re.MULTILINE)


def listed() -> dict[str, str]:
    """File name → checksum, as the README beside the files has them."""
    text = (VENDOR / "README.md").read_text(encoding="utf-8")
    return {row["file"]: row["sum"] for row in ROW.finditer(text)}


def test_every_file_is_listed_with_its_checksum() -> None:
    there = {file.name for file in VENDOR.iterdir()} - {"README.md"}
    assert there == set(listed())


@pytest.mark.parametrize("name", sorted(listed()))
def test_the_file_is_the_one_that_was_released(name: str) -> None:
    assert sha256((VENDOR / name).read_bytes()).hexdigest() == listed()[name]


def test_the_pages_load_the_listed_htmx_and_nothing_from_outside() -> None:
    for template in sorted((ROOT / "templates").rglob("*.html")):
        text = template.read_text(encoding="utf-8")
        assert not re.search(r"""(src|href|action)=["'](https?:)?//""", text), template.name
    links = (ROOT / "templates" / "base.html").read_text(encoding="utf-8")
    names = re.findall(r"vendor/([\w.-]+)", links)
    assert names
    assert set(names) <= set(listed())

"""Static files and templates: their folders, and the address of a static file."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import current_app, request

from companion.settings import CHECKOUT, PACKAGE


def folder_of(kind: str) -> Path:
    """The folder ``templates`` or ``static``: of the installed package, else of the checkout."""
    inside = PACKAGE / kind
    return inside if inside.is_dir() else CHECKOUT / kind


def asset(name: str) -> str:
    """The address of a static file, such as ``css/base.css``. It has a hash of the file's content,
    so that browsers may keep it for a year."""
    # A page names a file for each of its glyphs, and `url_for` would be a fifth of a tap.
    return f"{request.script_root}{current_app.static_url_path}/{name}?v={_version(name)}"


@cache  # a page names up to ten files, and reading them takes longer than all the rest of a tap
def _version(name: str) -> str:
    return sha256((folder_of("static") / name).read_bytes()).hexdigest()[:10]

"""Static files and templates: their folders, and the address of a static file."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, request

from companion.settings import CHECKOUT, PACKAGE


def folder_of(kind: str) -> Path:
    """The folder ``templates`` or ``static``: of the installed package, else of the checkout."""
    inside = PACKAGE / kind
    return inside if inside.is_dir() else CHECKOUT / kind


def init(app: Flask) -> None:
    """Gives templates ``asset("css/base.css")``: the file's address with a hash of its content, so
    that browsers may keep it for a year."""
    known: dict[str, tuple[int, str]] = {}
    folder = Path(app.static_folder or "")

    @cache
    def file_of(name: str) -> Path:
        return folder / name

    def version(name: str) -> str:
        changed = file_of(name).stat().st_mtime_ns
        if name not in known or known[name][0] != changed:
            known[name] = changed, sha256(file_of(name).read_bytes()).hexdigest()[:10]
        return known[name][1]

    def asset(name: str) -> str:
        # The address that url_for makes, without its search through all routes, for every page
        # has eight of them.
        return f"{request.script_root}{app.static_url_path}/{name}?v={version(name)}"

    app.add_template_global(asset, "asset")

"""Static files and templates: their folders, and the address of a static file."""

from functools import lru_cache
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
    that browsers may keep it for a year. Files are read once, as templates are."""
    folder = Path(app.static_folder or "")

    @lru_cache(maxsize=256)
    def address(root: str, name: str) -> str:
        version = sha256((folder / name).read_bytes()).hexdigest()[:10]
        return f"{root}{app.static_url_path}/{name}?v={version}"

    def asset(name: str) -> str:
        # The address that url_for makes, without its search through all routes.
        return address(request.script_root, name)

    app.add_template_global(asset, "asset")

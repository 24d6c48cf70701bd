"""Static files and their addresses."""

from hashlib import sha256
from pathlib import Path

from flask import Flask, url_for

from companion.settings import CHECKOUT, PACKAGE


def folder(kind: str) -> Path:
    """``templates`` or ``static``: within the installed package, else in the checkout."""
    inside = PACKAGE / kind
    return inside if inside.is_dir() else CHECKOUT / kind


def init(app: Flask) -> None:
    """Gives templates ``asset("css/base.css")``: the address of a static file with a version, made
    from its content."""
    known: dict[str, tuple[int, str]] = {}

    def version(name: str) -> str:
        file = Path(app.static_folder or "") / name
        changed = file.stat().st_mtime_ns
        if name not in known or known[name][0] != changed:
            known[name] = changed, sha256(file.read_bytes()).hexdigest()[:10]
        return known[name][1]

    def asset(name: str) -> str:
        return url_for("static", filename=name, v=version(name))

    app.add_template_global(asset, "asset")

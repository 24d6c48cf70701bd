"""Static files and templates: their folders, and the address of a static file."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from flask import request

from companion.settings import CHECKOUT, PACKAGE


def folder_of(kind: str) -> Path:
    """The folder ``templates`` or ``static``: of the installed package, else of the checkout."""
    inside = PACKAGE / kind
    return inside if inside.is_dir() else CHECKOUT / kind


def asset(name: str) -> str:
    """The address of a static file, such as ``css/base.css``. It has a hash of the file's content,
    so that browsers may keep it for a year."""
    # The address that url_for makes, without its search through all routes.
    return _address(request.script_root, name)


@lru_cache(maxsize=256)
def _address(root: str, name: str) -> str:
    """Files are read once, as templates are."""
    version = sha256((folder_of("static") / name).read_bytes()).hexdigest()[:10]
    return f"{root}/static/{name}?v={version}"

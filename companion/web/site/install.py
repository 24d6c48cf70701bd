"""The companion on the home screen: manifest, service worker, offline page."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, current_app, json, render_template, request, url_for

from companion.web.site.access import Who, may

pages = Blueprint("install", __name__)

LINKED = (
    "css/base.css",
    "vendor/htmx-4.0.1.min.js",
    "js/offline.js",
    "js/screen.js",
    "icon.svg",
)
"""Files that every page links to, as `base.html` does."""
STYLES = tuple(
    f"css/{name}.css" for name in ("charts", "closed_deal", "sheet", "summary", "tables")
)
"""Styles of the pages that the service worker keeps a copy of."""
WORKER = "js/sw.js"

ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
BACKGROUND = "#f3f1ea"


@pages.get("/manifest.webmanifest")
@may(Who.ANYBODY)
def manifest() -> Response:
    """The manifest, with which a phone puts the companion on its home screen."""
    text = json.dumps(
        {
            "name": "Companion: scores for Monopoly: The Card Game",
            "short_name": "Companion",
            "id": "/",
            "start_url": url_for("tables.index"),
            "scope": "/",
            "display": "standalone",
            "background_color": BACKGROUND,
            "theme_color": BACKGROUND,
            "icons": [
                {"src": _asset(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for name, sizes, purpose in ICONS
            ],
        }
    )
    return _revalidated(Response(text, mimetype="application/manifest+json"))


@pages.get("/sw.js")
@may(Who.ANYBODY)
def worker() -> Response:
    """The service worker with the list of the files that it keeps.

    Its address is at the top, for a worker serves no page above its own. Its text changes whenever
    one of those files or the offline page does, so phones never keep an old one.
    """
    text = _script(tuple(_asset(name) for name in (*LINKED, *STYLES, WORKER)))
    return _revalidated(Response(text, mimetype="text/javascript"))


def _asset(name: str) -> str:
    """The address of a static file, with its version."""
    address: str = current_app.jinja_env.globals["asset"](name)  # type: ignore[operator]
    return address


@lru_cache(maxsize=8)
def _script(assets: tuple[str, ...]) -> str:
    """The text of the worker, built once for every state of the files: browsers ask for it with
    every page."""
    *files, _ = assets
    script = (Path(current_app.static_folder or "") / WORKER).read_text(encoding="utf-8")
    page = render_template("site/offline.html")
    version = sha256("\n".join((*files, script, page)).encode()).hexdigest()[:16]
    return f"const VERSION = {json.dumps(version)}, FILES = {json.dumps(files)};\n{script}"


@pages.get("/offline")
@may(Who.ANYBODY)
def offline() -> str:
    """The page that the service worker shows without a connection and without a copy."""
    return render_template("site/offline.html")


def _revalidated(response: Response) -> Response:
    """The response with an ETag: browsers ask every time, and get 304 while it is the same."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response

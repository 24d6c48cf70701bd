"""The companion on the home screen: manifest, service worker, the page for no connection."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, current_app, json, render_template, request, url_for

from companion.web.site.access import Who, may

pages = Blueprint("install", __name__)

LINKED = ("companion.css", "vendor/htmx-4.0.1.min.js", "companion.js", "icon.svg")
"""What every page links to, and the page for no connection needs."""

ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
GROUND = "#f3f1ea"


@pages.get("/manifest.webmanifest")
@may(Who.ANYBODY)
def manifest() -> Response:
    """What a phone needs to put the companion on its home screen."""
    text = json.dumps(
        {
            "name": "Companion: scores for Monopoly: The Card Game",
            "short_name": "Companion",
            "id": "/",
            "start_url": url_for("tables.index"),
            "scope": "/",
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": GROUND,
            "icons": [
                {"src": _asset(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for name, sizes, purpose in ICONS
            ],
        }
    )
    return _told_apart(Response(text, mimetype="application/manifest+json"))


@pages.get("/sw.js")
@may(Who.ANYBODY)
def worker() -> Response:
    """The service worker: ``static/sw.js`` with the files that it keeps. It changes whenever one of
    them or the page for no connection does, so phones never keep an old one."""
    text = _script(tuple(_asset(name) for name in (*LINKED, "sw.js")))
    return _told_apart(Response(text, mimetype="text/javascript"))


def _asset(name: str) -> str:
    """The address of a static file, with its version."""
    address: str = current_app.jinja_env.globals["asset"](name)  # type: ignore[operator]
    return address


@lru_cache(maxsize=8)
def _script(assets: tuple[str, ...]) -> str:
    """Put together once for every state of the files; browsers ask for it with every page."""
    *files, _ = assets
    script = (Path(current_app.static_folder or "") / "sw.js").read_text(encoding="utf-8")
    page = render_template("site/offline.html")
    version = sha256("\n".join((*files, script, page)).encode()).hexdigest()[:16]
    return f"const VERSION = {json.dumps(version)}, FILES = {json.dumps(files)};\n{script}"


@pages.get("/offline")
@may(Who.ANYBODY)
def offline() -> str:
    """What the service worker shows where there is no connection and no copy."""
    return render_template("site/offline.html")


def _told_apart(response: Response) -> Response:
    """Asked for again every time, and answered in a few bytes while it is the same."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response

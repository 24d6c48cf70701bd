"""The companion on the home screen: manifest, service worker, offline page."""

from hashlib import sha256

from flask import Blueprint, Response, json, request, url_for

from companion.web.parts.signs import grounds_address
from companion.web.site.access import Who, may
from companion.web.site.assets import asset, folder_of
from companion.web.site.http import rendered

pages = Blueprint("install", __name__)

LINKED = (
    "css/base.css",
    "vendor/htmx-4.0.1.min.js",
    "vendor/roboto-slab-5.3.0-bold-money.woff2",
    "js/offline.js",
    "icon.svg",
    "sprite.svg",
)
"""Static files that every page links to; the service worker keeps them."""
OTHERS = (
    "css/charts.css",
    "css/closed_deal.css",
    "css/paper.css",
    "css/sheet.css",
    "css/summary.css",
    "css/tables.css",
    "css/win.css",
    "js/screen.js",
)
"""What else is needed by the pages that the service worker keeps; it keeps these files too."""
WORKER = "js/sw.js"

ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
FELT = "#0e5a43"
"""The colour of the table, in light."""


@pages.get("/manifest.webmanifest")
@may(Who.ANYBODY)
def manifest() -> Response:
    """The manifest: name and icons for a phone's home screen."""
    text = json.dumps(
        {
            "name": "Companion: scores for Monopoly: The Card Game",
            "short_name": "Companion",
            "id": "/",
            "start_url": url_for("tables.index"),
            "scope": "/",
            "display": "standalone",
            "background_color": FELT,
            "theme_color": FELT,
            "icons": [
                {"src": asset(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for name, sizes, purpose in ICONS
            ],
        }
    )
    return _with_etag(Response(text, mimetype="application/manifest+json"))


@pages.get("/sw.js")
@may(Who.ANYBODY)
def worker() -> Response:
    """The service worker: ``static/js/sw.js`` with the files it keeps and a version, a hash of
    them, so that phones fetch the new files after every change. Its address stands at the top of
    the site, for a worker serves only pages below its own."""
    files = [*(asset(name) for name in (*LINKED, *OTHERS)), grounds_address()]
    script = (folder_of("static") / WORKER).read_text(encoding="utf-8")
    page = rendered("site/offline.html")
    version = sha256("\n".join((*files, script, page)).encode()).hexdigest()[:16]
    text = f"const VERSION = {json.dumps(version)}, FILES = {json.dumps(files)};\n{script}"
    return _with_etag(Response(text, mimetype="text/javascript"))


@pages.get("/offline")
@may(Who.ANYBODY)
def offline() -> str:
    """The page that the service worker shows without connection, where it kept no copy."""
    return rendered("site/offline.html")


def _with_etag(response: Response) -> Response:
    """Sends an ETag, so that browsers ask each time and get 304 while the file is the same."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response

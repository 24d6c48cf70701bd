"""Headers and gzip for every answer."""

import gzip

from flask import Response, request

from companion.web.site.http import runs_alone

A_YEAR = 365 * 24 * 3600
SMALLEST_GZIPPED = 600
"""Bytes; a shorter answer gains too little by gzip."""
GZIPPED_TYPES = frozenset(
    {
        "text/html",
        "text/css",
        "text/plain",
        "text/javascript",
        "application/javascript",
        "application/json",
        "application/manifest+json",
        "image/svg+xml",
    }
)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


FRAMED = {
    **HEADERS,
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    ),
    "X-Frame-Options": "SAMEORIGIN",
}
"""The same where a phone is alone, for there a page of this site frames every other."""


def finish(response: Response) -> Response:
    """The answer with headers for safety and caching, gzipped where that pays."""
    response.headers.extend(FRAMED if runs_alone() else HEADERS)
    if request.endpoint != "static" or response.status_code != 200:
        response.headers.setdefault("Cache-Control", "private, no-cache")
    elif request.args.get("v"):
        response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    else:
        response.headers["Cache-Control"] = "no-cache"
    return _gzipped(response)


def _gzipped(response: Response) -> Response:
    """The answer as gzip, for who takes that. The known extension for it, Flask-Compress, brings
    codecs that have to be compiled."""
    if response.mimetype not in GZIPPED_TYPES or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if (
        response.status_code in (204, 206, 304)
        or request.method == "HEAD"
        or not request.accept_encodings["gzip"]
    ):
        return response
    response.direct_passthrough = False
    stream = response.response
    body = response.get_data()
    if callable(close := getattr(stream, "close", None)):  # a static file
        close()
    if len(body) < SMALLEST_GZIPPED:
        return response
    level = 9 if request.endpoint == "static" else 6  # a page is made anew each time
    response.set_data(gzip.compress(body, compresslevel=level, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    etag, weak = response.get_etag()
    if etag and not weak:
        response.set_etag(etag, weak=True)
    return response

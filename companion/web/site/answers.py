"""Headers and gzip for every answer.

A part of a page that stays the same from answer to answer can be packed once (`Packed`): gzip lets
packed pieces follow each other, if none of them points back into the one before.
"""

import gzip
import zlib
from functools import lru_cache
from typing import NamedTuple, Self

from flask import Response, g, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

A_YEAR = 365 * 24 * 3600
GZIP_LEVEL, STATIC_GZIP_LEVEL = 6, 9
"""For pages a lower level would be quicker, but the largest tap's answer would be over 3 kB."""
GZIP_WINDOW = 14
"""As a power of two, how many bytes back gzip looks for what was there before: most pages are no
longer, and packing them takes a fifth less time than with the largest window, 15."""
GZIP_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""How gzip begins without a time, a name and the kind of the system (RFC 1952)."""
BEGINNING = 40
"""Bytes by which a packed part is found in an answer: quicker than by all of it."""
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
NOT_KEPT = "private, no-cache"
"""What every page says about being kept."""


class Packed(NamedTuple):
    """A part of a page with its packed form, so that only the rest of an answer is packed anew."""

    text: bytes
    packed: bytes

    @classmethod
    def of(cls, part: str) -> Self:
        """The part, packed so that it can follow any other piece, and any other can follow it."""
        text, packing = part.encode(), _packing()
        return cls(text, packing.compress(text) + packing.flush(zlib.Z_FULL_FLUSH))

    def is_in_answer(self) -> None:
        """Says that the answer to this request has the part in it."""
        g.packed = self


def finish(response: Response) -> Response:
    """The answer with headers for safety and caching, gzipped where that pays."""
    response.headers.extend(HEADERS)
    if request.endpoint == "static" and response.status_code == 200:
        if request.args.get("v"):
            response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
        else:
            response.headers["Cache-Control"] = "no-cache"
    else:
        response.headers.setdefault("Cache-Control", NOT_KEPT)
    return _gzipped(response)


def vary_by(response: Response, header: str) -> None:
    """Says that the answer depends on this header of the request, too."""
    before = response.headers.get("Vary")
    response.headers["Vary"] = f"{before}, {header}" if before else header


def _gzipped(response: Response) -> Response:
    if response.mimetype not in GZIPPED_TYPES or "Content-Encoding" in response.headers:
        return response
    vary_by(response, "Accept-Encoding")
    if (
        response.status_code in (204, 206, 304)
        or request.method == "HEAD"
        or not _takes_gzip(request.headers.get("Accept-Encoding", ""))
    ):
        return response
    response.direct_passthrough = False
    stream = response.response
    body = response.get_data()
    if callable(close := getattr(stream, "close", None)):  # a static file
        close()
    if len(body) < SMALLEST_GZIPPED:
        return response
    if request.endpoint == "static":
        response.set_data(gzip.compress(body, compresslevel=STATIC_GZIP_LEVEL, mtime=0))
    else:
        response.set_data(_packed(body, g.get("packed")))
    response.headers["Content-Encoding"] = "gzip"
    etag, weak = response.get_etag()
    if etag and not weak:
        response.set_etag(etag, weak=True)
    return response


def _packing() -> "zlib._Compress":
    return zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, -GZIP_WINDOW)


def _packed(body: bytes, part: Packed | None) -> bytes:
    """The body as gzip; around the `part` that it has in it, if any."""
    packing, pieces, rest = _packing(), [GZIP_HEAD], body
    start = body.find(part.text[:BEGINNING]) if part else -1
    if part is not None and body.startswith(part.text, max(start, 0)):
        pieces += [packing.compress(body[:start]), packing.flush(zlib.Z_FULL_FLUSH), part.packed]
        rest = body[start + len(part.text) :]
    pieces += [packing.compress(rest), packing.flush()]
    pieces += [end.to_bytes(4, "little") for end in (zlib.crc32(body), len(body))]
    return b"".join(pieces)


@lru_cache(maxsize=64)
def _takes_gzip(encodings: str) -> bool:
    return bool(parse_accept_header(encodings, Accept)["gzip"])

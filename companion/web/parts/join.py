"""The addresses where other phones join a table, and addresses as QR codes."""

from io import BytesIO
from urllib.parse import urlsplit

import segno
from flask import current_app, request, url_for
from markupsafe import Markup
from segno.encoder import DataOverflowError

from companion.codes import invitation
from companion.nearby import is_loopback, nearby_address
from companion.store import Table
from companion.web.site.access import hosted


def join_address(table: Table) -> str:
    """Where another phone joins: under the host of this request, else where others reach it. With
    its invitation (`codes.invitation`) it works also where too many wrong codes were typed."""
    base = urlsplit(request.host_url)
    host, port = base.hostname or "", base.port
    if not hosted() and is_loopback(host):
        near = nearby_address()
        if near is not None:
            host = f"[{near}]" if ":" in near else near
            base = base._replace(netloc=host if port is None else f"{host}:{port}")
    proof = invitation(current_app.secret_key or "", table.code)
    return base.geturl().rstrip("/") + url_for("phones.join", code=table.code, k=proof)


def phones_can_join() -> bool:
    """Whether other phones reach this server: not when it answers on this machine alone."""
    asked = urlsplit(request.host_url).hostname or ""
    listens = current_app.config.get("LISTENS_ON", "")
    return hosted() or not (is_loopback(asked) and is_loopback(listens))


def typed_address(address: str) -> str:
    """What somebody types on a phone that reads no QR code; the table's code comes after it."""
    return urlsplit(address).netloc + url_for("phones.code")


def qr_svg(address: str, *, error: str = "l") -> Markup | None:
    """The code of an address as SVG, black on white in the dark too; None when it is too long for
    one. `error` is how much of it may be damaged: the least, "l", has the largest squares."""
    try:
        code = segno.make(address, error=error, micro=False, boost_error=False)
    except DataOverflowError:
        return None
    out = BytesIO()
    code.save(out, kind="svg", xmldecl=False, omitsize=True, dark="#000", light="#fff", border=4)
    return Markup(out.getvalue().decode())

"""The addresses of a case on this server, and the ways to send its ruling on."""

from urllib.parse import urlencode

from flask import request, url_for

from companion.web.referee import case as cases
from companion.web.referee.case import Case
from companion.web.referee.ruling import Ruling
from companion.web.site.http import runs_alone


def address(case: Case, **own: str) -> str:
    """The one address of a case on this server, without the host; `own` are for this page alone."""
    more = f"&{urlencode(own)}" if own else ""
    return f"{url_for('referee.page')}?{cases.query(case)}{more}"


def whole_address(case: Case) -> str:
    """The address of a case with the host that this browser used. Where a phone is alone, its pages
    stand after the ``#`` of the page around them."""
    if runs_alone():
        return f"{runs_alone()}#{address(case).removeprefix(request.script_root)}"
    return f"{request.host_url.rstrip('/')}{address(case)}"


def share(shown: Ruling) -> dict[str, str]:
    """The ways to send a ruling on: its whole address, the address of its QR code, and as text."""
    whole = whole_address(shown.case)
    qr_address = f"{url_for('referee.qr')}?{cases.query(shown.case)}"
    return {"address": whole, "qr": qr_address, "text": f"{shown.text}\n{whole}"}

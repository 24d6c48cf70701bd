"""Proxies and names: which proxies are believed, which host names are answered, and from which
pages a form may come."""

import os
import re
import socket
from ipaddress import ip_address

from flask import Flask, Response, request
from flask.globals import request_ctx
from flask_wtf.csrf import CSRFError
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.rules.refusal import shortened

AT_HOME = (".local", ".localhost", ".lan", ".home.arpa", ".internal")
"""Endings of names that only mean something on a network at home: no stranger can own one."""
WRONG_NAME = (
    "This companion does not answer to this name. Open it by its address instead. Is the name "
    "right? Then whoever runs the companion can add it to COMPANION_HOSTS.\n"
)


class BadSetting(ValueError):
    """A setting with a wrong value; the message names it and says what it takes."""


def proxies() -> int:
    """The number of proxies before the server: COMPANION_PROXY, 0 without it. BadSetting for
    anything but a number up to 9."""
    text = os.environ.get("COMPANION_PROXY", "").strip() or "0"
    if re.fullmatch("[0-9]", text):
        return int(text)
    raise BadSetting(
        f"COMPANION_PROXY is “{shortened(text)}”: use the number of proxies before the companion, "
        "such as 1; without a proxy leave it out."
    )


def names() -> frozenset[str]:
    """The names in COMPANION_HOSTS, in lower case. Commas or spaces separate them. BadSetting for
    one with a scheme, a port or a path, which would never be met."""
    text = os.environ.get("COMPANION_HOSTS", "").lower()
    found = frozenset(re.split(r"[,\s]+", text.strip())) - {""}
    for name in found:
        if not re.fullmatch(r"[^/:]+|\[[^/\]]+\]", name):
            raise BadSetting(
                f"COMPANION_HOSTS has “{shortened(name)}”: write names or addresses only, such as "
                "scores.example.org or 192.168.1.20, without https:// and without a port."
            )
    return found


def is_known(host: str, listed: frozenset[str], *, proxied: bool) -> bool:
    """Whether the companion answers to this host name, with or without a port.

    It answers to the `listed` names. Without a proxy also to every address and to every name that
    only a network at home can have: a stranger could let any other name lead here, and then read
    the tables by a page of that name. Without a list a proxy decides about the names.
    """
    name = re.sub(r":[0-9]*$", "", host.lower()).removesuffix(".")
    if "xn--" in name:
        try:
            name.encode().decode("idna")
        except UnicodeError:
            return False
    if name in listed:
        return True
    if proxied:
        return not listed
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return "." not in name or name.endswith(AT_HOME) or name == socket.gethostname().lower()
    return True


def came_from_here() -> bool:
    """Whether a page of this server sent this form, by its Origin, which browsers send with every
    post. A page that came by http is another one than the same page by https."""
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    scheme, _, host = origin.lower().partition("://")
    return host == request.host.lower() and (scheme == "https" or not request.is_secure)


def init(app: Flask, number: int) -> None:
    """Trusts `number` proxies for address, scheme and host; without a proxy nobody, for anybody can
    send such headers. Refuses other names before everything else, so that neither a redirect nor a
    QR code leads to one, and forms from elsewhere. Call it before CSRFProtect."""
    if number:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=number, x_proto=number, x_host=number
        )
    listed = names()

    def only_from_here() -> Response | None:
        if request_ctx.url_adapter is None:
            return None  # not a proper host at all: Flask refuses it with the page for that
        if request.host and not is_known(request.host, listed, proxied=number > 0):
            return Response(WRONG_NAME, 421, mimetype="text/plain")
        if request.method == "POST" and not came_from_here():
            raise CSRFError("The form did not come from a page of this server.")
        return None

    app.before_request(only_from_here)

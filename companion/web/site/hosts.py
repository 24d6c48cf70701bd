"""Host names: which of them the companion answers to, and whether a form is from its own pages."""

import os
import re
import socket
from functools import lru_cache
from ipaddress import ip_address

from flask import Flask, Response, request
from flask_wtf.csrf import CSRFError

from companion.rules.hand import shortened
from companion.web.site.proxy import BadSetting

AT_HOME = (".local", ".localhost", ".lan", ".home.arpa", ".internal")
"""Endings of names that only mean something on a network at home: no stranger can own one."""
WRONG_NAME = (
    "This companion does not answer to this name. Open it by its address instead. Is the name "
    "right? Then whoever runs the companion can add it to COMPANION_HOSTS.\n"
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


@lru_cache(maxsize=256)
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
    """Whether a form came from a page of this server: by its Origin, else by its Referer. Both say
    the scheme and the host."""
    here = f"{request.scheme}://{request.host}"
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin.lower() == here.lower()
    return (request.referrer or "").lower().startswith(f"{here.lower()}/")


def init(app: Flask, *, proxied: bool) -> None:
    """Refuses other names before everything else, so that neither a redirect nor a QR code leads
    to one. Call `init_origin` once the token is checked."""
    listed = names()

    def only_known_names() -> Response | None:
        if not request.host or is_known(request.host, listed, proxied=proxied):
            return None
        return Response(WRONG_NAME, 421, mimetype="text/plain")

    app.before_request(only_known_names)


def init_origin(app: Flask) -> None:
    """Refuses a form that came over https from elsewhere, though its token is right. Some browsers
    send no Referer, so Flask-WTF's own check, which needs it, is off."""
    app.config["WTF_CSRF_SSL_STRICT"] = False

    def only_from_here() -> None:
        if request.is_secure and request.method == "POST" and not came_from_here():
            raise CSRFError("The form did not come from a page of this server.")

    app.before_request(only_from_here)

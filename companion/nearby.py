"""Where this machine is on its network."""

import socket
from ipaddress import ip_address


def nearby_address() -> str | None:
    """The address of this machine on its network, None when it is on none. Nothing is sent."""
    for kind, beyond in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(kind, socket.SOCK_DGRAM) as probe:
                probe.connect((beyond, 9))
                found = str(probe.getsockname()[0])
        except OSError:
            continue
        if not ip_address(found.split("%")[0]).is_loopback:
            return found
    return None

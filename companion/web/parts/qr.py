"""QR codes of addresses that may be too long for one."""

import segno
from segno.encoder import DataOverflowError


def code_of(address: str) -> segno.QRCode | None:
    """The code with the largest squares that holds the address; None when none does."""
    try:
        return segno.make(address, error="l", micro=False, boost_error=False)
    except DataOverflowError:
        return None

"""QR codes of addresses."""

from io import BytesIO

import segno
from markupsafe import Markup
from segno.encoder import DataOverflowError


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

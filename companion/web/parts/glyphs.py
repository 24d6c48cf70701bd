"""Our glyphs (static/sprite.svg), for a picture that can load no other file."""

import re
from collections.abc import Collection
from functools import cache

from markupsafe import Markup

from companion.web.site.assets import folder_of

_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>')


@cache
def _all() -> dict[str, str]:
    """Every symbol of the file by its id."""
    text = (folder_of("static") / "sprite.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in _SYMBOL.finditer(text)}


def symbols(names: Collection[str]) -> Markup:
    """The symbols with these ids, as SVG."""
    return Markup("\n".join(_all()[name] for name in sorted(names)))

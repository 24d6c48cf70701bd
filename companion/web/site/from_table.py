"""The way back to a table from pages that belong to none: rules, disputes.

Such a page, opened from a table, has the table's code in its address as ``table``. The code is only
led back to, never looked up, so nobody learns from it whether there is such a table.
"""

from flask import Flask, request

from companion.codes import CODE_LETTERS, LONGEST_TYPED


def from_table() -> str:
    """The code of the table that this page was opened from, or belongs to; empty without one."""
    code = (request.args.get("table") or (request.view_args or {}).get("code", "")).upper()
    return code if set(code) <= set(CODE_LETTERS) and len(code) <= LONGEST_TYPED else ""


def keeps_table() -> dict[str, str]:
    """The parameter that keeps the way back in an address; empty without one."""
    code = from_table()
    return {"table": code} if code else {}


def with_table(address: str) -> str:
    """An address of this site that leads back to the table, too."""
    code = from_table()
    if not code or not address:
        return address
    page, mark, anchor = address.partition("#")
    return f"{page}{'&' if '?' in page else '?'}table={code}{mark}{anchor}"


def init(app: Flask) -> None:
    """Tells the templates where a page was opened from."""
    app.add_template_global(from_table)
    app.add_template_filter(with_table)

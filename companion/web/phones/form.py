"""The forms of joining: a table's code, and its recovery code."""

from wtforms import StringField

from companion.web.site.forms import PageForm

LONGEST_LINK = 300
CODE = {
    "class": "code",
    "maxlength": 20,
    "autocomplete": "off",
    "autocapitalize": "characters",
    "spellcheck": "false",
}


class CodeForm(PageForm):
    """The code of a table, typed in, or a link to it."""

    code = StringField(
        "Code of the table",
        id="typed",
        render_kw={**CODE, "maxlength": LONGEST_LINK, "required": True},
    )


class RecoveryForm(PageForm):
    """The code that makes this phone the scorekeeper."""

    key = StringField("Recovery code", render_kw=CODE)

"""The form of another name."""

from wtforms import StringField

from companion.names import tidied
from companion.web.site.forms import PageForm


class RenameForm(PageForm):
    """A player's new name. What is wrong with it, the store says."""

    new = StringField(
        "New name",
        filters=[lambda text: tidied(text or "")],
        description="Two spellings of one person? Type the name of the other one: both become one "
        "player.",
        render_kw={
            "dir": "auto",
            "maxlength": 90,
            "required": True,
            "autocomplete": "off",
            "autocapitalize": "words",
            "spellcheck": "false",
            "list": "known",
        },
    )

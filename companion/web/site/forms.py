"""What every form shares: its token, and a field with a message points to it, else to its hint."""

from typing import Any

from flask_wtf.csrf import generate_csrf
from markupsafe import Markup
from wtforms import Field, Form
from wtforms.form import BaseForm
from wtforms.meta import DefaultMeta


class FieldMeta(DefaultMeta):
    """Renders a field with a pointer to its message, ``oops-<id>``, else to its ``hint-<id>``; the
    macro `field` of ``macros.html`` shows both."""

    def render_field(self, field: Field, render_kw: dict[str, Any]) -> Any:
        """The HTML of the field."""
        if field.errors:
            about = {"aria-invalid": "true", "aria-describedby": f"oops-{field.id}"}
        else:
            about = {"aria-describedby": f"hint-{field.id}"} if field.description else {}
        return super().render_field(field, {**about, **render_kw})


class PageForm(Form):
    """A form that a person fills in."""

    Meta = FieldMeta


def csrf() -> Markup:
    """The hidden field with the token, for every form that is posted."""
    return Markup('<input type="hidden" name="csrf_token" value="{}">').format(generate_csrf())


def refuse(field: Field, message: str) -> None:
    """Puts a message beside a field that only the store could judge."""
    field.errors = [message]


def focus_wrong(form: BaseForm) -> None:
    """The page begins at the first field with a message, for it may be far down."""
    wrong = next((field for field in form if field.errors), None)
    if wrong is not None:
        wrong.render_kw = {**(wrong.render_kw or {}), "autofocus": True}

"""The form that confirms a correction."""

from wtforms import BooleanField, Field, StringField, ValidationError

from companion.names import one_line
from companion.web.site.forms import PageForm

LONGEST_REASON = 200
NO_REASON = "Say in a few words why, so that everybody can read it later."
LONG_REASON = f"That is too long: at most {LONGEST_REASON} characters."
TICK_THIS = "Tick this if all at the table agree; else go back to the cards."


class CorrectionForm(PageForm):
    """Why a deal is changed, and whether the table allows a hand that may not go out."""

    reason = StringField(
        filters=[lambda text: one_line(text or "")],
        render_kw={
            "maxlength": LONGEST_REASON,
            "required": True,
            "autocomplete": "off",
            "list": "reasons",
        },
    )
    let_stand = BooleanField("The table lets this hand stand", render_kw={"value": "1"})

    def validate_reason(self, field: Field) -> None:
        """The message about the reason."""
        if not field.data or len(field.data) > LONGEST_REASON:
            raise ValidationError(LONG_REASON if field.data else NO_REASON)

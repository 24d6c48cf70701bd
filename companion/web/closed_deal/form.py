"""The form that confirms a correction."""

from collections.abc import Sequence

from wtforms import BooleanField, Field, StringField, ValidationError

from companion.names import LONGEST_REMARK, one_line
from companion.web.site.forms import PageForm

NO_REASON = "Say in a few words why, so that everyone can read it later."
LONG_REASON = f"That is too long: at most {LONGEST_REMARK} characters."
TICK_THIS = "Tick this if everyone at the table agrees. Otherwise change the cards."

WRONG = ("A card was forgotten", "A wrong card was tapped", "The wrong player")
REASONS = {
    "changed": WRONG,
    "struck out": (*WRONG, "It was entered twice"),
    "put back": ("Struck out by mistake", *WRONG),
}
"""The usual reasons, to be tapped, by what is done to the deal."""


class ReasonField(StringField):
    """A reason that was tapped, or typed in the field after those; what was typed counts."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Takes the last text that says something."""
        said = [text for text in valuelist if text.strip()]
        super().process_formdata(said[-1:])


class CorrectionForm(PageForm):
    """Why a deal is changed, and whether the table allows a hand that may not go out."""

    reason = ReasonField(
        filters=[lambda text: one_line(text or "")],
        render_kw={"maxlength": LONGEST_REMARK, "placeholder": "Or say it yourself"},
    )
    let_stand = BooleanField("The table allows this hand anyway", render_kw={"value": "1"})

    def validate_reason(self, field: Field) -> None:
        """The message about the reason."""
        if not field.data or len(field.data) > LONGEST_REMARK:
            raise ValidationError(LONG_REASON if field.data else NO_REASON)

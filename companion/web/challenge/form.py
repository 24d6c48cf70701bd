"""The form of a challenge's outcome."""

from wtforms import Field, StringField, ValidationError

from companion.names import LONGEST_REMARK, one_line
from companion.web.site.forms import PageForm

NO_NOTE = "Say in a few words what you agreed, so that everyone can read it later."
LONG_NOTE = f"That is too long: at most {LONGEST_REMARK} characters."
NO_OUTCOME = "Choose what you decided."


class OutcomeForm(PageForm):
    """A note, and the button that was pressed: ``upheld``, ``correct`` or ``agreed``."""

    note = StringField(
        "A note for the scores",
        filters=[lambda text: one_line(text or "")],
        render_kw={"maxlength": LONGEST_REMARK},
    )
    outcome = StringField()

    def validate_note(self, field: Field) -> None:
        """The message about the note, or that no button was pressed."""
        if len(field.data) > LONGEST_REMARK:
            raise ValidationError(LONG_NOTE)
        if self.outcome.data == "agreed" and not field.data:
            raise ValidationError(NO_NOTE)
        if self.outcome.data not in ("upheld", "correct", "agreed"):
            raise ValidationError(NO_OUTCOME)

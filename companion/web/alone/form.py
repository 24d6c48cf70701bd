"""The form that brings saved data back."""

from wtforms import BooleanField, Field, FileField, ValidationError

from companion.web.site.forms import PageForm


class BringBackForm(PageForm):
    """A saved file, and the tick that it may take the place of what is here. `replaces`: there are
    games here, so the tick is needed."""

    file = FileField("The file", render_kw={"accept": ".db", "required": True})
    sure = BooleanField("Replace the games that are here now")
    replaces = False

    def validate_file(self, field: Field) -> None:
        """The message where no file was chosen."""
        if field.data is None or not field.data.filename:
            raise ValidationError("Choose a file first.")

    def validate_sure(self, field: Field) -> None:
        """The message where games would be replaced that nobody wanted replaced."""
        if self.replaces and not field.data:
            raise ValidationError("Tick this first. Save everything before, to keep these games.")

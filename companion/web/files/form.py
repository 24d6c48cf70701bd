"""The forms of files: the file of a game to bring in, and the place of a game."""

from markupsafe import Markup
from werkzeug.datastructures import FileStorage
from wtforms import Field, FileField, StringField, ValidationError

from companion.export.game import written
from companion.export.reading import read_game
from companion.names import place_problem
from companion.rules.shape import Damaged
from companion.store import games
from companion.web.site.forms import PageForm

LARGEST_FILE = 8 << 20
"""Bytes. The longest game that can be agreed on, a thousand deals, has to fit."""
NO_FILE = "Choose a file first."
DAMAGED = (
    "This file is damaged, or somebody has changed it, so nothing was brought in. Save the game "
    "again on the companion that it comes from, and choose the new file."
)
TOO_LARGE = f"This file is too large for a game: {LARGEST_FILE >> 20} MB are the most."


class ImportForm(PageForm):
    """A file to bring in. Once it is valid, `game` is its game; `detail` says what is damaged."""

    file = FileField("The file", render_kw={"accept": ".json,application/json", "required": True})
    game: games.Game
    detail = ""

    def validate_file(self, field: Field) -> None:
        """Reads the game; the message says why that cannot be done."""
        file: FileStorage | None = field.data
        data = b"" if file is None else file.read()
        if not data:
            raise ValidationError("This file is empty." if file and file.filename else NO_FILE)
        try:
            self.game = read_game(data)
        except Damaged as damaged:
            self.detail = f"{damaged}" if damaged.way else ""
            raise ValidationError(DAMAGED if damaged.way else f"{damaged}") from None
        if len(written(self.game)) > LARGEST_FILE:  # it was packed, and could not be read again
            raise ValidationError(TOO_LARGE)


class PlaceForm(PageForm):
    """Where a game was played."""

    place = StringField(
        Markup('Where did you play? <span class="soft small">(if you like)</span>'),
        id="where",
        filters=[lambda text: " ".join((text or "").split())],
        render_kw={"maxlength": 60, "autocomplete": "off"},
    )

    def validate_place(self, field: Field) -> None:
        """The message about the place."""
        problem = place_problem(field.data)
        if problem:
            raise ValidationError(problem)

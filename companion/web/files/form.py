"""The forms of files: the file of a game to bring in, and the place of a game."""

from threading import Lock

from markupsafe import Markup
from werkzeug.datastructures import FileStorage
from wtforms import Field, FileField, StringField, ValidationError

from companion.export.read_game import read_game
from companion.names import place_problem
from companion.rules.plain import Damaged, MissingField, UnknownField
from companion.store import games
from companion.web.site.forms import PageForm

NO_FILE = "Choose a file first."
DAMAGED = (
    "This file is damaged, or somebody has changed it, so nothing was imported. Save the game "
    "again on the companion that it comes from, and choose the new file."
)
ANOTHER_FIRST = (
    "Another game is being imported just now, so yours was not. Choose the file again in a few "
    "seconds."
)
_one_at_a_time = Lock()
"""To check a long game takes a second of processor, in which other tables wait longer."""


class ImportForm(PageForm):
    """A file to bring in. Once it is valid, `game` is its game; `detail` says what is damaged.
    `busy`: another file is being read, so this one was not."""

    file = FileField("The file", render_kw={"accept": ".json,application/json", "required": True})
    game: games.Game
    detail = ""
    busy = False

    def validate_file(self, field: Field) -> None:
        """Reads the game; the message says why that cannot be done."""
        file: FileStorage | None = field.data
        data = b"" if file is None else file.read()
        if not data:
            raise ValidationError("This file is empty." if file and file.filename else NO_FILE)
        if not _one_at_a_time.acquire(blocking=False):
            self.busy = True
            raise ValidationError(ANOTHER_FIRST)
        try:
            self.game = read_game(data)
        except Damaged as damaged:
            inside = bool(damaged.way) or isinstance(damaged, MissingField | UnknownField)
            self.detail = f"{damaged}" if inside else ""
            raise ValidationError(DAMAGED if inside else f"{damaged}") from None
        finally:
            _one_at_a_time.release()


class PlaceForm(PageForm):
    """Where a game was played."""

    place = StringField(
        Markup('Where did you play? <span class="soft small">(if you like)</span>'),
        id="where",
        filters=[lambda text: " ".join((text or "").split())],
        render_kw={"maxlength": 60},
    )

    def validate_place(self, field: Field) -> None:
        """The message about the place."""
        problem = place_problem(field.data)
        if problem:
            raise ValidationError(problem)

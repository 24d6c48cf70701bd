"""Your data: everything that this phone keeps, saved as one file and brought back."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Blueprint, Response, request, url_for
from werkzeug.datastructures import CombinedMultiDict

from companion.store import backup
from companion.web.alone.form import BringBackForm
from companion.web.site.access import Who, may
from companion.web.site.forms import refuse
from companion.web.site.http import respond, see_other, store

pages = Blueprint("alone", __name__)

LARGEST_BACKUP = 256 * 1024 * 1024
"""Bytes: thousands of games."""


@pages.url_value_preprocessor
def _allow_a_large_file(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Allows a larger upload for a backup, before the form is read for its CSRF token."""
    if endpoint == "alone.bring_back":
        request.max_content_length = request.max_form_memory_size = LARGEST_BACKUP


@pages.get("/data")
@may(Who.ANYBODY)
def data() -> Response:
    """What this phone keeps, and what can be done with it."""
    return _page(BringBackForm())


def _page(form: BringBackForm, status: int = 200) -> Response:
    kept = backup.counted(store())
    return respond(
        "alone/data",
        status=status,
        form=form,
        kept=kept,
        size=_size(),
        done=request.args.get("done", ""),
    )


def _size() -> int:
    """The bytes that this phone keeps."""
    folder = store().path.parent
    return sum(file.stat().st_size for file in folder.iterdir() if not file.name.endswith("-shm"))


@pages.get("/data/companion.db")
@may(Who.ANYBODY)
def save() -> Response:
    """Everything as one file: the same as `companion backup` makes."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "companion.db"
        backup.backup(store().path, file)
        response = Response(file.read_bytes(), mimetype="application/vnd.sqlite3")
    name = f"companion-{store().now()[:10]}.db"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@pages.post("/data")
@may(Who.ANYBODY)
def bring_back() -> Response:
    """Puts what is in a saved file in the place of what is here."""
    form = BringBackForm(CombinedMultiDict([request.form, request.files]))
    form.replaces = backup.counted(store()).tables > 0
    if not form.validate():
        return _page(form, status=422)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "companion.db"
        form.file.data.save(file)
        try:
            backup.take_in(file, store())
        except backup.CannotCopy:
            refuse(form.file, NOT_ONE_OF_OURS)
            return _page(form, status=422)
    return see_other(url_for("alone.data", done="back"))


NOT_ONE_OF_OURS = (
    "This file is damaged, or it was not saved here. Choose one from “Save everything”, such as "
    "companion-2026-11-21.db. Nothing was changed."
)

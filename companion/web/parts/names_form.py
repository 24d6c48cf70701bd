"""A form of people's names: one field for each."""

from collections.abc import Sequence
from typing import Any

from wtforms import StringField
from wtforms.form import BaseForm

from companion.names import player_problems
from companion.web.site.forms import FieldMeta, refuse

MOST_TYPED = 90
"""What a browser lets anybody type for a name: more than a name may have, so that too long a one
gets a message."""


class NamesForm(BaseForm):
    """A field for each name, ``<prefix>-0`` …, with its message once it was validated."""

    def __init__(self, prefix: str, names: Sequence[str], first: int = 0, **typed: Any) -> None:
        super().__init__(
            {
                f"{prefix}-{row}": StringField(f"Player {row}", default=name, render_kw=typed)
                for row, name in enumerate(names, start=first)
            },
            meta=FieldMeta(),
        )
        self.process()
        self.names = tuple(names)

    def validate(self) -> bool:
        """Whether all are names; blank ones are fine."""
        for field, problem in zip(self, player_problems(self.names), strict=True):
            if problem:
                refuse(field, problem)
        return not self.errors

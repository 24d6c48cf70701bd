"""The parameters of an address as text, made into what they stand for.

Whether they belong together is checked in `case`. Nothing here raises: what is wrong is kept under
the name of its parameter.
"""

import re
from collections.abc import Mapping, Sequence

from companion.rules.edition import Edition
from companion.rules.reading.reader import parse
from companion.rules.refusal import Refusal, shortened
from companion.rules.words import CURRENCY, capital

Cards = tuple[str, ...]
_WHOLE = re.compile(r"[0-9]+|[0-9]{1,3}(?:[\s,.'’_][0-9]{3})+", re.ASCII)
"""A whole number. “1.5” is none, for a mark stands only before three digits."""


class Params:
    """The parameters of an address, and what is wrong with which."""

    def __init__(self, args: Mapping[str, Sequence[str]]) -> None:
        self.texts = {
            name: [text.strip() for text in texts if text.strip()] for name, texts in args.items()
        }
        self.oops: dict[str, str] = {}

    def wrong(self, name: str, message: str) -> None:
        """Keeps the first message about a field."""
        self.oops.setdefault(name, message)

    @property
    def messages(self) -> dict[str, str]:
        """What is wrong, by the name of the field."""
        return {name: capital(message) for name, message in self.oops.items()}

    def text(self, name: str) -> str:
        """The only text under a name; given several times, they must be the same."""
        texts = self.texts.get(name, [])
        if len({*texts}) > 1:
            self.wrong(name, f"“{name}” is given {len(texts)} times: give it once.")
        return texts[0] if texts else ""

    def joined(self, name: str, mark: str = ",") -> str:
        """All texts under a name as one."""
        return mark.join(self.texts.get(name, []))

    def cards(self, edition: Edition, name: str) -> Cards:
        """The cards under a name, in deck order."""
        return self._parse(edition, name, self.joined(name))

    def hands(self, edition: Edition, name: str, most: int) -> tuple[Cards, ...]:
        """Several hands under a name, separated by semicolons or on lines of their own."""
        text = self.joined(name, ";")
        pieces = re.split(r"[;\n]", text) if text else []
        while pieces and not pieces[-1].strip():
            pieces.pop()
        if len(pieces) > most:
            more = len(pieces) - most
            self.wrong(
                name,
                f"There are {len(pieces)} hands here, but only {most} others play. Take {more} "
                "out, or change how many play.",
            )
            return ()
        return tuple(self._parse(edition, name, piece) for piece in pieces)

    def _parse(self, edition: Edition, name: str, text: str) -> Cards:
        try:
            return tuple(edition.sort(parse(edition, text)))
        except Refusal as refusal:
            self.wrong(name, refusal.message)
            return ()

    def truth(self, name: str, usual: bool) -> bool:
        """1 or 0, as people and forms write them."""
        text = self.text(name).casefold()
        if text in ("1", "yes", "true", "on"):
            return True
        if text in ("0", "no", "false", "off"):
            return False
        if text:
            self.wrong(name, f"“{shortened(text)}” is neither yes nor no: use 1 or 0.")
        return usual

    def number(
        self, name: str, least: int, most: int, what: str, *, larger: str = ""
    ) -> int | None:
        """A whole number, with or without a currency and marks between thousands. `what` says what
        it must be; `larger` what a larger one is, where `what` does not name the most."""
        text = self.text(name)
        if not text:
            return None
        bare = re.sub(rf"^[\s{CURRENCY}]+|(?:[\s{CURRENCY}]|points?)+$", "", text)
        plain = re.sub(r"[^0-9]", "", bare) if _WHOLE.fullmatch(bare) else ""
        digits = plain.lstrip("0")
        too_large = len(digits) > len(str(most)) or int(digits or 0) > most
        if not plain or too_large or int(digits or 0) < least:
            wrong = larger if too_large and larger else f"not {what}"
            self.wrong(name, f"“{shortened(text)}” is {wrong}.")
            return None
        return int(digits or 0)

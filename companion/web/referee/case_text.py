"""The parameters of an address as text, made into what they stand for; and options as text.

Nothing of a case: what belongs together and what is left out is said in `case`. Nothing raises but
`option_of`; what is wrong is kept beside the name of its parameter.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.edition import Edition
from companion.rules.hand import Refusal
from companion.rules.reading.reader import parse

Cards = tuple[str, ...]


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
        """Several hands under a name, parted by semicolons or lines."""
        text = self.joined(name, ";")
        pieces = re.split(r"[;\n]", text) if text else []
        while pieces and not pieces[-1].strip():
            pieces.pop()
        if len(pieces) > most:
            self.wrong(
                name, f"{len(pieces)} hands, but {most} others play: part the hands by a semicolon."
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
            self.wrong(name, f"“{text[:40]}” is neither yes nor no: use 1 or 0.")
        return usual

    def number(self, name: str, least: int, most: int, what: str) -> int | None:
        """A whole number, with or without a currency and marks between thousands."""
        text = self.text(name)
        if not text:
            return None
        bare = re.sub(r"^[\s£$€]+|(?:[\s£$€]|points?)+$", "", text)
        whole = _WHOLE.fullmatch(bare)  # “1.5” is no 15: a mark stands before three digits
        plain = re.sub(r"[^0-9]", "", bare) if whole else ""
        if not plain or not least <= int(plain) <= most:
            self.wrong(name, f"“{text[:40]}” is not {what}.")
            return None
        return int(plain)


_WHOLE = re.compile(r"[0-9]{1,12}|[0-9]{1,3}(?:[\s,.'’_][0-9]{3}){1,3}", re.ASCII)


def option_text(value: Any) -> str:
    """An option as an address has it: 1 and 0, ``none``, ``yellow:350,house.red:200``."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if value is None:
        return "none"
    if not isinstance(value, Mapping):
        return str(value)
    amounts = [
        (f"{key}.{inner}", amount)
        for key, table in value.items()
        for inner, amount in (table.items() if isinstance(table, Mapping) else [("", table)])
    ]
    return ",".join(f"{name.removesuffix('.')}:{amount}" for name, amount in amounts)


_AMOUNT = re.compile(r"([a-z0-9-]+)(?:\.([a-z0-9-]+))?:([0-9]{1,9})", re.ASCII)


def option_of(text: str, default: Any) -> Any:
    """The value of an option; what it does not take is refused where it is applied."""
    if isinstance(default, bool):
        return {"1": True, "true": True, "0": False, "false": False}.get(text.casefold(), text)
    if not isinstance(default, dict):
        if text.casefold() in ("none", "null"):
            return None
        return int(text) if re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) else text
    if text.startswith("{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            pass
    values: dict[str, Any] = {}
    for piece in filter(None, re.split(r"[,;\s]+", text)):
        match = _AMOUNT.fullmatch(piece)
        if match is None:
            raise Refusal(
                "unknown-option",
                f"“{piece[:40]}” is no amount: write yellow:350, and railroads.2:300 where there "
                "are several.",
            )
        key, inner, amount = match[1], match[2], int(match[3])
        if inner is None:
            values[key] = amount
        elif isinstance(values.setdefault(key, {}), dict):
            values[key][inner] = amount
        else:
            raise Refusal("unknown-option", f"“{key[:40]}” is given twice: give it once.")
    return values

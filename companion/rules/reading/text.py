"""A text cut into words, each with its exact place.

Case, accents, apostrophes, emphasis and invisible marks are folded away. A number word is its
figure, an ordinal ``1st`` and so on. What stands between two words is kept as the gap before the
second.
"""

import re
import unicodedata
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from companion.rules.reading.phrases import (
    CROSS,
    CROSSES,
    DONE,
    DOTTED,
    OF_MONEY,
    TICKS,
)
from companion.rules.words import NUMBERS as NUMBER_WORDS

NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS) if number}
NUMBERS |= {"eleven": 11, "twelve": 12}
SUFFIXES = ("", "st", "nd", "rd", "th", "th")
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
ORDINALS |= {f"{n}{SUFFIXES[n]}": n for n in range(1, 6)}
LEAST_AMOUNT = 50
"""The smallest number that is taken as an amount: no deck has 50 copies of a card."""

_MARKS = "\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff"
_CURRENCY = "$\u00a2-\u00a5\u20a0-\u20cf"
_ARROWS = "\u2190-\u21ff\u27f0-\u27ff\u2794-\u27be\u2b05-\u2b07"
_PUNCTUATION = r".,;:!?'\"“”„‘’()\[\]{}<>|\\/#%=·•…^`~_*‣▪●○◦■□▸►\-\u2010-\u2015\u2212" + _ARROWS
_CONTROL = r"\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufe0f\u20e3"
_TOKEN = re.compile(
    rf"(?P<amount>(?:[{_CURRENCY}][ \xa0]?|(?<![^\W_])M(?=\d))"
    r"\d[\dOolIS]*(?:[.,]\d{3}(?!\d))*(?:[.,]\d{2}(?![^\W_]))?k?"
    rf"|\d+(?:[.,]\d+)*(?:[{_CURRENCY}](?!\d)|[ \xa0][{_CURRENCY}](?![ \xa0]?\d)))"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?![^\W_]))"
    r"|(?P<with>(?<![^\W_])[wW]/(?!\w))"
    rf"|(?P<word>[^\W_](?:[^\W_]|[{_MARKS}]|['’\u02bc?](?=[^\W_]))*)"
    r"|(?P<times>[*×✕✖])|(?P<and>[&+])|(?P<on>@)"
    r"|(?P<cross>\[ \]|(?<![^\W_])~+|~+(?![^\W_]))"
    r"|(?P<sign>(?<![|/])(?:\|\|+|//+)(?=\s*(?:[,;\n]|$))"
    rf"|[^\s\w{_MARKS}{_CONTROL}{_PUNCTUATION}]\ufe0f?)"
)
"""Amounts, words, signs that count, connect or cross out, and all others that are no punctuation,
among them strokes that count: ``||``."""
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![\w*])")
_INVISIBLE = re.compile(rf"[{_MARKS}\ufe0f*_`\"'“”‘’]")
_LINES = str.maketrans("\r\v\f\x1c\x1d\x1e\x85\u2028\u2029", "\n" * 9)
_STRUCK = re.compile("[\u0335-\u0338]")
_DASH = r"(?:[-\u2010-\u2015\u2212~\u2192>]+|\.{2,}|…)"
_DASHED = re.compile(_DASH)
_SPACED = re.compile(rf"\s{_DASH}(?=\s|$)|^{_DASH}\s")
_AGAIN = re.compile(rf"[=:]|[(\[{{]\s*$|[-=\u2013\u2014]+>|<[-=\u2013\u2014]+|[{_ARROWS}]")
_BEFORE_AN_AMOUNT = re.compile(rf"{_DASH}|[:=(|\t\[]")
_GLUED = tuple(
    map(
        re.compile,
        (
            r"(x)([0-9]{1,4})",
            r"([0-9]{1,4})(x)",
            r"([0-9]{1,4})(x)([a-z][a-z0-9]+)",
            r"([a-z][a-z0-9]*)(x)([0-9]{1,2})",
            r"([0-9]{1,2})([a-z]+)",
            r"([a-z]{4,})([0-9]{1,2})",
            r"([a-z][0-9])([a-z][0-9])([a-z][0-9])?([a-z][0-9])?",
        ),
    )
)
"""What is stuck together: a count, a sign and a name, or short names."""


_BULLET = re.compile(r"[^\d\s] \* (?!\d)")
_STAR = re.compile(r"(?<=\s)\*(?=\s)")
"""A star between spaces that counts nothing parts what stands beside it, as a bullet does."""
A_LINE = 40
"""How many letters before a star are searched for another star that is a bullet."""


class Label(Enum):
    """What a number or letter is, by the lines around it."""

    NONE = 0
    MARK = 1
    """The number or letter of a list: no card, no count."""
    MAYBE = 2
    """That, or a count."""
    CELL = 3
    """A cell of a table beside one name: it counts that."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text: its folded spelling and its place.

    `gap` is what stands between the word before and this one. `stuck`: nothing does, for the two
    were one word. `doubtful`: a question mark stands behind it, or it is no whole number.
    """

    text: str
    start: int
    end: int
    gap: str
    number: int | None = None
    ordinal: int | None = None
    amount: bool = False
    label: Label = Label.NONE
    stuck: bool = False
    doubtful: bool = False

    @property
    def breaks(self) -> bool:
        """Whether a line break stands before it."""
        return "\n" in self.gap

    @property
    def blank(self) -> bool:
        """Whether nothing but a space stands before it, or nothing at all."""
        return not self.gap.strip(" \xa0\u202f")

    @property
    def comma(self) -> bool:
        """Whether a line break, a comma or more parts it from the word before."""
        return any(mark in self.gap for mark in "\n,;|\t/•·")

    @property
    def spaced(self) -> bool:
        """Whether a dash with spaces stands before it."""
        return _SPACED.search(self.gap) is not None

    @property
    def dashed(self) -> bool:
        """Whether a dash of any kind and nothing else stands before it: ``-``, ``--``, ``->``."""
        return "\n" not in self.gap and _DASHED.fullmatch(self.gap.strip()) is not None

    @property
    def again(self) -> bool:
        """Whether a sign stands before it behind which the same may be said again."""
        return "\n" not in self.gap and _AGAIN.search(self.gap) is not None

    @property
    def figures(self) -> bool:
        """Whether it is a number in figures that may be a count."""
        written = self.end - self.start == len(self.text) and not self.doubtful
        return written and 0 < (self.number or 0) < LEAST_AMOUNT

    def stops(self, before: "Word") -> bool:
        """Whether a full stop parts it from the word before, no dot of an abbreviation."""
        return any(mark in self.gap for mark in ".!") and before.text not in DOTTED

    def begins(self, before: "Word") -> bool:
        """Whether it begins something new: behind a comma, a full stop, a dash."""
        return self.comma or self.spaced or self.stops(before)


def words(text: str, known: Container[str] = ()) -> list[Word]:
    """The words of a text in order. What is stuck together is parted where its parts are `known`:
    ``3free``, ``h1h2``."""
    found: list[Word] = []
    last = 0
    emphasis = {
        place
        for match in _EMPHASIS.finditer(text)
        for place in (*range(*match.span(1)), *range(match.end(2), match.end()))
    }
    for match in (*_TOKEN.finditer(text), None):
        start, end = match.span() if match else (len(text), 0)
        if match and match["times"] and (start in emphasis or not _counts(text, start, end)):
            continue
        gap = _STAR.sub("•", text[last:start].replace("\r\n", "\n").translate(_LINES))
        gap = _INVISIBLE.sub("", gap)
        if found and "?" in gap.partition("\n")[0]:
            found[-1] = replace(found[-1], doubtful=True)
        if match:
            found += _words_of(match, gap if found else f"\n{gap}", known)
        last = end
    return _with_amounts(found)


def split(name: str) -> list[str]:
    """The words of a name as they stand in a text, ``$`` for itself."""
    parts = name.replace("&", " and ").replace("-", " ").split()
    return [part if part == "$" else _word(fold(part), 0, 0, "").text for part in parts]


def fold(text: str) -> str:
    """The letters and figures of a text, in lower case and without accents."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text).casefold()))


def _counts(text: str, start: int, end: int) -> bool:
    """Whether a sign stands beside a number and does not begin a line of a list: ``* Mayfair``."""
    before, after = text[max(start - 3, 0) : start].rstrip(" "), text[end : end + 2]
    if "*" in (text[start - 1 : start], after[:1]):
        return False  # of emphasis
    if after[:1].isdigit():
        return True
    if not before or before[-1] in "\n\r,;:|/":
        return False
    line = text[max(start - A_LINE, 0) : start].rpartition("\n")[2]
    if after[:1] == " " and _BULLET.search(line):  # «* go * house 3 * token»
        return False
    return after.lstrip(" ")[:1].isdigit() or before[-1].isdigit()


def _words_of(match: re.Match[str], gap: str, known: Container[str]) -> Iterator[Word]:
    (start, end), raw, kind = match.span(), match[0], match.lastgroup or ""
    said = {"amount": "$", "with": "w/", "times": "*", "and": "and", "on": "on", "cross": CROSS}
    if kind == "number":
        yield Word(raw, start, end, gap, number=int(raw.replace(",", "")))
    elif kind != "word":
        text = CROSS if raw[0] in CROSSES else DONE if raw[0] in TICKS else said.get(kind, raw)
        yield Word(text, start, end, gap, amount=kind == "amount")
    elif _STRUCK.search(raw) or any(unicodedata.category(letter) == "No" for letter in raw):
        yield Word(CROSS if _STRUCK.search(raw) else raw, start, end, gap, doubtful=True)
    else:
        text = fold(raw) or raw
        whole = text in known or len(text) != end - start
        parts = None if whole else _parts(text, known)
        for number, (begin, stop) in enumerate(parts or [(0, end - start)]):
            piece = text[begin:stop] if parts else text
            sign = piece == "x" and parts is not None
            word = _word("*" if sign else piece, start + begin, start + stop, "" if number else gap)
            yield replace(word, stuck=number > 0)


def _parts(text: str, known: Container[str]) -> list[tuple[int, int]] | None:
    """Where the parts of what is stuck together begin and end."""
    for shape in _GLUED:
        if parts := shape.fullmatch(text):
            spans = [parts.span(number) for number in range(1, shape.groups + 1) if parts[number]]
            named = (text[begin:stop] for begin, stop in spans)
            if all(part == "x" or part.isdigit() or part in known for part in named):
                return spans
    return None


def _word(text: str, start: int, end: int, gap: str) -> Word:
    ordinal, number = ORDINALS.get(text), NUMBERS.get(text)
    if ordinal:
        text = f"{ordinal}{SUFFIXES[ordinal]}"
    elif number:
        text = str(number)
    elif text.isascii() and text.isdigit():
        number = int(text[:9])
    return Word(text, start, end, gap, number, ordinal)


def _with_amounts(found: list[Word]) -> list[Word]:
    """The same words. Large numbers without a sign are amounts where they stand as amounts do. Both
    halves of a number with a point, ``1.5``, are doubtful."""
    for place, word in enumerate(found):
        after = found[place + 1] if place + 1 < len(found) else None
        if word.number is None:
            continue
        alone = word.breaks and (after is None or after.breaks)
        marked = _BEFORE_AN_AMOUNT.search(word.gap) is not None
        money = after is not None and after.text in OF_MONEY and after.blank
        if money or (word.number >= LEAST_AMOUNT and (alone or marked)):
            found[place] = replace(word, text="$", number=None, amount=True)
        elif after and after.figures and after.gap == ".":
            stuck = place + 2 < len(found) and found[place + 2].stuck  # «4.2x token» in a list
            if not stuck:
                found[place] = replace(word, doubtful=True)
                found[place + 1] = replace(after, doubtful=True)
    return found

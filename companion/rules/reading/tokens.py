"""A text cut into words, each with its exact place.

Case, accents, apostrophes and invisible marks are folded away. A number word is its figure, an
ordinal ``1st`` and so on, an emoji the name of what it shows. What stands between two words is
kept as the gap before the second.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from companion.rules.reading.small_print import CROSS
from companion.rules.words import NUMBERS as NUMBER_WORDS

NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS) if number}
NUMBERS |= {"eleven": 11, "twelve": 12}
ORDINALS = {
    word: number for number, word in enumerate(["first", "second", "third", "fourth", "fifth"], 1)
}
MOST_DIGITS = 4

_MARKS = "\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff"
_TOKEN = re.compile(
    r"(?P<amount>[£$€]\s?\d[\dOolIS]*(?:[.,]\d+)*|\bM\d{2,}(?:,\d+)*\b|\b\d{1,3}(?:,\d{3})+\b)"
    rf"|(?P<word>[^\W_](?:[^\W_]|[{_MARKS}]|['’\u02bc](?=[^\W_]))*)"
    r"|(?P<times>[*×✕✖])"
    r"|(?P<said>[&+@❌❎✗✘☒☐🚫⛔]|\[ \])"
    r"|(?P<doubt>(?<=[^\W_])\?+(?![?\w])|(?<=\()\?+(?=\))|[❓❔])"
    r"|(?P<tally>(?<![|/])(?:\|\|+|//+)(?=\s*(?:[,;\n]|$)))"
    r"|(?P<emoji>[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?)"
)
"""Amounts of money, words and numbers, signs that count, and what else says something: signs that
stand for a word, a question mark behind a word, strokes that count, and emoji."""
_SAID = {"&": "and", "+": "and", "@": "on"}
"""Signs as words. All others of their kind say no."""
_CROSSED_OUT = re.compile(r"(?<!\w)(~~?)(?=[^\s~])[^~\n]*(?<=\S)\1(?!\w)")
_STROKES = frozenset("\u0335\u0336\u0337\u0338")
"""Marks that cross out the letter before them."""
_DASH = re.compile(r"[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d~\u2192>]+|\.{2,}|\u2026")
_SUFFIXES = ("st", "nd", "rd", "th")
_COUNTED = re.compile(r"([0-9]{1,4})([a-z]{1,3})")
_STUCK = re.compile(r"(?P<before>[a-z]{4,})[0-9]{1,2}|[0-9]{1,2}(?P<behind>[a-z]{4,})")
_GLUED = re.compile(r"([0-9]{1,4})x([a-z][a-z0-9]+)")
_GLUED_BEHIND = re.compile(r"([a-z][a-z0-9]*)x([0-9]{1,2})")
_TIMES = re.compile(r"x([0-9]{1,4})")
_CHAIN = re.compile(r"(?:[a-z][0-9]){2,}")
_TWO_CELLS = re.compile(r"^([^\t\r\n]+)\t([^\t\r\n]+)(?=[\t ]*\r?$)", re.MULTILINE)
_CELL_OF_COUNT = re.compile(r" *x?[0-9]{1,2}x? *", re.ASCII | re.IGNORECASE)

MOST_LISTED = 99
_SET_OFF = re.compile(
    r"[)\]:]|\ufe0f?\u20e3|\.(?!\d+\b|\.+\s?\d)|\s[-\u2010-\u2015](?=[\s,])|[-\u2010-\u2015](?!\d)"
)
"""What stands behind the number of a list. A number right behind a dash ends a range."""
_BEFORE_A_WORD = re.compile(r"[)\]][ \t]*\w")
_SURE_MARKS = (")", "]", ".")
_NONE = " "
"""The mark of a number that begins a line and has only a space behind it."""

BLANK, LINE, COMMA, HARD = range(4)
"""What stands between a word and the one before: a space, a line break, a comma, or more."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text: its folded spelling, its place, and what number it is.

    `gap` is what stands between the word before and this one, `parted` what that means. `listing`:
    the number or letter of a list; `listed`: a number that is this, or a count. `unsure`: no card
    that it names is beyond doubt, for it is an emoji, or crossed out.
    """

    text: str
    start: int
    end: int
    gap: str
    parted: int
    number: int | None = None
    ordinal: int | None = None
    amount: bool = False
    listing: bool = False
    listed: bool = False
    unsure: bool = False

    @property
    def labels(self) -> bool:
        """Whether it is, or may be, the number of a list: no part of a name or of a row."""
        return self.listing or self.listed

    @property
    def hyphened(self) -> bool:
        """Whether only a hyphen parts it from the word before."""
        return self.gap in ("-", "_", "\u2010", "\u2011")

    @property
    def dashed(self) -> bool:
        """Whether a dash parts it from the word before, of any kind and length: ``-``, ``--``,
        ``->``, or the dots that a phone makes of it."""
        return self.parted == BLANK and _DASH.fullmatch(self.gap.strip()) is not None

    @property
    def spaced(self) -> bool:
        """Whether a space stands before it."""
        return self.gap.strip() != self.gap

    @property
    def breaks(self) -> bool:
        """Whether a line break stands before it."""
        return "\n" in self.gap or "\r" in self.gap


def words(text: str, names: Container[str] = ()) -> list[Word]:
    """The words of a text in order; amounts of money and the numbers of a list are marked. A count
    that is stuck to a word of `names`, ``3free``, ``parking2``, is a word of its own, and so are
    short names in a row, ``h1h2``."""
    text = _with_counts(text) if "\t" in text else text
    found: list[Word] = []
    last = 0
    for match in _TOKEN.finditer(text):
        gap = text[last : match.start()]
        parted = _parted(gap) if found else HARD
        listed = parted == LINE or not found or ":" in gap
        if match["times"] and listed and text[match.end() : match.end() + 1] == " ":
            continue  # a line of a list: «* Park Lane»
        if match["times"] and _is_bold(text, match.start(), match.end()):
            continue
        if match["emoji"]:
            if shown := _shown(match[0][0], names):
                found.append(Word(shown, *match.span(), gap, parted, unsure=True))
                last = match.end()
            continue
        begins = not found or "\n" in gap or "\r" in gap
        if match[0] == "@" and begins:  # «@ Park Lane» may be a line of a list
            found.append(Word("?", *match.span(), gap, parted))
            last = match.end()
            continue
        for word in _words_of(match, gap, parted):
            found += _unstuck(word, names)
        last = match.end()
    return _with_listing(_with_crossed_out(found, text), text)


def _shown(emoji: str, names: Container[str]) -> str:
    """What an emoji shows as one of `names`, by what Unicode calls it: ``DOG FACE`` is a dog. An
    empty text where it shows none of them."""
    name = unicodedata.name(emoji, "").casefold().replace("automobile", "car")
    said = name.replace("-", " ").split()
    size = len(said)
    runs = ("".join(said[at : at + length]) for length in range(size, 0, -1) for at in range(size))
    return next((run for run in runs if len(run) > 2 and run in names), "")


def _with_crossed_out(found: list[Word], text: str) -> list[Word]:
    """The same words; those that are crossed out are not sure: ``~Park Lane~``, as chats write it,
    and letters with a stroke through each."""
    if "~" not in text and _STROKES.isdisjoint(text):
        return found
    parts = (match.span() for match in _CROSSED_OUT.finditer(text))
    crossed = {place for start, end in parts for place in range(start, end)}
    return [
        replace(word, unsure=True)
        if word.start in crossed or not _STROKES.isdisjoint(text[word.start : word.end])
        else word
        for word in found
    ]


def _with_counts(text: str) -> str:
    """The text with a colon for the tab in a line of a table that has a name and a count alone. The
    number behind ``house`` may be which one it is."""

    def counted(cells: re.Match[str]) -> str:
        name, behind = cells[1], cells[2]
        before, after = (_CELL_OF_COUNT.fullmatch(cell) for cell in (name, behind))
        one = (before is None) != (after is None)
        which = after is not None and name.strip().casefold() in ("house", "houses")
        return f"{name}:{behind}" if one and not which else cells[0]

    return _TWO_CELLS.sub(counted, text)


def _is_bold(text: str, start: int, end: int) -> bool:
    """Whether a sign is what chats write bold names with, ``*Park Lane*``, and counts nothing."""
    before = text[max(start - 3, 0) : start].rstrip("*")
    after = text[end : end + 3].lstrip("*")
    opens = after[:1].isalpha() and not before.rstrip()[-1:].isalnum()
    closes = before[-1:].isalpha() and not after[:1].isalnum() and not after.strip()[:1].isdigit()
    return opens or closes


def fold(text: str) -> str:
    """The letters and figures of a text, in lower case and without accents."""
    if text.isascii():
        return text.lower().replace("'", "")
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in plain if char.isalnum())


def _words_of(match: re.Match[str], gap: str, parted: int) -> list[Word]:
    start, end = match.span()
    if match["amount"]:
        return [Word(fold(match[0]), start, end, gap, parted, amount=True)]
    if match["times"]:
        return [Word("*", start, end, gap, parted)]
    if match["said"]:
        return [Word(_SAID.get(match[0], CROSS), start, end, gap, parted)]
    if match["doubt"] or match["tally"]:
        return [Word("?", start, end, gap, parted)]
    text = fold(match[0])
    if not text.isascii() or end - start != len(text):
        return [_word(text, start, end, gap, parted)]
    if times := _TIMES.fullmatch(text):
        return [
            Word("*", start, start + 1, gap, parted),
            _word(times[1], start + 1, end, "", BLANK),
        ]
    if glued := _GLUED.fullmatch(text):
        sign, name = start + glued.end(1), start + glued.start(2)
        return [
            _word(glued[1], start, sign, gap, parted),
            Word("*", sign, name, "", BLANK),
            _word(glued[2], name, end, "", BLANK),
        ]
    counted = _COUNTED.fullmatch(text)
    if counted and counted[2] not in _SUFFIXES:
        middle = start + len(counted[1])
        unit = Word("*" if counted[2] == "x" else counted[2], middle, end, "", BLANK)
        return [_word(counted[1], start, middle, gap, parted), unit]
    return [_word(text, start, end, gap, parted)]


def _unstuck(word: Word, names: Container[str]) -> list[Word]:
    """A word and the count that is stuck to it. A 5 at the end may be an s."""
    glued = _GLUED_BEHIND.fullmatch(word.text)
    if glued and glued[1] in names and word.end - word.start == len(word.text):  # «tokenx3»
        sign = word.start + glued.end(1)
        return [
            _word(glued[1], word.start, sign, word.gap, word.parted),
            Word("*", sign, sign + 1, "", BLANK),
            _word(glued[2], sign + 1, word.end, "", BLANK),
        ]
    if chain := _chained(word, names):
        return chain
    stuck = _STUCK.fullmatch(word.text)
    if not stuck or word.text in names or word.end - word.start != len(word.text):
        return [word]
    name = stuck["before"] or stuck["behind"]
    if name not in names or (word.text.endswith("5") and f"{name}s" in names):
        return [word]
    middle = word.start + (stuck.end("before") if stuck["before"] else stuck.start("behind"))
    first, second = word.text[: middle - word.start], word.text[middle - word.start :]
    return [
        _word(first, word.start, middle, word.gap, word.parted),
        _word(second, middle, word.end, "", BLANK),
    ]


def _chained(word: Word, names: Container[str]) -> list[Word]:
    """The words of a row of short names, ``h1h2h3``; none where it is no such row."""
    if not _CHAIN.fullmatch(word.text) or word.text in names:
        return []
    first, *rest = (
        _word(word.text[at : at + 2], word.start + at, word.start + at + 2, "", BLANK)
        for at in range(0, len(word.text), 2)
    )
    chain = [replace(first, gap=word.gap, parted=word.parted), *rest]
    whole = chain[-1].end == word.end and all(one.text in names for one in chain)
    return chain if whole else []


def _word(text: str, start: int, end: int, gap: str, parted: int) -> Word:
    number, ordinal = NUMBERS.get(text), ORDINALS.get(text)
    if number is not None:
        text = str(number)
    elif text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        number = int(text)
    if ordinal is not None:
        text = ordinal_text(ordinal)
    elif len(text) == 3 and text[0] in "12345" and text == ordinal_text(int(text[0])):
        ordinal = int(text[0])
    return Word(text, start, end, gap, parted, number, ordinal)


def ordinal_text(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th``, ``5th``."""
    return f"{number}{_SUFFIXES[min(number, 4) - 1]}"


def _parted(gap: str) -> int:
    if any(mark in gap for mark in ";/|\t•"):
        return HARD
    if "," in gap:
        return COMMA
    return LINE if "\n" in gap or "\r" in gap else BLANK


def _with_listing(found: list[Word], text: str) -> list[Word]:
    """The same words; the numbers and letters of a list are marked: ``1. Park Lane 2. Mayfair``,
    ``a) …``, and those with other marks, ``[1]``, ``#1``, ``1:``, where they go up from the first.
    """
    last = {True: 0, False: 0}  # of the numbers, and of the letters
    runs: dict[tuple[str, bool], list[int]] = {}
    for place, word in enumerate(found):
        number, marks = _label(found, place, text)
        begins = place == 0 or word.breaks
        digits = word.number is not None
        if marks == ")" or (digits and marks == "."):
            if begins or (last[digits] and number == last[digits] + 1):
                found[place] = replace(word, listing=True)
                last[digits] = number
        elif marks:
            run = runs.setdefault((marks, digits), [])
            if number == 1 and (begins or "card" in marks):
                run[:] = [place]
            elif run and number == len(run) + 1:
                run.append(place)
                if marks != _NONE or len(run) > 2:  # «1 hotel, 2 go» counts, a line each
                    _mark(found, run, sure=not digits or marks[-1] in _SURE_MARKS)
            else:
                run.clear()
    return found


def _label(found: Sequence[Word], place: int, text: str) -> tuple[int, str]:
    """The number of a word that may be that of a list, a letter's among the letters, and what sets
    it off: ``()``, ``.``, ``#``, ``card:``. No marks: it is none."""
    word = found[place]
    number = -1 if word.number is None else word.number
    if len(word.text) == 1 and word.text.isalpha() and word.text.isascii():
        number = ord(word.text) - ord("a") + 1
    if not 0 <= number <= MOST_LISTED:
        return 0, ""
    before = word.gap[-1:] if word.gap[-1:] in ("(", "[", "#") else ""
    if before in ("(", "[") and not _BEFORE_A_WORD.match(text, word.end):
        return 0, ""  # «Chance (3)»
    if not before and _closes(text, word):
        return 0, ""  # «red (all 3)»
    behind = _set_off(text, word, begins=place == 0 or word.breaks)
    if before == "#" and _is_house(found[place + 1 : place + 3]):
        return 0, ""  # «#1 house»
    if place and word.parted == BLANK and found[place - 1].text == "card":
        before = f"card{before}"
    return number, before + behind


def _set_off(text: str, word: Word, *, begins: bool) -> str:
    """What sets a number or letter off from what stands behind it, any dash as ``-``; a circle that
    it stands in; and where it begins a line, a space alone. Empty: nothing does."""
    if text[word.start].isdigit() and not text[word.start].isdecimal():
        return "①"
    if mark := _SET_OFF.match(text, word.end):
        last = mark[0][-1]
        return "-" if _DASH.fullmatch(last) else last
    bare = begins and word.number and not word.gap.strip()
    return _NONE if bare and text[word.end : word.end + 1] == " " else ""


def _closes(text: str, word: Word) -> bool:
    """Whether the bracket behind a word was opened a few words before it."""
    start = max(word.start - 20, 0)
    return text[word.end : word.end + 1] == ")" and (
        text.rfind("(", start, word.start) > text.rfind(")", start, word.start)
    )


def _is_house(words: Sequence[Word]) -> bool:
    """Whether these begin with a house that has no number behind it."""
    numbered = any(one.number and one.parted == BLANK for one in words[1:])
    return bool(words) and words[0].text == "house" and not numbered


def _mark(found: list[Word], places: Iterable[int], *, sure: bool) -> None:
    """Marks the words at these places as the numbers of a list, or as what may be them."""
    for place in places:
        found[place] = replace(found[place], listing=sure, listed=not sure)

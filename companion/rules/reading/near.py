"""Names that are misspelled, or begun: looked for around what stays unread."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import pairwise

from companion.rules.reading.costs import BEGUN, EACH_UNLIKE, MISSPELLED, UNREAD
from companion.rules.reading.names import Name, Names, look_alike
from companion.rules.reading.phrases import (
    COUNT_WORDS,
    DENIALS,
    EVERYDAY,
    FILLERS,
    FIRST_NAMES,
    SETS,
    WHERE,
    WHOLE,
)
from companion.rules.reading.spans import Match, Span
from companion.rules.reading.text import Label, Word

MOST_WORDS = 40
"""The most unread words that are looked at; a text with more of them is no hand."""
AROUND = 3
"""The most words before an unread one, and behind it, that are tried as parts of its name."""
SHORTEST, SHORTEST_OTHER = 4, 5
"""The fewest letters of a printed name that is misspelled, and of any other name."""
SURE_LENGTH, APART = 6, 3
"""The fewest letters of a name in which one wrong letter is still sure; and by how many letters
every other name has to differ then."""
ALIKE, PRINT_ALIKE, TIED = 0.74, 0.8, 0.03
"""The least likeness, by difflib, of what is read as a name and as a line of small print; and by
how much the next name must be less alike."""
BEGINNING, SURE_BEGINNING = 3, 4
"""The fewest letters with which a name is begun, and those that are beyond doubt."""
_APART_FROM = FILLERS | DENIALS | WHERE
_PLAIN = DENIALS | WHERE | WHOLE | SETS | COUNT_WORDS.keys() | EVERYDAY


def nearly(
    names: Names, words: Sequence[Word], path: Sequence[Span], exact: Sequence[Sequence[Match]]
) -> list[Match]:
    """What the unread words of a path, with those around them, may be, if it is none of the `exact`
    names among them. Of several ways to read one name the nearest is taken."""
    unread = [span.start for span in path if span.cost == UNREAD][:MOST_WORDS]
    found: list[Match] = []
    for line in dict.fromkeys(_line(words, place) for place in unread):
        found += _print(names, words, *line)
    around = {
        (start, end)
        for place in unread
        for start in range(max(place - AROUND, 0), place + 1)
        for end in range(place + 1, min(place + AROUND + 1, len(words)) + 1)
    }
    for start, end in sorted(around):
        if _are_one(words[start:end]) and not _cuts(exact, start, end):
            found += _matches(names, words[start:end], start)
    taken: list[Match] = []
    for match in sorted(found, key=lambda one: (one.cost, one.start - one.end)):
        inner = [one for at in range(match.start, match.end) for one in exact[at]]
        if not any(_same(one, match) for one in (*taken, *inner)):
            taken.append(match)
    return taken


def _line(words: Sequence[Word], place: int) -> tuple[int, int]:
    """The line of a word."""
    start, end = place, place + 1
    while not words[start].breaks:
        start -= 1
    while end < len(words) and not words[end].breaks:
        end += 1
    return start, end


def _print(names: Names, words: Sequence[Word], start: int, end: int) -> Iterator[Match]:
    """The small print that a whole line with an amount is, misspelled."""
    letters = "".join(word.text for word in words[start:end])
    if "$" in letters and len(letters) <= names.longest:
        for text in get_close_matches(letters, names.print, 1, PRINT_ALIKE):
            yield Match(start, end, names.exact[text])


def _are_one(words: Sequence[Word]) -> bool:
    """Whether words may be one name: a space, a hyphen or one line break parts them."""
    return all(
        word.gap.strip(" \t-.") in ("", "\n") and word.label is Label.NONE and not word.amount
        for word in words[1:]
    )


def _cuts(exact: Sequence[Sequence[Match]], start: int, end: int) -> bool:
    """Whether words from `start` to `end` are only a part of a name that is spelled right."""
    return any(
        one.name.printed and one.end > start and (at < start or one.end > end)
        for at in range(max(start - AROUND, 0), end)
        for one in exact[at]
    )


def _same(one: Match, other: Match) -> bool:
    """Whether a match reads the same name out of some of the same words. A short name may be part
    of a longer one that is misspelled: ``kentucky avenu``."""
    overlap = one.start < other.end and other.start < one.end
    short = one.cost < MISSPELLED and not (one.name.printed or one.name.is_group)
    return overlap and one.name.id == other.name.id != "" and not short


def _matches(names: Names, words: Sequence[Word], start: int) -> Iterator[Match]:
    """What these words come near to: look-alike letters, a beginning, a misspelling."""
    letters = "".join(word.text for word in words)
    end = start + len(words)
    if letters.isdigit() or letters in names.exact or not 1 < len(letters) <= names.longest:
        return
    lines = any(word.breaks for word in words[1:])
    if alike := names.looks.get(look_alike(letters)):
        if not lines or names.exact[alike].printed:
            yield Match(start, end, names.exact[alike], MISSPELLED, sure=False)
        return
    if all(word.text in _PLAIN or word.text in names.by_word or word.number for word in words):
        return
    if not lines and (begun := _begun(names, words, letters)):
        sure = len(letters) >= SURE_BEGINNING and letters not in FIRST_NAMES
        yield Match(start, end, begun, BEGUN, sure=sure and not _denies(words))
        return
    near = get_close_matches(letters, _like(names, letters), 6, ALIKE)
    found = [text for text in near if _is_long(names, text, letters) and _may_be(words, text)]
    if found and (not lines or names.fuzzy[found[0]].printed):
        yield _nearest(names, words, start, found)


def _begun(names: Names, words: Sequence[Word], letters: str) -> Name | None:
    """The only name that begins so; None for too few letters."""
    if len(letters) < (BEGINNING if len(words) == 1 else SURE_BEGINNING):
        return None
    begun = [*{name.id: name for name in names.begun(letters)}.values()]
    return begun[0] if len(begun) == 1 else None


def _denies(words: Sequence[Word]) -> bool:
    """Whether words begin with a denial, no abbreviation: ``no carolina``."""
    return words[0].text == "no" and "." not in words[1].gap


def _is_long(names: Names, text: str, letters: str) -> bool:
    """Whether a name and what may be it, misspelled, have enough letters."""
    shortest = SHORTEST if names.fuzzy[text].printed else SHORTEST_OTHER
    return min(len(text), len(letters)) >= shortest


def _may_be(words: Sequence[Word], text: str) -> bool:
    """Whether words can be this name, misspelled: a count, an article or a denial at an end of them
    is none of its words."""
    first, last = words[0].text, words[-1].text
    ends = len(words) > 1 and (
        (first in _APART_FROM and not text.startswith(first))
        or (last in _APART_FROM and not text.endswith(last))
    )
    inner = any(word.text in DENIALS or not word.text.isalnum() for word in words[1:])
    counted = any(word.number is not None for word in words) and not text[0].isdigit()
    return not (ends or inner or counted)


def _nearest(names: Names, words: Sequence[Word], start: int, found: Sequence[str]) -> Match:
    """The likest of these names, which stands for no card where another one is as like."""
    letters, end = "".join(word.text for word in words), start + len(words)
    name, best = names.fuzzy[found[0]], _alike(letters, found[0])
    others = [text for text in found[1:] if names.fuzzy[text].id != name.id]
    cost = MISSPELLED + EACH_UNLIKE * (1 - best)
    if tied := [text for text in others if _alike(letters, text) > best - TIED]:
        ids = dict.fromkeys(names.fuzzy[text].id for text in (found[0], *tied))
        return Match(start, end, Name("", ()), cost, ids=tuple(filter(None, ids)))
    plain = name.printed and not (name.plural or name.doubtful or _denies(words))
    sure = (
        plain
        and len(found[0]) >= SURE_LENGTH
        and [*filter(str.isdigit, letters)] == [*filter(str.isdigit, found[0])]
        and apart(letters, found[0], 1) <= 1
        and not any(
            names.fuzzy[text].id != name.id and apart(letters, text, APART) < APART
            for text in _like(names, letters, 0.2)
        )
    )
    cards = dict.fromkeys(names.fuzzy[text].cards for text in others if names.fuzzy[text].cards)
    return Match(start, end, name, cost, sure, () if sure else tuple(cards))


def _like(names: Names, letters: str, share: float = 0.5) -> list[str]:
    """The names that have a good part of their pairs of letters in common with these."""
    shared: Counter[str] = Counter()
    for pair in {*pairwise(letters)}:
        shared.update(names.pairs.get("".join(pair), ()))
    least = share * (len(letters) - 1)
    return [
        text
        for text, number in shared.items()
        if number >= least and abs(len(text) - len(letters)) <= 4
    ]


def _alike(letters: str, text: str) -> float:
    return SequenceMatcher(None, text, letters, autojunk=False).ratio()


def apart(text: str, other: str, most: int) -> int:
    """How many letters must be changed, put in or left out to make one of the other; two that are
    swapped are 2. Above `most`, any number above it."""
    if abs(len(text) - len(other)) > most:
        return most + 1
    row: list[int] = [*range(len(other) + 1)]
    for number, letter in enumerate(text, 1):
        before, row = row, [number]
        for column, wanted in enumerate(other):
            changed = before[column] + (letter != wanted)
            row.append(min(changed, before[column + 1] + 1, row[column] + 1))
    return row[-1]

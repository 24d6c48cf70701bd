"""The numbers and letters of a list, ``1.``, ``b)``, and the cells of a table.

Only the lines around them say what they are.
"""

import re
from collections.abc import Container, Sequence
from dataclasses import replace
from itertools import pairwise

from companion.rules.reading.phrases import CONNECTS, HOUSE
from companion.rules.reading.text import Label, Word

_CELLS = (("|", "\t"), (";",), (",",), (":",))
_MARK = re.compile(r"[.):](?!\d+\b|\.+\s?\d)")
_SET_OFF = re.compile(r"[.)\]:|,;\t]| ?[-\u2010-\u2015](?=\s)|-(?![0-9])|\ufe0f?\u20e3")


def with_labels(found: list[Word], text: str, known: Container[str]) -> list[Word]:
    """The same words; what a number or letter is, by the lines around it, is its label. A number
    and the word beside it, ``1. Hütte``, ``huette-1``, may be `known` as a name.

    Each step needs what the one before has found: cells of a table are no numbers of a list, and
    whether the other numbers may be those of a list depends on whether there is a plain one.
    """
    found = _with_cells(found)
    maybe = _mark(found, text, known)
    plain = [
        place
        for place, word in enumerate(found)
        if word.figures
        and word.label is not Label.MARK
        and not _is_of_a_house(found, place)
        and not (word.dashed and f"{found[place - 1].text}{word.text}" in known)  # «huette-2»
    ]
    has_list = any(word.label is Label.MARK and (word.number or 0) > 1 for word in found)
    if not has_list and _may_be_a_list(found, plain, text):
        maybe += plain
    maybe += _in_brackets(found, plain)
    maybe += [place for place in range(len(found) - 1) if _is_odd(found, place, text)]
    for place in maybe:
        found[place] = replace(found[place], label=Label.MAYBE)
    return found


# --- tables --------------------------------------------------------------------------------------


def _with_cells(found: list[Word]) -> list[Word]:
    """The same words; a number that is a cell of its own, beside one name and amounts alone, is
    marked: ``Token | 2 | $800``, ``Token,2``."""
    starts = [at for at, word in enumerate(found) if word.breaks]
    column: list[tuple[int, bool]] = []  # the numbers in cells, and whether they stand first
    for start, end in pairwise([*starts, len(found)]):
        for marks in _CELLS:
            cells: list[list[int]] = [[]]
            for at in range(start, end):
                if at > start and any(mark in found[at].gap for mark in marks):
                    cells.append([])
                if not found[at].amount:
                    cells[-1].append(at)
            cells = [cell for cell in cells if cell]
            counts = [cell for cell in cells if found[cell[-1]].figures and _is_count(found, cell)]
            if len(cells) == 2 and len(counts) == 1:
                column.append((counts[0][-1], counts[0] == cells[0]))
                break
    first = [found[at].number or 0 for at, is_first in column if is_first]
    listed = first == sorted({*first}) and len(starts) > 1
    for at, is_first in column:
        label = Label.MAYBE if is_first and listed else Label.CELL
        found[at] = replace(found[at], label=label)
    return found


def _is_count(found: Sequence[Word], cell: Sequence[int]) -> bool:
    return len(cell) == 1 or (
        len(cell) == 2 and found[cell[0]].text == "*" and not found[cell[0]].breaks
    )


# --- lists ---------------------------------------------------------------------------------------


def _mark(found: list[Word], text: str, known: Container[str]) -> list[int]:
    """Labels the numbers and letters that go up from 1 or a, ``1.``, ``2)``, ``a.``. Gives the
    places of numbers that look so and do not go on with their list."""
    last = {True: 0, False: 0}  # of the numbers, and of the letters
    others: list[int] = []
    for place, word in enumerate(found[:-1]):
        mark, number = _MARK.match(text, word.end), _listed(word)
        numbered = _is_numbered(found, place, mark[0] if mark else "")
        set_off = numbered or (mark and not (word.number and mark[0] == ":"))
        if not (number and set_off) or found[place + 1].breaks:
            continue
        if word.number and f"{word.text}{found[place + 1].text}" in known:
            continue  # «1. Hütte» is a card
        if word.gap[-1:] in ("(", "[") or (place and found[place - 1].label is Label.MARK):
            continue
        row = word.figures and not (word.breaks or numbered or ")" in word.gap)
        in_a_row = row and found[place - 1].number == number - 1  # «houses 1, 2, 3. token»
        goes_on = number == last[word.figures] + 1 > 1
        if (number == 1 and (word.breaks or numbered)) or (goes_on and not in_a_row):
            last[word.figures] = number
            found[place] = replace(word, label=Label.MARK)
        elif word.figures and (word.breaks or goes_on):
            others.append(place)
    return others


def _may_be_a_list(found: Sequence[Word], plain: Sequence[int], text: str) -> bool:
    """Whether numbers may be those of a list. They go up one by one from 1, and each is set off,
    ``1 - token, 2 - go``, or they are three and half of all numbers."""
    run: list[int] = []
    for place in plain:
        if found[place].number == len(run) + 1:
            run.append(place)
    if len(run) > 2 and 2 * len(run) >= len(plain):
        return True
    apart = all(_SET_OFF.match(text, found[place].end) for place in run)
    begins = [
        found[at].comma or found[at - 1].amount or found[at - 1].text in CONNECTS for at in run
    ]
    return len(run) > 1 and apart and (begins[0] or all(begins[1:]))


def _in_brackets(found: Sequence[Word], plain: Sequence[int]) -> list[int]:
    """The numbers that go up one by one in brackets before a card: ``(1) go (2)``, ``(2) iron``."""
    run: list[int] = []
    for place in plain:
        word = found[place]
        begins = word.gap[-1:] in ("(", "[") and (word.comma or not run)
        if begins and word.number == len(run) + 1:
            run.append(place)
    return run if len(run) > 1 else []


def _is_numbered(found: Sequence[Word], place: int, mark: str) -> bool:
    """Whether it is said that a number is that of a list: ``#2``, ``card 2:``."""
    word, last = found[place], found[place - 1] if place else found[place]
    of_cards = last.text == "card" and word.blank and (last.comma or mark == ":")
    return word.figures and ("#" in word.gap or of_cards)


def _listed(word: Word) -> int:
    """The number of a list, a letter's among the letters; 0 for any other word."""
    if word.figures and word.label is Label.NONE:
        return word.number or 0
    return ord(word.text) - ord("a") + 1 if re.fullmatch("[a-z]", word.text) else 0


def _is_of_a_house(found: Sequence[Word], place: int) -> bool:
    """Whether a number is that of a house: ``house 2``, but not ``2nd house 2``."""
    if place > 1 and found[place - 1].text in ("number", "no"):
        return found[place - 2].text in HOUSE
    if place == 0 or found[place - 1].text not in HOUSE:
        return False
    before = found[place - 2] if place > 1 and found[place - 1].blank else found[place]
    return before is found[place] or (before.number is None and before.ordinal is None)


def _is_odd(found: Sequence[Word], place: int, text: str) -> bool:
    """Whether a number is set off as counts seldom are: ``#2``, ``card 2:``, ``2 -``."""
    word, last = found[place], found[place - 1] if place else found[place]
    if word.number is None or word.label is Label.MARK or found[place + 1].breaks:
        return False
    if "#" in word.gap or last.text in ("card", "number"):
        after = [one.text for one in found[place + 1 : place + 3]]
        house = after[0] == "house" and not after[-1].isdigit()
        return not (house or _is_of_a_house(found, place))
    sign = _SET_OFF.match(text, word.end)
    begins = word.comma and word.figures and (word.breaks or not last.figures)
    return begins and sign is not None and sign[0].strip()[-1:] not in (*"):],;|", "")

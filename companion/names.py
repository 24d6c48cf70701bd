"""People's names: tidied, judged, and who is meant by one."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

LONGEST_NAME = 40
LONGEST_PLACE = 60


def _key(name: str) -> str:
    """What two names must not share: the same to anybody who reads them aloud."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


TURNS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u202d": "\u202c", "\u202e": "\u202c"}
TURNS |= {"\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
"""Invisible marks that turn the text that follows, and the mark that ends each."""


def steadied(name: str) -> str:
    """The name with every turn of the text in it ended, so that a sentence around it stays as it
    is written. It looks the same."""
    still_open: list[str] = []
    for character in name:
        if character in TURNS:
            still_open.append(TURNS[character])
        elif still_open and character == still_open[-1]:
            still_open.pop()
    return name + "".join(reversed(still_open))


def tidied(text: str) -> str:
    """A name or a place as it is kept: single blanks, and steadied."""
    return steadied(" ".join(text.split()))


def name_problem(name: str) -> str | None:
    """What is wrong with one player's name, if anything."""
    if len(name.rstrip("".join(TURNS.values()))) > LONGEST_NAME:
        return f"This name has {len(name)} characters; {LONGEST_NAME} are the most."
    kinds = [unicodedata.category(character) for character in name]
    if any(kind in ("Cc", "Cs", "Zl", "Zp") for kind in kinds):
        return "This name has a character in it that cannot be shown: type it again."
    if all(kind[0] in "CZ" for kind in kinds):
        return "This name cannot be seen: type one that can."
    return None


def player_problems(names: Sequence[str]) -> list[str | None]:
    """What is wrong with each row, None where nothing is; blank rows are left out of the game."""
    seen: dict[str, int] = {}
    problems: list[str | None] = []
    for row, name in enumerate(names):
        problem = name_problem(name) if name else None
        if name and problem is None:
            first = seen.setdefault(_key(name), row)
            if first != row:
                problem = f"Player {first + 1} has this name too: make them different."
        problems.append(problem)
    return problems


def place_problem(place: str) -> str | None:
    """What is wrong with the place where a game was played, if anything; it may be empty."""
    if len(place.rstrip("".join(TURNS.values()))) > LONGEST_PLACE:
        return f"This has {len(place)} characters; {LONGEST_PLACE} are the most."
    if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in place):
        return "There is a character in it that cannot be shown: type it again."
    return None


def one_line(text: str) -> str:
    """A remark as it is kept: on one line, without what cannot be shown."""
    seen = (" " if unicodedata.category(letter) == "Cc" else letter for letter in text)
    return " ".join("".join(seen).split())


class Renaming(NamedTuple):
    """One change of a name that was not undone."""

    id: int
    old: str
    new: str
    at: str


def key(name: str) -> str:
    """What two spellings of one name share: all but capitals, blanks, and how a letter is coded."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class Who:
    """Who is meant by a name, after some renamings, given the oldest first."""

    def __init__(self, renamings: Iterable[Renaming]) -> None:
        self.renamings = tuple(renamings)
        self._steps = [(key(one.old), one.new) for one in self.renamings]
        self._spelt = {key(one.new): one.new for one in self.renamings}
        self._known: dict[str, str] = {}
        self._people: dict[str, str] = {}

    def name(self, written: str) -> str:
        """What the person is called now whose name was written like this."""
        found = self._known.get(written)
        if found is None:
            found, here = written, key(written)
            for old, new in self._steps:
                if old == here:
                    found, here = new, key(new)
            found = self._known[written] = self._spelt.get(here, found)
        return found

    def person(self, written: str) -> str:
        """The person of a name, as a key: the same for every name that means this person."""
        found = self._people.get(written)
        if found is None:
            found = self._people[written] = key(self.name(written))
        return found

    def seats(self, players: Sequence[str]) -> tuple[str | None, ...]:
        """The person at every seat of one table, None where it counts for nobody.

        Nobody has two seats: when two names of one person were written down for one table, which
        a merge refuses but a later table may do, the name the person has now takes it, else the
        first; the other seat is somebody we do not know.
        """
        people: list[str | None] = [self.person(name) for name in players]
        if len(set(people)) == len(people):
            return tuple(people)
        taken = {}
        for seat, (name, person) in enumerate(zip(players, people, strict=True)):
            if person not in taken or key(name) == person:
                taken[person] = seat
        return tuple(
            person if taken[person] == seat else None for seat, person in enumerate(people)
        )

    def of(self, person: str) -> tuple[Renaming, ...]:
        """The renamings that led to this person, the oldest first; the last one can be undone."""
        return tuple(one for one in self.renamings if self.person(one.new) == person)

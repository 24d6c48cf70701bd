"""People's names: tidied, judged, and who is meant by one."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LONGEST_NAME = 40
LONGEST_PLACE = 60
LONGEST_REMARK = 200


OVERRIDES = {"\u202a": "\u202c", "\u202b": "\u202c", "\u202d": "\u202c", "\u202e": "\u202c"}
OVERRIDES |= {"\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
"""Invisible characters that change the writing direction, and the character that closes each."""


UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
UNSEEN |= {*map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10)))}
"""Letters, signs and marks that show nothing: fillers, and what only changes the look of others."""


JOINERS = ("\u200c", "\u200d")
"""Signs that show nothing and change how the letters or pictures beside them are drawn."""
EMOJI_STYLE = "\ufe0f"
FLAG, FLAG_TAGS = "\U0001f3f4", "".join(map(chr, range(0xE0020, 0xE0080)))
"""The black flag, and what makes the flags of England, Scotland and Wales of it."""
JOINED_SCRIPTS = (
    "ARABIC SYRIAC MONGOLIAN NKO DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA "
    "MALAYALAM SINHALA KHMER MYANMAR TIBETAN BALINESE JAVANESE TAKRI"
)
"""With what the names of the letters begin that a joiner may change."""


def name_key(name: str) -> str:
    """What two spellings of one name share: names that look the same have the same. It is without
    capitals, extra spaces, Unicode variants, and signs that cannot be seen; those stay that scripts
    and emoji need."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(_without_unseen(unicodedata.normalize("NFKC", plain)).split())


def _without_unseen(name: str) -> str:
    """The name without the signs that cannot be seen in it. Nearly every name has none."""
    if name.isprintable() and UNSEEN.isdisjoint(name):
        return name
    return "".join(sign for place, sign in enumerate(name) if _is_seen(name, place))


def _is_seen(name: str, place: int) -> bool:
    """Whether the sign at this place makes the name look as it does."""
    sign = name[place]
    if sign in JOINERS:
        before = next((one for one in reversed(name[:place]) if one != EMOJI_STYLE), " ")
        return _joins(before) and _joins(name[place + 1 : place + 2] or " ")
    if sign in FLAG_TAGS:
        return name[:place].rstrip(FLAG_TAGS).endswith(FLAG)
    return sign not in UNSEEN and unicodedata.category(sign) != "Cf"


def _joins(sign: str) -> bool:
    """Whether a joiner beside this sign can be seen: pictures make one picture with it, and letters
    of some scripts are joined otherwise."""
    return unicodedata.category(sign) in ("So", "Sk") or (
        unicodedata.name(sign, "").partition(" ")[0] in JOINED_SCRIPTS.split()
    )


_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "\u0131": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that Unicode does not take apart into a plain letter and a mark."""


def plain_name(name: str) -> str:
    """What a name is searched by: its key without accents, so that "zoe" finds "Zoë". Two names
    that share it may still be two people. Of a name that is nothing but marks they stay."""
    key = name_key(name)
    if key.isascii():
        return key
    letters = unicodedata.normalize("NFKD", key.translate(_LETTERS))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)) or key


def close_overrides(name: str) -> str:
    """The name with its bidirectional overrides closed: the text around it keeps its direction."""
    still_open: list[str] = []
    for character in name:
        if character in OVERRIDES:
            still_open.append(OVERRIDES[character])
        elif still_open and character == still_open[-1]:
            still_open.pop()
    return name + "".join(reversed(still_open))


def tidied(text: str) -> str:
    """A name or a place as it is kept: single spaces, overrides closed."""
    return close_overrides(" ".join(text.split()))


def name_problem(name: str) -> str | None:
    """The message about one player's name; None when it is fine."""
    problem = _text_problem(name, LONGEST_NAME, "This name")
    if problem is None and all(map(_is_unseen, name)):
        return "This name cannot be seen: type one that can."
    return problem


def new_name_problem(name: str) -> str | None:
    """The message about a name that a player is to be given; None when it is fine. Games that were
    made earlier, their files and their rematches may have a player called “Nobody”."""
    shown = "".join(letter for letter in name if letter.isspace() or not _is_unseen(letter))
    if name_key(shown) == "nobody":
        return "Pages say “Nobody” where they mean no player: type another name."
    return name_problem(name)


def _is_unseen(character: str) -> bool:
    return character in UNSEEN or unicodedata.category(character)[0] in "CZ"


def player_problems(names: Sequence[str]) -> list[str | None]:
    """The message about each player's name; None where it is fine, or blank and so left out."""
    seen: dict[str, int] = {}
    problems: list[str | None] = []
    for row, name in enumerate(names):
        problem = name_problem(name) if name else None
        if name and problem is None:
            first = seen.setdefault(name_key(name), row)
            if first != row:
                problem = f"Player {first + 1} has this name too: make them different."
        problems.append(problem)
    return problems


def place_problem(place: str) -> str | None:
    """The message about the place of a game; None when it is fine. It may be empty."""
    return _text_problem(place, LONGEST_PLACE, "This")


def _text_problem(text: str, most: int, what: str) -> str | None:
    if len(text.rstrip("".join(OVERRIDES.values()))) > most:
        return f"Use at most {most} characters. {what} has {len(text)}."
    if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text):
        return f"{what} has a character in it that cannot be shown: type it again."
    return None


_TURNS = frozenset((*OVERRIDES, *OVERRIDES.values()))


def one_line(text: str) -> str:
    """A remark as it is kept and shown, such as the reason of a correction: on one line, without
    control characters, and without those that change the writing direction."""
    kept = (letter for letter in text if letter not in _TURNS)
    shown = (" " if unicodedata.category(letter) == "Cc" else letter for letter in kept)
    return " ".join("".join(shown).split())


@dataclass(frozen=True, slots=True)
class Renaming:
    """One change of a name that was not undone: its row, the names, and when."""

    id: int
    old: str
    new: str
    at: str


class Aliases:
    """Tells who is meant by a name after some renamings, given oldest first."""

    def __init__(self, renamings: Iterable[Renaming]) -> None:
        self.renamings = tuple(renamings)
        self._steps = [(name_key(one.old), one.new, name_key(one.new)) for one in self.renamings]
        self._spelt = {key: new for _, new, key in self._steps}

    def name(self, written: str) -> str:
        """Today's name of the person whose name was written like this."""
        name, key = written, name_key(written)
        for old, new, new_key in self._steps:
            if old == key:
                name, key = new, new_key
        return self._spelt.get(key, name)

    def person(self, written: str) -> str:
        """The key of the person of a name: the same for all names of this person."""
        return name_key(self.name(written))

    def keys(self, person: str) -> set[str]:
        """The keys of all names that mean this person, to look for on sheets."""
        names = {person, *(name for one in self.renamings for name in (one.old, one.new))}
        return {name_key(name) for name in names if self.person(name_key(name)) == person}

    def seats(self, players: Sequence[str]) -> tuple[str | None, ...]:
        """The person at every seat of one table; None where the seat counts for nobody.

        Nobody has two seats. A merge refuses that, but a later table may have two names of one
        person. Then today's name takes the seat, else the first name; the other seat is unknown.
        """
        people = [self.person(name) for name in players]
        taken: dict[str, int] = {}
        for seat, (name, person) in enumerate(zip(players, people, strict=True)):
            if person not in taken or name_key(name) == person:
                taken[person] = seat
        return tuple(
            person if taken[person] == seat else None for seat, person in enumerate(people)
        )

    def of(self, person: str) -> tuple[Renaming, ...]:
        """The renamings that led to this person, oldest first; the last one can be undone."""
        return tuple(one for one in self.renamings if self.person(one.new) == person)

"""All names that people may use for the cards of an edition, made from its own data."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions
from companion.rules.reading.phrases import (
    ABBREVIATIONS,
    EVERYDAY,
    FILLERS,
    HEARD_AS_COUNTS,
    SMALL_PRINT,
    SPOKEN,
)
from companion.rules.reading.text import ORDINALS, SUFFIXES, split
from companion.rules.remember import once_an_edition
from companion.rules.written import singular

SHORTEST_BEGINNING = 3
SHORTEST_PLURAL = 3
ANY_WORDS = 6
"""The fewest letters of a name that may be written with other spaces: ``white hall``."""
Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """What one spelling stands for.

    `id` is a card's or a group's. Without `cards` it stands for none: `ignored`, or a card of other
    boxes. `words`: how many it has. `printed`: it stands so on a card. `plural`: more than one, and
    not how many. `doubtful`: it may be several single cards as well. `comma`: there is one in it.
    `over_lines`: line breaks may part it, though it is no card's printed name.
    """

    id: str
    cards: Cards
    words: int = 0
    printed: bool = False
    plural: bool = False
    doubtful: bool = False
    ignored: bool = False
    comma: bool = False
    over_lines: bool = False

    @property
    def is_group(self) -> bool:
        """Whether it names more than one card."""
        return len(self.cards) > 1


class Names:
    """The names of one edition.

    `exact` has every spelling without blanks, `fuzzy` those that a misspelling may mean, by `pairs`
    of their letters, and `looks` what a camera takes for them. `by_word`: for each word of a name
    the ids of what is called so. `known`: what is parted from a count that is stuck to it.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.exact: dict[str, Name] = {}
        self.by_word: dict[str, list[str]] = defaultdict(list)
        self.groups: Mapping[str, Cards] = {group.id: group.cards for group in edition.groups}
        numbers: Mapping[str, int] = edition.roles.get("houses", {})
        self.houses = {number: card for card, number in numbers.items()}
        self.numbered = bool(numbers) and edition.way.numbered_houses
        self.house_numbers: dict[str, int] = {}
        self._add_cards(numbers)
        self._add_groups()
        self._add_aliases(numbers)
        self._add_plurals()
        self.fuzzy = {text: name for text, name in self.exact.items() if len(text) > 3}
        self._add_beginnings()
        letters = ("h",) if self.numbered else ()
        self.known = frozenset((*self.exact, *self.by_word, *ORDINALS, *letters))
        self.looks = {
            look_alike(text): text
            for text, name in reversed(self.exact.items())
            if name.cards and not name.plural
        }
        self.print = [*self._add_phrases()]
        self._add_foreign()
        self.pairs: dict[str, list[str]] = defaultdict(list)
        for text in self.fuzzy:
            for pair in {*pairwise(text)}:
                self.pairs["".join(pair)].append(text)
        self.longest = max(map(len, self.exact))
        self.most_words = max(name.words for name in self.exact.values())

    def _add_cards(self, numbers: Mapping[str, int]) -> None:
        for card, text in self.edition.names.items():
            doubtful = not self.numbered and numbers.get(card, 1) > 1  # «three houses»
            name = Name(card, (card,), doubtful=doubtful, comma="," in text)
            several = self.edition.deck[card] > 1
            self._add(text, replace(name, printed=True), plural=several)
            self._add(card, name, plural=several)
            if doubtful:  # «a two-house card»
                self._add(text.removesuffix("s"), name)
        for number, card in self.houses.items() if self.numbered else ():
            for text in (f"house number {number}", f"house no {number}", f"no{number} house"):
                self._add(text, Name(card, (card,)))
            self.house_numbers |= {
                f"house{number}": number,
                f"{number}{SUFFIXES[number]}house": number,
            }

    def _add_groups(self) -> None:
        for group in self.edition.groups:
            for text in (group.name, group.id):
                self._add(text, Name(group.id, group.cards))
                if not text.endswith("s"):
                    self._add(f"{text}s", Name(group.id, group.cards))

    def _add_aliases(self, numbers: Mapping[str, int]) -> None:
        for alias, named in self.edition.aliases.items():
            name = Name(named, self.groups.get(named, (named,)))
            plural = not name.is_group and len(alias) >= SHORTEST_PLURAL
            self._add(alias, name, plural=plural)
            if named in numbers:
                self.house_numbers[alias] = numbers[named]
            printed = self.edition.names.get(named, "")
            if plural and printed.casefold() not in alias:  # «dog token»
                self._add(f"{alias} {printed}", name, plural=True)

    def _add_plurals(self) -> None:
        """What several are called where that is not the same with an “s”."""
        for one, several in self.edition.plurals.items():
            named = self.edition.aliases.get(one, one)
            cards = self.groups.get(named, (named,))
            self._add(several, Name(named, cards, plural=len(cards) == 1))

    def _add(self, text: str, name: Name, *, plural: bool = False) -> None:
        for line in _spellings(text):
            spelled = replace(name, words=len(line))
            self.exact.setdefault("".join(line), spelled)
            for last in _plurals(line[-1]) if plural else ():
                self.exact.setdefault("".join([*line[:-1], last]), replace(spelled, plural=True))
        for word in split(text) if len(text) >= SHORTEST_PLURAL else ():
            for spelled_word in (word, f"{word}s", singular(word)):
                if name.id not in self.by_word[spelled_word]:
                    self.by_word[spelled_word].append(name.id)

    def _add_beginnings(self) -> None:
        """The first words of a name, and its first letters before its last word, are the name where
        no other one begins so: ``kentucky``, ``new york``, ``conn ave``."""
        found: dict[str, set[Name]] = defaultdict(set)
        for card, text in self.edition.names.items():
            for line in _spellings(text) if card not in self.houses.values() else ():
                for end in range(1, len(line)):
                    loose = line[end - 1] in FILLERS or line[end - 1] in HEARD_AS_COUNTS
                    if not loose and (end > 1 or line[0] not in EVERYDAY):
                        found["".join(line[:end])].add(Name(card, (card,), end))
                for end in range(SHORTEST_BEGINNING, len(line[0]) - 2 if len(line) == 2 else 0):
                    found[line[0][:end] + line[1]].add(Name(card, (card,), 2))
        for begun, names in found.items():
            if len(begun) >= SHORTEST_BEGINNING and len({name.id for name in names}) == 1:
                self.exact.setdefault(begun, names.pop())

    def _add_phrases(self) -> Iterator[str]:
        """Adds what is known to be no card; the small print with amounts in it is given back."""
        ladders = [
            " ".join(f"{count} {group.name} $" for count in counts)
            for group in self.edition.groups
            if isinstance(counts := self.edition.values.get(group.id), Mapping) and len(counts) > 1
        ]
        if self.numbered:
            rents = " ".join(f"{number} houses $" for number in self.houses)
            rents = rents.replace("1 houses", "1 house")
            ladders += [rents, f"{rents} hotel $"]
        for line in (*SMALL_PRINT, *SPOKEN, *ladders):
            over_lines = line in ladders
            name = Name("", (), len(line.split()), ignored=True, comma=True, over_lines=over_lines)
            self.exact.setdefault(squash(line), name)
            if "$" in line:
                yield squash(line)

    def _add_foreign(self) -> None:
        """The names of other boxes: none of their words is a card of this one."""
        texts: set[str] = set()
        for other in all_editions():
            aliases = (alias for alias in other.aliases if len(alias) > SHORTEST_PLURAL)
            texts.update((*other.names.values(), *other.names, *aliases))
        for text in sorted(texts):
            if not (self.numbered and "house" in text.casefold()):
                for line in _spellings(text):
                    name = Name("", (), len(line))
                    self.exact.setdefault("".join(line), name)
                    self.fuzzy.setdefault("".join(line), name)

    def begun(self, letters: str) -> Iterator[Name]:
        """The cards and groups of which a name begins with these letters."""
        for text, name in self.fuzzy.items():
            if (
                text.startswith(letters)
                and name.cards
                and not name.plural
                and text != f"{letters}s"
            ):
                yield name

    def has_houses(self, group: str) -> bool:
        """Whether a number beside a group may be that of its houses: ``red 3``."""
        return self.numbered and self.edition.group(group).kind == "colour"


def squash(text: str) -> str:
    """The letters of a text as `Names.exact` has them: ``King's Cross`` gives ``kingscross``."""
    return "".join(split(text))


_LOOKS = str.maketrans("015i86", "olslbg")


def look_alike(letters: str) -> str:
    """The same for all texts that a camera takes for one another: ``T0KEN`` is ``token``."""
    return letters.translate(_LOOKS).replace("rn", "m").replace("vv", "w")


def _spellings(text: str) -> Iterator[Sequence[str]]:
    """A name word by word, with and without abbreviations and an article."""
    for line in product(*((word, *ABBREVIATIONS.get(word, ())) for word in split(text))):
        yield line
        if line[0] == "the":
            yield line[1:]


def _plurals(word: str) -> Iterator[str]:
    yield f"{word}s"
    if word.endswith(("o", "s", "x", "ch")):
        yield f"{word}es"
    if word.endswith("y"):
        yield f"{word[:-1]}ies"


@once_an_edition
def names_of(edition: Edition) -> Names:
    """The names of an edition. Made once for each: it takes twenty times as long as a hand."""
    return Names(edition)

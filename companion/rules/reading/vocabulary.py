"""All names that people may use for the cards of an edition, made from its own data."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions
from companion.rules.reading.near import SHORTEST, Index, distance, misread
from companion.rules.reading.small_print import (
    ABBREVIATIONS,
    EVERYDAY,
    HEARD_AS_COUNTS,
    SMALL_PRINT,
    SPOKEN,
)
from companion.rules.reading.tokens import NUMBERS, ORDINALS, ordinal_text, words

SHORTEST_BEGINNING = 3
FEWEST_LEFT_OUT = 3
"""A word within a name is shortened if it lacks as many letters: ``conn ave``."""
RIVAL = 3
"""Names that differ by no more letters are rivals: a misspelling of one is never beyond doubt."""
LONGEST = 9


class Kind(StrEnum):
    """What a phrase stands for."""

    CARD = "card"
    GROUP = "group"
    FOREIGN = "foreign"
    """A card of another edition: a name, but no card here."""
    PRINT = "print"
    """Small print: it stands beside names."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """What one spelling stands for.

    `id` is a card's or a group's, "" where it is neither. `plural`: more than one, and it does not
    say how many. `doubtful`: it may be said of several single cards as well. `single`: one word.
    `begun`: the first words of a name only. `as_written`: only where it is not misspelled.
    """

    kind: Kind
    id: str
    cards: tuple[str, ...]
    plural: bool = False
    doubtful: bool = False
    single: bool = False
    begun: bool = False
    as_written: bool = False


class Vocabulary:
    """The phrases of one edition.

    `exact` has every full spelling without blanks, `beginnings` every beginning of a name with
    them; `near` finds misspelled ones; `short` has those of fewer letters, misread. `names`: the
    names without blanks, and each of their words.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.exact: dict[str, Phrase] = {}
        self.beginnings: dict[str, Phrase | None] = {}
        self.over_commas: set[str] = set()
        self.by_word: dict[str, list[str]] = defaultdict(list)
        self.houses = {number: card for card, number in edition.cards.get("houses", {}).items()}
        self.numbered_houses = edition.way.numbered_houses
        self.groups = {group.id: group.cards for group in edition.groups}
        self._cards()
        self._groups()
        self._aliases()
        numbers = {card: number for number, card in self.houses.items()}
        self.house_numbers = {
            text: numbers[phrase.id] for text, phrase in self.exact.items() if phrase.id in numbers
        }
        self.names = frozenset((*self.exact, *self.by_word, *ORDINALS))
        self._beginnings()
        for line in SMALL_PRINT:
            self.exact.setdefault(squash(line), Phrase(Kind.PRINT, "", ()))
        for line in SPOKEN:
            print_ = Phrase(Kind.PRINT, "", (), single=" " not in line, as_written=True)
            self.exact.setdefault(squash(line), print_)
        self._foreign()
        self._near()

    def _cards(self) -> None:
        for card, name in self.edition.names.items():
            if "," in name:
                self.over_commas.add(squash(name))
            # «three houses» may be three cards with one house
            number = self.edition.cards.get("houses", {}).get(card, 1)
            phrase = self._phrase(card, doubtful=not self.numbered_houses and number > 1)
            for text in (name, card):
                self._add(spellings(text), phrase, plural=self.edition.deck[card] > 1)
                if phrase.doubtful:  # «a two-house card»
                    self._add(spellings(text.removesuffix("s")), phrase)
                for word in text.casefold().replace("-", " ").split():
                    self._word(word, card)

    def _groups(self) -> None:
        for group in self.edition.groups:
            phrase = self._phrase(group.id)
            for text in (group.name, group.id):
                ends = text.endswith("s")
                self._add(spellings(text), phrase, plural=False)
                if not ends:
                    self._add([[*line[:-1], f"{line[-1]}s"] for line in spellings(text)], phrase)
                for word in text.casefold().replace("-", " ").split():
                    self._word(word, group.id)
                    if ends:
                        self._word(word[:-3] + "y" if word.endswith("ies") else word[:-1], group.id)

    def _aliases(self) -> None:
        for alias, named in self.edition.aliases.items():
            phrase = self._phrase(named)
            is_card = phrase.kind is Kind.CARD
            self._add(spellings(alias), phrase, plural=is_card and len(alias) > 2)
            name = self.edition.names.get(named, "")
            if is_card and len(alias) > 2 and name.casefold() not in alias:  # «dog token»
                both = f"{alias} {name}"
                self._add(spellings(both), replace(phrase, as_written=True), plural=True)
            for word in alias.casefold().split():
                if len(word) > 2:
                    self._word(word, named)
                    if not is_card:
                        self._word(word.removesuffix("s"), named)

    def _phrase(self, named: str, **more: bool) -> Phrase:
        """What the id of a card or a group stands for."""
        if named in self.groups:
            return Phrase(Kind.GROUP, named, self.groups[named], **more)
        return Phrase(Kind.CARD, named, (named,), **more)

    def _word(self, word: str, named: str) -> None:
        text = squash(word)
        for one in (text, text + "s"):
            if named not in self.by_word[one]:
                self.by_word[one].append(named)

    def _add(self, lines: Iterable[list[str]], phrase: Phrase, *, plural: bool = False) -> None:
        for line in lines:
            one = replace(phrase, single=len(line) == 1)
            self.exact.setdefault("".join(line), one)
            for end in ("s", "es", "ies") if plural else ():
                last = line[-1][:-1] if end == "ies" else line[-1]
                many = replace(one, plural=True)
                self.exact.setdefault("".join([*line[:-1], last + end]), many)

    def _beginnings(self) -> None:
        """Every beginning of a name; None where several names begin so."""
        found: dict[str, set[str]] = defaultdict(set)
        phrases: dict[str, Phrase] = {}
        parted: set[tuple[str, str]] = set()  # the words that a name begins with, and whose it is
        for phrase, line in self._full_lines():
            text = " ".join(line)
            parted |= {(text[: mark.start()], phrase.id) for mark in re.finditer(" ", text)}
            shortest = SHORTEST_BEGINNING if phrase.single else len(line[0]) + 2
            phrases[phrase.id] = phrase
            for length in range(shortest, len(text)):
                if text[length - 1] != " " and text != text[:length] + "s":
                    found[text[:length]].add(phrase.id)
            body = " ".join(line[:-1])  # «conn ave»; «bon street» is rather misspelled
            for length in range(SHORTEST_BEGINNING, len(body) - FEWEST_LEFT_OUT + 1):
                if body[length - 1] != " ":
                    found[f"{body[:length]} {line[-1]}"].add(phrase.id)
        for text, ids in found.items():
            letters = text.replace(" ", "")
            if " " not in text and any(
                alias.startswith(text) and named not in ids
                for alias, named in self.edition.aliases.items()
            ):
                continue  # «sho» is Short Line or a shoe
            if letters in EVERYDAY or len(letters) < SHORTEST_BEGINNING:
                continue
            if text.rpartition(" ")[2] in HEARD_AS_COUNTS:  # «go to» may be two of what follows
                self.exact.setdefault(letters, Phrase(Kind.FOREIGN, "", ()))
                continue
            self.beginnings[text] = phrases[next(iter(ids))] if len(ids) == 1 else None
        # whole words of a name are a name by themselves: «kentucky», «new york»
        for text, begun in list(self.beginnings.items()):
            if begun and (" " not in text or len(text) > 6) and (text, begun.id) in parted:
                self._add([text.split()], begun)

    def _full_lines(self) -> Iterator[tuple[Phrase, list[str]]]:
        houses = self.houses.values()
        for card, name in self.edition.names.items():
            if card in houses:  # «first» and «one» are no names
                continue
            phrase = self._phrase(card, single=True, begun=True)
            for line in [*spellings(name), card.split("-")]:
                yield phrase, line
        for group in self.edition.groups:
            phrase = self._phrase(group.id, single=True, begun=True)
            for text in (group.name, group.id):
                yield phrase, spellings(text)[0]
        for alias, named in self.edition.aliases.items():
            if " " in alias:
                yield self._phrase(named, begun=True), alias.split()

    def _foreign(self) -> None:
        phrase = Phrase(Kind.FOREIGN, "", ())
        for other in all_editions():
            named = [
                *other.names.values(),
                *other.names,
                *(key for key in other.aliases if len(key) > 3),
            ]
            for text in named:
                for line in spellings(text):
                    if self.numbered_houses and any("house" in word for word in line):
                        continue
                    if " ".join(line) not in self.beginnings:
                        self.exact.setdefault("".join(line), phrase)

    def _near(self) -> None:
        """The index of misspellings, and for every phrase whether another one is near it."""
        self.near = Index(
            text
            for text, phrase in self.exact.items()
            if len(text) >= SHORTEST
            and phrase.kind is not Kind.FOREIGN
            and not (phrase.plural or phrase.as_written)
        )
        rivals = (
            text
            for text, phrase in self.exact.items()
            if len(text) > RIVAL and not phrase.as_written
        )
        self._all = Index(rivals, RIVAL + 1)
        self._rivalled: dict[str, bool] = {}
        self.short: dict[str, Phrase] = {}
        for name in self.edition.names.values():
            if len(name) < SHORTEST:
                for wrong in misread(squash(name)):
                    if wrong not in self.exact:
                        self.short.setdefault(wrong, self.exact[squash(name)])

    def rivalled(self, text: str) -> bool:
        """Whether a phrase of another meaning differs from this one by a few letters only."""
        if text not in self._rivalled:
            mine, last = self.exact[text], frozenset((len(text),))
            self._rivalled[text] = any(
                (self.exact[near].id, self.exact[near].kind) != (mine.id, mine.kind)
                and distance(near, text, RIVAL) <= RIVAL
                for _, near in self._all.ends(text, last)
            )
        return self._rivalled[text]


def squash(text: str) -> str:
    """The letters of a text as the vocabulary has them: ``King's Cross`` gives ``kingscross``."""
    return "".join(word.text for word in words(text))


def spellings(text: str) -> list[list[str]]:
    """A name word by word, with and without abbreviations, an article and figures."""
    plain = [word.text for word in words(text.replace("-", " "))]
    raw = text.casefold().replace("-", " ").split()
    lines = [plain]
    if len(raw) == len(plain):
        lines += [
            list(line)
            for line in product(
                *(
                    dict.fromkeys((word, *ABBREVIATIONS.get(word, ()), *_SPELLED.get(word, ())))
                    for word in plain
                )
            )
        ]
    if plain[0] == "the":
        lines += [line[1:] for line in lines]
    return [list(line) for line in dict.fromkeys(map(tuple, lines))]


_SPELLED = {str(number): (word,) for word, number in NUMBERS.items() if number <= 3}
_SPELLED |= {ordinal_text(number): (word,) for word, number in ORDINALS.items() if number <= 4}
"""Figures in letters."""

_built: dict[str, Vocabulary] = {}


def vocabulary(edition: Edition) -> Vocabulary:
    """The edition's vocabulary, built once."""
    known = _built.get(edition.id)
    if known is None or known.edition.names is not edition.names:
        known = _built[edition.id] = Vocabulary(edition)
    return known

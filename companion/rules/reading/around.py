"""What stands at a place of a text and around it."""

from collections.abc import Sequence

from companion.rules.reading.matches import Match, Matches
from companion.rules.reading.span import past
from companion.rules.reading.tokens import BLANK, Word
from companion.rules.reading.vocabulary import Kind, Vocabulary, squash


class Around:
    """The words of one text and the names among them."""

    def __init__(self, vocabulary: Vocabulary, words: Sequence[Word]) -> None:
        self.vocabulary = vocabulary
        self.words = words
        self.size = len(words)
        self.matches = Matches(vocabulary, words).matches

    def _at(self, start: int) -> list[Match]:
        return self.matches[start] if start < self.size else []

    def _by_picture(self, match: Match) -> bool:
        """Whether a card is called by what it shows, ``dog``, not by its name or a letter."""
        said = "".join(word.text for word in self.words[match.start : match.end])
        name = self.vocabulary.edition.names.get(match.phrase.id, "")
        return len(said) > 2 and said != squash(name)

    def _is_house(self, match: Match) -> bool:
        """Whether a match is a numbered house, behind which a number is another house."""
        known = self.vocabulary
        return known.numbered_houses and match.phrase.id in known.houses.values()

    def _counts_next(self, match: Match) -> bool:
        """Whether a name is a house with a number that counts the next name rather: of ``3 house 2
        token`` the ``house 2``."""
        number = self.words[match.end - 1].number
        houses = self.vocabulary.houses.values()
        if number is None or match.end - match.start < 2 or match.phrase.id not in houses:
            return False
        return self._is_beside(match.end) and any(one.phrase.cards for one in self._at(match.end))

    def _is_range(self, place: int) -> bool:
        """Whether a dash without spaces stands before this word: ``h1-h4``."""
        return place < self.size and self.words[place].dashed and not self.words[place].spaced

    def _is_amount(self, place: int) -> bool:
        return place < self.size and self.words[place].amount

    def _past_amount(self, place: int) -> int:
        """The place behind an amount: ``£400``, ``$400 more``."""
        return place + 2 if self._text(place + 1) == "more" else place + 1

    def _past_set(self, match: Match) -> int:
        """The place behind a name, and where it is a group's, behind what says that all of it is
        meant: ``the pink set``, ``pink: all``, ``pink (all 3)``."""
        cards, end = match.phrase.cards, match.end
        if match.phrase.kind is not Kind.GROUP:
            return end
        if self._text(end) in ("all", "both") and self.words[end].gap.strip() in (":", "("):
            counted = self._text(end + 1) == str(len(cards)) and not self.words[end + 1].parted
            behind = end + 1 + counted
            return behind if self._parts(behind) or self._closes(behind) else end
        return past(self.words, end, ("complete", "full", "set", "group", "monopoly"))

    def _parts(self, place: int) -> bool:
        """Whether a word begins something new: behind a comma, a full stop, ``and``."""
        if place >= self.size or self._text(place) == "and":
            return True
        return self.words[place].parted > BLANK or "." in self.words[place].gap

    def _closes(self, place: int) -> bool:
        """Whether a bracket closes before this word."""
        return place >= self.size or any(mark in self.words[place].gap for mark in ")]")

    def _is_beside(self, place: int) -> bool:
        """Whether nothing but a space parts this word from the one before."""
        if not 0 < place < self.size:
            return False
        return self.words[place].parted == BLANK and not self.words[place].gap.strip()

    def _is_behind_an_ordinal(self, place: int) -> bool:
        """Whether ``house`` here belongs to the word before: ``4th house one more``."""
        before = self.words[place - 1] if place else None
        return self._text(place) == "house" and before is not None and before.ordinal is not None

    def _text(self, place: int) -> str:
        return self.words[place].text if place < self.size else ""

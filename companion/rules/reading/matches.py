"""The names that stand in a text, spelled right or nearly right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.rules.reading.near import SHORTEST, distance, tolerance
from companion.rules.reading.small_print import ARTICLES, DENIALS, DOTTED, FILLERS, NEGATIONS
from companion.rules.reading.tokens import BLANK, COMMA, LINE, Word
from companion.rules.reading.vocabulary import LONGEST, Kind, Phrase, Vocabulary

NOT_MISSPELLED = FILLERS | NEGATIONS | DENIALS
"""Words at an end of what is near to a name that are none of its words."""
SHORT_NAME = 3
NEARLY = 2.0
"""What a misspelled name costs at least."""
SURE_LENGTH = 8
"""A shorter name that is misspelled is never beyond doubt."""
MISSPELLED = 1.01
"""What a misspelled name costs besides its wrong letters: of equals, the right one is taken."""
BROKEN = 0.2
"""What a line break within a name costs."""


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase that the words from `start` to `end` are, or come near to."""

    start: int
    end: int
    phrase: Phrase
    cost: float
    sure: bool
    others: tuple[Phrase, ...] = ()


class Matches:
    """The phrases of one text: `matches` has, for each word, those that begin with it."""

    def __init__(self, vocabulary: Vocabulary, words: Sequence[Word]) -> None:
        self.vocabulary = vocabulary
        self.words = words
        self.size = len(words)
        self.matches: list[list[Match]] = [[] for _ in words]
        self._read_exact()
        self._read_near()

    def _read_exact(self) -> None:
        known = self.vocabulary
        for start in range(self.size):
            for end, letters, lines, parted in self._spans(start):
                phrase = known.exact.get(letters)
                if phrase is None or self._are_apart(phrase, start, end, lines):
                    continue
                if (
                    parted >= COMMA
                    and phrase.kind is not Kind.PRINT
                    and not (parted == COMMA and letters in known.over_commas)
                ):
                    continue
                if end > start + 1 and self._are_short_names(start, end, letters):
                    continue
                between = self.words[start + 1 : end]
                hyphened = bool(between) and all(word.hyphened for word in between)
                sure = hyphened or not phrase.doubtful  # «three-houses» is the card
                sure = sure and not self._may_deny(start, end)
                self.matches[start].append(Match(start, end, phrase, 1 + lines * BROKEN, sure))
            self._read_beginning(start)
            if not self.matches[start]:
                self._read_joined(start)
            if short := known.short.get(self.words[start].text):
                self.matches[start].append(Match(start, start + 1, short, 2, False))

    def _are_apart(self, phrase: Phrase, start: int, end: int, lines: int) -> bool:
        """Whether a phrase is not meant because something parts its words: a line break in print
        that begins with a name, any mark between a picture and ``token``."""
        if phrase.kind is Kind.PRINT:
            parted = phrase.single and end > start + 1  # «h and t» is no «hand»
            return parted or (lines > 0 and self.words[start].text in self.vocabulary.exact)
        return phrase.as_written and any(
            self.words[place].gap.strip(" -.") or self._stops(place)
            for place in range(start + 1, end)
        )

    def _may_deny(self, start: int, end: int) -> bool:
        """Whether ``no`` without a dot begins the name: ``no Carolina`` may say it is not held."""
        denies = self.words[start].text == "no" and end > start + 1
        return denies and "." not in self.words[start + 1].gap

    def _stops(self, place: int) -> bool:
        """Whether a full stop parts a word from the one before, and no dot of an abbreviation."""
        return "." in self.words[place].gap and self.words[place - 1].text not in DOTTED

    def _are_short_names(self, start: int, end: int, letters: str) -> bool:
        """Whether these are several short names, which put together would be another one: in
        Express ``c c`` is two Chances, and ``cc`` a Community Chest."""
        short = self.vocabulary.edition.aliases
        return letters in short and all(word.text in short for word in self.words[start:end])

    def _spans(self, start: int) -> Iterator[tuple[int, str, int, int]]:
        """The words from a place on, put together: end, letters, line breaks, hardest break."""
        letters, lines, parted = "", 0, 0
        for end in range(start, min(start + LONGEST, self.size)):
            word = self.words[end]
            if end > start:
                if word.labels or word.amount:
                    return
                parted = max(parted, word.parted)
                lines += word.parted == LINE
            letters += word.text
            yield end + 1, letters, lines, parted

    def _read_beginning(self, start: int) -> None:
        edition, known, text = self.vocabulary.edition, self.vocabulary.beginnings, ""
        if self.words[start].number is not None:
            return
        for end in range(start, min(start + LONGEST, self.size)):
            word = self.words[end]
            if end > start and word.parted >= COMMA:
                return
            text = f"{text} {word.text}" if text else word.text
            phrase = known.get(text)
            named = edition.aliases.get(word.text)
            if named and phrase and named not in (phrase.id, *edition.group_of.get(phrase.id, ())):
                # a short name is a card of its own, but «penn rr»; a letter may be: «kings c»
                if len(word.text) == 1 and named in edition.names:
                    both = (replace(phrase, id=named, cards=(*phrase.cards, named)),)
                    self.matches[start].append(Match(start, end + 1, phrase, 1.3, False, both))
                continue
            if phrase and text.replace(" ", "") not in self.vocabulary.exact:
                sure = not self._may_deny(start, end + 1)
                self.matches[start].append(Match(start, end + 1, phrase, 1.3, sure))

    def _read_joined(self, start: int) -> None:
        """Two names in one word: ``ParkPlaceBoardwalk``."""
        text, exact = self.words[start].text, self.vocabulary.exact
        for length in range(SHORTEST, len(text) - SHORTEST + 1):
            one, other = exact.get(text[:length]), exact.get(text[length:])
            if one and other and one.kind is other.kind is Kind.CARD:
                both = Phrase(Kind.CARD, one.id, one.cards + other.cards)
                self.matches[start].append(Match(start, start + 1, both, 2, False))

    def _read_near(self) -> None:
        """Adds the phrases that are near, where nothing is exact."""
        exact = self.vocabulary.exact
        letters, starts, ends = "", {}, {}
        for number, word in enumerate(self.words):
            starts[len(letters)] = number
            letters += word.text
            ends[len(letters)] = number
        found: dict[tuple[int, int], list[tuple[float, str]]] = {}
        for place, text in self.vocabulary.near.ends(letters, frozenset(ends)):
            most = tolerance(len(text))
            for first in range(place - len(text) - most, place - len(text) + most + 1):
                start, end = starts.get(first), ends[place]
                if start is None or end < start or letters[first:place] in exact:
                    continue
                if not self._may_join(start, end, text):
                    continue
                taken = letters[first:place]
                if self._rightly_spelled(start, end + 1, text):
                    continue
                cost = distance(taken, text, most)
                if cost <= most:
                    found.setdefault((start, end + 1), []).append((cost, text))
        for (start, end), near in found.items():
            self.matches[start].append(self._nearest(start, end, near))

    def _may_join(self, start: int, end: int, text: str) -> bool:
        """Whether these words can be a misspelled phrase at all."""
        if end - start >= LONGEST:
            return False
        number = self.words[start].number
        if start == end and (number or self.words[start].text in self.vocabulary.by_word):
            return False  # a number, or a word of several names, and rightly spelled
        if number and self.words[start + 1].parted == LINE:
            return False  # a count, behind which a line ends: «token – 3»
        if all(
            word.text in self.vocabulary.exact and self.vocabulary.exact[word.text].cards
            for word in self.words[start : end + 1]
        ):
            return False  # each word is a name: «go go jail»
        first, last = self.words[start].text, self.words[end].text
        if first == "house" and not text.startswith(first):
            return False  # «house and a» is no horse and rider
        if (first in NOT_MISSPELLED and not text.startswith(first)) or (
            last in NOT_MISSPELLED and not text.endswith(last)
        ):
            return False
        if any(
            len(word) <= SHORT_NAME and word in self.vocabulary.edition.aliases and not fits
            for word, fits in ((first, text.startswith(first)), (last, text.endswith(last)))
        ):
            return False  # a short name is a card of its own
        if text.isalpha() and None is not self.words[end].number:
            return False
        kind = self.vocabulary.exact[text].kind
        between = self.words[start + 1 : end + 1]
        if any(word.labels or word.amount for word in between):
            return False
        if kind is Kind.GROUP and number:
            return False  # «one railroad»
        if kind is Kind.PRINT:
            alone = any(self._stands_alone(place) for place in range(start, end + 1))
            return not alone and not self._is_a_card(start, end)
        return all(word.parted < COMMA for word in between)

    def _is_a_card(self, start: int, end: int) -> bool:
        """Whether what is near to small print, ``hotel adds``, begins with a card instead: ``hotel,
        add a token``."""
        named = self.vocabulary.exact.get(self.words[start].text)
        if named is None or not named.cards:
            return False
        if any(word.parted >= LINE for word in self.words[start + 1 : end + 1]):
            return True
        if end + 1 == self.size or self.words[end + 1].parted > BLANK:
            return False
        return self.words[end + 1].text in ARTICLES or bool(self.matches[end + 1])

    def _stands_alone(self, place: int) -> bool:
        """Whether a number is a word of its own or before an ``x``, and no letters that a camera
        read as figures."""
        after = self.words[place + 1 : place + 2]
        return self.words[place].number is not None and all(
            word.gap or word.text == "*" for word in after
        )

    def _rightly_spelled(self, start: int, end: int, text: str) -> bool:
        """Whether the name stands among these words in full, with a word too many, or, where it is
        small print, a card that this print does not name: ``hotel, reds`` is no ``hotel adds``."""
        phrase = self.vocabulary.exact[text]
        return any(
            match.phrase.id == phrase.id if phrase.id else self._is_apart(match, text)
            for place in range(start, end)
            for match in self.matches[place]
            if match.end <= end and match.cost < NEARLY
            if not match.phrase.begun or self._letters(match) == text
        )

    def _letters(self, match: Match) -> str:
        return "".join(word.text for word in self.words[match.start : match.end])

    def _is_apart(self, match: Match, text: str) -> bool:
        """Whether these are cards whose name is no part of a small print, and whole words."""
        letters = self._letters(match)
        whole = match.end == self.size or self.words[match.end].gap != ""
        return bool(match.phrase.cards) and letters not in text and whole

    def _nearest(self, start: int, end: int, near: list[tuple[float, str]]) -> Match:
        """The nearest of these phrases. It stands for no card where another one is as near."""
        near.sort()
        cost, text = near[0]
        phrase = self.vocabulary.exact[text]
        others: dict[tuple[Kind, str], tuple[float, Phrase]] = {}
        for far, other in near:
            one = self.vocabulary.exact[other]
            if (one.kind, one.id) != (phrase.kind, phrase.id):
                others.setdefault((one.kind, one.id), (far, one))
        sure = cost <= 1 and len(text) >= SURE_LENGTH and phrase.kind is Kind.CARD
        sure = sure and not others and not phrase.doubtful
        sure = sure and not self.vocabulary.rivalled(text) and not self._may_deny(start, end)
        lines = sum(word.parted == LINE for word in self.words[start + 1 : end])
        tied = [one for far, one in others.values() if far - cost < 0.4]
        if tied and phrase.kind is not Kind.PRINT:
            phrase = replace(phrase, kind=Kind.FOREIGN, cards=())
        rivals = [one for _, one in others.values()]
        number = self.words[start].number or 0  # «2 monopoly», not «3fd House»: or it counts
        counts = number > 1 and self.words[start + 1].gap != ""
        if counts and phrase.cards and number <= self.vocabulary.edition.deck[phrase.cards[0]]:
            rivals.insert(0, replace(phrase, cards=phrase.cards * number))
            sure = False
        return Match(start, end, phrase, MISSPELLED + cost + lines * BROKEN, sure, tuple(rivals))

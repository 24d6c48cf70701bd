"""What the words at one place of a text may be: a name, a count and a name, houses, small print.

Each possibility has a cost; `Spans.cheapest` chooses the cheapest row of them for the text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.rules.reading.around import Around
from companion.rules.reading.houses import Houses
from companion.rules.reading.matches import Match
from companion.rules.reading.small_print import (
    AFTER_WORDS,
    COUNT_WORDS,
    DENIALS,
    EXCEPTIONS,
    FILLERS,
    HEARD_AS_COUNTS,
    NEGATIONS,
    WHOLE,
)
from companion.rules.reading.span import (
    LEAST_AMOUNT,
    MOST_OF_ONE_CARD,
    SMALLEST,
    UNREAD,
    Cards,
    Span,
    past,
)
from companion.rules.reading.tokens import BLANK, COMMA, LINE, Word
from companion.rules.reading.vocabulary import LONGEST, Kind, Phrase, Vocabulary


class Spans(Around):
    """The possibilities at each place of one text."""

    def __init__(self, vocabulary: Vocabulary, words: Sequence[Word]) -> None:
        super().__init__(vocabulary, words)
        self.houses = (
            Houses(words, vocabulary, self.matches) if vocabulary.numbered_houses else None
        )

    def at(self, start: int) -> Iterator[Span]:
        """All ways to take the words that begin here."""
        word = self.words[start]
        if word.listing:
            yield Span(start, start + 1, SMALLEST / 2, known=True)
            return
        yield from self._no_card(start)
        if self._is_behind_an_ordinal(start):
            return
        counted = self._is_beside(start) and self.words[start - 1].number is not None
        for match in self.matches[start]:
            if not (counted and self._counts_next(match)):  # «3h 1 token»
                yield from self._named(match)
        yield from self._one_of_a_group(start)
        yield from self._row_of_counts(start)
        yield from self._counted(start)
        yield from self._negated(start)
        if self.houses and not word.listed:
            yield from self.houses.at(start)

    def _no_card(self, start: int) -> Iterator[Span]:
        word = self.words[start]
        if word.amount or (word.number is not None and word.number >= LEAST_AMOUNT):
            row = self.houses.row_in_one(word) if self.houses else ()
            yield Span(start, self._past_amount(start), SMALLEST, row, not row, not row)
        elif word.text in FILLERS:
            yield Span(start, start + 1, SMALLEST, known=True)
        elif word.listed:
            yield Span(start, start + 1, UNREAD / 2, known=True)
        else:
            yield Span(start, start + 1, UNREAD)
        if word.text in ("on", "for", "as"):
            yield from self._where(start)
        elif word.text == "both":
            yield from self._one_of_each(start)
        yield from self._price(start)

    def _one_of_each(self, start: int) -> Iterator[Span]:
        """``both go and Mr. Monopoly`` is one of each."""
        for match in self._at(past(self.words, start + 1, ("the",))):
            if not match.phrase.plural and self._text(match.end) == "and":
                yield Span(start, start + 1, SMALLEST / 2, known=True)

    def _where(self, start: int) -> Iterator[Span]:
        """``on the reds``, ``on a red set`` say where; ``on Boardwalk`` and ``as Boardwalk`` are
        asked about, and so is ``for stations``, which may be four that were heard so."""
        word = self.words[start].text
        begin = past(self.words, start + 1, ("the", "a", "an"))
        for one in self.words[start + 1 : begin + 1]:
            if one.parted >= COMMA or one.dashed or any(mark in one.gap for mark in ".:("):
                return  # «house 1 on, reds»
        for match in self._at(begin):
            counts = begin == start + 1 and HEARD_AS_COUNTS.get(word) == len(match.phrase.cards)
            if match.phrase.kind is Kind.GROUP and not counts:
                yield Span(start, self._past_set(match), match.cost / 2, known=True)
            elif match.phrase.kind is Kind.CARD and word in ("on", "as"):
                yield Span(start, match.end, match.cost + 1, ids=(match.phrase.id,))

    def _price(self, start: int) -> Iterator[Span]:
        """A line of a card's price list, below its name or another such line: ``3 STATIONS £500``,
        ``HOTEL £1,500``."""
        word = self.words[start]
        counted = word.number is not None or word.text == "both"
        if counted and self._is_amount(start + 2) and self._is_below_its_name(start):
            yield Span(start, start + 3, SMALLEST, known=True)
        below = start >= 2 and self.words[start - 1].amount
        if below and self.words[start - 2].text in ("house", "houses") and word.parted == LINE:
            for match in self.matches[start]:
                if self._is_amount(match.end):
                    yield Span(start, match.end + 1, match.cost / 2, known=True)

    def _is_below_its_name(self, start: int) -> bool:
        """Whether what is counted here was named right before, or counted in the line above."""
        if self.words[start].parted > LINE:
            return False
        what = self.words[start + 1].text
        if self.words[start - 1].amount:
            return what in ("house", "houses", self.words[start - 2].text)
        cards = {card for match in self._at(start + 1) for card in match.phrase.cards}
        return any(
            match.end == start and match.phrase.id in cards
            for before in range(max(start - LONGEST, 0), start)
            for match in self.matches[before]
        )

    def _named(self, match: Match) -> Iterator[Span]:
        phrase = match.phrase
        if phrase.kind is Kind.PRINT:
            end = match.end
            if self._is_amount(end):
                end = self._past_amount(end)
            yield Span(match.start, end, match.cost / 2, known=True)
        elif phrase.kind is Kind.FOREIGN:
            ids = tuple(one.id for one in (phrase, *match.others) if one.id)
            yield Span(match.start, match.end, match.cost + 1, ids=ids)
        elif phrase.plural:
            yield Span(match.start, match.end, match.cost + 2, ids=(phrase.id,))
        elif self._are_many(match):
            yield Span(match.start, match.end + 1, match.cost + 2, ids=(phrase.id,))
        else:
            yield self._read(match, match.start, self._past_set(match), 1)
            yield from self._said_again(match)
            if phrase.kind is Kind.GROUP:
                yield from self._repeated(match)
        if phrase.kind in (Kind.CARD, Kind.GROUP):
            yield from self._count_behind(match)
            yield from self._denied(match)

    def _are_many(self, match: Match) -> bool:
        """Whether a card is named as more than one, and not how many: ``go cards``."""
        phrase, end = match.phrase, match.end
        several = phrase.kind is Kind.CARD and self.vocabulary.edition.deck[phrase.id] > 1
        return several and self._text(end) == "cards" and self._is_beside(end)

    def _read(
        self, match: Match, start: int, end: int, times: int, cost: float = 0, sure: bool = True
    ) -> Span:
        others = tuple(one.cards * times for one in match.others if one.cards)
        phrase = match.phrase
        if phrase.doubtful:
            one = self.vocabulary.houses.get(1, "")
            number = self.vocabulary.edition.cards["houses"][phrase.id]
            others = (((one,) * number * times), *others)
        return Span(
            start,
            end,
            match.cost + cost,
            phrase.cards * times,
            sure and match.sure,
            whole=not phrase.single or times > 1,
            others=others,
            ids=() if times > 1 or phrase.doubtful else (phrase.id,),
        )

    def _count_behind(self, match: Match) -> Iterator[Span]:
        """A name and a count: ``token x2``, ``token twice``, ``token: 2``."""
        end = past(self.words, match.end, ("card", "cards"))
        if end >= self.size or self.words[end].parted >= COMMA:
            return
        word, number, after = self.words[end], None, end + 1
        if word.text in ("*", "x", "times") and after < self.size:
            number, after = self.words[after].number, after + 1
        elif word.text in AFTER_WORDS:
            number = AFTER_WORDS[word.text]
        elif word.number is not None and self._text(after) == "times":
            number, after = word.number, after + 1
        elif word.number is not None and not word.labels:
            yield from self._number_behind(match, end, word.number)
        if number is not None:  # «(go, token) x2» may be two of either
            sure = ")" not in word.gap or "(" in self.words[match.start].gap
            yield self._several(match, match.start, after, number, 0.2, sure)

    def _number_behind(self, match: Match, place: int, number: int) -> Iterator[Span]:
        """``token: 2``, ``tokens (4x)``, ``token - 2``, ``stations: 4`` count what stands before;
        ``token 2`` may."""
        word, after, sure = self.words[place], place + 1, True
        phrase = match.phrase
        times = self._text(after) in ("*", "x")
        after += times
        alone, one_card = self._parts(after), phrase.kind is Kind.CARD
        in_brackets = word.gap.strip() in ("(", "[") and self._closes(after)
        counts = times and alone and word.parted < LINE  # «go 3x»
        marked = ":" in word.gap or in_brackets or counts
        if word.dashed and word.spaced and not self._is_house(match):
            held = one_card and 1 < number <= self.vocabulary.edition.deck[phrase.id]
            marked, sure = alone or held, alone  # «go - 2 first house» may be two of either
        if marked:
            yield self._several(match, match.start, after, number, 0, sure, one_card)
        elif alone and one_card and number > self.vocabulary.edition.deck[phrase.id]:
            yield self._read(match, match.start, after, 1, 1.5, sure=False)  # «Baltic Ave. 60»
        elif alone and number < LEAST_AMOUNT:
            yield self._several(match, match.start, after, number, 1.5, not one_card, one_card)

    def _row_of_counts(self, start: int) -> Iterator[Span]:
        """``tokens 3 go 2 chance 1``: a row that ends with a number has its counts behind, it
        seems. What stands before each number is asked about, and what stands behind it."""
        if self._is_beside(start) and self.words[start - 1].number is not None:
            return
        row: list[tuple[Match, int]] = []
        place = start
        while not row or not self._parts(place):
            match = min(self._at(place), key=lambda one: (one.cost, -one.end), default=None)
            if match is None or not match.phrase.cards or not self._is_beside(match.end):
                return
            number = self.words[match.end].number
            if number is None or (row and not self._is_beside(place)):
                return
            row.append((match, number))
            place = match.end + 1
        if len(row) < 2:
            return
        names, counts = zip(*row, strict=True)
        behind = self._so_often(names, counts)
        before = () if names[0].phrase.plural else self._so_often(names, (1, *counts))
        if taken := [cards for cards in (behind, before) if cards]:
            cost = sum(one.cost + SMALLEST for one in names)
            yield Span(start, place, cost, taken[0], False, others=tuple(taken[1:]))

    def _so_often(self, names: Sequence[Match], counts: Sequence[int]) -> Cards:
        """These cards, each so often, and each group where that is the number of its cards. None
        where the deck has not so many."""
        cards: list[str] = []
        for match, number in zip(names, counts, strict=False):
            named = match.phrase.cards
            if len(named) > 1 and number not in (1, len(named)):
                return ()
            cards += named * (number if len(named) == 1 else 1)
        deck = self.vocabulary.edition.deck
        return () if any(cards.count(card) > deck[card] for card in cards) else tuple(cards)

    def _repeated(self, match: Match) -> Iterator[Span]:
        """``yellow yellow yellow``: not every card of the group each time, but so many of them."""
        end, times, known = match.end, 1, match.phrase.cards
        while times <= len(known):
            again = [one.end for one in self._at(end) if one.phrase.cards == known]
            if not again:
                break
            end, times = again[0], times + 1
        if times == len(known):
            yield self._read(match, match.start, end, 1, 0.2, sure=False)
        elif times > 1:
            yield Span(match.start, end, match.cost + 0.2, ids=known)

    def _said_again(self, match: Match) -> Iterator[Span]:
        """``token dog`` may be one card. ``Stations: King's Cross`` are those of the group that
        follow."""
        phrase = match.phrase
        for behind in self._at(match.end):
            again, word = behind.phrase, self.words[match.end]
            if again.kind is not Kind.CARD or word.parted >= LINE:
                continue
            if (
                again.id == phrase.id
                and not self._by_picture(match)
                and self._by_picture(behind)
                and behind.sure
            ):
                one = self._read(match, match.start, behind.end, 1, 0.2, sure=False)
                yield replace(one, others=(phrase.cards * 2,))
            elif phrase.kind is Kind.GROUP and again.id in phrase.cards and ":" in word.gap:
                yield Span(match.start, match.end, match.cost / 2, known=True)

    def _one_of_a_group(self, start: int) -> Iterator[Span]:
        """``a red``, ``the red card``: one card, and which one is not said."""
        begin = start + (self._text(start) in ("a", "an"))
        for match in self._at(begin):
            end = past(self.words, match.end, ("card",))
            is_one = end > match.end or (begin > start and self.words[begin].parted < COMMA)
            if match.phrase.kind is Kind.GROUP and is_one and self._past_set(match) == match.end:
                yield Span(start, end, match.cost, ids=match.phrase.cards)

    def _counted(self, start: int) -> Iterator[Span]:
        """A count and a name: ``two tokens``, ``2 × Token``, ``a pair of tokens``."""
        word = self.words[start]
        if word.text in WHOLE or (word.text == "set" and self._text(start + 1) == "of"):
            yield from self._all(start)
        count, begin, sure = word.number, start + 1, True
        starred = False
        if word.text in HEARD_AS_COUNTS:
            count, sure = HEARD_AS_COUNTS[word.text], False
        elif word.text in COUNT_WORDS:
            count = COUNT_WORDS[word.text]
        if count is None or (start and (word.hyphened or self._text(start - 1) == "number")):
            return
        if word.parted == BLANK and begin < self.size and self._closes(begin):
            return  # «chance (1) red»: it counts what stands before
        if (word.number or 1) > 1 and self._text(begin) == "the":
            return  # «go 2 the chance»
        sure = sure and not self._may_stand_behind(start)
        if self._text(begin) in ("*", "x") and sure:
            starred, begin = True, begin + 1
        begin = past(self.words, begin, ("more", "of", "the"))
        if begin < self.size and self.words[begin].parted < LINE:
            yield from self._counted_names(start, begin, count, sure, starred)

    def _may_stand_behind(self, start: int) -> bool:
        """Whether a number may count what stands before it: ``house 1 2. Mayfair``, ``token 4 - one
        house``."""
        if start + 1 == self.size:
            return False
        after = self.words[start + 1]
        set_off = after.dashed and after.spaced and self._is_beside(start)
        return set_off or after.gap.startswith(".")

    def _counted_names(
        self, start: int, begin: int, count: int, sure: bool, starred: bool
    ) -> Iterator[Span]:
        """The names that begin here, so often."""
        word, deck = self.words[start], self.vocabulary.edition.deck
        for match in self._at(begin):
            phrase, end = match.phrase, past(self.words, match.end, ("card", "cards"))
            if "(" in self.words[begin].gap and not self._closes(end):
                continue  # «2x (token, go)»
            if phrase.kind not in (Kind.CARD, Kind.GROUP) or self._counts_next(match):
                continue
            if not phrase.plural and (word.listed or (phrase.kind is Kind.CARD and not sure)):
                continue
            if self._is_house(match) and self._is_range(match.end):
                continue  # «h1-h4»
            stuck = begin == start + 1 and not self.words[begin].gap
            if stuck and phrase.kind is Kind.CARD and deck[phrase.id] < count:
                yield self._read(match, start, end, 1, 0.2, sure=False)  # «7Mayfair»
            else:
                yield self._several(match, start, end, count, 0.2, sure, starred)
        if begin > start + 1 and self._text(begin) == str(self.words[begin].number):
            for match in self._at(begin + 1):  # «2 of the 3 reds»
                if match.phrase.kind is Kind.GROUP:
                    yield Span(start, match.end, match.cost, ids=match.phrase.cards)

    def _several(
        self,
        match: Match,
        start: int,
        end: int,
        count: int,
        cost: float,
        sure: bool,
        starred: bool = True,
    ) -> Span:
        """A card `count` times. A group of so many cards once: ``four stations``, ``stations x4``.
        Where so many cards are named behind it, those alone: ``2 stations: …``, ``2 tokens, …``.
        Else a group that is `starred` has each card as often, if the deck has it so often."""
        phrase = match.phrase
        if 1 < count == self._named_behind(end, phrase):
            return Span(start, end, match.cost + cost, known=True)
        held = all(count <= self.vocabulary.edition.deck[card] for card in phrase.cards)
        if phrase.kind is Kind.GROUP and not (starred and held):
            if count == len(phrase.cards) and sure:
                return self._read(match, start, end, 1, cost, sure=not starred)
            return Span(start, end, match.cost + cost, ids=phrase.cards)
        if not 1 <= count <= MOST_OF_ONE_CARD:
            return Span(start, end, match.cost + cost)
        return self._read(match, start, end, count, cost, sure and (starred or held))

    def _named_behind(self, place: int, phrase: Phrase) -> int:
        """How many of these cards are named one by one from here on: those of a group, tokens by
        their pictures."""
        number = 0
        while place < self.size:
            match = min(self._at(place), key=lambda one: (one.cost, -one.end), default=None)
            if (
                match
                and match.phrase.id in phrase.cards
                and (phrase.kind is Kind.GROUP or self._by_picture(match))
            ):
                number, place = number + 1, match.end
            elif self.words[place].text in FILLERS:
                place += 1
            else:
                break
        return number

    def _all(self, start: int) -> Iterator[Span]:
        """``all the yellows``, ``all four stations``, ``both utilities``, ``full set of reds``, and
        ``all four GO cards``."""
        begin = past(self.words, start + 1, ("set", "of", "the"))
        number = None
        if begin < self.size and self.words[begin].number is not None:
            number, begin = self.words[begin].number, begin + 1
        begin = past(self.words, begin, ("of", "the"))
        if self.words[start].text == "both":
            number = 2
        for match in self._at(begin):
            if match.phrase.kind is Kind.GROUP:
                sure = number in (None, len(match.phrase.cards))
                yield self._read(match, start, self._past_set(match), 1, 0.1, sure)
            elif match.phrase.kind is Kind.CARD and number and self.words[start].text == "all":
                end = past(self.words, match.end, ("card", "cards"))
                yield self._several(match, start, end, number, 0.1, sure=True)

    def _negated(self, start: int) -> Iterator[Span]:
        """``no chance``, ``but not the reds``, ``without water``: the cards that it rules out."""
        word = self.words[start]
        if word.text not in NEGATIONS:
            return
        begin = past(self.words, start + 1, ("no", "not", "the", "a", "any", "for"))
        if begin >= self.size or any(
            one.parted >= LINE for one in self.words[start + 1 : begin + 1]
        ):
            return
        doubts = word.text in EXCEPTIONS
        for match in self._at(begin):
            if match.phrase.kind is not Kind.PRINT:
                ids = tuple(one.id for one in (match.phrase, *match.others) if one.id)
                denied = self._denying(start, match.end, match.cost - 0.1, ids)
                yield replace(denied, doubts_before=doubts)
        if self.words[begin].text in (*WHOLE, "set"):
            for span in self._all(begin):  # «not all reds»
                denied = self._denying(start, span.end, span.cost - 0.1, span.ids)
                yield replace(denied, doubts_before=doubts)
        if named := tuple(self.vocabulary.by_word.get(self.words[begin].text, ())):
            denied = self._denying(start, begin + 1, UNREAD, named)
            yield replace(denied, doubts_before=doubts)

    def _denied(self, match: Match) -> Iterator[Span]:
        """``hotel: no``, ``tokens (none)``: cards that the word behind rules out."""
        place = match.end
        counted = self._is_beside(match.start) and self.words[match.start - 1].number is not None
        if counted or self._text(place) not in DENIALS or self.words[place].parted >= LINE:
            return
        if self._parts(place + 1) or self._closes(place + 1):
            yield self._denying(match.start, place + 1, match.cost - 0.1, (match.phrase.id,))

    def _denying(self, start: int, end: int, cost: float, ids: tuple[str, ...]) -> Span:
        groups = self.vocabulary.groups
        cards = (card for one in ids for card in groups.get(one, (one,)))
        return Span(start, end, cost, ids=ids, denies=tuple(dict.fromkeys(cards)))

    # --- the whole text ---------------------------------------------------------------------

    def cheapest(self) -> list[Span]:
        """One span after the other from the first word to the last; of equal costs the first."""
        best: list[float] = [0.0] + [float("inf")] * self.size
        chosen: list[Span | None] = [None] * (self.size + 1)
        for start in range(self.size):
            for span in self.at(start):
                cost = best[start] + span.cost
                if cost < best[span.end]:
                    best[span.end] = cost
                    chosen[span.end] = span
        path: list[Span] = []
        place = self.size
        while last := chosen[place]:
            path.append(last)
            place = last.start
        return path[::-1]

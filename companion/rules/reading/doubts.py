"""Which cards are not beyond doubt because of what stands beside them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from companion.rules.reading.costs import UNREAD
from companion.rules.reading.names import Cards, Names, squash
from companion.rules.reading.phrases import (
    ARTICLES,
    CROSS,
    DENIALS,
    DONE,
    HEARD_AS_COUNTS,
    TAKE_BACK,
    WHERE,
)
from companion.rules.reading.spans import TIMES, Span
from companion.rules.reading.text import Label, Word, split

_NONE = frozenset(("no", "not", "none", "nil", "zero", CROSS))
"""Words that deny the card before them: ``hotel: no``."""


def doubted(names: Names, words: Sequence[Word], path: Sequence[Span]) -> list[Span]:
    """The path with the spans that are not sure marked so.

    Each step looks at one kind of doubt. Where something lies comes first, for then it is known,
    and denials next: they make one unread span of what they deny, which is strange to its
    neighbours. The others may come in any order; all of them only take sureness away.
    """
    doubts = _Doubts(names, words, path)
    doubts.where()
    doubts.denials()
    doubts.again()
    doubts.strange()
    doubts.numbers()
    doubts.groups()
    doubts.lists()
    doubts.prices()
    doubts.letters()
    doubts.pictures()
    return doubts.path


class _Doubts:
    """The path of one text, in which each step marks what it doubts."""

    def __init__(self, names: Names, words: Sequence[Word], path: Sequence[Span]) -> None:
        self.names = names
        self.words = words
        self.path = [*path]

    def _first(self, place: int) -> Word:
        return self.words[self.path[place].start]

    def _said(self, place: int) -> str:
        span = self.path[place]
        return "".join(word.text for word in self.words[span.start : span.end])

    def _doubt(self, place: int, others: tuple[Cards, ...] = ()) -> None:
        span = self.path[place]
        if span.cards:
            self.path[place] = replace(span, sure=False, others=(*span.others, *others), ids=())

    def _joined(self, place: int) -> bool:
        """Whether a span goes on with the one before: no comma, full stop or line break."""
        if not 0 < place < len(self.path):
            return False
        word = self._first(place)
        return not (word.comma or word.stops(self.words[self.path[place].start - 1]))

    def _beside(self, place: int) -> list[int]:
        """The spans beside one that nothing but articles parts from it."""
        before, after = place - 1, place + 1
        while self._joined(before + 1) and self._is_article(before):
            before -= 1
        while self._joined(after) and self._is_article(after):
            after += 1
        return [before] * self._joined(before + 1) + [after] * self._joined(after)

    def _is_article(self, place: int) -> bool:
        return self.path[place].known and self._first(place).text in ARTICLES

    def _passes(self, place: int) -> bool:
        """Whether a number may count what stands before this span: it says nothing by itself."""
        first = self._first(place)
        return self.path[place].known and not first.amount and first.text != DONE

    def _lines(self) -> list[int]:
        """The number of the line of each span."""
        return [*accumulate(self._first(place).breaks for place in range(len(self.path)))]

    def where(self) -> None:
        """``on red`` says where only if Red is there whole; else it is asked about, and so is a
        property before it: ``red on yellow`` may be two groups."""
        held = {card for span in self.path for card in span.cards}
        whole = [{*cards} for cards in self.names.groups.values() if held.issuperset(cards)]
        for place, span in enumerate(self.path):
            if span.where and self._joined(place) and self._is_property(self.path[place - 1]):
                self._doubt(place - 1)
            lies = len(span.where) > 1 or self._first(place).text in ("on", "onto")
            if lies and any(cards.issuperset(span.where) for cards in whole) and span.where:
                self.path[place] = replace(span, known=True)

    # --- cards that are denied --------------------------------------------------------------------

    def denials(self) -> None:
        """A denial makes the rest of its line unsure, and one that takes back, or denies what was
        named before, all of it. What is denied is unread."""
        lines, path = self._lines(), self.path
        self.path = []
        unsure: dict[int, int] = {}  # the first span of each line that is not sure
        held: dict[int, set[str]] = {}  # the cards of each line up to here
        place = 0
        while place < len(path):
            span, line = path[place], lines[place]
            word = self.words[span.start].text
            if word == "place" and self.words[span.start - 1].text == "in" and span.unread:
                word = "instead"  # «in place of»
            start, end = len(self.path), place + 1
            if span.cost == UNREAD and span.unread and word in DENIALS:
                end, start, denied = self._denied(path, place, word)
                named = {card for one in denied for card in self.names.groups.get(one, (one,))}
                back = word in TAKE_BACK or not named.isdisjoint(held.get(line, ()))
                unsure[line] = min(unsure.get(line, start), 0 if back else start)
                if word in TAKE_BACK and self.words[span.start].breaks:
                    if "\n\n" not in self.words[span.start].gap:
                        unsure[line - 1] = 0  # it may be about the lines around it
                    alone = place + 1 < len(path) and lines[place + 1] != line
                    if alone and "\n\n" not in self.words[path[place + 1].start].gap:
                        unsure[line + 1] = 0
            else:
                self.path.append(span)
                held.setdefault(line, set()).update(span.cards)
            place = end
        for place, line in enumerate(self._lines()):
            if place >= unsure.get(line, len(self.path)):
                self._doubt(place)

    def _denied(self, path: Sequence[Span], place: int, word: str) -> tuple[int, int, Cards]:
        """Puts a denial and what it denies into the path as one span that is unread. Where the rest
        of the old path begins, where that span stands, and what it may mean."""
        end = place + 1
        while end < len(path) and path[end].known and not self.words[path[end].start].comma:
            end += 1
        behind = path[end] if end < len(path) else None
        first = self.words[behind.start] if behind else None
        if behind and first and not (first.comma or first.stops(self.words[behind.start - 1])):
            if ids := behind.ids or tuple(dict.fromkeys(behind.cards)):
                others = (behind.cards,) if behind.cards else ()
                self.path.append(Span(path[place].start, behind.end, 0, others=others, ids=ids))
                return end + 1, len(self.path) - 1, ids
        elif (
            word in _NONE
            and self.path
            and self.path[-1].cards
            and not self.words[path[place].start].breaks
        ):
            last = self.path.pop()
            ids = tuple(dict.fromkeys(last.cards))
            self.path.append(Span(last.start, path[place].end, 0, others=(last.cards,), ids=ids))
            return place + 1, len(self.path) - 1, ids
        self.path.append(path[place])
        return place + 1, len(self.path) - 1, ()

    # --- what stands beside -----------------------------------------------------------------------

    def again(self) -> None:
        """``wild = boardwalk``, ``chance (hotel)`` may name one card twice, and ``Virginia: hotel``
        may name a player. So may two names of one card side by side, ``token dog``."""
        for place in range(1, len(self.path)):
            before, span, word = self.path[place - 1], self.path[place], self._first(place)
            if not (before.cards and span.cards):
                continue
            of_a_set = ":" in word.gap and len({*before.cards}) > 1 and self._lies_on_sets(span)
            if word.again and not of_a_set and not (word.number is not None and "(" in word.gap):
                self._doubt(place)
                if ":" in word.gap:
                    self._doubt(place - 1)
            same = before.cards == span.cards and len(span.cards) == 1 and self._joined(place)
            if same and self._is_printed(place - 1) != self._is_printed(place):
                self._doubt(place)
                self._doubt(place - 1)

    def _is_printed(self, place: int) -> bool:
        """Whether a card is called by its printed name."""
        return self._said(place) == squash(self.names.edition.names[self.path[place].cards[0]])

    def strange(self) -> None:
        """A name of one word beside one that nobody knows may be a part of something else."""
        for place, span in enumerate(self.path):
            text = self._first(place).text
            if not span.unread or text in DENIALS or self._first(place).number is not None:
                continue
            known = span.cost != UNREAD or text in self.names.by_word
            heard = text in HEARD_AS_COUNTS
            for at in self._beside(place):
                beside = self.path[at]
                if known and not (heard or span.where):  # «first red», «Reading Railroads»
                    doubtful = len({*beside.cards}) > 1
                else:
                    doubtful = not beside.whole or (heard and at > place)
                lies = span.where and (at > place or text in ("on", "onto"))
                if doubtful and not lies:
                    self._doubt(at)
            follows = place + 1 < len(self.path) and not self._first(place + 1).comma
            if text in WHERE and not span.where and follows:
                self._doubt(place + 1)  # «on. reds»

    def numbers(self) -> None:
        """A number that counts nothing may count what stands before it, over a comma as well, and
        makes all counts of its row doubtful: ``2 tokens 3 go 1``. A card behind a number that may
        be that of a list, ``2: token``, may be meant so often."""
        row = False
        for place in range(len(self.path) - 1, -1, -1):
            span, word = self.path[place], self._first(place)
            if span.unread and word.number is not None and span.end == span.start + 1:
                row = True
                self._may_count(place)
            elif row and span.counted:
                self._doubt(place)
            row = row and self._joined(place)

    def _may_count(self, place: int) -> None:
        """Doubts what a number that counts nothing may count."""
        deck, end = self.names.edition.deck, self.path[place].end
        of = end < len(self.words) and self.words[end].text == "of"
        before, after = place - 1, place + 1
        while before > 0 and self._passes(before):
            before -= 1
        several = before >= 0 and any(deck[card] > 1 for card in self.path[before].cards)
        if before >= 0 and (several or of or self._joined(before + 1)):
            self._doubt(before)
        while of and self._joined(after) and self.path[after].known:
            after += 1
        if self._joined(after) and (of or not self.path[after].whole):
            self._doubt(after)

    def lists(self) -> None:
        """Behind a number that may be that of a list, ``2: token``, a card may be meant so often.
        With no card behind it, it may count what stands before it."""
        deck = self.names.edition.deck
        for place, span in enumerate(self.path):
            word = self._first(place)
            if self._between(span):  # «go - 2⇥thimble», «ship 2,hotel»
                self._doubt(place)
                self._doubt(place + 1)
            tabbed = "\t" in word.gap and not word.breaks and word.number is not None
            if tabbed and span.counted and place and self.path[place - 1].cards:
                self._doubt(place)  # «ship⇥2 house-2»
                self._doubt(place - 1)
            if word.label is not Label.MAYBE or not span.known or span.end > span.start + 1:
                continue
            last = place + 1 == len(self.path) or self._first(place + 1).breaks
            behind = span if last else self.path[place + 1]
            before = place - 1
            while before > 0 and self._passes(before):
                before -= 1
            counted = self.path[before].cards if place else ()
            counts = bool(behind.cards) or self.words[behind.start].text == DONE
            if any(deck[card] > 1 for card in counted) and not (word.breaks and counts):
                self._doubt(before)  # «chance - 1 - token - 2 - mayfair»
            if not counts and not behind.unread:
                self.path[place] = replace(span, known=False)
            if behind.cards and not behind.counted:
                self._may_be_meant(place + 1, word.number or 0)

    def _between(self, span: Span) -> bool:
        """Whether a count stands between a dash and a tab, or has a comma stuck to it: it may count
        what is on either side."""
        if not span.counted or span.end == len(self.words):
            return False
        last, after = self.words[span.end - 1], self.words[span.end]
        signed = self.words[span.end - 2].text in TIMES
        stuck = after.gap == "," and not last.comma and not signed
        between = stuck or (last.spaced and "\t" in after.gap)
        return between and last.number is not None and not (after.breaks or after.amount)

    def _may_be_meant(self, place: int, count: int) -> None:
        """Doubts a card that may be meant so often, and more than one of them behind a count."""
        cards = self.path[place].cards
        if count > 1 and len(cards) > 1:
            self._doubt(place)
        elif 1 < count <= self.names.edition.deck[cards[0]]:
            self._doubt(place, (cards * count,))

    def groups(self) -> None:
        """A group is not sure if one of its own cards is named again; twice, it is one group."""
        deck = self.names.edition.deck
        named = Counter(card for span in self.path for card in {*span.cards} if deck[card] == 1)
        groups: set[Cards] = set()
        for place, span in enumerate(self.path):
            again = tuple(card for card in span.cards if named[card] > 1)
            if again and len(span.cards) > 1:
                one_group = span.cards in groups
                self.path[place] = replace(
                    span, sure=False, ids=again, cards=() if one_group else span.cards
                )
                groups.add(span.cards)

    def prices(self) -> None:
        """``2 GO £400`` below ``GO`` may be the print of that card."""
        last: Span | None = None
        for place, span in enumerate(self.path):
            if not span.cards:
                continue
            priced = span.end < len(self.words) and self.words[span.end].amount
            below = span.counted and priced and last and {*last.cards} == {*span.cards}
            if below and last and (not last.counted or len(last.cards) < len(span.cards)):
                ids = tuple(dict.fromkeys(span.cards))
                self.path[place] = replace(span, cards=(), others=(span.cards,), ids=ids)
            last = span

    def letters(self) -> None:
        """A letter is never sure that may belong to the name beside it, ``w virginia``, ``kings
        c``, or that of a list, ``c. hotel``, ``house 4 1 c. hotel``."""
        for place, span in enumerate(self.path):
            said = self._said(place)
            ends = (span.start, span.end - 1) if span.counted or len(said) == 1 else ()
            if any(self._is_listed(at) for at in ends):
                self._doubt(place)
            if not span.cards or len(said) > 1:
                continue
            behind = self.path[place + 1] if self._joined(place + 1) else span
            glued = self._first(place).gap == "" and place > 0  # «$25t»
            if glued or (said in "nesw" and self._is_property(behind)):
                self._doubt(place)
            if self._joined(place) and self._goes_on(place, said):
                self._doubt(place)
                self._doubt(place - 1)

    def _is_listed(self, at: int) -> bool:
        """Whether a word may be the letter of a list: ``c. hotel``, ``c - hotel``."""
        word, after = self.words[at], self.words[at + 1] if at + 1 < len(self.words) else None
        if after is None or len(word.text) > 1 or not word.text.isalpha():
            return False
        counted = after.number is not None and ":" in after.gap  # «c: 2»
        return (after.gap[:1] in tuple(".):") and not counted) or (after.spaced and word.comma)

    def _goes_on(self, place: int, letter: str) -> bool:
        """Whether a letter may go on with what stands before it: ``kings c``."""
        before = self.path[place - 1]
        if not before.cards or before.counted or len(before.cards) > 1:
            return before.unread
        words = split(self.names.edition.names[before.cards[0]])
        return letter in {word[0] for word in words[before.end - before.start :]}

    def _lies_on_sets(self, span: Span) -> bool:
        """Whether these cards lie on a set: ``dark blue: h1, h2, token``."""
        roles = self.names.edition.roles
        on_sets = {*roles.get("houses", ()), roles.get("hotel"), roles.get("token")}
        return on_sets.issuperset(span.cards)

    def _is_property(self, span: Span) -> bool:
        return bool(span.cards) and span.cards[-1] in self.names.edition.group_of

    def pictures(self) -> None:
        """``two tokens, the dog and the boot`` are two."""
        lines = self._lines()
        several = {
            (lines[place], card)
            for place, span in enumerate(self.path)
            for card in {*span.cards}
            if span.cards.count(card) > 1
        }
        for place, span in enumerate(self.path):
            one = len(span.cards) == 1 and (lines[place], span.cards[0]) in several
            if one and len(self._said(place)) > 2 and not self._is_printed(place):
                self._doubt(place)

"""What the words at one place of a text may be: a name, a count and a name, where something lies.

Each possibility is a span with a cost. `cover.cheapest` takes the cheapest row of them, and asks
where another row is as good.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.rules.reading.costs import (
    COUNT,
    FILLER,
    IN_A_ROW,
    LIES_ON,
    LIST_MARK,
    MAYBE_LIST_MARK,
    NO_NUMBER,
    NO_SET,
    OF_ANOTHER_BOX,
    OF_ITS_GROUP,
    PRINTED,
    SHORT_NAME,
    TOO_MANY,
    UNREAD,
    ignored,
)
from companion.rules.reading.names import ANY_WORDS, Cards, Name, Names
from companion.rules.reading.phrases import (
    AFTER_WORDS,
    CONNECTS,
    COUNT_WORDS,
    FILLERS,
    HEARD_AS_COUNTS,
    OF_MONEY,
    SETS,
    WHERE,
    WHOLE,
)
from companion.rules.reading.text import LEAST_AMOUNT, Label, Word

MOST_OF_ONE_CARD, MOST = 99, 10**9
MOST_PASSED = 4
AROUND = 3
"""The most words of a name before the one that may be a heading."""
TIMES = ("*", "x", "times")
CARD = ("card", "cards")


@dataclass(frozen=True, slots=True)
class Span:
    """One way to take the words from `start` to `end`.

    `cards` are what they are read as, `counted` by a number among the words; a span without any is
    unread, or, where `known`, known to be no card. `others` are other readings of the same words.
    `whole`: not a name of one word, which may mean something else beside words that nobody knows.
    `where`: the cards on which something is said to lie. `ids`: what it may mean.
    """

    start: int
    end: int
    cost: float
    cards: Cards = ()
    sure: bool = True
    known: bool = False
    whole: bool = True
    others: tuple[Cards, ...] = ()
    where: Cards = ()
    ids: tuple[str, ...] = ()
    counted: bool = False

    @property
    def unread(self) -> bool:
        """Whether it is neither cards nor known to be none."""
        return not self.cards and not self.known


@dataclass(frozen=True, slots=True)
class Match:
    """A name that the words from `start` to `end` are, or come near to."""

    start: int
    end: int
    name: Name
    cost: float = PRINTED
    sure: bool = True
    others: tuple[Cards, ...] = ()
    ids: tuple[str, ...] = ()


class Spans:
    """The possibilities at each place of one text."""

    def __init__(self, names: Names, words: Sequence[Word]) -> None:
        self.names = names
        self.words = words
        self.size = len(words)
        self.deck = names.edition.deck
        self.matches = [[*self._exact(start)] for start in range(self.size)]
        self.headings = {
            (match.start, match.end)
            for found in self.matches
            for match in [*found]
            if self._heads(match)
        }

    # --- the words --------------------------------------------------------------------------------

    def text(self, place: int) -> str:
        """The word at a place, empty behind the last one."""
        return self.words[place].text if place < self.size else ""

    def blank(self, place: int) -> bool:
        """Whether nothing but a space stands before a word."""
        return place < self.size and self.words[place].blank

    def past(self, place: int, texts: Container[str]) -> int:
        """The first place, from this one on, with another word than these, or one that something
        parts from the one before."""
        most = place + MOST_PASSED
        while place < most and self.blank(place) and self.text(place) in texts:
            place += 1
        return place

    def parts(self, place: int) -> bool:
        """Whether something new begins at a place: the end, a comma, ``and``."""
        if not 0 < place < self.size or self.words[place].amount:
            return True
        last = self.words[place - 1]
        if Label.MARK in (last.label, self.words[place].label) or last.text in CONNECTS:
            return True
        return self.text(place) in CONNECTS | WHERE or self.words[place].begins(last)

    def closes(self, place: int) -> bool:
        """Whether a bracket closes before this word."""
        return place >= self.size or any(mark in self.words[place].gap for mark in ")]")

    def number(self, place: int, most: int = LEAST_AMOUNT) -> int | None:
        """The number at a place that may be a count or that of a house."""
        word = self.words[place] if place < self.size else None
        if word is None or word.number is None or word.doubtful or word.number >= most:
            return None
        return None if word.label is Label.MARK else word.number

    def count(self, place: int) -> int | None:
        """The number at a place that may be a count: no part of ``2/3`` or ``1-3``."""
        word = self.words[place] if place < self.size else None
        last = self.words[place - 1].number if word and place else None
        if word and last is not None and ("/" in word.gap or (word.dashed and not word.spaced)):
            return None
        return self.number(place)

    def sign(self, place: int) -> bool:
        """Whether a times sign stands right behind the word before."""
        return self.text(place) in TIMES and self.blank(place)

    # --- names ------------------------------------------------------------------------------------

    def _exact(self, start: int) -> Iterator[Match]:
        """The names that begin here and are spelled right."""
        names, letters, lines = self.names, "", 0
        comma = loose = False
        for end in range(start, min(start + names.most_words, self.size)):
            word = self.words[end]
            if end > start:
                lines += word.gap.count("\n")
                comma = comma or "," in word.gap
                loose = loose or word.label is not Label.NONE or not self._joins(end)
            letters += word.text
            name = names.exact.get(letters)
            if len(letters) > names.longest or (end > start and word.label is Label.MARK):
                return
            if name is None or lines > (name.words if name.over_lines or name.printed else 0):
                continue
            size = end + 1 - start
            fits = size <= name.words + (2 if len(letters) >= ANY_WORDS else 0)
            fits = fits and (size == name.words or len(letters) >= ANY_WORDS)
            if fits and (name.ignored or not (loose or (comma and not name.comma))):
                denies = word.text != "no" and self.text(start) == "no"
                sure = not (denies and "." not in self.words[start + 1].gap)
                yield Match(start, end + 1, name, PRINTED if name.printed else SHORT_NAME, sure)

    def _joins(self, place: int) -> bool:
        """Whether a word may go on with the name that the word before it begins."""
        gap = self.words[place].gap
        sign = gap.strip()
        if "\n\n" in gap or "\t" in gap:
            return False
        if sign == ".":
            word, last = self.words[place], self.words[place - 1]
            of_a_number = last.number is not None and f"{last.text}{word.text}" in self.names.exact
            return of_a_number or not word.stops(last)
        return sign in ("", ",") or (sign in ("-", "\u2010", "\u2011") and gap[0] == sign)

    def _heads(self, match: Match) -> bool:
        """Whether a group stands before the cards of it that are meant: ``railroads: reading``.
        There a word that several names have is the name of this group."""
        end, cards = match.end, {card for card in match.name.cards if self.deck[card] == 1}
        first = self.words[end] if end < self.size else None
        if len(cards) < 2 or first is None or not (first.again or first.spaced or ":" in first.gap):
            return False
        if any(
            one.start < match.start and one.end >= match.end and one.name.cards
            for found in self.matches[max(match.start - AROUND, 0) : match.start]
            for one in found
        ):
            return False  # «Reading RR» is one card
        members, below = 0, first.breaks
        for place in range(end, self.size):
            word = self.words[place]
            if place > end and word.breaks and not below:
                break
            if word.label is Label.MARK:
                continue
            exact = [one for one in self.matches[place] if one.name.cards]
            meant = cards.intersection(self.names.by_word.get(word.text, ()))
            if any(one.name.cards and {*one.name.cards} < cards for one in exact):
                members += 1
            elif len(meant) == 1 and not exact and word.text not in FILLERS:
                (card,) = meant
                name = Name(card, (card,), 1)
                self.matches[place].append(Match(place, place + 1, name, OF_ITS_GROUP))
                members += 1
            elif members == 0 and word.text not in FILLERS:
                return False
            elif any(one.name.is_group for one in exact):
                break
        return members > 0

    # --- all ways to take the words at a place ----------------------------------------------------

    def at(self, start: int) -> Iterator[Span]:
        """All ways to take the words that begin here."""
        word = self.words[start]
        if word.label is Label.MARK:
            yield Span(start, start + 1, LIST_MARK, known=True)
            return
        if word.amount or word.text in FILLERS:
            money = word.amount and self.text(start + 1) in OF_MONEY and self.blank(start + 1)
            yield Span(start, start + 1 + money, FILLER, known=True)
        else:
            maybe = word.label is Label.MAYBE
            yield Span(start, start + 1, MAYBE_LIST_MARK if maybe else UNREAD, known=maybe)
        for match in self.matches[start] if not word.doubtful or word.text.isalpha() else ():
            yield from self._named(match)
            if match.name.cards:
                yield from self._count_behind(match)
        yield from self._counted(start)
        yield from self._all(start)
        yield from self._where(start)

    def _named(self, match: Match) -> Iterator[Span]:
        name, start, end = match.name, match.start, match.end
        cards = self.blank(end) and self.text(end) in CARD
        many = self.text(end) == "cards" and cards and any(self.deck[one] > 1 for one in name.cards)
        if name.ignored or (start, end) in self.headings:
            yield Span(start, end, ignored(match.cost), known=True)
        elif not name.cards:
            yield Span(start, end, match.cost + OF_ANOTHER_BOX, ids=match.ids)
        elif name.plural or (many and not name.is_group):  # «tokens», «go cards»
            yield Span(start, self.past(end, CARD), match.cost + NO_NUMBER, ids=(name.id,))
        elif name.is_group and cards:  # «red card»
            yield Span(start, end + 1, match.cost, ids=name.cards)
        else:
            yield self.read(match, start, self.past_set(match), 1)

    def past_set(self, match: Match) -> int:
        """The place behind a name, and behind what says that all of a group is meant: ``red set``,
        ``pink (complete)``."""
        end = self.past(match.end, SETS) if match.name.is_group else match.end
        opened = end < self.size and self.words[end].gap.strip() in ("(", ":")
        if not (match.name.is_group and opened and self.text(end) in ("all", "both", "complete")):
            return end
        counted = self.blank(end + 1) and self.number(end + 1) == len(match.name.cards)
        last = end + 1 + counted  # «pink (all 3)»
        return last if self.parts(last) or self.closes(last) else end

    def read(
        self, match: Match, start: int, end: int, times: int, cost: float = 0, *, sure: bool = True
    ) -> Span:
        """A name so often."""
        name = match.name
        over = any(times > self.deck[card] for card in name.cards)
        others = tuple(cards * times for cards in match.others)
        if name.doubtful:  # «three houses», but «three-houses» is the card
            number = self.names.edition.roles["houses"][name.id]
            others = ((self.names.houses[1],) * number * times, *others)
            sure = sure and match.end > match.start + 1 and self.words[match.start + 1].gap == "-"
        return Span(
            start,
            end,
            match.cost + cost + TOO_MANY * over,
            name.cards * times,
            sure and match.sure and not over and not any(w.doubtful for w in self.words[start:end]),
            whole=name.words > 1 or (times > 1 and len(self.words[match.start].text) > 1),
            others=others,
            ids=(name.id,) if times == 1 and not name.doubtful else (),
            counted=cost > 0,
        )

    # --- counts -----------------------------------------------------------------------------------

    def several(
        self,
        match: Match,
        start: int,
        end: int,
        count: int,
        cost: float = COUNT,
        *,
        sure: bool = True,
    ) -> Span:
        """A card `count` times. A group is meant once where `count` is the number of its cards:
        ``four stations``."""
        name = match.name
        if name.is_group:
            one_set = count == 1 and any(self.text(at) in SETS for at in range(match.end, end))
            if one_set or count == len(name.cards):
                return self.read(match, start, end, 1, cost, sure=sure)
            return Span(start, end, match.cost + cost + NO_SET, ids=name.cards)
        if not 1 <= count <= MOST_OF_ONE_CARD:
            return Span(start, end, match.cost + cost, ids=(name.id,))
        return self.read(match, start, end, count, cost, sure=sure)

    def _count_behind(self, match: Match) -> Iterator[Span]:
        """A name and a count: ``token x2``, ``token: 2``, ``token (2)``, ``token 2``."""
        place = self.past(match.end, CARD)
        if place == self.size or self.words[place].breaks:
            return
        number, end, signed = self._count_after(place)
        if number is None:
            return
        word = self.words[place]
        label = self.words[end - 1 if word.number is None else place].label
        alone = self.parts(end) or self.closes(end)
        if label is Label.CELL:
            item = self.words[match.start].comma or self.words[match.start - 1].label is Label.MARK
            if alone and item:
                yield self.several(match, match.start, end, number)
            return
        mark = word.gap.strip(" \xa0.")
        parted = "\t" in word.gap or word.stops(self.words[place - 1])
        opened = mark in ("(", "[") and not parted
        marked = (mark in (":", "=") or word.dashed) and "\t" not in word.gap
        soft = mark == "" and not parted
        if label is Label.MAYBE or not (marked or soft or (opened and self.closes(end))):
            return
        bare = soft and not signed and end == place + 1
        if (bare or word.dashed) and match.name.id in self.names.houses.values():
            return
        sure = (alone or signed or opened) and not (signed and match.name.is_group)
        letter = match.end == match.start + 1 and len(self.text(match.start)) == 1
        sure = sure and not (marked and letter)  # «c: 1 token» in a list
        sure = sure and not (bare and self._may_count_more(match, end))
        cost = IN_A_ROW if bare and not alone else COUNT
        span = self.several(match, match.start, end, number, cost, sure=sure)
        glued = signed and not (word.gap or self.words[end - 1].gap) and len(match.name.cards) == 1
        yield replace(span, sure=True) if glued and span.cards else span  # «token*9»

    def _count_after(self, place: int) -> tuple[int | None, int, bool]:
        """The count that stands at a place, behind a name, the place behind it, and whether a times
        sign or word says that it counts: ``x 2``, ``twice``, ``2``, ``2x``."""
        word, end = self.words[place], place + 1
        if word.text in TIMES and end < self.size:
            if self.words[end].breaks:
                return self.count(place), end, True
            return self.number(end, MOST), end + 1, True
        if word.text in AFTER_WORDS:
            return AFTER_WORDS[word.text], end, True
        if self.sign(end):
            before_a_name = end + 1 < self.size and not self.words[end + 1].gap
            return None if before_a_name else self.count(place), end + 1, False  # «2*token»
        return self.count(place), end, False

    def _may_count_more(self, match: Match, end: int) -> bool:
        """Whether a number behind a name, which nothing marks, may count what follows, or be that
        of a house: ``tokens 3 go 2``, ``go 2. hotel``, ``red 3``."""
        goes_on = end < self.size and not self.words[end].comma and not self.blank(end)
        of_a_house = match.name.is_group and self.names.has_houses(match.name.id)
        stuck = self.words[end - 1].stuck
        return stuck or not self.parts(match.start) or goes_on or of_a_house

    def _counted(self, start: int) -> Iterator[Span]:
        """A count and a name: ``two tokens``, ``2 × Token``, ``x2 GO``, ``a pair of tokens``."""
        word = self.words[start]
        count, place, signed = self._count_at(start)
        if count is None or place >= self.size or "#" in word.gap:
            return
        if start and (word.gap == "-" or self.text(start - 1) in TIMES):
            return
        after, mark = self.words[place], self.words[place].gap.strip(" ")
        in_brackets = word.gap.strip()[-1:] in ("(", "[") and mark in (")", "]")
        cell = word.label is Label.CELL and not after.breaks
        if not (after.blank or in_brackets or cell or (word.comma and mark == ":")):
            return
        place = self.past(place, ("more",))
        if self.text(place) == "of":
            place = self.past(place, ("of", "the"))
        heard = word.text in HEARD_AS_COUNTS
        for match in self.matches[place] if place < self.size else ():
            name, end = match.name, self.past(match.end, CARD)
            unlikely = not name.plural and (heard or word.label is Label.MAYBE)
            if unlikely or not name.cards or self._begins_a_row(match):
                continue
            if (match.start, match.end) in self.headings:
                yield Span(start, match.end, ignored(match.cost), known=True)
            elif cell and not (end == self.size or self.words[end].comma):
                continue
            elif after.stuck and not name.is_group and count > self.deck[name.cards[0]]:
                yield self.read(match, start, end, 1, COUNT, sure=False)  # «7Mayfair»
            else:
                end = self.past_set(match) if name.is_group else end
                listed = mark == ":" or (in_brackets and word.label is Label.MAYBE)
                sure = not (heard or listed or (signed and name.is_group))
                yield self.several(match, start, end, count, sure=sure)

    def _count_at(self, start: int) -> tuple[int | None, int, bool]:
        """The count that begins at a place, the place behind it, and whether it has a times sign:
        ``2``, ``a pair``, ``2 x``, ``x2``."""
        word, place = self.words[start], start + 1
        if word.text in ("*", "x") and word.gap:  # «token*2 go» counts the token
            return self.number(place, MOST), place + 1, True
        if word.text in COUNT_WORDS:
            return COUNT_WORDS[word.text], place, False
        if word.number is not None and self.sign(place):
            return self.number(start, MOST), place + 1, True
        return self.count(start), place, False

    def _begins_a_row(self, match: Match) -> bool:
        """Whether a house is the first of several: ``2 h1-h2``."""
        after = self.words[match.end] if match.end < self.size else None
        dashed = after is not None and after.dashed and not after.spaced
        return dashed and match.name.id in self.names.houses.values()

    def _all(self, start: int) -> Iterator[Span]:
        """``all the yellows``, ``all four stations``, ``both utilities``, ``full set of reds``,
        ``all four GO cards``; and ``a red``, which is one card, and not which one."""
        text = self.text(start)
        if text in ("a", "an") and self.blank(start + 1):
            for match in self.matches[start + 1]:
                if match.name.is_group and self.past_set(match) == match.end:
                    yield Span(start, match.end, match.cost, ids=match.name.cards)
        if text not in WHOLE and not (text == "set" and self.text(start + 1) == "of"):
            return
        place = self.past(start + 1, ("set", "of", "the"))
        number = 2 if text == "both" else None
        if self.count(place) is not None:
            number, place = self.count(place), place + 1
        place = self.past(place, ("of", "the"))
        for match in self.matches[place] if place < self.size else ():
            end = self.past(match.end, CARD)
            if match.name.is_group:
                sure = number in (None, len(match.name.cards))
                yield self.read(match, start, max(end, self.past_set(match)), 1, COUNT, sure=sure)
            elif (
                match.name.cards
                and number
                and (text == "all" or match.name.plural or end > match.end)
            ):
                yield self.several(match, start, end, number)

    def _where(self, start: int) -> Iterator[Span]:
        """``on the reds``, ``as Boardwalk``: where a card lies, or what it counts as."""
        place = self.past(start + 1, ("the", "a", "an", "my"))
        if self.text(start) in WHERE and self.blank(place):
            for match in self.matches[place]:
                if match.name.cards and not match.name.plural:
                    end, cards = self.past_set(match), match.name.cards
                    yield Span(start, end, match.cost + LIES_ON, where=cards, ids=(match.name.id,))

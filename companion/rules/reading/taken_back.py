"""What a person says and takes back: ``the reds but not Strand``, ``2 tokens, sorry, 3 tokens``.

Everything from what is taken back to what takes it back becomes one span, which is asked about:
leaving out the words between would leave too many cards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.rules.reading.small_print import (
    ALTERNATIVES,
    CORRECTIONS,
    EXCEPTIONS,
    INSTEAD,
    REPLACEMENTS,
)
from companion.rules.reading.span import UNREAD, Cards, Span, breaks
from companion.rules.reading.tokens import BLANK, COMMA, Word
from companion.rules.reading.vocabulary import Vocabulary

MOST_BETWEEN = 8
"""With more words between two cards, none of them takes a card back."""
MOST_OTHERS = 3
"""The most other readings of a span. No more are shown."""


def taken_back(known: Vocabulary, found: Sequence[Word], path: Sequence[Span]) -> list[Span]:
    """The path with whatever is taken back as one span, and its cards not sure."""
    return _TakenBack(known, found, path).done


class _TakenBack:
    """Goes through a path: `done` is the path up to a span, `last` has the place in it where each
    card was read last. `denied` are cards that were not read before it was said that they are not
    held."""

    def __init__(self, known: Vocabulary, found: Sequence[Word], path: Sequence[Span]) -> None:
        self.known = known
        self.found = found
        self.path = path
        self.done: list[Span] = []
        self.last: dict[str, int] = {}
        self.denied: set[str] = set()
        place = 0
        while place < len(path):
            place = self._take(place)
        self._between(None)

    def _take(self, place: int) -> int:
        """Takes the span at this place, and says which is the next one."""
        span = self.path[place]
        if span.denies:
            return self._except(place)
        if span.cards:
            fewer = _without(span.cards, self.denied)
            if fewer and fewer != span.cards:  # «not Kentucky, the reds»
                span = replace(span, sure=False, others=(fewer, *span.others), ids=())
            if merged := self._between(span):
                self._put(*merged)
                return place + 1
        self._put(len(self.done), span)
        return place + 1

    def _put(self, place: int, span: Span) -> None:
        """Puts a span at this place of the path, instead of all from there on."""
        for card in _cards(self.done[place:]):
            self.last.pop(card, None)
        self.done[place:] = [span]
        self.last |= dict.fromkeys(span.cards, place)

    def _except(self, place: int) -> int:
        """Takes cards that are not held out of what was read before."""
        end, named = self._named(place)
        first = min((self.last[card] for card in named if card in self.last), default=None)
        if first is None:
            self.denied |= named
            self._put(len(self.done), self.path[place])
            return place + 1
        held = _cards(self.done[first:])
        fewer = _without(held, named)
        others = (held, *self.done[first].others)[:MOST_OTHERS] if fewer else ()
        if all(one.known or (one.cards and one.sure) for one in self.done[first + 1 :]):
            start, last = self.done[first].start, self.path[end - 1].end
            one = Span(start, last, 0, fewer or held, False, others=others)
            self._put(first, one)
            return end
        source = self.done[first]
        if not breaks(self.found, source.end, self.path[place].end):
            left = _without(source.cards, named) or source.cards
            others = (source.cards, *source.others)
            self.done[first] = replace(source, sure=False, cards=left, others=others, ids=())
        for one in self.path[place:end]:
            self._put(len(self.done), one)
        return end

    def _named(self, place: int) -> tuple[int, set[str]]:
        """The cards that are not held, also those that follow by ``and``, and the place behind
        them. Those that follow were read before, and the deck has them once."""
        named = set(self.path[place].denies)
        end = place + 1
        if not named & self.last.keys():
            return end, named
        for at in range(end, len(self.path)):
            span = self.path[at]
            if self.found[span.start].parted not in (BLANK, COMMA):
                break
            cards = set(span.cards)
            if cards and cards <= self.last.keys() and self._are_single(cards):
                named, end = named | cards, at + 1
            elif self.found[span.start].text not in ("and", "or", "nor", "the"):
                break
        return end, named

    def _are_single(self, cards: Iterable[str]) -> bool:
        return all(self.known.edition.deck[card] == 1 for card in cards)

    def _between(self, after: Span | None) -> tuple[int, Span] | None:
        """If the words between the last cards and these take one of them back: where to put one
        span for all of it, and that span. Where no cards follow such words, those before are
        doubted."""
        place = next((at for at in range(len(self.done) - 1, -1, -1) if self.done[at].cards), None)
        if place is None:
            return None
        before, between = self.done[place], self.done[place + 1 :]
        unread = {
            self.found[one.start].text for one in between if one.cost == UNREAD and not one.ids
        }
        words = [self.found[at] for one in between for at in range(one.start, one.end)]
        if not unread or len(words) > MOST_BETWEEN:
            return None
        instead = _replaces(words)
        either = ALTERNATIVES & unread and all(one.parted in (BLANK, COMMA) for one in words)
        takes = bool(instead or either or CORRECTIONS & unread)
        if after and instead and before.cards == (self.known.edition.wild,):
            # «chance for Mayfair»: what a wild stands for is no card
            return place + 1, Span(between[0].start, after.end, 0, ids=after.cards)
        if after and takes:
            spans = (before, after) if instead or either else (after, before)
            return place, self._either(spans, before, after)
        doubts = takes or (unread & EXCEPTIONS and len(before.cards) > 1)
        if doubts and not breaks(self.found, before.end, between[-1].end):
            self.done[place] = replace(before, sure=False)
        return None

    def _either(self, spans: Iterable[Span], before: Span, after: Span) -> Span:
        """One of these spans, or both where the deck has all of their cards."""
        options = [option for one in spans for option in (one.cards, *one.others)]
        deck, both = self.known.edition.deck, before.cards + after.cards
        if all(both.count(card) <= deck[card] for card in both):
            options.append(both)
        others = tuple(options[1 : MOST_OTHERS + 1])
        return Span(before.start, after.end, 0, options[0], False, others=others)


def _replaces(words: Sequence[Word]) -> bool:
    """Whether the card before these words is held instead of that behind them."""
    said = " ".join(word.text for word in words)
    beside = all(word.parted == BLANK for word in words)
    return any(phrase in said for phrase in INSTEAD) or (said in REPLACEMENTS and beside)


def _cards(path: Iterable[Span]) -> Cards:
    return tuple(card for span in path for card in span.cards)


def _without(cards: Cards, named: set[str]) -> Cards:
    return tuple(card for card in cards if card not in named)

"""Reads cards out of what a person typed, dictated or scanned.

The whole text is taken at once, in the way that costs least. Whatever is not plainly so is asked
about: a piece that was read past a misspelling or that may be something else says so, and a word
that may be several cards is none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum

from companion.rules.edition import Edition
from companion.rules.reading.cover import cheapest
from companion.rules.reading.doubts import doubted
from companion.rules.reading.houses import HouseSpans
from companion.rules.reading.lists import with_labels
from companion.rules.reading.names import Cards, Names, names_of
from companion.rules.reading.near import nearly
from companion.rules.reading.phrases import DENIALS, DONE
from companion.rules.reading.spans import MOST_OF_ONE_CARD, Span, Spans
from companion.rules.reading.text import Word, words
from companion.rules.refusal import Refusal, shortened
from companion.rules.words import deck_limit
from companion.rules.written import slug

LONGEST = 8000
"""Characters of a text; ten scanned cards have about a thousand."""
TOO_LONG = "That is too much text. Enter fewer cards at a time."
MOST_GUESSED = 40
"""The most pieces of one text that get guesses; a text with more of them is no hand."""
MOST_GUESSES = 3
MOST_CHOICES = 3


class PieceKind(StrEnum):
    """How a piece of the text was taken."""

    READ = "read"
    UNREAD = "unread"
    """It stands for no card, or for more than one."""
    IGNORED = "ignored"
    """It is known to be no card: an article, an amount, small print."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the text and what it was taken as.

    `cards` are what were read, `choices` the other readings of a piece that is not sure, `guesses`
    up to three ids of cards and groups that an unread piece may mean.
    """

    kind: PieceKind
    text: str
    start: int
    end: int
    cards: Cards = ()
    sure: bool = True
    choices: tuple[Cards, ...] = ()
    guesses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardReading:
    """A text as cards. `pieces` stand in the order of the text and never overlap; between them is
    nothing but blanks and punctuation."""

    pieces: tuple[Piece, ...]

    @property
    def cards(self) -> Cards:
        """All cards, in the order read."""
        return tuple(card for piece in self.read for card in piece.cards)

    @property
    def read(self) -> tuple[Piece, ...]:
        """The pieces that are cards."""
        return self._of(PieceKind.READ)

    @property
    def unread(self) -> tuple[Piece, ...]:
        """The pieces that were not understood."""
        return self._of(PieceKind.UNREAD)

    @property
    def ignored(self) -> tuple[Piece, ...]:
        """The pieces that are known to be no card."""
        return self._of(PieceKind.IGNORED)

    @property
    def doubtful(self) -> tuple[Piece, ...]:
        """The pieces that a person has to be asked about."""
        return tuple(
            piece for piece in self.pieces if piece.kind is PieceKind.UNREAD or not piece.sure
        )

    @property
    def sure(self) -> bool:
        """Whether nothing is unread and everything that was read is beyond doubt."""
        return not self.doubtful

    def _of(self, kind: PieceKind) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.kind is kind)


def read_cards(edition: Edition, text: str) -> CardReading:
    """The cards that a text names, with what was not understood. Never raises."""
    names = names_of(edition)
    found = with_labels(words(text, names.known), text, names.known)
    spans = HouseSpans(names, found) if names.numbered else Spans(names, found)
    path = cheapest([[*spans.at(start)] for start in range(len(found))])
    near = nearly(names, found, path, spans.matches)
    if near:
        for match in near:
            spans.matches[match.start].append(match)
        path = cheapest([[*spans.at(start)] for start in range(len(found))])
    path = _merged(names, found, doubted(names, found, path))
    pieces: list[Piece] = []
    asked = 0
    for span in path:
        start, end = found[span.start].start, found[span.end - 1].end
        asked += span.unread
        guesses = _guesses(names, found, span) if span.unread and asked <= MOST_GUESSED else ()
        pieces.append(_piece(span, text[start:end], start, guesses))
    return CardReading(tuple(pieces))


def _merged(names: Names, found: Sequence[Word], path: Sequence[Span]) -> list[Span]:
    """The path with neighbouring words that nobody knows as one piece."""
    merged: list[Span] = []
    for span in path:
        last = merged[-1] if merged else None
        if last and not span.cards and not last.cards and last.known == span.known:
            word = found[span.start]
            plain = span.known or not (
                span.ids
                or last.ids
                or word.text in names.by_word
                or found[last.end - 1].text in names.by_word
            )
            if plain and not (word.comma or word.stops(found[span.start - 1])):
                merged[-1] = replace(last, end=span.end)
                continue
        merged.append(span)
    return merged


def _piece(span: Span, text: str, start: int, guesses: tuple[str, ...]) -> Piece:
    end = start + len(text)
    if span.cards and span.sure:
        return Piece(PieceKind.READ, text, start, end, span.cards)
    if span.cards:
        ids = span.ids[:MOST_GUESSES]
        return Piece(PieceKind.READ, text, start, end, span.cards, False, span.others, ids)
    if span.known:
        return Piece(PieceKind.IGNORED, text, start, end)
    return Piece(PieceKind.UNREAD, text, start, end, (), True, span.others, guesses)


def _guesses(names: Names, found: Sequence[Word], span: Span) -> tuple[str, ...]:
    """Up to three ids of cards and groups that unread words may mean, the likeliest first."""
    if span.ids:
        return span.ids[:MOST_GUESSES]
    texts = [
        word.text
        for word in found[span.start : min(span.end, span.start + 4)]
        if word.text.isalpha() and word.text not in DENIALS
    ]
    named = {one for text in texts for one in names.by_word.get(text, ())}
    letters = "".join(texts)
    if not named and len(letters) > 1:
        named = {name.id for name in names.begun(letters)}
    order = {one: place for place, one in enumerate(names.edition.labels)}
    guessed = sorted(named, key=order.__getitem__)
    if not guessed and len(letters) > 3:
        near = get_close_matches(letters, names.fuzzy, MOST_GUESSES * 2, 0.6)
        guessed = [*dict.fromkeys(names.fuzzy[text].id for text in near if names.fuzzy[text].cards)]
    return tuple(guessed[:MOST_GUESSES])


# --- where nobody can be asked -------------------------------------------------------------------


def parse(edition: Edition, text: str) -> list[str]:
    """The cards of a text where nobody can be asked, in the order read.

    Raises Refusal (``unknown-card``) for whatever is not read beyond doubt, naming it and what it
    may have meant, and for a text of more than `LONGEST` characters.
    """
    if len(text) > LONGEST:
        raise Refusal("unknown-card", TOO_LONG)
    reading = read_cards(edition, text)
    if reading.sure:
        return list(reading.cards)
    first = (*reading.unread, *reading.doubtful)[0]
    named = slug(first.text)
    raise Refusal("unknown-card", complaint(edition, first), (named,) if named else ())


def complaint(edition: Edition, piece: Piece) -> str:
    """What is wrong with a piece that is unread or not sure: ``No card is called “gren”. Did …``"""
    quoted = f"“{shortened(piece.text)}”"
    # No further digits: int() refuses a number of thousands of them.
    counts = [int(count[:9]) for count in re.findall(r"[0-9]+", piece.text)]
    if not piece.cards and any(not 1 <= count <= MOST_OF_ONE_CARD for count in counts):
        return f"{quoted}: a card can be taken 1 to {MOST_OF_ONE_CARD} times."
    if not piece.guesses and piece.cards:
        over = [card for card in piece.cards if piece.cards.count(card) > edition.deck[card]]
        if over and not piece.choices:  # written out it would be refused again
            return f"{quoted} is too many. {deck_limit(edition, over[0])}"
        meant = dict.fromkeys((piece.cards, *piece.choices))
        if len(meant) == 1:
            return f"{quoted} may belong to the words beside it. Put a comma between any two cards."
        named = " or ".join(", ".join(map(edition.label, cards)) for cards in meant)
        written = " or ".join(f"“{', '.join(cards)}”" for cards in meant)
        return f"{quoted} may be {named}. Write {written}."
    if not piece.guesses:
        return f"No card is called {quoted}."
    whole = piece.cards if len(piece.cards) > 1 else ()
    if again := [card for card in piece.guesses if card in whole and edition.deck[card] == 1]:
        named = ", ".join(map(edition.label, again))
        return f"{quoted} includes {named}, which is named again. Name each card once."
    *most, last = map(edition.label, piece.guesses)
    return f"No card is called {quoted}. Did you mean {', '.join(most)}{' or ' * bool(most)}{last}?"


# --- where somebody can be asked -----------------------------------------------------------------


def choices(edition: Edition, piece: Piece) -> tuple[Cards, ...]:
    """Up to three ways to take a piece that is unread or not sure, the likeliest first. None for a
    piece that is sure, or that nothing comes near to."""
    if piece.sure and piece.cards:
        return ()
    groups = names_of(edition).groups
    guessed = (groups.get(one, (one,)) for one in piece.guesses)
    likely = [cards for cards in (piece.cards, *piece.choices) if cards]
    return tuple(dict.fromkeys(likely or guessed))[:MOST_CHOICES]


def chosen(edition: Edition, text: str, piece: Piece, cards: Cards) -> str:
    """The text with a tick in the place of a piece, so what stands around it is read as before, and
    these cards below, each on a line of its own and beyond doubt. Without cards the piece is left
    out."""
    rest = text[: piece.start] + DONE + text[piece.end :].rstrip()
    below = "\n".join(_spelled(edition, card) for card in cards)
    return "\n\n".join(part for part in (rest if rest != DONE else "", below) if part)


def _spelled(edition: Edition, card: str) -> str:
    """The printed name of a card, or its id where the name may be several cards."""
    name = edition.names[card]
    reading = read_cards(edition, name)
    return name if reading.sure and reading.cards == (card,) else card

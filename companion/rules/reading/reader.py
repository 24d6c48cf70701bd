"""Reads cards out of what a person typed, dictated or scanned.

The whole text is taken at once, in the way that costs least. Nothing is guessed silently: a piece
that was read past a misspelling or an ambiguity says so, and a word that may be several cards is
none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.rules.edition import Edition
from companion.rules.hand import Refusal, shortened, slug
from companion.rules.reading.doubts import doubted, joined
from companion.rules.reading.guesses import guesses
from companion.rules.reading.pieces import Spans
from companion.rules.reading.small_print import TAKE_BACK
from companion.rules.reading.span import MOST_OF_ONE_CARD, Span
from companion.rules.reading.taken_back import taken_back
from companion.rules.reading.tokens import Word, words
from companion.rules.reading.vocabulary import Vocabulary, vocabulary
from companion.rules.words import deck_limit

MOST_GUESSED = 40
"""The most pieces of one text that get guesses; a text with more of them is no hand."""


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

    `cards` are what was read, `choices` the other readings of a piece that is not sure, `guesses`
    up to three ids of cards and groups that an unread piece may mean.
    """

    kind: PieceKind
    text: str
    start: int
    end: int
    cards: tuple[str, ...] = ()
    sure: bool = True
    choices: tuple[tuple[str, ...], ...] = ()
    guesses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardReading:
    """A text as cards. `pieces` stand in the order of the text and never overlap; between them is
    nothing but blanks and punctuation."""

    pieces: tuple[Piece, ...]

    @property
    def cards(self) -> tuple[str, ...]:
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
    def sure(self) -> bool:
        """Whether nothing is unread and everything that was read is beyond doubt."""
        return not self.unread and all(piece.sure for piece in self.read)

    def _of(self, kind: PieceKind) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.kind is kind)


def read_cards(edition: Edition, text: str) -> CardReading:
    """The cards that a text names, with what was not understood. Never raises."""
    known = vocabulary(edition)
    found = words(text, known.names)
    path = taken_back(known, found, Spans(known, found).cheapest())
    path = doubted(known, found, path)
    pieces: list[Piece] = []
    asked = 0
    for span in _merged(known, found, path):
        start, end = found[span.start].start, found[span.end - 1].end
        asked += not span.cards and not span.known
        guessed = asked <= MOST_GUESSED
        pieces.append(_piece(known, found, span, text[start:end], start, guessed=guessed))
    return CardReading(tuple(pieces))


def parse(edition: Edition, text: str) -> list[str]:
    """The cards of a text where nobody can be asked, in the order read.

    Raises Refusal (``unknown-card``) for whatever is not read beyond doubt, naming it and what it
    may have meant.
    """
    reading = read_cards(edition, text)
    if reading.sure:
        return list(reading.cards)
    doubtful = [piece for piece in reading.read if not piece.sure]
    first = (*reading.unread, *doubtful)[0]
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
        named = " or ".join(", ".join(map(edition.label, cards)) for cards in meant)
        written = " or ".join(f"“{', '.join(cards)}”" for cards in meant)
        return f"{quoted} may be {named}. Write {written}."
    if not piece.guesses:
        return f"No card is called {quoted}."
    whole = piece.cards if len(piece.cards) > 1 else ()
    if again := [card for card in piece.guesses if card in whole and edition.deck[card] == 1]:
        named = ", ".join(map(edition.label, again))
        return f"{quoted} includes {named}, which is named again. Name each card once."
    if piece.cards and read_cards(edition, piece.text).sure:
        return f"{quoted} may belong to the words beside it. Put a comma between any two cards."
    *most, last = map(edition.label, piece.guesses)
    return f"No card is called {quoted}. Did you mean {', '.join(most)}{' or ' * bool(most)}{last}?"


def _merged(known: Vocabulary, found: Sequence[Word], path: list[Span]) -> list[Span]:
    """The path with neighbouring words that nobody knows as one piece."""
    merged: list[Span] = []
    for span in path:
        last = merged[-1] if merged else None
        if last and not span.cards and not last.cards and last.known == span.known:
            plain = span.known or not (
                span.ids
                or last.ids
                or found[span.start].text in known.by_word
                or found[last.end - 1].text in known.by_word
            )
            if plain and joined(found, span) and not last.doubts_before:
                merged[-1] = replace(last, end=span.end)
                continue
        merged.append(span)
    return merged


def _piece(
    known: Vocabulary,
    found: Sequence[Word],
    span: Span,
    text: str,
    start: int,
    *,
    guessed: bool,
) -> Piece:
    end = start + len(text)
    if span.cards:
        if span.sure:
            return Piece(PieceKind.READ, text, start, end, span.cards)
        return Piece(PieceKind.READ, text, start, end, span.cards, False, span.others, span.ids[:3])
    if span.known:
        return Piece(PieceKind.IGNORED, text, start, end)
    if not guessed:
        return Piece(PieceKind.UNREAD, text, start, end)
    texts = [word.text for word in found[span.start : min(span.end, span.start + 4)]]
    near = span.ids[:3] or guesses(
        known,
        tuple(text for text in texts if not (text.isdigit() or text == "*" or text in TAKE_BACK)),
    )
    return Piece(PieceKind.UNREAD, text, start, end, guesses=near)

"""What a piece that is not beyond doubt may be, and the text once a person has chosen."""

from companion.rules.edition import Edition
from companion.rules.reading.reader import Piece, read_cards
from companion.rules.reading.span import Cards
from companion.rules.reading.vocabulary import vocabulary

MOST_CHOICES = 3


def choices(edition: Edition, piece: Piece) -> tuple[Cards, ...]:
    """Up to three ways to take a piece that is unread or not sure, the likeliest first. None for a
    piece that is sure, or that nothing comes near to."""
    if piece.sure and piece.cards:
        return ()
    groups = vocabulary(edition).groups
    guessed = (groups.get(one, (one,)) for one in piece.guesses)
    likely = [one for one in (piece.cards, *piece.choices) if one]
    return tuple(dict.fromkeys(likely or guessed))[:MOST_CHOICES]


def chosen(edition: Edition, text: str, piece: Piece, cards: Cards) -> str:
    """The text with these cards in the place of a piece, each on a line of its own and written so
    that it is read beyond doubt. Without cards the piece is left out."""
    before, after = text[: piece.start].rstrip(" ,"), text[piece.end :].lstrip(" ,")
    lines = [before, *(_spelled(edition, card) for card in cards), after]
    return ",\n".join(line for line in lines if line.strip())


def _spelled(edition: Edition, card: str) -> str:
    """The printed name of a card, or its id where the name may be several cards."""
    name = edition.names[card]
    reading = read_cards(edition, name)
    return name if reading.sure and reading.cards == (card,) else card

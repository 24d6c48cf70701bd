"""The form that renames a player, and what a new name would do."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.all_games import Book
from companion.web.parts.words import counted


@dataclass(frozen=True)
class Rename:
    """The form, and what the new name would do.

    `merges` is None without a new name, or with a wrong one. `other` is the player who has the new
    name already; `mine`, `theirs` and `together` are the numbers of games. `spelling`: only the way
    the name is written changes.
    """

    name: str
    new: str
    known: tuple[str, ...]
    error: str
    codes: tuple[str, ...]
    merges: bool | None
    spelling: bool
    other: str
    mine: str
    theirs: str
    together: str


def rename(
    book: Book,
    person: str,
    new: str,
    *,
    known: Sequence[str],
    error: str = "",
    codes: Sequence[str] = (),
) -> Rename:
    """The form, with what the new name would do when it is a good one. `known` are names to offer;
    the book has the games of the person, and of whoever has the new name."""
    other = book.who.person(new)
    mine, theirs = len(book.of[person]), len(book.of.get(other, ()))
    return Rename(
        name=book.names[person],
        new=new,
        known=tuple(sorted(one for one in known if book.who.person(one) != person)),
        error=error,
        codes=tuple(codes),
        merges=None if error or not new else joins(book, person, new),
        spelling=other == person,
        other=book.names.get(other, ""),
        mine=counted(mine, "game"),
        theirs=counted(theirs, "game"),
        together=counted(mine + theirs, "game"),
    )


def joins(book: Book, person: str, new: str) -> bool:
    """Whether the new name makes two people one, because somebody else has it."""
    other = book.who.person(new)
    return other != person and other in book.of

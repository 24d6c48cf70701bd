"""What a tap makes of the open deal."""

from collections.abc import Callable, Mapping

from companion.game.open_deal import (
    _DIGITS,
    REWARD,
    NotNow,
    OpenDeal,
    Seats,
    back_in,
    caught,
    declare,
    give,
    goes_out,
    lay_down,
    makes,
    missing_again,
    next_missing,
    nothing,
    number,
    place_of,
    step_down,
    step_up,
    take,
    take_back,
    typed,
)

# --- a tap as the page posts it ------------------------------------------------------------------

Did = tuple[OpenDeal, str]
"""The draft after a tap, and what is open on the page then (see `tap`)."""

STALE = "This page is an old one. Here is how the deal stands."


def tap(seats: Seats, deal: OpenDeal, at: str, words: str, line: str = "") -> Did:
    """What a button does. `words` is its value: what to do and with what, parted by colons; `at`
    is what the page had open, `line` the text field. NotNow when it does not fit the deal as it
    stands, Refusal for a line of shorthand that cannot be."""
    what, *args = words.split(":")
    function, arguments = _TAPS.get(what, (None, 0))
    if function is None or len(args) != arguments or seats.piles != (what in _FOR_PILES):
        raise NotNow(STALE)
    if function is _line:
        args = [line]
    return function(seats, deal, at, *args)


def _place(seats: Seats, deal: OpenDeal, at: str) -> int:
    place = place_of(seats, at)
    if place is None:
        raise NotNow("First tap whose cards these are.")
    if deal.went_out is None and not deal.nobody:
        raise NotNow("First tap who went out.")
    return place


def _seat(seats: Seats, text: str) -> int:
    if text not in _DIGITS[: len(seats.players)]:
        raise NotNow(STALE)
    return int(text)


def _count(text: str) -> int:
    if text not in _DIGITS:
        raise NotNow(STALE)
    return int(text)


def _someone(seats: Seats, text: str) -> int | None:
    return None if text == "-" else _seat(seats, text)


def _out(seats: Seats, deal: OpenDeal, at: str, who: str) -> Did:
    place = _someone(seats, who)
    return goes_out(seats, deal, place), "" if place is None else who


def _in(seats: Seats, deal: OpenDeal, at: str, who: str) -> Did:
    return back_in(seats, deal, _seat(seats, who)), ""


def _open(seats: Seats, deal: OpenDeal, at: str, what: str) -> Did:
    place = place_of(seats, what)
    if place is None or (place == REWARD and not deal.laid_down):
        return deal, ""
    return deal, what


def _take(seats: Seats, deal: OpenDeal, at: str, item: str) -> Did:
    return take(seats, deal, _place(seats, deal, at), item), at


def _give(seats: Seats, deal: OpenDeal, at: str, item: str) -> Did:
    return give(seats, deal, _place(seats, deal, at), item), at


def _number(seats: Seats, deal: OpenDeal, at: str, card: str, wanted: str) -> Did:
    return number(seats, deal, _place(seats, deal, at), card, _count(wanted)), at


def _up(seats: Seats, deal: OpenDeal, at: str, row: str, card: str) -> Did:
    return step_up(seats, deal, _place(seats, deal, at), _count(row), card), at


def _down(seats: Seats, deal: OpenDeal, at: str, row: str, card: str) -> Did:
    return step_down(seats, deal, _place(seats, deal, at), _count(row), card), at


def _line(seats: Seats, deal: OpenDeal, at: str, line: str) -> Did:
    return typed(seats, deal, _place(seats, deal, at), line), at


def _nothing(seats: Seats, deal: OpenDeal, at: str, who: str) -> Did:
    place = _seat(seats, who)
    changed = nothing(seats, deal, place)
    if at != who:
        return changed, at
    following = next_missing(seats, changed, place)
    return changed, "" if following is None else str(following)


def _caught(seats: Seats, deal: OpenDeal, at: str, who: str, most: str) -> Did:
    return caught(seats, deal, _seat(seats, who), _count(most)), at


def _again(seats: Seats, deal: OpenDeal, at: str, who: str) -> Did:
    return missing_again(seats, deal, _seat(seats, who)), at


def _lay(seats: Seats, deal: OpenDeal, at: str) -> Did:
    return lay_down(seats, deal), "r" if seats.has_reward else ""


def _unlay(seats: Seats, deal: OpenDeal, at: str) -> Did:
    player = deal.went_out
    return take_back(deal), "" if player is None else str(seats.players.index(player))


def _declare(seats: Seats, deal: OpenDeal, at: str, who: str, cards: str) -> Did:
    place = REWARD if who == "r" else _seat(seats, who)
    return declare(seats, deal, place, tuple(filter(None, cards.split(",")))), who


def _made(seats: Seats, deal: OpenDeal, at: str, group: str, who: str) -> Did:
    return makes(seats, deal, group, _someone(seats, who)), at


def _early(seats: Seats, deal: OpenDeal, at: str, yes: str) -> Did:
    return deal._replace(stopped_early=yes == "1"), at


_TAPS: Mapping[str, tuple[Callable[..., Did], int]] = {
    "out": (_out, 1),  # who went out
    "in": (_in, 1),  # who did not go out after all
    "open": (_open, 1),  # whose cards are open on the page
    "take": (_take, 1),  # a property or a group
    "give": (_give, 1),
    "n": (_number, 2),  # so many of a card
    "up": (_up, 2),  # a house in a row, with those below
    "down": (_down, 2),
    "line": (_line, 0),  # what stands in the text field
    "nothing": (_nothing, 1),
    "caught": (_caught, 2),  # with so many cards for the majority
    "again": (_again, 1),  # not entered after all
    "lay": (_lay, 0),
    "unlay": (_unlay, 0),
    "wilds": (_declare, 2),
    "made": (_made, 2),
    "early": (_early, 1),
}

_FOR_PILES = frozenset({"made", "early"})

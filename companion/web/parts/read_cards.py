"""Cards that somebody says, scans or types: read, shown as cards, and taken only from there.

The text is the whole state: choosing what a piece means writes it into the text. Nothing is kept on
the server before the cards are taken.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from flask import Response, request

from companion.game.make_tap import Posted, Refused, try_tap
from companion.game.open_deal import REWARD, Cards, OpenDeal
from companion.game.taps import Opened, TypeLine
from companion.rules.edition import Edition
from companion.rules.reading.reader import (
    LONGEST,
    TOO_LONG,
    Piece,
    choices,
    chosen,
    read_cards,
)
from companion.rules.refusal import shortened
from companion.rules.words import cards_said, plural
from companion.rules.written import show
from companion.web.parts.cards import Card, cards_shown

MOST_QUESTIONS = 10
MOST_LINES = 5
MOST_NAMED = 2
"""So many pieces are named on a button that leaves them out."""


class Choice(NamedTuple):
    """What a piece of the text may mean; `value` says which piece and which cards."""

    value: str
    cards: tuple[Card, ...]


class Question(NamedTuple):
    """A piece of the text that is not sure, and what it may mean."""

    words: str
    choices: tuple[Choice, ...]
    no_card: str


class Bit(NamedTuple):
    """A bit of the text; `unread` when it was not understood."""

    words: str
    unread: bool


class Take(NamedTuple):
    """A button that takes the cards. Its value says how many cards the hand had when it was shown,
    how many pieces of the text are left out, and which cards it has afterwards."""

    label: str
    value: str
    main: bool


class ReadCards(NamedTuple):
    """What the part of the page shows. `cards` are those beyond doubt, `number` how many they are;
    `lines` are the lines of the text in which something was not understood that no question asks
    about. `left_out` is what was left out when the cards were taken. `not_taken`: a button was
    tapped, but the hand or the text had changed since it was shown. `there`: the page has this part
    already and keeps it, so the answer to a tap need not send it again."""

    at: Opened
    version: int
    action: str
    example: str = ""
    how: tuple[str, ...] = ()
    text: str = ""
    oops: str = ""
    number: int = 0
    cards: tuple[Card, ...] = ()
    questions: tuple[Question, ...] = ()
    lines: tuple[tuple[Bit, ...], ...] = ()
    notes: tuple[str, ...] = ()
    takes: tuple[Take, ...] = ()
    left_out: str = ""
    not_taken: bool = False
    there: bool = False

    @property
    def asked(self) -> bool:
        """Somebody has sent a text."""
        return bool(self.text or self.oops)

    @property
    def title(self) -> str:
        """What was left out, or how many cards were read."""
        if self.left_out:
            return f"Left out: {self.left_out}"
        return f"{plural(self.number, 'card')} read" if self.number else "No card is clear"


class SentText(NamedTuple):
    """What the form sends: the text, what a piece of it means (`means`), or the cards to take as
    the button had them (`take`)."""

    text: str
    at: Opened
    version: int
    means: str = ""
    take: str = ""


def sent_text(fields: Mapping[str, str], version: int = -1) -> SentText | None:
    """What was sent with these fields; None when it was another form."""
    if "text" not in fields:
        return None
    text = fields["text"].replace("\r\n", "\n").replace("\r", "\n")
    at = Opened.parse(fields.get("at", ""))
    return SentText(text, at, version, fields.get("means", ""), fields.get("take", ""))


# --- what is shown -------------------------------------------------------------------------------


def read_part(
    deal: OpenDeal,
    at: Opened,
    action: str,
    version: int = 0,
    *,
    text: str | None,
    left_out: str = "",
    oops: str = "",
) -> ReadCards:
    """The part of the page for the cards that `at` has open, with the text as it is read, or with
    what was `left_out` of it when its cards were taken. `text` None: none was sent."""
    text = text if text is not None else left_out or None
    part = ReadCards(
        at, version, action, _example(deal.edition), how_to(), text or "", oops, left_out=left_out
    )
    if text is None:
        return part
    if len(text) > LONGEST:
        return part._replace(oops=TOO_LONG)
    reading = read_cards(deal.edition, text)
    cards = [card for piece in reading.read if piece.sure for card in piece.cards]
    doubtful = reading.doubtful
    asked = [piece for piece in doubtful if choices(deal.edition, piece)]
    part = part._replace(
        number=len(cards),
        cards=cards_shown(deal.edition, cards),
        questions=tuple(_question(deal.edition, piece) for piece in asked[:MOST_QUESTIONS]),
        lines=_lines(text, [piece for piece in doubtful if piece not in asked]),
        notes=("Answer these first. More questions follow.",)
        if len(asked) > MOST_QUESTIONS
        else (),
    )
    if not cards:
        nothing = "" if doubtful else "No card is named in this text."
        return part._replace(oops=oops or nothing)
    return _with_takes(part, deal, cards, doubtful)


def _question(edition: Edition, piece: Piece) -> Question:
    place = f"{piece.start}:{piece.end}:"
    return Question(
        " ".join(piece.text.split())[:60],
        tuple(
            Choice(place + ",".join(cards), _as_cards(edition, cards))
            for cards in choices(edition, piece)
        ),
        place,
    )


def _as_cards(edition: Edition, cards: Cards) -> tuple[Card, ...]:
    """The cards of a choice; those of a whole group as one."""
    for group in edition.groups:
        if Counter(cards) == Counter(group.cards):
            return (Card(f"{group.name}: all {len(cards)} cards", group),)
    return cards_shown(edition, cards)


def _lines(text: str, pieces: Iterable[Piece]) -> tuple[tuple[Bit, ...], ...]:
    """The lines of the text that have pieces which were not understood, each cut into its bits."""
    unread = [False] * len(text)
    for piece in pieces:
        unread[piece.start : piece.end] = [True] * (piece.end - piece.start)
    lines: list[tuple[Bit, ...]] = []
    start = 0
    for line in text.split("\n"):
        places = range(start, start + len(line))
        start += len(line) + 1
        if any(unread[place] for place in places):
            lines.append(tuple(_bits(text, unread, places)))
    more = [(Bit("…", False),)] if len(lines) > MOST_LINES else []
    return (*lines[:MOST_LINES], *more)


def _bits(text: str, unread: list[bool], places: range) -> Iterable[Bit]:
    begin = places.start
    for place in places:
        if place + 1 == places.stop or unread[place + 1] != unread[place]:
            yield Bit(text[begin : place + 1], unread[place])
            begin = place + 1


# --- taking the cards ----------------------------------------------------------------------------


def _with_takes(
    part: ReadCards, deal: OpenDeal, cards: list[str], doubtful: Sequence[Piece]
) -> ReadCards:
    """The part with the buttons that take the cards. Cards that the hand cannot have are left out,
    and a note says so. While a piece is doubtful they say that it is left out, and are not the main
    button."""
    place = part.at.place_in(deal)
    held = () if place is None else deal.cards_at(place)
    deck, order = deal.edition.deck, deal.edition.order
    there = [card for card in dict.fromkeys(cards) if card in held and deck[card] == 1]
    more = [card for card in cards if card not in there]
    where = "reward" if place == REWARD else "hand"
    notes = list(part.notes)
    if there:
        notes.append(f"Already in the {where}: {', '.join(map(deal.edition.label, there))}.")
    if not held:
        these = "this card" if len(cards) == 1 else f"these {len(cards)} cards"
        wanted = [(f"Take {len(cards) if doubtful else these}", cards)]
    else:
        here = plural(len(held), "card")
        wanted = [(f"Replace the {here} here", cards)]
        if more:
            wanted.insert(0, (f"Add to the {here} here", [*held, *more]))
    takes: list[Take] = []
    refused = ""
    left = f", leave {_in_short(doubtful)} out" if doubtful else ""
    for label, wished in wanted:
        line = show(wished, order)
        tried = try_tap(deal, Posted(TypeLine(line), part.at))
        if isinstance(tried, Refused):
            refused = refused or tried.message
        else:
            value = f"{len(held)}{f'-{len(doubtful)}' if doubtful else ''}:{line}"
            takes.append(Take(label + left, value, main=not (takes or doubtful)))
    oops = part.oops or ("" if takes else refused)
    return part._replace(takes=tuple(takes), notes=tuple(notes), oops=oops)


def _in_short(pieces: Sequence[Piece]) -> str:
    """Up to two pieces of a text by their words, or how many there are."""
    if len(pieces) > MOST_NAMED:
        return f"{len(pieces)} other words"
    return " and ".join(shortened(" ".join(piece.text.split())) for piece in pieces)


def taking(deal: OpenDeal, sent: SentText) -> Posted | None:
    """The tap that takes the cards, if the text and the hand are still those that the button was
    shown for; None when there is something to look at first, and where monopolies are collected."""
    if not deal.has_goer:
        return None
    part = read_part(deal, sent.at, "", text=sent.text)
    if sent.take not in [take.value for take in part.takes]:
        return None
    left_out = [piece.text for piece in read_cards(deal.edition, sent.text).doubtful]
    line = sent.take.partition(":")[2]
    return Posted(TypeLine(line), sent.at, sent.version, sent.text, "\n".join(left_out))


def chosen_text(edition: Edition, sent: SentText) -> str:
    """The text with the cards that were chosen for a piece of it; the same text where that piece
    is not there any more."""
    start, _, rest = sent.means.partition(":")
    end, _, cards = rest.partition(":")
    wanted = tuple(filter(None, cards.split(",")))
    for piece in read_cards(edition, sent.text[:LONGEST]).pieces:
        there = (str(piece.start), str(piece.end)) == (start, end)
        if there and (not wanted or wanted in choices(edition, piece)):
            return chosen(edition, sent.text, piece, wanted)
    return sent.text


def swap_all(response: Response, target: str) -> Response:
    """The answer after cards were taken: htmx swaps all of `target`, and shows its beginning."""
    response.headers["HX-Retarget"] = f"#{target}"
    response.headers["HX-Reswap"] = f"outerHTML show:top showTarget:#{target}"
    return response


# --- how to do it --------------------------------------------------------------------------------

_SAY = "Say: tap the microphone on the keyboard."
_IPHONE = "hold a finger on the field, then AutoFill and Scan Text"
_ANDROID = "Scan text in the keyboard’s menu, or copy with Google Lens and paste"


def how_to() -> tuple[str, ...]:
    """How to dictate and how to scan with the phone that asks, as its browser names it."""
    agent = request.user_agent.string
    if "iPhone" in agent or "iPad" in agent:
        return (_SAY, f"Scan: {_IPHONE}.")
    if "Android" in agent:
        return (_SAY, f"Scan: {_ANDROID}.")
    return (_SAY, f"Scan: on an iPhone {_IPHONE}; on Android {_ANDROID}.")


def _example(edition: Edition) -> str:
    """A hand as somebody would say it, with cards of this box."""
    groups = [group for group in edition.groups if group.kind == "colour"]
    names = [edition.label(card) for card in groups[-1].cards]
    token = edition.roles["token"]
    return f"{' '.join(names)} {cards_said(edition, [token, token])}"

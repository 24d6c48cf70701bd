"""Cards as people and programs write them: ids, shorthand, and the refusal of what is neither.

A hand is a multiset of card ids (kebab-case strings such as ``park-lane``); it is passed around
as a sequence of ids, a card held twice standing in it twice.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

_TIMES = re.compile(r" ?[*×] ?| [xX] ?(?=\d)|(?<=\d) ?[xX] ")
MOST_OF_ONE_CARD = 99  # what ``token*N`` may ask for; the deck's own limit is judged later


class Refusal(ValueError):
    """Input that cannot be ruled on: the stable rule id, the message, and the cards concerned.

    The message names the card, the hand and the remedy (docs/rules.md 8). A hand that may not go
    out is not refused; that is a ruling.
    """

    def __init__(self, rule: str, message: str, cards: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.cards = tuple(cards)

    def as_json(self) -> dict[str, object]:
        """The refusal as the contract prints it."""
        return {"error": {"rule": self.rule, "message": self.message, "cards": list(self.cards)}}


def slug(text: str) -> str:
    """Kebab-case of what somebody typed: ``St. James Place`` gives ``st-james-place``."""
    text = text.casefold().replace("&", " and ").replace("'", "").replace("’", "")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def parse(
    text: str, deck: Iterable[str], groups: Mapping[str, Sequence[str]], aliases: Mapping[str, str]
) -> list[str]:
    """Card ids for a line of shorthand, in the order typed.

    Cards are parted by commas, semicolons or blanks. Each is a card id, a printed name, an
    alias, a group id (all cards of that group) or the beginning of exactly one of these, in any
    case; ``token*2``, ``token x2`` and ``2*token`` take it twice. Copies are not checked against
    the deck. Raises Refusal (``unknown-card``) naming what was typed and what it may have meant.
    """
    names = _vocabulary(deck, groups, aliases)
    cards: list[str] = []
    pieces = [" ".join(piece.split()) for piece in re.split(r"[,;\n]+", text)]
    while pieces:
        piece = pieces.pop(0)
        if not piece:
            continue
        if pieces and f"{slug(piece)}-{slug(pieces[0])}" in names:  # «The Angel, Islington»
            piece = f"{piece} {pieces.pop(0)}"
        try:  # a printed name may have blanks in it: «Park Lane»
            cards += _one(piece, names)
        except Refusal:
            words = _TIMES.sub("*", piece).split()
            if len(words) < 2:
                raise
            for word in words:
                cards += _one(word, names)
    return cards


def _vocabulary(
    deck: Iterable[str], groups: Mapping[str, Sequence[str]], aliases: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    names = {group: tuple(cards) for group, cards in groups.items()}
    names |= {card: (card,) for card in deck}
    # An alias never hides a card or a group.
    return {alias: (card,) for alias, card in aliases.items()} | names


def _one(piece: str, names: Mapping[str, tuple[str, ...]]) -> list[str]:
    word, times = piece, 1
    if match := re.fullmatch(r"(.+?)\s*(?:\*|×|\s[xX]\s?)\s*(\d{1,4})", word):
        word, times = match[1], int(match[2])
    elif match := re.fullmatch(r"(\d{1,4})\s*(?:\*|×|[xX]\s)\s*(.+)", word):
        word, times = match[2], int(match[1])
    if not 1 <= times <= MOST_OF_ONE_CARD:
        raise Refusal(
            "unknown-card", f"“{piece[:60]}”: a card can be taken 1 to {MOST_OF_ONE_CARD} times."
        )
    wanted = slug(word)
    if wanted in names:
        return list(names[wanted]) * times
    begins = bool(wanted) and not wanted.isdigit()  # «token 2» is not a token and the 2nd House
    matches = sorted(name for name in names if begins and name.startswith(wanted))
    meanings = {names[name] for name in matches}
    if len(meanings) == 1:
        return list(meanings.pop()) * times
    if matches:
        raise Refusal(
            "unknown-card",
            f"“{word[:60]}” could be {', '.join(matches[:6])}: type more of the name.",
        )
    raise Refusal(
        "unknown-card",
        f"This edition has no card “{word[:60]}”: check the spelling. The quick reference of this "
        "box has every card.",
        (wanted,) if wanted else (),
    )


def show(cards: Iterable[str], order: Mapping[str, int]) -> str:
    """One line of shorthand in deck order that `parse` reads back: ``park-lane, token*2``."""
    counts = Counter(cards)
    return ", ".join(
        card if counts[card] == 1 else f"{card}*{counts[card]}"
        for card in sorted(counts, key=lambda card: (order.get(card, len(order)), card))
    )

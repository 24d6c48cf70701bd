"""Which cards are not beyond doubt because of what stands beside them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from companion.rules.reading.small_print import (
    ARTICLES,
    DIRECTIONS,
    FIRST_NAMES,
    HEARD_AS_COUNTS,
    NEGATIONS,
    OWNERS,
)
from companion.rules.reading.span import UNREAD, Cards, Span, breaks
from companion.rules.reading.tokens import LINE, Word
from companion.rules.reading.vocabulary import Vocabulary

_SAYS_AGAIN = re.compile(
    r"\s*(?::?==?|[:(\[{]=?)\s*"
    r"|[ \t]*(?:[-=\u2013\u2014]*>|<[-=\u2013\u2014]*|[\u2190-\u21ff\u2798-\u27ff]\ufe0f?)\s*"
)
"""What stands before a card that may say again what stands before it: ``wild = boardwalk``,
``2 tokens: dog``, ``chance [hotel]``, ``chance -> hotel``. An arrow that begins a line does not."""


def doubted(known: Vocabulary, found: Sequence[Word], path: list[Span]) -> list[Span]:
    """The path, with the cards that are not sure marked so: those beside words that nobody knows,
    before an exception, behind the direction of another street or a word that may count them, those
    that may say again what stands before them or where it lies, emoji, and what is crossed out."""
    strange = [_strange(known, found, span) for span in path]
    after = list(path)
    owners: list[tuple[str, int]] = []
    for place, span in enumerate(path):
        owner = OWNERS.get(found[span.start].text)
        if owner and span.known and span.end > span.start + 1:
            owners.append((owner, span.end))
        if span.doubts_before:
            for before in range(place - 1, -1, -1):
                if breaks(found, path[before].end, span.end):
                    break
                after[before] = replace(after[before], sure=False)
                if path[before].cards:
                    break
        elif _is_left_over(found, span):
            _doubt_counts(found, after, place)
        if not span.cards:
            continue
        one = after[place]
        if owners and _are_of_another(found, owners, span):
            one = replace(one, sure=False)
        beside = path[place + 1 :], path[:place][::-1]
        if again := next(filter(None, (_named_again(known, span, near) for near in beside)), ()):
            one = replace(one, sure=False, ids=again)
        if place:
            one = _behind(known, found, path[place - 1], one)
        if any(may(known, found, path, place) for may in _MAY_MEAN_ELSE):
            one = replace(one, sure=False)
        if not span.whole and _beside(found, path, strange, place):
            one = replace(one, sure=False)
        if any(word.unsure for word in found[span.start : span.end]):
            one = replace(one, sure=False, ids=())
        after[place] = one
    return after


def joined(found: Sequence[Word], span: Span) -> bool:
    """Whether no line break, comma or more stands before a span."""
    return found[span.start].parted < LINE


def _strange(known: Vocabulary, found: Sequence[Word], span: Span) -> bool:
    """Whether a span is a word that nobody knows."""
    word = found[span.start]
    return (
        span.cost == UNREAD
        and word.text not in known.by_word
        and word.text not in NEGATIONS
        and word.number is None
    )


def _is_left_over(found: Sequence[Word], span: Span) -> bool:
    """Whether a span is a number that counts nothing."""
    return span.cost == UNREAD and found[span.start].number is not None


def _doubt_counts(found: Sequence[Word], path: list[Span], place: int) -> None:
    """Doubts the counts of a row that ends with one number too many: ``2 tokens 3 go 1`` may have
    them behind what they count. ``2 of them`` says that only 2 of the cards before it are meant,
    so those are in doubt too."""
    if [word.text for word in found[path[place].end : path[place].end + 1]] == ["of"]:
        before = next((at for at in range(place - 1, -1, -1) if path[at].cards), None)
        if before is not None and not breaks(found, path[before].end, path[place].end):
            path[before] = replace(path[before], sure=False)
    while place and not found[path[place].start].gap.strip() and joined(found, path[place]):
        place -= 1
        if found[path[place].start].number is None:
            return
        path[place] = replace(path[place], sure=False)


def _are_of_another(found: Sequence[Word], owners: Sequence[tuple[str, int]], span: Span) -> bool:
    """Whether these cards are held by another player than the first ones: ``I have Park Lane, she
    has Mayfair``. Who holds them is said for the rest of a line."""
    owner, place = owners[-1]
    return owner != owners[0][0] and not breaks(found, place, span.end)


def _behind(known: Vocabulary, found: Sequence[Word], before: Span, span: Span) -> Span:
    """The cards of a span, with the doubts that the span before it casts on them."""
    if before.cards and _SAYS_AGAIN.fullmatch(found[span.start].gap):
        return replace(span, sure=False)
    last = found[before.end - 1]
    numbered = last.ordinal is not None or last.number is not None
    a_group = any(one in known.groups for one in span.ids)
    beside = joined(found, span) or found[span.start].gap == "/"
    if before.cost == UNREAD and numbered and a_group and beside:
        return replace(span, sure=False)  # «first red», «2/3 reds»
    if not joined(found, span):
        return span
    if found[before.start].text in DIRECTIONS:
        return replace(span, sure=False)
    count = _may_count(found, before)
    if len(span.cards) == 1 and 1 < count <= known.edition.deck[span.cards[0]]:
        return replace(span, sure=False, others=(*span.others, span.cards * count), ids=())
    if count > 1 and a_group:
        return replace(span, sure=False)  # «2: reds»
    return span


def _may_be_a_player(
    known: Vocabulary, found: Sequence[Word], path: Sequence[Span], place: int
) -> bool:
    """Whether a beginning of a card's name may be a player's, for cards of another set follow:
    ``Virginia: Boardwalk``, and where it is a first name ``Mary, Park Lane, Mayfair``."""
    span, group_of = path[place], known.edition.group_of
    after = next((one for one in path[place + 1 :] if one.cards), None)
    card = span.cards[0]
    if after is None or len(span.cards) > 1 or card not in group_of:
        return False
    if span.end - span.start == len(known.edition.names[card].split()):
        return False
    if any(group_of.get(one) == group_of[card] for one in after.cards):
        return False
    if ":" in found[span.end].gap:
        return True
    first = span.start == 0 or found[span.start].parted == LINE
    return first and found[span.start].text in FIRST_NAMES and after.cards[0] in group_of


def _on_a_group(known: Vocabulary, found: Sequence[Word], path: Sequence[Span], place: int) -> bool:
    """Whether a property is said to lie on a group, as houses and tokens do: ``red on yellow`` may
    be two groups."""
    if place + 1 == len(path) or path[place].cards[-1] not in known.edition.group_of:
        return False
    where = path[place + 1]
    says_where = found[where.start].text == "on" and where.end > where.start + 1
    return where.known and says_where and joined(found, where)


def _may_say_where(
    known: Vocabulary, found: Sequence[Word], path: Sequence[Span], place: int
) -> bool:
    """Whether ``on`` stands before a group, in words that were taken for another card: ``houses on
    the reds`` sounds like ``house one``, but may say where the houses lie."""
    before = place - 1
    while before > 0 and _article(found, path[before]):
        before -= 1
    if before < 0 or path[place].cards[0] not in known.edition.group_of:
        return False
    beside = all(joined(found, one) for one in path[before + 1 : place + 1])
    return beside and bool(path[before].cards) and found[path[before].end - 1].text == "on"


_MAY_MEAN_ELSE = (_may_be_a_player, _on_a_group, _may_say_where)
"""What keeps the cards of a span from being beyond doubt, by the words and the path around it."""


def _may_count(found: Sequence[Word], span: Span) -> int:
    """The count that these words may be, though they are taken as something else: ``to`` may be
    two, and the number of a list, ``2:``, may count. 0: none."""
    word = found[span.end - 1]
    if word.listed:
        return word.number or 0
    return HEARD_AS_COUNTS.get(word.text, 0) if not span.cards and not span.known else 0


def _beside(
    found: Sequence[Word], path: Sequence[Span], strange: Sequence[bool], place: int
) -> bool:
    """Whether a word that nobody knows stands beside a span, or an article alone between them."""
    before, after = place - 1, place + 1
    while before >= 0 and _article(found, path[before]) and joined(found, path[before + 1]):
        before -= 1
    while after < len(path) and _article(found, path[after]) and joined(found, path[after]):
        after += 1
    if before >= 0 and strange[before] and joined(found, path[before + 1]):
        return True
    return after < len(path) and strange[after] and joined(found, path[after])


def _named_again(known: Vocabulary, span: Span, path: list[Span]) -> Cards:
    """The cards of a group that the first cards of `path` name again though the deck has them once:
    they may be those of the group that are meant. ``Stations King's Cross``, ``Whitehall pink``."""
    beside = next((one.cards for one in path if one.cards), ())
    whole = span.cards if len(span.cards) > 1 else ()
    return tuple(card for card in whole if card in beside and known.edition.deck[card] == 1)


def _article(found: Sequence[Word], span: Span) -> bool:
    return found[span.start].text in ARTICLES and span.known

"""Reading cards out of any text: what must hold of all texts, and how often noise is read right."""

import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.reading import KINDS, Goal, rates_of, reached
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.options import with_options
from companion.rules.reading.reader import (
    LONGEST,
    CardReading,
    choices,
    chosen,
    parse,
    read_cards,
)
from companion.rules.refusal import Refusal
from companion.rules.written import show
from tests.often import OFTEN, made_up_by, times

WORDS = [
    line
    for line in (Path(__file__).parent / "english_words.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
COLOURS = {"brown", "pink", "orange", "red", "yellow", "green"}
TOKENS = {"boot", "car", "dog", "hat", "horse", "iron", "ship", "shoe", "cannon", "token"}
ARE_CARDS = {
    "classic-us": COLOURS | TOKENS | {"go", "chance", "hotel", "stations"},
    "classic-uk": COLOURS | TOKENS | {"go", "chance", "hotel", "stations", "strand"},
    "deluxe": COLOURS | TOKENS | {"go", "chance", "hotel", "stations"},
    "winning-moves-2017": COLOURS | TOKENS | {"go", "hotel", "wild", "stations"},
    "express": COLOURS | {"go", "chance", "jail", "corners", "stations"},
}
"""The common English words that are cards or groups, and so are read without asking."""
HOUSES_BY_NAME = {"two-houses", "three-houses"}
"""Their printed names may be several cards with one house: they are asked about."""

EDITIONS = st.sampled_from(edition_ids()).map(load)


def held(edition: Edition) -> st.SearchStrategy[list[str]]:
    deck = [card for card, copies in edition.deck.items() for _ in range(copies)]
    return st.lists(st.sampled_from(range(len(deck))), max_size=12, unique=True).map(
        lambda places: [deck[place] for place in places]
    )


HANDS = EDITIONS.flatmap(lambda edition: st.tuples(st.just(edition), held(edition)))


def check_places(text: str, reading: CardReading) -> None:
    """Every piece is where it says, no two overlap, and every letter lies in one of them."""
    last = 0
    for piece in reading.pieces:
        assert last <= piece.start < piece.end
        assert text[piece.start : piece.end] == piece.text
        assert not any(map(is_letter, text[last : piece.start]))
        last = piece.end
    assert not any(map(is_letter, text[last:]))


def is_letter(sign: str) -> bool:
    """Whether a sign is a letter, a figure, or one that may count or stand for a card."""
    return sign.isalnum() or sign in "$£€½🎩🏠❌✓+&@"


def spelled(edition: Edition, card: str, draw: st.DataObject) -> str:
    """One of the ways to write a card."""
    short = [alias for alias, named in edition.aliases.items() if named == card and len(alias) <= 3]
    ways = [card, *short]
    if card not in HOUSES_BY_NAME:
        name = edition.names[card]
        ways += [name, name.upper(), name.lower(), name.replace("'", "’").replace(".", "")]
    return draw.draw(st.sampled_from(ways))


@settings(max_examples=times(300), deadline=None, database=None)
@given(HANDS, st.data())
def test_a_hand_written_in_any_way_is_that_hand(
    hand: tuple[Edition, list[str]], data: st.DataObject
) -> None:
    edition, cards = hand
    pieces = []
    for card, count in Counter(cards).items():
        ways = [f"{card}*{count}", f"{count} x {edition.names[card]}", f"{card} x{count}"]
        if card in HOUSES_BY_NAME:
            ways.pop(1)
        if count > 1 and data.draw(st.booleans()):
            pieces.append(data.draw(st.sampled_from(ways)))
        else:
            pieces += [spelled(edition, card, data) for _ in range(count)]
    marks = [data.draw(st.sampled_from([", ", " , ", "; ", "\n", ",", " / "])) for _ in pieces]
    text = "".join(piece + mark for piece, mark in zip(pieces, marks, strict=True))
    reading = read_cards(edition, text)
    assert Counter(reading.cards) == Counter(cards)
    assert reading.sure
    check_places(text, reading)


@settings(max_examples=times(150), deadline=None, database=None)
@given(HANDS)
def test_blanks_alone_part_the_names(hand: tuple[Edition, list[str]]) -> None:
    edition, cards = hand
    cards = [card for card in cards if card not in HOUSES_BY_NAME]
    reading = read_cards(edition, " ".join(edition.names[card] for card in cards))
    assert list(reading.cards) == cards
    assert reading.sure
    assert list(read_cards(edition, " ".join(cards)).cards) == cards


@pytest.mark.parametrize("edition_id", edition_ids())
def test_groups_aliases_and_names_are_what_they_name(edition_id: str) -> None:
    edition = load(edition_id)
    groups = {group.id: group.cards for group in edition.groups}
    for group in edition.groups:
        for text in (group.id, group.name, f"the {group.name}", f"all the {group.name}"):
            assert parse(edition, text) == list(group.cards)
    for alias, named in edition.aliases.items():
        assert parse(edition, alias) == list(groups.get(named, (named,)))
        assert parse(edition, alias.upper()) == list(groups.get(named, (named,)))


@settings(max_examples=times(200), deadline=None, database=None)
@given(EDITIONS, st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join))
def test_what_is_shown_as_read_is_read_again(edition: Edition, text: str) -> None:
    shown = show(read_cards(edition, text).cards, edition.order)
    again = read_cards(edition, shown)
    assert again.sure
    assert show(again.cards, edition.order) == shown


@settings(max_examples=times(500), deadline=None, database=None)
@given(EDITIONS, st.text(max_size=300))
def test_any_text_is_read_without_an_error(edition: Edition, text: str) -> None:
    reading = read_cards(edition, text)
    check_places(text, reading)
    assert set(reading.cards) <= set(edition.deck)
    assert all(len(piece.guesses) <= 3 for piece in reading.pieces)


WORDS_OF_HANDS = """
the a and no not two to of x * ( ) , . : £400 - all both on house houses first 1st token tokens
go jail chance park lane mayfair boardwalk red blue 3 99 1-3 pair twice times card but more 1.
get out free é مرحبا 🎉 🎩 🏠 ❌ [ ] ~red go~ ? || 2️⃣ ③
"""
PARTS = st.sampled_from([*WORDS_OF_HANDS.split(), "\n", "\u200b"])


@settings(max_examples=times(500), deadline=None, database=None)
@given(EDITIONS, st.lists(PARTS, max_size=40), st.sampled_from(["", " ", ", ", "\n"]))
def test_any_row_of_words_is_read_without_an_error(
    edition: Edition, parts: list[str], mark: str
) -> None:
    text = mark.join(parts)
    check_places(text, read_cards(edition, text))


PATTERNS = """
1|but 3|go|2 x|x2|house|houses 1 to 2|no red|🎉|a b|prak plaec|1st and|c.|park|2 x 2 *|on red,|the
token x|(1)|M|, 2
"""
OF_HANDS = """
go token red 2 x 1st house of no but a and prak kings c. (2) - * : £400 park lane
"""


def steps(text: str) -> int:
    """How many calls of functions it takes to read a text."""
    calls = 0

    def count(_frame: object, event: str, _of: object) -> None:
        nonlocal calls
        calls += event.endswith("call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read_cards(load("classic-us"), text)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.tries
def test_reading_takes_steps_in_proportion_to_the_length() -> None:
    """Whatever pattern of one to four words is repeated; a letter takes 2,000 steps at most."""
    random = made_up_by("patterns")
    patterns = [f"{pattern.strip()} " for pattern in PATTERNS.split("|")]
    patterns += [
        " ".join([*random.choices(OF_HANDS.split(), k=random.randint(1, 4)), ""])
        for _ in range(times(60))
    ]
    length = LONGEST // 2 if OFTEN else 300
    read_cards(load("classic-us"), "go")
    for pattern in patterns if OFTEN else random.sample(patterns, 8):
        half, whole = (steps((pattern * length)[:number]) for number in (length, 2 * length))
        assert whole < 2.5 * half + 5_000, pattern
        assert whole < 2_000 * length, pattern


LONG_TEXTS = [
    "go " * 3333, "a" * 10_000, "1st " * 2500, "\x00\x01\x7f" * 3000, "\u202egnortS\u202c " * 900,
    "🎉" * 10_000, "2 x 2 * " * 1200, "houses 1 to 2 " * 700, "no " * 3000, "é\u0301" * 5000,
]  # fmt: skip


@pytest.mark.tries
@pytest.mark.parametrize("number", range(len(LONG_TEXTS)))
def test_long_texts_are_read(number: int) -> None:
    """In `make test` with the cards of one box, in `make prove` with those of all."""
    boxes = edition_ids()
    for edition_id in boxes if OFTEN else [boxes[number % len(boxes)]]:
        check_places(LONG_TEXTS[number], read_cards(load(edition_id), LONG_TEXTS[number]))


@pytest.mark.tries
@pytest.mark.parametrize("edition_id", ARE_CARDS)
def test_no_common_word_is_a_card_but_those_that_are(edition_id: str) -> None:
    """In `make test` a twentieth of the words for each box, not the same; in `make prove` all."""
    words = WORDS if OFTEN else WORDS[[*ARE_CARDS].index(edition_id) :: 4 * len(ARE_CARDS)]
    edition = load(edition_id)
    sure = {word for word in words if any(piece.sure for piece in read_cards(edition, word).read)}
    assert sure <= ARE_CARDS[edition_id]
    said = {
        word
        for word in words
        if any(piece.sure for piece in read_cards(edition, f"so {word} then").read)
    }
    assert said <= ARE_CARDS[edition_id]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gren", "No card is called “gren”. Did you mean Green?"),
        ("mayfair, xyzzy", "No card is called “xyzzy”."),
        ("house", "Did you mean 1st House, 2nd House or 3rd House?"),
        ("park lane two houses", "“two houses” may be 1st House, 2nd House or"),
        ("park lane 1 2 3 hotel", "No card is called “1”."),
        ("pik ka dil ey", "Did you mean Piccadilly?"),  # four words of one name
        ("3 Chance", "“3 Chance” is too many. The deck has only two Chance cards."),
        ("seven tokens", "“seven tokens” is too many. The deck has only six tokens."),
        ("2 mayfair", "“2 mayfair” is too many. The deck has only one Mayfair."),
        ("100 tokens", "“100”: a card can be taken 1 to 99 times."),
        (
            "1: go\n2: token",
            "“token” may be Token or Token, Token. Write “token” or “token, token”.",
        ),
        ("reds, not strand", "No card is called “not strand”. Did you mean Strand?"),
        ("reds, strand", "“reds” includes Strand, which is named again. Name each card once."),
        (
            "houses 1\n2. mayfair",
            "“houses 1” may belong to the words beside it. Put a comma between any two cards.",
        ),
    ],
)
def test_what_is_not_sure_is_refused_with_the_guesses(text: str, message: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse(load("classic-uk"), text)
    assert message in refused.value.message
    assert refused.value.rule == "unknown-card"


def test_too_long_a_text_is_refused_before_it_is_read() -> None:
    edition = load("classic-uk")
    assert parse(edition, "go" + " " * (LONGEST - 2)) == ["go"]
    with pytest.raises(Refusal, match="too much text"):
        parse(edition, "go" + " " * (LONGEST - 1))


@pytest.mark.parametrize("edition_id", ["classic-uk", "winning-moves-2017"])
def test_what_may_be_several_cards_is_refused_with_what_can_be_written(edition_id: str) -> None:
    edition = load(edition_id)
    with pytest.raises(Refusal, match=r"“Two Houses” may be .*\. Write ") as refused:
        parse(edition, "Two Houses")
    (piece,) = read_cards(edition, "Two Houses").read
    written = re.findall("“(.*?)”", refused.value.message.rpartition(" Write ")[2])
    assert [tuple(parse(edition, text)) for text in written] == [piece.cards, *piece.choices]


# text, the cards that are beyond doubt, the pieces that are asked about
ASKED = [
    ("two, of the token", "token", "two"),  # a comma ends a count
    ("mayfair 100", "", "mayfair|100"),  # an amount or a count
    ("99 tokens", "", "99|tokens"),
    ("(2) token", "token token", ""),
    ("token thrice", "token token token", ""),
    ("99", "", ""),  # an amount alone on its line
    ("token: 100.", "token", ""),
    ("hotel 1234", "", "hotel|1234"),
    ("hotel £123", "hotel", ""),
    ("1st, to 3rd house", "", "1st|to|3rd house"),  # a comma ends a range
    ("house 1 to 3", "", "house 1 to 3"),  # a phone may have heard “two” as “to”
    ("house 2 - house 4", "", "house 2 - house 4"),
    ("houses 1 and 3", "house-1 house-3", ""),
    ("houses 1; 2", "", "houses 1|2"),
    ("houses 1\n2. mayfair", "mayfair", "houses 1"),  # the number of a list
    ("house\n2. mayfair", "mayfair", "house"),
    ("houses 1, 2, 3 go", "", "houses 1, 2, 3 go"),  # the last number may count
    ("house £2", "", "house"),
    ("4th house one more", "", "4th house|one|more"),
    ("mayfair except chance", "", "mayfair|except chance"),
    ("houses 1 to 3 but not mayfair", "", "houses 1 to 3|but|not mayfair"),
    ("reds, no kentucky", "strand fleet-street trafalgar-square", "no|kentucky"),  # another box
    ("stations kings cross", "kings-cross-station", "stations"),  # a set and a card of it
    ("oranges, bow street", "bow-street", "oranges"),
    ("whitehall pink", "whitehall", "pink"),
    ("dark blue h1, h1", "park-lane mayfair house-1 house-1", ""),  # the deck has two
    ("mayfairtoken", "", "mayfairtoken"),  # two names in one word
    ("mayfairiron", "", "mayfairiron"),
    ("hotel 🐶", "", "hotel|🐶"),
    ("northum, avenue", "northumberland-avenue", "avenue"),  # a comma ends a beginning
    ("regent streat", "regent-street", ""),  # one letter, and no other name is near
    ("MAYFAlR", "", "MAYFAlR"),  # too short a name
    ("wrotehall", "", "wrotehall"),
    ("rlboroxgh stxeet", "", "rlboroxgh stxeet"),
]


@pytest.mark.parametrize(("text", "cards", "asked"), ASKED, ids=[text for text, _, _ in ASKED])
def test_whatever_is_not_plain_is_asked_about(text: str, cards: str, asked: str) -> None:
    reading = read_cards(load("classic-uk"), text)
    assert [card for piece in reading.read if piece.sure for card in piece.cards] == cards.split()
    assert [piece.text for piece in reading.doubtful] == [*filter(None, asked.split("|"))]


@pytest.mark.parametrize(
    ("edition_id", "text", "offered"),
    [
        ("classic-us", "boardwalk", []),
        ("classic-us", "xyzzy", []),
        ("classic-us", "O", ["b-and-o-railroad"]),
        ("classic-uk", "hoteltoken", ["token"]),
        ("winning-moves-2017", "One H0use", ["one-house"]),
        ("classic-uk", "4 hd House", ["house-4", "house-3", "house-2"]),  # three at most
        ("classic-uk", "1 house", ["house-1", "house-2"]),
        ("classic-uk", "2 houses", ["house-1 house-2", "house-1 house-1", "house-2 house-2"]),
        ("classic-uk", "house 1 to house 3", ["house-1 house-2 house-3", "house-1 house-3"]),
        (
            "classic-uk",
            "houses 1, 2, 3 go",
            ["house-1 house-2 house-3 go", "house-1 house-2 go go go"],
        ),
        ("express", "ail", []),  # three letters of which the first is missing
    ],
)
def test_what_is_offered_for_a_piece(edition_id: str, text: str, offered: list[str]) -> None:
    edition = load(edition_id)
    (piece,) = read_cards(edition, text).pieces
    assert [" ".join(cards) for cards in choices(edition, piece)] == offered


def test_names_that_are_near_another_one_together_stay_what_they_are() -> None:
    cards = read_cards(load("express"), "go go jail then").cards
    assert list(cards) == ["go", "go", "jail"]


def test_a_beginning_of_any_number_of_words_is_the_name() -> None:
    (piece,) = read_cards(load("winning-moves-2017"), "get out of jail fr").read
    assert (piece.cards, piece.sure) == (("get-out-of-jail-free",), True)


@pytest.mark.parametrize(
    "text",
    ["(1) go\n(2) token\n(3) hotel\n(4) first house", "1 - go\n2 - token\n3 - go", "1: go\n2: go"],
)
def test_a_list_stays_one_when_its_cards_are_chosen(text: str) -> None:
    """The number before a card that is not chosen yet is not taken for its count."""
    edition = load("classic-us")
    number = len(read_cards(edition, text).cards)
    while doubtful := [piece for piece in read_cards(edition, text).read if not piece.sure]:
        text = chosen(edition, text, doubtful[0], choices(edition, doubtful[0])[0])
    assert len(read_cards(edition, text).cards) == number


def test_what_is_chosen_stands_below_by_its_name_and_a_tick_in_its_place() -> None:
    edition, text = load("classic-uk"), "strand, 1 house, go"
    piece = read_cards(edition, text).read[1]
    assert chosen(edition, text, piece, ("house-1",)) == "strand, ✓, go\n\n1st House"
    assert chosen(edition, text, piece, ()) == "strand, ✓, go"
    (piece,) = read_cards(edition, "house").unread
    assert chosen(edition, "house", piece, ("house-1",)) == "1st House"


def test_forty_pieces_of_a_text_get_guesses() -> None:
    pieces = read_cards(load("classic-uk"), "house; " * 42).unread
    assert [bool(piece.guesses) for piece in pieces] == [True] * 40 + [False] * 2


@pytest.mark.parametrize(("goal", "wrong"), KINDS, ids=[kind[0].name for kind in KINDS])
def test_noise_is_read_as_often_as_it_must_be(goal: Goal, wrong: float) -> None:
    found = rates_of(goal, wrong, "test", 100)
    assert reached(goal, found), found


def test_a_table_with_more_cards_reads_more_and_the_others_do_not() -> None:
    box = load("classic-uk")
    six = with_options(box, {"copies": {"hotel": 6}})
    assert read_cards(six, "6 hotels").cards == ("hotel",) * 6
    assert not read_cards(box, "6 hotels").sure

"""Reading cards out of any text: what must hold of all texts, and how often noise is read right."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.reading import KINDS, Goal, rates_of, reached
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.hand import Refusal, show
from companion.rules.reading.choose import choices, chosen
from companion.rules.reading.reader import CardReading, complaint, parse, read_cards
from tests.often import OFTEN, times

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
    """Every piece is where it says, and no two overlap."""
    last = 0
    for piece in reading.pieces:
        assert last <= piece.start < piece.end
        assert text[piece.start : piece.end] == piece.text
        last = piece.end


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
@pytest.mark.parametrize("edition_id", edition_ids())
def test_no_common_word_is_a_card_but_those_that_are(edition_id: str) -> None:
    """In `make test` a twentieth of the words for each box, not the same; in `make prove` all."""
    words = WORDS if OFTEN else WORDS[edition_ids().index(edition_id) :: 4 * len(edition_ids())]
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
        (
            "park lane 1 2 3 hotel",
            "“1 2 3” may be 1st House, 2nd House, 3rd House. Write “house-1, ",
        ),
        ("pik ka dil ey", "Did you mean Piccadilly?"),  # four words of one name
        ("3 Chance", "“3 Chance” is too many. The deck has only 2 Chance cards."),
        ("seven tokens", "“seven tokens” is too many. The deck has only 6 tokens."),
        ("2 mayfair", "“2 mayfair” is too many. The deck has only one Mayfair."),
        (
            "1: go\n2: token",
            "“token” may be Token or Token, Token. Write “token” or “token, token”.",
        ),
        (
            "reds, not strand",
            "“reds, not strand” may be Fleet Street, Trafalgar Square or Strand, ",
        ),
        ("not strand, reds", "No card is called “not strand”. Did you mean Strand?"),
    ],
)
def test_what_is_not_sure_is_refused_with_the_guesses(text: str, message: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse(load("classic-uk"), text)
    assert message in refused.value.message
    assert refused.value.rule == "unknown-card"


@pytest.mark.parametrize("edition_id", ["classic-uk", "winning-moves-2017"])
def test_what_may_be_several_cards_is_refused_with_what_can_be_written(edition_id: str) -> None:
    edition = load(edition_id)
    with pytest.raises(Refusal, match=r"“Two Houses” may be .*\. Write ") as refused:
        parse(edition, "Two Houses")
    (piece,) = read_cards(edition, "Two Houses").read
    written = re.findall("“(.*?)”", refused.value.message.rpartition(" Write ")[2])
    assert [tuple(parse(edition, text)) for text in written] == [piece.cards, *piece.choices]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("mayfairtoken", ["mayfair", "token"]),
        ("tokenmayfair", ["token", "mayfair"]),
        ("mayfairiron", []),
        ("ironmayfair", []),
    ],
)
def test_two_names_in_one_word_are_read_where_both_have_five_letters(
    text: str, cards: list[str]
) -> None:
    assert list(read_cards(load("classic-uk"), text).cards) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        pytest.param("#2 house", ["house-2"], id="a number sign before the first word"),
        pytest.param("hotel\nchance £100", ["hotel", "chance"], id="an amount behind a card"),
        pytest.param("house £100\nhotel £500", [], id="a price list"),
        pytest.param("two, of the token", ["token"], id="a comma behind a number"),
        pytest.param("mayfair, house £100\nhotel £500", ["mayfair"], id="a card and a price list"),
        pytest.param("house £100\nhotel", ["hotel"], id="a price list and a card behind it"),
        pytest.param("house £100\nhotel chance", ["hotel", "chance"], id="cards without a price"),
        pytest.param("house £100\nthe\nangel £500", [], id="a price list of broken lines"),
    ],
)
def test_signs_and_amounts_say_what_is_a_card(text: str, cards: list[str]) -> None:
    reading = read_cards(load("classic-uk"), text)
    assert list(reading.cards) == cards
    assert all(piece.sure for piece in reading.read)


@pytest.mark.parametrize(
    ("text", "cards", "asked"),
    [
        pytest.param("mayfair 100", ["mayfair"], [], id="100 is an amount"),
        pytest.param("99 tokens", ["token"] * 99, ["99 tokens"], id="99 of a card, no more"),
        pytest.param(
            "mayfair except chance",
            ["mayfair"],
            ["mayfair", "except chance"],
            id="an exception doubts the first card",
        ),
        pytest.param("house 1 to 3", ["house-1", "house-2", "house-3"], [], id="a range of houses"),
        pytest.param(
            "1st, to 3rd house", ["house-3"], ["1st", "to", "3rd house"], id="a comma ends a range"
        ),
        pytest.param("houses 1 and 3", ["house-1", "house-3"], [], id="two houses, no range"),
        pytest.param("houses 1; 2", ["house-1"], ["2"], id="a semicolon ends the houses"),
        pytest.param(
            "houses 1\n2. mayfair", ["house-1", "mayfair"], [], id="the number of a list, no house"
        ),
        pytest.param("house\n2. mayfair", ["mayfair"], ["house"], id="the number after a house"),
        pytest.param("house £2", [], ["house"], id="an amount is no number of a house"),
        pytest.param("(2) token", ["token"] * 2, [], id="a number in brackets is no list"),
        pytest.param("99", [], ["99"], id="99 alone is no amount"),
        pytest.param("token: 100.", [], ["token: 100"], id="100 of a card are too many"),
        pytest.param("token thrice", ["token"] * 3, [], id="thrice"),
        pytest.param(
            "4th house one more", ["house-4"], ["one", "more"], id="a number behind a house"
        ),
        pytest.param(
            "northum, avenue", ["northumberland-avenue"], ["avenue"], id="a comma ends a beginning"
        ),
    ],
)
def test_numbers_count_name_houses_or_are_asked_about(
    text: str, cards: list[str], asked: list[str]
) -> None:
    reading = read_cards(load("classic-uk"), text)
    assert list(reading.cards) == cards
    doubtful = [piece for piece in reading.pieces if not piece.sure or piece in reading.unread]
    assert [piece.text for piece in doubtful] == asked


@pytest.mark.parametrize(
    ("edition_id", "text", "offered"),
    [
        pytest.param("classic-us", "boardwalk", [], id="a card beyond doubt"),
        pytest.param("classic-us", "xyzzy", [], id="nothing is near"),
        pytest.param("classic-us", "O", [["b-and-o-railroad"]], id="unread: the guesses"),
        pytest.param("classic-uk", "hoteltoken", [["hotel", "token"]], id="unsure: what was read"),
        pytest.param(
            "classic-uk", "2 monopoly", [["mr-monopoly"], ["mr-monopoly"] * 2], id="one or two"
        ),
        pytest.param(
            "classic-uk", "4 monopoly", [["mr-monopoly"], ["mr-monopoly"] * 4], id="all there are"
        ),
        pytest.param("classic-uk", "5 monopoly", [["mr-monopoly"]], id="more than there are"),
        pytest.param("winning-moves-2017", "One H0use", [["one-house"]], id="one of a card"),
        pytest.param(
            "classic-uk",
            "4 hd House",
            [["house-2"], ["house-2"] * 4, ["house-3"]],
            id="three at most, the likeliest first",
        ),
        pytest.param("express", "ail", [], id="three letters of which the first is missing"),
    ],
)
def test_what_is_offered_for_a_piece(edition_id: str, text: str, offered: list[list[str]]) -> None:
    edition = load(edition_id)
    (piece,) = read_cards(edition, text).pieces
    assert [list(cards) for cards in choices(edition, piece)] == offered


@pytest.mark.parametrize(
    ("edition_id", "text", "offered"),
    [
        ("winning-moves-2017", "go to wild", [["wild"], ["wild"] * 2]),
        ("classic-us", "go too boardwalk", [["boardwalk"]]),
    ],
)
def test_a_card_behind_what_may_be_a_heard_count_is_one_or_so_many(
    edition_id: str, text: str, offered: list[list[str]]
) -> None:
    edition = load(edition_id)
    card = read_cards(edition, text).pieces[-1]
    assert [list(cards) for cards in choices(edition, card)] == offered


def test_names_that_are_near_another_one_together_stay_what_they_are() -> None:
    cards = read_cards(load("express"), "go go jail then").cards
    assert list(cards) == ["go", "go", "jail"]


def test_a_beginning_of_any_number_of_words_is_the_name() -> None:
    (piece,) = read_cards(load("winning-moves-2017"), "get out of jail fr").read
    assert (piece.cards, piece.sure) == (("get-out-of-jail-free",), True)


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("1 house", [["house-1"], ["house-2"]]),
        ("4 houses", [["house-1"] * 4, ["house-2"] * 4]),
    ],
)
def test_a_number_of_houses_may_be_as_many_of_one_number(
    text: str, choices: list[list[str]]
) -> None:
    (piece,) = read_cards(load("classic-uk"), text).read
    assert not piece.sure
    assert [list(cards) for cards in piece.choices] == choices


@pytest.mark.parametrize(
    ("edition_id", "text", "cards"),
    [
        pytest.param(
            "classic-us",
            "readingrailro hat",
            [["reading-railroad"], ["token"]],
            id="a name of three letters is a card of its own",
        ),
        pytest.param(
            "winning-moves-2017",
            "ship ginia avenue",
            [["virginia-avenue"]],
            id="one of four letters may be part of a misspelled name",
        ),
        pytest.param("classic-us", "boaaardwalk", [["boardwalk"]], id="a letter three times"),
        pytest.param("classic-us", "boaaafdwalk", [], id="and another one wrong is too much"),
        pytest.param(
            "classic-uk",
            "rlboroxgh stxeet",
            [["marlborough-street"]],
            id="two letters missing at the beginning, two wrong",
        ),
    ],
)
def test_a_misspelled_name_is_one_piece(edition_id: str, text: str, cards: list[list[str]]) -> None:
    assert [list(piece.cards) for piece in read_cards(load(edition_id), text).read] == cards


def test_houses_before_an_exception_are_all_asked_about() -> None:
    edition = load("classic-uk")
    (houses,) = read_cards(edition, "houses 1 to 3 but not mayfair").read
    assert not houses.sure
    assert "“houses 1 to 3” may belong to the words beside it." in complaint(edition, houses)


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        pytest.param("house 2 - house 4", (("house-2", "house-4"),), id="a dash between two cards"),
        pytest.param("house 1 to house 3", (("house-1", "house-3"),), id="two heard as to"),
        pytest.param("house 4-house 2", (), id="from above"),
    ],
)
def test_a_row_of_houses_may_be_its_two_ends(text: str, choices: tuple[tuple[str, ...]]) -> None:
    (row,) = read_cards(load("classic-uk"), text).read
    assert len(row.cards) == 3
    assert row.choices == choices
    assert row.sure is (not choices)


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        pytest.param("stations kings cross", "stations", id="stations of which one is named"),
        pytest.param("oranges, bow street", "oranges", id="a set and one of its cards"),
        pytest.param("whitehall pink", "pink", id="a card and its colour"),
        pytest.param("mayfair and dark blue", "dark blue", id="a card and its set"),
        pytest.param("kings rr", "rr", id="a station and its short sign"),
        pytest.param("dark blue h1, h1", "", id="a card that the deck has again"),
        pytest.param("oranges, mayfair", "", id="another card"),
        pytest.param("mayfair, oranges", "", id="another card before"),
    ],
)
def test_a_set_and_one_of_its_cards_again_are_asked_about(text: str, doubted: str) -> None:
    edition = load("classic-uk")
    reading = read_cards(edition, text)
    assert [piece.text for piece in reading.read if not piece.sure] == [doubted] * bool(doubted)
    assert not reading.unread
    for piece in reading.read:
        said = "is named again. Name each card once." in complaint(edition, piece)
        assert said is not piece.sure


@pytest.mark.parametrize(
    "text",
    [
        "card 1: go\ncard 2: token\ncard 3: hotel\ncard 4: first house",
        "Card #1 go Card #2 token Card #3 chance",
        "1 - go\n2 - token\n3 - go",
        "1: go\n2: token\n3: go",
    ],
)
def test_a_list_stays_one_when_its_cards_are_chosen(text: str) -> None:
    """The number before a card that is not chosen yet is not taken for its count."""
    edition = load("classic-us")
    number = len(read_cards(edition, text).cards)
    while doubtful := [one for one in read_cards(edition, text).read if not one.sure]:
        text = chosen(edition, text, doubtful[0], choices(edition, doubtful[0])[0])
    assert len(read_cards(edition, text).cards) == number


def test_a_card_that_is_chosen_is_written_by_its_name() -> None:
    edition, text = load("classic-uk"), "strand, 1 house"
    piece = read_cards(edition, text).read[1]
    assert chosen(edition, text, piece, ("mayfair", "house-1")) == "strand,\nMayfair,\n1st House"


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("chance, hat", [True]),
        ("chance hat", [False]),  # a token of other boxes, too short to be known as one
        ("chance iron", [True]),
    ],
)
def test_a_short_name_of_another_box_is_a_word_nobody_knows(text: str, sure: list[bool]) -> None:
    assert [piece.sure for piece in read_cards(load("express"), text).read] == sure


@pytest.mark.parametrize(
    ("edition_id", "text", "pieces"),
    [
        pytest.param("classic-uk", "hotel 🐶", ["hotel", "🐶"], id="a dog face is a dog"),
        pytest.param("classic-uk", "🏎️ hotel", ["🏎️", "hotel"], id="a racing car"),
        pytest.param("classic-uk", "hotel 🚗", ["hotel", "🚗"], id="an automobile is a car"),
        pytest.param("winning-moves-2017", "hotel 😂", ["hotel"], id="“of” is no name"),
        pytest.param("express", "chance 🐶", ["chance"], id="a box without tokens"),
    ],
)
def test_an_emoji_is_a_piece_where_it_shows_a_card(
    edition_id: str, text: str, pieces: list[str]
) -> None:
    assert [piece.text for piece in read_cards(load(edition_id), text).pieces] == pieces


@pytest.mark.parametrize(
    ("text", "cards", "sure"),
    [
        ("hotel 1234", 5, False),
        ("hotel 234", 4, False),
        ("hotel 124", 1, True),  # no row: an amount
        ("hotel £123", 1, True),
        ("hotel 12345", 1, False),  # there is no 5th House, and it is longer than an amount
    ],
)
def test_houses_that_are_written_as_one_number_are_asked_about(
    text: str, cards: int, sure: bool
) -> None:
    reading = read_cards(load("classic-uk"), text)
    assert (len(reading.cards), reading.sure) == (cards, sure)


def test_forty_pieces_of_a_text_get_guesses() -> None:
    pieces = read_cards(load("classic-uk"), "house; " * 42).unread
    assert [bool(piece.guesses) for piece in pieces] == [True] * 40 + [False] * 2


@pytest.mark.parametrize(("goal", "wrong"), KINDS, ids=[kind[0].name for kind in KINDS])
def test_noise_is_read_as_often_as_it_must_be(goal: Goal, wrong: float) -> None:
    found = rates_of(goal, wrong, "test", 100)
    assert reached(goal, found), found


@pytest.mark.parametrize(
    ("edition_id", "text", "sure"),
    [
        ("classic-uk", "regent streat", True),  # four letters from Vine Street
        ("classic-uk", "vine streat", False),  # three letters from Fleet Street
        ("classic-uk", "bond streat", False),
    ],
)
def test_a_misspelled_name_is_sure_if_no_other_name_is_three_letters_away(
    edition_id: str, text: str, sure: bool
) -> None:
    reading = read_cards(load(edition_id), text)
    assert len(reading.cards) == 1
    assert reading.sure == sure


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        pytest.param("literranean avenue", ["mediterranean-avenue"], id="three missing, one alike"),
        pytest.param("tlerranean avenue", [], id="three missing, two alike"),
    ],
)
def test_a_long_name_may_have_four_wrong_letters(text: str, cards: list[str]) -> None:
    assert list(read_cards(load("classic-us"), text).cards) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("boardwalkchance", ("boardwalk", "chance")),
        ("chanceboardwalk", ("chance", "boardwalk")),
        ("boardwalkjail", ()),  # four letters are too short to be found in a word
        ("jailboardwalk", ()),
    ],
)
def test_two_names_in_one_word_are_asked_about(text: str, cards: tuple[str, ...]) -> None:
    reading = read_cards(load("express"), text)
    assert reading.cards == cards
    assert not reading.sure


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        pytest.param(
            "houses 1, 2, 3 go",
            ["house-1 house-2 house-3 go", "house-1 house-2 go go go"],
            id="a card",
        ),
        pytest.param(
            "houses 1, 2 stations",
            [
                "house-1 house-2 kings-cross-station marylebone-station fenchurch-street-station "
                "liverpool-street-station"
            ],
            id="a group of another number",
        ),
        pytest.param(
            "houses 1, 2, 3 pinks",
            [
                "house-1 house-2 house-3 pall-mall whitehall northumberland-avenue",
                "house-1 house-2 pall-mall whitehall northumberland-avenue",
            ],
            id="a group of so many",
        ),
    ],
)
def test_the_last_number_of_a_row_may_count_what_follows(text: str, choices: list[str]) -> None:
    reading = read_cards(load("classic-uk"), text)
    assert reading.sure is (len(choices) == 1)
    first = reading.read[0]
    taken = [reading.cards, *(first.choices if not reading.sure else ())]
    assert [" ".join(cards) for cards in taken] == choices

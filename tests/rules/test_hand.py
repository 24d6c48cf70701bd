"""Cards as people type them: ids, printed names, beginnings, counts, and what is refused."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.reading.reader import parse
from companion.rules.reading.spans import MOST_OF_ONE_CARD
from companion.rules.refusal import Refusal, shortened
from companion.rules.written import show, slug

UK = "classic-uk"
US = "classic-us"
WM = "winning-moves-2017"
EX = "express"


def read(edition: Edition, text: str) -> list[str] | None:
    """The cards of this line; None when it is refused, which is as an unknown card."""
    try:
        return parse(edition, text)
    except Refusal as refused:
        if refused.rule != "unknown-card" or not refused.message:
            raise
        return None


def refusal(edition_id: str, text: str) -> Refusal:
    """The refusal of this line; fails when it is read."""
    with pytest.raises(Refusal) as caught:
        parse(load(edition_id), text)
    assert caught.value.rule == "unknown-card"
    return caught.value


@pytest.mark.parametrize(
    ("text", "kebab"),
    [
        ("Park Lane", "park-lane"),
        ("St. James Place", "st-james-place"),
        ("King's Cross Station", "kings-cross-station"),
        ("King\u2019s Cross Station", "kings-cross-station"),
        ("B. & O. Railroad", "b-and-o-railroad"),
        ("B&O Railroad", "b-and-o-railroad"),
        ("The Angel, Islington", "the-angel-islington"),
        ("  house_1 ", "house-1"),
        ("—", ""),
        ("", ""),
    ],
)
def test_slug(text: str, kebab: str) -> None:
    assert slug(text) == kebab


@pytest.mark.parametrize(
    ("edition_id", "text", "cards"),
    [
        pytest.param(edition_id, text, cards.split(), id=f"{name}: {text!r}")
        for name, edition_id, text, cards in [
            ("empty", UK, "", ""),
            ("empty", UK, "  ,; \n\t, ", ""),
            ("id", UK, "park-lane", "park-lane"),
            ("id", WM, "get-out-of-jail-free", "get-out-of-jail-free"),
            ("id-in-any-case", UK, "Park-LANE", "park-lane"),
            ("ids-parted-by-commas", UK, "park-lane,mayfair, house-1", "park-lane mayfair house-1"),
            ("ids-parted-by-blanks", UK, "park-lane mayfair house-1", "park-lane mayfair house-1"),
            ("mixed", UK, "go;mayfair, token\nhouse-1\t hotel", "go mayfair token house-1 hotel"),
            ("mixed", UK, "Park Lane; mayfair token*2, go", "park-lane mayfair token token go"),
            ("order-as-typed", UK, "token mayfair go token", "token mayfair go token"),
            ("printed-name", UK, "Park Lane", "park-lane"),
            ("printed-name", US, "St. James Place", "st-james-place"),
            ("printed-name", US, "b. & o. railroad", "b-and-o-railroad"),
            ("printed-name", UK, "King\u2019s Cross Station", "kings-cross-station"),
            ("printed-name", UK, "1st House, 2nd house", "house-1 house-2"),
            ("printed-name", WM, "Get Out of Jail Free", "get-out-of-jail-free"),
            ("printed-name-with-comma", UK, "The Angel, Islington", "the-angel-islington"),
            ("printed-name-with-comma", UK, "go, The Angel, Islington, go",
             "go the-angel-islington go"),
            ("beginning", UK, "mayf", "mayfair"),
            ("beginning", WM, "free p", "free-parking"),
            ("beginning", UK, "picc", "piccadilly"),
            ("beginning", UK, "park la", "park-lane"),
            ("beginning", UK, "the angel", "the-angel-islington"),
            ("beginning", US, "st. ja", "st-james-place"),
            ("beginning", WM, "get out", "get-out-of-jail-free"),
            ("beginning-of-a-group", UK, "dark b", "park-lane mayfair"),
            ("id-before-longer-ones", WM, "go", "go"),
            ("id-before-longer-ones", EX, "go", "go"),
            ("count-after", UK, "token*2", "token token"),
            ("count-after", UK, "token * 2", "token token"),
            ("count-after", UK, "token\u00d72", "token token"),
            ("count-after", UK, "token x2", "token token"),
            ("count-after", UK, "token X 2", "token token"),
            ("count-before", UK, "2*token", "token token"),
            ("count-before", UK, "2 * token", "token token"),
            ("count-before", UK, "2x token", "token token"),
            ("count-before", UK, "2 x token", "token token"),
            ("count-of-one", UK, "token*1", "token"),
            ("count-of-a-name", UK, "1st House x2", "house-1 house-1"),
            ("count-of-an-id-with-a-number", UK, "house-1*2", "house-1 house-1"),
            ("counts-among-blanks", UK, "2 x go mayfair 2*token", "go go mayfair token token"),
            ("counts-among-blanks", UK, "h1 token*2 go", "house-1 token token go"),
            ("group", UK, "dark-blue", "park-lane mayfair"),
            ("group", UK, "Dark Blue", "park-lane mayfair"),
            ("group", US, "brown", "mediterranean-avenue baltic-avenue"),
            ("group", UK, "utilities go", "electric-company water-works go"),
            ("group", EX, "corners", "go jail free-parking go-to-jail"),
            ("alias", UK, "h1 h2 h3 h4 t c mm", "house-1 house-2 house-3 house-4 token chance "
             "mr-monopoly"),
            ("alias", US, "h1, t*2, c", "house-1 token token chance"),
            ("alias", "deluxe", "mm", "mr-monopoly"),
            ("alias", WM, "h1 h2 h3 t w fp gtj jf", "one-house two-houses three-houses token wild "
             "free-parking go-to-jail get-out-of-jail-free"),
            ("alias", EX, "c cc ru", "chance community-chest rich-uncle"),
            ("more-than-the-deck-holds", UK, "mayfair*3", "mayfair mayfair mayfair"),
        ]
    ],
)  # fmt: skip
def test_a_line_is_read(edition_id: str, text: str, cards: list[str]) -> None:
    assert parse(load(edition_id), text) == cards


@pytest.mark.parametrize(
    ("edition_id", "text", "candidates"),
    [
        (UK, "house", ("house-1", "house-2", "house-3", "house-4")),
        (UK, "go, house", ("house-1", "house-2", "house-3", "house-4")),
        (UK, "mar", ("marlborough-street", "marylebone-station")),
        (UK, "mar*2", ("marlborough-street", "marylebone-station")),
        (UK, "white", ("whitechapel-road", "whitehall")),
        (US, "st", ("st-charles-place", "st-james-place", "states-avenue")),
        (US, "pennsylvania", ("pennsylvania-avenue", "pennsylvania-railroad")),
        (WM, "g", ("get-out-of-jail-free", "go-to-jail", "green")),
    ],
)
def test_a_beginning_of_several_names_is_refused_with_the_candidates(
    edition_id: str, text: str, candidates: tuple[str, ...]
) -> None:
    edition, message = load(edition_id), refusal(edition_id, text).message
    named = [candidate for candidate in candidates if edition.label(candidate) in message]
    assert len(named) == min(3, len(candidates)) or len(text) < 3


@pytest.mark.parametrize(
    ("edition_id", "text", "word", "cards"),
    [
        (UK, "boardwalk", "boardwalk", ("boardwalk",)),
        (US, "mayfair", "mayfair", ("mayfair",)),
        (UK, "wild", "wild", ("wild",)),
        (WM, "chance", "chance", ("chance",)),
        (WM, "house-1", "house-1", ("house-1",)),
        (EX, "token", "token", ("token",)),
        (EX, "utilities", "utilities", ("utilities",)),
        (UK, "mayfair, Bakerloo Line", "Bakerloo Line", ("bakerloo-line",)),
        (UK, "mayfair xyzzy go", "xyzzy", ("xyzzy",)),
        (UK, "mayfairs", "mayfairs", ("mayfairs",)),
        (UK, "go 9", "go 9", ("go-9",)),
        (UK, "token x2 go", "token x2 go", ("token-x2-go",)),
        (UK, "dark-blue*2", "dark-blue*2", ("dark-blue-2",)),
        (UK, "stations x2", "stations x2", ("stations-x2",)),
        (UK, "3", "3", ("3",)),
        (UK, "*2", "*", ()),
    ],
)
def test_an_unknown_word_is_refused_by_name(
    edition_id: str, text: str, word: str, cards: tuple[str, ...]
) -> None:
    refused = refusal(edition_id, text)
    assert f"“{word}”" in refused.message
    assert refused.cards == cards


@pytest.mark.parametrize("text", ["token*0", "0*token", "token*100", "9999 x token", "t x0"])
def test_a_count_out_of_bounds_is_refused(text: str) -> None:
    message = refusal(UK, text).message
    assert text in message
    assert f"1 to {MOST_OF_ONE_CARD}" in message


def test_a_refusal_as_the_contract_prints_it() -> None:
    assert Refusal("unknown-card", "There is no such card.", ["joker"]).as_json() == {
        "error": {
            "rule": "unknown-card",
            "message": "There is no such card.",
            "cards": ["joker"],
        }
    }


def test_an_alias_never_hides_a_card_or_a_group() -> None:
    aliases = {"mayfair": "token", "brown": "token", "b": "token"}
    edition = replace(load(UK), names={**load(UK).names}, aliases=aliases)
    browns = ["old-kent-road", "whitechapel-road"]
    assert parse(edition, "mayfair, brown, b") == ["mayfair", *browns, "token"]


def vocabulary(edition: Edition) -> set[str]:
    """Everything the edition reads in full: ids, groups, aliases, printed names."""
    printed = {slug(name) for name in edition.names.values()}
    return {*edition.deck, *edition.aliases, *printed, *(group.id for group in edition.groups)}


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_id_and_printed_name_is_its_card(edition_id: str) -> None:
    edition = load(edition_id)
    for card, name in edition.names.items():
        assert parse(edition, card) == [card]
        if card in ("two-houses", "three-houses"):  # by name they may be single ones
            assert read(edition, name) is None
        else:
            assert parse(edition, name) == parse(edition, name.upper()) == [card]


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_group_id_is_its_cards(edition_id: str) -> None:
    edition = load(edition_id)
    for group in edition.groups:
        assert parse(edition, group.id) == list(group.cards)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_no_two_names_joined_by_a_comma_are_a_third(edition_id: str) -> None:
    words = vocabulary(load(edition_id))
    assert not {f"{a}-{b}" for a in words for b in words} & words


@pytest.mark.parametrize("edition_id", edition_ids())
def test_a_beginning_gives_what_it_begins_or_nothing(edition_id: str) -> None:
    edition = load(edition_id)
    words = vocabulary(edition)
    for word in words:
        for length in range(1, len(word)):
            beginning = word[:length].strip("-")
            if beginning in words or re.split("[ -]", beginning)[-1] in edition.aliases:
                continue
            if beginning[0].isdigit():  # «4t» is four tokens
                continue
            assert read(edition, beginning) in (None, [], parse(edition, word))


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ([], ""),
        (["mayfair"], "mayfair"),
        (["token", "park-lane", "token"], "park-lane, token*2"),
        (["go", "house-1", "mayfair"], "mayfair, house-1, go"),
        (["zzz", "go", "aaa"], "go, aaa, zzz"),
    ],
)
def test_a_hand_is_shown_in_deck_order(cards: list[str], shown: str) -> None:
    assert show(cards, load(UK).order) == shown


HANDS = st.sampled_from(edition_ids()).flatmap(
    lambda edition_id: st.tuples(
        st.just(edition_id),
        st.lists(st.sampled_from(sorted(load(edition_id).deck)), max_size=30),
    )
)


@settings(deadline=None, database=None)
@given(HANDS)
def test_what_is_shown_is_read_back(hand: tuple[str, list[str]]) -> None:
    edition, cards = load(hand[0]), hand[1]
    shown = show(cards, edition.order)
    assert Counter(parse(edition, shown)) == Counter(cards)
    assert show(parse(edition, shown), edition.order) == shown


# Two and three cards with one house are called so too, so the name alone is not sure.
ALSO_A_COUNT = ("two-houses", "three-houses")


@settings(deadline=None, database=None)
@given(HANDS, st.data())
def test_any_separator_and_any_spelling_is_the_same_hand(
    hand: tuple[str, list[str]], data: st.DataObject
) -> None:
    edition, cards = load(hand[0]), hand[1]
    separators = st.sampled_from([", ", ",", ";", "\n", " ; ", ",,"])
    text = ""
    for card in cards:
        spellings = [card, card.upper()]
        if card not in ALSO_A_COUNT:
            spellings.append(edition.names[card])
        text += data.draw(st.sampled_from(spellings)) + data.draw(separators)
    assert parse(edition, text) == cards


@settings(deadline=None, database=None)
@given(st.sampled_from(edition_ids()), st.text(max_size=60))
def test_any_text_is_read_or_refused(edition_id: str, text: str) -> None:
    edition = load(edition_id)
    assert set(read(edition, text) or ()) <= set(edition.deck)


@pytest.mark.parametrize(
    ("letters", "shown"), [(59, "a" * 59), (60, "a" * 60), (61, "a" * 59 + "…"), (0, "")]
)
def test_a_message_repeats_sixty_characters_of_a_text(letters: int, shown: str) -> None:
    assert shortened("a" * letters) == shown

"""People's names: what is a name, and what two players cannot share."""

import pytest

from companion.names import (
    close_overrides,
    new_name_problem,
    one_line,
    plain_name,
    player_problems,
)


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "x" * 40,
        "😀" * 40,
        "<script>alert(1)</script>",
        'O\'Neil "Bob" & `co`',
        "אבי כהן",
        "\u202eevil\u202c",
        "👩‍👩‍👧",
        "名前",
        "{{ 7*7 }}",
        "%s%n",
        "../..",
        "-",
        "null",
    ],
)
def test_any_text_is_a_name(name: str) -> None:
    assert player_problems([name, "Bob"]) == [None, None]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ann", "Ann"),
        ("אבי", "אבי"),
        ("\u202eevil", "\u202eevil\u202c"),
        ("\u202eevil\u202c", "\u202eevil\u202c"),
        ("\u2067a\u202eb", "\u2067a\u202eb\u202c\u2069"),
    ],
)
def test_a_name_does_not_turn_the_sentence_around_it(name: str, kept: str) -> None:
    assert close_overrides(name) == kept


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a card\r\n was  forgotten ", "a card was forgotten"),
        ("\u202ewrong\u202c card", "wrong card"),
        ("\u2069\u202e\u2067", ""),
        ("طاقة \u200fא", "طاقة \u200fא"),
    ],
)
def test_a_remark_is_on_one_line_and_turns_nothing(typed: str, kept: str) -> None:
    assert one_line(typed) == kept


@pytest.mark.parametrize("name", ["a\nb", "a\tb", "a\x00b", "\x1b[31m", "a\u2028b", "a\x85b"])
def test_control_characters_are_refused(name: str) -> None:
    assert "cannot be shown" in str(player_problems([name])[0])


@pytest.mark.parametrize(
    "name",
    ["\u200b", "\u200d\u2060", "\u202e", "\ufeff", "\u3164", "\u2800 \u2800", "\u115f\ufe0f"],
)
def test_a_name_must_be_seen(name: str) -> None:
    assert "cannot be seen" in str(player_problems([name])[0])


def test_a_long_name_is_told_how_long_it_is() -> None:
    assert "41" in str(player_problems(["x" * 41])[0])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann", "ann"),
        ("Straße", "STRASSE"),
        ("Zoë", "Zoe\u0308"),
        ("A  B", "a b"),
        ("\uff21nn", "Ann"),
    ],
)
def test_two_players_cannot_share_a_name(first: str, second: str) -> None:
    assert player_problems([first, second, "Cem"]) == [
        None,
        "Player 1 has this name too: make them different.",
        None,
    ]


@pytest.mark.parametrize(
    ("name", "fine"),
    [
        ("Nobody", False),
        (" nobody ", False),
        ("NOBODY", False),
        ("Nobody\u200b", False),
        ("No\u00adbody", False),
        ("\u2067Nobody\u2069", False),
        ("Nobody\ufe0f", False),
        ("Nobody 2", True),
        ("No body", True),
        ("No", True),
    ],
)
def test_no_new_player_is_called_nobody(name: str, fine: bool) -> None:
    """Older games may have a player of that name."""
    assert (new_name_problem(name) is None) == fine
    assert player_problems([name, "Bob"]) == [None, None]


def test_blank_rows_are_no_problem() -> None:
    assert player_problems(["Ann", "", "", "Bob"]) == [None] * 4


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë", "zoe"),
        ("ŁUKASZ  Øst", "lukasz ost"),
        ("Straße", "STRASSE"),
        ("İpek Iş\u0131k", "ipek isik"),
        ("Ζωή", "ζωη"),
        ("ЁЛКА", "елка"),
        ("שָׁלוֹם", "שלום"),
        ("\uff3a\uff4fe\u0308", "zoe"),
    ],
    ids=["Latin", "stroke", "sharp s", "dotless", "Greek", "Cyrillic", "Hebrew", "variants"],
)
def test_names_are_searched_without_accents_and_capitals(one: str, other: str) -> None:
    assert plain_name(one) == plain_name(other)


@pytest.mark.parametrize(("one", "other"), [("名前", "名"), ("Zoe", "Zo"), ("कि", "का")])
def test_other_letters_are_other_names_in_a_search(one: str, other: str) -> None:
    assert plain_name(one) != plain_name(other)

"""People's names: what is a name, and what two players cannot share."""

import pytest

from companion.names import (
    close_overrides,
    name_key,
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


SAME, OTHER = True, False
ALI, REZA = "\u0639\u0644\u06cc", "\u0631\u0636\u0627"
PAIRS = [
    pytest.param("Bob", "bob", SAME, id="capitals"),
    pytest.param("Bob", " Bob ", SAME, id="spaces around it"),
    pytest.param("Ann  Lee", "Ann Lee", SAME, id="two spaces"),
    pytest.param("Bob", "Bob\u200b", SAME, id="a space without width"),
    pytest.param("Bob", "B\u200bob", SAME, id="one within"),
    pytest.param("Bob", "Bob\u200d", SAME, id="a joiner"),
    pytest.param("Bob", "B\u200dob", SAME, id="a joiner between Latin letters"),
    pytest.param("Bob", "Bo\u200cb", SAME, id="a non-joiner between Latin letters"),
    pytest.param("Bob", "Bo\u00adb", SAME, id="a soft hyphen"),
    pytest.param("Bob", "Bob\ufe0f", SAME, id="a variation selector"),
    pytest.param("Bob", "Bob\ufe0e", SAME, id="the other one"),
    pytest.param("Bob", "\u200eBob", SAME, id="a mark from left to right"),
    pytest.param("Bob", "\u200fBob", SAME, id="a mark from right to left"),
    pytest.param("Bob", "\ufeffBob", SAME, id="a byte order mark"),
    pytest.param("Bob", "Bo\u2060b", SAME, id="a word joiner"),
    pytest.param("Bob", "\u2068Bob\u2069", SAME, id="isolated"),
    pytest.param("Bob", "\u2066Bob\u2069", SAME, id="isolated from left to right"),
    pytest.param("Bob", "\u202aBob\u202c", SAME, id="embedded"),
    pytest.param("Bob", "Bob\u180e", SAME, id="a Mongolian separator"),
    pytest.param("Bob", "Bo\u2061b", SAME, id="an invisible sign of a formula"),
    pytest.param("Bob", "Bo\u034fb", SAME, id="a grapheme joiner"),
    pytest.param("Bob", "Bob\u3164", SAME, id="a Hangul filler"),
    pytest.param("Bob", "Bob\U000e0062", SAME, id="a tag of no flag"),
    pytest.param("Bob", "Bob\U000e0001", SAME, id="a tag of a language"),
    pytest.param("Zoë", "Zoe\u0308", SAME, id="an accent apart"),
    pytest.param("Bob", "\uff22\uff4f\uff42", SAME, id="wide letters"),
    pytest.param("Straße", "STRASSE", SAME, id="a sharp s"),
    pytest.param("❤", "❤\ufe0f", SAME, id="a heart as a picture"),
    pytest.param("Ana❤", "Ana❤\ufe0f", SAME, id="a heart behind a name"),
    pytest.param("שרה", "שרה\u200f", SAME, id="a mark behind Hebrew"),
    pytest.param("שרה", "שר\u200dה", SAME, id="a joiner in Hebrew"),
    pytest.param("李小龍", "李\u200b小龍", SAME, id="a space without width in Chinese"),
    pytest.param("Bob", "Rob", OTHER, id="another letter"),
    pytest.param("Zoe", "Zoë", OTHER, id="an accent"),
    pytest.param("Bob", "Bob 2", OTHER, id="a number"),
    pytest.param("Ann Lee", "Annlee", OTHER, id="no space"),
    pytest.param("👩\u200d👧", "👩👧", OTHER, id="a family of two, and two people"),
    pytest.param("👩\u200d💻", "👩", OTHER, id="a coder and a woman"),
    pytest.param("👨\u200d⚕\ufe0f", "👨⚕", OTHER, id="a doctor, and a man with a staff"),
    pytest.param("👍🏽", "👍🏻", OTHER, id="two colours of skin"),
    pytest.param("🏴\U000e0067\U000e0062\U000e007f", "🏴", OTHER, id="a flag of tags"),
    pytest.param(
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "\u0639\u0644\u06cc\u0631\u0636\u0627",
        OTHER,
        id="a non-joiner that Persian needs",
    ),
    pytest.param("क्\u200dष", "क्ष", OTHER, id="a joiner that Hindi needs"),
    pytest.param("ක්\u200dර", "ක්ර", OTHER, id="a joiner that Sinhala needs"),
]


@pytest.mark.parametrize(("one", "other", "same"), PAIRS)
def test_names_that_look_the_same_are_one_name(one: str, other: str, same: bool) -> None:
    """At a table, in the records and on import they all go by this key."""
    assert (name_key(one) == name_key(other)) is same
    problems = player_problems([one, other])
    assert (problems[1] is not None and "has this name too" in problems[1]) is same
    assert name_key(name_key(other)) == name_key(other)

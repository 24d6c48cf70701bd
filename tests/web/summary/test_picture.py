"""The picture of the final standing: sound XML, everything inside it, nothing cut off."""

import re
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.store import Store
from companion.web.parts.signs import PLAIN_STRIP, strip
from companion.web.parts.text_width import text_width
from companion.web.summary import picture
from tests.web.conftest import MakeTable
from tests.web.play import close

SVG = "{http://www.w3.org/2000/svg}"
NASTY = ['<b>Ann</b> & "Co" \']]>', "李小龍" * 8, "W" * 40, "שרה", "\ufffe\uffff x", "🦊 the fox"]


def texts(xml: bytes) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(xml).iter(f"{SVG}text")]


def test_it_tells_who_won_with_how_much(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"], {"target": 1000})
    close(store, table, "Bob", {"Bob": "dark-blue, h1, h2, go"})
    with store.writing() as db:
        db.execute("UPDATE tables SET place = 'Leeds'")
    response = client.get(f"/t/{table.code}/sheet.svg")
    assert response.mimetype == "image/svg+xml"
    told = texts(response.data)
    assert told[:3] == [
        "Final score · Classic UK",
        "Bob wins!",
        "The target was £1,000.",
    ]
    assert told[3:7] == ["1.  Bob", "£1,400", "2.  Ann", "£0"]
    assert told[7:10] == ["The hand of the night", "£1,400", "Bob, deal 1"]
    assert told[10:-2] == ["Db", "Park Lane", "Db", "Mayfair", "1st House", "2nd House", "GO"]
    assert told[-2].startswith("Classic UK · 1 deal · ")
    assert told[-2].endswith(" · Leeds")
    assert "unofficial" in told[-1]


def test_a_game_that_ended_after_midnight_has_both_days(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    """Lists of games have the day of its end, the summary begins with the other."""
    table = make_table("classic-uk", ["Ann", "Bob"])
    close(store, table, "Bob", {"Bob": "dark-blue"}, let_stand=True)
    with store.writing() as db:
        db.execute("UPDATE tables SET created_at = '2026-11-20T22:00:00Z'")
        db.execute("UPDATE actions SET at = '2026-11-22T00:30:00Z'")
    told = texts(client.get(f"/t/{table.code}/sheet.svg").data)
    assert " 2026 to 2" in told[-2]


def test_the_strip_has_the_colour_of_the_only_winner(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    open_game, won = (make_table("classic-uk", ["Ann", "Bob"], {"deals": n}) for n in (2, 1))
    shared = make_table("express", ["Ann", "Bob"], {"target": 6})
    close(store, open_game, "Bob", {"Bob": "orange"})
    close(store, won, "Bob", {"Bob": "orange"})
    close(store, shared, None, {"Ann": "yellow", "Bob": "railroads brown"}, stopped_early=True)
    drawn = [client.get(f"/t/{one.code}/sheet.svg").text for one in (open_game, won, shared)]
    assert [strip(1) in one for one in drawn] == [False, True, False]
    assert [PLAIN_STRIP in one for one in drawn] == [False, False, True]


def test_no_inline_style_which_the_page_would_refuse(
    client: FlaskClient, make_table: MakeTable
) -> None:
    xml = client.get(f"/t/{make_table().code}/sheet.svg").text
    assert "style" not in xml
    assert "script" not in xml


def test_any_name_is_sound_xml(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("classic-uk", NASTY)
    for _ in range(3):
        close(store, table, NASTY[0], {NASTY[0]: "orange", NASTY[2]: "go"})
    told = texts(client.get(f"/t/{table.code}/sheet.svg").data)
    assert f"1.  {NASTY[0]}" in told
    assert f"3.  {NASTY[1]}" in told
    assert any(" x" in one for one in told)


def test_bars_and_texts_stay_inside(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", NASTY)
    for _ in range(4):
        close(store, table, NASTY[0], {NASTY[0]: "dark-blue h1 h2 h3 token*3", NASTY[2]: "go"})
    root = ElementTree.fromstring(client.get(f"/t/{table.code}/sheet.svg").data)
    width, height = int(root.get("width", 0)), int(root.get("height", 0))
    assert width == picture.WIDTH
    cards = [
        [int(number) for number in re.findall(r"\d+", one.get("transform", ""))]
        for one in root.iter(f"{SVG}g")
        if "translate" in one.get("transform", "")
    ]
    assert len(cards) == 8
    assert all(0 < x < width and 0 < y < height for x, y in cards)
    heights = [int(one.get("y", 0)) for one in root.iter(f"{SVG}text")]
    assert max(heights) < height - 20
    for bar in root.iter(f"{SVG}rect"):
        assert int(bar.get("x", 0)) + int(bar.get("width", 0)) <= width


@pytest.mark.parametrize("made", [5, 7, 8, 9, 10])
def test_the_name_of_a_card_lies_below_its_strip(
    client: FlaskClient, store: Store, make_table: MakeTable, made: int
) -> None:
    """From eight monopolies of one player on the cards got smaller, and their strips did not."""
    table = make_table("express", ["Ann", "Bob"])
    groups = [group.id for group in table.edition.groups]
    close(store, table, None, {"Ann": " ".join(groups[:made]), "Bob": " ".join(groups[made:])})
    root = ElementTree.fromstring(client.get(f"/t/{table.code}/sheet.svg").data)
    cards = [one for one in root.iter(f"{SVG}g") if one.get("transform")]
    assert len(cards) >= 2 * made
    for card in cards:
        strip_high = max(int(one.get("height", 0)) for one in card if one.get("clip-path"))
        high = max(int(one.get("height", 0)) for one in card)
        names = [one for one in card.iter(f"{SVG}text") if not one.get("font-weight")]
        for line in names:
            base, size = int(line.get("y", 0)), int(line.get("font-size", 0))
            assert size >= 0.6 * picture.CARD_NAME, line.text
            assert strip_high < base - 0.7 * size, line.text
            assert base + 0.2 * size < high, line.text


def test_sentences_can_be_read_on_a_phone(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    """A long one takes two lines, and is not made small."""
    name = "Alexandra-Wilhelmina of the Seven Hills"
    table = make_table("classic-uk", [name, "Bob"], {"target": 1000})
    close(store, table, name, {name: "dark-blue h1 h2 h3 h4 hotel token*3"}, reward="go")
    root = ElementTree.fromstring(client.get(f"/t/{table.code}/sheet.svg").data)
    sizes = {one.text or "": int(one.get("font-size", 0)) for one in root.iter(f"{SVG}text")}
    said = " ".join(sizes)
    for part in (name, "The target was", "hands that may go out", "Classic UK · 1 deal"):
        assert part in said
    assert min(sizes.values()) >= picture.CARD_NAME - 8
    least = picture.SMALLEST_SHARE * picture.SMALL
    assert all(size >= least for one, size in sizes.items() if "target" in one or "hands" in one)


@given(st.text(max_size=300))
def test_a_title_is_wrapped_within_the_room(text: str) -> None:
    title = picture.title(text)
    assert all(text_width(line) * title.size <= picture.ROOM + 1e-6 for line in title.lines)
    assert "".join("".join(title.lines).split()) == "".join(picture.plain(text).split())


@given(st.text(max_size=80))
def test_a_line_is_as_large_as_it_fits(text: str) -> None:
    fitted = picture.fitted(text, 40)
    assert 8 <= fitted.size <= 40
    assert fitted.size == 8 or text_width(fitted.lines[0]) * fitted.size <= picture.ROOM


@pytest.mark.parametrize("character", ["\x00", "\x1f", "\ud800", "\ufffe"])
def test_what_xml_cannot_hold_is_left_out(character: str) -> None:
    assert picture.plain(f"a{character}b") == "ab"

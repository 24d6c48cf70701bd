"""Cards that are said, scanned or typed: shown as cards first, and only those are taken."""

import gzip
import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.edition_file import load
from companion.rules.reading.reader import parse, read_cards
from companion.store import Store, Table
from tests.web.conftest import FRAGMENT, Post
from tests.web.play import close

UK = load("classic-uk")
CHANGED = "This has changed in the meantime. Look, then tap once more."
TEN = "park lane mayfair first house second house two tokens go go and both utilities"


class Reader:
    """The part of a page for reading cards: sends a text, chooses, takes."""

    def __init__(self, post: Post, address: str, html: str, *, htmx: bool) -> None:
        self._post, self.address, self.htmx = post, address, htmx
        self.answer: TestResponse | None = None
        self.html = html

    @property
    def part(self) -> str:
        """What the page shows of it, as text without tags."""
        found = re.search(r'<details id="read-.*?</details>', self.html, re.DOTALL)
        assert found is not None
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split())

    def field(self, name: str) -> str:
        found = re.search(f'form="read-form" name="{name}" value="([^"]*)"', self.html)
        assert found is not None, name
        return found[1]

    @property
    def text(self) -> str:
        found = re.search(r'name="text"[^>]*>\n(.*?)</textarea>', self.html, re.DOTALL)
        assert found is not None
        return unescape(found[1])

    def buttons(self, name: str) -> list[str]:
        """The values of the buttons that take cards (`take`), or choose one (`means`)."""
        return [unescape(one) for one in re.findall(f'name="{name}" value="([^"]*)"', self.html)]

    def send(self, text: str | None = None, **more: str) -> TestResponse:
        """Sends a text, by default that of the page."""
        data = {name: self.field(name) for name in ("at", "version")}
        text = self.text if text is None else text
        answer = self._post(self.address, {**data, "text": text, **more}, fragment=self.htmx)
        self.answer = answer
        if answer.status_code != 303:
            self.html = answer.text
        return answer


@pytest.fixture(params=[True, False], ids=["fragment", "page"])
def htmx(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def reader(client: FlaskClient, post: Post, store: Store, table: Table, htmx: bool) -> Reader:
    """Ann went out, and her cards are open."""
    return opened(client, post, store, table, "out:0", at="0", htmx=htmx)


def opened(
    client: FlaskClient, post: Post, store: Store, table: Table, *taps: str, at: str, htmx: bool
) -> Reader:
    address = f"/t/{table.code}/deal"
    for tap in taps:
        version = str(store.draft(table).version)
        answer = post(address, {"tap": tap, "version": version, "at": "0"})
        assert answer.status_code == 303
    return Reader(post, address, client.get(f"{address}?at={at}").text, htmx=htmx)


def hand(store: Store, table: Table, player: str = "Ann") -> list[str]:
    found: list[str] = store.draft(table).data.get("hands", {}).get(player, [])
    return found


# --- reading --------------------------------------------------------------------------------------


def test_a_text_is_shown_as_cards_and_nothing_is_taken(
    reader: Reader, store: Store, table: Table
) -> None:
    before = store.draft(table).version
    assert reader.send(TEN).status_code == 200
    assert "10 cards read" in reader.part
    assert "Park Lane" in reader.part
    assert "Token × 2" in reader.part
    assert reader.text == TEN
    assert store.draft(table).version == before
    assert hand(store, table) == []


def test_one_tap_takes_the_cards_that_were_shown(
    reader: Reader, store: Store, table: Table, htmx: bool
) -> None:
    reader.send(TEN)
    (take,) = reader.buttons("take")
    assert "Take these 10 cards" in reader.part
    answer = reader.send(take=take)
    assert answer.status_code == (200 if htmx else 303)
    if htmx:
        assert answer.headers["HX-Retarget"] == "#deal"
        assert "10 of 10 cards" in answer.text
        assert reader.text == ""  # the next hand begins with an empty field
    assert hand(store, table) == UK.sort(parse(UK, TEN))


def test_the_answer_to_a_text_is_the_part_alone_and_small(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    reader = opened(client, post, store, table, "out:0", at="0", htmx=True)
    small_print = "\n".join(
        f"{UK.names[card].upper()}\nSet value £{number}00\neach house adds £{number}00 more"
        for number, card in enumerate(list(UK.deck)[:10], 1)
    )
    for text in (TEN, small_print, "park lane xyzzy gren two houses pikadily"):
        answer = reader.send(text)
        assert answer.text.lstrip().startswith("<details")
        assert len(gzip.compress(answer.data, 6)) <= 3_000
    answer = reader.send(TEN)
    taken = reader.send(take=reader.buttons("take")[0])
    assert len(gzip.compress(taken.data, 6)) <= 3_000


def test_the_page_keeps_the_field_while_a_player_is_caught(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    """It is hidden then, and what was typed in it is still there afterwards."""
    address = f"/t/{table.code}/deal"
    page = opened(client, post, store, table, "out:0", "take:red", at="1", htmx=True).html
    for tap in ("take:brown", "catch:1", "again:1", "take:pink"):
        form = page[page.index('id="taps"') :].partition("</form>")[0]
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
        answer = post(address, {**fields, "tap": tap}, fragment=True)
        assert answer.status_code == 200, tap
        page = answer.text
        assert '<details id="read-1"' in page, tap
        assert "Which cards?" not in page, tap


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "No card is named in this text."),
        (" \n ", "No card is named in this text."),
        ("£400 and the", "No card is named in this text."),
        ("x " * 5001, "That is too much text."),
    ],
    ids=["nothing", "blanks", "small print alone", "too long"],
)
def test_a_text_without_cards_is_kept_with_the_reason(
    reader: Reader, text: str, message: str
) -> None:
    assert reader.send(text).status_code == 422
    assert message in reader.part
    assert 'aria-describedby="read-oops"' in reader.html
    assert reader.text == text
    assert reader.buttons("take") == []


@pytest.mark.parametrize(
    ("text", "unread", "asked"),
    [
        ("park lane xyzzy", ["xyzzy"], []),
        ("mayfair, <b>xyzzy</b>", ["b>xyzzy", "b"], []),
        ("house", [], ["1st House", "2nd House", "3rd House"]),
        ("mayfair two houses", [], ["1st House, 2nd House", "1st House × 2"]),
        ("go, blue", [], ["Light Blue: all 3 cards", "Dark Blue: all 2 cards"]),
    ],
    ids=["a word", "markup", "several cards", "an unsure count", "several groups"],
)
def test_what_is_not_clear_is_underlined_or_asked(
    reader: Reader, text: str, unread: list[str], asked: list[str]
) -> None:
    reader.send(text)
    told = r'<u>([^<]*)</u><span class="visually-hidden"> \(not understood\)</span>'
    underlined = [unescape(one) for one in re.findall(told, reader.html)]
    assert " ".join(underlined).split() == " ".join(unread).split()
    for words in asked:
        assert words in reader.part
    assert "cards × " not in reader.part  # a group is there once
    doubtful = len(read_cards(UK, text).doubtful)
    assert reader.buttons("take") == [
        f"0-{doubtful}:{card}"
        for card in ("park-lane", "mayfair", "go")
        if card.replace("-", " ") in text
    ]


def test_a_choice_becomes_a_card_of_the_text(reader: Reader, store: Store, table: Table) -> None:
    reader.send("mayfair park lane house gren")
    assert "2 cards read" in reader.part
    second = next(one for one in reader.buttons("means") if one.endswith(":house-2"))
    assert reader.send(means=second).status_code == 200
    assert "3 cards read" in reader.part
    green = next(one for one in reader.buttons("means") if "bond-street" in one)
    reader.send(means=green)
    assert "6 cards read" in reader.part
    assert reader.buttons("means") == []
    reader.send(take=reader.buttons("take")[0])
    assert hand(store, table) == UK.sort(parse(UK, "dark-blue, green, h2"))


def test_a_choice_may_be_that_it_is_no_card(reader: Reader) -> None:
    reader.send("mayfair gren")
    reader.send(means=reader.buttons("means")[-1])
    assert reader.text == "mayfair ✓"
    assert "1 card read" in reader.part


MAYFAIR = "Park Lane MAYFAlR first house token go"


def test_while_a_question_is_open_the_main_button_answers_it(reader: Reader) -> None:
    reader.send(MAYFAIR)
    assert "What is “MAYFAlR”?" in reader.part
    assert main_buttons(reader) == ["Db Mayfair"]
    assert "Take 4, leave MAYFAlR out" in reader.part
    reader.send(means=reader.buttons("means")[0])
    assert main_buttons(reader) == ["Take these 5 cards"]
    reader.send("mayfair\nxyzzy, gren, house, h1?")
    assert "Take 1, leave 4 other words out" in reader.part
    reader.send("mayfair, xyzzy")
    assert "Take 1, leave xyzzy out" in reader.part
    assert main_buttons(reader) == ["Read it again"]


def main_buttons(reader: Reader) -> list[str]:
    """What the main buttons of the part say."""
    html = reader.html[reader.html.index('<details id="read-') :]
    buttons = re.findall(r'<button[^>]*class="[^"]*main[^"]*"[^>]*>(.*?)</button>', html, re.DOTALL)
    return [" ".join(unescape(re.sub("<.*?>", " ", one)).split()) for one in buttons]


def test_what_was_left_out_stays_with_the_hand(
    client: FlaskClient, reader: Reader, store: Store, table: Table, htmx: bool
) -> None:
    reader.send(MAYFAIR)
    answer = reader.send(take=reader.buttons("take")[0])
    assert hand(store, table) == UK.sort(parse(UK, "park lane, h1, token, go"))
    if not htmx:
        reader.html = client.get(answer.headers["Location"]).text
    assert "Left out: MAYFAlR" in reader.part
    assert reader.text == "MAYFAlR"
    reader.send(means=reader.buttons("means")[0])
    reader.send(take=reader.buttons("take")[0])
    assert hand(store, table) == UK.sort(parse(UK, "park lane, mayfair, h1, token, go"))


def test_a_doubt_that_was_not_shown_is_not_left_out(
    reader: Reader, store: Store, table: Table
) -> None:
    reader.send("park lane")
    reader.send("park lane xyzzy", take=reader.buttons("take")[0])
    assert CHANGED in reader.part
    assert hand(store, table) == []


@pytest.mark.parametrize(
    "means", ["8:12:park-lane", "8:12:go", "x", "::", "-1:4:mayfair", "0:7:go", "٣:٤:go", "9" * 99]
)
def test_a_choice_that_was_not_offered_changes_nothing(reader: Reader, means: str) -> None:
    assert reader.send("mayfair gren", means=means).status_code == 200
    assert reader.text == "mayfair gren"


def test_a_line_end_of_a_browser_is_one_character(reader: Reader) -> None:
    reader.send("mayfair\r\ngren\r\n")
    assert "8:12:" in reader.buttons("means")
    reader.send("mayfair\r\ngren\r\n", means="8:12:")
    assert "1 card read" in reader.part


@pytest.mark.parametrize("at", ["", "r", "9", "x"])
def test_a_text_for_no_open_hand_is_answered(
    client: FlaskClient, post: Post, store: Store, table: Table, htmx: bool, at: str
) -> None:
    """No hand, the reward before it is due, a seat that there is not."""
    reader = opened(client, post, store, table, "out:0", at="0", htmx=htmx)
    answer = reader.send("mayfair", at=at)
    assert answer.status_code == 422
    assert "First tap whose cards these are." in answer.text
    assert answer.headers["HX-Retarget"] == "#deal"
    assert hand(store, table) == []


def test_many_questions_are_asked_in_turn(reader: Reader) -> None:
    reader.send("mayfair, " + "house, " * 12)
    assert len([one for one in reader.buttons("means") if one.endswith(":")]) == 10
    assert "More questions follow." in reader.part
    reader.send("mayfair, " + "house, " * 10)
    assert "More questions follow." not in reader.part


# --- nothing gets into a hand that was not shown -------------------------------------------------


def test_a_text_changed_since_is_shown_first(reader: Reader, store: Store, table: Table) -> None:
    reader.send("mayfair two tokens")
    (take,) = reader.buttons("take")
    answer = reader.send("mayfair three tokens", take=take)
    assert answer.status_code == 200
    assert CHANGED in reader.part
    assert "Token × 3" in reader.part
    assert hand(store, table) == []


@pytest.mark.parametrize("take", ["0:mayfair, go", "0:strand", "mayfair", "5:mayfair", "0:", "x"])
def test_cards_that_were_not_shown_are_not_taken(
    reader: Reader, store: Store, table: Table, take: str
) -> None:
    reader.send("mayfair", take=take)
    assert hand(store, table) == []
    assert "1 card read" in reader.part


def test_a_hand_changed_since_is_shown_first(
    reader: Reader, post: Post, store: Store, table: Table
) -> None:
    reader.send("mayfair two tokens")
    (take,) = reader.buttons("take")
    version = str(store.draft(table).version)
    post(reader.address, {"tap": "take:red", "at": "0", "version": version})
    assert CHANGED not in reader.part
    reader.send(take=take)
    assert CHANGED in reader.part
    assert len(hand(store, table)) == 3
    assert "Add to the 3 cards here" in reader.part
    assert "Replace the 3 cards here" in reader.part


def test_another_phone_on_the_same_hand_is_not_overwritten(
    reader: Reader, post: Post, store: Store, table: Table
) -> None:
    reader.send("go")
    draft = store.draft(table)
    data = {**draft.data, "marks": {"0": (draft.version + 1, "another phone")}}
    store.save_draft(table, draft.version, data)
    answer = reader.send(take=reader.buttons("take")[0])
    assert answer.status_code == 409
    assert "changed this hand in the meantime" in answer.text
    assert reader.text == "go"
    assert hand(store, table) == []


# --- adding, replacing, the reward, other hands ---------------------------------------------------


@pytest.mark.parametrize(
    ("button", "cards"),
    [(0, "mayfair, park-lane, token*3, go"), (1, "mayfair, token*2, go")],
    ids=["added", "replaced"],
)
def test_cards_are_added_or_replace_those_that_are_there(
    reader: Reader, post: Post, store: Store, table: Table, button: int, cards: str
) -> None:
    reader.send("mayfair park lane token")
    reader.send(take=reader.buttons("take")[0])
    reader.html = reader.html if reader.htmx else ""
    if not reader.htmx:
        reader.html = page_of(post, reader)
    reader.send("mayfair two tokens go")
    assert "Already in the hand: Mayfair." in reader.part
    take = reader.buttons("take")[button]
    data = {"at": "0", "version": reader.field("version"), "text": reader.text, "take": take}
    for _ in range(2):  # a double tap counts once
        post(reader.address, data, fragment=reader.htmx)
    assert hand(store, table) == UK.sort(parse(UK, cards))


def page_of(post: Post, reader: Reader) -> str:
    """The page with the part as a person without a script finds it."""
    answer = post(reader.address, {"text": "", "at": "0", "version": "99"})
    return answer.text


def test_the_reward_and_the_other_hands(
    client: FlaskClient, post: Post, store: Store, table: Table, htmx: bool
) -> None:
    taps = ("out:0", "take:dark-blue", "lay")
    reward = opened(client, post, store, table, *taps, at="r", htmx=htmx)
    reward.send("first house and a go")
    reward.send(take=reward.buttons("take")[0])
    assert store.draft(table).data["reward"] == ["house-1", "go"]
    other = opened(client, post, store, table, at="1", htmx=htmx)
    other.send("all the reds")
    other.send(take=other.buttons("take")[0])
    assert hand(store, table, "Bob") == ["strand", "fleet-street", "trafalgar-square"]


@pytest.mark.parametrize(
    ("text", "message"),
    [("mayfair, go", "Mayfair"), ("strand*2", "Strand"), ("token*7", "Token")],
    ids=["in another hand", "twice", "more than there are"],
)
def test_cards_that_cannot_be_had_are_refused_when_they_are_shown(
    client: FlaskClient, post: Post, store: Store, table: Table, htmx: bool, text: str, message: str
) -> None:
    reader = opened(client, post, store, table, "out:0", "take:dark-blue", at="1", htmx=htmx)
    assert reader.send(text).status_code == 422
    assert message in reader.part.split("!")[-1]
    assert reader.buttons("take") == []
    assert reader.text == text


# --- the referee and a correction ----------------------------------------------------------------


def test_on_the_referees_page(client: FlaskClient, post: Post, htmx: bool) -> None:
    query = "edition=classic-uk&went_out=1&players=3"
    html = client.get(f"/referee?{query}").text
    action = re.search(r'<form id="read-form" method="post" action="([^"]+)"', html)
    assert action is not None
    reader = Reader(post, unescape(action[1]), html, htmx=htmx)
    assert reader.send("park lane mayfair house").status_code == 200
    first = next(one for one in reader.buttons("means") if one.endswith(":house-1"))
    reader.send(means=first)
    assert "3 cards read" in reader.part
    answer = reader.send(take=reader.buttons("take")[0])
    after = answer.headers["HX-Replace-Url" if htmx else "Location"]
    assert parse_qs(urlsplit(after).query)["cards"] == ["park-lane,mayfair,house-1"]
    assert parse_qs(urlsplit(after).query)["players"] == ["3"]


def test_without_a_text_the_case_of_the_referee_is_shown(post: Post, client: FlaskClient) -> None:
    query = "edition=classic-uk&went_out=1&cards=mayfair"
    answer = post(f"/referee?{query}", {})
    shown = answer.headers.get("Location") or answer.headers["HX-Redirect"]
    assert "mayfair" in urlsplit(shown).query
    assert client.get(shown).status_code == 200


@pytest.mark.parametrize("query", ["", "edition=x", "edition=classic-uk&cards=zebra"])
def test_a_wrong_case_of_the_referee_is_answered(post: Post, query: str) -> None:
    answer = post(f"/referee?{query}", {"text": "mayfair", "at": "0"})
    assert answer.status_code in (200, 422)


@pytest.mark.parametrize("within", [True, False], ids=["htmx", "page"])
def test_a_lost_token_puts_no_form_into_another(client: FlaskClient, within: bool) -> None:
    """The part for the text stands within the form of the taps."""
    sent = {"text": "mayfair", "at": "0", "version": "0"}
    headers = FRAGMENT if within else {}
    answer = client.post("/referee?edition=classic-uk&players=3", data=sent, headers=headers)
    assert answer.status_code == 400
    assert answer.headers.get("HX-Retarget") == ("#deal" if within else None)
    assert 'name="text" value="mayfair"' in answer.text


def test_in_a_correction(
    client: FlaskClient, post: Post, store: Store, table: Table, htmx: bool
) -> None:
    close(store, table, "Ann", {"Ann": "orange", "Bob": "token"})
    address = f"/t/{table.code}/deals/1/correct"
    reader = Reader(post, address, client.get(f"{address}?at=1").text, htmx=htmx)
    reader.send("three tokens")
    answer = reader.send(take=next(one for one in reader.buttons("take") if one[2:] == "token*3"))
    after = answer.headers["HX-Replace-Url" if htmx else "Location"]
    assert 'value="n:token:2"' in client.get(after).text  # of three held, a tap makes it two
    assert len(store.deals(table)) == 1


# --- how to say and scan them --------------------------------------------------------------------

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537 Chrome/130 Mobile Safari/537"


@pytest.mark.parametrize(
    ("agent", "there", "absent"),
    [
        (IPHONE, ["AutoFill"], ["Lens", "Android"]),
        (ANDROID, ["Lens"], ["AutoFill", "iPhone"]),
        ("", ["AutoFill", "Lens", "iPhone", "Android"], []),
    ],
    ids=["iPhone", "Android", "unknown"],
)
def test_how_to_say_and_scan_on_this_phone(
    client: FlaskClient, agent: str, there: list[str], absent: list[str]
) -> None:
    headers: Mapping[str, Any] = {"User-Agent": agent}
    html = client.get("/referee?edition=classic-uk", headers=headers).text
    assert html.count("tap the microphone") == 1
    assert all(word in html for word in there)
    part = html.split('class="read-cards"')[1].split("</details>")[0]
    assert not any(word in part for word in absent)


@pytest.mark.parametrize("edition", ["classic-us", "classic-uk", "deluxe", "winning-moves-2017"])
def test_the_example_is_read_without_a_question(client: FlaskClient, edition: str) -> None:
    html = client.get(f"/referee?edition={edition}").text
    example = re.search(r"No commas needed: “(.+?)”", html)
    assert example is not None
    assert len(parse(load(edition), unescape(example[1]))) == 4


def test_where_monopolies_are_collected_there_is_no_field(client: FlaskClient) -> None:
    assert "read-cards" not in client.get("/referee?edition=express", headers=FRAGMENT).text


def test_a_text_sent_where_monopolies_are_collected_is_answered(post: Post, store: Store) -> None:
    table = store.create_table(
        edition="express",
        options={},
        players=["Ann", "Bob"],
        first_dealer="Ann",
        banker="Bob",
    )
    answer = post(f"/t/{table.code}/deal", {"text": "mayfair", "at": "0", "version": "0"})
    assert answer.status_code == 422
    assert not store.draft(table).data

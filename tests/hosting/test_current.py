"""nginx itself answers phones that show the current version of their table, and nobody else."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from companion.store import Store, phones
from load.phone import Answer, Phone
from load.server import Server
from load.table import Pace, Table

NO_TABLE = "33333"


@pytest.fixture(scope="module")
def phone(server: Server) -> Phone:
    """The phone of a player whose page is current."""
    table = Table(server.target, 0, Pace(0, 0), [])

    async def seated() -> Phone:
        await table.sit_down()
        player = table.phones[1]
        player.shows(player.page, await player.ask(player.page))
        await table.leave()
        return player

    with ThreadPoolExecutor(1) as thread:  # the browser of other tests has this one's loop
        return thread.submit(asyncio.run, seated()).result()


def ask(
    server: Server, address: str, cookie: str = "", *more: str, number: int = 1
) -> list[Answer]:
    """What a phone with this cookie gets when htmx asks `number` times."""

    async def asked() -> list[Answer]:
        phone = Phone(server.target)
        phone.cookie, phone.headers = cookie, [*more]
        answers = [await phone.ask(address, part=True) for _ in range(number)]
        await phone.close()
        return answers

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asked()).result()


def by_nginx(answer: Answer) -> bool:
    """Whether nginx gave the answer. The companion's say that no type is to be guessed."""
    return "x-content-type-options" not in answer.headers


def test_an_idle_poll_is_answered_by_nginx(server: Server, phone: Phone) -> None:
    answers = ask(server, phone.live, phone.cookie, number=100)
    assert {(answer.status, answer.text) for answer in answers} == {(204, "")}
    assert sum(map(by_nginx, answers)) > 75  # of 97 on average
    mine = next(filter(by_nginx, answers)).headers
    own = ask(server, phone.live.partition("&now=")[0], phone.cookie)[0].headers
    assert mine["strict-transport-security"]
    for name in ("cache-control", "vary"):
        assert mine[name] == own[name]


@pytest.mark.parametrize(
    ("change", "header", "status"),
    [
        pytest.param((r"now=.{4}", "now=AAAA"), "", 204, id="a wrong key"),
        pytest.param((r"now=", "now=../"), "", 204, id="a path in the key"),
        pytest.param((r"&now=.*", ""), "", 204, id="no key"),
        pytest.param((r"seen=", "seen=1"), "", 200, id="another version"),
        pytest.param((r"seen=(\d+)", r"seen=../\1"), "", 200, id="a path in the version"),
        pytest.param((r"seen=", "seen=%30"), "", 200, id="a version written oddly"),
        pytest.param((r"$", ""), "HX-Boosted: true", 200, id="a boosted link"),
        pytest.param((r"$", ""), "HX-History-Restore-Request: true", 200, id="back in the history"),
    ],
)
def test_everything_else_goes_to_the_companion(
    server: Server, phone: Phone, change: tuple[str, str], header: str, status: int
) -> None:
    address = re.sub(*change, phone.live, count=1)
    answers = ask(server, address, phone.cookie, *filter(None, [header]), number=5)
    assert [answer.status for answer in answers] == [status] * 5
    assert not any(map(by_nginx, answers))


def test_a_key_says_nothing_of_codes(server: Server, phone: Phone) -> None:
    """With the right key every code gets the same answer, and with a wrong one a code that no table
    has is told as always."""
    elsewhere = re.sub(r"/t/[^/]+/", f"/t/{NO_TABLE}/", phone.live)
    assert {answer.status for answer in ask(server, elsewhere, number=40)} <= {204, 404}
    (told,) = ask(server, re.sub(r"now=.{4}", "now=AAAA", elsewhere))
    assert told.status == 404


def test_a_change_by_any_program_shows_at_once(server: Server, phone: Phone) -> None:
    """By this one too, which has no settings of the server."""
    before = ask(server, phone.live, phone.cookie, number=9)
    assert any(map(by_nginx, before))
    code = phone.live.split("/")[2]
    with closing(Store(server.data / "companion.db")) as store:
        table = store.known_table(code)
        mine = next(one for one in phones.present(store, table) if one.seat == 1)
        phones.remove(store, table, mine.id)
    answers = ask(server, phone.live, phone.cookie, number=9)
    assert [answer.status for answer in answers] == [200] * 9
    # The phone that was removed knows the key. It is told of no change before the next one.
    phone.shows(phone.page, answers[0])
    assert {answer.text for answer in ask(server, phone.live, phone.cookie, number=9)} == {""}


def test_a_new_start_forgets_what_was_current(server: Server, phone: Phone) -> None:
    assert any((server.folder / "current").iterdir())
    server.kill()
    server.restart()
    assert not any((server.folder / "current").iterdir())
    answers = ask(server, phone.live, phone.cookie, number=9)
    assert not any(map(by_nginx, answers))

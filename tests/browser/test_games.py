"""Whole games, from «New table» to a winner; the sheet says what `companion score` says.

`make prove` taps every deal. In `make test` one or two deals of a game are tapped, and the others,
in which nothing else is tapped, are closed in the store.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from typing import Any

import pytest

from companion.rules.edition_file import load
from companion.rules.reading.reader import parse
from companion.store import Store
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, score, seat, tapped
from tests.browser.phone import Phone
from tests.often import OFTEN
from tests.stored import known_table
from tests.web.play import close_entry

Deal = dict[str, Any]
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def deal(edition: str, went_out: str | None, hands: dict[str, str], **more: Any) -> Deal:
    """A deal with its hands as shorthand."""
    box = load(edition)
    entry: Deal = {
        "went_out": went_out,
        "hands": {player: parse(box, text) for player, text in hands.items()},
    }
    if "reward" in more:
        more["reward"] = parse(box, more["reward"])
    return entry | more


def scored(edition: str, players: Sequence[str], deals: Sequence[Deal]) -> list[dict[str, Any]]:
    """What the command says of the deals of a game, the jackpot handed on from deal to deal."""
    answers: list[dict[str, Any]] = []
    for one in deals:
        line = {key: value for key, value in one.items() if key != "let_stand"}
        line |= {"edition": edition, "players": list(players)}
        if answers and answers[-1]["jackpot"]:
            line["jackpot"] = answers[-1]["jackpot"]["next"]
        answers += score([line])
    return answers


def totals(players: Sequence[str], answers: Sequence[dict[str, Any]]) -> dict[str, int]:
    return {player: sum(one["payouts"][player] for one in answers) for player in players}


def play(
    phone: Phone,
    server: Server,
    edition: str,
    players: Sequence[str],
    deals: Sequence[Deal],
    by_hand: Collection[int],
) -> str:
    """Sets a table up and enters the deals, those with these numbers by taps; the sheet must agree
    with the command after each. The code of the table."""
    code = phone.new_table(edition, players)
    for number, one in enumerate(deals, start=1):
        if OFTEN or number in by_hand:
            phone.enter(code, edition, players, one)
        else:
            with closing(Store(server.folder / "companion.db")) as store:
                close_entry(store, known_table(store, code), one)
        so_far = totals(players, scored(edition, players, deals[:number]))
        assert phone.totals(code) == so_far
    return code


UK = ["Ann", "Bob", "Cem", "Dee"]
UK_DEALS = [
    deal(  # a reward that helps, and a hand caught with Chance
        "classic-uk",
        "Bob",
        {
            "Bob": "dark-blue h1 h2 h3 token go*2 mm*2",
            "Cem": "chance mm*2",
            "Dee": "orange go",
        },
        reward="h4, token, strand, go",
    ),
    deal(  # a Chance that was declared
        "classic-uk",
        "Ann",
        {"Ann": "park-lane chance h1 token*3 mm go*3", "Bob": "utilities mm*2"},
        wilds={"Ann": ["mayfair"]},
        reward="h2",
    ),
    deal("classic-uk", "Bob", {"Bob": "dark-blue h1 h2 h3 h4 hotel token*2 go", "Ann": "stations"}),
]


both_sizes = pytest.mark.parametrize(
    "size",
    [pytest.param(TALL, id="390x844", marks=pytest.mark.long), pytest.param(SMALL, id="320x568")],
)
"""A whole game on the small screen says nearly all. On the tall one it is played in `make prove`;
in `make test` the games of one size are played there."""


@both_sizes
def test_four_players_classic_uk_with_a_correction(
    server: Server,
    new_phone: NewPhone,
    picture: Callable[[Phone, str], None],
    size: dict[str, int],
) -> None:
    phone = new_phone(server, size)
    code = play(phone, server, "classic-uk", UK, UK_DEALS, by_hand={1})
    page = phone.page
    assert page.locator(".win-head", has_text="Bob wins!").count()
    picture(phone, f"sheet-{size['width']}")
    # Cem had no Chance after all: so Mr. Monopoly is still a tie, but Cem gets 200 for a GO.
    corrected = [
        deal(
            "classic-uk",
            "Bob",
            {"Bob": "dark-blue h1 h2 h3 token go*2 mm*2", "Cem": "go", "Dee": "orange go"},
            reward="h4, token, strand",
        ),
        *UK_DEALS[1:],
    ]
    phone.go(f"/t/{code}/deals/1/correct")
    phone.tap("open:r")
    phone.tap("n:go:0")
    phone.tap("drawn")
    phone.tap("nothing:2")
    phone.tap("open:2")
    phone.tap("n:go:1")
    phone.tap("open:")
    picture(phone, f"correct-{size['width']}")
    phone.press("#bar button.main, #bar a.main")
    page.locator("#reason").wait_for()
    picture(phone, f"preview-{size['width']}")
    assert page.locator(".changes tbody tr").count() == 2  # Bob: a majority, a GO less; Cem
    page.locator("#reason").fill("The Chance was a GO")
    phone.press('button[name="do"][value="change"]')
    after = totals(UK, scored("classic-uk", UK, corrected))
    assert phone.totals(code) == after
    phone.go(f"/t/{code}/deals/1")
    assert page.get_by_text("The Chance was a GO").count()
    # Undone again: the sheet is what it was.
    phone.go(f"/t/{code}/")
    page.locator(".acts summary").first.tap()
    phone.press(".acts .rises button")
    assert phone.totals(code) == totals(UK, scored("classic-uk", UK, UK_DEALS))


def test_classic_uk_without_scripts(server: Server, new_phone: NewPhone) -> None:
    """All that is tapped in the first two deals of the game above, in one."""
    hands = {
        "Ann": "park-lane chance h1 token*3 mm go*3",
        "Bob": "utilities mm",
        "Cem": "chance mm",
        "Dee": "orange go",
    }
    one = deal("classic-uk", "Ann", hands, wilds={"Ann": ["mayfair"]}, reward="h2, strand")
    play(new_phone(server, scripts=False), server, "classic-uk", UK, [one], by_hand={1})


@both_sizes
def test_2017_with_a_growing_jackpot_and_jail(
    server: Server, new_phone: NewPhone, size: dict[str, int]
) -> None:
    players = ["Eve", "Fay", "Gus"]
    edition = "winning-moves-2017"
    deals = [
        deal(edition, "Eve", {"Eve": "dark-blue h1 token*3 fp go*3", "Fay": "fp go"}),
        deal(edition, "Fay", {"Fay": "orange h2 h2 hotel token*2 go*2", "Gus": "gtj fp*2"}),
        deal(edition, "Gus", {"Gus": "yellow w go*4 fp h1", "Eve": "railroads"}),
        deal(edition, "Eve", {"Eve": "green h3 token go*5", "Fay": "fp*2", "Gus": "gtj jf go"}),
    ]
    phone = new_phone(server, size)
    code = play(phone, server, edition, players, deals, by_hand={2})
    answers = scored(edition, players, deals)
    assert [one["jackpot"]["amount"] for one in answers] == [0, 0, 1500, 500]
    assert phone.page.locator(".win-head").count()
    phone.go(f"/t/{code}/deals/3")
    assert phone.page.get_by_text("$1,500").count()


@both_sizes
def test_deluxe_with_exchanges(
    server: Server, new_phone: NewPhone, picture: Callable[[Phone, str], None], size: dict[str, int]
) -> None:
    players = ["Hal", "Ida"]
    deals = [
        deal("deluxe", "Hal", {"Hal": "yellow h1 h2 token*2 go*3", "Ida": "green orange go*1"}),
        deal("deluxe", "Ida", {"Ida": "dark-blue h1 token*4 go*3", "Hal": "light-blue go"}),
        deal("deluxe", "Hal", {"Hal": "green h1 h2 h3 token*3 go", "Ida": "red go*3 brown"}),
    ]
    phone = new_phone(server, size)
    code = play(phone, server, "deluxe", players, deals, by_hand={3})
    phone.go(f"/t/{code}/deals/3")
    assert phone.page.get_by_text("gold bar").count()
    picture(phone, f"deluxe-deal-{size['width']}")


@both_sizes
def test_express(server: Server, new_phone: NewPhone, size: dict[str, int]) -> None:
    players = ["Alexandra", "Maximilian the Great", "Wilhelmina", "😀" * 40]
    jim, kit, lea, _ = players
    deals = [
        deal("express", None, {jim: "brown light-blue", kit: "red yellow"}, stopped_early=True),
        deal(
            "express",
            None,
            {
                jim: "green dark-blue railroads",
                kit: "brown pink orange corners",
                lea: "red light-blue yellow",
            },
        ),
    ]
    phone = new_phone(server, size)
    code = play(phone, server, "express", players, deals, by_hand={1})
    phone.go(f"/t/{code}/deal")
    for place, group in enumerate(("brown", "pink", "red", "green")):
        phone.tap(f"made:{group}:{place}")
        assert phone.page.evaluate(TOO_WIDE) <= 0


@both_sizes
def test_six_players(
    server: Server, new_phone: NewPhone, picture: Callable[[Phone, str], None], size: dict[str, int]
) -> None:
    players = ["Al", "Bo", "Cy", "Di", "Ed", "Flo"]
    deals = [
        deal(
            "classic-us",
            "Cy",
            {"Cy": "red h1 token*2 go*2 mm", "Al": "mm*2", "Flo": "utilities", "Di": "c"},
            reward="h2 token",
        ),
        deal("classic-us", "Flo", {"Flo": "orange h1 h2 go*4", "Ed": "brown h1"}),
    ]
    phone = new_phone(server, size)
    play(phone, server, "classic-us", players, deals, by_hand={1})
    picture(phone, f"six-players-{size['width']}")


def test_a_hand_that_may_not_go_out_stands_only_when_ticked(
    server: Server, new_phone: NewPhone
) -> None:
    phone = new_phone(server)
    players = ["Moe", "Nan"]
    table = seat(server, players)
    cards = "dark-blue strand go*4 token mm*2"
    phone.go(tapped(server, table, "out:0", f"={cards}", "lay", "open:", "nothing:1"))
    phone.confirm(let_stand=True)
    entry = deal("classic-uk", "Moe", {"Moe": cards})
    assert phone.page.get_by_text("allowed it anyway").count()
    assert phone.totals(table.code) == totals(players, scored("classic-uk", players, [entry]))

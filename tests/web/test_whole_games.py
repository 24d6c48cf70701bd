"""Every page and file of a random game tells the sums that `whole_game` works out on its own.

The pages are looked at every few steps, as another process of the server would show them.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

from flask import Flask

from companion.rules.contract import read
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.payout import settle
from companion.rules.words import listed
from companion.store import Store, Table, phones
from tests.games import NAMES, Game, Step, do
from tests.often import made_up_by, times
from tests.stored import Clock
from tests.web.conftest import plain_text
from tests.web.visitors import Phone
from tests.web.whole_game import WholeGame

Page = Callable[[str], str]

CELLS = re.compile(r"<b>([\d,–]+)</b> <span>([\d,]+)</span>")
PAID = r'(?:<b class="money">|<span class="pay-nothing">)([^<]*)<'
MONEY = r'<b class="money">([^<]*)</b>'


def test_all_pages_and_files_of_a_game_tell_the_same(app: Flask) -> None:
    store: Store = app.extensions["store"]
    store.clock = Clock()
    for number in range(times(80)):
        random = made_up_by(f"whole game {number}")
        plan = _made_up(random)
        table, keeper = plan.play(store), Phone(app, 1)
        phones.claim(store, table.id, keeper.id)
        for _ in range(4):
            for _ in range(random.randint(1, 9)):
                do(store, table, _step(random, plan))
            _tells_the_same(keeper, table)


def _tells_the_same(phone: Phone, table: Table) -> None:
    """Compares every page and file of the table with the game as its file has it."""

    def page(rest: str) -> str:
        answer = phone.get(f"/t/{table.code}/{rest}")
        assert answer.status_code == 200
        return answer.text

    file = json.loads(page("game.json"))
    it, edition = WholeGame(file), load(file["edition"], file["options"])
    assert file["totals"] == it.total
    assert file["winners"] == it.winners
    _deals_settled_again(file)
    _scores(it, edition, page(""))
    for row in it.deals:
        _deal(it, edition, row, page(f"deals/{row['number']}"))
    _summary(it, edition, page("summary"))
    ElementTree.fromstring(page("sheet.svg"))
    _tv(it, edition, page("tv"))
    _sheets(it, edition, page)
    _play(it, page("bgstats"))


# --- games ---------------------------------------------------------------------------------------


def _made_up(random: Random) -> Game:
    """A game without steps. It ends soon, and what its deals pay is often equal."""
    edition = load(random.choice(edition_ids()))
    players = tuple(random.sample(NAMES, random.choice(list(edition.seats))))
    options: dict[str, Any] = {"tie": random.choice(["shared", "play-on"])}
    if random.random() < 0.6:
        options["target"] = edition.amounts["step"] * random.choice([4, 20, 60])
    if random.random() < 0.5:
        options["deals"] = random.choice([1, 2, 3])
    return Game(edition.id, players, options, random.choice(players), random.choice(players))


def _step(random: Random, plan: Game) -> Step:
    """One step, mostly a deal that is closed, corrected or ticked as paid."""
    kinds: list[Any] = ["close"] * 6 + ["correct"] * 3 + ["tick"] * 5 + ["undo", "redo"] * 2
    return Step(
        random.choice([*kinds, "strike", "put-back", "rule", "take-back"]),
        which=random.randrange(9),
        entry=_line(random, plan),
        seat=random.randrange(6),
        text=random.choice(["", "the Hotel was missing"]),
    )


def _line(random: Random, plan: Game) -> dict[str, Any]:
    """A deal of some whole groups and other cards; one in four pays everybody the same."""
    edition, players = load(plan.edition), plan.players
    out = random.choice([*players, None])
    if random.random() < 0.25:
        loose = [card for card in edition.deck if card not in edition.group_of]
        same = [card for card in loose if edition.deck[card] >= 4][-1:] * random.randrange(2)
        return {"hands": dict.fromkeys(players[:4], same), "went_out": out, "stopped_early": True}
    groups = random.sample(edition.groups, len(edition.groups))
    hands: dict[str, list[str]] = {one: [] for one in players}
    for one in random.sample(players, min(4, len(players))):
        for group in [groups.pop() for _ in range(random.randrange(3))]:
            hands[one] += group.cards
    if edition.wild:
        pool = [card for card in Counter(edition.deck).elements() if card not in edition.group_of]
        random.shuffle(pool)
        for one in players:
            hands[one] += [pool.pop() for _ in range(random.randrange(4))]
    return {"hands": hands, "went_out": out, "stopped_early": bool(groups)}


# --- what they tell ------------------------------------------------------------------------------


def _deals_settled_again(file: Any) -> None:
    """`companion score` says of each deal what was paid. Each is under the jackpot of those before
    it."""
    about = {name: file[name] for name in ("edition", "players", "options")}
    for row in (row for action in file["actions"] for row in action["deals"]):
        now = settle(*read({**row["entry"], **about})).as_json()
        assert (now["payouts"], now["jackpot"]) == (
            row["settlement"]["payouts"],
            row["settlement"]["jackpot"],
        )
    it, under = WholeGame(file), load(file["edition"], file["options"]).options.get("jackpot_start")
    for row in it.deals:
        assert row["entry"].get("jackpot") == under
        under = (row["settlement"]["jackpot"] or {}).get("next")


def _cells(it: WholeGame) -> list[tuple[str, str]]:
    """What each deal pays each player, and the total after it."""
    return [
        (f"{it.owed(row, one):,}", f"{total[one]:,}")
        for row, total in zip(it.deals, it.totals, strict=True)
        for one in it.players
    ]


def _ended(it: WholeGame, edition: Edition) -> str:
    """Who won, with what."""
    alone = len(it.winners) == 1
    won = f"{listed(it.winners)} {'wins' if alone else 'win together'}!"
    return " ".join(f"{won} {edition.amount(it.decided[it.winners[0]])}".split())


def _tie(it: WholeGame, edition: Edition) -> str:
    """That a tie is played on."""
    names = listed(it.first or it.players)
    most = edition.amount(max(it.total.values()))
    told = f"{names} are tied at the top with {most}. Play one more {edition.deal_word}."
    return " ".join(told.split())


def _ends(it: WholeGame, edition: Edition, html: str) -> None:
    """The page tells the end of the game, or a tie, or neither."""
    text = plain_text(html)
    assert (_ended(it, edition) in text) if it.winners else ("★ wins" not in text)
    assert it.tied == ("tied at the top" in text)
    assert not it.tied or _tie(it, edition) in text


def _standings(it: WholeGame, edition: Edition, html: str) -> None:
    """The big totals, and the ranking of a game that was won."""
    amount = edition.amount
    if it.winners:
        ranking = html.partition('aria-label="Final ranking"')[2].partition("</ol>")[0]
        ranks = [int(place) for place in re.findall(r'class="rank">(\d+)\.', ranking)]
        money = re.findall(MONEY, ranking)
        assert list(zip(ranks, _names(ranking), money, strict=True)) == [
            (place, one, amount(total)) for place, one, total in it.ranking
        ]
    elif 'class="plain race' in html:
        standings = html.partition('class="plain race')[2].partition("</ol>")[0]
        assert re.findall(MONEY, standings) == [amount(it.total[one]) for one in it.players]
        leads = [part for part in standings.split("</li>") if "★ leads" in part]
        assert [_names(part)[0] for part in leads] == it.first
        (dealer,) = [part for part in standings.split("</li>") if ">deals</span>" in part]
        assert _names(dealer) == [it.next_dealer]


def _names(html: str) -> list[str]:
    return [unescape(name) for name in re.findall(r'<bdi class="who">([^<]*)</bdi>', html)]


def _scores(it: WholeGame, edition: Edition, html: str) -> None:
    _ends(it, edition, html)
    _standings(it, edition, html)
    record = html.partition('<div id="record"')[2]
    table = record.partition("<tbody>")[2].partition("</tbody>")[0]
    assert [paid.replace("–", "0") for paid in re.findall(r"<b[^>]*>([\d,–]+)</b>", table)] == [
        f"{it.owed(row, one):,}" for row in reversed(it.deals) for one in it.players
    ]
    assert record.count("Struck out: does not count") == len(it.struck)
    chart = ", ".join(
        f"{one} {edition.amount(it.total[one])}"
        for one in sorted(it.players, key=lambda one: -it.total[one])
    )
    assert not it.deals or f": {chart}.</desc>" in unescape(html)


def _deal(it: WholeGame, edition: Edition, row: Any, html: str) -> None:
    """What each is paid or has still to be paid, who dealt, and what comes next."""
    place, amount = it.deals.index(row), edition.amount
    number, text = row["number"], plain_text(html)
    hands = re.findall(MONEY + r"</h2>", html.partition('id="hands"')[2])
    assert hands == [amount(it.owed(row, one)) for one in it.players]
    assert f"{' '.join(it.dealt[number].split())} dealt." in text
    pay = html.partition('id="pay"')[2].partition("</ul>")[0].split("</li>")
    due = it.due(row) if edition.money != "points" else {}
    for part in pay:
        for name, paid in zip(_names(part), re.findall(PAID, part), strict=False):
            owed, left = it.owed(row, name), due.get(name, 0)
            handed = it.handed.get((number, name), 0)
            more = f"{amount(abs(left))} {'more' if left > 0 else 'back'}"
            owes = amount(owed) if owed or edition.money == "points" else "gets nothing"
            assert paid == (more if left and handed else owes)
            assert f'now <span class="money">{amount(it.totals[place][name])}' in part
            assert not owed or edition.money == "points" or ("✓" in part) == (not left)
    ends, last = place + 1 == it.ended_after, place + 1 == len(it.deals)
    assert ends == ("Final ranking" in html)
    if last and not it.winners:
        assert f"{' '.join(it.next_dealer.split())} deals next." in text


def _summary(it: WholeGame, edition: Edition, html: str) -> None:
    _ends(it, edition, html)
    assert [(paid.replace("–", "0"), total) for paid, total in CELLS.findall(html)] == _cells(it)
    standing = html.partition('class="figures-table standing"')[2].partition("</table>")[0]
    assert re.findall(r'class="num total">([^<]*)<', standing) == [
        edition.amount(total) for _, _, total in it.ranking
    ]
    assert _names(standing) == [one for _, one, _ in it.ranking]
    deals = html.partition("figures-table every-deal")[2].partition("</table>")[0]
    dealers = [
        _names(part)[0] for part in deals.partition("<tbody>")[2].split("</tr>") if _names(part)
    ]
    assert dealers == [it.dealt[row["number"]] for row in it.deals]
    if edition.way.has_goer and it.deals:
        out = [row["entry"]["went_out"] for row in it.deals[: it.ended_after]]
        told = re.findall(r'data-head="Went out">(\S+)', standing)
        assert [int(number.replace("–", "0")) for number in told] == [
            out.count(one) for _, one, _ in it.ranking
        ]


def _tv(it: WholeGame, edition: Edition, html: str) -> None:
    _ends(it, edition, html)
    _standings(it, edition, html)


def _sheets(it: WholeGame, edition: Edition, page: Page) -> None:
    lines = list(csv.DictReader(io.StringIO(page("deals.csv").lstrip("\ufeff"), newline="")))
    got = [(line["deal"], line["dealer"], line["payout"], line["total"]) for line in lines]
    late = [line["after_end"] == "yes" for line in lines]
    ended = len(it.deals) if it.ended_after is None else it.ended_after
    assert [(deal, dealer.lstrip("'"), *paid) for deal, dealer, *paid in got] == [
        (
            str(row["number"]),
            it.dealt[row["number"]].lstrip("'"),
            str(it.owed(row, one)),
            str(total[one]),
        )
        for row, total in zip(it.deals, it.totals, strict=True)
        for one in it.players
    ]
    assert late == [place >= ended for place in range(len(it.deals)) for _ in it.players]
    lines = list(csv.DictReader(io.StringIO(page("totals.csv").lstrip("\ufeff"), newline="")))
    places = {one: place for place, one, _ in it.ranking}
    assert [(int(line["rank"]), int(line["total"]), line["winner"]) for line in lines] == [
        (places[one], it.decided[one], "yes" if one in it.winners else "no") for one in it.players
    ]


def _play(it: WholeGame, html: str) -> None:
    """What is handed to BG Stats."""
    links = re.findall(r'href="(https://app\.bgstatsapp[^"]*)"', html)
    assert bool(links) == bool(it.deals)
    for link in links:
        (data,) = parse_qs(urlsplit(unescape(link)).query)["data"]
        places = {one: place for place, one, _ in it.ranking}
        winners = it.winners or it.first
        assert [
            (one["name"], one["score"], one["rank"], one["winner"])
            for one in json.loads(data)["players"]
        ] == [(one, it.decided[one], places[one], one in winners) for one in it.players]

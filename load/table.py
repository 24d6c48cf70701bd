"""One table with four phones that play deal after deal at the pace of people.

The scorekeeper's phone makes the table and holds the first seat, the others join with the code.
All ask every two seconds whether what they show has changed. A deal is played with cards for a
while; then the goer and the others enter their own hands, each on the own phone, and the
scorekeeper confirms when everything is in. Everything is asked again until it is answered, as
people do, and as the page's own script does.
"""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from companion.game import taps
from companion.game.open_deal import OpenDeal
from companion.game.seats import Seats
from companion.game.taps import Opened, Tap
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from load.phone import Answer, Gone, Phone, Target, path_of
from tests.web import planner

EDITION = "classic-uk"
PLAYERS = ("Ann", "Bob", "Cem", "Dee")
EVERY = 1.9
"""Seconds from one look of a phone to the next, or from the last answer that changed its page."""
TAPS, MOST_PLANNED = 10, 50
"""Taps that every deal takes, one after the other at the least; and deals planned beforehand."""
TYPED = re.compile(r'<input id="[^"]*" name="([^"]+)" inputmode[^>]* value="([^"]*)"')
CHOSEN = re.compile(r'<select[^>]* name="([^"]+)".*?<option value="([^"]*)" selected', re.S)
TOTAL = re.compile(r'class="who">([^<]+)</bdi>.*?class="money[^"]*">([^<]*)<', re.S)


@lru_cache
def seats() -> Seats:
    return Seats(load(EDITION), PLAYERS)


class Failed(Exception):
    """A table cannot play on; the message says why."""


class Pace(NamedTuple):
    """How quick the people are, in seconds: a deal with cards, and from tap to tap."""

    play: float
    tap: float

    def playing(self, random: Random) -> float:
        return random.uniform(0.5, 1.5) * self.play

    def tapping(self, random: Random) -> float:
        return random.uniform(0.5, 1.5) * self.tap


class Noted(NamedTuple):
    """A request for the report: what it was, its status (0: no answer), how long it took."""

    kind: str
    status: int
    took: float


class Planned(NamedTuple):
    """A deal to be entered: by seat the taps of its phone, and what the engine pays for it."""

    goer: int
    taps: tuple[tuple[str, ...], ...]
    payouts: dict[str, int]


def plan(random: Random) -> Planned:
    """A typical deal. The taps are tried out on a draft, so what they pay is known."""
    here = seats()
    entered = planner.typical(random, here.edition)
    goer = PLAYERS[entered.went_out]
    laid = dict(zip(PLAYERS, entered.hands, strict=True))
    reward = planner.helpful(here, goer, laid, entered.reward)
    planned = [
        (
            str(taps.Out(place)),
            *_cards(here.edition, laid[goer]),
            *planner.declared(here, place, laid[goer]),
            str(taps.LayDown()),
            *_cards(here.edition, reward, groups=False),
            str(taps.RewardDone()),
        )
        if place == entered.went_out
        else _other(here, place, laid[player])
        for place, player in enumerate(PLAYERS)
    ]
    deal = OpenDeal(here)
    for place in sorted(range(len(PLAYERS)), key=lambda place: place != entered.went_out):
        deal, _ = planner.tapped(deal, *planned[place], at=str(Opened(place)))
    return Planned(entered.went_out, tuple(planned), dict(deal.settled().payouts))


def _other(here: Seats, place: int, hand: Sequence[str]) -> tuple[str, ...]:
    quick = planner.other(here, place, hand)
    if isinstance(Tap.parse(quick[0]), (taps.Catch, taps.HasNothing)):
        return tuple(quick)
    cards = _cards(here.edition, planner.counting(here.edition, hand))
    return (*cards, str(taps.OpenCards())) if cards else ()


def _cards(edition: Edition, hand: Sequence[str], *, groups: bool = True) -> tuple[str, ...]:
    """Taps that touch no card but these, for several phones enter at once: what one takes along by
    mistake for a moment, another could miss. Without `groups` one tap for each card."""
    held = Counter(hand)
    chosen: list[Tap] = []
    for group in edition.groups:
        if groups and not Counter(group.cards) - held:
            chosen.append(taps.TakeCards(group.id))
            held -= Counter(group.cards)
    chosen += [
        taps.TakeCards(card) if card in edition.group_of else taps.HoldNumber(card, number=number)
        for card, number in held.items()
    ]
    return tuple(map(str, chosen))


class Table:
    """One table and all that its phones asked."""

    def __init__(
        self, target: Target, number: int, pace: Pace, log: list[Noted], seconds: float = 0.0
    ) -> None:
        """Plans the deals of the next `seconds` now. To plan one takes a millisecond or more, and
        later the phones would wait for it."""
        self.random = Random(f"table {number}")
        here = "127.0.0.1"
        if sys.platform == "linux":  # a home of its own for every table, as most of them have
            here = f"127.1.{number // 250}.{1 + number % 250}"
        self.phones = [Phone(target, here) for _ in PLAYERS]
        self.keeper = self.phones[0]
        self.pace, self.log = pace, log
        self.code = ""
        self.ending = False
        self.confirmed: dict[int, dict[str, int]] = {}
        self.problems: list[str] = []
        quickest = max(pace.play / 2 + pace.tap * TAPS, 0.1)
        deals = 1 + int(min(seconds / quickest, MOST_PLANNED))
        self._planned = [plan(self.random) for _ in range(deals)]

    # --- asking

    async def _ask(
        self,
        phone: Phone,
        kind: str,
        address: str,
        form: dict[str, str] | None = None,
        *,
        part: bool = False,
        good: Sequence[int] = (200,),
    ) -> Answer:
        """Asks until there is an answer; notes every try."""
        while True:
            try:
                answer = await phone.ask(address, form, part=part)
            except Gone:
                self.log.append(Noted(kind, 0, 0.0))
                await asyncio.sleep(0.3)
                continue
            self.log.append(Noted(kind, answer.status, answer.took))
            if answer.status in (502, 503):
                await asyncio.sleep(0.3)
                continue
            if answer.status not in good:
                self.problems.append(f"{kind} {address} {form} was answered with {answer.status}")
            return answer

    async def _open(self, phone: Phone, address: str) -> None:
        """The phone opens a page, by a link or because it is led there."""
        for _ in range(5):
            answer = await self._ask(phone, "page", address, good=(200, 303, 302, 308))
            if answer.status == 200:
                phone.shows(address, answer)
                return
            address = path_of(answer.headers.get("location", "/"))

    async def _poll(self, phone: Phone) -> None:
        """Looks every two seconds whether what the phone shows has changed. As in a browser, an
        answer that changes the page puts that off: it shows all there was a moment ago."""
        await asyncio.sleep(self.random.uniform(0, EVERY))
        due = monotonic()
        while not self.ending:
            if monotonic() < phone.shown_at + EVERY:
                due = phone.shown_at
            elif phone.live:
                address = phone.live
                answer = await self._ask(phone, "look", address, part=True, good=(200, 204))
                if address == phone.live and answer.status == 200:
                    if "hx-redirect" in answer.headers:
                        await self._open(phone, path_of(answer.headers["hx-redirect"]))
                    else:
                        phone.shows(phone.page, answer)
            due = max(due + EVERY, monotonic())
            await asyncio.sleep(due - monotonic())

    async def _tap(self, phone: Phone, place: int, words: str) -> None:
        """One tap on the open deal, again if the page says so."""
        for _ in range(6):
            fields = phone.fields("taps")
            if not fields:
                await self._open(phone, f"/t/{self.code}/deal")
                fields = phone.fields("taps")
            answer = await self._ask(
                phone,
                "tap",
                f"/t/{self.code}/deal",
                {**fields, "at": fields.get("at") or str(place), "tap": words},
                part=True,
                good=(200, 409),
            )
            phone.shows(phone.page, answer)
            if answer.status == 200:
                return
            await asyncio.sleep(self.pace.tapping(self.random))
        self.problems.append(f"{words} was not taken six times")

    # --- the game

    async def sit_down(self) -> None:
        """The table is made, and all have joined it."""
        await self._open(self.keeper, f"/tables/new?edition={EDITION}")
        form = self.keeper.fields("/tables/new") | dict(TYPED.findall(self.keeper.text))
        form |= dict(CHOSEN.findall(self.keeper.text))
        form |= {f"player-{place}": name for place, name in enumerate(PLAYERS)}
        # Without a target the game is still on at the end.
        form |= {"no-target": "y", "do": "make"}
        answer = await self._ask(self.keeper, "page", "/tables/new", form, good=(303,))
        if answer.status != 303:
            raise Failed(f"The load's own table could not be made: {answer.status}.")
        self.code = path_of(answer.headers["location"]).split("/")[2]
        await asyncio.gather(*map(self._join, range(len(PLAYERS))))

    async def _join(self, place: int) -> None:
        phone = self.phones[place]
        await self._open(phone, f"/t/{self.code}/join")
        form = phone.fields("/join") | {"seat": str(place)}
        await self._ask(phone, "page", f"/t/{self.code}/join", form, good=(303,))
        await self._open(phone, f"/t/{self.code}/")

    async def play(self, until: float) -> None:
        """Deal after deal until the time (of the loop's clock) is up; the open one is finished."""
        clock = asyncio.get_running_loop().time
        looks = [asyncio.create_task(self._poll(phone)) for phone in self.phones]
        # The tables are in the midst of things: the first deal is over sooner or later.
        await asyncio.sleep(self.random.uniform(0, 1) * self.pace.play)
        while clock() < until:
            await self._one_deal(self._planned.pop() if self._planned else plan(self.random))
            await asyncio.sleep(min(self.pace.playing(self.random), max(0.0, until - clock())))
        self.ending = True
        await asyncio.gather(*looks)

    async def _one_deal(self, planned: Planned) -> None:
        said = asyncio.Event()
        await asyncio.gather(*(self._enter(place, planned, said) for place in range(len(PLAYERS))))
        number = await self._confirm()
        if number in self.confirmed:
            self.problems.append(f"deal {number} was confirmed twice")
        self.confirmed[number] = planned.payouts
        await asyncio.sleep(self.pace.tapping(self.random) * 2)
        await asyncio.gather(*(self._open(phone, f"/t/{self.code}/") for phone in self.phones))

    async def _enter(self, place: int, planned: Planned, said: asyncio.Event) -> None:
        """One phone enters its hand; the goer's says first that it went out."""
        phone = self.phones[place]
        await asyncio.sleep(self.pace.tapping(self.random))
        await self._open(phone, f"/t/{self.code}/deal")
        planned_taps = list(planned.taps[place])
        if place == planned.goer:
            first = planned_taps.pop(0)
            await self._tap(phone, place, first)
            said.set()
        else:
            await said.wait()
            await asyncio.sleep(self.pace.tapping(self.random))
            await self._tap(phone, place, str(taps.OpenCards(Opened(place))))
        for words in planned_taps:
            await asyncio.sleep(self.pace.tapping(self.random))
            await self._tap(phone, place, words)

    async def _confirm(self) -> int:
        """The scorekeeper confirms the deal; its number."""
        for _ in range(20):
            await asyncio.sleep(self.pace.tapping(self.random))
            if not self.keeper.fields("closing"):
                await self._tap(self.keeper, 0, str(taps.OpenCards()))
            form = self.keeper.fields("closing")
            if not form:
                continue
            answer = await self._ask(
                self.keeper, "close", f"/t/{self.code}/deal/close", form, good=(303,)
            )
            location = answer.headers.get("location", "")
            found = re.search(r"/deals/(\d+)$", path_of(location))
            if found:
                await self._open(self.keeper, path_of(location))
                return int(found[1])
            await self._open(self.keeper, f"/t/{self.code}/deal")
        raise Failed(f"Table {self.code}: the deal cannot be confirmed. {self.problems}")

    # --- afterwards

    def expected(self) -> dict[str, int]:
        """The totals by the engine of all that was confirmed."""
        return {player: sum(paid[player] for paid in self.confirmed.values()) for player in PLAYERS}

    async def shown(self) -> dict[str, int]:
        """The totals on the sheet."""
        await self._open(self.keeper, f"/t/{self.code}/")
        found = re.search(r'class="plain standings">.*?</ol>', self.keeper.text, re.S)
        pairs = TOTAL.findall(found[0] if found else "")
        return {name: int(re.sub(r"[^0-9]", "", amount) or 0) for name, amount in pairs}

    async def leave(self) -> None:
        """All phones hang up."""
        await asyncio.gather(*(phone.close() for phone in self.phones))


def differences(stored: Sequence[Any], confirmed: dict[int, dict[str, int]]) -> list[str]:
    """What the store has that was not confirmed, or the other way round, or with other payouts."""
    numbers = [deal.number for deal in stored]
    found = []
    if len(set(numbers)) != len(numbers):
        found.append("a deal is there twice")
    lost, more = sorted(set(confirmed) - set(numbers)), sorted(set(numbers) - set(confirmed))
    found += [f"deal {number} was confirmed and is not there" for number in lost]
    found += [f"deal {number} is there and was not confirmed" for number in more]
    for deal in stored:
        wanted = confirmed.get(deal.number)
        if wanted is not None and deal.payouts != wanted:
            found.append(f"deal {deal.number} pays something else than the engine says")
    return found

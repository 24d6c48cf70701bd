"""What a player's page shows."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

from markupsafe import Markup

from companion.game.all_games import Career
from companion.game.player_records import Against, Mine, Record, average
from companion.rules.edition import Edition, Group
from companion.rules.edition_file import edition_ids, load
from companion.rules.ledger import rank
from companion.rules.words import capital, listed, plural
from companion.web.parts.charts import BarChart, bar_chart
from companion.web.parts.words import NONE, local_day, unit
from companion.web.site.http import rendered

LAST_GAMES = 16
"""Games that are drawn and listed one by one."""


class Figure(NamedTuple):
    """One number, what it counts, a note, and the code of a table and the deal it is from."""

    label: str
    number: str
    note: str = ""
    at: tuple[str, int] | None = None


@dataclass(frozen=True)
class Payouts:
    """What deals paid in one unit: on average, and the best with its game and deal. `word`: what
    the editions call a deal."""

    word: str
    average: str
    deals: str
    best: str
    code: str
    deal: int


@dataclass(frozen=True)
class PlayedRow:
    """One of the last games: what a deal `paid` on average (`average` in words, too), the total,
    and the rank at its end. It stays the same until something is done at its table."""

    code: str
    at: str
    day: str
    edition: Edition
    paid: int
    average: str
    total: str
    rank: str
    deals: int
    won: bool

    @cached_property
    def html(self) -> Markup:
        """The row of the table, rendered once."""
        return rendered("people/_played.html", row=self)


@dataclass(frozen=True)
class LastGames:
    """The last games in one unit, the newest first, and a chart of them, the oldest first.

    `without` counts those that are not drawn, because they have no deal yet. `word`: what their
    editions call a deal.
    """

    unit: str
    word: str
    count: str
    rows: tuple[PlayedRow, ...]
    without: int
    chart: BarChart | None


class SetsRow(NamedTuple):
    """How often a group was a set, and how wide its bar is, in hundredths of the widest. `band` is
    the group's, rendered."""

    band: Markup
    number: int
    width: int


def last_rows(career: Career, known: Mapping[Mine, PlayedRow]) -> dict[Mine, PlayedRow]:
    """The rows of the last games, the newest first; some may be `known`."""
    last = career.games[: -LAST_GAMES - 1 : -1]
    return {one: known.get(one) or _played(one) for one in last}


def player_page(career: Career, rows: Collection[PlayedRow]) -> dict[str, Any]:
    """What the page of somebody who played shows; `rows` are the last games. `written` are other
    names on sheets. `against` has each other player's name, `called` each renaming, the newest
    first, and its day."""
    person, theirs = career.person, career.games
    done = career.sums.record()
    names = career.names({person, *done.against})
    name = names[person]
    first, last = _day(theirs[0]), next(iter(rows)).day
    return {
        "name": name,
        "written": tuple(one for one in career.written() if one != name),
        "since": first if first == last else f"{first} to {last}",
        "figures": tuple(_figures(names, done)),
        "money": tuple(_money(done)),
        "editions": [(load(one), done.editions[one]) for one in _boxes(done)],
        "last": tuple(_last(rows, done)),
        "more": len(theirs) > LAST_GAMES,
        "sets": tuple(_sets(done)),
        "against": tuple(_against(names, done)),
        "called": tuple((one, local_day(one.at, "")) for one in reversed(career.who.of(person))),
        "unread": career.unread,
    }


def _boxes(done: Record) -> list[str]:
    """The editions that were played, in their order."""
    return [one for one in edition_ids() if one in done.editions]


def _share(part: int, whole: int) -> str:
    """``31%``; ``–`` of nothing."""
    return f"{round(100 * part / whole)}%" if whole else NONE


def _figures(names: Mapping[str, str], done: Record) -> Iterable[Figure]:
    on = done.games - done.finished
    yield Figure("Games", f"{done.games:,}", f"{on:,} still playing" if on else "")
    won = f"of {done.finished:,} finished ({_share(done.wins, done.finished)})"
    if done.shared:
        others = dict.fromkeys(who for one in done.shared for who in one)
        some = listed([names.get(who, who) for who in list(others)[:3]])
        won += f", {len(done.shared):,} shared with {some}"
        won += " and others" if len(others) > 3 else ""
    yield Figure("Won", f"{done.wins:,}", won if done.finished else "no game is finished yet")
    if done.out_of:
        word = _deal_word(one for one in done.editions if load(one).variant.has_goer)
        yield Figure(
            "Went out",
            _share(done.out, done.out_of),
            f"{done.out:,} of {plural(done.out_of, word)}",
        )
        yield Figure("Wiped out", f"{done.wiped_out:,}", "caught, scored nothing")
    if done.rank:
        note = "among all hands that may go out"
        yield Figure("Best hand", capital(done.rank.short), note, done.rank_at)
    if done.awards:
        boxes = map(load, _boxes(done))
        paid = [box for box in boxes if "most_of" in box.cards and not box.has_jackpot]
        award = dict.fromkeys(box.label(box.cards["most_of"]) for box in paid)
        yield Figure(listed(award), f"{done.awards:,}", "bonuses for holding most")
    if done.jackpots:
        yield Figure("Jackpots", f"{done.jackpots:,}")


def _by_unit(done: Record) -> dict[str, list[str]]:
    """The editions that were played, in their order, by the unit of their amounts."""
    units: dict[str, list[str]] = {}
    for one in _boxes(done):
        units.setdefault(unit(load(one)), []).append(one)
    return units


def _deal_word(editions: Iterable[str]) -> str:
    """What these editions call a deal; ``deal`` where they have two words."""
    words = {load(one).deal_word for one in {*editions}}
    return words.pop() if len(words) == 1 else "deal"


def _average_of(done: Record, editions: Iterable[str]) -> int:
    """What a deal paid on average in all games of these editions; 0 before the first."""
    tallies = [done.editions[one] for one in editions]
    return average(sum(one.paid for one in tallies), sum(one.deals for one in tallies))


def _money(done: Record) -> Iterable[Payouts]:
    """What deals paid, for each unit by itself."""
    for editions in _by_unit(done).values():
        tallies = [done.editions[one] for one in editions]
        deals = sum(one.deals for one in tallies)
        best = max(tallies, key=lambda one: (one.best_at is not None, one.best))
        if best.best_at is None:  # no deals yet
            continue
        amount = load(editions[0]).amount
        yield Payouts(
            word=_deal_word(editions),
            average=amount(_average_of(done, editions)),
            deals=plural(deals, _deal_word(editions)),
            best=amount(best.best),
            code=best.best_at[0],
            deal=best.best_at[1],
        )


def _last(rows: Iterable[PlayedRow], done: Record) -> Iterable[LastGames]:
    """The last games, for each unit by itself."""
    averages = {name: _average_of(done, editions) for name, editions in _by_unit(done).items()}
    units: dict[str, list[PlayedRow]] = {}
    for row in rows:
        units.setdefault(unit(row.edition), []).append(row)
    for name, theirs in units.items():
        word = _deal_word(row.edition.id for row in theirs)
        drawn = [row for row in reversed(theirs) if row.deals]
        yield LastGames(
            unit=name,
            word=word,
            count=plural(len(theirs), "game").capitalize(),
            rows=tuple(theirs),
            without=len(theirs) - len(drawn),
            chart=bar_chart(
                [row.paid for row in drawn],
                [row.won for row in drawn],
                [row.day for row in drawn],
                averages.get(name, 0),
                word=word,
                amount=theirs[0].edition.amount,
            ),
        )


def _day(one: Mine) -> str:
    """The day a game was played last, in the zone of its table."""
    return local_day(one.game.last_at, one.game.facts.zone)


def _played(one: Mine) -> PlayedRow:
    facts, edition = one.game.facts, load(one.game.facts.edition_id)
    finals = {part.name: part.final for part in facts.parts}
    paid = average(one.part.final, facts.deals)
    place = f"{rank(finals, one.part.name)} of {len(facts.parts)}"
    return PlayedRow(
        code=one.game.code,
        at=one.game.last_at,
        day=_day(one),
        edition=edition,
        paid=paid,
        average=edition.amount(paid) if facts.deals else NONE,
        total=edition.amount(one.part.final),
        rank=place if facts.over else "still playing",
        deals=facts.deals,
        won=one.part.won,
    )


def _sets(done: Record) -> Iterable[SetsRow]:
    """How often each group was a set, the most often first; equals in the order of the board. The
    groups' names are those of the edition that was played most often."""
    groups: dict[str, Group] = {}
    boxes = sorted(
        done.editions, key=lambda one: (-done.editions[one].games, edition_ids().index(one))
    )
    for one in boxes:
        for group in load(one).groups:
            groups.setdefault(group.id, group)
    order = {group.id: index for index, group in enumerate(load(edition_ids()[0]).groups)}
    often = sorted(done.sets, key=lambda one: (-done.sets[one], order.get(one, 99)))
    for one in often:
        width = max(1, 100 * done.sets[one] // done.sets[often[0]])
        yield SetsRow(_band(groups[one].mark, groups[one].name), done.sets[one], width)


@cache
def _band(mark: str, name: str) -> Markup:
    """The band of a group, which is the same on every page."""
    return rendered("people/_band.html", mark=mark, name=name)


def _against(names: Mapping[str, str], done: Record) -> Iterable[tuple[str, Against]]:
    for person, beside in sorted(done.against.items(), key=lambda one: (-one[1].games, one[0])):
        yield names[person], beside

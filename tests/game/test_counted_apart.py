"""Random games counted a second time, with the scorer of tests/proof and a few plain sums: what
every deal paid, the totals, the jackpot, the racks, and who won."""

from typing import Any

from hypothesis import HealthCheck, given, settings

from companion.rules.bank import worth
from companion.store import Store, Table
from companion.store.sheets import sheet_of
from tests.games import Game, games
from tests.often import times
from tests.proof import brute
from tests.stored import Clock


def line_of(table: Table, entry: dict[str, Any], jackpot: int | None) -> dict[str, Any]:
    """A closed deal as a line for the other scorer."""
    more = {} if jackpot is None else {"jackpot": jackpot}
    options = {key: one for key, one in table.options.items() if key not in ("target", "deals")}
    options.pop("tie", None)
    players = list(table.players)
    return {
        "edition": table.edition_id,
        "players": players,
        "went_out": None,
        **entry,
        **more,
        "options": options,
    }


def winners(table: Table, payouts: list[dict[str, int]]) -> tuple[int | None, set[str]]:
    """After how many deals the game was over, None while it is on; and who had won it then."""
    target, deals = table.edition.ending(len(table.players))
    totals = dict.fromkeys(table.players, 0)
    for number, paid in enumerate(payouts, 1):
        totals = {player: totals[player] + paid[player] for player in totals}
        most = max(totals.values())
        first = {player for player, total in totals.items() if total == most}
        ended = (target is not None and most >= target) or (deals is not None and number >= deals)
        if ended and (len(first) == 1 or table.edition.options["tie"] == "shared"):
            return number, first
    return None, set()


@settings(
    max_examples=times(20),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(games(most=4))
def test_a_game_comes_to_what_another_count_says(game: Game) -> None:
    store = Store(":memory:", clock=Clock())
    table = game.play(store)
    sheet = sheet_of(store, table)
    jackpot = table.edition.options.get("jackpot_start")
    payouts: list[dict[str, int]] = []
    for deal, row in zip(store.deals(table), sheet.rows, strict=True):
        answer = brute.score(line_of(table, deal.entry.as_json(), jackpot))
        assert dict(row.payouts) == answer["payouts"]
        payouts.append(answer["payouts"])
        jackpot = answer["jackpot"]["next"] if answer["jackpot"] else None
        assert row.jackpot_after == jackpot
    totals = {player: sum(paid[player] for paid in payouts) for player in table.players}
    assert dict(sheet.totals) == totals
    assert sheet.jackpot == jackpot
    assert {player: worth(rack) for player, rack in sheet.racks.items()} == (
        totals if table.edition.money == "racks" else {}
    )
    over, won = winners(table, payouts)
    assert (over is not None) == sheet.over
    assert (set(sheet.winners) if sheet.over else set()) == won
    store.close()

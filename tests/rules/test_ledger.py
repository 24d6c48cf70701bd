"""The running sheet: totals, dealer, jackpot, leaders, the end of a game, racks and slips."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import ledger
from companion.rules.bank import BAR, Note, by_value, notes, worth
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.ledger import Settled, SettledDeal, Sheet, decided
from companion.rules.payout import settle
from companion.rules.settlement import Jackpot

FOUR = ("Ann", "Bob", "Cid", "Dot")
SIX = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


@dataclass(frozen=True)
class Rules:
    """As much of an edition as the ledger reads."""

    target: int | None = 10_000
    deals: int | None = None
    tie: Literal["shared", "play-on"] = "shared"
    money: Literal["notes", "racks", "points"] = "notes"
    dealer: Literal["left", "top-scorer"] = "left"
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def options(self) -> Mapping[str, Any]:
        return {"tie": self.tie, **self.more}

    def ending(self, players: int, /) -> tuple[int | None, int | None]:
        """The same for any number of players."""
        return self.target, self.deals


CLASSIC = Rules()
DELUXE = Rules(money="racks")
WM2017 = Rules(target=None, deals=4, more={"jackpot_start": 500})
EXPRESS = Rules(target=50, money="points", dealer="top-scorer")


def deal(*amounts: int, players: tuple[str, ...] = FOUR, jackpot: Jackpot | None = None) -> Settled:
    """A deal that paid these amounts from the first seat on; the first of them went out."""
    return Settled(dict(zip(players, amounts, strict=False)), players[0], jackpot)


def sheet(rules: Rules | Edition, *game: Any) -> Sheet:
    """The sheet by these rules, which have what the ledger reads of an edition."""
    return ledger.sheet(cast("Edition", rules), *game)


def game(rules: Rules | Edition, *deals: Settled, players: tuple[str, ...] = FOUR) -> Sheet:
    """The sheet of a game that the first of the players dealt first."""
    return sheet(rules, players, deals, players[0])


VOID = Settled(dict.fromkeys(FOUR, 0))


# --- totals, leaders, distance ----------------------------------------------------------------


def test_equal_totals_share_a_rank() -> None:
    totals = {"Ann": 500, "Bob": 900, "Cem": 500, "Dee": 0}
    assert [ledger.rank(totals, player) for player in totals] == [2, 1, 2, 4]


def test_before_the_first_deal() -> None:
    start = sheet(CLASSIC, FOUR, [], "Cid")
    assert start.players == FOUR
    assert start.rows == ()
    assert start.totals == dict.fromkeys(FOUR, 0)
    assert start.leaders == ()
    assert start.next_dealer == "Cid"
    assert start.to_target == dict.fromkeys(FOUR, 10_000)
    assert (start.over, start.over_after, start.reason) == (False, None, None)
    assert (start.winners, start.playing_on) == ((), False)
    assert (start.jackpot, start.racks) == (None, {})


def test_running_totals() -> None:
    after = game(CLASSIC, deal(3600, 400, 0, 1200), deal(500, 2350, 50, 0))
    assert [list(row.totals.values()) for row in after.rows] == [
        [3600, 400, 0, 1200],
        [4100, 2750, 50, 1200],
    ]
    assert after.totals == after.rows[-1].totals
    assert after.leaders == ("Ann",)
    assert after.to_target == {"Ann": 5900, "Bob": 7250, "Cid": 9950, "Dot": 8800}
    assert [row.position for row in after.rows] == [1, 2]
    assert [row.went_out for row in after.rows] == ["Ann", "Ann"]


def test_distance_to_a_reached_target_is_nothing() -> None:
    assert game(CLASSIC, deal(12_000, 9950)).to_target == {
        "Ann": 0,
        "Bob": 50,
        "Cid": 10_000,
        "Dot": 10_000,
    }


def test_no_distance_without_a_target() -> None:
    after = game(WM2017, deal(2000))
    assert (after.to_target, after.target, after.deals) == (None, None, 4)


@pytest.mark.parametrize(
    ("deals", "leaders"),
    [
        pytest.param([deal(100, 100, 50)], ("Ann", "Bob"), id="several-lead-on-a-tie"),
        pytest.param([deal(0, 0, 100), deal(100)], ("Ann", "Cid"), id="in-seating-order"),
        pytest.param([VOID], (), id="nobody-leads-with-nothing"),
    ],
)
def test_leaders(deals: list[Settled], leaders: tuple[str, ...]) -> None:
    assert game(CLASSIC, *deals).leaders == leaders


# --- dealer -----------------------------------------------------------------------------------


def test_deal_passes_to_the_left_and_a_void_deal_counts() -> None:
    after = sheet(CLASSIC, FOUR, [deal(100), VOID, deal(100)], "Cid")
    assert [row.dealer for row in after.rows] == ["Cid", "Dot", "Ann"]
    assert after.next_dealer == "Bob"
    assert after.rows[1].went_out is None
    assert after.rows[1].slips == dict.fromkeys(FOUR, ())


@pytest.mark.parametrize(
    ("last", "points", "next_dealer"),
    [
        pytest.param("Ann", (3, 9, 20, 4), "Cid", id="express-top-scorer-deals"),
        pytest.param("Ann", (20, 9, 3, 4), "Ann", id="express-top-scorer-deals-again"),
        pytest.param("Bob", (9, 0, 0, 9), "Dot", id="express-tie-first-to-the-left"),
        pytest.param("Dot", (0, 9, 9, 0), "Bob", id="express-tie-left-goes-round-the-table"),
        pytest.param("Bob", (9, 9, 0, 0), "Ann", id="express-tie-last-dealer-comes-last"),
        pytest.param("Bob", (0, 0, 0, 0), "Cid", id="express-nobody-scored"),
    ],
)
def test_express_dealer(last: str, points: tuple[int, ...], next_dealer: str) -> None:
    assert sheet(EXPRESS, FOUR, [deal(*points)], last).next_dealer == next_dealer


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "deals", "over_after", "reason", "winners"),
    [
        pytest.param(CLASSIC, [deal(9950)], None, None, (), id="target-not-yet"),
        pytest.param(CLASSIC, [deal(10_000)], 1, "target", ("Ann",), id="target-exactly"),
        pytest.param(
            CLASSIC,
            [deal(9000, 8000), deal(1000, 4000)],
            2,
            "target",
            ("Bob",),
            id="most-money-wins-not-the-goer",
        ),
        pytest.param(WM2017, [deal(1000)] * 3, None, None, (), id="2017-three-rounds"),
        pytest.param(WM2017, [deal(1000)] * 4, 4, "deals", ("Ann",), id="2017-four-rounds"),
        pytest.param(WM2017, [VOID] * 4, 4, "deals", FOUR, id="void-deals-count"),
        pytest.param(
            Rules(target=5000, deals=4),
            [deal(3000), deal(3000)],
            2,
            "target",
            ("Ann",),
            id="both-target-first",
        ),
        pytest.param(
            Rules(target=5000, deals=2),
            [deal(1000), deal(1000)],
            2,
            "deals",
            ("Ann",),
            id="both-deals-first",
        ),
        pytest.param(
            Rules(target=2000, deals=2),
            [deal(1000), deal(1000)],
            2,
            "target",
            ("Ann",),
            id="both-in-one-deal-is-the-target",
        ),
        pytest.param(
            Rules(target=None), [deal(90_000)] * 9, None, None, (), id="no-end-agreed-no-end"
        ),
        pytest.param(
            CLASSIC,
            [deal(10_400, 10_400)],
            1,
            "target",
            ("Ann", "Bob"),
            id="tie-is-shared",
        ),
        pytest.param(
            EXPRESS, [deal(30, 25), deal(21, 26)], 2, "target", ("Ann", "Bob"), id="express-tie"
        ),
    ],
)
def test_end_of_the_game(
    rules: Rules,
    deals: list[Settled],
    over_after: int | None,
    reason: str | None,
    winners: tuple[str, ...],
) -> None:
    after = game(rules, *deals)
    assert after.over == (over_after is not None)
    assert (after.over_after, after.reason, after.winners) == (over_after, reason, winners)
    assert not after.playing_on
    assert not any(row.after_end for row in after.rows)


TIED = deal(10_000, 10_000)


@pytest.mark.parametrize(
    ("deals", "over_after", "playing_on", "winners"),
    [
        pytest.param([TIED], None, True, (), id="one-more-hand"),
        pytest.param([TIED, deal(500, 500)], None, True, (), id="and-again-while-tied"),
        pytest.param([TIED, VOID], None, True, (), id="a-void-deal-breaks-no-tie"),
        pytest.param([TIED, VOID, deal(0, 50)], 3, False, ("Bob",), id="until-one-is-ahead"),
        pytest.param([TIED, deal(0, 0, 11_000)], 2, False, ("Cid",), id="a-third-may-win"),
        pytest.param([deal(10_000, 9000)], 1, False, ("Ann",), id="no-tie-no-more-hand"),
        pytest.param([deal(50, 50)], None, False, (), id="a-tie-before-the-end-is-no-matter"),
    ],
)
def test_tie_play_on(
    deals: list[Settled], over_after: int | None, playing_on: bool, winners: tuple[str, ...]
) -> None:
    after = game(Rules(tie="play-on"), *deals)
    assert (after.over_after, after.playing_on, after.winners) == (over_after, playing_on, winners)
    assert after.over == (over_after is not None)
    assert after.reason == ("target" if after.over or playing_on else None)


def test_played_on_reason_is_what_ended_it_first() -> None:
    after = game(Rules(target=5000, deals=1, tie="play-on"), deal(900, 900), deal(5000))
    assert (after.over_after, after.reason) == (2, "deals")


def test_deals_after_the_end_change_totals_but_not_the_winners() -> None:
    after = game(CLASSIC, deal(10_000, 9000), deal(0, 5000), deal(100))
    assert [row.after_end for row in after.rows] == [False, True, True]
    assert (after.over, after.over_after, after.winners) == (True, 1, ("Ann",))
    assert after.leaders == ("Bob",)
    assert after.totals == {"Ann": 10_100, "Bob": 14_000, "Cid": 0, "Dot": 0}
    assert after.next_dealer == "Dot"


@pytest.mark.parametrize("rules", [CLASSIC, DELUXE, WM2017, EXPRESS], ids=lambda one: one.money)
@given(st.lists(st.tuples(*[st.integers(0, 80)] * 4), max_size=8))
def test_decided_is_the_sheet_without_the_deals_after_the_end(
    rules: Rules, amounts: list[tuple[int, ...]]
) -> None:
    times = 1 if rules.money == "points" else 100
    pots = "jackpot_start" in rules.more
    deals = [
        deal(
            *(amount * times for amount in one),
            jackpot=Jackpot(None, 0, 500 * number) if pots else None,
        )
        for number, one in enumerate(amounts, 2)
    ]
    whole = game(rules, *deals)
    assert decided(whole) == game(rules, *deals[: whole.over_after])


# --- jackpot ----------------------------------------------------------------------------------


def test_jackpot_goes_from_deal_to_deal() -> None:
    after = game(
        WM2017,
        deal(1000, jackpot=Jackpot(None, 0, 1000)),
        deal(200, 1700, jackpot=Jackpot("Bob", 1000, 500)),
        VOID,
    )
    assert [row.jackpot_after for row in after.rows] == [1000, 500, 500]
    assert [(row.jackpot_to, row.jackpot_paid) for row in after.rows] == [
        (None, 0),
        ("Bob", 1000),
        (None, 0),
    ]
    assert after.jackpot == 500
    lines = after.rows[1].slips["Bob"]
    assert [(line.kind, line.notes) for line in lines] == [
        ("winnings", (Note(500, 1), Note(100, 2))),
        ("jackpot", (Note(500, 2),)),
    ]
    assert [line.kind for line in after.rows[1].slips["Ann"]] == ["winnings"]


def test_jackpot_at_the_start() -> None:
    assert game(WM2017).jackpot == 500
    assert game(Rules(more={"jackpot_start": 0})).jackpot == 0


def test_a_jackpot_of_nothing_is_still_taken() -> None:
    row = game(WM2017, deal(100, jackpot=Jackpot("Ann", 0, 0))).rows[0]
    assert (row.jackpot_to, row.jackpot_paid, len(row.slips["Ann"])) == ("Ann", 0, 1)


# --- racks and slips --------------------------------------------------------------------------


def test_deluxe_racks() -> None:
    after = game(DELUXE, deal(4600, 500), deal(500, 500), deal(4900))
    told = [
        {player: [one.text("$") for one in done] for player, done in row.exchanges.items() if done}
        for row in after.rows
    ]
    assert told == [
        {},
        {
            "Ann": [
                "hand in 2 × $500, take $1,000",
                "hand in 5 × $1,000, take a $5,000 gold bar",
            ],
            "Bob": ["hand in 2 × $500, take $1,000 (if you like)"],
        },
        {"Ann": ["hand in $500, 5 × $100, take $1,000 (if you like)"]},
    ]
    assert after.rows[0].racks["Ann"] == notes(4600)
    assert after.racks["Ann"] == (Note(BAR, 1), Note(1000, 5))
    assert after.racks is after.rows[-1].racks
    assert (after.over, after.winners) == (True, ("Ann",))


def test_deluxe_racks_are_empty_before_the_first_deal() -> None:
    start = game(DELUXE)
    assert start.racks == dict.fromkeys(FOUR, ())


def test_points_have_no_slips() -> None:
    row = game(EXPRESS, deal(7, 13)).rows[0]
    assert row.slips == dict.fromkeys(FOUR, ())
    assert row.racks == {}


def test_six_players() -> None:
    """Six at a table of classic play to 7,000."""
    rules = load("classic-uk")
    deals = [deal(0, 3500, 0, 0, 0, 3400, players=SIX), deal(0, 3500, 0, 0, 0, 3700, players=SIX)]
    after = sheet(rules, SIX, deals, "Fay")
    assert after.target == 7000
    assert [row.dealer for row in after.rows] == ["Fay", "Ann"]
    assert after.winners == ("Fay",)


# --- errors -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "players", "deals", "first", "told"),
    [
        pytest.param(CLASSIC, FOUR, [], "Zed", "first dealer, “Zed”", id="first-dealer-unknown"),
        pytest.param(CLASSIC, (), [], "Ann", "first dealer", id="nobody-at-the-table"),
        pytest.param(CLASSIC, ("Ann", "Ann"), [], "Ann", "twice", id="a-player-twice"),
        pytest.param(
            CLASSIC,
            FOUR,
            [VOID, Settled({"Zed": 50})],
            "Ann",
            "Deal 2: a player who was paid, “Zed”",
            id="payout-to-a-stranger",
        ),
        pytest.param(
            CLASSIC, FOUR, [Settled({}, "Zed")], "Ann", "Deal 1: the player who", id="goer-unknown"
        ),
        pytest.param(
            WM2017,
            FOUR,
            [Settled({}, None, Jackpot("Zed", 500, 500))],
            "Ann",
            "Deal 1: who took the jackpot, “Zed”",
            id="jackpot-to-a-stranger",
        ),
        pytest.param(
            WM2017,
            FOUR,
            [deal(400, jackpot=Jackpot("Ann", 500, 500))],
            "Ann",
            "Deal 1: A jackpot of 500",
            id="jackpot-above-the-payout",
        ),
        pytest.param(EXPRESS, FOUR, [deal(-1)], "Ann", "Deal 1: Ann cannot", id="below-zero"),
        pytest.param(CLASSIC, FOUR, [deal(75)], "Ann", "Deal 1: 75 cannot", id="not-in-notes"),
    ],
)
def test_what_cannot_be_at_this_table_is_refused(
    rules: Rules, players: tuple[str, ...], deals: list[Settled], first: str, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        sheet(rules, players, deals, first)


# --- the real editions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "target", "deals", "jackpot"),
    [
        pytest.param("classic-us", 10_000, None, None, id="classic-us"),
        pytest.param("classic-uk", 10_000, None, None, id="classic-uk"),
        pytest.param("deluxe", 10_000, None, None, id="deluxe"),
        pytest.param("winning-moves-2017", None, 4, 500, id="winning-moves-2017"),
        pytest.param("express", 50, None, None, id="express"),
    ],
)
def test_every_edition_keeps_a_sheet(
    edition_id: str, target: int | None, deals: int | None, jackpot: int | None
) -> None:
    rules = load(edition_id)
    start = game(rules)
    assert (start.target, start.deals, start.jackpot) == (target, deals, jackpot)
    assert start.next_dealer == "Ann"
    settled = [deal(0, 50), deal(50, 0), deal(0, 100), deal(0, 0, 0, 50)]
    after = game(rules, *settled)
    assert after.totals == {"Ann": 50, "Bob": 150, "Cid": 0, "Dot": 50}
    ended = {"winning-moves-2017": 4, "express": 1}.get(edition_id)
    assert after.over_after == ended
    assert after.winners == (("Bob",) if ended else ())
    assert after.next_dealer == ("Dot" if edition_id == "express" else "Ann")
    assert bool(after.racks) == (edition_id == "deluxe")
    assert bool(after.rows[0].slips["Bob"]) == (edition_id != "express")


def test_options_of_a_table_apply() -> None:
    rules = load("winning-moves-2017", {"target": 3000, "jackpot_start": 1000})
    start = game(rules)
    assert (start.target, start.deals, start.jackpot) == (3000, None, 1000)
    tied = load("classic-us", {"tie": "play-on"})
    assert game(tied, TIED).playing_on


def test_a_settlement_goes_straight_into_the_ledger() -> None:
    rules = load("winning-moves-2017")
    hands = {"Ann": ["park-place", "boardwalk"], "Bob": ["free-parking"], "Cid": [], "Dot": []}
    settled: SettledDeal = settle(rules, Deal(hands, "Ann", jackpot=500))
    after = sheet(rules, FOUR, [settled], "Dot")
    assert after.totals == {"Ann": 400, "Bob": 500, "Cid": 0, "Dot": 0}
    row = after.rows[0]
    assert (row.went_out, row.jackpot_to, row.jackpot_after) == ("Ann", "Bob", 500)


# --- properties -------------------------------------------------------------------------------

amounts = st.integers(0, 120).map(lambda fifties: fifties * 50)
payouts = st.lists(amounts, min_size=4, max_size=4)
games = st.lists(payouts, max_size=10)


@given(games, st.sampled_from(["notes", "racks"]), st.sampled_from(["shared", "play-on"]))
def test_money_is_conserved(
    paid: list[list[int]],
    money: Literal["notes", "racks"],
    tie: Literal["shared", "play-on"],
) -> None:
    after = game(Rules(money=money, tie=tie), *(deal(*amounts) for amounts in paid))
    for seat, player in enumerate(FOUR):
        assert after.totals[player] == sum(amounts[seat] for amounts in paid)
    for row in after.rows:
        for player in FOUR:
            assert sum(worth(line.notes) for line in row.slips[player]) == row.payouts[player]
        for player, rack in row.racks.items():
            assert worth(rack) == row.totals[player]
            assert worth(note for note in rack if note.value < 1000) < 1000
    bars = [one for row in after.rows for done in row.exchanges.values() for one in done]
    assert sum(one.kind == "bar" for one in bars) == sum(
        by_value(r)[BAR] for r in after.racks.values()
    )
    assert all(by_value(rack)[BAR] == (worth(rack) >= 5000) for rack in after.racks.values())


@given(games, st.sampled_from(["shared", "play-on"]))
def test_the_end_is_where_the_rule_puts_it(
    paid: list[list[int]], tie: Literal["shared", "play-on"]
) -> None:
    after = game(Rules(tie=tie), *(deal(*amounts) for amounts in paid))
    ends = [
        row.position
        for row in after.rows
        if max(row.totals.values()) >= 10_000
        and (tie == "shared" or list(row.totals.values()).count(max(row.totals.values())) == 1)
    ]
    assert after.over_after == (ends[0] if ends else None)
    if after.over_after is not None:
        totals = after.rows[after.over_after - 1].totals
        assert after.winners == tuple(p for p in FOUR if totals[p] == max(totals.values()))
        assert tie == "shared" or len(after.winners) == 1
    assert [row.after_end for row in after.rows] == [
        after.over_after is not None and row.position > after.over_after for row in after.rows
    ]


@given(games)
def test_a_sheet_only_ever_grows(paid: list[list[int]]) -> None:
    """One more deal leaves every row before it as it was, and the first sheet's end too."""
    deals = [deal(*amounts) for amounts in paid]
    whole = game(DELUXE, *deals)
    for length in range(len(deals)):
        part = game(DELUXE, *deals[:length])
        assert whole.rows[:length] == part.rows
        assert part.next_dealer == whole.rows[length].dealer
        assert not part.over or part.winners == whole.winners


@given(st.lists(st.lists(st.integers(0, 30), min_size=4, max_size=4), min_size=1, max_size=6))
def test_express_dealer_is_always_a_top_scorer(paid: list[list[int]]) -> None:
    after = game(EXPRESS, *(deal(*points) for points in paid))
    dealers = [*(row.dealer for row in after.rows[1:]), after.next_dealer]
    for row, dealer in zip(after.rows, dealers, strict=True):
        assert row.payouts[dealer] == max(row.payouts.values())

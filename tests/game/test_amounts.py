"""Hands entered by the amount alone: taps, who held the most, closing, correcting, files."""

import csv
import io
from dataclasses import replace

import pytest

from companion.export.game import written
from companion.export.game_csv import deals_csv
from companion.export.read_game import read_game
from companion.game.close_deal import Closed, NotClosed, close_deal
from companion.game.correction import same_entry
from companion.game.luck import drew_reward, luck_of_game
from companion.game.make_tap import Made, Posted, Refused, Stale, Unseen, make_tap
from companion.game.open_deal import Entered, OpenDeal, TapRefused, open_deal_of
from companion.game.seats import Seats, seats_of
from companion.game.taps import Opened, OwnSeats, Tap, read_amount
from companion.rules.edition_file import load
from companion.rules.settlement import Jackpot
from companion.store import Store, Table
from companion.store.games import bring_in, history
from companion.store.sheets import sheet_of
from tests.stored import Clock
from tests.web.conftest import MakeTable
from tests.web.planner import tapped
from tests.web.play import correct

UK, DL, WM, EX = "classic-uk", "deluxe", "winning-moves-2017", "express"
NAMES = ("Ann", "Bob", "Cem")


def deal(edition: str, *taps: str) -> OpenDeal:
    """The deal of three players after these taps."""
    return at(edition, *taps)[0]


def at(edition: str, *taps: str) -> tuple[OpenDeal, str]:
    """The same, and what the page has open then."""
    return tapped(OpenDeal(Seats(load(edition), NAMES)), *taps)


# --- what is typed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        *[(text, 1500) for text in ("1500", "$1,500", "£ 1,500", " 1 500 ", "1.500", "1’500")],
        ("0", 0),
        ("50", 50),
        ("1,000,000", 1_000_000),
    ],
)
def test_an_amount_is_read_as_people_write_it(typed: str, amount: int) -> None:
    assert read_amount(load(UK), typed) == amount


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "x",
        "-50",
        "50.5",
        "500.50",
        "1,5",
        "1,50",
        "5e3",
        "\u0665\u0660",
        "12345678",
        "1 2",
    ],
)
def test_what_is_no_amount_is_told_and_never_read_as_another(typed: str) -> None:
    with pytest.raises(TapRefused):
        read_amount(load(UK), typed)


@pytest.mark.parametrize(
    ("edition", "typed", "told"),
    [
        (UK, "120", "steps of 50: £100 or £150"),
        (UK, "1000050", "1,000,000"),
        (EX, "1000", "999"),
        (UK, "x", "Type it like £1,500"),
        (EX, "x", "Type it like 12 points"),
        (UK, "", "Type the amount first"),
    ],
)
def test_a_wrong_amount_is_told(edition: str, typed: str, told: str) -> None:
    with pytest.raises(TapRefused, match=told):
        deal(edition, "out:0", f"say:1:{typed}") if edition == UK else deal(
            edition, f"say:1:{typed}"
        )


# --- taps ----------------------------------------------------------------------------------------


def test_after_an_amount_the_next_hand_opens_for_its_amount() -> None:
    entered, opened = at(UK, "out:1", "open:1.a", "say:1:1850")
    assert (entered.amounts, opened) == ({"Bob": 1850}, "2.a")
    entered, opened = tapped(entered, "say:2:0", "open:0.a", "say:0:200", at=opened)
    assert (entered.complete, opened) == (True, "")
    assert entered.settled().payouts == {"Ann": 200, "Bob": 1850, "Cem": 0}


def test_a_goer_by_amount_needs_no_cards_no_verdict_and_no_reward() -> None:
    entered = deal(UK, "out:0", "say:0:950", "nothing:1", "nothing:2")
    assert entered.complete
    assert (entered.laid_down, entered.goer_lacks_cards, entered.waits_for()) == (False, False, [])
    assert entered.settled().legal


def test_an_amount_takes_the_place_of_cards_and_back() -> None:
    said = deal(UK, "out:0", "open:1", "take:red", "say:1:300")
    assert (said.hands[1].cards, said.how_entered(1)) == ((), Entered.SAID)
    assert said.free_copies(2, "strand") == 1
    again, opened = tapped(said, "cards:1", at="1.a")
    assert (again.missing(), opened) == ([0, 1, 2], "1")


def test_cards_do_not_slip_into_a_hand_that_is_an_amount() -> None:
    entered = deal(UK, "out:0", "say:1:300")
    with pytest.raises(TapRefused, match="Bob’s hand is entered as £300"):
        tapped(entered, "take:red", at="1")


def test_nothing_takes_the_place_of_an_amount() -> None:
    assert deal(UK, "out:0", "say:1:300", "nothing:1").amounts == {}


def test_the_hand_that_is_laid_down_is_changed_first() -> None:
    with pytest.raises(TapRefused, match="laid down"):
        deal(UK, "out:0", "take:dark-blue", "lay", "say:0:500")


def test_the_amount_stays_with_its_player_when_another_went_out() -> None:
    entered = deal(UK, "out:0", "say:0:500", "out:1", "nothing:2")
    assert (entered.went_out, entered.amounts, entered.missing()) == ("Bob", {"Ann": 500}, [1])


def test_where_nobody_is_paid_nothing_is_missing() -> None:
    assert deal(UK, "out:0", "say:1:500", "out:-").complete


def test_points_in_express() -> None:
    entered = deal(EX, "made:brown:0", "say:1:12")
    assert not entered.complete
    entered = tapped(entered, "say:2:0")[0]
    assert entered.complete
    assert entered.settled().payouts == {"Ann": 1, "Bob": 12, "Cem": 0}
    with pytest.raises(TapRefused, match="Bob’s hand is entered as 12 points"):
        tapped(entered, "made:red:1")
    assert tapped(entered, "say:0:5")[0].makers()["brown"] is None


def test_a_draft_is_read_back() -> None:
    entered = deal(WM, "out:0", "say:0:500", "say:1:0", "nothing:2", "most:1")
    assert OpenDeal.from_json(entered.seats, entered.as_json()) == entered


# --- who held the most ---------------------------------------------------------------------------

ALL = ("out:0", "say:0:500")


@pytest.mark.parametrize(
    ("edition", "taps", "asks"),
    [
        pytest.param(UK, ("nothing:1", "nothing:2"), (), id="nobody showed any"),
        pytest.param(UK, ("open:1", "n:mr-monopoly:1", "nothing:2"), (0, 1), id="Bob may, or Ann"),
        pytest.param(UK, ("open:1", "n:mr-monopoly:3", "nothing:2"), (), id="Bob does for sure"),
        pytest.param(
            UK,
            ("open:1", "n:mr-monopoly:1", "open:2", "n:mr-monopoly:1"),
            (),
            id="a tie of cards: the rest has it in the amount",
        ),
        pytest.param(UK, ("caught:1:2", "nothing:2"), (), id="whoever was caught is not paid"),
        pytest.param(WM, ("nothing:1", "nothing:2"), (0,), id="2017: the jackpot"),
        pytest.param(WM, ("open:1", "n:wild:1", "nothing:2"), (0, 1), id="2017: a wild may be one"),
        pytest.param(WM, ("caught:1:1", "nothing:2"), (0,), id="2017: nothing in jail"),
    ],
)
def test_who_is_asked_about(edition: str, taps: tuple[str, ...], asks: tuple[int, ...]) -> None:
    entered = deal(edition, *ALL, *taps)
    assert entered.may_hold_most() == asks
    assert entered.complete == (not asks)
    if asks:
        assert entered.waits_for() == [
            f"who held the most {'Free Parking' if edition == WM else 'Mr. Monopoly'}"
        ]
        assert all(tapped(entered, f"most:{one}")[0].complete for one in (*asks, "-"))


def test_who_held_the_most_is_paid() -> None:
    entered = deal(UK, *ALL, "open:1", "n:mr-monopoly:1", "nothing:2")
    paid = {one: tapped(entered, f"most:{one}")[0].settled().payouts["Bob"] for one in "10-"}
    assert paid == {"1": 1000, "0": 0, "-": 0}
    sure = deal(UK, *ALL, "open:1", "n:mr-monopoly:3", "nothing:2")
    assert sure.settled().payouts["Bob"] == 1000


def test_the_jackpot_goes_on_top_of_an_amount() -> None:
    entered = deal(WM, *ALL, "nothing:1", "nothing:2", "most:0")
    assert (entered.settled().payouts["Ann"], entered.settled().jackpot) == (
        *(1000, Jackpot("Ann", 500, 500)),
    )


def test_it_is_asked_again_once_the_cards_are_others() -> None:
    entered = deal(UK, *ALL, "open:1", "n:mr-monopoly:1", "nothing:2", "most:1")
    assert entered.complete
    entered = tapped(entered, "nothing:1", "open:2", "n:mr-monopoly:1")[0]
    assert entered.asks_majority


# --- phones --------------------------------------------------------------------------------------


def tap(
    store: Store, table: Table, words: str, own: OwnSeats = None, seen: int | None = None
) -> Made | Refused | Stale:
    """One tap of the scorekeeper’s phone, or of one with its `own` seats."""
    version = store.draft(table).version if seen is None else seen
    by = "keeper" if own is None else "other"
    return make_tap(store, table, Posted(Tap.parse(words), Opened(), version), own, by)


@pytest.fixture
def table(make_table: MakeTable) -> Table:
    return make_table(WM, [*NAMES])


def test_own_phones_say_their_own_amount_only(store: Store, table: Table) -> None:
    tap(store, table, "out:0")
    bob = frozenset({1})
    assert isinstance(tap(store, table, "say:1:300", bob), Made)
    assert isinstance(tap(store, table, "say:2:300", bob), Refused)
    assert isinstance(tap(store, table, "most:1", bob), Refused)


def test_no_phone_overwrites_an_amount_unseen(store: Store, table: Table) -> None:
    tap(store, table, "out:0")
    seen = store.draft(table).version
    tap(store, table, "say:1:300", frozenset({1}))
    answer = tap(store, table, "say:1:400", seen=seen)
    assert isinstance(answer, Stale)
    assert answer.why == Unseen.HAND


# --- closed, undone, corrected, saved ------------------------------------------------------------


def closed(store: Store, table: Table, *taps: str) -> Closed | NotClosed:
    """The deal of these taps, closed."""
    for words in taps:
        assert isinstance(tap(store, table, words), Made), words
    version = store.draft(table).version
    answer = close_deal(store, table, version=version, token=f"t{version}", let_stand=False)
    assert isinstance(answer, (Closed, NotClosed))
    return answer


BY_AMOUNT = ("out:0", "say:0:1850", "say:1:300", "nothing:2")


def test_a_deal_by_amounts_is_closed_once_all_is_said(store: Store, table: Table) -> None:
    assert closed(store, table, *BY_AMOUNT) is NotClosed.MISSING
    assert closed(store, table, "most:1") == Closed(1)
    assert sheet_of(store, table).totals == {"Ann": 1850, "Bob": 800, "Cem": 0}
    (one,) = store.deals(table)
    assert one.settlement.hands["Bob"].said
    assert one.sums.hands["Ann"].said
    assert one.sums.worth is None
    assert not drew_reward(table.edition, one)
    ann = luck_of_game(table.edition, table.players, [one], {})[0]
    assert (ann.out, ann.ranks, ann.drawn) == (1, (), 0)


def test_undone_it_is_the_open_deal_again_and_redone_it_counts(store: Store, table: Table) -> None:
    closed(store, table, *BY_AMOUNT, "most:1")
    before = open_deal_of(seats_of(table), store.draft(table))
    assert before.amounts == {}
    store.undo(table, token="u")
    again = open_deal_of(seats_of(table), store.draft(table))
    assert (again.amounts, again.complete, again.majority) == ({"Ann": 1850, "Bob": 300}, True, 1)
    undone = store.last_undone(table)
    assert undone is not None
    store.redo(table, undone.id)
    assert sheet_of(store, table).totals == {"Ann": 1850, "Bob": 800, "Cem": 0}


def test_a_correction_to_another_amount_settles_later_jackpots(store: Store, table: Table) -> None:
    closed(store, table, *BY_AMOUNT, "most:-")
    closed(store, table, "out:0", "say:0:50", "say:1:50", "say:2:50", "most:2")
    first, second = store.deals(table)
    assert second.payouts["Cem"] == 1050
    entry = replace(first.entry, amounts={"Ann": 1900, "Bob": 0}, majority_to="Ann")
    assert not same_entry(entry, first.entry)
    plan = correct(store, table, entry)
    assert plan.settled_again == (2,)
    assert sheet_of(store, table).totals == {"Ann": 1900 + 500 + 50, "Bob": 50, "Cem": 550}


def test_a_file_has_the_same_bytes_and_is_checked(store: Store, table: Table) -> None:
    closed(store, table, *BY_AMOUNT, "most:1")
    there = Store(":memory:", clock=Clock())
    file = written(history(store, table))
    brought = bring_in(there, read_game(file))
    assert written(history(there, brought)) == file
    assert b'"said": true' in file
    assert there.deals(brought)[0].sums == store.deals(table)[0].sums
    for good, bad in ((b'"Bob": 300', b'"Bob": 350'), (b'"said": true', b'"said": false')):
        with pytest.raises(ValueError, match="settlement"):
            read_game(file.replace(good, bad, 1))


def test_a_spreadsheet_tells_amounts_apart(store: Store, table: Table) -> None:
    closed(store, table, *BY_AMOUNT, "most:1")
    text = deals_csv(history(store, table)).decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(line["said"], line["payout"], line["jackpot"]) for line in lines] == [
        *[("yes", "1850", "0"), ("yes", "800", "500"), ("no", "0", "0")],
    ]

"""Taps of several phones on one deal: each counts, and none overwrites what was not seen."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from companion.game.make_tap import Made, Posted, Refused, Stale, Unseen, make_tap
from companion.game.open_deal import open_deal_of
from companion.game.seats import seats_of
from companion.game.taps import Opened, OwnSeats, Tap
from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions
from companion.store import Store, Table, phones
from tests.stored import as_it_is_now
from tests.web import planner
from tests.web.conftest import MakeTable
from tests.web.play import close

ANN, BOB = frozenset({0}), frozenset({1})


def tap(
    store: Store,
    table: Table,
    words: str,
    at: str = "",
    *,
    by: str = "keeper",
    own: OwnSeats = None,
    seen: int | None = None,
) -> Made | Refused | Stale:
    """One tap of a phone whose page shows version `seen` of the draft, the newest without it."""
    version = store.draft(table).version if seen is None else seen
    return make_tap(store, table, Posted(Tap.parse(words), Opened.parse(at), version), own, by)


@pytest.fixture
def table(store: Store, make_table: MakeTable) -> Table:
    """A table whose Dee has gone out."""
    made = make_table()
    tap(store, made, "out:3")
    return made


def entered(store: Store, table: Table) -> dict[str, list[str]]:
    hands: dict[str, list[str]] = store.draft(table).data.get("hands", {})
    return {player: sorted(cards) for player, cards in hands.items()}


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        pytest.param(("take:red", "0", "keeper"), ("take:brown", "0", "other"), Unseen.HAND,
                     id="the same hand"),
        pytest.param(("take:red", "0", "keeper"), ("take:brown", "0", "keeper"), None,
                     id="the same hand and phone"),
        pytest.param(("take:red", "0", "keeper"), ("take:brown", "1", "other"), None,
                     id="another hand"),
        pytest.param(("out:0", "", "keeper"), ("out:1", "", "other"), Unseen.OUT,
                     id="who went out"),
    ],
)  # fmt: skip
def test_no_phone_overwrites_what_it_had_not_seen(
    store: Store,
    table: Table,
    first: tuple[str, str, str],
    second: tuple[str, str, str],
    why: Unseen | None,
) -> None:
    before = store.draft(table).version
    for words, at, by in (first, second):
        made = tap(store, table, words, at, by=by, seen=before)
    assert (made.why if isinstance(made, Stale) else None) == why


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        pytest.param("made:brown:1", "made:brown:2", Unseen.MONOPOLY, id="the same monopoly"),
        pytest.param("made:brown:1", "made:brown:1", None, id="the same monopoly and player"),
        pytest.param("made:brown:1", "made:pink:1", None, id="another of the same player"),
        pytest.param("made:brown:1", "made:pink:2", None, id="another of another player"),
        pytest.param("made:orange:2", "made:green:1", None, id="taken from the same player"),
        pytest.param("made:brown:1", "early:1", None, id="stopped early"),
        pytest.param("early:1", "early:0", Unseen.STOPPED, id="stopped early, and not"),
    ],
)
def test_in_express_only_the_same_monopoly_is_refused(
    store: Store, make_table: MakeTable, first: str, second: str, why: Unseen | None
) -> None:
    """A tap may be late, for a phone keeps it while it has no connection."""
    table = make_table("express")
    for words in ("made:orange:1", "made:green:2"):
        tap(store, table, words)
    seen = store.draft(table).version
    assert isinstance(tap(store, table, first), Made)
    made = tap(store, table, second, by="other", seen=seen)
    assert (made.why if isinstance(made, Stale) else None) == why


@pytest.mark.parametrize("by", ["keeper", "other"])
def test_what_a_page_has_seen_may_be_changed_by_any_phone(
    store: Store, table: Table, by: str
) -> None:
    tap(store, table, "take:red", "0")
    assert isinstance(tap(store, table, "give:red", "0", by=by), Made)
    assert not entered(store, table).get("Ann")


def test_the_same_tap_again_changes_nothing_more(store: Store, table: Table) -> None:
    seen = store.draft(table).version
    first, again = (tap(store, table, "take:red", "0", seen=seen) for _ in range(2))
    assert isinstance(first, Made)
    assert isinstance(again, Made)
    assert (first.changed, again.changed) == (True, False)
    assert first.draft.version == again.draft.version == store.draft(table).version


RED = ("take:red", "1")


@pytest.mark.parametrize(
    ("own", "taps", "entering"),
    [
        pytest.param(BOB, [RED], ["Bob"], id="a card on the own phone"),
        pytest.param(BOB, [RED, ("open:", "1")], [], id="done"),
        pytest.param(BOB, [RED, ("open:", "1"), ("open:1", "")], ["Bob"], id="opened again"),
        pytest.param(BOB, [RED, ("give:red", "1")], ["Bob"], id="no card is left"),
        pytest.param(BOB, [RED, ("nothing:1", "1")], [], id="nothing instead"),
        pytest.param(BOB, [RED, ("caught:1:1", "1")], [], id="caught instead"),
        pytest.param(BOB, [("open:1", "")], ["Bob"], id="opened, without a card"),
        pytest.param(BOB, [("open:1", ""), ("open:", "1")], [], id="only looked at"),
        pytest.param(
            BOB,
            [("n:chance:1", "1"), ("open:1.0", "1"), ("caught:1:0", "1.0")],
            [],
            id="caught while a Chance was asked about",
        ),
        pytest.param(None, [RED], [], id="a card on the scorekeeper's phone"),
        pytest.param(None, [RED, ("open:1", "")], [], id="looked at by the scorekeeper"),
    ],
)
def test_a_hand_is_being_entered_while_its_own_phone_has_it_open(
    store: Store,
    table: Table,
    own: OwnSeats,
    taps: Sequence[tuple[str, str]],
    entering: Sequence[str],
) -> None:
    for words, at in taps:
        assert isinstance(tap(store, table, words, at, own=own, by="own"), Made)
    assert store.draft(table).data["entering"] == entering


def test_a_phone_that_goes_on_to_the_next_hand_does_not_enter_it(
    store: Store, table: Table
) -> None:
    tap(store, table, "take:red", "3")
    made = tap(store, table, "nothing:2", "2", own=frozenset({2}), by="own")
    assert isinstance(made, Made)
    assert made.result.at == Opened(3)  # Dee's, which is not laid down
    assert made.draft.data["entering"] == []
    assert isinstance(tap(store, table, "take:brown", "3", seen=made.draft.version - 1), Made)


@pytest.mark.parametrize("first", [RED, ("open:1", "")], ids=["with cards", "without a card"])
@pytest.mark.parametrize(
    ("words", "entering"),
    [
        pytest.param("take:brown", ["Bob"], id="a card"),
        pytest.param("clear", ["Bob"], id="no card any more"),
        pytest.param("nothing:1", [], id="nothing"),
        pytest.param("caught:1:0", [], id="caught"),
    ],
)
def test_what_the_scorekeeper_taps_in_a_hand_that_a_phone_has_open(
    store: Store, table: Table, first: tuple[str, str], words: str, entering: list[str]
) -> None:
    """Only what says all there is of the hand ends it for that phone."""
    phones.join(store, table.id, "own", 1)
    tap(store, table, *first, own=BOB, by="own")
    tap(store, table, words, "1")
    assert store.draft(table).data["entering"] == entering
    tap(store, table, "open:", "1", own=BOB, by="own")
    assert store.draft(table).data["entering"] == []


@pytest.mark.parametrize("at", ["1", ""], ids=["while it is open", "in the list"])
def test_the_scorekeeper_can_say_that_all_cards_of_a_hand_are_in(
    store: Store, table: Table, at: str
) -> None:
    """For the battery of its player's phone may be empty."""
    tap(store, table, *RED, own=BOB, by="own")
    for _ in range(2):
        made = tap(store, table, "allin:1", at)
        assert isinstance(made, Made)
        assert made.result.at == Opened()
        assert made.draft.data["entering"] == []
    tap(store, table, "take:brown", "1", own=BOB, by="own")  # it was not
    assert store.draft(table).data["entering"] == ["Bob"]


def test_cards_that_the_scorekeeper_did_not_see_are_not_said_to_be_all(
    store: Store, table: Table
) -> None:
    tap(store, table, *RED, own=BOB, by="own")
    seen = store.draft(table).version
    tap(store, table, "take:brown", "1", own=BOB, by="own")
    made = tap(store, table, "allin:1", "1", seen=seen)
    assert isinstance(made, Stale)
    assert made.why == Unseen.HAND
    assert store.draft(table).data["entering"] == ["Bob"]


def test_of_a_hand_of_chance_alone_that_is_all_in_the_mr_monopoly_are_asked(
    store: Store, table: Table
) -> None:
    tap(store, table, "n:chance:1", "1", own=BOB, by="own")
    made = tap(store, table, "allin:1")
    assert isinstance(made, Made)
    assert made.result.deal.asks_most(1)


def _removed(store: Store, table: Table) -> None:
    phones.remove(store, table, phones.present(store, table)[-1].id)


def _renewed(store: Store, table: Table) -> None:
    phones.renew(store, as_it_is_now(store, table), alone=True)


@pytest.mark.parametrize(
    ("leave", "gone"),
    [
        pytest.param(lambda store, table: None, False, id="it stays"),
        pytest.param(_removed, True, id="removed"),
        pytest.param(lambda store, table: phones.join(store, table.id, "own", 2), True,
                     id="enters another hand"),
        pytest.param(lambda store, table: phones.join(store, table.id, "own", None), True,
                     id="just watches"),
        pytest.param(_renewed, True, id="everyone joins again"),
        pytest.param(lambda store, table: phones.lock(store, table, True), True,
                     id="only the scorekeeper enters"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("begun", [False, True], ids=["without a card", "with cards"])
def test_a_hand_that_was_begun_on_a_phone_that_is_gone(
    store: Store,
    table: Table,
    leave: Callable[[Store, Table], object],
    gone: bool,
    begun: bool,
) -> None:
    """Without a card it is the scorekeeper's to enter. With cards nobody said that they are all."""
    phones.claim(store, table.id, "keeper")
    phones.join(store, table.id, "own", 1)
    tap(store, table, *(RED if begun else ("open:1", "")), own=BOB, by="own")
    leave(store, table)
    tap(store, table, "n:go:1", "1")
    tap(store, table, "open:", "1")
    assert store.draft(table).data["entering"] == ([] if gone and not begun else ["Bob"])


def test_a_hand_that_is_only_opened_has_not_changed(store: Store, table: Table) -> None:
    """So what another phone taps there is not refused."""
    seen = store.draft(table).version
    tap(store, table, "open:1", own=BOB, by="own")
    assert isinstance(tap(store, table, *RED, seen=seen), Made)


def test_a_hand_that_did_not_go_out_after_all_is_still_being_entered(
    store: Store, make_table: MakeTable
) -> None:
    table = make_table()
    for words, at in (("out:1", ""), RED, ("open:??", "1"), ("in:1", "??")):
        made = tap(store, table, words, at, own=BOB, by="own")
    tap(store, table, "out:0")
    assert isinstance(made, Made)
    assert store.draft(table).data["entering"] == ["Bob"]


def test_without_a_card_a_hand_that_did_not_go_out_after_all_is_not_being_entered(
    store: Store, make_table: MakeTable
) -> None:
    """Its phone shows all hands then."""
    table = make_table()
    for words, at in (("out:1", ""), ("open:??", "1"), ("in:1", "??")):
        made = tap(store, table, words, at, own=BOB, by="own")
    assert isinstance(made, Made)
    assert store.draft(table).data["entering"] == []


@pytest.mark.parametrize(
    ("taps", "asks"),
    [
        pytest.param(["n:chance:1"], False, id="while it is open"),
        pytest.param(["n:chance:1", "open:"], True, id="done"),
        pytest.param(["n:chance:1", "open:2"], True, id="the next hand"),
        pytest.param(["n:chance:1", "n:mr-monopoly:1", "open:"], False, id="with Mr. Monopoly"),
        pytest.param(["n:chance:1", "n:go:1", "open:"], False, id="with another card"),
        pytest.param(["n:chance:1", "open:", "caught:1:0", "open:1", "open:"], False, id="said"),
    ],
)
def test_a_hand_of_chance_alone_is_asked_for_its_mr_monopoly_when_it_is_left(
    store: Store, table: Table, taps: list[str], asks: bool
) -> None:
    at, asked = "1", False
    for words in taps:
        made = tap(store, table, words, at)
        assert isinstance(made, Made)
        at, asked = str(made.result.at), made.result.deal.asks_most(1)
    assert asked == asks


def test_a_look_at_a_hand_is_no_change_of_it(store: Store, table: Table) -> None:
    tap(store, table, *RED)
    seen = store.draft(table).version
    tap(store, table, "open:1", own=BOB, by="own")
    assert store.draft(table).data["entering"] == ["Bob"]
    assert isinstance(tap(store, table, "take:brown", "1", seen=seen), Made)


def test_the_hand_that_went_out_is_whole_once_it_is_laid_down(
    store: Store, make_table: MakeTable
) -> None:
    table = make_table()
    for words, at in (("out:0", ""), ("take:red", "0"), ("lay", "0")):
        tap(store, table, words, at, own=ANN, by="own")
    assert store.draft(table).data["entering"] == []


@pytest.mark.parametrize(
    ("words", "at", "scrolls"),
    [
        pytest.param("open:1", "0", True, id="to another hand"),
        pytest.param("open:0", "0", False, id="to the hand that is open"),
        pytest.param("take:red", "0", False, id="a card"),
    ],
)
def test_a_page_scrolls_to_what_a_tap_opens(
    store: Store, table: Table, words: str, at: str, scrolls: bool
) -> None:
    made = tap(store, table, words, at)
    assert isinstance(made, Made)
    posted = Posted(Tap.parse(words), Opened.parse(at))
    assert posted.scrolls_to(made.result.at) is scrolls


def test_the_reward_is_shown_with_the_hand_that_went_out(
    store: Store, make_table: MakeTable
) -> None:
    table = make_table()
    shown = []
    for words, at in (
        ("out:2", ""),
        ("take:red", "2"),
        ("lay", "2"),
        ("open:1", ""),
        ("open:", ""),
    ):
        made = tap(store, table, words, at)
        assert isinstance(made, Made)
        shown.append((str(made.result.at), made.result.shows))
    assert shown == [
        ("2", "hand2"), ("2", "hand2"), ("r", "hand2"), ("1", "hand1"), ("", "deal"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("undone", "why"), [(False, Unseen.CLOSED), (True, Unseen.REOPENED)], ids=["closed", "undone"]
)
def test_a_tap_for_an_earlier_deal_is_not_made(
    store: Store, table: Table, undone: bool, why: Unseen
) -> None:
    seen = store.draft(table).version
    close(store, table, "Ann", {"Ann": "red"})
    if undone:
        store.undo(table, token="undo")
    made = tap(store, table, "take:brown", "0", seen=seen)
    assert isinstance(made, Stale)
    assert made.why == why


def test_a_draft_that_does_not_say_when_its_deal_began_fits_every_page(
    store: Store, make_table: MakeTable
) -> None:
    """Early drafts do not say."""
    table = make_table()
    store.save_draft(table, 0, {"went_out": "Dee"})
    assert isinstance(tap(store, table, "take:red", "0", seen=0), Made)


def steps(store: Store, table: Table, *taps: tuple[str, str, str, OwnSeats]) -> bool:
    """Whether the reward is still open after these taps: words, what is open, phone, its seats."""
    for words, at, by, own in taps:
        made = tap(store, table, words, at, by=by, own=own)
        assert isinstance(made, Made), made
    still_open: bool = store.draft(table).data["reward_open"]
    return still_open


OUT: Sequence[tuple[str, str, str, OwnSeats]] = (
    ("out:0", "", "ann", ANN),
    ("take:red", "0", "ann", ANN),
    ("lay", "0", "ann", ANN),
)


@pytest.mark.parametrize(
    ("then", "still_open"),
    [
        pytest.param(("open:1", "", "bob", BOB), True, id="another phone goes to its hand"),
        pytest.param(("open:1", "r", "ann", None), False, id="the goer's phone goes on"),
        pytest.param(("open:1", "r", "keeper", None), True, id="the scorekeeper looks elsewhere"),
    ],
)
def test_only_the_phone_that_enters_the_reward_ends_it_by_going_on(
    store: Store, make_table: MakeTable, then: tuple[str, str, str, OwnSeats], still_open: bool
) -> None:
    assert steps(store, make_table(), *OUT, then) is still_open


@pytest.mark.parametrize("box", all_editions(), ids=lambda box: box.id)
def test_what_a_tap_keeps_is_what_its_text_says(
    store: Store, make_table: MakeTable, box: Edition
) -> None:
    """For the deal that a tap made is remembered, and its text is read after a restart only."""
    table, random = make_table(box.id), Random(5)
    seats = seats_of(table)
    taps = [f"made:{group.id}:{random.randrange(4)}" for group in box.groups]
    if box.way.has_goer:
        taps = planner.deal(seats, planner.typical(random, box))
    at = ""
    for words in taps:
        made = tap(store, table, words, at)
        assert isinstance(made, Made)
        assert store.draft(table) == made.draft
        assert open_deal_of(seats, made.draft) == made.result.deal
        at = str(made.result.at)


# --- 2017: laying down announces what each Wild counts as ----------------------------------------

TEN = "line:light-blue, wild, token, hotel, three-houses, one-house, go, go"


@pytest.fixture
def wild_out(store: Store, make_table: MakeTable) -> Table:
    """A 2017 table whose Ann has gone out with a Wild that is a token, and 500 under the Bank."""
    made = make_table("winning-moves-2017", ["Ann", "Bob", "Cem"])
    for words, at in (("out:0", ""), (TEN, "0")):
        assert isinstance(tap(store, made, words, at), Made)
    return made


def announced(store: Store, table: Table) -> Sequence[str]:
    deal = open_deal_of(seats_of(table), store.draft(table))
    return deal.entry().wilds.get("Ann", ())


@pytest.mark.parametrize(
    "taps",
    [
        pytest.param([("open:1", "0")], id="going on to another hand"),
        pytest.param([("open:-", "0")], id="going back to all hands"),
        pytest.param([("line:free-parking", "1")], id="another phone enters another hand"),
        pytest.param([("nothing:1", "0")], id="another player has nothing"),
        pytest.param(
            [("open:1", "0"), ("line:free-parking*4", "1"), ("line:free-parking", "2")],
            id="whatever the others lay down then",
        ),
    ],
)
def test_a_wild_stays_what_it_was_shown_as_when_the_hand_was_laid_down(
    store: Store, wild_out: Table, taps: list[tuple[str, str]]
) -> None:
    assert announced(store, wild_out) == ()
    for words, at in taps:
        assert isinstance(tap(store, wild_out, words, at), Made)
    assert announced(store, wild_out) == ("token",)


def test_only_taking_the_hand_back_changes_what_was_announced(
    store: Store, wild_out: Table
) -> None:
    tap(store, wild_out, "open:1", "0")
    tap(store, wild_out, "open:0", "1")  # to look at it is not to take it back
    assert announced(store, wild_out) == ("token",)
    tap(store, wild_out, "n:go:3", "0")
    assert announced(store, wild_out) == ()
    tap(store, wild_out, "open:1", "0")
    assert announced(store, wild_out) == ("token",)
    assert isinstance(tap(store, wild_out, "wilds:0:go", "0"), Made)
    tap(store, wild_out, "open:1", "0")
    assert announced(store, wild_out) == ("go",)


def test_whoever_went_out_is_asked_where_the_others_decide_what_pays_more(
    store: Store, make_table: MakeTable
) -> None:
    table = make_table("winning-moves-2017", ["Ann", "Bob", "Cem"], options={"jackpot_start": 2000})
    cards = "line:light-blue, free-parking, wild, go*3, token, get-out-of-jail-free"
    for words, at in (("out:0", ""), (cards, "0")):
        tap(store, table, words, at)
    asked = tap(store, table, "open:1", "0")
    assert isinstance(asked, Made)
    assert asked.result.at == Opened(0, 0)  # the list of what the Wild counts as
    assert announced(store, table) == ()
    tap(store, table, "wilds:0:free-parking", "0")
    gone_on = tap(store, table, "open:1", "0")
    assert isinstance(gone_on, Made)
    assert gone_on.result.at == Opened(1)
    tap(store, table, "line:free-parking", "1")
    assert announced(store, table) == ("free-parking",)

"""What a player’s phone may tap: the own hand, and that one went out oneself."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.open_deal import WHOLE_DEAL, OpenDeal, TapRefused
from companion.game.seats import Seats
from companion.game.taps import KEEPERS, NOBODY, OTHERS, Opened, Tap
from companion.rules.edition_file import load
from companion.rules.refusal import Refusal
from tests.web import planner

PLAYERS = ("Ann", "Bob", "Cem")
UK = Seats(load("classic-uk"), PLAYERS)
EXPRESS = Seats(load("express"), PLAYERS)
START = OpenDeal(UK)
ANN_OUT = START.goes_out(0).with_cards(0, ["token"])
LAID = replace(ANN_OUT, laid_down=True)
BOTH = ANN_OUT.with_cards(1, ["strand"])
NONE_OUT = OpenDeal(UK, nobody=True)
ANN, BOB, LOOKER = frozenset({0}), frozenset({1}), frozenset[int]()
SAID = "Ann has said so already. Is that wrong? Ask the scorekeeper."


def refusal(deal: OpenDeal, own: frozenset[int] | None, at: str, words: str) -> str | None:
    """Why a phone may not make this tap; None when it may."""
    return None if own is None else Tap.parse(words).forbidden(deal, own, Opened.parse(at))


@pytest.mark.parametrize(
    ("deal", "own", "at", "words", "why"),
    [
        pytest.param(START, None, "", "out:-", None, id="the scorekeeper may everything"),
        pytest.param(START, LOOKER, "", "out:0", OTHERS, id="who looks did not go out"),
        pytest.param(ANN_OUT, LOOKER, "0", "take:orange", OTHERS, id="who looks enters nothing"),
        pytest.param(ANN_OUT, LOOKER, "0", "notout:0", OTHERS, id="who looks throws nothing away"),
        pytest.param(START, ANN, "", "out:0", None, id="I went out"),
        pytest.param(START, BOB, "", "out:0", OTHERS, id="somebody else went out"),
        pytest.param(START, ANN, "", "out:-", KEEPERS, id="nobody went out"),
        pytest.param(ANN_OUT, BOB, "", "out:1", SAID, id="I went out, says the second"),
        pytest.param(ANN_OUT, ANN, "", "out:0", None, id="I went out, once more"),
        pytest.param(ANN_OUT, ANN, "", "in:0", None, id="I did not"),
        pytest.param(ANN_OUT, BOB, "", "in:0", OTHERS, id="she did not"),
        pytest.param(NONE_OUT, ANN, "", "out:0", NOBODY, id="I did, but nobody is said"),
        pytest.param(ANN_OUT, BOB, "1", "take:orange", None, id="own cards"),
        pytest.param(ANN_OUT, BOB, "0", "take:orange", OTHERS, id="another hand"),
        pytest.param(ANN_OUT, BOB, "", "take:orange", OTHERS, id="no hand"),
        pytest.param(ANN_OUT, BOB, "9", "take:orange", OTHERS, id="no such hand"),
        pytest.param(ANN_OUT, BOB, "1.0", "n:go:1", None, id="own cards beside a wild"),
        pytest.param(ANN_OUT, BOB, "0", "line:red", OTHERS, id="a typed line for another"),
        pytest.param(ANN_OUT, BOB, "1", "line:red", None, id="a typed line"),
        pytest.param(ANN_OUT, BOB, "0", "nothing:1", None, id="nothing"),
        pytest.param(ANN_OUT, BOB, "1", "nothing:2", OTHERS, id="nothing, of another"),
        pytest.param(ANN_OUT, BOB, "1", "catch:1", None, id="caught"),
        pytest.param(ANN_OUT, BOB, "1", "caught:1:2", None, id="how many cards for the majority"),
        pytest.param(ANN_OUT, BOB, "1", "catch:2", OTHERS, id="another was caught"),
        pytest.param(ANN_OUT, BOB, "1", "caught:2:2", OTHERS, id="another is caught"),
        pytest.param(ANN_OUT, BOB, "1", "allin:1", KEEPERS, id="mine are all in"),
        pytest.param(ANN_OUT, None, "", "allin:1", None, id="another’s are all in"),
        pytest.param(ANN_OUT, BOB, "1", "again:0", OTHERS, id="not entered, of another"),
        pytest.param(ANN_OUT, BOB, "", "open:1", None, id="open the own"),
        pytest.param(ANN_OUT, BOB, "1", "open:", None, id="open none"),
        pytest.param(ANN_OUT, BOB, "", "open:0", OTHERS, id="open another"),
        pytest.param(LAID, BOB, "", "open:r", OTHERS, id="open another’s reward"),
        pytest.param(LAID, ANN, "", "open:r", None, id="open the own reward"),
        pytest.param(LAID, ANN, "r", "take:orange", None, id="own reward"),
        pytest.param(LAID, BOB, "r", "take:orange", OTHERS, id="another’s reward"),
        pytest.param(ANN_OUT, ANN, "0", "lay", None, id="lay the own hand down"),
        pytest.param(ANN_OUT, BOB, "1", "lay", OTHERS, id="lay another’s down"),
        pytest.param(ANN_OUT, ANN, "0", "allow:token", KEEPERS, id="allow the own hand"),
        pytest.param(ANN_OUT, None, "0", "allow:token", None, id="allow a hand"),
        pytest.param(LAID, ANN, "r", "drawn", None, id="the own reward is done"),
        pytest.param(LAID, BOB, "", "drawn", OTHERS, id="another’s reward is done"),
        pytest.param(LAID, ANN, "r", "unlay", None, id="take the own back"),
        pytest.param(LAID, BOB, "1", "unlay", OTHERS, id="take another’s back"),
        pytest.param(ANN_OUT, BOB, "1", "wilds:1:token", None, id="own Chance"),
        pytest.param(ANN_OUT, BOB, "1", "wilds:0:token", OTHERS, id="another’s Chance"),
        pytest.param(LAID, BOB, "1", "wilds:r:token", OTHERS, id="a Chance of the reward"),
        pytest.param(LAID, ANN, "1", "wilds:r:token", None, id="a Chance of the own reward"),
        pytest.param(ANN_OUT, ANN, "0", "notout:0", None, id="my going out was wrong"),
        pytest.param(BOTH, ANN, "0", "notout:0", KEEPERS, id="with another hand entered"),
        pytest.param(ANN_OUT, BOB, "1", "notout:0", OTHERS, id="another’s was wrong"),
        pytest.param(ANN_OUT, BOB, "1", "notout:1", OTHERS, id="mine was, but I am not out"),
        pytest.param(ANN_OUT, ANN, "0", "notout:1", OTHERS, id="that of somebody not out was"),
        pytest.param(START, ANN, "", "early:1", KEEPERS, id="stopped early"),
        pytest.param(START, ANN, "", "dance", KEEPERS, id="no tap"),
        pytest.param(START, ANN, "", "", KEEPERS, id="nothing tapped"),
    ],
)
def test_who_may_tap_what(
    deal: OpenDeal, own: frozenset[int] | None, at: str, words: str, why: str | None
) -> None:
    assert refusal(deal, own, at, words) == why


@pytest.mark.parametrize(
    ("words", "own", "why"),
    [
        pytest.param("made:pink:0", ANN, None, id="mine"),
        pytest.param("made:pink:1", ANN, OTHERS, id="made by another"),
        pytest.param("made:brown:1", BOB, SAID, id="that another has made"),
        pytest.param("made:brown:-", BOB, OTHERS, id="that another did not make"),
        pytest.param("made:brown:-", ANN, None, id="not mine after all"),
        pytest.param("made:brown", ANN, KEEPERS, id="by nobody that is named"),
    ],
)
def test_who_may_say_what_was_made(words: str, own: frozenset[int], why: str | None) -> None:
    deal, _ = planner.tap(OpenDeal(EXPRESS), "", "made:brown:0")
    assert refusal(deal, own, "", words) == why


# --- whatever is let through touches the own hand only --------------------------------------------

CARDS = ("orange", "strand", "mayfair", "stations")
TAPS = st.one_of(
    st.tuples(st.sampled_from(["out", "in", "open", "nothing", "again"]), st.sampled_from("012r-")),
    st.tuples(st.sampled_from(["take", "give"]), st.sampled_from(CARDS)),
    st.tuples(
        st.just("n"), st.sampled_from(["token", "chance", "go", "mr-monopoly"]), st.just("2")
    ),
    st.tuples(st.just("up"), st.just("1"), st.sampled_from(["house-2", "hotel"])),
    st.tuples(st.just("catch"), st.sampled_from("012")),
    st.tuples(st.just("caught"), st.sampled_from("012"), st.just("1")),
    st.tuples(st.just("wilds"), st.sampled_from("012r"), st.sampled_from(["token", ""])),
    st.sampled_from([("lay",), ("allow", "strand"), ("unlay",), ("line", "strand, token")]),
).map(":".join)
PLACES = st.sampled_from(["", "0", "1", "2", "r", "1.0"])


@given(st.lists(st.tuples(st.sampled_from([0, 1, 2, None]), PLACES, TAPS), max_size=25))
def test_a_player_touches_only_the_own_hand(taps: list[tuple[int | None, str, str]]) -> None:
    deal = START
    for seat, at, words in taps:
        own = None if seat is None else frozenset({seat})
        if refusal(deal, own, at, words) is not None:
            continue
        try:
            after = Tap.parse(words).apply(deal, Opened.parse(at)).deal
        except (TapRefused, Refusal):
            continue
        touched = after.touched_since(deal)
        assert bool(touched) is (after != deal)
        if seat is not None:
            assert touched <= {str(seat), WHOLE_DEAL}
            assert WHOLE_DEAL not in touched or words.split(":")[0] in ("out", "in")
        deal = after


# --- going out, taken back -----------------------------------------------------------------------


def test_who_did_not_go_out_after_all_keeps_the_cards() -> None:
    deal, _ = planner.tap(START, "", "out:0")
    deal, _ = planner.tap(deal, "0", "take:orange")
    back, at = planner.tap(deal, "0", "in:0")
    assert (back.went_out, back.nobody, at) == (None, False, "")
    assert back.cards_at(0) == deal.cards_at(0)
    assert back.hands[0].how == "cards"
    assert planner.tap(back, "", "in:0")[0] == back
    laid, _ = planner.tap(deal, "0", "lay")
    with pytest.raises(TapRefused):
        planner.tap(laid, "", "in:0")

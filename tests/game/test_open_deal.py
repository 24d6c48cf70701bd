"""Taps on the deal being entered: what they make of the draft, and that they count once."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import median

import pytest

from companion.game.open_deal import REWARD, Entered, OpenDeal, TapRefused
from companion.game.seats import Seats, seats_of
from companion.game.wild_choices import tied_choices, wild_choices
from companion.rules.edition_file import load
from companion.rules.options import with_options
from companion.rules.reading.reader import parse
from companion.rules.refusal import Refusal
from companion.store import Table
from tests.stored import deal_of
from tests.web import planner

PLAYERS = ("Ann", "Bob", "Cem", "Dee")
UK = Seats(load("classic-uk"), PLAYERS)
MOVES = Seats(load("winning-moves-2017"), PLAYERS)
EXPRESS = Seats(load("express"), PLAYERS)
MONEY = ("classic-us", "classic-uk", "deluxe", "winning-moves-2017")


def tapped(seats: Seats, *taps: str, deal: OpenDeal | None = None, at: str = "") -> OpenDeal:
    """The deal after these taps, each on the page that the one before left."""
    return planner.tapped(deal or OpenDeal(seats), *taps, at=at)[0]


def hand(deal: OpenDeal, player: str = "Ann") -> list[str]:
    return list(deal.cards_at(PLAYERS.index(player)))


def entered(deal: OpenDeal) -> dict[str, str]:
    """How hands were entered, without those that are missing."""
    hands = deal.by_player.items()
    return {player: hand.how for player, hand in hands if hand.how != Entered.MISSING}


def wilds(deal: OpenDeal) -> dict[str, tuple[str, ...]]:
    """What wilds were declared as."""
    return {player: hand.wilds for player, hand in deal.by_player.items() if hand.wilds}


def missing(deal: OpenDeal) -> list[str]:
    return [deal.players[seat] for seat in deal.missing()]


def with_bob(deal: OpenDeal, line: str) -> OpenDeal:
    """The deal in which Bob has these cards, however they came there."""
    hands = list(deal.hands)
    hands[1] = replace(hands[1], cards=tuple(parse(deal.edition, line)) if line else ())
    return replace(deal, hands=tuple(hands))


def places(seats: Seats, *taps: str) -> str:
    """What is open after these taps."""
    return planner.tapped(OpenDeal(seats), *taps)[1]


# --- cards by tapping ----------------------------------------------------------------------------


def test_the_band_takes_the_whole_group_and_gives_it_back() -> None:
    taken = tapped(UK, "out:0", "take:orange")
    assert hand(taken) == ["bow-street", "marlborough-street", "vine-street"]
    assert hand(tapped(UK, "give:orange", deal=taken, at="0")) == []


def test_the_band_takes_what_nobody_else_has() -> None:
    deal = tapped(UK, "out:0", "take:strand", "open:1", "take:red")
    assert hand(deal, "Bob") == ["fleet-street", "trafalgar-square"]


def test_a_card_in_another_hand_cannot_be_taken() -> None:
    deal = tapped(UK, "out:0", "take:strand")
    with pytest.raises(TapRefused, match="Strand is in another hand"):
        planner.tap(deal, "1", "take:strand")


@pytest.mark.parametrize(
    ("taps", "houses"),
    [
        pytest.param(["up:1:house-3"], [1, 1, 1, 0, 0], id="the third takes the lower ones along"),
        pytest.param(["up:1:hotel"], [1, 1, 1, 1, 1], id="the hotel takes four houses along"),
        pytest.param(["up:1:house-3", "down:1:house-2"], [1, 0, 1, 0, 0], id="a Chance between"),
        pytest.param(["up:1:house-2", "up:2:house-1"], [2, 1, 0, 0, 0], id="a second row"),
        pytest.param(["up:2:house-2"], [2, 2, 0, 0, 0], id="two rows at once"),
        pytest.param(["up:2:house-2", "down:2:house-2"], [2, 1, 0, 0, 0], id="back in the 2nd row"),
        pytest.param(["up:2:house-2", "down:1:house-2"], [2, 0, 0, 0, 0], id="back in both rows"),
        pytest.param(["up:1:hotel", "down:1:hotel"], [1, 1, 1, 1, 0], id="the hotel alone back"),
    ],
)
def test_houses(taps: Sequence[str], houses: Sequence[int]) -> None:
    deal = tapped(UK, "out:0", "take:orange", "take:red", *taps)
    counts = Counter(hand(deal))
    assert [counts[card] for card in UK.ladder] == houses


def test_houses_of_2017_are_counted_by_kind() -> None:
    deal = tapped(MOVES, "out:0", "n:one-house:2", "n:two-houses:1")
    assert hand(deal) == ["one-house", "one-house", "two-houses"]
    assert MOVES.ladder == ()


def test_house_cards_that_others_hold_are_left_out() -> None:
    deal = tapped(UK, "out:0", "up:2:house-4", "open:1", "up:1:hotel")
    assert Counter(hand(deal, "Bob")) == Counter(["house-1", "house-2", "house-3", "hotel"])


DARK_BLUE = ("out:0", "take:dark-blue", "up:1:house-3", "n:chance:1")


def test_houses_of_a_second_set_are_those_that_others_leave() -> None:
    bobs = tapped(UK, "out:1", "up:1:house-4", "down:1:house-1", "down:1:house-2", "down:1:house-3")
    deal = tapped(UK, "up:1:house-4", deal=bobs, at="0")
    with pytest.raises(TapRefused, match="4th House is in another hand"):
        planner.tap(deal, "0", "up:2:house-4")
    both = tapped(UK, "up:1:hotel", "up:2:hotel", deal=deal, at="0")
    assert Counter(hand(both)) == {
        "house-1": 2,
        "house-2": 2,
        "house-3": 2,
        "house-4": 1,
        "hotel": 2,
    }


def test_a_house_takes_no_card_along_that_a_chance_counts_as() -> None:
    hotel = tapped(UK, *DARK_BLUE, "n:token:2", "n:go:1", "up:1:hotel")
    assert len(hand(hotel)) == 10
    assert "house-4" not in hand(hotel)
    assert hotel.settled().laid["Ann"].wilds == ("house-4",)


@pytest.mark.parametrize(
    ("taps", "houses", "stand_for"),
    [
        pytest.param(
            ["n:chance:1", "up:1:house-2"], "2", "1", id="the Chance is the only lower one"
        ),
        pytest.param(["n:chance:1", "up:1:house-3"], "23", "1", id="the other lower one comes"),
        pytest.param(["n:chance:1", "up:1:hotel"], "234H", "1", id="all others come"),
        pytest.param(
            ["n:chance:2", "up:1:house-3"], "3", "12", id="two Chances are both lower ones"
        ),
        pytest.param(["n:chance:2", "up:1:hotel"], "234H", "1T", id="one of two is a token"),
        pytest.param(
            ["n:chance:1", "take:red", "up:2:house-2"], "122", "1", id="one 1st of two rows"
        ),
        pytest.param(
            ["n:chance:1", "wilds:0:token", "up:1:house-3"], "123", "T", id="it is a token"
        ),
        pytest.param(
            ["n:chance:1", "wilds:0:house-2", "up:1:house-3"], "13", "2", id="it is the 2nd"
        ),
    ],
)
def test_a_house_takes_the_lower_ones_along_but_not_those_that_a_chance_counts_as(
    taps: Sequence[str], houses: str, stand_for: str
) -> None:
    deal = tapped(UK, "out:0", "take:dark-blue", *taps)
    named = {**dict(zip(UK.ladder, "1234H", strict=True)), "token": "T"}
    assert "".join(named[card] for card in hand(deal) if card in UK.ladder) == houses
    wilds = deal.settled().laid["Ann"].wilds
    assert "".join(sorted(named[card] for card in wilds)) == stand_for


def test_in_the_reward_a_tap_is_one_card() -> None:
    laid = tapped(UK, *DARK_BLUE, "n:token:3", "n:go:1", "wilds:0:house-4", "lay")
    assert laid.settled().payouts["Ann"] == 8200
    deal = tapped(UK, "up:1:hotel", deal=laid, at="r")
    assert deal.reward == ("hotel",)
    assert deal.settled().payouts["Ann"] == 10200
    assert tapped(UK, "up:1:hotel", deal=deal, at="r") == deal
    for more in ("take:red", "take:brown"):
        with pytest.raises(TapRefused, match="each reward card"):
            planner.tap(laid, "r", more)
    two = tapped(UK, "take:strand", "take:fleet-street", deal=laid, at="r")
    assert "trafalgar-square" in tapped(UK, "take:red", deal=two, at="r").reward


def test_a_number_is_set_not_added() -> None:
    deal = tapped(UK, "out:0", "n:token:3", "n:token:3")
    assert hand(deal) == ["token"] * 3
    assert hand(tapped(UK, "n:token:1", deal=deal, at="0")) == ["token"]


def test_a_number_is_no_more_than_the_others_leave() -> None:
    deal = tapped(UK, "out:0", "n:go:3", "open:1", "n:go:4")
    assert hand(deal, "Bob") == ["go"]
    with pytest.raises(TapRefused, match="GO"):
        planner.tap(deal, "1", "n:go:2")


def test_cards_lie_in_deck_order_whatever_the_order_of_taps() -> None:
    one = tapped(UK, "out:0", "n:go:1", "take:mayfair", "up:1:house-1", "take:brown")
    other = tapped(UK, "out:0", "take:brown", "up:1:house-1", "take:mayfair", "n:go:1")
    assert one == other


REPEATED = [
    "out:0",
    "take:orange",
    "take:strand",
    "up:1:house-3",
    "down:1:house-2",
    "n:token:2",
    "n:chance:2",
    "wilds:0:house-2",
    "lay",
    "up:1:house-4",
    "n:go:2",
    "open:",
    "nothing:1",
    "catch:2",
    "caught:2:0",
    "open:3",
    "take:green",
]


def test_every_tap_again_changes_nothing() -> None:
    deal, at = OpenDeal(UK), ""
    for words in REPEATED:
        before = at
        try:
            deal, at = planner.tap(deal, at, words)
        except TapRefused:  # both Chances lie with the goer
            assert words.startswith(("catch", "caught"))
            continue
        again, _ = planner.tap(deal, before, words)
        assert again == deal, words


def test_a_line_replaces_what_was_tapped() -> None:
    deal, at = planner.tap(tapped(UK, "out:0", "take:red"), "0", "line:dark-blue, h1, t*2")
    assert hand(deal) == ["park-lane", "mayfair", "house-1", "token", "token"]
    assert at == "0"


@pytest.mark.parametrize(
    ("line", "rule", "says"),
    [
        ("parsnip lane", "unknown-card", "parsnip"),
        ("strand", "too-many-copies", "Bob"),
        ("mayfair*2", "too-many-copies", "Mayfair"),
    ],
)
def test_a_line_that_cannot_be_is_refused(line: str, rule: str, says: str) -> None:
    deal = tapped(UK, "out:0", "open:1", "take:strand")
    with pytest.raises(Refusal, match=says) as refused:
        planner.tap(deal, "0", f"line:{line}")
    assert refused.value.rule == rule


# --- who went out --------------------------------------------------------------------------------


def test_cards_entered_for_the_wrong_goer_move_when_that_is_said() -> None:
    before = tapped(UK, "out:0", "take:orange", "n:chance:1", "wilds:0:token")
    assert planner.tap(before, "0", "out:1") == (before, "?1")  # it asks
    deal = tapped(UK, "outwith:1:move", deal=before, at="?1")
    assert hand(deal, "Bob")[-1] == "chance"
    assert not hand(deal)
    assert wilds(deal) == {"Bob": ("token",)}
    assert missing(deal) == ["Ann", "Bob", "Cem", "Dee"]


def test_a_false_going_out_without_cards_leaves_that_hand_to_be_entered() -> None:
    assert missing(tapped(UK, "out:0", "out:1")) == list(PLAYERS)


def test_cards_stay_when_the_new_goer_has_some() -> None:
    deal = tapped(UK, "out:0", "open:1", "take:red", "out:0", "take:orange", "outwith:1:move")
    assert hand(deal, "Ann")
    assert hand(deal, "Bob")
    assert entered(deal) == {"Ann": Entered.CARDS}


@pytest.mark.parametrize("said", ["keep", "clear"])
def test_cards_of_a_false_going_out_stay_or_go(said: str) -> None:
    deal = tapped(UK, "out:0", "take:orange", "n:chance:1", "wilds:0:token", f"outwith:1:{said}")
    assert deal.went_out == "Bob"
    assert not hand(deal, "Bob")
    assert bool(hand(deal, "Ann")) == (said == "keep")
    assert bool(wilds(deal)) == (said == "keep")
    with pytest.raises(TapRefused):
        planner.tap(deal, "", "outwith:0:zz")


@pytest.mark.parametrize("more", [(), ("lay", "n:go:1"), ("lay", "nothing:1")])
def test_a_false_going_out_is_thrown_away(more: Sequence[str]) -> None:
    deal = tapped(UK, "out:0", "take:strand", *more)
    empty, at = planner.tap(deal, "0", "notout:0")
    assert (replace(empty, cleared=None), at) == (OpenDeal(UK), "")
    assert tapped(UK, "notout:1", deal=deal) == deal


def test_a_hand_is_cleared() -> None:
    deal = tapped(UK, *GOER, "clear")
    assert replace(deal, cleared=None) == tapped(UK, "out:0")
    laid = tapped(UK, *GOER, "lay", "n:go:1")
    assert not tapped(UK, "clear", deal=laid, at="r").reward
    other = tapped(UK, "open:1", "take:red", deal=laid)
    assert entered(tapped(UK, "clear", deal=other, at="1")) == {}


def test_the_reward_goes_when_the_hand_under_it_changes() -> None:
    deal = tapped(UK, *GOER, "lay", "n:go:2", "unlay", "n:token:1")
    assert deal.reward == ()


def test_nobody_went_out() -> None:
    deal = tapped(UK, "out:-")
    assert deal.nobody
    assert deal.complete
    score = Seats(with_options(UK.edition, {"nobody_out": "score"}), PLAYERS)
    deal = tapped(score, "out:-")
    assert missing(deal) == list(PLAYERS)
    deal = tapped(score, "open:0", "take:red", "nothing:1", "nothing:2", "caught:3:2", deal=deal)
    assert deal.complete
    assert deal.settled().payouts["Ann"] == 250


# --- laying down, and the reward -----------------------------------------------------------------

GOER = ("out:0", "take:orange", "up:1:house-3", "n:chance:1", "n:token:2", "n:go:1")


def test_laying_down_fixes_what_each_chance_stands_for() -> None:
    deal = tapped(UK, *GOER, "lay")
    assert deal.laid_down
    assert wilds(deal) == {"Ann": ("token",)}
    with pytest.raises(TapRefused, match="laid down"):
        planner.tap(deal, "0", "take:red")
    with pytest.raises(TapRefused, match="keeps its card"):
        planner.tap(deal, "0", "wilds:0:house-4")
    with pytest.raises(TapRefused, match="laid down"):
        planner.tap(deal, "", "out:1")


US = Seats(load("classic-us"), PLAYERS)
TIE = (
    *("mr-monopoly:1", "go:1", "token:2", "chance:2"),
    *("reading-railroad", "b-and-o-railroad", "kentucky-avenue", "illinois-avenue"),
)


def test_a_tie_asks_what_the_chance_is_before_the_hand_is_laid_down() -> None:
    taps = [f"n:{card}" if ":" in card else f"take:{card}" for card in TIE]
    deal = tapped(US, "out:0", *taps)
    tied = tied_choices(deal)
    assert {"house-1", "pennsylvania-railroad"} <= {*tied}
    assert planner.tap(deal, "0", "lay") == (deal, "0.0")  # it asks
    chosen = tapped(US, "wilds:0:pennsylvania-railroad", deal=deal, at="0.0")
    assert tied_choices(chosen) == ()
    drawn = ("lay", "take:pennsylvania-railroad", "open:1", "n:mr-monopoly:1")
    assert tapped(US, *drawn, deal=chosen, at="0").settled().payouts["Ann"] == 3450
    house = tapped(US, "wilds:0:house-1", deal=deal, at="0.0")
    assert tapped(US, *drawn, deal=house, at="0").settled().payouts["Ann"] == 2200


def test_a_chance_with_one_best_choice_is_not_asked_about() -> None:
    assert tied_choices(tapped(UK, *GOER)) == ()


def test_a_declaration_is_kept_as_it_was_said() -> None:
    deal = tapped(UK, *GOER, "open:0.0", "wilds:0:house-4", "lay")
    assert wilds(deal) == {"Ann": ("house-4",)}
    assert wilds(tapped(UK, *GOER, "wilds:0:house-4", "wilds:0:")) == {}


def test_an_illegal_hand_is_laid_down_as_it_is() -> None:
    deal = tapped(UK, "out:0", "take:strand", "n:chance:1", "lay")
    assert deal.laid_down
    assert not deal.settled().legal


@pytest.mark.parametrize(
    ("taps", "allowed"),
    [
        pytest.param(("allow:chance,strand",), True, id="these cards"),
        pytest.param(("allow:strand,chance",), True, id="in any order"),
        pytest.param(("lay",), False, id="only laid down"),
        pytest.param(("allow:strand",), False, id="the page showed other cards"),
        pytest.param(("allow:strand,chance", "n:go:1", "nothing:1"), True, id="the deal goes on"),
        pytest.param(("allow:strand,chance", "unlay"), False, id="taken back"),
        pytest.param(("allow:strand,chance", "unlay", "lay"), False, id="laid down once more"),
        pytest.param(("allow:strand,chance", "notout:0"), False, id="thrown away"),
        pytest.param(("lay", "allow:strand,chance"), False, id="it was laid down already"),
    ],
)
def test_the_table_allows_the_cards_it_was_shown(taps: tuple[str, ...], allowed: bool) -> None:
    deal = tapped(UK, "out:0", "take:strand", "n:chance:1", *taps)
    assert deal.allowed is allowed
    assert OpenDeal.from_json(UK, deal.as_json()) == deal
    assert deal.laid_down is (taps[-1] not in ("unlay", "notout:0"))


def test_that_a_hand_is_allowed_concerns_the_goers_hand() -> None:
    laid = tapped(UK, "out:0", "take:strand", "lay")
    assert replace(laid, allowed=True).touched_since(laid) == {"0"}


# --- undo ---------------------------------------------------------------------------------------

LAID = (*GOER, "lay", "n:go:2")


@pytest.mark.parametrize(
    ("before", "at", "lost"),
    [
        pytest.param(GOER, "0", "clear", id="a hand"),
        pytest.param(LAID, "r", "clear", id="the reward"),
        pytest.param((*LAID, "unlay"), "0", "n:token:1", id="the reward, by another hand under it"),
        pytest.param(GOER, "0", "notout:0", id="the whole entry"),
        pytest.param((*LAID, "open:1", "take:red"), "1", "notout:0", id="with another hand in it"),
        pytest.param((*LAID, "open:1", "take:red"), "1", "nothing:1", id="nothing in its place"),
        pytest.param((*LAID, "open:1", "take:red"), "", "caught:1:0", id="caught in its place"),
        pytest.param(GOER, "", "outwith:1:clear", id="nobody's cards"),
    ],
)
def test_cards_that_one_tap_threw_away_come_back(before: Sequence[str], at: str, lost: str) -> None:
    """On every phone, for it is kept with the deal; and twice is once."""
    deal = tapped(UK, *before)
    empty, there = planner.tap(deal, at, lost)
    again, _ = planner.tap(empty, there, lost)  # a double tap
    read = OpenDeal.from_json(UK, again.as_json())
    assert read == empty
    back, there = planner.tap(read, there, "undo")
    assert back == deal
    assert planner.tap(back, there, "undo")[0] == deal


@pytest.mark.parametrize(
    ("taps", "kept"),
    [
        pytest.param(("clear", "open:2", "take:red"), True, id="another hand goes on"),
        pytest.param(("clear", "take:red"), False, id="other cards are there"),
        pytest.param(("clear", "out:1"), False, id="another player went out"),
        pytest.param(("give:orange", "n:chance:0"), False, id="card by card"),
        pytest.param(("notout:0", "out:2"), False, id="the next deal began"),
    ],
)
def test_what_was_cleared_can_be_undone_until_it_is_entered_anew(
    taps: Sequence[str], kept: bool
) -> None:
    assert (tapped(UK, *GOER, *taps).cleared is not None) == kept


def test_what_another_hand_has_now_does_not_come_back() -> None:
    deal = tapped(UK, *GOER, "clear", "open:1", "take:orange")
    with pytest.raises(TapRefused):
        planner.tap(deal, "0", "undo")


def test_nothing_is_laid_down_before_there_are_cards() -> None:
    with pytest.raises(TapRefused, match="who went out"):
        planner.tap(OpenDeal(UK), "", "lay")
    with pytest.raises(TapRefused, match="cards"):
        planner.tap(tapped(UK, "out:0"), "0", "lay")


def test_a_hand_that_is_laid_down_again_opens_no_reward() -> None:
    done = tapped(UK, *GOER, "lay", "n:go:1", "drawn")
    assert planner.tap(done, "0", "lay")[0] == done
    hand = tapped(MOVES, "out:0", "take:red")
    assert planner.tap(hand, "0", "lay")[0] == hand  # 2017 has none at all


def test_the_reward_comes_on_top_of_what_lies_there() -> None:
    deal = tapped(UK, *GOER, "lay", "up:1:house-4", "up:1:hotel", "n:go:2")
    assert deal.reward == ("house-4", "hotel", "go", "go")
    assert tapped(UK, "n:go:4", deal=deal, at="r").reward.count("go") == 3  # one is laid down
    assert tapped(UK, "down:1:house-1", deal=deal, at="r") == deal


def test_the_reward_comes_after_the_hand() -> None:
    with pytest.raises(TapRefused, match="after the hand"):
        planner.tap(tapped(UK, *GOER), "r", "n:go:2")


def test_a_drawn_card_frees_the_chance_that_stood_for_it() -> None:
    deal = tapped(UK, *GOER, "wilds:0:house-4", "lay", "up:1:house-4")
    assert deal.open_wilds() == ((), 1)
    deal = tapped(UK, "wilds:r:hotel", deal=deal, at="r.0")
    assert deal.reward_wilds == ("hotel",)
    assert "hotel" in deal.settled().laid["Ann"].wilds
    # The drawn card goes back: the Chance is the 4th House again, and free no more.
    assert tapped(UK, "down:1:house-4", deal=deal, at="r").reward_wilds == ()


def test_a_chance_that_is_not_free_cannot_be_declared_again() -> None:
    for deal, cards in ((tapped(UK, *GOER, "lay"), "hotel"), (tapped(UK, *GOER), "")):
        with pytest.raises(TapRefused, match="Chance cannot count as that now"):
            planner.tap(deal, "r", f"wilds:r:{cards}")


def test_taking_the_hand_back_keeps_the_reward_for_later() -> None:
    deal = tapped(UK, *GOER, "lay", "up:1:house-4", "unlay")
    assert not deal.laid_down
    assert not deal.entry().reward
    assert deal.free_copies(0, "house-4") == 1
    again = tapped(UK, "lay", deal=deal, at="0")
    assert again.entry().reward == ("house-4",)


def test_declarations_go_with_the_cards_they_rest_on() -> None:
    deal = tapped(UK, "out:0", "take:strand", "take:fleet-street", "n:chance:2")
    deal = tapped(UK, "wilds:0:trafalgar-square,token", deal=deal, at="0")
    assert wilds(tapped(UK, "n:chance:1", deal=deal, at="0")) == {"Ann": ("trafalgar-square",)}
    assert wilds(tapped(UK, "take:red", deal=deal, at="0")) == {"Ann": ("token",)}
    assert wilds(tapped(UK, "n:chance:0", deal=deal, at="0")) == {}


@pytest.mark.parametrize("cards", ["go", "strand", "token,token,token", "trafalgar-square," * 2])
def test_a_wild_stands_only_for_what_it_may(cards: str) -> None:
    deal = tapped(UK, "out:0", "take:strand", "take:fleet-street", "n:chance:2")
    with pytest.raises(TapRefused, match="Chance"):
        planner.tap(deal, "0", f"wilds:0:{cards}")


def test_a_wild_of_2017_is_declared_in_any_hand() -> None:
    deal = tapped(MOVES, "out:0", "take:orange", "open:1", "n:wild:1", "wilds:1:go")
    assert wilds(deal) == {"Bob": ("go",)}
    assert deal.settled().payouts["Bob"] == 200


@pytest.mark.parametrize("place", [0, REWARD], ids=["hand", "reward"])
def test_what_a_wild_counts_as_can_be_chosen_again(place: int) -> None:
    """In the reward a Chance that was laid down keeps its card, so no other can count as it."""
    deal = tapped(UK, "out:0", "take:strand", "take:fleet-street", "n:chance:1")
    deal = deal.declare(0, ("trafalgar-square",))
    if place == REWARD:
        deal = tapped(UK, "lay", "n:chance:1", deal=deal, at="0")
    likely, others = wild_choices(deal, place, 0)
    assert ("trafalgar-square" in (*likely, *others)) is (place == 0)


def test_cards_that_help_are_offered_first() -> None:
    deal = tapped(UK, "out:0", "take:strand", "take:fleet-street", "n:chance:1")
    likely, others = wild_choices(deal, 0, 0)
    assert likely[0] == "trafalgar-square"
    assert "strand" not in (*likely, *others)
    assert "mayfair" in others
    assert "go" not in (*likely, *others)


def test_the_hand_is_missing_until_its_reward_is_done() -> None:
    deal = tapped(UK, "nothing:1", "nothing:2", "nothing:3", deal=tapped(UK, "out:0"))
    deal = tapped(UK, *GOER[1:], "lay", "n:go:1", deal=deal, at="0")
    assert not deal.complete
    assert deal.lacks_only_reward
    assert deal.waits_for() == ["Ann’s reward"]
    assert OpenDeal.from_json(UK, deal.as_json()) == deal
    done = tapped(UK, "drawn", deal=deal, at="r")
    assert done.complete
    assert tapped(UK, "n:go:2", deal=done, at="r").waits_for() == ["Ann’s reward"]


@pytest.mark.parametrize(
    ("where", "taps", "waits"),
    [
        pytest.param(MOVES, ["out:0"], "Ann", id="no card"),
        pytest.param(MOVES, ["out:0", "take:red", "n:go:6"], "Ann (9 of 10 cards)", id="nine"),
        pytest.param(MOVES, ["out:0", "take:red", "n:go:6", "n:token:1"], "Bob", id="all ten"),
        pytest.param(UK, ["out:0", "take:red"], "Ann", id="still to be laid down"),
    ],
)
def test_a_hand_that_went_out_waits_for_all_its_cards(
    where: Seats, taps: list[str], waits: str
) -> None:
    assert tapped(where, *taps).waits_for()[0] == waits


def test_a_reward_is_done_when_its_phone_goes_on_to_another_hand() -> None:
    deal = tapped(UK, *GOER, "lay", "n:go:1")
    assert tapped(UK, "open:", deal=deal, at="r").reward_open
    for going_on in ("open:1", "nothing:1", "caught:1:0"):
        assert not tapped(UK, going_on, deal=deal, at="r").reward_open, going_on


# --- the others ----------------------------------------------------------------------------------


def test_nothing_is_one_tap() -> None:
    deal = tapped(UK, *GOER, "lay", "open:", "nothing:1")
    assert entered(deal) == {"Bob": Entered.NOTHING}
    assert missing(deal) == ["Cem", "Dee"]
    assert entered(tapped(UK, "again:1", deal=deal)) == {}


def test_nothing_goes_on_to_the_next_player_when_the_cards_were_open() -> None:
    assert places(UK, *GOER, "lay", "open:1", "nothing:1") == "2"
    assert places(UK, *GOER, "lay", "nothing:2", "open:1", "nothing:1") == "3"
    assert places(UK, *GOER, "lay", "nothing:2", "nothing:3", "open:1", "nothing:1") == ""
    assert places(UK, *GOER, "lay", "open:", "nothing:1") == ""
    assert places(UK, *GOER, "lay", "nothing:1") == "2"  # from the reward
    assert places(UK, *GOER, "lay", "open:2", "nothing:3") == "1"  # from another hand


def test_caught_with_chance_is_one_tap_and_the_number_of_mr_monopoly() -> None:
    deal = tapped(UK, "out:0", "take:orange", "lay", "catch:2", "caught:2:3")
    assert hand(deal, "Cem") == ["chance", "mr-monopoly", "mr-monopoly", "mr-monopoly"]
    assert entered(deal) == {"Cem": Entered.CAUGHT}
    assert deal.settled().laid["Cem"].wiped_out == "chance"


def test_nobody_is_caught_with_a_chance_that_lies_elsewhere() -> None:
    deal = tapped(UK, "out:0", "n:chance:2")
    with pytest.raises(TapRefused, match="Chance is in another hand"):
        planner.tap(deal, "", "catch:1")


NOT_COUNTED = Seats(load("classic-uk", {"wiped_out_count": False}), PLAYERS)


@pytest.mark.parametrize(
    ("where", "taps", "is_missing"),
    [
        pytest.param(UK, ["catch:1"], True, id="its number is asked for"),
        pytest.param(UK, ["catch:1", "caught:1:0"], False, id="none"),
        pytest.param(UK, ["catch:1", "caught:1:2"], False, id="two"),
        pytest.param(UK, ["caught:1:2", "catch:1"], False, id="said before"),
        pytest.param(UK, ["catch:1", "again:1"], True, id="not caught after all"),
        pytest.param(
            UK, ["catch:1", "open:2", "n:mr-monopoly:4"], False, id="another player has them all"
        ),
        pytest.param(
            UK,
            ["catch:1", "open:2", "n:mr-monopoly:4", "n:mr-monopoly:3"],
            True,
            id="one is free again",
        ),
        pytest.param(NOT_COUNTED, ["catch:1"], False, id="they do not count"),
        pytest.param(MOVES, ["catch:1"], True, id="in jail"),
        pytest.param(MOVES, ["catch:1", "caught:1:0"], False, id="in jail, none"),
    ],
)
def test_a_caught_hand_is_entered_once_its_cards_for_the_majority_are_said(
    where: Seats, taps: list[str], is_missing: bool
) -> None:
    laid = ["out:0", "take:orange", *(["lay"] if where.has_reward else []), "open:"]
    deal = tapped(where, *laid, *taps)
    assert ("Bob" in missing(deal)) == is_missing
    read = OpenDeal.from_json(where, deal.as_json())
    assert missing(read) == missing(deal)


def test_a_caught_hand_that_is_open_stays_open_until_its_number_is_said() -> None:
    assert places(UK, *GOER, "lay", "open:1", "catch:1") == "1"
    assert places(UK, *GOER, "lay", "open:1", "catch:1", "caught:1:0") == "2"
    assert places(UK, *GOER, "lay", "open:", "catch:1", "caught:1:0") == ""
    assert places(UK, *GOER, "lay", "open:", "catch:1") == ""
    assert places(NOT_COUNTED, *GOER, "lay", "open:1", "catch:1") == "2"


def test_a_hand_of_the_card_that_catches_is_not_skipped_over() -> None:
    """Its player is asked first, as after “Caught”; who leaves it all the same may."""
    assert places(UK, *GOER, "lay", "open:1", "n:chance:1", "open:2") == "1"
    assert places(UK, *GOER, "lay", "open:1", "n:chance:1", "open:2", "caught:1:0") == "2"
    assert places(UK, *GOER, "lay", "open:1", "n:chance:1", "open:", "open:") == ""


def test_in_jail_counts_free_parking() -> None:
    deal = tapped(MOVES, "out:0", "take:orange", "catch:2", "caught:2:2")
    assert sorted(hand(deal, "Cem")) == ["free-parking", "free-parking", "go-to-jail"]
    assert deal.settled().laid["Cem"].wiped_out == "go-to-jail"


PAID_IN_JAIL = parse(MOVES.edition, "gtj wild brown go*2")
"""Paid 450: the Wild counts as Get Out of Jail Free."""


def test_a_hand_whose_wild_cancels_go_to_jail_is_entered_by_its_cards() -> None:
    goer = tuple(parse(MOVES.edition, "orange, red, h3, go*3"))
    played = planner.Entered(0, (goer, tuple(PAID_IN_JAIL), (), ()), ())
    deal = tapped(MOVES, *planner.deal(MOVES, played))
    assert entered(deal)["Bob"] == Entered.CARDS
    assert deal.settled().payouts["Bob"] == 450


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("wild, brown", "Wild can count as .* these cards are paid. Tap Go To Jail with them."),
        ("gtj, wild, brown", "Wild can count as Get Out of Jail Free and .* Leave them."),
        ("get-out-of-jail-free, brown", "^Get Out of Jail Free cancels Go To Jail, so"),
    ],
    ids=["a wild", "with the card itself", "the card that cancels it"],
)
def test_cards_that_are_paid_are_not_in_jail(line: str, why: str) -> None:
    """Else one tap would throw away what was entered, and pay nothing for it."""
    deal = with_bob(tapped(MOVES, "out:0", "open:1"), line)
    with pytest.raises(TapRefused, match=why):
        planner.tap(deal, "1", "caught:1:0")


@pytest.mark.parametrize("line", ["brown, go*2", "wild", "free-parking*2", ""])
def test_cards_that_are_not_paid_in_jail_are(line: str) -> None:
    deal = with_bob(tapped(MOVES, "out:0", "open:1"), line)
    assert entered(planner.tap(deal, "1", "caught:1:0")[0])["Bob"] == Entered.CAUGHT


def test_the_goer_has_no_quick_answer() -> None:
    with pytest.raises(TapRefused, match="Ann went out"):
        planner.tap(tapped(UK, "out:0"), "", "nothing:0")


def test_entered_cards_mark_the_hand_as_entered() -> None:
    deal = tapped(UK, "out:0", "open:1", "take:red")
    assert entered(deal) == {"Bob": Entered.CARDS}
    assert entered(tapped(UK, "give:red", deal=deal, at="1")) == {}


def test_no_deal_waits_for_a_hand_that_does_not_count() -> None:
    deal = tapped(UK, "out:0", "open:1", "take:red").on_own_phone(1, is_open=True)
    assert deal.still_entering() == [1]
    assert deal.goes_out(None).unfinished() == []


def test_what_is_missing_before_the_deal_can_be_closed() -> None:
    deal = OpenDeal(UK)
    for words, left in [
        ("", ["Ann", "Bob", "Cem", "Dee"]),
        ("out:0", ["Ann", "Bob", "Cem", "Dee"]),
        ("take:orange", ["Ann", "Bob", "Cem", "Dee"]),
        ("lay", ["Ann", "Bob", "Cem", "Dee"]),
        ("drawn", ["Bob", "Cem", "Dee"]),
        ("nothing:1", ["Cem", "Dee"]),
        ("nothing:2", ["Dee"]),
        ("nothing:3", []),
    ]:
        if words:
            deal, _ = planner.tap(deal, "0", words)
        assert missing(deal) == left
        assert deal.complete == (not left)


# --- monopolies (Express) ------------------------------------------------------------------------


def test_a_monopoly_belongs_to_one_player() -> None:
    deal = tapped(EXPRESS, "made:pink:1", "made:dark-blue:1", "made:pink:0", "made:pink:0")
    assert hand(deal, "Ann") == list(EXPRESS.edition.group("pink").cards)
    by = deal.makers()
    assert (by["pink"], by["dark-blue"], by["red"]) == (0, 1, None)
    assert tapped(EXPRESS, "made:pink:-", deal=deal).makers()["pink"] is None


def test_all_ten_monopolies_make_a_round() -> None:
    taps = [f"made:{group.id}:{n % 4}" for n, group in enumerate(EXPRESS.edition.groups)]
    deal = tapped(EXPRESS, *taps)
    assert deal.complete
    settled = deal.settled()
    assert settled.legal
    assert not tapped(EXPRESS, *taps[1:]).complete


def test_a_round_may_stop_early() -> None:
    deal = tapped(EXPRESS, "made:pink:1", "early:1")
    assert deal.complete
    assert deal.settled().legal
    assert not tapped(EXPRESS, "early:0", deal=deal).stopped_early


def test_a_round_with_all_monopolies_was_not_stopped_early() -> None:
    """It may be said before the last is made. Without that one it is true again."""
    taps = [f"made:{group.id}:{n % 4}" for n, group in enumerate(EXPRESS.edition.groups)]
    deal = tapped(EXPRESS, *taps[:5], "early:1", *taps[5:])
    assert deal.complete
    assert not deal.entry().stopped_early
    assert tapped(EXPRESS, "made:red:-", deal=deal).entry().stopped_early


# --- old and forged pages ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "",
        "dance",
        "take",
        "take:orange:2",
        "take:atlantis",
        "take:go",
        "give:atlantis",
        "out:4",
        "out:x",
        "out:²",
        "n:token:x",
        "n:token:-1",
        "n:token:99999999999",
        "n:atlantis:1",
        "up:1:token",
        "up:x:house-1",
        "down:1:token",
        "nothing:9",
        "caught:1:x",
        "again:-1",
        "wilds:9:token",
        "wilds:0:atlantis",
        "wilds:0:token",
        "made:pink:0",
        "early:1",
        "line:x",
    ],
)
def test_taps_that_no_page_makes_are_told_from_a_failure(words: str) -> None:
    deal = tapped(UK, "out:0")
    with pytest.raises((TapRefused, Refusal)):
        planner.tap(deal, "0", words)


@pytest.mark.parametrize("words", ["out:0", "take:pink", "lay", "nothing:1", "made:atlantis:0"])
def test_taps_of_other_editions(words: str) -> None:
    with pytest.raises(TapRefused):
        planner.tap(OpenDeal(EXPRESS), "0", words)


@pytest.mark.parametrize("at", ["", "9", "x", "-1", "r.1"])
def test_cards_need_a_place(at: str) -> None:
    with pytest.raises(TapRefused):
        planner.tap(tapped(UK, "out:0"), at, "take:red")
    with pytest.raises(TapRefused):
        planner.tap(OpenDeal(UK), "0", "take:red")


def test_there_is_no_reward_in_2017() -> None:
    with pytest.raises(TapRefused):
        planner.tap(tapped(MOVES, "out:0"), "r", "n:go:1")
    assert places(MOVES, "out:0", "open:r") == ""


# --- to and from what is stored ------------------------------------------------------------------


def table_of(seats: Seats) -> Table:
    """A table with these seats."""
    edition, players = seats.edition, seats.players
    first = players[0]
    return Table(1, "ABCD", edition.id, edition.changed, players, first, first, "2024-01-01")


@pytest.mark.parametrize("edition", MONEY)
def test_a_draft_comes_back_from_its_json(edition: str) -> None:
    seats = Seats(load(edition), PLAYERS)
    random = Random(7)
    for _ in range(20):
        deal, at = OpenDeal(seats), ""
        for words in planner.deal(seats, planner.typical(random, seats.edition)):
            deal, at = planner.tap(deal, at, words)
            assert OpenDeal.from_json(seats, deal.as_json()) == deal
            assert deal_of(table_of(seats), deal.entry().as_json()) == deal.entry()


@pytest.mark.parametrize("edition", MONEY)
def test_an_entry_that_an_undo_gives_back_is_a_complete_draft(edition: str) -> None:
    seats = Seats(load(edition), PLAYERS)
    random = Random(8)
    for _ in range(20):
        deal = tapped(seats, *planner.deal(seats, planner.typical(random, seats.edition)))
        entry = deal.entry()
        back = OpenDeal.from_json(seats, entry.as_json())
        assert back.complete
        assert back.entry() == entry
        assert entered(back) == entered(deal)


def test_an_entry_of_express_is_read_back() -> None:
    deal = tapped(EXPRESS, "made:pink:1", "early:1")
    assert OpenDeal.from_json(EXPRESS, deal.entry().as_json()) == deal
    assert deal.entry().stopped_early


def test_nobody_went_out_is_read_back() -> None:
    entry = tapped(UK, "out:-").entry(500)
    assert entry.went_out is None
    assert entry.jackpot == 500
    assert OpenDeal.from_json(UK, entry.as_json()).nobody


def test_the_options_of_the_table_come_along() -> None:
    seats = Seats(load("classic-uk", {"values": {"orange": 1000}}), PLAYERS)
    deal = tapped(seats, "out:0", "take:orange")
    assert deal.settled().payouts["Ann"] == 1000
    assert seats_of(table_of(seats)) == seats


# --- how many taps -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", MONEY)
def test_a_usual_hand_is_at_most_seven_taps(edition: str) -> None:
    """Of 200 going-out hands, naming the goer counted as a tap."""
    seats = Seats(load(edition), PLAYERS)
    random = Random(1)
    numbers = []
    for _ in range(200):
        cards = planner.going_out(random, seats.edition)
        taps = ["out:0", *planner.cards(seats, cards)]
        assert Counter(hand(tapped(seats, *taps))) == Counter(cards)
        numbers.append(len(taps))
    assert median(numbers) <= 7


@pytest.mark.parametrize("edition", MONEY)
def test_a_deal_of_four_is_at_most_25_taps(edition: str) -> None:
    """Of 200 typical deals, the confirmation counted; every one can be closed then."""
    seats = Seats(load(edition), PLAYERS)
    random = Random(2)
    numbers = []
    for _ in range(200):
        taps = planner.deal(seats, planner.typical(random, seats.edition))
        assert tapped(seats, *taps).complete
        numbers.append(len(taps) + 1)
    assert median(numbers) <= 20
    assert sorted(numbers)[190] <= 25


def test_reward_is_a_place_of_its_own() -> None:
    deal = tapped(UK, *GOER, "lay", *(f"take:{card}" for card in UK.edition.group("red").cards))
    assert deal.cards_at(REWARD) == UK.edition.group("red").cards
    assert deal.held_elsewhere(1)["strand"] == [REWARD]
    assert "bow-street" not in deal.held_elsewhere(REWARD)


def test_a_caught_hand_that_did_not_go_out_after_all_is_asked_for_its_number_again() -> None:
    seats = Seats(load("classic-uk"), ("Ann", "Bob"))
    caught = OpenDeal(seats).goes_out(0).caught(1)
    mistaken = caught.goes_out(1)
    assert mistaken.goes_out(0).asks_most(1)
    assert entered(tapped(seats, "in:1", deal=mistaken)) == {"Bob": Entered.COUNTING}

"""What the rulebooks leave open: told where an amount rests on it, with both amounts."""

from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given

from companion.rules.bank import Rack, exchange, pay
from companion.rules.contract import read
from companion.rules.deal import free_wilds, is_possible
from companion.rules.dispute.chance_stays import pays_if_chances_stay
from companion.rules.dispute.open_questions import (
    OpenQuestion,
    of_deal,
    of_exchanges,
    open_questions,
)
from companion.rules.edition_file import edition_ids, load
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from companion.rules.texts import Told
from tests.deals import Line, deals, ruled, settlements

CLASSIC = ("classic-us", "classic-uk", "deluxe")
UK, WM = "classic-uk", "winning-moves-2017"


def question(settlement: Settlement, decision: str) -> OpenQuestion | None:
    found = [one for one in open_questions(settlement, "Ann") if one.decision == decision]
    assert len(found) < 2
    return found[0] if found else None


# decision, Ann's hand, Bob's, what else, amounts told, and a hand of Ann's where it changes nothing
CLASSIC_ROWS: list[tuple[str, str, str, dict[str, Any], tuple[int, ...], str]] = [
    ("wild_only_sets", "c*2 go*4", "", {}, (1300, 800), "red go*4"),
    ("wild_only_sets", "c*2 go*4", "", {"options": {"wild_only_sets": True}}, (), "red go*4"),
    ("wiped_out_count", "red mm", "mm c", {}, (1250, 250), "red"),
    ("wiped_out_count", "red mm", "mm c", {"options": {"wiped_out_count": False}},
     (250, 1250), "red mm*3"),
    ("nobody_out", "red", "", {"out": None}, (250, 0), ""),
    ("nobody_out", "red", "", {"out": None, "options": {"nobody_out": "score"}}, (0, 250), ""),
    ("chance_may_follow_its_houses", "red chance t t go*3 mm", "",
     {"wilds": "t", "reward": "dark-blue h1 h2"}, (5700, 6650), "red t t go*3 mm"),
    ("chance_may_follow_its_houses", "brown h1 c", "",
     {"wilds": "h2", "reward": "dark-blue h3"}, (850, 1650), "brown h1 h2"),
    ("chance_may_follow_its_houses", "yellow c", "",
     {"wilds": "h1", "reward": "dark-blue"}, (1000, 1100), "yellow h1"),
    ("chance_may_follow_its_houses", "brown h1 h2 h3 h4 c", "",
     {"wilds": "hotel", "reward": "dark-blue"}, (2050, 2550), "brown h1 h2 h3 h4 hotel"),
    ("undeclared_chance_is_bound", "red h1 h2 h3 chance t t go", "",
     {"reward": "hotel"}, (5450, 4200), "red h1 h2 h3 h4 t t go"),
    ("undeclared_chance_is_bound", "brown c", "", {"reward": "electric-company"}, (550, 100),
     "brown h1"),
    ("undeclared_chance_is_bound", "brown c mm", "", {"reward": "electric-company"}, (1550, 1100),
     "brown h1 mm"),
]  # fmt: skip


# the same of 2017
ROWS_2017: list[tuple[str, str, str, dict[str, Any], tuple[int, ...], str]] = [
    ("wild_only_sets", "w*2 go", "", {}, (), "red go"),
    ("wild_only_sets", "w*2 go", "", {"options": {"wild_only_sets": False}}, (600,), "red go"),
    ("wiped_out_count", "red fp", "fp gtj", {}, (750, 250), "red fp*2"),
    ("wiped_out_count", "red fp", "fp gtj", {"options": {"wiped_out_count": False}},
     (750, 250), "red"),
    ("nobody_out", "red", "", {"out": None}, (250, 0), ""),
    ("nobody_out", "red", "", {"out": None, "options": {"nobody_out": "score"}}, (250, 0), ""),
    ("jackpot_start", "red fp", "go", {}, (0, 500), "red"),
    ("jackpot_start", "red fp", "go", {"options": {"jackpot_start": 0}}, (0, 500), "red"),
    ("jackpot_grows_when_none_held", "red", "go", {}, (500, 1000), "red fp"),
    ("jackpot_grows_when_none_held", "red", "go",
     {"options": {"jackpot_grows_when_none_held": False}},
     (500, 1000), "red fp"),
    ("jackpot_of_a_jailed_player", "red fp", "fp*2 gtj", {}, (750, 250), "red fp*3"),
    ("jackpot_of_a_jailed_player", "red fp", "fp*2 gtj", {"options": {"wiped_out_count": False}},
     (750, 250),
     "red fp*3"),
    ("others_score_railroads", "red railroads", "", {}, (250, 1250), "red go"),
    ("others_score_railroads", "red utilities", "brown", {"out": False}, (250, 750), "red"),
    ("jailed_goer", "red gtj go", "", {}, (450, 0), "red go"),
    ("jailed_goer", "red gtj go", "", {"out": None, "options": {"nobody_out": "score"}},
     (450, 0), "red go"),
    ("announcing_order", "red w", "brown w", {"options": {"jackpot_start": 1500}},
     (1250, 1750), "red"),
    ("announcing_order", "red w", "brown w",
     {"out": None, "players": 2, "options": {"jackpot_start": 1500, "nobody_out": "score"}},
     (450, 1750), "red"),
]  # fmt: skip
DECIDED = [
    pytest.param(box, *row, id=f"{box}-{number}-{row[0]}")
    for boxes, rows in ((CLASSIC, CLASSIC_ROWS), ((WM,), ROWS_2017))
    for number, row in enumerate(rows)
    for box in boxes
]


@pytest.mark.parametrize(
    ("edition_id", "decision", "cards", "others", "more", "amounts", "otherwise"), DECIDED
)
def test_a_decision_is_told_with_both_amounts(
    edition_id: str,
    decision: str,
    cards: str,
    others: str,
    more: dict[str, Any],
    amounts: tuple[int, ...],
    otherwise: str,
) -> None:
    settlement = ruled(edition_id, cards, others=others, **{"players": 3, **more})
    one = question(settlement, decision)
    assert one is not None
    assert one.text == Told(settlement.edition, 3).decisions[decision]
    for amount in amounts:
        assert settlement.edition.amount(amount) in one.then
    without_wilds = {"players": 3, **more, "wilds": ""}  # the other hand has no Chance
    assert question(ruled(edition_id, otherwise, others=others, **without_wilds), decision) is None


@pytest.mark.parametrize("edition_id", ["classic-us", "classic-uk"])
@pytest.mark.parametrize("players", [5, 6])
def test_more_open_cards_than_players(edition_id: str, players: int) -> None:
    reward = " ".join(["go", "go", "h2", "h3", "h4", "hotel", "t"][: players + 1])
    settlement = ruled(edition_id, "red h1", reward=reward, players=players)
    one = question(settlement, "open_cards_as_reward")
    assert one is not None
    assert settlement.edition.amount(settlement.payouts["Ann"]) in one.then
    assert f"With the best {players} of these open cards" in one.then
    fewer = " ".join(reward.split()[:players])
    allowed = ruled(edition_id, "red h1", reward=fewer, players=players)
    assert question(allowed, "open_cards_as_reward") is None
    few = ruled(edition_id, "red h1", reward="go go h2 h3 h4 hotel", players=4)
    assert question(few, "open_cards_as_reward") is None


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_decision_is_proved_above_or_bears_on_no_hand(edition_id: str) -> None:
    proved = {row[0] for row in (*CLASSIC_ROWS, *ROWS_2017)} | {"open_cards_as_reward"}
    proved |= {"exactly_one_thousand"}
    no_hand = {
        "tie",  # who wins, not what is paid
        "wild_is_not_go_to_jail",  # nobody would announce that: it never pays more
        "dealer_on_a_tie",
        "stopped_early",
        "who_begins",  # how the game is played, not what a hand pays
        "empty_seat",
        "both_discard",
        "the_cut",
        "first_five_only",  # in which notes the same money is
    }
    assert set(load(edition_id).decisions) <= proved | no_hand


@pytest.mark.parametrize(
    ("alone", "then"),
    [
        (False, "the hand may go out and pays £1,300 instead of £800"),
        (True, "the hand may not go out (if you allow it anyway, it pays £800 instead of £1,300)"),
    ],
    ids=["a set needs a real card", "Chance cards alone may make a set"],
)
def test_another_verdict_is_told_with_the_amount(alone: bool, then: str) -> None:
    one = question(ruled(UK, "c*2 go*4", options={"wild_only_sets": alone}), "wild_only_sets")
    assert one is not None
    assert one.then == f"The other way, {then}."


def test_a_deal_names_who_gets_what() -> None:
    (one,) = of_deal(ruled(UK, "red mm", others="mm c"))
    assert one.decision == "wiped_out_count"
    assert one.then == "The other way, Ann gets £1,250 instead of £250."


# --- Deluxe: exchanges ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paid", "decisions"),
    [
        ((500, 500), ["exactly_one_thousand"]),
        ((500, 550), []),
        ((500, 400), []),
        ((5000,), []),
        ((4500, 500), ["exactly_one_thousand"]),
    ],
    ids=["exactly", "more", "less", "bar", "exactly, for a bar"],
)
def test_an_exchange_that_rests_on_a_decision(paid: tuple[int, ...], decisions: list[str]) -> None:
    rack: Rack = ()
    for amount in paid:
        rack = pay(rack, amount)
    _, done = exchange(rack)
    found = of_exchanges(load("deluxe"), {"Ann": done, "Bob": ()})
    assert [one.decision for one in found] == decisions
    assert of_exchanges(load(UK), {"Ann": done, "Bob": ()}) == ()
    if decisions == ["exactly_one_thousand"]:
        assert found[0].then == "Ann may keep 2 × $500 instead. The total is the same."


# --- against brute force -------------------------------------------------------------------------


def brute_strict(settlement: Settlement) -> int | None:
    """What the goer's sets pay if a Chance that is a house, a hotel or a token stays: every real
    improvement is tried on every set. None where a Chance is free again."""
    edition, deal = settlement.edition, settlement.deal
    hand, laid = deal.hands["Ann"], settlement.laid["Ann"]
    stands = [*deal.wilds.get("Ann", ()), *laid.readings]
    _, freed = free_wilds(stands, deal.reward)
    if freed or edition.wild in deal.reward or len(stands) != list(hand).count(edition.wild):
        return None
    houses, hotel, token = edition.roles["houses"], edition.roles["hotel"], edition.roles["token"]
    kinds = [*houses, hotel, token]
    before = settle(
        edition,
        replace(deal, reward=(), reward_wilds=(), wilds={**deal.wilds, "Ann": tuple(stands)}),
    ).laid["Ann"]
    whole = [*hand, *deal.reward]
    bare = {
        one.group: edition.values[one.group]
        for one in laid.sets
        if edition.group(one.group).kind == "colour"
    }
    fixed = [(card, one.group) for one in before.sets for card in one.wilds if card in kinds]
    loose = [card for card in whole if card in kinds]

    def worth(placed: list[tuple[str, str]]) -> int:
        total = 0
        for group, base in bare.items():
            own = [card for card, there in placed if there == group]
            value = base
            for card in (*houses, hotel):
                if card not in own:
                    break
                value += hotel_value if card == hotel else base
            total += value * (1 + own.count(token))
        return total

    hotel_value = edition.price("hotel")
    return max(
        worth([*fixed, *zip(loose, places, strict=True)])
        for places in product(bare, repeat=len(loose))
    )


STRICT = [
    ("red c h1", "t", "dark-blue h2"),
    ("red c h1 t", "t", "dark-blue h2 h3"),
    ("brown c h1 h2", "h3", "dark-blue h1"),
    ("brown c*2 h1", "h2 t", "dark-blue h3"),
    ("orange c*2", "h1 h2", "green h3"),
    ("pink c h1 h2 h3", "h4", "dark-blue hotel t"),
    ("brown c h1 h2 h3 h4", "hotel", "yellow t"),
    ("red c*2 t", "t*2", "dark-blue h1 h2"),
    ("light-blue c t", "h1", "dark-blue h2 h3"),
    ("light-blue c h1", "", "dark-blue h1 h2"),
    ("dark-blue c h1 h2 h3", "t", "brown h4 hotel"),
    ("brown c*2 h1 h2 h3", "h4 h4", "h1 h3 h3"),
    ("red c*2", "h1 h1", "h2"),
    ("pink c*2 h1", "h2 h2", "orange h1 h3"),
    ("dark-blue c*2 h1 h2 h3 h4", "hotel hotel", "red"),
]


@pytest.mark.parametrize(
    ("cards", "wilds", "reward"), STRICT, ids=[f"{row[0]} + {row[2]}" for row in STRICT]
)
def test_a_chance_that_stays_against_every_placement(cards: str, wilds: str, reward: str) -> None:
    settlement = ruled(UK, cards, wilds=wilds, reward=reward)
    pays = pays_if_chances_stay(settlement)
    brute = brute_strict(settlement)
    assert brute is not None
    assert pays == brute + sum(one.amount for one in settlement.laid["Ann"].bonuses)
    assert pays <= settlement.payouts["Ann"]


def against_every_declaration(settlement: Settlement) -> str | None:
    """What is told of the undeclared wilds of a goer's hand, after it was compared with what every
    declaration of them would have paid."""
    edition, deal, goer = settlement.edition, settlement.deal, settlement.went_out
    assert goer is not None
    best = settlement.laid[goer].total
    free = list(deal.hands[goer]).count(edition.wild)
    for cards in combinations_with_replacement(edition.deck, free):
        declared = replace(deal, wilds={goer: cards})
        if not is_possible(edition, declared):
            continue
        there = settle(edition, declared)
        if there.legal == settlement.legal:
            best = max(best, there.payouts[goer])
    told_of = [one for one in of_deal(settlement) if one.decision == "undeclared_chance_is_bound"]
    more = best - settlement.laid[goer].total
    assert bool(told_of) == (more > 0)
    if not told_of:
        return None
    assert f" gets {edition.amount(settlement.payouts[goer] + more)} " in told_of[0].then
    return told_of[0].then


@given(deals(editions=("classic-uk", "classic-us"), players=("A", "B")))
def test_an_undeclared_chance_against_every_declaration(line: Line) -> None:
    goer = line["went_out"]
    if goer is None or line.get("wilds") or line.get("reward_wilds") or not line.get("reward"):
        return
    edition, deal = read(line)
    if list(deal.hands[goer]).count(edition.wild) != 1 or edition.wild in deal.reward:
        return
    against_every_declaration(settle(edition, deal))


@pytest.mark.parametrize(
    ("cards", "reward", "options", "declared"),
    [
        pytest.param(
            "park-lane c*2 h1 go*4", "mayfair h4 hotel vine-street bow-street", {},
            "a 2nd House and Mayfair", id="one-is-drawn",
        ),
        pytest.param(
            "euston-road pentonville-road c*2 h1 t go*2", "liverpool-street the-angel-islington",
            {}, "King’s Cross Station and The Angel, Islington", id="one-completes-the-drawn-ones",
        ),
        pytest.param(
            "utilities stations c*2 h1", "brown vine-street coventry-street",
            {"options": {"wild_only_sets": True}},
            "Old Kent Road and Whitechapel Road", id="both-are-drawn",
        ),
    ],
)  # fmt: skip
def test_a_chance_that_could_have_been_a_card_of_the_reward(
    cards: str, reward: str, options: dict[str, Any], declared: str
) -> None:
    then = against_every_declaration(ruled(UK, cards, reward=reward, **options))
    assert then is not None
    assert f"Declared as {declared} before the reward, Ann gets " in then


@given(settlements())
def test_what_is_told_is_one_of_the_editions_decisions_and_no_better_than_true(
    settlement: Settlement,
) -> None:
    edition, deal = settlement.edition, settlement.deal
    decisions = Told(edition, len(deal.players)).decisions
    for player in deal.players:
        for one in open_questions(settlement, player):
            assert decisions[one.decision] == one.text
            assert one.then
            assert (one.option is None) == (one.other_value is None)
            if one.option is not None:
                assert one.other_value != edition.options[one.option]
    stays = pays_if_chances_stay(settlement) if edition.way.has_goer else None
    if stays is not None:
        assert stays <= settlement.payouts[deal.went_out or ""]

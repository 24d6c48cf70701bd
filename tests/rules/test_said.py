"""Hands of which the table said what they pay, in place of cards (docs/rules.md 11.1)."""

import json
from typing import Any

import pytest

from companion.rules.contract import read, read_line
from companion.rules.deal import Deal
from companion.rules.dispute.one_card_away import one_card_away
from companion.rules.dispute.open_questions import of_deal
from companion.rules.dispute.other_editions import elsewhere
from companion.rules.edition_file import load
from companion.rules.luck.reward import reward_luck
from companion.rules.payout import settle
from companion.rules.plain import Damaged
from companion.rules.refusal import Refusal
from companion.rules.settlement import Jackpot, PaidDeal, Settlement

UK, WM, EX = "classic-uk", "winning-moves-2017", "express"
MINE = {UK: ["park-lane", "mayfair"], WM: ["boardwalk", "park-place"], EX: []}
MOST = {UK: "mr-monopoly", WM: "free-parking"}
LEFT_OUT: Any = object()


def line(
    edition: str = UK,
    hands: dict[str, list[str]] | None = None,
    amounts: Any = LEFT_OUT,
    majority_to: Any = None,
    went_out: str | None = "Ann",
    **more: Any,
) -> dict[str, Any]:
    """A line of Ann, Bob and Cem; Bob’s hand is an amount where nothing else is given."""
    data = {
        "edition": edition,
        "players": ["Ann", "Bob", "Cem"],
        "hands": {"Ann": MINE[edition]} if hands is None else hands,
        "went_out": went_out,
        "amounts": {"Bob": 500} if amounts is LEFT_OUT else amounts,
        "majority_to": majority_to,
        **more,
    }
    return {name: value for name, value in data.items() if value is not LEFT_OUT}


def settled(*args: Any, **more: Any) -> Settlement:
    """Such a deal, settled."""
    return settle(*read(line(*args, **more)))


def payouts(*args: Any, **more: Any) -> dict[str, int]:
    """What such a deal pays."""
    return dict(settled(*args, **more).payouts)


# --- what it pays --------------------------------------------------------------------------------


def test_an_amount_is_all_that_a_hand_is_paid() -> None:
    assert payouts() == {"Ann": 400, "Bob": 500, "Cem": 0}


def test_who_held_the_most_gets_the_bonus_with_cards_only() -> None:
    hands = {"Ann": [*MINE[UK], "mr-monopoly"], "Cem": ["mr-monopoly"] * 2}
    assert payouts(hands=hands, majority_to="Ann") == {"Ann": 1400, "Bob": 500, "Cem": 0}
    assert payouts(hands=hands, majority_to="Cem") == {"Ann": 400, "Bob": 500, "Cem": 1000}
    assert payouts(hands=hands, majority_to="Bob") == {"Ann": 400, "Bob": 500, "Cem": 0}
    assert payouts(hands=hands) == {"Ann": 400, "Bob": 500, "Cem": 0}


def test_who_held_the_most_need_not_have_entered_the_cards() -> None:
    detail = settled(majority_to="Ann").as_json()["hands"]["Ann"]
    assert detail["bonuses"] == [{"kind": "mr-monopoly", "count": 0, "amount": 1000}]
    assert detail["steps"][1] == "Most Mr. Monopoly cards, as the table said: £1,000."


def test_a_hand_that_was_caught_is_not_paid_for_the_most() -> None:
    hands = {"Ann": MINE[UK], "Cem": ["chance", "mr-monopoly"]}
    assert payouts(hands=hands, majority_to="Cem")["Cem"] == 0


@pytest.mark.parametrize(
    ("most", "pays", "jackpot"),
    [
        pytest.param("Ann", (1400, 500, 0), Jackpot("Ann", 1000, 500), id="with cards"),
        pytest.param("Bob", (400, 1500, 0), Jackpot("Bob", 1000, 500), id="on top of an amount"),
        pytest.param(None, (400, 500, 0), Jackpot(None, 0, 1500), id="nobody: it grows"),
    ],
)
def test_the_jackpot_of_2017(most: str | None, pays: tuple[int, ...], jackpot: Jackpot) -> None:
    found = settled(WM, majority_to=most, jackpot=1000)
    assert (tuple(found.payouts.values()), found.jackpot) == (pays, jackpot)


def test_a_jailed_player_does_not_take_the_jackpot() -> None:
    hands = {"Ann": MINE[WM], "Cem": ["go-to-jail", "free-parking"]}
    found = settled(WM, hands=hands, majority_to="Cem")
    assert found.jackpot == Jackpot(None, 0, 1000)


def test_a_wild_leaves_jail_for_the_jackpot_alone() -> None:
    hands = {"Ann": MINE[WM], "Cem": ["go-to-jail", "wild"]}
    assert settled(WM, hands=hands, majority_to="Cem").laid["Cem"].wiped_out is None
    assert settled(WM, hands=hands, majority_to="Bob").laid["Cem"].wiped_out == "go-to-jail"


def test_a_goer_with_an_amount_goes_out_without_a_verdict() -> None:
    found = settled(hands={}, amounts={"Ann": 0})
    assert (found.legal, found.findings) == (True, ())
    detail = found.as_json()["hands"]["Ann"]
    assert detail == {
        "sets": [],
        "bonuses": [],
        "wilds": [],
        "unused": [],
        "wiped_out": None,
        "payout": 0,
        "steps": ["As the table said: £0."],
        "said": True,
    }


def test_the_one_line_of_a_hand_that_takes_the_jackpot() -> None:
    assert settled(WM, majority_to="Bob", jackpot=1000).steps("Bob") == [
        "As the table said, with the jackpot for the most Free Parking cards: "
        "$500 + $1,000 = $1,500."
    ]


def test_only_the_hands_that_are_amounts_say_so() -> None:
    hands = settled().as_json()["hands"]
    assert [player for player, hand in hands.items() if "said" in hand] == ["Bob"]


def test_in_express_nothing_is_missing_for_sure() -> None:
    found = settled(EX, amounts={"Bob": 12})
    assert (found.legal, found.findings, found.payouts["Bob"]) == (True, (), 12)


def test_where_nobody_is_paid_an_amount_pays_nothing() -> None:
    found = settled(went_out=None)
    assert set(found.payouts.values()) == {0}
    assert found.as_json()["hands"]["Bob"]["said"]
    assert payouts(went_out=None, options={"nobody_out": "score"})["Bob"] == 500


@pytest.mark.parametrize("edition", [UK, WM])
def test_who_held_the_most_may_be_left_out_where_nobody_showed_any(edition: str) -> None:
    assert payouts(edition, majority_to=LEFT_OUT)["Bob"] == 500


def test_nothing_is_told_that_rests_on_cards_nobody_knows() -> None:
    hands = {"Ann": [*MINE[UK], "chance", *["go"] * 4, *["token"] * 3]}
    found = settled(hands=hands, reward=["house-1"])
    assert found.legal
    assert reward_luck(found) is None
    assert elsewhere(found, "Ann") == ()
    assert one_card_away(found, "Bob").lines == ()
    assert of_deal(settled(WM, majority_to="Bob")) is not None


# --- what is refused -----------------------------------------------------------------------------

CARDS = ["mr-monopoly", *MINE[UK]]
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an amount that is no multiple of 50": (line(amounts={"Bob": 120}), "Bob’s amount"),
    "an amount below 0": (line(amounts={"Bob": -50}), "Bob’s amount"),
    "an amount that is too large": (line(amounts={"Bob": 1_000_050}), "Bob’s amount"),
    "an amount that is a text": (line(amounts={"Bob": "500"}), "Bob"),
    "an amount that is true": (line(amounts={"Bob": True}), "Bob"),
    "an amount that is a fraction": (line(amounts={"Bob": 500.0}), "Bob"),
    "an amount that is null": (line(amounts={"Bob": None}), "Bob"),
    "too many points": (line(EX, amounts={"Bob": 1000}), "Bob’s amount"),
    "amounts that are a list": (line(amounts=["Bob"]), "amounts"),
    "cards and an amount": (line(hands={"Bob": ["go"]}), "Bob has both cards and an amount"),
    "declarations and an amount": (line(wilds={"Bob": ["mayfair"]}), "Bob has both"),
    "a reward and an amount": (line(amounts={"Ann": 50}, hands={}, reward=["go"]), "Ann went out"),
    "an amount of somebody else": (line(amounts={"Zoe": 500}), "“Zoe” has an amount"),
    "the most, with no amount": (
        line(amounts=LEFT_OUT, majority_to="Ann") | {"amounts": {}},
        "Ann",
    ),
    "the most of somebody else": (line(majority_to="Zoe"), "“Zoe”"),
    "the most as a number": (line(majority_to=1), "majority_to"),
    "the most in Express": (line(EX, amounts={"Bob": 1}, majority_to="Ann"), "Ann"),
    "the most not said": (
        line(hands={"Ann": CARDS}, majority_to=LEFT_OUT),
        "Ann has a Mr. Monopoly",
    ),
    "the most not said, in the reward": (
        line(reward=["mr-monopoly"], majority_to=LEFT_OUT),
        "Ann has a Mr. Monopoly",
    ),
    "the most not said, a wild declared as it": (
        line(WM, {"Cem": ["wild"]}, wilds={"Cem": ["free-parking"]}, majority_to=LEFT_OUT),
        "Cem has a Free Parking",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_use_is_malformed_and_names_the_player(case: str) -> None:
    data, names = REFUSED[case]
    with pytest.raises(Refusal) as refused:
        read_line(json.dumps(data))
    assert refused.value.rule == "malformed"
    assert names in refused.value.message


def test_what_is_refused_first() -> None:
    """As docs/contract.md lists the ids."""
    with pytest.raises(Refusal) as refused:
        read({**line(amounts={"Bob": 20}), "options": {"nothing": 1}})
    assert refused.value.rule == "malformed"
    with pytest.raises(Refusal) as refused:
        read({**line(), "edition": "nothing"})
    assert refused.value.rule == "unknown-edition"


def test_empty_fields_say_nothing() -> None:
    assert payouts(amounts={}) == {"Ann": 400, "Bob": 0, "Cem": 0}
    assert payouts(hands={"Ann": MINE[UK], "Bob": []}, wilds={"Bob": []})["Bob"] == 500


# --- written and read back -----------------------------------------------------------------------


def test_an_entry_is_read_back_and_is_a_line_of_the_contract() -> None:
    edition, deal = read(line(hands={"Ann": CARDS}))
    written = json.loads(json.dumps(deal.as_json()))
    assert (written["amounts"], written["majority_to"]) == ({"Bob": 500}, None)
    assert Deal.from_json(written, edition, deal.players) == deal
    assert read({**written, "edition": UK, "players": list(deal.players)}) == (edition, deal)


def checked(paid: PaidDeal, found: Settlement) -> None:
    """Damaged where this is not what the deal can have paid."""
    paid.check_said(found.edition, found.deal)
    paid.check_sums()


def test_what_was_paid_is_checked_against_what_was_said() -> None:
    found = settled(WM, majority_to="Bob")
    paid = found.paid()
    checked(paid, found)
    data = json.loads(json.dumps(paid.as_json()))
    for change, what in (
        ({"said": False}, "said"),
        ({"payout": 500}, "payout"),
        ({"sets": data["hands"]["Ann"]["sets"]}, "sets"),
    ):
        wrong = json.loads(json.dumps(data))
        wrong["hands"]["Bob"] |= change
        wrong["payouts"]["Bob"] = wrong["hands"]["Bob"]["payout"]
        read_back = PaidDeal.from_json(wrong, load(WM), found.deal.players)
        with pytest.raises(Damaged, match=what):
            checked(read_back, found)

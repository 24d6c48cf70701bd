"""A case is an address: one for each case, read back as the same; mistakes beside their field."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import read as read_deal
from companion.rules.deal import may_stand_for
from companion.rules.edition_file import edition_ids, load
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from companion.web.referee import case as cases
from companion.web.referee.case import (
    THIS_PLAYER,
    Case,
    fields_of,
    of_deal,
    query,
    read,
    seated,
)
from tests.deals import settlements
from tests.often import times

UK, WM, EX = "classic-uk", "winning-moves-2017", "express"


def args(text: str) -> dict[str, list[str]]:
    return parse_qs(text, keep_blank_values=True)


def case_of(text: str) -> Case:
    case, oops = read(args(text))
    assert oops == {}
    assert case is not None
    return case


def wrong(text: str) -> Mapping[str, str]:
    case, oops = read(args(text))
    assert case is None
    assert oops
    return oops


# --- one address ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_text", "canonical"),
    [
        pytest.param("edition=classic-uk", "edition=classic-uk", id="nothing-else"),
        pytest.param(
            "cards=mayfair t park-lane t&edition=classic-uk&went_out=1",
            "edition=classic-uk&cards=park-lane,mayfair,token*2&went_out=1",
            id="deck-order",
        ),
        pytest.param(
            "edition=CLASSIC-UK&cards=token&cards=go&went_out=yes&players=4&out=1&jackpot=&claim=",
            "edition=classic-uk&cards=token,go&went_out=1",
            id="what-is-so-anyway-is-left-out",
        ),
        pytest.param(
            "edition=classic-uk&cards=brown,chance*2&went_out=1&wilds=token+h1",
            "edition=classic-uk&cards=old-kent-road,whitechapel-road,chance*2&went_out=1"
            "&wilds=house-1,token",
            id="declarations-in-deck-order",
        ),
        pytest.param(
            "edition=classic-uk&cards=brown&claim=£1,050&sets=brown",
            "edition=classic-uk&cards=old-kent-road,whitechapel-road&claim=1050"
            "&sets=brown:old-kent-road,whitechapel-road",
            id="a-claim",
        ),
        pytest.param(
            "edition=classic-uk&others=;go*2;&cards=token",
            "edition=classic-uk&cards=token&others=;go*2",
            id="others",
        ),
        pytest.param(
            "edition=winning-moves-2017&wild_only_sets=yes&jackpot=500&nobody_out=score&seat=2"
            "&values=token:1000,yellow:350,house.red:300,railroads.3:550&out=0",
            "edition=winning-moves-2017&nobody_out=score"
            "&values=yellow:350,railroads.3:550,house.red:300&out=0&seat=2",
            id="options",
        ),
        pytest.param(
            'edition=classic-uk&values={"yellow":350}',
            "edition=classic-uk&values=yellow:350",
            id="values-as-json",
        ),
        pytest.param(
            "edition=classic-uk&target=none&deals=3&tie=play-on",
            "edition=classic-uk&target=none&deals=3&tie=play-on",
            id="how-the-game-ends",
        ),
        pytest.param(
            "edition=express&cards=brown&went_out=1&out=0&seat=3&stopped_early=0",
            "edition=express&cards=mediterranean-avenue,baltic-avenue,income-tax,community-chest"
            "&stopped_early=0",
            id="nobody-goes-out-in-express",
        ),
        pytest.param(
            "edition=classic-uk&out=0&seat=3&cards=go",
            "edition=classic-uk&cards=go&out=0",
            id="the-seat-matters-in-2017-only",
        ),
    ],
)
def test_a_case_has_one_address(given_text: str, canonical: str) -> None:
    case = case_of(given_text)
    assert query(case) == canonical
    assert case_of(canonical) == case


def test_without_an_edition_there_is_no_case_and_nothing_wrong() -> None:
    assert read({}) == (None, {})
    assert read({"cards": [""], "went_out": [" "]}) == (None, {})


# --- what is wrong, beside its field -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "field", "told"),
    [
        pytest.param("cards=go", "edition", "which box", id="no-edition"),
        pytest.param("edition=x", "edition", "no box “x”. Choose", id="unknown-edition"),
        pytest.param("edition=deluxe&edition=express", "edition", "2 times", id="two-editions"),
        pytest.param("edition=deluxe&players=5", "players", "2 to 4", id="player-count"),
        pytest.param("edition=deluxe&players=x", "players", "“x”", id="no-number"),
        pytest.param("edition=deluxe&cards=mayfair", "cards", "mayfair", id="unknown-card"),
        pytest.param(f"edition={UK}&cards=go*5", "cards", "only four GO", id="too-many-copies"),
        pytest.param(f"edition={UK}&cards=go&others=go*4", "others", "player 2’s hand",
                     id="copies-across-hands"),
        pytest.param(f"edition={UK}&cards=c&wilds=go", "wilds", "cannot count as GO",
                     id="bad-declaration"),
        pytest.param(f"edition={UK}&others=c&others_wilds=go", "others_wilds", "cannot count as",
                     id="the-others-wilds"),
        pytest.param(f"edition={UK}&others=a;b;c;d;e", "others", "only 3 others play. Take 2 out",
                     id="too-many-others"),
        *(
            pytest.param(f"edition={UK}&claim={claim}", "claim",
                         "is too large: 1,000,000,000 is the most.", id=f"claim-{claim[:13]}")
            for claim in ("999999999999", "1000000001", "9" * 13, "9" * 5000, "£1,000,000,000,000")
        ),
        pytest.param(f"edition={UK}&claim=1,0000", "claim", "is not an amount: write the number",
                     id="claim-no-number"),
        pytest.param("edition=express&reward=nonsense", "reward", "Express has no reward",
                     id="no-reward-first"),
        pytest.param(f"edition={UK}&reward=go&cards=red", "reward", "went out", id="no-goer"),
        pytest.param(f"edition={UK}&went_out=1&cards=red&reward=strand", "reward", "only one",
                     id="reward-is-in-the-hand"),
        pytest.param(f"edition={UK}&went_out=perhaps", "went_out", "neither yes nor no",
                     id="went-out"),
        pytest.param(f"edition={UK}&out=6", "out", "1 to 5", id="out"),
        pytest.param(f"edition={WM}&out=0&seat=5", "seat", "1 to 4", id="seat"),
        pytest.param(f"edition={UK}&jackpot=500", "jackpot", "no jackpot", id="no-jackpot"),
        pytest.param(f"edition={WM}&jackpot=75", "jackpot", "multiple of 50", id="odd-jackpot"),
        pytest.param(f"edition={UK}&claim=lots", "claim", "number alone", id="claim"),
        pytest.param(f"edition={UK}&claim=٣", "claim", "number alone", id="other-digits"),
        pytest.param(f"edition={UK}&sets=purple: h1", "sets", "purple", id="sets"),
        pytest.param(f"edition={UK}&wild_only_sets=perhaps", "wild_only_sets", "true or false",
                     id="option"),
        pytest.param(f"edition={UK}&values=yellow:351", "values", "multiple of 50",
                     id="an-amount-that-cannot-be"),
        pytest.param(f"edition={UK}&values=yellow", "values", "“Brown: £100”", id="no-amount"),
        pytest.param(f"edition={UK}&values={'{' * 500}", "values", "is no amount", id="braces"),
        pytest.param(f"edition={UK}&jackpot_step=500", "jackpot_step", "no such house rule",
                     id="an-option-of-another-box"),
        pytest.param(f"edition={UK}&stopped_early=0", "stopped_early", "no rounds",
                     id="stopped-early"),
        pytest.param(f"edition={UK}&utm_source=chat", "", "utm_source", id="unknown-parameter"),
        pytest.param(f"edition={UK}&cards={'go,' * 3000}", "", "too long", id="too-long"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_beside_its_field(text: str, field: str, told: str) -> None:
    assert told in wrong(text)[field]


def test_every_wrong_field_is_told_at_once() -> None:
    found = wrong(f"edition={UK}&cards=sandwich&claim=x&players=9&sets=purple:&wilds=toad&tie=x")
    assert set(found) == {"cards", "claim", "players", "sets", "wilds", "tie"}


def test_messages_begin_with_a_capital_and_name_this_player() -> None:
    assert wrong(f"edition={UK}&cards=go&wilds=h1")["wilds"].startswith("This player has")


NAMES = [*cases.FIELDS, "wild_only_sets", "values", "target", "jackpot_step", "foo", ""]


@settings(max_examples=times(500), deadline=None)
@given(
    st.sampled_from([*edition_ids(), "x"]),
    st.dictionaries(
        st.sampled_from(NAMES),
        st.lists(
            st.one_of(
                st.text(max_size=30),
                st.sampled_from(["1", "0", "red h1 c", "brown;go", "none", "-1", "red: c=h1"]),
            ),
            max_size=2,
        ),
        max_size=6,
    ),
)
def test_whatever_comes_is_a_case_or_a_message(edition: str, given_: dict[str, list[str]]) -> None:
    case, oops = read({"edition": [edition], **given_})
    assert case is None or oops == {}
    for field, message in oops.items():
        assert field in ("", *NAMES)
        assert message
    if case is not None:
        assert case_of(query(case)) == case
        case.settled()


# --- cases and deals -----------------------------------------------------------------------------


@given(settlements())
def test_every_hand_of_every_deal_is_a_case(settlement: Settlement) -> None:
    """The case of each hand rules as the deal does, by its address, and as `companion score`."""
    edition, deal = settlement.edition, settlement.deal
    for player in deal.players:
        case = of_deal(edition, deal, player)
        if case.deal.reward and not deal.hands[deal.went_out or ""] and not case.went_out:
            continue  # a reward for a hand without cards, which no table has
        assert case_of(query(case)) == case
        again = case.settled()
        place = deal.players.index(player)
        names = (*deal.players[place:], *deal.players[:place])
        called = dict(zip(names, seated(len(names)), strict=True))
        assert again.payouts == {called[name]: pays for name, pays in settlement.payouts.items()}
        assert again.legal == settlement.legal
        assert (again.jackpot and again.jackpot.next) == (
            settlement.jackpot and settlement.jackpot.next
        )
        # In Express the piles are looked at in seating order.
        assert {(one.rule, one.cards) for one in again.findings} == {
            (one.rule, one.cards) for one in settlement.findings
        }
        line = {
            "edition": case.box,
            "options": dict(case.options),
            "players": list(case.deal.players),
            "went_out": None,
            **case.deal.as_json(),
        }
        scored = settle(*read_deal(line))
        assert scored.as_json() == again.as_json()


@st.composite
def hands_of_twenty(draw: st.DrawFn) -> dict[str, str]:
    """A goer's twenty cards, every wild declared, a claim and its sets."""
    edition = load(draw(st.sampled_from([one for one in edition_ids() if one != EX])))
    wild = edition.wild or ""
    deck = [card for card, copies in edition.deck.items() for _ in range(copies) if card != wild]
    cards = draw(st.permutations(deck))[:18]
    held = {*cards}
    free = [card for card in edition.deck if card in may_stand_for(edition) and card not in held]
    wilds = draw(st.permutations(free))[:2]
    groups = [f"{group.id}: {', '.join(cards[:3])}" for group in edition.groups[:3]]
    return {
        "edition": edition.id,
        "cards": ",".join([*cards, wild, wild]),
        "went_out": "1",
        "wilds": ",".join(wilds),
        "claim": "10000",
        "sets": "; ".join(groups),
    }


@given(hands_of_twenty(), st.randoms())
def test_an_address_is_short_and_any_order_of_the_cards_is_the_same_case(
    given_: dict[str, str], dice: Any
) -> None:
    case, oops = read({name: [text] for name, text in given_.items()})
    assert oops == {}
    assert case is not None
    assert len(f"/referee?{query(case)}") <= 2000
    turned = dict(given_)
    for name in ("cards", "wilds"):
        pieces = turned[name].split(",")
        dice.shuffle(pieces)
        turned[name] = " ".join(pieces)
    names = list(turned)
    dice.shuffle(names)
    other, _ = read({name: [turned[name]] for name in names})
    assert other == case
    assert query(other) == query(case)


def test_a_changed_option_leaves_what_lies_under_the_bank() -> None:
    case = case_of(f"edition={WM}&cards=red fp&went_out=1")
    other = case.with_option("jackpot_start", 0)
    assert other.settled().payouts == case.settled().payouts
    assert other.with_option("jackpot_start", 500) == case


def test_the_fields_of_a_form_give_the_case_back() -> None:
    case = case_of(
        f"edition={WM}&cards=red w&went_out=1&others=go;fp&claim=500&sets=red w=h1"
        "&wild_only_sets=0&values=red:300"
    )
    assert read({name: [text] for name, text in fields_of(case).items()}) == (case, {})


def test_a_case_is_tidied_before_it_is_written() -> None:
    case = case_of(f"edition={UK}&cards=park-lane mayfair&went_out=1")
    hands = {**case.deal.hands, THIS_PLAYER: ("mayfair", "park-lane")}
    deal = replace(case.deal, hands=hands).seated(case.deal.players[::-1])
    assert query(replace(case, deal=deal, options={"tie": "shared"})) == query(case)

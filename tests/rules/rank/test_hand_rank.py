"""The rank of a hand: the counts add up, the engine finds the same amounts, the words are true."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.rules.edition_file import load
from companion.rules.rank.hand_rank import (
    HandCount,
    HandRank,
    hand_counts,
    rank_hand,
    rank_of_goer,
)
from companion.rules.reading.reader import parse
from tests.made_up import nearly_out
from tests.proof.brute_classes import ANSWERS
from tests.proof.classes import DECKS

TOTALS = Path(__file__).parents[2] / "proof" / "prove_totals.json"
DECK_OF = {
    "classic-us": "classic",
    "classic-uk": "classic",
    "deluxe": "classic",
    "winning-moves-2017": "2017",
}
COUNTED = [(edition, size) for edition in DECK_OF for size in hand_counts(edition)]
HAND = "dark-blue, red, h1, token*2, chance, go"


@pytest.mark.parametrize("edition_id", DECK_OF)
def test_counts_add_up_to_the_totals_of_the_proof(edition_id: str) -> None:
    total = json.loads(TOTALS.read_text(encoding="utf-8"))["decks"][DECK_OF[edition_id]]
    count = hand_counts(edition_id)[10]
    assert count.hands == total["legal_hands"]
    amounts = [amount for amount, _ in count.amounts]
    assert amounts == sorted(set(amounts))
    assert count.amounts[-1][0] == total["best"]


@pytest.mark.parametrize("edition_id", ["classic-uk", "deluxe"])
def test_editions_that_share_counts_have_the_same_deck(edition_id: str) -> None:
    us, other = load("classic-us"), load(edition_id)
    assert list(other.deck.values()) == list(us.deck.values())
    assert [(g.id, g.kind, len(g.cards)) for g in other.groups] == [
        (g.id, g.kind, len(g.cards)) for g in us.groups
    ]
    assert (other.values, other.roles, other.arrangement) == (us.values, us.roles, us.arrangement)
    assert other.options["wild_only_sets"] == us.options["wild_only_sets"]
    assert other.policies == us.policies


def legal_hands(edition_id: str, size: int, number: int) -> Iterator[list[str]]:
    """Made-up hands of this size that may go out, always the same."""
    edition, random = load(edition_id), Random(14)
    while number:
        cards, _ = nearly_out(edition, random)
        spare = [edition.roles["go"], edition.roles["token"], edition.roles["most_of"]]
        cards += [card for card in spare * 3 if cards.count(card) + 3 <= edition.deck[card]]
        cards = cards[:size]
        if len(cards) == size and edition.arrange(cards, goer=True).legal:
            number -= 1
            yield cards


@pytest.mark.parametrize(("edition_id", "size"), COUNTED)
def test_rank_of_made_up_hands_is_that_of_the_second_scorer(edition_id: str, size: int) -> None:
    edition, deck = load(edition_id), DECKS[DECK_OF[edition_id]]
    counts = hand_counts(edition_id)[size].amounts
    for cards in legal_hands(edition_id, size, 20):
        vector = [sum(map(cards.count, group.cards)) for group in edition.groups]
        vector += [cards.count(card) for card in edition.deck if card not in edition.group_of]
        _, _, _, own = ANSWERS[deck.edition](tuple(vector))
        rank = rank_hand(edition, cards)
        assert isinstance(rank, HandRank)
        assert rank.amount == own
        assert (rank.best, rank.legal_hands) == (counts[-1][0], sum(n for _, n in counts))
        assert rank.pay_more == sum(n for amount, n in counts if amount > rank.amount)
        assert rank.pay_same == dict(counts)[rank.amount] > 0
        assert rank.pay_less == sum(n for amount, n in counts if amount < rank.amount)


@pytest.mark.parametrize(
    ("amounts", "median"),
    [
        (((50, 1),), 50),
        (((50, 1), (100, 1)), 50),
        (((50, 1), (100, 2)), 100),
        (((50, 3), (100, 1), (150, 2)), 50),
    ],
)
def test_median(amounts: tuple[tuple[int, int], ...], median: int) -> None:
    assert HandCount(amounts).median == median


@pytest.mark.parametrize(
    ("edition_id", "cards", "options", "reason"),
    [
        ("classic-uk", HAND, {"wild_only_sets": True}, "This table has others"),
        ("classic-uk", HAND, {"values": {"red": 300}}, "This table has others"),
        ("classic-uk", f"{HAND}, go*3", {}, "This one has 13."),
        ("classic-uk", "", {}, "This one has 0."),
        ("classic-uk", f"{HAND}, go*2, token", {}, "Hands of 9, 10 or 11 cards are counted."),
        ("deluxe", f"{HAND}, go", {}, "Hands of 10 cards are counted. This one has 11."),
        ("classic-uk", "red, green, go*4", {"target": 5000}, None),
        ("classic-uk", "red, green, go*4", {"values": {"red": 250}}, None),
        ("classic-uk", "mayfair, red, green, go*3", {}, "may not go out"),
        ("winning-moves-2017", "red, green, go*4", {"jackpot_start": 1000}, None),
        ("express", "red", {}, "Nobody goes out in Express"),
    ],
)
def test_what_has_no_rank(
    edition_id: str, cards: str, options: dict[str, object], reason: str | None
) -> None:
    edition = load(edition_id, options)
    found = rank_hand(edition, parse(edition, cards))
    if reason is None:
        assert isinstance(found, HandRank)
    else:
        assert isinstance(found, str)
        assert reason in found


def test_a_box_that_nobody_counted_has_no_rank() -> None:
    assert hand_counts("a-new-box") == {}


@pytest.mark.parametrize(
    ("players", "cards", "shown"),
    [(4, 10, True), (5, 10, False), (6, 10, False), (2, 9, False), (6, 9, True), (5, 11, True)],
)
def test_rank_of_goer_needs_the_number_of_cards_of_the_table(
    players: int, cards: int, shown: bool
) -> None:
    hand = parse(load("classic-us"), "red, green, go*4, token")[:cards]
    assert (rank_of_goer(load("classic-us"), players, hand) is not None) == shown


@pytest.mark.parametrize(
    ("edition_id", "players", "options", "shown"),
    [
        pytest.param("classic-us", 4, {"target": 5000}, True, id="another-target"),
        pytest.param("classic-us", 4, {"values": {"red": 300}}, False, id="another-amount"),
        pytest.param("classic-us", 4, {"wild_only_sets": True}, False, id="another-rule"),
    ],
)
def test_rank_of_goer_is_for_hands_that_are_counted(
    edition_id: str, players: int, options: dict[str, object], shown: bool
) -> None:
    edition = load(edition_id, options)
    hand = parse(edition, "red, green, go*4, token")[: edition.seats[players].hand]
    assert (rank_of_goer(edition, players, hand) is not None) == shown


@pytest.mark.parametrize(
    ("declared", "worth"),
    [
        pytest.param([], 10000, id="nothing"),
        pytest.param(["token"], 10000, id="what-pays-most"),
        pytest.param(["house-1"], 7500, id="what-pays-less"),
        pytest.param(["vine-street"], 7500, id="what-has-no-place"),
    ],
)
def test_rank_of_goer_is_that_of_the_hand_as_it_was_declared(
    declared: list[str], worth: int
) -> None:
    edition = load("classic-uk")
    hand = parse(edition, "dark-blue, h1, h2, h3, h4, hotel, token*2, chance")
    found = rank_of_goer(edition, 2, hand, declared)
    assert found is not None
    assert found.amount == worth
    assert (found.pay_more == 0) == (worth == 10000)


def rank_of(less: int, same: int, more: int) -> HandRank:
    return HandRank(0, less + same + more, more, same, less, 0, 0)


@pytest.mark.parametrize(
    ("rank", "sentence", "better_than"),
    [
        (rank_of(98_199, 401, 1_400), "Better than 98% of all 100,000 hands", "98%"),
        (rank_of(899, 1, 100), "Better than 89% of all 1,000 hands", "89%"),
        (rank_of(500, 1, 499), "Better than 50% of all 1,000 hands", "50%"),
        (rank_of(99_950, 40, 10), "Better than 99.9% of all 100,000 hands", "99.9%"),
        (rank_of(99_999, 0, 1), "Better than 99.9% of all 100,000 hands", "99.9%"),
        (rank_of(999, 1, 0), "The best there is: none of the 1,000 hands", "99.9%"),
        (rank_of(0, 1, 999), "None of the 1,000 hands", "none"),
        (rank_of(4, 1, 995), "Better than 0.4% of all 1,000 hands", "0.4%"),
        (rank_of(3, 1, 9_996), "Better than 1 in 3,334 of all 10,000", "1 in 3,334"),
        (rank_of(410, 300, 290), "Better than 41% of all 1,000 hands", "41%"),
    ],
)
def test_words_of_a_rank(rank: HandRank, sentence: str, better_than: str) -> None:
    assert rank.sentence.startswith(sentence)
    assert rank.better_than == better_than


@pytest.mark.parametrize(("edition_id", "size"), COUNTED)
def test_words_are_true_for_every_amount(edition_id: str, size: int) -> None:
    count = hand_counts(edition_id)[size]
    less = 0
    for amount, same in count.amounts:
        more = count.hands - less - same
        rank = HandRank(amount, count.hands, more, same, less, 0, 0)
        for text in (rank.sentence, f"better than {rank.better_than}"):
            assert not re.search(r"(?<![\d.])(0|0\.0|100)%", text)
            for said in re.findall(r"etter than ([\d.]+)%", text):
                assert float(said) / 100 <= less / count.hands
        less += same

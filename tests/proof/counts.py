"""The files of `companion/rules/rank/counts/`: written from what was counted, and checked.

They are the only numbers of the proof that the program itself uses.
"""

import json
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from random import Random

from companion.rules.edition_file import load
from companion.rules.rank.hand_rank import HandCount, HandRank, hand_counts, rank_hand
from tests.proof.classes import Deck
from tests.proof.hands import brute_force, legal_classes
from tests.proof.run import ROOT

FOLDER = ROOT / "companion" / "rules" / "rank" / "counts"
MADE_BY = "make prove; see docs/proof.md"
EDITIONS = {
    "classic-us": ["classic-us", "classic-uk", "deluxe"],
    "winning-moves-2017": ["winning-moves-2017"],
}
RANKS = 500  # hands whose rank is worked out again
Amounts = Sequence[Sequence[int]]  # pairs: an amount, and how many hands are worth it


def write(deck: Deck, amounts: Amounts, folder: Path = FOLDER) -> None:
    """Put the counts of a deck into its file, in place of older ones for hands of this size."""
    path = folder / f"{deck.edition}.json"
    old = json.loads(path.read_text(encoding="utf-8"))["hands"] if path.exists() else {}
    hands = {int(size): counted for size, counted in old.items()} | {deck.hand: amounts}
    lists = [
        f'    "{size}": [\n'
        + ",\n".join(f"      {json.dumps(pair)}" for pair in counted)
        + "\n    ]"
        for size, counted in sorted(hands.items())
    ]
    path.write_text(
        "{\n"
        f'  "editions": {json.dumps(EDITIONS[deck.edition])},\n'
        f'  "made_by": {json.dumps(MADE_BY)},\n'
        '  "hands": {\n' + ",\n".join(lists) + "\n  }\n}\n",
        encoding="utf-8",
    )
    hand_counts.cache_clear()


def up_to_date(deck: Deck, amounts: Amounts) -> bool:
    """Whether the program has just these counts."""
    counted = hand_counts(deck.edition).get(deck.hand)
    return counted == HandCount(tuple((amount, number) for amount, number in amounts))


def wrong_ranks(deck: Deck, amounts: Amounts, number: int = RANKS) -> list[list[str]]:
    """The hands of a random sample whose rank is not what the brute force and these counts say."""
    edition, random = load(deck.edition), Random(500)
    wrong = []
    for _, vector in zip(range(number), legal_classes(deck, random), strict=False):
        cards = [
            card
            for (_, ids), held in zip(deck.cards, vector, strict=True)
            for card in random.sample(ids, held)
        ]
        _, _, _, own = brute_force(deck, vector)
        assert own is not None
        expected = (
            own,
            sum(hands for _, hands in amounts),
            sum(hands for amount, hands in amounts if amount > own),
            sum(hands for amount, hands in amounts if amount == own),
            sum(hands for amount, hands in amounts if amount < own),
            max(amount for amount, _ in amounts),
        )
        rank = rank_hand(edition, cards)
        if not isinstance(rank, HandRank) or astuple(rank)[:6] != expected:
            wrong.append(cards)
    return wrong

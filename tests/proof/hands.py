"""Engine and brute force compared on classes of hands: every class of a deck, or a sample."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import pairwise
from random import Random

from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.payout import settle
from tests.proof.brute_classes import ANSWERS, Answer
from tests.proof.classes import (
    DECKS,
    Deck,
    Vector,
    class_at,
    classes_of_shard,
    hand_of,
    shard_starts,
    shards,
    weight,
)
from tests.proof.run import Job, Result, clock, fingerprint

PLAYERS = ("A", "B")
SAMPLE_CHUNK = 1000  # classes of a sample that one part looks at


def brute_force(deck: Deck, vector: Vector) -> Answer:
    """What the brute force says of a class of this deck."""
    return ANSWERS[deck.edition](vector)


@cache
def engine_edition(name: str) -> Edition:
    """The edition as the engine knows it, with its default options."""
    return load(name)


def engine_answer(deck: Deck, cards: list[str]) -> Answer:
    """What the engine says: legal, paid when it went out, paid when the other player did, and what
    a hand that may go out is worth by itself."""
    edition = engine_edition(deck.edition)
    hands, under = {"A": cards, "B": ()}, edition.options.get("jackpot_start")
    out = settle(edition, Deal(hands, "A", jackpot=under))
    other = settle(edition, Deal(hands, "B", jackpot=under))
    own = edition.arrange(cards, goer=True).total if out.legal else None
    return out.legal, out.payouts["A"], other.payouts["A"], own


def compare(deck: Deck, classes: Iterable[tuple[Vector, int]]) -> Result:
    """Totals over some classes, and where engine and brute force disagree.

    The smallest disagreement is the one with the fewest different kinds of cards (of equals, the
    first). An engine that fails on a hand disagrees too.
    """
    count = hands = legal_count = legal_hands = goer_sum = other_sum = disagreements = 0
    amounts: Counter[int] = Counter()
    best = -1
    best_hand: Vector | None = None
    smallest: tuple[int, Vector, str] | None = None
    for vector, ways in classes:
        expected = brute_force(deck, vector)
        answer: Answer | Exception
        try:
            answer = engine_answer(deck, hand_of(deck, vector))
        except Exception as error:  # to be shown with the hand it happened on
            answer = error
        if answer != expected:
            disagreements += 1
            kinds = sum(map(bool, vector))
            if smallest is None or kinds < smallest[0]:
                smallest = (kinds, vector, repr(answer))
        _, goer, other, own = expected
        count += 1
        hands += ways
        goer_sum += goer * ways
        other_sum += other * ways
        if own is not None:
            amounts[own] += ways
            legal_count += 1
            legal_hands += ways
            if goer > best:
                best, best_hand = goer, vector
    return {
        "classes": count,
        "hands": hands,
        "legal_classes": legal_count,
        "legal_hands": legal_hands,
        "best": best,
        "best_hand": None if best_hand is None else hand_of(deck, best_hand),
        "goer_sum": goer_sum,
        "other_sum": other_sum,
        "amounts": sorted(amounts.items()),
        "disagreements": disagreements,
        "smallest": None
        if smallest is None
        else {
            "kinds": smallest[0],
            "hand": hand_of(deck, smallest[1]),
            "engine": smallest[2],
            "brute_force": repr(brute_force(deck, smallest[1])),
        },
    }


def sample_indexes(deck: Deck, size: int) -> list[int]:
    """Indexes of so many classes, evenly spread, always the same."""
    size = min(size, deck.classes)
    return [number * deck.classes // size for number in range(size)]


def part(deck_name: str, sample: int | None, number: int) -> Result:
    """Compare one shard, or one chunk of a sample."""
    deck = DECKS[deck_name]
    if sample is None:
        return compare(deck, classes_of_shard(deck, shards(deck)[number]))
    indexes = sample_indexes(deck, sample)[number * SAMPLE_CHUNK :][:SAMPLE_CHUNK]
    vectors = [class_at(deck, index) for index in indexes]
    return compare(deck, [(vector, weight(deck, vector)) for vector in vectors])


def job_of(deck: Deck, sample: int | None) -> Job:
    """All classes of a deck, or a sample of them, to be compared."""
    if sample is None:
        starts = shard_starts(deck)
        sizes = tuple(end - start for start, end in pairwise(starts))
        sources = ("classes", "brute_classes", "hands")
        mark = partial(fingerprint, [deck.edition], sources)
        return Job(deck.name, sizes, partial(part, deck.name, None), mark)
    size = min(sample, deck.classes)
    chunks = [min(SAMPLE_CHUNK, size - start) for start in range(0, size, SAMPLE_CHUNK)]
    return Job(deck.name, tuple(chunks), partial(part, deck.name, sample), None)


def merge(results: Iterable[Result]) -> Result:
    """The totals of results that are in the order of their classes. `amounts`: what hands that may
    go out are worth by themselves, and how many of them. `seconds` of processor time."""
    sums = (
        "classes",
        "hands",
        "legal_classes",
        "legal_hands",
        "goer_sum",
        "other_sum",
        "disagreements",
        "seconds",
    )
    total: Result = dict.fromkeys(sums, 0)
    total |= {"best": -1, "best_hand": None, "smallest": None}
    amounts: Counter[int] = Counter()
    for result in results:
        for amount, ways in result["amounts"]:
            amounts[amount] += ways
        for key in sums:
            total[key] += result[key]
        if result["best"] > total["best"]:
            total |= {"best": result["best"], "best_hand": result["best_hand"]}
        found = result["smallest"]
        if found and (not total["smallest"] or found["kinds"] < total["smallest"]["kinds"]):
            total["smallest"] = found
    return {**total, "amounts": sorted(amounts.items())}


def report(deck: Deck, total: Result) -> str:
    """The totals in words."""
    lines = [
        f"{deck.name} ({deck.edition}), hands of {deck.hand} cards",
        f"  classes            {total['classes']:,}",
        f"  hands              {total['hands']:,}",
        f"  hands to go out    {total['legal_hands']:,} in {total['legal_classes']:,} classes",
        f"  best for the goer  {total['best']:,}: {' '.join(total['best_hand'] or ())}",
        f"  sum for the goer   {total['goer_sum']:,}",
        f"  sum for others     {total['other_sum']:,}",
        f"  processor time     {clock(total['seconds'])}",
        f"  disagreements      {total['disagreements']:,}",
    ]
    if total["smallest"]:
        lines += [
            "  smallest disagreement (legal, paid as goer, paid as another, by itself):",
            f"    hand         {' '.join(total['smallest']['hand'])}",
            f"    engine       {total['smallest']['engine']}",
            f"    brute force  {total['smallest']['brute_force']}",
        ]
    return "\n".join(lines)


def legal_classes(deck: Deck, random: Random) -> Iterator[Vector]:
    """Classes of hands that may go out, drawn at random without an end."""
    while True:
        vector = class_at(deck, random.randrange(deck.classes))
        if brute_force(deck, vector)[0]:
            yield vector

"""Engine and brute force compared on the reward: 200 hands, each with every class of five cards.

The hands may go out and are drawn at random once and for all: 67 without a Chance, 67 with one and
66 with two. The reward is drawn from the other fifty cards. Rewards with equally many cards of each
group and kind are one class.
"""

from collections.abc import Iterable
from functools import cache, partial
from math import comb, prod
from random import Random

from tests.proof.brute_rewards import CHANCE, paid_with_reward
from tests.proof.classes import CLASSIC, Vector, hand_of, number_of_vectors, vectors
from tests.proof.hands import engine_edition, legal_classes
from tests.proof.run import Job, Result, clock, fingerprint
from tests.settling import settle_cards

SUMS = ("classes", "rewards", "paid_sum", "disagreements", "seconds")
REWARD = 5
REWARDS = comb(50, REWARD)  # of one hand
HANDS = {0: 67, 1: 67, 2: 66}  # how many hands, by the number of their Chances


@cache
def sample() -> tuple[Vector, ...]:
    """The hands, always the same."""
    found: dict[int, list[Vector]] = {chances: [] for chances in HANDS}
    for vector in legal_classes(CLASSIC, Random(14)):
        chances = vector[CHANCE]
        if len(found[chances]) < HANDS[chances] and vector not in found[chances]:
            found[chances].append(vector)
        if all(len(found[number]) == wanted for number, wanted in HANDS.items()):
            break
    return tuple(vector for hands in found.values() for vector in hands)


def left_by(hand: Vector) -> Vector:
    """How many cards of each kind are left for the reward."""
    return tuple(size - held for size, held in zip(CLASSIC.sizes, hand, strict=True))


def cards_drawn(hand: Vector, drawn: Vector) -> list[str]:
    """A reward of this class: of every kind the first cards that are not in the hand."""
    return [
        card
        for (_, ids), held, number in zip(CLASSIC.cards, hand, drawn, strict=True)
        for card in ids[held : held + number]
    ]


def engine_paid(hand: Vector, drawn: Vector) -> int | str:
    """What the engine pays the goer; the error, should it fail."""
    try:
        return settle_cards(
            engine_edition(CLASSIC.edition),
            players=("A", "B"),
            hands={"A": hand_of(CLASSIC, hand)},
            went_out="A",
            reward=cards_drawn(hand, drawn),
        ).payouts["A"]
    except Exception as error:  # to be shown with the hand it happened on
        return repr(error)


def part(number: int) -> Result:
    """Compare every class of rewards of one hand."""
    hand = sample()[number]
    left = left_by(hand)
    count = rewards = paid_sum = disagreements = 0
    first: Result | None = None
    for drawn in vectors(left, REWARD):
        if sum(drawn) < REWARD:
            continue
        expected, paid = paid_with_reward(hand, drawn), engine_paid(hand, drawn)
        ways = prod(map(comb, left, drawn))
        count += 1
        rewards += ways
        paid_sum += ways * expected
        if paid != expected:
            disagreements += 1
            first = first or {
                "hand": hand_of(CLASSIC, hand),
                "reward": cards_drawn(hand, drawn),
                "engine": paid,
                "brute_force": expected,
            }
    return {
        "classes": count,
        "rewards": rewards,
        "paid_sum": paid_sum,
        "disagreements": disagreements,
        "smallest": first,
    }


def job_of() -> Job:
    """All rewards of all hands of the sample, a hand at a time."""
    sizes = tuple(number_of_vectors(left_by(hand), REWARD) for hand in sample())
    sources = ("classes", "brute_classes", "hands", "brute_rewards", "rewards")
    return Job("rewards", sizes, part, partial(fingerprint, [CLASSIC.edition], sources))


def merge(results: Iterable[Result]) -> Result:
    """The totals of these hands."""
    total: Result = {"hands": 0, **dict.fromkeys(SUMS, 0), "smallest": None}
    for result in results:
        total["hands"] += 1
        total["smallest"] = total["smallest"] or result["smallest"]
        for key in SUMS:
            total[key] += result[key]
    return total


def report(total: Result) -> str:
    """The totals in words."""
    lines = [
        f"rewards of five cards ({CLASSIC.edition})",
        f"  hands              {total['hands']:,} of {sum(HANDS.values())}",
        f"  classes            {total['classes']:,}",
        f"  rewards            {total['rewards']:,}",
        f"  sum for the goer   {total['paid_sum']:,}",
        f"  processor time     {clock(total['seconds'])}",
        f"  disagreements      {total['disagreements']:,}",
    ]
    if total["smallest"]:
        lines += [f"    {name:<12} {what}" for name, what in total["smallest"].items()]
    return "\n".join(lines)

"""Random complete riichi hands, and the mahjong package's `estimate_hand_value` for them.

A hand is closed: four melds (three of them in four a run) and a pair, all random, with one random
dora indicator. The winning tile, self-draw or not, and both winds are random too. Riichi was
declared, so there is always a yaku. What the call needs is made ready beforehand.
"""

from importlib.metadata import version
from random import Random
from typing import Any, NamedTuple

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

KINDS = 34
COPIES = 4
RUNS = [tuple(range(9 * suit + i, 9 * suit + i + 3)) for suit in range(3) for i in range(7)]
TRIPLETS = [(kind,) * 3 for kind in range(KINDS)]
WINDS = range(27, 31)
RUN_SHARE = 0.75

VERSION = version("mahjong")

_calculator = HandCalculator()


class RiichiHand(NamedTuple):
    """What one call takes."""

    tiles: list[int]
    win_tile: int
    dora_indicators: list[int]
    config: Any


def complete_hand(random: Random) -> RiichiHand:
    """One random complete hand."""
    held = _held(random)
    tiles = [
        COPIES * kind + copy
        for kind in range(KINDS)
        for copy in sorted(random.sample(range(COPIES), held[kind]))
    ]
    wall = sorted(set(range(KINDS * COPIES)) - set(tiles))
    config = HandConfig(
        is_tsumo=random.random() < 0.5,
        is_riichi=True,
        player_wind=random.choice(WINDS),
        round_wind=random.choice(WINDS),
    )
    return RiichiHand(tiles, random.choice(tiles), [random.choice(wall)], config)


def _held(random: Random) -> list[int]:
    """How many tiles of each kind."""
    while True:
        held = [0] * KINDS
        for _ in range(4):
            for kind in random.choice(RUNS if random.random() < RUN_SHARE else TRIPLETS):
                held[kind] += 1
        held[random.randrange(KINDS)] += 2
        if max(held) <= COPIES:
            return held


def value(hand: RiichiHand) -> Any:
    """The package's answer."""
    return _calculator.estimate_hand_value(
        hand.tiles, hand.win_tile, dora_indicators=hand.dora_indicators, config=hand.config
    )

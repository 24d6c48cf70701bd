"""The ways of playing, by the name that an edition's file gives as its ``arrangement``."""

from collections.abc import Mapping

from companion.rules.ways.piles import PilesWay
from companion.rules.ways.sequence import SequenceWay
from companion.rules.ways.total import TotalWay
from companion.rules.ways.way import Way

WAYS: Mapping[str, Way] = {
    "sequence": SequenceWay(),
    "total": TotalWay(),
    "piles": PilesWay(),
}

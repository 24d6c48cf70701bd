"""The ways of playing, by the name that an edition's file gives as its ``arrangement``."""

from collections.abc import Mapping

from companion.rules.ways.piles import Piles
from companion.rules.ways.sequence import Sequence
from companion.rules.ways.total import Total
from companion.rules.ways.way import Way

WAYS: Mapping[str, Way] = {"sequence": Sequence(), "total": Total(), "piles": Piles()}

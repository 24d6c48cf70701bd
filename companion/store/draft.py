"""A draft: the deal that is being entered at a table, and every key that is stored of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from companion.rules.plain import CardId, Damaged, Player

if TYPE_CHECKING:
    from companion.store.rows import Action


def _is_change(value: tuple[Any, ...]) -> None:
    if [*map(type, value)] != [int, str]:
        raise Damaged("must be a version and a phone.")


def _is_action(value: Any) -> None:
    if value is not False and type(value) is not int:
        raise Damaged("must be the id of an action, or false.")


@dataclass(frozen=True)
class DealKeys:
    """The keys of an open deal, as `game.open_deal` writes and reads it: what was tapped so far."""

    went_out: Player | None = None
    nobody: bool = False
    laid_down: bool = False
    allowed: bool = False
    reward_open: bool = False
    hands: Mapping[Player, tuple[CardId, ...]] = field(default_factory=dict)
    done: Mapping[Player, str] = field(default_factory=dict)
    entering: tuple[Player, ...] = ()
    reward: tuple[CardId, ...] = ()
    wilds: Mapping[Player, tuple[CardId, ...]] = field(default_factory=dict)
    reward_wilds: tuple[CardId, ...] = ()
    announced: tuple[CardId, ...] = ()
    jackpot: int | None = None
    stopped_early: bool = False
    amounts: Mapping[Player, int] = field(default_factory=dict)
    majority_to: Player | None = None
    majority_said: bool = False


@dataclass(frozen=True)
class _Cleared:
    """What can be undone: the deal before it, and its parts that are brought back."""

    was: DealKeys
    parts: tuple[str, ...]


@dataclass(frozen=True)
class DraftKeys(DealKeys):
    """The keys of a draft; there are none before the first tap. `since` is its first version with
    this deal, `reopened` the action that had closed it, False for a new deal. `marks` has, by the
    place of a tap, the version of the draft that it made and whose phone it was."""

    cleared: _Cleared | None = None
    since: int = 0
    reopened: Annotated[Any, _is_action] = False
    marks: Mapping[str, Annotated[tuple[Any, ...], _is_change]] = field(default_factory=dict)


ENTERED = ("hands", "done", "reward", "laid_down", "stopped_early", "amounts")
"""The keys that hold something worth keeping."""


@dataclass(frozen=True)
class Draft:
    """The deal being entered: its version, and the keys with what was entered (`data`). Version 0
    without data before the first tap."""

    version: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        """Whether something worth keeping was entered: more than who went out, which is one tap."""
        return any(self.data.get(kind) for kind in ENTERED)

    def reopens(self, action: "Action") -> bool:
        """Whether this is the deal that this action closed, opened again by an undo."""
        return action.kind == "close" and self.data.get("reopened") == action.id

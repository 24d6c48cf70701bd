"""A deal as the contract has it (docs/contract.md): one line of JSON, read and refused where it
cannot be ruled on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.deal import (
    Deal,
    UnderTheBank,
    check_cards,
    check_fields,
    holders_of_most,
)
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.options import with_options
from companion.rules.plain import (
    Damaged,
    GivenTwice,
    MissingField,
    UnknownField,
    first_twice,
    once,
    parsed,
)
from companion.rules.plain import read as read_plain
from companion.rules.refusal import Refusal, shortened


@dataclass(frozen=True)
class _Line:
    """The contract's input object."""

    edition: str
    players: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]]
    went_out: str | None = None
    reward: tuple[str, ...] = ()
    wilds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reward_wilds: tuple[str, ...] = ()
    jackpot: UnderTheBank = -1  # not given: what the edition begins with
    stopped_early: bool = False
    amounts: Mapping[str, int] = field(default_factory=dict)
    majority_to: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


def read_line(line: str | bytes) -> tuple[Edition, Deal]:
    """The edition (options applied) and the deal of one line of JSON.

    Raises Refusal with the first rule id that applies, in the order of docs/contract.md.
    """
    try:
        if isinstance(line, bytes):
            line = line.decode("utf-8")
        data = parsed(line, object_pairs_hook=once, parse_constant=_no_constant)
    except GivenTwice as twice:
        raise Refusal(
            "malformed",
            f"“{shortened(twice.args[0])}” is given twice in one object. Give it once.",
        ) from None
    except ValueError:
        raise Refusal("not-json", "This line is not JSON. Write one object on each line.") from None
    return read(data)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def read(data: object) -> tuple[Edition, Deal]:
    """The edition (options applied) and the deal of one contract object.

    Raises Refusal with the first rule id that applies, in the order of docs/contract.md.
    """
    if not isinstance(data, dict):
        raise Refusal("malformed", "A deal is an object with edition, players, hands, went_out.")
    line = _line(data)
    box = load(line.edition)
    deal = Deal(
        hands={player: line.hands.get(player, ()) for player in line.players},
        went_out=line.went_out if box.way.has_goer else None,
        reward=line.reward,
        wilds=line.wilds,
        reward_wilds=line.reward_wilds,
        jackpot=line.jackpot if "jackpot" in data else None,
        stopped_early=line.stopped_early,
        amounts=line.amounts,
        majority_to=line.majority_to,
    )
    check_fields(box, deal)
    if "majority_to" not in data:
        check_majority_said(box, deal)
    edition = with_options(box, line.options)
    _check_players(edition, line.players, (*line.hands, *line.wilds, deal.went_out))
    if deal.jackpot is None or not edition.has_jackpot:
        deal = replace(deal, jackpot=edition.options.get("jackpot_start"))
    check_cards(edition, deal)
    return edition, deal


def check_majority_said(edition: Edition, deal: Deal) -> None:
    """Refuses a deal with amounts that does not say who held the most, though somebody's entered
    cards count for it."""
    for player in holders_of_most(edition, deal) if deal.amounts else ():
        said, card = shortened(next(iter(deal.amounts))), edition.label(edition.roles["most_of"])
        raise Refusal(
            "malformed",
            f"{shortened(player)} has a {card} card, and {said}’s hand is an amount. Say in "
            f"“majority_to” who held the most {card} cards: a player, or null.",
        )


def _line(data: dict[str, Any]) -> _Line:
    """The fields of the object. Refuses everything that can be wrong with the shape alone."""
    try:
        line = read_plain(_Line, data)
    except UnknownField as unknown:
        known = ", ".join(unknown.known)
        text = f"There is no field “{shortened(unknown.name)}”. The fields are {known}."
        raise Refusal("malformed", text) from None
    except MissingField as missing:
        raise Refusal("malformed", f"The field “{missing.name}” is missing.") from None
    except Damaged as damaged:
        raise Refusal("malformed", f"“{damaged.place}” {damaged.what}") from None
    needs_goer = line.edition not in edition_ids() or load(line.edition).way.has_goer
    if "went_out" not in data and needs_goer:
        raise Refusal("malformed", "The field “went_out” is missing. Name a player, or null.")
    if len(set(line.players)) < len(line.players):
        twice = shortened(str(first_twice(line.players)))
        raise Refusal("malformed", f"“{twice}” is at the table twice. Name everyone once.")
    return line


def _check_players(edition: Edition, players: Sequence[str], named: Iterable[str | None]) -> None:
    """As many players as the edition is for, and nobody `named` who is none of them."""
    if len(players) not in edition.seats:
        least, most = min(edition.seats), max(edition.seats)
        remedy = f"Name at most {most}." if len(players) > most else "Name everyone at the table."
        raise Refusal(
            "player-count",
            f"{edition.name} is for {least} to {most} players, not {len(players)}. {remedy}",
        )
    for player in named:
        if player is not None and player not in players:
            raise Refusal(
                "unknown-player",
                f"“{shortened(player)}” is not at the table. "
                f"The players are {', '.join(shortened(name) for name in players)}.",
            )

"""An edition: every fact of one boxed game, read from its TOML, with a table's options applied.

The TOML files under ``editions/`` are the only place that knows an edition by name. A rule applies
because its table or policy stands in the file; the code knows policies, never editions.
"""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal, NamedTuple

from companion.rules.hand import Refusal, parse, slug

IDS = ("classic-us", "classic-uk", "deluxe", "winning-moves-2017", "express")

GROUP_KINDS = ("colour", "run", "whole")
"""colour: complete at full size, may be improved; run: a set from two cards on, worth more with
each; whole: complete at full size, never improved."""


class EditionError(ValueError):
    """An edition file that contradicts itself or says something the program does not know."""


class Group(NamedTuple):
    """The cards that make one monopoly, in deck order."""

    id: str
    name: str
    mark: str
    kind: str
    cards: tuple[str, ...]


class Seat(NamedTuple):
    """Set-up facts for one number of players; `reward` is the limit of reward cards."""

    players: int
    hand: int
    trade: int
    phantoms: tuple[int, ...]
    draw_pile: bool
    reward: int
    target: int | None


class Rule(NamedTuple):
    """What a rule says, in plain words, and where it stands (edition, section)."""

    text: str
    cite: str


class Option(NamedTuple):
    """One option: its default in this edition and what it takes, in words."""

    default: Any
    takes: str


@dataclass(frozen=True, eq=False)
class Edition:
    """One edition with one table's options applied. Compared by identity; never changed.

    `deck` maps card id to copies, in deck order. `values` has the amounts in force (whole money,
    points in Express) under the keys of the option `values`. `memo` is for tables that the
    arrangement derives from these facts; it holds nothing else.
    """

    id: str
    name: str
    box: str
    source: str
    currency: str
    money: Literal["notes", "racks", "points"]
    dealer: Literal["left", "top-scorer"]
    arrangement: Literal["sequence", "total", "piles"]
    deck: Mapping[str, int]
    names: Mapping[str, str]
    aliases: Mapping[str, str]
    groups: tuple[Group, ...]
    values: Mapping[str, Any]
    amounts: Mapping[str, int]
    cards: Mapping[str, Any]
    policies: Mapping[str, Any]
    pairs: tuple[tuple[str, str], ...]
    seats: Mapping[int, Seat]
    rules: Mapping[str, Rule]
    unverified: tuple[str, ...]
    notes: tuple[str, ...]
    decisions: Mapping[str, str]
    option_defaults: Mapping[str, Any]
    options: Mapping[str, Any]
    changed: Mapping[str, Any]
    order: Mapping[str, int]
    labels: Mapping[str, str]
    group_of: Mapping[str, tuple[str, ...]]
    wild: str | None
    memo: dict[str, Any] = field(default_factory=dict)

    def group(self, group_id: str) -> Group:
        """The group with this id; KeyError when the edition has none."""
        for group in self.groups:
            if group.id == group_id:
                return group
        raise KeyError(group_id)

    def label(self, item: str) -> str:
        """How a card or group id is shown to people; an id it does not know is shown as it is."""
        return self.labels.get(item, item)

    def amount(self, amount: int) -> str:
        """An amount as people read it: ``£3,600``, in Express ``7 points``."""
        if self.money == "points":
            return f"{amount} point" if amount == 1 else f"{amount:,} points"
        return f"{self.currency}{amount:,}"

    def ending(self, players: int) -> tuple[int | None, int | None]:
        """Target amount and number of deals that end a game of so many players; None: no such end.

        An option that was set decides; else the edition's default. Where the edition ends after a
        number of deals by default, a target that was set takes its place (2017, Winning).
        """
        target = self.options["target"]
        deals = self.options["deals"]
        if target == "by-players":
            target = self.seats[players].target
        if "target" in self.changed and target is not None and "deals" not in self.changed:
            deals = None
        return target, deals

    def parse(self, text: str) -> list[str]:
        """Card ids for a line of shorthand; see `hand.parse`."""
        printed = {slug(name): card for card, name in self.names.items()}
        groups = {group.id: group.cards for group in self.groups}
        groups |= {slug(group.name): group.cards for group in self.groups}
        return parse(text, self.deck, groups, {**printed, **self.aliases})

    def sort(self, cards: Sequence[str]) -> list[str]:
        """The same cards in deck order."""
        return sorted(cards, key=self.order.__getitem__)


# --- reading the file -------------------------------------------------------------------------


_TOP: dict[str, type] = {
    "id": str,
    "name": str,
    "box": str,
    "source": str,
    "currency": str,
    "money": str,
    "dealer": str,
    "arrangement": str,
    "deck_size": int,
    "unverified": list,
    "notes": list,
    "decisions": dict,
    "deck": dict,
    "names": dict,
    "aliases": dict,
    "groups": list,
    "values": dict,
    "amounts": dict,
    "cards": dict,
    "policies": dict,
    "options": dict,
    "seats": list,
    "rules": dict,
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "money": ("notes", "racks", "points"),
    "dealer": ("left", "top-scorer"),
    "arrangement": ("sequence", "total", "piles"),
}
_GROUP: dict[str, type] = {"id": str, "name": str, "mark": str, "kind": str, "cards": list}
_SEAT: dict[str, type] = {
    "players": int,
    "hand": int,
    "trade": int,
    "phantoms": list,
    "draw_pile": bool,
    "reward": int,
}
_RULE: dict[str, type] = {"text": str, "cite": str}
_CARD_ROLES: dict[str, type] = {
    "houses": dict,
    "hotel": str,
    "token": str,
    "wild": str,
    "go": str,
    "most_of": str,
    "jail": str,
    "out_of_jail": str,
    "never_scores": str,
}
_POLICIES: dict[str, tuple[str, ...] | type] = {
    "wild_may_be": list,
    "wild_caught": ("wiped-out", "stands-in"),
    "improvements": ("everybody", "goer"),
    "going_out_needs": ("set", "colour-set"),
    "reward_source": str,
    "house_limit": int,
}
_WILD_MAY_BE = ("property", "house", "hotel", "token", "go", "most_of", "out_of_jail")


def _shape(
    table: object, where: str, required: Mapping[str, type], optional: Mapping[str, type] = {}
) -> dict[str, Any]:
    """The table itself when it has every required key, no unknown one, each of its type."""
    if not isinstance(table, dict):
        raise EditionError(f"{where}: this must be a table")
    known = {**required, **optional}
    for key in table:
        if key not in known:
            raise EditionError(f"{where}: unknown key “{key}”; known are {', '.join(known)}")
        if type(table[key]) is not known[key]:
            raise EditionError(f"{where}.{key}: must be of type {known[key].__name__}")
    for key in required:
        if key not in table:
            raise EditionError(f"{where}: “{key}” is missing")
    return table


def read_edition(text: str) -> Edition:
    """The edition that a TOML text describes, with its own defaults as options.

    Raises EditionError, naming the place, for text that is no TOML, an unknown or missing key, a
    deck that does not add up to `deck_size`, a group naming a card that is not in the deck, a card
    without a name, a policy or option that does not exist, or cards to deal that the deck lacks.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(f"this is not TOML: {error}") from error
    top = _shape(data, "edition", _TOP, {"pairs": list})
    where = top["id"]
    for key, choices in _CHOICES.items():
        if top[key] not in choices:
            raise EditionError(f"{where}.{key}: must be one of {', '.join(choices)}")
    deck = _deck(top, where)
    groups = _groups(top, where, deck)
    group_of = {
        card: tuple(group.id for group in groups if card in group.cards)
        for card in deck
        if any(card in group.cards for group in groups)
    }
    _check_roles(top, where, deck)
    _check_values(top, where, groups)
    for alias, card in top["aliases"].items():
        if card not in deck:
            raise EditionError(f"{where}.aliases.{alias}: no card “{card}” in the deck")
    pairs = tuple(tuple(pair) for pair in top.get("pairs", []))
    for pair in pairs:
        if len(pair) != 2 or not {*pair} <= {group.id for group in groups}:
            raise EditionError(f"{where}.pairs: {pair} are not two groups")
    return Edition(
        id=top["id"],
        name=top["name"],
        box=top["box"],
        source=top["source"],
        currency=top["currency"],
        money=top["money"],
        dealer=top["dealer"],
        arrangement=top["arrangement"],
        deck=deck,
        names=top["names"],
        aliases=top["aliases"],
        groups=groups,
        values=top["values"],
        amounts=_shape(
            top["amounts"], f"{where}.amounts", {"step": int, "least": int, "most": int}
        ),
        cards=top["cards"],
        policies=top["policies"],
        pairs=pairs,
        seats=_seats(top, where),
        rules=_rules(top, where),
        unverified=tuple(top["unverified"]),
        notes=tuple(top["notes"]),
        decisions=top["decisions"],
        option_defaults=_defaults(top, where),
        options=_defaults(top, where),
        changed={},
        order={card: place for place, card in enumerate(deck)},
        labels={**{group.id: group.name for group in groups}, **top["names"]},
        group_of=group_of,
        wild=top["cards"].get("wild"),
    )


def _deck(top: dict[str, Any], where: str) -> dict[str, int]:
    deck: dict[str, int] = top["deck"]
    for card, copies in deck.items():
        if type(copies) is not int or copies < 1:
            raise EditionError(f"{where}.deck.{card}: must be a number of copies")
        if card not in top["names"]:
            raise EditionError(f"{where}.names: “{card}” has no name")
    if sum(deck.values()) != top["deck_size"]:
        raise EditionError(
            f"{where}.deck: {sum(deck.values())} cards, but deck_size is {top['deck_size']}"
        )
    for card in top["names"]:
        if card not in deck:
            raise EditionError(f"{where}.names: no card “{card}” in the deck")
    return deck


def _groups(top: dict[str, Any], where: str, deck: Mapping[str, int]) -> tuple[Group, ...]:
    groups = []
    for row in top["groups"]:
        place = f"{where}.groups.{row.get('id', '?') if isinstance(row, dict) else '?'}"
        _shape(row, place, _GROUP)
        if row["kind"] not in GROUP_KINDS:
            raise EditionError(f"{place}.kind: must be one of {', '.join(GROUP_KINDS)}")
        for card in row["cards"]:
            if card not in deck:
                raise EditionError(f"{place}: no card “{card}” in the deck")
        if len(set(row["cards"])) != len(row["cards"]) or len(row["cards"]) < 2:
            raise EditionError(f"{place}: a group is two or more different cards")
        groups.append(Group(**{**row, "cards": tuple(row["cards"])}))
    if len({group.id for group in groups}) != len(groups):
        raise EditionError(f"{where}.groups: two groups of one id")
    if top["arrangement"] != "piles":
        members = [card for group in groups for card in group.cards]
        for card in members:
            if deck[card] != 1 or members.count(card) != 1:
                raise EditionError(f"{where}.groups: “{card}” must be one card of one group")
    return tuple(groups)


def _check_roles(top: dict[str, Any], where: str, deck: Mapping[str, int]) -> None:
    cards = _shape(top["cards"], f"{where}.cards", {}, _CARD_ROLES)
    for role, card in cards.items():
        for one in card if isinstance(card, dict) else [card]:
            if one not in deck:
                raise EditionError(f"{where}.cards.{role}: no card “{one}” in the deck")
    needed = {
        "sequence": {"houses", "hotel", "token", "wild", "go", "most_of"},
        "total": {"houses", "hotel", "token", "wild", "go", "most_of", "jail", "out_of_jail"},
        "piles": {"never_scores"},
    }[top["arrangement"]]
    if set(cards) != needed:
        raise EditionError(f"{where}.cards: must name exactly {', '.join(sorted(needed))}")
    if top["arrangement"] == "sequence" and list(cards["houses"].values()) != [1, 2, 3, 4]:
        raise EditionError(f"{where}.cards.houses: must be the houses 1 to 4 in order")
    for policy, choice in top["policies"].items():
        known = _POLICIES.get(policy)
        if known is None:
            raise EditionError(f"{where}.policies: unknown key “{policy}”")
        if choice not in known if isinstance(known, tuple) else type(choice) is not known:
            raise EditionError(f"{where}.policies.{policy}: {choice!r} is not known")
    for role in top["policies"].get("wild_may_be", []):
        if role not in _WILD_MAY_BE:
            raise EditionError(f"{where}.policies.wild_may_be: {role!r} is not known")


def _check_values(top: dict[str, Any], where: str, groups: Sequence[Group]) -> None:
    """Every group has a value, a run one for each number of cards from two on."""
    if top["arrangement"] == "piles":
        expected = {group.id for group in groups} | {"bonus"}
    else:
        expected = {group.id for group in groups} | {"hotel", "go"}
        expected |= {"mr-monopoly"} & set(top["deck"])
        if top["arrangement"] == "total":
            expected |= {"token", "go-four", "get-out-of-jail-free", "house"}
    if set(top["values"]) != expected:
        raise EditionError(f"{where}.values: must be exactly {', '.join(sorted(expected))}")
    tables = {group.id for group in groups if group.kind == "run"} | {"house"}
    for key, value in top["values"].items():
        if type(value) is not (dict if key in tables else int):
            raise EditionError(f"{where}.values.{key}: must be an amount or a table of amounts")
    for group in groups:
        if group.kind == "run":
            counts = {str(held) for held in range(2, len(group.cards) + 1)}
            if set(top["values"][group.id]) != counts:
                raise EditionError(f"{where}.values.{group.id}: must be for {sorted(counts)}")


def _seats(top: dict[str, Any], where: str) -> dict[int, Seat]:
    seats: dict[int, Seat] = {}
    for row in top["seats"]:
        _shape(row, f"{where}.seats", _SEAT, {"target": int})
        seat = Seat(**{"target": None, **row, "phantoms": tuple(row["phantoms"])})
        piles = seat.players + len(seat.phantoms)
        if seat.players * seat.hand + seat.trade * piles > top["deck_size"]:
            raise EditionError(f"{where}.seats: the deck is too small for {seat.players} players")
        seats[seat.players] = seat
    if not seats or sorted(seats) != list(range(min(seats), max(seats) + 1)):
        raise EditionError(f"{where}.seats: must be one row for each number of players")
    return seats


def _rules(top: dict[str, Any], where: str) -> dict[str, Rule]:
    for rule, row in top["rules"].items():
        _shape(row, f"{where}.rules.{rule}", _RULE)
    return {rule: Rule(**row) for rule, row in top["rules"].items()}


def _defaults(top: dict[str, Any], where: str) -> dict[str, Any]:
    options: dict[str, Any] = dict(top["options"])
    for name in options:
        if name not in _TAKES:
            raise EditionError(f"{where}.options: unknown key “{name}”")
        if options[name] == "none":
            options[name] = None
    for name in ("target", "deals", "tie"):
        if name not in options:
            raise EditionError(f"{where}.options: “{name}” is missing")
    return options


@cache
def load(edition_id: str) -> Edition:
    """The edition of this id with its own defaults; Refusal (``unknown-edition``) for another id.

    The same id always gives the same object.
    """
    if edition_id not in IDS:
        raise Refusal(
            "unknown-edition",
            f"There is no edition “{edition_id[:60]}”: use one of {', '.join(IDS)}.",
        )
    file = resources.files("companion.rules") / "editions" / f"{edition_id}.toml"
    return read_edition(file.read_text(encoding="utf-8"))


# --- options ----------------------------------------------------------------------------------


def _truth(value: object) -> bool:
    """Yes and no as JSON or as people write them."""
    if isinstance(value, bool):
        return value
    if value in ("yes", "no"):
        return value == "yes"
    raise ValueError


def _one_of(*choices: str) -> Callable[[object], str]:
    def check(value: object) -> str:
        if isinstance(value, str) and value in choices:
            return value
        raise ValueError

    return check


def _multiple(value: object, step: int, least: int, most: int) -> int:
    if type(value) is int and least <= value <= most and value % step == 0:
        return value
    raise ValueError


def _target(edition: Edition, value: object) -> int | None:
    if value is None:
        return None
    step = edition.amounts["step"]
    return _multiple(value, step, step, MOST_MONEY)


def _deals(value: object) -> int | None:
    return None if value is None else _multiple(value, 1, 1, MOST_DEALS)


MOST_MONEY = 1_000_000
MOST_DEALS = 1_000
DEEPEST_OPTION = 3  # values, house, an amount

_TAKES: dict[str, str] = {
    "target": "an amount that can be paid, up to 1,000,000, or null for no target",
    "deals": "a whole number of deals from 1 to 1,000, or null for no limit",
    "nobody_out": "“void” or “score”",
    "wild_only_sets": "true or false",
    "wiped_out_count": "true or false",
    "jackpot_start": "0 or a multiple of 500 up to 1,000,000",
    "jackpot_step": "0 or a multiple of 500 up to 1,000,000",
    "jackpot_grows_when_none_held": "true or false",
    "tie": "“shared” or “play-on”",
    "values": "an object of amounts as printed on the cards",
}


def option_takes(edition: Edition) -> dict[str, Option]:
    """The options this edition has: default and what each takes, in words."""
    return {
        name: Option(edition.option_defaults.get(name, {}), _TAKES[name])
        for name in (*edition.option_defaults, "values")
    }


def with_options(edition: Edition, options: Mapping[str, Any]) -> Edition:
    """The edition as a table plays it (RULES section 7).

    The same edition and options give the same object as long as it is remembered. Raises Refusal
    (``unknown-option``) naming the option and what it takes, for an option the edition does not
    have or a value it does not take.
    """
    if not options:
        return edition
    for name, value in options.items():
        if _depth(value) > DEEPEST_OPTION:
            raise Refusal(
                "unknown-option",
                f"The option “{str(name)[:60]}” does not take lists in lists: "
                f"it takes {_TAKES.get(name, 'nothing in this edition')}.",
            )
    try:
        key = json.dumps(options, sort_keys=True, allow_nan=False)
    except (ValueError, TypeError):
        raise Refusal("unknown-option", "The options must be plain JSON values.") from None
    return _with_options(edition, key)


def _depth(value: object) -> int:
    """How deep lists and objects are nested, counted only as far as it matters."""
    depth, level = 0, [value]
    while level and depth <= DEEPEST_OPTION:
        level = [
            inner
            for outer in level
            if isinstance(outer, (list, dict))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        depth += 1
    return depth


@lru_cache(maxsize=64)
def _with_options(edition: Edition, key: str) -> Edition:
    changed: dict[str, Any] = json.loads(key)
    options = dict(edition.options)
    values = edition.values
    for name, value in changed.items():
        if name not in options and name != "values":
            raise Refusal(
                "unknown-option",
                f"{edition.name} has no option “{name[:60]}”: "
                f"it has {', '.join(option_takes(edition))}.",
            )
        try:
            if name == "target":
                options[name] = _target(edition, value)
            elif name == "deals":
                options[name] = _deals(value)
            elif name == "nobody_out":
                options[name] = _one_of("void", "score")(value)
            elif name == "tie":
                options[name] = _one_of("shared", "play-on")(value)
            elif name in ("jackpot_start", "jackpot_step"):
                options[name] = _multiple(value, 500, 0, MOST_MONEY)
            elif name == "values":
                values = _edited_values(edition, value)
            else:
                options[name] = _truth(value)
        except ValueError as error:
            if isinstance(error, Refusal):
                raise
            raise Refusal(
                "unknown-option",
                f"The option “{name}” does not take {_short(value)}: it takes {_TAKES[name]}.",
            ) from None
    return replace(edition, options=options, values=values, changed=changed, memo={})


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"


def _edited_values(edition: Edition, edited: object) -> dict[str, Any]:
    """The values in force when a table's cards are printed otherwise; keys of RULES section 7."""
    if not isinstance(edited, dict):
        raise ValueError
    values = dict(edition.values)
    for key, value in edited.items():
        if key not in values:
            raise Refusal(
                "unknown-option",
                f"The option “values” has no “{key[:60]}” in {edition.name}: "
                f"it takes {', '.join(values)}.",
            )
        if not isinstance(values[key], dict):
            values[key] = _edited_amount(edition, key, value)
            continue
        inner = (
            [group.id for group in edition.groups if group.kind == "colour"]
            if key == "house"
            else list(values[key])
        )
        if not isinstance(value, dict) or not set(value) <= set(inner):
            raise Refusal(
                "unknown-option",
                f"The option “values” takes for “{key}” an object with {', '.join(inner)}, "
                f"not {_short(value)}.",
            )
        values[key] = values[key] | {
            name: _edited_amount(edition, f"{key}.{name}", amount) for name, amount in value.items()
        }
    return values


def _edited_amount(edition: Edition, key: str, value: object) -> int:
    step, least, most = (edition.amounts[name] for name in ("step", "least", "most"))
    try:
        return _multiple(value, step, least, most)
    except ValueError:
        kind = "points" if step == 1 else f"a multiple of {step}"
        raise Refusal(
            "unknown-option",
            f"The option “values” takes for “{key}” {kind} from {least:,} to {most:,}, "
            f"not {_short(value)}.",
        ) from None

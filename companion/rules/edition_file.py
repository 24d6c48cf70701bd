"""Finds the edition files of the folder, and reads one: every key, card and amount is checked.

A new box is a new file here. One that contradicts itself, or says what the program does not know,
is refused with the place named.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.edition import (
    GROUP_KINDS,
    DecisionLines,
    Edition,
    EditionError,
    Group,
    RuleLines,
    Seat,
    Sentence,
)
from companion.rules.hand import Refusal, shortened
from companion.rules.options import TAKES, with_options
from companion.rules.plain import Damaged, UnknownField
from companion.rules.shape import (
    Check,
    Way,
    anything,
    fields,
    of_type,
    one_of,
    several,
    truth,
)
from companion.rules.texts import check_texts
from companion.rules.ways.every import WAYS

FOLDERS = [Path(__file__).parent / "editions"]
"""Where edition files are looked for: every ``<id>.toml`` in these folders is an edition."""


_TEXT, _NUMBER = of_type(str, "a text"), of_type(int, "a whole number")
_LIST, _TABLE = of_type(list, "a list"), of_type(dict, "a table")
_MANY = 1000
"""No list of a file is longer."""


def _choice(*texts: str) -> Check:
    return one_of(texts, f"one of {', '.join(texts)}")


def _colour(value: Any, way: Way) -> None:
    if not (isinstance(value, str) and re.fullmatch("#[0-9a-f]{6}", value)):
        raise Damaged("must be a colour such as #6f4227.", *way)


_GROUP: dict[str, Check] = {
    "id": _TEXT,
    "name": _TEXT,
    "mark": _TEXT,
    "colour": _colour,
    "kind": _choice(*GROUP_KINDS),
    "cards": _LIST,
}
_GROUP_OPTIONAL: dict[str, Check] = {"ending": _TEXT}
_SEAT: dict[str, Check] = {
    "players": _NUMBER,
    "hand": _NUMBER,
    "trade": _NUMBER,
    "phantoms": _LIST,
    "draw_pile": truth,
    "reward": _NUMBER,
}
_CARD_ROLES: dict[str, Check] = {
    "houses": _TABLE,
    **dict.fromkeys(("hotel", "token", "wild", "go", "most_of"), _TEXT),
    **dict.fromkeys(("jail", "out_of_jail", "never_scores"), _TEXT),
}
_POLICIES: dict[str, Check] = {
    "going_out_needs": _choice("set", "colour-set"),
    "house_limit": _NUMBER,
}
_TOP: dict[str, Check] = {
    **dict.fromkeys(("id", "name", "box", "source", "currency"), _TEXT),
    **dict.fromkeys(("deck", "names", "aliases", "values", "options"), _TABLE),
    **dict.fromkeys(("rules", "decisions"), _TABLE),
    **dict.fromkeys(("notes", "unverified"), _LIST),
    "money": _choice("notes", "racks", "points"),
    "dealer": _choice("left", "top-scorer"),
    "arrangement": _choice(*WAYS),
    "deck_size": _NUMBER,
    "groups": several(fields(_GROUP, _GROUP_OPTIONAL), _MANY),
    "amounts": fields(dict.fromkeys(("step", "least", "most"), _NUMBER)),
    "cards": fields({}, _CARD_ROLES),
    "policies": fields({}, _POLICIES),
    "seats": several(fields(_SEAT, {"target": _NUMBER}), _MANY),
}
_OPTIONAL: dict[str, Check] = {
    "pairs": _LIST,
    "parted_words": several(_TEXT, _MANY),
    "said": _TABLE,
    "plurals": _TABLE,
    "values_on_cards": truth,
    "position": _NUMBER,
    "deal_word": _TEXT,
    "boardgamegeek": fields({}, {"name": _TEXT, "id": _NUMBER}),
}
MOST_CARDS = 8
"""No group has more: a hand is counted with a byte for each (`arrange.sets.tally`)."""
MOST_COPIES = 31
"""No card has more; a hand could be counted with up to 255 of each (`arrange.sets.tally`)."""
RULED = {"wild", "token", "go", "most_of", "jail", "out_of_jail"}
"""Cards that have a rule of their own, with the card's id."""


def _checked(
    table: Any, where: str, required: Mapping[str, Check], optional: Mapping[str, Check] = {}
) -> dict[str, Any]:
    """The table itself when it has every required key and no unknown one, and each is right."""
    try:
        fields(required, optional)(table, (where,))
    except UnknownField as unknown:
        place, known = ".".join(map(str, unknown.way)), ", ".join(unknown.known)
        raise EditionError(f"{place}: unknown key “{unknown.name}”; known are {known}") from None
    except Damaged as damaged:
        raise EditionError(f"{'.'.join(map(str, damaged.way))}: {damaged.what}") from None
    checked: dict[str, Any] = table
    return checked


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
    edition = _edition(_checked(data, "edition", _TOP, _OPTIONAL))
    if problem := edition.way.problem(edition):
        raise EditionError(f"{edition.id}.{problem}")
    check_texts(edition)
    return edition


def _edition(top: dict[str, Any]) -> Edition:
    """The edition of a file whose keys are known and of the right types."""
    where = top["id"]
    deck = _deck(top, where)
    groups = _groups(top, where, deck)
    options = _defaults(top, where)
    _check_roles(top, where, deck)
    _check_values(top, where, groups)
    return Edition(
        id=top["id"],
        position=top.get("position"),
        name=top["name"],
        box=top["box"],
        source=top["source"],
        currency=top["currency"],
        money=top["money"],
        dealer=top["dealer"],
        arrangement=top["arrangement"],
        way=WAYS[top["arrangement"]],
        values_on_cards=top.get("values_on_cards", False),
        deck=deck,
        names=top["names"],
        said=_said(top, where),
        parted_words=_parted_words(top, where),
        aliases=top["aliases"],
        plurals=_plurals(top, where),
        groups=groups,
        values=top["values"],
        amounts=top["amounts"],
        cards=top["cards"],
        policies=top["policies"],
        pairs=_pairs(top, where, groups),
        seats=_seats(top, where),
        deal_word=top.get("deal_word", "deal"),
        boardgamegeek=top.get("boardgamegeek", {}),
        rules=_rules(top, where),
        unverified=_lines(top["unverified"], top, f"{where}.unverified"),
        notes=_lines(top["notes"], top, f"{where}.notes"),
        decisions=_decisions(top, where),
        option_defaults=options,
        options=options,
        changed={},
        order={card: place for place, card in enumerate(deck)},
        labels={**{group.id: group.name for group in groups}, **top["names"]},
        group_of=_group_of(deck, groups),
        wild=top["cards"].get("wild", ""),
    )


def _group_of(deck: Mapping[str, int], groups: Sequence[Group]) -> dict[str, tuple[str, ...]]:
    """The groups that each card is in, for the cards that are in any."""
    found = {card: tuple(group.id for group in groups if card in group.cards) for card in deck}
    return {card: ids for card, ids in found.items() if ids}


def _deck(top: dict[str, Any], where: str) -> dict[str, int]:
    deck: dict[str, int] = top["deck"]
    for card, copies in deck.items():
        if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
            place = f"{where}.deck.{card}"
            raise EditionError(f"{place}: must be a number of copies up to {MOST_COPIES}")
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


def _parted_words(top: dict[str, Any], where: str) -> dict[str, str]:
    """The long words of names, each with a soft hyphen where the file has a hyphen."""
    names = (*top["names"].values(), *(group["name"] for group in top["groups"]))
    known = {word for name in names for word in name.split()}
    parts = {}
    for word in top.get("parted_words", []):
        whole = word.replace("-", "")
        if whole not in known:
            raise EditionError(f"{where}.parted_words: no name has the word “{whole}”")
        parts[whole] = word.replace("-", "\u00ad")
    return parts


def _said(top: dict[str, Any], where: str) -> dict[str, tuple[str, str]]:
    """What sentences call a card, one and several of it."""
    said = {}
    for card, names in top.get("said", {}).items():
        if card not in top["deck"]:
            raise EditionError(f"{where}.said: no card “{card}” in the deck")
        if not isinstance(names, list) or [*map(type, names)] != [str, str]:
            raise EditionError(f"{where}.said.{card}: must be two texts, for one and for several")
        said[card] = (names[0], names[1])
    return said


def _plurals(top: dict[str, Any], where: str) -> dict[str, str]:
    """What several are called, by alias or id."""
    known = {*top["aliases"], *top["deck"], *(group["id"] for group in top["groups"])}
    for name, several_of_it in top.get("plurals", {}).items():
        if name not in known:
            raise EditionError(f"{where}.plurals: no alias, card or group “{name}”")
        if not isinstance(several_of_it, str):
            raise EditionError(f"{where}.plurals.{name}: must be a text")
    plurals: dict[str, str] = top.get("plurals", {})
    return plurals


def _groups(top: dict[str, Any], where: str, deck: Mapping[str, int]) -> tuple[Group, ...]:
    groups = []
    for row in top["groups"]:
        place = f"{where}.groups.{row['id']}"
        for card in row["cards"]:
            if card not in deck:
                raise EditionError(f"{place}: no card “{card}” in the deck")
        if len(set(row["cards"])) != len(row["cards"]) or not 2 <= len(row["cards"]) <= MOST_CARDS:
            raise EditionError(f"{place}: a group is two to {MOST_CARDS} different cards")
        groups.append(Group(**{**row, "cards": tuple(row["cards"])}))
    if len({group.id for group in groups}) != len(groups):
        raise EditionError(f"{where}.groups: two groups of one id")
    if WAYS[top["arrangement"]].has_goer:
        members = [card for group in groups for card in group.cards]
        for card in members:
            if deck[card] != 1 or members.count(card) != 1:
                raise EditionError(f"{where}.groups: “{card}” must be one card of one group")
    return tuple(groups)


def _pairs(top: dict[str, Any], where: str, groups: Sequence[Group]) -> tuple[tuple[str, str], ...]:
    pairs = tuple(tuple(pair) for pair in top.get("pairs", []))
    for pair in pairs:
        if len(pair) != 2 or not {*pair} <= {group.id for group in groups}:
            raise EditionError(f"{where}.pairs: {pair} are not two groups")
    return pairs


def _check_roles(top: dict[str, Any], where: str, deck: Mapping[str, int]) -> None:
    groups = {group["id"] for group in top["groups"]}
    for alias, named in top["aliases"].items():
        if named not in deck and named not in groups:
            raise EditionError(f"{where}.aliases.{alias}: no card “{named}” in the deck, no group")
    cards = top["cards"]
    for role, card in cards.items():
        for one in card if isinstance(card, dict) else [card]:
            if one not in deck:
                raise EditionError(f"{where}.cards.{role}: no card “{one}” in the deck")
    needed = WAYS[top["arrangement"]].roles
    if set(cards) != needed:
        raise EditionError(f"{where}.cards: must name exactly {', '.join(sorted(needed))}")


def _check_values(top: dict[str, Any], where: str, groups: Sequence[Group]) -> None:
    """Every group has a value, a run one for each number of cards from two on."""
    ids = {group.id for group in groups}
    expected = WAYS[top["arrangement"]].amounts(ids, top["cards"])
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
        seat = Seat(**{"target": None, **row, "phantoms": tuple(row["phantoms"])})
        if seat.dealt > top["deck_size"]:
            raise EditionError(f"{where}.seats: the deck is too small for {seat.players} players")
        seats[seat.players] = seat
    if not seats or sorted(seats) != list(range(min(seats), max(seats) + 1)):
        raise EditionError(f"{where}.seats: must be one row for each number of players")
    return seats


def _rules(top: dict[str, Any], where: str) -> dict[str, RuleLines]:
    for rule, row in top["rules"].items():
        _checked(row, f"{where}.rules.{rule}", {"text": anything, "cite": anything})
    needed = set(WAYS[top["arrangement"]].rules)
    if top["policies"].get("going_out_needs") == "colour-set":
        needed.add("needs-colour-group")
    # The rule about a card has the card's id.
    needed |= {top["cards"][role] for role in top["cards"].keys() & RULED}
    for rule in sorted(needed - top["rules"].keys()):
        raise EditionError(f"{where}.rules: “{rule}” is missing")
    return {
        rule: RuleLines(
            _lines(row["text"], top, f"{where}.rules.{rule}.text"),
            _lines(row["cite"], top, f"{where}.rules.{rule}.cite"),
        )
        for rule, row in top["rules"].items()
    }


def _decisions(top: dict[str, Any], where: str) -> dict[str, DecisionLines]:
    """The decisions by name; a text alone is what holds here."""
    found = {}
    for name, row in top["decisions"].items():
        place = f"{where}.decisions.{name}"
        if isinstance(row, str):
            row = {"says": "", "here": row}
        _checked(row, place, {"says": _TEXT, "here": anything}, {"players": _LIST})
        says = (row["says"],) if row["says"] else ()
        here = _lines(row["here"], top, f"{place}.here")
        found[name] = DecisionLines(says, here, _numbers(row, top, place))
    return found


def _lines(given: object, top: dict[str, Any], where: str) -> tuple[Sentence, ...]:
    """The sentences of a text: one alone, or a list of texts and tables."""
    lines = []
    for one in given if isinstance(given, list) else [given]:
        text = {"text": one} if isinstance(one, str) else one
        more = {"players": _LIST, "when": _TABLE, "unless": _TABLE}
        row = _checked(text, where, {"text": _TEXT}, more)
        when, unless = (_condition(row, key, top, where) for key in ("when", "unless"))
        lines.append(Sentence(row["text"], _numbers(row, top, where), when, unless))
    return tuple(lines)


def _condition(
    row: Mapping[str, Any], key: str, top: dict[str, Any], where: str
) -> Mapping[str, Any]:
    """The options and amounts, with their values, that a text is for (or is not for)."""
    condition: Mapping[str, Any] = row.get(key, {})
    for name in condition.keys() - top["options"].keys() - top["values"].keys():
        raise EditionError(f"{where}.{key}: there is no option “{name}”")
    return condition


def _numbers(row: Mapping[str, Any], top: dict[str, Any], where: str) -> tuple[int, ...]:
    """The numbers of players that a text is for; none where it is for all."""
    numbers = tuple(row.get("players", ()))
    known = {seat["players"] for seat in top["seats"]}
    if any(number not in known for number in numbers):
        raise EditionError(f"{where}.players: {list(numbers)} are not numbers of players here")
    return numbers


def _defaults(top: dict[str, Any], where: str) -> dict[str, Any]:
    options: dict[str, Any] = dict(top["options"])
    for name in options:
        if name not in TAKES:
            raise EditionError(f"{where}.options: unknown key “{name}”")
        if options[name] == "none":
            options[name] = None
    for name in ("target", "deals", "tie"):
        if name not in options:
            raise EditionError(f"{where}.options: “{name}” is missing")
    return options


def _files() -> dict[str, Path]:
    return {file.stem: file for folder in FOLDERS for file in folder.glob("*.toml")}


@cache
def edition_ids() -> tuple[str, ...]:
    """The ids of all editions, in the order in which they are listed."""
    return tuple(sorted(_files(), key=lambda one: (load(one).position or len(_files()), one)))


def all_editions() -> tuple[Edition, ...]:
    """All editions with their own defaults, in the order in which they are listed."""
    return tuple(map(load, edition_ids()))


def load(edition_id: str, options: Mapping[str, Any] = {}) -> Edition:
    """The edition of this id with these options, and its own defaults for the others.

    The same id without options always gives the same object. Refusal (``unknown-edition``) for
    another id, and for options as `with_options` says.
    """
    return with_options(_from_file(edition_id), options)


@cache
def _from_file(edition_id: str) -> Edition:
    file = _files().get(edition_id)
    if file is None:
        raise Refusal(
            "unknown-edition",
            f"There is no edition “{shortened(edition_id)}”. "
            f"Use one of {', '.join(edition_ids())}.",
        )
    return read_edition(file.read_text(encoding="utf-8"))

"""Finds the edition files of the folder, and reads one: every key, card and amount is checked.

A new box is a new file here (docs/new-box.md). One that contradicts itself, or says what the
program does not know, is refused with the place named.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.edition import Box, Edition, EditionError
from companion.rules.options import OBJECTS, TAKES, answer, with_options
from companion.rules.plain import Damaged, Names, UnknownField, one_of, read
from companion.rules.refusal import Refusal, shortened
from companion.rules.texts import check_texts
from companion.rules.ways.every import WAYS

FOLDERS = [Path(__file__).parent / "editions"]
"""Where edition files are looked for: every ``<id>.toml`` in these folders is an edition."""
RULED = {"wild", "token", "go", "most_of", "jail", "out_of_jail"}
"""Cards that have a rule of their own, with the card's id."""


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
    where = data.get("id", "edition")
    try:
        data = _normal(data)
        box = read(Box, data, _names(data))
        edition = Edition(**vars(box), way=WAYS[box.arrangement], option_defaults=box.options)
        _check(edition)
    except UnknownField as unknown:
        known = f"; known are {', '.join(unknown.known)}" if unknown.known else ""
        place = ", ".join((str(where), *filter(None, [unknown.place])))
        raise EditionError(f"{place}: unknown key “{unknown.name}”{known}") from None
    except Damaged as damaged:
        raise EditionError(f"{where}: {damaged}") from None
    check_texts(edition)
    return edition


# --- as the dataclasses have it ------------------------------------------------------------------


def _normal(data: Mapping[str, Any]) -> dict[str, Any]:
    """The file with what may be written more briefly written in full: seats by their number, a text
    alone as the only one of a list. What is wrong is left as it is."""
    normal = dict(data)
    seats = normal.get("seats")
    if isinstance(seats, list) and all(isinstance(row, dict) for row in seats):
        normal["seats"] = {row.get("players"): row for row in seats}
    if isinstance(options := normal.get("options"), dict):
        normal["options"] = {n: None if value == "none" else value for n, value in options.items()}
    words = normal.get("parted_words", [])
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        whole = {word.replace("-", ""): word.replace("-", "\u00ad") for word in words}
        normal["parted_words"] = whole
    for name in ("notes", "unverified"):
        normal[name] = _lines(normal.get(name, []))
    if isinstance(rules := normal.get("rules"), dict):
        normal["rules"] = {rule: _with_lines(row, "text", "cite") for rule, row in rules.items()}
    if isinstance(decisions := normal.get("decisions"), dict):
        normal["decisions"] = {
            name: _with_lines(
                {"says": "", "here": row} if isinstance(row, str) else row, "here", "otherwise"
            )
            for name, row in decisions.items()
        }
    return normal


def _with_lines(row: object, *names: str) -> object:
    if not isinstance(row, dict):
        return row
    return {name: _lines(value) if name in names else value for name, value in row.items()}


def _lines(given: object) -> list[object]:
    """The sentences of a text: one alone, or a list of texts and tables."""
    rows = given if isinstance(given, list) else [given]
    return [{"text": row} if isinstance(row, str) else row for row in rows]


def _names(data: Mapping[str, Any]) -> Names:
    """What checks the names in a file by its own deck, groups, options and seats."""

    def table(name: str) -> Mapping[Any, Any]:
        found = data.get(name)
        return found if isinstance(found, dict) else {}

    rows = data.get("groups")
    groups = [row.get("id") for row in rows if isinstance(row, dict)] if rows else []
    deck, seats = table("deck"), table("seats")

    def is_seats(number: int) -> int:
        if number not in seats:
            raise Damaged("must be a number of players here.")
        return number

    return {
        "card": one_of({*deck}, "a card in the deck"),
        "group": one_of(groups, "the id of a group"),
        "item": one_of({*deck, *groups}, "a card in the deck, or a group"),
        "option": one_of({*table("options"), *table("values")}, "an option or amount"),
        "seats": is_seats,
    }


# --- what takes more than one key ----------------------------------------------------------------


def _check(edition: Edition) -> None:
    """Damaged, with the place, where keys contradict each other."""
    for problem, *way in _problems(edition):
        raise Damaged(problem, *way)


def _problems(edition: Edition) -> Iterator[tuple[str, ...]]:
    """What is wrong, and where."""
    deck, groups = edition.deck, edition.groups
    for card in deck:
        if card not in edition.names:
            yield f"“{card}” has no name", "names"
    if (cards := sum(deck.values())) != edition.deck_size:
        yield f"{cards} cards, but deck_size is {edition.deck_size}", "deck"
    if len({group.id for group in groups}) != len(groups):
        yield "two groups of one id", "groups"
    for group in groups:
        if len(set(group.cards)) != len(group.cards):
            yield "a card stands there twice", "groups", group.id
    yield from _of_words(edition)
    yield from _of_roles(edition)
    yield from _of_values(edition)
    yield from _of_options(edition)
    numbers = sorted(edition.seats)
    if not numbers or numbers != list(range(numbers[0], numbers[-1] + 1)):
        yield "must be one row for each number of players", "seats"
    for seat in edition.seats.values():
        if seat.dealt > edition.deck_size:
            yield f"the deck is too small for {seat.players} players", "seats"
    yield from edition.way.problems(edition)


def _of_words(edition: Edition) -> Iterator[tuple[str, ...]]:
    words = {word for name in edition.labels.values() for word in name.split()}
    for word in edition.parted_words.keys() - words:
        yield f"no name has the word “{word}”", "parted_words"
    for name in edition.plurals.keys() - edition.aliases.keys() - edition.labels.keys():
        yield f"no alias, card or group “{name}”", "plurals"


def _of_roles(edition: Edition) -> Iterator[tuple[str, ...]]:
    roles = edition.way.roles
    if set(edition.roles) != roles:
        yield f"must name exactly {', '.join(sorted(roles))}", "roles"
    counted = [edition.roles[role] for role in ("hotel", "token") if role in edition.roles]
    for card in (*counted, *edition.roles.get("houses", ())):
        if card not in edition.said:
            yield f"“{card}” is missing", "said"
    for role, named in edition.roles.items():
        for card in named if isinstance(named, dict) else [named]:
            if card not in edition.deck:
                yield f"no card “{card}” in the deck", "roles", role
    needed = {*edition.way.rules, *(edition.roles[role] for role in edition.roles.keys() & RULED)}
    if edition.policies.get("going_out_needs") == "colour-set":
        needed.add("needs-colour-group")
    for rule in sorted(needed - edition.rules.keys()):
        yield f"“{rule}” is missing", "rules"


def _of_values(edition: Edition) -> Iterator[tuple[str, ...]]:
    """Every group has a value, a run one for each number of cards from two on."""
    runs = {group.id: group for group in edition.groups if group.kind == "run"}
    expected = edition.way.amounts({group.id for group in edition.groups}, edition.roles)
    if set(edition.values) != expected:
        yield f"must be exactly {', '.join(sorted(expected))}", "values"
    for key, value in edition.values.items():
        is_table = key in runs or key == "house"
        if type(value) is not (dict if is_table else int):
            yield "must be an amount or a table of amounts", "values", key
    for key, group in runs.items():
        counts = [str(held) for held in range(2, len(group.cards) + 1)]
        if sorted(edition.values[key]) != counts:
            yield f"must be for {', '.join(counts)}", "values", key


def _of_options(edition: Edition) -> Iterator[tuple[str, ...]]:
    for name, value in edition.options.items():
        if name not in TAKES or name in OBJECTS:
            yield f"unknown key “{name}”", "options"
            continue
        if (name, value) == ("target", "by-players"):
            continue
        try:
            answer(name, value, edition.amounts["step"])
        except Damaged:
            yield f"must be {TAKES[name]}", "options", name
    for name in ("target", "deals", "tie"):
        if name not in edition.options:
            yield f"“{name}” is missing", "options"
    needs = edition.policies.get("going_out_needs")
    if edition.way.has_goer and needs not in ("set", "colour-set"):
        yield "must be set or colour-set", "policies", "going_out_needs"
    for name in edition.policies.keys() - edition.way.policies:
        yield f"unknown key “{name}”", "policies"


# --- the folder ----------------------------------------------------------------------------------


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

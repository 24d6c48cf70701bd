"""The amounts on the cards of a box: what they are called, and how a table types its own.

People type amounts that differ as ``Red: £300, 2 Stations = 550``, in the words of the box. An
address has them shorter, ``red:300,railroads.2:550``, and that is read too.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.edition import Edition, Group
from companion.rules.plain import parsed
from companion.rules.refusal import Refusal, near, shortened
from companion.rules.words import CURRENCY, capital, listed, one_card
from companion.rules.written import singular

Keys = tuple[str, ...]
"""Where an amount stands in ``Edition.values``: ``("red",)``, ``("house", "red")``."""


def amounts_on_cards(edition: Edition) -> dict[Keys, int | None]:
    """Every amount on the cards. None for a house of 2017: as much as its colour set."""
    amounts: dict[Keys, int | None] = {}
    for key, value in edition.values.items():
        if key == "house":
            colours = [group.id for group in edition.groups if group.kind == "colour"]
            amounts |= {("house", group): value.get(group) for group in colours}
        else:
            amounts |= by_keys({key: value})
    return amounts


def by_keys(values: Mapping[str, Any]) -> dict[Keys, int]:
    """The amounts of an option ``values``, each by its keys."""
    amounts: dict[Keys, int] = {}
    for key, value in values.items():
        if isinstance(value, Mapping):
            amounts |= {(key, inner): amount for inner, amount in value.items()}
        else:
            amounts[(key,)] = value
    return amounts


def nested(amounts: Mapping[Keys, int]) -> dict[str, Any]:
    """Amounts by their keys as an option has them: ``{"house": {"red": 200}}``."""
    values: dict[str, Any] = {}
    for (*outer, last), amount in amounts.items():
        into = values
        for key in outer:
            into = into.setdefault(key, {})
        into[last] = amount
    return values


def group_of(edition: Edition, keys: Keys) -> Group | None:
    """The group that an amount is of, if it is that of a group."""
    sought = keys[-1] if keys[0] == "house" else keys[0]
    return next((group for group in edition.groups if group.id == sought), None)


def multiple(edition: Edition) -> str:
    """What an amount of this edition must be: ``a multiple of 50``, in Express ``points``."""
    step = edition.amounts["step"]
    return "points" if step == 1 else f"a multiple of {step}"


def amount_label(edition: Edition, keys: Keys) -> str:
    """The name of an amount on the cards."""
    first, *rest = keys
    group = group_of(edition, keys)
    if first == "house":
        return f"House on {group.name if group else rest[0]}"
    if rest:
        return f"{rest[0]} {edition.label(first)}"
    if group:
        return group.name
    roles = edition.roles
    go = edition.label(roles.get("go", ""))
    if first in (roles.get("token"), roles.get("hotel")):
        return capital(one_card(edition, first))
    if first == roles.get("go"):
        return f"Each {go}"
    named = {"bonus": "Both of a pair", "go-four": f"Four {go} together"}
    return named.get(first, edition.label(first))


# --- as people type them -------------------------------------------------------------------------

Name = tuple[str, ...]
"""The words of a name in alphabetical order: ``stations 2`` is ``2 stations``."""

_BETWEEN = re.compile(r"[;\n]|,(?![0-9]{3}(?![0-9]))|(?<=[0-9]{2})\s+(?!points?)(?=[^\W\d_])")
"""What stands between two amounts: there may be only blanks, as in ``red 300 yellow 350``. The
comma within 1,000 is none of it, nor is the blank in ``2 stations``."""
_NAMED = re.compile(rf"(.*\w)\s*(?:[:=]|[-–—](?=\s))?\s*[{CURRENCY}]?\s*")
_AMOUNT = re.compile(
    r"([0-9]{1,9}|[0-9]{1,3}(?:[ ,.'’\u00a0\u202f][0-9]{3}){1,2})\s*"
    rf"(?:[{CURRENCY}]|points?)?",
    re.ASCII | re.IGNORECASE,
)
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "both": "2"}
_FILLER = re.compile("a|adds?|an|and|card|each|for|group|is|now|of|on|set|the|together")
"""A word that makes no difference in a name, in the singular."""


def amounts_of(edition: Edition, text: str) -> dict[str, Any]:
    """The option ``values`` that a text stands for. Raises Refusal in the words of the box for what
    cannot be read, for an amount that is given twice and for one that cannot be."""
    if text.startswith("{"):
        try:
            return dict(parsed(text))
        except (ValueError, TypeError):
            pass
    amounts: dict[Keys, int] = {}
    for piece in filter(None, map(str.strip, _BETWEEN.split(text))):
        keys, amount = _read(edition, piece)
        if keys in amounts:
            raise _refusal(f"{amount_label(edition, keys)} is given twice. Give it once.")
        amounts[keys] = amount
    return nested(amounts)


def amounts_text(edition: Edition, values: dict[str, Any]) -> str:
    """These amounts as a person types them, one on each line."""
    return "\n".join(
        f"{amount_label(edition, keys)}: {edition.amount(amount)}"
        for keys, amount in by_keys(values).items()
    )


def amounts_hint(edition: Edition) -> str:
    """How they are typed, by examples that this box takes: the first of its amounts, and the first
    that has a number or a house in its name."""
    keys = list(_labels(edition))
    examples = [keys[0], *[one for one in keys if one[1:]][:1]]
    told = listed([_example(edition, one) for one in examples], "or")
    return f"One on each line, such as {told}."


def _example(edition: Edition, keys: Keys) -> str:
    first, *rest = keys
    amount = edition.values[first]
    for inner in rest:  # a house that is not named adds as much as its set
        amount = amount.get(inner, edition.values.get(inner))
    return f"{amount_label(edition, keys)}: {edition.amount(amount + edition.amounts['step'])}"


def _read(edition: Edition, piece: str) -> tuple[Keys, int]:
    """The name and the amount of a piece. ``go 4 500`` may be two."""
    known, labels = _names(edition), _labels(edition)
    named = [(_name(name), amount) for name, amount in _splits(piece)]
    found = [(known[name], amount) for name, amount in named if name in known]
    if not found:
        raise _unread(edition, piece)
    if len(found) > 1:
        told = [f"{labels[keys]}: {edition.amount(amount)}" for keys, amount in found]
        raise _refusal(f"“{shortened(piece)}” may be “{'” or “'.join(told)}”. Write which.")
    _check(edition, *found[0])
    return found[0]


def _splits(text: str) -> Iterator[tuple[str, int]]:
    """The ways to take the end of a text as an amount, with the name before it."""
    for place in (match.start() for match in re.finditer(r"(?<![0-9])[0-9]", text)):
        name, amount = _NAMED.fullmatch(text[:place]), _AMOUNT.fullmatch(text[place:])
        if name and amount:
            yield name[1], int(re.sub("[^0-9]", "", amount[1]))


def _name(text: str) -> Name:
    """The words of a text that make a difference: ``each station`` is ``station``."""
    words = re.findall(r"[^\W_]+", re.sub("['’]", "", text.casefold()))
    bare = (_NUMBERS.get(word, singular(word)) for word in words)
    return tuple(sorted(word for word in bare if not _FILLER.fullmatch(word)))


def _labels(edition: Edition) -> dict[Keys, str]:
    """The amounts of this box by what they are called."""
    return {keys: amount_label(edition, keys) for keys in amounts_on_cards(edition)}


def _names(edition: Edition) -> dict[Name, Keys]:
    """The amounts of this box by the words of their names and of their keys in an address."""
    labels = _labels(edition)
    in_addresses = {_name(" ".join(keys)): keys for keys in labels}
    return in_addresses | {_name(label): keys for keys, label in labels.items()}


def _unread(edition: Edition, text: str) -> Refusal:
    """What is wrong with a text that does not begin with an amount of the box."""
    labels = list(_labels(edition).values())
    example = _example(edition, next(iter(_labels(edition))))
    name = next((name for name, _ in _splits(text)), "")
    if not name:
        return _refusal(f"“{shortened(text)}” is no amount. Write it like “{example}”.")
    wanted = {*_name(name)}
    several = [one for one in labels if wanted and wanted < {*_name(one)}]
    if len(several) > 1:
        told = listed(several, "or")
        return _refusal(f"“{shortened(name)}” may be one of several amounts. Write {told}.")
    more = near(name, labels) or f" Write it like “{example}”."
    return _refusal(f"No amount here is called “{shortened(name)}”.{more}")


def _check(edition: Edition, keys: Keys, amount: int) -> None:
    """The amount is one that cards of this box can show."""
    step, least, most = (edition.amounts[name] for name in ("step", "least", "most"))
    if not least <= amount <= most or amount % step:
        raise _refusal(
            f"{_labels(edition)[keys]}: write {multiple(edition)} from {least:,} to {most:,}, "
            f"not {amount:,}."
        )


def _refusal(message: str) -> Refusal:
    return Refusal("unknown-option", message)

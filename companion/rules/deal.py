"""One deal as it comes in (docs/contract.md): read, and refused where it cannot be ruled on."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.hand import Refusal, near, once_an_edition, remembered, shortened
from companion.rules.options import with_options
from companion.rules.shape import (
    Damaged,
    GivenTwice,
    MissingField,
    UnknownField,
    anything,
    fields,
    first_twice,
    of_type,
    once,
)
from companion.rules.words import copies, deck_limit, listed

MOST_UNDER_THE_BANK = 1_000_000_000


class Deal(NamedTuple):
    """What was laid down in one deal. Every player has a hand, an empty one if none was entered.

    `went_out` is None when nobody went out, and in Express. `wilds` are the declarations before
    the reward, `reward_wilds` those after it. `jackpot` is what lies under the Bank, None where
    the edition has no jackpot.
    """

    players: tuple[str, ...]
    hands: Mapping[str, Sequence[str]]
    went_out: str | None
    reward: Sequence[str] = ()
    wilds: Mapping[str, Sequence[str]] = {}
    reward_wilds: Sequence[str] = ()
    jackpot: int | None = None
    stopped_early: bool = False


def clockwise(players: Sequence[str], first: str) -> tuple[str, ...]:
    """The players in the order of their seats, from `first` on."""
    start = players.index(first)
    return (*players[start:], *players[:start])


_TEXT, _TEXTS = of_type(str, "a text"), of_type(list, "a list of texts")
_OBJECT = of_type(dict, "an object")
_FIELDS = fields(
    {"edition": _TEXT, "players": _TEXTS, "hands": _OBJECT},
    {
        "went_out": anything,
        "reward": _TEXTS,
        "wilds": _OBJECT,
        "reward_wilds": _TEXTS,
        "jackpot": of_type(int, "a whole number"),
        "stopped_early": of_type(bool, "true or false"),
        "options": _OBJECT,
    },
)


def read_line(line: str | bytes) -> tuple[Edition, Deal]:
    """The edition (options applied) and the deal of one line of JSON.

    Raises Refusal with the first rule id that applies, in the order of docs/contract.md.
    """
    try:
        if isinstance(line, bytes):
            line = line.decode("utf-8")
        line = line.strip(_BLANKS)
        data, end = _DECODER.raw_decode(line)
        if end < len(line):
            raise ValueError
        if not _has_keys(data, line.count(":")):
            data = _CAREFUL.decode(line)
    except GivenTwice as twice:
        raise Refusal(
            "malformed",
            f"“{shortened(twice.args[0])}” is given twice in one object. Give it once.",
        ) from None
    except (ValueError, RecursionError):
        raise Refusal("not-json", "This line is not JSON. Write one object on each line.") from None
    return read(data)


def _no_constant(name: str) -> None:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_constant)
_CAREFUL = json.JSONDecoder(object_pairs_hook=once, parse_constant=_no_constant)
"""Looks for keys that are given twice, which takes as long again as reading the line."""
_BLANKS = " \t\n\r"
"""What JSON allows before and after an object."""


def _has_keys(data: object, colons: int) -> bool:
    """Whether an object, and the objects right in it, have as many keys as there are colons.

    Then none was given twice: before each key that was read stands its own colon, so with one that
    was not kept there would be a colon more. Deeper objects and colons in texts make it false.
    """
    if type(data) is not dict:
        return False
    keys = len(data)
    for value in data.values():
        if type(value) is dict:
            keys += len(value)
    return keys == colons


def read(data: object) -> tuple[Edition, Deal]:
    """The edition (options applied) and the deal of one contract object.

    Raises Refusal with the first rule id that applies, in the order of docs/contract.md.
    """
    if not isinstance(data, dict):
        raise Refusal("malformed", "A deal is an object with edition, players, hands, went_out.")
    return _read_plain(data) or _read_with_care(data)


def _read_plain(data: Mapping[str, Any]) -> tuple[Edition, Deal] | None:
    """The same for an object of the four fields that a goer's deal needs, with nothing wrong; None
    for any other, which is read with care. For speed: it takes half the time.
    """
    if len(data) != 4:
        return None
    try:
        edition = load(data["edition"])
        players, hands, went_out = data["players"], data["hands"], data["went_out"]
        seats = set(players)
        if (
            type(players) is not list
            or type(hands) is not dict
            or not _STR.issuperset(map(type, players))
            or not _LIST.issuperset(map(type, hands.values()))
            or len(seats) != len(players)
            or len(players) not in edition.seats
            or not edition.variant.has_goer
            or not seats.issuperset(hands)
            or not (went_out is None or went_out in seats)
            or _too_many(edition, hands.values())
        ):
            return None
    except (Refusal, KeyError, TypeError):
        return None
    every = {player: hands.get(player, ()) for player in players}
    return edition, Deal(
        tuple(players), every, went_out, jackpot=edition.options.get("jackpot_start")
    )


def _read_with_care(data: dict[str, Any]) -> tuple[Edition, Deal]:
    """The same, with every check in the order of docs/contract.md."""
    _check_fields(data)
    edition = load(data["edition"])
    _check_edition_fields(edition, data)
    edition = with_options(edition, data.get("options", {}))
    players = data["players"]
    if len(players) not in edition.seats:
        least, most = min(edition.seats), max(edition.seats)
        remedy = f"Name at most {most}." if len(players) > most else "Name everyone at the table."
        raise Refusal(
            "player-count",
            f"{edition.name} is for {least} to {most} players, not {len(players)}. {remedy}",
        )
    deal = Deal(
        players=tuple(players),
        hands={player: data["hands"].get(player, ()) for player in players},
        went_out=data["went_out"] if edition.variant.has_goer else None,
        reward=data.get("reward", ()),
        wilds=data.get("wilds", {}),
        reward_wilds=data.get("reward_wilds", ()),
        jackpot=data.get("jackpot", edition.options.get("jackpot_start")),
        stopped_early=data.get("stopped_early", False),
    )
    seated = set(players)
    for player in (*data["hands"], *deal.wilds, deal.went_out):
        if player is not None and player not in seated:
            raise Refusal(
                "unknown-player",
                f"“{shortened(player)}” is not at the table. "
                f"The players are {', '.join(shortened(name) for name in players)}.",
            )
    check_cards(edition, deal)
    return edition, deal


def _check_fields(data: Mapping[str, Any]) -> None:
    """Everything that can be wrong with the shape alone (``malformed``)."""
    _check_shape(tuple(data), tuple(map(type, data.values())))
    if "went_out" not in data:
        edition = data["edition"]
        if edition not in edition_ids() or load(edition).variant.has_goer:
            raise Refusal("malformed", "The field “went_out” is missing. Name a player, or null.")
    players = data["players"]
    for name in ("players", "reward", "reward_wilds"):
        if name in data:
            _check_texts(name, data[name])
    if len(set(players)) < len(players):
        twice = shortened(str(first_twice(players)))
        raise Refusal("malformed", f"“{twice}” is at the table twice. Name everyone once.")
    for name in ("hands", "wilds"):
        for player, cards in data.get(name, _NONE).items():
            if type(cards) is not list:
                raise Refusal(
                    "malformed", f"“{name}” of {shortened(player)} must be a list of cards."
                )
            _check_texts(name, cards, player)
    jackpot = data.get("jackpot", 0)
    if not 0 <= jackpot <= MOST_UNDER_THE_BANK or jackpot % 50:
        raise Refusal(
            "malformed", f"“jackpot” must be 0 or a multiple of 50 up to {MOST_UNDER_THE_BANK:,}."
        )


_NONE: Mapping[str, Any] = {}


@remembered
def _check_shape(names: tuple[str, ...], kinds: tuple[type, ...]) -> None:
    """The fields and the types of their values, of which few are ever seen. An empty value of each
    type stands for all of them."""
    try:
        _FIELDS({name: kind() for name, kind in zip(names, kinds, strict=True)}, ())
    except UnknownField as unknown:
        known = ", ".join(unknown.known)
        text = f"There is no field “{shortened(unknown.name)}”. The fields are {known}."
        raise Refusal("malformed", text) from None
    except MissingField as missing:
        raise Refusal("malformed", f"The field “{missing.name}” is missing.") from None
    except Damaged as damaged:
        raise Refusal("malformed", f"“{damaged.way[0]}” {damaged.what}.") from None
    if dict(zip(names, kinds, strict=True)).get("went_out") not in (None, str, type(None)):
        raise Refusal("malformed", "“went_out” must be a player or null.")


_STR, _LIST = frozenset({str}), frozenset({list})


def _check_texts(name: str, texts: Sequence[object], player: str | None = None) -> None:
    if not _STR.issuperset(map(type, texts)):
        whose = "" if player is None else f" of {shortened(player)}"
        raise Refusal("malformed", f"“{name}{whose}” must be a list of texts.")


def _check_edition_fields(edition: Edition, data: Mapping[str, Any]) -> None:
    """Fields that only other editions have; an empty one says nothing and is let pass."""
    if data.get("reward") and not edition.has_reward:
        raise Refusal("malformed", f"{edition.name} has no reward. Leave “reward” out.")
    if data.get("reward") and data["went_out"] is None:
        raise Refusal("malformed", "Only a player who went out gets a reward. Say who went out.")
    if data.get("jackpot") and not edition.has_jackpot:
        raise Refusal("malformed", f"{edition.name} has no jackpot. Leave “jackpot” out.")
    if data.get("stopped_early") and edition.variant.has_goer:
        raise Refusal("malformed", f"{edition.name} has no “stopped_early”. Leave it out.")


def _held(edition: Edition, number: int) -> str:
    """How many wilds a hand has, in words."""
    wild = edition.wild
    if not wild:
        return "no wild card"
    return copies(edition, wild, number) if number else f"no {edition.label(wild)} card"


def check_cards(edition: Edition, deal: Deal) -> None:
    """Refuses unknown cards, more copies than the deck holds, and impossible declarations.

    Raises Refusal naming the card, whose hand it is in and the remedy (docs/rules.md 8).
    """
    laid_down = (*deal.hands.values(), deal.reward)
    if not edition.deck.keys() >= {*chain(*laid_down, *deal.wilds.values(), deal.reward_wilds)}:
        _refuse_unknown(edition, deal)
    if too_many := _too_many(edition, laid_down):
        _refuse_copies(edition, deal, edition.sort(too_many)[0])
    if deal.wilds or deal.reward_wilds:
        _check_declarations(edition, deal)


def _too_many(edition: Edition, hands: Iterable[Sequence[str]]) -> list[str]:
    """The cards of which the hands have more than the deck; KeyError for one it does not have."""
    deck, held = edition.deck, {}  # type: Mapping[str, int], dict[str, int]
    for cards in hands:
        for card in cards:
            held[card] = held.get(card, 0) + 1
    return [card for card, number in held.items() if number > deck[card]]


def _hand_of(player: str) -> str:
    return f"{shortened(player)}’s hand"


def _refuse_unknown(edition: Edition, deal: Deal) -> None:
    places = [(_hand_of(player), cards) for player, cards in deal.hands.items()]
    places.append(("the reward", deal.reward))
    places += [(f"{shortened(player)}’s wilds", cards) for player, cards in deal.wilds.items()]
    places.append(("the wilds after the reward", deal.reward_wilds))
    for place, cards in places:
        unknown = list(dict.fromkeys(card for card in cards if card not in edition.deck))
        if unknown:
            raise Refusal(
                "unknown-card",
                f"{edition.name} has no card “{shortened(unknown[0])}” (in {place})."
                f"{near(unknown[0], edition.deck)} Take it out, or write another card.",
                unknown,
            )


def _refuse_copies(edition: Edition, deal: Deal, card: str) -> None:
    holders = [(_hand_of(player), cards.count(card)) for player, cards in deal.hands.items()]
    holders.append(("the reward", deal.reward.count(card)))
    places = [(place, number) for place, number in holders if number]
    held = listed(f"{number} in {place}" for place, number in places)
    total = sum(number for _, number in holders)
    entered = held if len(places) == 1 else f"{total}: {held}"
    raise Refusal(
        "too-many-copies",
        f"{deck_limit(edition, card)} You entered {entered}. "
        "Check the cards and take out what is wrong.",
        (card,),
    )


@once_an_edition
def may_stand_for(edition: Edition) -> frozenset[str]:
    """The cards a wild of this edition may count as; empty when the edition has no wild."""
    roles, allowed = edition.cards, edition.policies.get("wild_may_be", ())
    cards: list[str] = list(edition.group_of) if "property" in allowed else []
    cards += roles["houses"] if "house" in allowed else ()
    cards += [roles[role] for role in allowed if role not in ("property", "house")]
    return frozenset(cards)


def likely_stands(edition: Edition, hand: Sequence[str]) -> list[str]:
    """The cards that a wild of this hand most likely counts as, in deck order: those that are no
    property, and those that it lacks of a group it has begun."""
    group_of, allowed = edition.group_of, may_stand_for(edition)
    begun = {group for card in hand for group in group_of.get(card, ())}
    return [
        card
        for card in edition.deck
        if card in allowed
        and (card not in group_of or (card not in hand and begun.intersection(group_of[card])))
    ]


def _check_declarations(edition: Edition, deal: Deal) -> None:
    wild = edition.wild
    for player, declared in deal.wilds.items():
        hand = deal.hands[player]
        held = hand.count(wild)
        if len(declared) > held:
            raise Refusal(
                "bad-declaration",
                f"{shortened(player)} has {_held(edition, held)}, but "
                f"{'1 is' if len(declared) == 1 else f'{len(declared)} are'} declared. "
                "Declare only those in the hand.",
                declared[held:],
            )
        _check_stands(edition, _hand_of(player), declared, hand)
    if not deal.reward_wilds:
        return
    if not edition.has_reward:
        raise Refusal(
            "bad-declaration",
            f"{edition.name} has no reward. Leave “reward_wilds” out.",
            deal.reward_wilds,
        )
    goer = deal.went_out
    if goer is None or not wild:
        raise Refusal(
            "bad-declaration",
            "Only a player who went out can declare cards after a reward. Leave them out.",
            deal.reward_wilds,
        )
    hand, declared = deal.hands[goer], deal.wilds.get(goer, ())
    if len(declared) < hand.count(wild):
        raise Refusal(
            "bad-declaration",
            f"{shortened(goer)} can declare a {edition.label(wild)} after the reward only if every "
            f"{edition.label(wild)} laid down is declared. Declare those first.",
            deal.reward_wilds,
        )
    kept, freed = free_wilds(declared, deal.reward)
    open_wilds = freed + deal.reward.count(wild)
    if len(deal.reward_wilds) > open_wilds:
        raise Refusal(
            "bad-declaration",
            f"{shortened(goer)} declared {copies(edition, wild, len(deal.reward_wilds))} after the "
            f"reward, but only {open_wilds} can be declared then. A {edition.label(wild)} is free "
            "if it is in the reward, or if the card it counts as is.",
            deal.reward_wilds[open_wilds:],
        )
    _check_stands(edition, _hand_of(goer), deal.reward_wilds, [*hand, *deal.reward], kept)


def _check_stands(
    edition: Edition,
    place: str,
    declared: Sequence[str],
    held: Sequence[str],
    kept: Sequence[str] = (),
) -> None:
    allowed = may_stand_for(edition)
    wild = edition.label(edition.wild)
    for number, card in enumerate(declared):
        if card not in allowed:
            raise Refusal(
                "bad-declaration",
                f"{wild} in {place} cannot count as {edition.label(card)}. Declare another card.",
                (card,),
            )
        if not edition.variant.fills_gaps or card not in edition.group_of:
            continue
        if card in held or card in kept or card in declared[:number]:
            said = "is in" if card in held else f"is declared for another {wild} of"
            raise Refusal(
                "bad-declaration",
                f"{edition.label(card)} {said} {place} already, so {wild} cannot count as it. "
                "Declare a card that is missing.",
                (card,),
            )


def free_wilds(declared: Sequence[str], reward: Sequence[str]) -> tuple[list[str], int]:
    """The declared cards whose wild keeps them, and how many wilds are freed.

    Each drawn card frees one wild that was declared as that very card (Classic UK, Reward).
    """
    drawn = list(reward)
    kept = []
    for card in declared:
        if card in drawn:
            drawn.remove(card)
        else:
            kept.append(card)
    return kept, len(declared) - len(kept)

"""Where the printed rules leave a question open, and what the other answer pays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

from companion.rules.arrange.best import arrange
from companion.rules.arrange.sets import missing
from companion.rules.bank import Exchange, words
from companion.rules.deal import clockwise
from companion.rules.dispute.chance_stays import pays_if_chances_stay
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.hand import once_an_edition
from companion.rules.majority import counted, holder
from companion.rules.payout import settle, settle_announced
from companion.rules.settlement import Settlement
from companion.rules.texts import told
from companion.rules.words import cards_said, listed

MOST_CHOICES = 300
"""How many choices of open cards are tried."""
MOST_CARDS = 24
"""In a hand and its reward; of more, which no table deals, nothing is tried."""


class OpenQuestion(NamedTuple):
    """A decision that an amount rests on: its text, and what the other reading comes to (`then`).
    With an `option` the table may choose, and `other` is its other value."""

    decision: str
    text: str
    then: str
    option: str | None = None
    other: Any = None


class _Reading(NamedTuple):
    """A deal read the other way. `how` begins the sentence that tells what changes."""

    legal: bool
    payouts: Mapping[str, int]
    jackpot: int | None
    how: str
    option: str | None = None
    other: Any = None


def open_questions(settlement: Settlement, player: str) -> tuple[OpenQuestion, ...]:
    """The decisions that the ruling on this player's hand rests on, in the edition's order.

    Such a decision gives another verdict, another payout of this player, or another jackpot when
    it is read the other way.
    """
    return _told(settlement, (player,), one_hand=True)


def of_deal(settlement: Settlement) -> tuple[OpenQuestion, ...]:
    """The decisions that any payout of a deal rests on, in the edition's order."""
    return _told(settlement, settlement.deal.players, one_hand=False)


def of_exchanges(
    edition: Edition, exchanges: Mapping[str, Sequence[Exchange]]
) -> tuple[OpenQuestion, ...]:
    """The decisions that the players' exchanges with the bank rest on (Deluxe)."""
    decisions = told(edition, len(exchanges)).decisions
    found = []
    for player, done in exchanges.items():
        for one in done:
            if one.kind == "no-bar":
                name, then = "gold_bars_run_out", f"{player} keeps the {edition.currency}1,000s."
            elif one.required or one.kind == "bar":  # it is left with the change before it
                continue
            else:
                name = "exactly_one_thousand"
                kept = words(one.hand_in, edition.currency)
                then = f"{player} may keep {kept} instead. The total is the same."
            if name in decisions:
                found.append(OpenQuestion(name, decisions[name], then))
    return tuple(found)


def _told(
    settlement: Settlement, players: Sequence[str], *, one_hand: bool
) -> tuple[OpenQuestion, ...]:
    edition, deal = settlement.edition, settlement.deal
    if not edition.variant.has_goer:
        return ()
    found = []
    for name, text in told(edition, len(deal.players)).decisions.items():
        reading = _other_reading(settlement, name)
        if reading is None:
            continue
        changes = list(_changes(settlement, reading, players, one_hand=one_hand))
        if changes:
            then = f"{reading.how} {listed(changes)}."
            found.append(OpenQuestion(name, text, then, reading.option, reading.other))
    return tuple(found)


def _other_reading(settlement: Settlement, decision: str) -> _Reading | None:
    """The deal with this decision taken the other way; None where it is not asked."""
    if decision in _READINGS:
        return _READINGS[decision](settlement)
    if decision in settlement.edition.options:
        return _with_option(settlement, decision)
    return None


def _changes(
    here: Settlement, there: _Reading, players: Sequence[str], *, one_hand: bool
) -> Iterator[str]:
    """What the other reading changes, each as the end of a sentence."""
    amount, deal = here.edition.amount, here.deal
    for player in players:
        was, now = here.payouts[player], there.payouts[player]
        whose = "the hand" if one_hand else player
        if player == deal.went_out and here.legal != there.legal:
            instead = "" if was == now else f" instead of {amount(was)}"
            if there.legal:
                yield f"{whose} may go out and pays {amount(now)}{instead}"
            else:
                allowed = f" (if you allow it anyway, it pays {amount(now)}{instead})"
                yield f"{whose} may not go out{allowed if instead else ''}"
        elif was != now:
            pays = "pays" if one_hand else "gets"
            yield f"{whose} {pays} {amount(now)} instead of {amount(was)}"
    known = not one_hand or any(
        cards for player, cards in deal.hands.items() if player not in players
    )
    if known and here.jackpot and there.jackpot is not None and here.jackpot.next != there.jackpot:
        left, right = amount(there.jackpot), amount(here.jackpot.next)
        yield f"the next jackpot is {left} instead of {right}"


# --- the other readings --------------------------------------------------------------------------


def _read(there: Settlement, how: str = "The other way,") -> _Reading:
    jackpot = None if there.jackpot is None else there.jackpot.next
    return _Reading(there.legal, there.payouts, jackpot, how)


def _goer_gets(settlement: Settlement, pays: int, how: str) -> _Reading:
    jackpot = None if settlement.jackpot is None else settlement.jackpot.next
    payouts = {**settlement.payouts, settlement.went_out or "": pays}
    return _Reading(settlement.legal, payouts, jackpot, how)


def _with_option(settlement: Settlement, option: str) -> _Reading | None:
    edition = settlement.edition
    other = _other_value(edition, option)
    if other is None:
        return None
    changed = load(edition.id, {**edition.changed, option: other})
    return _read(settle(changed, settlement.deal))._replace(option=option, other=other)


def _other_value(edition: Edition, option: str) -> Any:
    """The other value of an option; None where a deal does not rest on it."""
    value = edition.options[option]
    if isinstance(value, bool):
        return not value
    if option == "nobody_out":
        return "score" if value == "void" else "void"
    if option == "jackpot_start":
        return 0 if value else edition.option_defaults[option]
    return None


def _chance_stays(settlement: Settlement) -> _Reading | None:
    deal, goer = settlement.deal, settlement.went_out
    if goer is None or len(deal.hands[goer]) + len(deal.reward) > MOST_CARDS:
        return None
    pays = pays_if_chances_stay(settlement)
    wild = settlement.edition.label(settlement.edition.wild)
    return None if pays is None else _goer_gets(settlement, pays, f"If {wild} stays on its set,")


def _undeclared(settlement: Settlement) -> _Reading | None:
    """What the goer would have been paid with the best declaration, had the reward been known."""
    edition, deal, goer = settlement.edition, settlement.deal, settlement.went_out
    if goer is None or not deal.reward:
        return None
    hand, declared = deal.hands[goer], tuple(deal.wilds.get(goer, ()))
    free = list(hand).count(edition.wild) - len(declared)
    if not free or len(hand) + len(deal.reward) > MOST_CARDS:
        return None
    # Without the bonus for the most Mr. Monopoly: no declaration changes that.
    bound = arrange(edition, hand, goer=True, declared=declared, reward=deal.reward).total
    most, best = bound, None
    for choice in _declarations(settlement, hand, declared, free):
        laid = arrange(edition, hand, goer=True, declared=(*declared, *choice), reward=deal.reward)
        if laid.total > most and laid.legal == settlement.legal:
            most, best = laid.total, choice
    if best is None:
        return None
    how = f"Declared as {cards_said(edition, best)} before the reward,"
    return _goer_gets(settlement, settlement.payouts[goer] + most - bound, how)


def _declarations(
    settlement: Settlement, hand: Sequence[str], declared: Sequence[str], free: int
) -> Iterator[tuple[str, ...]]:
    """What undeclared wilds could have been declared as: houses, the hotel, a token, and properties
    of groups that the hand or the reward has cards of, those that are drawn too. In a hand that may
    go out they have to complete the group, with those cards."""
    edition, reward = settlement.edition, settlement.deal.reward
    lacking: list[str] = []
    for g, group in enumerate(edition.groups):
        absent = missing(edition, g, [*hand, *declared, *reward])
        begun = edition.options["wild_only_sets"] or len(absent) < len(group.cards)
        completes = group.kind == "run" or len(absent) <= free
        if begun and (completes or not settlement.legal):
            lacking += missing(edition, g, [*hand, *declared])
    roles = edition.cards
    kinds = [*lacking, *roles["houses"], roles["hotel"], roles["token"]]
    kinds.sort(key=lambda card: card in reward)  # one that is drawn would only be free again
    for choice in combinations_with_replacement(kinds, free):
        if all(choice.count(card) == 1 or card not in lacking for card in choice):
            yield choice


def _open_cards(settlement: Settlement) -> _Reading | None:
    """What the goer is paid with no more open cards than there are players."""
    edition, deal = settlement.edition, settlement.deal
    limit = edition.seats[len(deal.players)].reward
    if len(deal.reward) <= limit or comb(len(deal.reward), limit) > MOST_CHOICES:
        return None
    # What was declared after the reward is left to what pays most.
    pays = max(
        settle(edition, deal._replace(reward=choice, reward_wilds=())).payouts[deal.went_out or ""]
        for choice in combinations(deal.reward, limit)
    )
    return _goer_gets(settlement, pays, f"With the best {limit} of these open cards,")


def _without_railroads(settlement: Settlement) -> _Reading | None:
    """The deal if railroads and utilities paid nothing (2017)."""
    if settlement.void:
        return None
    poorer = _only_colours_pay(settlement.edition)
    return _read(settle(poorer, settlement.deal), "If only colour groups pay,")


@once_an_edition
def _only_colours_pay(edition: Edition) -> Edition:
    """The edition with railroads and utilities that pay nothing."""
    nothing = {
        group.id: dict.fromkeys(edition.values[group.id], 0) if group.kind == "run" else 0
        for group in edition.groups
        if group.kind != "colour"
    }
    return replace(edition, values={**edition.values, **nothing})


def _not_jailed(settlement: Settlement) -> _Reading | None:
    """The deal if Go To Jail harmed only those who are caught when another goes out (2017)."""
    edition, deal = settlement.edition, settlement.deal
    jail = edition.cards["jail"]
    goer = deal.went_out
    caught = deal.players if goer is None else (goer,) if settlement.laid[goer].wiped_out else ()
    free = {player: tuple(card for card in deal.hands[player] if card != jail) for player in caught}
    if not caught:
        return None
    there = _read(settle(edition, deal._replace(hands={**deal.hands, **free})))
    return there._replace(legal=settlement.legal)


def _jailed_holder(settlement: Settlement) -> _Reading | None:
    """The deal with `wiped_out_count` the other way, where a player in jail has the most."""
    edition = settlement.edition
    if settlement.jackpot is None or settlement.void:
        return None
    counts = replace(edition, options={**edition.options, "wiped_out_count": True})
    most = holder(counted(counts, settlement.laid))
    if most is None or not settlement.laid[most].wiped_out:
        return None
    return _with_option(settlement, "wiped_out_count")


def _announced_backwards(settlement: Settlement) -> _Reading | None:
    """The deal when those with undeclared wilds announce them the other way round (2017)."""
    edition, deal = settlement.edition, settlement.deal
    undeclared = [
        player
        for player, cards in deal.hands.items()
        if list(cards).count(edition.wild) > len(deal.wilds.get(player, ()))
    ]
    if len(undeclared) < 2 or settlement.void:
        return None
    order = clockwise(deal.players, deal.went_out or deal.players[0])
    return _read(settle_announced(edition, deal, order[::-1]), "Announced the other way round,")


_READINGS: Mapping[str, Callable[[Settlement], _Reading | None]] = {
    "chance_may_follow_its_houses": _chance_stays,
    "undeclared_chance_is_bound": _undeclared,
    "open_cards_as_reward": _open_cards,
    "others_score_railroads": _without_railroads,
    "jailed_goer": _not_jailed,
    "jackpot_of_a_jailed_player": _jailed_holder,
    "announcing_order": _announced_backwards,
}
"""How a decision that has no option of its name is taken the other way."""

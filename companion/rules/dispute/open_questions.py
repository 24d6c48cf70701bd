"""Where the printed rules leave a question open, and what the other answer pays.

Each decision has another reading: the deal settled as if it were taken the other way. It is told
where that changes a verdict, an amount or the next jackpot. A decision that the table may change is
settled with its option changed; for the others `_OTHER_WAYS` says how.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any

from companion.rules.bank import Exchange, notes_said
from companion.rules.deal import clockwise
from companion.rules.dispute.chance_stays import missing_cards, pays_if_chances_stay, with_a_reward
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.majority import holder
from companion.rules.options import other_answer
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from companion.rules.texts import Told
from companion.rules.words import cards_said, listed

MOST_CHOICES = 300
"""How many choices of open cards are tried."""


@dataclass(frozen=True)
class OpenQuestion:
    """A decision that an amount rests on: its text, and what the other reading comes to (`then`).
    With an `option` the table may choose, and `other_value` is what it would be then."""

    decision: str
    text: str
    then: str
    option: str | None = None
    other_value: Any = None


@dataclass(frozen=True)
class _OtherWay:
    """The deal settled the other way. `how` begins the sentence that tells what changes. `value` is
    that of the `option` there, if it is one."""

    there: Settlement
    how: str = "The other way,"
    option: str | None = None
    value: Any = None


def open_questions(settlement: Settlement, player: str) -> tuple[OpenQuestion, ...]:
    """The decisions that the ruling on this player's hand rests on, in the edition's order.

    Such a decision gives another verdict, another payout of this player, or another jackpot when
    it is read the other way.
    """
    return tuple(_told(settlement, (player,), one_hand=True))


def of_deal(settlement: Settlement) -> tuple[OpenQuestion, ...]:
    """The decisions that any payout of a deal rests on, in the edition's order."""
    return tuple(_told(settlement, settlement.deal.players, one_hand=False))


def of_exchanges(
    edition: Edition, exchanges: Mapping[str, Sequence[Exchange]]
) -> tuple[OpenQuestion, ...]:
    """The decisions that the players' exchanges with the bank rest on (Deluxe)."""
    decisions = Told(edition, len(exchanges)).decisions
    found = []
    for player, done in exchanges.items():
        for change in done:
            if change.required or change.kind == "bar":  # left with the change before it
                continue
            name = "exactly_one_thousand"
            kept = notes_said(change.hand_in, edition.currency)
            then = f"{player} may keep {kept} instead. The total is the same."
            if name in decisions:
                found.append(OpenQuestion(name, decisions[name], then))
    return tuple(found)


def _told(
    settlement: Settlement, players: Sequence[str], *, one_hand: bool
) -> Iterator[OpenQuestion]:
    """The decisions that change something for these players."""
    decisions = Told(settlement.edition, len(settlement.deal.players)).decisions
    for name, text in decisions.items():
        read = _OTHER_WAYS.get(name)
        way = read(settlement) if read else _with_option(settlement, name)
        if way is None:
            continue
        if changes := list(_changes(settlement, way.there, players, one_hand=one_hand)):
            then = f"{way.how} {listed(changes)}."
            yield OpenQuestion(name, text, then, way.option, way.value)


def _changes(
    here: Settlement, there: Settlement, players: Sequence[str], *, one_hand: bool
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
    # Of one hand alone it is not known who has the most.
    known = not one_hand or any(
        cards for player, cards in deal.hands.items() if player not in players
    )
    if known and here.jackpot and there.jackpot and here.jackpot.next != there.jackpot.next:
        left, right = amount(there.jackpot.next), amount(here.jackpot.next)
        yield f"the next jackpot is {left} instead of {right}"


# --- the other readings --------------------------------------------------------------------------


def _with_option(settlement: Settlement, option: str) -> _OtherWay | None:
    """With the option the other way; None where a deal does not rest on it."""
    edition = settlement.edition
    value = other_answer(edition, option)
    if value is None:
        return None
    changed = load(edition.id, {**edition.changed, option: value})
    return _OtherWay(settle(changed, settlement.deal), option=option, value=value)


def _without_railroads(settlement: Settlement) -> _OtherWay | None:
    """If railroads and utilities paid nothing (2017)."""
    if settlement.void:
        return None
    edition = settlement.edition
    nothing = {
        group.id: dict.fromkeys(edition.values[group.id], 0) if group.kind == "run" else 0
        for group in edition.groups
        if group.kind != "colour"
    }
    poorer = replace(edition, values={**edition.values, **nothing})
    return _OtherWay(settle(poorer, settlement.deal), "If only colour groups pay,")


def _not_jailed(settlement: Settlement) -> _OtherWay | None:
    """If Go To Jail harmed only those who are caught when another goes out (2017)."""
    edition, deal, goer = settlement.edition, settlement.deal, settlement.went_out
    jail = edition.roles["jail"]
    free = {
        player: [card for card in cards if card != jail]
        for player, cards in deal.hands.items()
        if goer is None or (player == goer and settlement.laid[goer].wiped_out)
    }
    if not free:
        return None
    there = settle(edition, replace(deal, hands={**deal.hands, **free}))
    return _OtherWay(replace(there, legal=settlement.legal))


def _jailed_holder(settlement: Settlement) -> _OtherWay | None:
    """With `wiped_out_count` the other way, where a player in jail has the most (2017)."""
    most = holder({player: len(laid.most) for player, laid in settlement.laid.items()})
    jailed = most is not None and settlement.laid[most].wiped_out
    return _with_option(settlement, "wiped_out_count") if jailed else None


def _announced_backwards(settlement: Settlement) -> _OtherWay | None:
    """With undeclared wilds announced the other way round (2017)."""
    edition, deal = settlement.edition, settlement.deal
    undeclared = [
        player
        for player, cards in deal.hands.items()
        if list(cards).count(edition.wild) > len(deal.wilds.get(player, ()))
    ]
    if len(undeclared) < 2 or settlement.void:
        return None
    order = clockwise(deal.players, deal.went_out or deal.players[0])
    there = edition.way.settle_in_order(edition, deal, order[::-1])
    return None if there is None else _OtherWay(there, "Announced the other way round,")


def _fewer_open_cards(settlement: Settlement) -> _OtherWay | None:
    """With the best choice of no more open cards than there are players."""
    edition, deal, goer = settlement.edition, settlement.deal, settlement.went_out
    limit = edition.seats[len(deal.players)].reward
    if not goer or len(deal.reward) <= limit or comb(len(deal.reward), limit) > MOST_CHOICES:
        return None
    # What was declared after the reward is left to what pays most.
    fewer = (
        settle(edition, replace(deal, reward=reward, reward_wilds=()))
        for reward in combinations(deal.reward, limit)
    )
    best = max(fewer, key=lambda there: there.payouts[goer])
    return _OtherWay(best, f"With the best {limit} of these open cards,")


def _declared_in_time(settlement: Settlement) -> _OtherWay | None:
    """With the best declaration of the goer's undeclared wilds, had the reward been known."""
    hand = with_a_reward(settlement)
    if hand is None or not hand.undeclared:
        return None
    edition, deal, best = hand.edition, hand.deal, hand
    held = (*hand.laid_down, *hand.declared)
    for choice in missing_cards(edition, held, hand.reward, hand.undeclared):
        said = {**deal.wilds, hand.player: (*hand.declared, *choice)}
        there = hand.in_deal(replace(deal, wilds=said))
        if there.settlement.legal == settlement.legal and there.pays > best.pays:
            best = there
    chosen = best.declared[len(hand.declared) :]
    how = f"Declared as {cards_said(edition, chosen)} before the reward,"
    return _OtherWay(best.settlement, how)


def _chance_stays(settlement: Settlement) -> _OtherWay | None:
    """With each Chance on the set that it was laid on."""
    pays, goer = pays_if_chances_stay(settlement), settlement.went_out or ""
    if pays is None:
        return None
    there = replace(settlement, payouts={**settlement.payouts, goer: pays})
    wild = settlement.edition.label(settlement.edition.wild)
    return _OtherWay(there, f"If {wild} stays on its set,")


_OTHER_WAYS: Mapping[str, Callable[[Settlement], _OtherWay | None]] = {
    "chance_may_follow_its_houses": _chance_stays,
    "undeclared_chance_is_bound": _declared_in_time,
    "open_cards_as_reward": _fewer_open_cards,
    "others_score_railroads": _without_railroads,
    "jailed_goer": _not_jailed,
    "jackpot_of_a_jailed_player": _jailed_holder,
    "announcing_order": _announced_backwards,
}
"""How a decision that has no option of its name is taken the other way."""

"""Where the printed rules leave a question open, and what the other answer pays."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.rules.arrange.laid import Laid
from companion.rules.deal import clockwise
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.majority import counted, holder
from companion.rules.options import with_options
from companion.rules.payout import Settlement, settle, settle_announced
from companion.rules.words import listed


class Silent(NamedTuple):
    """A decision that bears on a ruling because the printed rules are silent. `text` is the
    decision, `then` what would be otherwise without it. With an `option`, `assumed` is its value
    here and `other` the one under which the hand would be `legal_then` and paid `pays_then`."""

    decision: str
    text: str
    option: str | None
    assumed: Any
    other: Any
    legal_then: bool | None
    pays_then: int | None
    then: str


def silent(settlement: Settlement, player: str) -> tuple[Silent, ...]:
    """The decisions of the edition that bear on this ruling, in the edition's order.

    A decision with an option bears on it when the other choice gives another verdict, another
    payout of this player, or another jackpot. One without an option is listed where it can be seen
    to apply.
    """
    found = []
    for decision, text in settlement.edition.decisions.items():
        if decision in settlement.edition.options:
            one = _with_option(settlement, player, decision, text)
        else:
            one = _without_option(settlement, player, decision, text)
        if one is not None:
            found.append(one)
    return tuple(found)


def _other_choice(edition: Edition, option: str) -> Any:
    """The other choice of an option; None where there is none to compare with."""
    value = edition.options[option]
    if isinstance(value, bool):
        return not value
    if option == "nobody_out":
        return "score" if value == "void" else "void"
    if option == "jackpot_start":
        return 0 if value else edition.option_defaults[option]
    return None


def _with_option(settlement: Settlement, player: str, option: str, text: str) -> Silent | None:
    edition = settlement.edition
    other = _other_choice(edition, option)
    if other is None:
        return None
    there = settle(
        with_options(load(edition.id), {**edition.changed, option: other}), settlement.deal
    )
    then = list(_otherwise(settlement, there, player))
    if not then:
        return None
    return Silent(
        option,
        text,
        option,
        edition.options[option],
        other,
        there.legal,
        there.payouts[player],
        f"Otherwise {listed(then)}.",
    )


def _otherwise(here: Settlement, there: Settlement, player: str) -> Iterator[str]:
    """What the other choice changes, in words."""
    amount = here.edition.amount
    if here.legal != there.legal:
        yield f"the hand {'may' if there.legal else 'may not'} go out"
    was, now = here.payouts[player], there.payouts[player]
    if was != now and (there.legal or not here.legal):
        yield f"it pays {amount(now)} instead of {amount(was)}"
    others = any(cards for one, cards in here.deal.hands.items() if one != player)
    if others and here.jackpot and there.jackpot and here.jackpot.next != there.jackpot.next:
        left, right = amount(there.jackpot.next), amount(here.jackpot.next)
        yield f"the jackpot for the next deal is {left}, not {right}"


def _without_option(settlement: Settlement, player: str, decision: str, text: str) -> Silent | None:
    edition, laid = settlement.edition, settlement.laid[player]
    goer = player == settlement.went_out
    then: str | None = None
    pays: int | None = None
    if decision == "chance_may_follow_its_houses" and goer and settlement.deal.reward:
        moved = _moved_wilds(settlement, player)
        if moved:
            names = listed([edition.label(card) for card in moved])
            wild = edition.label(edition.wild)
            then = f"Here {wild} as {names} lies on another set after the reward than before it."
    elif decision == "others_score_railroads" and not goer and not settlement.void:
        kinds = {group.id: group.kind for group in edition.groups}
        scored = [one for one in laid.sets if kinds[one.group] != "colour"]
        if scored:
            pays = settlement.payouts[player] - sum(one.value for one in scored)
            names = listed([edition.label(one.group) for one in scored])
            then = f"Without {names} it would pay {edition.amount(pays)}."
    elif decision == "jackpot_of_a_jailed_player":
        jailed = _jailed_with_most(settlement)
        if jailed is not None:
            most = edition.label(edition.cards["most_of"])
            then = f"The most {most} cards are with {jailed}, in jail, so the jackpot stays."
    elif decision == "announcing_order" and not settlement.void:
        then = _announced_otherwise(settlement, player)
    if then is None:
        return None
    legal = settlement.legal if pays is not None else None
    return Silent(decision, text, None, None, None, legal, pays, then)


def _announced_otherwise(settlement: Settlement, player: str) -> str | None:
    """What is otherwise when those who have undeclared wilds announce them the other way round."""
    edition, deal = settlement.edition, settlement.deal
    undeclared = {
        one: list(cards).count(edition.wild) - len(deal.wilds.get(one, ()))
        for one, cards in deal.hands.items()
    }
    if sum(number > 0 for number in undeclared.values()) < 2:
        return None
    order = clockwise(deal.players, deal.went_out or deal.players[0])
    there = settle_announced(edition, deal, order[::-1])
    then = list(_otherwise(settlement, there, player))
    return f"Announced the other way round, {listed(then)}." if then else None


def _moved_wilds(settlement: Settlement, player: str) -> tuple[str, ...]:
    """The houses and hotels that are wilds and lie on another set after the reward."""
    deal, laid = settlement.deal, settlement.laid[player]
    edition = settlement.edition
    declared = (*deal.wilds.get(player, ()), *laid.readings)
    held = list(deal.hands[player]).count(edition.wild)
    before = settle(
        edition,
        deal._replace(reward=(), reward_wilds=(), wilds={**deal.wilds, player: declared[:held]}),
    ).laid[player]
    built = {*edition.cards["houses"], edition.cards["hotel"]}

    def places(one: Laid) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for lying in one.sets:
            for card in built.intersection(lying.wilds):
                found.setdefault(card, set()).add(lying.group)
        return found

    old, new = places(before), places(laid)
    return tuple(edition.sort([card for card in old if card in new and not old[card] & new[card]]))


def _jailed_with_most(settlement: Settlement) -> str | None:
    """The player who has more cards for the jackpot than anybody else, and is in jail."""
    if settlement.jackpot is None or settlement.jackpot.paid_to is not None:
        return None
    if not settlement.edition.options["wiped_out_count"]:
        return None
    most = holder(counted(settlement.edition, settlement.laid))
    return most if most is not None and settlement.laid[most].wiped_out else None

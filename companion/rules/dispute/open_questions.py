"""Where the printed rules leave a question open, and what the other answer pays.

Each decision has another reading: the deal settled as if it were taken the other way. It is told
where that changes a verdict, an amount or the next jackpot. A decision that the table may change is
settled with its option changed; for the others `_OTHER_WAYS` says how.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any

from companion.rules.arrange.laid import Laid
from companion.rules.bank import Exchange, words
from companion.rules.deal import clockwise, free_wilds, may_stand_for
from companion.rules.dispute.claimed_set import bare
from companion.rules.dispute.hand import Hand
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.majority import holder
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from companion.rules.texts import Told
from companion.rules.words import cards_said, listed

MOST_CHOICES = 300
"""How many choices of open cards are tried."""
MOST_TRIED = 24
"""In a hand and its reward; of more, which no table deals, no other reading of Chance is tried."""


@dataclass(frozen=True)
class OpenQuestion:
    """A decision that an amount rests on: its text, and what the other reading comes to (`then`).
    With an `option` the table may choose, and `other` is its other value."""

    decision: str
    text: str
    then: str
    option: str | None = None
    other: Any = None


@dataclass(frozen=True)
class _OtherWay:
    """The deal settled the other way. `how` begins the sentence that tells what changes."""

    there: Settlement
    how: str = "The other way,"
    option: str | None = None
    other: Any = None


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
            kept = words(change.hand_in, edition.currency)
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
        other = read(settlement) if read else _with_option(settlement, name)
        if other is None:
            continue
        if changes := list(_changes(settlement, other.there, players, one_hand=one_hand)):
            then = f"{other.how} {listed(changes)}."
            yield OpenQuestion(name, text, then, other.option, other.other)


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
    value = edition.options.get(option)
    if isinstance(value, bool):
        other: Any = not value
    elif option == "nobody_out":
        other = "score" if value == "void" else "void"
    elif option == "jackpot_start":
        other = 0 if value else edition.option_defaults[option]
    else:
        return None
    changed = load(edition.id, {**edition.changed, option: other})
    return _OtherWay(settle(changed, settlement.deal), option=option, other=other)


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
    hand = _with_a_reward(settlement)
    if hand is None or not hand.undeclared:
        return None
    edition, deal, best = hand.edition, hand.deal, hand
    held = (*hand.laid_down, *hand.declared)
    for choice in _missing_cards(edition, held, hand.reward, hand.undeclared):
        said = {**deal.wilds, hand.player: (*hand.declared, *choice)}
        there = hand.in_deal(replace(deal, wilds=said))
        if there.settlement.legal == settlement.legal and there.pays > best.pays:
            best = there
    chosen = best.declared[len(hand.declared) :]
    how = f"Declared as {cards_said(edition, chosen)} before the reward,"
    return _OtherWay(best.settlement, how)


def _with_a_reward(settlement: Settlement) -> Hand | None:
    """The hand of a goer who drew a reward; None without one, and for more than `MOST_TRIED`."""
    if not settlement.went_out or not settlement.deal.reward:
        return None
    hand = Hand(settlement, settlement.went_out)
    return hand if hand.cards.total() <= MOST_TRIED else None


def _missing_cards(
    edition: Edition, held: Sequence[str], drawn: Sequence[str], free: int
) -> Iterator[tuple[str, ...]]:
    """Every choice of cards that `free` wilds may count as, properties only of groups of which
    there is a card. Those that are `drawn` come last: such a wild would only be free again."""
    groups = edition.group_of
    begun = {group for card in (*held, *drawn) for group in groups.get(card, ())}
    if edition.options["wild_only_sets"]:
        begun |= {group.id for group in edition.groups}
    cards = [
        card
        for card in edition.sort(list(may_stand_for(edition)))
        if card not in groups or (card not in held and begun.intersection(groups[card]))
    ]
    cards.sort(key=lambda card: card in drawn)
    for choice in combinations_with_replacement(cards, free):
        if all(choice.count(card) == 1 for card in choice if card in groups):
            yield choice


# --- a Chance that may not move ------------------------------------------------------------------


def _chance_stays(settlement: Settlement) -> _OtherWay | None:
    """With each Chance on the set that it was laid on."""
    pays, goer = pays_if_chances_stay(settlement), settlement.went_out or ""
    if pays is None:
        return None
    there = replace(settlement, payouts={**settlement.payouts, goer: pays})
    wild = settlement.edition.label(settlement.edition.wild)
    return _OtherWay(there, f"If {wild} stays on its set,")


Places = Counter[tuple[str, str]]
"""Improvements that Chances count as, and the group on which each lies."""


def pays_if_chances_stay(settlement: Settlement) -> int | None:
    """What the goer is paid if a Chance that is a house, a hotel or a token stays where it was laid
    down; None where no such Chance is kept through a reward, and for more than `MOST_TRIED` cards.

    Where it may have lain on one of several sets, the set counts that pays most now.
    """
    hand = _with_a_reward(settlement)
    if hand is None:
        return None
    edition, laid = hand.edition, hand.laid
    stands = (*hand.declared, *laid.readings)[: hand.laid_down.count(edition.wild)]
    kept, freed = free_wilds(stands, hand.reward)
    staying = [card for card in kept if card not in edition.group_of]
    if not staying or not laid.sets:
        return None
    before = edition.arrange(hand.laid_down, goer=True, declared=stands)
    places = list(_places(edition, before, staying))
    free = freed + hand.reward.count(edition.wild) - len(hand.declared_later)
    held = (*hand.laid_down, *hand.reward, *kept, *hand.declared_later)
    best = 0
    for more in _missing_cards(edition, held, (), free):
        later = (*hand.declared_later, *more)
        sets = edition.arrange(
            hand.laid_down, goer=True, declared=stands, reward=hand.reward, reward_declared=later
        ).sets
        values = {laid.group: bare(edition, laid) for laid in sets}
        spare = hand.cards + Counter(later)
        best = max(best, *(_most(edition, values, spare, place) for place in places))
    return hand.pays - sum(laid.pays for laid in laid.sets) + best


def _places(edition: Edition, before: Laid, staying: Sequence[str]) -> Iterator[Places]:
    """Where these Chances may lie before the reward. A set takes one house of each number and one
    hotel, so each may also lie nowhere; on a set it never pays less."""
    houses, hotel, token = (edition.roles[role] for role in ("houses", "hotel", "token"))
    top = max((laid.value for laid in before.sets), default=0)
    choices = [
        [("", "")]
        + [
            (card, laid.group)
            for laid in before.sets
            if laid.houses >= houses.get(card, 99)
            or (card == hotel and laid.hotel)
            or (card == token and laid.value == top)
        ]
        for card in staying
    ]
    for chosen in product(*choices):
        places = Counter(place for place in chosen if place[0])
        if all(number == 1 for (card, _), number in places.items() if card != token):
            yield places


def _most(edition: Edition, values: Mapping[str, int], spare: Counter[str], fixed: Places) -> int:
    """The most that sets of these values pay when the improvements in `fixed` stay on their sets,
    and those in `spare` go where they pay most.

    The arrangement of a hand cannot be asked: it gives every house to the best sets, and that is
    best only where each of them may move. So every height of every set is tried here, one set after
    the other: nothing, a 1st House, a 1st and a 2nd House, up to the hotel. For each level a set
    takes the Chance that lies there, else a spare card; where there is neither it ends. The spare
    tokens all go on the best set at the end.

    A Chance lies as 1st House on Red (£250). The reward makes Green a set (£350) and brings a 2nd
    House. Both houses on Green would make £1,300; but the Chance stays, so it is £1,100: Red with
    two houses £750, and Green without one £350.
    """
    token, hotel = edition.roles["token"], edition.roles["hotel"]
    levels = ("", *edition.roles["houses"], hotel)

    def most_from(groups: Sequence[str], left: Counter[str], paid: int, top: int) -> int:
        """The most with these sets still to build from the cards that are `left`, when those before
        pay `paid`, the best of them `top` without its tokens."""
        if not groups:
            return paid + left[token] * top
        group, *rest = groups
        value, tokens, best = values[group], fixed[token, group], 0
        colour = edition.group(group).kind == "colour"
        for card in levels if colour else levels[:1]:
            if card and not fixed[card, group]:
                if not left[card]:
                    break
                left = left - Counter([card])
            if card:
                value += edition.price("hotel") if card == hotel else edition.house_value(group)
            whole = most_from(rest, left, paid + value * (1 + tokens), max(top, value))
            best = max(best, whole)
        return best

    return most_from(list(values), spare, 0, 0)


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

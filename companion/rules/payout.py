"""All hands of one deal -> what each player is paid, who takes the majority, and the jackpot."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.rules.arrange import total
from companion.rules.arrange.best import arrange
from companion.rules.arrange.laid import Bonus, Laid, nothing_laid
from companion.rules.deal import Deal, clockwise
from companion.rules.edition import Edition
from companion.rules.majority import counted, holder
from companion.rules.settlement import Jackpot, Settlement, jackpot_taken


def settle(edition: Edition, deal: Deal) -> Settlement:
    """What every player of a valid deal is paid (`deal.read` refuses invalid ones).

    Guarantees the highest payout each hand may claim under the edition's rules and options, the
    same result for the same cards in any order, and that sets, tokens, bonuses and jackpot add up
    to the payout.
    """
    if not edition.variant.has_goer:
        return _settle_piles(edition, deal)
    if deal.went_out is None and edition.options["nobody_out"] == "void":
        return _settle_void(edition, deal)
    if edition.variant.announces_wilds:
        return settle_announced(edition, deal)
    laid = {}
    for player in deal.players:
        goer = player == deal.went_out
        laid[player] = arrange(
            edition,
            deal.hands[player],
            goer=goer,
            declared=deal.wilds.get(player, ()),
            reward=deal.reward if goer else (),
            reward_declared=deal.reward_wilds if goer else (),
        )
    _pay_majority(edition, laid)
    legal = deal.went_out is None or laid[deal.went_out].legal
    return Settlement(edition, deal, legal, laid, {name: one.total for name, one in laid.items()})


def _pay_majority(edition: Edition, laid: dict[str, Laid]) -> None:
    """Adds the majority bonus to the one hand that earns it; the cards of the others are unused."""
    holders = [player for player, one in laid.items() if one.most]
    if not holders:
        return
    most = holders[0] if len(holders) == 1 else holder(counted(edition, laid))
    card = edition.cards["most_of"]
    for player in holders:
        one = laid[player]
        if player == most and not one.wiped_out:
            bonus = Bonus(card, len(one.most), edition.values[card])
            laid[player] = replace(one, bonuses=(*one.bonuses, bonus))
        else:
            laid[player] = _unpaid(edition, one)


def _unpaid(edition: Edition, one: Laid) -> Laid:
    return replace(one, unused=tuple(edition.sort([*one.unused, *one.most])))


def _settle_void(edition: Edition, deal: Deal) -> Settlement:
    """Nobody went out and the option says that nobody is paid; the jackpot stays as it is."""
    jackpot = None if deal.jackpot is None else Jackpot(None, 0, deal.jackpot)
    return Settlement(
        edition,
        deal,
        legal=True,
        laid={
            player: nothing_laid(unused=tuple(edition.sort(cards)))
            for player, cards in deal.hands.items()
        },
        payouts=dict.fromkeys(deal.players, 0),
        jackpot=jackpot,
        void=True,
    )


def _settle_piles(edition: Edition, deal: Deal) -> Settlement:
    laid = {p: arrange(edition, deal.hands[p], goer=False) for p in deal.players}
    made = sum(len(one.sets) for one in laid.values())
    complete = deal.stopped_early or made == len(edition.groups)
    legal = complete and all(one.legal for one in laid.values())
    return Settlement(edition, deal, legal, laid, {name: one.total for name, one in laid.items()})


def settle_announced(
    edition: Edition, deal: Deal, order: Sequence[str] | None = None
) -> Settlement:
    """Wilds are announced in order, each so that its player is paid most (2017). Without an `order`
    of all players it is that of the rules: the goer first, then clockwise."""
    players, hands, goer, wilds = deal.players, deal.hands, deal.went_out, deal.wilds
    ways = {
        player: total.profiles(edition, hands[player], wilds.get(player, ()), goer=player == goer)
        for player in order or clockwise(players, goer or players[0])
    }
    chosen, jackpot = _announce(edition, ways, deal.jackpot or 0)
    laid = {}
    for player in players:
        way, declared = chosen[player], wilds.get(player, ())
        one = total.build(edition, hands[player], declared, way, goer=player == goer)
        laid[player] = one if player == jackpot.paid_to or not one.most else _unpaid(edition, one)
    legal = goer is None or laid[goer].legal
    payouts = {player: one.total for player, one in laid.items()}
    if jackpot.paid_to is not None:
        payouts[jackpot.paid_to] += jackpot.amount
    return Settlement(edition, deal, legal, laid, payouts, jackpot)


Ways = Mapping[str, Sequence[total.Profile]]

Chosen = dict[str, total.Profile]


def _announce(edition: Edition, ways: Ways, under: int) -> tuple[Chosen, Jackpot]:
    """What everybody announces, in the order of `ways`, when each knows the earlier ones and
    foresees the later ones."""
    chosen, deciding = {}, []
    for player, every in ways.items():
        tried = _worth_a_try(every, under) if len(every) > 1 else every
        chosen[player] = tried[0]
        if len(tried) > 1:
            deciding.append((player, tried))
    return _in_turn(edition, under, chosen, deciding)


def _in_turn(
    edition: Edition,
    under: int,
    chosen: Chosen,
    deciding: Sequence[tuple[str, Sequence[total.Profile]]],
) -> tuple[Chosen, Jackpot]:
    """The same when only those in `deciding` have still to choose, one after the other, each among
    these ways."""
    if not deciding:
        return chosen, _jackpot(edition, chosen, under)
    (player, ways), *later = deciding
    outcomes = [_in_turn(edition, under, {**chosen, player: way}, later) for way in ways]

    def paid(outcome: tuple[Chosen, Jackpot]) -> tuple[int, int, bool]:
        announced, jackpot = outcome
        return total.preferred(announced[player], jackpot_taken(jackpot, player) or 0)

    return max(outcomes, key=paid)


def _worth_a_try(ways: Sequence[total.Profile], under: int) -> Sequence[total.Profile]:
    """Without the ways that pay less, even with the jackpot `under` the Bank, than another without
    it: whatever the others announce, the player is better off with that other one."""
    most = max([way.pays for way in ways])
    return [way for way in ways if way.pays + under >= most]


def _jackpot(edition: Edition, chosen: Chosen, under: int) -> Jackpot:
    """Who takes what lies under the Bank (2017, Free Parking card)."""
    options = edition.options
    most, first = 0, None  # type: int, str | None
    for player, way in chosen.items():
        held = way.most
        if held > most:
            most, first = held, player
        elif held == most:
            first = None
    grown = under + options["jackpot_step"]
    if not most:
        return Jackpot(None, 0, grown if options["jackpot_grows_when_none_held"] else under)
    if first is None or chosen[first].jailed:
        return Jackpot(None, 0, grown)
    return Jackpot(first, under, options["jackpot_start"])

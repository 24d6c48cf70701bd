"""The single slips of counting that people make, and what each would make of a hand.

If a claimed amount is just what one of them gives, the player is told which. That is a fact about
the amount, and no proof of what somebody thought.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from companion.rules.arrange.best import arrange
from companion.rules.arrange.laid import SetLaid
from companion.rules.deal import check_cards, likely_stands
from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions
from companion.rules.hand import Refusal
from companion.rules.majority import counted, holder
from companion.rules.payout import settle
from companion.rules.settlement import Settlement, jackpot_taken
from companion.rules.words import cards_said, listed, plural

MOST_NAMED = 3


def slips(settlement: Settlement, player: str) -> Iterator[tuple[str, int]]:
    """What the hand would come to with one slip: in words that go on from “the sum”, and the
    amount. The likelier slip comes first; an amount may come more than once."""
    if settlement.void:
        return
    yield from _bonuses_forgotten(settlement, player)
    yield from _as_another(settlement, player)
    yield from _tokens_otherwise(settlement, player)
    yield from _houses_otherwise(settlement, player)
    yield from _left_out(settlement, player)
    yield from _miscounted(settlement, player)
    yield from _other_wilds(settlement, player)


def _bonuses_forgotten(settlement: Settlement, player: str) -> Iterator[tuple[str, int]]:
    """Bonuses that were not added: those of two groups (Express), or all bonus cards."""
    edition, laid, pays = settlement.edition, settlement.laid[player], settlement.payouts[player]
    paid = [bonus for bonus in laid.bonuses if bonus.amount]
    together = sum(bonus.amount for bonus in paid)
    if edition.pairs:
        for bonus in paid:
            names = listed([edition.label(group) for group in bonus.kind.split("+")])
            yield f"without the bonus for {names}", pays - bonus.amount
        if len(paid) > 1:
            yield "without any bonus", pays - together
        return
    under = jackpot_taken(settlement.jackpot, player) or 0
    if len(paid) + bool(under) > 1:
        yield "without any bonus card", pays - together - under
        if under and len(paid) > 1:
            yield "without any bonus card but the jackpot", pays - together


def _tokens_otherwise(settlement: Settlement, player: str) -> Iterator[tuple[str, int]]:
    """Tokens counted as if each doubled, or as in another edition."""
    edition, laid, pays = settlement.edition, settlement.laid[player], settlement.payouts[player]
    with_tokens = next((one for one in laid.sets if one.tokens), None)
    if with_tokens is None:
        return
    name, tokens, value = edition.label(with_tokens.group), with_tokens.tokens, with_tokens.value
    bare = pays - with_tokens.tokens_value
    each = "each token" if tokens > 1 else "the token"
    other = _other_by_tokens(edition)
    if edition.variant.numbered_houses:
        if tokens > 1:
            yield f"with each token doubling {name} again", bare + (2**tokens - 1) * value
        if tokens > 2:
            yield f"with {name} doubled once for all tokens", bare + value
        if other is not None:
            amount = other.price("token")
            priced = f"with {edition.amount(amount)} for {each}, as in {other.name}"
            yield priced, bare + tokens * amount
    else:
        if other is not None:
            again = f"with {each} paying {name} once more, as in {other.name}"
            yield again, bare + tokens * value
        if tokens > 1:
            yield f"with each token doubling {name} again", bare + (2**tokens - 1) * value
    if bare != value:
        yield f"with {each} doubling the whole hand", bare * 2**tokens
        if tokens > 1:
            yield "with the whole hand doubled once for all tokens", bare * 2


def _other_by_tokens(edition: Edition) -> Edition | None:
    """The first edition in which tokens pay otherwise; None without one."""
    numbered = edition.variant.numbered_houses
    for other in all_editions():
        if "token" in other.cards and other.variant.numbered_houses != numbered:
            return other
    return None


def _houses_otherwise(settlement: Settlement, player: str) -> Iterator[tuple[str, int]]:
    """Houses counted that find no place, or on two sets where one is improved."""
    edition, laid, pays = settlement.edition, settlement.laid[player], settlement.payouts[player]
    colours = [one for one in laid.sets if edition.group(one.group).kind == "colour"]
    roles = edition.cards
    if not colours:  # as with everybody who is caught: such a hand has no sets
        return
    goer = player == settlement.went_out
    numbered = edition.variant.numbered_houses
    if not numbered and not goer:
        return
    sizes = dict.fromkeys(roles["houses"], 1) if numbered else roles["houses"]
    spare = [card for card in laid.unused if card in sizes]
    for card in dict.fromkeys(spare):
        for one in colours:
            more = sizes[card] * _with_tokens(edition, one, "house")
            where = f"on {edition.label(one.group)}, where it finds no place"
            yield f"with the {edition.label(card)} counted {where}", pays + more
    if len(spare) > 1:
        for one in colours:
            number = sum(sizes[card] for card in spare)
            more = number * _with_tokens(edition, one, "house")
            where = f"on {edition.label(one.group)}"
            all_of = "both" if number == 2 else f"all {number}"
            yield f"with {all_of} houses that find no place counted {where}", pays + more
    if roles["hotel"] in laid.unused:
        for one in colours:
            where = f"on {edition.label(one.group)}, where it finds no place"
            more = _with_tokens(edition, one, "hotel")
            yield f"with the hotel counted {where}", pays + more
    if not numbered:
        yield from _two_sets_improved(settlement, player, colours)


def _two_sets_improved(
    settlement: Settlement, player: str, colours: Sequence[SetLaid]
) -> Iterator[tuple[str, int]]:
    """Houses on two sets where only one set is improved: the same ones twice, or divided."""
    edition, pays = settlement.edition, settlement.payouts[player]
    built = next((one for one in colours if one.houses), None)
    if built is None:
        return
    sizes = edition.cards["houses"]
    cards = [card for card in (*built.cards, *built.wilds) if card in sizes]
    parts = {
        sum(sizes[card] for card in chosen)
        for number in range(1, len(cards) + 1)
        for chosen in combinations(cards, number)
    }
    name = edition.label(built.group)
    for other in colours:
        if other.group == built.group:
            continue
        each, less = edition.house_value(other.group), edition.house_value(built.group)
        too = edition.label(other.group)
        yield f"with the houses counted on {name} and on {too}", pays + built.houses * each
        for moved in sorted(parts - {built.houses}):
            houses = plural(moved, "house")
            yield f"with {houses} on {too} and the rest on {name}", pays + moved * (each - less)


def _other_wilds(settlement: Settlement, player: str) -> Iterator[tuple[str, int]]:
    """Undeclared wilds as other cards than the best ones."""
    edition, deal = settlement.edition, settlement.deal
    hand, declared = deal.hands[player], tuple(deal.wilds.get(player, ()))
    if not edition.wild or settlement.laid[player].wiped_out:
        return
    free = list(hand).count(edition.wild) - len(declared)
    if not 0 < free <= 2:
        return
    wild = edition.label(edition.wild)
    read = Counter(settlement.laid[player].readings)
    for stands in combinations_with_replacement(likely_stands(edition, hand), free):
        if (Counter(stands) - read).total() > 1:  # one slip, not two
            continue
        changed = deal._replace(wilds={**deal.wilds, player: (*declared, *stands)})
        try:
            check_cards(edition, changed)
        except Refusal:
            continue
        then = settle(edition, changed)
        if edition.wild in then.laid[player].unused:
            continue
        text = f"with {wild} as {cards_said(edition, stands)}"
        if settlement.legal and not then.legal:
            text += ", but then the hand may not go out"
        yield text, then.payouts[player]


def _left_out(settlement: Settlement, player: str) -> Iterator[tuple[str, int]]:
    """One line of the sum forgotten."""
    edition, laid, pays = settlement.edition, settlement.laid[player], settlement.payouts[player]
    for one in laid.sets:
        name = edition.label(one.group)
        if one.tokens:
            what = "token" if one.tokens == 1 else f"{one.tokens} tokens"
            yield f"without the {what} on {name}", pays - one.tokens_value
            if one.tokens > 1:
                yield "with one token less", pays - one.tokens_value // one.tokens
        if one.hotel:
            yield f"without the hotel on {name}", pays - _with_tokens(edition, one, "hotel")
        if one.houses:
            house = _with_tokens(edition, one, "house")
            yield f"with one house less on {name}", pays - house
            if one.houses > 1:
                yield f"without the houses on {name}", pays - one.houses * house
        its = f" and its {plural(one.tokens, 'token')}" if one.tokens else ""
        lost = sum(bonus.amount for bonus in laid.bonuses if one.group in bonus.kind.split("+"))
        also = " and its bonus" if lost else ""
        yield f"without {name}{its}{also}", pays - one.value - one.tokens_value - lost
    for bonus in laid.bonuses if not edition.pairs else ():
        what = "for the most " if bonus.kind == edition.cards["most_of"] else "for "
        yield f"without what is paid {what}{edition.label(bonus.kind)}", pays - bonus.amount
    taken = jackpot_taken(settlement.jackpot, player)
    if taken is not None:
        yield "without the jackpot", pays - taken


def _with_tokens(edition: Edition, one: SetLaid, kind: str) -> int:
    """What a house or the hotel adds, and with it every token where a token pays the whole set."""
    each = edition.price("hotel") if kind == "hotel" else edition.house_value(one.group)
    return each * (1 + one.tokens if edition.variant.numbered_houses else 1)


def _miscounted(settlement: Settlement, player: str) -> Iterator[tuple[str, int]]:
    """A line of the sum counted by another rule."""
    edition, laid, pays = settlement.edition, settlement.laid[player], settlement.payouts[player]
    for one in laid.sets:
        name, tokens = edition.label(one.group), "token" if one.tokens == 1 else "tokens"
        if one.tokens and one.houses and edition.variant.numbered_houses:
            base = edition.values[one.group]
            counted = pays - one.tokens_value + one.tokens * base
            yield f"with the {tokens} on {name} counted without its houses", counted
        if one.tokens and edition.variant.numbered_houses:
            for other in laid.sets:
                if other.group != one.group:
                    counted = pays - one.tokens_value + one.tokens * other.value
                    where = f"with the {tokens} on {edition.label(other.group)}"
                    yield f"{where} instead of {name}", counted
        if one.hotel:
            more = _with_tokens(edition, one, "house") - _with_tokens(edition, one, "hotel")
            yield f"with the hotel on {name} counted like a house", pays + more
    for bonus in laid.bonuses:
        if "go-four" in edition.values and bonus.kind == edition.cards["go"] and bonus.number >= 4:
            each = bonus.number * edition.price("go")
            yield (
                f"with every {edition.label(bonus.kind)} paid by itself",
                (pays - bonus.amount + each),
            )
    if not laid.most or laid.wiped_out:
        return
    most = edition.cards["most_of"]
    if settlement.jackpot is not None:
        if settlement.jackpot.paid_to != player:
            under = settlement.deal.jackpot or 0
            yield "with the jackpot, which this hand does not get", pays + under
    elif not any(bonus.kind == most for bonus in laid.bonuses):
        name = edition.label(most)
        yield (
            f"with the payment for the most {name}, which this hand does not get",
            (pays + int(edition.values[most])),
        )


def _as_another(settlement: Settlement, player: str) -> Iterator[tuple[str, int]]:
    """The hand counted as if something were otherwise."""
    edition, deal, laid = settlement.edition, settlement.deal, settlement.laid[player]
    if not edition.variant.has_goer:
        return
    goer = player == deal.went_out
    if goer and deal.reward:
        then = settle(edition, deal._replace(reward=(), reward_wilds=()))
        yield "without the reward", then.payouts[player]
    if laid.wiped_out:
        card = laid.wiped_out
        hands: dict[str, Sequence[str]] = dict(deal.hands)
        hands[player] = [held for held in hands[player] if held != card]
        wilds = deal.wilds
        if card == edition.wild:
            wilds = {name: cards for name, cards in wilds.items() if name != player}
        then = settle(edition, deal._replace(hands=hands, wilds=wilds))
        yield f"if no {edition.label(card)} were in the hand", then.payouts[player]
        if card == edition.wild:
            what = f"with {edition.label(card)} counted as if this hand had gone out"
            yield what, _as_goer(settlement, player)
    elif not goer and edition.policies["improvements"] == "goer":
        changed = deal._replace(went_out=player, reward=(), reward_wilds=())
        then = settle(edition, changed)
        yield "if this hand had gone out", then.payouts[player]


def _as_goer(settlement: Settlement, player: str) -> int:
    """What a hand that is caught with its wild would come to if the wild counted."""
    edition, deal = settlement.edition, settlement.deal
    declared = deal.wilds.get(player, ())
    laid = arrange(edition, deal.hands[player], goer=True, declared=declared)
    held = counted(edition, {**settlement.laid, player: laid})
    majority: int = edition.price("most_of") if holder(held) == player else 0
    return laid.total + majority


def matching(settlement: Settlement, player: str, amount: int) -> list[str]:
    """The slips that give just this wrong amount, at most three, the likeliest first."""
    found: dict[str, None] = {}
    for text, pays in slips(settlement, player):
        if pays == amount:
            found[text] = None
            if len(found) == MOST_NAMED:
                break
    return list(found)

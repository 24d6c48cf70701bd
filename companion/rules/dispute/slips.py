"""The single slips of counting that people make, and what each would make of a hand.

If a claimed amount is just what one of them gives, the player is told which. That is a fact about
the amount, and no proof of what somebody thought.

A slip is a row: words that go on from “the sum”, and what it changes in the payout. A row that
changes nothing is no slip. Dark Blue with two houses and a token pays £2,400 in Classic UK. One of
its rows is “with the token on Dark Blue counted without its houses” and -800: the token pays £400
then in place of £1,200. So who claims £1,600 is told just that.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, combinations_with_replacement

from companion.rules.arrange.laid import SetLaid
from companion.rules.deal import Deal, is_possible, likely_stands
from companion.rules.dispute.hand import Hand
from companion.rules.edition_file import all_editions
from companion.rules.settlement import Settlement
from companion.rules.words import called, cards_said, listed, number_of, plural

Rows = Iterator[tuple[str, int]]


def slips(settlement: Settlement, player: str) -> Iterator[tuple[str, int]]:
    """What the hand would come to with one slip: in words that go on from “the sum”, and the
    amount. The likelier slip comes first; an amount may come more than once."""
    if settlement.void:
        return
    hand = _CountedHand(settlement, player)
    rows = chain(
        _bonuses_together(hand),
        _as_in_another_deal(hand),
        *(_tokens_otherwise(hand, laid) for laid in hand.arranged.sets if laid.tokens),
        *(_cards_without_a_place(hand, laid) for laid in hand.colours),
        *(_houses_on_two_sets(hand, laid) for laid in hand.colours if laid.houses),
        *(_part_of_a_set(hand, laid) for laid in hand.arranged.sets),
        _bonus_by_itself(hand),
        _wild_otherwise(hand),
    )
    for words, change in rows:
        if change:
            yield words, hand.pays + change


class _CountedHand(Hand):
    """The hand that was counted. `colours` are its sets that take houses, `sizes` says how many
    houses each house card is. `doubles`: a token pays its set once more."""

    def __init__(self, settlement: Settlement, player: str) -> None:
        super().__init__(settlement, player)
        edition, way = self.edition, self.edition.way
        self.colours = [
            laid for laid in self.arranged.sets if edition.group(laid.group).kind == "colour"
        ]
        self.sizes = way.houses(edition)
        self.doubles = way.token_pays(edition, 1) > way.token_pays(edition, 0)

    def grows(self, laid: SetLaid, amount: int) -> int:
        """What the hand pays more when a set is worth that much more: every token on it pays more,
        too, where tokens pay the set."""
        return amount * (1 + laid.tokens * self.doubles)

    def house(self, laid: SetLaid) -> int:
        """What one house adds to a set."""
        return self.grows(laid, self.edition.house_value(laid.group))

    def hotel(self, laid: SetLaid) -> int:
        """What the hotel adds to a set."""
        return self.grows(laid, self.edition.price("hotel"))

    def called(self, role: str, number: int = 1) -> str:
        """What this box calls a hotel or a token, or several."""
        return called(self.edition, self.edition.roles[role], number)

    def change(self, deal: Deal) -> int:
        """What changes for this player in another deal."""
        return self.in_deal(deal).pays - self.pays


def _bonuses_together(hand: _CountedHand) -> Rows:
    """Bonuses forgotten: those of two groups (Express), or all bonus cards."""
    paid = [bonus for bonus in hand.arranged.bonuses if bonus.amount]
    together = sum(bonus.amount for bonus in paid)
    if hand.edition.pairs:
        for bonus in paid:
            names = listed(map(hand.edition.label, bonus.kind.split("+")))
            yield f"without the bonus for {names}", -bonus.amount
        if len(paid) > 1:
            yield "without any bonus", -together
    elif len(paid) + bool(hand.jackpot) > 1:
        yield "without any bonus card", -together - hand.jackpot
        if hand.jackpot and len(paid) > 1:
            yield "without any bonus card but the jackpot", -together


def _as_in_another_deal(hand: _CountedHand) -> Rows:
    """The hand counted without the reward, without the card it is caught with, as a goer's."""
    edition, deal, player, caught = hand.edition, hand.deal, hand.player, hand.arranged.wiped_out
    no_reward = replace(deal, reward=(), reward_wilds=())
    if hand.goer and deal.reward:
        yield "without the reward", hand.change(no_reward)
    if caught:
        left = [card for card in hand.laid_down if card != caught]
        wilds = {**deal.wilds, player: ()} if caught == edition.wild else deal.wilds
        without = replace(deal, hands={**deal.hands, player: left}, wilds=wilds)
        yield f"if no {edition.label(caught)} were in the hand", hand.change(without)
    if hand.goer:
        return
    gone_out = replace(no_reward, went_out=player)
    if caught == edition.wild:
        words = f"with {edition.label(caught)} counted as if this hand had gone out"
        yield words, hand.change(gone_out)
    elif not caught:
        yield "if this hand had gone out", hand.change(gone_out)


def _tokens_otherwise(hand: _CountedHand, laid: SetLaid) -> Rows:
    """Tokens counted as if each doubled, as in another edition, or on another set."""
    edition, tokens, paid = hand.edition, laid.tokens, laid.tokens_value
    name, rest = edition.label(laid.group), hand.pays - paid
    its, one, several = hand.called("token", tokens), hand.called("token"), hand.called("token", 2)
    each = f"each {one}" if tokens > 1 else f"the {one}"
    if tokens > 1:
        yield f"with each {one} doubling {name} again", (2**tokens - 1) * laid.value - paid
    if tokens > 2 and hand.doubles:
        yield f"with {name} doubled once for all {several}", laid.value - paid
    others = (box for box in all_editions() if "token" in box.roles)
    other = next((box for box in others if box.way is not edition.way), None)
    if other is not None and hand.doubles:
        price = other.price("token")
        words = f"with {edition.amount(price)} for {each}, as in {other.name}"
        yield words, tokens * price - paid
    elif other is not None:
        words = f"with {each} paying {name} once more, as in {other.name}"
        yield words, tokens * laid.value - paid
    if rest != laid.value:  # else doubling the hand is doubling the set
        yield f"with {each} doubling the whole hand", rest * (2**tokens - 1) - paid
        if tokens > 1:
            yield f"with the whole hand doubled once for all {several}", rest - paid
    if hand.doubles:
        if laid.houses:
            words = f"with the {its} on {name} counted without its houses"
            yield words, tokens * edition.values[laid.group] - paid
        if laid.hotel:
            words = f"with the {its} on {name} counted without its {hand.called('hotel')}"
            yield words, -tokens * edition.price("hotel")
        for other_set in hand.arranged.sets:
            words = f"with the {its} on {edition.label(other_set.group)} instead of {name}"
            yield words, tokens * other_set.value - paid


def _cards_without_a_place(hand: _CountedHand, laid: SetLaid) -> Rows:
    """Houses and the hotel that find no place counted on a colour set."""
    if not hand.goer and not hand.edition.way.others_improve:
        return
    edition, name = hand.edition, hand.edition.label(laid.group)
    houses = [card for card in hand.arranged.unused if card in hand.sizes]
    for card in dict.fromkeys(houses):
        words = f"with the {edition.label(card)} counted on {name}, where it finds no place"
        yield words, hand.sizes[card] * hand.house(laid)
    if len(houses) > 1:
        number = sum(hand.sizes[card] for card in houses)
        all_of = "both" if number == 2 else f"all {number}"
        words = f"with {all_of} houses that find no place counted on {name}"
        yield words, number * hand.house(laid)
    if edition.roles["hotel"] in hand.arranged.unused:
        words = f"with the {hand.called('hotel')} counted on {name}, where it finds no place"
        yield words, hand.hotel(laid)


def _houses_on_two_sets(hand: _CountedHand, built: SetLaid) -> Rows:
    """Houses counted on two sets where one set is improved: the same ones twice, or divided."""
    if hand.edition.way.ladder(hand.edition):
        return
    edition, name = hand.edition, hand.edition.label(built.group)
    sizes = [hand.sizes[card] for card in (*built.cards, *built.wilds) if card in hand.sizes]
    some = {sum(way) for number in range(1, len(sizes)) for way in combinations(sizes, number)}
    for other in hand.colours:
        if other.group == built.group:
            continue
        too, each = edition.label(other.group), edition.house_value(other.group)
        yield f"with the houses counted on {name} and on {too}", built.houses * each
        for moved in sorted(some):
            words = f"with {plural(moved, 'house')} on {too} and the rest on {name}"
            yield words, moved * (each - hand.house(built))


def _part_of_a_set(hand: _CountedHand, laid: SetLaid) -> Rows:
    """A set, or something on it, forgotten; or the hotel counted like a house."""
    edition, name = hand.edition, hand.edition.label(laid.group)
    its = ""
    if laid.tokens:
        tokens = number_of(edition, edition.roles["token"], laid.tokens)
        its = f" and its {tokens}"
        what = hand.called("token") if laid.tokens == 1 else tokens
        yield f"without the {what} on {name}", -laid.tokens_value
    if laid.tokens > 1:
        yield f"with one {hand.called('token')} less", -laid.tokens_value // laid.tokens
    if laid.hotel:
        hotel = hand.called("hotel")
        yield f"without the {hotel} on {name}", -hand.hotel(laid)
        words = f"with the {hotel} on {name} counted like a house"
        yield words, hand.house(laid) - hand.hotel(laid)
    if laid.houses:
        yield f"with one house less on {name}", -hand.house(laid)
    if laid.houses > 1:
        yield f"without the houses on {name}", -hand.house(laid) * laid.houses
    lost = sum(pair.amount for pair in hand.arranged.bonuses if laid.group in pair.kind.split("+"))
    also = " and its bonus" if lost else ""
    yield f"without {name}{its}{also}", -laid.value - laid.tokens_value - lost


def _bonus_by_itself(hand: _CountedHand) -> Rows:
    """A bonus forgotten, paid card by card, or paid to somebody who does not get it."""
    edition, laid, jackpot = hand.edition, hand.arranged, hand.settlement.jackpot
    most, paid_most = edition.roles.get("most_of", ""), bool(hand.jackpot)
    for bonus in laid.bonuses if not edition.pairs else ():
        name = edition.label(bonus.kind)
        what = f"the most {name}" if bonus.kind == most else name
        yield f"without what is paid for {what}", -bonus.amount
        if bonus.kind == edition.roles["go"]:
            each = bonus.count * edition.price("go")
            yield f"with every {name} paid by itself", each - bonus.amount
        paid_most = paid_most or bonus.kind == most
    yield "without the jackpot", -hand.jackpot
    if not laid.most or laid.wiped_out or paid_most:
        return
    if jackpot is not None:
        yield "with the jackpot, which this hand does not get", hand.deal.jackpot or 0
    else:
        words = f"with the payment for the most {edition.label(most)}, which this hand does not get"
        yield words, edition.price("most_of")


def _wild_otherwise(hand: _CountedHand) -> Rows:
    """An undeclared wild as another card than the best one."""
    edition, deal, laid, free = hand.edition, hand.deal, hand.arranged, hand.undeclared
    if laid.wiped_out or not 0 < free <= 2:
        return
    read = Counter(laid.readings)
    for stands in combinations_with_replacement(likely_stands(edition, hand.laid_down), free):
        if (Counter(stands) - read).total() > 1:  # two slips, not one
            continue
        said = {**deal.wilds, hand.player: (*hand.declared, *stands)}
        if not is_possible(edition, replace(deal, wilds=said)):
            continue
        then = hand.in_deal(replace(deal, wilds=said))
        if edition.wild not in then.arranged.unused:
            illegal = hand.settlement.legal and not then.settlement.legal
            words = f"with {edition.label(edition.wild)} as {cards_said(edition, stands)}"
            words += ", but then the hand may not go out" if illegal else ""
            yield words, then.pays - hand.pays

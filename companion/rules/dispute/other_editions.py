"""The same hand under the other editions."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.rules.deal import Deal, check_cards
from companion.rules.dispute.claimed_set import bare
from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions
from companion.rules.findings.finding import blocking
from companion.rules.hand import Refusal
from companion.rules.majority import counted
from companion.rules.options import with_options
from companion.rules.payout import settle
from companion.rules.settlement import Settlement, jackpot_taken
from companion.rules.texts import rule as rule_told
from companion.rules.words import capital, cards_said


class Why(NamedTuple):
    """A rule of an edition that makes the difference, and what it does here, in one line. The rule
    is told as that edition is played with these `options` by this number of players."""

    edition: str
    players: int
    options: Mapping[str, Any]
    rule: str
    text: str
    cite: str
    here: str


class Other(NamedTuple):
    """Another edition that rules otherwise. `legal` is None for a hand that did not go out; `pays`
    is the amount as a number, `amount` as people read it. `left_out` are the cards of this hand
    (ids of the edition asked about) that have no counterpart there."""

    edition: str
    name: str
    legal: bool | None
    pays: int
    amount: str
    why: tuple[Why, ...]
    left_out: tuple[str, ...]


def elsewhere(settlement: Settlement, player: str) -> tuple[Other, ...]:
    """The editions in which this hand would be ruled on otherwise, and the rules that make it so.

    Cards are matched by what they are for: properties by their place in the group, a house card of
    2017 by its number of houses, Chance as Wild. The table's options go along where the other
    edition has them. Amounts are compared as numbers. Two rulings that a hand may not go out are
    the same. Empty where nobody goes out, which is another game.
    """
    home = settlement.edition
    found = []
    for away in all_editions():
        if away.id != home.id and _board(away) == _board(home) and home.variant.has_goer:
            there, left_out = _there(settlement, player, away)
            other = _compared(settlement, there, player, left_out)
            if other is not None:
                found.append(other)
    return tuple(found)


def _board(edition: Edition) -> list[tuple[str, int]]:
    """Kind and size of every group. Where they are the same, hands can be compared."""
    return [(group.kind, len(group.cards)) for group in edition.groups]


def _compared(
    here: Settlement, there: Settlement, player: str, left_out: tuple[str, ...]
) -> Other | None:
    goer = player == here.went_out
    pays = there.payouts[player]
    if goer and not here.legal and not there.legal:
        return None
    if pays == here.payouts[player] and (not goer or here.legal == there.legal):
        return None
    edition = there.edition
    return Other(
        edition=edition.id,
        name=edition.name,
        legal=there.legal if goer else None,
        pays=pays,
        amount=edition.amount(pays),
        why=tuple(_why(here, there, player)),
        left_out=left_out,
    )


class _Counterparts:
    """The cards of one edition as those of another, as long as its deck has copies."""

    def __init__(self, home: Edition, away: Edition) -> None:
        self.home = home
        self.away = away
        self.left = dict(away.deck)
        self.same = {
            card: other
            for mine, theirs in zip(home.groups, away.groups, strict=True)
            for card, other in zip(mine.cards, theirs.cards, strict=True)
        }
        roles = ["hotel", "token", "wild", "go"]
        if home.variant is away.variant:
            roles += ["most_of", "jail"]
            self.same |= dict(zip(home.cards["houses"], away.cards["houses"], strict=True))
        for role in roles:
            if role in home.cards and role in away.cards:
                self.same[home.cards[role]] = away.cards[role]

    def cards(self, cards: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The counterparts of these cards, and those of the cards that have none."""
        found: list[str] = []
        without: list[str] = []
        houses = self.home.cards["houses"]
        built = 0
        for card in self.home.sort(cards):
            if card in self.same:
                ladder = [self.same[card]]
            elif card not in houses:
                ladder = []
            elif self.away.variant.numbered_houses:
                ladder = self._houses(built, houses[card])
                built += len(ladder)
            else:
                if not self._one_more_house(found):
                    without.append(card)
                continue
            if ladder and all(self.left[one] for one in ladder):
                for one in ladder:
                    self.left[one] -= 1
                found += ladder
            else:
                without.append(card)
        return tuple(found), tuple(without)

    def _houses(self, built: int, number: int) -> list[str]:
        """A house card of 2017 in sequence: `number` more houses."""
        houses = list(self.away.cards["houses"])
        return [houses[(built + step) % len(houses)] for step in range(number)]

    def _one_more_house(self, found: list[str]) -> bool:
        """One more house among the house cards found (2017): a card of one house, and when there is
        none left a found card for one with a house more. False when neither can be."""
        sizes = self.away.cards["houses"]
        for old in ("", *sizes):
            if old and old not in found:
                continue
            for new, size in sizes.items():
                if size == sizes.get(old, 0) + 1 and self.left[new]:
                    if old:
                        found.remove(old)
                        self.left[old] += 1
                    found.append(new)
                    self.left[new] -= 1
                    return True
        return False

    def stands(self, cards: Sequence[str]) -> tuple[str, ...]:
        """What declared wilds count as there; one that has no single counterpart is undeclared."""
        houses = self.home.cards["houses"]
        found = []
        for card in cards:
            if card in self.same:
                found.append(self.same[card])
            elif card in houses and not self.away.variant.numbered_houses:
                found.append(next(iter(self.away.cards["houses"])))
        return tuple(found)


def _there(settlement: Settlement, player: str, box: Edition) -> tuple[Settlement, tuple[str, ...]]:
    """The deal in another box, settled, and the cards of this hand that it has not."""
    home, deal = settlement.edition, settlement.deal
    edition = _same_options(home, box)
    players = _seated(settlement, player, max(edition.seats))
    match = _Counterparts(home, edition)
    goer = deal.went_out if deal.went_out in players else None
    hands: dict[str, tuple[str, ...]] = dict.fromkeys(players, ())
    hands[player], left_out = match.cards(deal.hands[player])
    reward: tuple[str, ...] = ()
    if edition.seats[len(players)].reward and goer is not None:
        reward, without = match.cards(deal.reward)
        left_out += without if goer == player else ()
    for other in players:
        if other != player:
            hands[other] = match.cards(deal.hands[other])[0]
    away = Deal(
        players=players,
        hands=hands,
        went_out=goer,
        reward=reward,
        jackpot=edition.options.get("jackpot_start"),
    )
    for other in players:  # where a declaration cannot be there, the wilds are undeclared
        declared = match.stands(deal.wilds.get(other, ()))
        if declared:
            away = _if_possible(edition, away, away._replace(wilds={**away.wilds, other: declared}))
    if deal.reward_wilds:
        later = away._replace(reward_wilds=match.stands(deal.reward_wilds))
        away = _if_possible(edition, away, later)
    return settle(edition, away), left_out


def _if_possible(edition: Edition, deal: Deal, changed: Deal) -> Deal:
    try:
        check_cards(edition, changed)
    except Refusal:
        return deal
    return changed


def _same_options(home: Edition, box: Edition) -> Edition:
    """The other box with those of the table's options that it has."""
    options = {name: value for name, value in home.changed.items() if name in box.options}
    amounts = {}
    for key, value in home.changed.get("values", {}).items():
        if key in box.values and isinstance(value, Mapping) == isinstance(box.values[key], Mapping):
            amounts[key] = value
    if amounts:
        options["values"] = amounts
    return with_options(box, options)


def _seated(settlement: Settlement, player: str, most: int) -> tuple[str, ...]:
    """As many players as the other box takes: this one, the goer, then those who hold the most for
    the majority, so that this player has it there if it is so here, then those who hold cards."""
    deal = settlement.deal
    held = counted(settlement.edition, settlement.laid)

    def key(one: str) -> tuple[bool, bool, int, bool]:
        return one != player, one != deal.went_out, -held[one], not deal.hands[one]

    kept = sorted(deal.players, key=key)[:most]
    return tuple(one for one in deal.players if one in kept)


def _why(here: Settlement, there: Settlement, player: str) -> Iterator[Why]:
    """What makes the difference: the parts that differ, of which several may rest on one rule.

    Where one may go out and the other not, the amounts are not compared: one of them is what a
    table would pay that lets the hand stand.
    """
    reasons = [*_legality(here, there, player), *_caught(here, there, player)]
    if not reasons:
        yield from _parts(here, there, player)
    once: dict[tuple[str, str], Why] = {}
    for one in reasons:
        once.setdefault((one.edition, one.rule), one)
    yield from once.values()


def _rule(ruled: Settlement, rule: str, here: str) -> Why:
    edition, players = ruled.edition, len(ruled.deal.players)
    text, cite = rule_told(edition, rule, players)
    return Why(edition.id, players, edition.changed, rule, text, cite, here)


def _legality(here: Settlement, there: Settlement, player: str) -> Iterator[Why]:
    """What keeps a goer from going out in one of the two."""
    if player != here.went_out or here.legal == there.legal:
        return
    ruled = there if here.legal else here
    for finding in blocking(ruled.findings):
        yield _rule(ruled, finding.rule, f"{ruled.edition.name}: {finding.message}")


def _caught(here: Settlement, there: Settlement, player: str) -> Iterator[Why]:
    """A card that wipes the hand out in one of the two, and what it is in the other."""
    mine, theirs = here.laid[player].wiped_out, there.laid[player].wiped_out
    if mine == theirs:
        return
    for ruled, other, caught in ((there, here, theirs), (here, there, mine)):
        if caught is None:
            continue
        edition = ruled.edition
        rule = "jail" if "jail" in edition.rules and player == ruled.went_out else caught
        text = f"{edition.name}: the hand is caught with {edition.label(caught)} and pays nothing."
        yield _rule(ruled, rule, text)
        if caught == edition.wild and other.edition.policies["wild_caught"] == "stands-in":
            wild = other.edition.label(other.edition.wild)
            text = f"{other.edition.name}: a {wild} counts in every hand."
            yield _rule(other, other.edition.wild, text)


class _Part(NamedTuple):
    """A part of a sum: what it is called, the rule it rests on, and the amount."""

    name: str
    rule: str
    amount: int


def _sum_of(settlement: Settlement, player: str) -> list[_Part]:
    """The payout in parts, the same parts in every edition that can be compared."""
    edition, laid = settlement.edition, settlement.laid[player]
    paid = Counter({bonus.kind: bonus.amount for bonus in laid.bonuses})
    sets = sum(bare(edition, one) for one in laid.sets)
    roles = edition.cards
    most = paid[roles["most_of"]] + (jackpot_taken(settlement.jackpot, player) or 0)
    out_of_jail = roles.get("out_of_jail", "")
    return [
        _Part("the sets", "set-value", sets),
        _Part("houses and hotels", "set-value", sum(one.value for one in laid.sets) - sets),
        _Part("tokens", roles["token"], sum(one.tokens_value for one in laid.sets)),
        _Part(edition.label(roles["go"]), roles["go"], paid[roles["go"]]),
        _Part(f"the most {edition.label(roles['most_of'])} cards", roles["most_of"], most),
        _Part(edition.label(out_of_jail), out_of_jail, paid[out_of_jail]),
    ]


def _parts(here: Settlement, there: Settlement, player: str) -> Iterator[Why]:
    """The parts of the two sums that differ, and the rule the other edition has about each."""
    home, away = here.edition, there.edition
    drawn = player == here.went_out and here.deal.reward and not there.deal.reward
    if drawn:
        text = f"{away.name} has no reward. The reward cards do not count there."
        yield _rule(here, "reward", text)
    yield from _wilds_apart(here, there, player)
    for mine, theirs in zip(_sum_of(here, player), _sum_of(there, player), strict=True):
        if mine.amount == theirs.amount:
            continue
        name = theirs.name if theirs.amount else mine.name
        text = f"{capital(name)}: {home.amount(mine.amount)} in {home.name}, "
        text += f"{away.amount(theirs.amount)} in {away.name}."
        ruled = [
            (settlement, part.rule)
            for settlement, part in ((there, theirs), (here, mine))
            if part.rule in settlement.edition.rules
        ]
        # A rule that only one of them has is at work where something is paid.
        if len({rule for _, rule in ruled}) > 1 and mine.amount > theirs.amount:
            ruled.reverse()
        yield _rule(*ruled[0], text)


def _wilds_apart(here: Settlement, there: Settlement, player: str) -> Iterator[Why]:
    """Wilds that count as other cards in the other edition, where other cards pay more."""
    stands = here.laid[player].wilds, there.laid[player].wilds
    expected = _Counterparts(here.edition, there.edition).stands(stands[0])
    if not stands[1] or Counter(expected) == Counter(stands[1]):
        return
    told = [
        f"In {one.edition.name} {one.edition.label(one.edition.wild)} {_is_as(one, player)} "
        f"{cards_said(one.edition, cards)}."
        for one, cards in zip((here, there), stands, strict=True)
        if cards
    ]
    yield _rule(there, there.edition.wild, " ".join(told))


def _is_as(settlement: Settlement, player: str) -> str:
    """Whether the wilds were declared, or are as what is best."""
    stands = Counter(settlement.laid[player].wilds)
    declared = Counter(settlement.deal.wilds.get(player, ()))
    if not stands - declared:
        return "was declared as"
    return "counts as" if declared else "is best as"

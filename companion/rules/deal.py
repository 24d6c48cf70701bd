"""One deal: what was laid down, and the refusal of what cannot have been."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Annotated, Any

from companion.rules.bank import most_said, step_of
from companion.rules.edition import Edition
from companion.rules.plain import (
    CardId,
    Damaged,
    Player,
    whole,
    write,
)
from companion.rules.plain import read as read_plain
from companion.rules.refusal import Refusal, near, shortened
from companion.rules.words import copies, deck_limit, listed

MOST_UNDER_THE_BANK = 1_000_000_000
UnderTheBank = Annotated[int, whole(0, MOST_UNDER_THE_BANK, 50)]
"""A jackpot, in whole money."""


@dataclass(frozen=True)
class Deal:
    """What was laid down in one deal. Every player has a hand, an empty one if none was entered;
    they are in the order of their seats.

    `went_out` is None when nobody went out, and in Express. `wilds` are the declarations before
    the reward, `reward_wilds` those after it. `jackpot` is what lies under the Bank, None where
    the edition has no jackpot.

    `amounts` is what hands pay whose cards were not entered, as the table said: everything but the
    jackpot. Because the cards of such a hand are not known, the table then also says who held the
    most of the card for the majority: `majority_to`, None for nobody or a tie.
    """

    hands: Mapping[Player, Sequence[CardId]]
    went_out: Player | None
    reward: Sequence[CardId] = ()
    wilds: Mapping[Player, Sequence[CardId]] = field(default_factory=dict)
    reward_wilds: Sequence[CardId] = ()
    jackpot: UnderTheBank | None = None
    stopped_early: bool = False
    amounts: Mapping[Player, int] = field(default_factory=dict)
    majority_to: Player | None = None

    @property
    def goer_by_cards(self) -> Player | None:
        """The player who went out with cards that can be judged; None where nobody went out, and
        where the table said what that hand pays."""
        return None if self.went_out in self.amounts else self.went_out

    @property
    def players(self) -> tuple[str, ...]:
        """Who played, clockwise."""
        return tuple(self.hands)

    @classmethod
    def from_json(
        cls, data: object, edition: Edition, players: Sequence[str], written: Sequence[str] = ()
    ) -> "Deal":
        """The deal of these players that `as_json` wrote; `written` are their names in it, if those
        are others. Damaged, with the place, where it is not as this dataclass says, or names cards
        or players that are not theirs."""
        return read_plain(cls, data, edition.names_known(players, written)).seated(players)

    def seated(self, players: Sequence[str]) -> "Deal":
        """The same with a hand for each of these players, in the order of their seats."""
        return replace(self, hands={player: self.hands.get(player, ()) for player in players})

    def as_json(self) -> dict[str, Any]:
        """The deal as the contract takes it, without edition, players and options; what says
        nothing is left out."""
        data: dict[str, Any] = write(self)
        if self.amounts:  # that nobody held the most was said, too
            data["majority_to"] = self.majority_to
        return data


def clockwise(players: Sequence[str], first: str) -> tuple[str, ...]:
    """The players in the order of their seats, from `first` on."""
    start = players.index(first)
    return (*players[start:], *players[:start])


def check(edition: Edition, deal: Deal) -> None:
    """Refuses a deal that cannot have been played in this edition, as `contract.read` does."""
    check_fields(edition, deal)
    check_cards(edition, deal)


def check_fields(edition: Edition, deal: Deal) -> None:
    """Fields that only other editions have; an empty one says nothing and is let pass."""
    if deal.reward and not edition.has_reward:
        raise Refusal("malformed", f"{edition.name} has no reward. Leave “reward” out.")
    if deal.reward and deal.went_out is None:
        raise Refusal("malformed", "Only a player who went out gets a reward. Say who went out.")
    if deal.jackpot and not edition.has_jackpot:
        raise Refusal("malformed", f"{edition.name} has no jackpot. Leave “jackpot” out.")
    if deal.stopped_early and edition.way.has_goer:
        raise Refusal("malformed", f"{edition.name} has no “stopped_early”. Leave it out.")
    for player, amount in deal.amounts.items():
        if wrong := _wrong_with_amount(edition, deal, player, amount):
            raise Refusal("malformed", wrong)
    if deal.majority_to is not None and (wrong := _wrong_with_majority(edition, deal)):
        raise Refusal("malformed", wrong)


def _wrong_with_amount(edition: Edition, deal: Deal, player: str, amount: int) -> str:
    """Why it cannot be said that this player’s hand pays this amount; else empty."""
    name = shortened(player)
    if player not in deal.hands:
        return f"“{name}” has an amount, but is not at the table. Name somebody who plays."
    if deal.hands[player] or deal.wilds.get(player):
        return f"{name} has both cards and an amount. Give one of the two."
    if player == deal.went_out and (deal.reward or deal.reward_wilds):
        return f"{name} went out with an amount. The reward is part of it: leave “reward” out."
    if wrong := wrong_amount(edition, amount):
        return f"{name}’s amount {wrong}"
    return ""


def wrong_amount(edition: Edition, amount: int) -> str:
    """What is wrong with an amount that a hand is said to pay; empty where nothing is."""
    try:
        whole(0, most_said(edition.money), step_of(edition.money))(amount)
    except Damaged as damaged:
        return damaged.what
    return ""


def _wrong_with_majority(edition: Edition, deal: Deal) -> str:
    """Why it cannot be said that this player held the most; else empty."""
    name = shortened(str(deal.majority_to))
    if not deal.amounts:
        return f"“majority_to” names {name}, but no hand is an amount. Leave it out."
    if deal.majority_to not in deal.hands:
        return f"“majority_to” names “{name}”, who is not at the table. Name somebody who plays."
    if "most_of" not in edition.roles:
        return f"“majority_to” names {name}, but {edition.name} has no such cards. Leave it out."
    return ""


def holders_of_most(edition: Edition, deal: Deal) -> list[str]:
    """The players among whose entered cards are some for the majority, wilds declared as such
    among them."""
    card = edition.roles.get("most_of")
    held = {player: [*cards, *deal.wilds.get(player, ())] for player, cards in deal.hands.items()}
    if deal.went_out is not None:
        held[deal.went_out] += [*deal.reward, *deal.reward_wilds]
    return [player for player, cards in held.items() if card in cards]


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


def is_possible(edition: Edition, deal: Deal) -> bool:
    """Whether `check_cards` lets this deal pass."""
    try:
        check_cards(edition, deal)
    except Refusal:
        return False
    return True


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


def may_stand_for(edition: Edition) -> frozenset[str]:
    """The cards a wild of this edition may count as; empty when the edition has no wild."""
    roles, allowed = edition.roles, edition.way.wild_may_be
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
        if edition.way.may_double(edition, card):
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

"""The deal that is being entered, and what a tap makes of it. Pure functions; no Flask, no store.

A tap says what shall be so afterwards («Orange is in the hand», «three tokens»), never what to
change. So the same tap posted twice, by a double tap, a reload or a second phone, counts once.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.rules.arrange.best import arrange
from companion.rules.deal import Deal, check_cards, free_wilds, may_stand_for
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.hand import Refusal
from companion.rules.options import with_options
from companion.rules.payout import Settlement, settle

Cards = tuple[str, ...]

REWARD = -1
"""The place of the reward cards. Every other place is the hand of a player, by number."""

CARDS, NOTHING, CAUGHT = "cards", "nothing", "chance"
"""How a hand that did not go out was entered: cards that count, none of them, or caught with the
card that wipes it out (Chance; in 2017 Go To Jail)."""

NO_HANDS: Mapping[str, Cards] = {}
NO_MARKS: Mapping[str, str] = {}


class NotNow(Exception):
    """A tap that does not fit the deal as it stands; the message says why, in plain words."""


class Table(Protocol):
    """What is read of a table."""

    @property
    def edition(self) -> str: ...
    @property
    def players(self) -> Sequence[str]: ...
    @property
    def options(self) -> Mapping[str, Any]: ...


class Seats(NamedTuple):
    """Where the deal is played: the edition with the table's options, and who sits there."""

    edition: Edition
    players: tuple[str, ...]

    @property
    def piles(self) -> bool:
        """Collected monopolies instead of hands, and nobody goes out (Express)."""
        return not self.edition.variant.has_goer

    @property
    def has_reward(self) -> bool:
        """The goer draws reward cards."""
        return self.edition.seats[len(self.players)].reward > 0

    @property
    def catches(self) -> str:
        """The card that a player who did not go out is caught with."""
        roles = self.edition.cards
        return str(roles.get("jail") or roles["wild"])


class OpenDeal(NamedTuple):
    """The draft. `hands` are the cards laid down, before any reward; `done` says how the hands of
    those who did not go out were entered. `laid_down`: the goer's hand is fixed and the reward
    counts. `wilds` are the declarations before the reward, `reward_wilds` those after it."""

    went_out: str | None = None
    nobody: bool = False
    laid_down: bool = False
    hands: Mapping[str, Cards] = NO_HANDS
    done: Mapping[str, str] = NO_MARKS
    reward: Cards = ()
    wilds: Mapping[str, Cards] = NO_HANDS
    reward_wilds: Cards = ()
    stopped_early: bool = False


def seats_of(table: Table) -> Seats:
    """Edition, with the table's options, and players of a table."""
    return Seats(with_options(load(table.edition), table.options), tuple(table.players))


# --- to and from what is stored ------------------------------------------------------------------


def from_json(seats: Seats, data: Mapping[str, Any]) -> OpenDeal:
    """The draft of its JSON. The entry of a closed deal is read as well, for an undo gives it
    back; every hand of it has been entered."""
    if not data:
        return OpenDeal()
    hands = {player: tuple(cards) for player, cards in data.get("hands", {}).items() if cards}
    went_out = data.get("went_out")
    done = data.get("done")
    return OpenDeal(
        went_out=went_out,
        nobody=data.get("nobody", done is None and went_out is None and not seats.piles),
        laid_down=data.get("laid_down", went_out is not None and seats.has_reward),
        hands=hands,
        done=_marks(seats, hands, went_out) if done is None else done,
        reward=tuple(data.get("reward", ())),
        wilds={player: tuple(cards) for player, cards in data.get("wilds", {}).items() if cards},
        reward_wilds=tuple(data.get("reward_wilds", ())),
        stopped_early=data.get("stopped_early", False),
    )


def _marks(seats: Seats, hands: Mapping[str, Cards], went_out: str | None) -> dict[str, str]:
    """How the hands of a closed deal must have been entered."""
    if seats.piles:
        return {}
    marks = {}
    caught_cards = {seats.catches, seats.edition.cards["most_of"]}
    for player in seats.players:
        hand = hands.get(player, ())
        caught = seats.catches in hand and caught_cards.issuperset(hand)
        if player != went_out:
            marks[player] = CAUGHT if caught else CARDS if hand else NOTHING
    return marks


def as_json(deal: OpenDeal) -> dict[str, Any]:
    """The draft as it is stored."""
    return {
        "went_out": deal.went_out,
        "nobody": deal.nobody,
        "laid_down": deal.laid_down,
        "hands": {player: list(cards) for player, cards in deal.hands.items() if cards},
        "done": dict(deal.done),
        "reward": list(deal.reward),
        "wilds": {player: list(cards) for player, cards in deal.wilds.items() if cards},
        "reward_wilds": list(deal.reward_wilds),
        "stopped_early": deal.stopped_early,
    }


def entry_of(seats: Seats, deal: OpenDeal, jackpot: int | None = None) -> dict[str, Any]:
    """The contract's input object (CONTRACT.md) without edition, players and options."""
    entry: dict[str, Any] = {
        "hands": {player: list(deal.hands.get(player, ())) for player in seats.players}
    }
    if seats.piles:
        return {**entry, "stopped_early": deal.stopped_early}
    entry["went_out"] = deal.went_out
    wilds = {player: list(cards) for player, cards in deal.wilds.items() if cards}
    if wilds:
        entry["wilds"] = wilds
    if deal.laid_down and deal.reward:
        entry["reward"] = list(deal.reward)
        if deal.reward_wilds:
            entry["reward_wilds"] = list(deal.reward_wilds)
    if jackpot is not None:
        entry["jackpot"] = jackpot
    return entry


def deal_of(
    table: Table, draft: Mapping[str, Any] | OpenDeal, jackpot: int | None = None
) -> dict[str, Any]:
    """The contract's input object for a draft, given as its JSON or as read already."""
    seats = seats_of(table)
    deal = draft if isinstance(draft, OpenDeal) else from_json(seats, draft)
    return {
        "edition": table.edition,
        "players": list(table.players),
        "options": dict(table.options),
        **entry_of(seats, deal, jackpot),
    }


def settled(seats: Seats, deal: OpenDeal, jackpot: int | None = None) -> Settlement:
    """The deal as entered so far, settled. Refusal where the cards are impossible."""
    edition, players = seats
    laid_down = deal.laid_down
    cards = Deal(
        players=players,
        hands={player: deal.hands.get(player, ()) for player in players},
        went_out=deal.went_out,
        reward=deal.reward if laid_down else (),
        wilds=deal.wilds,
        reward_wilds=deal.reward_wilds if laid_down else (),
        jackpot=edition.options.get("jackpot_start") if jackpot is None else jackpot,
        stopped_early=deal.stopped_early,
    )
    check_cards(edition, cards)
    return settle(edition, cards)


# --- what is where -------------------------------------------------------------------------------


def cards_at(seats: Seats, deal: OpenDeal, place: int) -> Cards:
    """The cards entered at a place: the reward, or the hand of a player."""
    return deal.reward if place == REWARD else deal.hands.get(seats.players[place], ())


def below(seats: Seats, deal: OpenDeal, place: int) -> Cards:
    """The cards that already lie there when the cards of this place are added: the goer's hand
    for the reward, else none."""
    if place != REWARD or deal.went_out is None:
        return ()
    return deal.hands.get(deal.went_out, ())


def elsewhere(seats: Seats, deal: OpenDeal, place: int) -> dict[str, list[int]]:
    """Every card that lies with somebody else, with the places, one for each copy. The goer's
    hand and the reward are one person's, but a card in the one cannot lie in the other."""
    found: dict[str, list[int]] = {}
    for other, player in enumerate(seats.players):
        if other != place and not (place == REWARD and player == deal.went_out):
            for card in deal.hands.get(player, ()):
                found.setdefault(card, []).append(other)
    if place != REWARD:
        for card in deal.reward:
            found.setdefault(card, []).append(REWARD)
    return found


def room(seats: Seats, deal: OpenDeal, place: int, card: str) -> int:
    """How many copies of a card can lie at a place, the others being where they are."""
    taken = sum(
        deal.hands.get(player, ()).count(card)
        for other, player in enumerate(seats.players)
        if other != place
    )
    if place != REWARD:
        taken += deal.reward.count(card)
    return seats.edition.deck[card] - taken


def missing(seats: Seats, deal: OpenDeal) -> list[str]:
    """The players whose hands are still to be entered (Express: nobody; see `unmade`)."""
    if seats.piles or (deal.nobody and seats.edition.options["nobody_out"] == "void"):
        return []
    if not deal.nobody and deal.went_out is None:
        return list(seats.players)
    return [
        player
        for player in seats.players
        if (
            not deal.hands.get(player) or (seats.has_reward and not deal.laid_down)
            if player == deal.went_out
            else player not in deal.done
        )
    ]


def next_missing(seats: Seats, deal: OpenDeal, place: int, *, first: int = 1) -> int | None:
    """Whose hand is to be entered after this one, clockwise (`first` = 0: or this one); None when
    no other is."""
    if place == REWARD:
        place = seats.players.index(deal.went_out or "")
    left = missing(seats, deal)
    number = len(seats.players)
    others = [(place + step) % number for step in range(first, number)]
    return next((other for other in others if seats.players[other] in left), None)


def complete(seats: Seats, deal: OpenDeal) -> bool:
    """Everything is entered, so that the deal can be closed."""
    if seats.piles:
        return deal.stopped_early or None not in makers(seats, deal).values()
    return (deal.nobody or deal.went_out is not None) and not missing(seats, deal)


def makers(seats: Seats, deal: OpenDeal) -> dict[str, int | None]:
    """Who made each of the monopolies, None while nobody has (Express)."""
    made: dict[str, int | None] = {}
    group_of = seats.edition.group_of
    for group in seats.edition.groups:
        made[group.id] = None
        own = [card for card in group.cards if len(group_of[card]) == 1]
        for place, player in enumerate(seats.players):
            hand = deal.hands.get(player, ())
            if all(card in hand for card in own):
                made[group.id] = place
    return made


def open_wilds(seats: Seats, deal: OpenDeal) -> tuple[Cards, int]:
    """After the reward: the cards whose wilds keep them, and how many wilds are open, freed by a
    drawn card or drawn themselves."""
    declared = deal.wilds.get(deal.went_out or "", ())
    kept, freed = free_wilds(declared, deal.reward)
    return tuple(kept), freed + deal.reward.count(seats.edition.wild)


def choices(seats: Seats, deal: OpenDeal, place: int, number: int) -> tuple[Cards, Cards]:
    """What the wild with this number may be declared as: the cards that may be of use first, then
    the others. A property has to be missing where that is the rule (classic, Deluxe)."""
    edition = seats.edition
    hand = (*below(seats, deal, place), *cards_at(seats, deal, place))
    others = list(declared_at(seats, deal, place))
    if number < len(others):
        del others[number]
    if place == REWARD:
        others += open_wilds(seats, deal)[0]
    allowed = [card for card in edition.deck if card in may_stand_for(edition)]
    if edition.variant.fills_gaps:
        allowed = [
            card
            for card in allowed
            if card not in edition.group_of or (card not in hand and card not in others)
        ]
    begun = {group for card in hand for group in edition.group_of.get(card, ())}
    useful = [
        card
        for card in allowed
        if card not in edition.group_of
        or (card not in hand and begun.intersection(edition.group_of[card]))
    ]
    return tuple(useful), tuple(card for card in allowed if card not in useful)


def declared_at(seats: Seats, deal: OpenDeal, place: int) -> Cards:
    """What the wilds of a place were declared as; the rest of them is undeclared."""
    if place == REWARD:
        return deal.reward_wilds
    return deal.wilds.get(seats.players[place], ())


# --- what a tap does -----------------------------------------------------------------------------


def _with_cards(seats: Seats, deal: OpenDeal, place: int, cards: Sequence[str]) -> OpenDeal:
    """The draft with these cards at a place; declarations that no longer hold are dropped."""
    ordered = tuple(seats.edition.sort(cards))
    if place == REWARD:
        if not deal.laid_down:
            raise NotNow("The reward comes after the hand has been laid down.")
        return _tidy_reward(seats, deal._replace(reward=ordered))
    player = seats.players[place]
    if player == deal.went_out and deal.laid_down:
        raise NotNow(f"{player}’s hand is laid down. Take it back first to change it.")
    hands = {**deal.hands, player: ordered}
    done = dict(deal.done)
    if player == deal.went_out or not ordered:
        hands = hands if ordered else {who: had for who, had in hands.items() if who != player}
        done.pop(player, None)
    else:
        done[player] = CARDS
    return _tidy(seats, deal._replace(hands=hands, done=done), player)


def _tidy(seats: Seats, deal: OpenDeal, player: str) -> OpenDeal:
    declared = deal.wilds.get(player, ())
    if not declared:
        return deal
    hand = deal.hands.get(player, ())
    kept = _possible(seats, declared, hand, hand.count(seats.edition.wild))
    return deal if kept == declared else _with_wilds(deal, player, kept)


def _tidy_reward(seats: Seats, deal: OpenDeal) -> OpenDeal:
    if not deal.reward_wilds:
        return deal
    kept, number = open_wilds(seats, deal)
    held = (*below(seats, deal, REWARD), *deal.reward, *kept)
    return deal._replace(reward_wilds=_possible(seats, deal.reward_wilds, held, number))


def _possible(seats: Seats, declared: Cards, held: Cards, number: int) -> Cards:
    """The declarations that so many wilds can still have next to these cards."""
    group_of = seats.edition.group_of
    if seats.edition.variant.fills_gaps:
        declared = tuple(card for card in declared if card not in group_of or card not in held)
    return declared[: max(0, number)]


def _with_wilds(deal: OpenDeal, player: str, declared: Cards) -> OpenDeal:
    wilds = {who: cards for who, cards in deal.wilds.items() if who != player}
    if declared:
        wilds[player] = declared
    return deal._replace(wilds=wilds)


def goes_out(seats: Seats, deal: OpenDeal, place: int | None) -> OpenDeal:
    """This player went out; None: nobody did. Cards that were entered for another goer by mistake
    go along to one who has none yet."""
    player = None if place is None else seats.players[place]
    if player == deal.went_out and deal.nobody == (place is None):
        return deal
    if deal.laid_down:
        raise NotNow(f"{deal.went_out}’s hand is laid down. Take it back first to change who.")
    hands, done, wilds = dict(deal.hands), dict(deal.done), dict(deal.wilds)
    before = deal.went_out
    if before is not None and player is not None and not hands.get(player):
        for mine in (hands, wilds):
            if before in mine:
                mine[player] = mine.pop(before)
    elif before is not None and hands.get(before):
        done[before] = CARDS
    if player is not None:
        done.pop(player, None)
    return deal._replace(
        went_out=player,
        nobody=player is None,
        hands=hands,
        done=done,
        wilds=wilds,
        reward=(),
        reward_wilds=(),
    )


def back_in(seats: Seats, deal: OpenDeal, place: int) -> OpenDeal:
    """This player did not go out after all, and nobody else has yet. The cards stay."""
    player = seats.players[place]
    if player != deal.went_out:
        return deal
    others = goes_out(seats, deal, None)
    return others._replace(nobody=False)


def take(seats: Seats, deal: OpenDeal, place: int, item: str) -> OpenDeal:
    """One card of each kind is there: a property, or a whole group as far as nobody else has it."""
    held = cards_at(seats, deal, place)
    there = {*held, *below(seats, deal, place)}
    more = [card for card in _members(seats, item) if card not in there]
    free = [card for card in more if room(seats, deal, place, card) > 0]
    if more and not free:
        raise NotNow(f"{seats.edition.label(item)} lies in another hand now.")
    return _with_cards(seats, deal, place, (*held, *free)) if free else deal


def give(seats: Seats, deal: OpenDeal, place: int, item: str) -> OpenDeal:
    """No card of a property or of a whole group is there."""
    members = _members(seats, item)
    held = cards_at(seats, deal, place)
    kept = [card for card in held if card not in members]
    return deal if len(kept) == len(held) else _with_cards(seats, deal, place, kept)


def _members(seats: Seats, item: str) -> Cards:
    for group in seats.edition.groups:
        if group.id == item:
            return group.cards
    if item not in seats.edition.group_of:
        raise NotNow("There is no such card in this edition.")
    return (item,)


def number(seats: Seats, deal: OpenDeal, place: int, card: str, wanted: int) -> OpenDeal:
    """So many copies of a card are there, as far as the others leave them."""
    if card not in seats.edition.deck:
        raise NotNow("There is no such card in this edition.")
    held = cards_at(seats, deal, place)
    wanted = max(0, wanted)
    most = min(wanted, room(seats, deal, place, card))
    if wanted > most and most <= held.count(card):
        raise NotNow(f"{seats.edition.label(card)}: the others are in another hand now.")
    if held.count(card) == most:
        return deal
    rest = [one for one in held if one != card]
    return _with_cards(seats, deal, place, (*rest, *(card,) * most))


def ladder(edition: Edition) -> Cards:
    """The steps of a colour set: the four houses and the hotel. Empty where houses are no steps."""
    if not edition.variant.numbered_houses:
        return ()
    return (*edition.cards["houses"], edition.cards["hotel"])


def step_up(seats: Seats, deal: OpenDeal, place: int, row: int, card: str) -> OpenDeal:
    """The step of this row and all steps below it are there (2nd row: of a second set)."""
    steps = ladder(seats.edition)
    if card not in steps:
        raise NotNow("There is no such house in this edition.")
    held = cards_at(seats, deal, place)
    there = (*held, *below(seats, deal, place))
    if there.count(card) >= row:
        return deal
    cards = list(held)
    for step in steps[: steps.index(card) + 1]:
        want = row - there.count(step)
        free = room(seats, deal, place, step) - held.count(step)
        cards += (step,) * max(0, min(want, free))
    if cards.count(card) == held.count(card):
        raise NotNow(f"{seats.edition.label(card)} lies in another hand now.")
    return _with_cards(seats, deal, place, cards)


def step_down(seats: Seats, deal: OpenDeal, place: int, row: int, card: str) -> OpenDeal:
    """The step of this row is not there; the others stay, for a Chance may be the one between."""
    if card not in ladder(seats.edition):
        raise NotNow("There is no such house in this edition.")
    wanted = max(0, row - 1 - below(seats, deal, place).count(card))
    if cards_at(seats, deal, place).count(card) <= wanted:
        return deal
    return number(seats, deal, place, card, wanted)


def typed(seats: Seats, deal: OpenDeal, place: int, text: str) -> OpenDeal:
    """The cards of a line of shorthand are what lies there. Refusal for what is no card, or lies
    elsewhere."""
    cards = seats.edition.parse(text)
    changed = _with_cards(seats, deal, place, cards)
    settled(seats, changed)  # refuses more copies than the deck holds, and says where they are
    return changed


def nothing(seats: Seats, deal: OpenDeal, place: int) -> OpenDeal:
    """This player has no card that counts."""
    return _quick(seats, deal, place, NOTHING, ())


def caught(seats: Seats, deal: OpenDeal, place: int, most: int = 0) -> OpenDeal:
    """This player is caught; of the hand only the cards for the majority still matter."""
    card, counts = seats.catches, seats.edition.cards["most_of"]
    if room(seats, deal, place, card) < 1:
        raise NotNow(f"{seats.edition.label(card)} lies in another hand now.")
    most = max(0, min(most, room(seats, deal, place, counts)))
    return _quick(seats, deal, place, CAUGHT, (card, *(counts,) * most))


def missing_again(seats: Seats, deal: OpenDeal, place: int) -> OpenDeal:
    """This player's hand is still to be entered."""
    changed = _quick(seats, deal, place, NOTHING, ())
    player = seats.players[place]
    return changed._replace(done={who: how for who, how in changed.done.items() if who != player})


def _quick(seats: Seats, deal: OpenDeal, place: int, how: str, cards: Cards) -> OpenDeal:
    player = seats.players[place]
    if player == deal.went_out:
        raise NotNow(f"{player} went out: enter the cards that were laid down.")
    hands = {who: held for who, held in deal.hands.items() if who != player}
    if cards:
        hands[player] = tuple(seats.edition.sort(cards))
    changed = deal._replace(hands=hands, done={**deal.done, player: how})
    return _tidy(seats, changed, player)


def lay_down(seats: Seats, deal: OpenDeal) -> OpenDeal:
    """The goer's hand is fixed, and what every wild of it stands for."""
    player = deal.went_out
    if player is None or not deal.hands.get(player):
        raise NotNow("First tap who went out, and the cards that were laid down.")
    if deal.laid_down or not seats.has_reward:
        return deal
    declared = deal.wilds.get(player, ())
    laid = arrange(seats.edition, deal.hands[player], goer=True, declared=declared)
    changed = _with_wilds(deal, player, (*declared, *laid.readings))
    return _tidy_reward(seats, changed._replace(laid_down=True))


def take_back(deal: OpenDeal) -> OpenDeal:
    """The goer's hand can be changed again; the reward cards are kept until it is laid down."""
    return deal._replace(laid_down=False, reward_wilds=())


def declare(seats: Seats, deal: OpenDeal, place: int, cards: Cards) -> OpenDeal:
    """What the wilds of a place stand for; the rest of them stands for what is best."""
    wild = seats.edition.label(seats.edition.wild)
    if place == REWARD:
        changed = deal._replace(reward_wilds=cards)
        if not deal.laid_down or _tidy_reward(seats, changed).reward_wilds != cards:
            raise NotNow(f"{wild} cannot stand for that now.")
    else:
        player = seats.players[place]
        if player == deal.went_out and deal.laid_down:
            raise NotNow(f"{player}’s hand is laid down: a {wild} keeps its card.")
        changed = _with_wilds(deal, player, cards)
        if _tidy(seats, changed, player).wilds.get(player, ()) != cards:
            raise NotNow(f"{wild} cannot stand for that now.")
    try:
        settled(seats, changed)
    except Refusal as refusal:
        raise NotNow(refusal.message) from refusal
    return changed


def makes(seats: Seats, deal: OpenDeal, group_id: str, place: int | None) -> OpenDeal:
    """This player made a monopoly; None: nobody did (Express)."""
    by = makers(seats, deal)
    if group_id not in by:
        raise NotNow("There is no such monopoly in this edition.")
    before = by[group_id]
    if before == place:
        return deal
    cards = seats.edition.group(group_id).cards
    hands = {player: list(held) for player, held in deal.hands.items()}
    if before is not None:
        for card in cards:
            hands[seats.players[before]].remove(card)
    if place is not None:
        hands.setdefault(seats.players[place], []).extend(cards)
    sort = seats.edition.sort
    return deal._replace(hands={who: tuple(sort(held)) for who, held in hands.items() if held})


def place_of(seats: Seats, at: str) -> int | None:
    """The place a page has open: ``0`` … a player's hand, ``r`` the reward; ``0.1`` is what the
    second wild there stands for. None when nothing, or nothing that there is, is open."""
    name = at.partition(".")[0]
    if name == "r":
        return REWARD if seats.has_reward else None
    return int(name) if name in _DIGITS[: len(seats.players)] and not seats.piles else None


_DIGITS = tuple("0123456789")

OUT = "out"
"""What is no hand: who went out, and whether the deal was stopped early."""


def touched(seats: Seats, before: OpenDeal, after: OpenDeal) -> frozenset[str]:
    """Whose hands a tap has changed, by the numbers of their places, and `OUT`. The reward, and
    whether the hand is laid down, belong to the goer's hand."""
    hands = {
        str(place)
        for place, player in enumerate(seats.players)
        if any(
            had.get(player) != has.get(player)
            for had, has in (
                (before.hands, after.hands),
                (before.done, after.done),
                (before.wilds, after.wilds),
            )
        )
    }
    if _goers(before) != _goers(after):
        hands |= {str(seats.players.index(one.went_out)) for one in (before, after) if one.went_out}
    if _of_all(before) != _of_all(after):
        hands.add(OUT)
    return frozenset(hands)


def _goers(deal: OpenDeal) -> tuple[object, ...]:
    return deal.laid_down, deal.reward, deal.reward_wilds


def _of_all(deal: OpenDeal) -> tuple[object, ...]:
    return deal.went_out, deal.nobody, deal.stopped_early

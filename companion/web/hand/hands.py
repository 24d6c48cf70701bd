"""The list of hands on the page of the open deal, and who went out."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.game import taps
from companion.game.open_deal import REWARD, Entered, OldCards, OpenDeal
from companion.game.taps import ASKS_TO_CLEAR, ASKS_WHO, CLOSED, Opened, OwnSeats
from companion.rules.arrange.laid import SetLaid
from companion.rules.edition import Edition
from companion.rules.settlement import Settlement
from companion.rules.words import plural
from companion.web.hand.picker import Button, CountPart, numbers, owners_of
from companion.web.parts.cards import glyph_of

WHO_OUT = "Who went out?"


class OutPart(NamedTuple):
    """Who went out, asked of everyone or of one player; or the answer (`said`), with a button that
    asks again. `not_out` throws away what was entered."""

    legend: str
    buttons: tuple[Button, ...]
    said: str = ""
    not_out: Button | None = None


class HandRow(NamedTuple):
    """One player's hand in the list, or the only one there is while its cards are open (`is_open`).
    `fault` says of a hand that was laid down and may not go out what the table said to that;
    `entering`: its player's own phone still enters it; `quick` are the buttons beside the name.
    `signed`: the player's sign stands before the name, for it is a player of a table."""

    place: int
    name: str
    goer: bool
    fault: str
    entering: bool
    amount: str
    gist: str
    steps: tuple[str, ...]
    is_open: bool
    quick: tuple[Button, ...]
    most: CountPart | None
    signed: bool = True


class OtherHand(NamedTuple):
    """A hand that this phone does not enter, and how far it is."""

    seat: int
    name: str
    goer: bool
    state: str
    done: bool


# --- who went out --------------------------------------------------------------------------------


def out_part(deal: OpenDeal, at: Opened = CLOSED) -> OutPart | None:
    """Asks who went out, or says it; None once the hand is laid down. Where `at` says that another
    player went out, it asks what becomes of the cards entered for the one before."""
    if at == ASKS_TO_CLEAR and deal.went_out is not None:
        return _clear_all(deal, deal.went_out)
    if not deal.has_goer or deal.laid_down:
        return None
    if deal.knows_who and not at.out:
        return answered(f"{deal.went_out or 'Nobody'} went out")
    if at.out not in ("", "?", "!") and deal.goer is not None and deal.cards_at(deal.goer):
        return _whose_cards(deal, deal.goer, None if at.out == "-" else int(at.out))
    buttons = [
        Button(f"out{seat}", player, str(taps.Out(seat)), seat == deal.goer, seat=seat)
        for seat, player in enumerate(deal.players)
    ]
    nobody = Button("out-", "Nobody", str(taps.Out(None)), on=deal.nobody)
    return OutPart(WHO_OUT, (*buttons, nobody))


def _clear_all(deal: OpenDeal, goer: str) -> OutPart:
    """Asks whether play goes on, for the hands of the other players are thrown away, too."""
    seat = deal.players.index(goer)
    buttons = (
        Button("clear-all", "Clear all hands", str(taps.ClearAll(seat)), None),
        Button("out-stay", f"{goer} did go out", str(taps.OpenCards(CLOSED)), None),
    )
    return OutPart(
        f"{goer} did not go out? That clears all hands of this {deal.edition.deal_word}.", buttons
    )


def answered(said: str) -> OutPart:
    """The answer, and the way back to the question."""
    return OutPart(
        WHO_OUT, (Button("change", "change", f"{taps.OpenCards(ASKS_WHO)}", None),), said
    )


def _whose_cards(deal: OpenDeal, goer: int, place: int | None) -> OutPart | None:
    """Asks what becomes of the cards entered for `goer`, now that the player at `place` went out
    instead; without a place nobody did."""
    before = deal.players[goer]
    if place is not None and place >= len(deal.players):
        return None
    buttons = [
        Button("out-keep", f"{before}’s: keep them", str(taps.OutWith(place, OldCards.KEEP)), None),
        Button("out-clear", "Nobody’s: clear them", str(taps.OutWith(place, OldCards.CLEAR)), None),
        Button("out-stay", f"{before} did go out", str(taps.OpenCards(Opened(goer))), None),
    ]
    if place is not None and not deal.cards_at(place):
        moved = str(taps.OutWith(place, OldCards.MOVE))
        buttons.insert(0, Button("out-move", f"{deal.players[place]}’s: move them", moved, None))
    held = len(deal.cards_at(goer))
    are = "is" if held == 1 else "are"
    asked = f"{plural(held, 'card')} {are} entered for {before}. Whose are they?"
    return OutPart(asked, tuple(buttons))


def own_out_part(deal: OpenDeal, own: frozenset[int], at: Opened) -> OutPart | None:
    """Asks this phone's player whether they went out, until somebody has. They can take that back
    until the hand is laid down."""
    if not deal.has_goer or deal.laid_down or deal.nobody:
        return None
    if deal.goer is not None:
        own = own & {deal.goer}
    on = deal.goer is not None
    if on and own and not at.out:
        return answered("You went out")
    buttons = [
        Button(
            f"out{place}", "I went out", str(taps.StayedIn(place) if on else taps.Out(place)), on
        )
        for place in sorted(own)
    ]
    return OutPart(WHO_OUT, tuple(buttons)) if buttons else None


# --- the hands -----------------------------------------------------------------------------------


def hand_rows(
    deal: OpenDeal,
    settlement: Settlement,
    place: int | None,
    own: OwnSeats = None,
    *,
    closing: bool = False,
) -> tuple[HandRow, ...]:
    """The hands of the seats `own`, clockwise from whoever went out; only the open one while one is
    open."""
    if not deal.has_goer or settlement.void or not deal.knows_who:
        return ()
    entering = deal.still_entering()
    if place is not None:
        seats = [(deal.goer or 0) if place == REWARD else place]
    else:
        seats = [seat for seat in deal.clockwise if own is None or seat in own]
    rows = (
        _row(
            deal,
            settlement,
            seat,
            is_open=place is not None,
            closing=closing,
            entering=deal.players[seat] in entering,
            keeps=own is None,
        )
        for seat in seats
    )
    return tuple(_said_once(rows))


def _said_once(rows: Iterable[HandRow]) -> Iterator[HandRow]:
    """The rows. A text that stands in place of a button is shown in the first row only. The others
    keep an empty place, so that no button moves."""
    said: set[str] = set()
    for row in rows:
        quick = tuple(
            one._replace(label="") if not one.tap and one.label in said else one
            for one in row.quick
        )
        said.update(one.label for one in quick if not one.tap)
        yield row._replace(quick=quick)


def _row(
    deal: OpenDeal,
    settlement: Settlement,
    seat: int,
    *,
    is_open: bool,
    closing: bool,
    entering: bool,
    keeps: bool,
) -> HandRow:
    player = deal.players[seat]
    state = _state(deal, seat)
    with_cards = state == Entered.CARDS and not is_open
    entered = state != Entered.MISSING and not is_open and not deal.asks_most(player)
    faulty = deal.is_fixed(seat) and not settlement.legal
    quick = _quick(deal, seat, state, is_open=is_open)
    if entering and keeps and not (seat == deal.goer and deal.goer_lacks_cards):
        quick = (*quick, _all_in_button(seat))
    return HandRow(
        place=seat,
        name=player,
        goer=seat == deal.goer,
        fault=("allowed anyway" if deal.allowed else "may not go out") if faulty else "",
        entering=entering,
        amount=deal.edition.amount(settlement.payouts[player]) if entered else "",
        gist=_gist(deal, settlement, player) if with_cards else "",
        steps=tuple(settlement.steps(player)) if with_cards and closing else (),
        is_open=is_open,
        quick=quick,
        most=_most(deal, seat) if deal.shows_most(player) else None,
    )


def _all_in_button(seat: int) -> Button:
    """By this the scorekeeper says it for a player's own phone, which may be gone."""
    tap = taps.AllIn(seat)
    return Button(f"all-in{seat}", "All cards are in", str(tap), on=None)


def _state(deal: OpenDeal, seat: int) -> str:
    if seat == deal.goer:
        return Entered.CARDS if deal.cards_at(seat) else Entered.MISSING
    return deal.entered.get(deal.players[seat], Entered.MISSING)


def _quick(deal: OpenDeal, seat: int, state: str, *, is_open: bool) -> tuple[Button, ...]:
    """What can be done with a hand without its cards, and the way to them."""
    if deal.is_fixed(seat):
        drawn = len(deal.reward)
        label = plural(drawn, "reward card") if drawn else "Reward"
        reward = _way_to("reward", label, REWARD)
        done = Button("drawn", "Reward is done", str(taps.RewardDone()), on=None)
        back = Button("unlay", "Change these cards", str(taps.TakeBack()), on=None)
        if is_open:
            return (back,)
        return (reward, done, back) if deal.reward_open else (reward, back)
    if seat == deal.goer or (state == Entered.CARDS and not is_open):
        label = "Cards" if state == Entered.MISSING else "Change these cards"
        return () if is_open else (_way_to(f"open{seat}", label, seat),)
    on = state == Entered.NOTHING
    tap = taps.EnterAgain(seat) if on else taps.HasNothing(seat)
    quick = (Button(f"nothing{seat}", "Nothing", str(tap), on), _caught_button(deal, seat))
    return quick if is_open else (*quick, _way_to(f"open{seat}", "Cards", seat))


def _way_to(ident: str, label: str, place: int) -> Button:
    return Button(ident, label, str(taps.OpenCards(Opened(place))), on=None)


def _caught_button(deal: OpenDeal, seat: int) -> Button:
    """The button “Caught with Chance”; a text that says who has all such cards, if others do."""
    card = deal.seats.catches
    on = deal.is_caught(deal.players[seat])
    if not on and deal.free_copies(seat, card) < 1:
        owners = owners_of(deal.players, deal.held_elsewhere(seat)[card])
        return Button("", f"{deal.edition.label(card)}: {owners}", "", None)
    tap = taps.EnterAgain(seat) if on else taps.Catch(seat)
    jail = "jail" in deal.edition.cards
    label = "In jail" if jail else f"Caught with {deal.edition.label(card)}"
    return Button(f"catch{seat}", label, str(tap), on)


def _most(deal: OpenDeal, seat: int) -> CountPart:
    """How many cards for the majority a caught player holds; 0 is an answer, too."""
    edition = deal.edition
    card = edition.cards["most_of"]
    held = deal.cards_at(seat).count(card)
    free = deal.free_copies(seat, card)
    tap = taps.Caught(seat, 0)
    said = deal.entered[deal.players[seat]] == Entered.CAUGHT
    none = Button("", "0", str(tap), said and not held)
    buttons = (none, *numbers(tap, held, edition.deck[card], free))
    asked = "How many?" if deal.asks_most(deal.players[seat]) else ""
    return CountPart(f"most{seat}", edition.label(card), glyph_of(edition, card), asked, buttons)


def _gist(deal: OpenDeal, settlement: Settlement, player: str) -> str:
    """What a hand is made of in one line, without amounts."""
    edition = deal.edition
    laid = settlement.laid[player]
    if laid.wiped_out:
        return f"Caught with {edition.label(laid.wiped_out)}"
    parts = [_set_words(edition, one) for one in laid.sets]
    for bonus in laid.bonuses:
        label = edition.label(bonus.kind)
        if bonus.kind == edition.cards.get("jail"):
            label += " cancelled"
        parts.append(label if bonus.count == 1 else f"{bonus.count}\u00a0×\u00a0{label}")
    if settlement.jackpot and settlement.jackpot.paid_to == player:
        parts.append("the jackpot")
    if deal.reward_open and player == deal.went_out:
        parts.append("reward still open")
    return ", ".join(parts) or "Nothing that counts"


def _set_words(edition: Edition, one: SetLaid) -> str:
    words = edition.label(one.group)
    if one.hotel:
        words += " with hotel"
    elif one.houses:
        words += f" with {plural(one.houses, 'house')}"
    if one.tokens:
        words += f" + {plural(one.tokens, 'token')}"
    return words


def other_hands(
    deal: OpenDeal, settlement: Settlement, own: frozenset[int]
) -> tuple[OtherHand, ...]:
    """How far the hands are that this phone does not enter, clockwise from whoever went out."""
    if not deal.has_goer or settlement.void or not deal.knows_who:
        return ()
    left = deal.unfinished()
    hands = []
    for seat in deal.clockwise:
        if seat in own:
            continue
        player = deal.players[seat]
        if player not in left:
            state = f"done: {deal.edition.amount(settlement.payouts[player])}"
        else:
            state = "still entering" if deal.cards_at(seat) else "not entered yet"
            if deal.is_fixed(seat):
                state = "still entering the reward"
            elif seat == deal.goer:
                state = deal.goer_count or state
        hands.append(OtherHand(seat, player, seat == deal.goer, state, player not in left))
    return tuple(hands)

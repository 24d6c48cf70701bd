"""The bottom bar of the hand editor: the verdict, what a hand pays, and the button to go on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.game.open_deal import REWARD, OpenDeal
from companion.game.taps import (
    CLOSED,
    AllowAnyway,
    DeclareWilds,
    HasNothing,
    LayDown,
    OpenCards,
    Opened,
    OwnSeats,
    RewardDone,
    SayAmount,
    Tap,
    Undo,
)
from companion.game.wild_choices import tied_choices
from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.findings.finding import WARNINGS, Finding, blocking
from companion.rules.settlement import Settlement
from companion.rules.words import isolated, number_word, plural
from companion.web.hand.amount import by_amount
from companion.web.hand.short_names import in_short
from companion.web.hand.wilds import tied_words
from companion.web.parts.cards import cards_in_words


@dataclass(frozen=True)
class Button:
    """A way to go on. It is `main` when most people would tap it now. Without a `tap` it cannot be
    tapped yet, and keeps its place."""

    id: str
    label: str
    tap: Tap | None
    main: bool = False


@dataclass(frozen=True)
class MostCards:
    """How many cards for the majority a caught player has: `held`, None while that is asked, of
    `copies`, of which `free` can be there."""

    seat: int
    label: str
    copies: int
    held: int | None
    free: int


@dataclass(frozen=True)
class Undone:
    """What was thrown away, in words, and an id for that."""

    id: str
    words: str


@dataclass(frozen=True)
class Bar:
    """The bottom bar.

    `kind`: good, bad, warn (the referee's: count the cards first), or "" for neither yet. `counted`
    is the small text below the verdict: how many cards there are, or what to look at again;
    `miscount` makes it a warning. `asks` is what to choose or look at before going on. `readings`
    says that a wild counts as one card in the problems and as another in the sum.

    `on` is the button to go on with. `skip` is the button for the next player when they have
    nothing. `choices` stand in the place of both: two cards that a wild may count as. `most` asks
    for cards for the majority. `undo` brings back what was thrown away. `confirm` is the label of
    the button that closes the deal.
    """

    kind: str = ""
    verdict: str = ""
    amount: str = ""
    counted: str = ""
    asks: str = ""
    miscount: bool = False
    problems: Sequence[Finding] = ()
    readings: str = ""
    steps: Sequence[str] = ()
    on: Button | None = None
    skip: Button | None = None
    choices: Sequence[Button] = ()
    most: MostCards | None = None
    undo: Undone | None = None
    confirm: str = ""

    def without_buttons(self) -> "Bar":
        """What it says alone, for a page that leads on elsewhere."""
        return replace(self, on=None, skip=None, choices=(), confirm="")


def bar_of(deal: OpenDeal, settlement: Settlement, at: Opened, own: OwnSeats) -> Bar | None:
    """The bar of a phone of these seats with `at` open; None before it is known who went out,
    unless something can be undone."""
    mine = own or frozenset()
    undo = _undo(deal, own)
    if at.place is not None and by_amount(deal, at):
        return replace(_of_amount(deal, settlement, at.place, mine), undo=undo)
    if not deal.has_goer:
        bar = _of_monopolies(deal, settlement)
    elif not deal.knows_who:
        return Bar(undo=undo) if undo else None
    elif at.place is None:
        closing = deal.complete or (own is None and deal.lacks_only_reward)
        bar = _of_all_hands(deal, settlement, mine, closing=closing)
    else:
        bar = _of_place(deal, settlement, at.place, mine)
    if own is not None:
        bar = _on_own_phone(deal, settlement, bar, at.place, own)
    return replace(
        bar,
        verdict=in_short(deal.players, bar.verdict),
        counted=_to_reader(deal, mine, bar.counted),
        asks=_to_reader(deal, mine, bar.asks),
        undo=undo,
    )


def _to_reader(deal: OpenDeal, mine: frozenset[int], text: str) -> str:
    """A text with long names shortened. Where it is a finding about the cards that the reader laid
    down, it speaks to them: findings name everyone, for they are the same on all phones."""
    for seat in mine:
        about_me = f"{deal.players[seat]} laid down "
        if text.startswith(about_me):
            return f"You laid down {text.removeprefix(about_me)}"
    return in_short(deal.players, text)


# --- while cards are open ------------------------------------------------------------------------


def _of_amount(deal: OpenDeal, settlement: Settlement, seat: int, mine: frozenset[int]) -> Bar:
    """The bar while just the amount of a hand is entered."""
    edition, player = deal.edition, deal.players[seat]
    who = "you are" if seat in mine else f"{in_short(deal.players, player)} is"
    said = deal.is_said(seat)
    return Bar(
        verdict="As the table said" if said else f"Type what {who} paid",
        amount=edition.amount(settlement.payouts[player]) if said else "",
        on=Button("do-say", "Done", SayAmount(seat, ""), main=True),
    )


def _of_place(deal: OpenDeal, settlement: Settlement, place: int, mine: frozenset[int]) -> Bar:
    """The bar while the cards of a place are open."""
    if place == REWARD:
        return _of_reward(deal, settlement)
    if place == deal.goer:
        return _of_goer(deal, settlement, place)
    return _of_other(deal, settlement, place, mine)


def _of_goer(deal: OpenDeal, settlement: Settlement, place: int) -> Bar:
    """May this hand go out, or why not; what it pays; what its wilds count as. The verdict waits
    until the number of its cards is right."""
    edition, player, legal = deal.edition, deal.players[place], settlement.legal
    held, size = len(deal.cards_at(place)), deal.seats.dealt.hand
    lay = Button("do-lay", "Lay down", None) if deal.seats.has_reward else None
    if not held:
        return Bar(verdict=f"Tap the cards that {player} laid down.", on=lay)
    amount = edition.amount(settlement.payouts[player])
    if held != size:
        missing = f"{size - held} missing"
        return Bar(
            verdict=f"{held} of {size} cards" if held < size else f"{held} cards",
            amount=amount if legal else "",
            counted=missing if held < size else f"{number_word(held - size)} too many",
            miscount=held > size,
            steps=settlement.steps(player),
            on=lay or _next_button(deal, place, main=False),
        )
    if lay and legal:
        lay = Button("do-lay", "Lay down", LayDown(), main=True)
    elif lay:
        lay = Button("do-lay", "Allow it anyway", AllowAnyway(deal.cards_at(place)))
    tied = tied_choices(deal, settlement.deal.jackpot) if legal else ()
    return Bar(
        kind="good" if legal else "bad",
        verdict="May go out" if legal else "May not go out",
        amount=amount if legal else f"{amount} if allowed",
        counted=_counted(held, size),
        asks=tied_words(deal, tied) if tied else "",
        problems=tuple(blocking(settlement.findings)),
        readings=two_readings(settlement),
        steps=settlement.steps(player),
        on=lay or _next_button(deal, place, main=legal),
        skip=None if lay or tied or not legal else _skip_button(deal, place),
        choices=_choices(deal, place, tied) if len(tied) == 2 else (),
    )


def _choices(deal: OpenDeal, place: int, tied: Sequence[str]) -> list[Button]:
    """A button for each of the cards that the next wild may count as."""
    declared = deal.declared_at(place)
    return [
        Button(f"as-{card}", deal.edition.label(card), DeclareWilds(place, (*declared, card)))
        for card in tied
    ]


def _counted(held: int, size: int) -> str:
    """``9 of 10 cards``, ``11 cards, one too many``."""
    if held <= size:
        return f"{held} of {size} cards"
    return f"{held} cards, {number_word(held - size)} too many"


def _of_reward(deal: OpenDeal, settlement: Settlement) -> Bar:
    """What the reward adds, and what the hand becomes with it."""
    edition, player = deal.edition, deal.owner(REWARD)
    drawn, limit = len(deal.reward), deal.seats.dealt.reward
    before = settlement.payouts[player]
    if drawn:
        bare = replace(deal, reward=(), reward_wilds=())
        before = bare.settled(settlement.deal.jackpot).payouts[player]
    more = settlement.payouts[player] - before
    # A wrong number of cards keeps nobody from going out, but most likely it is a slip.
    slips = [finding.message for finding in settlement.findings if finding.rule == "hand-size"]
    done = deal.next_missing(REWARD) is None
    total = f"{edition.amount(settlement.payouts[player])} in all"
    return Bar(
        kind="good" if drawn and settlement.legal and not slips else "",
        verdict="Reward" if drawn else "Tap the reward cards",
        amount=f"+{edition.amount(more)}" if drawn else "",
        counted=total if drawn <= limit else f"{_counted(drawn, limit)} · {total}",
        asks=" ".join(slips),
        miscount=drawn > limit,
        steps=settlement.steps(player),
        on=drawn_button() if done else _next_button(deal, REWARD),
        skip=_skip_button(deal, REWARD),
    )


def _of_other(deal: OpenDeal, settlement: Settlement, place: int, mine: frozenset[int]) -> Bar:
    """What a player who did not go out is paid."""
    edition, player = deal.edition, deal.players[place]
    laid, held = settlement.laid[player], len(deal.cards_at(place))
    on = _next_button(deal, place, main=place not in deal.missing())
    if not held:
        return Bar(verdict=f"Tap the cards {player} scores with, or “Nothing”", on=on)
    steps = list(settlement.steps(player))
    if laid.unused and not laid.wiped_out:
        steps.append(f"Pays nothing: {cards_in_words(edition, laid.unused)}.")
    caught = f"Caught with {edition.label(laid.wiped_out)}" if laid.wiped_out else ""
    most = _most_cards(deal, place)
    asked = most is not None and most.held is None
    return Bar(
        kind="bad" if caught else "",
        verdict=caught or ("You are paid" if place in mine else f"{player} is paid"),
        amount=edition.amount(settlement.payouts[player]),
        counted="" if most else plural(held, "card"),
        asks=f"How many {most.label} cards?" if most else "",
        steps=steps,
        on=None if asked else on,
        skip=None if asked or most else _skip_button(deal, place),
        most=most,
    )


def _most_cards(deal: OpenDeal, seat: int) -> MostCards | None:
    """What to ask of a caught player; None where the number does not matter."""
    if not deal.shows_most(seat):
        return None
    card = deal.edition.roles["most_of"]
    held = None if deal.asks_most(seat) else deal.cards_at(seat).count(card)
    free = deal.free_copies(seat, card)
    return MostCards(seat, deal.edition.label(card), deal.edition.deck[card], held, free)


# --- while all hands are listed ------------------------------------------------------------------


def _of_all_hands(
    deal: OpenDeal, settlement: Settlement, mine: frozenset[int], *, closing: bool
) -> Bar:
    """The bar beside the list of hands: what is missing, or the button that closes the deal."""
    fault = not (settlement.legal or deal.allowed)
    if not closing:
        asked = next((seat for seat in deal.clockwise if deal.asks_most(seat)), None)
        most = None if asked is None else _most_cards(deal, asked)
        return Bar(
            verdict=_waiting(deal),
            asks=f"{deal.players[most.seat]}: how many {most.label} cards?" if most else "",
            on=None if most or deal.asks_majority else _to_missing(deal),
            most=most,
        )
    verdict = "Nobody went out" if deal.nobody else "All hands are in"
    found, entering, told = unanswered(deal, settlement), deal.still_entering(), ""
    if fault:
        verdict = f"{'You' if deal.goer in mine else deal.went_out} may not go out"
        told = _waiting(deal) if entering else ""
    elif entering or deal.reward_open:
        verdict = _waiting(deal)
    elif found:
        verdict, told = "Look again", found[0].message
    sure = not (found or entering or deal.reward_open)
    return Bar(
        kind="bad" if fault else "good" if sure else "",
        verdict=verdict,
        counted=told,
        miscount=bool(told),
        confirm="Confirm as it is" if found or entering else "Confirm",
    )


def _to_missing(deal: OpenDeal) -> Button:
    """The button that leads to the next hand that is missing."""
    return _way_to(deal, deal.next_missing(deal.goer or 0, first=0))


def _of_monopolies(deal: OpenDeal, settlement: Settlement) -> Bar:
    """How many monopolies are made, and what everyone has (Express)."""
    made = [maker for maker in deal.makers().values() if maker is not None]
    points = (f"{isolated(player)}\u00a0{settlement.payouts[player]}" for player in deal.players)
    return Bar(
        kind="good" if deal.complete else "",
        verdict=f"{len(made)} of {len(deal.edition.groups)} monopolies",
        amount=in_short(deal.players, ", ".join(points)),
        steps=[
            f"{player}: {line}"
            for player, hand in deal.by_player.items()
            if hand.cards or hand.amount is not None
            for line in settlement.steps(player)
        ],
        on=None if deal.complete else Button("waits", "Confirm", None),
        confirm="Confirm" if deal.complete else "",
    )


def unanswered(deal: OpenDeal, settlement: Settlement) -> list[Finding]:
    """What is to be looked at again: not what is wrong with a hand that the table allowed."""
    found = settlement.findings
    return [finding for finding in found if not deal.allowed or finding.rule in WARNINGS]


def _waiting(deal: OpenDeal) -> str:
    return f"Waiting for: {', '.join(deal.waits_for())}"


# --- on a player's own phone ---------------------------------------------------------------------


def _on_own_phone(
    deal: OpenDeal, settlement: Settlement, bar: Bar, place: int | None, own: frozenset[int]
) -> Bar:
    """The bar leads from the open cards back to all hands, not to another player's, and who
    confirms the deal is the scorekeeper."""
    if bar.most is not None and bar.most.seat not in own:
        bar = replace(bar, most=None, asks="")
    if place is None:
        return _while_waiting(deal, settlement, bar, own)
    if place != REWARD and not deal.cards_at(place):
        goer = place == deal.goer
        asks = "laid down." if goer else "score with, or “Nothing”"
        bar = replace(bar, verdict=f"Tap the cards you {asks}")
    on = bar.on
    if on is None or on.tap is None or on.tap == LayDown():
        return bar
    if isinstance(on.tap, AllowAnyway):  # only the scorekeeper's phone says what the table allows
        return replace(bar, on=replace(on, label="Lay down anyway", tap=LayDown()))
    on = drawn_button() if place == REWARD else _way_to(deal, None, main=on.main)
    return replace(bar, skip=None, on=on)


def _while_waiting(deal: OpenDeal, settlement: Settlement, bar: Bar, own: frozenset[int]) -> Bar:
    """Who is still entering, and that the scorekeeper closes the deal."""
    bar, mine = replace(bar, confirm=""), own_unfinished(deal, own)
    if bar.most is not None:
        return replace(bar, on=None)
    if mine is not None:
        label = "Enter my reward cards" if mine == REWARD else "Enter my cards"
        there = Opened(mine)
        return replace(bar, on=Button(f"do-{there}", label, OpenCards(there), main=True))
    if not deal.complete:
        return replace(bar, on=None)
    told = [finding.message for finding in unanswered(deal, settlement)[:1]]
    if told and settlement.legal and not deal.still_entering():
        bar = replace(bar, verdict="All hands are in")
    return replace(bar, counted=" ".join([*told, "The scorekeeper confirms."]), miscount=False)


def own_unfinished(deal: OpenDeal, own: frozenset[int]) -> int | None:
    """The place of this phone that is still to be entered; None when there is none."""
    seat = next((seat for seat in deal.unfinished() if seat in own), None)
    return REWARD if seat is not None and deal.is_fixed(seat) else seat


# --- the buttons ---------------------------------------------------------------------------------


def drawn_button() -> Button:
    """The button that says that all reward cards are entered."""
    return Button("do-drawn", "Reward is done", RewardDone(), main=True)


def _skip_button(deal: OpenDeal, place: int) -> Button | None:
    """The button for the next player when they have nothing; None where all hands are entered, or
    that player was caught."""
    seat = deal.next_missing(place)
    if seat is None or deal.is_caught(seat):
        return None
    label = in_short(deal.players, f"{deal.players[seat]}: nothing")
    return Button(f"skip-{seat}", label, HasNothing(seat))


def _next_button(deal: OpenDeal, place: int, *, main: bool = True) -> Button:
    return _way_to(deal, deal.next_missing(place), main=main)


def _way_to(deal: OpenDeal, place: int | None, *, main: bool = True) -> Button:
    """The button that leads to the hand of a player, or to all hands."""
    if place is None:
        return Button("do-done", "Done", OpenCards(CLOSED), main)
    label = in_short(deal.players, f"Next: {deal.players[place]}")
    return Button(f"do-{place}", label, OpenCards(Opened(place)), main)


def _undo(deal: OpenDeal, own: OwnSeats) -> Undone | None:
    """What was thrown away, where this phone may bring it back."""
    cleared = deal.cleared
    if cleared is None or (own is not None and Undo().forbidden(deal, own, CLOSED) is not None):
        return None
    was, parts = cleared.was, sorted(part for part in cleared.parts if part.isdecimal())
    lost = {
        place: len(cards)
        for place, cards in was.cards_by_place().items()
        if str(was.goer if place == REWARD else place) in parts
        and cards
        and not {*cards} & {*deal.cards_at(place)}
    }
    owners = {was.owner(place) for place in lost}
    cards = plural(sum(lost.values()), "reward card" if [*lost] == [REWARD] else "card")
    if len(owners) == 1:
        cards = in_short(deal.players, f"{owners.pop()}’s {cards}")
    return Undone(f"undo-{'-'.join(parts)}-{sum(lost.values())}", f"{cards} cleared")

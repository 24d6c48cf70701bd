"""What the page of the open deal shows: frozen data, made of the draft and its settlement."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from companion.game import open_deal
from companion.game.open_deal import REWARD, Cards, OpenDeal, Seats
from companion.rules.arrange.laid import SetLaid
from companion.rules.edition import Edition
from companion.rules.findings.finding import WARNINGS, Finding
from companion.rules.payout import Settlement
from companion.rules.words import plural
from companion.web.deal.picker import Button, CountPart, Picker, numbers, picker


class Chooser(NamedTuple):
    """What a wild may stand for: whatever is best, likely cards, the rest. `back` leads back."""

    title: str
    likely: tuple[Button, ...]
    others: tuple[Button, ...]
    back: str


class Chip(NamedTuple):
    """One wild and what it stands for; `tap` changes it, empty when it is fixed."""

    id: str
    wild: str
    stands: str
    tap: str


class Problem(NamedTuple):
    """A finding in words."""

    message: str
    rule: str
    cite: str
    mend: str


class Bar(NamedTuple):
    """What sticks to the thumb's edge. `kind`: good, bad, or neither yet. `main` is its button, on
    when it is what most would do next; `confirm` is what the button says that closes the deal."""

    kind: str = ""
    verdict: str = ""
    amount: str = ""
    counted: str = ""
    miscount: bool = False
    problems: tuple[Problem, ...] = ()
    steps: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()
    main: Button | None = None
    confirm: str = ""


class OutPart(NamedTuple):
    """Who went out, asked of all or of one."""

    legend: str
    buttons: tuple[Button, ...]


class MadePart(NamedTuple):
    """A monopoly and who made it (Express); `by` where no button says so."""

    id: str
    name: str
    mark: str
    points: str
    players: tuple[Button, ...]
    by: str = ""


class HandRow(NamedTuple):
    """One player's hand in the list. `state`: missing, nothing, chance (caught) or cards.
    `takeback` and `reward` are what can be done with the goer's hand once it is laid down."""

    place: int
    name: str
    goer: bool
    state: str
    open: bool
    amount: str
    gist: str
    steps: tuple[str, ...]
    catch: Button | None
    most: CountPart | None
    laid: bool
    reward: str


class OtherHand(NamedTuple):
    """A hand that this phone does not enter, and how far it is."""

    name: str
    goer: bool
    state: str
    done: bool


class Shown(NamedTuple):
    """What the page brings along: what is open, and whether it was opened just now; the version it
    shows; what to say; the text field and what is wrong with it."""

    at: str = ""
    version: int = 0
    note: str = ""
    opened: bool = False
    line: str | None = None
    oops: str = ""
    let_stand_oops: bool = False
    token: str = ""


class DealView(NamedTuple):
    """The whole page."""

    shown: Shown
    at: str
    out: OutPart | None
    rows: tuple[HandRow, ...]
    others: tuple[OtherHand, ...]
    waits: str
    picker: Picker | None
    chooser: Chooser | None
    made: tuple[MadePart, ...]
    early: Button | None
    bar: Bar | None
    closing: bool
    told: tuple[str, ...]
    warnings: tuple[Problem, ...]
    faults: tuple[Problem, ...]
    asks_let_stand: bool


def view(seats: Seats, deal: OpenDeal, settlement: Settlement, shown: Shown) -> DealView:
    """The page for a draft, its settlement and what the page has open, on a phone that enters
    every hand (see `own_view` for the others)."""
    place, wild = open_now(seats, deal, shown.at)
    closing = place is None and open_deal.complete(seats, deal)
    found = settlement.findings if closing else ()
    faults = [finding for finding in found if finding.rule not in WARNINGS]
    warnings = [finding for finding in found if finding.rule in WARNINGS]
    return DealView(
        shown=shown,
        at=shown.at if place is not None else "",
        out=_out_buttons(seats, deal),
        rows=hand_rows(seats, deal, settlement, place, closing=closing),
        others=(),
        waits="",
        picker=open_picker(seats, deal, settlement, place, wild, shown),
        chooser=open_chooser(seats, deal, settlement, place, wild),
        made=made_parts(seats, deal),
        early=_early(seats, deal),
        bar=bar_of(seats, deal, settlement, place, closing=closing),
        closing=closing,
        told=_told(seats, deal, settlement) if closing else (),
        warnings=_problems(seats.edition, warnings),
        faults=_problems(seats.edition, faults),
        asks_let_stand=bool(faults),
    )


def opens_at(seats: Seats, deal: OpenDeal) -> str:
    """What a page has open that is called afresh: the goer's cards until they are entered."""
    goer = deal.went_out
    if goer is None or goer not in open_deal.missing(seats, deal):
        return ""
    return str(seats.players.index(goer))


def open_now(seats: Seats, deal: OpenDeal, at: str) -> tuple[int | None, int | None]:
    """The place that is open and the wild that is being chosen there; None when there is none."""
    place = open_deal.place_of(seats, at)
    if place is None or (deal.went_out is None and not deal.nobody):
        return None, None
    if place == REWARD:
        if not deal.laid_down:
            return None, None
    elif deal.laid_down and seats.players[place] == deal.went_out:
        return None, None
    number = at.partition(".")[2]
    return place, int(number) if number in ("0", "1", "2", "3") else None


# --- the list of hands ---------------------------------------------------------------------------


def _out_buttons(seats: Seats, deal: OpenDeal) -> OutPart | None:
    """Who went out; not to be changed once the hand is laid down."""
    if seats.piles or deal.laid_down:
        return None
    buttons = [
        Button(f"out{place}", player, f"out:{place}", on=player == deal.went_out)
        for place, player in enumerate(seats.players)
    ]
    return OutPart(WHO_OUT, (*buttons, Button("out-", "Nobody", "out:-", on=deal.nobody)))


WHO_OUT = "Who went out?"


def hand_rows(
    seats: Seats, deal: OpenDeal, settlement: Settlement, place: int | None, *, closing: bool
) -> tuple[HandRow, ...]:
    if seats.piles or settlement.void or not (deal.nobody or deal.went_out is not None):
        return ()
    first = 0 if deal.went_out is None else seats.players.index(deal.went_out)
    if place is not None:  # one thing after the other
        return (_row(seats, deal, settlement, first if place == REWARD else place, is_open=True),)
    order = [*range(first, len(seats.players)), *range(first)]
    return tuple(
        _row(seats, deal, settlement, one, is_open=False, closing=closing) for one in order
    )


def _row(
    seats: Seats,
    deal: OpenDeal,
    settlement: Settlement,
    place: int,
    *,
    is_open: bool,
    closing: bool = False,
) -> HandRow:
    edition, player = seats.edition, seats.players[place]
    goer = player == deal.went_out
    hand = deal.hands.get(player, ())
    state = deal.done.get(player, "missing")
    if goer:
        state = open_deal.CARDS if hand else "missing"
    entered = state != "missing"
    quick = not goer and (is_open or state != open_deal.CARDS)
    return HandRow(
        place=place,
        name=player,
        goer=goer,
        state=state,
        open=is_open,
        amount=edition.amount(settlement.payouts[player]) if entered and not is_open else "",
        gist=_gist(edition, settlement, player) if state == open_deal.CARDS and not is_open else "",
        steps=tuple(settlement.steps(player)) if state == open_deal.CARDS and closing else (),
        catch=_catch(seats, deal, place, state) if quick else None,
        most=_most(seats, deal, place) if state == open_deal.CAUGHT else None,
        laid=goer and deal.laid_down,
        reward=_reward_words(deal) if goer and deal.laid_down else "",
    )


def _reward_words(deal: OpenDeal) -> str:
    return plural(len(deal.reward), "reward card", "reward cards") if deal.reward else "Reward"


def _catch(seats: Seats, deal: OpenDeal, place: int, state: str) -> Button:
    card = seats.catches
    on = state == open_deal.CAUGHT
    free = on or open_deal.room(seats, deal, place, card) > 0
    tap = f"again:{place}" if on else f"caught:{place}:0" if free else ""
    jail = "jail" in seats.edition.cards
    label = "In jail" if jail else f"Caught with {seats.edition.label(card)}"
    return Button(f"catch{place}", label, tap, on)


def _most(seats: Seats, deal: OpenDeal, place: int) -> CountPart:
    """How many cards for the majority a caught player holds."""
    edition = seats.edition
    card = edition.cards["most_of"]
    held = deal.hands.get(seats.players[place], ()).count(card)
    free = open_deal.room(seats, deal, place, card)
    return CountPart(
        f"most{place}",
        edition.label(card),
        "",
        numbers(f"most{place}-", f"caught:{place}:", held, edition.deck[card], free),
    )


def _gist(edition: Edition, settlement: Settlement, player: str) -> str:
    """What a hand is made of in one line, without amounts."""
    laid = settlement.laid[player]
    if laid.wiped_out:
        return f"Caught with {edition.label(laid.wiped_out)}"
    parts = [_set_words(edition, one) for one in laid.sets]
    parts += [f"{bonus.number} × {edition.label(bonus.kind)}" for bonus in laid.bonuses]
    if settlement.jackpot and settlement.jackpot.paid_to == player:
        parts.append("the jackpot")
    return ", ".join(parts) or "Nothing that counts"


def _set_words(edition: Edition, one: SetLaid) -> str:
    words = edition.label(one.group)
    if one.hotel:
        words += " with hotel"
    elif one.houses:
        words += f" with {plural(one.houses, 'house', 'houses')}"
    if one.tokens:
        words += f" + {plural(one.tokens, 'token', 'tokens')}"
    return words


def _is_caught(seats: Seats, deal: OpenDeal, place: int) -> bool:
    return place != REWARD and deal.done.get(seats.players[place]) == open_deal.CAUGHT


# --- the cards ---------------------------------------------------------------------------------


def open_picker(
    seats: Seats,
    deal: OpenDeal,
    settlement: Settlement,
    place: int | None,
    wild: int | None,
    shown: Shown,
) -> Picker | None:
    if place is None or wild is not None or _is_caught(seats, deal, place):
        return None
    return _picker(seats, deal, settlement, place, shown)


def open_chooser(
    seats: Seats, deal: OpenDeal, settlement: Settlement, place: int | None, wild: int | None
) -> Chooser | None:
    if place is None or wild is None:
        return None
    return _chooser(seats, deal, settlement, place, wild)


def _picker(
    seats: Seats, deal: OpenDeal, settlement: Settlement, place: int, shown: Shown
) -> Picker:
    if place == REWARD:
        title, hint = "Reward cards", _helps(seats, deal, settlement)
    elif seats.players[place] == deal.went_out:
        title, hint = "Cards laid down", ""
    else:
        title, hint = "Cards that count", "Whole sets, their houses, and bonus cards."
    return picker(seats, deal, place, title=title, hint=hint, line=shown.line, oops=shown.oops)


def _helps(seats: Seats, deal: OpenDeal, settlement: Settlement) -> str:
    """Which of the reward cards help."""
    if not deal.reward or deal.went_out is None:
        return "Tap the cards that were drawn; those that do not help may be left out."
    drawn = Counter(deal.reward)
    useless = drawn & Counter(settlement.laid[deal.went_out].unused)
    parts = []
    if useful := drawn - useless:
        parts.append(f"Helps: {_names(seats.edition, useful)}.")
    if useless:
        parts.append(f"Does not help: {_names(seats.edition, useless)}.")
    return " ".join(parts)


def _names(edition: Edition, cards: Counter[str]) -> str:
    return ", ".join(
        edition.label(card) if cards[card] == 1 else f"{cards[card]} × {edition.label(card)}"
        for card in edition.sort(list(cards))
    )


# --- what a wild stands for ----------------------------------------------------------------------


class _Wilds(NamedTuple):
    """The wilds of a place that can be declared: what they were declared as, what the others stand
    for, and how many stand for nothing yet."""

    declared: Cards
    read: Cards
    idle: int


def _wilds(seats: Seats, deal: OpenDeal, settlement: Settlement, place: int) -> _Wilds:
    declared = open_deal.declared_at(seats, deal, place)
    if place == REWARD:
        kept, number = open_deal.open_wilds(seats, deal)
        read = Counter(settlement.laid[deal.went_out or ""].wilds)
        read -= Counter((*kept, *declared))
        rest = tuple(read.elements())
    else:
        player = seats.players[place]
        number = deal.hands.get(player, ()).count(seats.edition.wild)
        rest = settlement.laid[player].readings
    rest = rest[: max(0, number - len(declared))]
    return _Wilds(declared, rest, number - len(declared) - len(rest))


def _chips(seats: Seats, deal: OpenDeal, settlement: Settlement, place: int) -> tuple[Chip, ...]:
    edition = seats.edition
    if not edition.wild:
        return ()
    player = deal.went_out if place == REWARD else seats.players[place]
    if edition.policies["wild_caught"] == "wiped-out" and player != deal.went_out:
        return ()
    wild = edition.label(edition.wild)
    fixed = open_deal.open_wilds(seats, deal)[0] if place == REWARD else ()
    chips = [
        Chip(f"kept{number}", wild, edition.label(card), "") for number, card in enumerate(fixed)
    ]
    declared, read, idle = _wilds(seats, deal, settlement, place)
    at = "r" if place == REWARD else str(place)
    stands = [*map(edition.label, (*declared, *read)), *["nothing yet"] * idle]
    for number, words in enumerate(stands):
        chips.append(Chip(f"wild{number}", wild, words, f"open:{at}.{number}"))
    return tuple(chips)


def _chooser(
    seats: Seats, deal: OpenDeal, settlement: Settlement, place: int, number: int
) -> Chooser:
    edition = seats.edition
    declared = list(open_deal.declared_at(seats, deal, place))
    at = "r" if place == REWARD else str(place)
    chosen = declared[number] if number < len(declared) else None
    before, after = declared[:number], declared[number + 1 :]

    def button(ident: str, label: str, cards: Sequence[str], *, on: bool) -> Button:
        words = ",".join((*before, *cards, *after))
        return Button(f"as-{ident}", label, f"wilds:{at}:{words}", on)

    likely, others = (
        tuple(button(card, edition.label(card), [card], on=card == chosen) for card in cards)
        for cards in open_deal.choices(seats, deal, place, number)
    )
    return Chooser(
        title=f"What does {edition.label(edition.wild)} stand for?",
        likely=(button("best", "Whatever pays most", (), on=chosen is None), *likely),
        others=others,
        back=f"open:{at}",
    )


# --- the bar at the thumb ------------------------------------------------------------------------


def _problems(edition: Edition, found: Sequence[Finding]) -> tuple[Problem, ...]:
    """Findings in words; what a rule says is said once."""
    problems = []
    said = set()
    for finding in found:
        rule = edition.rules[finding.rule]
        text, cite = ("", "") if finding.rule in said else (rule.text, rule.cite)
        said.add(finding.rule)
        problems.append(Problem(finding.message, text, cite, finding.fix.text))
    return tuple(problems)


def bar_of(
    seats: Seats, deal: OpenDeal, settlement: Settlement, place: int | None, *, closing: bool
) -> Bar | None:
    if seats.piles:
        return bar_of_piles(seats, deal, settlement, closing=closing)
    if not deal.nobody and deal.went_out is None:
        return None
    if place is None:
        return bar_of_all(seats, deal, settlement, closing=closing)
    if place == REWARD:
        return _bar_of_reward(seats, deal, settlement)
    if seats.players[place] == deal.went_out:
        return _bar_of_goer(seats, deal, settlement, place)
    return _bar_of_other(seats, deal, settlement, place)


def _bar_of_goer(seats: Seats, deal: OpenDeal, settlement: Settlement, place: int) -> Bar:
    """May this hand go out, or why not; what it pays; what its wilds stand for."""
    edition, player = seats.edition, seats.players[place]
    held = len(deal.hands.get(player, ()))
    size = edition.seats[len(seats.players)].hand
    if not held:
        return Bar(verdict=f"Tap the cards that {player} laid down.")
    found = [finding for finding in settlement.findings if finding.rule not in WARNINGS]
    legal = settlement.legal
    amount = edition.amount(settlement.payouts[player])
    if legal:
        # A wrong number is a warning only, but most likely a slip.
        kind, verdict = "good", "May go out" if held == size else "Good so far"
        if held > size:
            kind, verdict = "", "Too many cards"
    else:
        kind, verdict = ("", "Not yet") if held < size else ("bad", "May not go out")
        amount = f"{amount} if it stands" if kind else ""
    ready = legal and held == size
    if seats.has_reward:
        main = Button("do-lay", "Lay down" if legal else "Lay down as it is", "lay", ready)
    else:
        main = _next(seats, deal, place, on=ready)
    return Bar(
        kind=kind,
        verdict=verdict,
        amount=amount,
        counted=f"{held} of {size} cards",
        miscount=held > size,
        problems=_problems(edition, found),
        steps=tuple(settlement.steps(player)),
        chips=_chips(seats, deal, settlement, place),
        main=main,
    )


def _bar_of_reward(seats: Seats, deal: OpenDeal, settlement: Settlement) -> Bar:
    """What the hand becomes with the reward."""
    edition, player = seats.edition, deal.went_out or ""
    drawn, limit = len(deal.reward), edition.seats[len(seats.players)].reward
    before = settlement.payouts[player]
    if drawn:
        bare = deal._replace(reward=(), reward_wilds=())
        before = open_deal.settled(seats, bare, settlement.deal.jackpot).payouts[player]
    more = settlement.payouts[player] - before
    return Bar(
        kind="good" if settlement.legal else "bad",
        verdict=f"Reward: {edition.amount(more)} more" if drawn else "Tap the reward cards",
        amount=edition.amount(settlement.payouts[player]),
        counted=f"{drawn} of {limit} cards",
        miscount=drawn > limit,
        steps=tuple(settlement.steps(player)),
        chips=_chips(seats, deal, settlement, REWARD),
        main=_next(seats, deal, REWARD),
    )


def _bar_of_other(seats: Seats, deal: OpenDeal, settlement: Settlement, place: int) -> Bar:
    edition, player = seats.edition, seats.players[place]
    laid = settlement.laid[player]
    held = len(deal.hands.get(player, ()))
    idle = Counter(laid.unused)
    main = _next(seats, deal, place, on=player in deal.done)
    if not held:
        return Bar(verdict=f"Tap what counts of {player}’s cards, or “Nothing”", main=main)
    words = f"{player} is paid"
    if laid.wiped_out:
        words = f"Caught with {edition.label(laid.wiped_out)}"
    return Bar(
        kind="bad" if laid.wiped_out else "",
        verdict=words,
        amount=edition.amount(settlement.payouts[player]),
        counted=plural(held, "card", "cards"),
        steps=(
            *settlement.steps(player),
            *([f"Not counted: {_names(edition, idle)}."] if idle and not laid.wiped_out else []),
        ),
        chips=_chips(seats, deal, settlement, place),
        main=main,
    )


def bar_of_all(seats: Seats, deal: OpenDeal, settlement: Settlement, *, closing: bool) -> Bar:
    if closing:
        bad = not settlement.legal
        verdict = "All hands are in" if not deal.nobody else "Nobody went out"
        if bad:
            verdict = f"{deal.went_out} may not go out"
        found = settlement.findings
        return Bar(
            kind="bad" if bad else "good",
            verdict=verdict,
            counted=found[0].message if found else "",
            miscount=bool(found),
            confirm="Confirm as it is" if found else "Confirm",
        )
    left = open_deal.missing(seats, deal)
    place = 0 if deal.went_out is None else seats.players.index(deal.went_out)
    main = leads_to(seats, open_deal.next_missing(seats, deal, place, first=0))
    return Bar(verdict=f"Still to come: {', '.join(left)}", main=main)


def _next(seats: Seats, deal: OpenDeal, place: int, *, on: bool = True) -> Button:
    """The button that leads to the next hand that is to be entered, or to all of them."""
    return leads_to(seats, open_deal.next_missing(seats, deal, place), on=on)


def leads_to(seats: Seats, place: int | None, *, on: bool = True) -> Button:
    if place is None:
        return Button("do-done", "Done", "open:", on)
    return Button(f"do-{place}", f"Next: {seats.players[place]}", f"open:{place}", on)


def _told(seats: Seats, deal: OpenDeal, settlement: Settlement) -> tuple[str, ...]:
    """Who has the majority or the jackpot and why, once all hands are in."""
    edition = seats.edition
    if settlement.void:
        return ("When nobody goes out, nobody is paid at this table.",)
    if seats.piles:
        return ()
    card = edition.cards["most_of"]
    label = edition.label(card)
    counts_wiped_out = edition.options["wiped_out_count"]
    held = {
        player: 0 if laid.wiped_out and not counts_wiped_out else len(laid.most)
        for player, laid in settlement.laid.items()
    }
    most = max(held.values())
    first = [player for player, number in held.items() if number == most]
    jackpot = settlement.jackpot
    words = []
    if not most:
        words.append(f"Nobody has a {label} card.")
    elif len(first) > 1:
        words.append(f"{' and '.join(first)} have {most} {label} each: nobody has the most.")
    elif settlement.laid[first[0]].wiped_out:
        words.append(f"{first[0]} has the most {label} ({most}), but is caught: nobody is paid.")
    else:
        paid = edition.values[card] if jackpot is None else jackpot.amount
        words.append(f"{first[0]} has the most {label} ({most}): {edition.amount(paid)}.")
    if jackpot is not None:
        words.append(f"Under the Bank for the next hand: {edition.amount(jackpot.next)}.")
    return tuple(words)


# --- monopolies instead of hands (Express) -------------------------------------------------------


def made_parts(seats: Seats, deal: OpenDeal) -> tuple[MadePart, ...]:
    if not seats.piles:
        return ()
    edition = seats.edition
    by = open_deal.makers(seats, deal)
    return tuple(
        MadePart(
            group.id,
            group.name,
            group.mark,
            edition.amount(edition.values[group.id]),
            tuple(
                Button(
                    f"{group.id}-{place}",
                    player,
                    f"made:{group.id}:{'-' if by[group.id] == place else place}",
                    by[group.id] == place,
                )
                for place, player in enumerate(seats.players)
            ),
        )
        for group in edition.groups
    )


def _early(seats: Seats, deal: OpenDeal) -> Button | None:
    if not seats.piles:
        return None
    tap = f"early:{int(not deal.stopped_early)}"
    return Button("early", "Stopped early", tap, deal.stopped_early)


def bar_of_piles(seats: Seats, deal: OpenDeal, settlement: Settlement, *, closing: bool) -> Bar:
    edition = seats.edition
    made = sum(1 for place in open_deal.makers(seats, deal).values() if place is not None)
    return Bar(
        kind="good" if closing else "",
        verdict=f"{made} of {len(edition.groups)} monopolies",
        amount=", ".join(f"{player} {settlement.payouts[player]}" for player in seats.players),
        steps=tuple(
            f"{player}: {line}"
            for player in seats.players
            if deal.hands.get(player)
            for line in settlement.steps(player)
        ),
        confirm="Confirm" if closing else "",
    )

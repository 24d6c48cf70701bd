"""The bottom bar of the open deal: the verdict, what a hand pays, and the button to go on."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.game import taps
from companion.game.open_deal import REWARD, Entered, OpenDeal
from companion.game.taps import CLOSED, Opened
from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.edition import Edition
from companion.rules.findings.finding import WARNINGS, Finding, blocking
from companion.rules.settlement import Settlement
from companion.rules.texts import rule as rule_told
from companion.rules.words import number_word, plural
from companion.web.hand.picker import Button
from companion.web.hand.short_names import in_short
from companion.web.hand.tray import TrayCard, tray_of
from companion.web.hand.wilds import Chip, chips_of, tied_words
from companion.web.parts.cards import cards_in_words

LAY = str(taps.LayDown())
"""The tap that lays a hand down."""


class FindingText(NamedTuple):
    """A finding in words: what is wrong, the rule and where it is printed, and how to fix it."""

    message: str
    rule: str
    cite: str
    mend: str


class BottomBar(NamedTuple):
    """The bottom bar.

    `kind`: good, bad, warn (the referee's: count the cards first), or "" for neither yet. `counted`
    is the small text below the verdict: how many cards there are, or what to look at again;
    `miscount` makes it a warning. `asks` is what to choose or look at before going on. `readings`
    says that a wild counts as one card in the problems and as another in the sum. `tray` are the
    cards chosen so far.

    `main` is the button to go on with; it is on when most people would tap it now. `skip` is the
    button for the next player when they have nothing; `skipped` says of the player before that this
    was tapped for them. `other` is another way out; `confirm` is the label of the button that
    closes the deal.
    """

    kind: str = ""
    verdict: str = ""
    amount: str = ""
    counted: str = ""
    asks: str = ""
    miscount: bool = False
    problems: tuple[FindingText, ...] = ()
    readings: str = ""
    steps: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()
    tray: tuple[TrayCard, ...] = ()
    main: Button | None = None
    skip: Button | None = None
    skipped: str = ""
    other: Button | None = None
    confirm: str = ""


def in_words(edition: Edition, found: Iterable[Finding], players: int) -> tuple[FindingText, ...]:
    """Findings in words; each rule is quoted once."""
    texts = []
    quoted = set()
    for finding in found:
        rule = rule_told(edition, finding.rule, players)
        text, cite = ("", "") if finding.rule in quoted else (rule.text, rule.cite)
        quoted.add(finding.rule)
        texts.append(FindingText(finding.message, text, cite, finding.fix.text))
    return tuple(texts)


def bar_of_place(deal: OpenDeal, settlement: Settlement, place: int) -> BottomBar:
    """The bar while the cards of a place are open."""
    if place == REWARD:
        bar = _bar_of_reward(deal, settlement)
    elif place == deal.goer:
        bar = _bar_of_goer(deal, settlement, place)
    else:
        bar = _bar_of_other(deal, settlement, place)
    skipped = _skipped(deal, place) if bar.skip and not bar.miscount else ""
    return bar._replace(tray=tray_of(deal, place), skipped=skipped)


def _bar_of_goer(deal: OpenDeal, settlement: Settlement, place: int) -> BottomBar:
    """May this hand go out, or why not; what it pays; what its wilds count as."""
    edition, player = deal.edition, deal.players[place]
    held = len(deal.cards_at(place))
    size = edition.seats[len(deal.players)].hand
    if not held:
        return BottomBar(verdict=in_short(deal.players, f"Tap the cards that {player} laid down."))
    legal = settlement.legal
    kind, verdict = _verdict(legal, held, size)
    amount = edition.amount(settlement.payouts[player])
    if not legal:
        amount = f"{amount} if allowed" if kind else ""
    ready = legal and held == size
    tied = deal.tied_choices() if ready else ()
    if not deal.seats.has_reward:
        main = _next_button(deal, place, on=ready)
    elif legal:
        main = Button("do-lay", "Lay down", LAY, ready)
    else:
        allow = taps.AllowAnyway(cards=deal.cards_at(place))
        main = Button("do-lay", "Allow it anyway", str(allow), ready)
    return BottomBar(
        kind=kind,
        verdict=verdict,
        amount=amount,
        counted=_counted(held, size),
        asks=tied_words(deal, tied) if tied else "",
        miscount=held > size,
        problems=in_words(edition, blocking(settlement.findings), len(deal.players)),
        readings=two_readings(settlement),
        steps=tuple(settlement.steps(player)),
        chips=chips_of(deal, settlement, place),
        main=main,
        skip=_skip_button(deal, place) if ready and not deal.seats.has_reward else None,
        other=None if legal else not_out_button(deal),
    )


def _verdict(legal: bool, held: int, size: int) -> tuple[str, str]:
    """The kind of the bar, and the verdict, for a hand of `held` cards where `size` go out."""
    if not legal:
        return ("", "Not yet") if held < size else ("bad", "May not go out")
    if held > size:  # a warning only, but most likely a slip
        return "", "Too many cards"
    return "good", "May go out" if held == size else "Good so far"


def _counted(held: int, size: int) -> str:
    """``9 of 10 cards``, ``11 cards, one too many``."""
    if held <= size:
        return f"{held} of {size} cards"
    return f"{held} cards, {number_word(held - size)} too many"


def not_out_button(deal: OpenDeal) -> Button:
    """The button that throws the entry away, for play goes on."""
    return Button("not-out", "Not out after all", str(taps.NotOut(deal.goer)))


def _bar_of_reward(deal: OpenDeal, settlement: Settlement) -> BottomBar:
    """What the hand becomes with the reward."""
    edition, player = deal.edition, deal.owner(REWARD)
    drawn, limit = len(deal.reward), edition.seats[len(deal.players)].reward
    before = settlement.payouts[player]
    if drawn:
        bare = replace(deal, reward=(), reward_wilds=())
        before = bare.settled(settlement.deal.jackpot).payouts[player]
    more = settlement.payouts[player] - before
    # A wrong number of cards keeps nobody from going out, but most likely it is a slip.
    slips = [one.message for one in settlement.findings if one.rule == "hand-size"]
    return BottomBar(
        kind="good" if drawn and settlement.legal and not slips else "",
        verdict=f"Reward: {edition.amount(more)} more" if drawn else "Tap the reward cards",
        amount=edition.amount(settlement.payouts[player]),
        counted=_counted(drawn, limit),
        asks=in_short(deal.players, " ".join(slips)),
        miscount=drawn > limit,
        steps=tuple(settlement.steps(player)),
        chips=chips_of(deal, settlement, REWARD),
        main=_next_button(deal, REWARD)
        if deal.next_missing(REWARD) is not None
        else drawn_button(),
        skip=_skip_button(deal, REWARD),
    )


def _bar_of_other(deal: OpenDeal, settlement: Settlement, place: int) -> BottomBar:
    """What a player who did not go out is paid."""
    edition, player = deal.edition, deal.players[place]
    laid = settlement.laid[player]
    held = len(deal.cards_at(place))
    unused = Counter(laid.unused)
    most_of = edition.label(edition.cards["most_of"])
    main = _next_button(deal, place, on=player not in deal.missing())
    if not held:
        asked = in_short(deal.players, f"Tap the cards {player} scores with, or “Nothing”")
        return BottomBar(verdict=asked, main=main)
    words = in_short(deal.players, f"{player} is paid")
    steps = settlement.steps(player)
    if laid.wiped_out:
        words = f"Caught with {edition.label(laid.wiped_out)}"
    elif unused:
        steps = [*steps, f"Pays nothing: {cards_in_words(edition, unused.elements())}."]
    return BottomBar(
        kind="bad" if laid.wiped_out else "",
        verdict=words,
        amount=edition.amount(settlement.payouts[player]),
        counted=plural(held, "card"),
        asks=f"How many {most_of} cards?" if deal.asks_most(player) else "",
        steps=tuple(steps),
        chips=chips_of(deal, settlement, place),
        main=main,
        skip=_skip_button(deal, place),
    )


def bar_of_all_hands(deal: OpenDeal, settlement: Settlement, *, closing: bool) -> BottomBar:
    """The bar beside the list of hands: what is missing, or the button that closes the deal."""
    fault = not (settlement.legal or deal.allowed)
    if not closing:
        main = way_to(deal, deal.next_missing(deal.goer or 0, first=0))
        return BottomBar(
            verdict=_waiting(deal),
            main=main,
            other=not_out_button(deal) if fault and deal.laid_down else None,
        )
    verdict = "Nobody went out" if deal.nobody else "All hands are in"
    found, entering, told = unanswered(deal, settlement), deal.still_entering(), ""
    if fault:
        verdict = in_short(deal.players, f"{deal.went_out} may not go out")
        told = _waiting(deal) if entering else ""
    elif entering or deal.reward_open:
        verdict = _waiting(deal)
    elif found:
        verdict, told = "Look again", in_short(deal.players, found[0].message)
    sure = not (found or entering or deal.reward_open)
    return BottomBar(
        kind="bad" if fault else "good" if sure else "",
        verdict=verdict,
        counted=told,
        miscount=bool(told),
        other=not_out_button(deal) if fault else None,
        confirm="Confirm as it is" if found or entering else "Confirm",
    )


def unanswered(deal: OpenDeal, settlement: Settlement) -> tuple[Finding, ...]:
    """What is to be looked at again: not what is wrong with a hand that the table allowed."""
    found = settlement.findings
    return tuple(one for one in found if not deal.allowed or one.rule in WARNINGS)


def _waiting(deal: OpenDeal) -> str:
    return in_short(deal.players, f"Waiting for: {', '.join(deal.waits_for())}")


def _skip_button(deal: OpenDeal, place: int) -> Button | None:
    """The button for the next player when they have nothing; None where all hands are entered, or
    that player was caught."""
    seat = deal.next_missing(place)
    if seat is None or deal.is_caught(deal.players[seat]):
        return None
    tap = taps.HasNothing(seat)
    label = in_short(deal.players, f"{deal.players[seat]}: nothing")
    return Button(f"skip-{seat}", label, str(tap), None)


def _skipped(deal: OpenDeal, place: int) -> str:
    """“Bob has nothing” after the button that says so was tapped for Bob; else empty. Only the name
    on that button changes then, so without this the tap could not be seen."""
    seat = deal.next_missing(place)
    before = "" if seat is None else deal.players[seat - 1]
    has_nothing = deal.entered.get(before) == Entered.NOTHING
    return in_short(deal.players, f"{before} has nothing") if has_nothing else ""


def _next_button(deal: OpenDeal, place: int, *, on: bool = True) -> Button:
    return way_to(deal, deal.next_missing(place), on=on)


def drawn_button() -> Button:
    """The button that says that all reward cards are entered."""
    return Button("do-drawn", "Reward is done", str(taps.RewardDone()), on=True)


def way_to(deal: OpenDeal, place: int | None, *, on: bool = True) -> Button:
    """The button that leads to the hand of a player, or to all hands."""
    if place is None:
        return Button("do-done", "Done", str(taps.OpenCards(CLOSED)), on)
    tap = taps.OpenCards(Opened(place))
    label = in_short(deal.players, f"Next: {deal.players[place]}")
    return Button(f"do-{place}", label, str(tap), on)

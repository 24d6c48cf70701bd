"""May this hand go out? If not: every reason at once, the cards concerned and the smallest mend.

Findings are data; the verdict is derived from them. A finding's sentence and citation stand in the
edition under its rule id; the message here says what it means for these very cards.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.findings import piles, sequence, total
from companion.rules.findings.finding import Fault, Finding, Fix, Holding, Problem, Reading
from companion.rules.findings.fixes import problems
from companion.rules.words import plural

_Cards = Sequence[str]
_HOLDING: Mapping[str, Callable[[Edition, _Cards, _Cards, _Cards], Holding]] = {
    "sequence": sequence.holding,
    "total": total.holding,
}


def find_all(edition: Edition, deal: Deal, *, legal: bool) -> Sequence[Finding]:
    """Every problem and warning of a deal in the edition's order of rules, each with the player
    whose it is, None for the whole table. `legal`: whether the goer's hand may go out.

    With undeclared wilds it is the reading with the fewest problems, among equals the best paid. A
    deal in which nobody went out has none, but in Express.
    """
    goer = deal.went_out
    found: list[Finding] = []
    if not edition.variant.has_goer:
        found += piles.findings(edition, deal)
    elif goer is None:
        return ()
    else:
        every = _warnings(edition, deal, goer)
        if not legal:
            elsewhere = list(deal.reward)
            for player, hand in deal.hands.items():
                if hand and player != goer:
                    elsewhere += hand
            every += _of_hand(edition, deal.hands[goer], deal.wilds.get(goer, ()), elsewhere)
        found += [Finding.of(goer, problem) for problem in every]
    if len(found) > 1:
        order = edition.rule_order
        found.sort(key=lambda finding: order[finding.rule])
    return found


def _of_hand(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], elsewhere: Sequence[str]
) -> Sequence[Problem]:
    """The problems. The fixes ask for no card that lies `elsewhere`; where nothing else helps, for
    cards of a colour, and only then for others."""
    holding = _HOLDING[edition.arrangement]
    hand = holding(edition, cards, declared, elsewhere)
    faults, read = hand.faults(_fewest(hand))
    free = holding(edition, cards, (), elsewhere) if declared else None
    found = problems(hand, free, cards, faults, read)
    if found is None:
        assert elsewhere, "a hand can always be mended with cards of the whole deck"
        colours = [group.cards for group in edition.groups if group.kind == "colour"]
        rest = [card for card in elsewhere if card not in chain.from_iterable(colours)]
        return _of_hand(edition, cards, declared, rest if len(rest) < len(elsewhere) else ())
    return found


def faults_of(
    edition: Edition, cards: Sequence[str], declared: Sequence[str]
) -> tuple[list[Fault], tuple[str, ...]]:
    """The faults of a goer's hand, and what its undeclared wilds are read as in them."""
    hand = _HOLDING[edition.arrangement](edition, cards, declared, ())
    return hand.faults(_fewest(hand))


def _fewest(hand: Holding) -> Reading | None:
    """The reading with the fewest faults, among equals the best paid, then the first in order; None
    for a hand without a free wild."""
    if not hand.free:
        return None
    readings = hand.readings()
    best = next(readings)
    pays: int | None = None  # what the best one pays, once anybody asked
    for reading in readings:
        if reading.number < best.number:
            best, pays = reading, None
        elif reading.number == best.number:
            if pays is None:
                pays = hand.pays(best)
            paid = hand.pays(reading)
            if paid > pays or (paid == pays and reading.order < best.order):
                best, pays = reading, paid
    return best


def _warnings(edition: Edition, deal: Deal, goer: str) -> list[Problem]:
    """A wrong hand size and reward cards beyond the limit; both may be let stand."""
    seat = edition.seats[len(deal.players)]
    found = []
    held = len(deal.hands[goer])
    if held != seat.hand:
        cards = plural(held, "card")
        difference = plural(abs(seat.hand - held), "card")
        what = "missing" if held < seat.hand else "too many"
        text = f"{goer} laid down {cards}. With {seat.players} players you need {seat.hand}."
        fix = Fix((), (), (), f"{difference} {what}. Count the cards again.")
        found.append(Problem("hand-size", (), text, fix))
    drawn = len(deal.reward)
    if drawn > seat.reward:
        too_many = plural(drawn - seat.reward, "card")
        text = (
            f"There are {drawn} reward cards. With {seat.players} players "
            f"{seat.reward} is the most."
        )
        fix = Fix((), (), (), f"Take {too_many} out of the reward.")
        reward = tuple(edition.sort(deal.reward))
        found.append(Problem("reward-size", reward, text, fix))
    return found

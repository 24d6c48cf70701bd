"""May this hand go out? If not: every reason at once, the cards concerned and the smallest mend.

Findings are data; the verdict is derived from them. A finding's sentence and citation stand in the
edition under its rule id; the message here says what it means for these very cards.

It takes three steps. An example, from Classic UK: Strand, Trafalgar Square, Bond Street, Regent
Street, a 1st and a 3rd House.

- `holding` says what is wrong: there is no complete set, Red lacks Fleet Street, Green lacks Oxford
  Street, and the houses have no colour set to stand on. With free wilds it tries what they may be,
  and takes the reading with the fewest faults.
- `mend` finds the fewest cards with which the whole hand may go out: add Fleet Street and Oxford
  Street, discard the 3rd House.
- `fixes` gives each fault its share of these: no set: Oxford Street; Red: Fleet Street; Green:
  Oxford Street, the same card; the houses: “Discard a 3rd House. Green can take the rest then.”
"""

from collections.abc import Sequence
from itertools import chain

from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.findings import piles
from companion.rules.findings.finding import Finding, Fix
from companion.rules.findings.fixes import fixes
from companion.rules.findings.holding import Holding, Reading
from companion.rules.findings.mend import fewest, mended
from companion.rules.words import plural


def find_all(edition: Edition, deal: Deal, *, legal: bool) -> list[Finding]:
    """Every problem and warning of a deal in the edition's order of rules. `legal`: whether the
    goer's hand may go out.

    With undeclared wilds it is the reading with the fewest problems, among equals the best paid. A
    deal in which nobody went out has none, but in Express; nor has one whose goer has no cards but
    an amount.
    """
    goer = deal.goer_by_cards
    if not edition.way.has_goer:
        found = piles.findings(edition, deal)
    elif goer is None:
        return []
    else:
        found = _warnings(edition, deal, goer)
        if not legal:
            others = [hand for player, hand in deal.hands.items() if player != goer]
            elsewhere = [*deal.reward, *chain.from_iterable(others)]
            hand, declared = deal.hands[goer], deal.wilds.get(goer, ())
            found += _of_hand(edition, goer, hand, declared, elsewhere)
    return sorted(found, key=lambda finding: edition.rule_order[finding.rule])


def _of_hand(
    edition: Edition,
    goer: str,
    cards: Sequence[str],
    declared: Sequence[str],
    elsewhere: Sequence[str],
) -> list[Finding]:
    """The problems. Their fixes ask for no card that lies `elsewhere`; where nothing else helps,
    for cards of a colour, and only then for others.

    Declared wilds stay what they are, unless counting as other cards saves a card: every fix then
    says what they are to count as.
    """
    hand = Holding(edition, cards, declared, elsewhere)
    reading, faults = hand.fewest_faults()
    mend = fewest(hand, reading)
    stands: tuple[str, ...] = ()
    if declared:  # would fewer cards do if the declared wilds could count as others?
        free = Holding(edition, cards, (), elsewhere)
        other = fewest(free, Reading())
        if other is not None and (mend is None or other.cards < mend.cards):
            hand, mend = free, other
            stands = edition.arrange(mended(hand, mend), goer=True).readings
    if mend is not None:
        told = zip(faults, fixes(hand, mend, faults, stands), strict=True)
        return [Finding(fault.rule, goer, fault.cards, fault.message, fix) for fault, fix in told]
    # Only cards that lie elsewhere help. So those of a colour may be asked for, and if that is no
    # help either, all of them.
    assert elsewhere, "a hand can always be mended with cards of the whole deck"
    colours = {card for group in edition.groups if group.kind == "colour" for card in group.cards}
    rest = [card for card in elsewhere if card not in colours]
    fewer = rest if len(rest) < len(elsewhere) else ()
    return _of_hand(edition, goer, cards, declared, fewer)


def of_this_hand(edition: Edition, deal: Deal, finding: Finding) -> str:
    """The message of a finding where the goer has no name: the hand is asked about, and nobody laid
    it down."""
    if finding.rule == "hand-size":
        return _hand_size(edition, deal, "this hand has")
    return finding.message


def _hand_size(edition: Edition, deal: Deal, begins: str) -> str:
    """``Ann laid down 9 cards. With 4 players you need 10.``"""
    assert deal.went_out is not None
    cards, seat = plural(len(deal.hands[deal.went_out]), "card"), edition.seats[len(deal.players)]
    return f"{begins} {cards}. With {seat.players} players you need {seat.hand}."


def _warnings(edition: Edition, deal: Deal, goer: str) -> list[Finding]:
    """A wrong hand size and reward cards beyond the limit; both may be let stand."""
    seat = edition.seats[len(deal.players)]
    found = []
    held = len(deal.hands[goer])
    if held != seat.hand:
        difference = plural(abs(seat.hand - held), "card")
        what = "missing" if held < seat.hand else "too many"
        text = _hand_size(edition, deal, f"{goer} laid down")
        fix = Fix((), (), (), f"{difference} {what}. Count the cards again.")
        found.append(Finding("hand-size", goer, (), text, fix))
    drawn = len(deal.reward)
    if drawn > seat.reward:
        too_many = plural(drawn - seat.reward, "card")
        text = (
            f"There are {drawn} reward cards. With {seat.players} players "
            f"{seat.reward} is the most."
        )
        fix = Fix((), (), (), f"Take {too_many} out of the reward.")
        reward = tuple(edition.sort(deal.reward))
        found.append(Finding("reward-size", goer, reward, text, fix))
    return found

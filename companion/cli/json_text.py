"""A settlement as one line of JSON, put together from texts that are kept.

It is what `Settlement.as_json` gives, key by key (tests/cli/test_json_text.py holds the two
together), in a fraction of the time: a set, a bonus or a problem is one of some hundreds that come
back all the time, so its text is made once. Nothing is kept by hand or by player.
"""

from functools import lru_cache
from json.encoder import encode_basestring_ascii as quoted

from companion.rules.arrange.laid import Bonus, Laid, SetLaid
from companion.rules.findings.finding import Fix
from companion.rules.payout import Settlement

_kept = lru_cache(maxsize=4096)


def settlement_text(settled: Settlement, *, steps: bool) -> str:
    """The settlement as the contract prints it, without spaces; `steps`: with the sums in words."""
    names = {player: quoted(player) for player in settled.deal.players}
    payouts = ",".join([f"{names[player]}:{paid}" for player, paid in settled.payouts.items()])
    jackpot = "null"
    if settled.jackpot:
        to, amount, following = settled.jackpot
        paid_to = "null" if to is None else names[to]
        jackpot = f'{{"paid_to":{paid_to},"amount":{amount},"next":{following}}}'
    problems = []
    for rule, player, cards, message, fix in settled.findings:
        start, middle, end = _problem(rule, cards, fix)
        name = "null" if player is None else names[player]
        problems.append(f"{start}{name}{middle}{quoted(message)}{end}")
    hands = []
    for player, name in names.items():
        text = _hand(settled.laid[player])
        sums = f',"steps":[{",".join(map(quoted, settled.steps(player)))}]' if steps else ""
        hands.append(f'{name}:{text},"payout":{settled.payouts[player]}{sums}}}')
    return (
        f'{{"legal":{_truth(settled.legal)},"payouts":{{{payouts}}},"jackpot":{jackpot},'
        f'"problems":[{",".join(problems)}],"hands":{{{",".join(hands)}}}}}'
    )


def _hand(laid: Laid) -> str:
    """A hand up to its payout; what is unused is seldom twice the same, so it is not kept."""
    caught = "null" if laid.wiped_out is None else quoted(laid.wiped_out)
    return (
        f'{{"sets":[{",".join(map(_set, laid.sets))}],'
        f'"bonuses":[{",".join(map(_bonus, laid.bonuses))}],"wilds":{_cards(laid.wilds)},'
        f'"unused":[{",".join(map(quoted, laid.unused))}],"wiped_out":{caught}'
    )


def _truth(value: bool) -> str:
    return "true" if value else "false"


@_kept
def _cards(cards: tuple[str, ...]) -> str:
    return f"[{','.join(map(quoted, cards))}]"


@_kept
def _set(one: SetLaid) -> str:
    return (
        f'{{"group":{quoted(one.group)},"houses":{one.houses},"hotel":{_truth(one.hotel)},'
        f'"tokens":{one.tokens},"value":{one.value},"tokens_value":{one.tokens_value},'
        f'"wilds":{_cards(one.wilds)},"cards":{_cards(one.cards)}}}'
    )


@_kept
def _bonus(bonus: Bonus) -> str:
    return f'{{"kind":{quoted(bonus.kind)},"count":{bonus.number},"amount":{bonus.amount}}}'


@_kept
def _problem(rule: str, cards: tuple[str, ...], fix: Fix) -> tuple[str, str, str]:
    """The text before the player, between that and the message, and after the message. These two
    are left out, for a name in them can be of any length."""
    return (
        f'{{"rule":{quoted(rule)},"player":',
        f',"cards":{_cards(cards)},"message":',
        f',"fix":{{"add":{_cards(fix.add)},"discard":{_cards(fix.discard)},'
        f'"stand_in":{_cards(fix.stand_in)},"text":{quoted(fix.text)}}}}}',
    )

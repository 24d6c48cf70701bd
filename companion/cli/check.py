"""``companion check``: one hand in words, may it go out and what does it pay."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from companion.rules.contract import check_majority_said
from companion.rules.deal import Deal
from companion.rules.deal import check as check_deal
from companion.rules.dispute.one_card_away import one_card_away
from companion.rules.dispute.open_questions import open_questions
from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.findings.find import of_this_hand
from companion.rules.findings.finding import WARNINGS, blocking
from companion.rules.options import option_of, option_takes, with_options
from companion.rules.payout import settle
from companion.rules.plain import parsed
from companion.rules.reading.reader import parse
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement, count_first
from companion.rules.sum_lines import cancelling_rule
from companion.rules.texts import rule as rule_told
from companion.rules.words import CURRENCY, capital

LONGEST_AMOUNT = 9
"""Digits of an amount; no hand pays nearly as much."""
EXAMPLE = "companion check --edition classic-uk --went-out dark-blue h1 h2 'token*2' go chance"


@click.command(epilog=f"Example: {EXAMPLE}")
@click.option("--edition", "edition_id", required=True, metavar="ID", help=", ".join(edition_ids()))
@click.option("--went-out", is_flag=True, help="This hand went out.")
@click.option("--players", type=int, metavar="N", help="How many play.  [default: 4]")
@click.option("--reward", multiple=True, metavar="CARDS", help="The reward cards.")
@click.option("--wilds", multiple=True, metavar="CARDS", help="What the wilds were declared as.")
@click.option(
    "--reward-wilds",
    multiple=True,
    metavar="CARDS",
    help="What freed or drawn wilds are declared as after the reward.",
)
@click.option(
    "--amounts",
    multiple=True,
    metavar="N=AMOUNT",
    help="What the hand of player N pays, in place of cards. Player 1 has this hand.",
)
@click.option(
    "--majority-to",
    metavar="N",
    help="With --amounts: the player who held the most of the card for it, or none.",
)
@click.option("--option", multiple=True, metavar="NAME=VALUE", help="An option of the table.")
@click.argument("cards", nargs=-1)
def check(
    edition_id: str,
    *,
    went_out: bool,
    players: int | None,
    option: Sequence[str],
    amounts: Sequence[str],
    majority_to: str | None,
    **texts: Sequence[str],
) -> int:
    """Says whether a hand may go out, what it pays, and why.

    CARDS are written as people say them: ids, printed names, short names, groups, two tokens,
    first house. A word that may mean several cards is refused.

    Exit status: 0 legal, 1 not legal, 2 bad input.
    """
    box = load(edition_id)
    edition = with_options(box, _options(box, option))
    said = {_player(name): amount for name, amount in map(_said, amounts)}
    deal = _one_hand(edition, texts, went_out=went_out, number=players, amounts=said)
    if majority_to is None:
        check_majority_said(edition, deal)
    elif majority_to != "none":
        deal = replace(deal, majority_to=_player(majority_to))
    check_deal(edition, deal)
    settlement = settle(edition, deal)
    click.echo("\n".join(_ruling(settlement, went_out=went_out)))
    ruled = went_out or not edition.way.has_goer
    return 1 if ruled and not settlement.legal else 0


def _options(edition: Edition, texts: Sequence[str]) -> dict[str, Any]:
    """Options by name, of texts such as ``tie=shared``; a value is written as in an address of the
    referee, or as JSON."""
    options: dict[str, Any] = {}
    takes = option_takes(edition)
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refusal(
                "unknown-option", f"“{text}” is no option. Write NAME=VALUE, such as tie=shared."
            )
        try:
            options[name] = parsed(value)
        except ValueError:
            options[name] = option_of(edition, name, value) if name in takes else value
    return options


def _said(text: str) -> tuple[str, int]:
    """A player and an amount, of a text such as ``2=500``."""
    name, _, amount = text.partition("=")
    digits = amount.strip().lstrip(CURRENCY).replace(",", "")
    if not digits.isascii() or not digits.isdigit() or len(digits) > LONGEST_AMOUNT:
        raise Refusal("malformed", f"“{text}” is no amount. Write N=AMOUNT, such as 2=500.")
    return name, int(digits)


def _player(number: str) -> str:
    """The player with this number. Any other text stays as it is, and is refused later."""
    return f"player {number.strip()}"


def _one_hand(
    edition: Edition,
    texts: Mapping[str, Sequence[str]],
    *,
    went_out: bool,
    number: int | None,
    amounts: Mapping[str, int],
) -> Deal:
    """A deal in which only the first of `number` players holds cards. `texts` are the words
    for its cards, reward, wilds and reward_wilds, `amounts` what hands are said to pay."""
    number = min(4, max(edition.seats)) if number is None else number
    if number not in edition.seats:
        raise Refusal(
            "player-count",
            f"{edition.name} is for {min(edition.seats)} to {max(edition.seats)} players, "
            f"not {number}.",
        )
    players = tuple(f"player {place}" for place in range(1, number + 1))
    first = players[0]
    cards, reward, wilds, reward_wilds = (
        parse(edition, " ".join(texts[name]))
        for name in ("cards", "reward", "wilds", "reward_wilds")
    )
    if reward and not edition.seats[number].reward:
        raise Refusal("malformed", f"{edition.name} has no reward. Leave it out.")
    if reward and not went_out:
        raise Refusal(
            "malformed",
            "Only a player who went out gets a reward. Add --went-out.",
        )
    if not cards and not reward and first not in amounts:
        raise Refusal("malformed", "There are no cards. Name the cards of the hand.")
    piles = not edition.way.has_goer
    other = None if piles else players[1]
    return Deal(
        hands={player: cards if player == first else () for player in players},
        went_out=first if went_out and not piles else other,
        reward=reward,
        wilds={first: wilds} if wilds else {},
        reward_wilds=reward_wilds,
        jackpot=edition.options.get("jackpot_start"),
        stopped_early=piles,
        amounts=amounts,
    )


def _ruling(settlement: Settlement, *, went_out: bool) -> list[str]:
    """The ruling on the first player's hand in words, line by line."""
    edition, player = settlement.edition, settlement.deal.players[0]
    laid = settlement.laid[player]
    pays = edition.amount(settlement.payouts[player])
    if player in settlement.deal.amounts:
        return [f"{edition.name}: the table said what it pays.", f"  {settlement.steps(player)[0]}"]
    piles = not edition.way.has_goer
    findings = settlement.findings if went_out or piles else ()
    problems = list(blocking(findings))
    verdict = f"{edition.name}: {_verdict(settlement, went_out=went_out)}"
    stands = not problems or piles
    lines = [f"{verdict} It pays {pays}." if stands else verdict]
    for number, finding in enumerate(problems, 1):
        lines += [
            f"  {number}. {finding.message}",
            f"     {_rule(settlement, finding.rule)}",
            f"     To fix it: {finding.fix.text}",
        ]
    if readings := two_readings(settlement):
        lines.append(f"  {readings}")
    if not stands:
        lines.append(f"If you allow it anyway, it pays {pays}:")
    lines += [f"  {line}" for line in settlement.steps(player)]
    if cancels := cancelling_rule(edition, laid):
        lines.append(f"  {_rule(settlement, cancels)}")
    if laid.unused:
        lines.append(f"  Left over: {', '.join(map(edition.label, laid.unused))}.")
    for finding in findings:
        if finding.rule in WARNINGS:
            message = of_this_hand(edition, settlement.deal, finding)
            lines.append(f"Look again: {capital(message)}")
    near = one_card_away(settlement, player)
    if near.changes:
        lines += [f"{near.title}:", *(f"  {line}" for line in near.lines)]
    for question in open_questions(settlement, player):
        lines.append(f"Left open: {question.text} {question.then}")
    if laid.most and not settlement.deal.amounts:
        name = edition.label(edition.roles["most_of"])
        lines.append(f"(As if nobody else held any {name} card.)")
    return lines


def _verdict(settlement: Settlement, *, went_out: bool) -> str:
    """Whether the hand may go out, in words."""
    if not settlement.edition.way.has_goer:
        every = "every card is in a whole group."
        return every if settlement.legal else "some cards are in no whole group."
    if not went_out:
        return "a hand that did not go out."
    if not settlement.legal:
        return "may NOT go out."
    first = count_first(settlement)
    return f"{first}. Apart from that, it may go out." if first else "may go out."


def _rule(settlement: Settlement, rule_id: str) -> str:
    """A rule as it is told this table, with its source."""
    rule = rule_told(settlement.edition, rule_id, len(settlement.deal.players))
    return f"Rule: {rule.text} [{rule.cite}]"

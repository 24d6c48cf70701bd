"""What the scores say beside the amounts: the open deal, and who was not paid yet.

Nothing is scored here: amounts come from the stored settlements, totals from the ledger.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.game.open_deal import OpenDeal, open_deal_of
from companion.game.seats import seats_of
from companion.rules.edition import Edition
from companion.rules.words import isolated, listed
from companion.store import Draft, Payment, Table
from companion.store.rows import Handed
from companion.web.parts.scores import Scores
from companion.web.parts.words import leads, result, who_went_out

OPEN_GAME = 0.9
"""How far along the lane the first player is, where nothing ends the game."""


def last_told(scores: Scores, shown: int) -> str:
    """What a screen reader says of the last deal on a page that showed the deals up to the number
    `shown`, and who won if that deal decided the game. Nothing if that page has the deal."""
    if not scores.standing:
        return ""
    edition, sheet, deal = scores.edition, scores.sheet, scores.standing[-1]
    newest_is_struck = deal.number != scores.newest
    if newest_is_struck or deal.number <= shown:
        return ""
    goer = deal.entry.went_out
    paid = f", {edition.amount(deal.payouts[goer])}" if goer and edition.way.has_goer else ""
    ahead = f" {leads(sheet)}." if sheet.leaders and not sheet.over else ""
    won = f" {result(sheet)}" if scores.end == deal.number else ""
    word = edition.deal_word.capitalize()
    return f"{word} {deal.number}: {who_went_out(edition, deal.entry)}{paid}.{ahead}{won}"


@dataclass(frozen=True)
class Lane:
    """A player in the race. `share` is how far along the lane they are, in hundredths; `to_go` what
    is missing to the target. `ahead` is who won or, before the end, who leads; `deals` who deals
    next."""

    name: str
    total: int
    share: float
    to_go: int
    ahead: bool
    wins: bool
    deals: bool


def lanes(scores: Scores) -> list[Lane]:
    """The players in the order of their seats. The lanes end at the target. In a game of a number
    of deals, the first player stands at the share of the deals that were played."""
    sheet = scores.sheet
    most = max(*sheet.totals.values(), 1)
    end = max(sheet.target or 0, most)
    if not sheet.target:
        played = len(sheet.rows) / sheet.deals if sheet.deals else OPEN_GAME
        end = max(most, round(most / (played or OPEN_GAME)))
    return [
        Lane(
            name,
            total,
            round(100 * max(total, 0) / end, 1),
            (sheet.to_target or {}).get(name, 0),
            name in (sheet.winners if sheet.over else sheet.leaders),
            sheet.over,
            name == sheet.next_dealer and not sheet.over,
        )
        for name, total in sheet.totals.items()
    ]


# --- the open deal -------------------------------------------------------------------------------


def waiting(table: Table, draft: Draft) -> str | None:
    """What the open deal still needs; None when nothing was entered yet."""
    if not draft.data:
        return None
    seats = seats_of(table)
    deal = open_deal_of(seats, draft)
    if deal == OpenDeal(seats):
        return None
    if not deal.has_goer:
        made = list(deal.makers().values())
        return f"{len(made) - made.count(None)} of {len(made)} monopolies are in."
    if deal.lacks_only_reward:
        return f"{deal.went_out}’s reward is still being entered."
    return waiting_for(deal.waits_for(), table.players, deal.went_out)


def waiting_for(names: Sequence[str], players: Sequence[str], went_out: str | None) -> str:
    """What an open deal still needs. `names` are the `players` whose hands are not finished."""
    if not names:
        return "All hands are in, but not confirmed yet."
    if len(names) < len(players):
        return f"Still missing: {listed(names)}."
    return f"{went_out} went out. No hand is finished yet." if went_out else "No cards entered yet."


# --- who was not paid yet ------------------------------------------------------------------------


def unpaid(edition: Edition, payments: Iterable[Payment]) -> dict[int, str]:
    """By the number of the deal, who still has to be paid, or to give something back; empty in
    points."""
    if edition.money == "points":
        return {}
    due: dict[int, dict[str, list[str]]] = {}
    for payment in payments:
        if payment.difference:
            what = "Still to be paid" if payment.difference > 0 else "Still to give back"
            names = due.setdefault(payment.number, {}).setdefault(what, [])
            names.append(_still_due(edition, payment))
    return {
        number: ". ".join(f"{what}: {listed(names)}" for what, names in of.items())
        for number, of in due.items()
    }


def _still_due(edition: Edition, payment: Payment) -> str:
    """Who still has to be paid or to give back; how much, where they have a part or too much."""
    if not payment.handed:
        return payment.player
    more = " more" if payment.difference > 0 else ""
    return f"{isolated(payment.player)} ({edition.amount(abs(payment.difference))}{more})"


def kept(scores: Scores, handed: Handed) -> str:
    """What players were paid in deals that were undone since: they still have it. Empty where
    nobody was paid, and in points."""
    edition = scores.edition
    if edition.money == "points":
        return ""
    told = []
    for number in sorted({number for number, _ in handed if number > scores.newest}):
        has = [
            f"{isolated(player)} {edition.amount(amount)}"
            for player in scores.table.players
            if (amount := handed.get((number, player), 0))
        ]
        if has:
            told.append(f"Paid already for {edition.deal_word} {number}: {', '.join(has)}.")
    return " ".join(told)

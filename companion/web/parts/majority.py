"""Who held the most of a card, as pages tell it."""

from collections.abc import Mapping
from typing import Any

from companion.rules.edition import Edition
from companion.rules.majority import with_most
from companion.rules.words import listed


def _most_held(
    edition: Edition, entry: Mapping[str, Any], settlement: Mapping[str, Any]
) -> dict[str, int]:
    """How many cards for the majority everybody was counted with, wilds among them."""
    card = edition.cards["most_of"]
    held = {}
    for player, detail in settlement["hands"].items():
        cards = list(entry["hands"].get(player, ()))
        if player == entry.get("went_out"):
            cards += entry.get("reward", ())
        wilds = max(detail["wilds"].count(card), entry.get("wilds", {}).get(player, []).count(card))
        counts = edition.options["wiped_out_count"] or not detail["wiped_out"]
        held[player] = cards.count(card) + wilds if counts else 0
    return held


def majority(
    edition: Edition, entry: Mapping[str, Any], settlement: Mapping[str, Any]
) -> str | None:
    """Who had the most Mr. Monopoly or Free Parking cards, what it paid, and what becomes of the
    jackpot; None where there is nothing to tell."""
    if "most_of" not in edition.cards:
        return None
    jackpot = settlement["jackpot"]
    if entry.get("went_out") is None and edition.options["nobody_out"] == "void":
        stays = (
            "" if jackpot is None else f" The jackpot stays at {edition.amount(jackpot['next'])}."
        )
        return f"Nobody went out, so nobody is paid.{stays}"
    held = _most_held(edition, entry, settlement)
    first = with_most(held)
    most = held[first[0]] if first else 0
    card = edition.label(edition.cards["most_of"])
    prize = _prize(edition, settlement)
    if not most:
        if jackpot is None:
            return None
        told = f"Nobody has a {card} card, so nobody takes the jackpot."
    elif len(first) > 1:
        each = "1 card" if most == 1 else f"{most} cards"
        told = f"{listed(first)} tie for the most {card} ({each} each), so nobody gets it."
    else:
        number = "1 card" if most == 1 else f"{most} cards"
        caught = settlement["hands"][first[0]]["wiped_out"]
        told = f"{first[0]} has the most {card} ({number})"
        if prize is None or caught:
            why = f" but was caught with {edition.label(caught)}" if caught else ""
            told += f"{why}, so nobody gets it."
        else:
            told += f" and gets {prize}."
    if jackpot is None:
        return told
    now = edition.amount(jackpot["next"])
    if jackpot["paid_to"] is not None:
        return f"{told} {now} is laid there for the next deal."
    return f"{told} The jackpot is now {now}."


def _prize(edition: Edition, settlement: Mapping[str, Any]) -> str | None:
    """What the majority paid in this deal, None when nobody got it."""
    jackpot = settlement["jackpot"]
    if jackpot is not None:
        if jackpot["paid_to"] is None:
            return None
        return f"the jackpot of {edition.amount(jackpot['amount'])}"
    for detail in settlement["hands"].values():
        for bonus in detail["bonuses"]:
            if bonus["kind"] == edition.cards["most_of"]:
                return edition.amount(bonus["amount"])
    return None

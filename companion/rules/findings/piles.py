"""What is wrong with collected groups: cards that are no whole group, groups nobody has."""

from companion.rules.arrange.best import arrange
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.findings.finding import Finding, Fix
from companion.rules.words import cards_listed


def findings(edition: Edition, deal: Deal) -> list[Finding]:
    found = []
    made = set()
    for player in deal.players:
        laid = arrange(edition, deal.hands[player], goer=False)
        made |= {one.group for one in laid.sets}
        if laid.unused:
            names = cards_listed(edition, laid.unused)
            found.append(
                Finding(
                    "not-a-monopoly",
                    player,
                    laid.unused,
                    f"{names} in {player}’s pile: not a whole group of four.",
                    Fix((), laid.unused, (), f"Discard {names}."),
                )
            )
    absent = [group for group in edition.groups if group.id not in made]
    if absent and not deal.stopped_early:
        names = ", ".join(group.name for group in absent)
        cards = tuple(card for group in absent for card in group.cards)
        found.append(
            Finding(
                "round-incomplete",
                None,
                (),
                f"Nobody has {names} yet.",
                Fix(
                    cards,
                    (),
                    (),
                    "Say who made the missing ones, or record the round as stopped early.",
                ),
            )
        )
    return found

"""The open deal where monopolies are collected instead of hands (Express)."""

from typing import NamedTuple

from companion.game import taps
from companion.game.open_deal import OpenDeal
from companion.rules.settlement import Settlement
from companion.rules.words import isolated
from companion.web.hand.bar import BottomBar
from companion.web.hand.picker import Button
from companion.web.hand.short_names import in_short


class MadePart(NamedTuple):
    """A monopoly and who made it; `by` names them where no button does."""

    id: str
    name: str
    mark: str
    points: str
    players: tuple[Button, ...]
    by: str = ""


def made_parts(deal: OpenDeal) -> tuple[MadePart, ...]:
    """Every monopoly with a button for each player; none where hands are entered."""
    if deal.has_goer:
        return ()
    edition = deal.edition
    makers = deal.makers()
    return tuple(
        MadePart(
            group.id,
            group.name,
            group.mark,
            edition.amount(edition.values[group.id]),
            tuple(
                _made_button(group.id, place, player, on=makers[group.id] == place)
                for place, player in enumerate(deal.players)
            ),
        )
        for group in edition.groups
    )


def _made_button(group: str, place: int, player: str, *, on: bool) -> Button:
    tap = taps.MadeBy(group, who=None if on else place)
    return Button(f"{group}-{place}", player, str(tap), on)


def own_made_parts(deal: OpenDeal, own: frozenset[int]) -> tuple[MadePart, ...]:
    """The monopolies for a player's phone: a button where its player, or nobody, has made it; none
    where hands are entered."""
    if deal.has_goer:
        return ()
    makers = deal.makers()
    parts = []
    for part in made_parts(deal):
        maker = makers[part.id]
        free = maker is None or maker in own
        buttons = [part.players[place] for place in sorted(own)] if free else []
        parts.append(
            part._replace(
                players=tuple(button._replace(label="I made it") for button in buttons),
                by="" if maker is None or maker in own else deal.players[maker],
            )
        )
    return tuple(parts)


def early_button(deal: OpenDeal) -> Button | None:
    """The button that says that the round was stopped early. None where hands are entered, and once
    all monopolies are made: that ends the round."""
    if deal.has_goer or deal.all_made:
        return None
    tap = taps.StopEarly(stopped=int(not deal.stopped_early))
    return Button("early", "Stopped early", str(tap), deal.stopped_early)


def bar_of_monopolies(deal: OpenDeal, settlement: Settlement, *, closing: bool) -> BottomBar:
    """How many monopolies are made, and what everyone has."""
    made = [maker for maker in deal.makers().values() if maker is not None]
    points = (f"{isolated(player)}\u00a0{settlement.payouts[player]}" for player in deal.players)
    return BottomBar(
        kind="good" if closing else "",
        verdict=f"{len(made)} of {len(deal.edition.groups)} monopolies",
        amount=in_short(deal.players, ", ".join(points)),
        steps=tuple(
            f"{player}: {line}"
            for player in deal.players
            if deal.hands.get(player)
            for line in settlement.steps(player)
        ),
        confirm="Confirm" if closing else "",
    )

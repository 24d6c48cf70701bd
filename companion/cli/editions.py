"""``companion editions``: the editions, or one edition's cards, values and options."""

import json
import textwrap
from collections.abc import Iterator

import click

from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions, load
from companion.rules.options import option_takes
from companion.rules.texts import Told


@click.command()
@click.argument("edition_id", metavar="[ID]", required=False)
def editions(edition_id: str | None) -> None:
    """Lists the editions, or what the edition ID consists of.

    That is its groups, values, cards, other names and options. Exit status: 0, or 2 for an unknown
    ID.
    """
    if edition_id is None:
        for edition in all_editions():
            seats = f"{min(edition.seats)}-{max(edition.seats)} players"
            cards = f"{sum(edition.deck.values())} cards"
            click.echo(f"{edition.id:<20}{edition.box} ({seats}, {cards})")
        return
    click.echo("\n".join(_facts(load(edition_id))))


def _facts(edition: Edition) -> Iterator[str]:
    yield f"{edition.name}: {edition.box}"
    yield f"Source: {edition.source}"
    yield ""
    yield "Groups (a group id means all its cards):"
    for group in edition.groups:
        value = edition.values[group.id]
        worth = (
            ", ".join(f"{held} held {edition.amount(pays)}" for held, pays in value.items())
            if isinstance(value, dict)
            else edition.amount(value)
        )
        yield f"  {group.id:<14}{group.name}: {worth}"
        for card in group.cards:
            yield f"    {card:<28}{edition.label(card)}"
    yield ""
    yield "Other cards:"
    for card, copies in edition.deck.items():
        if card not in edition.group_of:
            yield f"  {card:<30}{edition.label(card)}, {copies} in the deck"
    yield ""
    yield "Other names:"
    others: dict[str, list[str]] = {}
    for alias, named in edition.aliases.items():
        others.setdefault(named, []).append(alias)
    for named, aliases in others.items():
        line = f"  {named:<30}{', '.join(aliases)}"
        yield from textwrap.wrap(line, 100, subsequent_indent=" " * 32)
    yield ""
    yield "Options:"
    for name, option in option_takes(edition).items():
        default = json.dumps(option.default)
        yield f"  {name}: {option.takes} [{default}]"
    for line in Told(edition).unverified:
        yield from textwrap.wrap(f"Check: {line}", 100)

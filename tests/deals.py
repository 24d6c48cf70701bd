"""Random deals that are possible with the real deck, for property tests; they shrink well."""

from collections.abc import Sequence
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from companion.rules.contract import read
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.options import counted_cards
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement

Line = dict[str, Any]


@st.composite
def deals(
    draw: st.DrawFn, editions: tuple[str, ...] = edition_ids(), players: Sequence[str] | None = None
) -> Line:
    """A contract line: half-finished sets, houses, wilds, declarations, a reward, options.

    Declarations are drawn from the whole deck, so `contract.read` refuses some of the lines. With
    `players` given, they play.
    """
    edition = load(draw(st.sampled_from(editions)))
    options = draw(options_of(edition, copies=players is None))
    pool = dict(load(edition.id, options).deck)
    if players is None:
        seats = draw(st.sampled_from(list(edition.seats)))
        players = [chr(ord("A") + seat) for seat in range(seats)]
    players = list(players)
    line: Line = {"edition": edition.id, "players": players, "hands": {}}
    line["went_out"] = draw(st.sampled_from([*players, None]))
    if edition.arrangement == "piles":
        line["stopped_early"] = draw(st.booleans())
    for player in draw(st.lists(st.sampled_from(players), min_size=1, max_size=3, unique=True)):
        line["hands"][player] = draw(_hands(edition, pool))
    goer = line["went_out"]
    if goer and edition.arrangement == "sequence" and draw(st.booleans()):
        line["reward"] = draw(_cards(pool, most=6))
    wild = edition.wild
    if wild and draw(st.booleans()):
        card = st.sampled_from(list(edition.deck))
        line["wilds"] = {
            player: draw(st.lists(card, max_size=hand.count(wild)))
            for player, hand in line["hands"].items()
            if wild in hand
        }
        if line.get("reward") and draw(st.booleans()):
            line["reward_wilds"] = draw(st.lists(card, max_size=1))
    if options:
        line["options"] = options
    if edition.arrangement == "total" and draw(st.booleans()):
        line["jackpot"] = draw(st.sampled_from([0, 500, 1500]))
    return line


@st.composite
def deals_with_amounts(
    draw: st.DrawFn, edition_id: str, seated: Sequence[str] | None = None
) -> Line:
    """One of the `deals` in which the table said what one or more hands pay, and who held the
    most."""
    line: Line = draw(deals((edition_id,), seated))
    edition, players = load(edition_id), line["players"]
    step, most = (1, 999) if edition.money == "points" else (50, 1_000_000)
    amount = st.one_of(st.integers(0, 99), st.integers(0, most // step)).map(
        lambda number: number * step
    )
    said = draw(st.dictionaries(st.sampled_from(players), amount, min_size=1))
    for player in said:
        line["hands"].pop(player, None)
        line.get("wilds", {}).pop(player, None)
    if line["went_out"] in said:
        line.pop("reward", None)
        line.pop("reward_wilds", None)
    line["amounts"] = said
    named = edition.roles.get("most_of") and draw(st.sampled_from([*players, None]))
    line["majority_to"] = named
    return line


@st.composite
def settlements(draw: st.DrawFn) -> Settlement:
    """What one of the `deals` comes to; those that are refused are left out."""
    try:
        return settle(*read(draw(deals())))
    except Refusal:
        reject()


def _take(pool: dict[str, int], cards: list[str]) -> list[str]:
    taken = []
    for card in cards:
        if pool[card]:
            pool[card] -= 1
            taken.append(card)
    return taken


@st.composite
def _cards(draw: st.DrawFn, pool: dict[str, int], most: int) -> list[str]:
    return _take(pool, draw(st.lists(st.sampled_from(list(pool)), max_size=most)))


@st.composite
def _hands(draw: st.DrawFn, edition: Edition, pool: dict[str, int]) -> list[str]:
    """Some groups, whole or one card short, houses from the first on, and other cards."""
    hand: list[str] = []
    groups = st.lists(st.sampled_from(edition.groups), max_size=3, unique=True)
    for group in draw(groups):
        short = draw(st.integers(-1, len(group.cards) - 1))
        hand += _take(pool, [card for place, card in enumerate(group.cards) if place != short])
    if "houses" in edition.roles:
        houses = [*edition.roles["houses"], edition.roles["hotel"]]
        hand += _take(pool, houses[: draw(st.integers(0, len(houses)))])
        hand += _take(pool, [edition.roles["wild"]] * draw(st.integers(0, 2)))
    others = [card for card in pool if card not in edition.group_of or not edition.wild]
    hand += _take(pool, draw(st.lists(st.sampled_from(others), max_size=6)))
    return hand


@st.composite
def options_of(draw: st.DrawFn, edition: Edition, *, copies: bool = False) -> dict[str, Any]:
    """Options that this edition has, most of them left as they are; with `copies` now and then
    other numbers of house cards, for deals that are drawn from such a deck."""
    truth = st.booleans()
    known: dict[str, st.SearchStrategy[Any]] = {
        "wild_only_sets": truth,
        "wiped_out_count": truth,
        "nobody_out": st.sampled_from(["void", "score"]),
        "jackpot_start": st.sampled_from([0, 500, 1000]),
        "jackpot_step": st.sampled_from([0, 500, 1000]),
        "jackpot_grows_when_none_held": truth,
    }
    options = {
        name: draw(strategy)
        for name, strategy in known.items()
        if name in edition.options and draw(st.integers(0, 3)) == 3
    }
    if draw(st.integers(0, 3)) == 3:
        step, least = edition.amounts["step"], edition.amounts["least"]
        most = edition.amounts["most"]
        amount = st.one_of(st.integers(least, min(most, 40 * step)), st.integers(least, most)).map(
            lambda number: max(least, number - number % step)
        )
        values: dict[str, Any] = {}
        for key, value in edition.values.items():
            if draw(st.integers(0, 3)) < 3:
                continue
            if key == "house":
                colours = [group.id for group in edition.groups if group.kind == "colour"]
                values[key] = draw(st.dictionaries(st.sampled_from(colours), amount, min_size=1))
            elif isinstance(value, dict):
                values[key] = {held: draw(amount) for held in value}
            else:
                values[key] = draw(amount)
        if values:
            options["values"] = values
    cards = counted_cards(edition) if copies else ()
    if cards and draw(st.integers(0, 4)) == 0:
        options["copies"] = draw(st.dictionaries(st.sampled_from(cards), st.integers(0, 9)))
    return options


ME = "Ann"
"""Whose hand `ruled` is about."""


def ruled(
    edition_id: str,
    cards: str,
    *,
    out: bool | None = True,
    others: str = "",
    reward: str = "",
    wilds: str = "",
    players: int = 2,
    **more: Any,
) -> Settlement:
    """The deal of Ann and others, settled, of lines of shorthand; Ann went out, or Bob (False), or
    nobody (None). `others` is Bob's hand, `wilds` are Ann's, `more` other fields of the deal."""
    edition = load(edition_id)
    line: Line = {
        "edition": edition_id,
        "players": [ME, "Bob", "Cem", "Dee", "Eve", "Fay"][:players],
        "hands": {ME: parse(edition, cards), "Bob": parse(edition, others)},
        "went_out": {True: ME, False: "Bob", None: None}[out],
        "reward": parse(edition, reward),
        "wilds": {ME: parse(edition, wilds)},
        **more,
    }
    return settle(*read(line))

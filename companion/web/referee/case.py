"""A case is an address: one hand of one deal, with everything a ruling on it needs. No Flask.

`read` makes a case of the parameters of an address and says beside which field something is wrong;
`query` writes a case back as the one address it has. So a ruling can be sent, bookmarked and
opened again, and is the same ruling.

The parameters: ``edition``, the edition's options by their names, ``players`` (how many),
``cards``, ``went_out`` (1 or 0), ``reward``, ``wilds``, ``reward_wilds``; the other hands clockwise
from this one, separated by ``;``, in ``others`` and ``others_wilds``; ``out``, which of the others
went out (1: the next one clockwise; 0: nobody); ``seat``, where this hand sits when nobody went out
(it decides who announces first in 2017); ``jackpot``; ``stopped_early`` (Express); ``claim`` (an
amount) and ``sets`` (see `dispute.notation`). ``reward`` and ``reward_wilds`` belong to whoever
went out, ``wilds`` to this hand.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any
from urllib.parse import quote

from companion.rules.deal import MOST_UNDER_THE_BANK, Deal, check_cards, clockwise
from companion.rules.dispute.notation import read_sets, show_sets
from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions, edition_ids, load
from companion.rules.hand import Refusal, shortened, show
from companion.rules.options import TAKES, option_of, option_takes, option_text, with_options
from companion.rules.words import capital, listed
from companion.web.referee.amounts import amounts_of
from companion.web.referee.case_text import Cards, Params

LONGEST = 8000
"""Characters of all parameters together; a case of 60 cards has less than half of it."""
MOST_IN_SETS = 2_000
"""Characters of the claimed sets in their one form. All cards of a box, each claimed once, have
less than that, and the address of a case has room for it."""
MOST_CLAIMED = 1_000_000_000
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Case:
    """One hand to rule on. Cards are ids in deck order; amounts whole money, points in Express.

    `options` are those that differ from the box. `others` are the other hands clockwise from this
    one, without the empty ones at the end; `others_wilds` likewise. `out` counts only when this
    hand did not go out. `jackpot` None: the one at the start of a game. `sets` is the claimed
    arrangement in its canonical form, "" without one.
    """

    edition: str
    players: int
    cards: Cards = ()
    went_out: bool = False
    reward: Cards = ()
    wilds: Cards = ()
    reward_wilds: Cards = ()
    others: tuple[Cards, ...] = ()
    others_wilds: tuple[Cards, ...] = ()
    out: int = 1
    seat: int = 1
    jackpot: int | None = None
    stopped_early: bool = True
    claim: int | None = None
    sets: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


FIELDS = tuple(one.name for one in fields(Case) if one.name != "options")
"""The parameters besides the options, in the order in which an address has them."""


def usual_players(edition: Edition) -> int:
    """How many play when nobody says: four, as in `companion check`."""
    return min(USUAL_PLAYERS, max(edition.seats))


def edition_of(case: Case) -> Edition:
    """The edition with the case's options in force."""
    return load(case.edition, case.options)


THIS_PLAYER = "this player"


def seated(players: int) -> tuple[str, ...]:
    """What the players of a case are called where they have no names, this hand's first."""
    return (THIS_PLAYER, *(f"player {place}" for place in range(2, players + 1)))


# --- a case and its deal -------------------------------------------------------------------------


def deal_of(case: Case, names: Sequence[str] | None = None) -> tuple[Edition, Deal]:
    """The deal of a case; `names` are the players clockwise from this hand, which is the first.

    The cards are not checked again: `read` did.
    """
    edition = edition_of(case)
    names = seated(case.players) if names is None else names
    piles = not edition.way.has_goer
    this = names[0]
    hands: dict[str, Cards] = dict.fromkeys(names, ())
    hands |= dict(zip(names, (case.cards, *case.others), strict=False))
    wilds = dict(zip(names, (case.wilds, *case.others_wilds), strict=False))
    if piles or (not case.went_out and case.out == 0):
        went_out = None
    else:
        went_out = this if case.went_out else names[case.out]
    start = (1 - case.seat) % case.players
    return edition, Deal(
        hands={player: hands[player] for player in clockwise(names, names[start])},
        went_out=went_out,
        reward=case.reward,
        wilds={player: declared for player, declared in wilds.items() if declared},
        reward_wilds=case.reward_wilds,
        jackpot=edition.options.get("jackpot_start") if case.jackpot is None else case.jackpot,
        stopped_early=case.stopped_early if piles else False,
    )


def of_deal(edition: Edition, deal: Deal, player: str) -> Case:
    """The case of one player's hand in a valid deal, with nothing claimed."""
    order = clockwise(deal.players, player)
    return tidy(
        Case(
            edition=edition.id,
            players=len(order),
            cards=tuple(deal.hands[player]),
            went_out=deal.went_out == player,
            reward=tuple(deal.reward),
            wilds=tuple(deal.wilds.get(player, ())),
            reward_wilds=tuple(deal.reward_wilds),
            others=tuple(tuple(deal.hands[other]) for other in order[1:]),
            others_wilds=tuple(tuple(deal.wilds.get(other, ())) for other in order[1:]),
            out=0 if deal.went_out is None else order.index(deal.went_out),
            seat=deal.players.index(player) + 1,
            jackpot=deal.jackpot,
            stopped_early=deal.stopped_early,
            options=edition.changed,
        )
    )


def with_option(case: Case, name: str, value: Any) -> Case:
    """The same case with one option changed; what lies under the Bank stays what it is."""
    start = edition_of(case).options.get("jackpot_start")
    jackpot = start if case.jackpot is None else case.jackpot
    return tidy(replace(case, jackpot=jackpot, options={**case.options, name: value}))


def tidy(case: Case) -> Case:
    """The same case in its one form: cards sorted, and what is as usual left out."""
    edition = edition_of(case)
    piles = not edition.way.has_goer
    went_out = case.went_out and not piles
    out = 1 if piles or went_out else case.out
    announced = edition.way.announces_wilds and not went_out and out == 0
    start = edition.options.get("jackpot_start")
    sort = edition.sort
    return replace(
        case,
        cards=tuple(sort(case.cards)),
        went_out=went_out,
        reward=tuple(sort(case.reward)),
        wilds=tuple(sort(case.wilds)),
        reward_wilds=tuple(sort(case.reward_wilds)),
        sets=show_sets(edition, read_sets(edition, case.sets)) if case.sets else "",
        others=_trimmed(tuple(sort(cards)) for cards in case.others),
        others_wilds=_trimmed(tuple(sort(cards)) for cards in case.others_wilds),
        out=out,
        seat=case.seat if announced else 1,
        jackpot=None if case.jackpot == start else case.jackpot,
        stopped_early=case.stopped_early if piles else True,
        options=_changed(edition),
    )


def _trimmed(hands: Iterable[Cards]) -> tuple[Cards, ...]:
    """Hands without the empty ones at the end."""
    kept = list(hands)
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def _changed(edition: Edition) -> dict[str, Any]:
    """The options that differ from the box, in the edition's order."""
    box = load(edition.id)
    options = {
        name: edition.options[name]
        for name in box.options
        if name in edition.changed and edition.options[name] != box.options[name]
    }
    values: dict[str, Any] = {}
    for key, amount in edition.values.items():
        if not isinstance(amount, dict):
            if amount != box.values[key]:
                values[key] = amount
            continue
        # A house that is not named adds what its colour's base is.
        own = {inner: box.values[key].get(inner, edition.values.get(inner)) for inner in amount}
        inner_order = {name: place for place, name in enumerate(edition.values)}
        changed = {
            inner: amount[inner]
            for inner in sorted(amount, key=lambda name: (inner_order.get(name, 0), name))
            if amount[inner] != own[inner]
        }
        if changed:
            values[key] = changed
    return {**options, "values": values} if values else options


# --- a case as an address ------------------------------------------------------------------------


def query(case: Case) -> str:
    """The query of the case's one address, without the question mark."""
    case = tidy(case)
    usual = {
        "players": str(usual_players(edition_of(case))),
        "went_out": "0",
        "out": "1",
        "seat": "1",
        "stopped_early": "1",
    }
    return "&".join(
        f"{name}={quote(_compact(text), safe=',;:*=.-')}"
        for name, text in fields_of(case).items()
        if text and text != usual.get(name)
    )


def rules_query(edition: str, players: int, options: Mapping[str, Any]) -> str:
    """The query of the page of rules for this number of players and these options."""
    asked = query(Case(edition=edition, players=players, options=options)).split("&")
    rest = [one for one in asked if not one.startswith(("edition=", "players="))]
    return "&".join((f"players={players}", *rest))


def fields_of(case: Case) -> dict[str, str]:
    """Every parameter of the case as people type it, for a form; options among them."""
    edition = edition_of(case)
    return {
        "edition": case.edition,
        **{name: option_text(value) for name, value in case.options.items()},
        "players": str(case.players),
        "cards": show(case.cards, edition.order),
        "went_out": "1" if case.went_out else "0",
        "reward": show(case.reward, edition.order),
        "wilds": show(case.wilds, edition.order),
        "reward_wilds": show(case.reward_wilds, edition.order),
        "others": "; ".join(show(cards, edition.order) for cards in case.others),
        "others_wilds": "; ".join(show(cards, edition.order) for cards in case.others_wilds),
        "out": str(case.out),
        "seat": str(case.seat),
        "jackpot": "" if case.jackpot is None else str(case.jackpot),
        "stopped_early": "1" if case.stopped_early else "0",
        "claim": "" if case.claim is None else str(case.claim),
        "sets": case.sets.replace("; ", "\n"),
    }


def _compact(text: str) -> str:
    """The text on one line, without blanks behind its marks."""
    return re.sub(r"([,;:]) ", r"\1", text.replace("\n", ";"))


# --- an address as a case ------------------------------------------------------------------------


def read(args: Mapping[str, Sequence[str]]) -> tuple[Case | None, dict[str, str]]:
    """The case of an address, and what is wrong with it: a message for each field concerned.

    Never raises. With a message there is no case; without either the address has no edition yet.
    A message about the whole address, or about a parameter there is not, stands under "".
    """
    if sum(len(name) + sum(map(len, texts)) for name, texts in args.items()) > LONGEST:
        return None, {"": f"This is too long: {LONGEST:,} characters are the most."}
    reader = Params(args)
    case = _read(reader)
    if reader.oops:
        return None, {name: capital(message) for name, message in reader.oops.items()}
    return (None if case is None else tidy(case)), {}


def _read(reader: Params) -> Case | None:
    """The case as it is given. It counts only if the reader found nothing wrong."""
    edition_id = reader.text("edition")
    if not edition_id:
        if any(reader.texts.values()):
            reader.wrong("edition", "Say which box you play with.")
        return None
    if edition_id.casefold() not in edition_ids():
        names = listed([one.name for one in all_editions()], "or")
        reader.wrong("edition", f"There is no box “{shortened(edition_id)}”. Choose {names}.")
        return None
    box = load(edition_id.casefold())
    _unknown(reader, box)
    edition = _read_options(reader, box)
    case = _read_case(reader, edition)
    if not reader.oops:
        _check(reader, case)
    return case


def _unknown(reader: Params, edition: Edition) -> None:
    known = {*FIELDS, *option_takes(edition)}
    for name, texts in reader.texts.items():
        if name not in known and texts:
            if name in TAKES:  # an option of other boxes
                reader.wrong(name, f"{edition.name} has no such house rule: leave it out.")
            else:
                reader.wrong("", f"There is no “{shortened(name)}” in a case: leave it out.")


def _read_options(reader: Params, box: Edition) -> Edition:
    """The edition with the address's options; each is tried by itself, to say which is wrong."""
    options: dict[str, Any] = {}
    for name, option in option_takes(box).items():
        text = reader.text(name)
        if not text:
            continue
        amounts = name == "values"
        try:
            value = amounts_of(box, text) if amounts else option_of(text, option.default)
            with_options(box, {name: value})
        except Refusal as refusal:
            told = f"Write {TAKES[name]}, not “{shortened(text)}”."
            reader.wrong(name, refusal.message if amounts else told)
        else:
            options[name] = value
    return with_options(box, options)


def _read_case(reader: Params, edition: Edition) -> Case:
    """The case from those of its parameters that can be read."""
    _leave_out(reader, edition)
    piles = not edition.way.has_goer
    least, most = min(edition.seats), max(edition.seats)
    players = reader.number(
        "players", least, most, f"how many can play: {edition.name} is for {least} to {most}"
    )
    players = usual_players(edition) if players is None else players
    went_out = reader.truth("went_out", usual=False)
    out = reader.number(
        "out", 0, most - 1, f"one of the others: 1 to {most - 1} clockwise, or 0 for nobody"
    )
    if out is not None and out >= players:
        reader.wrong("out", f"Player {out + 1} does not play. There are {players} players.")
    claim = reader.number(
        "claim",
        0,
        MOST_CLAIMED,
        "an amount: write the number alone",
        larger=f"too large: {MOST_CLAIMED:,} is the most",
    )
    case = Case(
        edition=edition.id,
        players=players,
        cards=reader.cards(edition, "cards"),
        went_out=went_out,
        reward=reader.cards(edition, "reward"),
        wilds=reader.cards(edition, "wilds"),
        reward_wilds=reader.cards(edition, "reward_wilds"),
        claim=claim,
        sets=_sets(reader, edition),
        others=reader.hands(edition, "others", players - 1),
        others_wilds=reader.hands(edition, "others_wilds", players - 1),
        out=1 if out is None else out,
        seat=reader.number("seat", 1, players, f"a seat: they are 1 to {players}") or 1,
        jackpot=_jackpot(reader, edition),
        stopped_early=reader.truth("stopped_early", usual=True),
        options=edition.changed,
    )
    if reader.texts.get("stopped_early") and not piles and not case.stopped_early:
        reader.wrong("stopped_early", f"{edition.name} has no rounds to stop early: leave it out.")
    _check_reward(reader, case)
    return case


def _sets(reader: Params, edition: Edition) -> str:
    try:
        sets = show_sets(edition, read_sets(edition, reader.joined("sets", ";")))
    except Refusal as refusal:
        reader.wrong("sets", refusal.message)
        return ""
    if len(sets) > MOST_IN_SETS:
        reader.wrong("sets", "More cards are claimed than there are: claim fewer.")
    return sets


def _jackpot(reader: Params, edition: Edition) -> int | None:
    most = f"an amount under the Bank: 0 or a multiple of 50 up to {MOST_UNDER_THE_BANK:,}"
    jackpot = reader.number("jackpot", 0, MOST_UNDER_THE_BANK, most)
    if jackpot and not edition.has_jackpot:
        reader.wrong("jackpot", f"{edition.name} has no jackpot: leave it out.")
    if jackpot is not None and jackpot % 50:
        reader.wrong("jackpot", f"“{jackpot}” is not {most}.")
    return jackpot if edition.has_jackpot else None


def _leave_out(reader: Params, edition: Edition) -> None:
    """What the edition does not have is told first: its cards may be those of another box."""
    lacks = [] if edition.has_reward else [("reward", "reward"), ("reward_wilds", "reward")]
    if not edition.wild:
        lacks += [(name, "wild card") for name in ("wilds", "others_wilds", "reward_wilds")]
    for name, what in lacks:
        if reader.texts.get(name):
            reader.wrong(name, f"{edition.name} has no {what}: leave it out.")


def _check_reward(reader: Params, case: Case) -> None:
    """A reward is for whoever went out."""
    if case.reward and not case.went_out and (case.out == 0 or len(case.others) < case.out):
        reader.wrong(
            "reward",
            "Only a player who went out draws a reward: say that this hand went out, or leave the "
            "reward out.",
        )


def _check(reader: Params, case: Case) -> None:
    """Asks the rules about the cards, field by field; a wrong field is left out when the next is
    checked."""
    steps: dict[str, tuple[str, ...]] = {
        "cards": (),
        "reward": (),
        "others": (),
        "wilds": ("cards",),
        "others_wilds": ("others",),
        "reward_wilds": ("cards", "reward", "others", "wilds", "others_wilds"),
    }
    empty: dict[str, Any] = dict.fromkeys(steps, ())
    bare = replace(case, **empty)
    for name, needs in steps.items():
        if any(need in reader.oops for need in needs):
            continue
        given: dict[str, Any] = {name: getattr(case, name)}
        tried = replace(bare, **given)
        try:
            check_cards(*deal_of(tried))
        except Refusal as refusal:
            reader.wrong(name, refusal.message)
        else:
            bare = tried

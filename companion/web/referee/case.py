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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from companion.rules.amounts import amounts_on_cards, nested
from companion.rules.deal import MOST_UNDER_THE_BANK, Deal, check_cards, clockwise
from companion.rules.dispute.notation import read_sets, show_sets
from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions, edition_ids, load
from companion.rules.options import TAKES, option_of, option_takes, option_text, with_options
from companion.rules.payout import settle
from companion.rules.refusal import Refusal, shortened
from companion.rules.settlement import Settlement
from companion.rules.words import listed
from companion.rules.written import show
from companion.web.referee.case_text import Cards, Params

LONGEST = 8000
"""Characters of all parameters together; a case of 60 cards has less than half of it."""
TOO_LONG = f"This is too long: {LONGEST:,} characters are the most."
MOST_IN_SETS = 2_000
"""Characters of the claimed sets in their one form. All cards of a box, each claimed once, have
less than that, and the address of a case has room for it."""
MOST_CLAIMED = 1_000_000_000
USUAL_PLAYERS = 4

THIS_PLAYER = "this player"
"""Whose hand is ruled on."""


def seated(players: int) -> tuple[str, ...]:
    """What the players of a case are called, for they have no names; this hand's comes first."""
    return (THIS_PLAYER, *(f"player {place}" for place in range(2, players + 1)))


@dataclass(frozen=True)
class Case:
    """One hand to rule on: that of `THIS_PLAYER` in a deal.

    `options` are those that differ from the `box`, which is an edition's id. `claim` is a claimed
    amount, whole money or points; `sets` the claimed arrangement in its canonical form, "" without
    one.
    """

    box: str
    deal: Deal
    options: Mapping[str, Any] = field(default_factory=dict)
    claim: int | None = None
    sets: str = ""

    @property
    def edition(self) -> Edition:
        """The box with these options in force."""
        return load(self.box, self.options)

    @property
    def went_out(self) -> bool:
        """Whether this hand went out."""
        return self.deal.went_out == THIS_PLAYER

    @property
    def others(self) -> tuple[str, ...]:
        """The other players, clockwise from this one."""
        return clockwise(self.deal.players, THIS_PLAYER)[1:]

    @property
    def has_cards(self) -> bool:
        """Whether any hand is known, or a reward."""
        return bool(self.deal.reward) or any(self.deal.hands.values())

    def settled(self) -> Settlement:
        """What the deal pays. Its cards are not checked again: `read` did."""
        return settle(self.edition, self.deal)

    def with_option(self, name: str, value: Any) -> "Case":
        """The same with one option changed; what lies under the Bank stays what it is."""
        return tidy(replace(self, options={**self.options, name: value}))


FIELDS = (
    *("edition", "players", "cards", "went_out", "reward", "wilds", "reward_wilds", "others"),
    *("others_wilds", "out", "seat", "jackpot", "stopped_early", "claim", "sets"),
)
"""The parameters besides the options."""
CLAIMED = ("claim", "sets")
"""Those of them that say what is claimed."""
ALWAYS_CHOSEN = {"went_out": "0", "out": "1", "stopped_early": "1"}
"""What an address without these parameters means; in a form something is always chosen."""


def usual_players(edition: Edition) -> int:
    """How many play when nobody says: four, as in `companion check`."""
    return min(USUAL_PLAYERS, max(edition.seats))


# --- a case and its deal -------------------------------------------------------------------------


def of_deal(edition: Edition, deal: Deal, player: str) -> Case:
    """The case of one player's hand in a valid deal, with nothing claimed."""
    order = clockwise(deal.players, player)
    called = dict(zip(order, seated(len(order)), strict=True))
    nameless = replace(
        deal,
        hands={called[name]: cards for name, cards in deal.hands.items()},
        went_out=None if deal.went_out is None else called[deal.went_out],
        wilds={called[name]: declared for name, declared in deal.wilds.items()},
    )
    return tidy(Case(edition.id, nameless, edition.changed))


def tidy(case: Case) -> Case:
    """The same case in its one form: cards sorted, and what decides nothing as usual."""
    edition, deal = case.edition, case.deal
    has_goer, start = edition.way.has_goer, edition.options.get("jackpot_start")
    # Who sits first decides only who announces first when nobody went out.
    in_turn = edition.way.announces_wilds and deal.went_out is None
    players = clockwise(deal.players, deal.players[0] if in_turn else THIS_PLAYER)

    def tidied(cards: Sequence[str]) -> Cards:
        return tuple(edition.sort(cards))

    deal = Deal(
        hands={player: tidied(deal.hands[player]) for player in players},
        went_out=deal.went_out if has_goer else None,
        reward=tidied(deal.reward),
        wilds={player: tidied(declared) for player, declared in deal.wilds.items() if declared},
        reward_wilds=tidied(deal.reward_wilds),
        jackpot=start if deal.jackpot is None else deal.jackpot,
        stopped_early=deal.stopped_early and not has_goer,
    )
    sets = show_sets(edition, read_sets(edition, case.sets)) if case.sets else ""
    return replace(case, deal=deal, sets=sets, options=_changed(edition))


def _changed(edition: Edition) -> dict[str, Any]:
    """The options that differ from the box, in the edition's order."""
    box = load(edition.id)
    options = {name: it for name, it in edition.options.items() if it != box.options[name]}
    copies = {card: number for card, number in edition.deck.items() if number != box.deck[card]}
    if copies:
        options["copies"] = copies
    usual_amounts, amounts = amounts_on_cards(box), {}
    for keys, amount in amounts_on_cards(edition).items():
        usual = usual_amounts[keys]
        # A house that is not named adds what its colour's base is.
        if amount not in (None, edition.values[keys[-1]] if usual is None else usual):
            amounts[keys] = amount
    return {**options, "values": nested(amounts)} if amounts else options


# --- a case as an address ------------------------------------------------------------------------


def query(case: Case) -> str:
    """The query of the case's one address, without the question mark."""
    case = tidy(case)
    usual = {"players": str(usual_players(case.edition)), "seat": "1", **ALWAYS_CHOSEN}
    fields = fields_of(case).items()
    return _as_query({name: text for name, text in fields if text != usual.get(name)})


def rules_query(edition: Edition, players: int) -> str:
    """The query of the page of rules for this number of players and these options."""
    return _as_query({"players": str(players), **_option_texts(_changed(edition))})


def _as_query(fields: Mapping[str, str]) -> str:
    """The fields that say something, each on one line and without blanks behind its marks."""
    short = {
        name: re.sub(r"([,;:]) ", r"\1", text.replace("\n", ";")) for name, text in fields.items()
    }
    return "&".join(f"{name}={quote(text, safe=',;:*=.-')}" for name, text in short.items() if text)


def _option_texts(options: Mapping[str, Any]) -> dict[str, str]:
    return {name: option_text(value) for name, value in options.items()}


def fields_of(case: Case) -> dict[str, str]:
    """Every parameter of the case as people type it, for a form; options among them."""
    edition, deal = case.edition, case.deal
    start, order = edition.options.get("jackpot_start"), (THIS_PLAYER, *case.others)

    def shown(cards: Sequence[str]) -> str:
        return show(cards, edition.order)

    def of_others(cards: Mapping[str, Sequence[str]]) -> str:
        return "; ".join(shown(cards.get(player, ())) for player in case.others).rstrip("; ")

    out = 0 if deal.went_out is None else order.index(deal.went_out)
    return {
        "edition": case.box,
        **_option_texts(case.options),
        "players": str(len(order)),
        "cards": shown(deal.hands[THIS_PLAYER]),
        "went_out": "1" if case.went_out else "0",
        "reward": shown(deal.reward),
        "wilds": shown(deal.wilds.get(THIS_PLAYER, ())),
        "reward_wilds": shown(deal.reward_wilds),
        "others": of_others(deal.hands),
        "others_wilds": of_others(deal.wilds),
        "out": "1" if case.went_out or not edition.way.has_goer else str(out),
        "seat": str(deal.players.index(THIS_PLAYER) + 1),
        "jackpot": "" if deal.jackpot in (None, start) else str(deal.jackpot),
        "stopped_early": "1" if deal.stopped_early or edition.way.has_goer else "0",
        "claim": "" if case.claim is None else str(case.claim),
        "sets": case.sets.replace("; ", "\n"),
    }


# --- an address as a case ------------------------------------------------------------------------


@dataclass(frozen=True)
class Given:
    """What the parameters say, by their names, where each by itself is right. Fields of cards may
    be left out."""

    players: int
    went_out: bool
    out: int
    seat: int
    jackpot: int | None
    stopped_early: bool
    claim: int | None
    sets: str
    cards: Cards = ()
    reward: Cards = ()
    wilds: Cards = ()
    reward_wilds: Cards = ()
    others: tuple[Cards, ...] = ()
    others_wilds: tuple[Cards, ...] = ()

    def deal(self, edition: Edition) -> Deal:
        """The deal that they describe."""
        players = seated(self.players)
        goer = None
        if edition.way.has_goer and self.went_out:
            goer = THIS_PLAYER
        elif edition.way.has_goer and self.out:  # so many places clockwise from this hand
            goer = players[self.out]
        # The hand in seat 3 has two players before it, and they are the last two clockwise.
        first = players[1 - self.seat]
        wilds = zip(players, (self.wilds, *self.others_wilds), strict=False)
        return Deal(
            hands=dict(zip(players, (self.cards, *self.others), strict=False)),
            went_out=goer,
            reward=self.reward,
            wilds={player: declared for player, declared in wilds if declared},
            reward_wilds=self.reward_wilds,
            jackpot=self.jackpot,
            stopped_early=self.stopped_early,
        ).seated(clockwise(players, first))


def read(args: Mapping[str, Sequence[str]]) -> tuple[Case | None, dict[str, str]]:
    """The case of an address, and what is wrong with it: a message for each field concerned.

    Never raises. With a message there is no case; without either the address has no edition yet.
    A message about the whole address, or about a parameter there is not, stands under "".
    """
    if _length(args) > LONGEST:
        return None, {"": TOO_LONG}
    reader = Params(args)
    case = _read(reader)
    if reader.oops:
        return None, reader.messages
    return (None if case is None else tidy(case)), {}


def with_claim(case: Case, claimed: Mapping[str, Sequence[str]]) -> tuple[Case, Mapping[str, str]]:
    """The case with what the parameters `CLAIMED` say. Where that cannot be read: the same case,
    and a message for each of them that is wrong."""
    if _length(claimed) > LONGEST:
        return case, {"sets": TOO_LONG}
    reader = Params(claimed)
    claim, sets = _claim(reader), _sets(reader, case.edition)
    if reader.oops:
        return case, reader.messages
    return tidy(replace(case, claim=claim, sets=sets)), {}


def _length(args: Mapping[str, Sequence[str]]) -> int:
    return sum(len(name) + sum(map(len, texts)) for name, texts in args.items())


def _read(reader: Params) -> Case | None:
    """The case as it is given; None where something is wrong with it, or there is none."""
    edition_id = reader.text("edition")
    if not edition_id:
        if any(reader.texts.values()):
            reader.wrong("edition", "Say which box you play with.")
        return None
    if edition_id.casefold() not in edition_ids():
        names = listed([box.name for box in all_editions()], "or")
        reader.wrong("edition", f"There is no box “{shortened(edition_id)}”. Choose {names}.")
        return None
    box = load(edition_id.casefold())
    for name, message in _no_use_for(reader, box):
        reader.wrong(name, message)
    edition = _read_options(reader, box)
    given = _read_fields(reader, edition)
    if reader.oops:
        return None
    _check(reader, edition, given)
    return Case(box.id, given.deal(edition), edition.changed, given.claim, given.sets)


def _no_use_for(reader: Params, box: Edition) -> Iterator[tuple[str, str]]:
    """What is given that this box has not; it may be of another box. It is told first, for the
    cards in it may be those of another box, too."""
    lacks = {} if box.has_reward else {"reward": "reward", "reward_wilds": "reward"}
    if not box.wild:
        lacks = dict.fromkeys(("wilds", "others_wilds", "reward_wilds"), "wild card") | lacks
    for name in [name for name, texts in reader.texts.items() if texts]:
        if name in lacks:
            yield name, f"{box.name} has no {lacks[name]}: leave it out."
        elif name in FIELDS or name in option_takes(box):
            continue
        elif name in TAKES:
            yield name, f"{box.name} has no such house rule: leave it out."
        else:
            yield "", f"There is no “{shortened(name)}” in a case: leave it out."


def _read_options(reader: Params, box: Edition) -> Edition:
    """The edition with the address's options; each is tried by itself, to say which is wrong."""
    options: dict[str, Any] = {}
    for name in option_takes(box):
        text = reader.text(name)
        if not text:
            continue
        try:
            value = option_of(box, name, text)
            with_options(box, {name: value})
        except Refusal as refusal:
            told = f"Write {TAKES[name]}, not “{shortened(text)}”."
            reader.wrong(name, refusal.message if name == "values" else told)
        else:
            options[name] = value
    return with_options(box, options)


def _read_fields(reader: Params, edition: Edition) -> Given:
    """What the parameters say."""
    least, most = min(edition.seats), max(edition.seats)
    players = reader.number(
        "players", least, most, f"how many can play: {edition.name} is for {least} to {most}"
    )
    players = usual_players(edition) if players is None else players
    out = reader.number(
        "out", 0, most - 1, f"one of the others: 1 to {most - 1} clockwise, or 0 for nobody"
    )
    if out is not None and out >= players:
        reader.wrong("out", f"Player {out + 1} does not play. There are {players} players.")
    claim = _claim(reader)
    stopped_early = reader.truth("stopped_early", usual=True)
    if not stopped_early and edition.way.has_goer:
        reader.wrong("stopped_early", f"{edition.name} has no rounds to stop early: leave it out.")
    return Given(
        players=players,
        cards=reader.cards(edition, "cards"),
        went_out=reader.truth("went_out", usual=False),
        reward=reader.cards(edition, "reward"),
        wilds=reader.cards(edition, "wilds"),
        reward_wilds=reader.cards(edition, "reward_wilds"),
        others=reader.hands(edition, "others", players - 1),
        others_wilds=reader.hands(edition, "others_wilds", players - 1),
        out=1 if out is None else out,
        seat=reader.number("seat", 1, players, f"a seat: they are 1 to {players}") or 1,
        jackpot=_jackpot(reader, edition),
        stopped_early=stopped_early,
        claim=claim,
        sets=_sets(reader, edition),
    )


def _claim(reader: Params) -> int | None:
    return reader.number(
        "claim",
        0,
        MOST_CLAIMED,
        "an amount: write the number alone",
        larger=f"too large: {MOST_CLAIMED:,} is the most",
    )


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


NEEDS: Mapping[str, tuple[str, ...]] = {
    "cards": (),
    "reward": (),
    "others": (),
    "wilds": ("cards",),
    "others_wilds": ("others",),
    "reward_wilds": ("cards", "reward", "others", "wilds", "others_wilds"),
}
"""The parameters with cards, and which of them have to be right to judge each."""


def _check(reader: Params, edition: Edition, given: Given) -> None:
    """Asks the rules about the cards, field by field; a wrong field is left out when the next is
    checked."""
    no_cards: dict[str, Any] = dict.fromkeys(NEEDS, ())
    right = replace(given, **no_cards)
    for name, needs in NEEDS.items():
        if any(need in reader.oops for need in needs):
            continue
        tried = replace(right, **{name: getattr(given, name)})
        try:
            check_cards(edition, tried.deal(edition))
        except Refusal as refusal:
            reader.wrong(name, refusal.message)
        else:
            right = tried
    deal = given.deal(edition)
    if deal.reward and not deal.hands.get(deal.went_out or "", ()) and not given.went_out:
        only = "Only a player who went out draws a reward"
        reader.wrong("reward", f"{only}: say that this hand went out, or leave the reward out.")

"""A game read back from a file, after a close look: what is damaged or foreign is refused.

Everything is looked at before anything is kept, so that no page of a game that was read back can
fail: the shape of every value, cards and players, hands the deck can make, sums, and the order of
what was done. `game` says how a file looks.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from companion.export.game import FORMAT, VERSION, settled, sheet_of
from companion.export.shape import (
    Check,
    Damaged,
    Way,
    anything,
    fields,
    for_each,
    listed,
    maybe,
    moment,
    one_of,
    sentence,
    several,
    text,
    truth,
    whole,
)
from companion.names import (
    LONGEST_NAME,
    LONGEST_PLACE,
    close_overrides,
    place_problem,
    player_problems,
    tidied,
)
from companion.rules import ledger
from companion.rules.deal import MOST_UNDER_THE_BANK, first_twice, read
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.hand import Refusal
from companion.rules.options import with_options
from companion.store.games import ActionRow, DealRow, Game, RulingRow

LONGEST_REASON = 200
LONGEST_NOTE = 200
LONGEST_TEXT = 20_000
"""Characters of a sentence the program made: a step of a sum, a message, a ruling."""
MOST_DEALS = 2000
MOST_ACTIONS = 10_000
MOST_CARDS = 200
MOST_PAID = 2 * MOST_UNDER_THE_BANK
KINDS = ("close", "correct", "strike", "undo")
OUTCOMES = ("upheld", "corrected", "agreed", "taken-back")

OTHER_FILE = (
    "this is not a game of the companion. Choose a file that ends in .json and came from “Save "
    "this game” of a companion."
)
NEWER_FILE = (
    "this game was saved by a newer companion (its file is of version {version}, this server reads "
    "version 1). Bring this server up to date first."
)


def read_game(file: bytes) -> Game:
    """The game of a file, after a close look at everything in it.

    Raises Damaged, naming the place and what is wrong there, for a file that is something else,
    was saved by a newer version, or is not just as the program writes it: unknown cards or players,
    hands the deck cannot make, payouts that do not add up, an order of actions that cannot have
    been. What was paid is not worked out again.
    """
    data = _parsed(file)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Damaged((), OTHER_FILE)
    version = data.get("version")
    if type(version) is int and version > VERSION:
        raise Damaged((), NEWER_FILE.format(version=version if version < 10**9 else "?"))
    _TOP(data, ())
    edition = _edition(data)
    players = _players(edition, data)
    seated = one_of(players, "one of the players")
    seated(data["first_dealer"], ("first_dealer",))
    seated(data["banker"], ("banker",))
    _place(data["place"])
    looked_at = _Look(edition, players, data["options"])
    actions = looked_at.actions(data["actions"])
    game = Game(
        uid=data["game"],
        edition=data["edition"],
        options=data["options"],
        players=players,
        first_dealer=data["first_dealer"],
        banker=data["banker"],
        place=data["place"],
        created_at=data["created_at"],
        actions=actions,
        rulings=looked_at.rulings(data["rulings"]),
    )
    _follows(game, data)
    return game


class _Twice(Exception):
    """A key that stands twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise _Twice(first_twice(key for key, _ in pairs))
    return table


def _parsed(file: bytes) -> Any:
    try:
        return json.loads(file.decode("utf-8-sig"), object_pairs_hook=_once)
    except _Twice as twice:
        key = str(twice.args[0])[:40].encode("utf-8", "replace").decode()
        raise Damaged((), f"“{key}” is given twice in one object.") from None
    except (ValueError, RecursionError):
        raise Damaged((), OTHER_FILE) from None


def _uid(value: Any, way: Way) -> None:
    if type(value) is not str or len(value) != 32 or not set(value) <= set("0123456789abcdef"):
        raise Damaged(way, "must be 32 hexadecimal digits.")


def _edition_id(value: Any, way: Way) -> None:
    one_of(edition_ids(), f"one of {', '.join(edition_ids())}")(value, way)


_TOP = fields(
    {
        "format": anything,
        "version": whole(1, VERSION),
        "game": _uid,
        "edition": _edition_id,
        "options": anything,
        "players": several(text(2 * LONGEST_NAME, 1), 8),
        "first_dealer": anything,
        "banker": anything,
        "place": text(2 * LONGEST_PLACE),
        "created_at": moment,
        "actions": lambda value, way: listed(value, way, MOST_ACTIONS),
        "rulings": lambda value, way: listed(value, way, MOST_ACTIONS),
        "totals": anything,
        "winners": anything,
    }
)


def _edition(data: Mapping[str, Any]) -> Edition:
    if type(data["options"]) is not dict:
        raise Damaged(("options",), "must be an object.")
    try:
        return with_options(load(data["edition"]), data["options"])
    except Refusal as refusal:
        raise Damaged(("options",), _shown(refusal.message)) from None


def _shown(message: str) -> str:
    """A message with what a damaged file brought into it made fit to be sent."""
    return message.encode("utf-8", "replace").decode()


def _players(edition: Edition, data: Mapping[str, Any]) -> tuple[str, ...]:
    names = data["players"]
    if len(names) not in edition.seats:
        most = max(edition.seats)
        raise Damaged(("players",), f"must be {min(edition.seats)} to {most} for {edition.name}.")
    for number, (name, problem) in enumerate(zip(names, player_problems(names), strict=True), 1):
        if problem is None and (name != name.strip() or name != close_overrides(name)):
            problem = "This name is not written as the companion writes names."
        if problem:
            raise Damaged((f"player {number}",), problem)
    return tuple(names)


def _place(place: str) -> None:
    problem = place_problem(place)
    if problem is None and place != tidied(place):
        problem = "This is not written as the companion writes it."
    if problem:
        raise Damaged(("place",), problem)


class _Look:
    """Looks at the actions, rows and rulings of one file, in order."""

    def __init__(self, edition: Edition, players: tuple[str, ...], options: object) -> None:
        self.edition, self.players, self.options = edition, players, options
        self.rows: list[DealRow] = []
        self._settlement = _settlement(edition, players)
        seated = one_of(players, "one of the players")
        self._row = fields(
            {
                "number": whole(1, MOST_DEALS),
                "replaces": anything,
                "struck": truth,
                "entry": anything,
                "settlement": self._settlement,
                "let_stand": truth,
                "paid": several(seated, len(players)),
            }
        )
        self._action = fields(
            {
                "kind": one_of(KINDS, f"one of {', '.join(KINDS)}"),
                "at": moment,
                "reason": maybe(sentence(LONGEST_REASON, 1)),
                "undoes": anything,
                "deals": lambda value, way: listed(value, way, MOST_DEALS),
            }
        )
        self._ruling = fields(
            {
                "deal": anything,
                "player": seated,
                "outcome": one_of(OUTCOMES, f"one of {', '.join(OUTCOMES)}"),
                "note": sentence(LONGEST_NOTE),
                "ruling": sentence(LONGEST_TEXT),
                "at": moment,
                "takes_back": anything,
            }
        )

    def actions(self, found: Sequence[Any]) -> tuple[ActionRow, ...]:
        """The actions, each of which could be done after those before it.

        What counts is followed along: `live` are the actions not undone, `counts` is by number the
        rows that count if nothing above them does.
        """
        actions: list[ActionRow] = []
        live: list[int] = []
        counts: dict[int, list[int]] = {}
        for place, one in enumerate(found):
            way = (f"action {place + 1}",)
            self._action(one, way)
            first = len(self.rows)
            action = ActionRow(
                one["kind"],
                one["at"],
                one["reason"],
                one["undoes"],
                tuple(
                    self._one_row(row, (*way, f"deal {number}"))
                    for number, row in enumerate(one["deals"], 1)
                ),
            )
            needed = action.kind in ("correct", "strike")
            if needed != (action.reason is not None):
                raise Damaged((*way, "reason"), f"must{' not' if needed else ''} be null.")
            if action.kind == "undo":
                if not live or type(action.undoes) is not int or action.undoes != live[-1]:
                    raise Damaged((*way, "undoes"), "must be the last action that still counts.")
                if action.deals:
                    raise Damaged((*way, "deals"), "must be empty for an undo.")
                for row in actions[live.pop()].deals:
                    counts[row.number].pop()
                    if not counts[row.number]:
                        del counts[row.number]
            else:
                if action.undoes is not None:
                    raise Damaged((*way, "undoes"), "must be null: only an undo undoes.")
                self._fits(action, way, counts)
                live.append(place)
                for position, row in enumerate(action.deals, first):
                    counts.setdefault(row.number, []).append(position)
            self.rows += action.deals
            actions.append(action)
        return tuple(actions)

    def _fits(self, action: ActionRow, way: Way, counts: Mapping[int, list[int]]) -> None:
        """The rows of a close, a correction or a striking stand where such rows may."""
        numbers = [row.number for row in action.deals]
        if not numbers or numbers != sorted(set(numbers)):
            raise Damaged((*way, "deals"), "must be deals, each once, by number.")
        if action.kind == "close" and numbers != [max(counts, default=0) + 1]:
            raise Damaged((*way, "deals"), "must be one deal, with the next number.")
        for place, row in enumerate(action.deals):
            at = (*way, f"deal {place + 1}")
            replaces = None if action.kind == "close" else counts.get(row.number, [None])[-1]
            if type(row.replaces) is bool or row.replaces != replaces:
                raise Damaged((*at, "replaces"), "must be the row that counted until then.")
            if replaces is None and action.kind != "close":
                raise Damaged((*at, "number"), "there is no such deal to correct.")
            if row.struck != (action.kind == "strike" and place == 0):
                raise Damaged((*at, "struck"), "must be true for the deal that is struck out only.")

    def _one_row(self, one: Any, way: Way) -> DealRow:
        self._row(one, way)
        if len({*one["paid"]}) != len(one["paid"]):
            raise Damaged((*way, "paid"), "must name everybody once at most.")
        self._entry(one["entry"], (*way, "entry"))
        row = DealRow(
            one["number"],
            one["replaces"],
            one["struck"],
            one["entry"],
            one["settlement"],
            one["let_stand"],
            tuple(one["paid"]),
        )
        try:
            ledger.sheet(self.edition, self.players, [settled(row)], self.players[0])
        except ValueError as error:
            raise Damaged((*way, "settlement"), _shown(str(error))) from None
        return row

    def _entry(self, entry: Any, way: Way) -> None:
        _ENTRY(entry, way)
        if not self.edition.variant.has_goer and entry.get("went_out") is not None:
            raise Damaged(
                (*way, "went_out"), f"must be null: nobody goes out in {self.edition.name}."
            )
        try:
            read(
                {
                    "edition": self.edition.id,
                    "players": list(self.players),
                    "options": self.options,
                    **entry,
                }
            )
        except Refusal as refusal:
            raise Damaged(way, _shown(refusal.message)) from None

    def rulings(self, found: Sequence[Any]) -> tuple[RulingRow, ...]:
        """The rulings, each about a row that is there."""
        rulings: list[RulingRow] = []
        taken_back: set[int] = set()
        for number, one in enumerate(found, 1):
            way = (f"ruling {number}",)
            self._ruling(one, way)
            whole(0, len(self.rows) - 1)(one["deal"], (*way, "deal"))
            ruling = RulingRow(**one)
            if ruling.outcome != "taken-back":
                if ruling.takes_back is not None:
                    raise Damaged((*way, "takes_back"), "must be null for this outcome.")
            else:
                whole(0, number - 2)(ruling.takes_back, (*way, "takes_back"))
                old = rulings[ruling.takes_back or 0]
                same = (old.deal, old.player) == (ruling.deal, ruling.player)
                if not same or old.outcome == "taken-back" or ruling.takes_back in taken_back:
                    raise Damaged(
                        (*way, "takes_back"), "must be a ruling about this hand that still stands."
                    )
                taken_back.add(ruling.takes_back or 0)
            rulings.append(ruling)
        return tuple(rulings)


_ENTRY = fields(
    {"hands": anything},
    dict.fromkeys(
        ("went_out", "wilds", "reward", "reward_wilds", "jackpot", "stopped_early"), anything
    ),
)


def _settlement(edition: Edition, players: Sequence[str]) -> Check:
    """What a settlement of a deal of this game looks like: the output of `companion score`."""
    seated = one_of(players, "one of the players")
    card = one_of(edition.deck, f"a card of {edition.name}")
    named = one_of(edition.labels, f"a card or group of {edition.name}")
    group = one_of([group.id for group in edition.groups], f"a group of {edition.name}")
    kinds = [*edition.deck, *("+".join(pair) for pair in edition.pairs)]
    bonus = one_of(kinds, f"a bonus of {edition.name}")
    caught = [edition.caught_with] if edition.caught_with else []
    cards, said = several(card, MOST_CARDS), sentence(LONGEST_TEXT)
    count, money = whole(0, MOST_CARDS), whole(0, MOST_PAID)
    one_set = fields(
        {
            "group": group,
            "houses": whole(0, 4),
            "hotel": truth,
            "tokens": count,
            "value": money,
            "tokens_value": money,
            "wilds": cards,
        },
        {"cards": cards},
    )
    hand = fields(
        {
            "sets": several(one_set, len(edition.groups)),
            "bonuses": several(fields({"kind": bonus, "count": count, "amount": money}), 20),
            "wilds": cards,
            "unused": cards,
            "wiped_out": one_of([*caught, None], " or ".join([*caught, "null"])),
            "payout": money,
            "steps": several(sentence(LONGEST_TEXT, 1), 100, 1),
        }
    )
    fix = fields(
        {
            "add": several(named, MOST_CARDS),
            "discard": several(named, MOST_CARDS),
            "stand_in": several(named, MOST_CARDS),
            "text": said,
        }
    )
    problem = fields(
        {
            "rule": text(40, 1),
            "player": maybe(seated),
            "cards": several(named, MOST_CARDS),
            "message": said,
            "fix": fix,
        }
    )
    under = whole(0, MOST_UNDER_THE_BANK, 50)
    jackpot: Check = one_of([None], f"null: {edition.name} has no jackpot")
    if "jackpot_start" in edition.options:
        jackpot = fields({"paid_to": maybe(seated), "amount": under, "next": under})
    shape = fields(
        {
            "legal": truth,
            "payouts": for_each(players, money),
            "jackpot": jackpot,
            "problems": several(problem, 200),
            "hands": for_each(players, hand),
        }
    )

    def check(value: Any, way: Way) -> None:
        shape(value, way)
        for player, detail in value["hands"].items():
            at = (*way, "hands", player)
            if detail["payout"] != value["payouts"][player]:
                raise Damaged((*at, "payout"), "is not what stands under “payouts”.")
            if detail["wiped_out"] and (detail["sets"] or detail["bonuses"]):
                raise Damaged((*at, "sets"), "must be empty for a hand that was caught.")
            if detail["payout"] != _sum(player, detail, value["jackpot"]):
                raise Damaged((*at, "payout"), "is not what the sets, bonuses and jackpot make.")

    return check


def _sum(player: str, detail: Mapping[str, Any], jackpot: Mapping[str, Any] | None) -> int:
    total: int = sum(one["value"] + one["tokens_value"] for one in detail["sets"])
    total += sum(one["amount"] for one in detail["bonuses"])
    if jackpot is not None and jackpot["paid_to"] == player:
        total += jackpot["amount"]
    return total


def _follows(game: Game, data: Mapping[str, Any]) -> None:
    """Totals and winners are those that follow from the deals; else the file was tampered with."""
    try:
        sheet = sheet_of(game)
    except ValueError as error:
        raise Damaged(("actions",), _shown(str(error))) from None
    for_each(game.players, whole(0, MOST_ACTIONS * MOST_PAID))(data["totals"], ("totals",))
    if data["totals"] != dict(sheet.totals):
        raise Damaged(("totals",), "are not what the deals add up to.")
    if data["winners"] != list(sheet.winners):
        raise Damaged(("winners",), "are not who won by these deals.")

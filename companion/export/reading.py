"""Reads a game from a file, and refuses a file that is damaged or not of the companion.

Everything is checked before anything is stored, so that no page of an imported game can fail: the
shape of every value, cards and players, hands the deck can make, sums, and the order of actions.
docs/game-format.md describes the file.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, get_args

from companion import names
from companion.export.game import FORMAT, LARGEST_FILE, VERSION, is_too_large, sheet_of
from companion.game.closed_deal import read_entry
from companion.game.times import is_zone
from companion.rules import ledger, shape
from companion.rules.deal import MOST_UNDER_THE_BANK
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.hand import Refusal
from companion.rules.settlement import jackpot_taken
from companion.rules.shape import Check, Damaged, Way, anything, one_of, several, whole
from companion.store import Entry, Kind, StoredSettlement
from companion.store.file import utc_text
from companion.store.games import ActionRow, DealRow, Game, RulingRow
from companion.store.rows import record_of
from companion.store.rulings import OUTCOMES

LONGEST_TEXT = 20_000
"""Characters of a text that the program wrote: a step of a sum, a message, a ruling."""
MOST_DEALS = 2000
MOST_ACTIONS = 10_000
MOST_ROWS = 4_000
"""Rows of deals, with those that were replaced."""
MOST_CARDS = 200
MOST_PAID = 2 * MOST_UNDER_THE_BANK
KINDS = get_args(Kind)
RULED = (*OUTCOMES, "taken-back")

OTHER_FILE = (
    "this is not a game of the companion. Choose a file that ends in .json and came from “Save "
    "this game” of a companion."
)
CUT_FILE = (
    "this game is not whole: its file was cut off on the way, or somebody has changed it. Save the "
    "game again where it was played."
)
NEWER_FILE = (
    "this game was saved by a newer companion (its file is of version {version}, this one reads "
    f"version {VERSION}). Bring this one up to date first."
)
TOO_LARGE = f"This file is too large for a game: {LARGEST_FILE >> 20} MB are the most."
TOO_LONG = f"This game is too long: {MOST_ROWS:,} deals and corrections are the most."


def read_game(file: bytes) -> Game:
    """The game of a file. What was paid is not settled again.

    Raises Damaged, with the place and what is wrong there, for a file of another program or a newer
    version, and for a file that this program does not write: unknown cards or players, hands the
    deck cannot make, payouts that do not add up, actions in an impossible order.
    """
    data = _parsed(file)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Damaged((), OTHER_FILE)
    version = data.get("version")
    if type(version) is int and version > VERSION:
        raise Damaged((), NEWER_FILE.format(version=version if version < 10**9 else "?"))
    if type(version) is int and version == 1:
        _TOP_1(data, ())
        data["zone"] = ""
    _TOP(data, ())
    _size(data)
    players = _players(_edition(data), data)
    seated = one_of(players, "one of the players")
    seated(data["first_dealer"], ("first_dealer",))
    seated(data["banker"], ("banker",))
    _place(data["place"])
    renamed = {"uid": data["game"], "edition_id": data["edition"]}
    head = record_of(Game, data, **renamed, players=players, actions=(), rulings=())
    reader = _Reader(head)
    actions = reader.actions(data["actions"])
    game = replace(head, actions=actions, rulings=reader.rulings(data["rulings"]))
    _follows(game, data)
    return game


def _parsed(file: bytes) -> Any:
    try:
        return json.loads(file.decode("utf-8-sig"), object_pairs_hook=shape.once)
    except shape.GivenTwice as twice:
        key = _shown(str(twice.args[0])[:40])
        raise Damaged((), f"“{key}” is given twice in one object.") from None
    except (ValueError, RecursionError):
        ours = f'"{FORMAT}"'.encode() in file[:100]
        raise Damaged((), CUT_FILE if ours else OTHER_FILE) from None


def _size(data: Mapping[str, Any]) -> None:
    """Damaged for a game that is too long, before anything in it is checked: that takes a while."""
    deals = [one.get("deals") for one in data["actions"] if type(one) is dict]
    if sum(len(rows) for rows in deals if type(rows) is list) > MOST_ROWS:
        raise Damaged((), TOO_LONG)
    try:
        # It may be packed more tightly than we write it, and could then not be read again.
        too_large = is_too_large(data)
    except RecursionError:
        raise Damaged((), OTHER_FILE) from None
    if too_large:
        raise Damaged((), TOO_LARGE)


def _moment(value: Any, way: Way) -> None:
    """A time as the companion writes it: ``2026-11-21T18:05:00Z``."""
    right = False
    with suppress(TypeError, ValueError):
        moment = datetime.fromisoformat(value)
        right = 2000 <= moment.year < 2200 and utc_text(moment) == value
    if not right:
        raise Damaged(way, "must be a time such as 2026-11-21T18:05:00Z.")


def _uid(value: Any, way: Way) -> None:
    if type(value) is not str or len(value) != 32 or not set(value) <= set("0123456789abcdef"):
        raise Damaged(way, "must be 32 hexadecimal digits.")


def _edition_id(value: Any, way: Way) -> None:
    one_of(edition_ids(), f"one of {', '.join(edition_ids())}")(value, way)


def _zone(value: Any, way: Way) -> None:
    """The name of a time zone, also of one that this machine does not know; or nothing."""
    if value != "" and not (type(value) is str and is_zone(value)):
        raise Damaged(way, "must be a time zone such as Europe/London, or empty.")


_FIELDS_1: dict[str, Check] = {
    "format": anything,
    "version": whole(1, VERSION),
    "game": _uid,
    "edition": _edition_id,
    "options": anything,
    "players": several(shape.text(2 * names.LONGEST_NAME, 1), 8),
    "first_dealer": anything,
    "banker": anything,
    "place": shape.text(2 * names.LONGEST_PLACE),
    "created_at": _moment,
    "actions": several(anything, MOST_ACTIONS),
    "rulings": several(anything, MOST_ACTIONS),
    "totals": anything,
    "winners": anything,
}
_TOP_1 = shape.fields(_FIELDS_1)
_TOP = shape.fields({**_FIELDS_1, "zone": _zone})
"""What a file has at its top: in version 1, and in the version of today."""


def _edition(data: Mapping[str, Any]) -> Edition:
    if type(data["options"]) is not dict:
        raise Damaged(("options",), "must be an object.")
    try:
        return load(data["edition"], data["options"])
    except Refusal as refusal:
        raise Damaged(("options",), _shown(refusal.message)) from None


def _shown(message: str) -> str:
    """A message without characters of a damaged file that cannot be sent."""
    return message.encode("utf-8", "replace").decode()


def _players(edition: Edition, data: Mapping[str, Any]) -> tuple[str, ...]:
    players = data["players"]
    if len(players) not in edition.seats:
        most = max(edition.seats)
        raise Damaged(("players",), f"must be {min(edition.seats)} to {most} for {edition.name}.")
    problems = names.player_problems(players)
    for number, (name, problem) in enumerate(zip(players, problems, strict=True), 1):
        if problem is None and (name != name.strip() or name != names.close_overrides(name)):
            problem = "This name is not written as the companion writes names."
        if problem:
            raise Damaged((f"player {number}",), problem)
    return tuple(players)


def _place(place: str) -> None:
    problem = names.place_problem(place)
    if problem is None and place != names.tidied(place):
        problem = "This is not written as the companion writes it."
    if problem:
        raise Damaged(("place",), problem)


class _Reader:
    """Reads the actions, rows and rulings of one file, in order, and checks each."""

    def __init__(self, game: Game) -> None:
        """`game` is the game without its actions and rulings."""
        self.game = game
        self.rows: list[DealRow] = []
        edition, players = game.edition, game.players
        seated = one_of(players, "one of the players")
        self._row = shape.fields(
            {
                "number": whole(1, MOST_DEALS),
                "replaces": anything,
                "struck": shape.truth,
                "entry": anything,
                "settlement": _settlement(edition, players),
                "let_stand": shape.truth,
                "paid": several(seated, len(players)),
            }
        )
        self._action = shape.fields(
            {
                "kind": one_of(KINDS, f"one of {', '.join(KINDS)}"),
                "at": _moment,
                "reason": shape.maybe(shape.sentence(names.LONGEST_REMARK, 1)),
                "undoes": anything,
                "deals": several(anything, MOST_DEALS),
            }
        )
        self._ruling = shape.fields(
            {
                "deal": anything,
                "player": seated,
                "outcome": one_of(RULED, f"one of {', '.join(RULED)}"),
                "note": shape.sentence(names.LONGEST_REMARK),
                "ruling": shape.sentence(LONGEST_TEXT),
                "at": _moment,
                "takes_back": anything,
            }
        )

    def actions(self, found: Sequence[Any]) -> tuple[ActionRow, ...]:
        """The actions. Damaged when one cannot be done after those before it.

        `live` are the positions of the actions that are not undone so far, `counts` by number the
        positions of their rows; of each number the last row counts.
        """
        actions: list[ActionRow] = []
        live: list[int] = []
        counts: dict[int, list[int]] = {}
        for position, one in enumerate(found):
            way = (f"action {position + 1}",)
            self._action(one, way)
            first = len(self.rows)
            deals = tuple(
                self._one_row(row, (*way, f"deal {number}"))
                for number, row in enumerate(one["deals"], 1)
            )
            action = ActionRow(**{**one, "deals": deals})
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
                live.append(position)
                for at, row in enumerate(action.deals, first):
                    counts.setdefault(row.number, []).append(at)
            self.rows += action.deals
            actions.append(action)
        return tuple(actions)

    def _fits(self, action: ActionRow, way: Way, counts: Mapping[int, list[int]]) -> None:
        """Checks that the rows of a close, a correction or a strike have the right numbers."""
        numbers = [row.number for row in action.deals]
        if not numbers or numbers != sorted(set(numbers)):
            raise Damaged((*way, "deals"), "must be deals, each once, by number.")
        if action.kind == "close" and numbers != [max(counts, default=0) + 1]:
            raise Damaged((*way, "deals"), "must be one deal, with the next number.")
        for position, row in enumerate(action.deals):
            at = (*way, f"deal {position + 1}")
            replaces = None if action.kind == "close" else counts.get(row.number, [None])[-1]
            if type(row.replaces) is not type(replaces) or row.replaces != replaces:
                raise Damaged((*at, "replaces"), "must be the row that counted until then.")
            if replaces is None and action.kind != "close":
                raise Damaged((*at, "number"), "there is no such deal to correct.")
            if row.struck != (action.kind == "strike" and position == 0):
                raise Damaged((*at, "struck"), "must be true for the deal that is struck out only.")

    def _one_row(self, one: Any, way: Way) -> DealRow:
        self._row(one, way)
        if len({*one["paid"]}) != len(one["paid"]):
            raise Damaged((*way, "paid"), "must name everybody once at most.")
        self._entry(one["entry"], (*way, "entry"))
        made = {
            "entry": Entry(one["entry"]),
            "settlement": StoredSettlement(one["settlement"]),
            "paid": tuple(one["paid"]),
        }
        row = DealRow(**{**one, **made})
        game = self.game
        try:
            ledger.sheet(game.edition, game.players, [row], game.first_dealer)
        except ValueError as error:
            raise Damaged((*way, "settlement"), _shown(str(error))) from None
        return row

    def _entry(self, entry: Any, way: Way) -> None:
        _ENTRY(entry, way)
        edition = self.game.edition
        if not edition.variant.has_goer and Entry(entry).went_out is not None:
            raise Damaged((*way, "went_out"), f"must be null: nobody goes out in {edition.name}.")
        try:
            read_entry(self.game, Entry(entry))
        except Refusal as refusal:
            raise Damaged(way, _shown(refusal.message)) from None

    def rulings(self, found: Sequence[Any]) -> tuple[RulingRow, ...]:
        """The rulings. Damaged when one is about a row that does not exist."""
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
                place = one["takes_back"]
                whole(0, number - 2)(place, (*way, "takes_back"))
                old = rulings[place]
                same = (old.deal, old.player) == (ruling.deal, ruling.player)
                if not same or old.outcome == "taken-back" or place in taken_back:
                    raise Damaged(
                        (*way, "takes_back"), "must be a ruling about this hand that still stands."
                    )
                taken_back.add(place)
            rulings.append(ruling)
        return tuple(rulings)


_ENTRY = shape.fields(
    {"hands": anything},
    dict.fromkeys(
        ("went_out", "wilds", "reward", "reward_wilds", "jackpot", "stopped_early"), anything
    ),
)


def _settlement(edition: Edition, players: Sequence[str]) -> Check:
    """Checks a settlement of a deal of this game: the output of `companion score`."""
    seated = one_of(players, "one of the players")
    under = whole(0, MOST_UNDER_THE_BANK, 50)
    jackpot: Check = one_of([None], f"null: {edition.name} has no jackpot")
    if edition.has_jackpot:
        jackpot = shape.fields({"paid_to": shape.maybe(seated), "amount": under, "next": under})
    outline = shape.fields(
        {
            "legal": shape.truth,
            "payouts": shape.for_each(players, _MONEY),
            "jackpot": jackpot,
            "problems": several(_problem(edition, seated), 200),
            "hands": shape.for_each(players, _hand(edition)),
        }
    )

    def check(value: Any, way: Way) -> None:
        outline(value, way)
        settlement = StoredSettlement(value)
        for player, laid in settlement.laid.items():
            at = (*way, "hands", player)
            paid = value["hands"][player]["payout"]
            if paid != settlement.payouts[player]:
                raise Damaged((*at, "payout"), "is not what stands under “payouts”.")
            if laid.wiped_out and (laid.sets or laid.bonuses):
                raise Damaged((*at, "sets"), "must be empty for a hand that was caught.")
            if paid != laid.total + (jackpot_taken(settlement.jackpot, player) or 0):
                raise Damaged((*at, "payout"), "is not what the sets, bonuses and jackpot make.")

    return check


_COUNT, _MONEY = whole(0, MOST_CARDS), whole(0, MOST_PAID)


def _hand(edition: Edition) -> Check:
    """Checks what one player's hand paid."""
    card = one_of(edition.deck, f"a card of {edition.name}")
    cards = several(card, MOST_CARDS)
    kinds = [*edition.deck, *("+".join(pair) for pair in edition.pairs)]
    kind = one_of(kinds, f"a bonus of {edition.name}")
    one_bonus = shape.fields({"kind": kind, "count": _COUNT, "amount": _MONEY})
    caught = [edition.caught_with] if edition.caught_with else []
    one_set = shape.fields(
        {
            "group": one_of([group.id for group in edition.groups], f"a group of {edition.name}"),
            "houses": whole(0, 4),
            "hotel": shape.truth,
            "tokens": _COUNT,
            "value": _MONEY,
            "tokens_value": _MONEY,
            "wilds": cards,
        },
        {"cards": cards},
    )
    return shape.fields(
        {
            "sets": several(one_set, len(edition.groups)),
            "bonuses": several(one_bonus, 20),
            "wilds": cards,
            "unused": cards,
            "wiped_out": one_of([*caught, None], " or ".join([*caught, "null"])),
            "payout": _MONEY,
            "steps": several(shape.sentence(LONGEST_TEXT, 1), 100, 1),
        }
    )


def _problem(edition: Edition, seated: Check) -> Check:
    """Checks one problem or warning."""
    named = several(one_of(edition.labels, f"a card or group of {edition.name}"), MOST_CARDS)
    said = shape.sentence(LONGEST_TEXT)
    fix = shape.fields({"add": named, "discard": named, "stand_in": named, "text": said})
    return shape.fields(
        {
            "rule": shape.text(40, 1),
            "player": shape.maybe(seated),
            "cards": named,
            "message": said,
            "fix": fix,
        }
    )


def _follows(game: Game, data: Mapping[str, Any]) -> None:
    """Checks that totals and winners follow from the deals."""
    try:
        sheet = sheet_of(game)
    except ValueError as error:
        raise Damaged(("actions",), _shown(str(error))) from None
    shape.for_each(game.players, whole(0, MOST_ACTIONS * MOST_PAID))(data["totals"], ("totals",))
    if data["totals"] != dict(sheet.totals):
        raise Damaged(("totals",), "are not what the deals add up to.")
    if data["winners"] != list(sheet.winners):
        raise Damaged(("winners",), "are not who won by these deals.")

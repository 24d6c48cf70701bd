"""The ``companion`` command: serve, tables, score, check, editions, backup, restore."""

import argparse
import io
import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from stat import S_ISREG
from time import monotonic
from typing import Any, BinaryIO, NoReturn

from companion import __version__
from companion.rules.deal import Deal, check_cards, read_line
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.findings.finding import WARNINGS
from companion.rules.hand import Refusal
from companion.rules.options import option_takes, with_options
from companion.rules.payout import Settlement, settle
from companion.rules.words import plural

LONGEST_LINE = 1 << 20
"""Bytes of one input line; a longer one is refused, so that memory stays bounded."""

USAGE = """\
usage: companion COMMAND ...

  companion serve                 the pages for the table, for this machine and phones nearby
  companion tables                the tables of this server, with their recovery codes
  companion score [FILE]          deals as JSON Lines in, rulings as JSON Lines out
  companion check --edition ID [--went-out] CARDS ...
                                  one hand in words: may it go out, and what does it pay
  companion editions [ID]         the editions, or one edition's cards and values
  companion backup FILE           all tables into one file, also while the pages are served
  companion restore [--force] FILE
                                  a backup back in its place

companion COMMAND --help tells more. An unofficial helper for Monopoly: The Card Game.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; the exit status is each command's own, 2 for words it does not take."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without a letter shows another
            stream.reconfigure(errors="replace")
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away. Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        say(f"companion: cannot write the output: {error.strerror}")
        return 2
    return status


def say(message: str) -> None:
    """One line on standard error, whatever was typed into the message."""
    if sys.stderr is not None:
        print(" ".join(message.split()), file=sys.stderr)


def _run(words: list[str]) -> int:
    commands: dict[str, Callable[[list[str]], int]] = {
        "score": score,
        "check": check,
        "editions": editions,
        "serve": serve,
        "tables": tables,
        "backup": backup,
        "restore": restore,
    }
    if words and words[0] in commands:
        return commands[words[0]](words[1:])
    if words in (["--help"], ["-h"]):
        print(USAGE, end="")
        return 0
    if words == ["--version"]:
        print(f"companion {__version__}")
        return 0
    print(USAGE, end="", file=sys.stderr)
    return 2


class _Parser(argparse.ArgumentParser):
    """One line for what is wrong, in place of the whole usage."""

    def error(self, message: str) -> NoReturn:
        say(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(2)


# --- score ---------------------------------------------------------------------------------------


def score(words: Sequence[str]) -> int:
    """`companion score [FILE]` as in CONTRACT.md: 0, 1 when a line was refused, 2 when the input
    cannot be read."""
    parser = _Parser(
        prog="companion score",
        description="Reads one deal a line as JSON, writes one ruling a line as JSON, in the same "
        "order. Exit status: 0, 1 when a line was refused, 2 when the input cannot be read.",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="input; standard input without it")
    name = parser.parse_args(list(words)).file
    if sys.stdout is None:
        say("companion score: there is nowhere to write to: standard output is closed")
        return 2
    try:
        if name not in (None, "-"):
            source: BinaryIO = open(name, "rb")  # noqa: SIM115
        elif sys.stdin is None:
            say("companion score: cannot read the input: standard input is closed")
            return 2
        else:
            source = sys.stdin.buffer
        with source:
            refused = score_lines(source, sys.stdout, sys.stderr)
    except _Unreadable as error:
        say(f"companion score: cannot read the input: {error}")
        return 2
    except OSError as error:
        if name is None or error.filename != name:
            raise
        say(f"companion score: cannot read {name}: {error.strerror}")
        return 2
    return 1 if refused else 0


class _Unreadable(Exception):
    """The input could not be read on."""


def score_lines(source: BinaryIO, out: Any, progress: Any) -> int:
    """Scores every line of `source` to `out`; returns how many were refused.

    Holds one line in memory at a time. Each answer is passed on at once unless the input is a
    plain file. A progress line is kept on `progress` when that is a terminal.
    """
    # An answer is made afresh for every line, so it holds no circle to look out for.
    encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
    at_once = not _is_file(source)
    shown = monotonic() if progress is not None and progress.isatty() else None
    lines = refused = 0
    for line in _lines(source):
        lines += 1
        if line is None:
            refusal = Refusal(
                "not-json", f"This line is longer than {LONGEST_LINE:,} bytes: split it up."
            )
            answer: dict[str, Any] = refusal.as_json()
            refused += 1
        else:
            try:
                answer = settle(*read_line(line)).as_json()
            except Refusal as refusal:
                answer = refusal.as_json()
                refused += 1
        out.write(encode(answer) + "\n")
        if at_once:
            out.flush()
        if shown is not None and monotonic() - shown > 0.2:
            shown = monotonic()
            print(f"\r{lines:,} deals, {refused:,} refused", end="", file=progress, flush=True)
    out.flush()
    if shown is not None:
        print(f"\r{lines:,} deals, {refused:,} refused", file=progress)
    return refused


def _is_file(source: BinaryIO) -> bool:
    try:
        return S_ISREG(os.fstat(source.fileno()).st_mode)
    except (OSError, io.UnsupportedOperation):
        return True


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines that are not blank; None for one that is too long."""
    first = True

    def read(most: int) -> bytes:
        try:
            return source.readline(most)
        except OSError as error:
            raise _Unreadable(error.strerror) from None

    while line := read(LONGEST_LINE + 1):
        if first:
            line, first = line.removeprefix(b"\xef\xbb\xbf"), False
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := read(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
        elif line.strip():
            yield line


# --- check ---------------------------------------------------------------------------------------


def check(words: Sequence[str]) -> int:
    """`companion check`: one hand in words; 0 legal, 1 not legal, 2 bad input."""
    parser = _Parser(
        prog="companion check",
        description="Says whether a hand may go out and what it pays, with the reasons.",
        epilog="CARDS are card ids, printed names or the beginning of one; a group id takes the "
        "whole group, token*2 two tokens. Example: companion check --edition classic-uk "
        "--went-out dark-blue h1 h2 'token*2' go chance. Exit status: 0 legal, 1 not legal, "
        "2 bad input.",
    )
    parser.add_argument("--edition", required=True, metavar="ID", help=", ".join(edition_ids()))
    parser.add_argument("--went-out", action="store_true", help="this hand went out")
    parser.add_argument("--players", type=int, metavar="N", help="how many play [4]")
    parser.add_argument("--reward", action="append", default=[], metavar="CARDS")
    parser.add_argument(
        "--wilds", action="append", default=[], metavar="CARDS", help="what wilds were declared as"
    )
    parser.add_argument(
        "--reward-wilds",
        action="append",
        default=[],
        metavar="CARDS",
        help="what freed or drawn wilds are declared as after the reward",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the table"
    )
    parser.add_argument("cards", nargs="*", metavar="CARDS")
    given = parser.parse_intermixed_args(list(words))
    try:
        edition = with_options(load(given.edition), _options(given.option))
        deal = _one_hand(edition, given)
        check_cards(edition, deal)
    except Refusal as refusal:
        say(f"companion check: {refusal.message}")
        return 2
    settlement = settle(edition, deal)
    print("\n".join(_ruling(settlement, went_out=given.went_out)))
    ruled = given.went_out or not edition.variant.has_goer
    return 1 if ruled and not settlement.legal else 0


def _options(texts: Sequence[str]) -> dict[str, Any]:
    options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refusal("unknown-option", f"“{text}”: write an option as NAME=VALUE.")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    return options


def _one_hand(edition: Edition, given: argparse.Namespace) -> Deal:
    """The hand as the first of otherwise empty-handed players."""
    number = min(4, max(edition.seats)) if given.players is None else given.players
    if number not in edition.seats:
        raise Refusal(
            "player-count",
            f"{edition.name} is for {min(edition.seats)} to {max(edition.seats)} players, "
            f"not {number}.",
        )
    players = tuple(f"player {place}" for place in range(1, number + 1))
    first = players[0]
    cards, reward, wilds, reward_wilds = (
        [card for text in texts for card in edition.parse(text)]
        for texts in (given.cards, given.reward, given.wilds, given.reward_wilds)
    )
    if reward and not (given.went_out and edition.seats[number].reward):
        raise Refusal(
            "malformed", "Only a player who went out draws a reward (not in 2017 and Express)."
        )
    if not cards and not reward:
        raise Refusal("malformed", "No cards: name the cards of the hand.")
    piles = not edition.variant.has_goer
    other = None if piles else players[1]
    return Deal(
        players=players,
        hands={player: cards if player == first else () for player in players},
        went_out=first if given.went_out and not piles else other,
        reward=reward,
        wilds={first: wilds} if wilds else {},
        reward_wilds=reward_wilds,
        jackpot=edition.options.get("jackpot_start"),
        stopped_early=piles,
    )


def _ruling(settlement: Settlement, *, went_out: bool) -> list[str]:
    """The ruling on the first player's hand in words."""
    edition, player = settlement.edition, settlement.deal.players[0]
    pays = edition.amount(settlement.payouts[player])
    piles = not edition.variant.has_goer
    found = [finding for finding in settlement.findings if went_out or piles]
    problems = [finding for finding in found if finding.rule not in WARNINGS]
    if piles:
        verdict = "whole groups only." if settlement.legal else "not whole groups only."
    elif not went_out:
        verdict = "a hand that did not go out."
    else:
        verdict = "may go out." if settlement.legal else "may NOT go out."
    lines = [f"{edition.name}: {verdict} It pays {pays}."]
    if problems and not piles:
        lines = [f"{edition.name}: {verdict}"]
    for number, finding in enumerate(problems, 1):
        rule = edition.rules[finding.rule]
        lines += [
            f"  {number}. {finding.message}",
            f"     Rule: {rule.text} [{rule.cite}]",
            f"     Mend: {finding.fix.text}",
        ]
    if problems and not piles:
        lines.append(f"If the table lets it stand, it pays {pays}:")
    lines += [f"  {line}" for line in settlement.steps(player)]
    unused = settlement.laid[player].unused
    if unused:
        lines.append(f"  Left over: {', '.join(edition.label(card) for card in unused)}.")
    for finding in found:
        if finding.rule in WARNINGS:
            lines.append(f"Look again: {finding.message}")
    if settlement.laid[player].most:
        name = edition.label(edition.cards["most_of"])
        lines.append(f"(As if nobody else held any {name} card.)")
    return lines if went_out or piles else [line for line in lines if line]


# --- editions ------------------------------------------------------------------------------------


def editions(words: Sequence[str]) -> int:
    """`companion editions [ID]`: the editions, or one edition's cards, values and options."""
    parser = _Parser(prog="companion editions", description="Lists editions and their cards.")
    parser.add_argument("edition", nargs="?", metavar="ID", help=", ".join(edition_ids()))
    wanted = parser.parse_args(list(words)).edition
    if wanted is None:
        for edition in map(load, edition_ids()):
            seats = f"{min(edition.seats)}-{max(edition.seats)} players"
            cards = f"{sum(edition.deck.values())} cards"
            print(f"{edition.id:<20}{edition.box} ({seats}, {cards})")
        return 0
    try:
        print("\n".join(_facts(load(wanted))))
    except Refusal as refusal:
        say(f"companion editions: {refusal.message}")
        return 2
    return 0


def _facts(edition: Edition) -> Iterator[str]:
    yield f"{edition.name}: {edition.box}"
    yield f"Source: {edition.source}"
    yield ""
    yield "Groups (a group id stands for all of its cards):"
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
    short = {card: alias for alias, card in edition.aliases.items()}
    for card, copies in edition.deck.items():
        if card not in edition.group_of:
            alias = f", short {short[card]}" if card in short else ""
            yield f"  {card:<30}{edition.label(card)}, {copies} in the deck{alias}"
    yield ""
    yield "Options:"
    for name, option in option_takes(edition).items():
        default = json.dumps(option.default)
        yield f"  {name}: {option.takes} [{default}]"
    for line in edition.unverified:
        yield from textwrap.wrap(f"Check: {line}", 100)


# --- serve ---------------------------------------------------------------------------------------


def serve(words: Sequence[str]) -> int:
    """`companion serve`: the web pages, until it is stopped; 2 when it cannot start."""
    parser = _Parser(
        prog="companion serve",
        description="Serves the pages for this machine and for phones on the same network.",
        epilog="Environment: HOST, the address to listen on [all of this machine]; PORT [8000]; "
        "COMPANION_INSTANCE, the folder for the data [instance/ in a checkout, else the user's "
        "data folder]. Stop it with Ctrl+C. Exit status: 2 when it cannot start.",
    )
    parser.parse_args(list(words))
    # Only here: the other commands do without the web and start quicker.
    from companion.server.serve import CannotServe, run

    try:
        run(os.environ, sys.stdout)
    except CannotServe as problem:
        say(f"companion serve: {problem}")
        return 2
    return 0


# --- tables --------------------------------------------------------------------------------------


def tables(words: Sequence[str]) -> int:
    """`companion tables`: the tables of the data folder, and putting unused ones away; 1 for a code
    that no table has, 2 when the data cannot be used."""
    parser = _Parser(
        prog="companion tables",
        description="Lists the tables of this server: code, recovery code (it makes any phone the "
        "scorekeeper's), last use, deals, edition, players. While the server runs, too.",
        epilog="A table that is put away leaves the list of tables; its address and its history "
        "stay, and it comes back when somebody plays on. Environment: COMPANION_INSTANCE. Exit "
        "status: 0, 1 for a code that no table has, 2 when the data cannot be used.",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--archive-unused", type=_days, metavar="DAYS", help="puts away what nobody used so long"
    )
    what.add_argument("--unarchive", metavar="CODE", help="brings a table back into the list")
    given = parser.parse_args(list(words))
    from companion.server.list_tables import CannotList, archive, bring_back, listing

    try:
        if given.archive_unused is not None:
            print(archive(given.archive_unused))
        elif given.unarchive is not None:
            if not bring_back(given.unarchive):
                say(f"companion tables: there is no table {given.unarchive[:20]}")
                return 1
        else:
            for line in listing():
                print(line)
    except CannotList as problem:
        say(f"companion tables: {problem}")
        return 2
    return 0


def _days(text: str) -> int:
    if text.isascii() and text.isdigit() and 0 < len(text) < 7 and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"“{text[:20]}” is no number of days from 1")


# --- backup and restore --------------------------------------------------------------------------


def backup(words: Sequence[str]) -> int:
    """`companion backup FILE`: 0 done, 1 when FILE is there already, 2 when it cannot be done."""
    parser = _Parser(
        prog="companion backup",
        description="Copies all tables into the new file FILE, also while `companion serve` runs: "
        "every deal that was confirmed before is in it. The file is readable by its owner only; "
        "secret.key, which signs the forms, is not in it, for a new one is made where it is "
        "missing. An older backup is never written over.",
        epilog="Environment: COMPANION_INSTANCE, the data folder. Exit status: 0 done, 1 FILE is "
        "there already, 2 it cannot be read or written.",
    )
    parser.add_argument("file", metavar="FILE")
    given = parser.parse_args(list(words))
    from companion.store import backup as copying  # only here, as for serve

    def copied(data: Path) -> str:
        made = copying.backup(data, Path(given.file))
        return f"{_in_copy(made)} saved in {given.file}"

    return _copying("backup", copied)


def restore(words: Sequence[str]) -> int:
    """`companion restore [--force] FILE`: 0 done, 1 when there is data and no --force, 2 when it
    cannot be done."""
    parser = _Parser(
        prog="companion restore",
        description="Puts the backup FILE in the place of the data, after a close look at it. Stop "
        "`companion serve` first. FILE stays as it is.",
        epilog="Environment: COMPANION_INSTANCE, the data folder. Exit status: 0 done, 1 there is "
        "data already and --force is not given, 2 it cannot be read or written, or is in use.",
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="also where there is data: it is kept beside, as companion.db.before-restore",
    )
    parser.add_argument("file", metavar="FILE")
    given = parser.parse_args(list(words))
    from companion.store import backup as copying

    def copied(data: Path) -> str:
        made = copying.restore(Path(given.file), data, force=given.force)
        kept = "" if made.aside is None else f"; what was there is kept as {made.aside}"
        return f"{_in_copy(made)} restored to {data}{kept}"

    return _copying("restore", copied)


def _copying(command: str, copied: Callable[[Path], str]) -> int:
    """Makes a copy and says what came of it."""
    from companion.settings import data_folder
    from companion.store.backup import CannotCopy, InTheWay

    try:
        told = copied(data_folder() / "companion.db")
    except InTheWay as problem:
        say(f"companion {command}: {problem}")
        return 1
    except (CannotCopy, OSError) as problem:
        why = problem.strerror or problem if isinstance(problem, OSError) else problem
        say(f"companion {command}: {why}")
        return 2
    print(told)
    return 0


def _in_copy(made: Any) -> str:
    """``2 tables, 31 deals``"""
    return f"{plural(made.tables, 'table', 'tables')}, {plural(made.deals, 'deal', 'deals')}"

"""Compare the engine with the brute force: python -m tests.proof.prove

Goes through every class of hands (see `classes`) of ten cards of the classic and the 2017 deck, and
of nine and eleven cards of the classic deck, and compares whether the hand may go out, what it is
paid when it did, what it is paid when the other player did, and what it is worth by itself. Then
through every class of rewards of 200 hands (see `rewards`). What hands that may go out are worth
must be as the program has it (see `counts`).

Finished parts are kept in build/prove/, so an interrupted run goes on where it was.

Exit status: 0 when all agree, 1 on a disagreement, 130 when interrupted, 2 when a
worker process was ended from outside.
"""

import argparse
import json
import os
import signal
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from tests.proof import counts, hands, rewards
from tests.proof.classes import DECKS, Deck
from tests.proof.run import Result, run

REWARDS = "rewards"
PARTS = (*DECKS, REWARDS)


def prove_deck(deck: Deck, options: argparse.Namespace) -> Result:
    """Compare all classes of a deck, or a sample of them; the totals."""
    total = hands.merge(run(hands.job_of(deck, options.sample), options.jobs, options.keep_going))
    print(hands.report(deck, total), flush=True)
    amounts = total.pop("amounts")
    if total["disagreements"] or options.sample is not None:
        return total
    assert total["classes"] == deck.classes, "not every class was compared"
    assert total["hands"] == deck.hands, "the classes do not add up to all hands"
    assert total["legal_hands"] == sum(number for _, number in amounts)
    if options.write:
        counts.write(deck, amounts)
    wrong = counts.wrong_ranks(deck, amounts)
    print(f"  ranks              {counts.RANKS - len(wrong)} of {counts.RANKS} are right")
    if not counts.up_to_date(deck, amounts):
        print("  companion/rules/rank/counts has other amounts; --write puts these there")
        total["disagreements"] += 1
    total["disagreements"] += len(wrong)
    return total


def prove_rewards(options: argparse.Namespace) -> Result:
    """Compare all rewards of a sample of hands; the totals."""
    job = rewards.job_of()
    total = rewards.merge(run(job, options.jobs, options.keep_going))
    print(rewards.report(total), flush=True)
    if not total["disagreements"]:
        assert total["classes"] == sum(job.sizes), "not every class was compared"
        assert total["rewards"] == rewards.REWARDS * len(job.sizes)
    return total


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.prove", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--only", choices=PARTS, help="only this deck, or only the rewards")
    parser.add_argument(
        "--sample", type=_positive, metavar="N", help="only N classes of each deck, evenly spread"
    )
    parser.add_argument("--jobs", type=_positive, metavar="N", default=os.cpu_count() or 1)
    parser.add_argument(
        "--write",
        type=Path,
        metavar="FILE",
        help="write the totals as JSON into this file, and the counts into the program",
    )
    parser.add_argument(
        "--keep-going", action="store_true", help="do not stop at the first disagreement"
    )
    options = parser.parse_args(arguments)
    if options.write and options.sample:
        parser.error("only totals of all classes are written: leave out --sample or --write")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; the exit status."""
    options = _options(arguments)
    record: Result = {"decks": {}}
    if options.write and options.write.exists():
        record = json.loads(options.write.read_text(encoding="utf-8"))
    disagreements = 0
    for name in [options.only] if options.only else PARTS:
        if name == REWARDS and options.sample is None:
            total = record[REWARDS] = prove_rewards(options)
        elif name != REWARDS:
            total = record["decks"][name] = prove_deck(DECKS[name], options)
        else:
            continue
        for key in ("smallest", "seconds"):
            total.pop(key)
        disagreements += total["disagreements"]
        if disagreements and not options.keep_going:
            return 1
    if options.write:
        options.write.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    return int(disagreements > 0)


def terminated(*_: object) -> None:
    """Being killed ends the run like an interrupt does; a second signal must not cut that short."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, terminated)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nInterrupted; the next run goes on from here.", file=sys.stderr)
        sys.exit(130)
    except BrokenProcessPool:
        print("\nA worker process was ended; the next run goes on from here.", file=sys.stderr)
        sys.exit(2)

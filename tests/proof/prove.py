"""Compare the engine with the brute force on every ten-card hand: python -m tests.proof.prove

Goes through every class of hands (see `classes`) of the classic and the 2017 deck and compares
whether the hand may go out, what it is paid when it did, and what it is paid when the other player
did. Finished shards are kept in build/prove/, so an interrupted run goes on where it was; they
count only while the engine and the brute force are what they were (a fingerprint of the sources).

Exit status: 0 when all agree, 1 on a disagreement, 130 when interrupted, 2 when a
worker process was ended from outside.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Any

from companion.rules.edition import Edition
from companion.rules.edition_file import load
from tests.proof.brute_classes import ANSWERS, Answer
from tests.proof.classes import (
    DECKS,
    HANDS,
    Deck,
    Vector,
    class_at,
    classes_of_shard,
    hand_of,
    shard_starts,
    shards,
    weight,
)
from tests.settling import settle_cards

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "build" / "prove"
SAMPLE_CHUNK = 1000  # classes of a sample that one task looks at
Result = dict[str, Any]


# --- The engine ----------------------------------------------------------------------------------


@cache
def engine_edition(name: str) -> Edition:
    """The edition as the engine knows it, with its default options."""
    return load(name)


def engine_answer(deck: Deck, cards: list[str]) -> Answer:
    """What the engine says: legal, paid when it went out, paid when the other player did."""
    edition = engine_edition(deck.edition)
    out = settle_cards(edition, players=("A", "B"), hands={"A": cards}, went_out="A")
    other = settle_cards(edition, players=("A", "B"), hands={"A": cards}, went_out="B")
    return out.legal, out.payouts["A"], other.payouts["A"]


# --- Comparing -----------------------------------------------------------------------------------


def fingerprint() -> str:
    """A digest of all sources that the results depend on."""
    rules = ROOT / "companion" / "rules"
    files = [path for pattern in ("*.py", "*.toml") for path in rules.rglob(pattern)]
    files += [
        ROOT / "tests" / "proof" / f"{name}.py" for name in ("classes", "brute_classes", "prove")
    ]
    digest = hashlib.sha256()
    for path in sorted(files):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def compare(deck: Deck, classes: Iterable[tuple[Vector, int]]) -> Result:
    """Totals over some classes, and where engine and brute force disagree.

    The smallest disagreement is the one with the fewest different kinds of cards (of equals, the
    first). An engine that fails on a hand disagrees too.
    """
    brute_force = ANSWERS[deck.name]
    count = hands = legal_count = legal_hands = goer_sum = other_sum = disagreements = 0
    best = -1
    best_hand: Vector | None = None
    smallest: tuple[int, Vector, str] | None = None
    for vector, ways in classes:
        expected = brute_force(vector)
        answer: Answer | None = None
        try:
            answer = engine_answer(deck, hand_of(deck, vector))
            text = repr(answer)
        except Exception as error:  # to be shown with the hand it happened on
            text = repr(error)
        if answer != expected:
            disagreements += 1
            kinds = sum(map(bool, vector))
            if smallest is None or kinds < smallest[0]:
                smallest = (kinds, vector, text)
        legal, goer, other = expected
        count += 1
        hands += ways
        goer_sum += goer * ways
        other_sum += other * ways
        if legal:
            legal_count += 1
            legal_hands += ways
            if goer > best:
                best, best_hand = goer, vector
    return {
        "classes": count,
        "hands": hands,
        "legal_classes": legal_count,
        "legal_hands": legal_hands,
        "best": best,
        "best_hand": None if best_hand is None else hand_of(deck, best_hand),
        "goer_sum": goer_sum,
        "other_sum": other_sum,
        "disagreements": disagreements,
        "smallest": None
        if smallest is None
        else {
            "kinds": smallest[0],
            "hand": hand_of(deck, smallest[1]),
            "engine": smallest[2],
            "brute_force": repr(brute_force(smallest[1])),
        },
    }


def sample_indexes(deck: Deck, size: int) -> list[int]:
    """Indexes of so many classes, evenly spread, always the same."""
    size = min(size, deck.classes)
    return [number * deck.classes // size for number in range(size)]


def do_task(deck_name: str, number: int, sample: int | None) -> Result:
    """Compare one shard, or one chunk of a sample."""
    deck = DECKS[deck_name]
    classes: Iterable[tuple[Vector, int]]
    if sample is None:
        classes = classes_of_shard(deck, shards(deck)[number])
    else:
        indexes = sample_indexes(deck, sample)[number * SAMPLE_CHUNK :][:SAMPLE_CHUNK]
        vectors = [class_at(deck, index) for index in indexes]
        classes = [(vector, weight(deck, vector)) for vector in vectors]
    return {"shard": number, **compare(deck, classes)}


def merge(results: Iterable[Result]) -> Result:
    """The totals of results that are in the order of their classes."""
    sums = (
        "classes",
        "hands",
        "legal_classes",
        "legal_hands",
        "goer_sum",
        "other_sum",
        "disagreements",
    )
    total: Result = dict.fromkeys(sums, 0)
    total |= {"best": -1, "best_hand": None, "smallest": None}
    for result in results:
        for key in sums:
            total[key] += result[key]
        if result["best"] > total["best"]:
            total |= {"best": result["best"], "best_hand": result["best_hand"]}
        found = result["smallest"]
        if found and (not total["smallest"] or found["kinds"] < total["smallest"]["kinds"]):
            total["smallest"] = found
    return total


# --- Keeping what is done ------------------------------------------------------------------------


def read_results(path: Path, mark: str) -> dict[int, Result]:
    """The finished shards with this fingerprint. A line that was cut off is passed over."""
    results: dict[int, Result] = {}
    if not path.exists():
        return results
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            result = json.loads(line)
        except ValueError:
            continue
        if isinstance(result, dict) and result.get("fingerprint") == mark:
            results[result["shard"]] = result
    return results


def prepare(path: Path, results: dict[int, Result]) -> None:
    """Make the file ready for more lines: nothing stale only, and no torn line at the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not results:
        path.write_bytes(b"")
    elif not path.read_bytes().endswith(b"\n"):
        with path.open("ab") as file:
            file.write(b"\n")


# --- Running -------------------------------------------------------------------------------------


class Progress:
    """Says on stderr how far it is: one changing line on a terminal, else one every half minute."""

    def __init__(self, name: str, total: int, done: int) -> None:
        self.name, self.total, self.done, self.before = name, total, done, done
        self.start = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.every = 0.5 if self.terminal else 30.0
        self.next = self.start + self.every

    def add(self, classes: int) -> None:
        """So many more classes are done."""
        self.done += classes

    def show(self, *, last: bool = False) -> None:
        """Say it, if it is time (or the end)."""
        now = time.monotonic()
        if now < self.next and not last:
            return
        self.next = now + self.every
        spent = now - self.start
        fresh = self.done - self.before
        text = f"{self.name}: {self.done:,} of {self.total:,} classes, {_clock(spent)} so far"
        if fresh and self.done < self.total:
            text += f", {_clock(spent * (self.total - self.done) / fresh)} left"
        if self.terminal:
            print(f"\r{text}\x1b[K", end="\n" if last else "", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02} min"


def start_worker() -> None:
    """Leave interrupts to the main process, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()

    def watch(sentinel: int) -> None:
        wait_for([sentinel])
        os._exit(1)

    if parent is not None:
        threading.Thread(target=watch, args=(parent.sentinel,), daemon=True).start()


def run_tasks(
    deck: Deck, numbers: list[int], sample: int | None, jobs: int, progress: Progress
) -> Generator[Result, None, None]:
    """The results of the tasks as they come in, worked on by this many processes."""
    if jobs == 1:
        for number in numbers:
            yield do_task(deck.name, number, sample)
            progress.show()
        return
    executor = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=start_worker
    )
    todo = iter(numbers)
    pending: set[Future[Result]] = set()
    try:
        while True:
            for number in islice(todo, 4 * jobs - len(pending)):
                pending.add(executor.submit(do_task, deck.name, number, sample))
            if not pending:
                break
            done, pending = wait(pending, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
            progress.show()
        executor.shutdown()
    finally:
        # When all went well there is nothing left to stop.
        executor.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()


def prove(deck: Deck, jobs: int, sample: int | None, mark: str, keep_going: bool) -> Result:
    """Compare all classes of a deck (or a sample of them); the totals.

    Without `keep_going` it ends early after the first shard with a disagreement.
    """
    path = RESULTS / f"{deck.name}.jsonl"
    if sample is None:
        total = deck.classes
        starts = shard_starts(deck)
        # The largest shards first, so that no process has a long one left at the end.
        numbers = sorted(range(len(shards(deck))), key=lambda n: starts[n] - starts[n + 1])
        results = read_results(path, mark)
        prepare(path, results)
    else:
        total = min(sample, deck.classes)
        numbers = list(range(-(-total // SAMPLE_CHUNK)))
        results = {}
    if keep_going or not any(result["disagreements"] for result in results.values()):
        progress = Progress(deck.name, total, sum(r["classes"] for r in results.values()))
        left = [number for number in numbers if number not in results]
        tasks = run_tasks(deck, left, sample, jobs, progress)
        try:
            for result in tasks:
                results[result["shard"]] = result
                if sample is None:
                    if fingerprint() != mark:
                        raise SystemExit("The sources were changed during the run; start it again.")
                    line = json.dumps({"fingerprint": mark, **result}) + "\n"
                    with path.open("a", encoding="utf-8") as file:
                        file.write(line)
                progress.add(result["classes"])
                if result["disagreements"] and not keep_going:
                    break
        finally:
            progress.show(last=True)
            tasks.close()
    return merge(results[number] for number in sorted(results))


def report(deck: Deck, total: Result) -> str:
    """The totals in words."""
    lines = [
        f"{deck.name} ({deck.edition})",
        f"  classes            {total['classes']:,}",
        f"  hands              {total['hands']:,}",
        f"  hands to go out    {total['legal_hands']:,} in {total['legal_classes']:,} classes",
        f"  best for the goer  {total['best']:,}: {' '.join(total['best_hand'] or ())}",
        f"  sum for the goer   {total['goer_sum']:,}",
        f"  sum for others     {total['other_sum']:,}",
        f"  disagreements      {total['disagreements']:,}",
    ]
    if total["smallest"]:
        lines += [
            "  smallest disagreement (legal, paid as goer, paid as another):",
            f"    hand         {' '.join(total['smallest']['hand'])}",
            f"    engine       {total['smallest']['engine']}",
            f"    brute force  {total['smallest']['brute_force']}",
        ]
    return "\n".join(lines)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.prove", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--deck", choices=sorted(DECKS), help="only this deck")
    parser.add_argument(
        "--sample", type=_positive, metavar="N", help="only N classes, evenly spread"
    )
    parser.add_argument("--jobs", type=_positive, metavar="N", default=os.cpu_count() or 1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the totals as JSON")
    parser.add_argument(
        "--keep-going", action="store_true", help="do not stop at the first disagreement"
    )
    options = parser.parse_args(arguments)

    mark = fingerprint()
    totals: dict[str, Result] = {}
    for deck in [DECKS[options.deck]] if options.deck else DECKS.values():
        total = prove(deck, options.jobs, options.sample, mark, options.keep_going)
        print(report(deck, total), flush=True)
        totals[deck.name] = {key: value for key, value in total.items() if key != "smallest"}
        if total["disagreements"]:
            if options.keep_going:
                continue
            return 1
        if options.sample is None:
            assert total["classes"] == deck.classes, "not every class was compared"
            assert total["hands"] == HANDS, "the classes do not add up to all hands"
    if options.write:
        record: Result = {"sample": options.sample, "decks": totals}
        options.write.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    return int(any(total["disagreements"] for total in totals.values()))


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

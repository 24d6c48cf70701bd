"""Long computations in parts: kept when they are done, gone on with later, with progress.

A job is a list of parts. Finished parts are kept in build/prove/, so an interrupted run goes on
where it was; they count only while the sources they depend on are what they were (a fingerprint).
"""

import ast
import hashlib
import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Any

from companion.rules.edition_file import load

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "build" / "prove"
Result = dict[str, Any]

# What the amounts of the engine depend on, besides the facts of the editions: modules, and of one
# only these definitions.
ENGINE: dict[str, tuple[str, ...]] = {
    "arrange/*.py": (),
    "deal.py": ("Deal", "clockwise", "free_wilds"),
    "edition.py": (),
    "refusal.py": (),
    "remember.py": (),
    "majority.py": (),
    "payout.py": (),
    "settlement.py": ("Jackpot", "Settlement"),
    "ways/*.py": (),
}
LOOK_EVERY = 2.0  # seconds; many parts take less than reading the sources again
FACTS = ("arrangement", "deck", "groups", "values", "amounts", "roles", "policies", "options")


@dataclass(frozen=True)
class Job:
    """Some cases to compare, in parts. `part` gives the result of the part of a number: a dict
    with `classes`, how many cases it compared, and `disagreements`. `sizes` has the number of
    cases of each part. `fingerprint` digests what the results depend on; a job without one is a
    sample, whose results are not kept."""

    name: str
    sizes: tuple[int, ...]
    part: Callable[[int], Result]
    fingerprint: Callable[[], str] | None

    @property
    def file(self) -> Path:
        """Where its results are kept."""
        return RESULTS / f"{self.name}.jsonl"


# --- Keeping what is done ------------------------------------------------------------------------


def fingerprint(editions: Iterable[str], proof: Iterable[str]) -> str:
    """A digest of the engine, of these editions' cards and amounts, and of these modules of the
    proof. Words of the rules that change no amount are not in it."""
    digest = hashlib.sha256()
    for pattern, definitions in ENGINE.items():
        for path in sorted((ROOT / "companion" / "rules").glob(pattern)):
            digest.update(_source(path, definitions).encode())
    for name in proof:
        digest.update(_source(ROOT / "tests" / "proof" / f"{name}.py", ()).encode())
    for name in editions:
        edition = load(name)
        digest.update(repr([(fact, getattr(edition, fact)) for fact in FACTS]).encode())
    return digest.hexdigest()


def _source(path: Path, definitions: Sequence[str]) -> str:
    """The name and text of a module, or of these classes and functions of it."""
    text = path.read_text(encoding="utf-8")
    parts = [path.name, text]
    if definitions:
        found = {
            node.name: ast.get_source_segment(text, node) or ""
            for node in ast.parse(text).body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        parts = [path.name, *(found[name] for name in definitions)]
    return "".join(f"{len(part)} {part}" for part in parts)


def read_results(path: Path, mark: str) -> dict[int, Result]:
    """The finished parts with this fingerprint. A line that was cut off is passed over."""
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
        text = f"{self.name}: {self.done:,} of {self.total:,} classes, {clock(spent)} so far"
        if fresh and self.done < self.total:
            text += f", {clock(spent * (self.total - self.done) / fresh)} left"
        if self.terminal:
            print(f"\r{text}\x1b[K", end="\n" if last else "", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
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


def timed(part: Callable[[int], Result], number: int) -> Result:
    """The result of a part, with the seconds of processor time that it took."""
    start = time.process_time()
    result = part(number)
    return {**result, "seconds": time.process_time() - start}


def run_parts(
    job: Job, numbers: list[int], jobs: int, progress: Progress
) -> Generator[tuple[int, Result], None, None]:
    """The results of these parts as they come in, worked on by this many processes."""
    if jobs == 1:
        for number in numbers:
            yield number, timed(job.part, number)
            progress.show()
        return
    executor = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=start_worker
    )
    todo = iter(numbers)
    pending: dict[Future[Result], int] = {}
    try:
        while True:
            for number in islice(todo, 4 * jobs - len(pending)):
                pending[executor.submit(timed, job.part, number)] = number
            if not pending:
                break
            done, _ = wait(pending, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                yield pending.pop(future), future.result()
            progress.show()
        executor.shutdown()
    finally:
        # When all went well there is nothing left to stop.
        executor.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()


def run(job: Job, jobs: int, keep_going: bool) -> list[Result]:
    """The results of all parts of a job, in order.

    Without `keep_going` it ends early after the first part with a disagreement.
    """
    # The largest parts first, so that no process has a long one left at the end.
    numbers = sorted(range(len(job.sizes)), key=lambda number: -job.sizes[number])
    mark = job.fingerprint() if job.fingerprint else ""
    results: dict[int, Result] = {}
    if job.fingerprint:
        results = read_results(job.file, mark)
        prepare(job.file, results)
    if keep_going or not any(result["disagreements"] for result in results.values()):
        done = sum(result["classes"] for result in results.values())
        progress = Progress(job.name, sum(job.sizes), done)
        left = [number for number in numbers if number not in results]
        parts = run_parts(job, left, jobs, progress)
        look = time.monotonic()
        try:
            for number, result in parts:
                results[number] = result
                if job.fingerprint:
                    if time.monotonic() > look:
                        look = time.monotonic() + LOOK_EVERY
                        if job.fingerprint() != mark:
                            raise SystemExit("The sources were changed; start it again.")
                    line = {"fingerprint": mark, "shard": number, **result}
                    with job.file.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(line) + "\n")
                progress.add(result["classes"])
                if result["disagreements"] and not keep_going:
                    break
        finally:
            progress.show(last=True)
            parts.close()
    return [results[number] for number in sorted(results)]

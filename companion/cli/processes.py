"""Work in several processes, for ``companion score --jobs``.

Each process has a pipe of its own. Piece after piece goes to the processes in turns, and the
answers are taken in the same turns, so they come in order without being sorted. A full pipe makes
the reader of the input wait, so memory stays bounded.

`concurrent.futures` does not fit: after Ctrl+C, or when a process was ended, its threads and the
end of the program get in each other's way, and it complains or waits for ever.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from threading import Thread
from typing import Any, TypeVar

from companion.cli.failure import Failure

AWAKE = 0.5
"""Seconds after which waiting looks whether it was interrupted; Windows needs that."""
START = "fork" if sys.platform == "linux" else "spawn"
"""How processes are started. A copy of this one need not import everything anew, which takes as
long as scoring 1,000 lines; only on Linux is it safe whatever libraries are in use."""

Piece = TypeVar("Piece")
Done = TypeVar("Done")


def in_processes(
    work: Callable[[Piece], Done], pieces: Iterable[Piece], jobs: int
) -> Iterator[Done]:
    """What `work` makes of the pieces, in their order, done by this number of processes.

    Another thread reads the pieces, so that an answer is not kept back while the input has no more.
    Failure when a process was ended from outside; what reading raises is raised here. Call it from
    the main thread.
    """
    processes, pipes = _started(work, jobs)
    failed: list[BaseException] = []  # what reading raised

    def hand_out() -> None:
        turn = 0
        with suppress(OSError):  # a process was ended; whoever waits for its answer says so
            try:
                for piece in pieces:
                    pipes[turn].send(piece)
                    turn = (turn + 1) % jobs
            except BaseException as error:
                failed.append(error)
            for _ in range(jobs):  # the next one first, so that its answer is the end of all
                pipes[turn].send(None)
                turn = (turn + 1) % jobs

    Thread(target=hand_out, daemon=True).start()
    try:
        turn = 0
        while (answer := _answer(pipes[turn])) is not None:
            yield answer
            turn = (turn + 1) % jobs
    finally:
        for process in processes:
            process.terminate()
    if failed:
        raise failed[0]


def _started(work: Callable[[Any], Any], jobs: int) -> tuple[list[Any], list[Connection]]:
    """The processes, and the pipe to each. They leave interrupts to this one, from the start."""
    context: Any = multiprocessing.get_context(START)
    processes, pipes = [], []
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(jobs):
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(work, there), daemon=True)
            process.start()
            there.close()  # else the end of the process would not be noticed
            processes.append(process)
            pipes.append(here)
    finally:
        signal.signal(signal.SIGINT, before)
    return processes, pipes


def _answer(pipe: Connection) -> Any:
    """The next answer of a process; None when there are no more. Failure when it was ended."""
    try:
        while not pipe.poll(AWAKE):
            pass
        return pipe.recv()
    except (EOFError, OSError):
        raise Failure("one of the processes was ended; start it again") from None


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    """Answers piece after piece until there is None, and does not outlive the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a process that was not copied has its own
    parent = multiprocessing.parent_process()

    def watch(sentinel: int) -> None:
        wait_for([sentinel])
        os._exit(1)

    if parent is not None:
        Thread(target=watch, args=(parent.sentinel,), daemon=True).start()
    while (piece := pipe.recv()) is not None:
        pipe.send(work(piece))
    pipe.send(None)

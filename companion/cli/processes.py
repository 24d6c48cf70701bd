"""Work in several processes, for ``companion score --jobs``."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for
from queue import Empty, Queue
from threading import Thread
from typing import TypeVar

from companion.cli.failure import Failure

AHEAD = 4
"""Pieces of work for each process that are read before their answers are asked for."""
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

    Another thread reads the pieces, so that an answer is not kept back while a pipe has no more. It
    reads only a few ahead, so memory stays bounded. Failure when a process was ended from outside;
    what reading raises is raised here.
    """
    waiting: Queue[Future[Done] | BaseException | None] = Queue(AHEAD * jobs)
    executor = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context(START), initializer=_start
    )
    executor.submit(int)  # starts the processes while there is no other thread to be copied

    def hand_out() -> None:
        try:
            for piece in pieces:
                waiting.put(executor.submit(work, piece))
            waiting.put(None)
        except BaseException as error:
            waiting.put(error)

    Thread(target=hand_out, daemon=True).start()
    try:
        while (future := _next(waiting)) is not None:
            if isinstance(future, BaseException):
                raise future
            while not future.done():
                wait([future], AWAKE)
            yield future.result()
        executor.shutdown()
    except BrokenProcessPool:
        raise Failure("one of the processes was ended; start it again") from None
    finally:
        # When all went well there is nothing left to stop.
        executor.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()


def _next(waiting: "Queue[Done]") -> Done:
    while True:
        try:
            return waiting.get(timeout=AWAKE)
        except Empty:
            continue


def _start() -> None:
    """Leaves interrupts to the main process, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch(sentinel: int) -> None:
        wait_for([sentinel])
        os._exit(1)

    if parent is not None:
        Thread(target=watch, args=(parent.sentinel,), daemon=True).start()

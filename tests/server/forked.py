"""`companion serve` without the half second that Python takes to load it.

Each start is a process of its own, which can be killed like any other. It is a copy of a process
that has loaded the program, and nothing else. That the command starts as people start it is tried
by `test_serve.py`.
"""

import os
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from tests.server import compiled

LOADED = get_context("forkserver")
"""Makes the copies; one for each worker of pytest, which ends with it."""
LOADED.set_forkserver_preload([__name__, "companion.server.serve", "companion.web.app"])


def start(environment: Mapping[str, str]) -> BaseProcess:
    """Starts the server with these variables alone, and returns when it answers. AssertionError
    when it ends instead."""
    reading, writing = LOADED.Pipe(duplex=False)
    process = LOADED.Process(target=_serve, args=(dict(environment), writing), daemon=True)
    process.start()
    writing.close()
    with os.fdopen(os.dup(reading.fileno()), encoding="utf-8") as said:
        reading.close()
        for line in said:
            if "Ctrl+C" in line:  # the last line of what it prints once it answers
                return process
    process.join()
    raise AssertionError("the server ended")


def kill(process: BaseProcess) -> None:
    """SIGKILL: no time to say goodbye."""
    process.kill()
    process.join()
    process.close()


def _serve(environment: Mapping[str, str], out: Connection) -> None:
    """What the new process does."""
    from companion.cli import main

    os.environ.clear()
    os.environ.update(environment)
    compiled.keep()
    sys.stdout = os.fdopen(os.dup(out.fileno()), "w", encoding="utf-8")
    out.close()
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    main(["serve"])

"""``companion serve``: the pages, until the server is stopped."""

import sys

import click

from companion.cli.failure import Failure

DEFAULT_PORT = "8000"


@click.command(
    epilog="Environment: COMPANION_INSTANCE, the folder for the data [instance/ in a checkout, "
    "otherwise the user's data folder]."
)
@click.option(
    "--host",
    default="",
    envvar="HOST",
    show_envvar=True,
    help="The address to listen on; 127.0.0.1 is this machine only.  [default: all addresses]",
)
@click.option(
    "--port",
    default=DEFAULT_PORT,
    envvar="PORT",
    show_envvar=True,
    show_default=True,
    help="The port.",
)
def serve(host: str, port: str) -> None:
    """Serves the pages to this machine and to phones nearby.

    Phones must be on the same network. Stop it with Ctrl+C. Exit status: 2 when it cannot start.
    """
    from companion.server.serve import CannotServe, run

    try:
        run(host.strip(), port.strip() or DEFAULT_PORT, sys.stdout)
    except CannotServe as problem:
        raise Failure(str(problem)) from None

"""How a command says that it cannot do its work."""

import click


class Failure(click.ClickException):
    """Ends the running command with a line on standard error: something cannot be used."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class NotDone(Failure):
    """Ends the running command with a line on standard error: nothing is wrong, but it was not
    done."""

    exit_code = 1

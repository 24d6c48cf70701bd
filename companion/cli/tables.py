"""``companion tables``: the tables of this server, and putting unused ones away."""

import click

DAYS = click.IntRange(1, 999_999)


@click.command(epilog="Environment: COMPANION_INSTANCE, the data folder.")
@click.option(
    "--archive-unused", type=DAYS, metavar="DAYS", help="Put away those unused for DAYS days."
)
@click.option("--unarchive", metavar="CODE", help="Bring a table back into the list.")
def tables(archive_unused: int | None, unarchive: str | None) -> None:
    """Lists the tables of this server, also while it runs.

    Each line has code, recovery code (it makes any phone the scorekeeper's), last use, deals,
    edition and players. A table that is put away leaves the list of tables. Its address and its
    history stay, and it comes back when someone plays on. Exit status: 0, 1 for a code that no
    table has, 2 when the data cannot be used.
    """
    from companion.cli.list_tables import archive, bring_back, listing

    if archive_unused is not None and unarchive is not None:
        raise click.UsageError("Use --archive-unused or --unarchive, not both.")
    if archive_unused is not None:
        print(archive(archive_unused))
    elif unarchive is not None:
        bring_back(unarchive)
    else:
        print("\n".join(listing()))

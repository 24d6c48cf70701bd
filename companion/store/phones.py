"""The phones of a table: scorekeeper, players and watchers; and the wrong codes they typed.

A phone is known by a hash of its cookie. Every function that writes does so in one transaction.
What a role may do is decided in `web/site/access`.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Literal

from companion.store.columns import json_text
from companion.store.file import utc_text
from companion.store.rows import Conflict, Table, record_of
from companion.store.store import Store

Role = Literal["scorekeeper", "player", "watcher"]

GUESS_MINUTES = 10
"""Wrong codes are counted anew every ten minutes."""
LOOK_MINUTES = 10
"""When a phone was last seen is stored at most this often, because it costs a write."""
MOST_PHONES = 24
"""That enter something at one table, more than anybody needs; as many more may just watch."""


class Taken(Conflict):
    """Another phone holds the seat."""


class Full(Conflict):
    """The table has as many phones as it may have, of those that enter or of those that watch."""


class Removed(Conflict):
    """The scorekeeper removed the phone, and has not let it in again."""


@dataclass(frozen=True)
class Standing:
    """What one phone is at one table, and the version of what the table shows.

    `role` is None for a phone that did not join, or was removed. `has_scorekeeper`: the table has a
    scorekeeper.
    """

    table_id: int
    code: str
    version: int
    locked: bool
    role: Role | None
    seat: int | None
    seen_at: str | None
    has_scorekeeper: bool


@dataclass(frozen=True)
class Phone:
    """One phone that joined a table. `seen_at` is ISO 8601 in UTC."""

    id: int
    phone: str
    role: Role
    seat: int | None
    seen_at: str


# --- what a phone is -----------------------------------------------------------------------------


def standing(store: Store, code: str, phone: str) -> Standing | None:
    """What this phone is at the table with this code; None when there is no such table. Unreadable
    where what it is known by is damaged."""
    rows = store.rows(
        """
        SELECT tables.id AS table_id, code, version, locked, phones.role, phones.seat,
          phones.seen_at, EXISTS (SELECT 1 FROM phones AS keeper WHERE keeper.table_id = tables.id
            AND keeper.role = 'scorekeeper' AND keeper.removed_at IS NULL) AS has_scorekeeper
        FROM tables LEFT JOIN phones ON phones.table_id = tables.id
          AND phones.phone = ? AND phones.removed_at IS NULL
        WHERE code = ?
        """,
        [phone, code.upper()],
    )
    for row in rows:
        truths = {name: bool(row[name]) for name in ("locked", "has_scorekeeper")}
        return record_of(Standing, row, **truths)
    return None


def moved(store: Store, code: str, phone: str) -> str | None:
    """The new code of the table that had this code before, for a phone that joined it; None for any
    other phone, and for a code that no table had."""
    rows = store.rows(
        """
        SELECT tables.code FROM old_codes JOIN tables ON tables.id = old_codes.table_id
        JOIN phones ON phones.table_id = tables.id
        WHERE old_codes.code = ? AND phones.phone = ? AND phones.removed_at IS NULL
        """,
        [code.upper(), phone],
    )
    return rows[0]["code"] if rows else None


def present(store: Store, table: Table) -> list[Phone]:
    """The phones of a table, the scorekeeper's first, then by seat and time."""
    return _phones(store, table.id, "removed_at IS NULL")


def removed(store: Store, table: Table) -> list[Phone]:
    """The phones that the scorekeeper removed."""
    return _phones(store, table.id, "removed_at IS NOT NULL")


def _phones(store: Store, table_id: int, which: str) -> list[Phone]:
    order = "role != 'scorekeeper', seat IS NULL, seat, id"
    sql = f"SELECT * FROM phones WHERE table_id = ? AND {which} ORDER BY {order}"
    return [record_of(Phone, row) for row in store.rows(sql, [table_id])]


def entered_seats(store: Store, table: Table) -> set[int]:
    """The seats whose hands a player's own phone can enter; none while the table is locked."""
    rows = store.rows(
        """
        SELECT seat FROM phones JOIN tables ON tables.id = phones.table_id
        WHERE table_id = ? AND role = 'player' AND removed_at IS NULL AND NOT locked
        """,
        [table.id],
    )
    return {row["seat"] for row in rows}


def joined(store: Store, phone: str) -> set[int]:
    """The ids of the tables that this phone made or joined."""
    found = store.db.table("phones").rows_where(
        "phone = ? AND removed_at IS NULL", [phone], select="table_id"
    )
    return {row["table_id"] for row in found}


def may_score(store: Store, phone: str, among: Iterable[int]) -> set[str]:
    """The codes of the tables that this phone keeps, or nobody does, of those with these ids."""
    rows = store.rows(
        """
        SELECT code FROM tables WHERE id IN (SELECT value FROM json_each(?))
          AND NOT EXISTS (SELECT 1 FROM phones
            WHERE phones.table_id = tables.id AND phones.role = 'scorekeeper'
              AND phones.removed_at IS NULL AND phones.phone != ?)
        """,
        [json_text(list(among)), phone],
    )
    return {row["code"] for row in rows}


def note_seen(store: Store, of: Standing, phone: str) -> None:
    """Stores that a phone was here now, unless it did not join, or that was stored a short while
    ago. Where it cannot be stored, on a full disk, nothing happens: every page asks for it, and
    pages go on."""
    long_ago = store.clock() - timedelta(minutes=LOOK_MINUTES)
    if of.seen_at is None or of.seen_at > utc_text(long_ago):
        return
    with suppress(sqlite3.OperationalError), store.writing() as db:
        db.execute(  # by table and phone, so not with `update`, which goes by id
            "UPDATE phones SET seen_at = ? WHERE table_id = ? AND phone = ?",
            [store.now(), of.table_id, phone],
        )


# --- joining, handing over, leaving --------------------------------------------------------------


def join(store: Store, table_id: int, phone: str, seat: int | None, *, beside: bool = True) -> None:
    """Gives this phone a seat; without one it is a watcher. A scorekeeper stays scorekeeper.

    Taken when another phone holds the seat, unless this one may sit `beside` it: a second phone on
    a seat can change that player's hand. Full when there is no room for one more phone, Removed for
    a phone that the scorekeeper removed.
    """
    with store.writing():
        if any(gone.phone == phone for gone in _phones(store, table_id, "removed_at IS NOT NULL")):
            raise Removed(f"{table_id}")
        here = _phones(store, table_id, "removed_at IS NULL")
        others = [one for one in here if one.phone != phone]
        if not beside and seat is not None and any(one.seat == seat for one in others):
            raise Taken(f"{seat}")
        keeps = any(one.phone == phone and one.role == "scorekeeper" for one in here)
        alike = [one for one in others if (one.role == "watcher") == (seat is None)]
        if len(alike) >= MOST_PHONES and not keeps:
            raise Full(f"{len(alike)}")
        role: Role = "watcher" if seat is None else "player"
        _join(store, table_id, phone, "scorekeeper" if keeps else role, seat)


def claim(store: Store, table_id: int, phone: str) -> bool:
    """Makes this phone the scorekeeper of a table without one. Returns whether it is the
    scorekeeper now.

    The recovery code is used up: while nobody kept the table, everybody could read it there.
    """
    with store.writing() as db:
        keeper = _keeper(store, table_id)
        if keeper is None:
            db.execute("UPDATE tables SET generation = generation + 1 WHERE id = ?", [table_id])
            _keep(store, table_id, phone)
        return keeper in (None, phone)


def take_over(store: Store, table: Table, phone: str) -> None:
    """Makes this phone the scorekeeper, whoever was before, and uses up the recovery code.

    Conflict when the code was used already.
    """
    with store.writing():
        _spend(store, table)
        _keep(store, table.id, phone)


def hand_over(store: Store, table: Table, to: int) -> None:
    """Makes the phone with this id the scorekeeper; the one before keeps its seat.

    The recovery code is used up. LookupError for a phone that is not at the table, Conflict when
    somebody else has become the scorekeeper in the meantime.
    """
    with store.writing():
        _spend(store, table)
        _keep(store, table.id, _phone(store, table, to).phone)


def remove(store: Store, table: Table, phone_id: int) -> None:
    """Removes a phone, which cannot join again until it is let in. LookupError for the
    scorekeeper's, and for one that is not at the table."""
    with store.writing() as db:
        if _phone(store, table, phone_id).role == "scorekeeper":
            raise LookupError(f"The scorekeeper of table {table.code} cannot be removed.")
        db.table("phones").update(phone_id, {"removed_at": store.now()})


def let_in(store: Store, table: Table, phone_id: int) -> None:
    """Lets a phone that was removed join again; for any other nothing happens."""
    with store.writing() as db:
        db.table("phones").delete_where(
            "id = ? AND table_id = ? AND removed_at IS NOT NULL", [phone_id, table.id]
        )


def remove_watchers(store: Store, table: Table) -> None:
    """Takes away all phones that just watch. They may join again."""
    with store.writing() as db:
        db.table("phones").delete_where(
            "table_id = ? AND role = 'watcher' AND removed_at IS NULL", [table.id]
        )


def lock(store: Store, table: Table, locked: bool) -> None:
    """Sets whether only the scorekeeper enters."""
    with store.writing() as db:  # with a condition: setting it again is no change to show
        db.execute(
            "UPDATE tables SET locked = ? WHERE id = ? AND locked != ?", [locked, table.id, locked]
        )


def renew(store: Store, table: Table, *, alone: bool = False) -> str:
    """Gives a table a new code and returns it.

    Phones that joined are led from the old code to the new one; with `alone` only the
    scorekeeper's, and all others have to join again. The recovery code is used up. Conflict when
    somebody else renewed the code at this very moment.
    """
    with store.writing() as db:
        _spend(store, table)
        if alone:
            db.table("phones").delete_where(
                "table_id = ? AND removed_at IS NULL AND role != 'scorekeeper'", [table.id]
            )
        code = store.free_code()
        db.table("old_codes").insert({"code": table.code, "table_id": table.id})
        db.table("tables").update(table.id, {"code": code})
        return code


def rematch(store: Store, table: Table) -> Table | None:
    """The rematch of a table; None when there is none."""
    which = "rematch_of = ? AND deleted_at IS NULL ORDER BY id DESC LIMIT 1"
    return next(iter(store.find_tables(which, [table.id])), None)


# The functions below are for use within `writing`.


def _keeper(store: Store, table_id: int) -> str | None:
    here = _phones(store, table_id, "removed_at IS NULL")
    return next((one.phone for one in here if one.role == "scorekeeper"), None)


def _keep(store: Store, table_id: int, phone: str) -> None:
    """Makes this phone the scorekeeper. It and the one before keep their seats."""
    here = _phones(store, table_id, "removed_at IS NULL")
    for one in here:
        if one.role == "scorekeeper":
            role = "watcher" if one.seat is None else "player"
            store.db.table("phones").update(one.id, {"role": role})
    seat = next((one.seat for one in here if one.phone == phone), None)
    _join(store, table_id, phone, "scorekeeper", seat)


def _join(store: Store, table_id: int, phone: str, role: Role, seat: int | None) -> None:
    """Puts a phone at a table, with this role and seat; one that was removed is back."""
    now = store.now()
    store.db.execute(
        "INSERT INTO phones (table_id, phone, role, seat, joined_at, seen_at)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, phone) DO UPDATE SET"
        " role = excluded.role, seat = excluded.seat, seen_at = excluded.seen_at,"
        " removed_at = NULL",
        [table_id, phone, role, seat, now, now],
    )


def _phone(store: Store, table: Table, phone_id: int) -> Phone:
    for phone in present(store, table):
        if phone.id == phone_id:
            return phone
    raise LookupError(f"Table {table.code} has no phone {phone_id}.")


def _spend(store: Store, table: Table) -> None:
    """Uses up the recovery code. Conflict when `table` was read before it was used up."""
    spent = store.db.execute(
        "UPDATE tables SET generation = generation + 1 WHERE id = ? AND generation = ?",
        [table.id, table.generation],
    )
    if spent.rowcount != 1:
        raise Conflict(f"The recovery code of table {table.code} is used up.")


# --- wrong codes and new tables, counted ---------------------------------------------------------


def network_of(address: str) -> str:
    """The network whose guesses count together: an IPv4 address, or a home's IPv6 /56."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return "?"
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ip_network((ip, 56), strict=False))
    return str(ip)


def counted(store: Store, kind: str, whose: str) -> int:
    """How many wrong codes, or new tables, of somebody there were in these ten minutes."""
    found = store.db.table("guesses").rows_where(
        "slot = ? AND kind = ? AND whose = ?", [_slot(store), kind, whose]
    )
    return next((int(row["number"]) for row in found), 0)


def count(store: Store, kind: str, *whose: str) -> None:
    """Counts one more for each of these, and forgets the counts of earlier ten minutes."""
    slot = _slot(store)
    with store.writing() as db:
        db.table("guesses").delete_where("slot < ?", [slot])
        for one in whose:
            db.execute(  # an upsert that counts on
                "INSERT INTO guesses (slot, kind, whose, number) VALUES (?, ?, ?, 1)"
                " ON CONFLICT (slot, kind, whose) DO UPDATE SET number = number + 1",
                [slot, kind, one],
            )


def _slot(store: Store) -> int:
    return int(store.clock().timestamp()) // (GUESS_MINUTES * 60)

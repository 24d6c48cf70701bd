"""The phones of a table: who keeps the score, who sits where, who only looks; and wrong codes.

A phone is known by a hash of what its cookie says. Functions that take a `Table` or its id; those
that write do so in one transaction. What a role may do is not decided here but in `web/access`.
"""

from collections.abc import Iterable
from datetime import datetime
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Literal, NamedTuple

from companion.store.records import Conflict, Table
from companion.store.store import Store, json_text

Role = Literal["scorekeeper", "player", "watcher"]

GUESS_MINUTES = 10
"""Wrong codes are counted by the ten minutes of the clock."""
LOOK_MINUTES = 10
"""When a phone was last seen is kept no finer, for each time costs a write."""


MOST_PHONES = 24
"""So many phones at one table: twice as many as anybody needs, with tablets and a TV."""


class Taken(Conflict):
    """Another phone holds the seat."""


class Full(Conflict):
    """There are as many phones at the table as there may be."""


class Standing(NamedTuple):
    """What one phone is at one table, and the number of what the table shows.

    `role` is None for a phone that did not join, or was removed. `kept`: some phone is the
    scorekeeper. `guessed`: how many wrong codes came from this phone's address, and from all.
    """

    table_id: int
    code: str
    version: int
    locked: bool
    role: Role | None
    seat: int | None
    seen_at: str | None
    kept: bool
    guessed: tuple[int, int]


class Phone(NamedTuple):
    """One phone that joined a table. Times are ISO 8601 in UTC."""

    id: int
    phone: str
    role: Role
    seat: int | None
    joined_at: str
    seen_at: str


# --- what a phone is -----------------------------------------------------------------------------

_GUESSES = (
    "coalesce((SELECT number FROM guesses WHERE slot = :slot AND kind = 'code'"
    " AND whose = {whose}), 0)"
)
_STANDING = f"""
    SELECT tables.id AS table_id, tables.code, tables.version, tables.locked,
      phones.role, phones.seat, phones.seen_at,
      EXISTS (SELECT 1 FROM phones AS keeper WHERE keeper.table_id = tables.id
        AND keeper.role = 'scorekeeper' AND keeper.removed_at IS NULL) AS kept,
      {_GUESSES.format(whose=":whose")} AS mine, {_GUESSES.format(whose="''")} AS everybodys
    FROM tables LEFT JOIN phones ON phones.table_id = tables.id
      AND phones.phone = :phone AND phones.removed_at IS NULL
    WHERE tables.code = :code
"""


def standing(store: Store, code: str, phone: str, address: str) -> Standing | None:
    """What this phone is at the table with this code, in one indexed read; None without a table."""
    row = store.db.conn.execute(
        _STANDING,
        {
            "code": code.upper(),
            "phone": phone,
            "slot": _slot(store),
            "whose": network_of(address),
        },
    ).fetchone()
    if row is None:
        return None
    *facts, mine, everybodys = row
    table_id, now_code, version, locked, role, seat, seen_at, kept = facts
    return Standing(
        table_id,
        now_code,
        version,
        bool(locked),
        role,
        seat,
        seen_at,
        bool(kept),
        (mine, everybodys),
    )


def moved(store: Store, code: str, phone: str) -> str | None:
    """The code that a table has now whose code this was once, for a phone that joined it."""
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
    rows = store.rows(
        "SELECT id, phone, role, seat, joined_at, seen_at FROM phones"
        " WHERE table_id = ? AND removed_at IS NULL"
        " ORDER BY role != 'scorekeeper', seat IS NULL, seat, id",
        [table.id],
    )
    return [Phone(**row) for row in rows]


def joined(store: Store, phone: str) -> set[int]:
    """The ids of the tables that this phone made or joined."""
    rows = store.rows("SELECT table_id FROM phones WHERE phone = ? AND removed_at IS NULL", [phone])
    return {row["table_id"] for row in rows}


def kept(store: Store, phone: str, among: Iterable[Table]) -> set[str]:
    """The codes of those tables whose score this phone may keep: its own, and those nobody
    keeps."""
    rows = store.rows(
        """
        SELECT code FROM tables WHERE id IN (SELECT value FROM json_each(?))
          AND NOT EXISTS (SELECT 1 FROM phones
            WHERE phones.table_id = tables.id AND phones.role = 'scorekeeper'
              AND phones.removed_at IS NULL AND phones.phone != ?)
        """,
        [json_text([table.id for table in among]), phone],
    )
    return {row["code"] for row in rows}


def seen(store: Store, of: Standing, phone: str) -> None:
    """Keeps that a phone was here now, unless that was kept a short while ago."""
    if of.seen_at is None:
        return
    now = store.now()
    passed = datetime.fromisoformat(now) - datetime.fromisoformat(of.seen_at)
    if passed.total_seconds() >= LOOK_MINUTES * 60:
        with store.writing() as db:
            db.execute(
                "UPDATE phones SET seen_at = ? WHERE table_id = ? AND phone = ?",
                [now, of.table_id, phone],
            )


# --- joining, handing over, leaving --------------------------------------------------------------


def join(store: Store, table_id: int, phone: str, seat: int | None, *, beside: bool = True) -> None:
    """This phone holds a seat from now on, or none: it looks. The scorekeeper stays so.

    Taken when another phone holds the seat, unless it may sit `beside` it: whoever took a seat that
    somebody holds could change that hand. Full when there is no room for one more phone.
    """
    with store.writing():
        others = store.rows(
            "SELECT seat FROM phones WHERE table_id = ? AND phone != ? AND removed_at IS NULL",
            [table_id, phone],
        )
        if not beside and seat is not None and {"seat": seat} in others:
            raise Taken(f"{seat}")
        if len(others) >= MOST_PHONES:
            raise Full(f"{len(others)}")
        _join(store, table_id, phone, "watcher" if seat is None else "player", seat)


def claim(store: Store, table_id: int, phone: str) -> bool:
    """Makes this phone the scorekeeper of a table that has none; whether it is the scorekeeper."""
    with store.writing():
        keeper = _keeper(store, table_id)
        if keeper is None:
            _keep(store, table_id, phone)
        return keeper in (None, phone)


def take_over(store: Store, table: Table, phone: str) -> None:
    """This phone is the scorekeeper, whoever was before; the recovery code is spent.

    Conflict when it was spent already.
    """
    with store.writing():
        _spend(store, table)
        _keep(store, table.id, phone)


def hand_over(store: Store, table: Table, to: int) -> None:
    """The phone with this id is the scorekeeper; whoever was before keeps the seat.

    The recovery code is spent. LookupError for a phone that is not at the table, Conflict when
    somebody else has become the scorekeeper in the meantime.
    """
    with store.writing():
        _spend(store, table)
        _keep(store, table.id, _phone(store, table, to))


def remove(store: Store, table: Table, one: int) -> None:
    """The phone with this id is as if it had never joined. Not the scorekeeper's: LookupError for
    that one and for those that are not at the table."""
    with store.writing() as db:
        phone = _phone(store, table, one)
        if phone == _keeper(store, table.id):
            raise LookupError(f"The scorekeeper of table {table.code} cannot be removed.")
        db.execute("UPDATE phones SET removed_at = ? WHERE id = ?", [store.now(), one])


def lock(store: Store, table: Table, locked: bool) -> None:
    """Whether the scorekeeper alone enters."""
    with store.writing() as db:
        db.execute(
            "UPDATE tables SET locked = ? WHERE id = ? AND locked != ?", [locked, table.id, locked]
        )


def renew(store: Store, table: Table, *, alone: bool = False) -> str:
    """A new code for a table; phones that joined follow from the old one, or, with `alone`, the
    scorekeeper's only: the others are as if they had never joined. The recovery code is spent.
    Conflict when it was renewed at this very moment."""
    with store.writing() as db:
        _spend(store, table)
        if alone:
            db.execute(
                "UPDATE phones SET removed_at = ?"
                " WHERE table_id = ? AND removed_at IS NULL AND role != 'scorekeeper'",
                [store.now(), table.id],
            )
        code = store.free_code()
        db.execute("INSERT INTO old_codes (code, table_id) VALUES (?, ?)", [table.code, table.id])
        db.execute("UPDATE tables SET code = ? WHERE id = ?", [code, table.id])
        return code


def code_of(store: Store, table_id: int) -> str:
    """The code that a table has now."""
    return str(store.rows("SELECT code FROM tables WHERE id = ?", [table_id])[0]["code"])


def go_along(store: Store, old: Table, new: Table, keeper: str) -> None:
    """Everybody of the old table is at its rematch too, with this phone as the scorekeeper. Once:
    the next time nothing changes."""
    with store.writing() as db:
        if _keeper(store, new.id) is not None:
            return
        now = store.now()
        db.execute("UPDATE tables SET rematch_of = ? WHERE id = ?", [old.id, new.id])
        db.execute(
            "INSERT INTO phones (table_id, phone, role, seat, joined_at, seen_at)"
            " SELECT ?, phone, CASE WHEN seat IS NULL THEN 'watcher' ELSE 'player' END, seat, ?, ?"
            " FROM phones WHERE table_id = ? AND removed_at IS NULL",
            [new.id, now, now, old.id],
        )
        _keep(store, new.id, keeper)
        db.execute("UPDATE tables SET version = version + 1 WHERE id = ?", [old.id])


def rematch(store: Store, table: Table) -> Table | None:
    """The table that goes on where this one ended; None when there is none."""
    rows = store.rows(
        "SELECT code FROM tables WHERE rematch_of = ? AND deleted_at IS NULL"
        " ORDER BY id DESC LIMIT 1",
        [table.id],
    )
    return store.table(rows[0]["code"]) if rows else None


# Only within `writing`.


def _keeper(store: Store, table_id: int) -> str | None:
    rows = store.rows(
        "SELECT phone FROM phones"
        " WHERE table_id = ? AND role = 'scorekeeper' AND removed_at IS NULL",
        [table_id],
    )
    return rows[0]["phone"] if rows else None


def _keep(store: Store, table_id: int, phone: str) -> None:
    store.db.execute(
        "UPDATE phones SET role = CASE WHEN seat IS NULL THEN 'watcher' ELSE 'player' END"
        " WHERE table_id = ? AND role = 'scorekeeper'",
        [table_id],
    )
    seat = store.rows(
        "SELECT seat FROM phones WHERE table_id = ? AND phone = ? AND removed_at IS NULL",
        [table_id, phone],
    )
    _join(store, table_id, phone, "scorekeeper", seat[0]["seat"] if seat else None)


def _join(store: Store, table_id: int, phone: str, role: Role, seat: int | None) -> None:
    now = store.now()
    store.db.execute(
        "INSERT INTO phones (table_id, phone, role, seat, joined_at, seen_at)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, phone) DO UPDATE"
        " SET seat = excluded.seat, seen_at = excluded.seen_at, removed_at = NULL, role = CASE"
        " WHEN phones.role = 'scorekeeper' AND phones.removed_at IS NULL THEN phones.role"
        " ELSE excluded.role END",
        [table_id, phone, role, seat, now, now],
    )


def _phone(store: Store, table: Table, one: int) -> str:
    for phone in present(store, table):
        if phone.id == one:
            return phone.phone
    raise LookupError(f"Table {table.code} has no phone {one}.")


def _spend(store: Store, table: Table) -> None:
    spent = store.db.execute(
        "UPDATE tables SET generation = generation + 1 WHERE id = ? AND generation = ?",
        [table.id, table.generation],
    )
    if spent.rowcount != 1:
        raise Conflict(f"The recovery code of table {table.code} is spent.")


# --- wrong codes ---------------------------------------------------------------------------------


def network_of(address: str) -> str:
    """Whose guesses are counted together: one IPv4 address; in IPv6 the networks that one home is
    given (/56), which have more addresses than anybody could count."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return "?"
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ip_network((ip, 56), strict=False))
    return str(ip)


def guesses(store: Store, kind: str, whose: str) -> int:
    """How many wrong codes of a kind were counted for somebody in these ten minutes."""
    rows = store.rows(
        "SELECT number FROM guesses WHERE slot = ? AND kind = ? AND whose = ?",
        [_slot(store), kind, whose],
    )
    return int(rows[0]["number"]) if rows else 0


def guessed(store: Store, kind: str, *whose: str) -> None:
    """Counts a wrong code for each of these; what is older than ten minutes is forgotten."""
    slot = _slot(store)
    with store.writing() as db:
        db.execute("DELETE FROM guesses WHERE slot < ?", [slot])
        for one in whose:
            db.execute(
                "INSERT INTO guesses (slot, kind, whose, number) VALUES (?, ?, ?, 1)"
                " ON CONFLICT (slot, kind, whose) DO UPDATE SET number = number + 1",
                [slot, kind, one],
            )


def _slot(store: Store) -> int:
    return int(store.clock().timestamp()) // (GUESS_MINUTES * 60)

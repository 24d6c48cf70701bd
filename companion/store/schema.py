"""The tables of the database, as migrations.

To store something new, add a migration; never change an old one.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from secrets import token_hex

from sqlite_utils import Database, Migrations

from companion.names import name_key
from companion.rules.edition_file import load
from companion.store.columns.stored import Entry, Owner, StoredSettlement
from companion.store.columns.sums import kept_sums
from companion.store.queries import LAST_PLAYED
from companion.store.rows import names_in, options_in

migrations = Migrations("companion")


def from_newer_version(db: Database) -> set[str]:
    """The names of the migrations of a database that this version does not know."""
    with closing(sqlite3.connect(":memory:")) as empty:
        known = {one.name for one in migrations.pending(Database(empty, execute_plugins=False))}
    return {one.name for one in migrations.applied(db)} - known


FIRST_TABLES = (
    """
    CREATE TABLE tables (
      id INTEGER PRIMARY KEY,
      code TEXT NOT NULL UNIQUE,
      edition TEXT NOT NULL,
      options TEXT NOT NULL,
      players TEXT NOT NULL,
      first_dealer TEXT NOT NULL,
      banker TEXT NOT NULL,
      created_at TEXT NOT NULL,
      token TEXT UNIQUE
    )""",
    """
    CREATE TABLE actions (
      id INTEGER PRIMARY KEY,
      table_id INTEGER NOT NULL REFERENCES tables (id),
      kind TEXT NOT NULL CHECK (kind IN ('close', 'correct', 'strike', 'undo')),
      at TEXT NOT NULL,
      reason TEXT,
      undoes INTEGER REFERENCES actions (id),
      token TEXT NOT NULL,
      UNIQUE (table_id, token)
    )""",
    "CREATE UNIQUE INDEX actions_undoes ON actions (undoes) WHERE undoes IS NOT NULL",
    """
    CREATE TABLE deals (
      id INTEGER PRIMARY KEY,
      action_id INTEGER NOT NULL REFERENCES actions (id),
      table_id INTEGER NOT NULL REFERENCES tables (id),
      number INTEGER NOT NULL,
      replaces INTEGER REFERENCES deals (id),
      struck INTEGER NOT NULL,
      entry TEXT NOT NULL,
      settlement TEXT NOT NULL,
      let_stand INTEGER NOT NULL,
      paid TEXT NOT NULL,
      draft TEXT
    )""",
    "CREATE INDEX deals_of_table ON deals (table_id, number)",
    "CREATE INDEX deals_of_action ON deals (action_id)",
    """
    CREATE TABLE drafts (
      table_id INTEGER PRIMARY KEY REFERENCES tables (id),
      version INTEGER NOT NULL,
      data TEXT NOT NULL,
      updated_at TEXT NOT NULL
    )""",
)


@migrations()
def first_tables(db: Database) -> None:
    """Tables, actions, deals and drafts."""
    for sql in FIRST_TABLES:
        db.execute(sql)


@migrations()
def games_that_travel(db: Database) -> None:
    """A game has an id that is the same on every server, a place, and may be deleted.

    `uid` is never shown; all copies of one game have the same. `deleted_at` is when the table was
    deleted; its rows are removed a day later.
    """
    db.execute("ALTER TABLE tables ADD COLUMN uid TEXT")
    db.execute("ALTER TABLE tables ADD COLUMN place TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE tables ADD COLUMN deleted_at TEXT")
    for (table,) in db.execute("SELECT id FROM tables").fetchall():
        db.execute("UPDATE tables SET uid = ? WHERE id = ?", [token_hex(16), table])
    db.execute("CREATE UNIQUE INDEX tables_uid ON tables (uid)")


@migrations()
def rulings(db: Database) -> None:
    """Outcomes of challenges. A ruling that is taken back stays, and another row says so."""
    db.execute(
        """
        CREATE TABLE rulings (
          id INTEGER PRIMARY KEY,
          table_id INTEGER NOT NULL REFERENCES tables (id),
          deal_id INTEGER NOT NULL REFERENCES deals (id),
          player TEXT NOT NULL,
          outcome TEXT NOT NULL CHECK (outcome IN ('upheld', 'corrected', 'agreed', 'taken-back')),
          note TEXT NOT NULL,
          ruling TEXT NOT NULL,
          at TEXT NOT NULL,
          takes_back INTEGER REFERENCES rulings (id),
          token TEXT NOT NULL,
          UNIQUE (table_id, token)
        )"""
    )
    db.execute("CREATE INDEX rulings_of_deal ON rulings (deal_id)")
    db.execute(
        "CREATE UNIQUE INDEX rulings_takes_back ON rulings (takes_back)"
        " WHERE takes_back IS NOT NULL"
    )


@migrations()
def people(db: Database) -> None:
    """Renamings of players, which also make two spellings one person."""
    db.execute(
        """
        CREATE TABLE renamings (
          id INTEGER PRIMARY KEY,
          old TEXT NOT NULL,
          new TEXT NOT NULL,
          at TEXT NOT NULL,
          undone_at TEXT
        )"""
    )


PHONES = (
    "ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN locked INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN generation INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN rematch_of INTEGER",
    "CREATE INDEX tables_rematch_of ON tables (rematch_of) WHERE rematch_of IS NOT NULL",
    """
    CREATE TABLE phones (
      id INTEGER PRIMARY KEY,
      table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      phone TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('scorekeeper', 'player', 'watcher')),
      seat INTEGER,
      joined_at TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      removed_at TEXT,
      UNIQUE (table_id, phone)
    )""",
    "CREATE INDEX phones_phone ON phones (phone)",
    "CREATE UNIQUE INDEX phones_scorekeeper ON phones (table_id)"
    " WHERE role = 'scorekeeper' AND removed_at IS NULL",
    """
    CREATE TABLE old_codes (
      code TEXT PRIMARY KEY,
      table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE
    ) WITHOUT ROWID""",
    """
    CREATE TABLE guesses (
      slot INTEGER NOT NULL,
      kind TEXT NOT NULL,
      whose TEXT NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (slot, kind, whose)
    ) WITHOUT ROWID""",
)


@migrations()
def phones_of_tables(db: Database) -> None:
    """The phones at each table, and a version of what they show: `tables.version` grows with every
    change. Triggers count it, so no change is forgotten, whoever makes it.

    `phone` is a hash of the phone's cookie. `old_codes` lead phones that joined to the new address.
    `generation` grows when the recovery code is used up. `rematch_of` is the id of a table that may
    have been removed.
    """
    for sql in PHONES:
        db.execute(sql)
    # Neither seen_at nor the version itself changes what a phone shows.
    shown = "code, options, players, first_dealer, banker, place, deleted_at, locked, generation"
    happens = [("tables", "id", f"UPDATE OF {shown}")]
    for name in ("actions", "deals", "drafts", "rulings", "phones"):
        update = "UPDATE OF role, seat, removed_at" if name == "phones" else "UPDATE"
        happens += [(name, "table_id", event) for event in ("INSERT", update, "DELETE")]
    for number, (name, column, event) in enumerate(happens):
        row = "old" if event == "DELETE" else "new"
        db.execute(
            f"CREATE TRIGGER changes_{number} AFTER {event} ON {name} BEGIN"
            f" UPDATE tables SET version = version + 1 WHERE id = {row}.{column}; END"
        )


@migrations()
def archive(db: Database) -> None:
    """Unused tables are archived, not listed; triggers list one again when somebody plays there."""
    db.execute("ALTER TABLE tables ADD COLUMN archived_at TEXT")
    happens = [(name, event) for name in ("actions", "drafts") for event in ("INSERT", "UPDATE")]
    for number, (name, event) in enumerate(happens):
        db.execute(
            f"CREATE TRIGGER comes_back_{number} AFTER {event} ON {name} BEGIN"
            " UPDATE tables SET archived_at = NULL"
            " WHERE id = new.table_id AND archived_at IS NOT NULL; END"
        )
    db.execute(
        "CREATE TRIGGER changes_archive AFTER UPDATE OF archived_at ON tables BEGIN"
        " UPDATE tables SET version = version + 1 WHERE id = new.id; END"
    )


@migrations()
def made_here(db: Database) -> None:
    """The recovery code is made of `secret`, which is made here and never leaves this file; `uid`
    goes along with a game. Strangers on one server may each have a copy, so `uid` is not unique."""
    db.execute("ALTER TABLE tables ADD COLUMN secret TEXT NOT NULL DEFAULT ''")
    db.execute(
        "UPDATE tables SET secret = lower(hex(randomblob(16)))"
    )  # a different one for each row
    db.execute(
        "CREATE TRIGGER makes_secret AFTER INSERT ON tables BEGIN"
        " UPDATE tables SET secret = lower(hex(randomblob(16))) WHERE id = new.id; END"
    )
    db.execute("DROP INDEX tables_uid")
    db.execute("CREATE INDEX tables_uid ON tables (uid)")


_IS_JSON = "(typeof({0}) = 'text' AND json_valid({0}))"
# A damaged `paid` becomes bytes where a name should stand, so it is told as all damage is.
PAYMENTS = (
    """
    CREATE TABLE payments (
      id INTEGER PRIMARY KEY,
      table_id INTEGER NOT NULL REFERENCES tables (id),
      deal_id INTEGER NOT NULL REFERENCES deals (id),
      player TEXT NOT NULL,
      amount INTEGER NOT NULL,
      at TEXT NOT NULL,
      takes_back INTEGER REFERENCES payments (id)
    )""",
    "CREATE INDEX payments_of_table ON payments (table_id)",
    "CREATE INDEX payments_of_deal ON payments (deal_id)",
    "CREATE UNIQUE INDEX payments_takes_back ON payments (takes_back) WHERE takes_back IS NOT NULL",
    f"""
    INSERT INTO payments (table_id, deal_id, player, amount, at)
    SELECT deals.table_id, deals.id,
      CASE tick.type WHEN 'text' THEN tick.value ELSE CAST(deals.paid AS BLOB) END,
      CASE WHEN deals.struck OR NOT {_IS_JSON.format("deals.settlement")} THEN 0 ELSE coalesce(
        (SELECT value FROM json_each(deals.settlement, '$.payouts') WHERE key = tick.value), 0) END,
      actions.at
    FROM deals JOIN actions ON actions.id = deals.action_id,
      json_each(CASE WHEN {_IS_JSON.format("deals.paid")} THEN deals.paid ELSE '[null]' END) AS tick
    ORDER BY deals.id, tick.id
    """,
    "ALTER TABLE deals DROP COLUMN paid",
)


@migrations()
def payments(db: Database) -> None:
    """Ticks of what was paid, as a log: a player has `amount` of the deal by now. A tick that is
    taken back stays, and one more row names it. Until now a deal's row had the names that were
    ticked, and an unticked name was lost."""
    for sql in PAYMENTS:
        db.execute(sql)
    for event, row in (("INSERT", "new"), ("DELETE", "old")):
        db.execute(
            f"CREATE TRIGGER changes_payments_{event.lower()} AFTER {event} ON payments BEGIN"
            f" UPDATE tables SET version = version + 1 WHERE id = {row}.table_id; END"
        )


LISTS = (
    "ALTER TABLE tables ADD COLUMN played_at TEXT NOT NULL DEFAULT ''",
    """
    UPDATE tables SET played_at = max(created_at,
      coalesce((SELECT max(at) FROM actions WHERE actions.table_id = tables.id), ''))
    """,
    "CREATE INDEX tables_played ON tables (played_at) WHERE deleted_at IS NULL",
    "CREATE INDEX tables_played_edition ON tables (edition, played_at) WHERE deleted_at IS NULL",
    "CREATE INDEX actions_table ON actions (table_id, at)",
    """
    CREATE TABLE seats (
      table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (key, table_id)
    ) WITHOUT ROWID""",
    "CREATE INDEX seats_table ON seats (table_id)",
    """
    CREATE TABLE known_names (
      key TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      games INTEGER NOT NULL,
      played_at TEXT NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX known_names_played ON known_names (played_at)",
    """
    CREATE TRIGGER lists_seat AFTER INSERT ON seats BEGIN
      INSERT INTO known_names
        SELECT new.key, new.name, 1, played_at FROM tables WHERE id = new.table_id
        ON CONFLICT (key) DO UPDATE SET games = games + 1, name = excluded.name,
          played_at = max(played_at, excluded.played_at);
    END""",
    """
    CREATE TRIGGER lists_table AFTER INSERT ON tables BEGIN
      UPDATE tables SET played_at = new.created_at WHERE id = new.id;
    END""",
    """
    CREATE TRIGGER lists_action AFTER INSERT ON actions BEGIN
      UPDATE tables SET played_at = max(played_at, new.at) WHERE id = new.table_id;
      UPDATE known_names SET played_at = max(played_at, new.at)
        WHERE key IN (SELECT key FROM seats WHERE table_id = new.table_id);
    END""",
    """
    CREATE TRIGGER lists_deleted AFTER UPDATE OF deleted_at ON tables
      WHEN (new.deleted_at IS NULL) != (old.deleted_at IS NULL)
    BEGIN
      DELETE FROM known_names WHERE key IN (SELECT key FROM seats WHERE table_id = new.id);
      INSERT INTO known_names
        SELECT seats.key, seats.name, count(*), max(tables.played_at)
        FROM seats JOIN tables ON tables.id = seats.table_id
        WHERE tables.deleted_at IS NULL
          AND seats.key IN (SELECT key FROM seats WHERE table_id = new.id)
        GROUP BY seats.key;
    END""",
)


@migrations()
def lists_of_games(db: Database) -> None:
    """What the lists of games and players need, so that they cost the same however many there are:
    when a table was last played at, who sat there, and by name the number of games and the last.
    Triggers keep them, also when a table is deleted and brought back. `key` is a name in lower
    case."""
    for sql in LISTS:
        db.execute(sql)
    for table, deleted, players in db.execute(
        "SELECT id, deleted_at, players FROM tables WHERE uid IS NOT NULL ORDER BY id"
    ).fetchall():
        add_seats(db, table, names_in(players))
        if deleted:  # as if it was deleted once more: its players are not counted
            db.execute("UPDATE tables SET deleted_at = NULL WHERE id = ?", [table])
            db.execute("UPDATE tables SET deleted_at = ? WHERE id = ?", [deleted, table])


@migrations()
def reward_luck(db: Database) -> None:
    """How lucky the reward of a deal was, by the row of the deal, so that a correction has its own.
    All of it can be counted again from the deal."""
    db.execute(
        """
        CREATE TABLE reward_luck (
          deal_id INTEGER PRIMARY KEY REFERENCES deals (id),
          table_id INTEGER NOT NULL REFERENCES tables (id),
          brought INTEGER NOT NULL,
          draws INTEGER NOT NULL,
          less INTEGER NOT NULL,
          same INTEGER NOT NULL,
          total INTEGER NOT NULL
        )"""
    )
    db.execute("CREATE INDEX reward_luck_table ON reward_luck (table_id)")


@migrations()
def zones(db: Database) -> None:
    """The time zone of each table, such as ``Europe/London``; empty for the server's own."""
    db.execute("ALTER TABLE tables ADD COLUMN zone TEXT NOT NULL DEFAULT ''")


@migrations()
def sums_of_deals(db: Database) -> None:
    """What pages of many deals need of each, beside the deal, so that its JSON is read only where
    it is shown. A deal whose box this version does not know keeps none."""
    db.execute("ALTER TABLE deals ADD COLUMN sums TEXT NOT NULL DEFAULT ''")
    _keep_sums(db, "")


def _keep_sums(db: Database, where: str) -> None:
    """Works the sums of deals out again."""
    for row in db.execute(
        "SELECT deals.id, entry, settlement, edition, options, players"
        f" FROM deals JOIN tables ON tables.id = table_id {where} ORDER BY deals.id"
    ).fetchall():
        deal, entry, settlement, edition, options, players = row
        with suppress(LookupError, ValueError):
            box = load(edition, options_in(options))
            owner = Owner("", edition, names_in(players))
            laid, paid = Entry(entry, owner), StoredSettlement(settlement, owner)
            sums = kept_sums(box, len(owner.players), laid, paid)
            db.execute("UPDATE deals SET sums = ? WHERE id = ?", [sums, deal])


@migrations()
def deleted_tables(db: Database) -> None:
    """The first page looks for deleted tables, however many others there are."""
    db.execute("CREATE INDEX tables_deleted ON tables (deleted_at) WHERE deleted_at IS NOT NULL")


COUNTED = "actions", "rulings"


@migrations()
def number_of_actions(db: Database) -> None:
    """How many actions and rulings a table has, which only grows and so shows whether anything was
    done there. Every page asks for it, and a list for all its tables."""
    db.execute("ALTER TABLE tables ADD COLUMN actions INTEGER NOT NULL DEFAULT 0")
    for name in COUNTED:
        db.execute(
            "UPDATE tables SET actions = actions"
            f" + (SELECT count(*) FROM {name} WHERE table_id = tables.id)"
        )
        db.execute(
            f"CREATE TRIGGER counts_{name} AFTER INSERT ON {name} BEGIN"
            " UPDATE tables SET actions = actions + 1 WHERE id = new.table_id; END"
        )


@migrations()
def what_was_asked_for(db: Database) -> None:
    """The game that the form of a new table asked for, as JSON, by which the same form is known
    when it is sent again: the amounts of the table may have been changed since. Empty for tables
    that were made before."""
    db.execute("ALTER TABLE tables ADD COLUMN asked TEXT NOT NULL DEFAULT ''")


@migrations()
def references(db: Database) -> None:
    """A deal that is removed is looked for in the rows that may refer to it, without a look at all
    deals of the server."""
    db.execute("CREATE INDEX deals_replaces ON deals (replaces) WHERE replaces IS NOT NULL")
    db.execute("CREATE INDEX old_codes_of_table ON old_codes (table_id)")


@migrations()
def rematches_shown(db: Database) -> None:
    """Pages of a finished game lead to its rematch, so they change when that gets another code, is
    deleted, or is brought back."""
    db.execute(
        "CREATE TRIGGER changes_before_rematch AFTER UPDATE OF code, deleted_at ON tables"
        " WHEN new.rematch_of IS NOT NULL BEGIN"
        " UPDATE tables SET version = version + 1 WHERE id = new.rematch_of; END"
    )


@migrations()
def worth_as_declared(db: Database) -> None:
    """A hand that went out is worth what it pays as its wilds were declared. Before, it was worth
    what the best declaration would have paid."""
    _keep_sums(db, "WHERE instr(entry, '\"wilds\"')")


@migrations()
def last_played(db: Database) -> None:
    """A table was last played at when its last deal was closed, not when one was corrected."""
    for sql in LAST_PLAYED:
        db.execute(sql)


def add_seats(db: Database, table_id: int, players: Sequence[str]) -> None:
    """Notes who sits at a new table, each name once."""
    for key, name in {name_key(name): name for name in players}.items():
        db.execute(
            "INSERT INTO seats (table_id, key, name) VALUES (?, ?, ?)", [table_id, key, name]
        )


def add_keeper(db: Database, table_id: int, phone: str, at: str) -> None:
    """Notes which phone keeps the score of a new table."""
    db.execute(
        "INSERT INTO phones (table_id, phone, role, joined_at, seen_at)"
        " VALUES (?, ?, 'scorekeeper', ?, ?)",
        [table_id, phone, at, at],
    )


def add_phones(db: Database, table_id: int, old: int, keeper: str, at: str) -> None:
    """Takes all phones of the table `old` along to its rematch, which `keeper` among them keeps. A
    phone that was removed stays removed. Pages of the old table show that there is a rematch."""
    db.execute(
        "INSERT INTO phones (table_id, phone, role, seat, joined_at, seen_at, removed_at)"
        " SELECT :new, phone, CASE WHEN phone = :keeper THEN 'scorekeeper' WHEN seat IS NULL"
        " THEN 'watcher' ELSE 'player' END, seat, :at, :at, removed_at"
        " FROM phones WHERE table_id = :old",
        {"new": table_id, "old": old, "keeper": keeper, "at": at},
    )
    db.execute("UPDATE tables SET version = version + 1 WHERE id = ?", [old])

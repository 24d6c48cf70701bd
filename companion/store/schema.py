"""The tables of the database, as migrations: a new fact is a new migration, never a changed one."""

from secrets import token_hex

from sqlite_utils import Database, Migrations

migrations = Migrations("companion")


@migrations()
def first_tables(db: Database) -> None:
    """Tables, actions, deals and drafts."""
    for sql in (
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
    ):
        db.execute(sql)


@migrations()
def games_that_travel(db: Database) -> None:
    """A game has a name of its own that is the same on every server, a place, and may be deleted.

    `uid` is never shown; it tells the copies of one game from two games. `deleted_at` is when the
    table was deleted; its rows go a day later.
    """
    db.execute("ALTER TABLE tables ADD COLUMN uid TEXT")
    db.execute("ALTER TABLE tables ADD COLUMN place TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE tables ADD COLUMN deleted_at TEXT")
    for (table,) in db.execute("SELECT id FROM tables").fetchall():
        db.execute("UPDATE tables SET uid = ? WHERE id = ?", [token_hex(16), table])
    db.execute("CREATE UNIQUE INDEX tables_uid ON tables (uid)")


@migrations()
def rulings(db: Database) -> None:
    """What came of a challenge; a ruling that is taken back stays, and another row says so."""
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
    """Names that mean somebody else's records: a renaming, or two spellings of one person."""
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

-- The tables of the database. `file.py` makes them in a new file, in one transaction.
--
-- What was done is never changed: `actions`, `deals`, `entries`, `rulings` and `payments` only get
-- more rows.
-- Times are ISO 8601 in UTC, to the second. A file with another number here is not opened.
PRAGMA user_version = 2;


-- One game at one table. An id is never given twice, for phones remember tables by their ids.
--   uid         the same for every copy of this game on any server; it travels with the game
--   secret      the recovery code is made of it; it never leaves this file
--   generation  which recovery code works
--   options     JSON: those that differ from the edition's own
--   players     JSON: the names by seat that the game began with; all its rows have these
--   changed     JSON: `players` as they are called now, and the `end` of the game, where entries
--               changed them; kept by the write that does
--   zone        the time zone of the phone that made it; empty for the server's own
--   token       of the form that made it, and what that form `asked` for
--   rematch_of  the id of a table that may have been removed
--   version     grows with everything that a page of the table shows
--   kept        JSON: what came of the game so far; empty where a damaged row hides it
--   last_at     when the last deal was closed, or else when the table was made
--   deleted_at  a day later all its rows are removed
--   archived_at not listed until somebody plays on
CREATE TABLE tables (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE,
  uid TEXT NOT NULL,
  secret TEXT NOT NULL,
  generation INTEGER NOT NULL DEFAULT 0,
  edition_id TEXT NOT NULL,
  options TEXT NOT NULL,
  players TEXT NOT NULL,
  changed TEXT NOT NULL DEFAULT '{}',
  first_dealer TEXT NOT NULL,
  banker TEXT NOT NULL,
  place TEXT NOT NULL DEFAULT '',
  zone TEXT NOT NULL DEFAULT '',
  token TEXT UNIQUE,
  asked TEXT NOT NULL DEFAULT '',
  rematch_of INTEGER,
  version INTEGER NOT NULL DEFAULT 0,
  locked INTEGER NOT NULL DEFAULT 0,
  kept TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  deleted_at TEXT,
  archived_at TEXT
);
CREATE INDEX tables_uid ON tables (uid);
CREATE INDEX tables_rematch_of ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX tables_last ON tables (last_at) WHERE deleted_at IS NULL;
CREATE INDEX tables_of_edition ON tables (edition_id, last_at) WHERE deleted_at IS NULL;
CREATE INDEX tables_deleted ON tables (deleted_at) WHERE deleted_at IS NOT NULL;

-- The codes that a table had before. They lead phones that joined to its new address.
CREATE TABLE old_codes (
  code TEXT PRIMARY KEY,
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX old_codes_of_table ON old_codes (table_id);


-- Something that was done at a table: to its deals, or written down between them.
CREATE TABLE actions (
  id INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('close', 'correct', 'strike', 'write', 'undo')),
  at TEXT NOT NULL,
  reason TEXT,
  undoes INTEGER REFERENCES actions (id),
  token TEXT NOT NULL,
  UNIQUE (table_id, token)
);
CREATE INDEX actions_of_table ON actions (table_id, at);
CREATE UNIQUE INDEX actions_undoes ON actions (undoes) WHERE undoes IS NOT NULL;

-- A deal as an action wrote it. Of each number the newest row counts whose action is not undone.
--   replaces    the older row that a correction replaced
--   struck      the deal was struck out
--   entry       JSON: what was laid down, as the contract's input
--   settlement  JSON: what it paid, as the contract's output
--   sums        JSON: what pages of many deals need of it
--   let_stand   the table allowed a hand that may not go out
--   draft       JSON: the draft that was closed, for an undo
CREATE TABLE deals (
  id INTEGER PRIMARY KEY,
  action_id INTEGER NOT NULL REFERENCES actions (id),
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  replaces INTEGER REFERENCES deals (id),
  struck INTEGER NOT NULL,
  entry TEXT NOT NULL,
  settlement TEXT NOT NULL,
  sums TEXT NOT NULL DEFAULT '',
  let_stand INTEGER NOT NULL,
  draft TEXT
);
CREATE INDEX deals_of_table ON deals (table_id, number);
CREATE INDEX deals_of_action ON deals (action_id);
CREATE INDEX deals_replaces ON deals (replaces) WHERE replaces IS NOT NULL;

-- What an action wrote down between deals; `entry` is JSON.
CREATE TABLE entries (
  id INTEGER PRIMARY KEY,
  action_id INTEGER NOT NULL REFERENCES actions (id),
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  entry TEXT NOT NULL
);
CREATE INDEX entries_of_table ON entries (table_id);
CREATE INDEX entries_of_action ON entries (action_id);

-- The deal that is being entered at a table; `data` is JSON.
CREATE TABLE drafts (
  table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  data TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

-- The outcomes of challenges. A ruling that is taken back stays, and another row says so.
CREATE TABLE rulings (
  id INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  deal_id INTEGER NOT NULL REFERENCES deals (id),
  player TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('upheld', 'corrected', 'agreed', 'taken-back')),
  note TEXT NOT NULL,
  ruling TEXT NOT NULL,
  at TEXT NOT NULL,
  takes_back INTEGER REFERENCES rulings (id),
  token TEXT NOT NULL,
  UNIQUE (table_id, token)
);
CREATE INDEX rulings_of_deal ON rulings (deal_id);
CREATE UNIQUE INDEX rulings_takes_back ON rulings (takes_back) WHERE takes_back IS NOT NULL;

-- Ticks of what was paid: a player has `amount` of the deal by now. One that is taken back stays,
-- and another row says so.
CREATE TABLE payments (
  id INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  deal_id INTEGER NOT NULL REFERENCES deals (id),
  player TEXT NOT NULL,
  amount INTEGER NOT NULL,
  at TEXT NOT NULL,
  takes_back INTEGER REFERENCES payments (id)
);
CREATE INDEX payments_of_table ON payments (table_id);
CREATE INDEX payments_of_deal ON payments (deal_id);
CREATE UNIQUE INDEX payments_takes_back ON payments (takes_back) WHERE takes_back IS NOT NULL;

-- How lucky the reward of a deal was, by the row of the deal. It can be counted again.
CREATE TABLE reward_luck (
  deal_id INTEGER PRIMARY KEY REFERENCES deals (id),
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  brought INTEGER NOT NULL,
  draws INTEGER NOT NULL,
  less INTEGER NOT NULL,
  same INTEGER NOT NULL,
  total INTEGER NOT NULL
);
CREATE INDEX reward_luck_of_table ON reward_luck (table_id);


-- The phones at each table; `phone` is a hash of the phone's cookie.
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
);
CREATE INDEX phones_phone ON phones (phone);
CREATE UNIQUE INDEX phones_scorekeeper ON phones (table_id)
  WHERE role = 'scorekeeper' AND removed_at IS NULL;

-- How many wrong codes of a kind somebody typed, in slots of ten minutes.
CREATE TABLE guesses (
  slot INTEGER NOT NULL,
  kind TEXT NOT NULL,
  whose TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (slot, kind, whose)
) WITHOUT ROWID;


-- Who sat where, each name once a table. `key` is what two spellings of a name share.
CREATE TABLE seats (
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (key, table_id)
) WITHOUT ROWID;
CREATE INDEX seats_of_table ON seats (table_id);

-- Renamings of players, which also make two spellings one person.
CREATE TABLE renamings (
  id INTEGER PRIMARY KEY,
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  at TEXT NOT NULL,
  undone_at TEXT
);


-- What was done, with the number of the deal that it was about, and whether it was undone.
CREATE VIEW done AS
SELECT *, (SELECT min(number) FROM deals WHERE action_id = actions.id) AS number,
  EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = actions.id) AS undone
FROM actions;

-- Every row of a deal with the action that wrote it.
CREATE VIEW written_deals AS
SELECT deals.*, actions.kind, actions.at, actions.reason,
  EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = actions.id) AS undone
FROM deals JOIN actions ON actions.id = deals.action_id;

-- Of each number the newest row that was not undone, also where it strikes the deal out.
CREATE VIEW counting_deals AS
SELECT * FROM written_deals AS deal
WHERE NOT undone AND NOT EXISTS (
  SELECT 1 FROM written_deals AS later
  WHERE later.table_id = deal.table_id AND later.number = deal.number AND later.id > deal.id
    AND NOT later.undone);

-- The ticks that were not taken back.
CREATE VIEW ticks AS
SELECT payments.*, deals.number FROM payments JOIN deals ON deals.id = payments.deal_id
WHERE payments.takes_back IS NULL
  AND NOT EXISTS (SELECT 1 FROM payments AS back WHERE back.takes_back = payments.id);

-- The rulings with the deal that they are about, and whether they were taken back, or the deal was
-- undone. One about a row that was corrected later is still in force.
CREATE VIEW told_rulings AS
SELECT rulings.*, written_deals.number, written_deals.struck, written_deals.undone,
  EXISTS (SELECT 1 FROM rulings AS back WHERE back.takes_back = rulings.id) AS taken_back
FROM rulings JOIN written_deals ON written_deals.id = rulings.deal_id
WHERE rulings.outcome != 'taken-back';


-- The version of a table grows with every change that a page shows, whoever makes it. Pages of a
-- finished game lead to its rematch, so they change with it.
CREATE TRIGGER version_table
AFTER UPDATE OF code, options, place, deleted_at, archived_at, locked, generation ON tables BEGIN
  UPDATE tables SET version = version + 1 WHERE id IN (new.id, new.rematch_of);
END;
CREATE TRIGGER version_action AFTER INSERT ON actions BEGIN
  UPDATE tables SET version = version + 1 WHERE id = new.table_id;
END;
CREATE TRIGGER version_draft AFTER INSERT ON drafts BEGIN
  UPDATE tables SET version = version + 1 WHERE id = new.table_id;
END;
CREATE TRIGGER version_draft_again AFTER UPDATE ON drafts BEGIN
  UPDATE tables SET version = version + 1 WHERE id = new.table_id;
END;
CREATE TRIGGER version_ruling AFTER INSERT ON rulings BEGIN
  UPDATE tables SET version = version + 1 WHERE id = new.table_id;
END;
CREATE TRIGGER version_payment AFTER INSERT ON payments BEGIN
  UPDATE tables SET version = version + 1 WHERE id = new.table_id;
END;
CREATE TRIGGER version_phone AFTER INSERT ON phones BEGIN
  UPDATE tables SET version = version + 1 WHERE id = new.table_id;
END;
CREATE TRIGGER version_phone_again AFTER UPDATE OF role, seat, removed_at ON phones BEGIN
  UPDATE tables SET version = version + 1 WHERE id = new.table_id;
END;
CREATE TRIGGER version_phone_gone AFTER DELETE ON phones BEGIN
  UPDATE tables SET version = version + 1 WHERE id = old.table_id;
END;

-- A table where somebody plays on is listed again.
CREATE TRIGGER listed_by_action AFTER INSERT ON actions BEGIN
  UPDATE tables SET archived_at = NULL WHERE id = new.table_id AND archived_at IS NOT NULL;
END;
CREATE TRIGGER listed_by_draft AFTER INSERT ON drafts BEGIN
  UPDATE tables SET archived_at = NULL WHERE id = new.table_id AND archived_at IS NOT NULL;
END;
CREATE TRIGGER listed_by_draft_again AFTER UPDATE ON drafts BEGIN
  UPDATE tables SET archived_at = NULL WHERE id = new.table_id AND archived_at IS NOT NULL;
END;

-- A table was played at when its last deal was closed, not when one was corrected.
CREATE TRIGGER played AFTER INSERT ON actions BEGIN
  UPDATE tables SET last_at = max(created_at, coalesce((
    SELECT at FROM actions WHERE table_id = tables.id AND kind = 'close'
      AND NOT EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = actions.id)
    ORDER BY at DESC LIMIT 1), ''))
  WHERE id = new.table_id;
END;

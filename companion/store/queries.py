"""The longer statements of the store: joins and subqueries, and what every tap does."""

NOT_UNDONE = "NOT EXISTS (SELECT 1 FROM actions WHERE actions.undoes = deals.action_id)"
"""The condition for rows of `deals` whose action was not undone."""

# Two tables. A phone without a number is empty, and no phone of a table is.
MADE_BEFORE = """
    SELECT code FROM tables WHERE deleted_at IS NULL AND token = :token
    UNION ALL
    SELECT code FROM tables WHERE deleted_at IS NULL AND actions = 0 AND created_at >= :since
      AND asked = :asked AND id IN (SELECT table_id FROM phones
        WHERE phone = :keeper AND role = 'scorekeeper' AND removed_at IS NULL)
    LIMIT 1
"""
WITH_ACTION = """
    SELECT deals.*, actions.kind, actions.at, actions.reason,
      EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = deals.action_id) AS undone
    FROM deals JOIN actions ON actions.id = deals.action_id
"""
# Of each number the newest row counts whose action is not undone. SQLite takes the other columns
# from the row that has the max.
IN_FORCE = f"""
    SELECT max(id) AS id, number, struck FROM deals
    WHERE table_id = ? AND {NOT_UNDONE}
    GROUP BY number ORDER BY number
"""
DEALS_IN_FORCE = f"""
    {WITH_ACTION} WHERE deals.id IN (SELECT id FROM ({IN_FORCE})) ORDER BY deals.number
"""
TICKS = """
    SELECT payments.id, payments.deal_id, deals.number, payments.player, payments.amount
    FROM payments JOIN deals ON deals.id = payments.deal_id
    WHERE payments.table_id = ? AND payments.takes_back IS NULL
      AND NOT EXISTS (SELECT 1 FROM payments AS back WHERE back.takes_back = payments.id)
    ORDER BY payments.id
"""
# Whole rows are copied as they are; of the rulings those that were not taken back.
COPY_ROWS = (
    """
    INSERT INTO deals
      (action_id, table_id, number, replaces, struck, entry, settlement, let_stand, draft, sums)
    SELECT :new, table_id, number, replaces, struck, entry, settlement, let_stand, draft, sums
    FROM deals WHERE action_id = :old ORDER BY id
    """,
    """
    INSERT INTO rulings (table_id, deal_id, player, outcome, note, ruling, at, token)
    SELECT one.table_id, now.id, one.player, one.outcome, one.note, one.ruling, one.at,
      'redo ' || one.id
    FROM rulings AS one JOIN deals AS was ON was.id = one.deal_id
      JOIN deals AS now ON now.action_id = :new AND now.number = was.number
    WHERE was.action_id = :old AND one.outcome != 'taken-back'
      AND NOT EXISTS (SELECT 1 FROM rulings AS back WHERE back.takes_back = one.id)
    ORDER BY one.id
    """,
)
# Only where the draft is still of the version that was read; without a row it is 0.
SAVE_DRAFT = """
    INSERT INTO drafts (table_id, version, data, updated_at)
    SELECT :table, :version + 1, :data, :now
    WHERE :version = coalesce((SELECT version FROM drafts WHERE table_id = :table), 0)
    ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, data = excluded.data,
      updated_at = excluded.updated_at
"""
WITH_TOKEN = "table_id = ? AND token = ?"
"""The condition for the action that was done with a token. Tokens of forms have no spaces, those of
the program itself do."""
ACTION = """
    SELECT actions.*, (SELECT min(number) FROM deals WHERE action_id = actions.id) AS number
    FROM actions
"""
_LAST_CLOSED = """
    SELECT at FROM actions WHERE table_id = tables.id AND kind = 'close'
      AND NOT EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = actions.id)
    ORDER BY at DESC LIMIT 1
"""
_LAST_PLAYED = f"UPDATE tables SET played_at = max(created_at, coalesce(({_LAST_CLOSED}), ''))"
_LAST_OF_NAME = """
    SELECT max(tables.played_at) FROM seats JOIN tables ON tables.id = seats.table_id
    WHERE seats.key = known_names.key AND tables.deleted_at IS NULL
"""
# A name has many games, so they are only looked through when something was undone.
LAST_PLAYED = (
    "DROP TRIGGER lists_action",
    _LAST_PLAYED,
    f"UPDATE known_names SET played_at = coalesce(({_LAST_OF_NAME}), played_at)",
    f"""
    CREATE TRIGGER lists_action AFTER INSERT ON actions BEGIN
      {_LAST_PLAYED} WHERE id = new.table_id;
      UPDATE known_names SET played_at = CASE new.kind
          WHEN 'undo' THEN coalesce(({_LAST_OF_NAME}), played_at)
          ELSE max(played_at, (SELECT played_at FROM tables WHERE id = new.table_id)) END
        WHERE key IN (SELECT key FROM seats WHERE table_id = new.table_id);
    END""",
)
"""What a migration does, so it never changes."""

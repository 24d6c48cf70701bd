"""The list of tables, a new table, its set-up card."""

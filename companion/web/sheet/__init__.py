"""The running sheet of a table."""

"""The `companion serve` and `companion tables` commands: a server in one process."""

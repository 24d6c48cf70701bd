"""A server in one process."""

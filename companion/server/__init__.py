"""A server in one process, and the list of its tables for whoever runs it."""

"""The hand editor."""

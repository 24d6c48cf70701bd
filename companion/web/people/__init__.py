"""Games and players."""

"""The page of a closed deal."""

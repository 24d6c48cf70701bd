"""A game in play and its past, without Flask."""

"""How good a hand is among all hands that may go out."""

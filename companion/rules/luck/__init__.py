"""How good a hand or a reward was, counted over all that could have been."""

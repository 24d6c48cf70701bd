"""A hand of a closed deal before the referee."""

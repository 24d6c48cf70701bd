"""An edition's rules at a glance."""

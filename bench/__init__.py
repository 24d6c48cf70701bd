"""How long one hand takes, next to the mahjong package: ``python -m bench``."""

"""The companion: an unofficial referee and scorekeeper for Monopoly: The Card Game."""

__version__ = "0.1.0"

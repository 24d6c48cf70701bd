"""The best arrangement of a hand."""

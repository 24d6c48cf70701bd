"""The ways of playing: what differs between them, one class each."""

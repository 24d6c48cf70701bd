"""Reads cards out of what people type, say and scan."""

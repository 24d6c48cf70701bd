"""Games for other programs and other servers: JSON that can be read back, CSV, BG Stats."""

"""What helps to settle a dispute about a hand."""

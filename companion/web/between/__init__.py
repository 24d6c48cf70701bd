"""What a table writes down between deals."""

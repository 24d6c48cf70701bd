"""The pages of a table: paying, the win, the TV, home."""

"""The summary of a game, its picture, and a blank score pad."""

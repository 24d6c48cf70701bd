"""The rules of the game: cards in, rulings and payouts out. Standard library only.

Nothing in here knows of the web, a database, a clock or chance; the same input always gives the
same answer.
"""

"""Codes that people read to each other: a table's, and the one that gives a table back."""

import hmac
from itertools import islice, product

CODE_LETTERS = "34679CDFGHJKMNPQRTWXY"
"""No two of them look or sound alike enough to be mixed up, and no vowels make words."""

LOOK_ALIKES = {
    "0": "Q",
    "O": "QD",
    "1": "7",
    "I": "J",
    "L": "J",
    "2": "7",
    "Z": "7",
    "A": "4",
    "B": "3R",
    "8": "3",
    "E": "3F",
    "S": "3",
    "5": "6",
    "U": "W",
    "V": "YW",
}
"""What somebody may have meant by a letter that is in no code."""
MOST_READINGS = 4
"""How many codes one typed line may mean; each of them is a guess."""
LONGEST = 12


def readings(typed: str) -> list[str]:
    """The codes that a typed line may mean, the likeliest first: in capitals or not, with blanks
    and dashes or not, with letters that look like those of a code. Empty when it can be none."""
    text = "".join(letter for letter in typed.upper() if letter.isalnum())
    meant = [letter if letter in CODE_LETTERS else LOOK_ALIKES.get(letter, "") for letter in text]
    if not 0 < len(text) <= LONGEST or not all(meant):
        return []
    return ["".join(letters) for letters in islice(product(*meant), MOST_READINGS)]


def recovery_code(key: str | bytes, secret: str, generation: int) -> str:
    """The code that makes any phone the scorekeeper of a table, such as ``7GKQ-XW3M``.

    It is made of the server's secret `key` and the table's `secret` and `generation`, of nothing
    that is in a saved game; whoever reads the database alone cannot make it. It changes with the
    generation.
    """
    key = key.encode() if isinstance(key, str) else key
    digest = hmac.digest(key, f"recovery {secret} {generation}".encode(), "sha256")
    number = int.from_bytes(digest, "big")
    letters = []
    for _ in range(8):
        number, place = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[place])
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"

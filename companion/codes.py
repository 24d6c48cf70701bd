"""Codes that people read to each other: a table's code and its recovery code; and invitations."""

import hmac
from itertools import islice, product

CODE_LETTERS = "34679CDFGHJKMNPQRTWXY"
"""The letters of all codes. No two look or sound alike, and without vowels they make no words."""

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
"""Look-alike letters: a letter that no code has, and the letters of codes that it may stand for."""
MOST_READINGS = 4
"""The most codes that one typed line may mean; each of them counts as a guess."""
LONGEST_TYPED = 12


def readings(typed: str) -> list[str]:
    """The codes that a typed line may mean, likeliest first; empty when it can be no code.

    Upper or lower case, spaces and dashes make no difference; look-alike letters are replaced.
    """
    text = "".join(letter for letter in typed.upper() if letter.isalnum())
    meant = [letter if letter in CODE_LETTERS else LOOK_ALIKES.get(letter, "") for letter in text]
    if not 0 < len(text) <= LONGEST_TYPED or not all(meant):
        return []
    return ["".join(letters) for letters in islice(product(*meant), MOST_READINGS)]


def recovery_code(key: str | bytes, secret: str, generation: int) -> str:
    """The code that makes any phone the scorekeeper of a table, such as ``7GKQ-XW3M``.

    It is made from the server's secret `key` and the table's `secret` and `generation`. None of
    them is in a saved game, and the database alone is not enough to make it. A new generation
    gives a new code.
    """
    letters = _signed(key, f"recovery {secret} {generation}")
    return f"{letters[:4]}-{letters[4:]}"


def invitation(key: str | bytes, code: str) -> str:
    """Eight letters that show that somebody has a table's code from the companion, by its QR code
    or by a link, and did not guess it. They are made from the server's secret `key`."""
    return _signed(key, f"invitation {code}")


def signature(key: str | bytes, text: str) -> bytes:
    """32 bytes that nobody can make without the key."""
    return hmac.digest(key.encode() if isinstance(key, str) else key, text.encode(), "sha256")


def _signed(key: str | bytes, text: str) -> str:
    """Eight letters of CODE_LETTERS that nobody can make without the key."""
    number = int.from_bytes(signature(key, text), "big")
    letters = []
    for _ in range(8):
        number, place = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[place])
    return "".join(letters)

"""What a word that was not read may have meant."""

from companion.rules.reading.near import distance
from companion.rules.reading.vocabulary import Kind, Vocabulary

MOST = 3
WRONG = 0.4
"""The largest share of its letters that may be wrong in a guess."""
SHORTEST = 4
"""A shorter word is like too many names: only names that begin with it are guessed."""


def guesses(vocabulary: Vocabulary, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Up to three ids of cards and groups that these words come nearest to, the nearest first."""
    found = {named: 0.0 for text in texts for named in vocabulary.by_word.get(text, ())}
    letters = "".join(texts)
    if not found and len(letters) > 1 and not letters.isdigit():
        found = _near(vocabulary, letters)
    order = {named: place for place, named in enumerate(vocabulary.edition.labels)}
    return tuple(sorted(found, key=lambda one: (found[one], order[one]))[:MOST])


def _near(vocabulary: Vocabulary, letters: str) -> dict[str, float]:
    """The cards and groups whose names begin like this or are spelled nearly like it, and how far
    they are from it."""
    found: dict[str, float] = {}
    used = set(letters)
    for text, phrase in vocabulary.exact.items():
        if phrase.kind not in (Kind.CARD, Kind.GROUP) or phrase.as_written:
            continue
        if text.startswith(letters):
            found[phrase.id] = 0.0
        elif len(letters) >= SHORTEST and (text[0] == letters[0] or text[-1] == letters[-1]):
            most = min(len(letters), len(text)) * WRONG
            if abs(len(text) - len(letters)) > most or len(used.difference(text)) > most:
                continue
            far = distance(letters, text, most)
            if far <= most:
                found[phrase.id] = min(found.get(phrase.id, far), far)
    return found

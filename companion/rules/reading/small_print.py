"""What stands on cards beside their names, and the words of everyday speech around them."""

SMALL_PRINT = (
    "set value",
    "each house adds",
    "each additional house adds",
    "hotel adds",
    "house adds",
    "adds",
    "adds the set value once more",
    "worth the full value of one set",
    "stands for any missing property house hotel or token",
    "may be any card",
    "most cards win",
    "color group value",
    "colour group value",
    "adds to one color group",
    "adds to one colour group",
    "to one color group",
    "to one colour group",
    "caught with it you score nothing",
    "cards in this set",
    "cards in set",
    "collect",
    "title deed",
    "monopoly the card game",
    "the card game",
    "hasbro",
    "parker brothers",
    "waddingtons",
    "winning moves",
)
"""What is printed on cards besides their names. Amounts between it are left out."""

SPOKEN = (
    "i have",
    "ive got",
    "he has",
    "she has",
    "we have",
    "weve got",
    "they have",
    "i hold",
    "i laid down",
    "i put down",
    "i went out with",
    "im out with",
    "my hand is",
    "my cards are",
    "my set is",
    "my sets are",
    "there are",
    "theres",
    "here are",
    "these are",
    "this is",
    "thats it",
    "thats all",
    "just visiting",
    "comma",
    "full stop",
    "okay",
    "ok",
    "um",
    "uh",
    "er",
    "erm",
    "oh",
    "so",
    "well",
    "yes",
    "yeah",
    "please",
    "i got",
    "i have got",
    "as well as",
    "as well",
    "hand",
    "property",
    "properties",
    "bonus",
    "bonus cards",
)
"""What people say and write around cards, and print that everyday words are near to: ``just
missing``. It counts only as it stands here."""

OWNERS = {"ive": "i", "im": "i", "my": "i", "weve": "we"} | {
    word: word for word in ("i", "he", "she", "we", "they")
}
"""Who holds the cards behind what people say around them: ``she has``."""

FILLERS = frozenset(
    ["a", "an", "the", "and", "plus", "with", "then", "also", "in", "of", "my", "card", "cards"]
)
"""Words that say nothing by themselves: articles, what connects, prepositions."""

ARTICLES = frozenset(["a", "an", "the", "my", "of", "in"])
"""Those of them that bind a word to the one before: ``took a chance``."""

CROSS = "❌"
"""The word for all signs that say no: ``❌``, ``🚫``, an empty box."""
EXCEPTIONS = frozenset(("but", "except", "minus", CROSS))
NEGATIONS = frozenset(("no", "not", "without", "never", "nor", "isnt", *EXCEPTIONS))
"""Words before a card that is not held. After an exception what stood before it is not sure."""
DENIALS = frozenset(("no", "none", "nil", "zero", CROSS))
"""Words behind a card that is not held: ``hotel: no``."""

CORRECTIONS = frozenset(
    ("sorry", "wait", "oops", "actually", "mean", "meant", "rather", "correction", "no", "nope")
)
"""Words after which something else is meant than before them."""
ALTERNATIVES = frozenset(("or", "not"))
"""Words between two cards of which only one may be held."""
INSTEAD = ("instead of", "in place of", "rather than", "replaces", "replacing")
REPLACEMENTS = frozenset(("for", "for a", "for the"))
"""Words between two cards of which only the first is held: anywhere, and alone between them."""
TAKE_BACK = NEGATIONS | DENIALS | CORRECTIONS | ALTERNATIVES
"""Words that no card is guessed from."""

DIRECTIONS = frozenset(["west", "south", "east", "upper", "lower"])
"""Words that make the name after them that of another street."""

WHOLE = frozenset(["all", "both", "full", "whole", "entire", "complete", "every"])
COUNT_WORDS = {"another": 1, "both": 2, "double": 2, "pair": 2, "couple": 2, "triple": 3}
AFTER_WORDS = {"twice": 2, "thrice": 3}
HEARD_AS_COUNTS = {"to": 2, "too": 2, "for": 4}
"""Words before a group; number words; counts behind a card; and words that dictation writes for
numbers."""

ABBREVIATIONS = {
    "street": ("st", "str"),
    "avenue": ("ave", "av"),
    "road": ("rd",),
    "square": ("sq",),
    "place": ("pl",),
    "railroad": ("rr", "railway"),
    "station": ("stn", "sta"),
    "company": ("co",),
    "gardens": ("gdns",),
    "north": ("no", "n"),
    "cross": ("x",),
    "st": ("saint",),
    "mr": ("mister",),
}

DOTTED = frozenset(["mr", *(short for shorts in ABBREVIATIONS.values() for short in shorts)])
"""Words behind which a dot parts nothing: ``Mr. Monopoly``, ``No. Carolina Ave.``"""

EVERYDAY = frozenset(
    [
        "art",
        "ball",
        "band",
        "board",
        "bond",
        "bow",
        "chan",
        "chances",
        "chant",
        "community",
        "con",
        "connect",
        "corner",
        "cover",
        "dark",
        "elect",
        "electric",
        "fleet",
        "free",
        "get",
        "got",
        "hot",
        "house",
        "houses",
        "ill",
        "income",
        "king",
        "lie",
        "light",
        "line",
        "live",
        "luxury",
        "mad",
        "mark",
        "may",
        "mister",
        "new",
        "nor",
        "north",
        "old",
        "out",
        "pal",
        "par",
        "park",
        "pen",
        "pick",
        "pink",
        "read",
        "reading",
        "red",
        "rich",
        "short",
        "state",
        "states",
        "tax",
        "ten",
        "the",
        "uncle",
        "very",
        "water",
        "white",
        "wil",
    ]
)
"""Beginnings of names that are words of everyday speech: never a card by themselves."""

FIRST_NAMES = frozenset(
    [
        "chan",
        "indi",
        "india",
        "ken",
        "kent",
        "lei",
        "liv",
        "mar",
        "marv",
        "mary",
        "ora",
        "ori",
        "reg",
        "ric",
        "vin",
    ]
)
"""Beginnings of names that may be those of players: ``Mary, Park Lane, Mayfair``."""

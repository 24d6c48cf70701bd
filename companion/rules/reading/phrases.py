"""What stands on cards beside their names, and what people say around them."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SMALL_PRINT = """
set value
set value $
each house adds
each house adds $
each house adds $ more
each additional house adds $
each additional house adds $ more
hotel adds $
hotel adds $ more
house adds $ more
adds $
adds $ more
adds the set value once more
adds $ to one color group
adds $ to one colour group
color group value $
colour group value $
worth the full value of one set
stands for any missing property house hotel or token
may be any card
most cards win
most cards win $
caught with it you score nothing
2 cards in this set
3 cards in this set
4 cards in this set
cards in this set
collect $
title deed
monopoly the card game
the card game
just visiting
hasbro
parker brothers
waddingtons
winning moves
total
total $
""".strip().splitlines()
"""What is printed on cards besides their names, ``$`` for any amount: ignored as a whole only."""

SPOKEN = (
    """
i have|ive got|i got|i have got|we have|weve got|i hold|i laid down|i put down|i went out with
im out with|my hand|my hand is|my cards|my cards are|my set is|my sets are|hand|there are|theres
here are|these are|this is|thats it|thats all|comma|full stop|okay|ok|um|uh|er|erm|oh|so|well|yes
yeah|please|as well as|as well|property|properties|bonus|bonus cards|bonuses
""".strip()
    .replace("\n", "|")
    .split("|")
)
"""What people say and write around cards."""

DONE = "✓"
"""The word for all ticks. One stands for each piece of a text that was answered."""
TICKS = frozenset("✓✔✅☑")
FILLERS = _words(f"a an the and plus with w/ then also in of my card cards {DONE}")
"""Words that say nothing by themselves: articles, what connects, prepositions."""

CONNECTS = _words("and plus with w/ then also")
"""Those of them that begin something new."""
ARTICLES = _words("a an the my of in")
"""Those of them that bind a word to the one before: ``took a chance``."""

CROSS = "❌"
"""The word for all signs that say no or cross out: ``❌``, ``🚫``, ``~``, an empty box."""
CROSSES = frozenset("❌❎✗✘☒☐🚫⛔~")

TAKE_BACK = _words(
    f"""but except minus sorry wait oops actually mean meant rather correction nope or instead
    replaces replacing scratch {CROSS}"""
)
"""Words that take back what stands before them: nothing in their line is beyond doubt."""
DENIALS = TAKE_BACK | _words(
    """no not without never nor isnt arent dont havent none nil zero he she they you his her their
    your hes shes theyve youve lost sold gave missing need needs want wants"""
)
"""Words behind which nothing in their line is beyond doubt: it may not be held, or by another."""

WHERE = frozenset(("on", "onto", "for", "as"))
"""Words before a group or card on which something lies, or that a wild counts as."""
WHOLE = _words("all both full whole entire complete every")
"""Words before a group of which all cards are meant."""
SETS = _words("complete full set group monopoly")
"""Words behind it that say the same."""
HEARD_AS_COUNTS = {"to": 2, "too": 2, "for": 4}
COUNT_WORDS = {"another": 1, "double": 2, "pair": 2, "couple": 2, "triple": 3} | HEARD_AS_COUNTS
AFTER_WORDS = {"twice": 2, "thrice": 3}
"""Number words before a card, behind it, and what dictation writes for numbers."""
HOUSE = ("house", "houses")
UP_TO = _words("to through thru until")
"""Words between the ends of a range."""
OF_MONEY = _words("points point pts dollars pounds euros bucks quid")
"""Words behind a number that make it an amount."""

ABBREVIATIONS = {
    "street": ("st", "str"),
    "avenue": ("ave", "av"),
    "road": ("rd",),
    "square": ("sq",),
    "place": ("pl",),
    "railroad": ("rr", "railway"),
    "station": ("stn", "sta"),
    "company": ("co",),
    "gardens": ("gdns", "garden"),
    "north": ("no", "n"),
    "cross": ("x",),
    "st": ("saint",),
    "mr": ("mister",),
}
DOTTED = frozenset(("mr", "b", "o", *(short for them in ABBREVIATIONS.values() for short in them)))
"""Words behind which a dot parts nothing: ``Mr. Monopoly``, ``No. Carolina Ave.``"""

EVERYDAY = _words(
    """band board bond bow change community connect corner dark elect electric fleet free get go
    income king light live liver luxury may mister new north old park pall read reading rich
    saint short stand state states the them these those uncle water wheel white"""
)
"""Words of everyday speech that names begin with or are near to: never a card by themselves."""
FIRST_NAMES = _words("india indi kent mary marv virgi")
"""Beginnings of names that may be those of players."""

"""What each way to take words costs. The cheapest row of them is what a text means
(`cover.cheapest`); where another row costs nearly as little, that is asked about.

A name is cheaper than anything that leaves a word unread, however it is written. A longer name is
cheaper than the shorter ones in it, for each name costs about 1.
"""

AS_GOOD = 0.45
"""Two rows whose costs differ by no more are as good as each other, so both readings are valid.
That is less than a cost that rules something out (`IN_A_ROW`, `NO_SET`), and more than what only
prefers one way (`SHORT_NAME`, `COUNT`)."""

# --- names ---
PRINTED = 1.0
"""A name as it stands on a card: ``Park Lane``."""
SHORT_NAME = 1.1
"""Any other spelling of one: ``pl``."""
OF_ITS_GROUP = 1.2
"""A word of several names behind the heading of a group: ``railroads: reading``."""
BEGUN = 1.3
"""The beginning of one name alone: ``kentu``."""
MISSPELLED, EACH_UNLIKE = 2.0, 4.0
"""A misspelled name, and what is added for how unlike it is: nothing for 1.0, all of it for 0.0."""

# --- besides its name ---
COUNT = 0.1
"""A count: ``2 tokens``."""
IN_A_ROW = 0.6
"""A count where another name follows that it may count as well: ``token 2 go``."""
TOO_MANY = 0.4
"""More than the deck has."""
NO_SET = 1.5
"""A number that the group does not have: ``3 stations``."""
OF_ANOTHER_BOX = 1.0
"""A name of another box."""
NO_NUMBER = 2.0
"""Several, and not how many: ``tokens``."""
LIES_ON = 0.5
"""A name on which something lies: ``on red``."""

# --- houses with numbers ---
HOUSES = 1.1
"""Houses by their numbers: ``houses 1 to 3``."""
NOT_SAID = 0.5
"""Where it is not said that it is a row: ``house 1 2``."""
MAY_COUNT = 0.2
"""Where its last number may count what follows: ``house 1 - 2 tokens``."""
NO_HOUSE_NUMBER = 3.0
"""``house`` alone."""

# --- words that name no card ---
FILLER = 0.1
"""A word that says nothing by itself, and an amount: ``the``, ``$200``."""
LIST_MARK = 0.05
"""The number or letter of a list."""
MAYBE_LIST_MARK = 2.0
"""A number that may be that of a list."""
UNREAD = 4.0
"""A word that nobody knows."""


def ignored(name: float) -> float:
    """What a name costs that is known to be no card here: small print, or the heading of a list."""
    return name / 2

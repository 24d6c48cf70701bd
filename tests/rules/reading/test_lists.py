"""Hands as people write and paste them, a card a line: read as they are meant, or asked about."""

from collections import Counter
from random import Random

import pytest

from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.reading.reader import CardReading, read_cards
from tests.often import OFTEN, made_up_by

US, UK, WM = "classic-us", "classic-uk", "winning-moves-2017"
REDS = ("kentucky-avenue", "indiana-avenue", "illinois-avenue")
PRICES: tuple[str, ...] = (
    "{} $400",
    "{}: $400",
    "{} = $400",
    "{} - $400",
    "{} ($400)",
    "{}\t$400",
    "{} | $400",
)
PRICES += ("{} €400", "{}: 400", "{} = 400", "- {} $400", "• {} $400", "* {}: £400", "{}\n$400")

# box, text, the cards that are meant, each with how often
SURE = [
    *((US, f"{p}\n{p}".format("1st House", "Token"), ("house-1", "token")) for p in PRICES),
    *((US, f"{p}\n\n{p}".format("1st House", "Token"), ("house-1", "token")) for p in PRICES),
    (US, "Red $250\n1st House $250\nToken $500\nGO $200", (*REDS, "house-1", "token", "go")),
    (WM, "4 GO $1,500\n1 GO $200", ("go",) * 5),
    (WM, "red $250 1 house $250", (*REDS, "one-house")),
    *(
        (US, f"Red\nToken\n{count} GO", (*REDS, "token", "go", "go"))
        for count in ("x2", "×2", "*2", "(2)", "[2]", "- x2", "2x", "2")
    ),
    (WM, "Red w/ 1 house", (*REDS, "one-house")),
    (US, "hotel & x2 go", ("hotel", "go", "go")),
    (US, "hotel and a go", ("hotel", "go")),
    *(
        (US, f"1. {mark}Token{mark}\n2. {mark}GO{mark}\n3. {mark}Red{mark}", ("token", "go", *REDS))
        for mark in ("*", "**", "***", "_", "__", "`")
    ),
    (US, "a. Red\nb. B. & O. Railroad\nc. Hotel", (*REDS, "b-and-o-railroad", "hotel")),
    (US, "Token,2", ("token", "token")),
    (US, "2;Token", ("token", "token")),
    (US, "Token\t2\t$800\nGO\t1\t$200", ("token", "token", "go")),
    (US, "| Token | 2 |\n| GO | 1 |", ("token", "token", "go")),
    (US, "railroads: reading, short line", ("reading-railroad", "short-line")),
    (
        WM,
        "a. **4 railroads:**,b. **the Virginia Avenue:**.",
        (
            "reading-railroad",
            "pennsylvania-railroad",
            "b-and-o-railroad",
            "short-line",
            "virginia-avenue",
        ),
    ),
    ("express", "Reading RR; - Short Line", ("reading-railroad", "short-line")),
    (WM, "get out of jail free parking", ("get-out-of-jail-free", "free-parking")),
    (US, "second house two tokens", ("house-2", "token", "token")),
    (UK, "c c", ("chance", "chance")),
    (US, "* GO * boot * house 3 * house-2", ("go", "token", "house-3", "house-2")),
    (US, "Dark Blue: h1, token", ("park-place", "boardwalk", "house-1", "token")),
]

# box, text, what may be sure of it
ASKED = [
    (US, "GO $200\n2 GO $400", "go"),
    (US, "baltic x2 token", ""),
    (WM, "W Virginia", "virginia-avenue"),
    (US, "2 tokens on red", "token token"),
    (US, "GO 400", ""),
    (US, "GO 50\n1st House 200", ""),
    (US, "½ token", ""),
    (US, "all the browns, sorry no the light blues, first house", ""),
    (US, "reds except kentucky", ""),
    (UK, "Park Lane MAYFAlR first house token go", "park-lane house-1 token go"),
    (UK, "MAYFA1R", ""),
    (UK, "cc", ""),
    # found at random
    (UK, "a: go, c: 1,t", "go token"),
    (WM, "I have (1) go\n(2) `3x iron`\n(3) fp", "go iron token"),
    ("express", "Community Chest card (2), go", "community-chest community-chest go"),
    ("express", "Community Chest card;2 • Income Tax", "income-tax"),
    (US, "***HOTEL** ***2 × token**", "hotel token token"),
    (UK, "light blue\n- the 1st House?", "the-angel-islington euston-road pentonville-road"),
    (UK, "kings c", ""),
    (UK, "chanse, wheelbarow", "chance"),
    (WM, "* GO * h2,2 * horse", "go token"),
    (WM, "* *Hotel* * *Token* * 2 - GO", "token hotel"),
    (UK, "a. Park Lane b. 4th House 1 c. Mayfair", "park-lane house-4 mayfair"),
    (UK, "I have a. [1] go | b. Bow Street | c. `[1] c`", "go bow-street"),
    (US, "- go - 2\tthimble - Boardwalk", "boardwalk"),
    (US, "GO ship 2,1st House card", "go house-1"),
    (UK, "Bow Street ship\t2 house-2", "bow-street"),
    ("express", "-Reading RR\n-Pennsylvania", "reading-railroad"),
    (UK, "– _the 4th House - 1_ and – _2nd house - 1_", "house-4 house-2"),
    (UK, "Bow Street. go. [2] the 3rd House. hotel", "bow-street go house-3 house-3 hotel"),
    (UK, "-red\t-go\t-“×2 the 1st House”", "strand fleet-street trafalgar-square go house-1"),
    (WM, "(1) go (2)\n(2) `iron`\n(3) fp", "go go iron token free-parking"),
]


@pytest.mark.parametrize(("edition_id", "text", "cards"), SURE, ids=[text for _, text, _ in SURE])
def test_a_list_is_read(edition_id: str, text: str, cards: tuple[str, ...]) -> None:
    reading = read_cards(load(edition_id), text)
    assert reading.cards == cards
    assert reading.sure


@pytest.mark.parametrize(("edition_id", "text", "sure"), ASKED, ids=[text for _, text, _ in ASKED])
def test_what_is_not_plain_is_asked_about(edition_id: str, text: str, sure: str) -> None:
    reading = read_cards(load(edition_id), text)
    assert not reading.sure
    assert sure_of(reading) <= Counter(sure.split())


def test_what_is_meant_instead_is_offered() -> None:
    reading = read_cards(load(US), "all the browns, sorry no the light blues, first house")
    assert "light-blue" in {guess for piece in reading.unread for guess in piece.guesses}


def sure_of(reading: CardReading) -> Counter[str]:
    """The cards of which nobody is asked."""
    return Counter(card for piece in reading.read if piece.sure for card in piece.cards)


# --- made up at random ---------------------------------------------------------------------------


def ways(text: str) -> list[str]:
    """The ways to write something, as a row with marks between them."""
    return text.split("¦")


USUAL = {
    "before": ways("¦¦- ¦* ¦• ¦{n}. ¦{n}) ¦{letter}. ¦{letter}) "),
    "around": ways("{}¦{}¦{}¦*{}*¦**{}**¦_{}_¦“{}”"),
    "price": ways(" $400¦: $400¦ - $400¦ = $400¦ ($400)¦\t$400¦ | $400¦\n$400¦ €1,500¦: 400¦ £50"),
    "count": ways("{n} {one}¦{n}x {one}¦{n} × {one}¦{one} x{n}¦{one} ({n})¦x{n} {one}"),
    "between": ways("\n¦\n¦\n¦\n\n¦, ¦; ¦ and "),
}
ODD = {
    "before": ways(
        "+ ¦> ¦– ¦— ¦→ ¦· ¦({n}) ¦[{n}] ¦#{n} ¦#{n}: ¦{n}: ¦{n} - ¦{n}.¦{n}- ¦({letter}) ¦"
        "{letter}: ¦card {n}: ¦{n}\t¦{n} | ¦‣ ¦○ ¦-- ¦*¦-¦✓ ¦[x] ¦☐ ¦① ¦{n}, ¦{n}; "
    ),
    "around": ways("***{}***¦__{}__¦`{}`¦({})¦[{}]¦~{}~¦**{}:**"),
    "price": ways(
        " [$400]¦ ... $400¦ 400$¦ M400¦ 400¦ $ 400¦, $400¦ → $400¦ @ $400¦ $400 each¦ x $400¦"
        " – 400¦ | 400¦\t400¦\n400¦ 400 dollars¦ (400)¦ 2400¦ 50"
    ),
    "count": ways(
        "{one}s {n}¦{n} {one}s¦×{n} {one}¦*{n} {one}¦({n}) {one}¦[{n}] {one}¦{n}* {one}¦"
        "{one} × {n}¦{one} * {n}¦{one}*{n}¦{one} (x{n})¦{one} ({n}x)¦{one}: {n}¦{one}: x{n}¦"
        "{one} - {n}¦{one} – {n}¦{one} = {n}¦{one} {n}¦{word} {one}¦{word} {one}s¦"
        "{one}\t{n}¦{n}\t{one}¦{one},{n}¦{n},{one}¦{one};{n}¦{one} | {n}¦"
        "{one} ..... {n}¦{n} - {one}¦{n}: {one}¦{n} of {one}¦"
        "{one}({n})¦{n}{one}¦{n} {one} cards¦{one} {n}x¦{one} [{n}]"
    ),
    "between": ways(" / ¦ | ¦ + ¦ ¦ & ¦,¦ then ¦. ¦ • ¦\r\n¦\t"),
}
FIRST = (
    "",
    "",
    "",
    "My hand:\n",
    "I have ",
    "Hand: ",
    "Ann:\n",
    "# Hand\n",
    "| Card | Qty |\n|---|\n",
)
LAST = ("", "", "", "\nTotal: $1,200", "\n= 1200", "\nthanks!", ".", "\nTotal 2400", " 😀")
ORDINALS = ("", "first", "second", "third", "fourth")
WORDS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def card_as(edition: Edition, card: str, random: Random, *, usual: bool) -> str:
    """One of the ways to write a card's name."""
    name = edition.names[card]
    ways = [name, name, name.lower(), name.upper()]
    if not usual:
        short = name.replace("Street", "St").replace("Avenue", "Ave.").replace("Railroad", "RR")
        ways += [card, short, f"the {name}", f"{name} card"]
        ways += [alias for alias, named in edition.aliases.items() if named == card]
        ways += [name.rpartition(" ")[0] or name] if card in edition.group_of else []
        number = edition.roles.get("houses", {}).get(card)
        if number and edition.way.numbered_houses:
            ways += [
                f"house {number}",
                f"h{number}",
                f"{ORDINALS[number]} house",
            ]
    return random.choice(ways)


def entries_of(edition: Edition, random: Random, *, usual: bool) -> list[tuple[str, list[str]]]:
    """What stands in the list, each with the cards that are meant."""
    deck = [card for card, copies in edition.deck.items() for _ in range(copies)]
    hand = random.sample(deck, random.randint(1, 10))
    if usual:  # their printed names may be several cards: they are always asked about
        hand = [card for card in hand if card not in ("two-houses", "three-houses")]
    entries: list[tuple[str, list[str]]] = []
    if random.random() < 0.4:
        group = random.choice(edition.groups)
        hand = [card for card in hand if card not in group.cards]
        name, count = group.name, len(group.cards)
        ways = [name, name.lower(), f"{name} set"]
        if not usual:
            ways += [f"all {name.lower()}", f"{count} {name.lower()}", f"{name} ({count})"]
        entries.append((random.choice(ways), list(group.cards)))
    styles = USUAL["count"] if usual else [*USUAL["count"], *ODD["count"]]
    style, of_one = random.choice(styles), random.random() < 0.3
    for card, count in Counter(hand).items():
        if not usual and random.random() < 0.3:
            style = random.choice(styles)
        plain = count == 1 and not (of_one and card not in edition.group_of)
        if plain or (count == 1 and "{one}s" in style):
            text = card_as(edition, card, random, usual=usual)
        else:
            one = card_as(edition, card, random, usual=usual)
            text = style.format(one=one, n=count, word=WORDS[count])
        entries.append((text, [card] * count))
    random.shuffle(entries)
    return entries


def as_written(
    edition: Edition, entries: list[tuple[str, list[str]]], random: Random, *, usual: bool
) -> str:
    """The list with its marks, emphasis and prices."""
    styles = {
        what: usual_ways if usual or random.random() < 0.5 else [*usual_ways, *ODD[what]]
        for what, usual_ways in USUAL.items()
    }
    before, around = random.choice(styles["before"]), random.choice(styles["around"])
    price = random.choice(styles["price"]) if random.random() < 0.5 else ""
    between = random.choice(styles["between"])
    if usual and between == " and ":
        before = ""
    lines = []
    for number, (text, _) in enumerate(entries, 1):
        mark = before.format(n=number, letter="abcdefghijklmnop"[number - 1])
        if not usual and price and random.random() < 0.2:
            price = random.choice(styles["price"])
        text = around.format(text) if usual or random.random() < 0.8 else text
        lines.append(mark + text + price)
    text = between.join(lines)
    return text if usual else random.choice(FIRST) + text + random.choice(LAST)


@pytest.mark.tries
@pytest.mark.parametrize("usual", [True, False], ids=["usual", "odd"])
def test_no_list_is_read_sure_and_wrong(usual: bool) -> None:
    """Of the lists in usual styles nine in ten are read without a question."""
    random = made_up_by(f"lists {usual}")
    number = 10_000 if OFTEN else 150
    sure = 0
    for _ in range(number):
        edition = load(random.choice(edition_ids()))
        entries = entries_of(edition, random, usual=usual)
        text = as_written(edition, entries, random, usual=usual)
        meant = Counter(card for _, cards in entries for card in cards)
        reading = read_cards(edition, text)
        assert sure_of(reading) <= meant, (edition.id, text)
        assert not reading.sure or sure_of(reading) == meant, (edition.id, text)
        sure += reading.sure
    assert not usual or sure >= 0.9 * number

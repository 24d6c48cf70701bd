"""How well lines are read: ten-card hands as dictated, and as scanned with letters read wrong.

A wrong letter of a scan is in six of ten cases one that looks alike, else another letter, one left
out or one twice; line breaks stay. Names only are compared: what small print is read as counts as
wrong where it becomes a card.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter_ns, process_time_ns

from bench import hands
from bench.figures import Figures
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.reading.reader import LONGEST, read_cards

LOOK_ALIKE = {
    "o": "0", "0": "O", "l": "1", "1": "l", "i": "l", "s": "5", "b": "8", "z": "2", "g": "6",
    "e": "c", "c": "e", "u": "v", "v": "u", "n": "h", "h": "n", "t": "i", "a": "4", "d": "o",
    "m": "rn", "w": "vv", "r": "f", "f": "r", "y": "v", "k": "h", "p": "b", "q": "g", "j": "i",
}  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth"}
NUMBERS = ("", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Cards = Sequence[str]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a kind of text must reach, in percent; None: no such goal."""

    name: str
    hands: float | None = None
    cards: float | None = None
    wrong_but_sure: float | None = None


@dataclass(frozen=True, slots=True)
class Rates:
    """What was read, in percent of hands and of cards, and the median milliseconds a hand."""

    hands: float
    cards: float
    wrong_but_sure: float
    milliseconds: float


DICTATED = Goal("dictated, no commas", hands=100)
KINDS = (
    (DICTATED, 0.0),
    (Goal("scanned, small print", hands=100), 0.0),
    (Goal("scanned, 5 % of letters wrong", cards=95, wrong_but_sure=0.3), 0.05),
    (Goal("scanned, 10 % of letters wrong", cards=88, wrong_but_sure=0.5), 0.1),
)


def dictated(random: Random, edition: Edition, cards: Cards) -> str:
    """A hand as somebody says it: no commas, number words, some plurals and connectors."""
    said = []
    for card, count in Counter(cards).items():
        name = edition.names[card].casefold()
        name = " ".join(ORDINALS.get(word, word) for word in name.split())
        name = name.replace(".", "").replace(",", "").replace("'", "").replace("&", "and")
        plain = count == 1 or "house" in name or card in edition.group_of
        if plain or random.random() < 0.5:
            said += [name] * count
        else:
            said.append(f"{NUMBERS[count]} {name}{random.choice(('', 's'))}")
    text = said[0]
    for name in said[1:]:
        text += random.choice((" ", " ", " ", " and ", " then ")) + name
    return text


def scanned(random: Random, edition: Edition, cards: Cards, wrong: float = 0) -> str:
    """A hand as a camera reads it: a card a line, with small print, and letters read wrong."""
    lines = []
    for card in cards:
        name = edition.names[card]
        words = name.split()
        cut = random.randrange(1, len(words)) if len(words) > 1 and random.random() < 0.2 else 0
        name = "\n".join((" ".join(words[:cut]), " ".join(words[cut:]))) if cut else name
        lines.append(random.choice((name, name.upper())))
        lines += _small_print(random, edition, card)
    return spoiled(random, "\n".join(lines), wrong)


def _small_print(random: Random, edition: Edition, card: str) -> list[str]:
    mark, amount = edition.currency or "$", 50 * random.randrange(1, 9)
    if card == "go":
        return random.choice(([], [f"COLLECT {mark}200"]))
    if all(edition.group(group).kind != "colour" for group in edition.group_of.get(card, ())):
        return []
    print_on_colours = (
        f"SET VALUE {mark}{amount}",
        f"EACH HOUSE ADDS {mark}{amount} MORE",
        f"HOTEL ADDS {mark}500 MORE",
    )
    return [*print_on_colours[: random.randrange(4)]]


def spoiled(random: Random, text: str, wrong: float) -> str:
    """The text with the share `wrong` of its characters misread; line breaks stay."""
    return "".join(
        _spoiled(random, char) if char != "\n" and random.random() < wrong else char
        for char in text
    )


def _spoiled(random: Random, char: str) -> str:
    dice = random.random()
    if dice < 0.6 and char.lower() in LOOK_ALIKE:
        alike = LOOK_ALIKE[char.lower()]
        return alike.upper() if char.isupper() else alike
    if dice < 0.8:
        letter = random.choice(LETTERS)
        return letter.upper() if char.isupper() else letter
    return "" if dice < 0.9 else char * 2


def rates_of(goal: Goal, wrong: float, seed: str, number: int) -> Rates:
    """The rates of one kind, the share `wrong` of its letters read wrong."""
    random = Random(f"{seed} reading {goal.name}")
    tally: Counter[str] = Counter()
    times: list[int] = []
    for place in range(number):
        edition = load(edition_ids()[place % len(edition_ids())])
        deck = [card for card, copies in edition.deck.items() for _ in range(copies)]
        cards = random.sample(deck, hands.HAND)
        if goal == DICTATED:
            text = dictated(random, edition, cards)
        else:
            text = scanned(random, edition, cards, wrong)
        start = perf_counter_ns()
        reading = read_cards(edition, text)
        times.append(perf_counter_ns() - start)
        held = Counter(cards)
        sure = Counter(card for piece in reading.read if piece.sure for card in piece.cards)
        tally["right"] += (held & Counter(reading.cards)).total()
        tally["wrong but sure"] += (sure - held).total()
        tally["hands right"] += held == Counter(reading.cards)
    of_cards = 100 / (number * hands.HAND)
    return Rates(
        100 * tally["hands right"] / number,
        of_cards * tally["right"],
        of_cards * tally["wrong but sure"],
        median(times) / 1e6,
    )


PATTERNS = (
    "the quick brown fox went over a lazy dog we had dinner at nine ",
    "Park Place, two tokens and the first house\nB. & O. Railroad ",
    "Prak Plaec, tokne frist huose\nB & 0 Rialroad Pensylvana Avenu ",
    *(
        "1 ",
        "but 3 ",
        "go ",
        "x2 ",
        "2 x 2 * ",
        "c ",
        "1-2 ",
        "go 2 ",
        "houses 1 to 2 ",
        "🎉",
        "2\u20e3",
    ),
)
"""What is repeated to the length of the longest text that is read."""


def milliseconds(text: str, length: int) -> float:
    """How long a text takes that is repeated to this length: processor time, best of three."""
    whole = (text * (length // len(text) + 1))[:length]
    times = []
    for _ in range(3):
        start = process_time_ns()
        read_cards(load("classic-us"), whole)
        times.append(process_time_ns() - start)
    return min(times) / 1e6


def print_table(number: int, seed: str, figures: Figures) -> None:
    """Prints the rates and the times."""
    print(f"Reading ten-card hands, {number:,} of each kind of all editions; times in milliseconds")
    print(f"{'text':<33}{'hands':>8}{'cards':>8}{'sure but wrong':>16}{'median':>9}  goal")
    for goal, wrong in KINDS:
        rates = rates_of(goal, wrong, seed, number)
        line = f"{goal.name:<33}{rates.hands:>7.1f}%{rates.cards:>7.2f}%"
        line += f"{rates.wrong_but_sure:>15.2f}%{rates.milliseconds:>9.2f}"
        judged = [
            figures.judge(f"{goal.name}: {what}, %", value, most, least=what != "sure but wrong")
            for what, value, most in (
                ("hands", rates.hands, goal.hands),
                ("cards", rates.cards, goal.cards),
                ("sure but wrong", rates.wrong_but_sure, goal.wrong_but_sure),
            )
            if most is not None
        ]
        print(f"{line}  {', '.join(judged)}")
    name = f"{LONGEST:,} characters, the slowest of {len(PATTERNS)} repeated patterns"
    longest = max(milliseconds(pattern, LONGEST) for pattern in PATTERNS)
    print(f"{name:<65}{longest:>9.2f}  {figures.judge(f'{name}, ms', longest, 1000)}")


def reached(goal: Goal, rates: Rates) -> bool:
    """Whether the rates are what they must be."""
    return (
        (goal.hands is None or rates.hands >= goal.hands)
        and (goal.cards is None or rates.cards >= goal.cards)
        and (goal.wrong_but_sure is None or rates.wrong_but_sure <= goal.wrong_but_sure)
    )

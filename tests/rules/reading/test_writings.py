"""Hands written in many ways: what is read beyond doubt is what was meant."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.reading.reader import read_cards
from tests.often import made_up_by, times

NUMBERS = ("", "one", "two", "three", "four")
ORDINALS = ("", "first", "second", "third", "fourth")
SHORT = {"Street": "st", "Avenue": "ave.", "Road": "rd", "Station": "stn", "Railroad": "rr"}
BETWEEN = (", ", ",", " ", "; ", "\n", "\n- ", "\n* ", "\n• ", " and ", " + ", ". ", ", and ")
DASHES = (" - ", " – ", " — ", " -- ")
LISTS = (
    "{n}. ",
    "{n}) ",
    "({n}) ",
    "[{n}] ",
    "{n}: ",
    "{n} - ",
    "#{n} ",
    "card {n}: ",
    "{letter}) ",
    "{letter}: ",
)
BEFORE = ("", "", "", "I have ", "my hand: ", "I laid down ")
ONE = ("{one}", "1 {one}", "one {one}", "a {one}", "1x {one}", "1x{one}", "{one} (1)", "{one}: 1")
SEVERAL = (
    "{n} {many}",
    "{n} {one}",
    "{number} {many}",
    "{n}x {one}",
    "{n}x{one}",
    "{n} × {one}",
    "{one} x{n}",
    "{many} x {n}",
    "{one} ({n})",
    "{many} ({n}x)",
    "{many}: {n}",
    "{one} – {n}",
    "{one} x {number}",
    "{n} {one} cards",
    "{n} of {one}",
)
WHOLE_GROUP = (
    "all {many}",
    "all the {many}",
    "the {one} set",
    "the whole {one} set",
    "a set of {many}",
    "{many}",
    "{many} (complete)",
    "{one}: all",
    "{one} (all {n})",
    "all {number} {many}",
    "{n} {many}",
)
ROW = (
    "houses {numbers}",
    "houses: {numbers}",
    "houses 1-{n}",
    "houses 1—{n}",
    "houses 1…{n}",
    "houses 1 to {n}",
    "h1-h{n}",
    "first to {ordinal} house",
    "{ordinals} house",
    "{houses}",
)


def name_of(edition: Edition, card: str, random: Random) -> str:
    """A card's name as people write it."""
    name = edition.names[card]
    *rest, last = name.split()
    short = " ".join([*rest, SHORT.get(last, last)])
    return random.choice((name, name.lower(), name.upper(), short, f"the {name}", name.strip(".")))


def group_of(edition: Edition, random: Random) -> tuple[str, list[str]]:
    """Cards of one group: all of it, or some by their names."""
    group = random.choice(edition.groups)
    count, one = len(group.cards), group.name.lower()
    if random.random() < 0.4:
        text = random.choice(WHOLE_GROUP).format(
            one=one, many=one.removesuffix("s") + "s", n=count, number=NUMBERS[count]
        )
        return text, list(group.cards)
    cards = random.sample(group.cards, random.randint(1, count))
    between = random.choice((", ", " and ", " & ", "/", " + ", ", and "))
    return between.join(name_of(edition, card, random) for card in cards), cards


def row_of(edition: Edition, random: Random) -> tuple[str, list[str]]:
    """Houses in a row from the first on, and perhaps a hotel."""
    houses = list(edition.roles["houses"])
    count = random.randint(2, len(houses))
    some = range(1, count + 1)
    text = random.choice(ROW).format(
        n=count,
        numbers=random.choice((", ", " ", " and ")).join(map(str, some)),
        ordinal=ORDINALS[count],
        ordinals=" and ".join(ORDINALS[number] for number in some),
        houses=random.choice((", ", " ")).join(f"house {number}" for number in some),
    )
    hotel = count == len(houses) and random.random() < 0.5
    return text + random.choice((", hotel", " + 1 hotel")) * hotel, houses[:count] + [
        "hotel"
    ] * hotel


def bonus_of(edition: Edition, card: str, random: Random) -> tuple[str, list[str]]:
    """A card that the deck has several times, so often as people hold it."""
    count = random.randint(1, min(4, edition.deck[card]))
    one = edition.names[card]
    text = random.choice(SEVERAL if count > 1 else ONE).format(
        one=random.choice((one, one.lower())),
        many=f"{one.lower()}s",
        n=count,
        number=NUMBERS[count],
    )
    return text, [card] * count


def items_of(edition: Edition, random: Random) -> list[tuple[str, list[str]]]:
    """Parts of a hand, each with the cards that whoever wrote it meant."""
    houses = edition.roles.get("houses", {})
    often = [card for card, times in edition.deck.items() if times > 1 and card not in houses]
    items = [group_of(edition, random)]
    if edition.way.numbered_houses and random.random() < 0.7:
        items.append(row_of(edition, random))
    chosen = random.sample([card for card in often if card != "hotel"], random.randint(0, 3))
    items += [bonus_of(edition, card, random) for card in chosen]
    random.shuffle(items)
    return items


def meant_by(items: list[tuple[str, list[str]]]) -> Counter[str]:
    """The cards of all parts."""
    return Counter(card for _, cards in items for card in cards)


def in_a_row(items: list[tuple[str, list[str]]], random: Random) -> str:
    """The parts as people put them one behind the other."""
    return random.choice(BEFORE) + random.choice(BETWEEN).join(text for text, _ in items)


def with_dashes(items: list[tuple[str, list[str]]], random: Random) -> str:
    """The parts with dashes between them."""
    return random.choice(DASHES).join(text for text, _ in items)


def as_a_list(items: list[tuple[str, list[str]]], random: Random) -> str:
    """The parts as a list with numbers or letters, in lines or one line."""
    label = random.choice(LISTS)
    return random.choice(("\n", " ", ", ")).join(
        label.format(n=number, letter="abcdefgh"[number - 1]) + text
        for number, (text, _) in enumerate(items, 1)
    )


@pytest.mark.tries
@pytest.mark.parametrize(
    ("write", "least"),
    [
        pytest.param(in_a_row, 0.9, id="in a row"),
        pytest.param(with_dashes, 0.8, id="with dashes"),
        pytest.param(as_a_list, 0.55, id="as a list"),
    ],
)
def test_what_is_read_beyond_doubt_is_what_was_meant(
    write: Callable[[list[tuple[str, list[str]]], Random], str], least: float
) -> None:
    """A list with ``(2)`` or ``2:`` may as well count: it is asked about."""
    random = made_up_by(f"writings {write.__name__}")
    number = times(1500)
    sure = 0
    for _ in range(number):
        edition = load(random.choice(edition_ids()))
        items = items_of(edition, random)
        text, meant = write(items, random), meant_by(items)
        reading = read_cards(edition, text)
        beyond_doubt = Counter(card for one in reading.read if one.sure for card in one.cards)
        assert beyond_doubt <= meant, text
        assert not reading.sure or beyond_doubt == meant, text
        sure += reading.sure
    assert sure > number * least

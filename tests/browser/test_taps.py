"""How many taps a hand and a deal take, counted in the browser; the figures are printed.

`make test` taps some of them; `make prove` fifty hands and ten deals.
"""

from random import Random
from statistics import median

import pytest

from bench.hands import going_out
from companion.rules.edition_file import load
from tests.browser.conftest import SMALL, NewPhone, Server, seat
from tests.browser.phone import Entry, Phone, amount
from tests.often import OFTEN
from tests.settling import settle_cards

PLAYERS = ["Ann", "Bob", "Cem", "Dee"]
MOST_FOR_A_HAND = 7
HANDS = 50 if OFTEN else 5
DEALS = 10 if OFTEN else 2
MOST_FOR_A_DEAL = 25


def told(counted: list[int]) -> str:
    return f"median {median(counted)}, most {max(counted)} ({len(counted)}"


@pytest.mark.tries
def test_taps_of_fifty_hands(
    server: Server,
    new_phone: NewPhone,
    capsys: pytest.CaptureFixture[str],
) -> None:
    random = Random("taps of a hand")
    edition = load("classic-uk")
    phone = new_phone(server)
    counted = []
    for number in range(HANDS):
        cards = going_out(random, edition, (0, 0, 1, 0, 2)[number % 5])
        phone.go(f"/t/{seat(server, PLAYERS).code}/deal")
        phone.tap("out:0")
        phone.taps = 0
        phone.cards(edition, cards)
        counted.append(phone.taps)
        settled = settle_cards(edition, players=PLAYERS, hands={"Ann": cards}, went_out="Ann")
        bar = phone.page.locator("#bar")
        assert "10 of 10" in bar.inner_text()
        assert amount(bar.locator(".money").first.inner_text()) == settled.payouts["Ann"]
    with capsys.disabled():
        print(f"\ntaps for ten cards: {told(counted)} hands)")
    assert median(counted) <= MOST_FOR_A_HAND


def typical_deal(random: Random) -> Entry:
    """Somebody goes out and draws; one has nothing, one a few cards, one perhaps a Chance."""
    edition = load("classic-uk")
    cards = going_out(random, edition, random.choice((0, 0, 1)))
    pool = [card for card, copies in edition.deck.items() for _ in range(copies)]
    for card in cards:
        pool.remove(card)
    random.shuffle(pool)
    drawn = pool[:5]
    settled = settle_cards(
        edition, players=PLAYERS, hands={"Ann": cards}, went_out="Ann", reward=drawn
    )
    left = list(settled.laid["Ann"].unused)
    helping = []
    for card in drawn:
        if card in left:
            left.remove(card)
        else:
            helping.append(card)
    pool = [card for card in pool[5:] if card not in edition.group_of and card != "chance"]
    hands = {
        "Ann": cards,
        "Bob": [],
        "Cem": [card for card in pool if card in ("go", "mr-monopoly")][: random.randrange(1, 4)],
        "Dee": ["chance"] if "chance" not in (*cards, *drawn) else [],
    }
    return {"went_out": "Ann", "hands": hands, "reward": helping}


@pytest.mark.tries
def test_taps_of_typical_deals(
    server: Server,
    new_phone: NewPhone,
    capsys: pytest.CaptureFixture[str],
) -> None:
    random = Random("taps of a deal")
    phone: Phone = new_phone(server, SMALL)
    counted = []
    for _ in range(DEALS):
        code = seat(server, PLAYERS).code
        phone.taps = 0
        phone.enter(code, "classic-uk", PLAYERS, typical_deal(random))
        counted.append(phone.taps)
    with capsys.disabled():
        print(f"\ntaps for a deal of four: {told(counted)} deals)")
    assert median(counted) <= MOST_FOR_A_DEAL

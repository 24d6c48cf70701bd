"""How many taps and scrolls a hand and a deal take, counted in the browser, and printed.

`make test` taps some of them; `make prove` fifty hands and ten deals.
"""

from random import Random
from statistics import median

import pytest

from bench.hands import going_out
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, seat
from tests.browser.phone import Entry, Phone, amount
from tests.often import OFTEN
from tests.settling import settle_cards

PLAYERS = ["Ann", "Bob", "Cem", "Dee"]
HANDS = 50 if OFTEN else 3
DEALS = 10 if OFTEN else 2
MOST_FOR_A_HAND = 6
MOST_FOR_A_DEAL, MOST_SCROLLS = 17 if OFTEN else 19, 2
"""The pay list included, and one hand that was caught, whose Mr. Monopoly cards are asked for; the
few deals of `make test` are longer than most."""
WITH_BARS = {"width": 390, "height": 664}
"""A phone whose browser shows its own bars."""


def told(counted: list[int]) -> str:
    return f"median {median(counted)}, most {max(counted)}"


@pytest.mark.tries
@pytest.mark.parametrize(
    ("size", "most_scrolls"), [(TALL, 0), (WITH_BARS, 1), (SMALL, 2)], ids=["tall", "bars", "small"]
)
def test_taps_and_scrolls_of_a_hand(
    server: Server,
    new_phone: NewPhone,
    capsys: pytest.CaptureFixture[str],
    size: dict[str, int],
    most_scrolls: int,
) -> None:
    """From the fresh page of the deal to the verdict on ten cards; who went out is asked first."""
    random = Random("taps of a hand")
    edition = load("classic-uk")
    phone = new_phone(server, size)
    taps, scrolls = [], []
    for number in range(HANDS):
        cards = going_out(random, edition, (0, 0, 1, 0, 2)[number % 5])
        phone.go(f"/t/{seat(server, PLAYERS).code}/deal")
        phone.taps = phone.scrolls = 0
        phone.tap("out:0")
        phone.cards(edition, cards)
        taps.append(phone.taps - 1)
        scrolls.append(phone.scrolls)
        settled = settle_cards(edition, players=PLAYERS, hands={"Ann": cards}, went_out="Ann")
        bar = phone.page.locator("#bar")
        assert "10 of 10" in bar.inner_text()
        assert amount(bar.locator(".money").first.inner_text()) == settled.payouts["Ann"]
    with capsys.disabled():
        print(f"\nten cards, {size['height']} high: taps {told(taps)}, scrolls {told(scrolls)}")
    assert median(taps) <= MOST_FOR_A_HAND
    assert median(scrolls) <= most_scrolls


def typical_deal(random: Random, edition: Edition) -> Entry:
    """Somebody goes out and draws; one has nothing, one a few cards, one perhaps a Chance."""
    cards = going_out(random, edition, random.choice((0, 0, 1)))
    pool = [card for card, copies in edition.deck.items() for _ in range(copies)]
    for card in cards:
        pool.remove(card)
    random.shuffle(pool)
    drawn = pool[: edition.seats[len(PLAYERS)].reward]
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
    catches, most = edition.caught_with, edition.roles["most_of"]
    pool = [card for card in pool[5:] if card in ("go", most)]
    hands = {
        "Ann": cards,
        "Bob": [],
        "Cem": pool[: random.randrange(1, 4)],
        "Dee": [catches] if catches not in (*cards, *drawn) else [],
    }
    return {"went_out": "Ann", "hands": hands, "reward": helping}


def go_on(phone: Phone) -> None:
    """Taps the button in the bar."""
    phone.press('#bar [id^="do-"]')


def enter_quickly(phone: Phone, edition: Edition, entry: Entry) -> None:
    """Enters a deal that the first player went out in, each hand after the other as the bar leads
    on, and pays everybody."""
    hands = entry["hands"]
    phone.tap("out:0")
    phone.cards(edition, hands["Ann"])
    if edition.seats[len(PLAYERS)].reward:
        phone.lay()
        phone.cards(edition, entry["reward"], hands["Ann"])
    for place, player in enumerate(PLAYERS[1:], 1):
        if not hands[player]:  # in the bar of the hand before, or beside its own cards
            phone.tap(f"nothing:{place}")
            continue
        if not phone.shows(f'[name="at"][value="{place}"]'):
            go_on(phone)
        if hands[player] == [edition.caught_with]:
            phone.tap(f"catch:{place}")
            phone.tap(f"caught:{place}:0")
        else:
            phone.cards(edition, hands[player])
    if not phone.page.locator("#do-close").count():
        go_on(phone)
    phone.confirm()
    everybody = phone.page.locator('button[value="next"]')
    unpaid = phone.page.locator('#pay button[name="paid"]')
    phone.press(everybody if everybody.count() else unpaid)
    assert not unpaid.count()


@pytest.mark.tries
def test_taps_and_scrolls_of_a_deal(
    server: Server,
    new_phone: NewPhone,
    capsys: pytest.CaptureFixture[str],
) -> None:
    random = Random("taps of a deal")
    edition = load("classic-uk")
    phone: Phone = new_phone(server)
    taps, scrolls = [], []
    for _ in range(DEALS):
        phone.go(f"/t/{seat(server, PLAYERS).code}/deal")
        phone.taps = phone.scrolls = 0
        enter_quickly(phone, edition, typical_deal(random, edition))
        taps.append(phone.taps)
        scrolls.append(phone.scrolls)
    with capsys.disabled():
        print(f"\na deal of four: taps {told(taps)}, scrolls {told(scrolls)}")
    assert median(taps) <= MOST_FOR_A_DEAL
    assert median(scrolls) <= MOST_SCROLLS

"""The end of a game: what the hand that was paid most is shown with adds up to what it was paid."""

import re

import pytest
from flask.testing import FlaskClient

from companion.store import Store
from tests.web.conftest import MakeTable
from tests.web.play import close

HANDS = {
    "both colours of a side": ("express", "red, yellow, dark-blue", "Bonus for Red and Yellow"),
    "GO and the most Mr. Monopoly": (
        "classic-uk",
        "yellow, h1, h2, token, go, go, mr-monopoly",
        "2 GO cards",
    ),
    "the jackpot": ("winning-moves-2017", "red, go, go, free-parking", "Jackpot for the most"),
    "sets alone": ("deluxe", "green, dark-blue", ""),
}


@pytest.mark.parametrize(
    ("edition", "hand", "told"), [pytest.param(*one, id=name) for name, one in HANDS.items()]
)
@pytest.mark.parametrize("page", ["", "deals/1"])
def test_what_the_best_hand_is_shown_with_adds_up(
    client: FlaskClient,
    store: Store,
    make_table: MakeTable,
    edition: str,
    hand: str,
    told: str,
    page: str,
) -> None:
    table = make_table(
        edition, ["Ann", "Bob"], options={"target": 20 if edition == "express" else 500}
    )
    goer, more = (None, {"stopped_early": True}) if edition == "express" else ("Ann", {})
    close(store, table, goer, {"Ann": hand}, let_stand=True, **more)
    text = client.get(f"/t/{table.code}/{page}").text
    (shown,) = re.findall(r'<section class="card best-of-night">.*?</section>', text, re.DOTALL)
    amounts = re.findall(r'class="money">[£$]?([\d,]+)', shown)
    paid, *parts = [int(amount.replace(",", "")) for amount in amounts]
    assert sum(parts) == paid
    assert told in shown

"""Just the amount in place of cards, by taps on two phones; with the keys, and without scripts."""

import pytest

from tests.browser.conftest import SMALL, NewPhone, Server, seat
from tests.browser.phone import Phone
from tests.browser.test_phones import keep, open_deal, seated

PLAYERS = ["Ann", "Bob", "Cem"]
UK, WM, EX = "classic-uk", "winning-moves-2017", "express"


def say(phone: Phone, place: int, amount: str) -> None:
    """Opens the field of a player, types the amount with its keys, and enters it."""
    if not phone.shows(f"#amount-of-{place}"):
        phone.tap(f"open:{place}.a")
    if phone.scripts:
        for figure in amount:
            phone.page.locator(f'[data-key="{figure}"]').tap()
    else:
        phone.page.locator("#amount-field").fill(amount)
    phone.press("#do-say")


@pytest.mark.parametrize(
    ("edition", "scripts", "totals"),
    [
        (UK, True, {"Ann": 1850, "Bob": 300, "Cem": 0}),
        (WM, False, {"Ann": 1850, "Bob": 800, "Cem": 0}),
        (EX, True, {"Ann": 55, "Bob": 3, "Cem": 0}),
    ],
)
def test_amounts_of_two_phones(
    server: Server, new_phone: NewPhone, edition: str, scripts: bool, totals: dict[str, int]
) -> None:
    ann, bob = new_phone(server, scripts=scripts), new_phone(server, SMALL, scripts=scripts)
    table = seat(server, PLAYERS, edition)
    seated(ann, table.code, 0)
    keep(server, table)
    seated(bob, table.code, 1)
    amounts = {UK: ("1850", "300"), WM: ("1850", "300"), EX: ("55", "3")}[edition]
    open_deal(ann, table.code)
    if edition != EX:
        ann.tap("out:0")
        ann.tap("open:")
    say(ann, 0, amounts[0])
    open_deal(bob, table.code)
    say(bob, 1, amounts[1])
    open_deal(ann, table.code)
    say(ann, 2, "0")
    if edition == WM:
        ann.tap("most:1")
    ann.confirm()
    assert ann.page.locator("#hands").get_by_text("As the table said").count() == 3
    assert ann.totals(table.code) == totals
    ann.check()
    bob.check()

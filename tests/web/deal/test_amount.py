"""Just the amount of a hand, on the page of the open deal: the field, its messages, who held the
most; with htmx and without scripts."""

import pytest

from companion.store import Store
from tests.web.deal.phone import DealPhone
from tests.web.deal.test_deal import Call, phone

__all__ = ["phone"]  # the fixture

UK, WM, EX = "classic-uk", "winning-moves-2017", "express"


def say(here: DealPhone, words: str, amount: str) -> None:
    """Types an amount and taps the button that enters it."""
    assert f'value="{words}"' in here.html
    here.post(words, amount=amount)
    assert here.status == 200


@pytest.mark.parametrize("htmx", [True, False], ids=["fragment", "page"])
def test_a_deal_by_amounts_alone(phone: Call, store: Store, htmx: bool) -> None:
    here = phone(UK, "out:0", htmx=htmx)
    here.tap("open:0.a")
    assert "What is Ann paid?" in here.text
    assert "with the reward and the most Mr. Monopoly" in here.text
    for seat, amount in enumerate(("1850", "£ 300", "0", "1,000")):
        say(here, f"say:{seat}:", amount)
    assert "All hands are in" in here.text
    assert here.text.count("As the table said") == 4
    assert here.close().status_code == 303
    assert store.deals(here.table)[0].payouts == {"Ann": 1850, "Bob": 300, "Cem": 0, "Dee": 1000}


@pytest.mark.parametrize("htmx", [True, False], ids=["fragment", "page"])
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("120", "Amounts go in steps of 50: £100 or £150?"),
        ("abc", "“abc” is no amount. Type it like £1,500."),
        ("", "Type the amount first."),
        ("1000050", "£1,000,000 is the most for one hand."),
    ],
)
def test_a_wrong_amount_is_told_beside_the_field(
    phone: Call, htmx: bool, typed: str, told: str
) -> None:
    here = phone(UK, "out:0", "open:", "open:1.a", htmx=htmx)
    here.post("say:1:", amount=typed)
    assert here.status == 422
    assert told in here.text
    assert 'aria-invalid="true"' in here.html
    assert f'value="{typed}"' in here.html


def test_enter_in_the_field_is_the_tap_that_says_it(phone: Call) -> None:
    """The first button of the form is what the key presses."""
    here = phone(UK, "out:0", "open:", "open:1.a")
    form = here.html[here.html.index('id="taps"') :]
    assert form.index('value="say:1:" hidden') < form.index('id="all"')


def test_who_held_the_most_is_asked_where_it_matters(phone: Call, store: Store) -> None:
    here = phone(UK, "out:0", "open:0.a")
    say(here, "say:0:", "500")
    here.tap("open:", "nothing:1", "nothing:2", "open:3", "n:mr-monopoly:1", "open:")
    assert "Who held the most Mr. Monopoly?" in here.text
    assert "Waiting for: who held the most Mr. Monopoly" in here.text
    assert [name for name in ("Ann", "Bob", "Cem", "Dee") if f"{name}</bdi></button>" in here.html]
    here.tap("most:3")
    assert "All hands are in" in here.text
    here.close()
    assert store.deals(here.table)[0].payouts["Dee"] == 1000


def test_the_jackpot_of_2017_is_always_asked_about(phone: Call, store: Store) -> None:
    here = phone(WM, "out:0", "open:", "nothing:1", "nothing:2", "nothing:3", "open:0.a")
    assert "The jackpot is added for you." in here.text
    say(here, "say:0:", "500")
    assert "Who held the most Free Parking?" in here.text
    here.tap("most:0")
    here.close()
    assert store.deals(here.table)[0].payouts["Ann"] == 1000


def test_points_of_express(phone: Call, store: Store) -> None:
    here = phone(EX, "made:brown:0")
    assert "Just the points" in here.text
    here.tap("open:1.a")
    assert "How many points for Bob?" in here.text
    say(here, "say:1:", "12")
    assert "<i>12</i>" in here.html
    here.tap("open:2.a")
    say(here, "say:2:", "0")
    here.tap("open:3.a")
    say(here, "say:3:", "7")
    here.close()
    assert store.deals(here.table)[0].payouts == {"Ann": 1, "Bob": 12, "Cem": 0, "Dee": 7}


def test_back_to_the_cards(phone: Call) -> None:
    here = phone(UK, "out:0", "open:", "open:1.a")
    say(here, "say:1:", "300")
    here.tap("open:", "open:1.a")
    assert "Enter cards instead" in here.text
    assert 'value="300"' in here.html
    here.tap("cards:1")
    assert "Cards that count" in here.html


def test_undone_the_amounts_are_open_again(phone: Call, store: Store) -> None:
    here = phone(WM, "out:0", "open:", "nothing:1", "nothing:2", "nothing:3", "open:0.a")
    say(here, "say:0:", "1850")
    here.tap("most:0")
    here.close()
    store.undo(here.table, token="u")
    here.show()
    assert "All hands are in" in here.text
    assert "$2,350" in here.text
    here.tap("most:-")
    here.close()
    assert store.deals(here.table)[0].payouts["Ann"] == 1850

"""What a page has open, as its address says it."""

import pytest

from companion.game.open_deal import REWARD, OpenDeal
from companion.game.seats import Seats
from companion.game.taps import ASKS_WHO, CLOSED, Asking, Opened
from companion.rules.edition_file import load

PLAYERS = ("Ann", "Bob")
UK, EXPRESS = (OpenDeal(Seats(load(edition), PLAYERS)) for edition in ("classic-uk", "express"))


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        pytest.param("", CLOSED, id="all hands"),
        pytest.param("0", Opened(0), id="a hand"),
        pytest.param("r", Opened(REWARD), id="the reward"),
        pytest.param("0.1", Opened(0, 1), id="the second wild of a hand"),
        pytest.param("r.0", Opened(REWARD, 0), id="a wild of the reward"),
        pytest.param("?1", Opened(asking=Asking.WHOSE, instead=1), id="whose cards they are"),
        pytest.param("?-", Opened(asking=Asking.WHOSE), id="when nobody went out"),
        pytest.param("??", ASKS_WHO, id="who went out"),
    ],
)
def test_what_is_open_is_written_as_it_is_read(text: str, opened: Opened) -> None:
    assert Opened.parse(text) == opened
    assert str(opened) == text


@pytest.mark.parametrize("text", ["?", "?12", "?x", "-", "x0", "0-", "a?", "1.4", "0.x"])
def test_what_no_page_has_open_asks_nothing(text: str) -> None:
    opened = Opened.parse(text)
    assert opened.asking is Asking.NOTHING
    assert opened.wild is None


@pytest.mark.parametrize(
    ("deal", "text", "place"),
    [
        pytest.param(UK, "0", 0, id="the first hand"),
        pytest.param(UK, "1", 1, id="the last hand"),
        pytest.param(UK, "2", None, id="one more than there are"),
        pytest.param(UK, "", None, id="none"),
        pytest.param(UK, "x", None, id="no number"),
        pytest.param(UK, "r", REWARD, id="the reward"),
        pytest.param(EXPRESS, "r", None, id="no reward in this box"),
        pytest.param(EXPRESS, "0", None, id="no hands in this box"),
    ],
)
def test_only_a_place_of_this_deal_is_open(deal: OpenDeal, text: str, place: int | None) -> None:
    assert Opened.parse(text).place_in(deal) == place

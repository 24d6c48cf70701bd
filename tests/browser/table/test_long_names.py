"""Long names on a narrow phone: cut where the room ends, with "…", and nothing beside them lost."""

from contextlib import closing

import pytest

from companion.store import Store
from tests.browser.conftest import SMALL, NewPhone, Server, seat, tapped
from tests.web.play import close

OUTSIDE = """all => all.map(one => Math.max(0, Math.round(one.getBoundingClientRect().right
    - one.closest('svg').getBoundingClientRect().right)))"""
"""How much of each is right of its drawing, where it is not seen."""


@pytest.mark.parametrize(
    "names",
    [["W" * 40, "m" * 40, "b" * 40, "Grandmother"], ["O" * 40, "8" * 40, "é" * 40, "Ж" * 40]],
    ids=["Latin", "digits, accents, Cyrillic"],
)
def test_names_beside_the_running_totals_are_cut_by_their_width(
    server: Server, new_phone: NewPhone, names: list[str]
) -> None:
    table = seat(server, names)
    with closing(Store(server.folder / "companion.db")) as store:
        close(store, table, names[0], {names[0]: "dark-blue h1 token*2"}, let_stand=True)
    phone = new_phone(server, SMALL)
    for page in ("", "summary"):
        phone.go(f"/t/{table.code}/{page}")
        assert phone.measure(".line-chart .end + text", OUTSIDE) == [0] * 4, page


ABOVE = """all => all.filter(one => one.querySelector('.shape').getBoundingClientRect().bottom
    <= one.querySelector('bdi').getClientRects()[0].top).map(one => one.innerText)"""
"""The names below their sign."""


@pytest.mark.parametrize("name", ["W" * 40, "Wolfeschlegelsteinhausenbergerdorffwelch"])
def test_the_sign_of_a_player_is_beside_the_name(
    server: Server, new_phone: NewPhone, name: str
) -> None:
    """Also where the name is one word that has no room beside it."""
    phone = new_phone(server, SMALL)
    table = seat(server, ["Ann", name, "Cem"])
    phone.go(tapped(server, table, "out:0", "=red h1 token*3 mm go*2", "lay", "open:"))
    assert phone.measure(".hand h2:has(.shape)", ABOVE) == []
    phone.go(f"/t/{table.code}/join")
    assert phone.measure(".join .person", ABOVE) == []

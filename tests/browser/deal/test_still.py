"""Nothing moves under a thumb: what can be tapped before and after a tap has kept its place, and
nothing scrolled by itself. A tap that leads to another part of the page begins at its top."""

from itertools import product
from random import Random
from typing import Any

import pytest

from bench.hands import going_out
from companion.rules.edition_file import load
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, seat
from tests.browser.phone import Phone, steps
from tests.often import in_prove

PLAYERS = ["Ann", "Bob", "Cem"]
WITH_BARS = {"width": 390, "height": 664}
PLACES = """within => {
    const found = {}, controls = 'button, a, summary, input, textarea';
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
    for (const one of document.querySelectorAll(`${within} :is(${controls})`)) {
        if (!one.checkVisibility() || one.matches('.skip-link')) continue;
        const near = one.closest('[id]'), all = [...near?.querySelectorAll(controls) ?? []];
        const box = one.getBoundingClientRect();
        const lifted = parseFloat(getComputedStyle(one).translate.split(' ')[1]) || 0;
        const place = [box.x, box.y - lifted, box.width, box.height].map(Math.round);
        found[one.id || one.href || `${near?.id} ${all.indexOf(one)}`] = place;
    }
    return [scrollY, found];
}"""
"""How far the page is scrolled, and where every control is, by its id, its address, or its number
in a part that has an id."""


def places(phone: Phone, within: str = "body") -> tuple[float, dict[str, list[int]]]:
    scrolled, found = phone.page.evaluate(PLACES, within)
    return scrolled, found


def stays(phone: Phone, target: str, within: str = "body") -> None:
    """Taps, and nothing that is still there has moved."""
    phone.show(target)
    (scrolled, before), part = places(phone, within), opened(phone)
    phone.press(target)
    now, after = places(phone, within)
    assert opened(phone) == part, target
    assert now == scrolled, target
    assert moved(before, after) == {}, target


def moved(before: dict[str, list[int]], after: dict[str, list[int]]) -> dict[str, Any]:
    """What is there before and after, in another place."""
    return {name: (was, after[name]) for name, was in before.items() if after.get(name, was) != was}


def leads_on(phone: Phone, target: str) -> None:
    """Taps, and the part that comes then is shown from its top."""
    phone.press(target)
    assert phone.page.evaluate("scrollY") == 0, target


def opened(phone: Phone) -> Any:
    """Which part of the page is open."""
    return phone.page.evaluate("document.querySelector('#taps [name=at]')?.value")


def button(tap: str) -> str:
    return f'button[name="tap"][value="{tap}"]'


SIZES = {"tall": TALL, "bars": WITH_BARS, "small": SMALL}
USUAL = (("classic-uk", "small"), ("deluxe", "bars"), ("winning-moves-2017", "tall"))
"""Each box and each size once. All of them in `make prove`."""
EVERY = [*product((box for box, _ in USUAL), SIZES)]


@pytest.mark.parametrize(("box", "size"), in_prove(EVERY, {*EVERY} - {*USUAL}))
def test_nothing_moves_under_a_thumb(
    server: Server, new_phone: NewPhone, box: str, size: str
) -> None:
    """A usual hand, its reward, another hand, and paying."""
    edition, phone = load(box), new_phone(server, SIZES[size])
    cards = going_out(Random(box), edition, 0)
    phone.go(f"/t/{seat(server, PLAYERS, box).code}/deal")
    leads_on(phone, button("out:0"))
    for tap in steps(edition, cards):
        stays(phone, button(tap))
    group = next(one for one in edition.groups if not {*one.cards} & {*cards})
    most = edition.roles["most_of"]
    if edition.seats[len(PLAYERS)].reward:
        phone.lay()
        reward = (f"n:{most}:1", "n:go:1", f"take:{group.cards[0]}", f"give:{group.cards[0]}")
        for tap in reward:
            if cards.count(tap.split(":")[1]) < edition.deck[tap.split(":")[1]]:
                stays(phone, button(tap))
    leads_on(phone, "#bar .act[id^=do-]")
    stays(phone, button(f"take:{group.id}"))
    leads_on(phone, "#bar .act[id^=do-]")
    leads_on(phone, button("nothing:2"))
    phone.press("#do-close")
    pays(phone)


def pays(phone: Phone) -> None:
    """Ticks every slip. Nothing on the page moves, nor when the page is looked at again."""
    while phone.shows('#pay button[name="paid"]'):
        stays(phone, '#pay button[name="paid"]')
    before = places(phone)[1]
    phone.page.reload()
    phone.settle()
    assert moved(before, places(phone)[1]) == {}


@pytest.mark.parametrize("size", [TALL, SMALL], ids=["tall", "small"])
def test_a_layer_moves_nothing_either(
    server: Server, new_phone: NewPhone, size: dict[str, int]
) -> None:
    """Single cards, and what a Chance counts as."""
    phone = new_phone(server, size)
    phone.go(f"/t/{seat(server, PLAYERS).code}/deal")
    leads_on(phone, button("out:0"))
    stays(phone, button("take:strand"))  # opens the layer first
    stays(phone, button("take:fleet-street"))
    stays(phone, button("n:chance:1"))
    phone.show("#wild0")
    before = places(phone)
    phone.press("#wild0")
    assert phone.shows("#choose")
    assert places(phone)[0] == before[0]
    phone.press("#back")
    assert places(phone) == before


def test_a_third_row_of_houses_moves_nothing(server: Server, new_phone: NewPhone) -> None:
    """It is shown at the end of the page, where nothing follows."""
    phone = new_phone(server)
    phone.go(f"/t/{seat(server, PLAYERS).code}/deal")
    leads_on(phone, button("out:0"))
    taps = ("take:brown", "take:light-blue", "take:pink", "up:1:house-1", "up:2:house-1")
    for tap in taps:
        stays(phone, button(tap))
    assert phone.shows("#houses3")

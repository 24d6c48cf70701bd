"""The quick reference on a phone, and printed: two pages at the most, on A4 and on Letter."""

import pytest

from companion.rules.edition_file import edition_ids
from tests.browser.conftest import SMALL, NewPhone, Server
from tests.browser.paper import Paper
from tests.browser.test_pages import check


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "address", ["/rules/", *(f"/rules/{edition}" for edition in edition_ids())]
)
def test_page(server: Server, new_phone: NewPhone, address: str, scheme: str) -> None:
    phone = new_phone(server, SMALL, scheme=scheme)
    phone.go(address)
    check(phone)


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("edition", edition_ids())
def test_it_prints_on_two_pages(
    server: Server, new_phone: NewPhone, edition: str, size: str
) -> None:
    phone = new_phone(server, SMALL)
    phone.go(f"/rules/{edition}")
    printed = Paper(phone.page, size)
    assert len(printed) <= 2
    assert "at a glance" in printed.text
    assert "Settle a dispute" not in printed.text  # the ways about the program are not printed


def test_a_finding_leads_to_its_rule(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, SMALL, scripts=False)
    phone.go("/rules/classic-uk#rule-house-out-of-sequence")
    place = phone.page.locator("#rule-house-out-of-sequence")
    assert place.is_visible()
    box = place.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < SMALL["height"]

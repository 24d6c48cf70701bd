"""The time zone of a table: that of the phone that makes it."""

from contextlib import closing

from companion.store import Store
from tests.browser.conftest import NewPhone, Server
from tests.stored import known_table


def test_a_table_has_the_zone_of_the_phone_that_makes_it(
    server: Server, new_phone: NewPhone
) -> None:
    phone = new_phone(server)
    code = phone.new_table("classic-uk", ("Anna", "Ben", "Cleo"))  # the form is shown twice
    zone = phone.page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    with closing(Store(server.folder / "companion.db")) as store:
        assert known_table(store, code).zone == zone != ""

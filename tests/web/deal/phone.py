"""The page of the open deal on a phone."""

import re
from typing import Any

from werkzeug.test import TestResponse

from companion.store import Table
from tests.web.conftest import plain_text
from tests.web.visitors import Phone


class DealPhone:
    """A phone with the open deal of a table: it taps only buttons that its page has."""

    def __init__(self, phone: Phone, table: Table, *, htmx: bool = True) -> None:
        self.phone, self.table, self.htmx = phone, table, htmx
        self.address = f"/t/{table.code}/deal"
        self.html, self.status = "", 0
        self.show()

    def show(self) -> str:
        """Loads the page."""
        return self._take(self.phone.get(self.address))

    def tap(self, *taps: str) -> str:
        """Taps the buttons with these values, one after the other. A hand that has too few cards is
        laid down from “change”."""
        for words in taps:
            if words == "lay" and 'value="lay"' not in self.html:
                self.tap("open:??")
            assert f'value="{words}"' in self.html, f"there is no button {words}"
            self.post(words)
            assert self.status == 200, (words, self.status)
        return self.html

    def post(self, words: str, **fields: Any) -> str:
        """Posts a tap whether the page has the button or not."""
        tap = {**self.fields(), "tap": words, **fields}
        answer = self.phone.post(self.address, tap, fragment=self.htmx)
        if answer.status_code == 303:
            answer = self.phone.get(answer.headers["Location"])
        return self._take(answer)

    def fields(self) -> dict[str, str]:
        """What the page's form carries along."""
        form = self.html[self.html.index('id="taps"') :].partition("</form>")[0]
        hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)">', form)
        return {name: value for name, value in hidden if name != "csrf_token"}

    def close(self, **fields: Any) -> TestResponse:
        """Posts the form that closes the deal."""
        assert 'form="closing"' in self.html
        data = {name: self.field(name) for name in ("version", "token")}
        return self.phone.post(f"{self.address}/close", {**data, **fields})

    def field(self, name: str) -> str:
        """The value of a field of the page."""
        found = re.search(f'name="{name}" value="([^"]*)"', self.html)
        assert found is not None, name
        return found[1]

    def _take(self, answer: TestResponse) -> str:
        self.status, self.html = answer.status_code, answer.text
        return self.html

    @property
    def text(self) -> str:
        """What the page says, without its tags."""
        return plain_text(self.html).replace("\u00ad", "")

"""An application whose pages are read, and their text."""

import re
from collections.abc import Callable, Iterator
from html import unescape

import pytest
from flask import Flask

from companion import create_app

TextOf = Callable[[str], str]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app(tmp_path_factory.mktemp("books"), TESTING=True)
    yield app
    app.extensions["store"].close()


@pytest.fixture(scope="session")
def text_of(site: Flask) -> TextOf:
    """``text_of("/rules/deluxe")``: what people read on a page, with single spaces."""
    client = site.test_client()

    def read(address: str) -> str:
        answer = client.get(address)
        assert answer.status_code == 200
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())

    return read

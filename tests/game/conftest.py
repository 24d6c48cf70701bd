"""A store without an application, and tables in it."""

from collections.abc import Iterator

import pytest

from companion.store import Store
from tests.web.conftest import MakeTable, table_maker


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(":memory:")
    yield store
    store.close()


@pytest.fixture
def make_table(store: Store) -> MakeTable:
    return table_maker(store)

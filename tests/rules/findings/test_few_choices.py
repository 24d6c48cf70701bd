"""Hands with little to choose are told the same problems and fixes as where all is searched."""

import pytest

from companion.rules.deal import read
from companion.rules.edition_file import load
from companion.rules.findings import few_choices, mend
from companion.rules.options import with_options
from companion.rules.payout import settle
from tests.made_up import deal_nearly_out
from tests.often import made_up_by, times


@pytest.mark.tries
@pytest.mark.parametrize("wild_only", [False, True], ids=["plain", "wild-only-sets"])
@pytest.mark.parametrize("edition_id", ["classic-us", "classic-uk", "deluxe", "winning-moves-2017"])
def test_the_same_problems_as_where_all_is_searched(
    edition_id: str, wild_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, choices = made_up_by(f"few choices {edition_id} {wild_only}"), mend.priced_choices
    edition = with_options(load(edition_id), {"wild_only_sets": wild_only})
    for _ in range(times(500)):
        line = {**deal_nearly_out(edition, random), "wilds": {}}
        found = settle(*read(line)).findings
        with monkeypatch.context() as searched:
            searched.setattr(few_choices, "problems", lambda hand, reading: None)
            searched.setattr(mend, "priced_choices", lambda *held: (0, choices(*held)[1]))
            assert settle(*read(line)).findings == found, line

"""The fewest cards that mend a hand are the same where every group is searched."""

import pytest

from companion.rules.contract import read
from companion.rules.edition_file import load
from companion.rules.findings import mend
from companion.rules.options import with_options
from companion.rules.payout import settle
from tests.made_up import deal_nearly_out
from tests.often import made_up_by, times


@pytest.mark.tries
@pytest.mark.parametrize("wild_only", [False, True], ids=["plain", "wild-only-sets"])
@pytest.mark.parametrize("edition_id", ["classic-us", "classic-uk", "deluxe", "winning-moves-2017"])
def test_groups_that_are_not_looked_at_change_nothing(
    edition_id: str, wild_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = made_up_by(f"mend {edition_id} {wild_only}")
    edition = with_options(load(edition_id), {"wild_only_sets": wild_only})
    for _ in range(times(500)):
        line = deal_nearly_out(edition, random)
        found = settle(*read(line)).findings
        with monkeypatch.context() as searched:
            searched.setattr(
                mend, "_undecided", lambda hand, *_: [one for one in hand.groups if one.short]
            )
            assert settle(*read(line)).findings == found, line

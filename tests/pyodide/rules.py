"""Runs a tenth of tests/rules with the Python of the browser; `test_rules.py` starts it there."""

import os
import sys
from random import Random

for folder in ("/site", "/pure", "/code"):
    sys.path.insert(0, folder)
sys.dont_write_bytecode = True
os.chdir("/code")

import pytest  # noqa: E402 - its folder is known only now


class Tenth:
    """Chooses every tenth test, by seed."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves only the chosen ones."""
        chosen = Random(os.environ["COMPANION_SEED"]).sample(range(len(items)), len(items) // 10)
        items[:] = [items[number] for number in sorted(chosen)]


status = int(
    pytest.main(
        [
            "tests/rules",
            "--ignore=tests/rules/books",
            "-q",
            "-Wignore",
            "-pno:cacheprovider",
            "-pno:faulthandler",
            "-p_hypothesis_pytestplugin",
            "--capture=sys",
        ],
        plugins=[Tenth()],
    )
)

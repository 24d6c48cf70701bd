"""Makes the folder of the phone alone: ``make phone``. Its bytes are the same each time."""

import argparse
import sys
from pathlib import Path

from release.phone.build import ROOT, build
from release.pyz import CannotBuild


def main() -> int:
    """Makes ``dist/phone/`` and prints the sizes; the exit status, 1 when it cannot be made."""
    words = argparse.ArgumentParser(prog="make phone", description=__doc__)
    words.add_argument("--to", type=Path, default=ROOT / "dist" / "phone", help="another folder")
    to = words.parse_args().to
    try:
        sent = build(to)
    except CannotBuild as problem:
        print(f"make phone: {problem}", file=sys.stderr)
        return 1
    for name, size in sorted(sent.items(), key=lambda one: -one[1]):
        print(f"{size / 1e6:6.2f} MB  {name}")
    print(f"{sum(sent.values()) / 1e6:6.2f} MB are sent once to each phone. The folder: {to}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Is it quick enough? Hands next to the mahjong package, cards as people type them, the pages next
to an empty one, and the phone alone next to a bare Pyodide."""

import argparse
import os
import platform
import sys
from collections.abc import Sequence

from bench import phone, reading, rules, web
from bench.figures import Figures


def main(words: Sequence[str] | None = None) -> int:
    """Measures what the words name, and prints it; 0, or 1 when a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--only", choices=("rules", "reading", "web", "phone"), help="one part [all]"
    )
    parser.add_argument("--quick", action="store_true", help="a fast look, with few of each")
    parser.add_argument("--seed", default="1", help="another seed, other hands [1]")
    given = parser.parse_args(words)
    version = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{version}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores")
    figures, share = Figures(), 10 if given.quick else 1
    for name, print_table, number in (
        ("rules", rules.print_table, 4_000),
        ("reading", reading.print_table, 2_000),
        ("web", web.print_tables, 200),
        ("phone", phone.print_table, 10),
    ):
        if given.only in (None, name):
            print(flush=True)
            print_table(number // share, given.seed, figures)
    print()
    print("\n".join(figures.summary()))
    return 1 if figures.missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""The start of ``companion-X.Y.Z.pyz``, the companion in one file. Nothing newer than Python 3.8 is
used before the version of Python is checked."""

import sys

OLDEST = (3, 11)


def main() -> int:
    """Runs the words of the command line, or serves the pages when there are none; its exit
    status, 2 when Python is too old."""
    if sys.version_info[:2] < OLDEST:
        sys.stderr.write(
            f"The companion needs Python 3.11 or newer. This is {sys.executable}, Python "
            f"{sys.version_info[0]}.{sys.version_info[1]}. Get a newer one from python.org or from "
            "your system.\n"
        )
        return 2
    from companion.cli import main as run

    words = sys.argv[1:]
    status = run(words or ["serve"])
    if status and not words and sys.platform == "win32":
        input("Press Enter to close this window.")  # it was opened with a double click
    return status

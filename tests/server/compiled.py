"""Templates are compiled once a run, for the workers of pytest and the servers that they start."""

import atexit
import os
import shutil
import tempfile

from flask import Flask
from jinja2 import FileSystemBytecodeCache

FOLDER = "COMPANION_TEST_TEMPLATES"
"""The variable that names the folder to the programs that the first one starts."""


def keep() -> None:
    """From now on the applications of this program compile no template that is in the folder. The
    program that comes here first makes the folder, and removes it when it ends."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
        atexit.register(shutil.rmtree, os.environ[FOLDER], ignore_errors=True)
    cache = FileSystemBytecodeCache(os.environ[FOLDER])
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": cache}

"""A Flask application with a view that does nothing: the measure of all pages. And an application
without Flask that answers at once: what the server itself takes."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, render_template
from jinja2 import DictLoader

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

LINE = DictLoader({"bench_empty.html": "<!doctype html><p>Hello, {{ name }}.</p>\n"})


def empty() -> str:
    """A template of one line."""
    return render_template("bench_empty.html", name="Ann")


def view() -> Flask:
    """The application, with the view at its root."""
    app = Flask("bare")
    app.jinja_loader = LINE
    app.add_url_rule("/", view_func=empty)
    return app


def at_once(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """The empty answer, as to an idle poll."""
    start_response("204 NO CONTENT", [])
    return ()

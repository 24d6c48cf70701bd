"""A Flask application with a view that does nothing: the measure of all pages."""

from flask import Flask, render_template
from jinja2 import DictLoader

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

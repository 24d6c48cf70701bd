"""A page in any browser, tapped with a finger and looked at."""

import time
from typing import Any, Protocol

from tests.browser.phone import PATIENCE

WIDE, HIGH = 390, 844
PLACE = """(() => {
    const control = document.querySelector(%s);
    if (!control) return null;
    for (let fold; (fold = control.closest('details:not([open])'));) fold.open = true;
    for (const layer of document.querySelectorAll(':popover-open'))
        if (!layer.contains(control)) layer.hidePopover();
    const layer = control.closest('[popover]:not(:popover-open)');
    layer?.showPopover();
    const moves = one => one.playState === 'running'
        && Number.isFinite(one.effect.getComputedTiming().endTime);
    if (layer || document.getAnimations().some(moves)) return null;
    const middle = () => {
        const box = control.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    };
    const free = () => control.contains(document.elementFromPoint(...middle()));
    if (!free()) control.scrollIntoView({block: 'center', inline: 'center'});
    if (control.disabled || !free()) return null;
    window.answered = false;
    let mine;
    document.addEventListener('htmx:before:request', ({detail: {ctx}}) => {
        if (ctx.sourceElement?.id !== 'live') mine ??= ctx;
    });
    document.addEventListener('htmx:after:swap', ({detail: {ctx}}) => {
        if (ctx === mine) window.answered = true;
    });
    return middle();
})()"""
"""Where to touch this control, once nothing covers it."""
ANSWERED = """window.answered !== false && document.querySelector('main')
    && document.readyState === 'complete'
    && !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"""
"""Whether the answer to the last tap is on the page, or another page."""
FILLED = """(() => {
    const field = document.querySelector(%s);
    field.value = %s;
    field.dispatchEvent(new Event('input', {bubbles: true}));
    field.dispatchEvent(new Event('change', {bubbles: true}));
    return true;
})()"""


class Browser(Protocol):
    """What a browser must be able to do."""

    @property
    def said(self) -> list[str]:
        """Warnings and errors of its console."""

    def open(self, address: str) -> None:
        """Goes to an address and waits until it is loaded."""

    def run(self, script: str) -> Any:
        """The value of an expression on the page."""

    def touch(self, x: int, y: int) -> None:
        """Touches the screen there."""

    def picture(self) -> bytes:
        """The screen as PNG."""

    def close(self) -> None:
        """Ends the browser."""


class Screen:
    """The pages of one server in one browser."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url

    def go(self, address: str) -> None:
        """Opens an address of the server."""
        self.browser.open(f"{self.url}{address}")

    def run(self, script: str) -> Any:
        """The value of an expression on the page."""
        return self.browser.run(script)

    def wait(self, script: str) -> Any:
        """The value of an expression as soon as it is true. While another page is loaded a browser
        may answer with an error."""
        end = time.monotonic() + PATIENCE / 1000
        error: object = "never true"
        while time.monotonic() < end:
            try:
                if value := self.run(script):
                    return value
            except (OSError, RuntimeError) as caught:
                error = caught
        raise AssertionError(f"{script}: {error}")

    def press(self, control: str) -> None:
        """Touches what this selector finds, and waits for the answer."""
        x, y = self.wait(PLACE % quoted(control))
        self.browser.touch(x, y)
        self.wait(ANSWERED)

    def tick(self, control: str) -> None:
        """Touches a control that asks nothing of the server."""
        x, y = self.wait(PLACE % quoted(control))
        self.browser.touch(x, y)
        self.run("window.answered = true")

    def tap(self, *values: str) -> None:
        """Touches controls of the open deal."""
        for value in values:
            self.press(f'button[name="tap"][value="{value}"]')

    def fill(self, field: str, text: str) -> None:
        """Types into a field."""
        self.wait(f"!!document.querySelector({quoted(field)})")
        self.run(FILLED % (quoted(field), quoted(text)))

    def text(self, part: str) -> str:
        """What a part of the page says."""
        return " ".join(
            str(self.wait(f"document.querySelector({quoted(part)})?.innerText")).split()
        )


def quoted(text: str) -> str:
    """A string of a script."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

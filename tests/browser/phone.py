"""A phone in somebody's hand: what a person taps to play a game."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page

from companion.rules.edition import Edition
from companion.rules.edition_file import load

Entry = Mapping[str, Any]
UNHURRIED = """addEventListener('pointerdown', () => {
    if (window.touchesTwice) return;
    try { sessionStorage.removeItem('companion.tapped'); } catch { /* it keeps nothing */ }
}, true)"""
"""What a test touches quickly is no double tap, unless it says so: a person takes longer."""
PATIENCE = 60_000
"""Milliseconds to wait for anything: as long as the busiest machine may take."""
GONE = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
"""What the browser says about a network that was gone, at times only when it is back."""
IN_SIGHT = """control => {
    const folded = 'details:not([open]) > :not(summary), [popover]:not(:popover-open)';
    if (control.closest(folded)) return [false, null, true, false];
    control.getAnimations().forEach(one => one.finish()); // it is about to appear
    const middle = () => {
        const box = control.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const free = () => control.contains(document.elementFromPoint(...middle()));
    const layer = document.querySelector('.layer:popover-open');
    const closes = layer && !layer.contains(control) && !free();
    if (closes) layer.hidePopover();
    const scrolls = !control.disabled && !free();
    if (scrolls) control.scrollIntoView({block: 'center', inline: 'center'});
    window.answered = new Promise(done => {
        const over = ({detail: {ctx}}) => { // of what was touched, not of what the page asks itself
            if (ctx.sourceEvent?.isTrusted && !ctx.hx?.redirect) done(ctx.response?.status ?? 0);
        };
        document.addEventListener('htmx:finally:request', over);
    });
    return [scrolls, free() && !control.disabled ? middle() : null, false, closes];
}"""
"""Scrolls to the control where it is not in sight already. Says if that was needed, and where a
thumb would touch it, or null when it cannot be touched there: it is disabled, or something covers
its middle; whether it is folded away, where nothing is done; and whether a layer had to be closed
that covered it. From then on the page notes the answer to what is touched."""
OF_THE_ONE = "controls => controls.length === 1 ? [({})(controls[0])] : []"
OF_THE_FIRST = "found => [document.querySelector(found)].filter(one => one).map({})"
SETTLED = f"""async tapped => {{
    const late = new Promise((_, fail) => setTimeout(fail, {PATIENCE}, 'no answer to a tap'));
    const status = await (tapped && Promise.race([window.answered, late]));
    while (document.readyState !== 'complete'
            || document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling'))
        await new Promise(next => setTimeout(next, 1));
    return status ?? performance.getEntriesByType('navigation')[0].responseStatus;
}}"""
"""Waits until all that was asked for is on the page; after a tap first for its answer, and says the
status of that. A tap that leads to another page is answered with that page."""
UNFOLDING = """() => {
    const {dataset} = document.documentElement;
    delete dataset.unfolded;
    document.addEventListener('toggle', event => {
        if (event.target.matches('.read-cards')) setTimeout(() => { dataset.unfolded = 'yes'; });
    }, true);
}"""
"""Notes when the field for cards is open and the page has scrolled to it."""
LEFT = "Execution context was destroyed"
"""What is said of a question when the page was left before its answer."""


class Phone:
    """A page that is only ever tapped and typed into. Counts the taps, and how often what is tapped
    was not in sight."""

    def __init__(self, page: Page, url: str, *, scripts: bool) -> None:
        self.page = page
        self.url = url
        self.scripts = scripts
        self.taps = 0
        self.scrolls = 0
        self.wrong: list[str] = []
        self.offline = False
        page.set_default_timeout(PATIENCE)
        page.on("console", self._said)
        page.on("pageerror", self._failed)

    def put_down(self) -> None:
        """Looks away: what the page says from now on is nobody's."""
        self.page.remove_listener("console", self._said)
        self.page.remove_listener("pageerror", self._failed)

    def _failed(self, error: Error) -> None:
        self.wrong.append(str(error))

    def _said(self, message: ConsoleMessage) -> None:
        # What is refused is answered with 422 or 409, a deleted table with 410: no errors of it.
        refused = re.search("409|410|422", message.text)
        lost = any(word in message.text for word in GONE)
        warned = message.type == "warning" and message.text.startswith("htmx:")
        if warned or (message.type == "error" and not (refused or lost or self.offline)):
            self.wrong.append(message.text)

    def lose(self) -> None:
        """The network is gone. What the browser says about that is no error of the page."""
        self.offline = True
        self.page.context.set_offline(True)

    def find(self) -> None:
        """The network is back."""
        self.page.context.set_offline(False)
        self.offline = False

    def check(self) -> None:
        """No script failed, and nothing was fetched from anywhere else."""
        assert self.wrong == []

    def go(self, address: str) -> None:
        """Opens an address of the server."""
        answer = self.page.goto(f"{self.url}{address}")
        assert answer is not None
        assert answer.status == 200

    def press(self, target: Locator | str) -> None:
        """One tap on a control that posts or leads to another page: on this one, or on the first
        that a selector of CSS finds."""
        self.taps += 1
        self._send(target)

    def _send(self, target: Locator | str) -> int | None:
        """Taps and waits until what that leads to is on the page, be it a part or another page: a
        page that is still on its way would break off whatever is opened next. The status of it."""
        middle = self.show(target)
        if not self.scripts:
            with self.page.expect_navigation() as led:
                self._touch(target, middle)
            return led.value.status
        self._touch(target, middle)
        return self._settled(tapped=True)

    def _touch(self, target: Locator | str, middle: list[float] | None) -> None:
        """Touches the screen there. Playwright's own tap looks at the control several times, which
        takes three times as long. It is used where the control cannot be touched yet: it waits,
        and says why not."""
        if middle is None:
            self._found(target).tap()
        else:
            self.page.touchscreen.tap(*middle)

    def _found(self, target: Locator | str) -> Locator:
        return self.page.locator(target).first if isinstance(target, str) else target

    def show(self, target: Locator | str) -> list[float] | None:
        """Scrolls until the control is in sight, as a thumb would, clear of the bar; says where to
        touch it. Opens what it is folded away in first."""
        scrolled, middle, folded, closed = self._look(target, IN_SIGHT)
        if folded:
            self._unfold_for(self._found(target))
            scrolled, middle, _, closed = self._look(target, IN_SIGHT)
        self.scrolls += scrolled
        self.taps += bool(closed)
        where: list[float] | None = middle
        return where

    def _look(self, target: Locator | str, question: str) -> Any:
        """What a question says of a control, asked of the page at once: Playwright's own `evaluate`
        fetches the control first, which takes three times as long. A selector of CSS is quicker
        still: for a locator Playwright brings its own way to search onto every new page."""
        said = self._ask(target, question)
        if not said:  # it is about to come; or there are several, and Playwright says so
            self._found(target).wait_for(state="attached")
            said = self._ask(target, question)
        return said[0]

    def _ask(self, target: Locator | str, question: str) -> Any:
        if isinstance(target, str):
            return self.page.evaluate(OF_THE_FIRST.format(question), target)
        return target.evaluate_all(OF_THE_ONE.format(question))

    def unfold(self, within: str = "body") -> None:
        """Opens everything on the page, or in a part of it, that is folded. What “More” in the
        header opens lies over the page: `main` leaves it shut."""
        self.page.evaluate(
            "part => document.querySelectorAll(`${part} details`).forEach(one => one.open = true)",
            within,
        )

    def settle(self) -> None:
        """Waits until all that was asked for is on the page."""
        if self.scripts:
            self._settled(tapped=False)
        else:
            self.page.wait_for_load_state("load")

    def _settled(self, *, tapped: bool) -> int:
        while True:
            try:
                return int(self.page.evaluate(SETTLED, tapped))
            except Error as error:
                if LEFT not in error.message:
                    raise

    def tap(self, value: str) -> None:
        """One tap on the control of the open deal with this value."""
        self.taps += 1
        status = self._send(f'button[name="tap"][value="{value}"]')
        assert status == 200, (value, status)

    def _unfold_for(self, target: Locator) -> None:
        """Opens what the control is folded away in, which is a tap of its own."""
        self.taps += 1
        layer = self.page.locator("[popover]").filter(has=target)
        if layer.count():
            opens = self.page.locator(f"[popovertarget='{layer.first.get_attribute('id')}']")
        else:
            folds = self.page.locator("details:not([open])").filter(has=target)
            opens = folds.locator("> summary").first
        self._touch(opens, self.show(opens))

    def open_reading(self) -> None:
        """Opens the field for cards, and waits until the page has scrolled to it: it does so a
        moment later, and what is tapped before that is missed."""
        if self.scripts:
            self.page.evaluate(UNFOLDING)
        self.page.locator(".read-cards > summary").first.tap()
        if self.scripts:
            self.page.locator("html[data-unfolded]").wait_for(state="attached")

    # --- the table ------------------------------------------------------------------------------

    def new_table(
        self, edition: str, players: Sequence[str], options: Mapping[str, str] | None = None
    ) -> str:
        """Makes a table; the first player deals. Returns its code."""
        page = self.page
        self.go("/")
        self.press('a[href*="/tables/new"]')
        if not self.shows('[name="player-0"]') or self.shows("button.edition-button"):
            self.press(f'button[name="edition"][value="{edition}"]')
        for place, name in enumerate(players):
            if not self.shows(f'[name="player-{place}"]'):
                self.press(page.locator('button[value="add"]'))
            page.locator(f'[name="player-{place}"]').fill(name)
        for name, value in (options or {}).items():
            field = page.locator(f'[name="{name}"]')
            if not field.is_visible():
                page.locator(f'details:has([name="{name}"]) > summary').tap()
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.press('button[name="do"][value="make"]')
        page.wait_for_url(re.compile(r"/t/\w+/"))
        found = re.search(r"/t/(\w+)/", page.url)
        assert found is not None
        return found[1]

    def enter(self, code: str, edition_id: str, players: Sequence[str], entry: Entry) -> None:
        """Enters a deal from the sheet to its confirmation, as a person would tap it."""
        self.go(f"/t/{code}/")
        self.press('.bottom-bar a[href$="deal"]')
        edition = load(edition_id)
        if edition.arrangement == "piles":
            self._piles(edition, players, entry)
        else:
            self._hands(edition, players, entry)
        self.confirm(let_stand=bool(entry.get("let_stand")))

    def confirm(self, *, let_stand: bool = False) -> None:
        """Closes the deal."""
        if let_stand:
            self.taps += 1
            self.page.locator("#let-stand").tap()
        self.press("#do-close")
        self.page.wait_for_url(re.compile(r"/deals/\d+"))

    def _piles(self, edition: Edition, players: Sequence[str], entry: Entry) -> None:
        for place, player in enumerate(players):
            cards = Counter(entry["hands"].get(player, ()))
            for group in edition.groups:
                if not Counter(group.cards) - cards:
                    cards -= Counter(group.cards)
                    self.tap(f"made:{group.id}:{place}")
        if entry.get("stopped_early"):
            self.tap("early:1")

    def _hands(self, edition: Edition, players: Sequence[str], entry: Entry) -> None:
        goer = entry["went_out"]
        self.tap("out:-" if goer is None else f"out:{players.index(goer)}")
        if goer is not None:
            self.cards(edition, entry["hands"][goer])
            place = players.index(goer)
            for number, card in enumerate(entry.get("wilds", {}).get(goer, ())):
                self.tap(f"open:{place}.{number}")
                self.tap(f"wilds:{place}:{card}" if number == 0 else self._also(place, card))
            if edition.seats[len(players)].reward:
                self.lay()
                self.cards(edition, entry.get("reward", ()), entry["hands"][goer])
            self._leaves_the_hand(lambda: self.tap("open:"))
        for place, player in enumerate(players):
            if player != goer:
                self._other(edition, place, entry["hands"].get(player, ()))

    def _also(self, place: int, card: str) -> str:
        """The control that declares a second wild, beside the first."""
        button = self.page.locator(f'#choose button[name="tap"][value$="{card}"]').first
        return str(button.get_attribute("value"))

    def lay(self) -> None:
        """Lays the hand down, one with too few cards from “change”; where several choices for a
        wild pay the same, takes the first."""
        if self.shows("#do-lay:disabled"):
            self.press("#change")
            self._leaves_the_hand(lambda: self.press("#lay-anyway"))
        else:
            self._leaves_the_hand(lambda: self.press("#do-lay"))

    def _leaves_the_hand(self, leave: Callable[[], object]) -> None:
        """Leaves the hand that went out; while the page asks what a wild is, takes the first."""
        while self.shows("#bar .act[id^=as-]"):
            self.press("#bar .act[id^=as-]")
        leave()
        while self.shows("#choose"):
            self.press("#choose button")
            leave()

    def _other(self, edition: Edition, place: int, cards: Sequence[str]) -> None:
        roles = edition.roles
        catch = roles.get("jail") or roles["wild"]
        most = cards.count(roles["most_of"])
        if not cards:
            self.tap(f"nothing:{place}")
        elif catch in cards and {*cards} <= {catch, roles["most_of"]} and cards.count(catch) == 1:
            self.tap(f"catch:{place}")
            self.tap(f"caught:{place}:{most}")
        else:
            self.tap(f"open:{place}")
            self.cards(edition, cards)
            self.tap("open:")

    def cards(self, edition: Edition, cards: Sequence[str], laid: Sequence[str] = ()) -> None:
        """Taps these cards: whole groups by their band, houses by the highest step."""
        for value in steps(edition, cards, laid):
            if value.startswith("give:") and not self.shows(f'[value="{value}"]'):
                continue  # the band did not take it: another hand has it
            self.tap(value)

    # --- what it shows --------------------------------------------------------------------------

    def measure(self, selector: str, question: str, *more: Any) -> Any:
        """What a question says of all that this selector of CSS finds."""
        of_all = f"([found, more]) => ({question})([...document.querySelectorAll(found)], ...more)"
        return self.page.evaluate(of_all, [selector, more])

    def shows(self, selector: str) -> bool:
        """Whether anything on the page is found by this selector of CSS."""
        return bool(self.page.evaluate("one => document.querySelector(one) !== null", selector))

    def totals(self, code: str) -> dict[str, int]:
        """The big totals of the sheet."""
        self.go(f"/t/{code}/")
        found: list[list[str]] = self.page.evaluate(
            "() => [...document.querySelectorAll(':is(.ranking, .race) li')].map("
            "row => ['.who', '.money'].map(part => row.querySelector(part).innerText))"
        )
        return {who: amount(money) for who, money in found}


def amount(text: str) -> int:
    """The number of ``£3,600`` or ``7 points``."""
    return int(re.sub(r"[^0-9]", "", text))


def steps(edition: Edition, cards: Sequence[str], laid: Sequence[str] = ()) -> list[str]:
    """The fewest taps of the card picker for these cards; `laid` lie there already."""
    left = Counter(cards)
    taps = []
    for group in edition.groups:
        others = [card for card in group.cards if not left[card]]
        if not laid and len(others) < len(group.cards) - len(others):  # most of it: by its band
            taps += [f"take:{group.id}", *(f"give:{card}" for card in others)]
            left -= Counter(group.cards)
        else:
            taps += [f"take:{card}" for card in group.cards if left.pop(card, 0)]
    if edition.arrangement == "sequence":
        ladder = [*edition.roles["houses"], edition.roles["hotel"]]
        there = Counter(laid)
        wanted = there + Counter(cards)
        rows = max(wanted[card] for card in ladder)
        wilds = left.pop(edition.wild, 0) if rows > 1 and not laid else 0
        if wilds:  # a second row of houses waits for a second set, which may have a wild in it
            taps.append(f"n:{edition.wild}:{wilds}")
        for row in range(1, rows + 1):
            fresh = [
                place for place, card in enumerate(ladder) if there[card] < row <= wanted[card]
            ]
            if laid:  # each reward card is a tap of its own
                taps += [f"up:{row}:{ladder[place]}" for place in fresh]
            elif fresh:  # the highest takes the lower ones along; what is a Chance is tapped off
                taps.append(f"up:{row}:{ladder[fresh[-1]]}")
                below = ladder[: fresh[-1]]
                taps += [f"down:{row}:{card}" for card in below if wanted[card] < row]
        for card in ladder:
            left.pop(card, 0)
    taps += [f"n:{card}:{copies}" for card, copies in left.items() if copies]
    return taps

"""The best arrangement of one hand: every figure of the rulebooks, and what a wild stands for."""

from collections import Counter
from typing import Any

import pytest

from companion.rules.arrange.laid import Laid
from companion.rules.arrange.sequence import tied_readings
from companion.rules.arrange.total import profiles
from companion.rules.edition_file import load
from companion.rules.reading.reader import parse

UK, US, DL, WM = "classic-uk", "classic-us", "deluxe", "winning-moves-2017"
CLASSIC = (US, UK, DL)
HOUSES = ("", "h1", "h1 h2", "h1 h2 h3", "h1 h2 h3 h4", "h1 h2 h3 h4 hotel")


def hand(
    edition_id: str,
    line: str,
    *,
    goer: bool = True,
    wilds: str = "",
    options: dict[str, Any] | None = None,
) -> Laid:
    """A line of shorthand, arranged."""
    edition = load(edition_id, options or {})
    return edition.arrange(parse(edition, line), goer=goer, declared=parse(edition, wilds))


def groups(laid: Laid) -> dict[str, tuple[int, bool, int]]:
    """Houses, hotel and tokens of each set."""
    return {one.group: (one.houses, one.hotel, one.tokens) for one in laid.sets}


# --- the scoring charts -------------------------------------------------------------------------

# The chart of Deluxe, which is that of Classic UK where that one can be read: the site alone, one
# to four houses, and a hotel on top of four.
CHART = {
    "brown": (50, 100, 150, 200, 250, 750),
    "light-blue": (100, 200, 300, 400, 500, 1000),
    "pink": (150, 300, 450, 600, 750, 1250),
    "orange": (200, 400, 600, 800, 1000, 1500),
    "red": (250, 500, 750, 1000, 1250, 1750),
    "yellow": (300, 600, 900, 1200, 1500, 2000),
    "green": (350, 700, 1050, 1400, 1750, 2250),
    "dark-blue": (400, 800, 1200, 1600, 2000, 2500),
}
CHART_ROWS = [
    pytest.param(group, houses, amount, id=f"{group}-{houses.replace(' ', '-') or 'site'}")
    for group, row in CHART.items()
    for houses, amount in zip(HOUSES, row, strict=True)
]


@pytest.mark.parametrize("edition_id", CLASSIC)
@pytest.mark.parametrize("goer", [True, False], ids=["goer", "other"])
@pytest.mark.parametrize(("group", "houses", "amount"), CHART_ROWS)
def test_chart(edition_id: str, goer: bool, group: str, houses: str, amount: int) -> None:
    laid = hand(edition_id, f"{group} {houses}", goer=goer)
    assert laid.legal
    assert laid.total == amount
    assert laid.unused == ()
    assert [(one.group, one.value, one.tokens_value) for one in laid.sets] == [(group, amount, 0)]
    cards = houses.split()
    assert groups(laid) == {group: (len(cards) - ("hotel" in cards), "hotel" in cards, 0)}


@pytest.mark.parametrize("edition_id", CLASSIC)
@pytest.mark.parametrize(("group", "houses", "amount"), CHART_ROWS)
@pytest.mark.parametrize("tokens", [1, 2, 6])
def test_chart_each_token_adds_the_full_value_once_more(
    edition_id: str, group: str, houses: str, amount: int, tokens: int
) -> None:
    laid = hand(edition_id, f"{group} {houses} token*{tokens}")
    assert laid.total == amount * (1 + tokens)
    assert [(one.value, one.tokens, one.tokens_value) for one in laid.sets] == [
        (amount, tokens, amount * tokens)
    ]


# 2017: house = base, hotel = 500, a token 1000; house cards carry one, two or three houses.
HOUSES_2017 = {
    "": 0,
    "h1": 1,
    "h2": 2,
    "h1*2": 2,
    "h3": 3,
    "h1 h2": 3,
    "h1*3": 3,
    "h1 h3": 4,
    "h2*2": 4,
    "h1*2 h2": 4,
    "h1*4": 4,
}


@pytest.mark.parametrize("group", CHART)
@pytest.mark.parametrize("houses", HOUSES_2017)
def test_chart_2017(group: str, houses: str) -> None:
    number = HOUSES_2017[houses]
    base = CHART[group][0]
    for more, extra in (("", 0), ("token", 1000), ("token*3", 3000)):
        laid = hand(WM, f"{group} {houses} {more}")
        assert laid.legal
        assert laid.total == base * (1 + number) + extra
        assert laid.unused == ()
        if number == 4:
            laid = hand(WM, f"{group} {houses} {more} hotel")
            assert laid.legal
            assert laid.total == base * 5 + 500 + extra
            assert laid.sets[0].hotel


@pytest.mark.parametrize("edition_id", [*CLASSIC, WM])
@pytest.mark.parametrize("goer", [True, False], ids=["goer", "other"])
@pytest.mark.parametrize(("number", "amount"), [(1, 0), (2, 250), (3, 500), (4, 1000)])
def test_railroads(edition_id: str, goer: bool, number: int, amount: int) -> None:
    names = load(edition_id).group("railroads").cards
    for start in range(4):
        cards = " ".join((names * 2)[start : start + number])
        laid = hand(edition_id, f"{cards} dark-blue", goer=goer)
        assert laid.total == amount + 400
        assert laid.legal == (number > 1 or not goer)


@pytest.mark.parametrize("edition_id", [*CLASSIC, WM])
@pytest.mark.parametrize("goer", [True, False], ids=["goer", "other"])
def test_utilities(edition_id: str, goer: bool) -> None:
    assert hand(edition_id, "dark-blue utilities", goer=goer).total == 900
    for alone in ("water-works", "electric-company"):
        laid = hand(edition_id, f"dark-blue {alone}", goer=goer)
        assert laid.total == 400
        assert laid.unused == (alone,)
        assert laid.legal == (not goer)


@pytest.mark.parametrize("edition_id", CLASSIC)
def test_railroads_and_utilities_alone_may_go_out(edition_id: str) -> None:
    assert hand(edition_id, "railroads").legal
    assert hand(edition_id, "utilities go*4 mm").legal
    assert hand(edition_id, "short-line b-and-o" if edition_id != UK else "kings maryl").legal


def test_2017_railroads_and_utilities_alone_may_not_go_out() -> None:
    assert not hand(WM, "railroads utilities").legal


# --- several sets -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "legal", "amount", "laid_out", "unused"),
    [
        pytest.param(line, legal, amount, laid_out, unused, id=name)
        for name, line, legal, amount, laid_out, unused in [
            ("one-house-to-the-better-set", "dark-blue red h1", True, 800 + 250,
             {"dark-blue": (1, False, 0), "red": (0, False, 0)}, ""),
            ("own-sequences", "dark-blue red h1*2", True, 800 + 500,
             {"dark-blue": (1, False, 0), "red": (1, False, 0)}, ""),
            ("own-sequences-of-different-length", "dark-blue red h1*2 h2 h3", True, 1600 + 500,
             {"dark-blue": (3, False, 0), "red": (1, False, 0)}, ""),
            ("three-sequences", "dark-blue red brown h1*3 h2*2", True, 1200 + 750 + 100,
             {"dark-blue": (2, False, 0), "red": (2, False, 0), "brown": (1, False, 0)}, ""),
            ("two-hotels", "dark-blue brown h1*2 h2*2 h3*2 h4*2 hotel*2", True, 2500 + 750,
             {"dark-blue": (4, True, 0), "brown": (4, True, 0)}, ""),
            ("third-first-house", "dark-blue red h1*3", False, 800 + 500,
             {"dark-blue": (1, False, 0), "red": (1, False, 0)}, "house-1"),
            ("gap", "dark-blue h2", False, 400, {"dark-blue": (0, False, 0)}, "house-2"),
            ("gap-in-the-middle", "dark-blue h1 h3 h4", False, 800, {"dark-blue": (1, False, 0)},
             "house-3 house-4"),
            ("hotel-with-three", "dark-blue h1 h2 h3 hotel", False, 1600,
             {"dark-blue": (3, False, 0)}, "hotel"),
            ("two-hotels-one-set", "dark-blue h1 h2 h3 h4 hotel*2", False, 2500,
             {"dark-blue": (4, True, 0)}, "hotel"),
            ("no-houses-on-railroads", "kings-cross marylebone h1", False, 250,
             {"railroads": (0, False, 0)}, "house-1"),
            ("no-hotel-on-utilities", "utilities hotel", False, 500,
             {"utilities": (0, False, 0)}, "hotel"),
            ("tokens-on-the-best", "dark-blue red token*2", True, 1200 + 250,
             {"dark-blue": (0, False, 2), "red": (0, False, 0)}, ""),
            ("tokens-on-the-best-with-houses", "green utilities h1 token", True, 1400 + 500,
             {"green": (1, False, 1), "utilities": (0, False, 0)}, ""),
            ("tokens-on-utilities", "dark-blue utilities token*2", True, 400 + 1500,
             {"dark-blue": (0, False, 0), "utilities": (0, False, 2)}, ""),
            ("tokens-on-railroads", "railroads dark-blue h1 token*3", True, 4000 + 800,
             {"dark-blue": (1, False, 0), "railroads": (0, False, 3)}, ""),
            ("tokens-above-railroads", "railroads dark-blue h1 h2 token", True, 2400 + 1000,
             {"dark-blue": (2, False, 1), "railroads": (0, False, 0)}, ""),
            ("tokens-without-a-set", "strand token*2", False, 0, {}, "strand token*2"),
            ("everything-loose", "strand mayfair kings-cross water-works h1 hotel token", False, 0,
             {}, "strand mayfair kings-cross water-works h1 hotel token"),
        ]
    ],
)  # fmt: skip
def test_several_sets(
    line: str, legal: bool, amount: int, laid_out: dict[str, tuple[int, bool, int]], unused: str
) -> None:
    for goer in (True, False):
        laid = hand(UK, line, goer=goer)
        assert laid.total == amount
        assert groups(laid) == laid_out
        assert Counter(laid.unused) == Counter(parse(load(UK), unused))
        assert laid.legal == (legal or not goer)


def test_the_example_of_the_rulebooks() -> None:
    assert hand(UK, "yellow h1 h2 h3").total == 1200
    assert hand(UK, "yellow h1 h2 h3 token*2").total == 3600
    assert hand(DL, "yellow h1 h2 h3 token*2").total == 3600


def test_bonus_cards() -> None:
    laid = hand(UK, "dark-blue go*3 mm*2")
    assert laid.total == 400 + 600  # who has most of Mr. Monopoly only the whole table decides
    assert laid.legal
    assert hand(UK, "go*4", goer=False).total == 800
    assert hand(UK, "go*4 mm*4 token*2").legal is False


# --- Chance -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "wilds", "legal", "amount", "stand_for"),
    [
        pytest.param(line, wilds, legal, amount, stand_for, id=name)
        for name, line, wilds, legal, amount, stand_for in [
            # as each kind
            ("as-property", "park-lane c", None, True, 400, "mayfair"),
            ("as-property-of-three", "strand trafalgar c", None, True, 250, "fleet-street"),
            ("as-utility", "water-works c", None, True, 500, "electric-company"),
            ("as-second-station", "kings-cross c", None, True, 250, None),
            ("as-1st-house", "dark-blue h2 c", None, True, 1200, "h1"),
            ("as-2nd-house", "dark-blue h1 h3 c", None, True, 1600, "h2"),
            ("as-3rd-house", "dark-blue h1 h2 h4 c", None, True, 2000, "h3"),
            ("as-4th-house", "dark-blue h1 h2 h3 hotel c", None, True, 2500, "h4"),
            ("as-hotel", "brown h1 h2 h3 h4 c", None, True, 750, "hotel"),
            ("as-token", "yellow h1 h2 h3 c", None, True, 2400, "token"),
            ("as-tokens", "yellow h1 h2 h3 c*2", None, True, 3600, "token*2"),
            ("as-house-and-token", "dark-blue c*2", None, True, 1600, "h1 token"),
            ("as-house-with-tokens", "dark-blue token*2 c", None, True, 800 * 3, "h1"),
            ("as-fourth-station-with-a-token", "kings maryl fench token c", None, True, 2000,
             "liverpool"),
            ("as-hotel-with-tokens", "brown h1 h2 h3 h4 token*2 c", None, True, 750 * 3, "hotel"),
            ("as-two-houses", "dark-blue h3 c*2", None, True, 1600, "h1 h2"),
            ("as-property-and-house", "park-lane h2 c*2", None, True, 1200, "mayfair h1"),
            ("as-two-properties", "strand c*2", None, True, 250, "fleet-street trafalgar"),
            ("as-house-of-the-second-set", "dark-blue red h1*2 h2 h3*2 h4*2 c", None, True,
             2000 + 1250, None),
            # a Chance is never GO, Mr. Monopoly or another Chance, so without a set it is nothing
            ("never-a-bonus-card", "go*3 mm c", None, False, 600, ""),
            # a set needs at least one real property
            ("wilds-alone", "c*2", None, False, 0, ""),
            ("wilds-alone-with-tokens", "c*2 token*3 go", None, False, 200, ""),
            ("wilds-alone-beside-a-set", "brown c*2", None, True, 200, "h1 token"),
            ("wilds-alone-declared", "brown c*2", "park-lane mayfair", True, 50,
             "park-lane mayfair"),
            ("wilds-alone-declared-without-a-set", "go c*2", "park-lane mayfair", False, 200, None),
            # a lone railroad and a Chance are a pair
            ("pair-and-token", "kings-cross token c", None, True, 500, None),
            ("pair-declared", "kings-cross token c", "fenchurch", True, 500, "fenchurch"),
            ("run-of-three-declared", "kings-cross c*2", "fenchurch marylebone", True, 500,
             "fenchurch marylebone"),
            # declared is taken as declared
            ("declared-token", "dark-blue h1 token c", "token", True, 2400, "token"),
            ("declared-house-of-two", "dark-blue h1 token c", "h2", True, 2400, "h2"),
            ("declared-for-less", "dark-blue h1 c", "h2", True, 1200, "h2"),
            ("declared-hotel-for-less", "dark-blue h1 h2 h3 h4 c", "hotel", True, 2500, "hotel"),
            ("declared-against-legality", "dark-blue h2 c", "token", False, 800, "token"),
            ("declared-against-the-set", "park-lane c", "h1", False, 0, None),
            ("declared-one-of-two", "dark-blue c*2", "h1", True, 1600, "h1 token"),
            ("declared-one-of-two-for-less", "dark-blue c*2", "h2", True, 1200, "h1 h2"),
            ("declared-one-of-two-needs-the-other", "dark-blue h3 c*2", "h2", True, 1600, "h1 h2"),
            ("declared-third-house-fills", "dark-blue h1 h2 h4 c", "h3", True, 2000, "h3"),
            # a declared one that finds no place is left over and never makes a hand illegal
            ("no-place-house", "dark-blue c", "h2", True, 400, "h2"),
            ("no-place-second-first-house", "dark-blue h1 c", "h1", True, 800, "h1"),
            ("no-place-hotel", "dark-blue h1 h2 h3 c", "hotel", True, 1600, "hotel"),
            ("no-place-second-hotel", "dark-blue h1 h2 h3 h4 hotel c", "hotel", True, 2500,
             "hotel"),
            ("no-place-property", "dark-blue c", "strand", True, 400, "strand"),
            ("no-place-station", "dark-blue c", "kings-cross", True, 400, "kings-cross"),
            ("no-place-house-on-railroads", "railroads c", "h1", True, 1000, "h1"),
            ("no-place-two", "dark-blue c*2", "h3 h4", True, 400, "h3 h4"),
            # a Chance that is needed to make the hand legal cannot be spent as a token
            ("needed-as-house", "dark-blue h1 h3 c", None, True, 1600, "h2"),
            ("needed-as-property", "dark-blue h1 h2 h3 strand fleet-street c", None, True, 1850,
             "trafalgar"),
            ("needed-as-station", "dark-blue h1 h2 h3 kings-cross c", None, True, 1850, None),
            ("needed-one-of-two", "dark-blue h1 h2 h3 strand fleet-street c*2", None, True,
             1600 * 2 + 250, "trafalgar token"),
            ("needed-both", "dark-blue h1 h2 h3 bow-street c*2",
             None, True, 1600 + 200, "marlborough vine"),
            ("needed-but-not-enough", "dark-blue h1 h2 h3 bow-street c", None, False, 3200,
             "token"),
            ("needed-twice-only-one", "dark-blue h2 strand fleet-street c", None, False, 1200,
             "h1"),
        ]
    ],
)  # fmt: skip
def test_chance_of_the_goer(
    line: str, wilds: str | None, legal: bool, amount: int, stand_for: str | None
) -> None:
    laid = hand(UK, line, wilds=wilds or "")
    assert laid.legal is legal
    assert laid.total == amount
    assert laid.wiped_out is None
    if stand_for is not None:
        assert Counter(laid.wilds) == Counter(parse(load(UK), stand_for))


def test_chance_left_over_is_unused() -> None:
    assert hand(UK, "dark-blue c", wilds="h3").unused == ("chance",)
    assert hand(UK, "go c").unused == ("chance",)
    assert hand(UK, "dark-blue c", wilds="h1").unused == ()


@pytest.mark.parametrize("edition_id", CLASSIC)
@pytest.mark.parametrize("line", ["c", "dark-blue c", "railroads h1 token*2 go c*2"])
def test_chance_of_another(edition_id: str, line: str) -> None:
    laid = hand(edition_id, line, goer=False)
    assert (laid.total, laid.wiped_out, laid.sets, laid.bonuses) == (0, "chance", (), ())


@pytest.mark.parametrize(
    ("line", "amount"),
    [
        ("c*2", 500),  # Utilities
        ("c*2 token", 1000),
        ("c*2 h1", 800),  # Dark Blue, so that the house stands
        ("c*2 h1 token*2", 2400),
        ("c", 0),
        ("brown c*2", 550),  # 200 as a house and a token
        ("brown h1 h2 c*2", 1200 + 50),  # the houses move to Dark Blue; 600 as house and token
        ("kings-cross c*2", 500),
    ],
)
def test_wild_only_sets(line: str, amount: int) -> None:
    laid = hand(UK, line, options={"wild_only_sets": True})
    assert laid.total == amount
    assert laid.legal is bool(amount)


def test_wild_only_sets_declared() -> None:
    options = {"wild_only_sets": True}
    laid = hand(UK, "c*2 token", wilds="park-lane mayfair", options=options)
    assert (laid.legal, laid.total) == (True, 800)
    assert [(one.group, one.wilds) for one in laid.sets] == [
        ("dark-blue", ("park-lane", "mayfair"))
    ]
    assert not hand(UK, "c*2", wilds="park-lane mayfair").legal


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("brown c*2", ["h1 token"], id="less-is-no-tie"),
        pytest.param(
            "strand fleet-street kings-cross c",
            ["fenchurch", "liverpool", "marylebone", "trafalgar"],
            id="red-pays-what-two-railroads-pay",
        ),
        pytest.param("strand fleet-street brown c", ["trafalgar"], id="a-token-is-no-tie"),
        pytest.param("go c", [], id="nothing-pays"),
    ],
)
def test_chance_may_be_any_card_that_pays_most(line: str, expected: list[str]) -> None:
    edition = load(UK)
    found = tied_readings(edition, parse(edition, line))
    assert sorted(found) == sorted(tuple(parse(edition, cards)) for cards in expected)


def test_chance_is_the_first_of_the_cards_that_pay_the_same_with_the_reward() -> None:
    edition = load(UK)
    laid = edition.arrange(parse(edition, "dark-blue c"), goer=True, reward=["go"])
    assert (laid.total, laid.readings) == (800 + 200, ("house-1",))


# --- 2017 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "wilds", "legal", "amount", "stand_for"),
    [
        pytest.param(line, wilds, legal, amount, stand_for, id=name)
        for name, line, wilds, legal, amount, stand_for in [
            ("one-set-is-improved", "dark-blue green h1 h2 token", None, True,
             400 + 1200 + 1000 + 350, None),
            ("every-set-pays-its-base", "brown light-blue railroads utilities", None, True,
             50 + 100 + 1000 + 500, None),
            ("tokens-never-on-railroads", "brown railroads token*2", None, True, 2050 + 1000, None),
            ("tokens-without-a-colour-set", "railroads token*2", None, False, 1000, None),
            ("hotel-with-four", "brown h2*2 hotel", None, True, 250 + 500, None),
            ("hotel-with-three-is-let-stand", "brown h3 hotel", None, False, 200, None),
            ("hotel-with-five-is-let-stand", "brown h3 h1 h1 hotel", None, False, 750, None),
            ("hotel-with-two-and-three", "brown h3 h2 hotel", None, False, 200, None),
            ("at-most-four-houses", "brown h2*3", None, False, 250, None),
            ("two-hotels", "brown h2*2 hotel*2", None, False, 750, None),
            ("wild-as-property", "boardwalk w", None, True, 400, "park-place"),
            ("wild-as-three-houses", "dark-blue w", None, True, 1600, "h3"),
            ("wild-as-token", "brown w", None, True, 1050, "token"),
            ("wild-as-house-beside-one", "dark-blue h1 w", None, True, 2000, "h3"),
            ("wild-as-token-beside-two", "dark-blue h2 w", None, True, 400 * 3 + 1000, "token"),
            ("wild-as-token-before-hotel", "dark-blue h2*2 w", None, True, 3000, "token"),
            ("wild-as-house-under-a-hotel", "brown h3 hotel w", None, True, 750, "h1"),
            ("wild-as-two-houses-under-a-hotel", "brown h2 hotel w", None, True, 750, "h2"),
            ("wild-as-three-houses-under-a-hotel", "brown h1 hotel w", None, True, 750, "h3"),
            ("wild-as-jail-card", "dark-blue gtj w", None, True, 400, "jf"),
            ("wilds-as-house-and-token", "dark-blue w*2", None, True, 1600 + 1000, "h3 token"),
            ("wild-completes-what-it-must", "dark-blue pacific north-c w", None, True, 750,
             "pennsylvania-avenue"),
            ("wild-cannot-do-both", "dark-blue pacific short-line w", None, False, 1600, "h3"),
            ("wilds-alone", "w*2", None, True, 400, "park-place boardwalk"),
            ("wilds-alone-four-go", "w*2 go*4", None, True, 1900, "park-place boardwalk"),
            ("announced", "dark-blue w", "go", True, 600, "go"),
            ("announced-house", "dark-blue w", "h1", True, 800, "h1"),
            ("announced-hotel", "dark-blue h2*2 w", "hotel", True, 2500, "hotel"),
            ("announced-token", "dark-blue w", "token", True, 1400, "token"),
            ("announced-free-parking", "dark-blue w", "fp", True, 400, "fp"),
            ("announced-jail-card", "dark-blue w", "jf", True, 450, "jf"),
            ("announced-second-copy", "dark-blue w", "boardwalk", True, 400, "boardwalk"),
            ("announced-counts-for-legality", "dark-blue w", "kentucky", False, 400, "kentucky"),
            ("announced-lone-railroad", "dark-blue w", "short-line", False, 400, "short-line"),
            ("announced-fifth-house", "dark-blue h2*2 w", "h1", False, 2000, "h1"),
            ("announced-hotel-without-houses", "dark-blue w", "hotel", False, 400, "hotel"),
        ]
    ],
)  # fmt: skip
def test_2017_goer(
    line: str, wilds: str | None, legal: bool, amount: int, stand_for: str | None
) -> None:
    laid = hand(WM, line, wilds=wilds or "")
    assert laid.total == amount
    assert laid.legal is legal
    if stand_for is not None:
        assert Counter(laid.wilds) == Counter(parse(load(WM), stand_for))


@pytest.mark.parametrize(
    ("line", "goer", "values", "amount", "stand_for"),
    [
        pytest.param(line, goer, values, amount, stand_for, id=name)
        for name, line, goer, values, amount, stand_for in [
            ("go-before-a-property", "st-james new-york w", False, {}, 200, "go"),
            ("go-before-three-houses", "yellow go*3 w", True, {"token": 50}, 300 + 1500, "go"),
            ("go-before-two-houses", "light-blue h2 w", True, {"token": 50}, 300 + 200, "go"),
            ("hotel-before-token", "brown h2*2 w", True, {"token": 500}, 750, "hotel"),
            ("one-and-three-before-two-and-two", "dark-blue hotel w*2", True, {}, 2500, "h1 h3"),
        ]
    ],
)
def test_2017_wild_where_two_readings_pay_the_same(
    line: str, goer: bool, values: dict[str, int], amount: int, stand_for: str
) -> None:
    laid = hand(WM, line, goer=goer, options={"values": values})
    assert (laid.total, laid.wilds) == (amount, tuple(parse(load(WM), stand_for)))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("", [(0, False)], id="no-cards"),
        pytest.param("w", [(0, False), (1, False)], id="a-wild"),
        pytest.param(
            "gtj w*2",
            [(0, False), (1, False), (0, True), (1, True), (2, True)],
            id="in-jail-both-out-of-it-one",
        ),
    ],
)
def test_2017_how_many_wilds_may_be_free_parking(
    line: str, expected: list[tuple[int, bool]]
) -> None:
    edition = load(WM)
    ways = profiles(edition, parse(edition, line), (), goer=False)
    assert [(way.fills, way.jailed) for way in ways] == expected


def test_2017_wild_only_sets_off() -> None:
    laid = hand(WM, "w*2", options={"wild_only_sets": False})
    assert (laid.legal, laid.total) == (False, 400)
    laid = hand(WM, "boardwalk w", options={"wild_only_sets": False})
    assert (laid.legal, laid.total) == (True, 400)


# --- edited values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "line", "goer", "values", "amount"),
    [
        pytest.param(edition_id, line, goer, values, amount, id=name)
        for name, edition_id, line, goer, values, amount in [
            ("base", UK, "dark-blue h1 token", True, {"dark-blue": 1000}, 4000),
            ("houses-go-to-the-new-best", UK, "brown dark-blue h1 h2 token", True,
             {"brown": 450}, 450 * 3 * 2 + 400),
            ("hotel", UK, "brown h1 h2 h3 h4 hotel", True, {"hotel": 50}, 300),
            ("token-and-hotel", DL, "brown h1 h2 h3 h4 hotel token", True, {"hotel": 10_000},
             2 * 10_250),
            ("go", US, "dark-blue go*3", True, {"go": 50}, 550),
            ("railroads", UK, "dark-blue railroads token", True, {"railroads": {"4": 300}}, 1100),
            ("railroads-keep-the-rest", UK, "kings maryl dark-blue", True,
             {"railroads": {"4": 300}}, 650),
            ("railroads-all-must-be-in-it", UK, "railroads", True,
             {"railroads": {"2": 5000, "4": 300}}, 300),
            ("utilities", UK, "utilities dark-blue token", True, {"utilities": 50}, 850),
            ("chance-as-hotel", UK, "dark-blue h1 h2 h3 h4 c", True, {"hotel": 2500}, 4500),
            ("chance-as-property-then", UK, "park-lane h1 c", True, {"dark-blue": 50}, 100),
            ("2017-house-is-the-base", WM, "dark-blue h1", True, {"dark-blue": 600}, 1200),
            ("2017-house", WM, "dark-blue h2", True, {"house": {"dark-blue": 50}}, 500),
            ("2017-improve-where-houses-pay", WM, "brown dark-blue h2", True,
             {"house": {"brown": 1000}}, 2000 + 50 + 400),
            ("2017-house-not-for-others", WM, "brown h2", False, {"house": {"brown": 1000}}, 50),
            ("2017-token", WM, "brown token*2", True, {"token": 50}, 150),
            ("2017-hotel-before-token", WM, "brown h2*2 w", True, {"token": 450, "hotel": 500},
             750),
            ("2017-go-four", WM, "brown go*5", True, {"go-four": 3000, "go": 100}, 3150),
            ("2017-jail-card", WM, "brown jf", False, {"get-out-of-jail-free": 500}, 550),
            ("2017-hotel", WM, "brown h2*2 hotel", True, {"hotel": 1000}, 1250),
        ]
    ],
)  # fmt: skip
def test_edited_values(
    edition_id: str, line: str, goer: bool, values: dict[str, Any], amount: int
) -> None:
    laid = hand(edition_id, line, goer=goer, options={"values": values})
    assert laid.legal
    assert laid.total == amount


def test_edited_values_leave_the_edition_alone() -> None:
    assert hand(UK, "dark-blue", options={"values": {"dark-blue": 1000}}).total == 1000
    assert hand(UK, "dark-blue").total == 400

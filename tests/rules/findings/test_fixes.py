"""The fixes of a hand, all together: they let it go out, and ask for as few cards as can be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from companion.rules.contract import read
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.findings.finding import WARNINGS, Finding
from companion.rules.findings.holding import Holding
from companion.rules.options import with_options
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.words import cards_said
from tests.deals import ME, ruled
from tests.made_up import made_up_deal, nearly_out
from tests.often import OFTEN, times

US, UK, WM = "classic-us", "classic-uk", "winning-moves-2017"
PROBLEMS = ("classic-us", "classic-uk", "deluxe", "winning-moves-2017")


def together(found: Sequence[Finding]) -> tuple[Counter[str], Counter[str], tuple[str, ...]]:
    """What all fixes of a hand ask for: cards to add, to discard, and what wilds are to stand for.
    A card to add that several name is one card."""
    add: Counter[str] = Counter()
    discard: Counter[str] = Counter()
    stands: set[tuple[str, ...]] = set()
    for one in found:
        add |= Counter(one.fix.add)
        discard += Counter(one.fix.discard)
        stands.add(one.fix.stand_in)
    assert len(stands) == 1  # every fix says the same of the wilds
    return add, discard, stands.pop()


def after(
    edition: Edition, cards: Sequence[str], wilds: Sequence[str], found: Sequence[Finding]
) -> tuple[list[str], Sequence[str]]:
    """The hand and what is declared once all fixes are made."""
    add, discard, stands = together(found)
    held = Counter(cards)
    assert discard <= held, "a card that is not there"
    return [*((held - discard) + add).elements()], stands or wilds


def added_instead(
    edition: Edition, cards: Sequence[str], wilds: Sequence[str], found: Sequence[Finding]
) -> list[str] | None:
    """The hand once all fixes are made, but with lower houses added where a fix says that this is
    as good as to discard; None where none says so."""
    says = [one for one in found if one.rule != "jail" and ", or add " in one.fix.text]
    if not says:
        return None
    (one,) = says
    (fault,) = [one for one in Holding(edition, cards, wilds).fewest_faults()[1] if one.missing]
    assert f", or add {cards_said(edition, fault.missing)}." in one.fix.text
    assert len(fault.missing) == len(one.fix.discard)
    hand, _ = after(edition, cards, wilds, found)
    return [*hand, *one.fix.discard, *fault.missing]


def given_up_instead(
    edition: Edition, cards: Sequence[str], found: Sequence[Finding]
) -> Iterator[list[str]]:
    """The hand once all fixes are made, but with groups given up whose fix says that this is as
    good as to complete them: each of them by itself, and all together."""
    either = [one for one in found if "Or discard " in one.fix.text]
    for given_up in [*[[one] for one in either], *([either] if either else [])]:
        add, discard, _ = together(found)
        for one in given_up:
            assert f". Or discard {cards_said(edition, one.cards)}." in one.fix.text
            group = edition.group_of[one.cards[0]]
            completed = [card for card in one.fix.add if edition.group_of.get(card) == group]
            assert len(completed) == len(one.cards)
            add -= Counter(completed)
            discard += Counter(one.cards)
        yield [*((Counter(cards) - discard) + add).elements()]


def may_go_out(
    edition: Edition, cards: Sequence[str], wilds: Sequence[str], others: Sequence[str]
) -> bool:
    """The verdict on a hand that is read as any other, beside the cards of Bob."""
    line = {
        "edition": edition.id,
        "players": [ME, "Bob"],
        "hands": {ME: list(cards), "Bob": list(others)},
        "went_out": ME,
        "wilds": {ME: list(wilds)},
        "options": dict(edition.changed),
    }
    return settle(*read(line)).legal


def changes(
    edition: Edition, cards: Sequence[str], number: int, others: Sequence[str]
) -> Iterator[list[str]]:
    """Every hand that is just this number of cards away, with none of the others. No wild is added:
    where the card that it would count as lies elsewhere, it could do more, but no fix asks for
    one."""
    if not number:
        yield list(cards)
        return
    held = Counter(cards)
    for card in edition.deck:
        if card != edition.wild and held[card] + others.count(card) < edition.deck[card]:
            yield from changes(edition, [*cards, card], number - 1, others)
    for card in held:
        yield from changes(edition, [*(held - Counter([card])).elements()], number - 1, others)


def helps(
    edition: Edition, cards: Sequence[str], number: int, others: Sequence[str]
) -> list[str] | None:
    """A hand `number` cards away that may go out if its wilds may be anything; None if none may."""

    @cache
    def legal(groups: tuple[int, ...], others: tuple[str, ...]) -> bool:
        taken = [
            card
            for group, n in zip(edition.groups, groups, strict=True)
            for card in group.cards[:n]
        ]
        return edition.arrange([*taken, *others], goer=True).legal

    of = {
        card: [place for place, group in enumerate(edition.groups) if card in group.cards]
        for card in edition.deck
    }
    for hand in changes(edition, cards, number, others):
        groups = [0] * len(edition.groups)
        others = []
        for card in hand:
            for place in of[card]:
                groups[place] += 1
            if card not in edition.group_of:
                others.append(card)
        if legal(tuple(groups), tuple(sorted(others))):
            return hand
    return None


def check(
    edition: Edition,
    cards: list[str],
    wilds: list[str],
    others: Sequence[str] = (),
    *,
    pairs: bool,
) -> bool:
    """Whether the hand has problems; if so, that the fixes work and ask for as little as can be,
    and for none of the cards that Bob has. `pairs`: also that no two cards would do where they ask
    for more."""
    line = {
        "edition": edition.id,
        "players": [ME, "Bob"],
        "hands": {ME: cards, "Bob": list(others)},
        "went_out": ME,
        "wilds": {ME: wilds},
        "options": dict(edition.changed),
    }
    found = [one for one in settle(*read(line)).findings if one.rule not in WARNINGS]
    if not found:
        return False
    add, discard, _ = together(found)
    asked = add.total() + discard.total()
    shown = f"{edition.id} {dict(edition.changed)} {cards} {wilds} {[one.fix for one in found]}"
    hand, declared = after(edition, cards, wilds, found)
    if Counter([*hand, *others]) - Counter(dict(edition.deck)):  # nothing else helps
        assert all(helps(edition, cards, number, others) is None for number in range(3)), shown
        return True
    assert may_go_out(edition, hand, declared, others), shown
    if (instead := added_instead(edition, cards, wilds, found)) is not None:
        assert may_go_out(edition, instead, wilds, others), shown
    for other in given_up_instead(edition, cards, found):
        assert may_go_out(edition, other, declared, others), shown
    for number in range(min(asked, 3 if pairs else 2)):
        assert helps(edition, cards, number, others) is None, shown
    for one in found:
        assert not Counter(one.cards) - Counter(cards), shown
        names = [*map(edition.label, (*one.fix.add, *one.fix.discard))]
        assert all(name.lower() in one.fix.text.lower() for name in names), shown
        assert cards_said(edition, one.fix.stand_in) in one.fix.text, shown
    return True


@pytest.mark.tries
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("edition_id", PROBLEMS)
def test_fixes_together_let_the_hand_go_out_with_the_fewest_cards(
    edition_id: str, part: int
) -> None:
    """20,000 illegal hands in `make prove`, 1,250 to each of these tests."""
    random = Random(f"{edition_id} {part} {OFTEN}")
    plain = load(edition_id)
    turned = with_options(plain, {"wild_only_sets": not plain.options["wild_only_sets"]})
    tried = 0
    while tried < times(250):
        edition = turned if random.random() < 0.2 else plain
        cards, wilds = nearly_out(edition, random)
        left = [*(Counter(edition.deck) - Counter(cards)).elements()]
        others = random.sample(left, random.choice((0, 0, 5, 10, 20)))
        tried += check(edition, cards, wilds, others, pairs=OFTEN or tried % 5 == 0)


@pytest.mark.tries
def test_fixes_of_piles_leave_whole_groups_with_the_fewest_cards() -> None:
    random, tried = Random(f"piles {OFTEN}"), 0
    edition = load("express")
    while tried < times(250):
        line = made_up_deal("express", random)
        found = [one for one in settle(*read(line)).findings if one.player == ME]
        if not found:
            continue
        tried += 1
        add, discard, _ = together(found)
        mine, others = line["hands"][ME], line["hands"]["Bob"]
        pile, _ = after(edition, mine, (), found)
        assert edition.arrange(pile, goer=False).legal, line
        assert not Counter([*pile, *others]) - Counter(dict(edition.deck)), line
        for number in range(min(add.total() + discard.total(), 3)):
            for cards in changes(edition, mine, number, ()):
                if not Counter([*cards, *others]) - Counter(dict(edition.deck)):
                    assert not edition.arrange(cards, goer=False).legal, (line, cards)


def test_one_card_completes_a_pile() -> None:
    settlement = ruled("express", "brown park-place boardwalk luxury-tax", out=None)
    (fix,) = [one.fix for one in settlement.findings if one.rule == "not-a-monopoly"]
    assert (fix.add, fix.discard, fix.text) == (("chance",), (), "Add Chance.")


def test_of_equally_few_cards_those_of_a_group_that_is_paid_stay() -> None:
    held = "oriental vermont connecticut park-place boardwalk luxury-tax chance"
    line = {
        "edition": "express",
        "players": [ME, "Bob"],
        "hands": {ME: parse(load("express"), held), "Bob": ["chance", "chance"]},
        "stopped_early": True,
    }
    settlement = settle(*read(line))
    assert settlement.payouts[ME] == 8
    one = next(one for one in settlement.findings if one.player == ME)
    assert one.fix.discard == one.cards
    assert one.fix.text == "Take out Oriental Avenue, Vermont Avenue and Connecticut Avenue."


def test_the_last_copy_of_a_card_is_asked_for_once() -> None:
    line = {
        "edition": "express",
        "players": [ME, "Bob", "Cem"],
        "hands": {
            ME: parse(load("express"), "oriental vermont connecticut"),
            "Bob": parse(load("express"), "kentucky indiana illinois"),
            "Cem": parse(load("express"), "dark-blue chance"),
        },
        "stopped_early": True,
    }
    fixes = {one.player: one.fix for one in settle(*read(line)).findings}
    assert fixes[ME].add == ("chance",)
    assert fixes["Bob"].discard == ("kentucky-avenue", "indiana-avenue", "illinois-avenue")
    assert fixes["Cem"].discard == ("chance",)


def test_a_round_that_lacks_monopolies_asks_for_no_card() -> None:
    line = {"edition": "express", "players": [ME, "Bob"], "hands": {ME: []}}
    (found,) = settle(*read(line)).findings
    assert found.rule == "round-incomplete"
    assert (found.fix.add, found.fix.discard) == ((), ())
    assert found.fix.text.startswith("Record the round as stopped early")
    assert settle(*read({**line, "stopped_early": True})).legal


@pytest.mark.parametrize(
    ("edition_id", "cards", "wilds", "add", "discard", "stands"),
    [
        pytest.param(UK, "euston pentonville h1 h2 h3 h4 hotel t t t", "", "angel", "", "",
                     id="one-card-for-the-set-and-its-houses"),
        pytest.param(UK, "h1 h2 h3 h4 hotel t t t go chance", "", "park-lane", "", "",
                     id="houses-need-a-colour"),
        pytest.param(WM, "red marvin wild go*4 fp", "marvin", "", "marvin", None,
                     id="a-wild-declared-as-a-held-card"),
        pytest.param(UK, "dark-blue brown h1 h3*2 h4*2 hotel*2 chance", "", "h1 h2", "", "",
                     id="the-wild-stays-a-second-house"),
        pytest.param(UK, "strand go*4", "", "fleet-street trafalgar", "", "",
                     id="the-only-card-is-not-discarded"),
        pytest.param(WM, "dark-blue gtj w", "go", "", "", "get-out-of-jail-free",
                     id="another-announcement-cancels-jail"),
        pytest.param(WM, "dark-blue h3 hotel w", "go", "", "", "one-house",
                     id="another-announcement-is-a-house"),
        pytest.param(UK, "dark-blue strand chance go", "token", "", "strand", "",
                     id="no-other-declaration-where-it-saves-nothing"),
    ],
)  # fmt: skip
def test_what_all_fixes_ask_for(
    edition_id: str, cards: str, wilds: str, add: str, discard: str, stands: str | None
) -> None:
    edition = load(edition_id)
    settlement = ruled(edition_id, cards, wilds=wilds)
    found = [one for one in settlement.findings if one.rule not in WARNINGS]
    asked = together(found)
    assert asked[0] == Counter(parse(edition, add))
    assert asked[1] == Counter(parse(edition, discard))
    if stands is None:
        assert asked[2]
    else:
        assert list(asked[2]) == parse(edition, stands)
    assert check(edition, parse(edition, cards), parse(edition, wilds), pairs=False)


@pytest.mark.parametrize(
    ("edition_id", "cards", "wilds", "texts"),
    [
        pytest.param(UK, "euston pentonville h1 hotel", "",
                     {"no-set": "One card short: The Angel, Islington would complete Light Blue.",
                      "incomplete-group":
                      "One card short: The Angel, Islington would complete Light Blue.",
                      "house-without-set":
                      "No extra card needed. Light Blue can take it then.",
                      "hotel-without-set": "Discard a hotel."}, id="one-house-finds-a-place"),
        pytest.param(UK, "euston pentonville h1*2 h3*2 h4", "",
                     {"no-set": "One card short: The Angel, Islington would complete Light Blue.",
                      "incomplete-group":
                      "One card short: The Angel, Islington would complete Light Blue.",
                      "house-without-set":
                      "Add a 2nd House. Discard a 1st House and a 3rd House. Light Blue can take "
                      "the rest then."}, id="some-find-a-place"),
        pytest.param(UK, "euston pentonville h1 h3", "",
                     {"no-set": "One card short: The Angel, Islington would complete Light Blue.",
                      "incomplete-group":
                      "One card short: The Angel, Islington would complete Light Blue.",
                      "house-without-set":
                      "Discard a 3rd House. Light Blue can take the rest then."},
                     id="one-of-two-houses-finds-a-place"),
        pytest.param(UK, "old-kent orange h1 h2 kings", "",
                     {"incomplete-group": "One card short: Whitechapel Road would complete Brown. "
                      "Or discard Old Kent Road. One card short: Marylebone Station would make a "
                      "pair. Or discard King’s Cross Station."}, id="two-groups"),
        pytest.param(WM, "vermont wild boardwalk hotel*2 h2 connecticut indiana fp", "",
                     {"incomplete-group":
                      "One card short: Oriental Avenue would complete Light Blue. "
                      "Discard Indiana Avenue.",
                      "hotel-without-four-houses": "Discard two hotels.",
                      "too-many-hotels":
                      "No extra card needed. The other fixes solve this too."}, id="two-hotels"),
        pytest.param(WM, "dark-blue gtj red h1", "",
                     {"jail": "Discard Go To Jail, or add Get Out of Jail Free."}, id="jail"),
        pytest.param(WM, "short-line pennsylvania-railroad b-and-o wild go", "",
                     {"needs-colour-group":
                      "One card short: Park Place would complete Dark Blue with Wild."}, id="wild"),
        pytest.param(UK, "chance*2 go*4", "park-lane mayfair",
                     {"no-set": "One card short: Electric Company would complete Utilities with "
                      "Chance. Let the 2 Chance cards count as Water Works and a token then."},
                     id="a-card-and-another-declaration"),
        pytest.param(UK, "dark-blue h2 chance go", "token",
                     {"house-out-of-sequence": "Let Chance count as a 1st House instead."},
                     id="another-declaration"),
        pytest.param("deluxe", "utilities h1 h2 hotel token*2", "",
                     {"house-without-set": "2 cards short: Park Place and Boardwalk would "
                      "complete Dark Blue. Dark Blue can take them then.",
                      "hotel-without-set": "Discard a hotel."}, id="houses-that-need-a-set"),
        pytest.param(UK, "dark-blue h1 h3", "",
                     {"house-out-of-sequence": "Discard a 3rd House, or add a 2nd House."},
                     id="a-house-missing"),
        pytest.param(UK, "dark-blue brown h3 h2 h1*2 h3", "",
                     {"house-out-of-sequence": "Discard a 3rd House, or add a 2nd House."},
                     id="a-house-missing-on-the-second-set"),
        pytest.param(UK, "dark-blue brown h3*2", "",
                     {"house-out-of-sequence": "Discard two 3rd Houses."},
                     id="more-houses-missing-than-there-are"),
        pytest.param(UK, "dark-blue h1 h3 h4", "",
                     {"house-out-of-sequence": "Add a 2nd House."}, id="one-missing-below-two"),
        pytest.param(UK, "dark-blue h1*2 h2*2 h3*2", "",
                     {"too-many-houses": "2 cards short: Old Kent Road and Whitechapel Road would "
                      "complete Brown."}, id="a-set-for-houses"),
        pytest.param(UK, "red h1*2 h2*2 h3*2 marylebone", "",
                     {"incomplete-group": "One card short: King’s Cross Station would make a pair. "
                      "Or discard Marylebone Station.",
                      "too-many-houses": "2 cards short: Park Lane and Mayfair would complete "
                      "Dark Blue."}, id="a-set-for-houses-is-told-with-the-houses"),
        pytest.param(US, "utilities reading-railroad h1 h2 h3", "",
                     {"incomplete-group":
                      "One card short: Pennsylvania Railroad would make a pair. "
                      "Or discard Reading Railroad.",
                      "house-without-set":
                      "2 cards short: Park Place and Boardwalk would complete Dark Blue. "
                      "Dark Blue can take them then."},
                     id="a-set-for-houses-without-one-is-told-with-the-houses"),
        pytest.param(UK, "park-lane strand fleet-street h1", "",
                     {"no-set": "One card short: Mayfair would complete Dark Blue.",
                      "incomplete-group": "One card short: Trafalgar Square would complete Red. "
                      "One card short: Mayfair would complete Dark Blue.",
                      "house-without-set": "No extra card needed. Dark Blue can take it then."},
                     id="one-house-goes-on-one-set"),
        pytest.param(UK, "park-lane strand fleet-street h1*2 h2*3", "",
                     {"no-set": "One card short: Mayfair would complete Dark Blue.",
                      "incomplete-group": "One card short: Trafalgar Square would complete Red. "
                      "One card short: Mayfair would complete Dark Blue.",
                      "house-without-set":
                      "Discard a 2nd House. Red and Dark Blue can take the rest then."},
                     id="two-of-a-house-go-on-two-sets"),
        pytest.param(WM, "park-place illinois kentucky one-house two-houses", "",
                     {"no-set": "One card short: Boardwalk would complete Dark Blue.",
                      "incomplete-group": "One card short: Indiana Avenue would complete Red. "
                      "One card short: Boardwalk would complete Dark Blue.",
                      "house-without-set": "No extra card needed. Dark Blue can take them then."},
                     id="2017-houses-go-on-one-set"),
        pytest.param(UK, "h1 h3 chance", "",
                     {"no-set": "2 cards short: Park Lane and Mayfair would complete Dark Blue.",
                      "house-without-set": "Chance counts as a 2nd House. No extra card needed. "
                      "Dark Blue can take them then."}, id="a-wild-is-a-house"),
        pytest.param(UK, "h3 h4 chance", "",
                     {"no-set": "2 cards short: Park Lane and Mayfair would complete Dark Blue.",
                      "house-without-set": "Add a 2nd House. Chance counts as a 1st House. "
                      "Dark Blue can take them all then."}, id="a-wild-is-a-house-beside-one"),
        pytest.param(WM, "wild", "hotel",
                     {"no-set": "One card short: Park Place would complete Dark Blue with Wild. "
                      "Let Wild count as Boardwalk then.",
                      "hotel-without-set": "No extra card needed. The other fixes solve this too. "
                      "Let Wild count as Boardwalk then."}, id="a-wild-is-no-hotel-then"),
        pytest.param(WM, "dark-blue hotel two-houses wild gtj", "",
                     {"hotel-without-four-houses":
                      "Discard a hotel."},
                     id="a-wild-that-cancels-jail-goes-on-to"),
        pytest.param(US, "utilities park-place boardwalk h3 chance go*4", "",
                     {"house-out-of-sequence": "Discard a 3rd House."},
                     id="no-wild-is-a-house-that-nothing-needs"),
        pytest.param(UK, "pink hotel piccadilly chance*2 h1*2 h3", "",
                     {"incomplete-group": "2 cards short: Leicester Square and Coventry Street "
                      "would complete Yellow.", "too-many-houses":
                      "2 Chance cards count as a 2nd House and a 4th House. No extra card needed. "
                      "The other fixes solve this too."},
                     id="wilds-alone-are-no-fix"),
        pytest.param(WM, "red park-place", "",
                     {"incomplete-group": "One card short: Boardwalk would complete Dark Blue. "
                      "Or discard Park Place."}, id="as-few-cards-to-give-it-up"),
        pytest.param(UK, "mayfair water-works", "",
                     {"no-set": "One card short: Park Lane would complete Dark Blue.",
                      "incomplete-group": "One card short: Park Lane would complete Dark Blue. "
                      "One card short: Electric Company would complete Utilities. "
                      "Or discard Water Works."}, id="one-of-two-is-needed"),
        pytest.param(UK, "dark-blue h3*2", "",
                     {"house-out-of-sequence": "Discard a 3rd House.",
                      "too-many-houses": "Also discard a 3rd House."}, id="two-of-a-house"),
    ],
)  # fmt: skip
def test_fixes_in_words(edition_id: str, cards: str, wilds: str, texts: dict[str, str]) -> None:
    found: dict[str, str] = {}
    for one in ruled(edition_id, cards, wilds=wilds).findings:
        if one.rule not in WARNINGS:
            found[one.rule] = f"{found.get(one.rule, '')} {one.fix.text}".strip()
    assert found == texts
    edition = load(edition_id)
    assert check(edition, parse(edition, cards), parse(edition, wilds), pairs=False)


@pytest.mark.parametrize(
    ("edition_id", "cards", "others", "texts"),
    [
        pytest.param(UK, "dark-blue kings-cross", "marylebone fenchurch-street-station",
                     {"incomplete-group":
                      "One card short: Liverpool Street Station would make a pair. "
                      "Or discard King’s Cross Station."},
                     id="the-station-that-is-left"),
        pytest.param(UK, "red mayfair", "park-lane", {"incomplete-group": "Discard Mayfair."},
                     id="a-set-that-cannot-be-made"),
        pytest.param(UK, "go", "water-works", {"no-set":
                     "2 cards short: King’s Cross Station and Marylebone Station would make a "
                     "pair."}, id="a-set-that-can-be-made"),
        pytest.param(UK, "red chance piccadilly leicester", "coventry-street", {},
                     id="a-wild-may-be-a-card-that-another-has"),
        pytest.param(UK, "dark-blue h1 h3", "h2*4",
                     {"house-out-of-sequence": "Discard a 3rd House."},
                     id="no-house-to-add-instead"),
        pytest.param(WM, "dark-blue hotel one-house", "three-houses",
                     {"hotel-without-four-houses": "Discard a hotel."}, id="no-three-houses-left"),
        pytest.param(WM, "dark-blue gtj", "get-out-of-jail-free",
                     {"jail": "Discard Go To Jail."}, id="no-card-out-of-jail-left"),
        pytest.param(WM, "park-place go",
                     "baltic-avenue oriental-avenue st-charles-place new-york-avenue "
                     "illinois-avenue ventnor-avenue pacific-avenue boardwalk",
                     {"no-set": "One card short: Boardwalk would complete Dark Blue.",
                      "incomplete-group": "One card short: Boardwalk would complete Dark Blue."},
                     id="nothing-else-helps"),
        pytest.param(WM, "park-place gtj go",
                     "baltic-avenue oriental-avenue st-charles-place new-york-avenue "
                     "illinois-avenue ventnor-avenue pacific-avenue boardwalk "
                     "get-out-of-jail-free",
                     {"no-set": "One card short: Boardwalk would complete Dark Blue.",
                      "incomplete-group": "One card short: Boardwalk would complete Dark Blue.",
                      "jail": "Discard Go To Jail."},
                     id="nothing-else-helps-but-only-colours"),
    ],
)  # fmt: skip
def test_no_fix_asks_for_a_card_that_another_has(
    edition_id: str, cards: str, others: str, texts: dict[str, str]
) -> None:
    found = ruled(edition_id, cards, others=others).findings
    assert {one.rule: one.fix.text for one in found if one.rule not in WARNINGS} == texts


def test_too_many_houses_counts_houses_only() -> None:
    """The hotel that the houses are kept for is no house."""
    (found,) = [
        one
        for one in ruled(WM, "dark-blue h1 two-houses*2 hotel go*4").findings
        if one.rule not in WARNINGS
    ]
    assert found.message == "The house cards make 5 houses. The most is 4."
    assert found.fix.text == "Discard a One House card."

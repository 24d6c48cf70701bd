"""The list of hands of an open deal, and what is asked before: who went out."""

from typing import Any

import pytest

from companion.game.open_deal import REWARD, Entered, OpenDeal
from companion.game.taps import ASKS_WHO, CLOSED, Asking, Opened
from tests.web.hand.conftest import See
from tests.web.hand.entered import deal_of

# --- who went out --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "on"),
    [
        pytest.param({"went_out": "Bob"}, ["Bob"], id="a player"),
        pytest.param({"went_out": None, "nobody": True}, ["Nobody"], id="nobody"),
        pytest.param({"went_out": None}, [], id="not known"),
    ],
)
def test_the_answer_is_marked_when_it_is_asked_again(
    see: See, more: dict[str, Any], on: list[str]
) -> None:
    out = see(deal_of("classic-uk", {}, laid_down=False, **more), ASKS_WHO).part("out")
    answers = [button for button in out.buttons if button.on is not None]
    assert [button.label for button in answers] == ["Ann", "Bob", "Cem", "Dee", "Nobody"]
    assert [button.label for button in answers if button.on] == on


@pytest.mark.parametrize(
    ("hands", "asked", "shown"),
    [
        pytest.param(
            {"Ann": "red"},
            "3 cards are entered for Ann. Whose are they?",
            ["Bob’s: move them", "Ann’s: keep them", "Nobody’s: clear them", "Ann did go out"],
            id="another player",
        ),
        pytest.param(
            {"Ann": "go", "Bob": "go"},
            "1 card is entered for Ann. Whose are they?",
            ["Ann’s: keep them", "Nobody’s: clear them", "Ann did go out"],
            id="who has cards already",
        ),
    ],
)
def test_whose_the_cards_are_is_asked_when_another_player_went_out(
    see: See, hands: dict[str, str], asked: str, shown: list[str]
) -> None:
    bob_instead = Opened(asking=Asking.WHOSE, instead=1)
    page = see(deal_of("classic-uk", hands, laid_down=False), bob_instead).part("out")
    assert page.text.startswith(asked)
    assert page.labels[: len(shown)] == shown


@pytest.mark.parametrize(
    ("cards", "more", "labels"),
    [
        pytest.param("red", {}, ["Lay down these 3 cards", "Not out after all"], id="too few"),
        pytest.param("red h2", {}, ["Allow these 4 cards", "Not out after all"], id="illegal, too"),
        pytest.param(
            "red h1 h2 h3 go*2 t*2", {}, ["Not out after all"], id="as many as it should be"
        ),
        pytest.param(
            "red", {"laid_down": True}, ["Ann’s cards", "Not out after all"], id="laid down"
        ),
    ],
)
def test_what_else_can_be_changed_with_who_went_out(
    see: See, cards: str, more: dict[str, Any], labels: list[str]
) -> None:
    deal = deal_of("classic-uk", {"Ann": cards}, **{"laid_down": False, **more})
    for open_part in (CLOSED, Opened(REWARD if deal.laid_down else 0)):
        page = see(deal, open_part)
        assert str(page.part("change").buttons[0]) == "change: open:??"
        assert not page.has("out-none")
    out = see(deal, ASKS_WHO).part("out")
    assert [label for label in out.labels if label not in (*deal.players, "Nobody")] == labels


@pytest.mark.parametrize(
    ("more", "seat", "asked"),
    [
        ({"went_out": None}, 1, "I went out: out:1"),
        ({"went_out": None}, 0, "I went out: out:0"),
        ({"laid_down": False}, 0, "You went out"),
        ({"laid_down": False}, 1, ""),
        ({"laid_down": True}, 0, "You went out"),
        ({"went_out": None, "nobody": True}, 0, ""),
    ],
    ids=["open", "open too", "mine", "another's", "laid down", "nobody"],
)
def test_what_a_player_is_asked(see: See, more: dict[str, Any], seat: int, asked: str) -> None:
    page = see(deal_of("classic-uk", {"Ann": "red"}, **more), CLOSED, frozenset({seat}))
    assert ("You went out change" in page.text) == (asked == "You went out")
    assert [str(button) for button in page.part("out").buttons] == (
        [asked] if asked.startswith("I ") else []
    )


# --- the list of hands ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "cards", "gist"),
    [
        ("classic-uk", "red", "Red"),
        ("classic-uk", "dark-blue, h1, h2, token", "Dark Blue with 2 houses + 1 token"),
        (
            "classic-uk",
            "dark-blue, h1, h2, h3, h4, hotel, token*2",
            "Dark Blue with hotel + 2 tokens",
        ),
        ("classic-uk", "red, go*2", "Red, 2 × GO"),
        ("classic-uk", "red, go", "Red, GO"),
        ("winning-moves-2017", "red, free-parking", "Red, Jackpot"),
        (
            "winning-moves-2017",
            "red, go-to-jail, get-out-of-jail-free",
            "Red, Go To Jail cancelled",
        ),
    ],
)
def test_a_hand_in_one_line(see: See, edition: str, cards: str, gist: str) -> None:
    deal = deal_of(edition, {"Ann": cards}, laid_down=True, done={"Bob": "nothing"})
    jackpot = 1000 if edition == "winning-moves-2017" else None
    assert f" {gist} " in see(deal, jackpot=jackpot).hand(0).text


@pytest.mark.parametrize(
    ("edition", "more"),
    [
        pytest.param("classic-uk", {"went_out": None}, id="nobody knows who went out"),
        pytest.param(
            "classic-uk", {"went_out": None, "nobody": True}, id="the deal does not count"
        ),
        pytest.param("express", {"went_out": None}, id="monopolies, no hands"),
    ],
)
def test_there_are_no_hands_to_list(see: See, edition: str, more: dict[str, Any]) -> None:
    for own in (None, frozenset({1})):
        page = see(deal_of(edition, {}, **more), CLOSED, own)
        assert not any(page.has(f"hand{seat}") for seat in range(4))
        assert not page.has("others-hands")


def four_hands(**more: Any) -> OpenDeal:
    """Cem went out; Dee's cards are entered, Ann was caught, and Bob's hand is missing."""
    return deal_of(
        "classic-uk",
        {"Cem": "orange", "Dee": "brown", "Ann": "chance, mm"},
        went_out="Cem",
        done={"Dee": "cards", "Ann": "chance"},
        **more,
    )


@pytest.mark.parametrize(
    ("own", "seats"),
    [
        pytest.param(None, [2, 3, 0, 1], id="every hand"),
        pytest.param(frozenset({1, 3}), [3, 1], id="a phone of two players"),
    ],
)
def test_the_hands_are_listed_clockwise_from_who_went_out(
    see: See, own: frozenset[int] | None, seats: list[int]
) -> None:
    html = see(four_hands(), CLOSED, own).html
    there = {html.find(f'id="hand{seat}"'): seat for seat in range(4)}
    assert [there[at] for at in sorted(there) if at >= 0] == seats


def test_each_hand_in_the_list_says_how_far_it_is(see: See) -> None:
    page = see(four_hands(laid_down=True))
    said = {
        2: ("Cem went out £200 Orange", ["Reward", "Change these cards"]),
        3: ("Dee £50 Brown", ["Change these cards"]),
        0: ("Ann £0", ["Nothing", "Caught with Chance", "Cards"]),
        1: ("Bob", ["Nothing", "Caught with Chance", "Cards"]),
    }
    for seat, (text, labels) in said.items():
        assert page.hand(seat).text.startswith(f"{text} {labels[0]}")
        assert page.hand(seat).labels[: len(labels)] == labels
    assert not any(page.has(f"sum{seat}") for seat in said)


@pytest.mark.parametrize(
    ("place", "name", "seat"),
    [
        pytest.param(REWARD, "Cem ’s reward up to 5", 2, id="the reward is of who went out"),
        pytest.param(3, "Dee", 3, id="a hand"),
    ],
)
def test_an_open_hand_is_alone_and_without_its_sum(
    see: See, place: int, name: str, seat: int
) -> None:
    page = see(four_hands(laid_down=True), Opened(place))
    assert [page.has(f"hand{other}") for other in range(4)] == [n == seat for n in range(4)]
    assert f" {name} " in page.hand(seat).text
    assert page.hand(seat).text.endswith("All hands")
    assert not page.has(f"sum{seat}")


@pytest.mark.parametrize(
    ("cards", "more", "fault"),
    [
        ("red h2", {"laid_down": True, "allowed": True}, "allowed anyway"),
        ("red h2", {"laid_down": True}, "may not go out"),
        ("red", {"laid_down": True}, ""),
        ("red h2", {"laid_down": False}, ""),
    ],
    ids=["illegal and allowed", "illegal", "legal", "not laid down"],
)
def test_a_hand_that_may_not_go_out_is_marked(
    see: See, cards: str, more: dict[str, Any], fault: str
) -> None:
    page = see(deal_of("classic-uk", {"Ann": cards}, **more))
    for words in ("allowed anyway", "may not go out"):
        assert (words in page.hand(0).text) == (words == fault)
        assert not any(words in page.hand(seat).text for seat in (1, 2, 3))


@pytest.mark.parametrize(
    ("entering", "place", "own", "marked", "said"),
    [
        pytest.param([], None, None, [], [], id="none"),
        pytest.param(["Ann", "Dee"], None, None, [0, 3], ["allin:3", "allin:0"], id="two phones"),
        pytest.param(["Bob"], None, None, [], [], id="opened, without a card"),
        pytest.param(["Cem"], None, None, [], [], id="laid down"),
        pytest.param(["Dee"], 3, None, [], ["allin:3"], id="open"),
        pytest.param(["Dee"], 0, None, [], [], id="another is open"),
        pytest.param(["Dee"], 3, frozenset({3}), [], [], id="its own phone says Done"),
    ],
)
def test_a_hand_that_its_own_phone_still_enters(
    see: See,
    entering: list[str],
    place: int | None,
    own: frozenset[int] | None,
    marked: list[int],
    said: list[str],
) -> None:
    """The list says so, and the scorekeeper can say that its cards are all in."""
    page = see(four_hands(laid_down=True, entering=entering), Opened(place), own)
    assert [n for n in range(4) if "still entering" in page.hand(n).text] == marked
    buttons = [button for button in page.buttons if button.id.startswith("all-in")]
    assert [button.tap for button in buttons] == said
    assert {button.label for button in buttons} <= {"All cards are in"}


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        pytest.param("red", False, id="it lacks cards"),
        pytest.param("red, dark-blue, h1, h2, h3, go*2", True, id="ten cards"),
    ],
)
def test_a_hand_that_went_out_is_all_in_only_with_all_its_cards(
    see: See, cards: str, said: bool
) -> None:
    deal = deal_of("winning-moves-2017", {"Ann": cards}, laid_down=False, entering=["Ann"])
    assert see(deal).has("all-in0") is said


# --- the hands that a player's phone does not enter ----------------------------------------------


@pytest.mark.parametrize(
    ("more", "states"),
    [
        pytest.param(
            {"reward_open": True},
            ["Cem went out still entering the reward", "Dee ✓ done: £50", "Ann ✓ done: £0"],
            id="the reward is open",
        ),
        pytest.param(
            {"entering": ["Dee"]},
            ["Cem went out ✓ done: £200", "Dee still entering", "Ann ✓ done: £0"],
            id="another phone still enters",
        ),
    ],
)
def test_how_far_the_hands_of_other_phones_are(
    see: See, more: dict[str, Any], states: list[str]
) -> None:
    page = see(four_hands(laid_down=True, **more), CLOSED, frozenset({1}))
    assert page.part("others-hands").text == " ".join(["The other hands", *states])


# --- caught --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "reward", "state", "shown"),
    [
        ({"Ann": "red, chance"}, "", "", "Caught with Chance: catch:1"),
        ({"Ann": "red, chance", "Cem": "chance"}, "", "", "Chance: Ann + Cem"),
        ({"Ann": "red, chance"}, "chance", "", "Chance: Ann + the reward"),
        (
            {"Ann": "red, chance", "Bob": "chance"},
            "",
            Entered.CAUGHT,
            "Caught with Chance: again:1 *",
        ),
    ],
    ids=["one is left", "none is left", "one was drawn", "caught already"],
)
def test_who_can_be_caught(
    see: See, hands: dict[str, str], reward: str, state: str, shown: str
) -> None:
    """The deck has two Chances."""
    done = {"Bob": state} if state else {}
    hand = see(deal_of("classic-uk", hands, reward, laid_down=True, done=done)).hand(1)
    buttons = [str(button) for button in hand.buttons]
    assert shown in buttons or f"Nothing {shown} Cards" in hand.text


@pytest.mark.parametrize(
    ("hands", "done", "seat"),
    [
        pytest.param({"Ann": "red, chance*2"}, {}, 1, id="the goer has both"),
        pytest.param(
            {"Ann": "red, chance", "Cem": "chance"}, {"Cem": Entered.CAUGHT}, 1, id="one was caught"
        ),
        pytest.param(
            {"Ann": "red, chance*2", "Bob": "brown"},
            {"Bob": Entered.CARDS},
            2,
            id="the first has cards",
        ),
        pytest.param({"Ann": "red, chance"}, {}, None, id="one is left"),
    ],
)
def test_who_has_the_cards_that_catch_is_said_once(
    see: See, hands: dict[str, str], done: dict[str, str], seat: int | None
) -> None:
    """The places of the buttons that nobody can tap any more stay."""
    page = see(deal_of("classic-uk", hands, laid_down=True, done=done))
    assert [n for n in range(4) if "Chance: Ann" in page.hand(n).text] == (
        [] if seat is None else [seat]
    )
    open_hands = [n for n in (1, 2, 3) if page.hand(n).labels[0] == "Nothing"]
    places = [page.hand(n).html.count('<span class="soft">') for n in open_hands]
    caught = [page.hand(n).labels.count("Caught with Chance") for n in open_hands]
    assert [one + other for one, other in zip(places, caught, strict=True)] == [1] * len(open_hands)


@pytest.mark.parametrize(
    ("state", "hands", "asked", "on"),
    [
        pytest.param("counting", {"Bob": "chance"}, True, [], id="not said yet"),
        pytest.param("chance", {"Bob": "chance"}, False, ["0"], id="none"),
        pytest.param("chance", {"Bob": "chance, mm*2"}, False, ["1", "2"], id="two"),
        pytest.param("counting", {"Bob": "chance", "Cem": "mm*4"}, False, [], id="others have all"),
    ],
)
def test_a_caught_player_is_asked_in_the_bar_for_the_cards_for_the_majority(
    see: See, state: str, hands: dict[str, str], asked: bool, on: list[str]
) -> None:
    done = {"Bob": state, "Cem": "cards"}
    deal = deal_of("classic-uk", {"Ann": "orange", **hands}, laid_down=True, done=done)
    most = see(deal, Opened(1)).part("most")
    assert most.labels == ["0", "1", "2", "3", "4"]
    if hands.keys() == {"Bob"}:
        assert [button.label for button in most.buttons if button.on] == on
    assert see(deal).has("most") == asked  # beside the list only while that is missing
    assert ("£0" in see(deal).hand(1).text) != asked


@pytest.mark.parametrize(
    ("edition", "counts", "cards", "state", "asked"),
    [
        pytest.param("winning-moves-2017", True, "gtj", "counting", True, id="2017-counts"),
        pytest.param("winning-moves-2017", False, "gtj", "counting", False, id="2017-does-not"),
        pytest.param(
            "winning-moves-2017", False, "gtj, fp*2", "chance", True, id="2017-entered-before"
        ),
        pytest.param("classic-uk", True, "chance", "counting", True, id="classic-counts"),
        pytest.param("classic-uk", False, "chance", "counting", False, id="classic-does-not"),
        pytest.param("winning-moves-2017", True, "fp", "cards", False, id="not-caught"),
    ],
)
def test_a_number_that_does_not_matter_is_not_asked_for(
    see: See, edition: str, counts: bool, cards: str, state: str, asked: bool
) -> None:
    """Where cards of a caught hand do not count for the majority (option `wiped_out_count`)."""
    hands, options = {"Ann": "orange", "Bob": cards}, {"wiped_out_count": counts}
    deal = deal_of(edition, hands, options=options, laid_down=True, done={"Bob": state})
    assert see(deal, Opened(1)).has("most") == asked


# --- monopolies (Express) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "buttons", "by"),
    [
        pytest.param(
            {1}, {"brown": 0, "red": 1, "green": 1}, {"brown": "Ann"}, id="a phone of one player"
        ),
        pytest.param({0, 1}, {"brown": 2, "red": 2, "green": 2}, {}, id="a phone of two"),
        pytest.param(
            {2}, {"brown": 0, "red": 0, "green": 1}, {"brown": "Ann", "red": "Bob"}, id="neither"
        ),
    ],
)
def test_a_phone_has_buttons_for_what_is_its_own_or_nobodys(
    see: See, own: set[int], buttons: dict[str, int], by: dict[str, str]
) -> None:
    deal = deal_of("express", {"Ann": "brown", "Bob": "red"}, went_out=None)
    page = see(deal, CLOSED, frozenset(own))
    assert {group: len(page.part(group).buttons) for group in buttons} == buttons
    for group in buttons:
        said = f"made by {by[group]}" if group in by else "I made it"
        assert page.part(group).text.endswith(said)
    on = {button.id for button in page.buttons if button.on}
    assert on == {f"{'brown' if seat == 0 else 'red'}-{seat}" for seat in own & {0, 1}}


@pytest.mark.parametrize(
    ("hand", "own", "shown"),
    [
        pytest.param(9, None, True, id="one is missing"),
        pytest.param(10, None, False, id="all are made"),
        pytest.param(9, frozenset({0}), False, id="on a player's phone"),
    ],
)
def test_a_round_can_be_stopped_early_until_all_are_made(
    see: See, hand: int, own: frozenset[int] | None, shown: bool
) -> None:
    groups = deal_of("express", {}, went_out=None).edition.groups[:hand]
    made = {"Ann": ", ".join(group.id for group in groups)}
    assert see(deal_of("express", made, went_out=None), CLOSED, own).has("early") == shown

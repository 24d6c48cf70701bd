"""What the page of the open deal shows on a phone that enters one hand, or none: that hand, and how
far the others are. Pure; the page that enters every hand is `entry_view`."""

from companion.game import open_deal
from companion.game.open_deal import OpenDeal, Seats
from companion.game.permissions import may_open
from companion.rules.payout import Settlement
from companion.web.deal.page import (
    WHO_OUT,
    Bar,
    DealView,
    MadePart,
    OtherHand,
    OutPart,
    Shown,
    bar_of,
    bar_of_all,
    bar_of_piles,
    hand_rows,
    leads_to,
    made_parts,
    open_chooser,
    open_now,
    open_picker,
)
from companion.web.deal.picker import Button


def view(
    seats: Seats, deal: OpenDeal, settlement: Settlement, shown: Shown, own: frozenset[int]
) -> DealView:
    """The page of a phone that enters one hand or none: that, and how far the others are."""
    place, wild = open_now(seats, deal, shown.at)
    if place is not None and not may_open(seats, deal, own, shown.at):
        place = wild = None
    rows = hand_rows(seats, deal, settlement, place, closing=False)
    bar = bar_of(seats, deal, settlement, place, closing=False)
    if place is None:
        bar = _bar_of_waiting(seats, deal, settlement, own)
    elif bar is not None and bar.main is not None and bar.main.tap != "lay":
        bar = bar._replace(main=leads_to(seats, None, on=bar.main.on))
    return DealView(
        shown=shown,
        at=shown.at if place is not None else "",
        out=_out_own(seats, deal, own),
        rows=tuple(row for row in rows if row.place in own),
        others=_others(seats, deal, settlement, own),
        waits=_waits(seats, deal, own),
        picker=open_picker(seats, deal, settlement, place, wild, shown),
        chooser=open_chooser(seats, deal, settlement, place, wild),
        made=_made_own(seats, deal, own),
        early=None,
        bar=bar,
        closing=False,
        told=(),
        warnings=(),
        faults=(),
        asks_let_stand=False,
    )


def opens_at(seats: Seats, deal: OpenDeal, own: frozenset[int]) -> str:
    """What a page has open that is called afresh: the own hand until it is entered."""
    left = open_deal.missing(seats, deal) if deal.nobody or deal.went_out else []
    return next((str(place) for place in sorted(own) if seats.players[place] in left), "")


def _out_own(seats: Seats, deal: OpenDeal, own: frozenset[int]) -> OutPart | None:
    """Whether one went out oneself: asked until somebody has, to be taken back until the hand is
    laid down."""
    if seats.piles or deal.laid_down or deal.nobody:
        return None
    buttons = []
    for place in sorted(own):
        goer = seats.players[place] == deal.went_out
        if goer or deal.went_out is None:
            what = "in" if goer else "out"
            buttons.append(Button(f"out{place}", "I went out", f"{what}:{place}", on=goer))
    return OutPart(WHO_OUT, tuple(buttons)) if buttons else None


def _others(
    seats: Seats, deal: OpenDeal, settlement: Settlement, own: frozenset[int]
) -> tuple[OtherHand, ...]:
    """How far the hands of the others are, clockwise from the goer."""
    if seats.piles or settlement.void or not (deal.nobody or deal.went_out is not None):
        return ()
    left = open_deal.missing(seats, deal)
    first = 0 if deal.went_out is None else seats.players.index(deal.went_out)
    hands = []
    for place in (*range(first, len(seats.players)), *range(first)):
        player = seats.players[place]
        if place in own:
            continue
        done = player not in left
        amount = seats.edition.amount(settlement.payouts[player])
        if done:
            state = f"done: {amount}"
        elif deal.hands.get(player):
            state = "still entering"
        else:
            state = "not entered yet"
        hands.append(OtherHand(player, player == deal.went_out, state, done))
    return tuple(hands)


def _waits(seats: Seats, deal: OpenDeal, own: frozenset[int]) -> str:
    """What there is to wait for before anything can be entered."""
    if seats.piles or deal.nobody or deal.went_out is not None:
        return ""
    if own:
        return "Somebody else? As soon as that is entered, your cards can be tapped in here."
    return "Nobody has gone out yet."


def _bar_of_waiting(
    seats: Seats, deal: OpenDeal, settlement: Settlement, own: frozenset[int]
) -> Bar | None:
    """Who is still entering, and that the scorekeeper closes the deal."""
    if not seats.piles and not deal.nobody and deal.went_out is None:
        return None
    if open_deal.complete(seats, deal):
        of_all = bar_of_piles if seats.piles else bar_of_all
        bar = of_all(seats, deal, settlement, closing=True)
        return bar._replace(confirm="", counted=f"{bar.counted} The scorekeeper confirms.".strip())
    if seats.piles:
        return bar_of_piles(seats, deal, settlement, closing=False)
    bar = bar_of_all(seats, deal, settlement, closing=False)
    mine = [
        place for place in sorted(own) if seats.players[place] in open_deal.missing(seats, deal)
    ]
    main = Button(f"do-{mine[0]}", "Enter my cards", f"open:{mine[0]}", on=True) if mine else None
    return bar._replace(main=main)


def _made_own(seats: Seats, deal: OpenDeal, own: frozenset[int]) -> tuple[MadePart, ...]:
    """The monopolies with a button for those that one made oneself or nobody has made yet."""
    by = open_deal.makers(seats, deal)
    parts = []
    for part in made_parts(seats, deal):
        maker = by[part.id]
        open_to = own if maker is None or maker in own else frozenset()
        buttons = tuple(
            part.players[place]._replace(label="I made it") for place in sorted(open_to)
        )
        said = "" if maker is None or maker in own else seats.players[maker]
        parts.append(part._replace(players=buttons, by=said))
    return tuple(parts)

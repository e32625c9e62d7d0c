"""The odds beside the cards: going out, useful cards, and the stock against the pile."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from ludoteca.core import calls
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Odd, Simulated, simulated_share
from ludoteca.core.player_names import name_and_level
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import mean_of
from ludoteca.players.rollout import Effort, roll_out

from .arrange.best import FEWEST_CARDS, MOST_POINTS
from .arrange.moves import arrangement
from .arrange.out import count_going_out, goes_out
from .exact import draws
from .exact.rounds import LEVEL
from .ids import (
    ACTIONS,
    CHOOSING,
    DEALING,
    DRAW,
    EITHER,
    KINDS,
    OVER,
    PAIRS,
    PASS,
    PLAYING,
    TAKE,
)
from .laying import can_take_morto, never_thrown
from .melds import fits_table, is_wild_card, pair_of
from .notation import signs
from .policy import makes_another
from .worlds import unseen_by

CONDITION = N_("all orders of the cards that you do not know are equally likely")


def odds_at(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The odds that the moment turns on, then the chances to go out and of a card that can be laid.

    Stock against pile before a draw, what can be laid after it; what cannot happen comes last.
    """
    s, me = view.record[0], view.seat
    if me < 0 or s.phase in (DEALING, OVER) or s.undealt == 0:
        return ()
    unseen, cards = unseen_by(s, me)
    condition, unknown = _(CONDITION), unseen.tolist()
    found: list[Odd] = []
    if {DRAW, TAKE} <= set(view.legal):
        found += _sources_worth(view, rng)
    if s.phase == PLAYING and view.legal:
        found += _to_lay(view)
    going_out = list(_going_out(view, rng)) if s.phase == CHOOSING and tells_going_out(s) else []
    found += [odd for odd in going_out if odd.value.decimal > 0]
    useful = [kind for kind in range(KINDS) if unknown[kind] and _is_useful(s, me, kind)]
    any_card = Fraction(sum(unknown[kind] for kind in useful), cards)
    words = _("the next card fits your melds, or makes one without wild cards")
    if useful:
        likeliest = signs(
            sorted(useful, key=lambda kind: (is_wild_card(kind), -unknown[kind], kind))[:_NAMED]
        )
        more = " …" if len(useful) > _NAMED else ""
        words = _("the next card fits your melds, or makes one without wild cards: {cards}").format(
            cards=likeliest + more
        )
    found.append(Odd(words, Exact(any_card, condition)))
    return (*found, *(odd for odd in going_out if odd.value.decimal == 0))


# -- what can be laid ------------------------------------------------------------------------------

CRITERIA = {"points": MOST_POINTS, "cards": FEWEST_CARDS}
"""The arrangements of a hand by the name of what they have most or fewest of."""


def moves_to_try(view: SeatView, wanted: str) -> Sequence[int]:
    """The moves of the best arrangement of the hand, by ``points`` laid or ``cards`` left."""
    if view.record[0].phase != PLAYING or not view.legal or wanted not in CRITERIA:
        return ()
    best = arrangement(view.record, view.seat, CRITERIA[wanted])
    return () if best is None else best.moves


def _to_lay(view: SeatView) -> Iterator[Odd]:
    """The most points that can be laid, and the fewest cards that can be left."""
    held = int(view.record[0].in_hand[view.seat])
    best = arrangement(view.record, view.seat, MOST_POINTS)
    if best is not None:
        points = Exact(Fraction(best.points), "" if best.sure else _(NOT_SURE))
        yield Odd(_("the most points that can be laid now"), points, chance=False)
    fewest = arrangement(view.record, view.seat, FEWEST_CARDS)
    if fewest is not None:
        left = Exact(Fraction(held - fewest.cards), "" if fewest.sure else _(NOT_SURE))
        yield Odd(_("the fewest cards that can be left in hand"), left, chance=False)


NOT_SURE = N_("of the arrangements looked at")


# -- going out -------------------------------------------------------------------------------------


def _going_out(view: SeatView, rng: np.random.Generator) -> Iterator[Odd]:
    """The chances to run out of cards: with the next card, with the pile, by the next turn.

    Who runs out takes the morto, where the pair can still have one, and else ends the deal.
    """
    s, me, condition = view.record[0], view.seat, _(CONDITION)
    with_next, with_pile, soon, soon_alone = (
        (
            _("you take the morto with the next card"),
            _("you take the morto with the pile"),
            _("you can take the morto by your next turn, counting all that your partner holds and "
              "the rivals throw"),
            _("you can take the morto by your next turn, counting what the rival throws"),
        )
        if can_take_morto(s, pair_of(me))
        else (
            _("you go out with the next card"),
            _("you go out with the pile"),
            _("you can go out by your next turn, counting all that your partner holds and the "
              "rivals throw"),
            _("you can go out by your next turn, counting what the rival throws"),
        )
    )  # fmt: skip
    yield Odd(with_next, Exact(sum(going_out_with(s, me).values(), Fraction(0)), condition))
    if s.pile_cards:
        yield Odd(with_pile, Exact(Fraction(goes_out_with_pile(view.record, me)), condition))
    yield Odd(soon if s.players > PAIRS else soon_alone, by_end_of_round(s, me, rng))


_NO_HELPERS = np.zeros(KINDS, np.int64)


def tells_going_out(s: Any) -> bool:
    """True under rules that say nothing of how a morto is taken, or what first melds need."""
    return bool(s.morto_way == EITHER and s.first_meld == 0)


def _counts(cards: np.ndarray) -> np.ndarray:
    """The counts of cards as the compiled functions take them; they compile once for a type."""
    return cards.astype(np.int64)


def goes_out_now(s: Any, me: int) -> bool:
    """True if all cards of the hand of the seat to move can be laid, but perhaps a discard."""
    hand = _counts(s.hand[me])
    return goes_out(s, pair_of(me), hand, _NO_HELPERS, int(never_thrown(s)))


def going_out_with(s: Any, me: int) -> dict[int, Fraction]:
    """By kind of the next card of the stock: its chance, where the hand then goes out."""
    unseen, cards = unseen_by(s, me)
    found = {}
    for kind in np.flatnonzero(unseen).tolist():
        hand = _counts(s.hand[me])
        hand[kind] += 1
        if goes_out(s, pair_of(me), hand, _NO_HELPERS):
            found[kind] = Fraction(int(unseen[kind]), cards)
    return found


def goes_out_with_pile(record: np.ndarray, me: int) -> bool:
    """True if the seat, which is to draw or take, goes out with all cards of the pile this turn.

    A closed pile comes with a move that uses its top card; every such move is tried.
    """
    ids = np.zeros(ACTIONS, np.int64)
    for move in ids[: calls.legal_actions(record, 0, ids)].tolist():
        if move in (DRAW, PASS):
            continue
        after = record.copy()
        calls.apply_action(after, 0, move)
        if after[0].phase != PLAYING or goes_out_now(after[0], me):
            return True
    return False


def by_end_of_round(s: Any, me: int, rng: np.random.Generator) -> Simulated:
    """The chance that the cards which the pair has by the end of the round complete the hand.

    These are a card drawn, the partner's, and a discard of each rival; each may be used or not.
    """
    partner = (me + PAIRS) % int(s.players)
    hand, hidden, sure = _counts(s.hand[me]), 0, _NO_HELPERS
    if partner != me:
        sure = _counts(s.known[partner])
        hidden = int(s.in_hand[partner]) - int(sure.sum())
    unseen, cards = unseen_by(s, me)
    n = draws.cards_of_a_round(hidden, cards, int(s.players) // PAIRS)
    # Many cards take longer, sets much longer, and now and then a hundred times as long as mostly.
    worlds = (_WORK // 10 if s.sets else _WORK) // max(int(s.in_hand[me]), 1) ** 3
    worlds = min(max(worlds, _WORLDS[0]), _WORLDS[1])
    won, done, end_by = 0, 0, inf
    while done < worlds and time.thread_time() < end_by:
        part = min(_AT_ONCE, worlds - done)
        won += int(count_going_out(s, pair_of(me), hand, sure, unseen, n, part, rng, -1))
        done += part
        # The first ones may have waited for a compiler.
        if end_by == inf:
            end_by = time.thread_time() + _SECONDS
    return simulated_share(won, done, _(CONDITION))


_WORK = 4_000_000
_WORLDS = (50, 1_000)  #: simulated at least, where there is time, and at most
_AT_ONCE = 10  #: worlds between two looks at the clock
_SECONDS = 0.5  #: of processor time

_NAMED = 4  #: cards that can be laid, wild ones last
_EFFORT = Effort(worlds=400)


def _sources_worth(view: SeatView, rng: np.random.Generator) -> list[Odd]:
    """The better of stock and pile and by how much, or that it is not clear; then their worths.

    All in the same worlds.
    """
    level = view.game.info.levels.index(LEVEL)
    points = roll_out(view, level, rng, _EFFORT, [(DRAW,), (TAKE,)])[:, :, view.seat]
    stock, pile = points[:, 0], points[:, 1]
    better, words = pile - stock, _("taking the pile is better than drawing, by points")
    if better.mean() < 0:
        better, words = -better, _("drawing is better than taking the pile, by points")
    name = name_and_level(view.game.info, LEVEL)
    condition = _("everyone plays like {name}, and hidden cards are random").format(name=name)
    worths = [
        (_("points ahead if you draw"), stock),
        (_("points ahead if you take the pile"), pile),
    ]
    given = ""
    if mean_of(better).low > 0:
        worths.insert(0, (words, better))
    else:
        given = _("No clear difference between stock and pile.")
    return [
        Odd(name, replace(mean_of(worth), condition=condition), chance=False, given=given)
        for name, worth in worths
    ]


def _is_useful(s: Any, me: int, kind: int) -> bool:
    """True if the card can be added to a meld of the pair, or opens one with natural cards held."""
    if fits_table(s, pair_of(me), kind):
        return True
    # A wild card does with any two neighbours: more is said by the cards than by a number.
    return not is_wild_card(kind) and bool(makes_another(s, s.hand[me], kind))

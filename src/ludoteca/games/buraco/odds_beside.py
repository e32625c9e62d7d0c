"""The odds beside the cards: going out, useful cards, and the stock against the pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import mean_of
from ludoteca.players.rollout import Effort, roll_out

from .exact import chain
from .exact.going_out import RANKS, SUITS, Meld, Table
from .exact.position import DECK, Position
from .exact.rounds import LEVEL
from .ids import CHOOSING, DEALING, DRAW, KINDS, OVER, SEATS, TAKE
from .laying import can_take_morto, has_right
from .melds import fits_table, is_wild_card, natural_kind, pair_of, wilds_of
from .notation import sign
from .rules import EITHER
from .worlds import count_unseen

CONDITION = N_("all orders of the cards that you do not know equally likely")


def odds_at(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance of going out and of each useful card, as far as the seat's turn is to be played.

    Chances to go out are told where melds are those of the profile ``thesis``: no sets, no jokers,
    one wild card a meld, which stays.
    """
    s, me = view.record[0], view.seat
    if me < 0 or s.phase in (DEALING, OVER) or s.undealt == 0:
        return ()
    unseen = np.zeros(KINDS, np.int64)
    cards, condition = int(count_unseen(s, me, unseen)), _(CONDITION)
    unknown = unseen.tolist()
    found: list[Odd] = []
    position = position_of(s, me, unknown)
    if s.phase == CHOOSING and position is not None:
        words = _("the hand goes out with the next card")
        found.append(Odd(words, Exact(position.from_stock(), condition)))
        if s.pile_cards:
            words = _("the hand goes out with the pile")
            found.append(Odd(words, Exact(position.with_pile(), condition)))
    if {DRAW, TAKE} <= set(view.legal):
        found += _sources_worth(view, rng)
    useful = [kind for kind in range(KINDS) if unknown[kind] and _is_useful(s, me, kind)]
    any_card = Fraction(sum(unknown[kind] for kind in useful), cards)
    found.append(Odd(_("the next card can be laid at once"), Exact(any_card, condition)))
    for kind in sorted(useful, key=lambda kind: (-unknown[kind], kind))[:_USEFUL]:
        words = _("the next card is {card}").format(card=sign(kind))
        found.append(Odd(words, Exact(Fraction(unknown[kind], cards), condition)))
    return tuple(found)


_USEFUL = 6
_EFFORT = Effort(worlds=400, moves=200_000, seconds=60.0)


def _sources_worth(view: SeatView, rng: np.random.Generator) -> list[Odd]:
    """The worth of the stock and of the pile, and their difference, in the same worlds."""
    level = view.game.info.levels.index(LEVEL)
    points = roll_out(view, level, rng, _EFFORT, [(DRAW,), (TAKE,)])[:, :, view.seat]
    stock, pile = points[:, 0], points[:, 1]
    words = (
        (_("draw from the stock: points ahead"), stock),
        (_("take the pile: points ahead"), pile),
        (_("the pile above the stock: points"), pile - stock),
    )
    condition = _("everybody plays as the machine advanced, what is hidden is random")
    return [
        Odd(name, replace(mean_of(worth), condition=condition), chance=False)
        for name, worth in words
    ]


def position_of(s: Any, me: int, unknown: Sequence[int]) -> Position | None:
    """The position of a seat; None under rules of melds that the exact chances do not cover.

    None too where the pair may not go out at all: its morto is not there.
    """
    pair, partner = pair_of(me), (me + 2) % SEATS
    thesis = (s.sets, s.jokers, s.moving, s.most_wilds) == (0, 0, 0, 1)
    whole = (s.ranks, s.suits, s.canastra) == (RANKS, SUITS, chain.CANASTRA)
    morto = bool(can_take_morto(s, pair))
    if not (thesis and whole and s.dry and s.morto_way == EITHER and s.first_meld == 0):
        return None
    if not morto and not s.took_morto[pair]:
        return None
    melds: list[list[Meld]] = [[] for _suit in range(SUITS)]
    for meld in range(int(s.melds[pair])):
        run = Meld(int(s.low[pair, meld]), int(s.high[pair, meld]), wilds_of(s, pair, meld) > 0)
        melds[int(s.meld_suit[pair, meld])].append(run)
    first, second, third, fourth = (tuple(sorted(runs)) for runs in melds)
    table = Table((first, second, third, fourth), morto or bool(has_right(s, pair, -1, 0, 0)))
    hidden = int(s.in_hand[partner]) - int(s.known[partner].sum()) if s.players == SEATS else 0
    kinds = len(DECK)
    held, thrown = (tuple(int(n) for n in cards[:kinds]) for cards in (s.hand[me], s.pile))
    return Position(held, table, tuple(unknown[:kinds]), thrown, hidden)


def _is_useful(s: Any, me: int, kind: int) -> bool:
    """True if the card can be added to a meld of the pair, or opens one with cards of the hand."""
    if fits_table(s, pair_of(me), kind):
        return True
    if is_wild_card(kind):
        return False  # with any two neighbours: more is said by the cards than by a number
    suit, rank = divmod(kind, RANKS)
    held = s.hand[me]
    for place in (place for place in range(int(s.ranks) + 1) if place % int(s.ranks) == rank):
        for low in range(max(place - 2, 0), min(place, int(s.ranks) - 2) + 1):
            others = [at for at in range(low, low + 3) if at != place]
            if all(held[natural_kind(s, suit, at)] for at in others):
                return True
    return False

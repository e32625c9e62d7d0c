"""The levels that the others play, as the earlier deals of a match told.

Each finished deal is followed by a particle filter that takes all models for equally likely before
it: so what the filter believes after it is, up to a factor, how likely each model makes the deal as
the seat saw it move by move; hands that are shown in the end are not used, which hardly any world
has guessed. By Bayes' rule the product of these over the deals, times the chances before the
match, are the chances before the next deal. A share :data:`CHANGES` begins anew with each deal, as
players change their ways, and others may take their seats.

It is all read from the view: a player may be made anew for every move, as the page does, and is
never told anything of another match. What a deal told is kept for the process.
"""

from __future__ import annotations

import zlib
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import NoWorld
from ludoteca.core.view import SeatView
from ludoteca.players.particles import Models, ParticleFilter, before_the_deal

CHANGES = 0.1
"""The chance that a seat plays another level in the next deal, any of them as before the match."""

_SIZE = 400  #: worlds in which a finished deal is followed
_KEPT = 512  #: deals of which this is kept


def before_this_deal(view: SeatView, models: Models, doubt: float) -> NDArray[np.float64]:
    """The chance that each seat plays each of ``models`` in this deal, float64 [seats, models].

    Each row has the sum 1. ``doubt`` is the share of moves, 0 to 1, that is believed to be made at
    random. ``view`` tells of the earlier deals of the match where it was made with
    :attr:`Memory.MATCH <ludoteca.core.view.Memory>`; else the chances are those before the match.
    """
    prior = chances = before_the_deal(view, models)
    for deal in view.earlier:
        told = chances * _likelihoods(_SeenDeal.of(deal), tuple(models), doubt)
        chances = (1.0 - CHANGES) * told / told.sum(axis=1, keepdims=True) + CHANGES * prior
    return chances


@dataclass(frozen=True)
class _SeenDeal:
    """A finished deal as a seat saw it; equal where it saw the same."""

    seen: Hashable
    view: SeatView = field(compare=False)

    @classmethod
    def of(cls, view: SeatView) -> _SeenDeal:
        """The deal of ``view``, which tells its past."""
        options = tuple(sorted(view.options.items()))
        return cls((view.game.name, options, view.seat, view.past, view.tokens), view)


@lru_cache(_KEPT)
def _likelihoods(deal: _SeenDeal, levels: tuple[int, ...], doubt: float) -> NDArray[np.float64]:
    """The likelihood of a deal where a seat plays each of ``levels``, but for a factor by seat.

    Equal deals have equal ones. A level that no world was left with is not impossible: it counts as
    one world.
    """
    luck = np.random.default_rng(zlib.crc32(deal.view.record.tobytes()))
    watcher = ParticleFilter(_SIZE, dict.fromkeys(levels, 1.0 / len(levels)), doubt)
    with suppress(NoWorld):  # what was told until then counts
        watcher.follow(deal.view, luck)
    return watcher.chances + 1.0 / _SIZE

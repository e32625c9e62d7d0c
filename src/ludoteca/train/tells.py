"""A measure of the hand that the moves of a machine tell an opponent who knows how it plays.

Of each of many deals of the machine with itself one decision is drawn. An opponent thinks of hands
that the seat may hold there, as chance deals them: what earlier moves told is not used, so that a
move is judged by itself. The machine's chances with each of them say

- how much the move tells: the mutual information of hand and move, in bits. A move that does not
  depend on the hand tells nothing; one bit halves the hands;
- how often the move is one that a single one of the hands would make: then it shows the hand.

Moves that look alike to the opponent count as one. The hands are drawn, but for each of them the
chances are exact. Source: T. Cover, J. Thomas, Elements of Information Theory (2nd edition, 2006),
2.3, for mutual information.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.statistics import mean_of
from ludoteca.core import calls
from ludoteca.core.errors import NoWorld
from ludoteca.core.game import Game
from ludoteca.core.numbers import Simulated
from ludoteca.core.options import Options
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State, observe
from ludoteca.core.view import Memory, SeatView
from ludoteca.players.base import Mixer, memory_of
from ludoteca.players.factory import make_local_player
from ludoteca.players.play import deal_seeds, play_deal
from ludoteca.solve.minimax import is_open

HANDS = 100  #: that an opponent thinks of
MOST_DEALS = 200  #: in which a machine is watched; a second or two
_HARDLY = 1e-3  # of the greatest chance of a move: hands that would hardly make it do not count
TELLS_KEY = 4  #: of the seed of the deals in which a machine is watched


class HandTold(NamedTuple):
    """The mean of what a move tells of the hand.

    Attributes
    ----------
    bits
        mutual information of hand and move, in bits
    shown
        the probability of a move that a single one of the hands would make
    """

    bits: float
    shown: float


@dataclass(frozen=True)
class Tells:
    """The mean over deals of what a decision tells (:class:`HandTold`)."""

    bits: Simulated
    shown: Simulated


def tells_of(game: Game, options: Options, machine: str, deals: int, seed: int) -> Tells | None:
    """The hand as ``machine`` tells it in so many deals, or the most; None where it cannot be said.

    For that it must tell its chances by what its seat sees now, and not fail, and seats must hold
    something that others do not see. Equal seeds give equal figures.

    Raises
    ------
    BadInput
        where there is no such machine

    References
    ----------
    T. Cover, J. Thomas, Elements of Information Theory (2nd edition, 2006), 2.3.
    """
    player = make_local_player(game, machine)
    hides = not is_open(game) and len(game.teams(options)) > 1
    if not hides or not isinstance(player, Mixer) or memory_of(player) > Memory.NOTHING:
        return None
    seeds = np.random.SeedSequence(seed, spawn_key=(TELLS_KEY,))
    rng = np.random.default_rng(seeds)
    found = list[HandTold]()
    for deal in range(min(deals, MOST_DEALS)):
        cards, luck = deal_seeds(seeds, deal)
        players = [make_local_player(game, machine)] * game.num_players(options)
        shoe = Shoe.shuffled(game, options, cards)
        try:
            state = _decision(play_deal(game, options, players, shoe, luck), rng)
            found += [] if state is None else [told_at(player, state, rng)]
        except NoWorld:  # there is nothing to compare
            continue
        except Exception:  # of a machine that somebody wrote, which may fail at any hand
            return None
    bits, shown = (mean_of([told[k] for told in found]) for k in range(2))
    return None if bits is None or shown is None else Tells(bits, shown)


def told_at(player: Mixer, state: State, rng: np.random.Generator, hands: int = HANDS) -> HandTold:
    """The information of the next seat of another side by the move of the seat to move.

    ``hands`` are drawn of those that the opponent may think of; ``state`` is not changed.

    Raises
    ------
    NoWorld
        where no world is found that this seat cannot tell from the real one
    """
    game, seat = state.game, state.current_player()
    side = next(side for side in game.teams(state.options) if seat in side)
    after = ((seat + k) % state.num_players for k in range(1, state.num_players))
    opponent = next(other for other in after if other not in side)
    worlds = game.state_layout.empty(hands)
    calls.resample_all(state.view(opponent).record, 0, opponent, rng, worlds)
    seen = observe(worlds, game.masks(state.options)[seat])
    _hands, first, counts = np.unique(seen.view(f"V{seen.itemsize}"), True, return_counts=True)
    at = replace(state.view(seat), tokens=())
    rows = [_looks(player, at, seen[i : i + 1], worlds[i : i + 1], opponent) for i in first]
    looks = sorted(set().union(*rows))
    chances = np.array([[row.get(look, 0.0) for look in looks] for row in rows])
    weight = counts / hands
    made = weight @ chances
    # A network gives no move the chance 0.
    likely = chances > _HARDLY * chances.max(axis=0, initial=0.0)
    alone = (np.count_nonzero(likely, axis=0) == 1) & (len(rows) > 1)
    bits = _bits(made) - float(weight @ [_bits(row) for row in chances])
    return HandTold(bits, float(made[alone].sum()))


def _looks(
    player: Mixer,
    view: SeatView,
    seen: NDArray[np.void],
    world: NDArray[np.void],
    opponent: int,
) -> dict[int, float]:
    """The chances of ``player`` with the hand of a world, by what the opponent sees of the move.

    ``seen`` is the world as its seat sees it.
    """
    record, (ids, _prob) = seen.copy(), view.game.buffers()
    legal = tuple(ids[: calls.legal_actions(record, 0, ids)].tolist())
    looks = dict[int, float]()
    for action, chance in player.chances(replace(view, record=record, legal=legal)).items():
        if chance > 0.0:
            look = int(calls.observed_action(world.copy(), 0, action, opponent))
            looks[look] = looks.get(look, 0.0) + chance
    return looks


def _bits(chances: NDArray[np.float64]) -> float:
    """The entropy of a distribution, in bits."""
    some = chances[chances > 0.0]
    return -float(some @ np.log2(some))


def _decision(end: State, rng: np.random.Generator) -> State | None:
    """A decision of a deal, any as likely as another; None where it has none."""
    state, kept, count = State.initial(end.game, end.options, end.standing), None, 0
    for move in end.moves:
        if len(state.legal_actions()) > 1:
            count += 1
            kept = state.clone() if rng.random() * count < 1.0 else kept
        state.apply_unchecked(move.action)
    return kept

"""The machine ``maestro`` (master): the solved betting of each lance, and a belief search on top.

``maestro@300n`` tries each move in 300 worlds at most, ``maestro@1s`` thinks for a second. Worlds
are weighed by what the others said and did, as ``expert`` would, but only a little (:data:`DOUBT`);
deals are played on by ``expert``. The rivals may also be such as see all bets, or bet and raise too
often (:data:`MODELS`): what they have done in the match tells which. An órdago is tried on others,
as ``expert`` sees too few of them: see :meth:`Master._levels_after`.
What is played for is the chance of the match, by the shipped table of the juego
(:data:`.policies.tables.JUEGO_CHANCE`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.kernel import sample_index
from ludoteca.core.view import Memory, SeatView
from ludoteca.players.advice.values import Loss, Thought
from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer, Found
from ludoteca.players.budget import Budget, WorldBudget, in_worlds, spec_of
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.objectives import MatchChance, Objective
from ludoteca.players.racing import Tried
from ludoteca.players.rollout import Ends
from ludoteca.players.turns import Turn

from .counting import lacks
from .ids import BETTING, DISCARDING, ENVITE, ORDAGO, TALKING, TEAMS, WINDOW
from .policies.chances import share_meant
from .policies.levels import CALLER, DATA, EXPERT, EXPERT_READS, PUSHER, SHARES
from .policies.reasons import reason_words
from .policies.tables import JUEGO_CHANCE
from .solver.reader import SolvedBets, solved_bets, solved_probs

LEVELS = ("maestro",)
DEFAULT = WorldBudget(worlds=200)

DOUBT = 0.8
"""The share of the others' moves that is believed to be made at random. It is large because another
``maestro`` opens and answers as ``expert`` would in less than half of all cases: whoever trusts
such moves believes in the wrong hands."""

MODELS = {EXPERT: 0.6, CALLER: 0.25, PUSHER: 0.15}
"""The rows of ``DATA`` that the rivals may play, with their chances before the match."""

CAUTION = 2.0
"""Standard errors by which a word must be better than the habit: with one, a word of no worth is
chosen of many by chance now and then, and a bet seen at 38 to 5."""

CAUTION_IN_MUS = 3.0
"""Standard errors by which mus must be better than a cut, where that is the habit, or the other way
round, and a discard better than the usual one. With one, 31 and duples wanted mus once in six:
worlds hardly tell the two words apart, nor discards, of which there are many."""

LEAST_SOLVED = 4
"""Stones that both pairs must lack at least for the solved betting, which is for 8 and 30: who
lacks fewer has won with a refusal or two."""

STONES = (1, 2, 3, 5, 10)
"""Sizes of a bet or a raise that are tried."""


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``; a budget of positions counts worlds."""
    return Master(budget)


def search_over(budget: WorldBudget, learned: LearnedPlayer) -> BeliefPlayer:
    """The search for the chance of the match in which everybody plays a learned policy."""
    return JuegoSearch(budget, objective=by_score, learned=learned)


class JuegoSearch(BeliefPlayer):
    """A belief search of the bets of :data:`STONES`, which makes signs by habit."""

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """As any belief search, of the bets that are tried."""
        if view.record[0].phase == WINDOW:
            return self._sign(view, rng)
        return super().choose(narrowed(view), rng)

    def think(self, view: SeatView, rng: np.random.Generator) -> Thought:
        """The same, with the worth of each move."""
        if view.record[0].phase == WINDOW:
            return Thought(self._sign(view, rng))
        return super().think(narrowed(view), rng)

    def loss(self, view: SeatView, turn: Turn, rng: np.random.Generator) -> Loss | None:
        """The same against the bets that are tried; None for signs, which are not searched."""
        if view.record[0].phase == WINDOW:
            return None
        return super().loss(narrowed(view), turn, rng)

    def _sign(self, view: SeatView, rng: np.random.Generator) -> int:
        return self._habit(view, self._level_at(view), rng)[0]


class Master(JuegoSearch):
    """A player that searches worlds that fit what it saw, within ``budget``.

    Its habit in a lance, which it leaves for what is clearly better alone, is the solved strategy;
    elsewhere, and where there is none, that of ``expert``.
    """

    remembers = Memory.MATCH  # which of the models the rivals play

    def __init__(self, budget: Budget) -> None:
        super().__init__(
            in_worlds(budget, DEFAULT), EXPERT, MODELS, caution=CAUTION, objective=by_score,
            doubt=DOUBT, name=spec_of("maestro", budget),
        )  # fmt: skip

    def think(self, view: SeatView, rng: np.random.Generator) -> Thought:
        """The same, with a reason as a mus player gives it."""
        thought = super().think(view, rng)
        if thought.because:  # there was no search
            return thought
        return replace(thought, because=reason_words(view, thought.action))

    def _caution_at(self, view: SeatView) -> float:
        in_mus = view.record[0].phase in (TALKING, DISCARDING)
        return CAUTION_IN_MUS if in_mus else super()._caution_at(view)

    def _ordinary(self, tried: Tried, own: int) -> int:
        """The habit: points do not tell, as an órdago counts what its winner lacked."""
        return own

    def _levels_after(
        self, view: SeatView, turn: Turn, believed: NDArray[np.int64]
    ) -> Sequence[NDArray[np.int64]]:
        """Two for an órdago and a raise, which are justified where they pay against both.

        The rivals weigh their own hands: as those who believe that any hand says órdago, and as
        those who know that this hand says it, and every better one. A raise is tried on those who
        believe what it usually says, and on those who know: not on the former alone, who would
        refuse the worst of hands.
        """
        raises = _is_raise(view, turn)
        if turn != (ORDAGO,) and not raises:
            return super()._levels_after(view, turn, believed)
        knows = EXPERT_READS + min(int(SHARES * share_meant(view.record, DATA[EXPERT])), SHARES - 1)
        if raises:
            return believed, np.where(believed == EXPERT, knows, believed)
        return np.full_like(believed, EXPERT_READS), np.full_like(believed, knows)

    def _habit(self, view: SeatView, level: int, rng: np.random.Generator) -> Turn:
        moves, chances = _solved_bets_at(view)
        if moves:
            move = moves[sample_index(chances, len(moves), rng.random())]
            if move in view.legal:
                return (move,)
        return super()._habit(view, level, rng)

    def _habits(self, view: SeatView, turns: Sequence[Turn], level: int) -> list[float]:
        moves, chances = _solved_bets_at(view)
        if set(moves) & set(view.legal):
            solved_chances = dict(zip(moves, chances.tolist(), strict=True))
            return [solved_chances.get(turn[0], 0.0) for turn in turns]
        return super()._habits(view, turns, level)

    def _assumed(self, view: SeatView, turn: Turn, found: Found) -> str:
        assumed = super()._assumed(view, turn, found)
        if turn == (ORDAGO,):
            return _(
                "{assumed}, but takes this órdago in the way that is worse for it: as said with "
                "any hand, or with this hand and every better one alone"
            ).format(assumed=assumed)
        if _is_raise(view, turn):
            assumed = _(
                "{assumed}, but takes this raise in the way that is worse for it: as it is usually "
                "made, or with this hand and every better one alone"
            ).format(assumed=assumed)
        return _(
            "{assumed}; the rivals may also refuse no bet, or bet and raise with any hand, as "
            "their moves tell"
        ).format(assumed=assumed)


def _is_raise(view: SeatView, turn: Turn) -> bool:
    """True where a turn is a bet on a bet."""
    return bool(view.record[0].bettor > 0) and turn[0] >= ENVITE


def solved() -> SolvedBets | None:
    """The solved betting; None where its file is missing."""
    try:
        return solved_bets()
    except BadInput:
        return None


def _solved_bets_at(view: SeatView) -> tuple[list[int], NDArray[np.float64]]:
    """The moves of the solved betting and their chances; none where it does not have the hand."""
    s = view.record[0]
    near_the_end = min(lacks(s, team) for team in range(TEAMS)) < LEAST_SOLVED
    table = solved() if s.phase == BETTING and not near_the_end else None
    ids, prob = view.game.buffers()
    n = 0 if table is None else int(solved_probs(table, view.record, ids, prob))
    return ids[:n].tolist(), prob[:n].copy()


def narrowed(view: SeatView) -> SeatView:
    """The view with no other bets than those of ``STONES``, and raises that double the bet."""
    s = view.record[0]
    doubles = s.doubling == 1 and s.bettor > 0
    tried = (a for a in view.legal if a < ENVITE or a - ENVITE in STONES or doubles)
    return replace(view, legal=tuple(tried))


# -- what is played for ----------------------------------------------------------------------------


def by_score(view: SeatView, level: int) -> Objective:
    """The chance of the match by :func:`chance_at`."""
    s = view.record[0]
    team = view.seat % TEAMS
    return MatchChance(partial(chance_at, team, int(s.target), int(s.juegos), int(s.vacas)))


def chance_at(team: int, target: int, juegos: int, vacas: int, ends: Ends) -> NDArray[np.float64]:
    """The chance of a pair at each end: a juego by the stones that both lack and the mano.

    Later juegos are even. ``target``: stones of a juego; ``juegos``, ``vacas``: those that a pair
    may lose, less than it needs, and still win (0, 1, 2).
    """
    at, rival = ends.standings, 1 - team
    left = target - at["score"]
    own, rivals = left[..., team], left[..., rival]
    first = (at["dealer"] + 1) % TEAMS == team  # the mano is next to the dealer
    juego = np.where(first, JUEGO_CHANCE[own, rivals], 1.0 - JUEGO_CHANCE[rivals, own])
    vaca = _race(juegos, at["juegos_won"][..., team], at["juegos_won"][..., rival], juego)
    match = _race(vacas, at["vacas_won"][..., team], at["vacas_won"][..., rival], vaca)
    won = at["vacas_won"][..., team] > at["vacas_won"][..., rival]
    return np.where(ends.over, won, match)


def _race(
    spare: int, won: NDArray[np.int64], lost: NDArray[np.int64], first: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The chance to win ``spare + 1`` games before the other does, ``first`` the coming one's."""
    table = np.array(
        [[_even(spare - w, spare - v) for v in range(spare + 2)] for w in range(spare + 2)]
    )
    won, lost = np.minimum(won, spare), np.minimum(lost, spare)  # beyond it all is over
    return first * table[won + 1, lost] + (1 - first) * table[won, lost + 1]


def _even(own: int, rivals: int) -> float:
    """The chance that ``own + 1`` even games are won before ``rivals + 1`` are lost."""
    games = own + rivals + 1
    return float(sum(comb(games, k) for k in range(own + 1, games + 1)) / 2**games)

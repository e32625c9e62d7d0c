# mypy: allow-untyped-defs
"""Deals between equals, and the facts of each: the tasks of a balance report.

Task ``t`` is one deal, every seat held by the same machine. Beside its points, a deal gives its
length, its choices, and how the lead went: after each part of the deal the position is played on
many times by the game's policy, and who has the best mean is ahead. That sees the whole position,
as a spectator of all hands would.

With ``matches`` a task is a whole match: length and choices are those of all its deals, and who has
more points after a deal is ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.forfeits import Script, ScriptedPlayer, TracedPlayer, death_sentence
from ludoteca.arena.round_robin import comments
from ludoteca.arena.run_log import Line, Outcome, versions
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE
from ludoteca.core.jit import njit
from ludoteca.core.match import Match
from ludoteca.core.options import Options
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.players.base import Player, PlayerFailed
from ludoteca.players.factory import make_local_player
from ludoteca.players.play import deal_seeds, play_deal, play_match
from ludoteca.players.rollout import play_on
from ludoteca.workers.trace import Trace, Tracer, untraced

PARTS = 8  #: looks at who is ahead, evenly over the decisions of a deal
PLAYOUTS = 32  #: of each position looked at
SURE = 2.0  #: standard errors by which another must be ahead before the lead has changed

_NO_LEAD: Line = {"lead_changes": None, "settled": None}


@dataclass(frozen=True)
class SelfPlay:
    """Deals (or matches) between equals: ``level`` on every seat, as it names itself.

    The tasks of :class:`ludoteca.workers.pool.PoolJob`; equal seeds give equal shoes.
    """

    game: Game
    options: Options
    level: str
    seed: int
    matches: bool = False

    def do(self, task: int, tracer: Tracer = untraced) -> Outcome:
        """One deal, or match; equals are not told apart. A player that fails ends it."""
        seats = self.game.num_players(self.options)
        made = [make_local_player(self.game, self.level) for _seat in range(seats)]
        seated = [TracedPlayer(player, str(seat), tracer) for seat, player in enumerate(made)]
        try:
            match, ends = self._played(task, seated)
        except PlayerFailed as failure:
            return self._failed(task, failure.state, str(failure))
        records = tuple(self._record(task, end, deal=deal) for deal, end in enumerate(ends))
        if self.matches:
            return Outcome(self._match_facts(match, ends), records)
        return Outcome(self._facts(ends[0], np.random.default_rng([self.seed, task])), records)

    def died(self, trace: Trace) -> Outcome:
        """A deal that killed its process counts for nothing, and is told."""
        script = Script(trace.answers)
        players = [ScriptedPlayer(self.level, script)] * self.game.num_players(self.options)
        sentence = death_sentence(trace, self.level)
        try:
            _match, ends = self._played(trace.task, players)
        except PlayerFailed as failure:
            return self._failed(trace.task, failure.state, sentence)
        return self._failed(trace.task, ends[-1], sentence)

    def sources(self) -> str:
        """See :class:`ludoteca.workers.pool.PoolJob`."""
        return str(versions(self.game, (self.level,)))

    def _played(self, task: int, players: Sequence[Player]) -> tuple[Match, list[State]]:
        """A match, or one deal of it, and the ends of its deals; raises ``PlayerFailed``."""
        if self.matches:
            seed = np.random.SeedSequence(self.seed, spawn_key=(task,))
            return play_match(self.game, self.options, players, seed)
        cards, luck = deal_seeds(np.random.SeedSequence(self.seed), task)
        shoe = Shoe.shuffled(self.game, self.options, cards)
        end = play_deal(self.game, self.options, players, shoe, luck)
        return Match(self.game, self.options), [end]

    def _failed(self, task: int, reached: State | None, why: str) -> Outcome:
        kept = () if reached is None else (self._record(task, reached, why),)
        said = _("match {deal}: {what}") if self.matches else _("deal {deal}: {what}")
        return Outcome({"failed": said.format(deal=task + 1, what=why)}, kept)

    def _record(self, task: int, end: State, stop: str | None = None, deal: int = 0) -> str:
        seats = [self.level] * end.num_players
        head = comments(task, stop, deal if self.matches else None)
        return head + GameRecord.from_state(end, seats).to_text()

    def _facts(self, end: State, rng: np.random.Generator) -> Line:
        """The facts of a finished deal."""
        sides = self.game.teams(self.options)
        points = end.returns()
        decisions = sum(actor != CHANCE for actor, _action in end.moves)
        at = {decisions * part // PARTS for part in range(PARTS)} if len(sides) > 1 else set()
        levels = self.game.info.levels
        level = levels.index(self.level) if self.level in levels else 0
        choices, looks = 0, []
        for number, state in enumerate(self._decisions(end)):
            choices += len(state.legal_actions())
            if number in at:
                looks.append(played_on(state, level, rng))
        return {
            "points": [points[side[0]] for side in sides],
            "decisions": decisions,
            "choices": choices / decisions if decisions else 0.0,
            **_lead(looks, sides, points),
        }

    def _match_facts(self, match: Match, ends: Sequence[State]) -> Line:
        """The facts of a finished match."""
        heads = [side[0] for side in self.game.teams(self.options)]
        after = np.cumsum([end.returns() for end in ends], axis=0)[:, heads]
        ahead = [_alone(points.tolist()) for points in after]
        won = match.shares().tolist()
        choices = [len(state.legal_actions()) for end in ends for state in self._decisions(end)]
        return {
            "points": match.totals[heads].tolist(),
            "won": won,
            "deals": len(ends),
            "decisions": len(choices),
            "choices": sum(choices) / len(choices) if choices else 0.0,
            **(_changes(ahead[:-1], _alone(won)) if len(heads) > 1 else _NO_LEAD),
        }

    def _decisions(self, end: State) -> Iterator[State]:
        """The position before each decision of a deal; it is played on, in place."""
        state = self.game.new_state(self.options, end.standing)
        for actor, action in end.moves:
            if actor != CHANCE:
                yield state
            state.apply_unchecked(action)


def played_on(state: State, level: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Points of playing ``state`` on by the game's policy: float64 [:data:`PLAYOUTS`, seats].

    ``state`` is not changed; ``level`` is the number of a level of the policy.
    """
    ids, prob = state.game.buffers()
    points = np.zeros((PLAYOUTS, state.num_players))
    scratch = state.game.state_layout.empty()
    _play_on(state.record, scratch, level, rng, ids, prob, points)
    return points


@njit
def _play_on(start, states, level, rng, ids, prob, points):
    """Fill ``points`` (float64, (playouts, seats)) from ``start[0]``; ``states`` is scratch."""
    for k in range(points.shape[0]):
        states[0] = start[0]
        play_on(states, 0, level, rng, ids, prob, points[k])


def _lead(
    looks: list[NDArray[np.float64]], sides: tuple[tuple[int, ...], ...], points: list[float]
) -> Line:
    """Lead changes, and the share of the deal after which the winner was ahead for good.

    ``settled`` is None where nobody won alone, and where the lead is not asked.
    """
    if not looks:
        return _NO_LEAD
    firsts = [side[0] for side in sides]
    leader: int | None = None
    leaders: list[int | None] = []
    for look in looks:
        ahead = _ahead(look[:, firsts], leader)
        leader = ahead if ahead is not None else leader
        leaders.append(leader)
    return _changes(leaders, _alone([points[seat] for seat in firsts]))


def _changes(ahead: Sequence[int | None], winner: int | None) -> Line:
    """Lead changes, and the share after which the winner was ahead for good.

    ``ahead``: the side ahead at each look, None for nobody; the lead stays where it was.
    """
    leader: int | None = None
    leaders: list[int | None] = []
    changes = 0
    for side in ahead:
        if side is not None and leader is not None and side != leader:
            changes += 1
        leader = side if side is not None else leader
        leaders.append(leader)
    if winner is None:
        return {"lead_changes": changes, "settled": None}
    if leader is not None and winner != leader:
        changes += 1
    behind = [n for n, who in enumerate(leaders) if who != winner]
    settled = (behind[-1] + 1 if behind else 0) / len(leaders) if leaders else None
    return {"lead_changes": changes, "settled": settled}


def _alone(points: Sequence[float]) -> int | None:
    """The side that has the most, None where several have."""
    best = [side for side, p in enumerate(points) if p == max(points)]
    return best[0] if len(best) == 1 else None


def _ahead(points: NDArray[np.float64], leader: int | None) -> int | None:
    """The side that is surely ahead of the leader (of all others, at first); None for nobody."""
    best = int(points.mean(axis=0).argmax())
    others = [leader] if leader is not None else [k for k in range(points.shape[1]) if k != best]
    for other in others:
        gap = points[:, best] - points[:, other]
        if best != other and gap.mean() <= SURE * gap.std(ddof=1) / np.sqrt(len(gap)):
            return None
    return best

"""Simple opponents: any machine with one habit, told by the marks of the moves alone.

==================  ================================================================================
``calls:SPEC``      never gives up: where its machine would, it takes the answer that keeps it in
``holds:SPEC``      the same where it could raise instead: not to a bet that nobody can raise
``defends:SPEC``    the same again, only in a bet in which its side has raised
``folds:SPEC``      gives up whenever it may
``raises@30:SPEC``  of 100 decisions in which it may raise, raises in 30 whatever it holds
``errs@20:SPEC``    makes 20 of 100 moves at random, any legal move equally likely
==================  ================================================================================

``SPEC`` is any machine, one with a habit too. The marks are those of ``game.moves``
(:data:`ludoteca.core.moves.Mark`); where a game has none, only ``errs`` differs from its machine. A
random raise is of a usual size: one that the strongest level of the game's policy would make with
other cards, as an opponent may think that they are.

They are what a machine meets that assumes too much about its opponents, not good players.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from ludoteca.core import calls
from ludoteca.core.errors import BadInput, NoWorld
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.kernel import sample_index
from ludoteca.core.moves import Mark
from ludoteca.core.player_names import USUAL_SHARES, Styled
from ludoteca.core.view import Memory, SeatView
from ludoteca.players.base import Mixer, Player, memory_of

CALLS, HOLDS, DEFENDS, FOLDS, RAISES, ERRS = (
    "calls", "holds", "defends", "folds", "raises", "errs"
)  # fmt: skip

_WORLDS = 16  #: in which the size of a raise is looked for

Chances = dict[int, float]


def styled(game: Game, named: Styled, machine: Player) -> Player:
    """``machine`` with the habit that ``named`` tells.

    A machine that tells its chances is one that tells them with its habit too.

    Raises
    ------
    BadInput
        for a share that the habit does not take or that is not 1 to 100, and for a person
    """
    usual = USUAL_SHARES.get(named.style)
    share = usual if named.share is None else named.share
    if named.share is not None and not (usual and 1 <= named.share <= 100):
        raise BadInput(
            _("{style}: takes no share").format(style=named.style)
            if usual is None
            else _("{style}@N: is a share of 1 to 100 in a hundred").format(style=named.style)
        )
    if machine.name == "human":
        raise BadInput(_("a machine is needed here, not a person"))
    kind = StyledMixer if isinstance(machine, Mixer) else StyledPlayer
    return kind(game, named.style, share or 0, machine)


@dataclass
class StyledPlayer:
    """``machine`` with the habit ``style``; ``share`` is in percent, 0 where it takes none."""

    game: Game
    style: str
    share: int
    machine: Player

    @property
    def name(self) -> str:
        """The spec."""
        share = f"@{self.share}" if self.share else ""
        return f"{self.style}{share}:{self.machine.name}"

    @property
    def remembers(self) -> Memory:
        """The part of a match that the machine reads; the habit may read the deal."""
        return max(memory_of(self.machine), Memory(self.style == DEFENDS))

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move of the machine, or of the habit."""
        return _drawn(self._with_habit(view, lambda: {self.machine.choose(view, rng): 1.0}), rng)

    def _with_habit(self, view: SeatView, of_machine: Callable[[], Chances]) -> Chances:
        """The chances of the moves, from those of the machine; it is asked where they matter."""
        marks = self._marks(view)
        gives_up, stays, raises = (
            [action for action in view.legal if marks[action] == mark]
            for mark in ("gives_up", "stays", "raises")
        )
        if self.style == FOLDS and gives_up:
            return _even(gives_up)
        chances = of_machine()
        if gives_up and stays and self._keeps_in(view, bool(raises)):
            return _moved(chances, gives_up, stays)
        if self.style == RAISES and raises:
            return _mixed(chances, self._raise(view, raises), self.share / 100)
        if self.style == ERRS:
            return _mixed(chances, _even(view.legal), self.share / 100)
        return chances

    def _marks(self, view: SeatView) -> Mapping[int, Mark]:
        table = self.game.moves
        return {a: "" if table is None else table.mark(view.record[0], a) for a in view.legal}

    def _raise(self, view: SeatView, raises: list[int]) -> Chances:
        """The chances of the raises where one of them is made.

        They are those of the policy in worlds that an opponent cannot tell from the real one, any
        raise alike where it makes none in them; the same whenever they are asked for.
        """
        found = dict.fromkeys(raises, 0.0)
        if len(raises) > 1 and self.game.room("policy") is not None:
            seats = (view.seat + np.arange(1, view.num_players)) % view.num_players
            side = next(side for side in self.game.teams(view.options) if view.seat in side)
            other = next(int(seat) for seat in seats if seat not in side)
            rng = np.random.default_rng(zlib.crc32(view.record.tobytes()))
            own, others = view.record.copy(), view.record.copy()
            ids, prob = self.game.buffers()
            with suppress(NoWorld):
                for _world in range(_WORLDS):
                    calls.resample(view.record, 0, view.seat, rng, own, 0)
                    calls.resample(own, 0, other, rng, others, 0)
                    n = calls.policy_probs(others, 0, len(self.game.info.levels) - 1, ids, prob)
                    for action, chance in zip(ids[:n].tolist(), prob[:n].tolist(), strict=True):
                        if action in found:
                            found[action] += chance
        total = sum(found.values())
        return {a: c / total for a, c in found.items()} if total > 0 else _even(raises)

    def _keeps_in(self, view: SeatView, may_raise: bool) -> bool:
        """True where the habit is not to give up."""
        if self.style == DEFENDS:
            return may_raise and self._side_has_raised(view)
        return self.style == CALLS or (self.style == HOLDS and may_raise)

    def _side_has_raised(self, view: SeatView) -> bool:
        """True where the seat or a partner has raised since the last move that ended a bet."""
        table = self.game.moves
        if table is None or view.past is None:
            return False
        side = next(side for side in self.game.teams(view.options) if view.seat in side)
        for before, (actor, token) in zip(
            reversed(view.past[:-1]), reversed(view.tokens), strict=True
        ):
            mark = table.mark(before[0], token) if actor >= 0 and token in table.ids else ""
            if mark in ("gives_up", "stays"):
                return False
            if mark == "raises" and actor in side:
                return True
        return False


class StyledMixer(StyledPlayer):
    """The same of a machine that tells its chances."""

    machine: Mixer  # type: ignore[assignment]

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move drawn with the chances."""
        return _drawn(self.chances(view), rng)

    def chances(self, view: SeatView) -> Chances:
        """The probabilities of the machine's moves, with the habit."""
        return self._with_habit(view, lambda: dict(self.machine.chances(view)))


def _drawn(chances: Chances, rng: np.random.Generator) -> int:
    moves = sorted(chances)
    prob = np.array([chances[move] for move in moves])
    return moves[int(sample_index(prob, len(prob), rng.random()))]


def _even(actions: Iterable[int]) -> Chances:
    every = list(actions)
    return dict.fromkeys(every, 1 / len(every))


def _moved(chances: Chances, given_up: list[int], taken: list[int]) -> Chances:
    """``chances`` with those of the moves ``given_up`` shared out among those ``taken``."""
    share = sum(chances.get(action, 0.0) for action in given_up) / len(taken)
    kept = {action: chance for action, chance in chances.items() if action not in given_up}
    return kept | {action: kept.get(action, 0.0) + share for action in taken}


def _mixed(chances: Chances, habit: Chances, share: float) -> Chances:
    """``habit`` in ``share`` of all times, ``chances`` in the rest."""
    return {
        action: (1 - share) * chances.get(action, 0.0) + share * habit.get(action, 0.0)
        for action in {**chances, **habit}
    }

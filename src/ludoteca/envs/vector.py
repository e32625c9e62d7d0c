"""Many deals of a game at once, stepped by compiled code.

>>> # env = VectorEnv("kuhn", 1024)
>>> # batch = env.reset()
>>> # while True: batch = env.step(my_policy(batch.observation, batch.action_mask))
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput, IllegalMove, alternatives
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.match import match_shares
from ludoteca.core.options import Value
from ludoteca.core.registry import load_game
from ludoteca.envs.actions import ActionSpace
from ludoteca.envs.generator import ACTION_STREAM, CHANCE_STREAM, OPPONENT_STREAM, generators
from ludoteca.envs.observation import ObservationSpace, words_of
from ludoteca.envs.stepping import (
    MATCH_OVER,
    NEXT_DEAL,
    NO_ACTION,
    NO_SEAT,
    PLAYING,
    RANDOM,
    Setting,
    Tables,
    begin_deals,
    first_illegal,
    run,
    sample_legal,
)
from ludoteca.players.factory import make_player
from ludoteca.players.policy import PolicyPlayer, RandomPlayer

INFORMATION_STATE = "information_state"
LONGEST = 600  #: moves of a deal at most, of games whose information states are given as rows
_ALIGNMENT = 64  # bytes
_SHOWN = 24  # legal actions in a refusal


class Batch(NamedTuple):
    """What :meth:`VectorEnv.reset` and :meth:`VectorEnv.step` give: arrays, written in place.

    Attributes
    ----------
    observation : [N, size], what the seat to move sees: float32 or int8
        (:class:`~ludoteca.envs.observation.ObservationSpace`), or the tokens of its information
        state as int32
    action_mask : bool [N, num_actions]
    legal : int32 [N, most legal actions], the legal actions, ascending; the first ``num_legal``
        of a row count, what follows is of no meaning
    num_legal : int32 [N]
    current_player : int32 [N], the seat to move
    reward : float32 [N, seats], since the last step: points of the deals that ended, or, of
        matches, each seat's share of the match that ended, less an equal share
    points : float32 [N, seats], points of the deals that ended; of single deals the reward
    terminated : bool [N], true where a deal (or match) ended and the next one has begun
    truncated : bool [N], true where a deal was cut off after the most moves
    illegal : bool [N], true where a deal ended by an illegal action
    final_observation : as ``observation``, of the seat that acted last, where a deal or match
        ended; None where it was not asked for
    """

    observation: NDArray[Any]
    action_mask: NDArray[np.bool_]
    legal: NDArray[np.int32]
    num_legal: NDArray[np.int32]
    current_player: NDArray[np.int32]
    reward: NDArray[np.float32]
    points: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    final_observation: NDArray[Any] | None


class VectorEnv:
    """``num_envs`` deals of ``game`` at once; chance is drawn, and a finished deal begun anew.

    Where a deal ended in a step, ``reward`` and ``terminated`` are those of the finished deal, and
    all else is of the next one. The arrays are the same at every step: copy what is to be kept.
    NumPy, PyTorch and JAX take them without a copy.

    Parameters
    ----------
    game : its name, or a registered game
    options : rule options; a new match's first deal is played, whatever the deal before
    seed : equal seeds play equal deals with equal actions, in any number of threads
    device : ``cpu``, or ``cuda`` (:mod:`ludoteca.envs.cuda`), where arrays are on the device
    threads : among which the environments are divided
    observation : the type of a row of what the seat to move sees; or ``information_state``, the
        tokens of all moves as the seat saw them, as pairs of int32, the lower half first: how many
        there are (``HIDDEN`` is one whose meaning is hidden), then each, then zeros
    opponents, seat : a level of the game's policy plays all other seats; ``seat`` alone is asked
    matches : play whole matches, deal after deal
    illegal : ``raise`` for an illegal action, before anything is played, or ``forfeit`` the deal
        with the least points, by the rules where they know forfeits
    max_moves : moves of a deal (those of chance too) after which it is cut off; by default the most
        that the rules allow
    final_observation : keep the position where a deal ended

    Raises ``BadInput`` for what cannot be.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        options: Mapping[str, Value | bool] | None = None,
        seed: int = 0,
        device: Literal["cpu", "cuda"] = "cpu",
        threads: int = 1,
        observation: Literal["float32", "int8", "information_state"] = "float32",
        opponents: str | None = None,
        seat: int | None = None,
        matches: bool = False,
        illegal: Literal["raise", "forfeit"] = "raise",
        max_moves: int | None = None,
        final_observation: bool = False,
    ) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        self.options = self.game.options(options)
        self.num_envs, self.seats = num_envs, self.game.num_players(self.options)
        self.actions = ActionSpace(self.game)
        self._seed, self._illegal, self._matches = seed, illegal, matches
        self._check(device, threads, observation, illegal, max_moves)
        self._setting = self._settle(opponents, seat, illegal, max_moves)
        told = observation == INFORMATION_STATE
        self._tokens = 1 + self.game.rules.MAX_LENGTH if told else 0
        kind = "float32" if observation == INFORMATION_STATE else observation
        self.observations = ObservationSpace(self.game, self.options, kind)
        self._tables = self._allocate(final_observation)
        self.batch = self._made_batch(final_observation)
        self._actions = aligned((num_envs,), np.int64)
        self._sampled = aligned((num_envs,), np.int32)
        self._sampling = generators(seed, num_envs, ACTION_STREAM)
        self._shares = np.array_split(np.arange(num_envs), threads)
        self._scratch = [(*self.game.buffers(), np.zeros(self.seats)) for _thread in self._shares]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    # -- what there is --------------------------------------------------------------------------

    @property
    def num_actions(self) -> int:
        """Number of actions: ids are 0 to one less, the same in every position."""
        return self.actions.num_actions

    @property
    def observation_names(self) -> list[str]:
        """What each number of an observation is."""
        if self._tokens:
            names = ["moves", *(f"token[{n}]" for n in range(self._tokens - 1))]
            return [f"{name}.{half}" for name in names for half in ("low", "high")]
        return self.observations.names

    def action_text(self, action: int, env: int | None = None) -> str:
        """The notation of an action: in the position of environment ``env``, else in any."""
        return self.actions.text(action, None if env is None else self._tables.states[env])

    # -- playing --------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Batch:
        """Begin a new deal, or match, in all environments; with ``seed`` the deals of that seed."""
        t = self._tables
        if seed is not None:
            self._seed = seed
        for stream, held in (
            (CHANCE_STREAM, t.chance),
            (OPPONENT_STREAM, t.luck),
            (ACTION_STREAM, self._sampling),
        ):
            held[:] = generators(self._seed, self.num_envs, stream)
        t.deals[:], t.phase[:], t.totals[:] = -1, PLAYING, 0
        t.standings[:] = t.new_standing
        everywhere = np.arange(self.num_envs)
        self._begin(everywhere)
        self._play_to_decisions(everywhere)
        self._play_matches_on()
        for array in (t.reward, t.points, t.terminated, t.truncated, t.illegal):
            array[...] = 0
        return self.batch

    def step(self, actions: ArrayLike) -> Batch:
        """Make an action in each environment ([N], of any type of whole numbers), and play on.

        Raises :class:`IllegalMove`, before anything is played, where an action is not legal and
        illegal ones do not forfeit the deal.
        """
        self._actions[:] = actions
        if self._illegal == "raise":
            wrong = first_illegal(self._tables.action_mask, self._actions)
            if wrong >= 0:
                raise IllegalMove(self._refusal(int(wrong)))
        if self._pool is None:
            self._run(0)
        else:
            for done in [self._pool.submit(self._run, n) for n in range(len(self._shares))]:
                done.result()
        if self._matches:
            self._play_matches_on()
        return self.batch

    def sample(self) -> NDArray[np.int32]:
        """A legal action of each environment, each as likely; int32 [N], written in place."""
        t = self._tables
        sample_legal(self._sampling, t.deals, t.legal, t.num_legal, self._sampled)
        return self._sampled

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    # -- how it is done -------------------------------------------------------------------------

    def _run(self, thread: int) -> None:
        share, scratch = self._shares[thread], self._scratch[thread]
        run(self._tables, self._setting, share, False, self._actions, *scratch)

    def _play_to_decisions(self, which: NDArray[np.int64]) -> None:
        """Play environments whose deals have just begun."""
        run(self._tables, self._setting, which, True, self._actions, *self._scratch[0])

    def _begin(self, which: NDArray[np.int64]) -> None:
        """Begin a deal in the environments ``which``, from their standings."""
        t = self._tables
        t.states[which] = np.zeros(1, t.states.dtype)
        for source in (t.standings[which], t.options):
            for name in source.dtype.names or ():
                if (t.states.dtype.fields or {}).get(name, (None,))[0] == source.dtype[name]:
                    t.states[name][which] = source[name]
        begin_deals(t, which)

    def _play_matches_on(self) -> None:
        """Begin the deals that follow, or the first ones of new matches, until nobody waits."""
        t = self._tables
        while len(which := np.flatnonzero(t.phase)):
            for env in which[t.phase[which] == MATCH_OVER]:
                t.reward[env] += self._match_reward(t.standings[env : env + 1], t.totals[env])
            new = which[t.phase[which] != NEXT_DEAL]
            t.standings[new], t.totals[new] = t.new_standing, 0
            self._begin(which)
            self._play_to_decisions(which)

    def _match_reward(
        self, standing: NDArray[np.void], totals: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Each seat's share of a finished match, less an equal share."""
        sides = self.game.teams(self.options)
        shares = match_shares(self.game, self.options, totals, standing)
        reward = np.zeros(self.seats)
        for side, share in zip(sides, shares, strict=True):
            reward[list(side)] = share - 1 / len(sides)
        return reward

    def _refusal(self, env: int) -> str:
        t = self._tables
        legal = t.legal[env, : t.num_legal[env]].tolist()
        shown = " ".join(f"{a}={self.action_text(a, env)}" for a in legal[:_SHOWN])
        more = _(" and {n} more").format(n=len(legal) - _SHOWN) if len(legal) > _SHOWN else ""
        return _("environment {env}: {action} is not legal here; legal are: {moves}").format(
            env=env, action=int(self._actions[env]), moves=shown + more
        )

    # -- how it is made -------------------------------------------------------------------------

    def _check(
        self, device: str, threads: int, observation: str, illegal: str, max_moves: int | None
    ) -> None:
        for name, given, known in (
            ("device", device, ("cpu", "cuda")),
            ("observation", observation, ("float32", "int8", INFORMATION_STATE)),
            ("illegal", illegal, ("raise", "forfeit")),
        ):
            if given not in known:
                raise BadInput(
                    _("{name} is {wanted}, not {given}").format(
                        name=name,
                        wanted=_("one of {choices}").format(choices=", ".join(known)),
                        given=given,
                    )
                )
        for name, number in (("num_envs", self.num_envs), ("threads", threads)):
            if number < 1:
                raise BadInput(_("{name} must be {least} or more").format(name=name, least=1))
        if max_moves is not None and max_moves < 1:
            raise BadInput(_("{name} must be {least} or more").format(name="max_moves", least=1))
        longest = self.game.rules.MAX_LENGTH
        if observation == INFORMATION_STATE and longest > LONGEST:
            raise BadInput(
                _(
                    "a deal of {game} may take {moves} moves: there are rows of information states "
                    "for games of {longest} at most; observations are made for all games"
                ).format(game=self.game.name, moves=longest, longest=LONGEST)
            )

    def _settle(
        self, opponents: str | None, seat: int | None, illegal: str, max_moves: int | None
    ) -> Setting:
        if (opponents is None) != (seat is None):
            raise BadInput(_("opponents and seat are given together: who plays the other seats"))
        if seat is not None and not 0 <= seat < self.seats:
            raise BadInput(
                _("{name} is {wanted}, not {given}").format(
                    name="seat",
                    wanted=_("{what} from {low} to {high}").format(
                        what=_("a whole number"), low=0, high=self.seats - 1
                    ),
                    given=seat,
                )
            )
        forfeit, bounds = self.game.forfeit, self.game.hook(rooms.RETURNS)
        if illegal == "forfeit" and forfeit is None and bounds is None:
            raise BadInput(
                _("the rules of {game} say neither FORFEIT nor RETURNS: what is a forfeit?").format(
                    game=self.game.name
                )
            )
        return Setting(
            learner=NO_SEAT if seat is None else seat,
            level=RANDOM if opponents is None else self._level(opponents),
            limit=max_moves or self.game.rules.MAX_LENGTH,
            forfeit=NO_ACTION if forfeit is None else forfeit,
            least=bounds[0] if bounds else 0.0,
            matches=int(self._matches),
        )

    def _level(self, opponents: str) -> int:
        """The level of the game's policy by any name of it; :data:`RANDOM` for random moves."""
        player = make_player(self.game, opponents)
        if isinstance(player, RandomPlayer):
            return RANDOM
        if isinstance(player, PolicyPlayer):
            return self.game.info.levels.index(player.name)
        raise BadInput(
            _("{name} is played by no compiled policy; {alternatives}").format(
                name=opponents, alternatives=alternatives("", ("random", *self.game.info.levels))
            )
        )

    def _allocate(self, final_observation: bool) -> Tables:
        n, seats, rules = self.num_envs, self.seats, self.game.rules
        first = self.game.new_state(self.options).record
        states = aligned((n,), first.dtype)
        size = 0 if self._tokens else self.observations.size
        kept = n if final_observation else 0
        standing = self.game.standing_layout.empty()
        return Tables(
            states=states,
            first=first,
            options=self.game.schema.compile(self.options),
            new_standing=standing,
            standings=aligned((n,), standing.dtype),
            chance=generators(0, n, CHANCE_STREAM),
            luck=generators(0, n, OPPONENT_STREAM),
            deals=aligned((n,), np.int64),
            moves=aligned((n,), np.int64),
            words=words_of(states),
            plan=self.observations.plan,
            ids=self.actions.ids,
            places=self.actions.places,
            tokens=aligned((n, seats, self._tokens), np.int64),
            observation=aligned((n, size), self.observations.dtype),
            information=aligned((n, self._tokens), np.int64),
            action_mask=aligned((n, self.num_actions), np.bool_),
            legal=aligned((n, rules.MAX_LEGAL), np.int32),
            num_legal=aligned((n,), np.int32),
            current_player=aligned((n,), np.int32),
            reward=aligned((n, seats), np.float32),
            points=aligned((n, seats), np.float32),
            terminated=aligned((n,), np.bool_),
            truncated=aligned((n,), np.bool_),
            illegal=aligned((n,), np.bool_),
            final=aligned((0 if self._tokens else kept, size), self.observations.dtype),
            final_information=aligned((kept if self._tokens else 0, self._tokens), np.int64),
            phase=aligned((n,), np.int8),
            totals=aligned((n, seats), np.float64),
        )

    def _made_batch(self, final_observation: bool) -> Batch:
        t = self._tables
        # Tokens are of 64 bits; JAX, for one, takes 32 alone.
        rows, final = t.observation, t.final
        if self._tokens:
            rows, final = t.information.view(np.int32), t.final_information.view(np.int32)
        return Batch(
            observation=rows,
            action_mask=t.action_mask,
            legal=t.legal,
            num_legal=t.num_legal,
            current_player=t.current_player,
            reward=t.reward,
            points=t.points,
            terminated=t.terminated,
            truncated=t.truncated,
            illegal=t.illegal,
            final_observation=final if final_observation else None,
        )


def aligned(shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """A zeroed array whose memory begins at a multiple of 64 bytes, as JAX takes without a copy."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    memory = np.zeros(size + _ALIGNMENT, np.uint8)
    begin = -memory.ctypes.data % _ALIGNMENT
    return memory[begin : begin + size].view(kind).reshape(shape)

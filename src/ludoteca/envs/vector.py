"""Many deals of a game at once, stepped by compiled code.

>>> env = VectorEnv("kuhn", 1024)
>>> batch = env.reset(seed=1)
>>> batch = env.step(env.sample())  # or what a policy makes of batch.observation
>>> len(batch.observation), batch.action_mask.shape, int(batch.terminated.sum())
(1024, (1024, 2), 0)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludoteca.core import kernel
from ludoteca.core.errors import BadInput, IllegalMove, alternatives
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Value
from ludoteca.core.registry import load_game
from ludoteca.envs.arguments import one_of, whole_number
from ludoteca.envs.arrays import NO_SEAT, RANDOM, Arrays, Setting
from ludoteca.envs.generator import CHANCE_STREAM, OPPONENT_STREAM, generators
from ludoteca.envs.processors import CpuProcessor, aligned
from ludoteca.players.factory import make_player
from ludoteca.players.learned.actions import MOST_REMEMBERED, ActionSpace, illegal_points
from ludoteca.players.learned.observation import KINDS, Kind, ObservationSpace, offset_of, words_of
from ludoteca.players.policy import PolicyPlayer, RandomPlayer

if TYPE_CHECKING:
    from ludoteca.envs.cuda import CudaProcessor

INFORMATION_STATE = "information_state"
_SHOWN = 24  # legal actions in a refusal


class Batch(NamedTuple):
    """The arrays that :meth:`VectorEnv.reset` and :meth:`VectorEnv.step` write, in place.

    Where opponents end deals before the learner is asked for a move, these deals are in none of it.

    Attributes
    ----------
    observation
        float32 or int8 [N, size], what the seat to move sees
        (:class:`~ludoteca.players.learned.observation.ObservationSpace`), or the tokens of its
        information state as int32
    action_mask
        bool [N, num_actions]
    legal : int32 [N, most legal actions]
        the legal actions, ascending; the first ``num_legal`` of a row count, what follows is of no
        meaning
    num_legal
        int32 [N]
    current_player : int32 [N]
        the seat to move
    reward : float32 [N, seats]
        points of the deal that ended, or, of matches, each seat's share of the match that ended,
        less an equal share; else 0
    points : float32 [N, seats]
        points of the deals that ended: of a match, there may be several
    terminated : bool [N]
        true where a deal (or match) ended and the next one has begun
    truncated : bool [N]
        true where a deal was cut off after the most moves, and its match with it
    illegal : bool [N]
        true where a deal (or match) ended by an illegal action
    final_observation
        as ``observation``, float32 or int8 [N, size], of the seat that acted last, where a deal or
        match ended; None where it was not asked for
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
    game
        its name, or a registered game
    options
        rule options; a new match's first deal is played, whatever the deal before
    seed
        equal seeds play equal deals with equal actions, in any number of threads
    device
        ``cpu``, or ``cuda`` (:mod:`ludoteca.envs.cuda`), where arrays are on the device
    threads
        among which the environments are divided
    observation
        the type of a row of what the seat to move sees; or ``information_state``, the tokens of all
        moves as the seat saw them, as pairs of int32, the lower half first: how many there are
        (``HIDDEN`` is one whose meaning is hidden), then each, then zeros
    opponents
        the level of the game's policy that plays all seats but ``seat``; None where all are asked
    seat
        that alone is asked, where there are ``opponents``
    matches
        play whole matches, deal after deal
    illegal
        ``raise`` for an illegal action, before anything is played, or ``forfeit`` the deal
        (:func:`~ludoteca.players.learned.actions.illegal_points`) or the match
    max_moves
        moves of a deal (those of chance too) after which it is cut off; by default the most that
        the rules allow
    final_observation
        keep the position where a deal ended

    Raises
    ------
    BadInput
        for an unknown game, level or option, or a combination that cannot be
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
        self._arguments = {name: given for name, given in locals().items() if name != "self"}
        self.game = load_game(game) if isinstance(game, str) else game
        self.options = self.game.options(options)
        self.num_envs = num_envs = whole_number("num_envs", num_envs, 1)
        self.seats = self.game.num_players(self.options)
        self.actions = ActionSpace(self.game)
        self._seed, self._ready = whole_number("seed", seed), False
        self._forfeits = one_of("illegal", illegal, "raise", "forfeit") == "forfeit"
        told = one_of("observation", observation, *KINDS, INFORMATION_STATE) == INFORMATION_STATE
        self._setting = self._settle(opponents, seat, max_moves, matches, told, final_observation)
        self._tokens = 1 + self.game.rules.MAX_LENGTH if told else 0
        kind: Kind = "int8" if observation == "int8" else "float32"
        self.observations = ObservationSpace(self.game, self.options, kind)
        tables = self._allocate(matches, final_observation)
        self._processor: CpuProcessor | CudaProcessor
        if one_of("device", device, "cpu", "cuda") == "cuda":
            from ludoteca.envs.cuda import CudaProcessor  # loads numba-cuda

            self._processor = CudaProcessor(self.game, tables, self._setting)
        else:
            number = whole_number("threads", threads, 1)
            self._processor = CpuProcessor(self.game, tables, self._setting, number)
        self.batch = self._made_batch(final_observation)

    # -- what there is --------------------------------------------------------------------------

    @property
    def num_actions(self) -> int:
        """Number of actions: ids are 0 to one less, the same in every position."""
        return self.actions.num_actions

    @property
    def observation_names(self) -> list[str]:
        """The name of each number of an observation."""
        if self._tokens:
            names = ["moves", *(f"token[{n}]" for n in range(self._tokens - 1))]
            return [f"{name}.{half}" for name in names for half in ("low", "high")]
        return self.observations.names

    def action_text(self, action: int, env: int | None = None) -> str:
        """The notation of an action: in the position of environment ``env``, else in any."""
        if env is None:
            return self.actions.text(action)
        return self.actions.text(action, self._processor.of_environment(env)[0][0])

    # -- playing --------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Batch:
        """Begin a new deal, or match, in all environments.

        They are the first ones of ``seed``, or of the seed that was given before, when there was no
        reset yet; else those that follow in each environment.
        """
        if seed is None and not self._ready:
            seed = self._seed
        self._processor.reset(None if seed is None else whole_number("seed", seed))
        self._ready = True
        return self.batch

    def step(self, actions: ArrayLike) -> Batch:
        """Make an action in each environment, and play on.

        ``actions`` are int32 [N] or of another type of whole numbers.

        Raises
        ------
        IllegalMove
            before anything is played, where an action is not legal and illegal ones do not forfeit
            the deal
        BadInput
            where nothing is dealt yet, or it is no array of actions
        """
        self._need_reset()
        self._processor.take(actions)
        if not self._forfeits:
            wrong = self._processor.first_illegal()
            if wrong >= 0:
                raise IllegalMove(self._refusal(wrong))
        self._processor.step()
        return self.batch

    def sample(self, level: str | None = None) -> NDArray[np.int32]:
        """An action of each environment; int32 [N], written in place.

        Each legal one is as likely, or they are drawn by a level of the game's policy.

        Raises
        ------
        BadInput
            where nothing is dealt yet, or there is no such level
        """
        self._need_reset()
        number = RANDOM if level is None else self._level(level)
        if number == RANDOM:
            return self._processor.sample()
        return self._processor.sample_policy(number)

    def level_chances(self, level: str) -> NDArray[np.float32]:
        """The chances that a level of the game's policy gives each action: float32 [N, actions].

        Raises
        ------
        BadInput
            where nothing is dealt yet, or there is no such level
        """
        self._need_reset()
        return self._processor.level_chances(self._level(level))

    def close(self) -> None:
        """End the threads; nothing can be played after it."""
        self._processor.close()
        self._ready = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the environments as they stand."""
        return _restored, (self._arguments, self._ready, self._processor.copied())

    # -- how it is made -------------------------------------------------------------------------

    def _need_reset(self) -> None:
        if not self._ready:
            raise BadInput(_("nothing is dealt yet: call reset first"))

    def _refusal(self, env: int) -> str:
        _record, action, legal = self._processor.of_environment(env)
        shown = " ".join(f"{a}={self.action_text(a, env)}" for a in legal[:_SHOWN])
        more = _(" and {n} more").format(n=len(legal) - _SHOWN) if len(legal) > _SHOWN else ""
        return _("environment {env}: {action} is not legal here; legal are: {moves}").format(
            env=env, action=action, moves=shown + more
        )

    def _settle(
        self,
        opponents: str | None,
        seat: int | None,
        max_moves: int | None,
        matches: bool,
        told: bool,
        final_observation: bool,
    ) -> Setting:
        if (opponents is None) != (seat is None):
            raise BadInput(_("opponents and seat are given together: who plays the other seats"))
        if seat is not None:
            seat = whole_number("seat", seat, 0, self.seats - 1)
        longest = self.game.rules.MAX_LENGTH
        if told and longest > MOST_REMEMBERED:
            raise BadInput(
                _(
                    "a deal of {game} may take {moves} moves: there are rows of information states "
                    "for games of {longest} at most; observations are made for all games"
                ).format(game=self.game.name, moves=longest, longest=MOST_REMEMBERED)
            )
        if told and matches:
            raise BadInput(
                _("information states are of a deal, without the score: matches have observations")
            )
        if max_moves is not None:
            longest = min(longest, whole_number("max_moves", max_moves, 1))
        return Setting(
            learner=NO_SEAT if seat is None else seat,
            level=RANDOM if opponents is None else self._level(opponents),
            limit=longest,
            matches=matches,
            told=told,
            final=final_observation,
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

    def _allocate(self, matches: bool, final_observation: bool) -> Arrays:
        n, seats, rules = self.num_envs, self.seats, self.game.rules
        told, kind = bool(self._tokens), self.observations.dtype
        size, tokens = self.observations.size, self._tokens
        states = aligned((n,), self.game.state_layout.dtype)
        new_standing = self.game.standing_layout.empty()
        standings = aligned((n,), new_standing.dtype)
        options = self.game.schema.compile(self.options)
        blank = self.game.state_layout.empty()
        kernel.fill_same_fields(blank, 0, options)
        totals = aligned((n, seats), np.float64)
        sides = self.game.teams(self.options)
        deciding, columns = self._deciding(standings, totals)
        return Arrays(
            states=states,
            blank=blank,
            first=self.game.new_state(self.options).record,
            options=options,
            new_standing=new_standing,
            standings=standings,
            standing_bytes=standings.view(np.int8).reshape(n, -1),
            shared=_shared_bytes(standings.dtype, states.dtype, options.dtype),
            deciding=deciding,
            columns=columns,
            side_of=np.array([[s in side for side in sides].index(True) for s in range(seats)]),
            totals=totals,
            penalties=self._penalties(matches),
            chance=generators(0, n, CHANCE_STREAM),
            luck=generators(0, n, OPPONENT_STREAM),
            deals=aligned((n,), np.int64),
            moves=aligned((n,), np.int64),
            asked=aligned((n,), np.int64),
            drawn=aligned((n,), np.int64),
            sampled=aligned((n,), np.int32),
            words=words_of(states),
            sources=self.observations.sources,
            plan=self.observations.plan,
            ids=self.actions.ids,
            places=self.actions.places,
            tokens=aligned((n, seats, tokens) if told else (1, 1, 1), np.int64),
            observation=aligned((1, 1) if told else (n, size), kind),
            information=aligned((n, tokens) if told else (1, 1), np.int64),
            action_mask=aligned((n, self.num_actions), np.bool_),
            legal=aligned((n, rules.MAX_LEGAL), np.int32),
            num_legal=aligned((n,), np.int32),
            allowed=aligned((n, self.num_actions), np.bool_),
            listed=aligned((n, rules.MAX_LEGAL), np.int32),
            num_listed=aligned((n,), np.int32),
            watcher=aligned((n,), np.int32),
            end=aligned((n,), np.int8),
            current_player=aligned((n,), np.int32),
            reward=aligned((n, seats), np.float32),
            points=aligned((n, seats), np.float32),
            terminated=aligned((n,), np.bool_),
            truncated=aligned((n,), np.bool_),
            illegal=aligned((n,), np.bool_),
            final=aligned((n, size) if final_observation and not told else (1, 1), kind),
            final_information=aligned(
                (n, tokens) if final_observation and told else (1, 1), np.int64
            ),
        )

    def _penalties(self, matches: bool) -> NDArray[np.float64]:
        """The reward of all seats where an illegal action of one ends a deal, or a match."""
        if not matches:
            return illegal_points(self.game, self.options)
        sides = self.game.teams(self.options)
        lost = np.zeros((self.seats, self.seats))
        for side in sides:
            lost[list(side)] = 1 / max(1, len(sides) - 1)
            lost[np.ix_(side, side)] = 0
        return lost - 1 / len(sides)

    def _deciding(
        self, standings: NDArray[np.void], totals: NDArray[np.float64]
    ) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """The numbers by which matches are won, a row each, and which of them is each side's."""
        sides = self.game.teams(self.options)
        heads = np.array([side[0] for side in sides])
        name = self.game.match_field
        if name is None:
            return totals, heads
        (field,) = (field for field in self.game.standing_layout if field.name == name)
        words = standings.view(field.dtype).reshape(len(standings), -1)
        first = offset_of(standings.dtype, name) // field.dtype.itemsize
        of_sides = int(np.prod(field.shape)) == len(sides)  # else the field is by seat
        return words, first + (np.arange(len(sides)) if of_sides else heads)

    def _made_batch(self, final_observation: bool) -> Batch:
        t = self._processor.tables
        rows, final = (
            # Tokens are of 64 bits; JAX, for one, takes 32 alone.
            (t.information.view(np.int32), t.final_information.view(np.int32))
            if self._tokens
            else (t.observation, t.final)
        )
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


def _shared_bytes(
    standing: np.dtype[np.void], state: np.dtype[np.void], options: np.dtype[np.void]
) -> NDArray[np.int64]:
    """The bytes of fields that a standing gives to a record; those of options are left out."""
    found = []
    for name in standing.names or ():
        kind = standing[name]
        of_state = name in (state.names or ()) and state[name] == kind
        of_options = name in (options.names or ()) and options[name] == kind
        if of_state and not of_options:
            found.append((offset_of(standing, name), offset_of(state, name), kind.itemsize))
    return np.array(found, np.int64).reshape(-1, 3)


def _restored(arguments: dict[str, Any], ready: bool, copied: dict[str, NDArray[Any]]) -> VectorEnv:
    """The environments that were copied or pickled."""
    env = VectorEnv(**arguments)
    env._processor.put_back(copied)
    env._ready = ready
    return env

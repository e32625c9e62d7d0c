"""Any game as an environment of Gymnasium: one learner among machines (the extra ``rl``).

Importing this module registers every game, the user's own included, under its name in capitals:
``ludoteca/Mus-v0``, ``ludoteca/Kuhn-v0``. Gymnasium imports it itself for an id with its name:

>>> name = "ludoteca.envs.gymnasium:ludoteca/Kuhn-v0"
>>> env = gymnasium.make(name, opponents="advanced", seat=1)
>>> observation, info = env.reset(seed=1)
>>> info["action_mask"]
array([1, 1], dtype=int8)

An episode is one deal, a step one decision of the learner. The observation is the float32 row that
:class:`~ludoteca.players.learned.observation.ObservationSpace` describes. ``info["action_mask"]``
(int8) has 1 for each legal action, as ``action_space.sample(mask)`` takes it; the method
``action_masks()`` returns the same as truth values, as MaskablePPO of sb3-contrib asks for it. The
reward is the learner's points, given at the end of the deal. An illegal action ends the deal with
``info["illegal"]`` true and the least points
(:func:`~ludoteca.players.learned.actions.illegal_points`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    lack = 'ludoteca.envs.gymnasium needs the extra rl: pip install "ludoteca[rl]"'
    raise ModuleNotFoundError(lack, name=error.name) from error

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Value
from ludoteca.core.registry import games, load_game
from ludoteca.envs.arguments import whole_number
from ludoteca.envs.episode import VERSION, Episode
from ludoteca.envs.rendering import MODES, Display
from ludoteca.envs.stepping import MOST_DEALS, NoDecision
from ludoteca.players.factory import RANDOM, make_local_player
from ludoteca.players.play import ask

NAMESPACE = "ludoteca"


class LudotecaEnv(gymnasium.Env):
    """``game`` for a learner at ``seat``; machines hold all other seats, a partner's included.

    Observations are float32 [size], actions 0 to ``num_actions`` - 1.

    Parameters
    ----------
    game
        its name, or a registered game
    opponents
        the spec of a player as ``ludoteca play --against`` takes it, or a sequence with one for
        each other seat, in order
    options
        rule options
    render_mode
        ``"ansi"`` (``render`` returns the table as text), ``"human"`` (it is shown in the browser),
        both as the learner sees it, or None

    Attributes
    ----------
    episode
        the deal, with ``actions.text(action)`` and ``observations.names``

    Raises
    ------
    BadInput
        for a game, seat, player, option or mode that there is not, and for another number of
        opponents than of other seats
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012  # Gymnasium's name and type

    def __init__(
        self,
        game: Game | str,
        *,
        opponents: str | Sequence[str] = RANDOM,
        seat: int = 0,
        options: Mapping[str, Value | bool] | None = None,
        render_mode: str | None = None,
    ) -> None:
        found = load_game(game) if isinstance(game, str) else game
        self.episode = Episode(found, options)
        seats = self.episode.num_players
        seat = whole_number("seat", seat, 0, seats - 1)
        specs = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(specs) != seats - 1:
            raise BadInput(
                _("{n} opponents for {seats} other seats").format(n=len(specs), seats=seats - 1)
            )
        others = [other for other in range(seats) if other != seat]
        self._players = {
            other: make_local_player(found, spec) for other, spec in zip(others, specs, strict=True)
        }
        self.seat = seat
        self.render_mode = render_mode
        self._display = None if render_mode is None else Display(render_mode)
        seen = self.episode.observations
        self.observation_space = spaces.Box(seen.low, seen.high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.episode.actions.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal anew, and let the others act until the learner is to move.

        A deal that ends before the learner is to move is dealt again. Equal seeds give equal deals
        with equal actions. ``options`` is not used: those of the game are an argument of
        ``gymnasium.make``.

        Returns
        -------
        observation : float32 [size]
            what the learner sees
        info
            ``action_mask``, int8 [num_actions]

        Raises
        ------
        NoDecision
            where so many deals end before the learner is to move that it seems never to be
        PlayerFailed
            where a machine fails
        """
        super().reset(seed=seed)
        for _deal in range(MOST_DEALS):
            self.episode.begin(self.np_random)
            self._let_others_act()
            if not self.episode.over:
                break
        else:
            raise NoDecision
        self._show()
        return self.episode.row(self.seat), self._info()

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Make the learner's action, and let the others act until it is to move again.

        Returns
        -------
        observation : float32 [size]
            what the learner sees
        reward
            its points of the deal at the end, else 0
        terminated
            the deal is over
        truncated
            False
        info
            as of :meth:`reset`; ``illegal`` is true where the action was not legal

        Raises
        ------
        BadInput
            where the deal is over already
        TypeError
            where the action is no whole number
        PlayerFailed
            where a machine fails
        """
        if self.episode.over:
            raise BadInput(_("the deal is over: no move can be made"))
        if self.episode.play(index(action)):
            self._let_others_act()
        self._show()
        info = self._info()
        if self.episode.illegal is not None:
            info["illegal"] = True
        reward = self.episode.points[self.seat]
        return self.episode.row(self.seat), reward, self.episode.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action: bool [num_actions]; for MaskablePPO of sb3-contrib."""
        return self.episode.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The table as text, or None where it is shown in the browser or there is no mode."""
        if self._display is None:
            gymnasium.logger.warn("render() without a render_mode: give one to gymnasium.make")
            return None
        return self._display.show(self.episode.state, self.seat)

    def close(self) -> None:
        """Close the page in the browser, if one was opened."""
        if self._display is not None:
            self._display.close()

    def _let_others_act(self) -> None:
        while not self.episode.over:
            seat = self.episode.state.current_player()
            if seat == self.seat:
                return
            self.episode.play_id(ask(self._players[seat], self.episode.state, seat, self.np_random))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self.seat)}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def env_id(game: str) -> str:
    """The id under which the game called ``game`` is registered.

    Examples
    --------
    >>> env_id("mus"), env_id("my_game")
    ('ludoteca/Mus-v0', 'ludoteca/MyGame-v0')
    """
    name = "".join(word.capitalize() for word in game.split("_"))
    return f"{NAMESPACE}/{name}-v{VERSION}"


def register_games() -> None:
    """Register all games that are not yet; for games that appeared after the import."""
    for name in games():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                env_id(name),
                f"{__name__}:{LudotecaEnv.__name__}",
                vector_entry_point="ludoteca.envs.gymnasium_vector:LudotecaVectorEnv",
                kwargs={"game": name},
            )


register_games()

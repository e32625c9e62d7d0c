"""Bots written for PettingZoo or Gymnasium as players of this library.

``pettingzoo:bot.py:make`` and ``gymnasium:bot.py:make`` are specs of
:func:`~ludoteca.players.factory.make_local_player`, so that a bot plays wherever a spec is taken:
``ludoteca arena mus pettingzoo:bot.py:make advanced``. Between the colons stands a file, or a
module that Python can import; then the function in it that makes the bot, which is called with the
name of the game.

- A bot for PettingZoo is called with the dictionary that
  :func:`ludoteca.envs.pettingzoo.env` gives its agent, and returns an action.
- A bot for Gymnasium is called with the observation and the ``info`` of
  :class:`ludoteca.envs.gymnasium.LudotecaEnv`, and returns an action; or it is an object with
  ``predict(observation)``, as models of Stable-Baselines3 are, which is given ``action_masks`` too
  where it takes them.

Neither PettingZoo nor Gymnasium is needed for it, unless the bot asks for them. A bot gets no
random generator: one that tosses coins repeats its play only if it seeds its own.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.view import SeatView
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.observation import ObservationSpace


def make_bot(game: Game, named: str) -> Any:
    """The bot that the function ``MODULE:FUNCTION`` makes for the name of ``game``.

    Raises
    ------
    BadInput
        where there is no such function (:func:`function_named`) or it fails
    """
    make = function_named(named)
    try:
        return make(game.name)
    except LudotecaError:
        raise
    except Exception as error:
        raise _cannot_be_made(named, error) from error


def function_named(named: str) -> Callable[..., Any]:
    """The function that ``MODULE:FUNCTION`` names.

    ``MODULE`` is a file, which is run and whose folder is then searched for what it imports, or a
    module that can be imported.

    Raises
    ------
    BadInput
        where there is no such function, or its module fails

    Examples
    --------
    >>> function_named("math:gcd")(12, 18)
    6
    """
    place, _colon, name = named.strip().rpartition(":")
    if not place or not name:
        raise BadInput(_("a bot is named by a module and a function in it, such as bot.py:make"))
    try:
        if place.endswith(".py"):
            module = _file(Path(place).resolve())
        else:
            module = importlib.import_module(place)
    except LudotecaError:
        raise
    except Exception as error:
        raise _cannot_be_made(named, error) from error
    found: Callable[..., Any] | None = getattr(module, name, None)
    if not callable(found):
        raise BadInput(_("{module} has no function {name}").format(module=place, name=name))
    return found


def _cannot_be_made(named: str, error: Exception) -> BadInput:
    why = f"{type(error).__name__}: {error}"
    return BadInput(_("the bot {bot} cannot be made: {why}").format(bot=named.strip(), why=why))


@cache
def _file(path: Path) -> ModuleType:
    """The module in the file ``path``, run once; files of the same name are kept apart."""
    name = f"ludoteca_bot_{path.stem}_{zlib.crc32(bytes(path)):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class BotPlayer:
    """A player that asks ``bot(observation, mask)`` for an action.

    Parameters
    ----------
    name
        the spec that makes the player again
    bot
        is given the row of numbers of an ``ObservationSpace``, float32 [size], and the mask of what
        is legal, int8 [num_actions]; returns an action
    """

    def __init__(self, name: str, game: Game, bot: Callable[[Any, Any], Any]) -> None:
        self.name = name
        self._bot = bot
        self._actions = ActionSpace(game)
        self._seen: tuple[object, ObservationSpace] | None = None

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The bot's move.

        Raises
        ------
        BadInput
            where its answer is no legal action
        """
        if self._seen is None or self._seen[0] != view.options:
            self._seen = view.options, ObservationSpace(view.game, view.options)
        mask = self._actions.mask(view.legal)
        answer = np.asarray(self._bot(self._seen[1].of(view.record, view.seat), mask))
        legal = np.flatnonzero(mask)
        if answer.size != 1 or answer.item() not in legal:
            raise refusal(answer.item() if answer.size == 1 else answer.tolist(), legal)
        return int(self._actions.ids[int(answer.item())])


def refusal(said: Any, legal: Iterable[int]) -> BadInput:
    """The error of a bot that answered what is no legal action."""
    return BadInput(
        _("the bot answered {said} where {example} was expected").format(
            said=said, example=_("one of {choices}").format(choices=", ".join(map(str, legal)))
        )
    )


def pettingzoo_player(game: Game, named: str) -> BotPlayer:
    """The player of the spec ``pettingzoo:MODULE:FUNCTION``.

    Raises
    ------
    BadInput
        where the bot cannot be made
    """
    bot = make_bot(game, named)
    return BotPlayer(
        f"pettingzoo:{named.strip()}",
        game,
        lambda observation, mask: bot({"observation": observation, "action_mask": mask}),
    )


def gymnasium_player(game: Game, named: str) -> BotPlayer:
    """The player of the spec ``gymnasium:MODULE:FUNCTION``.

    Raises
    ------
    BadInput
        where the bot cannot be made
    """
    bot = make_bot(game, named)
    predict = getattr(bot, "predict", None)
    masked = predict is not None and "action_masks" in inspect.signature(predict).parameters

    def asked(observation: Any, mask: Any) -> Any:
        if predict is None:
            return bot(observation, {"action_mask": mask})
        more = {"action_masks": mask != 0} if masked else {}
        predicted = predict(observation, **more)
        # Stable-Baselines3 returns the action and the state of a recurrent model.
        return predicted[0] if isinstance(predicted, tuple) else predicted

    return BotPlayer(f"gymnasium:{named.strip()}", game, asked)

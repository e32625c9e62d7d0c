"""Our players as OpenSpiel's bots, and its bots as our players.

``openspiel:NAME`` is a bot of those that ``pyspiel.registered_bots()`` lists, and
``openspiel:MODULE:FACTORY`` one that a function makes: specs of
:func:`~ludoteca.players.factory.make_local_player`, so that a bot plays wherever a spec is taken:
``ludoteca arena mus openspiel:uniform_random advanced``. ``MODULE`` is a file or a module that can
be imported; ``FACTORY(game, seat, seed)`` gets the ``pyspiel.Game``, and returns a ``pyspiel.Bot``
for one deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from ludoteca.core.errors import BadInput, alternatives
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.view import SeatView, Token
from ludoteca.envs.bots import function_named, refusal
from ludoteca.envs.openspiel.declarations import PREFIX, parameters_of
from ludoteca.envs.openspiel.states import LudotecaGame, LudotecaState, state_of_view
from ludoteca.players.base import Player, memory_of
from ludoteca.players.factory import make_player

Factory = Callable[[LudotecaGame, int, int], Any]

_SEEDS = 2**31  #: OpenSpiel's are C++ ints
_TAKES_SEED = ("uniform_random",)  # of the registered bots; the others draw nothing


class LudotecaBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """A player of this library in ``seat``: it gets the seat's view of a state, never the state."""

    def __init__(self, player: Player, seat: int, seed: int | None = None) -> None:
        super().__init__()
        self.player, self.seat = player, seat
        self._rng = np.random.default_rng(seed)

    def step(self, state: LudotecaState) -> int:
        """The action that the player chooses; errors of the player pass through."""
        view = state.view(self.seat, remembering=bool(memory_of(self.player)))
        chosen = self.player.choose(view, self._rng)
        return int(state.get_game().actions.places[chosen])

    def restart(self) -> None:
        """Do nothing: players see by the view when a new deal has begun."""

    def restart_at(self, state: LudotecaState) -> None:
        """Do nothing, as in :meth:`restart`."""


def bot(game: LudotecaGame, player: str, seat: int, seed: int | None = None) -> LudotecaBot:
    """The bot that plays ``seat`` of ``game`` as ``player``, such as ``"basic"`` or ``"mcts@1s"``.

    ``game`` is one of ours, as ``pyspiel.load_game`` made it. Equal seeds give equal play.

    Raises
    ------
    BadInput
        where the game has no such player
    """
    return LudotecaBot(make_player(game.game, player), seat, seed)


class OpenSpielPlayer:
    """A bot of OpenSpiel as a player of this library.

    A bot asks for a state, and a player has its seat's view alone: so the bot gets a deal that is
    drawn from the view, and that the seat cannot tell from the real one. What it reads of its own
    seat (the information state, the observation, the legal actions) is exactly what the seat sees;
    all else is a guess, another at each move. A new bot is made for each deal, with a seed of its
    own; it is asked for its moves, and not told the others' (``inform_action``).

    Parameters
    ----------
    name
        the spec that makes the player again
    make
        is called with the game, the seat and a seed, and returns a bot for one deal
    """

    def __init__(self, name: str, make: Factory) -> None:
        self.name = name
        self._make = make
        self._bot: Any = None
        self._game: LudotecaGame | None = None
        self._seen: tuple[int, tuple[Token, ...]] = (-1, ())

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The bot's move.

        Raises
        ------
        BadInput
            where its answer is no legal action
        NoWorld
            where the game finds no deal that fits the view
        """
        if self._game is None or self._game.options != view.options:
            name = PREFIX + view.game.name
            self._game = pyspiel.load_game(name, parameters_of(view.game, view.options))
            self._bot = None
        game = self._game
        seat, tokens = self._seen
        goes_on = len(tokens) < len(view.tokens) and view.tokens[: len(tokens)] == tokens
        if self._bot is None or seat != view.seat or not goes_on:
            self._bot = self._make(game, view.seat, int(rng.integers(_SEEDS)))
        self._seen = view.seat, view.tokens
        state = state_of_view(game, view, rng)
        action = int(self._bot.step(state))
        legal = state.legal_actions()
        if action not in legal:
            raise refusal(action, legal)
        return int(game.actions.ids[action])


def openspiel_player(game: Game, named: str) -> OpenSpielPlayer:
    """The player of the spec ``openspiel:named``.

    Raises
    ------
    BadInput
        where there is no such bot, or no such function
    """
    named = named.strip()
    name = f"openspiel:{named}"
    if ":" in named:
        return OpenSpielPlayer(name, function_named(named))
    known = pyspiel.registered_bots()
    if named not in known:
        raise BadInput(
            _("OpenSpiel has no bot {name}; {alternatives}").format(
                name=named or _("of that name"), alternatives=alternatives(named, known)
            )
        )

    def make(its_game: LudotecaGame, seat: int, seed: int) -> Any:
        parameters = {"seed": seed} if named in _TAKES_SEED else {}
        return pyspiel.load_bot(named, its_game, seat, parameters)

    return OpenSpielPlayer(name, make)

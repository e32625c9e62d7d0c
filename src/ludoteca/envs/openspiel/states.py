"""``pyspiel.Game`` and ``pyspiel.State`` over the rules: what C++ and Python code of OpenSpiel use.

Actions are those of an ``ActionSpace``. An outcome of chance has its id in the rules where all
outcomes of that move have ids below ``max_chance_outcomes``; else its place among them.

**Resampled states.** ``state.resample_from_infostate(seat, sampler)`` is another deal that the seat
cannot tell from this one, drawn from the seat's view alone. It has the seat's information state and
observation, and goes on by the rules. Its past is what the seat saw: ``history()`` has
``pyspiel.INVALID_ACTION`` for each move that the seat did not see (and for outcomes of chance that
are numbered by their places), and the other seats' information states are those same moves with a
mark for what each of them sees. So equal ones of another seat mean that it holds the same, not that
it was dealt it in the same order. OpenSpiel's tests and its ``ismcts.ISMCTSBot`` need no more.

OpenSpiel's searches in C++, ``pyspiel.MCTSBot`` and ``pyspiel.ISMCTSBot``, end the process for any
game that is written in Python (2.0.2); those in Python take it.
"""

from __future__ import annotations

import base64
import pickle
from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR
from ludoteca.core.options import Options
from ludoteca.core.state import Move, State, information_state_string, observe
from ludoteca.core.view import SeatView, Token
from ludoteca.envs.openspiel.declarations import (
    game_info,
    game_type,
    has_chance,
    options_of,
    parameters_of,
)
from ludoteca.envs.openspiel.observers import PartSeen, Remembered, Seen, make_observer
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.observation import ObservationSpace

_MARK_BYTES = 8


class LudotecaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with its options; made by ``pyspiel.load_game("ludoteca_<name>", parameters)``.

    Attributes
    ----------
    game, options
        of this library
    actions
        the ``ActionSpace``

    Raises
    ------
    BadInput
        for options that the game does not take
    """

    def __init__(self, game: Game, parameters: Mapping[str, Any] | None = None) -> None:
        self.game, self.options = game, options_of(game, parameters or {})
        self.actions = ActionSpace(game)
        self._start = game.new_state(self.options)
        super().__init__(
            game_type(game), game_info(game, self.options), parameters_of(game, self.options)
        )

    @cached_property
    def observation(self) -> ObservationSpace:
        """The names and bounds of ``observation_tensor``."""
        return ObservationSpace(self.game, self.options)

    def new_initial_state(self) -> LudotecaState:
        """The deal before its first move."""
        return LudotecaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the chance moves of a deal."""
        return int(self.game.rules.MAX_LENGTH) if has_chance(self.game) else 0

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Remembered | Seen | PartSeen | None:
        """The observer of that type, by default of what a seat sees now; None for no such type.

        Raises
        ------
        ValueError
            where ``params`` are given: there are none
        """
        if params:
            raise ValueError(f"observers of {self.game.name} take no parameters")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return make_observer(self.game, self.options, kind, self.observation)


class _Deal:
    """A position as ``pyspiel`` copies and pickles it.

    ``marks`` are () for a deal that was played; in one that was drawn for a seat, a text for each
    seat that stands for what it holds there, "" for that seat.
    """

    __slots__ = ("marks", "state")

    def __init__(self, state: State, marks: tuple[str, ...] = ()) -> None:
        self.state, self.marks = state, marks

    def __deepcopy__(self, memo: object) -> _Deal:
        return _Deal(self.state.clone(), self.marks)

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.state
        seen = {viewer: state.tokens(viewer) for viewer in (SPECTATOR, *range(state.num_players))}
        past = [tuple(move) for move in state.moves], seen
        bare = state.standing.tobytes(), state.record.tobytes()
        return _unpickled, (state.game, state.options, *bare, *past, self.marks)


def _unpickled(
    game: Game,
    options: Options,
    standing: bytes,
    record: bytes,
    moves: list[tuple[int, int]],
    seen: dict[int, list[Token]],
    marks: tuple[str, ...],
) -> _Deal:
    # A read-only array would be another type to the compiler.
    before = np.frombuffer(bytearray(standing), game.standing_layout.dtype)
    now = np.frombuffer(bytearray(record), game.state_layout.dtype)
    made = [Move(actor, action) for actor, action in moves]
    return _Deal(State(game, options, before, now, made, seen), marks)


class LudotecaState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A deal; ``position`` is it as a ``State`` of this library, which is not to be changed."""

    def __init__(self, game: LudotecaGame) -> None:
        super().__init__(game)
        # All attributes are copied and pickled with the state, so there is one, and not the game.
        self._deal = _Deal(game._start.clone())

    @property
    def position(self) -> State:
        """The position, its moves by the ids of the rules."""
        return self._deal.state

    def view(self, seat: int, remembering: bool = False) -> SeatView:
        """All that ``seat`` knows, as players get it; a resampled state has no past records."""
        return self._deal.state.view(seat, remembering and not self._deal.marks)

    # -- the interface that OpenSpiel calls from C++ -----------------------------------------------

    def current_player(self) -> int:
        """The seat to move, ``PlayerId.CHANCE`` or ``PlayerId.TERMINAL``."""
        return self._deal.state.current_player()

    def is_terminal(self) -> bool:
        """True when the deal is over."""
        return self._deal.state.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        legal = self._deal.state.legal_actions()
        return self._actions.places[legal].tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes and their probabilities, of sum 1; empty where chance does not move."""
        outcomes = self._deal.state.chance_outcomes()
        if self._are_places(outcomes):
            return [(place, chance) for place, (_id, chance) in enumerate(outcomes)]
        return outcomes

    def _apply_action(self, action: int) -> None:
        self._deal.state.apply_unchecked(self._id_of(action))

    def _id_of(self, action: int) -> int:
        """The id in the rules of an action, or of an outcome where chance moves next."""
        if not self._deal.state.is_chance():
            return int(self._actions.ids[action])
        outcomes = self._deal.state.chance_outcomes()
        return outcomes[action][0] if self._are_places(outcomes) else action

    def _are_places(self, outcomes: list[tuple[int, float]]) -> bool:
        """True where outcomes are numbered by their places: an id is too great."""
        return bool(outcomes) and outcomes[-1][0] >= self.get_game().max_chance_outcomes()

    def _action_to_string(self, player: int, action: int) -> str:
        state = self._deal.state
        if player == pyspiel.PlayerId.CHANCE:
            if not state.is_chance():
                return str(action)
            return state.action_text(self._id_of(action))
        possible = player == state.current_player() and action in self._legal_actions(player)
        return self._actions.text(action, state.record[0] if possible else None)

    def returns(self) -> list[float]:
        """Points by seat; zeros while the deal goes on."""
        state = self._deal.state
        return state.returns() if state.is_terminal() else [0.0] * state.num_players

    def __str__(self) -> str:
        """All moves by their ids in the rules, and the table as somebody sees it who watches."""
        state = self._deal.state
        moves = information_state_string([Token(*move) for move in state.moves])
        table = state.game.notation.table_text(state.view(SPECTATOR).record[0], SPECTATOR)
        return "\n".join([" ".join([moves, *self._deal.marks]).strip(), str(table)])

    # -- what a seat knows -------------------------------------------------------------------------

    def remembered(self, player: int) -> str:
        """The information state of ``player`` in one line: its number, and every move as it saw it.

        In a resampled state the moves before it are as that seat saw them, with a mark for what
        ``player`` holds.
        """
        marks = self._deal.marks
        told = self._deal.state.information_state_string(player)
        return f"{player}: {told}" + (f" {marks[player]}" if marks and marks[player] else "")

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> LudotecaState:
        """Another deal that ``player`` cannot tell from this one; the module says what its past is.

        ``sampler`` returns random numbers, each a fraction in [0, 1).

        Raises
        ------
        NoWorld
            where the game finds none
        """
        rng = np.random.default_rng(int(sampler() * 2**53))
        return state_of_view(self.get_game(), self._deal.state.view(player), rng)

    @property
    def _actions(self) -> ActionSpace:
        game: LudotecaGame = self.get_game()
        return game.actions


def state_of_view(game: LudotecaGame, view: SeatView, rng: np.random.Generator) -> LudotecaState:
    """A deal drawn from all that ``view`` shows; the module says what its past is.

    ``game`` has the options of the view. Raises ``NoWorld`` where the rules find no such deal.
    """
    world = view.record.copy()
    calls.resample(view.record, 0, view.seat, rng, world, 0)
    standing = game._start.standing if view.standing is None else view.standing
    viewers = (SPECTATOR, *range(view.num_players))
    position = State(
        view.game,
        view.options,
        standing,
        world,
        [Move(*token) for token in view.tokens],
        {viewer: list(view.tokens) for viewer in viewers},
    )
    marks = ["" if s == view.seat else _mark(position, s) for s in range(view.num_players)]
    past = [(token.actor, _seen_action(game, token)) for token in view.tokens]
    # The form of ``State.serialize()``: only by it may the past be set without playing it.
    moves = ",".join(f"{actor}:{action}" for actor, action in past)
    attributes = base64.b64encode(pickle.dumps({"_deal": _Deal(position, tuple(marks))}))
    return game.deserialize_state(
        f"history={moves}\nmove_number={len(past)}\n__dict__={attributes.decode()}"
    )


def _seen_action(game: LudotecaGame, token: Token) -> int:
    """The number of a move that was seen as itself; ``pyspiel.INVALID_ACTION`` for any other."""
    seen = token.token
    if seen == HIDDEN or seen < 0:
        return int(pyspiel.INVALID_ACTION)
    if token.actor == CHANCE:
        return seen if seen < game.max_chance_outcomes() else int(pyspiel.INVALID_ACTION)
    places: NDArray[np.int32] = game.actions.places
    return int(places[seen]) if seen < len(places) else int(pyspiel.INVALID_ACTION)


def _mark(position: State, seat: int) -> str:
    """A text that stands for what ``seat`` sees of the position."""
    seen = observe(position.record, position.game.masks(position.options)[seat])
    return "~" + blake2b(seen.tobytes(), digest_size=_MARK_BYTES).hexdigest()

"""The seeded random deals on which laws are checked, and the error of a broken law."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, rooms
from ludoteca.core.definition import place
from ludoteca.core.errors import GameDefinitionError, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.match import Match
from ludoteca.core.options import Options
from ludoteca.core.state import State, observe

DEALS = 20  #: random deals of a law that compares positions across deals
_EARLIER = 4  # deals of the match before a random deal: from none up to one less


class LawBroken(LudotecaError):
    """A game breaks a law; the message says how, in one sentence."""


def demand(holds: bool, sentence: str) -> None:
    """Raise :class:`LawBroken` with ``sentence`` unless ``holds``.

    Raises
    ------
    LawBroken
        With the sentence, where the law does not hold.
    """
    if not holds:
        raise LawBroken(sentence)


def random_deal(game: Game, options: Options, seed: int) -> Iterator[tuple[State, int]]:
    """A uniformly random deal: every position with the action about to be made, then the end.

    It is one of the first deals of a random match. The action of the last pair, at the end of the
    deal, is ``TERMINAL``. The yielded state goes on to be used: clone it to keep it. Raises
    ``GameDefinitionError`` where the rules name a seat that there is not, or an impossible id.

    Raises
    ------
    GameDefinitionError
        Where the rules name a seat that there is not, or an impossible id.
    LawBroken
        Where the deal does not end within ``MAX_LENGTH``.
    """
    rng = np.random.default_rng(seed)
    state = game.new_state(options, _some_standing(game, options, seed % _EARLIER, rng))
    for _step in range(game.rules.MAX_LENGTH + 1):
        player = state.current_player()
        if player == TERMINAL:
            yield state, TERMINAL
            return
        if player == CHANCE:
            action = state.sample_chance(rng)
            _demand_possible(game, "chance_outcomes", action, action)
        elif player in range(state.num_players):
            legal = state.legal_actions()
            demand(bool(legal), f"seat {player} is to move and has no legal move")
            _demand_possible(game, "legal_actions", min(legal), max(legal))
            action = legal[int(rng.random() * len(legal))]
        else:
            raise GameDefinitionError(
                f"{place(game, 'current_player')}: current_player returns {player} after "
                f"{len(state.moves)} moves: no seat of {state.num_players}, CHANCE or TERMINAL"
            )
        yield state, action
        state.apply_unchecked(action)
    raise LawBroken(not_ended(game))


def _demand_possible(game: Game, function: str, least: int, most: int) -> None:
    """Raise ``GameDefinitionError`` where the ids that ``function`` writes cannot be any."""
    limit = game.hook(rooms.MAX_ACTION)
    if least < 0:
        raise GameDefinitionError(
            f"{place(game, function)}: {function} writes the id {least}; the least there is is 0"
        )
    if limit is not None and most > limit:
        raise GameDefinitionError(
            f"{place(game, function)}: {function} writes the id {most}, above MAX_ACTION = {limit}"
        )


def not_ended(game: Game) -> str:
    """The sentence about a deal that is too long."""
    return f"a deal did not end within MAX_LENGTH = {game.rules.MAX_LENGTH} moves"


def _some_standing(
    game: Game, options: Options, deals: int, rng: np.random.Generator
) -> NDArray[np.void]:
    """The standing after ``deals`` random deals, or after fewer where the match ends with them."""
    match = Match(game, options)
    standing = match.standing.copy()
    for _deal in range(deals):
        state = match.new_deal()
        if not play_out(state, rng):
            break
        match.close(state)
        if match.over:
            break
        standing = match.standing.copy()
    return standing


def play_out(state: State, rng: np.random.Generator) -> bool:
    """Play the record of a deal to its end at random; False where it is longer than MAX_LENGTH."""
    length = state.game.rules.MAX_LENGTH
    moves = np.zeros(length + 1, np.int64)
    ids, prob = state.game.buffers()
    return int(calls.playout(state.record, 0, rng, ids, prob, moves, length)) >= 0


def decisions(game: Game, options: Options, seed: int) -> Iterator[tuple[State, int]]:
    """The positions of a random deal in which a seat is to move."""
    for state, action in random_deal(game, options, seed):
        if state.current_player() >= 0:
            yield state, action


def masked(state: State, viewer: int) -> NDArray[np.void]:
    """The record as ``viewer`` sees it."""
    return observe(state.record, state.game.masks(state.options)[viewer])

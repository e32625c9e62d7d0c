"""One deal written out for people: every table, every choice, and what each seat saw of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.i18n import speaking
from ludoteca.core.kernel import sample_index
from ludoteca.core.match import standing_text
from ludoteca.core.options import Options
from ludoteca.core.record import seen_text
from ludoteca.core.state import State

Chooser = Callable[[State, np.random.Generator], int]
"""Chooses the move of the seat to move."""

_WIDTH = 98


def playthrough(game: Game, options: Options, seed: int, choose: Chooser | None = None) -> str:
    """A deal as text of many lines, always in English, so that it can be compared.

    ``choose`` makes the moves; without it the first level of the game's policy does.
    """
    with speaking("en"):
        return "\n".join(_lines(game, options, seed, choose or _policy_move)) + "\n"


def _lines(game: Game, options: Options, seed: int, choose: Chooser) -> Iterator[str]:
    rng = np.random.default_rng(seed)
    state = game.new_state(options)
    yield f"{game.name}, rules version {game.info.rules_version}, seed {seed}"
    yield "options: " + (" ".join(f"{k}={v}" for k, v in options.items()) or "none")
    yield f"standing: {standing_text(state.standing)}"
    chance: list[str] = []
    while not state.is_terminal():
        if state.is_chance():
            action = state.sample_chance(rng)
            chance.append(_as_seen(state, action))
        else:
            yield from _chance_lines(chance)
            chance = []
            action = choose(state, rng)
            yield from _decision_lines(state, action)
        state.apply_unchecked(action)
    yield from _chance_lines(chance)
    yield ""
    yield "the end"
    yield from _table(state, 0)
    yield "returns: " + " ".join(f"{x:g}" for x in state.returns())


def _policy_move(state: State, rng: np.random.Generator) -> int:
    ids, prob = state.game.buffers()
    count = calls.policy_probs(state.record, 0, 0, ids, prob)
    return int(ids[sample_index(prob, count, rng.random())])


def _decision_lines(state: State, action: int) -> Iterator[str]:
    seat = state.current_player()
    yield ""
    yield f"move {len(state.moves) + 1}: seat {seat}"
    yield from _table(state, seat)
    yield f"legal: {state.list_moves(state.legal_actions())}"
    yield f"plays {_as_seen(state, action)}"


def _table(state: State, seat: int) -> Iterator[str]:
    yield from (f"  | {line}".rstrip() for line in state.view(seat).table_text().splitlines())


def _as_seen(state: State, action: int) -> str:
    """The move, and what the seats saw that did not see it whole: ``K[1:? 2:?]``."""
    text = state.action_text(action)
    seen = {seat: seen_text(state, action, seat) for seat in range(state.num_players)}
    other = " ".join(f"{seat}:{what}" for seat, what in seen.items() if what != text)
    return f"{text}[{other}]" if other else text


def _chance_lines(texts: list[str]) -> Iterator[str]:
    if not texts:
        return
    yield ""
    line = "chance:"
    for text in texts:
        if len(line) + len(text) >= _WIDTH:
            yield line
            line = " " * len("chance:")
        line += f" {text}"
    yield line

"""Frozen scenes: a table of any game at any moment, without a server, for tests and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from deals import positions, random_position
from ludoteca.core.game import Game
from ludoteca.core.i18n import language
from ludoteca.core.ids import CHANCE, SPECTATOR
from ludoteca.core.player_names import first_names
from ludoteca.core.record import UNSEEN, seen_text
from ludoteca.core.state import State
from ludoteca.table.deal import LogLine
from ludoteca.table.scene import Scene, SeatScene

NAMES = ("Ana", "Bruno", "Chen", "Dora", "Eero")


CLOSELY, _LATER = 80, 9
"""Moves after which every decision is drawn, then only one in so many."""


def moments(
    game: Game | str,
    seed: int = 1,
    options: Mapping[str, int | str] | None = None,
    most: int = 400,
) -> Iterator[State]:
    """The positions of one random deal at its decisions, and its end; of a long one a part."""
    for state in positions(game, options, seed):
        number = len(state.moves)
        if state.is_terminal() or number >= most or number < CLOSELY or number % _LATER == 0:
            yield state
        if number >= most:
            return


def scene_of(state: State, viewer: int = 0, **changes: object) -> Scene:
    """The scene that ``viewer`` sees of ``state``: one person, machines at the other seats."""
    game, over = state.game, state.is_terminal()
    eye = max(viewer, 0)
    machine = game.info.levels[-1]
    names = first_names(
        game.info, ["" if seat == eye else machine for seat in range(state.num_players)]
    )
    seats = tuple(
        SeatScene(
            seat=seat,
            kind="person" if seat == eye else "machine",
            name=names[seat] or NAMES[seat],
            level="" if seat == eye else machine,
            to_move=state.current_player() == seat,
        )
        for seat in range(state.num_players)
    )
    result = tuple(state.returns()) if over else None
    scene = Scene(
        table="frozen",
        game=game,
        options=state.options,
        viewer=viewer,
        seq=len(state.moves) + 10,
        decision=len(state.moves) + 10,
        phase="dealt out" if over else "playing",
        seats=seats,
        view=state.view(viewer),
        revealed=state.record.copy() if over else None,
        deal=1,
        totals=result or tuple(0.0 for _seat in seats),
        result=result,
        log=log_of(state, viewer),
        undo="no" if over or viewer == SPECTATOR else "may ask",
        hints=True,
        commitment="5f" * 32,
        nonces=tuple("" for _seat in seats),
    )
    return replace(scene, **changes)  # type: ignore[arg-type]


_logs: dict[tuple[str, int, str], tuple[State, list[LogLine]]] = {}


def log_of(state: State, viewer: int) -> tuple[LogLine, ...]:
    """Each move as ``viewer`` saw it, a line each; unseen cards and the first deal left out.

    A deal whose log was made before goes on from there.
    """
    key = (state.game.name, viewer, language())
    if key not in _logs or not _is_before(_logs[key][0], state):
        _logs[key] = state.game.new_state(state.options, state.standing), []
    replayed, lines = _logs[key]
    begun = any(move.actor != CHANCE for move in replayed.moves)
    for number, (actor, action) in list(enumerate(state.moves))[len(replayed.moves) :]:
        text = seen_text(replayed, action, viewer)
        begun = begun or actor != CHANCE
        if begun and text != UNSEEN:
            lines.append(LogLine(number, actor, text))
        replayed.apply_unchecked(action)
    return tuple(lines)


def _is_before(earlier: State, state: State) -> bool:
    """True where ``state`` is the same deal, as far as ``earlier`` or further."""
    same = earlier.game is state.game and earlier.options == state.options
    same = same and earlier.standing.tobytes() == state.standing.tobytes()
    return same and earlier.moves == state.moves[: len(earlier.moves)]


def frozen_scene(
    game: Game | str,
    options: Mapping[str, int | str] | None = None,
    viewer: int = 0,
    after: int = 0,
    seed: int = 1,
    **changes: object,
) -> Scene:
    """The scene of ``viewer`` after so many decisions of random play; ``changes`` are fields."""
    return scene_of(random_position(game, options, after, seed), viewer, **changes)

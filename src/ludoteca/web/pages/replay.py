"""A record as positions to leaf through: each drawn by the same hand as a table in play."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.calling import calling
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language
from ludoteca.core.ids import CHANCE, SPECTATOR, TERMINAL
from ludoteca.core.options import Options
from ludoteca.core.record import UNSEEN, GameRecord, seen_text
from ludoteca.core.state import State, observe
from ludoteca.core.view import SeatView
from ludoteca.players.factory import HUMAN, available
from ludoteca.web.showing import Easel
from ludoteca.web.table.scene import Line, Scene, SeatScene

MOST_KEPT = 16
MOST_MOVES = 5_000
MOST_STEPS = 3_000  #: of the search for a deal that fits a record with unseen moves


@dataclass(frozen=True)
class Replay:
    """The positions of a record.

    Attributes
    ----------
    positions : the kernel's record after each number of moves
    actors : who made each move
    stops : numbers of moves after which a seat is to move, or the deal is over or broken off
    choices : whether anybody ever had more than one move
    lines : what was done, by viewer and language, written when it is first asked for
    easel : draws it
    """

    key: str
    record: GameRecord
    state: State
    positions: tuple[NDArray[np.void], ...]
    actors: tuple[int, ...]
    stops: tuple[int, ...]
    choices: bool
    lines: dict[tuple[int | None, str], tuple[Line, ...]] = field(
        default_factory=dict, compare=False
    )
    easel: Easel = field(default_factory=Easel, compare=False)

    @property
    def game(self) -> Game:
        """The game of the record."""
        return self.record.game

    @property
    def options(self) -> Options:
        """Its rule options."""
        return self.record.options

    @property
    def first(self) -> int:
        """How many moves the deal itself took: the replay begins after them."""
        return self.stops[0]

    @property
    def last(self) -> int:
        """How many moves were made in all."""
        return self.stops[-1]

    @property
    def viewers(self) -> tuple[int, ...]:
        """Who may be looked at it as: everybody, or the one who saw it so."""
        if self.record.seen_by is not None:
            return (self.record.seen_by,)
        return (SPECTATOR, *range(self.game.num_players(self.options)))

    def stop(self, at: int) -> int:
        """The index of the first stop at which ``at`` moves were made."""
        return min(bisect_left(self.stops, at), len(self.stops) - 1)

    def place(self, at: int) -> int:
        """The nearest stop after ``at`` moves."""
        return self.stops[self.stop(at)]

    def mover(self, at: int) -> int:
        """Who is to move after ``at`` moves: a seat, ``CHANCE`` or ``TERMINAL``."""
        return int(calls.current_player(self.positions[at], 0))

    def until(self, at: int) -> GameRecord:
        """The record of the first ``at`` moves, to be played on."""
        return GameRecord.from_state(self._walked(at), self.record.seats)

    def seen(self, at: int) -> SeatView:
        """What the seat that moved after ``at`` moves saw then, and before each move."""
        return self._walked(at).view(self.mover(at), remembering=True)

    def _walked(self, at: int) -> State:
        state = State.initial(self.game, self.options, self.state.standing)
        for move in self.state.moves[:at]:
            state.apply_unchecked(move.action)
        return state


def opened(key: str, text: str) -> Replay:
    """The replay of a record; raises ``BadInput`` with one sentence where it does not replay."""
    record = GameRecord.parse(text)
    if len(record.moves) > MOST_MOVES:
        raise BadInput(
            _("the record has more than {n} moves, too many to be shown").format(n=MOST_MOVES)
        )
    state = record.replay(MOST_STEPS)
    walked = State.initial(state.game, state.options, state.standing)
    positions = [walked.record.copy()]
    for move in state.moves:
        walked.apply_unchecked(move.action)
        positions.append(walked.record.copy())
    actors = tuple(move.actor for move in state.moves)
    stops = [n for n, actor in enumerate(actors) if actor != CHANCE]
    return Replay(
        key,
        record,
        state,
        tuple(positions),
        actors,
        stops=(*stops, len(actors)),
        choices=any(_has_choice(state.game, positions[n]) for n in stops),
    )


def _has_choice(game: Game, position: NDArray[np.void]) -> bool:
    ids, _prob = game.buffers()
    return int(calls.legal_actions(position, 0, ids)) > 1


class Replays:
    """The replays opened last, so that a slider need not play a game anew."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Replay] = OrderedDict()

    async def of(self, key: str, text: str) -> Replay:
        """The replay of the record ``text``, which ``key`` names; raises ``BadInput``."""
        replay = self._kept.get(key)
        if replay is None:
            replay = await asyncio.to_thread(opened, key, text)
        self._kept[key] = replay
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return replay


# -- drawing ------------------------------------------------------------------------------------


def scene_at(replay: Replay, at: int, viewer: int) -> Scene:
    """What ``viewer`` saw after ``at`` moves; everything where nobody's eyes are taken."""
    whole = replay.record.seen_by is None and viewer == SPECTATOR
    over = replay.mover(at) == TERMINAL
    result = tuple(replay.state.returns()) if over else None
    return Scene(
        table=replay.key,
        game=replay.game,
        options=replay.options,
        viewer=viewer,
        seq=at,
        decision=at,
        phase="playing",
        seats=seats_at(replay, at),
        view=_view(replay, at, viewer),
        revealed=replay.positions[at] if whole or over else None,
        deal=1,
        totals=result or tuple(0.0 for _seat in range(replay.game.num_players(replay.options))),
        result=result,
        log=tuple(n for n in _lines(replay, None if whole else viewer) if n.number <= at),
    )


def _view(replay: Replay, at: int, viewer: int) -> SeatView:
    mask = replay.game.masks(replay.options)[viewer]
    return SeatView(
        game=replay.game,
        options=replay.options,
        seat=viewer,
        record=observe(replay.positions[at], mask),
        tokens=tuple(replay.state.tokens(viewer)[:at]),
        current_player=replay.mover(at),
        legal=(),
    )


def seats_at(replay: Replay, at: int) -> tuple[SeatScene, ...]:
    """Who sits where, and who is to move after ``at`` moves."""
    mover = replay.mover(at)
    machines = {name for name in available(replay.game) if name != HUMAN}
    names = replay.record.seats
    count = replay.game.num_players(replay.options)
    return tuple(
        _seat(seat, names[seat] if seat < len(names) else "", machines, mover == seat)
        for seat in range(count)
    )


def _seat(seat: int, name: str, machines: set[str], to_move: bool) -> SeatScene:
    if name.partition("@")[0] in machines:
        return SeatScene(seat, "machine", level=name, to_move=to_move)
    return SeatScene(seat, "person", name=name, to_move=to_move)


def line_after(replay: Replay, at: int) -> Line | None:
    """What was done after ``at`` moves, in the language in use; None at the end."""
    return next((line for line in _lines(replay, None) if line.number == at + 1), None)


def _lines(replay: Replay, viewer: int | None) -> tuple[Line, ...]:
    """A line for each move that ``viewer`` saw (None: for every move), in the language in use."""
    key = (viewer, language())
    if key not in replay.lines:
        with calling([seat.title for seat in seats_at(replay, 0)]):
            replay.lines[key] = tuple(_written(replay, viewer))
    return replay.lines[key]


def _written(replay: Replay, viewer: int | None) -> Iterator[Line]:
    state = State.initial(replay.game, replay.options, replay.state.standing)
    for number, (actor, action) in enumerate(replay.state.moves, 1):
        if number > replay.first:
            text = _words(state, action, viewer)
            if text != UNSEEN:
                yield Line(number, actor, text)
        state.apply_unchecked(action)


def _words(state: State, action: int, viewer: int | None) -> str:
    notation = state.game.notation
    if viewer is not None and seen_text(state, action, viewer) == UNSEEN:
        return UNSEEN
    if viewer is None or seen_text(state, action, viewer) == state.action_text(action):
        said = getattr(notation, "action_words", notation.action_text)
        return str(said(state.record[0], action))
    return seen_text(state, action, viewer)

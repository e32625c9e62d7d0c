"""Puzzles: decisions of machines' deals whose best move is proved, and was missed.

A puzzle is a decision where the exact worth of each choice is known, the best is alone by a margin,
and the machine that had to move chose another. The deal is kept whole: who shows a puzzle draws
what the seat to move sees of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from pathlib import Path

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import proved_values
from ludoteca.players.advice.verdicts import Decision, decisions, takes_several_moves
from ludoteca.players.factory import make_player
from ludoteca.players.play import play_deal
from ludoteca.players.turns import Turn

FILE = "puzzles.jsonl"
"""The file of a game's folder that holds its puzzles, one JSON object a line."""

MARGIN = Fraction(1, 10)
"""The points that the best choice is worth more than any other, at least."""


@dataclass(frozen=True)
class Puzzle:
    """A decision to find the best move of.

    Attributes
    ----------
    record
        the deal up to the decision
    values
        the worth of each choice by its moves in notation, the best first
    played
        the choice of the machine, one of ``values``
    answers
        the best turn of the other after each choice, in notation; of games without ``proof_words``,
        and where that is proved
    """

    record: str
    values: dict[str, Fraction]
    played: str
    answers: dict[str, str] = field(default_factory=dict)

    @property
    def best(self) -> str:
        """The moves of the best choice, in notation."""
        return next(iter(self.values))

    def to_line(self) -> str:
        """The puzzle as a line of a file; :func:`from_line` reads it back."""
        values = {moves: str(value) for moves, value in self.values.items()}
        line = {"record": self.record, "values": values, "played": self.played}
        return json.dumps(line | ({"answers": self.answers} if self.answers else {}))


def from_line(line: str) -> Puzzle:
    """The puzzle that :meth:`Puzzle.to_line` wrote."""
    data = json.loads(line)
    values = {moves: Fraction(value) for moves, value in data["values"].items()}
    return Puzzle(data["record"], values, data["played"], data.get("answers", {}))


def puzzles_of(game: Game) -> list[Puzzle]:
    """The puzzles in the game's folder; none where it has no file of them."""
    path: Path = game.folder / FILE
    if not path.is_file():
        return []
    return [from_line(line) for line in path.read_text(encoding="utf-8").splitlines()]


def decision_values(view: SeatView) -> dict[Turn, Fraction] | None:
    """The worth of each choice of the seat to move, a row of moves; None where it is not proved.

    In points, as :func:`~ludoteca.players.advice.values.known_values` counts them.
    """
    of_turns = view.game.hook(rooms.turn_values_at)
    if of_turns is not None:
        return of_turns(view)
    values = proved_values(view)
    if values is None or not takes_several_moves(view.game):
        return None if values is None else {(move,): value for move, value in values.items()}
    rows: dict[Turn, Fraction] = {}
    for move, value in values.items():
        after = view.after((move,))
        following = decision_values(after) if after.legal else {(): value}
        if following is None:
            return None
        rows |= {(move, *rest): worth for rest, worth in following.items()}
    return rows


def find(game: Game, seed: int) -> Iterator[Puzzle | None]:
    """The puzzles of deals that machines play with the usual rules, without end.

    Yields
    ------
    Puzzle or None
        for each deal that with the most choices; equal seeds give equal deals
    """
    options, levels = game.options(), game.info.levels
    for deal in count():
        luck = np.random.SeedSequence(seed, spawn_key=(deal,))
        # The seats change, so that each level errs at each.
        seats = [levels[(seat + deal) % len(levels)] for seat in range(game.num_players(options))]
        players = [make_player(game, level) for level in seats]
        end = play_deal(game, options, players, Shoe.shuffled(game, options, luck), luck)
        yield _of_deal(end, seats)


def _of_deal(end: State, seats: Sequence[str]) -> Puzzle | None:
    found: list[Puzzle] = []
    made = decisions(end.game.new_state(end.options, end.standing), end.moves)
    for decision in reversed(list(made)):
        values = decision_values(decision.view)
        if values is None:
            if end.game.hook(rooms.turn_values_at) is None:
                break  # what is not proved here is not proved before it
            continue
        puzzle = _puzzle(end, decision, values, seats)
        found += [puzzle] if puzzle is not None else []
    return max(found, key=lambda puzzle: len(puzzle.values), default=None)


def _puzzle(
    end: State, decision: Decision, values: dict[Turn, Fraction], seats: Sequence[str]
) -> Puzzle | None:
    ranked = sorted(values, key=lambda moves: -values[moves])
    if values[ranked[0]] - values[ranked[1]] < MARGIN:
        return None
    if decision.moves not in values or decision.moves == ranked[0]:
        return None
    state = end.game.new_state(end.options, end.standing)
    for move in end.moves[: decision.at]:
        state.apply_unchecked(move.action)
    seat = decision.view.seat
    names = ["" if n == seat else name for n, name in enumerate(seats)]
    return Puzzle(
        GameRecord.from_state(state, names).to_text(),
        {row_text(decision.view, moves): values[moves] for moves in ranked},
        row_text(decision.view, decision.moves),
        answers_to(state, values),
    )


def answers_to(state: State, turns: Iterable[Turn]) -> dict[str, str]:
    """The best answer of the other to each of ``turns``, by notation, where it is proved."""
    found: dict[str, str] = {}
    if state.game.hook(rooms.proof_words) is not None:
        return found
    view = state.view(state.current_player())
    for moves in turns:
        after = state.clone()
        for move in moves:
            after.apply_unchecked(move)
        if after.is_terminal() or after.current_player() == view.seat:
            continue
        seen = after.view(after.current_player())
        worth = decision_values(seen)
        if worth is not None:
            best = max(worth, key=worth.__getitem__)
            found[row_text(view, moves)] = row_text(seen, best)
    return found


def row_text(view: SeatView, moves: Sequence[int]) -> str:
    """The moves of a choice in notation."""
    texts = []
    for move in moves:
        texts.append(view.action_text(move))
        view = view.after((move,))
    return " ".join(texts)

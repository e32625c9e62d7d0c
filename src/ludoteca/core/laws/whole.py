"""Laws of the game as a whole: copies, records, returns, matches, shoes."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, kernel, rooms
from ludoteca.core.game import Game
from ludoteca.core.ids import TERMINAL
from ludoteca.core.laws.deals import LawBroken, decisions, demand, not_ended, play_out, random_deal
from ludoteca.core.layout import Layout
from ludoteca.core.match import Match, side_columns, standing_row
from ludoteca.core.options import Options
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State

_MATCH_DEALS = 10_000
_SCORED_WITHIN = 200  #: deals of a match


def deals_end(game: Game, options: Options, seed: int) -> None:
    """A deal ends within ``MAX_LENGTH`` moves, and until then somebody has a move to make."""
    for _state, _action in random_deal(game, options, seed):
        pass


def fields_keep_their_bounds(game: Game, options: Options, seed: int) -> None:
    """No entry of a field is ever below its least or above its greatest value; padding stays 0."""
    rows = np.concatenate(
        [state.record.copy() for state, _action in random_deal(game, options, seed)]
    )
    _demand_bounds(game.state_layout, rows)
    padding = rows.view(np.uint8).reshape(len(rows), -1)[:, kernel.size_of_fields(rows) :]
    demand(not padding.any(), "there is something in the padding behind the fields")


def _demand_bounds(layout: Layout, records: NDArray[np.void]) -> None:
    """Every entry of the records is within the bounds of its field."""
    found = layout.outside(records)
    if found is not None:
        field, value = found
        raise LawBroken(f"{field.name} is {value}, and is declared {field.low} to {field.high}")


def clones_are_equal_and_independent(game: Game, options: Options, seed: int) -> None:
    """A clone equals its original and a child leaves its parent as it was."""
    for state, action in random_deal(game, options, seed):
        before = state.record.tobytes()
        demand(state.clone().record.tobytes() == before, "a clone differs from its original")
        if action != TERMINAL:
            state.child(action)
            demand(state.record.tobytes() == before, "making a child changed its parent")


def records_replay(game: Game, options: Options, seed: int) -> None:
    """A deal written down and read back gives the same position, finished or not."""
    written = _middle_and_end(game, options, seed)
    for state in written:
        text = GameRecord.from_state(state).to_text()
        again = GameRecord.parse(text).replay()
        demand(again.moves == state.moves, "a record replays to other moves")
        demand(
            again.record.tobytes() == state.record.tobytes(), "a record replays to another position"
        )


def _middle_and_end(game: Game, options: Options, seed: int) -> list[State]:
    states = [state.clone() for state, _action in random_deal(game, options, seed)]
    return [states[len(states) // 2], states[-1]]


def returns_are_what_the_game_declares(game: Game, options: Options, seed: int) -> None:
    """Returns are finite, within ``RETURNS``, equal for partners, and of the declared sum."""
    sums = set()
    for round_ in range(3):
        *_rest, (state, _action) = random_deal(game, options, seed + 1000 * round_)
        points = _demand_possible_returns(state)
        sums.add(round(math.fsum(points), 9))
    if game.info.utility == "zero-sum":
        demand(sums == {0.0}, f"declared zero-sum, but returns sum to {sorted(sums)}")
    if game.info.utility == "constant-sum":
        demand(len(sums) == 1, f"declared constant-sum, but returns sum to {sorted(sums)}")


def _demand_possible_returns(state: State) -> list[float]:
    """The returns of a finished deal: finite, within ``RETURNS``, and equal for partners."""
    points = state.returns()
    demand(all(math.isfinite(x) for x in points), f"the returns are {points}")
    for team in state.game.teams(state.options):
        demand(len({points[s] for s in team}) == 1, f"partners have different returns: {points}")
    least, most = state.game.hook(rooms.RETURNS) or (-math.inf, math.inf)
    demand(
        least <= min(points) and max(points) <= most,
        f"the returns are {points}, and RETURNS says {least} to {most}",
    )
    return points


def forfeits_end_the_deal(game: Game, options: Options, seed: int) -> None:
    """A game with ``FORFEIT`` ends the deal by it at any decision, and writes it as a word."""
    if game.forfeit is None:
        return
    for state, _action in decisions(game, options, seed):
        seat = state.current_player()
        demand(game.forfeit not in state.legal_actions(), "FORFEIT is among the legal moves")
        text = state.action_text(game.forfeit)
        demand(
            state.parse(text, state.recorded_actions()) == game.forfeit,
            f"{text!r} is not read back as a forfeit",
        )
        after = state.clone()
        after.forfeit()
        demand(after.is_terminal(), f"a forfeit of seat {seat} does not end the deal")
        _demand_possible_returns(after)


def matches_end_as_declared(game: Game, options: Options, seed: int) -> None:
    """A random match ends; where there is ``MATCH``, its field can say who won it."""
    match = Match(game, options)
    rng = np.random.default_rng(seed)
    if game.match_field is not None:
        _demand_entries_by_side(match, game.match_field)
    while not match.over:
        demand(match.deals < _MATCH_DEALS, f"a match did not end within {_MATCH_DEALS} deals")
        state = match.new_deal()
        demand(play_out(state, rng), not_ended(game))
        _demand_closed_twice_alike(match, state)
        match.close(state)
        if game.match_field is not None:
            _demand_scored(match, game.match_field)
    _demand_bounds(game.standing_layout, match.standing)


def _demand_entries_by_side(match: Match, name: str) -> None:
    sides, seats = match.game.teams(match.options), match.game.num_players(match.options)
    there = match.standing.dtype.names or ()
    demand(name in there, f"MATCH is {name!r}, and the fields of STANDING are {', '.join(there)}")
    shape = match.standing.dtype[name].shape
    demand(
        len(shape) == 1 and (shape[0] == len(sides) or shape[0] >= seats),
        f"{name}, which MATCH names, has no entry for each side or each seat",
    )


def _demand_closed_twice_alike(match: Match, state: State) -> None:
    record, one, other = state.record.copy(), match.standing.copy(), match.standing.copy()
    told = [bool(calls.next_standing(record, 0, standing)) for standing in (one, other)]
    demand(record.tobytes() == state.record.tobytes(), "next_standing changes the record")
    demand(
        told[0] == told[1] and one.tobytes() == other.tobytes(),
        "next_standing gives two standings for one deal",
    )


def _demand_scored(match: Match, name: str) -> None:
    for columns in side_columns(match.game, match.options):
        held = standing_row(match.game, match.standing)[list(columns)].tolist()
        demand(len(set(held)) == 1, f"partners have different entries in {name}: {held}")
    demand(
        match.deals < _SCORED_WITHIN or bool(match.standing[name].any()),
        f"after {match.deals} deals nobody has anything in {name}, which says who wins",
    )


def a_shoe_gives_every_seating_the_same_cards(game: Game, options: Options, seed: int) -> None:
    """One shoe used twice with the same moves gives the same deal."""
    shoe = Shoe.shuffled(game, options, seed)
    deals = []
    for seating in (shoe, shoe.again()):
        rng = np.random.default_rng(seed)
        state = game.new_state(options)
        while not state.is_terminal():
            if state.is_chance():
                state.apply(seating.draw(state))
            else:
                legal = state.legal_actions()
                state.apply_unchecked(legal[int(rng.random() * len(legal))])
        deals.append(state.moves)
    demand(deals[0] == deals[1], "the same shoe gave two different deals")

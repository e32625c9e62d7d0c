"""``ludoteca solve bigpoints``: the value of a board, or of any position of a game on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.answers import Answer, Cell, Pieces, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.ids import CHANCE
from ludoteca.core.numbers import Simulated, simulated_share
from ludoteca.core.options import Options
from ludoteca.core.questions import Param, Progress, question, quiet
from ludoteca.core.record import position_from
from ludoteca.core.registry import load_game
from ludoteca.core.state import State, seen_alone
from ludoteca.players.advice.advise import advise
from ludoteca.players.advice.values import LEVEL, worth
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.solve import minimax
from ludoteca.solve.positions import TooManyPositions, explore
from ludoteca.solve.questions import best_play_told

from .exact import FAST_OBJECTIVES, ReducedSolution, count_states, outcome_of, solve
from .exact.position import ReducedPosition
from .exact.search import LimitReached, WindowProgress
from .notation import GAP, SYMBOLS, board_state, kind_name
from .rules import AHEAD, NOTHING, PASS, STAIR, pawn_of, side_of, taken_kind
from .typed import STOOD_ON, is_begun, typed_state

Objective = Literal["difference", "outcome", "margin", "ordered", "thesis"]

MOST_GENERIC = 22
"""Discs on the row, at most, of a position that needs the generic search: a minute or so."""

MOST_COUNTED = 15
"""Discs on the row, at most, where all positions are counted beside a search that prunes."""

COUNTED_POSITIONS = 50_000
"""Positions, at most, that are counted beside the general search: half a second."""

PLAYED_OUT = 400
"""Games that are played on from each move where nothing is proved: a second or so."""

_SEED = 1  #: of those games: the same question has the same answer

EXAMPLE = {
    "board": "33545··1551··444①·33",
    "stair": "2",
    "mine": "222",
    "theirs": "122",
    "judge": "yes",
}
"""A game between two machines after some moves, as the page asks about it."""

COUNTING_LIMIT = 60_000_000
"""Positions, at most, that are counted beside the exact solver: a few seconds and 1 GB."""


@question(
    "solve",
    N_("Best play to the end of the game, from a board or a position in a record."),
    played=((N_("Which is the best move here?"), EXAMPLE),),
)
def position(
    board: Annotated[
        str | None,
        Param(
            N_(
                "the row from the start to the stair, · where a disc was taken, ① where a pawn "
                "stands on its disc: 33545221551224441133"
            ),
            picks=f"1 2 3 4 5 W B {GAP} {' '.join(STOOD_ON)}",
            check=lambda asked: _on_board(**asked | {"moves": None}),
            example="33545221551224441133",
        ),
    ] = None,
    stair: Annotated[
        str, Param(N_("the colours on the stair, the first one first: 25"), picks="1 2 3 4 5")
    ] = "",
    mine: Annotated[
        str, Param(N_("the discs that the player to move holds: 1335W"), picks="1 2 3 4 5 W B")
    ] = "",
    theirs: Annotated[
        str, Param(N_("the discs that the other player holds: 224B"), picks="1 2 3 4 5 W B")
    ] = "",
    extra: Annotated[
        bool, Param(N_("it is the extra move for a black disc that is to be made"))
    ] = False,
    record: Annotated[Path | None, Param(N_("the record of a game (a file)"))] = None,
    at: Annotated[
        int | None,
        Param(N_("how many moves of the record are made; without it, all of them"), low=0),
    ] = None,
    moves: Annotated[
        list[str] | None,
        Param(
            N_("moves made from there before it is solved: 3+,2-"),
            picks="1+ 2+ 3+ 4+ 5+ 1- 2- 3- 4- 5- 1^ 2^ 3^ 4^ 5^ "
            "1<+ 2<+ 3<+ 4<+ 5<+ 1<- 2<- 3<- 4<- 5<- pass",
            check=lambda asked: asked["board"] and _on_board(**asked),
        ),
    ] = None,
    objective: Annotated[
        Objective,
        Param(
            N_(
                "what players want: points above the other (difference), to win (outcome), a "
                "larger margin, to win and then points (ordered), or what the thesis takes"
            ),
            labels=(
                N_("as many points above the other as possible"),
                N_("to win, by whatever margin"),
                N_("most points where they lead, else to be little behind"),
                N_("to win with most points and few for the other"),
                N_("to win with most points, as the thesis takes it"),
            ),
        ),
    ] = "difference",
    reading: Annotated[
        Literal["strict", "lenient"],
        Param(N_("moves that leave no disc to take"), labels=(N_("forbidden"), N_("allowed"))),
    ] = "strict",
    backward: Annotated[
        Literal["nearest", "any"],
        Param(N_("the disc that a pawn moves back to")),
    ] = "nearest",
    judge: Annotated[
        bool, Param(N_("where best play cannot be proved, let a machine judge the moves"))
    ] = False,
    progress: Progress = quiet,
) -> Answer:
    """The value for the side to move, points already held included, and the moves that keep it."""
    if (board is None) == (record is None):
        raise BadInput(_("give a board such as --board 1122, or a record, and not both"))
    if board is None:
        assert record is not None
        state = _moved(position_of_record(record, at), moves)
    elif at is None:
        state = _on_board(board, moves, reading, backward, stair, mine, theirs, extra)
    else:
        raise BadInput(_("--at counts the moves of a record; a board has none"))
    try:
        return solve_state(state, objective, progress)
    except BadInput as refusal:
        if not judge or state.current_player() < 0:
            raise
        return judged(state, str(refusal), progress)


def _on_board(
    board: str,
    moves: list[str] | None,
    reading: str,
    backward: str,
    stair: str,
    mine: str,
    theirs: str,
    extra: bool,
    **_others: object,
) -> State:
    """The position after ``moves`` on a board; raises :class:`BadInput` with one sentence."""
    options: Options = {"reading": reading, "backward": backward}
    if is_begun(board) or stair or mine or theirs:
        state = typed_state(board, stair, mine, theirs, extra, options)
    else:
        state = board_state(load_game("bigpoints"), board, options)
    return _moved(state, moves)


def _moved(state: State, moves: list[str] | None) -> State:
    for text in moves or ():
        try:
            state.apply(state.parse(text))
        except BadInput:
            possible = state.legal_actions()
            if not possible:
                raise
            words = state.game.action_words
            told = ", ".join(
                f"{state.action_text(a)} ({words(state.record[0], a)})" for a in possible
            )
            raise BadInput(
                _("{text} is not a move here; possible are: {moves}").format(text=text, moves=told)
            ) from None
    return state


def position_of_record(path: Path, at: int | None) -> State:
    """The position after ``at`` moves of the game recorded in the file ``path`` (None: all).

    Moves are those of players: discs that are laid do not count.
    """
    played = position_from(load_game("bigpoints"), path)
    laid = sum(move.actor == CHANCE for move in played.moves)
    made = len(played.moves) - laid
    if at is None:
        return played
    if at > made:
        raise BadInput(
            _("the record has {made} moves: --at is at most that, not {at}").format(
                made=made, at=at
            )
        )
    state = played.game.new_state(played.options, played.standing)
    for move in played.moves[: laid + at]:
        state.apply(move.action)
    return state


def solve_state(state: State, objective: Objective, progress: Progress = quiet) -> Answer:
    """The solution of ``state``; raises :class:`BadInput` where it is over, or too large."""
    if state.is_chance():
        raise BadInput(_("the row is not laid yet: there is nothing to solve"))
    if state.is_terminal():
        points = ", ".join(f"{x:g}" for x in state.returns())
        raise BadInput(_("the game is over: the points are {points}").format(points=points))
    try:
        reduced = ReducedPosition.of_record(state.record)
    except BadInput as refusal:
        return _told(state, _generic(state, objective, str(refusal), progress))
    return _told(state, _reduced(reduced, objective, progress))


def _told(state: State, answer: Answer) -> Answer:
    """``answer`` with the best moves of ``state`` in the words of its sentence."""
    best = answer.fields["best"]
    assert isinstance(best, list)
    moves = [state.parse(text) for text in best]
    told = "; ".join(_move_told(state, move) for move in moves)
    text = ngettext(
        "Best move: {moves}. {told}", "{n} moves are equally good: {moves}. {told}", len(best)
    )
    headline = text.format(n=len(best), told=answer.headline, moves=told)
    fields: dict[str, Cell] = {}
    for name, value in answer.fields.items():
        fields[name] = value
        if name == "best":
            fields["disc_taken"] = [_taken(state, move) for move in moves]
    return replace(answer, fields=fields, headline=headline)


def _taken(state: State, action: int) -> Pieces:
    """The disc that a move takes, as a question writes it; "" for none."""
    kind = int(taken_kind(state.record[0], action)) if action != PASS else -1
    return Pieces(SYMBOLS[kind] if kind >= 0 else "")


def _move_told(state: State, action: int) -> str:
    """A move as a part of a sentence."""
    if STAIR <= action < NOTHING:
        record = state.record[0]
        points = int(record.colours - 1 - record.arrived)
        return ngettext(
            "the {pawn} pawn goes to the stair, worth {n} point, and takes its disc there",
            "the {pawn} pawn goes to the stair, worth {n} points, and takes its disc there",
            points,
        ).format(pawn=kind_name(int(pawn_of(action))), n=points)
    if action >= STAIR:
        return state.game.action_words(state.record[0], action)
    ahead = side_of(action) == AHEAD
    words = (
        _("the {pawn} pawn takes the {disc} disc ahead of it")
        if ahead
        else _("the {pawn} pawn takes the {disc} disc behind it")
    )
    disc = int(taken_kind(state.record[0], action))
    return words.format(pawn=kind_name(int(pawn_of(action))), disc=kind_name(disc))


# -- what is too long to be proved --------------------------------------------------------------


def judged(state: State, refusal: str, progress: Progress = quiet) -> Answer:
    """The best move as a search judges it, and each move played out; ``refusal`` says why."""
    view = seen_alone(state.game, state.options, state.record, state.current_player())
    told = advise(view, _SEED, progress=progress)
    assert told.action is not None
    moves = [row.action for row in told.values] or [told.action]
    rng, effort = np.random.default_rng(_SEED), Effort(PLAYED_OUT)
    leads = worth(view, roll_out(view, LEVEL, rng, effort, [(move,) for move in moves]))
    wins = [_wins(of_move) for of_move in leads.T]
    judgements: list[Cell] = [round(row.value.decimal, 2) for row in told.values] or [None]
    table = Table(
        "moves",
        ("move", "disc_taken", "judged", "wins"),
        [
            [Pieces(state.action_text(move)), _taken(state, move), judgement, share]
            for move, judgement, share in zip(moves, judgements, wins, strict=True)
        ],
        N_("The moves, best first"),
        chances=("wins",),
    )
    fields: dict[str, Cell] = {
        "best": [Pieces(state.action_text(told.action))],
        "disc_taken": [_taken(state, told.action)],
        "to_move": state.current_player(),
        "judged": judgements[0],
        "wins": wins[0],
    }
    headline = _("Probably the best move: {move}. It is not proved: {reason}.").format(
        move=_move_told(state, told.action), reason=refusal
    )
    note = _(
        "judged: {unit}, {assumption}; wins: the share of {n} games that simple machines play to "
        "the end from there, a tie as half of one"
    ).format(unit=told.unit, assumption=told.assumption, n=PLAYED_OUT)
    return Answer(fields, (table,), notes=[note], chances=("wins",), headline=headline)


def _wins(leads: NDArray[np.float64]) -> Simulated:
    return simulated_share(float((leads > 0).sum() + (leads == 0).sum() / 2), len(leads))


# -- the reduced game ---------------------------------------------------------------------------


def _reduced(place: ReducedPosition, objective: Objective, progress: Progress) -> Answer:
    def watch(now: WindowProgress) -> None:
        progress(now.nodes, None, _interval_words(now.low, now.high))

    # Compiled or loaded first, so that the seconds told are those of the search.
    solve(ReducedPosition.at_start("11"), objective)
    try:
        found = solve(place, objective, progress=watch)
    except LimitReached:
        raise BadInput(
            _(
                "this row has more positions than memory holds for the objective {objective}: "
                "difference and outcome need less"
            ).format(objective=objective)
        ) from None
    states, complete = _states(place, found)
    fields: dict[str, Cell] = {
        "value": found.value,
        "outcome": found.outcome,
        "points": list(found.points),
        "best": [Pieces(place.move_text(move)) for move in found.best],
        "to_move": place.to_move,
        "nodes": found.nodes,
        "states": states,
        "all_states": complete,
        "seconds": found.seconds,
        "objective": objective,
        "row": Pieces(place.row),
        "method": "exact solver of the reduced game",
    }
    first, second = found.points
    return Answer(fields, headline=best_play_told(first - second))


def _interval_words(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return _("positions")
    if low is None:
        return _("positions; the value is at most {high}").format(high=high)
    if high is None:
        return _("positions; the value is at least {low}").format(low=low)
    return _("positions; the value is {low} to {high}").format(low=low, high=high)


def _states(place: ReducedPosition, found: ReducedSolution) -> tuple[int, bool]:
    """Distinct non-final positions, and whether they are all or those that the search kept."""
    if not found.pruned:
        return found.states, True
    if sum(disc != "0" for disc in place.row) <= MOST_COUNTED:
        try:
            return count_states(place, COUNTING_LIMIT), True
        except LimitReached:
            pass
    return found.states, False


# -- everything else ----------------------------------------------------------------------------


def _generic(state: State, objective: Objective, refusal: str, progress: Progress) -> Answer:
    """Solve by the generic search over the rules what the fast solver refuses."""
    s = state.record[0]
    if int(s.players) != 2:
        raise BadInput(
            _("only games of two players are solved, this one has {n}").format(n=int(s.players))
        )
    if objective not in FAST_OBJECTIVES:
        raise BadInput(
            _(
                "{reason}; the general search solves difference and outcome only, not {given}"
            ).format(reason=refusal, given=objective)
        )
    discs = sum(int(track).bit_count() for track in s.track)
    if discs > MOST_GENERIC:
        raise BadInput(
            _("{reason}; the general search takes at most {most} discs on the row, not {n}").format(
                reason=refusal, most=MOST_GENERIC, n=discs
            )
        )
    answer = minimax.solve(
        state,
        all_best=objective == "difference",
        progress=lambda now: progress(now.nodes, None, _("positions")),
    )
    value, best, nodes = int(answer.value), answer.best, answer.nodes
    if objective == "outcome":
        value = _sign(value)
        best, more = _keeping_outcome(state, value, progress)
        nodes += more
    points = _points_at_end(state, answer.variation)
    states = _counted(state)
    fields: dict[str, Cell] = {
        "value": value,
        "outcome": outcome_of(points),
        "points": list(points),
        "best": [Pieces(state.action_text(action)) for action in best],
        "to_move": state.current_player(),
        "nodes": nodes,
        "states": states,
        "all_states": states is not None,
        "seconds": answer.seconds,
        "objective": objective,
        "method": "alpha-beta over the rules",
    }
    return Answer(fields, headline=best_play_told(points[0] - points[1]))


def _counted(state: State) -> int | None:
    """The distinct non-final positions from ``state`` on; None where they are many."""
    try:
        return explore(state, max_positions=COUNTED_POSITIONS).decisions
    except TooManyPositions:
        return None


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _keeping_outcome(state: State, outcome: int, progress: Progress) -> tuple[tuple[int, ...], int]:
    """The moves after which the player to move still has ``outcome``, and the nodes searched."""
    player, nodes, kept = state.current_player(), 0, []
    for action in state.legal_actions():
        child = state.child(action)
        if child.is_terminal():
            own, other = child.returns()[player], child.returns()[1 - player]
            value = own - other
        else:
            found = minimax.solve(
                child, progress=lambda now: progress(now.nodes, None, _("positions"))
            )
            nodes += found.nodes
            value = found.value if child.current_player() == player else -found.value
        if _sign(value) == outcome:
            kept.append(action)
    return tuple(kept), nodes


def _points_at_end(state: State, variation: tuple[int, ...]) -> tuple[int, int]:
    """Points of the player to move and of the other after the moves of ``variation``."""
    player, end = state.current_player(), state.clone()
    for action in variation:
        end.apply(action)
    points = end.returns()
    return int(points[player]), int(points[1 - player])

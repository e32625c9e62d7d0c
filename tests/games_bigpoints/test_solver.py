"""The exact solver against a plain minimax written here, and against published numbers."""

from __future__ import annotations

import _thread
import contextlib
import random
import threading
from functools import partial
from math import factorial

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.games.bigpoints import exact, rules
from ludoteca.games.bigpoints.exact import boards as solver_boards
from ludoteca.games.bigpoints.exact import count_states, solve
from ludoteca.games.bigpoints.exact.boards import BoardSolver, first_board, next_boards
from ludoteca.games.bigpoints.exact.objectives import OBJECTIVES
from ludoteca.games.bigpoints.exact.position import ReducedPosition
from ludoteca.games.bigpoints.exact.search import LimitReached, Search, WindowProgress
from ludoteca.solve.backward_induction import solve_fully

# --- the referee: minimax over tuples -----------------------------------------------------------
# A state is (discs, pawns, stair, hands, seat). discs: tuple of (place, colour) on the row; pawns:
# place of each pawn, None before the row, "up" on the stair; stair: colours in order of arrival;
# hands: for both seats the sorted colours held.


def start_of(board):
    discs = tuple(enumerate(int(d) - 1 for d in board))
    return discs, (None,) * len(set(board)), (), ((), ()), 0


def children(state):
    """(colour, side, next state) in the order in which the thesis generates moves."""
    discs, pawns, stair, hands, seat = state
    for c, pawn in enumerate(pawns):
        if pawn == "up":
            continue
        ahead = [p for p, colour in discs if colour == c and (pawn is None or p > pawn)]
        if not ahead:
            up = tuple("up" if e == c else p for e, p in enumerate(pawns))
            yield c, "stair", (discs, up, (*stair, c), given(hands, seat, c), 1 - seat)
            continue
        new = tuple(min(ahead) if e == c else p for e, p in enumerate(pawns))
        free = [d for d in discs if d[0] not in new]
        behind = [d for d in free if d[0] < min(ahead)]
        before = [d for d in free if d[0] > min(ahead)]
        for side, takes in (("behind", behind[-1:]), ("ahead", before[:1])):
            for taken in takes:
                rest = tuple(d for d in discs if d != taken)
                yield c, side, (rest, new, stair, given(hands, seat, taken[1]), 1 - seat)


def given(hands, seat, colour):
    changed = tuple(sorted((*hands[seat], colour)))
    return (changed, hands[1]) if seat == 0 else (hands[0], changed)


def score(state):
    stair = state[2]
    worth = {c: len(stair) - 1 - i for i, c in enumerate(stair)}
    return tuple(sum(worth[c] for c in hand) for hand in state[3])


def rank(objective, own, other):
    """Tuples that compare as the player likes them; each objective spelled out."""
    result = (own > other) - (own < other)
    if objective == "difference":
        return (own - other,)
    if objective == "outcome":
        return (result,)
    if objective == "margin":
        mine = own if result >= 0 else own - other
        theirs = other if result <= 0 else other - own
        return (mine, -theirs)
    if objective == "ordered":
        return {1: (1, own, -other), 0: (0, own, 0), -1: (-1, -other, own)}[result]
    return {1: (1, own), 0: (0, own), -1: (-1, -other)}[result]


def referee(objective):
    """A memoised function from states to final points, and its memo."""
    memo = {}

    def points(state):
        if len(state[2]) == len(state[1]):
            return score(state)
        if state not in memo:
            seat = state[4]
            best = None
            for _c, _side, child in children(state):
                found = points(child)
                value = rank(objective, found[seat], found[1 - seat])
                if best is None or value > best[0]:
                    best = (value, found)
            memo[state] = best[1]
        return memo[state]

    return points, memo


def as_position(state, length):
    discs, pawns, stair, hands, seat = state
    n = len(pawns)
    record = load_game("bigpoints").state_layout.empty()
    s = record[0]
    s.players, s.colours, s.length, s.to_move, s.arrived = 2, n, length, seat, len(stair)
    s.phase = rules.OVER if len(stair) == n else rules.OWN_MOVE
    for place, colour in discs:
        s.track[colour] |= 1 << place
        s.vacant |= 1 << place if place not in pawns else 0
    for c, pawn in enumerate(pawns):
        s.pawn[c] = {None: rules.START, "up": rules.ON_STAIR}.get(pawn, pawn)
    for place, c in enumerate(stair, start=1):
        s.place[c] = place
    for holder, hand in enumerate(hands):
        for c in hand:
            s.held[holder, c] += 1
    return ReducedPosition(record)


def action_of(c, side):
    """The kernel's id of a move of the referee."""
    return rules.STAIR + c if side == "stair" else 2 * c + ("behind", "ahead").index(side)


def random_state(rng, colours, discs):
    """A position somewhere in a random game on a random board, and the length of its row."""
    digits = [str(c + 1) for c in range(colours)] * discs
    rng.shuffle(digits)
    state = start_of("".join(digits))
    length = colours * discs
    for _ply in range(rng.randrange(2 if length > 7 else 0, length)):  # larger: too slow for here
        following = [child for _c, _side, child in children(state)]
        if len(following[0][2]) == colours:
            break
        state = rng.choice(following)
    return state, length


SIZES = ((1, 4), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2), (5, 1))


@pytest.mark.parametrize(
    "objective",
    ["outcome", *(pytest.param(o, marks=pytest.mark.soak) for o in OBJECTIVES if o != "outcome")],
)
def test_solution_from_any_position_is_that_of_plain_minimax(objective):
    rng = random.Random(list(OBJECTIVES).index(objective))
    for _trial in range(60):
        state, length = random_state(rng, *rng.choice(SIZES))
        if len(state[2]) == len(state[1]):
            continue
        points, memo = referee(objective)
        seat = state[4]
        expected = points(state)
        wanted = rank(objective, expected[seat], expected[1 - seat])
        solution = solve(as_position(state, length), objective)
        assert rank(objective, *solution.points) == wanted, state
        if objective in ("ordered", "margin", "thesis"):
            assert solution.points == (expected[seat], expected[1 - seat]), state
            assert not solution.pruned
        good = []
        for c, side, child in children(state):
            found = points(child)
            if rank(objective, found[seat], found[1 - seat]) == wanted:
                good.append(action_of(c, side))
        assert list(solution.best) == good, state
        if not solution.pruned:
            assert solution.states == len(memo), state


def test_value_is_what_each_objective_says():
    rng = random.Random(7)
    for _trial in range(40):
        state, length = random_state(rng, *rng.choice(SIZES))
        if len(state[2]) == len(state[1]):
            continue
        position = as_position(state, length)
        for objective in OBJECTIVES:
            solution = solve(position, objective)
            own, other = solution.points
            value = {
                "difference": own - other,
                "outcome": (own > other) - (own < other),
                "margin": own if own >= other else own - other,
                "ordered": own - other,
                "thesis": own - other,
            }[objective]
            assert solution.value == value
            assert solution.outcome == ("tie", "win", "loss")[(own > other) - (own < other)]


@pytest.mark.parametrize(
    ("board", "points", "states"),
    [
        ("1122", (2, 1), 17),
        ("1212", (2, 0), 25),
        ("1221", (2, 1), 25),
        ("2112", (2, 1), 25),
        ("2121", (2, 1), 25),
        ("2211", (2, 0), 17),
    ],
)
def test_table_2_of_the_thesis(board, points, states):
    solution = solve(ReducedPosition.at_start(board), "thesis")
    assert (solution.points, solution.states) == (points, states)


def test_ordered_value_of_every_2x2_board_is_2_to_1():
    for board in ("1122", "1212", "1221", "2112", "2121", "2211"):
        assert solve(ReducedPosition.at_start(board), "ordered").points == (2, 1)
        assert solve(ReducedPosition.at_start(board)).value == 1


def all_boards(colours, discs):
    first = first_board(colours, discs)
    return np.vstack([first[None], next_boards(first, 10_000)])


@pytest.mark.parametrize(
    ("colours", "discs", "wins", "ties", "losses"),
    [
        (2, 1, 0, 0, 2),
        (2, 2, 6, 0, 0),
        (2, 3, 12, 8, 0),
        (2, 4, 18, 48, 4),
        (3, 1, 0, 0, 6),
        (3, 2, 54, 30, 6),
        (3, 3, 1308, 372, 0),
    ],
)
def test_wins_ties_and_losses_of_the_first_player_over_all_boards(
    colours, discs, wins, ties, losses
):
    signs = np.sign(BoardSolver(colours, discs).values(all_boards(colours, discs)))
    members = solver_boards.class_size(colours)
    counted = [int(np.count_nonzero(signs == s)) * members for s in (1, 0, -1)]
    assert counted == [wins, ties, losses]


def first_of_class(board):
    """The board with its colours renamed in the order of their first appearance."""
    names = {}
    return "".join(names.setdefault(d, str(len(names) + 1)) for d in board)


def test_boards_lists_each_class_once():
    for colours, discs in ((1, 3), (2, 3), (3, 2), (3, 3), (4, 2), (5, 1)):
        listed = list(solver_boards.boards(colours, discs))
        assert listed == sorted(set(listed))
        assert len(listed) == solver_boards.number_of_classes(colours, discs)
        assert all(first_of_class(b) == b for b in listed)
        length = colours * discs
        total = factorial(length) // factorial(discs) ** colours
        assert len(listed) * solver_boards.class_size(colours) == total
        assert solver_boards.number_of_boards(colours, discs) == total


def test_renaming_colours_changes_no_difference_and_no_number_of_states():
    rng = random.Random(11)
    for colours, discs in ((2, 4), (3, 3), (4, 2), (5, 2)):
        for _trial in range(3):
            digits = [str(c + 1) for c in range(colours)] * discs
            rng.shuffle(digits)
            board = "".join(digits)
            renamed = board.translate(
                str.maketrans("12345"[:colours], "".join(rng.sample("12345"[:colours], colours)))
            )
            values = {
                solve(ReducedPosition.at_start(b)).value
                for b in (board, renamed, first_of_class(board))
            }
            assert len(values) == 1
            if colours < 4:
                assert count_states(ReducedPosition.at_start(board)) == count_states(
                    ReducedPosition.at_start(renamed)
                )


def test_many_boards_at_once_are_solved_like_one_at_a_time():
    rng = np.random.default_rng(5)
    for colours, discs in ((2, 5), (3, 3), (4, 2), (4, 4)):
        some = solver_boards.random_boards(colours, discs, 8, rng)
        solver = BoardSolver(colours, discs)
        values = solver.values(some)
        for board, value in zip(some, values, strict=True):
            assert solve(ReducedPosition.at_start(solver_boards.board_text(board))).value == value
        if colours * discs <= 10:
            for board, states in zip(some, solver.states(some), strict=True):
                text = solver_boards.board_text(board)
                assert count_states(ReducedPosition.at_start(text)) == states


@pytest.mark.soak
def test_fast_search_equals_full_search_on_boards_of_12_discs():
    rng = np.random.default_rng(2)
    for colours, discs in ((2, 6), (3, 4), (4, 3)):
        for board in solver_boards.random_boards(colours, discs, 5, rng):
            position = ReducedPosition.at_start(solver_boards.board_text(board))
            for objective in ("difference", "outcome"):
                whole = solve_fully(position, objective=OBJECTIVES[objective])
                assert solve(position, objective).value == whole.root[0]


def test_a_tiny_table_changes_no_value():
    board = "412241231334"
    expected = solve(ReducedPosition.at_start(board)).value
    for bits in (2, 4, 6, 8):
        assert solve(ReducedPosition.at_start(board), table_bits=bits).value == expected


def test_one_search_serves_boards_of_different_sizes():
    search = Search(12)
    for board in ("1221", "321123", "1122334455", "412241231334", "121212"):
        assert (
            search.value(ReducedPosition.at_start(board))
            == solve(ReducedPosition.at_start(board)).value
        )


def test_every_move_of_the_best_line_keeps_the_value():
    position = ReducedPosition.at_start("35213521512414543234")
    value = solve(position).value
    search = Search(16)
    for move in search.line(position, value, value)[0]:
        sign = 1 if position.to_move == 0 else -1
        assert search.value(position) == sign * value
        position = position.after(move)
    assert position.points[0] - position.points[1] == value


def test_a_search_beyond_its_limit_goes_on_from_what_it_learned():
    position = ReducedPosition.at_start("35213521512414543234")
    with pytest.raises(LimitReached):
        Search(14, limit=1000).value(position)
    search = Search(18)
    value = None
    while value is None:
        search.limit = search.nodes + 30_000
        with contextlib.suppress(LimitReached):
            value = search.value(position)
    assert value == solve(position).value


def test_more_positions_than_memory_holds_are_refused(monkeypatch):
    monkeypatch.setattr(exact, "solve_fully", partial(solve_fully, max_positions=1000))
    with pytest.raises(LimitReached, match="more than fit in memory"):
        solve(ReducedPosition.at_start("123123123123"), "ordered")


def test_progress_sees_the_search_and_can_stop_it():
    seen: list[WindowProgress] = []
    solve(ReducedPosition.at_start("35213521512414543234"), progress=seen.append)
    assert [p.nodes for p in seen] == sorted(p.nodes for p in seen)
    assert seen[-1].low == seen[-1].high or seen[-1].low is not None

    def stop(progress):
        raise KeyboardInterrupt

    for objective in ("difference", "ordered"):
        with pytest.raises(KeyboardInterrupt):
            solve(ReducedPosition.at_start("35213521512414543234"), objective, progress=stop)


@pytest.mark.parametrize("objective", ["difference", "thesis"])
def test_ctrl_c_stops_a_long_search(objective):
    """Undisturbed it takes minutes, and Python does not hear Ctrl-C in compiled code."""
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        solve(ReducedPosition.at_start("331432153222544352143551241415"), objective, table_bits=18)


def test_a_position_that_is_over_has_its_points_and_no_move():
    over = as_position(((), ("up", "up"), (1, 0), ((0,), (1,)), 0), 2)
    for objective in OBJECTIVES:
        solution = solve(over, objective)
        assert (solution.points, solution.best) == ((0, 1), ())
        assert solution.outcome == "loss"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ReducedPosition.at_start("12W2"),
        lambda: ReducedPosition.at_start(""),
        lambda: ReducedPosition.at_start("126"),
        lambda: ReducedPosition.at_start("1" * 11),
        lambda: ReducedPosition.at_start("12345" * 10 + "12345" * 2),
        lambda: ReducedPosition.at_start("12").after(action_of(0, "behind")),
        lambda: solve(ReducedPosition.at_start("12"), "points"),
        lambda: first_board(6, 1),
    ],
)
def test_what_is_wrong_is_refused_in_a_sentence(wrong):
    with pytest.raises(BadInput, match=r"\w+ \w+ \w+"):
        wrong()


def test_moves_are_written_in_the_games_notation():
    position = ReducedPosition.at_start("1122")
    assert [position.move_text(m) for m in position.moves()] == ["1+", "2-", "2+"]


def test_position_after_a_move_is_that_of_the_referee():
    rng = random.Random(1)
    for _game in range(30):
        board = list("12345"[: rng.randint(1, 5)] * 3)
        rng.shuffle(board)
        state = start_of("".join(board))
        position = ReducedPosition.at_start("".join(board))
        while not position.is_over:
            options = {action_of(c, side): child for c, side, child in children(state)}
            assert position.moves() == list(options)
            move = rng.choice(list(options))
            state, position = options[move], position.after(move)
            wanted = as_position(state, len(board)).record
            for field in ("track", "vacant", "place", "held", "to_move", "phase"):
                assert np.array_equal(position.record[field], wanted[field]), field
            colours = position.colours
            assert np.array_equal(position.record["pawn"][0][:colours], wanted["pawn"][0][:colours])
        assert position.points == score(state)

"""Deals whose process died: who it was, and as far as they were played."""

import pytest

from ludoteca.arena.round_robin import RoundRobin
from ludoteca.arena.selfplay import SelfPlay
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.workers.trace import Trace

pytestmark = pytest.mark.usefixtures("uncompiled_workers")


def trace_of(job, task, last, death="ended"):
    """The trace of a task whose process dies at call number ``last``."""
    said = []

    class Death(BaseException):
        pass

    def tracer(who, call):
        if len(said) == last:
            said.append((who, None))
            raise Death
        said.append((who, call()))
        return said[-1][1]

    with pytest.raises(Death):
        job.do(task, tracer)
    answers = tuple(str(answer) for _who, answer in said[:-1])
    return Trace(task, answers, said[-1][0], True, death)


@pytest.fixture
def round_robin():
    game = load_game("kuhn")
    return RoundRobin(game, game.options(None), ("basic", "random"), 3)


@pytest.mark.parametrize("last", [0, 1, 2, 3])
def test_the_deal_of_a_dead_process_is_kept_as_far_as_it_was_played(round_robin, last):
    whole = round_robin.do(4)
    trace = trace_of(round_robin, 4, last)
    found = round_robin.died(trace)
    killer = int(trace.who)
    assert found.line["failed"] == [int(killer == 0), int(killer == 1)]
    assert found.line["wins"] == ([0, 2] if killer == 0 else [2, 0])
    assert found.line["failures"] == [f"deal 5: {('basic', 'random')[killer]} ended its process"]
    *before, cut = found.records
    assert tuple(before) == whole.records[: len(before)]
    assert found.line["points"][: len(before)] == whole.line["points"][: len(before)]
    assert "; forfeited: " in cut
    moves, all_moves = (GameRecord.parse(text).moves for text in (cut, whole.records[len(before)]))
    assert moves == all_moves[: len(moves)]
    assert len(moves) < len(all_moves)
    asked = sum(m[0] >= 0 for text in found.records for m in GameRecord.parse(text).moves)
    assert asked == last


def test_who_was_silent_is_told_from_who_ended_its_process(round_robin):
    (sentence,) = round_robin.died(trace_of(round_robin, 0, 1, "late")).line["failures"]
    assert sentence.endswith("did not answer in time and was stopped")


def test_between_equals_a_deal_cut_short_is_kept_and_counts_for_nothing():
    game = load_game("kuhn")
    job = SelfPlay(game, game.options(None), "basic", 3)
    found = job.died(trace_of(job, 2, 1))
    assert found.line == {"failed": "deal 3: basic ended its process"}
    (text,) = found.records
    moves, whole = (GameRecord.parse(t).moves for t in (text, job.do(2).records[0]))
    assert moves == whole[: len(moves)]
    assert sum(actor >= 0 for actor, _move in moves) == 1

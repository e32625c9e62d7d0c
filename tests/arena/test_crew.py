"""Worker processes whose players end them, or are silent: who it was, and how far the deal came."""

import os
import time

import pytest
from arena_jobs import Numbers

from ludoteca.arena.asking import Diary, Story, read
from ludoteca.arena.crew import Processes, WorkerLost
from ludoteca.arena.meeting import Meeting
from ludoteca.arena.selfplay import SelfPlay
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game


def story_of(job, task, last, death="ended"):
    """What the diary of a task says when its process dies at question number ``last``."""
    said = []

    class Death(BaseException):
        pass

    def asking(who, choose):
        if len(said) == last:
            said.append((who, None))
            raise Death
        said.append((who, choose()))
        return said[-1][1]

    with pytest.raises(Death):
        job.do(task, asking)
    answers = tuple(str(answer) for _who, answer in said[:-1])
    return Story(1, task, answers, said[-1][0], True, death)


@pytest.fixture
def meeting():
    game = load_game("kuhn")
    return Meeting(game, game.options(None), ("basic", "random"), 3)


def test_a_diary_tells_who_has_not_answered_and_what_was_answered_before(tmp_path):
    path = tmp_path / "diary"
    assert read(path) is None
    with path.open("wb", buffering=0) as file:
        asking = Diary(file, 7)
        assert asking("1", lambda: 12) == 12
        with pytest.raises(ValueError, match="no"):
            asking("0", lambda: int("no\nnumber"))
        story = read(path)
        assert (story.process, story.task, story.who) == (os.getpid(), 7, "0")
        assert not story.waiting
        assert story.answers[0] == "12"
        assert story.answers[1].startswith("!ValueError")
        seen = []
        asking("1", lambda: seen.append(read(path)) or 3)
        assert seen[0].waiting
        assert len(seen[0].answers) == 2
        Diary(file, 8)
        assert (read(path).task, read(path).who, read(path).answers) == (8, "", ())


# -- how far a deal had come ----------------------------------------------------------------------


@pytest.mark.parametrize("last", [0, 1, 2, 3])
def test_the_deal_of_a_dead_process_is_kept_as_far_as_it_was_played(meeting, last):
    whole = meeting.do(4)
    story = story_of(meeting, 4, last)
    found = meeting.died(story)
    killer = int(story.who)
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


def test_who_was_silent_is_told_from_who_ended_its_process(meeting):
    (sentence,) = meeting.died(story_of(meeting, 0, 1, "late")).line["failures"]
    assert sentence.endswith("did not answer in time and was stopped")


def test_between_equals_a_deal_cut_short_is_kept_and_counts_for_nothing():
    game = load_game("kuhn")
    job = SelfPlay(game, game.options(None), "basic", 3)
    found = job.died(story_of(job, 2, 1))
    assert found.line == {"failed": "deal 3: basic ended its process"}
    (text,) = found.records
    moves, whole = (GameRecord.parse(t).moves for t in (text, job.do(2).records[0]))
    assert moves == whole[: len(moves)]
    assert sum(actor >= 0 for actor, _move in moves) == 1


# -- processes ------------------------------------------------------------------------------------


def worked(job, patience=300.0, tasks=9, workers=2):
    with Processes(workers, patience) as crew:
        return [outcome.line for batch in crew.work(job, 0, tasks, 2) for outcome in batch]


def test_a_dead_process_costs_its_task_alone_and_the_order_is_kept():
    found = worked(Numbers(dead=(3, 4)))
    lost = {task: {"task": task, "who": "me", "death": "ended"} for task in (3, 4)}
    assert found == [lost.get(n, {"task": n, "answer": 10 * n}) for n in range(9)]


def test_a_silent_player_is_waited_for_as_long_as_was_said_and_no_longer():
    began = time.monotonic()
    found = worked(Numbers(silent=(2,)), patience=1.0, tasks=4, workers=1)
    assert time.monotonic() - began > 1.0
    assert found[2] == {"task": 2, "who": "me", "death": "late"}
    assert [found[n]["answer"] for n in (0, 1, 3)] == [0, 10, 30]


def test_what_ends_all_processes_of_a_terminal_ends_no_worker():
    """It is the parent's to end them: a worker that died of it would cost its player the deal."""
    found = worked(Numbers(sent=(1,)), tasks=4, workers=1)
    assert [line["answer"] for line in found] == [0, 10, 20, 30]


def test_a_process_lost_where_nobody_was_asked_is_nobodys_fault():
    with pytest.raises(WorkerLost, match="nobody was asked"):
        worked(Numbers(before=(0,)), workers=1)

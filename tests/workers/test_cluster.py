"""Tasks on a cluster: what a machine takes with it is done again, once; players are told from it.

The cluster is of two nodes on this machine, of one core each, and takes many seconds to begin.
"""

import os
import sys

import pytest
from worker_jobs import Numbers, Traced, two_nodes

from ludoteca.arena.round_robin import RoundRobin
from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.workers.backend import Backend

DEALS = 40


@pytest.fixture(scope="module")
def nodes():
    pytest.importorskip("ray")
    with two_nodes() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def pool(nodes):
    with Backend(cluster=nodes.address).pool() as pool:
        yield pool


def untimed(outcomes):
    left_out = ("seconds", "by")
    return [
        ({k: v for k, v in outcome.line.items() if k not in left_out}, outcome.records)
        for outcome in outcomes
    ]


@pytest.mark.soak
def test_who_ends_a_process_and_who_is_silent_is_told_and_the_machine_goes_on(pool, monkeypatch):
    monkeypatch.setattr(pool, "_patience", 1.0)
    job = Numbers(dead=(4,), silent=(3,))
    found = [outcome.line for batch in pool.work(job, 0, 8, 2) for outcome in batch]
    deaths = {4: "ended", 3: "late"}
    lost = {n: {"task": n, "who": "me", "death": death} for n, death in deaths.items()}
    assert found == [lost.get(n, {"task": n, "answer": 10 * n}) for n in range(8)]


@pytest.mark.soak
def test_a_machine_with_other_sources_is_refused(pool):
    with pytest.raises(BadInput, match="another version"):
        list(pool.work(Numbers(here=os.getpid()), 0, 4, 2))


@pytest.mark.soak
def test_a_machine_killed_half_way_loses_no_deal_and_none_counts_twice(nodes, pool, tmp_path):
    """Line for line and record for record what this process plays alone."""
    game = load_game("kuhn")
    round_robin = RoundRobin(game, game.options(None), ("basic", "random"), 5)
    found, by_then = [], None
    for outcomes in pool.work(Traced(round_robin, tmp_path / "go"), 0, DEALS, 2):
        found += outcomes
        senders = {outcome.line["by"] for outcome in found}
        if len(senders) == 2 and by_then is None:
            by_then = len(found)
            nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)
            (tmp_path / "go").touch()
    assert 0 < by_then < DEALS
    assert untimed(found) == untimed([round_robin.do(task) for task in range(DEALS)])


def test_where_there_is_no_cluster_a_sentence_says_so():
    pytest.importorskip("ray")
    with pytest.raises(BadInput, match=r"there is no cluster at 127\.0\.0\.1:1"):
        Backend(cluster="127.0.0.1:1").pool()


def test_without_the_extra_a_sentence_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match="needs the extra 'cluster'"):
        Backend(cluster="auto").pool()

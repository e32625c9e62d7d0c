"""Tasks on a cluster: what a machine takes with it is done again, once; players are told from it.

The cluster is of two nodes on this machine, of one core each.
"""

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from arena_jobs import Numbers, Traced

from ludoteca.arena.means import Means
from ludoteca.arena.meeting import Meeting
from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.games.bigpoints import census, shards

MEMORY = 80 * 2**20
DEALS = 40


@pytest.fixture(scope="module")
def nodes():
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    # Of this process and so of its nodes: where jobs are imported from.
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(Path(__file__).parent)}
    given = {"num_cpus": 1, "object_store_memory": MEMORY}
    cluster = Cluster(initialize_head=True, head_node_args=given | {"include_dashboard": False})
    second = cluster.add_node(**given)
    yield cluster, second
    cluster.shutdown()
    del os.environ["PYTHONPATH"]


def untimed(outcomes):
    left_out = ("seconds", "by")
    return [
        ({k: v for k, v in outcome.line.items() if k not in left_out}, outcome.records)
        for outcome in outcomes
    ]


def test_a_player_that_ends_or_hangs_its_process_is_told_and_the_machine_goes_on(nodes):
    cluster, _second = nodes
    with Means(cluster=cluster.address, patience=1.0).crew() as crew:
        job = Numbers(silent=(3,), dead=(4,))
        found = [outcome.line for batch in crew.work(job, 0, 8, 2) for outcome in batch]
        lost = {n: {"task": n, "who": "me", "death": why} for n, why in ((3, "late"), (4, "ended"))}
        assert found == [lost.get(n, {"task": n, "answer": 10 * n}) for n in range(8)]
        with pytest.raises(BadInput, match="another version"):
            list(crew.work(Numbers(here=os.getpid()), 0, 4, 2))


def test_a_machine_killed_half_way_loses_no_deal_and_none_counts_twice(nodes, tmp_path):
    """Line for line and record for record what this process plays alone."""
    cluster, second = nodes
    game = load_game("kuhn")
    meeting = Meeting(game, game.options(None), ("basic", "random"), 5)
    found, by_then = [], None
    with Means(cluster=cluster.address).crew() as crew:
        for outcomes in crew.work(Traced(meeting, tmp_path / "go"), 0, DEALS, 2):
            found += outcomes
            senders = {outcome.line["by"] for outcome in found}
            if len(senders) == 2 and by_then is None:
                by_then = len(found)
                cluster.remove_node(second, allow_graceful=False)
                (tmp_path / "go").touch()
    assert 0 < by_then < DEALS
    assert untimed(found) == untimed([meeting.do(task) for task in range(DEALS)])


@pytest.mark.soak
def test_a_census_of_which_a_machine_is_killed_is_that_of_this_machine(nodes, tmp_path):
    cluster, _second = nodes
    third = cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    plan = shards.Plan(3, 4, False, 2_000, 1, 64)
    here, _reused = census.run(plan, tmp_path / "here")
    killed = []

    def progress(done, total=None, words=""):
        if done >= 1_000 and not killed:
            killed.append(done)
            cluster.remove_node(third, allow_graceful=False)

    there, reused = census.run(plan, tmp_path / "there", progress, cluster.address)
    assert killed
    assert reused == 0
    for name in ("boards", "values", "states"):
        assert np.array_equal(getattr(here, name), getattr(there, name))


def test_where_there_is_no_cluster_a_sentence_says_so():
    pytest.importorskip("ray")
    with pytest.raises(BadInput, match=r"there is no cluster at 127\.0\.0\.1:1"):
        Means(cluster="127.0.0.1:1").crew()


def test_without_the_extra_a_sentence_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match="needs the extra 'cluster'"):
        Means(cluster="auto").crew()

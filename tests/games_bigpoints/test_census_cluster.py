"""A census on a cluster of two nodes, one of which is killed: the same as on this machine."""

import numpy as np
import pytest
from worker_jobs import two_nodes

from ludoteca.games.bigpoints import census
from ludoteca.games.bigpoints.census import shards


@pytest.mark.soak
def test_a_census_of_which_a_machine_is_killed_is_that_of_this_machine(tmp_path):
    pytest.importorskip("ray")
    plan = shards.Plan(3, 4, False, 2_000, 1, 64)
    here, _reused = census.run(plan, tmp_path / "here")
    killed = []
    with two_nodes() as nodes:

        def progress(done, total=None, words="", share=None):
            if done >= 1_000 and not killed:
                killed.append(done)
                nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)

        there, reused = census.run(plan, tmp_path / "there", progress, nodes.address)
    assert killed
    assert reused == 0
    for name in ("boards", "values", "states"):
        assert np.array_equal(getattr(here, name), getattr(there, name))

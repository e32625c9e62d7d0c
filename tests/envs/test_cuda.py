"""The loop on a graphics processor: compiled for one without it, and played in a simulator.

All of it is left out where numba-cuda is not installed; ``make test-cuda`` installs it.
"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from types import SimpleNamespace

import pytest

from ludoteca.core.registry import games

HAS_CUDA = find_spec("numba_cuda") is not None
pytestmark = pytest.mark.skipif(not HAS_CUDA, reason="numba-cuda is not installed")

QUICK = ("kuhn", "mus")
ALLOCATING = ("buraco",)  # rules that ask for memory


def _ptx(name, monkeypatch):
    """The machine code, for a device of compute capability 9.0, of a step of a game."""
    from numba import cuda
    from numba.cuda import dispatcher, types
    from numba.cuda.core import config
    from numba.cuda.typing.typeof import typeof

    from ludoteca.envs import VectorEnv
    from ludoteca.envs import cuda as envs_cuda

    monkeypatch.setattr(config, "CUDA_ENABLE_NRT", name in ALLOCATING)
    # All that the driver is asked for; there is none without a device.
    device = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)
    env = VectorEnv(name, 2)
    processor = env._processor
    envs_cuda._prepare()
    ids, prob = env.game.buffers()
    given = (
        processor.tables,
        processor._setting,
        False,
        processor._actions,
        ids.reshape(1, -1),
        prob.reshape(1, -1),
        processor.tables.totals,
        processor._given[0][8].reshape(1, -1),
    )
    kinds = types.void(*map(typeof, given))
    ptx, _returned = cuda.compile(
        envs_cuda._step.py_func, kinds, device=False, cc=(9, 0), abi="numba", output="ptx"
    )
    return ptx


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.soak]) for n in sorted(games())],
)
def test_the_rules_compile_for_a_graphics_processor_as_they_stand(name, monkeypatch):
    ptx = _ptx(name, monkeypatch)
    assert ".visible .entry" in ptx
    # A fused multiply-add rounds once where the processor rounds twice. Times 2**-53 is exact; and
    # NVIDIA's own power has some, which the rules take of whole numbers.
    own = ptx.partition("\n.func  (.param .b64 func_retval0) __internal_accurate_pow(")[0]
    assert all("0d3CA0000000000000" in line for line in own.splitlines() if "fma." in line)


PLAYED = """
import json, sys
from ludoteca.envs import VectorEnv
name, device = sys.argv[1:]
env = VectorEnv(name, 3, seed=5, device=device)
batch, told = env.reset(), []
host = lambda array: getattr(array, "copy_to_host", lambda: array)().tolist()
for _ in range(12):
    told.append([host(array) for array in batch if array is not None and array is not batch.legal])
    batch = env.step(env.sample())
print(json.dumps(told))
"""


def _played(name, device, **environment):
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, name, device],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", QUICK)
def test_a_simulated_device_plays_what_the_processor_plays(name):
    simulated = _played(name, "cuda", NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert simulated == _played(name, "cpu")


@pytest.mark.skipif(
    not HAS_CUDA or not __import__("numba.cuda", fromlist=["cuda"]).is_available(),
    reason="there is no graphics processor",
)
@pytest.mark.parametrize("name", sorted(games()))
def test_a_device_plays_what_the_processor_plays(name):
    assert _played(name, "cuda") == _played(name, "cpu")

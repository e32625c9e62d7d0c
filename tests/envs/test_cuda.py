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
    """The machine code of a step of a game, and of a draw of actions, for a capability of 9.0."""
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
    t, setting, _first, _last, actions, *scratch = VectorEnv(name, 2)._processor._given[0]
    ids, prob, points, waiting, uniform, _wrong = (each.reshape(1, -1) for each in scratch)
    drawn = t.chance, t.deals, t.asked, t.drawn, t.listed, t.num_listed, uniform, t.sampled
    envs_cuda._prepare()
    return [
        cuda.compile(
            kernel.py_func,
            types.void(*map(typeof, given)),
            device=False,
            cc=(9, 0),
            abi="numba",
            output="ptx",
        )[0]
        for kernel, given in (
            (envs_cuda._step, (t, setting, False, actions, ids, prob, points, waiting)),
            (envs_cuda._sample, drawn),
        )
    ]


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.soak]) for n in sorted(games())],
)
def test_the_rules_compile_for_a_graphics_processor_as_they_stand(name, monkeypatch):
    for ptx in _ptx(name, monkeypatch):
        assert ".visible .entry" in ptx
        # A fused multiply-add rounds once where the processor rounds twice. Times 2**-53 is exact;
        # and NVIDIA's own power has some, which the rules take of whole numbers.
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

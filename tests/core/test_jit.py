"""Compiled code on disk, kept by several processes at once."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.caching import IndexDataCacheFile

from ludoteca.core import jit
from ludoteca.core.compiling import code_cache
from ludoteca.core.errors import BadInput


@pytest.fixture
def twice(tmp_path, monkeypatch):
    """A function of a module of its own, with an empty cache; a fresh one at each call."""
    source = tmp_path / "twice.py"
    source.write_text(
        "from ludoteca.core.jit import njit\n\n@njit\ndef twice(x):\n    return 2 * x\n"
    )
    monkeypatch.setattr(code_cache, "cache_dir", lambda _source: tmp_path / "cache")
    monkeypatch.setattr(code_cache, "_lost", [])
    spec = importlib.util.spec_from_file_location("twice", source)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "twice", module)  # a cache finds the module by its name

    def loaded():
        spec.loader.exec_module(module)
        return module.twice

    return loaded


def test_an_edit_of_the_compilers_settings_recompiles_all(tmp_path, monkeypatch):
    core = Path(code_cache.__file__).parents[1]
    shutil.copytree(core / "compiling", tmp_path / "compiling")
    shutil.copy(core / "jit.py", tmp_path)
    monkeypatch.setattr(code_cache, "__file__", str(tmp_path / "compiling" / "code_cache.py"))
    found = [code_cache._settings_hash()]
    for name in ("compiling/compiler.py", "compiling/dispatch.py", "jit.py"):
        with (tmp_path / name).open("a") as file:
            file.write("# edited\n")
        found.append(code_cache._settings_hash())
    assert len(set(found)) == 4


def test_what_failed_while_the_compiler_was_prepared_is_tried_again(monkeypatch):
    tried = []

    def prepare():
        tried.append(1)
        if len(tried) == 1:
            raise MemoryError

    monkeypatch.setattr(jit, "_waiting", [prepare])
    with pytest.raises(MemoryError):
        jit._compiler()
    assert jit._compiler() is jit._compiler()
    assert len(tried) == 2


def test_what_was_compiled_is_written_down_by_one_process_at_a_time(twice, tmp_path, monkeypatch):
    """Another that comes meanwhile finds the door locked; afterwards it is open."""
    fcntl = pytest.importorskip("fcntl")
    lock = tmp_path / "cache" / ".lock"

    def enters():
        with lock.open("ab") as file:
            try:
                fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True

    found = []
    save = IndexDataCacheFile.save

    def watched(index, key, data):
        found.append(enters())
        save(index, key, data)

    monkeypatch.setattr(IndexDataCacheFile, "save", watched)
    function = twice()
    assert (function(2), function(0.5)) == (4, 1.0)
    assert found == [False, False]
    assert enters()
    assert len(list(lock.parent.glob("*.nbc"))) == 2


def test_where_no_code_can_be_kept_it_runs_and_one_warning_says_so(twice, no_room, caplog):
    function = twice()
    with no_room(0):
        assert (function(2), function(0.5)) == (4, 1.0)
    assert not code_cache.is_kept()
    (warning,) = caplog.messages
    assert warning.startswith("compiled code cannot be kept in ")
    assert "File too large" in warning


def test_code_runs_where_no_folder_can_be_made_for_it(twice, tmp_path, caplog):
    (tmp_path / "cache").write_bytes(b"")
    assert twice()(2) == 4
    assert len(caplog.messages) == 1


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("left", [0, 100])
def test_files_that_a_failure_of_power_left_without_their_end_are_made_anew(
    twice, tmp_path, suffix, left
):
    assert twice()(2) == 4
    (file,) = (tmp_path / "cache").glob(f"*.{suffix}")
    file.write_bytes(file.read_bytes()[:left])
    for hits in (0, 1):
        function = twice()
        assert function(2) == 4
        assert function.entry.stats.cache_hits.total() == hits
    assert code_cache.is_kept()


ADDER = "from ludoteca.core.jit import njit\n\n@njit\ndef add(x):\n    return x + {n}\n"
USE = (
    "from adder import add; add(1); print(add.entry.stats.cache_hits[(__import__('numba').int64,)])"
)


def cache_hits(folder, cache, n=1):
    """Compile a function in a process of its own; how often it came from the cache."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "adder.py").write_text(ADDER.format(n=n))
    done = subprocess.run(
        [sys.executable, "-c", USE],
        env=os.environ
        | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": f"{folder}:{os.environ.get('PYTHONPATH')}"}
        | {"NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


@pytest.mark.soak
def test_equal_sources_in_two_folders_share_their_compiled_code(tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    first, clone = tmp_path / "first" / "game", tmp_path / "clone" / "game"
    assert cache_hits(first, cache) == 0
    assert cache_hits(first, cache) == 1
    assert cache_hits(clone, cache) == 1
    assert cache_hits(clone, cache, n=2) == 0
    assert cache_hits(first, cache) == 1


@pytest.fixture
def root(monkeypatch):
    """The cache folder for a value of ``NUMBA_CACHE_DIR``."""

    def found(folder):
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
        return code_cache.cache_root.__wrapped__()

    return found


def test_the_folder_of_compiled_code_is_made_for_its_user_alone(root, tmp_path):
    assert root(tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name == "nt", reason="folders have no such owners there")
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_to_is_refused(root, tmp_path, mode):
    tmp_path.chmod(mode)
    with pytest.raises(BadInput, match="others may change it"):
        root(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="folders have no such owners there")
def test_a_folder_of_another_user_is_refused(root, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(BadInput, match="others may change it"):
        root(tmp_path)

"""Compiled code on disk, kept by several processes at once."""

import importlib.util
from pathlib import Path

import pytest
from numba.core.caching import IndexDataCacheFile

from ludoteca.core import jit


def test_what_was_compiled_is_written_down_by_one_process_at_a_time(tmp_path, monkeypatch):
    """Another that comes meanwhile finds the door locked; afterwards it is open."""
    fcntl = pytest.importorskip("fcntl")
    source = tmp_path / "twice.py"
    source.write_text(
        "from ludoteca.core.jit import njit\n\n@njit\ndef twice(x):\n    return 2 * x\n"
    )
    monkeypatch.setattr(jit, "cache_dir", lambda _source: tmp_path / "cache")
    spec = importlib.util.spec_from_file_location("twice", source)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    lock = Path(module.twice._cache.cache_path) / ".lock"

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
    assert (module.twice(2), module.twice(0.5)) == (4, 1.0)
    assert found == [False, False]
    assert enters()
    assert len(list(lock.parent.glob("*.nbc"))) == 2

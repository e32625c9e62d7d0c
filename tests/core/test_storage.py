"""Work on disk: digests, folders that are pruned, files that are damaged, checkpoints."""

import os
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core import storage
from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Exact, Simulated


def test_a_digest_depends_on_what_is_said_and_not_on_the_order_of_names():
    assert storage.digest({"a": 1, "b": [2, None]}) == storage.digest({"b": [2, None], "a": 1})
    assert storage.digest("ab", "c") != storage.digest("a", "bc")
    assert storage.digest(Path("x")) != storage.digest(Path("y"))
    assert len(storage.digest(1, digits=24)) == 24


def test_a_digest_of_sources_changes_with_every_file_below_but_those_left_out(tmp_path):
    def digest_of(**contents):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        for name, text in ({"rules": "1", "study": "1"} | contents).items():
            path = folder / "deep" / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (folder / "notes.txt").write_text(str(folder))
        return storage.sources_digest(folder, skip=("study",))

    assert digest_of() == digest_of() == digest_of(study="2")
    assert len({digest_of(), digest_of(rules="2"), digest_of(more="")}) == 3


def test_of_unfinished_questions_the_oldest_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(storage.platformdirs, "user_cache_dir", lambda _name: str(tmp_path))
    folders = []
    for number in range(storage.MOST_UNFINISHED + 3):
        folders.append(storage.unfinished_folder("nim", number))
        folders[-1].mkdir(parents=True)
        os.utime(folders[-1], (number, number))
    assert storage.unfinished_folder("nim", 5) == folders[5], "the same for the same question"
    assert [folder for folder in folders if folder.exists()] == folders[3:]
    (folders[5] / "part").write_text("done")
    storage.remove(folders[5])
    assert not folders[5].exists()
    storage.remove(folders[5])


def test_what_is_older_than_so_many_days_is_removed(tmp_path):
    for name, days in (("new", 0), ("old", 3)):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (time.time() - days * 86_400,) * 2)
    storage.prune(tmp_path.iterdir(), days=2)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_arrays_come_back_with_their_data_and_a_damaged_byte_is_noticed(tmp_path):
    path, numbers = tmp_path / "deep" / "run.npz", np.arange(1000.0)
    storage.write_arrays(path, {"seed": 3}, {"numbers": numbers})
    about, arrays = storage.read_arrays(path)
    assert about == {"seed": 3}
    assert np.array_equal(arrays["numbers"], numbers)
    whole = path.read_bytes()
    for content in (b"", whole[:50], whole[:200] + b"\xff\x00\xff" + whole[203:], None):
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
        with (
            pytest.raises(BadInput, match=r"nothing in .*run\.npz"),
            storage.reading(path, "nothing in {path}"),
        ):
            storage.read_arrays(path)


def test_what_does_not_fit_is_as_good_as_damaged(tmp_path):
    with pytest.raises(BadInput, match="no run"), storage.reading(tmp_path, "no run"):
        raise KeyError("of another version")


def test_a_checkpoint_is_saved_when_it_is_time_and_when_interrupted_and_removed_at_the_end(
    tmp_path, monkeypatch
):
    path, saved = tmp_path / "run", []

    def save(where):
        saved.append(len(saved))
        where.write_text("saved")

    with storage.checkpointed(path, save) as step:
        step()
        assert saved == []
        monkeypatch.setattr(storage, "SAVE_SECONDS", 0.0)
        step()
        assert path.exists()
    assert not path.exists()
    with pytest.raises(KeyboardInterrupt), storage.checkpointed(path, save):
        raise KeyboardInterrupt
    assert path.read_text() == "saved"
    with storage.checkpointed(None, save) as step:
        step()
    assert len(saved) == 2


def test_of_a_file_with_any_byte_damaged_nothing_wrong_is_read(tmp_path):
    path, numbers = tmp_path / "part.npz", np.arange(40)
    storage.write_arrays(path, [1, "a"], {"numbers": numbers})
    whole = path.read_bytes()
    unread = 0
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        try:
            with storage.reading(path, "{path}"):
                about, arrays = storage.read_arrays(path)
                assert about == [1, "a"]
                assert np.array_equal(arrays["numbers"], numbers)
        except BadInput:
            unread += 1
    assert unread > len(whole) / 2


# -- parts ----------------------------------------------------------------------------------------

MADE = (
    Simulated(0.1, 3, 0.05, float("inf")),
    [Exact(Fraction(1, 3), "é"), None, True],
    {(1, 2): Fraction(5), "x": (np.arange(3), np.float64(0.1))},
)


def test_a_part_is_made_once_and_found_as_it_was_until_the_work_is_answered(tmp_path):
    calls = []

    def make():
        calls.append(1)
        return MADE

    first, again = storage.Parts(tmp_path), storage.Parts(tmp_path)
    assert first.part(make, "what", (1, 2)) is MADE
    found = again.part(make, "what", (1, 2))
    assert (first.reused, again.reused, len(calls)) == (0, 1, 1)
    assert found[:2] == MADE[:2]
    numbers, share = found[2].pop("x")
    assert found[2] == {(1, 2): Fraction(5)}
    assert np.array_equal(numbers, np.arange(3))
    assert share == 0.1
    again.part(make, "what", (1, 3))
    storage.Parts(tmp_path, version="another").part(make, "what", (1, 2))
    assert len(calls) == 3
    again.remove()
    assert len(list(tmp_path.iterdir())) == 1


def test_a_damaged_part_and_one_that_names_anything_else_are_made_again(tmp_path):
    storage.Parts(tmp_path).part(lambda: 1)
    (path,) = tmp_path.iterdir()
    for about in ({"object": ["os:system", {}]}, {"object": ["ludoteca.core.storage:remove", {}]}):
        storage.write_arrays(path, about, {})
        assert storage.Parts(tmp_path).part(lambda: 2) == 2
    path.write_bytes(b"")
    assert storage.Parts(tmp_path).part(lambda: 3) == 3
    assert storage.Parts(None).part(lambda: 4) == 4
    with pytest.raises(TypeError, match="cannot hold"):
        storage.Parts(tmp_path).part(lambda: {1}, "a set")

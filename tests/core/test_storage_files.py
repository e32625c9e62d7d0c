"""Files that are written whole or not at all."""

import os
from pathlib import Path
from threading import Barrier, Thread

import pytest

from ludoteca.core.storage import check_writable, whole_file


def test_what_fails_half_way_leaves_the_old_file(tmp_path):
    path = tmp_path / "record"
    path.write_bytes(b"old")
    with pytest.raises(TypeError), whole_file(path) as file:
        file.writelines([b"half of the n", None])
    assert [p.name for p in tmp_path.iterdir()] == ["record"]
    assert path.read_bytes() == b"old"
    with whole_file(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"


def test_a_disk_without_room_leaves_the_old_file_and_names_it(tmp_path, no_room):
    path = tmp_path / "record"
    path.write_bytes(b"old")
    with (
        no_room(10),
        pytest.raises(OSError, match="File too large") as failure,
        whole_file(path) as file,
    ):
        file.write(b"x" * 100_000)
    assert failure.value.filename == str(path)
    assert [p.name for p in tmp_path.iterdir()] == ["record"]
    assert path.read_bytes() == b"old"


def test_a_failure_of_another_file_names_that_one(tmp_path):
    with (
        pytest.raises(FileNotFoundError) as failure,
        whole_file(tmp_path / "copy"),
    ):
        (tmp_path / "nowhere").read_bytes()
    assert failure.value.filename == str(tmp_path / "nowhere")


def test_two_who_write_the_same_file_at_once_leave_one_of_both_whole(tmp_path):
    path, both_write = tmp_path / "answer", Barrier(2)

    def write(letter: bytes) -> None:
        with whole_file(path) as file:
            both_write.wait()
            file.write(letter * 100_000)

    threads = [Thread(target=write, args=(letter,)) for letter in (b"a", b"b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() in (b"a" * 100_000, b"b" * 100_000)
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with whole_file(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_checking_whether_a_file_can_be_written_changes_none(tmp_path):
    path = tmp_path / "record"
    check_writable(path)
    assert not path.exists()
    path.write_bytes(b"old")
    check_writable(path)
    assert path.read_bytes() == b"old"
    with pytest.raises(OSError, match="No such file"):
        check_writable(tmp_path / "nowhere" / "record")


def test_what_was_written_is_on_the_disk_before_it_takes_its_name(tmp_path, monkeypatch):
    """Else a machine that loses its power may keep the name and lose what was written."""
    path, seen = tmp_path / "record", []

    def fsync(descriptor):
        seen.append(("sync", os.fstat(descriptor).st_size, path.exists()))

    replace = Path.replace

    def replaced(part, target):
        seen.append(("replace", part.stat().st_size, path.exists()))
        return replace(part, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replaced)
    with whole_file(path) as file:
        file.write(b"five!")
    assert seen == [("sync", 5, False), ("replace", 5, False)]
    assert path.read_bytes() == b"five!"

"""Files that are written whole or not at all."""

import pytest

from ludoteca.core.files import check_writable, whole_file


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

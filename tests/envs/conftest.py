"""What the package registers, and processes that compile nothing."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def metadata(tmp_path_factory):
    """A folder with the package's entry points as ``pyproject.toml`` has them.

    An editable installation keeps those of the day on which it was made.
    """
    folder = tmp_path_factory.mktemp("metadata")
    info = folder / "ludoteca-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ludoteca\nVersion: 0\n")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines))
    return folder


@pytest.fixture
def uncompiled(metadata, tmp_path):
    """``uncompiled(*arguments, **environment)``: what Python says, run without the compiler."""

    def run(*arguments, **environment):
        found = subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=ROOT,
            env=os.environ
            | {
                "PYTHONPATH": os.pathsep.join([str(metadata), *filter(None, sys.path)]),
                "NUMBA_DISABLE_JIT": "1",
                "BROWSER": "true",  # a command that opens nothing
                "LANGUAGE": "en",
                "XDG_DATA_HOME": str(tmp_path / "data"),
            }
            | environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert found.returncode == 0, found.stderr
        return found.stdout

    return run

"""The test games are registered like anybody's: by the folder that the environment names."""

import os
from contextlib import contextmanager
from pathlib import Path

import pytest

os.environ["LUDOTECA_GAMES"] = str(Path(__file__).parent / "games")


@pytest.fixture
def no_room():
    """A context in which no file takes more bytes than a given number, as if the disk were full."""
    resource = pytest.importorskip("resource")

    @contextmanager
    def limited(most):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return limited

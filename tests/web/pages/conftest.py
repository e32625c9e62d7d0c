"""A visitor of an empty server with a real journal."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from servers import QUICK
from visitors import ADDRESS, Pool, Visitor

from ludoteca.games.vangin import odds
from ludoteca.web.app import create_app


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """A visitor of an empty server, whose simulations are short."""
    monkeypatch.setattr(odds, "MAX_GAMES", 10_000)
    settings = replace(QUICK, database=f"sqlite:///{tmp_path / 'journal.sqlite'}", folder=tmp_path)
    pool = Pool()
    app = create_app(settings, pool=pool)
    with Visitor(app, base_url=ADDRESS, follow_redirects=False) as client:
        client.pool = pool
        yield client

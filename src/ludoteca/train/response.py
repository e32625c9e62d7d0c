"""A response that is trained against one machine."""

from __future__ import annotations

from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options
from ludoteca.core.questions import Progress
from ludoteca.workers.backend import Backend


def train_response(
    game: Game,
    options: Options,
    machine: str,
    folder: Path,
    effort: float,
    seed: int,
    backend: Backend,
    progress: Progress,
) -> str:
    """Train a response to ``machine`` for ``effort`` seconds; returns its spec.

    What is trained is kept in ``folder``, from where it goes on. ``seed`` deals other cards than
    those in which the response is measured. Raises ``BadInput`` where the package torch is missing.
    """
    raise BadInput(_("training needs the package torch"))

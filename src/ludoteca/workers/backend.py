"""The choice of where tasks are done: on this machine, or on those of a Ray cluster."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.workers.cluster import RayPool
from ludoteca.workers.pool import PATIENCE, LocalPool, Pool


@dataclass(frozen=True)
class Backend:
    """The place where tasks are done; nothing here changes their outcomes.

    Attributes
    ----------
    workers : processes of this machine
    patience : seconds that a player may be silent before it forfeits
    cluster : the address of a Ray cluster that works instead of this machine
    """

    workers: int = 1
    patience: float = PATIENCE
    cluster: str | None = None

    def pool(self) -> Pool:
        """A pool of these workers; raises ``BadInput`` where the cluster cannot be reached."""
        if self.cluster is None:
            return LocalPool(self.workers, self.patience)
        return RayPool(self.cluster, self.patience)

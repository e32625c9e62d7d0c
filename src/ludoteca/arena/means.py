"""By what means tasks are done: on this machine's cores, or on a cluster of machines."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.arena.crew import PATIENCE, Crew, Processes


@dataclass(frozen=True)
class Means:
    """Nothing here changes what a deal's result is.

    Attributes
    ----------
    workers : processes of this machine
    patience : seconds that a player may be silent before it forfeits the deal
    cluster : the address of a Ray cluster that works instead of this machine
    """

    workers: int = 1
    patience: float = PATIENCE
    cluster: str | None = None

    def crew(self) -> Crew:
        """A crew of these means; raises ``BadInput`` where the cluster is not to be had."""
        if self.cluster is None:
            return Processes(self.workers, self.patience)
        from ludoteca.arena.cluster import Cluster

        return Cluster(self.cluster, self.patience)

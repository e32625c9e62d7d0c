"""Where machines think: worker processes that get a seat's view and nothing else.

The web process never compiles; workers do, and load what was compiled from the cache. A worker
that crashes, is killed or takes too long costs the one request that it had.
"""

from ludoteca.web.machines.pool import Pool
from ludoteca.web.machines.process import MachineFailed

__all__ = ["MachineFailed", "Pool"]

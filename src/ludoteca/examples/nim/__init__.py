"""Nim: take any number of objects from one heap; who takes the last one wins."""

from ludoteca.core.game import GameInfo
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="nim",
    title=N_("Nim"),
    sentence=N_("Take any number of objects from one heap; the last object wins."),
    players=(2, 2),
    minutes=2,
    rules_version=1,
    utility="zero-sum",
    levels=("basic",),
    small=(("heaps", 2), ("largest", 2)),
)

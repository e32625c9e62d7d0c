"""Vangin pasianssi: a patience of pure chance, and the exact chance that it comes out."""

from ludoteca.core.game import GameInfo
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="vangin",
    title=N_("Vangin pasianssi"),
    sentence=N_("Every third card of the deck takes away the pile of its value; empty the table."),
    players=(1, 1),
    minutes=2,
    rules_version=1,
    utility="general",
    levels=("basic",),
    small=(("suits", 2), ("values", 3), ("board", 2), ("step", 2)),
)

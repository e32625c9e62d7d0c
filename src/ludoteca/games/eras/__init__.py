"""Eräs korttipeli: lay any cards face down; the best combination takes them all."""

from ludoteca.core.game import GameInfo, Rung
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="eras",
    title=N_("Eräs korttipeli"),
    sentence=N_(
        "Lay as many cards as you like, face down: the best combination wins them all. Collect "
        "cards of one value."
    ),
    players=(2, 5),
    minutes=25,
    rules_version=1,
    utility="general",
    levels=("basic", "advanced"),
    called=(("self-taught", N_("self-taught")),),
    ladder=(Rung("basic"), Rung("advanced", share=0.72), Rung("expert", share=0.65)),
    small=(("values", 4), ("suits", 2), ("hand", 3)),
)

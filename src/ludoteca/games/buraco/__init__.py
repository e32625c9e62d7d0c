"""Buraco: two pairs lay sequences, build canastras, and take a second hand, the morto."""

from ludoteca.core.game import GameInfo, Rung
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="buraco",
    title=N_("Buraco"),
    sentence=N_("Two pairs lay sequences of a suit, build canastras, and take the morto."),
    players=(2, 4),
    minutes=40,
    rules_version=2,
    utility="zero-sum",
    levels=("basic", "advanced"),
    teams=((0, 2), (1, 3)),
    ladder=(Rung("basic"), Rung("advanced", share=0.87), Rung("expert", share=0.84)),
    small=(
        ("players", 2),
        ("ranks", 5),
        ("suits", 1),
        ("held", 2),
        ("morto_size", 2),
        ("canastra", 4),
        ("takes", 2),
    ),
)

"""Simplified poker: 25 cards without suits, one exchange, one chance to fold."""

from ludoteca.core.game import GameInfo, Rung
from ludoteca.core.i18n import N_

EQUILIBRIUM, CHAMPION = "equilíbrio", "campeão"

INFO = GameInfo(
    name="poker",
    title=N_("Simplified poker"),
    sentence=N_(
        "Five cards out of twenty-five, without suits: exchange up to three, see "
        "how many the other exchanged, then fold or show."
    ),
    players=(2, 2),
    minutes=10,
    rules_version=1,
    utility="general",
    levels=("ganancioso", "cauteloso", "blefe", "aleatório", "nosso", EQUILIBRIUM),
    aliases=(("basic", "ganancioso"), ("advanced", "nosso"), ("expert", EQUILIBRIUM)),
    called=(
        ("ganancioso", N_("greedy")),
        ("cauteloso", N_("cautious")),
        ("blefe", N_("bluffer")),
        ("aleatório", N_("random")),
        ("nosso", N_("our own")),
        (EQUILIBRIUM, N_("equilibrium")),
        (CHAMPION, N_("champion")),
    ),
    ladder=(
        Rung("aleatório", N_("Tosses a coin for every card and every fold.")),
        Rung("cauteloso", N_("Believes what your exchange says, and folds."), 0.767, "matches"),
        Rung("blefe", N_("Exchanges one card at most, to look strong."), 0.849, "matches"),
        Rung("ganancioso", N_("Exchanges what is of no use and never bluffs."), 0.661, "matches"),
        Rung("nosso", N_("Hides an empty hand, and rarely folds."), 0.546, "matches"),
        Rung(EQUILIBRIUM, N_("Plays the solved strategy of the round."), 0.504, "matches"),
        Rung(CHAMPION, N_("Plays the solved strategy of the match."), 0.523, "matches"),
    ),
    small=(("ranks", 3), ("copies", 3), ("hand", 2), ("most", 2)),
)

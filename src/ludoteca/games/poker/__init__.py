"""Simplified poker: 25 cards without suits, one exchange, one chance to fold."""

from ludoteca.core.game import GameInfo
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="poker",
    title=N_("Simplified poker"),
    sentence=N_(
        "Five cards of twenty-five without suits: exchange up to three, see how many the other "
        "exchanged, fold or show."
    ),
    players=(2, 2),
    minutes=10,
    rules_version=1,
    utility="general",
    levels=("ganancioso", "cauteloso", "blefe", "aleatório", "nosso", "equilíbrio"),
    aliases=(("basic", "ganancioso"), ("advanced", "nosso"), ("expert", "equilíbrio")),
    called=(
        ("ganancioso", N_("greedy")),
        ("cauteloso", N_("cautious")),
        ("blefe", N_("bluffer")),
        ("aleatório", N_("random")),
        ("nosso", N_("our own")),
        ("equilíbrio", N_("equilibrium")),
        ("campeão", N_("champion")),
    ),
    small=(("ranks", 3), ("copies", 3), ("hand", 2), ("most", 2)),
)

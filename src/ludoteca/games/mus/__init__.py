"""Mus for four in two pairs: grande, chica, pares, juego or punto, and bets on each."""

from ludoteca.core.game import GameInfo, Rung, School
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="mus",
    title=N_("Mus"),
    sentence=N_(
        "Two pairs bet on grande, chica, pares and juego, and partners make signs to each other."
    ),
    players=(4, 4),
    minutes=40,
    rules_version=1,
    utility="zero-sum",
    levels=("básico", "avanzado", "experto"),
    aliases=(
        ("basic", "básico"),
        ("advanced", "avanzado"),
        ("expert", "experto"),
        ("master", "maestro"),
        ("self-taught", "autodidacta"),
    ),
    called=(
        ("básico", N_("basic")),
        ("avanzado", N_("advanced")),
        ("experto", N_("expert")),
        ("maestro", N_("master")),
        ("autodidacta", N_("self-taught")),
    ),
    teams=((0, 2), (1, 3)),
    ladder=(
        Rung("básico", N_("Looks at the hand alone.")),
        Rung("avanzado", N_("Weighs each lance by place, words and signs."), 0.620, "matches"),
        Rung("experto", N_("Hears every bet and plays to the score."), 0.623, "matches"),
        Rung("maestro", N_("Imagines what the others hold."), 0.820, "matches"),
    ),
    which=N_("Which mus do you play?"),
    schools=(
        School(
            "ocho",
            N_("Eight kings"),
            N_("A 3 is a king, a 2 an ace; signs from the first deal on."),
            (("corrido", "no"),),
        ),
        School(
            "cuatro",
            N_("Four kings"),
            N_("A 3 is a 3, a 2 is a 2; signs from the first deal on."),
            (("kings", "4"), ("corrido", "no")),
        ),
        School(
            "real",
            N_("Eight kings, with la real"),
            N_("31 of three sevens and a sota beats every other juego."),
            (("real", "sota"), ("corrido", "no")),
        ),
        School(
            "federation",
            N_("Signs of the federation"),
            N_("Eight kings and the longer list of signs, which also tell of the bets."),
            (("signs", "federation"), ("corrido", "no")),
            rare=True,
        ),
        School(
            "corrido",
            N_("With mus corrido"),
            N_("In the first juego the deal passes on with each mus, without signs."),
            rare=True,
        ),
    ),
    small=(("ranks", 2), ("copies", 5), ("held", 2), ("rounds", 2), ("target", 3), ("catch", 100)),
)

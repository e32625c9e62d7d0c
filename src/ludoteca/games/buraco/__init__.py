"""Buraco: two pairs lay sequences, build canastras, and take a second hand, the morto."""

from ludoteca.core.game import GameInfo, Rung, School
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
    which=N_("Which buraco do you play?"),
    schools=(
        School(
            "aberto",
            "Buraco aberto",
            N_("Open pile, jokers, no sets; a clean canastra to go out."),
            (("profile", "aberto"),),
        ),
        School(
            "fechado",
            "Buraco fechado",
            N_("Closed pile, jokers, sets; any canastra to go out."),
            (("profile", "fechado"),),
        ),
        School(
            "stbl",
            "STBL",
            N_("Closed pile, jokers, no sets; a clean canastra to go out."),
            (("profile", "stbl"),),
        ),
        School(
            "burraco",
            "Burraco",
            N_("As in Italy: open pile, sets, semi-clean burracos, no wild card to go out."),
            (("profile", "burraco"),),
        ),
        School(
            "canastra",
            "Canastra",
            N_("Open pile, no jokers; sets of aces, threes and kings alone."),
            (("profile", "canastra"),),
        ),
        School(
            "thesis",
            N_("Simple buraco"),
            N_("Open pile, no jokers, no sets; a wild card stays where it lies."),
            (("profile", "thesis"),),
            rare=True,
        ),
    ),
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

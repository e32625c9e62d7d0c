"""Big Points: five pawns that belong to everybody walk over a row of discs to a stair."""

from ludoteca.core.game import GameInfo, Rung
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="bigpoints",
    title=N_("Big Points"),
    sentence=N_(
        "Move any pawn to the next disc of its colour and collect a disc beside it; the order in "
        "which the pawns reach the stair says what each colour is worth."
    ),
    players=(2, 5),
    minutes=20,
    rules_version=1,
    utility="general",
    levels=("basic", "advanced", "expert"),
    ladder=(
        Rung("basic"),
        Rung("advanced", N_("Weighs up where each move would leave it."), share=0.92),
        Rung("expert", N_("Looks ahead as far as time allows."), share=0.93),
    ),
    small=(("colours", 2), ("discs", 2), ("white", 0), ("black", 1)),
)

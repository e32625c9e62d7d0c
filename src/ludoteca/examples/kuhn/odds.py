"""Kuhn poker in numbers: the odds beside the cards, and whether a bet is a bluff."""

from fractions import Fraction
from typing import Annotated

from ludoteca.core.answers import Answer
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Odd, chance_words, simulated_share
from ludoteca.core.questions import Param, question


def odds_at(view, rng):
    """The chance to hold the higher card, from what the seat sees."""
    card = int(view.record[0].hand[view.seat]) if view.seat >= 0 else 0
    if card == 0:
        return ()
    condition = _("the two cards that you do not hold are equally likely")
    return (Odd(_("your card is the higher one"), Exact(Fraction(card - 1, 2), condition)),)


@question("odds", N_("The chance that a queen beats a bet, and the points of calling it."))
def queen(
    bluffs: Annotated[int, Param(N_("the other bets one jack in so many"), low=1)] = 3,
) -> Answer:
    """Bayes' rule: the other bets every king, and one jack in ``bluffs``."""
    win = Fraction(1, bluffs) / (Fraction(1, bluffs) + 1)
    call = 2 * win - 2 * (1 - win)  # a called bet wins or loses 2; to fold loses 1

    def why(rng):
        yield f"(1/{bluffs}) / (1/{bluffs} + 1) = {win}"
        kings = rng.random(20_000) < 0.5
        bets = kings | (rng.random(20_000) < 1 / bluffs)
        seen = simulated_share(int((bets & ~kings).sum()), int(bets.sum()))
        text = _("{n} bets simulated: {mean:.4f}, 95% {low:.4f} to {high:.4f}")
        yield text.format(n=seen.n, mean=seen.mean, low=seen.low, high=seen.high)

    condition = _("king and jack are equally likely before the bet")
    text = _("A queen that calls a bet wins {chance}; to call is worth {points:+.3g} points.")
    headline = text.format(chance=chance_words(float(win)), points=float(call))
    return Answer(
        {"win": Exact(win, condition), N_("call"): Exact(call), "fold": -1},
        why=why,
        headline=headline,
    )

"""Small whist in numbers: whether the others can follow the suit that is led."""

from fractions import Fraction
from math import comb
from typing import Annotated

from ludoteca.core.answers import Answer
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, chance_words, simulated_share
from ludoteca.core.questions import Param, question


@question("odds", N_("The chance that the others can follow the suit that you lead."))
def follow(
    unseen: Annotated[int, Param(N_("cards of the suit that you do not see"), low=0, high=13)] = 3,
    hand: Annotated[int, Param(N_("cards in each of the other hands"), low=1, high=13)] = 5,
) -> Answer:
    """Both rivals have the suit but for the deals in which one or the other has none of it."""
    if unseen > 3 * hand:
        raise BadInput(_("the other hands hold only {n} cards").format(n=3 * hand))

    def without(hands: int) -> Fraction:
        """The chance that so many hands, named beforehand, have none of the suit."""
        return Fraction(comb(3 * hand - unseen, hands * hand), comb(3 * hand, hands * hand))

    both = 1 - 2 * without(1) + without(2)

    def why(rng):
        yield f"1 - 2 * {without(1)} + {without(2)} = {both}"
        dealt = rng.permuted([[1] * unseen + [0] * (3 * hand - unseen)] * 20_000, axis=1)
        held = dealt.reshape(-1, 3, hand).sum(axis=2)
        seen = simulated_share(int(((held[:, 0] > 0) & (held[:, 2] > 0)).sum()), len(held))
        text = _("{n} deals simulated: {mean:.4f}, 95% {low:.4f} to {high:.4f}")
        yield text.format(n=seen.n, mean=seen.mean, low=seen.low, high=seen.high)

    condition = _("every deal of the unseen cards is equally likely")
    return Answer(
        {
            "both_rivals": Exact(both, condition),
            "partner": Exact(1 - without(1), condition),
        },
        why=why,
        headline=_("Both rivals can follow suit with a chance of {chance}.").format(
            chance=chance_words(float(both))
        ),
    )

"""``ludoteca solve poker``: equilibria of the round and of the match, and folding with a hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from ludoteca.core.answers import Answer, Cell, Rows, table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, chance_words, figure
from ludoteca.core.options import Options
from ludoteca.core.questions import Param, Progress, question, quiet
from ludoteca.core.storage import cache_folder, data_folder
from ludoteca.players.base import Mixer
from ludoteca.solve.cfr import VARIANTS, RunProgress, shown_by

from . import hands
from .odds import (
    VALUES_REST_ON,
    against_equilibrium,
    hand_asked,
)
from .solver import store
from .solver.round_paths import FIRST, SECOND, Round

if TYPE_CHECKING:
    from .solver.compact import SolvedRound
    from .solver.match import SolvedMatch

_APART = 0.01  #: points; bounds of the value that are further apart are told instead of it
LEADS = 10  #: points of lead up to which the table of a match goes

StrategyFile: TypeAlias = Annotated[
    Path | None, Param(N_("file for the strategy; without it, one of the user's data folder"))
]


@question(
    "solve",
    N_("How to play a round so that nobody beats you in the long run."),
    resumable=True,
)
def equilibrium(
    options: Options,
    target: Annotated[
        float, Param(N_("exploitability to reach, in points a round"), low=0.0, high=1e9)
    ] = 1e-6,
    iterations: Annotated[int, Param(N_("most iterations"), low=1)] = 10_000_000,
    method: Annotated[
        Literal["CFR+", "PCFR+", "DCFR", "DCFR+", "PDCFR+"],
        Param(N_("which kind of regret minimisation")),
    ] = "CFR+",
    strategy: StrategyFile = None,
    progress: Progress = quiet,
) -> Answer:
    """The value to the first player, the exploitability, and where the strategy was saved."""
    from .solver.equilibrium import Solver

    played = Round.of(options)
    name = store.round_name(played)
    checkpoint = cache_folder("poker") / f"{name}-{method}.npz"
    solver = Solver.going_on(played, checkpoint, VARIANTS[method])
    before = solver.iterations
    solved = solver.run(target, iterations, shown_by(progress), checkpoint)
    path = strategy or data_folder("poker") / f"{name}.json"
    store.write(path, solved)
    return Answer(
        {
            "value": float(solved.value),
            "value_at_least": float(solved.low),
            "value_at_most": float(solved.high),
            "exploitability": float(solved.exploitability),
            "iterations": solved.iterations,
            "seconds": solver.seconds,
            "method": solved.method,
            "resumed_at": before or None,
            "saved": str(path),
        },
        (_progress(solver.history),),
        notes=[
            _("value: points of the first player above the second, a round"),
            _(
                "value and exploitability are computed exactly, of the strategy that was saved, "
                "by best responses on the whole round; they are shown as decimals"
            ),
        ],
        headline=_headline(solved),
    )


def _headline(solved: SolvedRound) -> str:
    """The value, or its bounds while these are still apart, and what anybody can gain."""
    low, high = float(solved.low), float(solved.high)
    if high - low > _APART:
        text = _(
            "Between perfect players the first gets between {low:+.2g} and {high:+.2g} points a "
            "round: after {n} iterations no more is known. Against this strategy somebody may "
            "gain {most} points on average."
        )
    else:
        text = _(
            "Between perfect players the first gets {points:+.4g} points a round; against this "
            "strategy nobody gains more than {most} points on average."
        )
    return text.format(
        low=low,
        high=high,
        points=float(solved.value),
        n=solved.iterations,
        most=figure(float(solved.exploitability)),
    )


@question(
    "solve",
    N_("How to play a whole match so that nobody beats you, by the rounds left and the lead."),
    resumable=True,
)
def match(
    options: Options,
    target: Annotated[
        float, Param(N_("how near each round is solved, as a chance to win"), low=1e-9, high=1.0)
    ] = 1e-6,
    strategy: StrategyFile = None,
    progress: Progress = quiet,
) -> Answer:
    """The chance of the first to win, and how much more is won than by playing for points."""
    from .evaluate.pairing import gained
    from .solver import match_store
    from .solver.match import chance_of, solve_match

    played, rounds = Round.of(options), int(options["rounds"])
    if played.kind == "rapida":
        raise BadInput(_("in a quick round there is nothing to decide"))
    began, parts = time.perf_counter(), store.user_parts()
    words = _("stages of the match")
    found = solve_match(
        played, rounds, 2 * target, parts, lambda done, of: progress(done, of, words)
    )
    seconds = time.perf_counter() - began
    path = strategy or match_store.path_of_the_user(played, rounds)
    match_store.write(path, found)
    parts.remove()
    low, high = found.bounds
    return Answer(
        {
            "value": chance_of((low + high) / 2),
            "value_at_least": chance_of(low),
            "value_at_most": chance_of(high),
            "exploitability": found.exploitability / 2,
            "stages": len(found.stages),
            "strategies": len(found.strategies),
            "seconds": seconds,
            "saved": str(path),
        },
        (_leads(found), gained(found)),
        notes=[
            _("value: the chance of the first player to win the match, a draw counting half"),
            _(
                "at least and at most: what the best responses to the whole match leave and get, "
                "worked out backwards over all rounds in double precision"
            ),
        ],
        headline=_(
            "Between perfect players the first to speak wins {chance} of the matches."
        ).format(chance=chance_words(chance_of((low + high) / 2))),
        chances=("value", "value_at_least", "value_at_most"),
    )


_NUMBERS = (N_("none"), N_("one card"), N_("two cards"), N_("three cards"))


@question(
    "solve",
    N_("To stay or to fold with a hand: the chance to win, and the points of both."),
    played=((N_("Should I stay or fold with this hand?"), {}),),
)
def fold(
    options: Options,
    cards: Annotated[
        list[str],
        Param(N_("your hand now: AAA7K"), picks="cards", check=hand_asked, example="AAA7K"),
    ],
    seat: Annotated[
        Literal["first", "second"],
        Param(
            N_("who may fold first"),
            labels=(N_("I do"), N_("my opponent, who has stayed")),
            example="first",
            title=N_("who may fold first"),
        ),
    ],
    own: Annotated[
        int,
        Param(
            N_("cards that you exchanged"),
            low=0,
            high=3,
            labels=_NUMBERS,
            example="2",
            title=N_("you exchanged"),
        ),
    ],
    other: Annotated[
        int,
        Param(
            N_("cards that your opponent exchanged"),
            low=0,
            high=3,
            labels=_NUMBERS,
            example="3",
            title=N_("your opponent exchanged"),
        ),
    ],
) -> Answer:
    """The points of both, and what comes of staying, against the equilibrium.

    Exchanged were, so it is taken, cards of kinds that the hand has no more.
    """
    played = Round.of(options)
    if played.kind != "completa":
        raise BadInput(_("in such a round nobody folds"))
    hand = hand_asked({"options": options, "cards": cards})
    kinds = sorted(range(len(hand)), key=lambda rank: (hand[rank], -rank))
    lot = hands.counted(kinds[:own])
    # Any cards of the hand may be those that were drawn: what is known is the same.
    drawn = hands.lowest(hand, own)
    path = hands.plus(hands.minus(hand, drawn), lot), lot, hand, other
    worth = against_equilibrium(played, FIRST if seat == "first" else SECOND)
    both, ends = worth.of_folding(*path), worth.of_ends(*path)
    if both is None or ends is None:
        raise BadInput(_("nobody who plays well exchanges so many cards"))
    folding, staying = (round(float(points), 2) for points in both)
    folds, better, tie = ends
    told = _("Fold: if you stay, your chance to win is {chance}, and {tie} to tie.")
    if staying > folding:
        told = _("Stay: your chance to win is {chance}, and {tie} to tie.")
    elif staying == folding:
        told = _("Stay or fold, it is the same: your chance to win is {chance}, and {tie} to tie.")
    points = _("Staying brings {staying:+.2f} points on average, folding {folding:+.2f}.")
    condition = _(VALUES_REST_ON)
    fields: dict[str, Cell] = {
        "opponent_folds": Exact(folds, condition),
        "your_hand_is_better": Exact(better, condition),
        "tie": Exact(tie, condition),
        "your_hand_is_worse": Exact(1 - folds - better - tie, condition),
        "staying": Exact(both[1], condition),
        "folding": Exact(both[0], condition),
    }
    headline = " ".join(
        (
            told.format(chance=chance_words(float(folds + better)), tie=chance_words(float(tie))),
            points.format(staying=staying, folding=folding),
        )
    )
    notes = [_("Points are those above your opponent's in this round, against a perfect one.")]
    chances = ("opponent_folds", "your_hand_is_better", "tie", "your_hand_is_worse")
    return Answer(fields, notes=notes, headline=headline, chances=chances)


def exact_win(options: Options, machine: Mixer) -> Callable[[Mixer | None], float]:
    """See :mod:`.solver.of_player`: seconds for the machine, and again for each opponent."""
    from .solver.of_player import sides_of, won, won_by_best

    played, sides = Round.of(options), sides_of(machine, options)

    def wins(opponent: Mixer | None) -> float:
        if opponent is None:
            return won_by_best(played, sides)
        return won(played, sides, sides_of(opponent, options))

    return wins


@table("progress", N_("How the exploitability fell"), "iterations exploitability seconds")
def _progress(history: Sequence[RunProgress]) -> Rows:
    """The looks of a run, each at least half as long again as the one before, and the last."""
    kept = 0.0
    for now in history:
        if now is history[-1] or now.iterations >= 1.5 * kept:
            kept = now.iterations
            yield [now.iterations, now.exploitability, now.seconds]


@table(
    "leads",
    N_("The chance of the first player of a round, a draw counting half"),
    "rounds_left lead chance",
    chances="chance",
)
def _leads(match: SolvedMatch) -> Rows:
    for stage in sorted(match.stages, key=lambda s: (-s.left, s.lead)):
        if abs(stage.lead) <= LEADS:
            yield [stage.left, stage.lead, match.chance(stage)]

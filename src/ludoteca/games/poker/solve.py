"""``ludoteca solve poker``: an equilibrium of the round, and the proof of how near it is."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from ludoteca.core.answers import Answer, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options
from ludoteca.core.questions import Param, Progress, question, quiet
from ludoteca.core.storage import cache_folder, data_folder
from ludoteca.solve.cfr import VARIANTS
from ludoteca.solve.cfr import Progress as Standing

from .solver import store
from .solver.round_paths import Round

StrategyFile: TypeAlias = Annotated[
    Path | None, Param(N_("file for the strategy; without it, one of the user's data folder"))
]


@question(
    "solve",
    N_("The unbeatable strategy for one round, with its proof; saves the strategy."),
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
    try:
        solver = Solver.restore(played, checkpoint)
    except BadInput:
        solver = Solver(played, VARIANTS[method])
    before = solver.iterations
    words = _("exploitability {x:.2g}")
    found = solver.run(
        target,
        iterations,
        progress=lambda now: progress(now.iterations, None, words.format(x=now.exploitability)),
        checkpoint=checkpoint,
    )
    path = strategy or data_folder("poker") / f"{name}.json"
    solved = found.solved
    store.write(path, solved)
    rows = [(p.iterations, p.exploitability, p.seconds) for p in _few(found.history)]
    return Answer(
        {
            "value": float(solved.value),
            "value_at_least": float(solved.low),
            "value_at_most": float(solved.high),
            "exploitability": float(solved.exploitability),
            "iterations": solved.iterations,
            "seconds": found.seconds,
            "method": solved.method,
            "resumed_at": before or None,
            "saved": str(path),
        },
        (
            Table(
                "progress",
                ("iterations", "exploitability", "seconds"),
                rows,
                N_("How the exploitability fell"),
            ),
        ),
        notes=[
            _("value: points of the first player above the second, a round"),
            _(
                "value and exploitability are computed exactly, of the strategy that was saved, "
                "by best responses on the whole round; they are shown as decimals"
            ),
        ],
        headline=_(
            "Between perfect players the first gets {points:+.4g} points a round; against this "
            "strategy nobody gains more than {most:.1g} on average."
        ).format(points=float(solved.value), most=float(solved.exploitability)),
    )


@question(
    "solve",
    N_("An equilibrium of the match, by the rounds left and the lead; saves the strategy."),
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
    from .solver import match_store, match_tables
    from .solver.match import solve_match

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
    return match_tables.match_answer(found, seconds, path)


def _few(history: tuple[Standing, ...]) -> list[Standing]:
    """The looks of a run, each at least half as long again as the one before, and the last."""
    kept: list[Standing] = []
    for now in history:
        if not kept or now is history[-1] or now.iterations >= 1.5 * kept[-1].iterations:
            kept.append(now)
    return kept

"""``ludoteca solve`` for a game without answers of its own: the generic solvers."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Annotated, cast

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options
from ludoteca.core.questions import Answer, Param, Progress, Table, question, quiet

RECORD_SENTENCE = N_("a record to go on from (a file)")
HEADINGS = (
    N_("value"), N_("best"), N_("variation"), N_("nodes"), N_("seconds"), N_("iterations"),
    N_("exploitability"), N_("strategy"), N_("seat"), N_("information"), N_("move"),
    N_("probability"), N_("method"),
)  # fmt: skip


def solvable(game: Game) -> bool:
    """True where a generic solver may apply: two seats whose points have a constant sum."""
    low, _high = game.info.players
    return low == 2 and game.info.utility != "general" and game.info.teams is None


def questions_for(game: Game) -> ModuleType:
    """The generic questions about ``game``, the fitting one first, as a room would hold them."""
    minimax, equilibrium = _minimax(game), _equilibrium(game)
    found = {"minimax": minimax, "equilibrium": equilibrium}
    if not _all_is_seen(game):
        found = {"equilibrium": equilibrium, "minimax": minimax}
    return cast(ModuleType, SimpleNamespace(**found))


def _all_is_seen(game: Game) -> bool:
    from ludoteca.core.layout import Visibility

    public = all(field.visibility is Visibility.PUBLIC for field in game.state_layout)
    return public and not game.new_state().is_chance()


def _minimax(game: Game):  # type: ignore[no-untyped-def]
    @question("solve", N_("Best play where both players see everything, to the end of the game."))
    def minimax(
        options: Options,
        record: Annotated[Path | None, Param(RECORD_SENTENCE)] = None,
        progress: Progress = quiet,
    ) -> Answer:
        from ludoteca.core.record import GameRecord
        from ludoteca.solve.minimax import solve

        if record is None:
            state = game.new_state(options)
        else:
            state = GameRecord.parse(record.read_text(encoding="utf-8")).replay()
            if state.game.name != game.name:
                raise BadInput(
                    _("the record is of {found}, not of {wanted}").format(
                        found=state.game.name, wanted=game.name
                    )
                )
        result = solve(
            state, all_best=True, progress=lambda p: progress(p.nodes, None, _("positions"))
        )
        best = [state.action_text(a) for a in result.best]
        variation = []
        for action in result.variation:
            variation.append(state.action_text(action))
            state.apply(action)
        return Answer({
            "value": result.value,
            "best": best,
            "variation": variation,
            "nodes": result.nodes,
            "seconds": result.seconds,
        })  # fmt: skip

    return minimax


def _equilibrium(game: Game):  # type: ignore[no-untyped-def]
    @question("solve", N_("An equilibrium of the whole game, with the proof of how near it is."))
    def equilibrium(
        options: Options,
        target: Annotated[
            float, Param(N_("exploitability to reach, in points"), low=0.0, high=1e9)
        ] = 1e-4,
        iterations: Annotated[int, Param(N_("most iterations"), low=1)] = 1_000_000,
        progress: Progress = quiet,
    ) -> Answer:
        from ludoteca.solve.cfr import solve_cfr
        from ludoteca.solve.tree import build_tree

        solution = solve_cfr(
            build_tree(game, options),
            target,
            iterations,
            progress=lambda p: progress(
                p.iterations, None, _("exploitability {x:.2g}").format(x=p.exploitability)
            ),
        )
        rows = [
            (where, move, probability)
            for where, moves in solution.table().items()
            for move, probability in moves.items()
        ]
        return Answer(
            {
                "value": float(solution.values[0]),
                "exploitability": solution.exploitability,
                "iterations": solution.iterations,
                "method": solution.method,
                "seconds": solution.seconds,
            },
            (Table("strategy", ("information", "move", "probability"), rows),),
            notes=[
                _("value is of the first seat, right within twice the exploitability"),
            ],
        )

    return equilibrium

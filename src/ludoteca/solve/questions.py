"""Questions about a game: its own and, under ``solve``, those of the generic solvers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, cast

from ludoteca.core.answers import Answer, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.numbers import figure
from ludoteca.core.options import Options, Value
from ludoteca.core.questions import (
    VERBS,
    Param,
    Progress,
    Question,
    Say,
    Verb,
    own_questions,
    question,
    questions,
    quiet,
    silent,
)
from ludoteca.core.registry import load_game
from ludoteca.lab.text import duration

if TYPE_CHECKING:
    from ludoteca.core.state import State

_LONG_SECONDS = 5.0  #: after which the person is told how long it may take
_RECORD = Param(N_("a record to go on from (a file)"))


def solvable(game: Game) -> bool:
    """True if a generic solver may apply: one seat, or two whose points have a constant sum."""
    low, _high = game.info.players
    duel = low == 2 and game.info.utility != "general" and game.info.teams is None
    return duel or game.info.players == (1, 1)


def answers(game: Game, verb: Verb) -> bool:
    """True if ``game`` answers questions of ``verb``; loads none of its rooms."""
    return game.has_questions(verb) or (verb == "solve" and solvable(game))


def questions_of(game: Game, verb: Verb) -> dict[str, Question]:
    """The questions that ``game`` answers under ``verb`` by name, the first one first.

    Raises ``GameDefinitionError`` where one of them has a parameter called like a rule option.
    """
    if verb == "solve" and game.room(verb) is None and solvable(game):
        return questions(questions_for(game))
    return own_questions(game, verb)


def ask(
    game: Game | str,
    verb: str,
    name: str = "",
    *,
    options: Mapping[str, Value | bool] | None = None,
    seed: int = 1,
    progress: Progress = quiet,
    **given: Any,
) -> Answer:
    """Answer ``ludoteca <verb> <game> [<name>]``, with the question's parameters ``given``.

    ``name`` is for the questions below the first one of a verb; it may also follow the verb, as in
    the command: ``ask("buraco", "odds going-out", hand="9H")``. ``options`` are the rule options
    where the question takes them; ``seed`` decides all that is random in it.

    Raises
    ------
    BadInput
        For a question that the game does not answer, or a value that the question does not take.

    Examples
    --------
    >>> ask("vangin", "odds", suits=4, values=13, board=13, picks=13).fields["win"].value
    Fraction(964444044208, 262190765217675)
    """
    game = load_game(game) if isinstance(game, str) else game
    first, *below = f"{verb} {name}".replace("_", "-").split() or [""]
    known = questions_of(game, first) if first in VERBS else {}
    asked = known.get(" ".join(below)) if below else next(iter(known.values()), None)
    if asked is None:
        every = [f"{v} {q}" for v in VERBS for q in questions_of(game, v)]
        raise BadInput(
            _("{game} answers no such question; it answers: {known}").format(
                game=game.name, known=", ".join(every) or _("none")
            )
        )
    filled = {"seed": seed, "progress": progress, "options": game.options(options)}
    return asked.ask(given, **filled)


def questions_for(game: Game) -> ModuleType:
    """The generic questions about ``game``, the fitting one first, as a room would hold them."""
    every = {"minimax": _minimax(game), "equilibrium": _equilibrium(game), "full": _full(game)}
    if game.info.players == (1, 1):
        names = ["full"]
    elif _all_is_seen(game):
        names = ["minimax", "full", "equilibrium"]
    else:
        names = ["equilibrium"]
    return cast(ModuleType, SimpleNamespace(**{name: every[name] for name in names}))


def _all_is_seen(game: Game) -> bool:
    from ludoteca.core.layout import Visibility

    public = all(field.visibility is Visibility.PUBLIC for field in game.state_layout)
    return public and not game.new_state().is_chance()


def _position(game: Game, options: Options, record: Path | None) -> State:
    if record is None:
        return game.new_state(options)
    from ludoteca.core.record import position_from

    return position_from(game, record)


def best_play_told(value: float) -> str:
    """A sentence on what best play comes to, by the points of who is to move less the other's."""
    if value == 0:
        return _("With best play by both it is a tie.")
    if value > 0:
        return ngettext(
            "The player to move wins by {points:g} point with best play.",
            "The player to move wins by {points:g} points with best play.",
            1 if value == 1 else 2,
        ).format(points=value)
    return ngettext(
        "The player to move loses by {points:g} point against best play.",
        "The player to move loses by {points:g} points against best play.",
        1 if value == -1 else 2,
    ).format(points=-value)


def _minimax(game: Game) -> Any:
    @question("solve", N_("Best play where both players see everything, to the end of the game."))
    def minimax(
        options: Options,
        record: Annotated[Path | None, _RECORD] = None,
        progress: Progress = quiet,
    ) -> Answer:
        from ludoteca.solve.minimax import solve

        state = _position(game, options, record)
        result = solve(
            state, all_best=True, progress=lambda p: progress(p.nodes, None, _("positions"))
        )
        best = [state.action_text(a) for a in result.best]
        variation = []
        for action in result.variation:
            variation.append(state.action_text(action))
            state.apply(action)
        return Answer(
            {
                "value": result.value,
                "best": best,
                "variation": variation,
                "nodes": result.nodes,
                "seconds": result.seconds,
            },
            notes=[_("value: points of the side to move minus the other's, at the end")],
            headline=best_play_told(result.value),
        )

    return minimax


def _full(game: Game) -> Any:
    @question("solve", N_("The exact value of every position that can come, chance included."))
    def full(
        options: Options,
        record: Annotated[Path | None, _RECORD] = None,
        progress: Progress = quiet,
        say: Say = silent,
    ) -> Answer:
        from ludoteca.solve.backward_induction import solve_fully
        from ludoteca.solve.positions import MAX_POSITIONS, ExplorationProgress

        state = _position(game, options, record)
        first: ExplorationProgress | None = None
        told = False

        def reached(now: ExplorationProgress) -> None:
            nonlocal first, told
            first = first or now  # by then all is compiled
            seconds = now.seconds - first.seconds
            if seconds > _LONG_SECONDS and not told:
                told = True
                each = seconds / (now.positions - first.positions)
                text = _(
                    "the number of positions is not known beforehand; at most {n:,} are solved, "
                    "which takes up to {time}"
                )
                say(text.format(n=MAX_POSITIONS, time=duration(MAX_POSITIONS * each)))
            progress(now.positions, None, _("positions"))

        solution = solve_fully(state, progress=reached)
        return Answer(
            {
                "values": solution.root,
                "best": [state.action_text(a) for a in solution.best(state)],
                "positions": len(solution.graph),
                "seconds": solution.seconds,
            },
            notes=[_("values: expected points of each seat when all play for their own")],
            headline=_("The first seat gets {points:.4g} points on average at best play.").format(
                points=solution.root[0]
            ),
        )

    return full


def _equilibrium(game: Game) -> Any:
    @question(
        "solve",
        N_("An equilibrium of the whole game, with the proof of how near it is."),
        resumable=True,
    )
    def equilibrium(
        options: Options,
        target: Annotated[
            float, Param(N_("exploitability to reach, in points"), low=0.0, high=1e9)
        ] = 1e-4,
        iterations: Annotated[int, Param(N_("most iterations"), low=1)] = 1_000_000,
        progress: Progress = quiet,
    ) -> Answer:
        from ludoteca.core.storage import cache_folder
        from ludoteca.solve.cfr import CfrSolver, shown_by
        from ludoteca.solve.tree import build_tree

        tree = build_tree(game, options)
        file = cache_folder("solve") / f"{game.name}-{tree.fingerprint}.npz"
        solver = CfrSolver.going_on(tree, file)
        before = solver.iterations
        solution = solver.run(target, iterations, shown_by(progress), file)
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
                "resumed_at": before or None,
            },
            (
                Table(
                    "strategy",
                    ("information", "move", "probability"),
                    rows,
                    chances=("probability",),
                ),
            ),
            notes=[_("value: of the first seat, right within twice the exploitability")],
            headline=_(
                "Between perfect players the first gets {points:+.4g} points a deal; nobody can "
                "gain more than {most} points on average against this strategy."
            ).format(points=float(solution.values[0]), most=figure(solution.exploitability)),
        )

    return equilibrium

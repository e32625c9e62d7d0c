"""The answers: what the opponents of a machine won from it, and how a player was trained."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from ludoteca.core.answers import Answer, Cell, Plot, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import figure
from ludoteca.core.player_names import name_and_level
from ludoteca.lab import charts
from ludoteca.train.course import EXPLOITABILITY, MATCHES_WON, POINTS, Course
from ludoteca.train.exact import ExactWins
from ludoteca.train.exploit import Measured
from ludoteca.train.tells import HANDS, Tells

_SHOWN_FAILURES = 10


def answer_of(
    found: Measured,
    exact: ExactWins | None = None,
    training: Mapping[str, float] | None = None,
    tells: Tells | None = None,
) -> Answer:
    """The answer: the lower bound, and a table of the opponents.

    Where no two deals of any opponent have been played the lower bound is None.

    Parameters
    ----------
    training
        the seconds for which opponents were trained, by their specs
    """
    of_machine = found.of_machine()
    fields: dict[str, Cell] = {
        "game": found.exploit.game.name,
        "options": found.exploit.options,
        "seed": found.exploit.seed,
        "machine": found.exploit.machine,
        "lower_bound": found.lower_bound,
        "opponent": found.best,
    }
    if exact is not None:
        fields["most_won"] = exact.most
        fields["exploitability"] = exact.exploitability
    if tells is not None:
        fields["bits_told"] = tells.bits
        fields["hand_shown"] = tells.shown
    fields["deals"] = sum(map(len, (*found.lines.values(), found.fresh)))
    fields["seconds_per_move"] = of_machine.pace
    table = opponents_table(found, exact, training or {})
    info = found.exploit.game.info
    draw = partial(
        charts.intervals,
        table,
        "opponent",
        "won_from_it",
        exact=0.0 if exact is None else exact.most,
    )
    title = _("Points a deal won from {machine}").format(
        machine=name_and_level(info, found.exploit.machine)
    )
    return Answer(
        fields,
        [table],
        [Plot("won_from_it", title, draw)],
        _notes(found, exact, tells),
        headline=_headline(found, exact),
    )


def opponents_table(
    found: Measured, exact: ExactWins | None, training: Mapping[str, float]
) -> Table:
    """A row for each opponent, the one that wins most first; points a deal, and seconds.

    ``training`` has the seconds for which opponents were trained, by their specs.
    """
    rows: list[list[Cell]] = []
    for opponent in found.by_won:
        tally = found.tally(opponent)
        pace = tally.pace if tally.moves else None
        row: list[Cell] = [opponent, found.won(opponent), len(found.lines[opponent]), pace]
        row.append(tally.forfeits)
        if exact is not None:
            asked = exact.quick or opponent in (found.best, *training)
            row.append(exact.won_by(opponent) if asked else None)
        if training:
            row.append(training.get(opponent))
        rows.append(row)
    columns = (
        *("opponent", "won_from_it", "deals", "seconds_per_move", "forfeits"),
        *(("exact",) if exact is not None else ()),
        *(("training_seconds",) if training else ()),
    )
    return Table("opponents", columns, rows, N_("The opponents of the machine"))


_MEASURED = {
    EXPLOITABILITY: N_(
        "Exact: what the best responses of all seats win in the mean, in points; 0 is an "
        "equilibrium."
    ),
    POINTS: N_("Simulated: points a deal against {opponent}, with 95% intervals."),
    MATCHES_WON: N_("Simulated: the share of the matches against {opponent}, 95% intervals."),
}


def trained(course: Course, path: Path) -> Answer:
    """The answer about a player that was trained, or is: how strong it was as it learned.

    ``path`` is the file of the player.
    """
    columns = ("minutes", "decisions", course.measure)
    rows: list[list[Cell]] = [
        [round(seconds / 60.0, 2), decisions, found] for seconds, decisions, found in course.curve
    ]
    table = Table("curve", columns, rows, N_("Strength in training"))
    fields: dict[str, Cell] = {
        "file": str(path),
        "minutes": round(course.seconds / 60.0, 2),
        "decisions": course.decisions,
        course.measure: rows[-1][-1] if rows else None,
    }
    draw = partial(charts.lines, table, "minutes", course.measure)
    notes = [
        _(_MEASURED[course.measure]).format(opponent=course.opponent),
        _("It plays as learned:{path}, wherever a machine is named.").format(path=path),
    ]
    return Answer(fields, [table], [Plot("curve", _("Strength in training"), draw)], notes)


def _headline(found: Measured, exact: ExactWins | None) -> str:
    info = found.exploit.game.info
    machine, best = (name_and_level(info, name) for name in (found.exploit.machine, found.best))
    bound = found.lower_bound
    if exact is not None and exact.most == 0:
        return _("Nobody can beat {machine}.").format(machine=machine)
    if bound is None:
        return _("Too few deals were played to say what can be won from {machine}.").format(
            machine=machine
        )
    if bound.low <= 0:
        return _("None of these opponents was shown to beat {machine}; a better one might.").format(
            machine=machine
        )
    return _(
        "{opponent} can win at least {points} points a deal from {machine} "
        "(almost certainly more than {least})."
    ).format(points=figure(bound.mean), machine=machine, least=figure(bound.low), opponent=best)


def _notes(found: Measured, exact: ExactWins | None, tells: Tells | None) -> list[str]:
    notes = [
        _(
            "Simulated. A deal is one shoe played in all seatings; what is won are the opponent's "
            "points less the machine's, the mean over the seatings. All opponents play the same "
            "deals; 95% intervals, each for itself."
        ),
        _(
            "The lower bound is what the opponent with the best mean wins in fresh deals, by which "
            "it was not picked. A better opponent than these may win more."
        ),
    ]
    if exact is not None:
        notes.append(
            _(
                "Exact: most won is what the best of all opponents wins, in the same measure; "
                "exploitability is the same as the solvers tell it."
            )
        )
    if tells is not None:
        notes.append(
            _(
                "Bits told: what a move of the machine tells of its hand to an opponent who knows "
                "how it plays, in one decision of each of {n} deals with itself; hand shown: how "
                "often a single one of {hands} hands dealt by chance would make that move."
            ).format(n=tells.bits.n, hands=HANDS)
        )
    failures = [
        sentence
        for lines in (*found.lines.values(), found.fresh)
        for line in lines
        for sentence in line["failures"]
    ]
    return [*notes, *failures[:_SHOWN_FAILURES]]

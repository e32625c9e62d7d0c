"""The result of a tournament as an answer: pairs, ratings, players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludoteca.arena.journal import Line
from ludoteca.arena.ratings import rate
from ludoteca.arena.statistics import mean_of, running_interval, share_of, signed_rank
from ludoteca.arena.tournament import Finished
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Simulated
from ludoteca.core.questions import Answer, Cell, Table

HEADINGS = (
    N_("game"), N_("options"), N_("seed"), N_("deals"), N_("seatings"), N_("a"), N_("b"),
    N_("difference"), N_("wilcoxon p"), N_("win rate"), N_("wins"), N_("ties"), N_("losses"),
    N_("forfeits a"), N_("forfeits b"), N_("deviation"), N_("clear"), N_("folder"),
    N_("place"), N_("player"), N_("rating"), N_("moves"), N_("seconds per move"), N_("forfeits"),
)  # fmt: skip

_SHOWN_FAILURES = 10
_SAID = ("difference", "wilcoxon_p", "win_rate", "clear")
_COUNTS = ("wins", "ties", "losses", "forfeits_a", "forfeits_b", "deviation")


def answer_of(run: Finished) -> Answer:
    """All that a tournament says.

    With two players the comparison stands in the fields; with more in a table of pairs, with
    ratings.
    """
    rows = [pair_of(run, number) for number in range(len(run.meeting.pairs))]
    fields: dict[str, Cell] = {
        "game": run.meeting.game.name,
        "options": run.meeting.options,
        "seed": run.meeting.seed,
        "deals": run.deals,
        "seatings": len(run.meeting.contest(run.meeting.pairs[0]).seatings),
    }
    tables = [players_table(run)]
    if len(rows) == 1:
        fields |= rows[0]
    else:
        tables = [
            ratings_table(run),
            _part("pairs", N_("Everybody against everybody"), rows, _COUNTS),
            _part("counts", N_("Seatings won and lost"), rows, _SAID),
            *tables,
        ]
    fields["folder"] = str(run.folder)
    return Answer(fields, tables, notes=_notes(run))


def _part(name: str, title: str, rows: Sequence[dict[str, Cell]], without: Sequence[str]) -> Table:
    """A table of the pairs' numbers but for some: all of them are too wide for a terminal."""
    columns = tuple(column for column in rows[0] if column not in without)
    return Table(name, columns, [[row[c] for c in columns] for row in rows], title)


def pair_of(run: Finished, number: int) -> dict[str, Cell]:
    """One pair's comparison: A's points less B's, and all that is said of it."""
    a, b = run.meeting.pairs[number]
    lines, sample = run.lines[number], run.differences(number)
    shares = [line["share"] for line in lines]
    found: dict[str, Cell] = {
        "a": run.meeting.players[a],
        "b": run.meeting.players[b],
        "difference": _difference(run, number, sample),
        "wilcoxon_p": signed_rank(sample),
        "win_rate": share_of(shares),
        "wins": sum(line["wins"][0] for line in lines),
        "ties": sum(line["ties"] for line in lines),
        "losses": sum(line["wins"][1] for line in lines),
        "forfeits_a": sum(line["failed"][0] > 0 for line in lines),
        "forfeits_b": sum(line["failed"][1] > 0 for line in lines),
        "deviation": float(np.std(sample, ddof=1)) if len(sample) > 1 else None,
    }
    if run.sequences is not None:
        low, high = running_interval(sample, run.sequences[number])
        found["clear"] = not low < 0 < high
    return found


def _difference(run: Finished, number: int, sample: Sequence[float]) -> Cell:
    """Mean difference of a deal; its interval may be looked at any time where the run did."""
    if run.sequences is None or not sample:
        return mean_of(sample)
    low, high = running_interval(sample, run.sequences[number])
    return Simulated(float(np.mean(sample)), len(sample), low, high)


def ratings_table(run: Finished) -> Table:
    """Bradley-Terry ratings, the best first."""
    names = run.meeting.players
    found = rate(shares_of(run))
    order = np.argsort(-found.values, kind="stable")
    rows: list[list[Cell]] = [
        [place, names[k], found.of(int(k))] for place, k in enumerate(order, start=1)
    ]
    return Table("ratings", ("place", "player", "rating"), rows, N_("Bradley-Terry ratings"))


def shares_of(run: Finished) -> np.ndarray[tuple[int, int, int], np.dtype[np.float64]]:
    """The share of each player against each other in each deal, for :func:`ratings.rate`."""
    players = len(run.meeting.players)
    shares = np.zeros((run.deals, players, players))
    for (i, j), lines in zip(run.meeting.pairs, run.lines, strict=True):
        shares[:, i, j] = [line["share"] for line in lines]
        shares[:, j, i] = 1 - shares[:, i, j]
    return shares


def players_table(run: Finished) -> Table:
    """What each player did and how long it thought."""
    rows: list[list[Cell]] = []
    for player, name in enumerate(run.meeting.players):
        mine: list[tuple[Line, int]] = [
            (line, pair.index(player))
            for pair, lines in zip(run.meeting.pairs, run.lines, strict=True)
            if player in pair
            for line in lines
        ]
        moves = sum(line["moves"][who] for line, who in mine)
        seconds = sum(line["seconds"][who] for line, who in mine)
        forfeits = sum(line["failed"][who] > 0 for line, who in mine)
        rows.append([name, moves, seconds / moves if moves else None, forfeits])
    columns = ("player", "moves", "seconds_per_move", "forfeits")
    return Table("players", columns, rows, N_("Players"))


def _notes(run: Finished) -> list[str]:
    notes = [
        _(
            "Simulated. A deal is one shoe played in all seatings; the difference is A's points "
            "less B's, the mean over the seatings. The win rate counts each meeting of a side of "
            "A's and one of B's, ties half."
        )
    ]
    if run.sequences is None:
        notes.append(_("95% intervals over deals, for the number of deals fixed beforehand."))
    else:
        notes.append(
            _(
                "The difference's interval is a confidence sequence, right at all times together "
                "(95% for all pairs together): to look at it again and again is allowed. The win "
                "rate, p and ratings are not meant for that."
            )
        )
    if len(run.meeting.players) > 2:
        notes.append(_("400 points of rating are odds of ten to one; the mean rating is 0."))
    failures = [sentence for lines in run.lines for line in lines for sentence in line["failures"]]
    return [*notes, *failures[:_SHOWN_FAILURES]]

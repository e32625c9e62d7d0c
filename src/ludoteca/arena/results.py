"""The result of a tournament as an answer: pairs, ratings, players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from ludoteca.arena.measures import FEW
from ludoteca.arena.ratings import pair_shares, rate
from ludoteca.arena.run_log import Line
from ludoteca.arena.statistics import mean_of, running_interval, share_of, signed_rank
from ludoteca.arena.tournament import PlayerTally, Run
from ludoteca.core.answers import Answer, Cell, Plot, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Simulated, chance_words, figure
from ludoteca.core.player_names import name_and_level, with_labels
from ludoteca.lab import charts

_SHOWN_FAILURES = 10
_SAID = ("difference", "wilcoxon_p", "win_rate", "deals_per_match", "clear")
_COUNTS = ("wins", "ties", "losses", "forfeits_a", "forfeits_b", "deviation")


def draft_of(run: Run) -> Answer:
    """The answer so far, whose headline says nothing until two players are told apart."""
    answer = answer_of(run)
    told = len(run.round_robin.pairs) == 1 and run.deals >= FEW and _is_told_apart(run)
    return answer if told else replace(answer, headline="")


def _is_told_apart(run: Run) -> bool:
    of_matches = run.round_robin.matches
    found = pair_of(run, 0)["win_rate" if of_matches else "difference"]
    return isinstance(found, Simulated) and not found.contains(0.5 if of_matches else 0.0)


def answer_of(run: Run) -> Answer:
    """The answer of a tournament.

    With two players the comparison stands in the fields; with more in a table of pairs, with
    ratings.
    """
    rows = [pair_of(run, number) for number in range(len(run.round_robin.pairs))]
    fields: dict[str, Cell] = {
        "game": run.round_robin.game.name,
        "options": run.round_robin.options,
        "seed": run.round_robin.seed,
        "matches" if run.round_robin.matches else "deals": run.deals,
        "seatings": len(run.round_robin.contest(run.round_robin.pairs[0]).seatings),
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
    plots = []
    if len(rows) > 1:
        labelled = with_labels(run.round_robin.game.info, tables[0])
        draw = partial(charts.intervals, labelled, "player", "rating")
        plots = [Plot("ratings", tables[0].title, draw)]
    headline = _pair_told(run, rows[0]) if len(rows) == 1 else _best_told(run, tables[0])
    return Answer(
        fields, tables, plots, notes=_notes(run), headline=headline, chances=("win_rate",)
    )


def _pair_told(run: Run, pair: Mapping[str, Cell]) -> str:
    """A sentence on which of two players is better, and how surely."""
    of_matches = run.round_robin.matches
    found = pair["win_rate" if of_matches else "difference"]
    if not isinstance(found, Simulated):
        return _("Too few deals were played to tell the two apart.")
    even = 0.5 if of_matches else 0.0
    a, b = (name_and_level(run.round_robin.game.info, str(pair[side])) for side in "ab")
    if found.contains(even):
        return _("No difference between {a} and {b} was shown; there may still be one.").format(
            a=a, b=b
        )
    ahead = found.low > even
    better, other = (a, b) if ahead else (b, a)
    mean = found.mean if ahead else 2 * even - found.mean
    least = found.low if ahead else 2 * even - found.high
    if of_matches:
        sentence = _(
            "{a} wins {share} of the matches against {b}, almost certainly more than {least}."
        )
        return sentence.format(
            a=better, b=other, share=chance_words(mean), least=chance_words(least)
        )
    sentence = _("{a} beats {b} by {points} points a deal, almost certainly by more than {least}.")
    return sentence.format(a=better, b=other, points=figure(mean), least=figure(least))


def _best_told(run: Run, ratings: Table) -> str:
    """A sentence on the first two of a table of ratings."""
    a, b = (name_and_level(run.round_robin.game.info, str(row[1])) for row in ratings.rows[:2])
    return _("{a} comes out on top, {b} second.").format(a=a, b=b)


def _part(name: str, title: str, rows: Sequence[dict[str, Cell]], without: Sequence[str]) -> Table:
    """A table of the pairs' numbers but for some: all of them are too wide for a terminal."""
    columns = tuple(column for column in rows[0] if column not in without)
    cells = [[row[c] for c in columns] for row in rows]
    return Table(name, columns, cells, title, chances=("win_rate",))


def pair_of(run: Run, number: int) -> dict[str, Cell]:
    """One pair's comparison: A's points less B's, tests, and counts.

    ``number`` is that of the pair in ``run.round_robin.pairs``.
    """
    a, b = run.round_robin.pairs[number]
    lines, sample = run.lines[number], run.differences(number)
    found: dict[str, Cell] = {
        "a": run.round_robin.names[a],
        "b": run.round_robin.names[b],
        **_told_apart(run, number, sample),
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


def _told_apart(run: Run, number: int, sample: Sequence[float]) -> dict[str, Cell]:
    """The numbers that tell a pair apart: of deals by points, of matches by the share won."""
    lines = run.lines[number]
    shares = share_of([line["share"] for line in lines])
    if not run.round_robin.matches:
        return {
            "difference": _difference(run, number, sample),
            "wilcoxon_p": signed_rank(sample),
            "win_rate": shares,
        }
    if run.sequences is not None and sample:
        low, high = running_interval(sample, run.sequences[number])
        mean = float(np.mean(sample))
        bounds = max(0.0, (1 + low) / 2), min(1.0, (1 + high) / 2)
        shares = Simulated((1 + mean) / 2, len(sample), *bounds)
    points = [line["points_difference"] for line in lines if line["points_difference"] is not None]
    return {
        "win_rate": shares,
        "wilcoxon_p": signed_rank(sample),
        "deals_per_match": mean_of([float(np.mean(line["deals"])) for line in lines]),
        "difference": mean_of(points),
    }


def _difference(run: Run, number: int, sample: Sequence[float]) -> Cell:
    """Mean difference of a deal; its interval may be looked at any time where the run did."""
    if run.sequences is None or not sample:
        return mean_of(sample)
    low, high = running_interval(sample, run.sequences[number])
    return Simulated(float(np.mean(sample)), len(sample), low, high)


def ratings_table(run: Run) -> Table:
    """Bradley-Terry ratings in points, the best first.

    Raises
    ------
    ValueError
        where fewer than two deals of each pair were played
    """
    names = run.round_robin.names
    found = rate(pair_shares(run.round_robin.pairs, run.lines, len(names)))
    order = np.argsort(-found.values, kind="stable")
    rows: list[list[Cell]] = [
        [place, names[k], found.of(int(k))] for place, k in enumerate(order, start=1)
    ]
    return Table("ratings", ("place", "player", "rating"), rows, N_("Bradley-Terry ratings"))


def players_table(run: Run) -> Table:
    """The moves, thinking time (seconds a move) and forfeits of each player."""
    rows: list[list[Cell]] = []
    for player, name in enumerate(run.round_robin.names):
        mine: list[tuple[Line, int]] = [
            (line, pair.index(player))
            for pair, lines in zip(run.round_robin.pairs, run.lines, strict=True)
            if player in pair
            for line in lines
        ]
        tally = PlayerTally.of(name, mine)
        pace = tally.pace if tally.moves else None
        rows.append([name, tally.moves, pace, tally.forfeits])
    columns = ("player", "moves", "seconds_per_move", "forfeits")
    return Table("players", columns, rows, N_("Players"))


def _notes(run: Run) -> list[str]:
    of_matches = _(
        "Simulated. A match is played whole in all seatings, each of its deals from one shoe in "
        "all of them. The win rate is the share of matches won, ties half; the difference is A's "
        "points of a whole match less B's."
    )
    of_deals = _(
        "Simulated. A deal is one shoe played in all seatings; the difference is A's points "
        "less B's, the mean over the seatings. The win rate counts each meeting of a side of "
        "A's and one of B's, ties half."
    )
    fair = _("The same cards are played in every seating, so that luck evens out.")
    notes = [fair, of_matches if run.round_robin.matches else of_deals, *_intervals(run)]
    if len(run.round_robin.players) > 2:
        notes.append(_("400 points of rating are odds of ten to one; the mean rating is 0."))
    failures = [sentence for lines in run.lines for line in lines for sentence in line["failures"]]
    return [*notes, *failures[:_SHOWN_FAILURES]]


def _intervals(run: Run) -> list[str]:
    if run.sequences is None and run.round_robin.matches:
        return [_("95% intervals over matches, for the number of matches fixed beforehand.")]
    if run.sequences is None:
        return [_("95% intervals over deals, for the number of deals fixed beforehand.")]
    if run.round_robin.matches:
        return [
            _(
                "The win rate's interval is a confidence sequence, right at all times together "
                "(95% for all pairs together): to look at it again and again is allowed. The "
                "difference, p and ratings are not meant for that."
            )
        ]
    return [
        _(
            "The difference's interval is a confidence sequence, right at all times together "
            "(95% for all pairs together): to look at it again and again is allowed. The win "
            "rate, p and ratings are not meant for that."
        )
    ]

"""``ludoteca evaluate poker``: players against each other, built-in ones and students' files."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from ludoteca.core.answers import Answer, Cell, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.numbers import Exact
from ludoteca.core.options import Options
from ludoteca.core.questions import Param, Progress, question, quiet
from ludoteca.core.registry import load_game

from ..solver.round_paths import KINDS, Round
from ..solver.store import user_parts
from . import simulation
from .class_page import write_page
from .class_table import Class, hold_class
from .entrants import Entrant, demand_usual_cards, read_entrants
from .findings import Findings, file_notes, findings_of, score_notes
from .pairing import Match, Meeting, by_playing, exactly, worked_out

PAGE = Path("class.html")


@question(
    "evaluate",
    N_(
        "Players against each other: two names make a pairing, three or more a class. A run that "
        "was stopped goes on with the same command; files that changed are asked anew."
    ),
    local=True,
    resumable=True,
)
def meeting(
    options: Options,
    players: Annotated[
        list[str] | None,
        Param(N_("players by name, or files with trocas_X and desistir_X"), bare=True),
    ] = None,
    class_: Annotated[
        bool, Param(N_("all against all in one table, however few they are"))
    ] = False,
    matches: Annotated[
        int, Param(N_("matches that are simulated"), low=simulation.FEWEST, high=1_000_000)
    ] = simulation.MATCHES,
    page: Annotated[Path | None, Param(N_("where to write the page of a class"))] = None,
    seed: int = 1,
    progress: Progress = quiet,
) -> Answer:
    """The pairing of two, or the table and the page of a class."""
    names = players or []
    if len(names) < 2:
        raise BadInput(_("two players make a pairing, three or more a class: name another one"))
    played, rounds = Round.of(options), int(options["rounds"])

    def told(name: str) -> Any:
        return lambda done, of: progress(done, of, _("asking {name}").format(name=name))

    parts = user_parts()
    found = read_entrants(names, played, told, parts, rounds)
    try:
        if class_ or len(found) > 2:
            held = hold_class(played, found, rounds, matches, seed, progress, parts)
            answer = _class_answer(held, page or PAGE, parts.reused)
            unfinished = held.stopped
        else:
            answer = _pairing(played, options, found[0], found[1], matches, seed)
            unfinished = False
    finally:
        for entrant in found:
            entrant.close()
    if not unfinished:
        parts.remove()
    return answer


# -- a pairing ----------------------------------------------------------------------------------


def _pairing(
    played: Round, options: Options, one: Entrant, other: Entrant, matches: int, seed: int
) -> Answer:
    rounds = int(options["rounds"])
    sample = simulation.play(played, one, other, rounds, seed, matches)
    one.report.add(sample.reports[0])
    other.report.add(sample.reports[1])
    known, exact = one.known and other.known, one.exact and other.exact
    if not known and not sample.enough:
        raise BadInput(_("too slow: too few matches were played within the time limit"))
    main = worked_out(played, one, other, rounds) if known else by_playing(sample)
    found = {e.name: findings_of(played, e) for e in (one, other)}
    fields: dict[str, Cell] = {
        "round": played.kind,
        "players": [one.name, other.name],
        **_numbers(main),
        "exploitability": {name: _exploitability(f) for name, f in found.items()},
    }
    if known and sample.enough:
        fields["simulation"] = {"matches": sample.matches, **_numbers(by_playing(sample))}
    tables = [_leaks(found)]
    if exact:
        tables.append(_kinds(options, one, other))
    return Answer(fields, tables, notes=_notes(one, other, sample.matches))


def _numbers(main: Meeting) -> dict[str, Cell]:
    """Points of both in both orders, and the end of the match for the one."""

    def match(played: Match) -> Cell:
        return {"win": played.win, "draw": played.draw, "loss": played.loss}

    return {
        "first": main.leading[0],
        "second": main.leading[1],
        "other_order": {"first": main.trailing[1], "second": main.trailing[0]},
        "match": match(main.match),
        "match_other_order": match(main.answered),
        "score": main.matches.score,
    }


def _exploitability(found: Findings) -> Cell:
    """The points a round that a perfect opponent wins: in each seat, and on average.

    For a player that looks at the score, the matches that a perfect opponent wins above half.
    """
    if found.of_the_match is not None:
        return {"match": found.of_the_match}
    if found.exploited is None:
        return None
    return {
        "as_first": Exact(found.exploited.as_first),
        "as_second": Exact(found.exploited.as_second),
        "mean": Exact(found.exploited.mean),
    }


def _leaks(by_name: Mapping[str, Findings]) -> Table:
    rows: list[list[Cell]] = [
        [name, *leak] for name, found in by_name.items() for leak in found.leaks
    ]
    return Table("leaks", ("player", "leak", "cost"), rows, N_("Where they lose most"))


def _kinds(options: Options, one: Entrant, other: Entrant) -> Table:
    """Every kind of round: the points of both in both orders, and the match."""
    rows: list[list[Cell]] = []
    for here in _playable_kinds(options, one, other):
        found = exactly(here, one, other, int(options["rounds"]))
        rows.append(
            [here.kind, *found.leading, *found.trailing, found.match.win, found.match.draw,
             found.match.loss]
        )  # fmt: skip
    columns = (
        "round", "first", "second", "as_second", "other_as_first", "win", "draw", "loss",
    )  # fmt: skip
    return Table("kinds", columns, rows, N_("Every kind of round"))


def _playable_kinds(options: Options, one: Entrant, other: Entrant) -> list[Round]:
    """The kinds of round for which the deck has cards enough, and that both can play."""
    found = []
    for kind in KINDS:
        with suppress(BadInput):
            here = Round.of(load_game("poker").options({**options, "round": kind}))
            if one.file is not None or other.file is not None:
                demand_usual_cards(here)
            found.append(here)
    return found


def _notes(one: Entrant, other: Entrant, matches: int) -> list[str]:
    notes = [
        _("first, second: points of {one} and of {other} in a round that {one} begins").format(
            one=one.name, other=other.name
        ),
        _(
            "match: as {one} begins it; score: what {one} wins of both orders, a draw counting half"
        ).format(one=one.name),
    ]
    for entrant in (one, other):
        notes += file_notes(entrant)
    if one.known and other.known:
        notes += score_notes((one, other))
    else:
        notes.append(_("simulated: {n} matches").format(n=matches))
    return notes


# -- a class ------------------------------------------------------------------------------------


def _class_answer(held: Class, page: Path, reused: int) -> Answer:
    """The table of the class; writes its page. So many parts of it were ``reused``."""
    write_page(page, held)
    ranking: list[list[Cell]] = [
        [s.place, s.entrant.name, s.score, s.difference, _mean_exploited(s.findings), _(s.state)]
        for s in held.standings
    ]
    results: list[list[Cell]] = [
        [s.entrant.name, s.met, s.won, s.drawn, s.lost, s.exact] for s in held.standings
    ]
    meetings: list[list[Cell]] = [
        [one, other, m.ahead, m.matches.win, m.matches.draw, m.matches.loss]
        for (one, other), m in held.meetings.items()
    ]
    columns = (
        ("place", "player", "score", "difference", "exploitability", "state"),
        ("player", "met", "win", "draw", "loss", "exact"),
        ("player", "other", "difference", "win", "draw", "loss"),
    )
    leaks = _leaks({s.entrant.name: s.findings for s in held.standings})
    notes = [note for s in held.standings for note in file_notes(s.entrant)]
    notes += score_notes([s.entrant for s in held.standings])
    if reused:
        words = ngettext("{n} part was done before.", "{n} parts were done before.", reused)
        notes.append(words.format(n=reused))
    if held.stopped:
        notes.append(f"{held.stop_words()} {_('The same command goes on from here.')}")
    notes.append(_("the page is {path}").format(path=page))
    fields: dict[str, Cell] = {"round": held.played.kind, "page": str(page)}
    tables = (
        Table("class", columns[0], ranking, N_("The class")),
        leaks,
        Table("results", columns[1], results, N_("Shares of the matches")),
        Table("meetings", columns[2], meetings, N_("Every meeting")),
    )
    return Answer(fields, tables, notes=notes)


def _mean_exploited(found: Findings) -> float | None:
    return None if found.exploited is None else float(found.exploited.mean)

"""``ludoteca evaluate poker``: players against each other, built-in ones and students' files."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes
from typing import Annotated

from ludoteca.core.answers import Answer, Cell, Rows, table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.numbers import Exact, chance_words
from ludoteca.core.options import Options
from ludoteca.core.questions import (
    Drafts,
    Interim,
    Param,
    Progress,
    Say,
    in_parts,
    question,
    quiet,
    silent,
    unheard,
)
from ludoteca.core.registry import load_game
from ludoteca.core.storage import Parts
from ludoteca.workers.sandbox import sandbox

from .. import CHAMPION
from ..solver.round_paths import KINDS, Round
from ..solver.store import user_parts
from ..students.student_file import file_of
from . import simulation
from .class_page import write_page
from .class_table import Class, ClassStanding, hold_class
from .entrants import BUILT_IN, Entrant, demand_cards_of_files, read_entrants
from .findings import Findings, file_notes, findings_of, sandbox_words, score_notes
from .pairing import MatchShares, Meeting, by_playing, exactly, worked_out
from .shuffles import SECRET_BYTES, KeyedRandom, key_of, lasting_secret

PAGE = Path("class.html")


@question(
    "evaluate",
    N_(
        "Players and students' files against each other: two make a pairing, three or more a "
        "class. A stopped run continues where it was; files that changed are asked again."
    ),
    local=True,
    resumable=True,
)
def class_of_players(
    options: Options,
    players: Annotated[
        list[str] | None,
        Param(
            N_("players by name, or files with trocas_X and desistir_X"),
            bare=True,
            picks=" ".join((*BUILT_IN, CHAMPION)),
            files=".py",
        ),
    ] = None,
    class_: Annotated[
        bool, Param(N_("all against all in one table, however few they are"), local=True)
    ] = False,
    matches: Annotated[
        int, Param(N_("matches that are simulated"), low=simulation.FEWEST, high=1_000_000)
    ] = simulation.MATCHES,
    page: Annotated[Path | None, Param(N_("where to write the page of a class"))] = None,
    seed: int = 1,
    progress: Progress = quiet,
    interim: Interim = unheard,
    say: Say = silent,
) -> Answer:
    """The pairing of two, or the table and the page of a class."""
    names = players or []
    for name in names:
        # A shell leaves a pattern as it is where no file fits.
        if any(sign in name for sign in "*?[") and not Path(name).is_file():
            raise BadInput(_("no file fits {pattern}").format(pattern=name))
    if len(names) < 2:
        raise BadInput(_("two players make a pairing, three or more a class: name another one"))
    played, rounds = Round.of(options), int(options["rounds"])

    files = any(file_of(name) is not None for name in names)
    # Where files reach the user's own, one could write down what it would like to be found.
    confined = not files or sandbox().confines
    parts = user_parts() if confined else Parts()
    secret = b"" if not files else lasting_secret() if confined else token_bytes(SECRET_BYTES)
    shuffles = key_of(secret, seed)
    drafts, broken = Drafts(interim), list[str]()

    def tell(sentence: str) -> None:
        say(sentence)
        broken.append(sentence)
        interim(Answer({"sandbox": sandbox_words()}, notes=broken))

    def show(so_far: Class) -> None:
        drafts.tell(lambda: replace(_class_answer(so_far), headline=""))

    asked, met = in_parts(progress, 1 if files else 0, 1)
    found = read_entrants(names, played, asked, parts, rounds, tell)
    if class_ or len(found) > 2:
        held = hold_class(played, found, rounds, matches, shuffles, met, parts, show)
        write_page(page or PAGE, held)
        answer = _class_answer(held, page or PAGE, parts.reused, confined)
        unfinished = held.stopped
    else:
        rng = KeyedRandom(key_of(shuffles, found[0].key, found[1].key))
        answer = _pairing(played, options, found[0], found[1], matches, rng)
        unfinished = False
    if not unfinished:
        parts.remove()
    return answer


# -- a pairing ----------------------------------------------------------------------------------


def _pairing(
    played: Round,
    options: Options,
    one: Entrant,
    other: Entrant,
    matches: int,
    rng: random.Random,
) -> Answer:
    for entrant in (one, other):
        if entrant.file is not None and not entrant.player:
            raise BadInput(
                _("{name} cannot be evaluated: {why}").format(
                    name=entrant.label, why=entrant.broken
                )
            )
    rounds = int(options["rounds"])
    sample = simulation.play(played, one, other, rounds, rng, matches)
    one.report.add(sample.reports[0])
    other.report.add(sample.reports[1])
    known, exact = one.known and other.known, one.exact and other.exact
    if not known and not sample.enough:
        slow = (one, other)[sample.slower]
        raise BadInput(
            _("{name} is too slow: too few matches were played within the time limit").format(
                name=slow.label
            )
        )
    main = worked_out(played, one, other, rounds) if known else by_playing(sample)
    found = {e.name: findings_of(played, e) for e in (one, other)}
    fields: dict[str, Cell] = {
        **_first(played, [one, other]),
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
    score = main.matches.score
    headline = _("{a} wins {share} of the matches against {b}, a draw counting half.").format(
        a=one.label,
        b=other.label,
        share=chance_words(score if isinstance(score, float) else score.decimal),
    )
    notes = _notes(one, other, sample.matches)
    return Answer(fields, tables, notes=notes, headline=headline, chances=("score",))


def _first(played: Round, found: Sequence[Entrant]) -> dict[str, Cell]:
    """The fields to be read before all numbers: who always forfeits, and the sandbox."""
    fields: dict[str, Cell] = {}
    broken = [entrant.label for entrant in found if entrant.always_forfeits(played)]
    if broken:
        fields["forfeits"] = ", ".join(broken)
    if any(entrant.file is not None for entrant in found):
        fields["sandbox"] = sandbox_words()
    return fields


def _numbers(main: Meeting) -> dict[str, Cell]:
    """Points of both in both orders, and the end of the match for the one."""

    def match(played: MatchShares) -> Cell:
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


@table("leaks", N_("Where they lose most"), "player leak cost")
def _leaks(by_name: Mapping[str, Findings]) -> Rows:
    for name, found in by_name.items():
        for words, cost in found.leaks:
            yield [name, words, cost]


@table(
    "kinds",
    N_("Every kind of round"),
    "round first second as_second other_as_first win draw loss",
    chances="win draw loss",
)
def _kinds(options: Options, one: Entrant, other: Entrant) -> Rows:
    """Every kind of round: the points of both in both orders, and the match."""
    for kind in KINDS:
        try:  # the deck may have too few cards for it, or a file none
            here = Round.of(load_game("poker").options({**options, "round": kind}))
            if one.file is not None or other.file is not None:
                demand_cards_of_files(here)
        except BadInput:
            continue
        found = exactly(here, one, other, int(options["rounds"]))
        match = found.match
        yield [kind, *found.leading, *found.trailing, match.win, match.draw, match.loss]


def _notes(one: Entrant, other: Entrant, matches: int) -> list[str]:
    notes = [
        _("first, second: points of {one} and of {other} in a round that {one} begins").format(
            one=one.label, other=other.label
        ),
        _(
            "match: as {one} begins it; score: what {one} wins of both orders, a draw counting half"
        ).format(one=one.label),
    ]
    for entrant in (one, other):
        notes += file_notes(entrant)
    if one.known and other.known:
        notes += score_notes((one, other))
    else:
        notes.append(_("simulated: {n} matches").format(n=matches))
    return notes


# -- a class ------------------------------------------------------------------------------------


@table(
    "class", N_("The class"), "place player score difference exploitability state", chances="score"
)
def _ranking(shown: Sequence[ClassStanding]) -> Rows:
    for s in shown:
        found = s.findings.exploited
        exploited = None if found is None else float(found.mean)
        yield [s.place, s.entrant.name, s.score, s.difference, exploited, _(s.state)]


@table("apart", N_("Not ranked"), "player reason")
def _apart(held: Class) -> Rows:
    for entrant in held.found:
        if entrant.name in held.apart:
            yield [entrant.name, held.apart[entrant.name]]


@table(
    "results",
    N_("Shares of the matches"),
    "player met win draw loss exact",
    chances="win draw loss",
)
def _results(shown: Sequence[ClassStanding]) -> Rows:
    for s in shown:
        yield [s.entrant.name, s.met, s.won, s.drawn, s.lost, s.exact]


@table(
    "meetings",
    N_("Every meeting"),
    "player other difference win draw loss",
    chances="win draw loss",
)
def _meetings(held: Class) -> Rows:
    for (one, other), m in held.meetings.items():
        yield [one, other, m.ahead, m.matches.win, m.matches.draw, m.matches.loss]


def _class_answer(
    held: Class, page: Path | None = None, reused: int = 0, resumable: bool = False
) -> Answer:
    """The table of the class, which has a page or is a draft; so many parts were ``reused``."""
    standings = held.standings()
    shown = [s for s in standings if s.met or not held.missing]
    entrants = held.entrants()
    notes = [note for entrant in entrants for note in file_notes(entrant)]
    notes += score_notes(entrants)
    if reused:
        words = ngettext("{n} part was done before.", "{n} parts were done before.", reused)
        notes.append(words.format(n=reused))
    if held.stopped:
        goes_on = _("The same command continues from here.") if resumable else ""
        notes.append(f"{held.stop_words} {goes_on}".strip())
    fields: dict[str, Cell] = {**_first(held.played, entrants), "round": held.played.kind}
    if page is not None:
        fields["page"] = str(page)
    tables = (
        _ranking(shown),
        *([_apart(held)] if held.apart else []),
        _leaks({s.entrant.name: s.findings for s in standings}),
        _results(shown),
        _meetings(held),
    )
    headline = ""
    # Who always forfeits is to be read before all else.
    if len(standings) > 1 and not held.missing and "forfeits" not in fields:
        headline = _("{a} comes out on top, {b} second.").format(
            a=standings[0].entrant.label, b=standings[1].entrant.label
        )
    return Answer(fields, tables, notes=notes, headline=headline)

"""The players to evaluate: those of the project, the solved ones, and students' files.

An entrant whose moves depend on the position alone becomes a table, from which all is exact; any
other plays its rounds. The champion looks at the score too: it has a table for each stage of the
match. A file that fails forfeits the round: the other gets at once what folding would give it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.player_names import means_a_machine, player_words
from ludoteca.core.questions import Progress, Say, in_parts, quiet, silent
from ludoteca.core.storage import Parts

from .. import CHAMPION, EQUILIBRIUM, INFO
from ..solver.match import SolvedMatch
from ..solver.match_store import solved_match
from ..solver.match_value import Duellist, by_the_score, whatever_the_score
from ..solver.policy_tables import OURS, SIMPLE, policy_player
from ..solver.round_paths import Round, RoundDeck
from ..solver.store import equilibrium, solved_round
from ..solver.strategy import Strategy
from ..solver.value import MATCH_ROUNDS
from ..students import demand_usual_cards
from ..students.answers import DECK, FileReport, Forfeits, Sheet, forfeits_of, table_of
from ..students.player_process import plain
from ..students.sources import Source, read_sources
from ..students.student_file import StudentFile, chosen_player, file_of, named_in
from ..students.tabulation import answers_of

BUILT_IN = (*SIMPLE, OURS, EQUILIBRIUM)


@dataclass(eq=False)
class Entrant:
    """A player to be evaluated.

    Attributes
    ----------
    table : its probabilities in a kind of round; None where it has no table
    match : its probabilities at each stage of a match, where it looks at the score
    forfeits : its failures at the exchange, where it has any
    unsettled : a sentence about why it has no table
    broken : a sentence about why its file cannot be run, or could not be asked to the end
    only_failures : in both seats all exchanges fail; in both all exchanges or all else does
    file, player : the file, and the player of it; None for built-in players, "" for no player
    key : a digest of the contents of its file: equal keys, equal answers
    """

    name: str
    key: str
    table: Callable[[Round], Strategy] | None = None
    match: SolvedMatch | None = None
    forfeits: Forfeits | None = None
    unsettled: str = ""
    broken: str = ""
    only_failures: tuple[bool, bool] = (False, False)
    file: StudentFile | None = None
    player: str = ""
    report: FileReport = field(default_factory=FileReport)

    @property
    def label(self) -> str:
        """Its name as people read it: one of the project's players has words of their language."""
        return self.name if self.file is not None else player_words(INFO, self.name)

    @property
    def exact(self) -> bool:
        """True where it is a table."""
        return self.table is not None

    @property
    def known(self) -> bool:
        """True where all that it may do is known, so that nothing need be played."""
        return self.exact or self.match is not None

    def strategy(self, played: Round) -> Strategy:
        """The table for such a round; raises ``ValueError`` where there is none."""
        if self.table is None:
            raise ValueError(f"{self.name} has no table")
        return self.table(played)

    def always_forfeits(self, played: Round) -> bool:
        """True where it fails in every such round, sooner or later."""
        exchanges, folds = self.only_failures
        return bool(self.broken) or exchanges or (folds and played.may_fold)

    def duellist(self, played: Round) -> Duellist:
        """The player as a :class:`Duellist`; raises ``ValueError`` where it has no table."""
        if self.match is not None:
            return by_the_score(self.match, solved_round(played).compact)
        failing = None
        if self.forfeits is not None:
            failing = (self.forfeits.failing / self.forfeits.unit).astype(np.float64)
        return whatever_the_score(played.with_folding, self.strategy(played), failing)

    @property
    def waited(self) -> float:
        """Seconds for which its file was waited."""
        return 0.0 if self.file is None else self.file.waited

    def close(self) -> None:
        """End its process."""
        if self.file is not None:
            self.file.close()


def read_entrants(
    specs: Sequence[str],
    played: Round,
    progress: Progress = quiet,
    parts: Parts | None = None,
    rounds: int = MATCH_ROUNDS,
    say: Say = silent,
) -> list[Entrant]:
    """The players that ``specs`` name, with different names; raises ``BadInput`` for a wrong one.

    The champion is that of matches of ``rounds``. ``parts`` keeps the answers of files. ``say`` is
    told at once of a file that cannot be run. All files are read before any of them runs.
    """
    parts = parts or Parts()
    checked = [_checked(spec) for spec in specs]
    paths = [what for what in checked if isinstance(what, Path)]
    if paths:
        demand_cards_of_files(played)
    sources = zip(read_sources(paths), in_parts(progress, *(1 for _path in paths)), strict=True)
    found: list[Entrant] = []
    for spec, what in zip(specs, checked, strict=True):
        if isinstance(what, str):
            found.append(_built_in(what, played, rounds))
            continue
        source, part = next(sources)
        found.append(from_file(source, named_in(spec), part, parts))
        if not found[-1].player:
            say(broken_words(found[-1]))
    _tell_apart(found)
    return found


def broken_words(entrant: Entrant) -> str:
    """A sentence about one that cannot be asked."""
    return _("{name} forfeits every round: {why}").format(name=entrant.label, why=entrant.broken)


def _checked(spec: str) -> str | Path:
    """The built-in player, or the file, that ``spec`` names."""
    path = file_of(spec)
    if path is not None:
        if not path.is_file():
            raise BadInput(_("there is no file {path}").format(path=path))
        return path
    known = {plain(name): name for name in (*BUILT_IN, CHAMPION)}
    known |= {**dict(INFO.aliases), "random": "aleatório"}
    name = known.get(plain(spec.strip()))
    if name is None:
        raise BadInput(
            _(
                "there is no player {name} to evaluate; there are: {known}, or a file {suffix}"
            ).format(name=spec, known=", ".join((*BUILT_IN, CHAMPION)), suffix="nome.py")
        )
    return name


def demand_cards_of_files(played: Round) -> None:
    """Raise ``BadInput`` where a round is played with cards for which files have no answers."""
    if played.deck != RoundDeck(most=0):
        demand_usual_cards(played.deck)


def _tell_apart(found: Sequence[Entrant]) -> None:
    """Tell those of one name apart: files by their folders, else by numbers."""
    by_name: dict[str, list[Entrant]] = {}
    for entrant in found:
        by_name.setdefault(entrant.name, []).append(entrant)
    for same in by_name.values():
        if len(same) > 1:
            files = [entrant.file for entrant in same]
            folders = [file.path.resolve().parent.name if file else "" for file in files]
            clear = all(folders) and len(set(folders)) == len(folders)
            for number, (entrant, folder) in enumerate(zip(same, folders, strict=True), 1):
                entrant.name += f" ({folder})" if clear else f" {number}"


# -- built-in players ---------------------------------------------------------------------------


def _built_in(name: str, played: Round, rounds: int) -> Entrant:
    if name == CHAMPION and played.kind != "rapida":
        match = solved_match(played, rounds)
        if match is None:
            raise BadInput(
                _(
                    "{name} plays this match only when it has been solved: {command} with the same "
                    "options does that"
                ).format(name=CHAMPION, command="ludoteca solve poker match")
            )
        return Entrant(name, f"{name} {rounds}", match=match)
    if name in (EQUILIBRIUM, CHAMPION):  # alike where there is nothing to decide
        return Entrant(name, name, lambda played: equilibrium(played).in_round(played))
    return Entrant(name, name, lambda played: policy_player(name, played.deck).in_round(played))


# -- files --------------------------------------------------------------------------------------


def from_file(
    source: Source, named: str, progress: Progress = quiet, parts: Parts | None = None
) -> Entrant:
    """The player of a file, asked everything, or found in ``parts`` as it was asked before.

    Errors of the file are noted in the entrant. Its process has ended, until it is asked again.
    """
    path = source.path
    stem = path.stem
    # By its whole name where a player of the project has the stem.
    name = f"{stem} ({path.name})" if means_a_machine(INFO, stem) else stem
    with StudentFile(source) as asked:
        entrant = Entrant(name, f"{source.digest}:{plain(named)}", file=asked)
        if asked.broken is not None:
            return _without_player(entrant, asked.broken.text())
        try:
            entrant.player = chosen_player(asked, named)
        except BadInput as error:
            return _without_player(entrant, str(error))
        if plain(entrant.player) != plain(stem):
            entrant.name = f"{entrant.player} ({path.name})"
        ask = partial(answers_of, asked, entrant.player, progress)
        answers = (parts or Parts()).part(ask, "asked", entrant.key, stem)
    entrant.report, entrant.unsettled = answers.report, answers.unsettled
    if answers.sheets is not None:
        _fill_in(entrant, answers.sheets)
    if answers.broken:
        _without_player(entrant, answers.broken)
    return entrant


def _without_player(entrant: Entrant, why: str) -> Entrant:
    """The entrant that forfeits every round."""
    sizes = DECK.most + 1
    entrant.broken, entrant.unsettled = why, ""
    _fill_in(entrant, (Sheet(({},), ({},) * sizes), Sheet(({},) * sizes, ({},) * sizes)))
    return entrant


def _fill_in(entrant: Entrant, sheets: tuple[Sheet, Sheet]) -> None:
    """Make the tables of ``entrant`` from its answers."""
    table = cache(partial(table_of, entrant.name, sheets))
    entrant.table = lambda played: table(played.may_fold)
    entrant.forfeits = forfeits_of(sheets)
    entrant.only_failures = (
        all(sheet.only_failures[0] for sheet in sheets),
        all(any(sheet.only_failures) for sheet in sheets),
    )

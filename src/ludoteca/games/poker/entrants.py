"""Who is evaluated: the players of the project, the solved ones, and students' files.

Every entrant that is a function of what it is told becomes a table, from which all is exact; one
that is not plays its rounds. The champion looks at the score too: it has a table for every stage of
the match. A file that fails forfeits the round: the other gets at once what it
would get had the file folded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Protocol

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _

from . import hands
from .asking import Asked
from .duel import Duellist, by_the_score, whatever_the_score
from .match import SolvedMatch, Stage
from .match_store import NAME as CHAMPION
from .match_store import solved_match
from .parts import Parts, contents
from .paths import Deck, Round, paths_of
from .player_process import FOLD, TRADE, plain
from .sheets import Forfeits, forfeits_of, table_of
from .simple import PLAYERS
from .store import NAME, equilibrium, solved_round
from .strategy import SEATS, SECOND, Side, Strategy
from .tabulating import DECK, Report, Sheet, Told, answers_of
from .value import MATCH_ROUNDS

OURS = "nosso"
EQUILIBRIUM = NAME
HUMAN = "humano"
BUILT_IN = (*PLAYERS, OURS, EQUILIBRIUM)
ALIASES = {"random": "aleatório", "basic": "ganancioso", "advanced": OURS, "expert": EQUILIBRIUM}
_OF_THE_PROJECT = frozenset(plain(name) for name in (*PLAYERS, HUMAN))
_SUFFIX = ".py"


class Chances(Protocol):
    """A table of chances, for one deck."""

    def exchanging(self, seat: int, seen: int, exchanges: slice) -> list[float]:
        """The chances of ``exchanges``, a second player having ``seen`` so many cards go."""

    def folding(self, seat: int, other: int, path: int) -> float:
        """The chance to fold at the end of a path, the other having exchanged ``other`` cards."""


@dataclass(eq=False)
class Entrant:
    """A player to be evaluated.

    Attributes
    ----------
    table : what it does in a round of a kind, as arrays; None where it has no table
    match : what it does at each stage of a match, where it looks at the score
    forfeits : its failures at the exchange, where it has any
    unsettled : why it has no table, a sentence
    broken : why its file can be asked nothing, a sentence
    asked, player : the file, and which of its players; None for the players of the house
    key : what it is, by the contents of its file: equal keys, equal answers
    """

    name: str
    key: str
    table: Callable[[Round], Strategy] | None = None
    match: SolvedMatch | None = None
    forfeits: Forfeits | None = None
    unsettled: str = ""
    broken: str = ""
    asked: Asked | None = None
    player: str = ""
    report: Report = field(default_factory=Report)

    @property
    def exact(self) -> bool:
        """True where it is a table."""
        return self.table is not None

    @property
    def known(self) -> bool:
        """True where all that it may do is known, so that nothing need be played."""
        return self.exact or self.match is not None

    def strategy(self, played: Round) -> Strategy:
        """Its table in such a round; raises ``ValueError`` where it has none."""
        if self.table is None:
            raise ValueError(f"{self.name} has no table")
        return self.table(played)

    @property
    def folder(self) -> str:
        """The name of the folder in which its file lies; "" without a file."""
        return "" if self.asked is None else self.asked.path.resolve().parent.name

    def plays(self, played: Round) -> Callable[[Stage], Chances]:
        """What it plays at each stage; raises ``ValueError`` where it must be asked."""
        match = self.match
        if match is None:
            table = self.strategy(played)
            return lambda _stage: table
        points = solved_round(played).compact
        return lambda stage: match.strategy(stage) or points

    def duellist(self, played: Round) -> Duellist:
        """It as a player of matches; raises ``ValueError`` where it must be asked as it plays."""
        if self.match is not None:
            return by_the_score(self.match, solved_round(played).compact)
        failing = None
        if self.forfeits is not None:
            chances, unit = self.forfeits.failing[SECOND], self.forfeits.units[SECOND]
            failing = (chances / unit).astype(np.float64)
        return whatever_the_score(played.with_folding, self.strategy(played), failing)

    def close(self) -> None:
        """End its process."""
        if self.asked is not None:
            self.asked.close()


def entrants(
    specs: Sequence[str],
    played: Round,
    told: Callable[[str], Told] = lambda _name: lambda _done, _of: None,
    parts: Parts | None = None,
    rounds: int = MATCH_ROUNDS,
) -> list[Entrant]:
    """The players that ``specs`` name, with different names; raises ``BadInput`` for a wrong one.

    The champion is that of matches of ``rounds``. ``told(name)`` makes what hears how far the
    asking of a file is; ``parts`` keeps the answers.
    """
    parts = parts or Parts()
    checked = [_checked(spec) for spec in specs]
    if any(isinstance(what, Path) for what in checked):
        _demand_usual_cards(played)
    found: list[Entrant] = []
    try:
        for spec, what in zip(specs, checked, strict=True):
            if isinstance(what, str):
                found.append(_built_in(what, played, rounds))
            else:
                found.append(from_file(what, named_in(spec), told(what.stem), parts))
    except BaseException:
        for entrant in found:
            entrant.close()
        raise
    _tell_apart(found)
    return found


def _checked(spec: str) -> str | Path:
    """The player of the house, or the file, that ``spec`` names."""
    path = file_of(spec)
    if path is not None:
        if not path.is_file():
            raise BadInput(_("there is no file {path}").format(path=path))
        return path
    known = {plain(name): name for name in (*BUILT_IN, CHAMPION)} | ALIASES
    name = known.get(plain(spec.strip()))
    if name is None:
        raise BadInput(
            _(
                "there is no player {name} to evaluate; there are: {known}, or a file {suffix}"
            ).format(name=spec, known=", ".join((*BUILT_IN, CHAMPION)), suffix="nome.py")
        )
    return name


def file_of(spec: str) -> Path | None:
    """The file that ``spec`` names, as ``file.py`` or ``file.py:player``; None for a name."""
    head, _colon, _player = spec.rpartition(":")
    for text in (spec, head):
        if text.endswith(_SUFFIX):
            return Path(text)
    return None


def named_in(spec: str) -> str:
    """The player that ``file.py:player`` names, or ""."""
    return "" if spec.endswith(_SUFFIX) else spec.rpartition(":")[2]


def _demand_usual_cards(played: Round) -> None:
    if played.deck not in (DECK, Deck(most=0)):
        raise BadInput(
            _("a file plays with the cards of the project: 25, hands of 5, at most 3 exchanged")
        )


def _tell_apart(found: Sequence[Entrant]) -> None:
    """Tell those of one name apart: files by their folders, else by numbers."""
    by_name: dict[str, list[Entrant]] = {}
    for entrant in found:
        by_name.setdefault(entrant.name, []).append(entrant)
    for same in by_name.values():
        if len(same) > 1:
            folders = [entrant.folder for entrant in same]
            clear = all(folders) and len(set(folders)) == len(folders)
            for number, (entrant, folder) in enumerate(zip(same, folders, strict=True), 1):
                entrant.name += f" ({folder})" if clear else f" {number}"


# -- players of the house -----------------------------------------------------------------------


def _built_in(name: str, played: Round, rounds: int) -> Entrant:
    if name == CHAMPION and played.kind != "rapida":
        return Entrant(name, f"{name} {rounds}", match=_match_of(played, rounds))
    if name in (EQUILIBRIUM, CHAMPION):  # alike where there is nothing to decide
        return Entrant(name, name, lambda played: equilibrium(played).in_round(played))
    of_deck = cache(our_player if name == OURS else PLAYERS[name])
    return Entrant(name, name, lambda played: of_deck(played.deck).in_round(played))


def _match_of(played: Round, rounds: int) -> SolvedMatch:
    found = solved_match(played, rounds)
    if found is None:
        raise BadInput(
            _(
                "{name} plays this match only when it has been solved: {command} with the same "
                "options does that"
            ).format(name=CHAMPION, command="ludoteca solve poker match")
        )
    return found


def our_player(deck: Deck) -> Strategy:
    """nosso: pretends three of a kind with nothing, and seldom folds; as in the project."""
    from .policy import FOLD_BELOW, OURS_OF_NOTHING

    paths = paths_of(deck)
    row = np.zeros(len(paths.exchange_hand), object)
    for number in range(len(paths.hands)):
        cards = paths.cards(number)
        most = OURS_OF_NOTHING if hands.value_of(cards) == 0 else deck.most
        lot = hands.greedy_exchange(cards, min(most, deck.most))
        row[paths.exchange_number(cards, lot)] = 1
    value = np.array(hands.VALUES)[paths.path_class]
    sides = []
    for seat, contexts in zip(SEATS, (1, paths.sizes), strict=True):
        needed = [FOLD_BELOW[seat][min(k, hands.MOST)] for k in range(paths.sizes)]
        folds = np.array([value < least for least in needed]).astype(int).astype(object)
        sides.append(Side(np.tile(row, (contexts, 1)), folds, 1, 1))
    return Strategy(OURS, deck, *sides)


# -- files --------------------------------------------------------------------------------------


def chosen_player(asked: Asked, named: str) -> str:
    """Which player of a file is meant; raises ``BadInput`` where that is not clear.

    Without a name: the only one, the one called as the file, or the only one that the project does
    not name.
    """
    by_plain = {plain(name): name for name in asked.players}
    if named:
        candidates = [by_plain[plain(named)]] if plain(named) in by_plain else []
    else:
        own = [name for key, name in by_plain.items() if key not in _OF_THE_PROJECT]
        same = [by_plain[plain(asked.path.stem)]] if plain(asked.path.stem) in by_plain else []
        groups = (list(asked.players), same, own)
        candidates = next((group for group in groups if len(group) == 1), [])
    if candidates:
        return candidates[0]
    if not asked.players:
        for name, parts in asked.halves.items():
            missing = next(part for part in (TRADE, FOLD) if part not in parts)
            raise BadInput(
                _("{path} has {there} but no {missing}").format(
                    path=asked.path.name, there=f"{parts[0]}{name}", missing=f"{missing}{name}"
                )
            )
        raise BadInput(
            _("{path} has no functions trocas_X and desistir_X").format(path=asked.path.name)
        )
    raise BadInput(
        _("{path} has several players; say which, as {path}:{first}; there are: {known}").format(
            path=asked.path.name, first=next(iter(asked.players)), known=", ".join(asked.players)
        )
    )


def from_file(path: Path, named: str, told: Told, parts: Parts | None = None) -> Entrant:
    """The player of a file, asked everything, or found in ``parts`` as it was asked before.

    What is wrong with the file is in the entrant.
    """
    asked = Asked(path)
    entrant = Entrant(path.stem, f"{contents(path)}:{plain(named)}", asked=asked)
    if asked.broken is not None:
        return _without_player(entrant, asked.broken.text())
    try:
        entrant.player = chosen_player(asked, named)
    except BadInput as error:
        return _without_player(entrant, str(error))
    if plain(entrant.player) != plain(path.stem):
        entrant.name = f"{entrant.player} ({path.name})"
    ask = partial(answers_of, asked, entrant.player, told)
    answers = (parts or Parts()).part(ask, "asked", entrant.key, path.stem)
    entrant.report, entrant.unsettled = answers.report, answers.unsettled
    if answers.sheets is not None:
        _fill_in(entrant, answers.sheets)
    if answers.broken:
        _without_player(entrant, answers.broken)
    return entrant


def _without_player(entrant: Entrant, why: str) -> Entrant:
    """The entrant that forfeits every round."""
    paths = paths_of(DECK)
    nothing: tuple[dict[hands.Cards, Fraction], ...] = tuple({} for _hand in paths.hands)
    folds: tuple[dict[int, Fraction], ...] = tuple({} for _k in range(paths.sizes))
    entrant.broken, entrant.unsettled = why, ""
    _fill_in(entrant, (Sheet((nothing,), folds), Sheet((nothing,) * paths.sizes, folds)))
    entrant.close()
    return entrant


def _fill_in(entrant: Entrant, sheets: tuple[Sheet, Sheet]) -> None:
    """Make the tables of ``entrant`` from its answers."""
    complete, patient = (table_of(entrant.name, sheets, may_fold) for may_fold in (True, False))
    entrant.table = lambda played: complete if played.may_fold else patient
    entrant.forfeits = forfeits_of(sheets)

"""Who is evaluated: the players of the project, the equilibrium, and students' files.

Every entrant that is a function of what it is told becomes a table, from which all is exact; one
that is not plays its rounds. A file that fails forfeits the round: the other gets at once what it
would get had the file folded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _

from . import hands
from .asking import Asked
from .parts import Parts, contents
from .paths import Deck, Paths, Round, paths_of
from .player_process import plain
from .simple import PLAYERS
from .store import NAME, equilibrium
from .strategy import FIRST, SEATS, SECOND, Numbers, Side, Strategy, over_unit, side_of
from .tabulating import DECK, Report, Sheet, Told, answers_of

OURS = "nosso"
EQUILIBRIUM = NAME
HUMAN = "humano"
BUILT_IN = (*PLAYERS, OURS, EQUILIBRIUM)
ALIASES = {"random": "aleatório", "basic": "ganancioso", "advanced": OURS, "expert": EQUILIBRIUM}
_OF_THE_PROJECT = frozenset(plain(name) for name in (*PLAYERS, HUMAN))
_SUFFIX = ".py"


@dataclass(frozen=True, eq=False)
class Forfeits:
    """What is known of a player that may fail when asked for its exchange.

    ``sides`` are its decisions where it does not fail (exchanges that lack the failures to one);
    ``failing[seat][context, hand]`` its chances to fail, over ``units[seat]``.
    """

    sides: tuple[Side, Side]
    failing: tuple[Numbers, Numbers]
    units: tuple[int, int]


@dataclass(eq=False)
class Entrant:
    """A player to be evaluated.

    Attributes
    ----------
    table : what it does in a round of a kind, as arrays; None where it has no table
    forfeits : its failures at the exchange, where it has any
    unsettled : why it has no table, a sentence
    broken : why its file can be asked nothing, a sentence
    asked, player : the file, and which of its players; None for the players of the house
    key : what it is, by the contents of its file: equal keys, equal answers
    """

    name: str
    key: str
    table: Callable[[Round], Strategy] | None = None
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

    def strategy(self, played: Round) -> Strategy:
        """Its table in such a round; raises ``ValueError`` where it has none."""
        if self.table is None:
            raise ValueError(f"{self.name} has no table")
        return self.table(played)

    def close(self) -> None:
        """End its process."""
        if self.asked is not None:
            self.asked.close()


def entrants(
    specs: Sequence[str],
    played: Round,
    told: Callable[[str], Told] = lambda _name: lambda _done, _of: None,
    parts: Parts | None = None,
) -> list[Entrant]:
    """The players that ``specs`` name, with different names; raises ``BadInput`` for a wrong one.

    ``told(name)`` makes what hears how far the asking of a file is; ``parts`` keeps the answers.
    """
    parts = parts or Parts()
    checked = [_checked(spec) for spec in specs]
    if any(isinstance(what, Path) for what in checked):
        _demand_usual_cards(played)
    found: list[Entrant] = []
    try:
        for spec, what in zip(specs, checked, strict=True):
            if isinstance(what, str):
                found.append(_built_in(what))
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
    known = {plain(name): name for name in BUILT_IN} | ALIASES
    name = known.get(plain(spec.strip()))
    if name is None:
        raise BadInput(
            _(
                "there is no player {name} to evaluate; there are: {known}, or a file {suffix}"
            ).format(name=spec, known=", ".join(BUILT_IN), suffix="nome.py")
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
    """Give those of one name a number."""
    names = [entrant.name for entrant in found]
    seen: dict[str, int] = {}
    for entrant in found:
        name = entrant.name
        seen[name] = seen.get(name, 0) + 1
        if names.count(name) > 1:
            entrant.name = f"{name} {seen[name]}"


# -- players of the house -----------------------------------------------------------------------


def _built_in(name: str) -> Entrant:
    if name == EQUILIBRIUM:
        return Entrant(name, name, lambda played: equilibrium(played).in_round(played))
    of_deck = cache(our_player if name == OURS else PLAYERS[name])
    return Entrant(name, name, lambda played: of_deck(played.deck).in_round(played))


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
    paths = paths_of(DECK)
    complete, patient = (
        Strategy(entrant.name, DECK, *(_with_forfeits(paths, sheet, may_fold) for sheet in sheets))
        for may_fold in (True, False)
    )
    entrant.table = lambda played: complete if played.may_fold else patient
    failing = [_failing(paths, sheet) for sheet in sheets]
    if any(chances.any() for chances, _unit in failing):
        sides = tuple(_side(paths, sheet.trades, sheet.folds) for sheet in sheets)
        entrant.forfeits = Forfeits(
            (sides[FIRST], sides[SECOND]),
            (failing[FIRST][0], failing[SECOND][0]),
            (failing[FIRST][1], failing[SECOND][1]),
        )


def _failing(paths: Paths, sheet: Sheet) -> tuple[Numbers, int]:
    rows = [
        [sheet.failing(c, h) for h in range(len(paths.hands))] for c in range(len(sheet.trades))
    ]
    return over_unit(rows)


def _with_forfeits(paths: Paths, sheet: Sheet, may_fold: bool) -> Side:
    """The side in which who fails at the exchange exchanges nothing and folds for certain."""
    nothing = (0,) * hands.RANKS
    trades = [[dict(lots) for lots in row] for row in sheet.trades]
    folds = [dict(row) if may_fold else {} for row in sheet.folds]
    for other, fold in enumerate(folds):
        context = other if len(trades) > 1 else 0
        for hand in range(len(paths.hands)):
            failing = sheet.failing(context, hand)
            if failing:
                cards = paths.cards(hand)
                path = paths.path_number(cards, nothing, cards)
                kept = sheet.trades[context][hand].get(nothing, Fraction(0))
                gone = kept * fold.get(path, Fraction(0)) + failing
                fold[path] = gone / (kept + failing)
                trades[context][hand][nothing] = kept + failing
    return _side(paths, trades, folds)


def _side(
    paths: Paths,
    trades: Sequence[Sequence[dict[hands.Cards, Fraction]]],
    folds: Sequence[dict[int, Fraction]],
) -> Side:
    exchange = [[Fraction(0)] * len(paths.exchange_hand) for _context in trades]
    for row, by_hand in zip(exchange, trades, strict=True):
        for hand, lots in enumerate(by_hand):
            for lot, chance in lots.items():
                row[paths.exchange_number(paths.cards(hand), lot)] = chance
    fold = [[chances.get(p, Fraction(0)) for p in range(len(paths.path_spot))] for chances in folds]
    return side_of(exchange, fold)

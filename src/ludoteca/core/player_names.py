"""Names of machines and seats in the language in use, beside the ids of the machines.

People at a table meet a machine under a first name, with a sentence on how it plays and how strong
it is; commands, records and studies have its id and its label.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ludoteca.core.answers import Cell, Table
from ludoteca.core.i18n import LANGUAGES, N_, _, fold, speaking

if TYPE_CHECKING:
    from ludoteca.core.game import GameInfo

_FILE = ".py"  #: in the id of a player that is read from a file
LEARNED = "learned:"  #: before the file of a player that was trained

USUAL = {
    "random": N_("random moves"),
    "search": N_("full search"),
    "mcts": N_("tree search"),
    "belief": N_("belief search"),
    "human": N_("human"),
    "basic": N_("basic"),
    "advanced": N_("advanced"),
    "expert": N_("expert"),
    "master": N_("master"),
}

STYLES = {
    "calls": N_("{machine}, never gives up"),
    "holds": N_("{machine}, never gives up where it could raise"),
    "defends": N_("{machine}, never gives up where it could raise again"),
    "folds": N_("{machine}, gives up whenever it may"),
    "raises": N_("{machine}, raises at random {share} of 100 times"),
    "errs": N_("{machine}, {share} of 100 moves at random"),
}
"""Machines with one habit, by the word before the colon: ``calls:expert``, ``errs@20:expert``."""

USUAL_SHARES = {"raises": 30, "errs": 20}  #: of the styles that take a share, in percent

_STYLED = re.compile(
    rf"(?P<style>{'|'.join(STYLES)})(@(?P<share>\d+))?:(?P<machine>.+)",
    re.IGNORECASE | re.DOTALL,
)


_SEARCH_OVER = re.compile(
    rf"(?P<search>belief(@[^:]*)?|[^:]+(?=:{LEARNED})):(?P<machine>.+)", re.IGNORECASE | re.DOTALL
)


class Styled(NamedTuple):
    """The parts of the spec of a machine with a habit; ``share`` is None where none is written."""

    style: str
    share: int | None
    machine: str


def read_style(spec: str) -> Styled | None:
    """The parts of the spec of a machine with a habit; None for any other."""
    found = _STYLED.fullmatch(spec.strip())
    if found is None:
        return None
    share = None if found["share"] is None else int(found["share"])
    return Styled(found["style"].lower(), share, found["machine"].strip())


class SearchOver(NamedTuple):
    """The parts of the spec of a search in which everybody plays as a trained machine."""

    search: str
    machine: str


def read_search_over(spec: str) -> SearchOver | None:
    """The parts of ``belief@200:learned:FILE`` or ``belief@200:LEVEL``; None for any other spec."""
    found = _SEARCH_OVER.fullmatch(spec.strip())
    return None if found is None else SearchOver(found["search"].strip(), found["machine"])


def machine_in(spec: str) -> str:
    """The spec without the styles that stand before it.

    >>> machine_in("calls:errs@20:expert@50n")
    'expert@50n'
    """
    while (styled := read_style(spec)) is not None:
        spec = styled.machine
    return spec


def player_words(info: GameInfo, name: str) -> str:
    """The label of the player ``name`` of a game; its id where it has none."""
    return _(dict(info.called).get(name) or USUAL.get(name, name))


def level_words(info: GameInfo, spec: str) -> str:
    """A machine in words: ``expert@0.5s`` is "expert, 0.5s"; "" for "", and a file as it is.

    A trained player is called after its file, without folder and suffix.
    """
    styled = read_style(spec)
    if styled is not None:
        share = styled.share or USUAL_SHARES.get(styled.style)
        machine = level_words(info, styled.machine)
        return _(STYLES[styled.style]).format(machine=machine, share=share)
    if is_learned(spec):
        return _stem(spec)
    over = read_search_over(spec)
    if over is not None:
        return f"{level_words(info, over.search)}, {level_words(info, over.machine)}"
    if _FILE in spec:
        return spec
    name, _at, budget = spec.partition("@")
    words = player_words(info, name) if name else ""
    return f"{words}, {budget}" if budget else words


def labels_of(info: GameInfo, specs: Iterable[str]) -> dict[str, str]:
    """Each of ``specs`` by its name; all as they are where two would have the same."""
    words = {spec: level_words(info, spec) for spec in specs}
    alike = len(set(words.values())) < len(words)
    return {spec: spec if alike else name_and_level(info, spec) for spec in words}


def is_level(info: GameInfo, name: str) -> bool:
    """True where ``name`` is the id of a level of every game or of this one."""
    return name in USUAL or name in dict(info.called)


def means_a_machine(info: GameInfo, name: str) -> bool:
    """True where ``name`` is the id of a machine of every game or this one, or its label.

    A label of any language is one, in any case of letters and without accents.
    """
    labels = USUAL | dict(info.called)
    known = set(map(fold, labels))
    for language in LANGUAGES:
        with speaking(language):
            known |= {fold(_(label)) for label in labels.values()}
    return fold(name) in known


# -- first names --------------------------------------------------------------------------------

FIRST_NAMES = {
    "random": "Kiko",
    "basic": "Aino",
    "advanced": "Boris",
    "expert": "Clara",
    "master": "Otto",
    "search": "Sofia",
    "mcts": "Milo",
    "belief": "Vera",
    "cauteloso": "Pia",
    "blefe": "Rico",
    "aleatório": "Lola",
    "campeão": "Igor",
    "self-taught": "Greta",
}
"""The same in all languages; no two begin with the same letter, nor with one of the others."""

MORE_NAMES = ("Dina", "Emil", "Hugo", "Nora", "Tito")
"""For the second and further machines of one kind at a table."""

ABOUT = {
    "random": N_("Plays whatever comes to hand."),
    "basic": N_("Plays what looks best at first sight."),
    "advanced": N_("Weighs the chances of every move."),
    "expert": N_("Plays the best moves out in its head before choosing one."),
    "search": N_("Looks ahead, move by move, as far as time allows."),
    "mcts": N_("Plays many games out to the end, trying the most promising moves most."),
    "belief": N_("Guesses the hidden cards and tries every move against them."),
    "self-taught": N_("Learned by playing against itself and others."),
}


def is_learned(spec: str) -> bool:
    """True for the spec of a player that was trained: ``learned:FILE``."""
    return spec.strip().casefold().startswith(LEARNED)


def _stem(spec: str) -> str:
    """The name of a trained player's file: "ana" for ``learned:players/ana.npz``."""
    return Path(spec.strip()[len(LEARNED) :].strip()).stem


def first_name(info: GameInfo, spec: str, taken: Collection[str] = ()) -> str:
    """The first name of the machine ``spec``, one that is not ``taken`` at its table.

    A file has its own name, without folder and suffix; a machine with a habit that of the machine.
    """
    spec = machine_in(spec)
    path, is_file, _player = spec.rpartition(_FILE)
    if is_file:
        own = Path(path).name
    elif is_learned(spec):
        own = _stem(spec)
    else:
        own = FIRST_NAMES.get(_usual(info, spec)) or _id(spec)[:1].upper() + _id(spec)[1:]
    held = set(map(fold, taken))
    free = (name for name in (own, *MORE_NAMES) if fold(name) not in held)
    return next(free, f"{own} {len(taken) + 1}")


def name_and_level(info: GameInfo, spec: str) -> str:
    """A machine that need not sit at the table: ``Boris (advanced)``; one of a file by the file."""
    name, level = first_name(info, spec), level_words(info, spec)
    own = _FILE in spec or fold(name) == fold(level)  # of a file, or of a class
    return level if own else f"{name} ({level})"


def first_names(info: GameInfo, specs: Sequence[str]) -> list[str]:
    """The names of the machines of a table, all different; "" for the spec ""."""
    names: list[str] = []
    for spec in specs:
        names.append(first_name(info, spec, names) if spec else "")
    return names


def rank_words(info: GameInfo, spec: str) -> str:
    """The place of a machine on the ladder of its game, with its budget where it has one."""
    place = _place(info, spec)
    words = _("machine")
    if place is not None:
        words = _("level {n} of {most}").format(n=place + 1, most=len(info.ladder))
    over = read_search_over(spec)
    budget = (spec if over is None else over.search).partition("@")[2]
    return f"{words}, {budget}" if budget else words


def about_machine(info: GameInfo, spec: str) -> str:
    """The character of a machine and what it wins against the rung below, in a sentence each.

    Nothing is said of a level of the game that is not on its ladder: how it plays was not measured.
    """
    place = _place(info, spec)
    rung = None if place is None else info.ladder[place]
    own_level = fold(_id(spec)) in map(fold, info.levels)
    usual = "" if rung is None and own_level else ABOUT.get(_usual(info, spec), "")
    about = (rung.about if rung is not None else "") or usual
    sentences = [_(about)] if about else []
    if place and rung is not None and rung.share is not None:
        below = first_name(info, info.ladder[place - 1].player)
        wins = (
            _("Wins {n} of 100 matches against {name}.")
            if rung.unit == "matches"
            else _("Wins {n} of 100 deals against {name}.")
        )
        sentences.append(wins.format(n=round(100 * rung.share), name=below))
    return " ".join(sentences)


def _id(spec: str) -> str:
    over = read_search_over(spec)
    return (spec if over is None else over.search).partition("@")[0]


def _usual(info: GameInfo, spec: str) -> str:
    """The id under which a player is known in every game, its own where there is none."""
    name = fold(_id(spec))
    own = {fold(own): usual for usual, own in info.aliases}
    return own.get(name) or next((n for n in FIRST_NAMES if fold(n) == name), name)


@lru_cache(maxsize=1024)  # every table that is drawn asks for it
def _place(info: GameInfo, spec: str) -> int | None:
    """The rung of a machine, from 0; None where it is not on the ladder."""
    usual = _usual(info, spec)
    places = (n for n, rung in enumerate(info.ladder) if _usual(info, rung.player) == usual)
    return next(places, None)


# -- labels in answers --------------------------------------------------------------------------

PLAYER_COLUMNS = frozenset(
    (
        "a",
        "against",
        "b",
        "first",
        "level",
        "levels",
        "machine",
        "machines",
        "opponent",
        "other",
        "player",
        "players",
        "second",
    )
)
"""Columns of answers that hold ids of players."""


def cell_words(info: GameInfo, column: str, cell: Cell) -> Cell:
    """A cell for people: a player by its name in a column of players, else the cell itself."""
    if column in PLAYER_COLUMNS and isinstance(cell, str) and cell:
        return name_and_level(info, cell)
    return cell


def with_labels(info: GameInfo, table: Table) -> Table:
    """The table with the names of players instead of their ids, as charts show it."""
    rows = [
        [cell_words(info, column, cell) for column, cell in zip(table.columns, row, strict=True)]
        for row in table.rows
    ]
    return replace(table, rows=rows)


# -- seats --------------------------------------------------------------------------------------

_names: ContextVar[Sequence[str]] = ContextVar("names of the seats", default=())


@contextmanager
def seat_names(names: Sequence[str]) -> Iterator[None]:
    """Call the seats by ``names`` in this block, the first that of seat 0; "" names none."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def seat_called(seat: int) -> str:
    """The name of ``seat``; ``Player 1`` for seat 0 where it has none.

    >>> with seat_names(["Ana", "Boris"]):
    ...     seat_called(1)
    'Boris'
    """
    names = _names.get()
    return (names[seat] if seat < len(names) else "") or _("Player {n}").format(n=seat + 1)


def seat_marked(seat: int, viewer: int) -> str:
    """The name of ``seat``; that of the ``viewer`` says so: ``Ana (you)``."""
    name = seat_called(seat)
    return f"{name} ({_('you')})" if seat == viewer and name != _("You") else name

"""Answers of questions: fields, tables, plots, and the document that pages show and keep."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NotRequired, ParamSpec, TypeAlias, TypedDict

from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact, Simulated

if TYPE_CHECKING:
    import numpy as np

Cell: TypeAlias = (
    Exact
    | Simulated
    | Fraction
    | float
    | int
    | bool
    | str
    | Sequence[Any]
    | Mapping[str, Any]
    | None
)


class Name(str):
    """A cell that is a key, as columns are: plain data has it as it is, people read it in words."""


class Pieces(str):
    """A cell of cards or discs as questions take them; a page draws them by the hook ``pick``."""


@dataclass(frozen=True)
class Table:
    """Rows of an answer; ``name`` and ``columns`` are keys of the JSON, ``title`` is for people.

    A column in words is a message: the catalogues find it where the table is made. The numbers of
    the columns ``chances`` are shares of all cases, which pages write in percent.
    """

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    chances: Sequence[str] = ()


Rows: TypeAlias = Iterator[Sequence[Cell]]
P = ParamSpec("P")


def table(
    name: str, title: str, columns: str, chances: str = ""
) -> Callable[[Callable[P, Rows]], Callable[P, Table]]:
    """Make of a function that yields rows one that returns them as a :class:`Table`.

    ``columns`` are names with blanks between them, and so are ``chances``::

        @table("steps", N_("Chance of a win by step"), "step picks win", chances="win")
        def steps_table() -> Rows:
            for step in STEPS:
                yield step, picks(step), win(step)
    """

    def make(rows: Callable[P, Rows]) -> Callable[P, Table]:
        @wraps(rows)
        def made(*args: P.args, **kwargs: P.kwargs) -> Table:
            cells = list(rows(*args, **kwargs))
            return Table(name, tuple(columns.split()), cells, title, tuple(chances.split()))

        return made

    return make


@dataclass(frozen=True)
class Plot:
    """A picture of an answer; ``draw()`` makes an Altair chart (of the extra ``lab``)."""

    name: str
    title: str
    draw: Callable[[], Any]

    def svg(self) -> str:
        """The picture with its title as the text of an SVG file.

        Raises ``ImportError`` where the extra is missing: see :func:`needs_lab`.
        """
        import vl_convert

        chart = self.draw().properties(title=_(self.title))
        return vl_convert.vegalite_to_svg(chart.to_json())


def needs_lab(error: ImportError) -> bool:
    """True for the error of a package that the extra ``lab`` installs."""
    return error.name in ("altair", "polars", "vl_convert")


@dataclass(frozen=True)
class Answer:
    """The answer to a question.

    ``headline`` is the answer in one sentence; ``fields`` are its named numbers, in order of
    importance, of which ``chances`` names those that are shares of all cases; ``tables`` its rows;
    ``notes`` sentences to read beside them. ``data`` are fields of the JSON alone: what people read
    in a table, as programs look it up. ``why(rng)``, where there is one, yields the derivation line
    by line as it is found: counts, formula, a sentence, a simulation that converges to the number.
    ``report(folder, drawn)``, where there is one, writes pages that tie together the tables and
    those plots, named in ``drawn``, that lie in the folder.

    Raises
    ------
    ValueError
        Where two of its fields, data and tables have the same name.
    """

    fields: Mapping[str, Cell]
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()
    notes: Sequence[str] = ()
    why: Callable[[np.random.Generator], Iterable[str]] | None = None
    report: Callable[[Path, Collection[str]], object] | None = None
    headline: str = ""
    data: Mapping[str, Cell] = field(default_factory=dict)
    chances: Collection[str] = ()

    def __post_init__(self) -> None:
        names = [*self.fields, *self.data, *(table.name for table in self.tables)]
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            raise ValueError(f"an answer names two things alike: {', '.join(repeated)}")

    def to_json(self) -> dict[str, Any]:
        """The fields, the data, and the tables as lists of objects by name; plain JSON types."""
        out = {name: plain(value) for name, value in (*self.fields.items(), *self.data.items())}
        for table in self.tables:
            out[table.name] = [
                {column: plain(cell) for column, cell in zip(table.columns, row, strict=True)}
                for row in table.rows
            ]
        if self.notes:
            out["notes"] = list(self.notes)
        return out


def plain(cell: Any) -> Any:
    """``cell`` in types that JSON has; exact and simulated numbers say what they are.

    These are ``{"exact": "n/d", "decimal": x}`` and ``{"simulated": mean, "n": n, "interval95":
    [low, high]}``, with a condition where they have one.
    """
    if isinstance(cell, Exact | Simulated):
        return cell.to_json()
    if isinstance(cell, Fraction):
        return Exact(cell).to_json()
    if hasattr(cell, "dtype") and not cell.shape:  # a number of NumPy's
        return cell.item()
    if isinstance(cell, Mapping):
        return {str(key): plain(value) for key, value in cell.items()}
    if isinstance(cell, str) or not isinstance(cell, Iterable):
        return cell
    return [plain(part) for part in cell]


# -- documents ----------------------------------------------------------------------------------


class TableDocument(TypedDict):
    """A table of a document.

    ``named`` are the columns that hold keys, which are read in words; ``drawn`` those that hold
    pieces, which pages draw; ``chances`` those whose numbers are shares of all cases.
    """

    name: str
    title: str
    columns: list[str]
    named: list[str]
    drawn: NotRequired[list[str]]
    chances: NotRequired[list[str]]
    rows: list[list[Any]]


class PlotDocument(TypedDict):
    """A plot of a document, drawn."""

    name: str
    title: str
    svg: str


class Document(TypedDict):
    """An answer worked out to the end, with its titles in one language, in types that JSON has.

    ``sentence`` says what was asked, ``headline`` what came out, "" where no sentence does.
    ``fields`` are pairs of a name and a cell; cells are as :func:`plain` makes them. ``seed`` is
    that of everything random in the answer. ``page`` is the text of a page of HTML that belongs to
    it, where there is one. ``drawn`` are the fields that hold pieces, and ``chances`` those that
    are shares of all cases.
    """

    sentence: str
    headline: str
    fields: list[list[Any]]
    tables: list[TableDocument]
    plots: list[PlotDocument]
    notes: list[str]
    why: list[str]
    seed: int
    page: NotRequired[str]
    drawn: NotRequired[list[str]]
    chances: NotRequired[list[str]]


_JSON_BITS = 63  #: of the whole numbers that every reader of JSON takes


def _kept(cell: Any) -> Any:
    """Plain data of a cell of a document, in which a longer whole number is an exact one."""
    found = plain(cell)
    is_long = isinstance(found, int) and found.bit_length() > _JSON_BITS
    return plain(Fraction(found)) if is_long else found


def document_of(answer: Answer, sentence: str, seed: int) -> Document:
    """``answer`` with its plots drawn and its derivation, in the language in use."""
    import numpy as np

    notes = list(answer.notes)
    plots: list[PlotDocument] = []
    try:
        plots += [{"name": p.name, "title": _(p.title), "svg": p.svg()} for p in answer.plots]
    except ImportError as error:
        if not needs_lab(error):
            raise
        notes.append(_("plots need the extra 'lab': pip install \"ludoteca[lab]\""))
    return {
        "sentence": sentence,
        "headline": answer.headline,
        "fields": [[name, _kept(value)] for name, value in answer.fields.items()],
        "drawn": [name for name, value in answer.fields.items() if _is_drawn(value)],
        "chances": list(answer.chances),
        "tables": [_table_document(table) for table in answer.tables],
        "plots": plots,
        "notes": notes,
        "why": list(answer.why(np.random.default_rng(seed))) if answer.why is not None else [],
        "seed": seed,
    }


def _is_drawn(value: Cell) -> bool:
    """True for pieces, and for a list of such."""
    parts = value if isinstance(value, list) and value else [value]
    return all(isinstance(part, Pieces) for part in parts)


def _table_document(table: Table) -> TableDocument:
    columns = list(zip(table.columns, zip(*table.rows, strict=True), strict=False))

    def those_of(kind: type[str]) -> list[str]:
        return [name for name, cells in columns if any(isinstance(c, kind) for c in cells)]

    return {
        "name": table.name,
        "title": _(table.title),
        "columns": list(table.columns),
        "named": those_of(Name),
        "drawn": those_of(Pieces),
        "chances": list(table.chances),
        "rows": [[_kept(cell) for cell in row] for row in table.rows],
    }

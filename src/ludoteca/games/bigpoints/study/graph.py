"""The state graph of a small board, drawn: positions in layers, moves between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ludoteca.core.answers import Plot, Rows
from ludoteca.core.i18n import _
from ludoteca.core.registry import load_game
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact.graph import Graph, reachable
from ..notation import MOVES, SYMBOLS, board_state
from ..rules import ON_STAIR

section = sections_beside(__file__)

GAP = "·"
_SWEEPS = 8
_COLUMN, _ROW = 118, 92  # pixels from a position to its neighbour, and from layer to layer
_CARD = "M-1,-.52H1V.52H-1Z"
_SHADES = {"first ahead": "#0072b2", "even": "#999999", "second ahead": "#d55e00"}


def picture(s: Any) -> str:
    """The row in text, discs under pawns in brackets, taken ones as dots, then the stair.

    ``12[1]2`` is a pawn on the third disc; ``^21`` says that pawn 2 is on the stair before 1.
    """
    out = []
    for i in range(int(s.length)):
        kinds = [k for k in range(len(SYMBOLS)) if int(s.track[k]) >> i & 1]
        disc = SYMBOLS[kinds[0]] if kinds else GAP
        pawn = any(int(s.pawn[c]) == i for c in range(int(s.colours)))
        out.append(f"[{disc}]" if pawn else disc)
    arrived = sorted(
        (int(s.place[c]), SYMBOLS[c]) for c in range(int(s.colours)) if int(s.pawn[c]) == ON_STAIR
    )
    return "".join(out) + ("^" + "".join(symbol for _place, symbol in arrived) if arrived else "")


def hands(s: Any) -> str:
    """The discs of both players, ``12:1`` for two and one; a dash for none."""

    def held(seat: int) -> str:
        return "".join(SYMBOLS[k] * int(n) for k, n in enumerate(s.held[seat])) or "-"

    return f"{held(0)}:{held(1)}"


@study_table("graph_positions", "position ply row held player_to_move difference over")
def positions_table(graph: Graph) -> Rows:
    """Every position: number, ply, row, discs held, who moves, value, and if the game is over."""
    for i, s in enumerate(graph.records):
        over = bool(graph.first[i] == graph.first[i + 1])
        yield [
            i,
            int(graph.depth[i]),
            picture(s),
            hands(s),
            None if over else int(s.to_move) + 1,
            int(graph.values[i]),
            over,
        ]


@study_table("graph_moves", "position leads_to move best")
def moves_table(graph: Graph) -> Rows:
    """Every move: from which position to which, in the game's notation, and if it is best."""
    yield from moves(graph)


def moves(graph: Graph) -> Iterator[tuple[int, int, str, bool]]:
    """Every move: the position, that to which it leads, its text, and if it is best."""
    for i, s in enumerate(graph.records):
        for e in range(graph.first[i], graph.first[i + 1]):
            child = int(graph.child[e])
            best = bool(graph.values[child] == graph.values[i])
            yield i, child, MOVES.text(s, int(graph.action[e])), best


def places(graph: Graph) -> list[tuple[float, int]]:
    """The place of each position in the drawing: across, centred on 0, and its layer.

    Positions of a layer are ordered by the mean of their neighbours' places, up and down in turns
    (K. Sugiyama, S. Tagawa, M. Toda, Methods for visual understanding of hierarchical system
    structures, 1981).
    """
    layer = graph.depth.tolist()
    layers: list[list[int]] = [[] for _ in range(max(layer) + 1)]
    for i, ply in enumerate(layer):
        layers[ply].append(i)
    above: list[list[int]] = [[] for _ in layer]
    below: list[list[int]] = [[] for _ in layer]
    for i in range(len(layer)):
        for child in graph.child[graph.first[i] : graph.first[i + 1]].tolist():
            below[i].append(child)
            above[child].append(i)
    across = _spread(layers)
    for sweep in range(_SWEEPS):
        near = above if sweep % 2 == 0 else below
        for members in layers:
            members.sort(
                key=lambda i: (
                    sum(across[j] for j in near[i]) / len(near[i]) if near[i] else across[i]
                )
            )
        across = _spread(layers)
    return [(across[i], layer[i]) for i in range(len(layer))]


def _spread(layers: list[list[int]]) -> dict[int, float]:
    return {i: at - (len(members) - 1) / 2 for members in layers for at, i in enumerate(members)}


def draw(graph: Graph) -> Any:
    """An Altair chart of the graph: best moves in bold, each position with its row and hands."""
    from ludoteca.lab.charts import altair

    alt = altair()
    at = places(graph)
    nodes = [
        {
            "x": x,
            "y": -ply,
            "row": picture(s),
            "held": hands(s),
            "value": f"{int(value):+d}",
            "standing": _standing(int(value)),
        }
        for (x, ply), s, value in zip(at, graph.records, graph.values, strict=True)
    ]
    edges = [
        {
            "x": at[i][0], "y": -at[i][1], "x2": at[child][0], "y2": -at[child][1],
            "mx": (at[i][0] + at[child][0]) / 2, "my": -(at[i][1] + at[child][1]) / 2,
            "move": move, "best": best,
        }
        for i, child, move, best in moves(graph)
    ]  # fmt: skip
    columns = max(abs(x) for x, _ply in at)
    across = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-columns - 0.6, columns + 0.6]))
    layers = max(ply for _x, ply in at)
    down = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-layers - 0.5, 0.5]))
    edge = alt.Chart(alt.Data(values=edges))
    lines = edge.mark_rule(color="#888").encode(
        x=across,
        y=down,
        x2="x2:Q",
        y2="y2:Q",
        size=alt.condition("datum.best", alt.value(3), alt.value(0.8)),
    )
    names = edge.mark_text(fontSize=11, dx=10).encode(
        x=alt.X("mx:Q", axis=None), y=alt.Y("my:Q", axis=None), text="move:N"
    )
    node = alt.Chart(alt.Data(values=nodes)).encode(x=across, y=down)
    shade = alt.Color(
        "standing:N",
        scale=alt.Scale(domain=list(_SHADES), range=list(_SHADES.values())),
        title=_("with best play"),
        legend=alt.Legend(orient="bottom"),
    )
    cards = node.mark_point(shape=_CARD, size=7000, fill="white", opacity=1, strokeWidth=3).encode(
        color=shade
    )
    values = node.mark_text(dy=-13, fontSize=12, fontWeight="bold").encode(text="value:N")
    rows = node.mark_text(dy=2, fontSize=11, font="monospace").encode(text="row:N")
    held = node.mark_text(dy=15, fontSize=10, font="monospace", color="#555").encode(text="held:N")
    width, height = int((2 * columns + 1.2) * _COLUMN), (layers + 1) * _ROW
    return (
        alt.layer(lines, names, cards, values, rows, held)
        .properties(width=width, height=height, background="white")
        .configure_view(strokeWidth=0)
    )


def _standing(value: int) -> str:
    return "even" if value == 0 else "first ahead" if value > 0 else "second ahead"


def of_graph(board: str) -> Section:
    """The state graph of a small board."""
    graph = reachable(board_state(load_game("bigpoints"), board))
    title = _("The state graph of the board {board}").format(board=board)
    return section(
        "graph",
        (positions_table(graph), moves_table(graph)),
        [Plot("state_graph", title, partial(draw, graph))],
        board=board,
        decisions=graph.decisions,
        finals=graph.finals,
    )

"""The sections of the balance report of Big Points: each a question, its method and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ludoteca.core.answers import Cell, Plot, Table
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.questions import Progress
from ludoteca.core.registry import load_game
from ludoteca.lab import charts
from ludoteca.lab.study import Section
from ludoteca.solve.backward_induction import solve_fully

from ..exact.boards import boards
from ..exact.objectives import difference
from ..notation import board_state
from . import contest, counting, opening, thesis
from . import graph as stategraph
from .balance import Solved, advantage_table, fairest_handicap, handicap_table
from .heuristics import rate
from .opening import Tally


def _percent(share: Cell) -> str:
    if isinstance(share, Exact):
        return number_text(100 * share.decimal, ".1f") + " %"
    assert isinstance(share, Simulated)
    mean, low, high = (number_text(100 * x, ".1f") for x in (share.mean, share.low, share.high))
    return f"{mean} % ({low} ... {high})"


def of_thesis() -> Section:
    """Table 2 and the errata."""
    table = thesis.table_2()
    agrees = sum(bool(row[5]) for row in table.rows)
    return Section(
        "thesis",
        _("What the document prints"),
        _("exact: all positions of each board, in the document's order of preference"),
        _("Table 2 is reproduced on {n} of 6 boards, points and states.").format(n=agrees),
        (table, thesis.errata()),
    )


def of_sizes(solved: Sequence[Solved]) -> Section:
    """The first player's advantage over sizes."""
    title = N_("The first player's fortune under best play by size of the game")
    table = advantage_table("advantage", title, solved)
    exact, largest = [s for s in solved if s.exact][-1], solved[-1]
    outcome = {row[0]: row for row in table.rows}
    behind = [s.name for s in solved if (s.values < 0).sum() > (s.values > 0).sum()]
    answer = _(
        "The first player wins {exact} of the boards of {size} and {sampled} of {largest}. The "
        "second player wins more boards than he only on: {behind}."
    ).format(
        exact=_percent(outcome[exact.name][4]),
        size=exact.name,
        sampled=_percent(outcome[largest.name][4]),
        largest=largest.name,
        behind=", ".join(behind) or _("none"),
    )
    return Section(
        "sizes",
        _("Does the first player win?"),
        _(
            "exact where all boards of a size are solved (a fraction); else a uniform sample of "
            "boards, each solved exactly, with a 95% interval"
        ),
        answer,
        (table,),
        (
            Plot("advantage", title, partial(charts.bars, table, "size", "first_wins")),
            Plot(
                "mean_difference",
                N_("Mean difference under best play by size of the game"),
                partial(charts.bars, table, "size", "mean_difference"),
            ),
        ),
    )


def of_specials(solved: Sequence[Solved]) -> Section:
    """White and black discs on small boards."""
    title = N_("Boards with white and black discs under best play")
    table = advantage_table("specials", title, solved)
    low = min(table.rows, key=_decimal_of_wins)
    high = max(table.rows, key=_decimal_of_wins)
    return Section(
        "specials",
        _("And with white and black discs?"),
        _("exact by alpha-beta over the printed rules of two players; sampled where it says so"),
        _("The first player wins from {low} ({where}) to {high} ({there}) of the boards.").format(
            low=_percent(low[4]), where=low[0], high=_percent(high[4]), there=high[0]
        ),
        (table,),
        (Plot("specials", title, partial(charts.bars, table, "size", "first_wins")),),
    )


def _decimal_of_wins(row: Sequence[Cell]) -> float:
    share = row[4]
    assert isinstance(share, Exact | Simulated)
    return share.decimal


def of_openings(tallies: Sequence[Tally]) -> Section:
    """The first moves that win."""
    moves, choices = opening.moves_table(tallies), opening.choices_table(tallies)
    last = [row for row in moves.rows if row[0] == tallies[-1].name]
    top = max(last, key=lambda row: _share(row[5]))
    plots = []
    for tally in tallies:
        rows = [row for row in moves.rows if row[0] == tally.name]
        part = Table(f"first_moves_{tally.name}", moves.columns, rows)
        title = _("First moves on boards of {size}: how often each is best").format(size=tally.name)
        plots.append(Plot(part.name, title, partial(charts.bars, part, "first_move", "best")))
    return Section(
        "openings",
        _("Which first moves win?"),
        _("every first move of every board solved exactly; of a sample where it says so"),
        _(
            "On {size} the first move that is best most often is pawn {pawn} of the row (by first "
            "discs), disc {side}: {share} of the boards."
        ).format(size=top[0], pawn=top[1], side=top[2], share=_percent(top[5])),
        (moves, choices),
        tuple(plots),
    )


def _share(cell: Cell) -> float:
    assert isinstance(cell, Exact | Simulated)
    return cell.decimal


def of_remedies(solved: Sequence[Solved], tallies: Sequence[Tally]) -> Section:
    """A handicap in points, and the pie rule."""
    table, pie = handicap_table(solved), opening.pie_table(tallies)
    largest = {s.name.partition("x")[0]: s for s in solved}.values()
    names = [s.name for s in largest]
    told = ", ".join(f"{s.name}: {float(fairest_handicap(s)):g}" for s in largest)
    shown = Table(table.name, table.columns, [row for row in table.rows if row[0] in names])
    title = N_("Gap between the wins of both by the points given to the second player")
    return Section(
        "remedies",
        _("What would make it fair?"),
        _(
            "the distribution of values under best play, shifted by the handicap; the pie rule "
            "from the values of all first moves; games of machines where it says so"
        ),
        _("The fairest points for the second player are {told}.").format(told=told),
        (table, pie),
        (
            Plot("handicap", title, partial(charts.lines, shown, "handicap", "gap", colour="size")),
            Plot("pie_rule", pie.title, partial(charts.bars, pie, "size", "ties")),
        ),
    )


def of_heuristics(
    sizes: Sequence[tuple[int, int]], rows: int, seed: int, progress: Progress
) -> Section:
    """Rules of thumb, ranked."""
    game = load_game("bigpoints")
    by_size = {}
    for colours, discs in sizes:
        size = f"{colours}x{discs}"
        progress(0, None, _("all decisions of {size}").format(size=size))
        by_size[size] = rate(
            solve_fully(board_state(game, board), objective=difference)
            for board in boards(colours, discs)
        )
    ranking = contest.ranking_table(by_size, rows, seed, progress)
    pairs = contest.pairs_table(rows, seed, progress)
    last = list(by_size)[-1]
    best = ranking.rows[0]
    share = by_size[last][0].best
    return Section(
        "heuristics",
        _("Which rules of thumb are worth following?"),
        _(
            "exact over all decisions that can be reached on all boards of a size; wins "
            "simulated on {n} random rows of 5x4 and of the printed game, both seats, 95% interval"
        ).format(n=rows),
        _("{rule} It finds a best move in {share} of all decisions of {size}.").format(
            rule=best[2], share=_percent(Exact(share)), size=last
        ),
        (ranking, contest.decisions_table(by_size), pairs),
        (
            Plot(
                "heuristics",
                N_("Share of best moves by rule of thumb"),
                partial(charts.bars, ranking, "heuristic", f"best_moves_{last}"),
            ),
            Plot(
                "heuristic_pairs",
                N_("Wins of the rule in the row against the rule in the column"),
                partial(charts.heatmap, pairs, "against", "heuristic", "wins"),
            ),
        ),
    )


def of_counts(
    sizes: Sequence[tuple[int, int]], games: int, seed: int, progress: Progress
) -> Section:
    """The size of the game."""
    table = counting.sizes_table(sizes, progress)
    moves, log = counting.printed_size(games, seed)
    number = counting.number_of_matches()
    same = str(number) == counting.PRINTED
    rows: list[list[Cell]] = [
        [_("rows of the printed game"), counting.number_of_rows(5, 9, 5, 5)],
        [_("matches: rows times the numbers of players, 2 to 5"), number],
        [_("the document's number of matches"), counting.PRINTED],
        [_("the same"), same],
        [_("moves of a random game of two"), moves],
        [_("log10 of the choices in it: at least so many digits of games a row"), log],
    ]
    least, most = next((row[7], row[9]) for row in table.rows if row[0] == "2x2")
    answer = (
        _("The document's number of matches is right.")
        if same
        else _("The document's number of matches is wrong.")
    )
    answer += " " + _(
        "Its guess of {guess} states of a 2x2 game is a tree of {least} to {most} nodes."
    ).format(guess=counting.estimate(2, 2), least=least, most=most)
    printed = Table("printed_game", ("what", "number"), rows, N_("The printed game in numbers"))
    return Section(
        "counts",
        _("How large is it?"),
        _(
            "exact counts over all boards of a size; the printed game's moves simulated over {n} "
            "random games, 95% intervals"
        ).format(n=games),
        answer,
        (printed, table),
        (
            Plot(
                "counts",
                N_("Nodes of the game tree by discs in the row"),
                partial(charts.bars, table, "size", "nodes_mean"),
            ),
        ),
    )


def of_graph(board: str) -> Section:
    """The state graph of a small board."""
    graph = stategraph.graph_of(board)
    decisions = sum(map(bool, graph.children))
    return Section(
        "graph",
        _("What does a whole game look like?"),
        _("exact: every position of the board {board}").format(board=board),
        _(
            "{decisions} positions with a move and {finals} final ones; best moves are drawn bold, "
            "discs under pawns stand in brackets."
        ).format(decisions=decisions, finals=len(graph.children) - decisions),
        (stategraph.positions_table(graph), stategraph.moves_table(graph)),
        (stategraph.plot(graph, board),),
    )

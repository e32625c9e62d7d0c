"""The page of a class: one HTML file that needs nothing else, to look at and to print."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from html import escape
from pathlib import Path

from ludoteca.core.i18n import N_, _, language, ngettext

from .class_style import STYLE
from .class_table import Class, Standing
from .findings import leads_note, told_of

_KINDS = {
    "rapida": N_("quick rounds: no exchange, no folding"),
    "estrategica": N_("strategic rounds: an exchange, no folding"),
    "completa": N_("complete rounds"),
}
_FULL_COLOUR = 1.5  # points a round from which a cell is as dark as it gets


def write_page(path: Path, held: Class) -> None:
    """Write the page of ``held``; raises ``OSError`` where the file cannot be written."""
    path.write_text("\n".join(_page(held)) + "\n", encoding="utf-8")


def _page(held: Class) -> Iterator[str]:
    title = _("Simplified poker: the class")
    yield f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>"
    yield f"<header><p class=suits aria-hidden=true>A 7 K Q J</p><h1>{escape(title)}</h1>"
    yield f"<p class=about>{escape(_about(held))}</p>"
    if held.stopped:
        yield f"<p class=warning>{escape(held.stop_words())}</p>"
    yield "</header>"
    yield from _ranking(held)
    yield from _meetings(held)
    yield from _players(held)
    yield from _legend(held)
    yield "</main></body></html>"


def _about(held: Class) -> str:
    n = len(held.standings)
    players = ngettext("{n} player", "{n} players", n).format(n=n)
    rounds = ngettext("matches of {n} round", "matches of {n} rounds", held.rounds)
    parts = (
        players, rounds.format(n=held.rounds), _(_KINDS[held.played.kind]),
        date.today().isoformat(),
    )  # fmt: skip
    return " · ".join(parts)


# -- the ranking --------------------------------------------------------------------------------


def _ranking(held: Class) -> Iterator[str]:
    yield f"<section><h2>{escape(_('Ranking'))}</h2>"
    yield "<div class=wide><table class=ranking><thead><tr>"
    for head, kind in (
        ("", "number"),
        (_("player"), ""),
        (_("matches"), ""),
        (_("score"), "number"),
        (_("points a round"), "number"),
        (_("exploitability"), "number"),
        (_("how"), ""),
    ):
        yield f'<th scope=col class="{kind}">{escape(head)}</th>'
    yield "</tr></thead><tbody>"
    for standing in held.standings:
        yield _ranked(standing)
    yield "</tbody></table></div></section>"


def _ranked(s: Standing) -> str:
    found = s.findings.exploited
    taken = "–" if found is None else f"{float(found.mean):.3f}"
    state = "broken" if s.entrant.broken else "exact" if s.entrant.known else "sampled"
    return (
        f"<tr><td class=place>{s.place}</td><th scope=row>{escape(s.entrant.name)}</th>"
        f"<td>{_bar(s)}</td><td class=number>{'≈ ' if s.simulated else ''}{s.score:.1%}</td>"
        f'<td class="number {_sign(s.difference)}">{_signed(s.difference)}</td>'
        f"<td class=number>{taken}</td>"
        f'<td><span class="chip {state}">{escape(_(s.state))}</span></td></tr>'
    )


def _bar(s: Standing) -> str:
    words = _("won {won:.1%}, drawn {drawn:.1%}, lost {lost:.1%}").format(
        won=s.won, drawn=s.drawn, lost=s.lost
    )
    parts = "".join(
        f'<i class={kind} style="width:{share:.2%}"></i>'
        for kind, share in (("won", s.won), ("drawn", s.drawn), ("lost", s.lost))
    )
    said = escape(words)
    return f'<span class=bar role=img aria-label="{said}" title="{said}">{parts}</span>'


# -- everybody against everybody ----------------------------------------------------------------


def _meetings(held: Class) -> Iterator[str]:
    yield f"<section><h2>{escape(_('Everybody against everybody'))}</h2>"
    said = _("Points of the row above the column, per round, on average of both orders.")
    yield f"<p class=about>{escape(said)}</p><div class=wide><table class=grid><thead><tr><td></td>"
    for s in held.standings:
        yield f"<th scope=col><span>{escape(s.entrant.name)}</span></th>"
    yield "</tr></thead><tbody>"
    for row in held.standings:
        yield f"<tr><th scope=row>{escape(row.entrant.name)}</th>"
        for column in held.standings:
            yield _cell(held, row.entrant.name, column.entrant.name)
        yield "</tr>"
    yield "</tbody></table></div></section>"


def _cell(held: Class, row: str, column: str) -> str:
    difference = held.difference(row, column)
    if row == column or difference is None:
        return "<td class=none>" + ("" if row == column else "–") + "</td>"
    strength = min(1.0, abs(difference) / _FULL_COLOUR)
    about = "≈ " if held.simulated(row, column) else ""
    words = escape(f"{row} – {column}")
    return (
        f'<td class="{_sign(difference)}" style="--s:{strength:.2f}" title="{words}">'
        f"{about}{_signed(difference)}</td>"
    )


def _sign(number: float) -> str:
    return "plus" if number > 0 else "minus" if number < 0 else "zero"


def _signed(number: float) -> str:
    text = f"{number:+.2f}".replace("-", "−")
    return "0.00" if text in ("+0.00", "−0.00") else text


# -- each player --------------------------------------------------------------------------------


def _players(held: Class) -> Iterator[str]:
    yield f"<section><h2>{escape(_('Player by player'))}</h2><div class=cards>"
    for s in held.standings:
        yield from _player(s)
    yield "</div></section>"


def _player(s: Standing) -> Iterator[str]:
    yield f"<article><h3><b>{s.place}</b> {escape(s.entrant.name)}</h3>"
    found = s.findings.exploited
    if found is not None:
        words = _(
            "A perfect opponent takes {first:.3f} a round from it where it is first, and "
            "{second:.3f} where it is second."
        ).format(first=float(found.as_first), second=float(found.as_second))
        yield f"<p>{escape(words)}</p>"
    if s.findings.leaks:
        yield f"<h4>{escape(_('Where it loses most'))}</h4><ul>"
        for words, _cost in s.findings.leaks:
            yield f"<li>{escape(words)}</li>"
        yield "</ul>"
    told = told_of(s.entrant)
    if told:
        yield f"<h4>{escape(_('What happened'))}</h4><ul class=told>"
        for sentence in told:
            yield f"<li>{escape(sentence)}</li>"
        yield "</ul>"
    if s.entrant.report.failures:
        n = s.entrant.report.failures
        words = ngettext("{n} question failed.", "{n} questions failed.", n).format(n=n)
        yield f"<p class=about>{escape(words)}</p>"
    yield "</article>"


def _legend(held: Class) -> Iterator[str]:
    sentences = [
        _("Score: the share of matches won, a draw counting half, against all others alike."),
        _("Exact: every order of the deck was counted; nothing was left to luck."),
        _("Exploitability: what a perfect opponent, who knows how one plays, wins a round."),
        _("Who fails forfeits the round: two points to the second player, three to the first."),
    ]
    sentences += leads_note([s.entrant for s in held.standings])
    if any(s.simulated for s in held.standings):
        sentences.append(_("≈ and simulated: found by playing; another sample differs a little."))
    yield "<footer>"
    for sentence in sentences:
        yield f"<p>{escape(sentence)}</p>"
    yield "</footer>"

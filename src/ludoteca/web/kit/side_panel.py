"""The side panel of a table: odds and advice, log, phrases, glossary, and the sealed shuffle.

Beside the table on wide screens, a sheet on narrow ones; quiet either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from markupsafe import Markup, escape

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.ids import CHANCE
from ludoteca.players.advice.values import SHOWN, alike_words, worlds_of
from ludoteca.table.events import PHRASES
from ludoteca.web.kit.buttons import action_button, numbers, send_button
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.guide import word_list
from ludoteca.web.kit.html import Child, classes, el, kept
from ludoteca.web.kit.odds import odds_bars, short, told
from ludoteca.web.kit.seats import seat_name

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice.advise import Advice
    from ludoteca.players.advice.values import MoveValue
    from ludoteca.table.deal import LogLine
    from ludoteca.table.scene import Scene

_DEALT = ("playing", "dealt out", "over")
"""Phases with a deal on the table; at its end a sentence takes the place of the odds."""


def side_panel(scene: Scene) -> list[Markup | None]:
    """The parts of the side panel that this viewer gets."""
    phrases = _phrases() if _may_speak(scene) else None
    return [
        _odds(scene),
        _advice(scene),
        _coach(scene),
        side_part(_("Log"), log(scene.log, actors(scene)), phrases, key="talk"),
        _tools(scene),
        _words(scene.game),
        _given(scene),
        _fairness(scene),
    ]


def side_part(title: str, *body: Child, key: str, awaited: bool = False) -> Markup:
    """A titled part of the side panel; ``awaited`` keeps what the page shows of it, greyed."""
    return el(
        "section",
        el("h2", title),
        body,
        class_="side-part",
        data_await=awaited,
        data_key=f"side-{key}",
    )


def actors(scene: Scene) -> list[str]:
    """The names that begin the lines of the log; none at a table of one."""
    if len(scene.seats) < 2:
        return []
    return [_("You") if s.seat == scene.viewer else seat_name(s) for s in scene.seats]


# -- odds and advice ----------------------------------------------------------------------------


def _odds(scene: Scene) -> Markup | None:
    """The odds, and those of what is chosen, in a place that they keep to the end of a deal."""
    if not scene.hints or scene.phase not in _DEALT:
        return None
    waits = scene.result is None and scene.advice is None
    if scene.result is not None:
        bars = [el("p", _("The deal is over: nothing is uncertain any more."), class_="note")]
    elif scene.advice is None:  # shown until the first odds are there
        awaited = _("Odds come at your turn, as soon as they are worked out.")
        bars = [el("p", scene.preparing or awaited, class_="note")]
    else:
        bars = odds_bars(scene.advice.odds, scene.advice.lacks)
    odds = side_part(_("Odds"), bars, key="odds", awaited=waits)
    chosen = None  # the odds of the cards picked and not played yet
    if scene.chosen:
        chosen = side_part(_("Odds of your choice"), odds_bars(scene.chosen), key="chosen")
    return el("div", chosen, odds, class_="side-odds", data_key="odds")


def _advice(scene: Scene) -> Markup | None:
    """A machine's advice, folded; once opened it stays open until the deal is over.

    Its room is then kept, unseen: what lies below does not move.
    """
    if not scene.hints or scene.view is None or scene.phase not in _DEALT:
        return None
    is_over = scene.result is not None
    told = _told(scene, scene.view) if len(scene.view.legal) > 1 and not is_over else None
    return el(
        "details",
        el("summary", _("What would a machine do?")),
        told,
        class_=classes("side-advice", "past" if is_over else ""),
        data_await=told is None and not is_over,
        data_key="side-advice",
    )


def _told(scene: Scene, view: SeatView) -> list[Markup | None]:
    advice = scene.advice
    if advice is None and scene.preparing:
        return [el("p", scene.preparing, class_="note")]
    if advice is None or advice.action not in view.legal:
        return [send_button({"type": "hint"}, _("Ask it"))]
    if not advice.values:
        move = _move_button(scene, view, advice.turn or (advice.action,), key="advised")
        reasons = [el("p", reason, class_="reason") for reason in advice.reasons]
        return [el("p", move, class_="advised"), *reasons]
    rows = []
    for worth in advice.values:
        key = f"value-{numbers(worth.moves)}"
        move = _move_button(scene, view, worth.moves, key=key)
        rows.append(value_row(worth, advice, move, key))
    return [
        el("p", worth_words(advice), class_="note"),
        *value_tables(rows, el("p", advice.because, class_="reason") if advice.because else None),
        *(el("p", words, class_="note") for words in own_assumptions(view, advice)),
    ]


def value_tables(rows: Sequence[Markup], reason: Markup | None = None) -> list[Markup | None]:
    """Rows of moves with their worth: the first ones, then ``reason``, then the others, folded."""
    shown, rest = rows[:SHOWN], rows[SHOWN:]
    folded = None
    if rest:
        words = ngettext("{n} more move", "{n} more moves", len(rest)).format(n=len(rest))
        table = el("table", el("tbody", rest), class_="values")
        head = el("summary", words)
        folded = el("details", head, table, class_="move-values", data_key="values")
    return [el("table", el("tbody", shown), class_="values"), reason, folded]


def worth_words(advice: Advice) -> str:
    """The unit of the values and what they assume, as one sentence."""
    unit = advice.unit[:1].upper() + advice.unit[1:]
    return f"{unit}, {advice.assumption}." if advice.assumption else f"{unit}:"


def own_assumptions(view: SeatView, advice: Advice) -> list[str]:
    """The assumptions of single moves, where they are not those of all, a sentence each."""
    return [
        f"{worth.words(view)}: {worth.assumption}." for worth in advice.values if worth.assumption
    ]


def value_row(worth: MoveValue, advice: Advice, move: Markup, key: str | None = None) -> Markup:
    """A move and its worth, or that nothing tells it from the advised one, which comes first."""
    if worth.alike:
        told_worth = el("td", alike_words(worlds_of(worth.value)), class_="alike")
    else:
        source = told(worth.value, sure=not advice.assumption)
        told_worth = el("td", short(worth.value, chance=advice.chances), title=source)
    return el(
        "tr",
        el("th", move, scope="row"),
        told_worth,
        class_="advised" if worth is advice.values[0] else None,
        data_key=key,
    )


def _move_button(scene: Scene, view: SeatView, turn: Sequence[int], key: str) -> Markup:
    """A turn as it looks on the table; pressed, it is made."""
    drawn = face_of(scene.game).move(view, turn, scene)
    return action_button(turn, drawn, look="quiet", key=key)


def _coach(scene: Scene) -> Markup | None:
    """The cost of each of the viewer's decisions in this deal, a line each, or that it comes."""
    if not scene.coached and not scene.judging:
        return None
    lines = [
        el("li", verdict.sentence, class_="costly" if verdict.clear else None, data_key=n)
        for n, verdict in enumerate(scene.coached)
    ]
    assumptions = dict.fromkeys(verdict.assumption for verdict in scene.coached)
    notes = [el("p", assumption, class_="note") for assumption in assumptions if assumption]
    if scene.judging:
        lines.append(el("li", _("The cost is being worked out …"), data_key="pending"))
    return side_part(_("Coach"), el("ol", lines, class_="coached"), *notes, key="coach")


# -- phrases and tools --------------------------------------------------------------------------


def _may_speak(scene: Scene) -> bool:
    """True for those who sit at the table with somebody else."""
    return scene.viewer >= 0 and sum(seat.kind == "person" for seat in scene.seats) > 1


@kept(8)
def _phrases() -> Markup:
    """Set phrases instead of free chat."""
    choices = [el("option", _(phrase), value=n) for n, phrase in enumerate(PHRASES)]
    return el(
        "form",
        el("select", choices, name="phrase", aria_label=_("Phrases"), autocomplete="off"),
        el("button", _("Say"), class_="button quiet"),
        class_="phrases",
        data_says="say",
        data_key="phrases",
    )


def _tools(scene: Scene) -> Markup:
    parts: list[Markup] = []
    if scene.undo == "may ask":
        parts.append(send_button({"type": "undo"}, _("Take the last move back")))
    elif scene.undo == "asked":
        parts.append(el("p", _("You have asked to take a move back."), class_="note"))
    if scene.result is not None:
        record = f"/tables/{scene.table}/record?deal={scene.deal}"
        parts.append(el("a", _("Download the record"), href=record, class_="button quiet"))
        if scene.viewer >= 0:
            report = f"/tables/{scene.table}/report?deal={scene.deal}"
            parts.append(el("a", _("Report this deal"), href=report, class_="button quiet"))
    return el("div", parts, class_="side-tools", data_key="side-tools")


@kept(64)
def _words(game: Game) -> Markup | None:
    words = word_list(game)
    if not words:
        return None
    head = el("summary", _("Glossary"))
    return el("details", head, words, class_="side-words", data_key="side-words")


# -- the shuffle --------------------------------------------------------------------------------


def _given(scene: Scene) -> Markup | None:
    """The notice that moves were supplied; it is never folded away."""
    if not scene.given:
        return None
    text = ngettext(
        "The first {n} move of this deal was supplied by whoever opened the table, not dealt.",
        "The first {n} moves of this deal, with their cards, were supplied by whoever opened the "
        "table, not dealt. Only what follows is shuffled.",
        scene.given,
    )
    return el("p", text.format(n=scene.given), class_="note", data_key="given")


def _fairness(scene: Scene) -> Markup | None:
    """The commitment to the shuffle, and once the deal is over its key and the next commitment."""
    if not scene.commitment:
        return None
    names = tuple(seat_name(seat) for seat in scene.seats)
    if scene.seal is None:
        return _promise(scene.commitment, names, scene.nonces, of_day=bool(scene.day))
    seal = scene.seal
    coming = "" if scene.commitment == seal.commitment else scene.commitment
    return _promise(seal.commitment, names, seal.nonces, seal.key, coming)


@kept(256)
def _promise(
    commitment: str,
    names: tuple[str, ...],
    nonces: tuple[str, ...],
    key: str = "",
    coming: str = "",
    of_day: bool = False,
) -> Markup:
    parts = [
        el("summary", _("Fair shuffle: locked in before the deal")),
        el("p", _("The shuffle was decided before the deal. This number binds the server to it:")),
        el("p", el("code", commitment), class_="long-number"),
    ]
    added = [
        el("li", name, ": ", el("code", nonce))
        for name, nonce in zip(names, nonces, strict=False)
        if nonce
    ]
    if added:
        parts += [el("p", _("What each player added to it:")), el("ul", added)]
    if of_day:
        words = _("Everybody has this shuffle today; the key that proves it is shown tomorrow.")
        parts.append(el("p", el("a", words, href="/day")))
    if key:
        parts += [
            el("p", _("The deal is over; this key proves it:")),
            el("p", el("code", key), class_="long-number"),
        ]
    if coming:
        parts += [
            el("p", _("The number for the next deal:")),
            el("p", el("code", coming), class_="long-number"),
        ]
    return el("details", parts, class_="fairness", data_key="fairness")


# -- the log --------------------------------------------------------------------------------------


def log(lines: Sequence[LogLine], names: Sequence[str] = ()) -> Markup:
    """The log of a table, oldest line first; ``names`` are those of the seats, who did it.

    The region that is read out is around the list: a list that is itself the region is no list.
    The region scrolls, and its style keeps it at its end.
    """
    who: dict[int | None, str] = dict(enumerate(names))
    drawn = "".join(_line(line, "" if line.whole else who.get(line.actor, "")) for line in lines)
    return el(
        "div",
        el("ol", Markup(drawn), data_log=True, data_key="lines"),
        class_="log",
        role="log",
        tabindex=0,
        aria_live="polite",
        aria_label=_("What happened"),
        data_key="log",
    )


_drawn: WeakKeyDictionary[LogLine, tuple[str, str]] = WeakKeyDictionary()
"""Lines as they were last drawn, and for whom: a table draws its whole log with every change.

They go from memory with the lines, which a table forgets at every deal.
"""


def _line(line: LogLine, by: str) -> str:
    found = _drawn.get(line)
    if found is None or found[0] != by:
        said = f'<b class="by">{escape(by)}: </b>' if by else ""
        place = f'class="{_kind(line)}" data-number="{line.number}"'
        found = _drawn[line] = by, f"<li {place}>{said}{escape(line.text)}</li>"
    return found[1]


def _kind(line: LogLine) -> str:
    if line.actor is None:
        return "of-table"
    return "of-chance" if line.actor == CHANCE else "of-seat"

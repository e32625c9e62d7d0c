"""The side panel of a table: odds and advice, log, phrases, glossary, and the sealed shuffle.

Beside the table on wide screens, a sheet on narrow ones; quiet either way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from markupsafe import Markup, escape

from ludoteca.core import rooms
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.ids import CHANCE
from ludoteca.players.advice.values import SHOWN, alike_words, worlds_of
from ludoteca.table.events import PHRASES
from ludoteca.web.kit.buttons import action_button, numbers, send_button
from ludoteca.web.kit.cards import signs_in
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


def side_panel(scene: Scene) -> list[Markup | None]:
    """The parts of the side panel that this viewer gets."""
    phrases = _phrases() if _may_speak(scene) else None
    return [
        _odds(scene),
        _advice(scene),
        _coach(scene),
        side_part(_("Log"), _undo(scene), *_log(scene), phrases, key="talk"),
        _tools(scene),
        _given(scene),
        el("div", _words(scene.game), _fairness(scene), class_="side-ends", data_key="side-ends"),
    ]


def side_part(
    title: str, *body: Child, key: str, awaited: str = "", turn: int | None = None
) -> Markup:
    """A titled part of the side panel.

    ``awaited`` says that it is worked out: the page keeps what it shows, greyed, and said to be of
    the position before. Once a ``turn`` of the viewer's has passed so, it shows these words alone.
    """
    return el(
        "section",
        el("h2", title),
        body,
        class_="side-part",
        data_await=_("of the position before") if awaited else None,
        data_late=awaited or None,
        data_turn=turn,
        data_key=f"side-{key}",
    )


def actors(scene: Scene) -> list[str]:
    """The names that begin the lines of the log; none at a table of one."""
    if len(scene.seats) < 2:
        return []
    return [_("You") if s.seat == scene.viewer else seat_name(s) for s in scene.seats]


# -- odds and advice ----------------------------------------------------------------------------


def _odds(scene: Scene) -> Markup | None:
    """The odds, and those of what is chosen, in a place that they keep from first to last."""
    if not scene.hints:
        return None
    awaited, turn = "", None
    if scene.result is not None:
        over = _("The deal is over, so there are no odds left.")
        bars = [_decided(scene) or el("p", over, class_="note")]
    elif scene.advice is None:  # shown until the first odds are there
        words = _("You get the odds on your turn, as soon as they are worked out.")
        awaited = scene.preparing or words
        turn = scene.decision if scene.view is not None and scene.view.legal else None
        bars = [el("p", awaited, class_="note")]
    else:
        bars = odds_bars(scene.advice.odds, scene.advice.lacks)
    title = _("Odds") if scene.result is None else _("Result")
    # In another deal it is another one: nothing of the last stays in it.
    odds = side_part(title, bars, key=f"odds-{scene.deal}", awaited=awaited, turn=turn)
    chosen = None  # the odds of the cards picked and not played yet
    if scene.chosen:
        chosen = side_part(_("Odds of your choice"), odds_bars(scene.chosen), key="chosen")
    return el("div", chosen, odds, _records(scene), class_="side-odds", data_key="odds")


def _advice(scene: Scene) -> Markup | None:
    """A machine's advice, folded; once opened it stays open until the deal is over.

    Its room is then kept, unseen, as it is before the deal: what lies below does not move. A game
    without choices has none.
    """
    if not scene.hints or not scene.game.has_choices:
        return None
    is_past = scene.view is None or scene.result is not None
    told = None
    if scene.view is not None and len(scene.view.legal) > 1 and not is_past:
        told = [*_told(scene, scene.view), study_link(scene.game, scene.view)]
    return el(
        "details",
        el("summary", _("What would a machine do?")),
        told,
        class_=classes("side-advice", "past" if is_past else ""),
        data_await=told is None and not is_past,
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
        rows.append((worth, _move_button(scene, view, worth.moves, key=key), key))
    return [
        el("p", unit_words(advice), class_="note"),
        *value_tables(advice, rows, because=True),
        assumed(view, advice),
    ]


ValueRow = tuple["MoveValue", Markup, str | None]
"""The worth of a move, the move as it is drawn, and the key of its row."""


def value_tables(
    advice: Advice, rows: Sequence[ValueRow], because: bool = False
) -> list[Markup | None]:
    """Moves with their worth: the first ones, then perhaps the reason, then the others, folded."""
    shown, rest = rows[:SHOWN], rows[SHOWN:]
    reason = el("p", advice.because, class_="reason") if because and advice.because else None
    folded = None
    if rest:
        words = ngettext("{n} more move", "{n} more moves", len(rest)).format(n=len(rest))
        head = el("summary", words)
        table = _value_table(advice, rest)
        folded = el("details", head, table, class_="move-values", data_key="values")
    return [_value_table(advice, shown), reason, folded]


def _value_table(advice: Advice, rows: Sequence[ValueRow]) -> Markup:
    """A table of moves; one line stands above those that nothing tells from the advised one."""
    drawn, alike = [], ""
    for worth, move, key in rows:
        best = worth is advice.values[0]
        words = alike_words(worlds_of(worth.value)) if worth.alike else ""
        if words and words != alike:
            line = el("td", words, class_="alike", colspan=2)
            drawn.append(el("tr", line, data_key=f"{key} alike"))
        alike = words
        source = told(worth.value, sure=not advice.assumption)
        told_worth = el("td", short(worth.value, chance=advice.chances), title=source)
        head = el("th", move, scope="row")
        drawn.append(el("tr", head, told_worth, class_="advised" if best else None, data_key=key))
    return el("table", el("tbody", drawn), class_="values")


def unit_words(advice: Advice) -> str:
    """The unit of the values, before a list of them."""
    return f"{advice.unit[:1].upper()}{advice.unit[1:]}:"


def assumed(view: SeatView, advice: Advice) -> Markup | None:
    """The assumptions of the values, folded: of all, then those of single moves.

    None where they rest on nothing.
    """
    told = []
    if advice.assumption:
        told.append(_("This holds {assumption}.").format(assumption=advice.assumption))
    told += [
        f"{worth.words(view)}: {worth.assumption}." for worth in advice.values if worth.assumption
    ]
    if not told:
        return None
    head = el("summary", _("What the numbers are based on"))
    return el("details", head, [el("p", words) for words in told], class_="note", data_key="rests")


def study_link(game: Game, view: SeatView | None) -> Markup | None:
    """The way to the question that studies the position, where the game has one for it."""
    fill = game.hook(rooms.study_of)
    found = None if fill is None or view is None else fill(view.record[0])
    if found is None:
        return None
    name, texts = found
    address = f"/games/{game.name}/study/{name}?{urlencode(texts)}"
    return el("a", _("Study this position"), href=address, class_="button quiet")


def _move_button(scene: Scene, view: SeatView, turn: Sequence[int], key: str) -> Markup:
    """A turn as it looks on the table; pressed, it is made."""
    drawn = face_of(scene.game).move(view, turn, scene)
    return action_button(turn, drawn, look="quiet", key=key)


def _coach(scene: Scene) -> Markup | None:
    """The cost of each of the viewer's decisions in this deal, a line each, or that it comes."""
    if not scene.coached and not scene.judging:
        return None
    lines = [
        el("li", verdict.sentence, class_="costly" if verdict.costly else None, data_key=n)
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


def _undo(scene: Scene) -> Markup | None:
    """The way to take a move back, beside the title of the log."""
    if scene.undo == "may ask":
        asked = send_button({"type": "undo"}, _("Take the last move back"))
    elif scene.undo == "asked":
        asked = el("p", _("You asked to take it back."), class_="note")
    else:
        return None
    return el("div", asked, class_="side-undo", data_key="undo")


def _tools(scene: Scene) -> Markup | None:
    """The records of a deal that is over, where no odds leave their place to them."""
    if scene.hints:
        return None
    parts = [*filter(None, [_decided(scene)]), *_records(scene)]
    return el("div", parts, class_="side-tools", data_key="side-tools")


def _decided(scene: Scene) -> Markup | None:
    """The sentence on what decided the deal, and at a table the way to its moment in the replay."""
    if scene.result is None:
        return None
    with scene.called(scene.players) as played:
        told = face_of(scene.game).decided(played)
    if told is None:
        return None
    address = f"/tables/{scene.table}/replay?{urlencode({'deal': scene.deal, 'part': told.part})}"
    link = el("a", _("Look at it"), href=address) if scene.phase != "playing" else None
    return el("p", told.sentence, " ", link, class_="decided told-last")


def _records(scene: Scene) -> list[Markup]:
    """Links to the record of a deal that is over, and for players to report it."""
    if scene.result is None:
        return []
    record = f"/tables/{scene.table}/record?deal={scene.deal}"
    parts = [el("a", _("Download the record"), href=record, class_="button quiet")]
    if scene.viewer >= 0:
        report = f"/tables/{scene.table}/report?deal={scene.deal}"
        parts.append(el("a", _("Report this deal"), href=report, class_="button quiet"))
    return parts


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
    if scene.lesson:
        text = _("The cards of this first deal were chosen beforehand, to show what can happen.")
        return el("p", text, class_="note", data_key="given")
    text = _(
        "The beginning of this deal, cards included, was supplied by whoever opened the table. "
        "Only what follows is shuffled."
    )
    return el("p", text, class_="note", data_key="given")


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
        words = _(
            "Everybody gets this shuffle today. The key that proves it is published tomorrow."
        )
        parts.append(el("p", el("a", words, href="/day")))
    if key:
        # Shown by the browser that misses its part.
        left_out = _(
            "What your browser added to this shuffle is not in it: it came too late, or the server "
            "left it out."
        )
        parts += [
            el("p", left_out, class_="left-out"),
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


_WHY = "why-line"


def _log(scene: Scene) -> list[Markup | None]:
    """The log; once the deal is over, machines can be asked about each line of theirs.

    Before, an answer would tell something of their cards. It is said at any time, so that nothing
    moves when the deal ends.
    """
    hint = None
    if scene.viewer >= 0 and any(seat.kind == "machine" for seat in scene.seats):
        words = _("Why did a machine play that? Once a deal is over, you can ask it here.")
        hint = el("p", words, class_="note", data_key="why-later")
    if scene.result is None or scene.viewer < 0:
        return [hint, log(scene.log, actors(scene))]
    machines = {
        seat.seat
        for seat, player in zip(scene.seats, scene.players or [""] * len(scene.seats), strict=True)
        if seat.kind == "machine" and player in ("", seat.title)  # it played the whole deal
    }
    address = f"/tables/{scene.table}/why?deal={scene.deal}"
    form = None
    if machines:
        form = el(
            "form", method="post", action=address, id=_WHY, data_shown="why-answer", data_key="why"
        )
    return [hint, form, log(scene.log, actors(scene), machines)]


def log(lines: Sequence[LogLine], names: Sequence[str] = (), asked: Collection[int] = ()) -> Markup:
    """The log of a table, oldest line first; ``names`` are those of the seats, who did it.

    Lines of the seats ``asked`` have a button that asks why.

    :func:`~ludoteca.web.kit.whole_table.latest` is read out instead of it. The region around the
    list scrolls, and its style keeps it at its end.
    """
    key = "asked-lines" if asked else "lines"
    return el(
        "div",
        el("ol", log_lines(lines, names, asked), data_log=True, data_key=key),
        class_="log",
        role="log",
        tabindex=0,
        aria_live="off",
        aria_label=_("What happened"),
        data_key="log",
    )


def log_lines(
    lines: Sequence[LogLine], names: Sequence[str] = (), asked: Collection[int] = ()
) -> Markup:
    """The items of :func:`log`."""
    who: dict[int | None, str] = dict(enumerate(names))
    drawn = "".join(
        _line(
            line,
            "" if line.whole else line.by or who.get(line.actor, ""),
            line.actor in asked and not line.by,
            pictured=place >= len(lines) - _PICTURED,
        )
        for place, line in enumerate(lines)
    )
    return Markup(drawn)


_PICTURED = 100  #: lines whose cards are drawn, the last ones: a log is sent with every change

_drawn: WeakKeyDictionary[LogLine, tuple[tuple[str, str, bool], str]] = WeakKeyDictionary()
"""Lines as they were last drawn, and with what: a table draws its whole log with every change.

They go from memory with the lines, which a table forgets at every deal.
"""


def _line(line: LogLine, by: str, asked: bool, pictured: bool) -> str:
    words = _("Why?") if asked and line.at >= 0 else ""
    found = _drawn.get(line)
    if found is None or found[0] != (by, words, pictured):
        said = f'<b class="by">{escape(by)}: </b>' if by else ""
        place = f'{_kind(line)}data-number="{line.number}"'
        why = ""
        if words:
            why = el("button", words, form=_WHY, name="at", value=line.at, class_="term why")
        does = signs_in(line.text) if pictured else escape(line.text)
        text = f"{said}{does} {why}".rstrip()
        found = _drawn[line] = (by, words, pictured), f"<li {place}>{text}</li>"
    return found[1]


def _kind(line: LogLine) -> str:
    """The class of a line that no seat's is: most are, and a log is sent with every change."""
    if line.actor is None:
        return 'class="of-table" '
    return 'class="of-chance" ' if line.actor == CHANCE else ""

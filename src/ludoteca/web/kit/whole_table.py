"""The whole table from a scene, the same for play, spectators and replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.match import deciding_points, parse_standing
from ludoteca.core.player_names import rank_words, seat_names
from ludoteca.core.shuffles.look import looking
from ludoteca.table.clocks import clock_words
from ludoteca.table.events import PHRASES
from ludoteca.table.scene import hand_after, verdict
from ludoteca.web.kit.buttons import action_bar, send_button
from ludoteca.web.kit.face import PLAIN, Face, face_of, plain_look
from ludoteca.web.kit.guide import explained
from ludoteca.web.kit.html import Child, classes, el, join, kept
from ludoteca.web.kit.odds import short
from ludoteca.web.kit.seats import open_words, places, seat_block, seat_chip, seat_name
from ludoteca.web.kit.side_panel import actors, log_lines, side_panel
from ludoteca.web.kit.to_come import TO_COME, with_deal_to_come

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.table.deal import LogLine
    from ludoteca.table.scene import Scene

_LATELY = 4  # lines of the log in which a phrase is still new
_NEWS = 8  # lines of the log that are read out, as many as come at once

_EYE = Markup(
    '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"'
    ' fill="none" stroke="currentColor" stroke-width="2"><path d="M2 12q10-13 20 0-10 13-20 0z"/>'
    '<circle cx="12" cy="12" r="3" fill="currentColor"/></svg>'
)


def draw(scene: Scene, side: Child = None) -> Markup:
    """``<div id="table-root">``: the table as the viewer of ``scene`` sees it.

    ``side`` is drawn in the side panel instead of odds and log.

    A pure function of the scene and of the language in use. Call it inside
    :func:`~ludoteca.core.i18n.speaking`. Raises whatever the face of the game raises.
    """
    return _drawn(scene, face_of(scene.game), side)


def draw_plain(scene: Scene, side: Child = None) -> Markup:
    """:func:`draw` with the plain face instead of the game's own."""
    return _drawn(scene, PLAIN, side)


def _drawn(scene: Scene, face: Face, side: Child) -> Markup:
    with seat_names([seat_name(seat) for seat in scene.seats]), looking(scene.look):
        return _stage(scene, face, side)


def _stage(scene: Scene, face: Face, side: Child) -> Markup:
    where = places(len(scene.seats), scene.viewer, counter_clockwise=face.counter_clockwise)
    teams = scene.game.teams(scene.options)
    sides = {seat: side for side, team in enumerate(teams) for seat in team}
    info, said = scene.game.info, _said(scene)
    # The room of what is dealt first is there before it.
    dealt = with_deal_to_come(scene) if scene.view is None else scene
    chips = [
        seat_chip(
            seat,
            level=rank_words(info, seat.level),
            you=seat.seat == scene.viewer,
            marks=_side_mark(scene, teams[sides[seat.seat]], seat.seat),
            side=sides[seat.seat],
            said=said.get(seat.seat),
        )
        for seat in scene.seats
    ]
    rivals = [
        seat_block(n, place, chips[n], face.before(dealt, n))
        for n, place in where.items()
        if place != "own"
    ]
    own = max(scene.viewer, 0)
    with dealt.called(scene.scorers) as match:
        scores = face.scores(match)
    return stage(
        head=_head(scene.game, scores),
        rivals=rivals,
        centre=_centre(scene, face),
        own=[chips[own], face.before(dealt, own), face.hand(dealt)],
        actions=[_watchers(scene.watching), _short_news(scene), action_bar(_actions(scene, face))],
        side=side_panel(scene) if side is None else side,
        odds=scene.hints,
        game=scene.game.name,
        look=f"phase-{scene.phase.replace(' ', '-')} players-{len(scene.seats)}{_seated(scene)}"
        f"{plain_look(scene.game) if face.actions is PLAIN.actions else ''}"
        f"{f' {TO_COME}' if scene.view is None else ''}",
    )


def _said(scene: Scene) -> dict[int | None, tuple[int, str]]:
    """The phrases among the last lines of the log, by seat."""
    phrases = set(map(_, PHRASES))
    return {
        line.actor: (line.number, line.text)
        for line in scene.log[-_LATELY:]
        if line.at < 0 and line.text in phrases
    }


def _side_mark(scene: Scene, team: tuple[int, ...], seat: int) -> tuple[str, ...]:
    """The mark of a partner; of who plays with another, unless two sides tell it by themselves."""
    others = [seat_name(scene.seats[other]) for other in team if other != seat]
    if not others or seat == scene.viewer:
        return ()
    if scene.viewer in team:
        return (_("partner"),)
    if scene.viewer >= 0 and len(scene.game.teams(scene.options)) == 2:
        return ()
    return (_("with {names}").format(names=", ".join(others)),)


def _short_news(scene: Scene) -> list[Markup | None]:
    """The odds of the picked cards, and the last lines of the log; a result is told in sight."""
    odds = None
    if scene.chosen:
        odd = scene.chosen[0]
        words = f"{odd.name}: {short(odd.value, odd.chance)}"
        odds = el("p", words, class_="latest-odds", aria_hidden="true", data_key="latest-odds")
    return [odds, latest(scene.log[-_NEWS:], actors(scene), seen=scene.result is None)]


def _seated(scene: Scene) -> str:
    """The class with which the menu of the page offers to leave the table."""
    return " seated" if scene.viewer >= 0 and scene.phase != "over" else ""


def title(scene: Scene) -> str:
    """The title of the page: the game, and whether the viewer is to move or to be ready."""
    name = _(scene.game.info.title)
    return f"● {name}" if _to_move(scene) or _is_asked(scene) else name


def _is_asked(scene: Scene) -> bool:
    """True where the others wait for the viewer to be ready."""
    return any(seat.seat == scene.viewer for seat in scene.unready)


def _to_move(scene: Scene) -> bool:
    if scene.view is None or not scene.view.legal or _stood_in(scene):
        return False
    return scene.phase == "playing"


def _stood_in(scene: Scene) -> bool:
    """True where a machine sits in for the viewer."""
    return scene.viewer >= 0 and scene.seats[scene.viewer].stood_in


# -- the head -----------------------------------------------------------------------------------


@kept(256)
def _head(game: Game, scores: Markup) -> Markup:
    rules = el(
        "a",
        el("span", _("Rules"), class_="wide-words"),
        href=f"/games/{game.name}/rules",
        class_="button quiet to-rules",
        data_beside="rules-beside",
        aria_haspopup="dialog",
    )
    menu = el(
        "button",
        el("span", _("Menu"), class_="wide-words"),
        type="button",
        class_="button quiet",
        data_open="table-menu",
        aria_haspopup="dialog",
        data_key="open-table-menu",
    )
    return join(stage_head(_(game.info.title), scores, [rules, menu]))


def _watchers(watching: int) -> Markup | None:
    """The number of those who watch, for all at the table."""
    if not watching:
        return None
    words = ngettext("{n} is watching", "{n} are watching", watching).format(n=watching)
    number = el("span", watching, aria_hidden="true")
    hidden = el("span", words, class_="hidden-words")
    return el("span", _EYE, number, hidden, class_="watchers", title=words, data_key="watchers")


# -- the middle ---------------------------------------------------------------------------------


def _centre(scene: Scene, face: Face) -> list[Markup | None]:
    return [
        prompt(*_prompt(scene, face)),
        _lesson(scene),
        _undo_question(scene),
        _result(scene, face) if scene.result is not None else None,
        _changed_rules(scene),
        _open_seats(scene),
        _meanwhile(scene),
        el("div", face.board(scene), class_="board", data_key="board"),
    ]


def _outcome(scene: Scene) -> str | None:
    """``won``, ``lost`` or ``even`` for the viewer: of the match once it is over, else the deal."""
    points = _points_at_end(scene)
    if points is None or scene.viewer < 0:
        return None
    if len(points) == 1:
        return "won" if points[0] > 0 else "lost"
    best = max(points)
    if points[scene.viewer] < best:
        return "lost"
    return "won" if min(points) < best else "even"


def _points_at_end(scene: Scene) -> Sequence[float] | None:
    """The points of the match once it is over, else those of the deal; None before its end."""
    return _match_points(scene) if scene.phase == "over" else scene.result


def _match_points(scene: Scene) -> Sequence[float]:
    """The numbers that decide the match, by seat: points of deals, games won and the like.

    A deal of the day is all that is played, and its points decide.
    """
    game, options = scene.game, scene.options
    if game.match_field is None or scene.day:
        return scene.totals
    standing = parse_standing(game, scene.standing)
    by_side = deciding_points(game, options, np.array(scene.totals), standing)
    numbers = enumerate(game.teams(options))
    of_seat = {seat: float(by_side[n]) for n, side in numbers for seat in side}
    return [of_seat[seat] for seat in sorted(of_seat)]


def _result(scene: Scene, face: Face) -> Markup:
    with scene.called(scene.players) as played:
        told = face.result(played)
    return el("div", told, class_="result", data_outcome=_outcome(scene), data_key="result")


def _prompt(scene: Scene, face: Face) -> tuple[str, str]:
    """The prompt, and a detail in small letters."""
    if scene.phase == "waiting":
        if scene.awaited:
            return _("Waiting for {names}").format(names=", ".join(scene.awaited)), ""
        return _("Waiting for players"), open_words(scene.seats)
    if scene.phase == "preparing":
        if _is_asked(scene):
            return _("Are you ready?"), ""
        if scene.unready:
            names = ", ".join(map(seat_name, scene.unready))
            return _("Waiting for {names}").format(names=names), ""
        words = scene.preparing or _("The game is being set up")
        return words, _("This can take minutes, the first time only.")
    if scene.result is not None:  # in sight elsewhere; here it is read out
        points = _points_at_end(scene)
        words = verdict(points, scene.viewer) if points is not None and scene.viewer >= 0 else ""
        return el("span", words, class_="visually-hidden"), ""
    if scene.phase != "playing":
        return "", ""
    if _stood_in(scene):
        late = scene.seats[scene.viewer].clock == 0
        words = _("Your time ran out") if late else _("You were away")
        if scene.ran_out:
            return words, _("A machine moves for you in a few seconds.")
        return words, _("A machine is playing for you.")
    if _to_move(scene):
        # Who plays alone need not be told whose turn it is.
        return _("Your turn") if len(scene.seats) > 1 else "", face.ask(scene)
    mover = next((seat for seat in scene.seats if seat.to_move), None)
    if mover is None or len(scene.seats) == 1:
        return "", ""
    if mover.seat == scene.viewer:  # in a replay
        return _("Your turn"), ""
    if scene.ran_out:
        detail = _("Out of time: a machine moves in a few seconds.")
        return _("{name} is to move").format(name=seat_name(mover)), detail
    # A machine that is compiled at its first move is late for a reason.
    detail = scene.preparing if mover.kind == "machine" else ""
    return _("{name} is to move").format(name=seat_name(mover)), detail


def _lesson(scene: Scene) -> Markup | None:
    if not scene.lesson:
        return None
    steps = [_lesson_step(scene, number) for number in range(len(scene.lesson))]
    return el("div", steps, class_="lesson", role="status", data_key="lesson")


def _lesson_step(scene: Scene, number: int) -> Markup:
    """A step of the lesson; the script shows one at a time and points at the part that it means."""
    step, last = scene.lesson[number], len(scene.lesson) - 1
    text = explained(scene.game, step.text, place=f"lesson-{number}")
    parts: list[Child] = [el("span", text)]
    if last:
        back = el("button", "‹", type="button", aria_label=_("Back"), data_step=number - 1)
        words = el("span", _("Next"), class_="wide-words")
        on = el("button", words, " ›", type="button", data_step=number + 1)
        place = el("small", f"{number + 1}/{last + 1}")
        turn = [back if number else None, place, on if number < last else None]
        parts.append(el("span", turn, class_="lesson-turn"))
    return el(
        "p",
        parts,
        class_="lesson-step",
        data_part=step.part or None,
        data_pieces=" ".join(step.pieces) or None,
        data_press=step.press if step.pieces else None,
        data_now=number == 0,
        data_key=f"step-{number}",
    )


def _undo_question(scene: Scene) -> Markup | None:
    if scene.asked is None:
        return None
    name = seat_name(scene.seats[scene.asked])
    if scene.undo != "to answer":
        words = _("{name} asks to take a move back").format(name=name)
        return el("p", words, class_="undo-question", role="status", data_key="undo")
    return el(
        "div",
        el("p", _("{name} asks to take a move back. Do you agree?").format(name=name)),
        send_button({"type": "undo-answer", "yes": True}, _("Yes")),
        send_button({"type": "undo-answer", "yes": False}, _("No")),
        class_="undo-question",
        role="alert",
        data_key="undo",
    )


def _changed_rules(scene: Scene) -> Markup | None:
    """The rules of the table, and the clock, until the first deal."""
    if scene.phase not in ("waiting", "preparing"):
        return None
    rules = [
        *scene.game.rules_in_words(scene.options),
        *clock_words(scene.clock_setting, scene.sit_in),
    ]
    return el("ul", [el("li", rule) for rule in rules], class_="changed-rules") if rules else None


def _open_seats(scene: Scene) -> Markup | None:
    """A form to sit down for those who have no seat; the others invite, or change theirs."""
    seats = [seat.seat for seat in scene.seats if seat.kind == "open"]
    if not seats:
        return None
    if scene.viewer >= 0:
        button = el("button", _("Invite by a link"), class_="button")
        links = el("form", button, method="post", action=f"/tables/{scene.table}/links")
        parts = [links, _seat_form(scene, seats, "change-seat", _("Change seat"))]
        return el("div", parts, class_="open-seats", data_key="open-seats")
    return _seat_form(scene, seats, "sit", _("Sit down")) if scene.listed else None


def _meanwhile(scene: Scene) -> Markup | None:
    """Something to do for a player who waits for people: in a new tab, as the table goes on."""
    waits = scene.phase == "waiting" or (scene.unready and not _is_asked(scene))
    if scene.viewer < 0 or not waits:
        return None
    game = scene.game.name
    parts = [
        el("a", _("Rules"), href=f"/games/{game}/rules", data_beside="rules-beside"),
        el("a", _("Puzzle of the day"), href="/puzzle", target="_blank"),
    ]
    if scene.game.has_room("guide"):
        lesson = el("button", _("Guided first deal"), class_="link-button")
        address = f"/games/{game}/lesson"
        parts.insert(1, el("form", lesson, method="post", action=address, target="_blank"))
    words = el("span", _("While you wait:"))
    return el("div", words, parts, class_="meanwhile", data_key="meanwhile")


def _seat_form(scene: Scene, seats: list[int], says: str, button: str) -> Markup:
    """The open seats, each with whom one would play; who has none gives a name too."""
    words = {seat: _seat_words(scene, seat) for seat in seats}
    name = el(
        "input",
        name="name",
        maxlength=24,
        required=True,
        placeholder=_("Your name"),
        aria_label=_("Your name"),
        autocomplete="nickname",
    )
    only = len(seats) == 1
    choice = (
        el("input", type="hidden", name="seat", value=seats[0])
        if only
        else el(
            "select",
            [el("option", words[seat], value=seat) for seat in seats],
            name="seat",
            aria_label=_("Seat"),
            autocomplete="off",
        )
    )
    look = "button act main" if says == "sit" else "button act quiet"
    return el(
        "form",
        name if says == "sit" else None,
        choice,
        el("button", words[seats[0]] if only else button, class_=look),
        class_="sit",
        data_says=says,
        data_key=says,
    )


def _seat_words(scene: Scene, seat: int) -> str:
    """``Take seat 3, with Ana``: an open seat by its number and whom one would play with."""
    words = _("Take seat {n}").format(n=seat + 1)
    team = next(team for team in scene.game.teams(scene.options) if seat in team)
    partners = [
        seat_name(scene.seats[other])
        for other in team
        if scene.seats[other].kind != "open" and other != scene.viewer
    ]
    if not partners:
        return words
    return f"{words}, {_('with {names}').format(names=', '.join(partners))}"


# -- the action bar -----------------------------------------------------------------------------


def _actions(scene: Scene, face: Face) -> Markup:
    if _stood_in(scene) and scene.phase != "over":
        return send_button({"type": "back"}, _("Take my seat back"), look="act main")
    if _to_move(scene):
        return face.actions(scene)
    if _is_asked(scene):
        return send_button({"type": "ready"}, _("Ready"), look="act main")
    if scene.phase in ("dealt out", "over") and scene.result is not None:
        return _end_actions(scene)
    watches = scene.viewer < 0 and scene.watching  # nobody watches a replay
    return el("p", _("You are watching."), class_="note") if watches else Markup()


def _end_actions(scene: Scene) -> Markup:
    """The actions at the end of a deal."""
    what: list[Markup] = []
    if scene.taught and scene.viewer >= 0:
        what.append(_next_hand(scene))
    elif scene.phase == "dealt out" and scene.viewer >= 0:
        if scene.seats[scene.viewer].ready:
            what.append(el("p", _("Waiting for the others"), class_="note"))
        else:
            words = _("Next round") if scene.game.has_rounds else _("Next deal")
            what.append(send_button({"type": "ready"}, words, look="act main"))
    elif scene.day:
        what.append(el("a", _("Deals of the day"), href="/day", class_="button act main"))
    elif scene.phase == "over":
        what += _again(scene)
    address = f"/tables/{scene.table}/replay?deal={scene.deal}"
    what.append(el("a", _("Replay"), href=address, class_="button quiet"))
    return join(what)


def _next_hand(scene: Scene) -> Markup:
    """One press for the hand that is taught after this one, after the last for a whole game."""
    after = hand_after(scene.game, scene.taught)
    words, address = _("Play a whole game"), "play"
    if after is not None:
        words, address = _("Next: {hand}"), f"taught/{after.name}"
        words = words.format(hand=_(after.title))
    button = el("button", words, class_="button act main")
    action = f"/games/{scene.game.name}/{address}"
    return el("form", button, method="post", action=action, data_key="again")


def _again(scene: Scene) -> list[Markup]:
    """For players, one press for the same game with the same people; a form for other rules.

    After a guided deal, which may have had smaller rules, one press for the whole game. For
    spectators, a link to the game that was begun like this.
    """
    if scene.viewer < 0:
        if not scene.rematch:
            return []
        address = f"/tables/{scene.rematch}"
        return [el("a", _("Go to the next game"), href=address, class_="button act main")]
    if scene.lesson:
        button = el("button", _("Play a whole game"), class_="button act main")
        address = f"/games/{scene.game.name}/play"
        return [el("form", button, method="post", action=address, data_key="again")]
    rules = f"/games/{scene.game.name}/new?like={scene.table}"
    change = el("a", _("Change the rules"), href=rules, class_="button quiet")
    asking = [seat_name(s) for s in scene.seats if s.ready and s.seat != scene.viewer]
    with_them = _("Play again with {names}").format(names=", ".join(asking))
    button = el("button", with_them if asking else _("Play again"), class_="button act main")
    address = f"/tables/{scene.table}/again"
    what = [el("form", button, method="post", action=address, data_key="again"), change]
    if sum(seat.kind == "person" for seat in scene.seats) > 1:
        meet = f"/tables/{scene.table}/meet"
        what.append(el("a", _("Our results"), href=meet, class_="button quiet"))
    return what


# -- the layout -----------------------------------------------------------------------------------

_SIDE_ICON = Markup(
    '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">'
    '<path d="M4 20V13M9 20V5M14 20V9" fill="none" stroke="currentColor" stroke-width="3"'
    ' stroke-linecap="round"/><path d="M18.500 20h2M18.500 14.500h2M18.500 9h2" fill="none"'
    ' stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>'
)


def stage(
    *,
    head: Child,
    rivals: Sequence[Markup],
    centre: Child,
    own: Child,
    actions: Child,
    side: Child,
    game: str,
    odds: bool = True,
    look: str = "",
) -> Markup:
    """The whole ``<div id="table-root">``, laid out by ``static/css/table.css``.

    Parameters
    ----------
    head : of :func:`stage_head`
    rivals : the other seats, of :func:`~.seats.seat_block`
    centre : the board, or what lies on the table
    own : the viewer's chip and hand; always inside the viewport
    actions : of :func:`~.buttons.action_bar`; always inside the viewport
    side : odds, log, phrases: beside the table on wide screens, a sheet on narrow ones
    odds : whether the side has odds, which its button then names
    game : the game's name, as a class for its ``face.css``
    """
    return el(
        "div",
        el("header", head, _side_button(odds), class_="stage-head", data_key="head"),
        el(
            "div",
            el("div", rivals, class_="rivals", data_key="rivals"),
            el("div", centre, class_="centre", data_key="centre"),
            class_=f"felt rivals-{len(rivals)}",
            role="region",
            aria_label=_("The table"),
            # It scrolls where the screen is small, so keys must reach it.
            tabindex=0,
            data_key="felt",
        ),
        el("div", own, class_="own", data_key="own"),
        el("div", actions, class_="actions", data_key="actions"),
        el(
            "aside",
            side,
            id="side",
            class_="side",
            popover=True,
            aria_label=_("Odds and log"),
            data_key="side",
        ),
        id="table-root",
        class_=classes("stage", f"game-{game}", look),
    )


def stage_head(title: str, scores: Child = None, tools: Child = None) -> list[Markup]:
    """The head of a table: the link to all games, the title, the scores, and buttons."""
    return [
        el(
            "h1",
            el("a", el("span", "‹ ", aria_hidden="true"), title, href="/", title=_("All games")),
            class_="stage-title",
        ),
        el("div", scores, class_="scores", data_key="scores"),
        el("div", tools, class_="tools", data_key="tools"),
    ]


def latest(lines: Sequence[LogLine], names: Sequence[str] = (), *, seen: bool = True) -> Markup:
    """The last lines of the log, which are read out as they come.

    They are seen where the side is folded away: the last above the buttons, the others in their
    place while there are none.
    """
    return el(
        "div",
        el("ol", log_lines(lines, names), data_log=True, data_key="lines"),
        class_=classes("latest", "" if seen else "unseen"),
        aria_live="polite",
        data_key="latest",
    )


@kept(256)
def prompt(text: str, detail: str = "") -> Markup:
    """The prompt to the viewer, or the name of who is waited for, in the middle of the felt."""
    # Another detail stands elsewhere: it is another element for the script.
    return el(
        "p",
        text,
        el("small", detail, data_key=detail) if detail else None,
        class_="prompt",
        role="status",
        data_key="prompt",
    )


@kept(8)
def _side_button(odds: bool) -> Markup:
    return el(
        "button",
        _SIDE_ICON,
        el("span", _("Chances") if odds else _("Log")),
        el("span", f": {_('Odds and log')}", class_="visually-hidden") if odds else None,
        type="button",
        class_="button quiet side-button",
        popovertarget="side",
        data_key="side-button",
    )

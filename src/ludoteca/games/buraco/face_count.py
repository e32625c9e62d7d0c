"""The score of the match and of the deal as it stands, and the count at the end of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, number_text
from ludoteca.core.rooms import Decided
from ludoteca.web.kit.face import seen, side_label
from ludoteca.web.kit.html import el, join
from ludoteca.web.kit.scores import Counted, count, points_text, reason, score, signed
from ludoteca.web.kit.seats import seat_name

from .face_cards import drawn_from, melds_of
from .ids import PAIRS
from .melds import canastra_points
from .notation import meld_sign
from .rules import pair_points, points_by_reason

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene


def side_points(scene: Scene) -> Sequence[float]:
    """The points of both pairs in the match, with those of this deal once it is over."""
    if scene.view is None:
        return ()
    s = seen(scene)
    held = [int(points) for points in s.score]
    if scene.result is not None:
        held = [points + int(pair_points(s, pair)) for pair, points in enumerate(held)]
    return tuple(held)


def scores(scene: Scene) -> Markup:
    """The points of both pairs in the match, those of this deal so far, and what is missing."""
    if scene.view is None:
        return Markup()
    s, teams = drawn_from(scene), scene.game.teams(scene.options)
    drawn = []
    for pair, total in enumerate(side_points(scene)):
        now = ""
        if scene.result is None:
            laid = sum(meld.points for meld in melds_of(s, pair))
            now = signed(laid) if laid else " "  # its place is kept
        left = max(int(s.target) - int(total), 0)
        marks = [
            el("span", now, class_="bu-now", title=_("on the table in this deal")) if now else None,
            el("span", _("{n} to go").format(n=number_text(left, ",")), class_="bu-left"),
        ]
        name = side_label(scene, teams[pair])
        drawn.append(score(name, points_text(total), marks=join(marks), side=pair))
    return join(drawn)


def result(scene: Scene) -> Markup:
    """The winner of the deal or the match, and how the points of both pairs were counted."""
    if scene.result is None or scene.view is None:
        return Markup()
    s, teams = seen(scene), scene.game.teams(scene.options)
    sides = [side_label(scene, team) for team in teams]
    head = el("p", _verdict(scene, s), class_="verdict")
    lines = [*_lines(scene, s)]
    if s.played:
        lines.append(Counted(_("Points before this deal"), tuple(map(int, s.score))))
    return join([head, count(lines, sides), reason(decided(scene))])


def _lines(scene: Scene, s: Any) -> Iterator[Counted]:
    """Each thing that a pair is paid or charged for in this deal."""
    if s.gave_up:
        points = tuple(int(pair_points(s, pair)) for pair in range(PAIRS))
        yield Counted(_("The deal was given up"), points)
    else:
        by_pair = [map(int, points_by_reason(s, pair)) for pair in range(PAIRS)]
        laid, _canastras, out, mortos, held = zip(*by_pair, strict=True)
        yield Counted(_("Cards laid"), laid)
        yield from _bonuses(s)
        if s.went_out:
            yield Counted(_("Going out"), out, (_who(scene, int(s.went_out) - 1),))
        if any(mortos):
            yield Counted(_("No morto"), mortos)
        if s.minus_hand:
            yield Counted(_("Cards left in hand"), held)


def decided(scene: Scene) -> Decided | None:
    """The line of the count that brought the winners most ahead; None where nobody is ahead."""
    if scene.result is None or scene.view is None or seen(scene).gave_up:
        return None
    s = seen(scene)
    points = [int(pair_points(s, pair)) for pair in range(PAIRS)]
    if points[0] == points[1]:
        return None
    winner = int(points[1] > points[0])
    line = max(_lines(scene, s), key=lambda line: line.points[winner] - line.points[1 - winner])
    told = {
        "what": _what(s, line.what, winner),
        "ours": points_text(line.points[winner]),
        "theirs": points_text(line.points[1 - winner]),
    }
    if scene.viewer < 0:
        text = _("The deal was won by {what}: {ours} points against {theirs}.")
    elif scene.viewer % PAIRS == winner:
        text = _("You won by {what}: {ours} points against {theirs}.")
    else:
        text = _("They won by {what}: {ours} points against your {theirs}.")
    return Decided(text.format(**told))


def _what(s: Any, line: str, winner: int) -> str:
    """A line of the count within a sentence; canastras with those of the ``winner``."""
    words = {
        _("Cards laid"): _("the cards laid"),
        _("Going out"): _("going out"),
        _("No morto"): _("the morto, which the others never used"),
        _("Cards left in hand"): _("fewer cards left in hand"),
    }
    if line in words:
        return words[line]
    (points,) = (points for points, name in _canastra_names().items() if name == line)
    won = range(int(s.melds[winner]))
    melds = [meld_sign(s, winner, n) for n in won if canastra_points(s, winner, n) == points]
    return f"{line[0].lower()}{line[1:]} ({', '.join(melds)})"


def _canastra_names() -> dict[int, str]:
    """The canastras by what one of them is worth."""
    return {
        1000: _("Canastras from ace to ace"),
        500: _("Canastras from ace to king"),
        200: _("Clean canastras"),
        150: _("Semi-clean canastras"),
        100: _("Dirty canastras"),
    }


def _bonuses(s: Any) -> Iterator[Counted]:
    """The canastras, those of one worth in a line."""
    worth = [
        [int(canastra_points(s, pair, meld)) for meld in range(int(s.melds[pair]))]
        for pair in range(PAIRS)
    ]
    for points, name in _canastra_names().items():
        numbers = [of_pair.count(points) for of_pair in worth]
        if any(numbers):
            each = _("{n} each").format(n=points_text(points))
            yield Counted(name, tuple(n * points for n in numbers), (each,))


def _who(scene: Scene, seat: int) -> str:
    return _("You") if seat == scene.viewer else seat_name(scene.seats[seat])


def _verdict(scene: Scene, s: Any) -> str:
    own = max(scene.viewer, 0) % PAIRS
    points = [int(pair_points(s, pair)) for pair in range(PAIRS)]
    over = scene.phase == "over" and not scene.day
    if over:
        points = [points[pair] + int(s.score[pair]) for pair in range(PAIRS)]
    if points[0] == points[1]:
        text = _("The deal is even: {ours} each.")
    elif scene.viewer < 0:
        text = _("The deal is over: {ours} to {theirs}.")
        if over:
            text = _("The match is over: {ours} to {theirs}.")
    elif points[own] > points[1 - own]:
        text = _("You win the deal, {ours} to {theirs}.")
        if over:
            text = _("You win the match, {ours} to {theirs}!")
    else:
        text = _("They win the deal, {theirs} to {ours}.")
        if over:
            text = _("They win the match, {theirs} to {ours}.")
    ours, theirs = (points_text(points[pair]) for pair in (own, 1 - own))
    return text.format(ours=ours, theirs=theirs)

"""The score of the match and of the deal as it stands, and the count at the end of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, number_text
from ludoteca.web.kit.face import seen, side_label
from ludoteca.web.kit.html import el, join
from ludoteca.web.kit.scores import Counted, count, points_text, score, signed
from ludoteca.web.kit.seats import seat_name

from .face_cards import drawn_from
from .face_melds import melds_of
from .ids import KINDS, PAIRS
from .melds import canastra_points, card_points, meld_cards_points, pair_of
from .rules import pair_points

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene

GOING_OUT = 100
NO_MORTO = -100


def scores(scene: Scene) -> Markup:
    """The points of both pairs in the match, those of this deal so far, and what is missing."""
    if scene.view is None:
        return Markup()
    s, teams = drawn_from(scene), scene.game.teams(scene.options)
    drawn = []
    for pair in range(PAIRS):
        if scene.result is not None:
            total, now = int(s.score[pair]) + int(pair_points(s, pair)), ""
        else:
            total = int(s.score[pair])
            laid = sum(meld.points for meld in melds_of(s, pair))
            now = signed(laid) if laid else " "  # its place is kept
        left = max(int(s.target) - total, 0)
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
    return join([head, count(_lines(scene, s), sides)])


def _lines(scene: Scene, s: Any) -> Iterator[Counted]:
    """Each thing that a pair is paid or charged for; the last line adds the points of before."""
    if s.gave_up:
        points = tuple(int(pair_points(s, pair)) for pair in range(PAIRS))
        yield Counted(_("The deal was given up"), points)
    else:
        yield Counted(_("Cards laid"), _each(lambda pair: _over_melds(s, pair, meld_cards_points)))
        yield from _bonuses(s)
        if s.went_out:
            out = int(s.went_out) - 1
            points = _each(lambda pair: GOING_OUT if pair_of(out) == pair else 0)
            yield Counted(_("Going out"), points, (_who(scene, out),))
        mortos = _each(lambda pair: _morto_points(s, pair))
        if any(mortos):
            yield Counted(_("No morto"), mortos)
        if s.minus_hand:
            yield Counted(_("Cards left in hand"), _each(lambda pair: -_held_points(s, pair)))
    if s.played:
        yield Counted(_("Points before this deal"), _each(lambda pair: int(s.score[pair])))


def _bonuses(s: Any) -> Iterator[Counted]:
    """The canastras, those of one worth in a line."""
    names = {
        1000: _("Canastras from ace to ace, 1,000 each"),
        500: _("Canastras from ace to king, 500 each"),
        200: _("Clean canastras, 200 each"),
        100: _("Dirty canastras, 100 each"),
    }
    worth = [
        [int(canastra_points(s, pair, meld)) for meld in range(int(s.melds[pair]))]
        for pair in range(PAIRS)
    ]
    for points, name in names.items():
        numbers = [of_pair.count(points) for of_pair in worth]
        if any(numbers):
            yield Counted(name, tuple(n * points for n in numbers))


def _each(points: Any) -> tuple[int, ...]:
    return tuple(points(pair) for pair in range(PAIRS))


def _over_melds(s: Any, pair: int, points: Any) -> int:
    return sum(int(points(s, pair, meld)) for meld in range(int(s.melds[pair])))


def _morto_points(s: Any, pair: int) -> int:
    unused = s.unused_pays == 1 and s.used_morto[pair] == 0
    return NO_MORTO if s.took_morto[pair] == 0 or unused else 0


def _held_points(s: Any, pair: int) -> int:
    owners = range(pair, int(s.players), PAIRS)
    return sum(
        int(s.hand[owner, kind]) * int(card_points(s, kind))
        for owner in owners
        for kind in range(KINDS)
        if s.hand[owner, kind]
    )


def _who(scene: Scene, seat: int) -> str:
    return _("You") if seat == scene.viewer else seat_name(scene.seats[seat])


def _verdict(scene: Scene, s: Any) -> str:
    own = max(scene.viewer, 0) % PAIRS
    points = [int(pair_points(s, pair)) for pair in range(PAIRS)]
    over = scene.phase == "over"
    if over:
        points = [points[pair] + int(s.score[pair]) for pair in range(PAIRS)]
    ours, theirs = (points_text(points[pair]) for pair in (own, 1 - own))
    return _won(scene, points, own, match=over).format(ours=ours, theirs=theirs)


def _won(scene: Scene, points: list[int], own: int, *, match: bool) -> str:
    if points[0] == points[1]:
        return _("The deal is even: {ours} each.")
    if scene.viewer < 0:
        return (
            _("The match is over: {ours} to {theirs}.")
            if match
            else _("The deal is over: {ours} to {theirs}.")
        )
    if points[own] > points[1 - own]:
        return (
            _("You win the match, {ours} to {theirs}!")
            if match
            else _("You win the deal, {ours} to {theirs}.")
        )
    return (
        _("They win the match, {theirs} to {ours}.")
        if match
        else _("They win the deal, {theirs} to {ours}.")
    )

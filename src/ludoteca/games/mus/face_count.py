"""The score, and the count at the end of a deal: lance by lance, until the target is reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from ludoteca.core import calls
from ludoteca.core.i18n import _, ngettext
from ludoteca.web.kit.face import seen
from ludoteca.web.kit.html import el, join
from ludoteca.web.kit.scores import Counted, count, points_text, score, stones
from ludoteca.web.kit.seats import seat_name

from .counting import best_seat
from .face_lances import NAMES, side_words
from .ids import LANCES, PASO, PUNTO, REFUSED, TEAMS
from .notation import LANCE_NAMES

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene

AMARRACO = 5  #: stones
NO_QUIERO = "no quiero"


def side_points(scene: Scene) -> Sequence[float]:
    """The stones of both pairs in this juego."""
    if scene.view is None:
        return ()
    s = seen(scene)
    return tuple(int(s.score[side]) + int(s.points[side]) for side in range(TEAMS))


def points_words(points: float, of_match: bool) -> str:
    """Vacas of a match, stones of a juego or a deal."""
    if of_match:
        return ngettext("{n} vaca", "{n} vacas", int(points)).format(n=points_text(points))
    return ngettext("{n} stone", "{n} stones", int(points)).format(n=points_text(points))


def scores(scene: Scene) -> Markup:
    """The stones of both pairs as amarracos and single stones; juegos and vacas won."""
    if scene.view is None:
        return Markup()
    held, after = side_points(scene), _after(scene)
    fives = int(seen(scene).target) // AMARRACO
    drawn = []
    own = max(scene.viewer, 0) % TEAMS
    for side in (own, 1 - own):
        n = int(held[side])
        marks = [stones(n, fives=fives, ones=AMARRACO - 1, side=side)]
        won = _won_words(after, side)
        if won:
            marks.append(el("span", won, class_="mus-won"))
        drawn.append(score(side_words(scene, side), str(n), marks=join(marks), side=side))
    return join(drawn)


def _won_words(after: Any, side: int) -> str:
    """``1 juego, 1 vaca``: the juegos that a pair won in this vaca, and its vacas."""
    juegos, vacas = int(after.juegos_won[side]), int(after.vacas_won[side])
    told = []
    if juegos:
        told.append(ngettext("{n} juego", "{n} juegos", juegos).format(n=juegos))
    if vacas:
        told.append(ngettext("{n} vaca", "{n} vacas", vacas).format(n=vacas))
    return ", ".join(told)


def _after(scene: Scene) -> Any:
    """The standing of now: once the deal is over, that which it leads to."""
    s = seen(scene)
    if scene.revealed is None or scene.result is None:
        return s
    standing = scene.game.standing_layout.empty()
    for field in scene.game.standing_layout:
        standing[field.name] = scene.revealed[field.name]
    calls.next_standing(scene.revealed, 0, standing)
    return standing[0]


# -- the count -------------------------------------------------------------------------------------


class Payment(NamedTuple):
    """Stones that a pair counts for a lance, and why."""

    lance: int
    side: int
    stones: int
    why: str


def payments(s: Any) -> Iterator[Payment]:
    """All that was counted, in order: refused bets as they were refused, the rest in the end."""
    won = [lance for lance in range(LANCES) if s.winner[lance]]
    told = [(lance, s.paid, NO_QUIERO) for lance in won if s.outcome[lance] == REFUSED]
    for lance in won:
        if s.outcome[lance] != REFUSED:
            why = "paso" if s.outcome[lance] == PASO else f"envite {int(s.stake[lance])}"
            told.append((lance, s.paid, why))
        told.append((lance, s.cuenta, "punto" if lance == PUNTO else "cuenta"))
    for lance, counted, why in told:
        if counted[lance]:
            yield Payment(lance, int(s.winner[lance]) - 1, int(counted[lance]), why)


def result(scene: Scene) -> Markup:
    """The winner of the deal, the juego or the match; below it all that was counted, in order."""
    if scene.result is None or scene.view is None:
        return Markup()
    s = seen(scene)
    head = el("p", _verdict(scene, s), class_="verdict")
    if s.ordago:
        side, lance = side_words(scene, int(s.ordago) - 1), _(LANCE_NAMES[int(s.lance)])
        told = _("The órdago was accepted: {lance} decided the juego, for {side}.")
        return join([head, el("p", told.format(lance=lance, side=side), class_="note")])
    lines = [_line(scene, payment) for payment in payments(s)]
    if not lines:
        return head
    sides = [side_words(scene, side) for side in range(TEAMS)]
    own, start = max(scene.viewer, 0) % TEAMS, [int(n) for n in s.score]
    return join([head, count(lines, sides, start, first=own)])


def _line(scene: Scene, paid: Payment) -> Counted:
    points = tuple(paid.stones if side == paid.side else 0 for side in range(TEAMS))
    return Counted(NAMES[paid.lance], points, (paid.why, _best(scene, paid)))


def _best(scene: Scene, paid: Payment) -> str:
    """The name of the seat with the best hand of a lance that was shown."""
    seat = int(best_seat(seen(scene), paid.lance))
    if paid.why == NO_QUIERO or seat < 0 or seat % TEAMS != paid.side:
        return ""
    return _("You") if seat == scene.viewer else seat_name(scene.seats[seat])


def _verdict(scene: Scene, s: Any) -> str:
    """The largest thing that was won: the match, a vaca, a juego, or stones of this deal."""
    after = _after(scene)
    for what in ("vacas_won", "juegos_won"):
        for side in range(TEAMS):
            if int(after[what][side]) > int(s[what][side]):
                over = scene.phase == "over" and not scene.day
                return _won_sentence(scene, side, "match" if over else what)
    own = max(scene.viewer, 0) % TEAMS
    ours, theirs = int(s.points[own]), int(s.points[1 - own])
    if ours == theirs:
        return _("The deal is even: {ours} each.").format(ours=ours)
    more, less = max(ours, theirs), min(ours, theirs)
    if scene.viewer < 0:
        winners = side_words(scene, int(s.points[1] > s.points[0]))
        return _("{side} win the deal, {ours} to {theirs}.").format(
            side=winners, ours=more, theirs=less
        )
    if ours > theirs:
        return _("You win the deal, {ours} to {theirs}.").format(ours=more, theirs=less)
    return _("They win the deal, {theirs} to {ours}.").format(theirs=more, ours=less)


def _won_sentence(scene: Scene, side: int, what: str) -> str:
    if scene.viewer < 0:
        words = {
            "match": _("{side} win the match!"),
            "vacas_won": _("{side} win the vaca!"),
            "juegos_won": _("{side} win the juego!"),
        }
    elif scene.viewer % TEAMS == side:
        words = {
            "match": _("You win the match!"),
            "vacas_won": _("You win the vaca!"),
            "juegos_won": _("You win the juego!"),
        }
    else:
        words = {
            "match": _("They win the match."),
            "vacas_won": _("They win the vaca."),
            "juegos_won": _("They win the juego."),
        }
    return words[what].format(side=side_words(scene, side))

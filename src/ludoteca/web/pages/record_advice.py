"""Machines' words about a record: its costly moves and its course, and reasons for one move.

Both are found in a worker and kept. A machine that gives its reasons is asked again, from what its
seat saw then and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from markupsafe import Markup, escape

from ludoteca import __version__
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _, language, ngettext, number_text
from ludoteca.core.ids import SPECTATOR, TERMINAL
from ludoteca.core.numbers import Estimate, Exact, Number, Simulated
from ludoteca.core.player_names import about_machine
from ludoteca.core.questions import Progress
from ludoteca.core.storage import digest
from ludoteca.players.advice.values import SHOWN, alike_words, worth
from ludoteca.players.turns import turn_words
from ludoteca.table.replay import Replay
from ludoteca.table.setup import checked_machine
from ludoteca.web.kit.curve import TALL, Axes, Curve, Mark, curve
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.html import el, join
from ludoteca.web.kit.odds import short, told
from ludoteca.web.pages import jobs
from ludoteca.web.pages.forms import first_upper
from ludoteca.web.pages.jobs import Job
from ludoteca.web.pages.study.answer_store import KEY_DIGITS, Head

REVIEW, WHY = "review", "why"
MOST_COSTLY = 12
_LAYOUT = 12  #: of the reviews and reasons that are kept: those of another are not found
SEED = 1  #: of everything random in what a machine is asked again


# -- costly moves ---------------------------------------------------------------------------------


class CostlyMove(NamedTuple):
    """A costly move: the stop before it, what was done, what was better and why, its cost.

    ``sentence`` tells all of it, with the numbers behind it.
    """

    stop: int
    done: str
    better: str
    because: str
    cost: str
    sentence: str


@dataclass(frozen=True)
class Reviewed:
    """The costly moves of a record, as far as they are known.

    Attributes
    ----------
    document : the review as it is stored, or what there is of it so far; None before there is any
    waiting, share : what is waited for in words, and the part that is done, while it is made
    stop : the id of the job, for who began it
    failed : what went wrong the last time
    costly : the moves of the reader, or of everybody where it is nobody's own record, worst first
    others : those of the others, where the reader has some of their own that were judged
    judged : the decisions of the reader that were judged; 0 where it is nobody's own record
    doubtful : the stops before decisions that are not told from a better one
    suspected : the stops before those that seemed costly in a first look and are still to be judged
    played, better : the turn that comes next, where it is costly and of several stops, and what
        would have been better, drawn
    picture : the course of the deal as a curve, where two decisions or more could be judged
    names : the sides whose lines are in the picture, each with the number of its first seat
    """

    document: Mapping[str, Any] | None = None
    waiting: str = ""
    share: float | None = None
    stop: str = ""
    failed: str = ""
    costly: tuple[CostlyMove, ...] = ()
    others: tuple[CostlyMove, ...] = ()
    judged: int = 0
    doubtful: tuple[int, ...] = ()
    suspected: tuple[int, ...] = ()
    played: Markup | None = None
    better: Markup | None = None
    picture: Markup | None = None
    names: tuple[tuple[int, str], ...] = ()


def _review_key(replay: Replay) -> str:
    return digest(REVIEW, _LAYOUT, replay.key, language(), digits=KEY_DIGITS)


def reviewed(
    state: Any,
    replay: Replay,
    at: int,
    viewer: int,
    address: str,
    visitor: str,
    asked: Collection[Job] = (),
) -> Reviewed | None:
    """The review of a record for its page at ``at`` moves; None where nobody had a choice.

    ``viewer`` is the seat from which the table is shown, or ``SPECTATOR``; ``address`` is that of
    a move of the page, to which its number is added; ``visitor`` is the network address of who
    reads it; ``asked`` are the jobs that were begun for this page.
    """
    if not replay.choices:
        return None
    found = jobs.finding(state, _review_key(replay), asked)
    if found.document is not None:
        return _drawn(replay, at, viewer, address, found.document)
    job = found.job
    if job is None:
        return Reviewed(failed=found.failed)
    so_far = Reviewed()
    if job.draft is not None:
        so_far = _drawn(replay, at, viewer, address, job.draft, whole=False)
    return replace(
        so_far,
        waiting=_progress_words(job, jobs.jobs_of(state).before(job)),
        share=job.share,
        stop=job.id if job.address == visitor else "",
    )


def _progress_words(job: Job, before: Sequence[Job]) -> str:
    """The decisions that were looked at, or the reviews that come ``before``.

    No time: decisions differ, and moves and advice at tables go first.
    """
    if job.total:
        draft: Any = job.draft  # of a review
        told = _("{done} of {total} decisions").format(done=job.done, total=job.total)
        if draft is not None and draft["first_looks"]:
            judged = draft["decisions"]
            told = _("{n} of {total} decisions looked at, {done} judged").format(
                n=judged + draft["first_looks"], done=judged, total=job.total
            )
        return told
    if not before:
        return job.words or _("Getting ready …")
    return ngettext(
        "In the queue, {n} review comes first", "In the queue, {n} reviews come first", len(before)
    ).format(n=len(before))


def _drawn(
    replay: Replay,
    at: int,
    viewer: int,
    address: str,
    document: Mapping[str, Any],
    *,
    whole: bool = True,
) -> Reviewed:
    """The review of ``document``, or what there is of it so far where it is not ``whole``."""
    names = [_("You") if n == viewer else seat.title for n, seat in enumerate(replay.seats(0))]
    own = replay.person(viewer)
    # The curve of one of two sides is the other's in a mirror.
    sides = replay.game.teams(replay.options)
    shown = [side for side in sides if own in side] if len(sides) == 2 else sides
    shown = shown or sides[:1]
    line_of = {seat: side[0] for side in shown for seat in side}
    lines: dict[int, list[tuple[float, float]]] = {}
    for made, seat, value in document["course"]:
        if seat in line_of:
            lines.setdefault(line_of[seat], []).append((replay.stop(made), value))
    judged = sum(seat == own for _made, seat, _value in document["course"])
    chances = document["even"] > 0
    costly = document["costly"]
    mine = [c for c in costly if not judged or c["seat"] == own][:MOST_COSTLY]
    theirs = [c for c in costly if judged and c["seat"] != own][:MOST_COSTLY]
    listed, others = (
        [(c, _costly(replay, viewer, names[c["seat"]], c, chances=chances)) for c in some]
        for some in (mine, theirs)
    )
    suspected = [made for made, seat in document["suspected"] if not judged or seat == own]
    marks = []
    for c, move in listed:
        points = lines.get(line_of.get(c["seat"], shown[0][0]))
        if points:
            place, height = _on_line(points, move.stop)
            words = f"{move.done} {move.better}"
            marks.append(Mark(place, height, move.stop, f"{address}{move.stop}", words))
    picture: Markup | None = None
    seats: tuple[tuple[int, str], ...] = ()
    if any(len(points) > 1 for points in lines.values()):
        seats = tuple(
            (side[0], " · ".join(names[seat] for seat in side))
            for side in shown
            if side[0] in lines
        )
        if whole and replay.finished:
            for seat, points in lines.items():
                points.append((len(replay.stops) - 1, _at_end(replay, seat, points, document)))
        unit = document["unit"]
        if len(seats) == 1:
            unit = f"{seats[0][1]}: {unit}"
        picture = curve(
            {seat: Curve(points) for seat, points in lines.items()},
            _("What each player could expect after every decision, given what they knew"),
            marks=marks,
            level=document["even"],
            now=float(replay.stop(at)),
            span=(0, len(replay.stops) - 1),
            height=TALL,
            axes=Axes(unit, _("moves"), _("even"), shares=document["even"] > 0),
        )
    here: Mapping[str, Any] = next((c for c in costly if c["at"] == at), {})
    # The next move is told as a whole where it is one stop; of a longer turn only its first part.
    several = at < replay.last and len(here.get("played_moves", ())) > len(replay.moves_after(at))
    return Reviewed(
        document,
        costly=tuple(move for _c, move in listed),
        others=tuple(move for _c, move in others),
        judged=judged,
        doubtful=tuple(replay.stop(made) for made in document["doubtful"]),
        suspected=tuple(replay.stop(made) for made in suspected[:MOST_COSTLY]),
        played=_turn(replay, viewer, here, "played_moves") if several else None,
        better=_turn(replay, viewer, here, "best_moves") if here else None,
        picture=picture,
        names=seats,
    )


def _at_end(
    replay: Replay, seat: int, points: Sequence[tuple[float, float]], document: Mapping[str, Any]
) -> float:
    """The last value of a line: what the deal brought, or the last chance in a match."""
    if document["even"]:
        return points[-1][1]
    state = replay.deal.state
    return float(worth(state.view(seat), np.array(state.returns())))


def _on_line(points: Sequence[tuple[float, float]], stop: int) -> tuple[float, float]:
    """The point of a line at a stop, or that of its end where it does not reach so far.

    >>> [_on_line([(2, 0.0), (4, 1.0)], stop) for stop in (1, 3, 9)]
    [(2.0, 0.0), (3.0, 0.5), (4.0, 1.0)]
    """
    places, values = zip(*points, strict=True)
    place = float(min(max(stop, places[0]), places[-1]))
    return place, float(np.interp(place, places, values))


def _turn(replay: Replay, viewer: int, costly: Mapping[str, Any], moves: str) -> Markup:
    """The turn of a costly decision under a name of the document, drawn."""
    at = costly["at"]
    scene, turn = replay.scene(at, viewer), tuple(costly[moves])
    return face_of(replay.game).move(replay.seen(at), turn, scene)


def _costly(
    replay: Replay, reader: int, who: str, costly: dict[str, Any], *, chances: bool = False
) -> CostlyMove:
    """A costly move in a sentence of the log where there is one; the better in words of buttons."""
    at, lost = costly["at"], costly["cost_words"]
    cost = f"−{lost}"
    if not chances:
        cost = ngettext("{n} point", "{n} points", 1 if lost == "1" else 2).format(n=cost)
    done = replay.told_if(at, costly["played_moves"], reader)
    done = done or _("{name}: {moves}.").format(name=who, moves=costly["played_words"])
    better = _("Better: {moves}").format(moves=f"{costly['best_words']}.")
    reason = costly["because"]
    because = f"{reason[0].upper()}{reason[1:]}." if reason else ""
    return CostlyMove(replay.stop(at), done, better, because, cost, costly["sentence"])


def begin_review(state: Any, replay: Replay, address: str) -> Job | None:
    """Begin the review of a record; None where it is kept.

    Raises :class:`~ludoteca.web.pages.jobs.TooManyJobs`.
    """
    lang, pool, reader = language(), state.pool, replay.person(SPECTATOR)
    head = Head(
        _review_key(replay), replay.game.name, REVIEW, "moves", {"record": replay.key}, lang
    )

    async def find(progress: Progress) -> dict[str, Any]:
        text = replay.record.to_text()
        found = await pool.review(text, None, lang, progress, address, draft, reader)
        return dict(found.to_json())

    def draft(so_far: dict[str, Any]) -> None:
        assert job is not None
        job.draft = so_far

    record = f"/records/{replay.key}"
    job = jobs.begin(
        state,
        head,
        find,
        address=address,
        title=_("The moves that cost most"),
        to=f"{record}#cost",
        back=record,
        action=f"{record}/review",
        again={},
        kind="review",
    )
    return job


# -- reasons --------------------------------------------------------------------------------------

_Row: TypeAlias = tuple[str, Markup, bool]


@dataclass(frozen=True)
class MoveReasons:
    """The move that comes next in a replay, and what is known of its reasons.

    Attributes
    ----------
    who, move : in words, the whole turn where its reasons are known; "" where no seat moves next
    turn : what was chosen, in words, where its reasons are known: without the card that came before
    whole : whether ``move`` names its seat itself
    asks : whether a machine chose it among others, which can be asked
    document : its reasons, as they are stored
    waiting, failed : what is waited for while it is being asked, and what went wrong the last time
    rows : the moves that it told of: words, what each is worth or how often it is played, and
        whether it was
    own : what the worth of single moves rests on, where it is not that of all, a sentence each
    about : what is known of how the machine plays, where it does not explain itself
    shown : rows that are not folded
    """

    who: str = ""
    move: str = ""
    whole: bool = False
    asks: bool = False
    document: dict[str, Any] | None = None
    waiting: str = ""
    failed: str = ""
    rows: tuple[_Row, ...] = ()
    own: tuple[str, ...] = ()
    about: str = ""
    shown: int = SHOWN
    turn: str = ""


def explains(replay: Replay) -> bool:
    """True where machines of this record can be asked: it is whole and finished, and has some.

    Until a game is over nobody but its seats may learn what a machine knew.
    """
    seats = range(replay.game.num_players(replay.options))
    return _is_open(replay) and any(replay.machine(seat) for seat in seats)


def _is_open(replay: Replay) -> bool:
    return replay.record.seen_by is None and replay.finished


def machine_at(replay: Replay, at: int) -> str:
    """The machine that moved after ``at`` moves; raises ``BadInput`` where none can be asked."""
    if not _is_open(replay):
        raise BadInput(_("You can ask a machine for its reasons when the game is over."))
    mover = replay.mover(at) if 0 <= at < replay.last else TERMINAL
    spec = replay.machine(mover) if mover >= 0 else ""
    if not spec:
        raise BadInput(_("No machine made this move."))
    return checked_machine(replay.game, spec)


def turns_of_line(replay: Replay, first: int) -> list[int]:
    """The numbers of moves before each turn that a machine chose in a line of the log.

    The line begins after ``first`` moves. Its turns are those of the first machine in it: in buraco
    to draw is one, and what follows the card another. Where none was chosen, it is the first.
    """
    seats = ((at, replay.mover(at)) for at in range(first, replay.last))
    at, seat = next(
        ((at, seat) for at, seat in seats if seat >= 0 and replay.machine(seat)),
        (replay.last, TERMINAL),
    )
    end = next((line.number for line in replay.lines(None) if line.at == first), first)
    turns, n = [], at
    while n < end:
        own = replay.mover(n) == seat
        if own and replay.has_choice(n):
            turns.append(n)
        n += len(replay.turn_after(n)) if own else 1
    return turns or [at]


def _why_key(replay: Replay, at: int) -> str:
    return digest(WHY, __version__, _LAYOUT, replay.key, at, language(), digits=KEY_DIGITS)


def move_reasons(
    state: Any,
    replay: Replay,
    at: int,
    reader: int = SPECTATOR,
    asked: Collection[Job] = (),
) -> MoveReasons | None:
    """The move after ``at`` moves and its reasons; None where no machine can be asked.

    ``reader`` is the seat that is called "you"; ``asked`` are the jobs begun for this page.
    """
    if not explains(replay):
        return None
    words = replay.words_after(at)
    mover = replay.mover(at)
    if not words or mover < 0:
        return MoveReasons()
    who = _("You") if mover == reader else replay.seats(at)[mover].title
    told = replay.told_if(at, replay.moves_after(at), reader)
    if not replay.machine(mover) or not replay.has_choice(at):
        return MoveReasons(who, told or words, bool(told))
    found = jobs.finding(state, _why_key(replay, at), asked)
    if found.document is not None:
        turn = replay.turn_after(at)
        told = replay.told_if(at, turn, reader)
        moves, chances = found.document["moves"], found.document["chances"]
        played = _played([move.action for move in replay.deal.moves[at:]], moves)
        told_of = [(_move_words(m), _number(m, chances), m is played) for m in moves]
        if moves and played is None:
            told_of.append((found.document["made_words"], el("span", "–", class_="number"), True))
        rows, shown = _made_in_sight(told_of)
        own = tuple(f"{m['words']}: {m['assumption']}" for m in moves if m.get("assumption"))
        explained = bool(found.document["reasons"])
        about = "" if explained else about_machine(replay.game.info, replay.machine(mover))
        return MoveReasons(
            who,
            told or words,
            bool(told),
            True,
            found.document,
            rows=rows,
            own=own,
            about=about,
            shown=shown,
            turn=first_upper(turn_words(replay.seen(at), turn)),
        )
    if found.job is not None:
        return MoveReasons(
            who, told or words, bool(told), True, waiting=found.job.words or _("Asking …")
        )
    return MoveReasons(who, told or words, bool(told), True, failed=found.failed)


def said_once(reasons: Sequence[MoveReasons]) -> list[MoveReasons]:
    """The reasons for the turns of one line, each sentence where it comes first."""
    said = set[str]()
    left = []
    for why in reasons:
        assert why.document is not None
        new = [reason for reason in why.document["reasons"] if reason not in said]
        said.update(new)
        left.append(replace(why, document={**why.document, "reasons": new}))
    return left


def _made_in_sight(rows: Sequence[_Row]) -> tuple[tuple[_Row, ...], int]:
    """The rows, that of the move made behind the first where it would be folded; those in sight."""
    at = next((n for n, (_words, _worth, made) in enumerate(rows) if made), 0)
    if at < SHOWN:
        return tuple(rows), SHOWN
    return (*rows[:SHOWN], rows[at], *rows[SHOWN:at], *rows[at + 1 :]), SHOWN + 1


def _played(made: Sequence[int], told: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The turn of those ``told`` that the moves ``made`` begin with, the longest such.

    >>> _played([4, 9, 7], [{"turn": [4]}, {"turn": [4, 9]}, {"turn": [5]}])
    {'turn': [4, 9]}
    """
    found = [m for m in told if list(made[: len(m["turn"])]) == m["turn"]]
    return max(found, key=lambda m: len(m["turn"]), default=None)


def _told_number(cell: dict[str, Any]) -> Number:
    """A number as it was before it was plain data."""
    condition = cell.get("condition", "")
    if "exact" in cell:
        return Exact(Fraction(cell["exact"]), condition)
    if "estimate" in cell:
        return Estimate(cell["estimate"], cell["ahead"])
    low, high = cell["interval95"]
    return Simulated(cell["simulated"], cell["n"], low, high, condition)


def _move_words(move: dict[str, Any]) -> Markup:
    """A move, with the chance that the machine plays it where the number beside is another's."""
    if move["value"] is None or move["chance"] is None:
        return escape(move["words"])
    often = _("{percent}% of the time").format(percent=f"{100 * move['chance']:.0f}")
    return join([move["words"], " ", el("small", often)])


def _number(move: dict[str, Any], chances: bool) -> Markup:
    if move.get("alike"):
        return el("span", alike_words(move["value"].get("n")), class_="number")
    if move["value"] is not None:
        number = _told_number(move["value"])
        interval = None
        if isinstance(number, Simulated):
            scale, sign = (100, number_text("%", "")) if chances else (1, "")
            low, high = (number_text(scale * end, ".3g") for end in (number.low, number.high))
            interval = el("small", f"{low} … {high}{sign}", class_="interval-text")
        worth = short(number, chance=chances)
        return el("span", worth, " ", interval, class_="number", title=told(number))
    return el("span", short(Exact(Fraction(move["chance"]))), class_="number")


def begin_why(state: Any, replay: Replay, at: int, address: str) -> Job | None:
    """Have the machine asked that moved after ``at`` moves; None where its answer is kept.

    Raises ``BadInput`` where none can be asked, and
    :class:`~ludoteca.web.pages.jobs.TooManyJobs`.
    """
    spec, lang = machine_at(replay, at), language()
    asked = {"record": replay.key, "at": str(at)}
    head = Head(_why_key(replay, at), replay.game.name, WHY, "move", asked, lang)
    pool = state.pool
    view, turn = replay.seen(at), replay.turn_after(at)

    async def find(progress: Progress) -> dict[str, Any]:
        found = await pool.explain(view, spec, turn, SEED, lang, progress, address)
        return {**found.to_json(), "machine": spec, "seed": SEED}

    record = f"/records/{replay.key}"
    return jobs.begin(
        state,
        head,
        find,
        address=address,
        title=_("Why this move?"),
        to=f"{record}?move={replay.stop(at)}#why",
        back=f"{record}?move={replay.stop(at)}",
        action=f"{record}/why",
        again={"at": str(at)},
        kind="why",
    )

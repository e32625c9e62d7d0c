"""The moves of a record that cost most, and its course: found in a worker, then kept."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ludoteca.core.i18n import _, language
from ludoteca.core.questions import Progress
from ludoteca.core.storage import digest
from ludoteca.table.replay import Replay
from ludoteca.web.kit.curve import Curve, Mark, curve
from ludoteca.web.pages import jobs
from ludoteca.web.pages.answer_store import KEY_DIGITS, AnswerStore, Head
from ludoteca.web.pages.jobs import Job

REVIEW = "review"
MOST_COSTLY = 12
_LAYOUT = 5  #: of the documents that are kept: those of another are not found


@dataclass(frozen=True)
class CostlyMove:
    """A costly move: the stop before it, a few words for it, a sentence, and the seat's name."""

    stop: int
    words: str
    sentence: str
    who: str


@dataclass(frozen=True)
class Reviewed:
    """The costly moves of a record, as far as they are known.

    Attributes
    ----------
    document : the review as it is stored, None before there is one
    waiting, share : what is waited for in words, and the part that is done, while it is made
    stop : the id of the job, for who began it
    failed : what went wrong the last time
    costly : the moves, worst first; those of the reader before those of the others
    picture : the course of the deal as a curve, where two decisions or more could be judged
    names : the seats whose lines are in the picture, with their numbers
    """

    document: dict[str, Any] | None = None
    waiting: str = ""
    share: float | None = None
    stop: str = ""
    failed: str = ""
    costly: tuple[CostlyMove, ...] = ()
    picture: Markup | None = None
    names: tuple[tuple[int, str], ...] = ()


def key_of(record: str, lang: str) -> str:
    """The key of the review of a record."""
    return digest(REVIEW, _LAYOUT, record, lang, digits=KEY_DIGITS)


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

    ``viewer`` is the seat whose view is shown, or ``SPECTATOR``; ``address`` is that of a move of
    the page, to which its number is added; ``visitor`` is the network address of who reads it;
    ``asked`` are the jobs that were begun for this page.
    """
    if not replay.choices:
        return None
    key = key_of(replay.key, language())
    kept = AnswerStore.of(state.settings).get(key)
    if kept is not None:
        return _drawn(replay, at, replay.person(viewer), address, kept.document)
    running = jobs.jobs_of(state).running(key)
    if running is not None:
        words = running.words or _("Getting ready …")
        return Reviewed(
            waiting=words,
            share=running.share,
            stop=running.id if running.address == visitor else "",
        )
    failed = [job.sentence for job in asked if (job.key, job.stage) == (key, "failed")]
    return Reviewed(failed=failed[-1] if failed else "")


def _drawn(
    replay: Replay, at: int, own: int | None, address: str, document: dict[str, Any]
) -> Reviewed:
    names = [seat.title for seat in replay.seats(0)]
    worth = {moves: value for moves, _seat, value in document["course"]}
    costly = sorted(document["costly"], key=lambda c: c["seat"] != own)[:MOST_COSTLY]
    moves = [
        CostlyMove(replay.stop(c["at"]), _words(c), c["sentence"], names[c["seat"]]) for c in costly
    ]
    marks = [
        Mark(move.stop, worth[c["at"]], f"{address}{move.stop}", f"{move.who}: {move.words}")
        for move, c in zip(moves, costly, strict=True)
    ]
    lines: dict[int, list[tuple[float, float]]] = {}
    for made, seat, value in document["course"]:
        lines.setdefault(seat, []).append((replay.stop(made), value))
    picture = None
    if len(worth) > 1:
        picture = curve(
            {seat: Curve(points) for seat, points in lines.items()},
            _("What each player could expect after each decision, as far as they knew"),
            marks=marks,
            level=document["even"],
            now=float(replay.stop(at)),
            span=(0, len(replay.stops) - 1),
        )
    seats = tuple((seat, names[seat]) for seat in sorted(lines)) if picture else ()
    return Reviewed(document, costly=tuple(moves), picture=picture, names=seats)


def _words(costly: dict[str, Any]) -> str:
    """A costly move, a better one, and the difference."""
    return _("“{played}” instead of “{best}”: {cost}").format(
        played=costly["played_words"],
        best=costly["best_words"],
        cost=f"−{costly['cost_words']}",
    )


def begin(state: Any, replay: Replay, address: str) -> Job | None:
    """Begin the review of a record; None where it is kept.

    Raises :class:`~ludoteca.web.pages.jobs.TooManyJobs`.
    """
    lang, pool = language(), state.pool
    key = key_of(replay.key, lang)
    head = Head(key, replay.game.name, REVIEW, "moves", {"record": replay.key}, lang)

    async def find(progress: Progress) -> dict[str, Any]:
        found = await pool.review(replay.record.to_text(), None, lang, progress, address)
        return dict(found.to_json())

    record = f"/records/{replay.key}"
    return jobs.begin(
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

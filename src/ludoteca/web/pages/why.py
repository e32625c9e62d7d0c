"""Reasons for a machine's move in a finished record, given by the machine itself.

It is asked again in a worker, from what its seat saw then and nothing else; what it says is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from ludoteca import __version__
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _, language
from ludoteca.core.ids import TERMINAL
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Progress
from ludoteca.core.storage import digest
from ludoteca.players.advice.values import SHOWN, alike_words
from ludoteca.table.replay import Replay
from ludoteca.table.setup import checked_machine
from ludoteca.web.kit.html import el
from ludoteca.web.kit.odds import short
from ludoteca.web.kit.seat import seat_name
from ludoteca.web.pages import cells, jobs
from ludoteca.web.pages.answer_store import KEY_DIGITS, AnswerStore, Head
from ludoteca.web.pages.jobs import Job

WHY = "why"
SEED = 1  #: of everything random in what a machine is asked again


@dataclass(frozen=True)
class Told:
    """The move that comes next in a replay, and what is known of its reasons.

    Attributes
    ----------
    who, move : in words; "" where no seat moves next
    asks : whether a machine made it, which can be asked
    document : its reasons, as they are stored
    waiting, failed : what is waited for while it is being asked, and what went wrong the last time
    rows : the moves that it told of: words, what each is worth or how often it is played, and
        whether it was
    own : what the worth of single moves rests on, where it is not that of all, a sentence each
    shown : rows that are not folded
    """

    who: str = ""
    move: str = ""
    asks: bool = False
    document: dict[str, Any] | None = None
    waiting: str = ""
    failed: str = ""
    rows: tuple[tuple[str, Markup, bool], ...] = ()
    own: tuple[str, ...] = ()
    shown: int = SHOWN


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
        raise BadInput(_("A machine gives its reasons once the game is over."))
    mover = replay.mover(at) if 0 <= at < replay.last else TERMINAL
    spec = replay.machine(mover) if mover >= 0 else ""
    if not spec:
        raise BadInput(_("No machine made this move."))
    return checked_machine(replay.game, spec)


def key_at(replay: Replay, at: int, lang: str) -> str:
    """The key of the reasons for a move."""
    return digest(WHY, __version__, replay.key, at, lang, digits=KEY_DIGITS)


def told(state: Any, replay: Replay, at: int, asked: Iterable[Job] = ()) -> Told | None:
    """The move after ``at`` moves and its reasons; None where no machine can be asked.

    ``asked`` are the jobs that were begun for this page.
    """
    if not explains(replay):
        return None
    words = replay.words_after(at)
    mover = replay.mover(at)
    if not words or mover < 0:
        return Told()
    who = seat_name(replay.seats(at)[mover])
    if not replay.machine(mover):
        return Told(who, words)
    key = key_at(replay, at, language())
    kept = AnswerStore.of(state.settings).get(key)
    if kept is not None:
        document = kept.document
        own = tuple(
            f"{move['words']}: {move['assumption']}"
            for move in document["moves"]
            if move.get("assumption")
        )
        return Told(who, words, True, document, rows=_rows(document), own=own)
    running = jobs.jobs_of(state).running(key)
    if running is not None:
        return Told(who, words, True, waiting=running.words or _("Asking …"))
    failed = [job.sentence for job in asked if (job.key, job.stage) == (key, "failed")]
    return Told(who, words, True, failed=failed[-1] if failed else "")


def _rows(document: dict[str, Any]) -> tuple[tuple[str, Markup, bool], ...]:
    return tuple(
        (move["words"], _number(move), move["action"] == document["made"])
        for move in document["moves"]
    )


def _number(move: dict[str, Any]) -> Markup:
    if move.get("alike"):
        return el("span", alike_words(move["value"].get("n")), class_="number")
    return cells.drawn(move["value"]) if move["value"] is not None else _chance(move["chance"])


def _chance(share: float) -> Markup:
    return el("span", short(Exact(Fraction(share))), class_="number")


def begin(state: Any, replay: Replay, at: int, address: str) -> Job | None:
    """Have the machine asked that moved after ``at`` moves; None where its answer is kept.

    Raises ``BadInput`` where none can be asked, and
    :class:`~ludoteca.web.pages.jobs.TooManyJobs`.
    """
    spec, lang = machine_at(replay, at), language()
    asked = {"record": replay.key, "at": str(at)}
    head = Head(key_at(replay, at, lang), replay.game.name, WHY, "move", asked, lang)
    pool = state.pool
    view, made = replay.seen(at), replay.deal.moves[at].action

    async def find(progress: Progress) -> dict[str, Any]:
        found = await pool.explain(view, spec, made, SEED, lang, progress, address)
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

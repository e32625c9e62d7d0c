"""Lists of earlier answers: named by what was asked, grouped by question, to open and to remove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language
from ludoteca.core.questions import Question
from ludoteca.lab.text import heading
from ludoteca.web.pages import jobs, requests
from ludoteca.web.pages.forms import first_upper
from ludoteca.web.pages.study.answer_store import Head
from ludoteca.web.pages.study.asking import cards_words, drawn_cards, played_sentence, said_of

router = APIRouter()


@dataclass(frozen=True)
class KeptLine:
    """An earlier answer in a list.

    ``cards`` are the rows of cards that it is about, drawn, and ``spoken`` tells them; ``told`` is
    what it begins with.
    """

    key: str
    name: str
    cards: Sequence[Sequence[Markup]]
    spoken: str
    told: str
    removable: bool


def kept_groups(
    request: Request, game: Game, asked: Sequence[Question], only: Question | None = None
) -> list[tuple[str, list[KeptLine]]]:
    """The earlier answers about a game, or to one question, the newest first, by what was asked."""
    known: dict[tuple[str, str], Question] = {(q.verb, q.name): q for q in asked}
    groups: dict[str, list[KeptLine]] = {}
    seen = set[tuple[object, ...]]()
    for head in jobs.answer_store(request).heads(game.name, requests.people(request)):
        question = known.get((head.verb, head.question))
        if head.language == language() and only in (None, question):
            title = heading(head.question)
            if question is not None:
                title = played_sentence(question, head.filled) or _(question.sentence)
            asked_with = (head.verb, head.question, *sorted(head.filled.items()))
            if asked_with not in seen:  # of equal ones the newest: others are of older programs
                seen.add(asked_with)
                groups.setdefault(title, []).append(_line(request, game, question, head))
    return list(groups.items())


def _line(request: Request, game: Game, question: Question | None, head: Head) -> KeptLine:
    said = said_of(game, question, head.filled)
    drawn = [] if question is None else drawn_cards(game, question, head.filled)
    cards = [row for _name, row in drawn]
    spoken = "" if question is None else cards_words(game, question, head.filled)
    name = ", ".join(f"{words} {value}" for words, value in said)
    if not (name or cards) and (question is None or question.parameters):
        name = _("as usual")
    may_remove = _may_remove(request, head)
    return KeptLine(head.key, first_upper(name), cards, spoken, head.told, may_remove)


def _may_remove(request: Request, head: Head) -> bool:
    """True for the visitor's own answers, and for everybody's at this machine."""
    own = head.person in requests.people(request)
    return own or (not head.person and requests.is_local(request))


@router.post("/answers/{key}/remove")
async def remove(request: Request, key: str) -> Response:
    """Remove an earlier answer, and go back to the list."""
    store = jobs.answer_store(request)
    kept = store.get(key) if key.isalnum() else None
    if kept is None:
        raise HTTPException(404)
    if not _may_remove(request, kept.head):
        raise HTTPException(403)
    store.remove(key)
    return RedirectResponse(f"/games/{kept.head.game}/study#kept", status_code=303)

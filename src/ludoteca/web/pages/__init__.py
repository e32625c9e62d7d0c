"""The pages that people read: lobby, new table, rules, studies, records, their own games.

``router`` holds them all, ``REGIONS`` their live regions; ``errors.install(app)`` adds the error
pages, and ``jobs.jobs_of(app.state).close()`` ends the jobs that they began.
"""

from fastapi import APIRouter

from ludoteca.web.pages import (
    about,
    assist,
    identity,
    lobby,
    my_games,
    new_table,
    offline,
    preferences,
    puzzle,
    records,
    rules,
    schools,
)
from ludoteca.web.pages.daily import outcome as daily_outcome
from ludoteca.web.pages.daily import page as daily
from ludoteca.web.pages.live import REGIONS
from ludoteca.web.pages.people import links, meeting
from ludoteca.web.pages.study import answers, kept_answers, questions

__all__ = ["REGIONS", "router"]

router = APIRouter(include_in_schema=False)
for part in (
    lobby, preferences, new_table, links, meeting, rules, questions, answers, kept_answers, records,
    my_games, assist, daily, daily_outcome, puzzle, offline, schools, identity, about,
):  # fmt: skip
    router.include_router(part.router)

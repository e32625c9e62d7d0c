"""The pages that people read: lobby, new table, rules, studies, records, their own games.

``router`` holds them all, ``REGIONS`` their live regions; ``errors.install(app)`` adds the error
pages, and ``jobs.jobs_of(app.state).close()`` ends the jobs that they began.
"""

from fastapi import APIRouter

from ludoteca.web.pages import (
    about,
    answers,
    assist,
    identity,
    links,
    lobby,
    my_games,
    new_table,
    offline,
    preferences,
    puzzle,
    records,
    rules,
    schools,
    study,
)
from ludoteca.web.pages.daily import page as daily
from ludoteca.web.pages.live import REGIONS

__all__ = ["REGIONS", "router"]

router = APIRouter(include_in_schema=False)
for part in (
    lobby, preferences, new_table, links, rules, study, answers, records, my_games,
    assist, daily, puzzle, offline, schools, identity, about,
):  # fmt: skip
    router.include_router(part.router)

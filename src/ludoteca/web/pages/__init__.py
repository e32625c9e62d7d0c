"""The pages that people read: lobby, new table, rules, studies, records, their own games.

``router`` holds them all, ``REGIONS`` what is live in them; ``errors.install(app)`` adds the pages
of what goes wrong, and ``jobs.jobs_of(app.state).close()`` ends what they began.
"""

from fastapi import APIRouter

from ludoteca.web.pages import (
    answers,
    assist,
    daily,
    links,
    lobby,
    my_data,
    new_table,
    offline,
    preferences,
    puzzle,
    record_actions,
    records,
    rules,
    study,
)
from ludoteca.web.pages.live import REGIONS

__all__ = ["REGIONS", "router"]

router = APIRouter(include_in_schema=False)
for part in (
    lobby, preferences, new_table, links, rules, study, answers, records, record_actions, my_data,
    assist, daily, puzzle, offline,
):  # fmt: skip
    router.include_router(part.router)

"""The pages that people read: lobby, new table, rules, studies, records, their own games.

``router`` holds them all, ``REGIONS`` what is live in them; ``errors.install(app)`` adds the pages
of what goes wrong, and ``working.jobs(app.state).close()`` ends what they began.
"""

from fastapi import APIRouter

from ludoteca.web.pages import (
    afterwards,
    answers,
    links,
    lobby,
    look,
    mine,
    opening,
    reading,
    records,
    study,
)
from ludoteca.web.pages.live import REGIONS

__all__ = ["REGIONS", "router"]

router = APIRouter(include_in_schema=False)
for part in (
    lobby, look, opening, links, reading, study, answers, records, afterwards, mine,
):  # fmt: skip
    router.include_router(part.router)

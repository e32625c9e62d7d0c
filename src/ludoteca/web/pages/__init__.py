"""The pages that people read: lobby, new table, rules, studies, records, their own games.

``router`` holds them all; ``errors.install(app)`` adds the pages of what goes wrong.
"""

from fastapi import APIRouter

from ludoteca.web.pages import links, lobby, look, opening

router = APIRouter(include_in_schema=False)
for part in (lobby, look, opening, links):
    router.include_router(part.router)

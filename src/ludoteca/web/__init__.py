"""The table in the browser: server, journal, tables, machines and pages.

Hypermedia drawn in Python: the server draws each seat's table from what that seat may see and
pushes it over the seat's WebSocket; one small script of our own morphs it into the page. Programs
get the same views as JSON. See ``docs/architecture.md``.
"""

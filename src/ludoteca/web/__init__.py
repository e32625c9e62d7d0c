"""The web server: tables to play at in the browser, pages to study, an interface for programs.

Hypermedia drawn in Python: the server draws each seat's table from what that seat may see and
pushes it over the seat's WebSocket; one small script of our own morphs it into the page. Programs
get the same views as JSON. See ``docs/architecture.md``.
"""

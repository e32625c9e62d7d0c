# %% [markdown]
# # A server, asked by a program
#
# `ludoteca serve` is a page in the browser and an interface for programs. Here one is started within this
# notebook, on a free port of this machine and with a journal of its own in a new folder.

# %%
import tempfile
import threading
import time
from pathlib import Path

import httpx
import uvicorn

from ludoteca.web.app import create_app
from ludoteca.web.server import config_of, listen
from ludoteca.web.settings import Settings

folder = Path(tempfile.mkdtemp())
settings = Settings(
    database=f"sqlite:///{folder}/journal.sqlite", folder=folder, port=8377, workers=1
)
socket = listen(settings, port_is_wanted=False)  # the next free port, where 8377 is taken
server = uvicorn.Server(config_of(settings, create_app(settings)))
thread = threading.Thread(target=server.run, args=([socket],), daemon=True)
thread.start()
while not server.started:
    time.sleep(0.01)

host, port = socket.getsockname()
visitor = httpx.Client(base_url=f"http://{host}:{port}", timeout=60)
visitor.get("/health").json()

# %% [markdown]
# The games that it offers, and its first page, which a browser would show:

# %%
[game["name"] for game in visitor.get("/api/games").json()]

# %%
page = visitor.get("/")
page.status_code, page.headers["content-type"], "<h1" in page.text

# %% [markdown]
# A table for itself and a friend: its own seat goes with the cookie that the page has set, that of the
# friend with a token to pass on.

# %%
opened = visitor.post("/api/tables", json={"game": "nim", "seats": ["me", "friend"], "name": "Ana"})
opened.status_code, sorted(opened.json()["tokens"])

# %% [markdown]
# A refusal is one sentence:

# %%
visitor.post("/api/tables", json={"game": "nim", "seats": ["me", "nobody"]}).json()

# %% [markdown]
# Stopped, it keeps every act in its journal; started again on it, play goes on.

# %%
visitor.close()
server.should_exit = True
thread.join()
sorted(path.name for path in folder.glob("journal.sqlite"))

# %% [markdown]
# For friends on the internet it stands behind a proxy: [a server on the internet](../hosting.html).

"""The test games are registered like anybody's: by the folder that the environment names."""

import os
from pathlib import Path

os.environ["LUDOTECA_GAMES"] = str(Path(__file__).parent / "games")

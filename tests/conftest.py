"""The test games are registered like anybody's: by the folder that the environment names."""

import os
import sys
from pathlib import Path

os.environ["LUDOTECA_GAMES"] = str(Path(__file__).parent / "games")
sys.path.insert(0, str(Path(__file__).parent / "web"))  # frozen.py: tables for tests of faces
sys.path.insert(0, str(Path(__file__).parent / "web" / "server"))  # houses.py: a real server

"""The modules of this folder are found by their names, and those of real servers beside it."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.with_name("server"))]

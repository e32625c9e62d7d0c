"""``python -m ludoteca`` is the command ``ludoteca``."""

from ludoteca.cli.main import run

run()

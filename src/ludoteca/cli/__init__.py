"""The commands, ``ludoteca ...``: :mod:`ludoteca.cli.main` is the door."""

"""The games: one folder each, found by scanning this one."""

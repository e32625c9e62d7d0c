"""Teaching games: small and complete, each a start for a game of one's own (``ludoteca new``)."""

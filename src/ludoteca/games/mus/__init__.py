"""Mus for four in two pairs: grande, chica, pares, juego or punto, and bets on each."""

"""Ids that every game shares; the numbers are OpenSpiel's where it has them."""

CHANCE = -1  #: :func:`~ludoteca.core.kernel.current_player` at a chance move
TERMINAL = -4  #: :func:`~ludoteca.core.kernel.current_player` when the deal is over
HIDDEN = -(2**63)  #: the token of a move of which a seat learns only that it was made
SPECTATOR = -1  #: the "seat" of somebody who watches: sees public fields alone
EVERYBODY = -1  #: :func:`~ludoteca.core.deal.card_seen_by` where a card is turned up
NO_DRAW = -1  #: :func:`~ludoteca.core.kernel.draw_source` where chance is not a card being drawn

"""Exact mathematics of buraco, in fractions where they can be had.

=================  =================================================================================
``chain``          the proper chain of one meld: 599 states, its matrix, its points in time
``draws``          the chances to draw a card, that somebody holds it, to have it this round
``going_out``      whether a hand goes out, with helpers out of the unknown cards
``position``       a seat's position, and its chances to go out by three ways
``typed``          positions, melds and states of the chain as a person types them
``rounds``         rounds left by the state of play, from simulated deals; a table that ships
=================  =================================================================================
"""

"""Environments for learning and for other libraries: every game, with no line of its own.

====================  ==============================================================================
``actions``           the moves of a game numbered from 0 without gaps
``observation``       what a seat sees of a position as a row of numbers
``episode``           a deal that an environment plays: chance, illegal actions, points
``pettingzoo``        any game as an environment of PettingZoo
``gymnasium``         any game as an environment of Gymnasium: one learner among machines
``gymnasium_vector``  many deals at once for Gymnasium's ``make_vec``
``rendering``         what ``render`` shows: text, or a page that an upper layer draws
``bots``              bots that were written for PettingZoo or Gymnasium as players
====================  ==============================================================================
"""

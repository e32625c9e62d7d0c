"""Environments for learning, and for other libraries: every registered game, without a line of it.

====================  ==============================================================================
``vector``            many deals at once, stepped by compiled code
``arrays``            the arrays of it, and its numbers
``stepping``          the compiled loop of it: deals are played on to the next decision
``deals``             ends and beginnings of deals in this loop
``shown``             legal actions and tokens that the seats are shown in it
``sampling``          the check of actions, and legal ones drawn
``processors``        who runs the loop: this computer's processor, in threads
``threads``           threads that take up short work within a microsecond
``cuda``              the same on a graphics processor
``arguments``         the check of arguments
``generator``         random numbers that follow from seed, environment and deal
``episode``           a deal that an environment plays: chance, illegal actions, points
``pettingzoo``        any game as an environment of PettingZoo
``gymnasium``         any game as an environment of Gymnasium: one learner among machines
``gymnasium_vector``  many deals at once for Gymnasium's ``make_vec``
``rendering``         what ``render`` shows: text, or a page that an upper layer draws
``openspiel``         every game for OpenSpiel, and bots of each library for the other
``bots``              bots that were written for PettingZoo or Gymnasium as players
====================  ==============================================================================
"""

from ludoteca.envs.vector import VectorEnv

__all__ = ["VectorEnv"]

"""Environments for learning, and for other libraries: every registered game, without a line of it.

==================  ================================================================================
``vector``          many deals at once, stepped by compiled code
``stepping``        the compiled loop of it
``processors``      what runs the loop: the processor, in threads
``cuda``            the same on a graphics processor
``actions``         the moves of a game numbered from 0 without gaps
``observation``     what a seat sees of a position as a row of numbers
``generator``       random numbers that follow from seed, environment and step
==================  ================================================================================
"""

from ludoteca.envs.vector import VectorEnv

__all__ = ["VectorEnv"]

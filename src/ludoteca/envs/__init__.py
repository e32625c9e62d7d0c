"""Environments for learning and for other libraries: every game, with no line of its own.

==================  ================================================================================
``actions``         the moves of a game numbered from 0 without gaps
``observation``     what a seat sees of a position as a row of numbers
``bots``            bots that were written for PettingZoo or Gymnasium as players
``openspiel``       every game for OpenSpiel, and bots of each library for the other
==================  ================================================================================
"""

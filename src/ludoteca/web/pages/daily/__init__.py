"""Deals that are the same for everybody on a date (UTC): of patience, and with decisions.

``days`` has the contests of a day, their keys and their scores, ``page`` the pages about them,
``pictures`` the spread of the scores and the result to send.
"""

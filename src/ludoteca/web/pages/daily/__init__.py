"""What is the same for everybody on a date (UTC): a deck of patience, and deals with decisions.

``days`` has the contests of a day, their keys and their scores, ``page`` the pages about them.
"""

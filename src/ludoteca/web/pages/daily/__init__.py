"""Deals that are the same for everybody on a date (UTC): of patience, and with decisions.

``days`` has the contests of a day, their keys and their scores, ``page`` the page about them all,
``outcome`` that of one deal for who has played it; ``calendar`` shows the last weeks and counts
days in a row, ``comparison`` finds where the choices of people part, ``machine_deal`` plays the
deal with a machine in the visitor's seat, ``pictures`` draws the spread of the scores and the
result to send.
"""

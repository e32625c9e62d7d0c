"""The table kit: components of every game's face and every page.

Each function draws one part and returns :class:`markupsafe.Markup`; what people wrote is escaped
on the way. Nothing here knows a server or a game. The looks (felt, light and dark, four colours,
large indices) are in ``static/ludoteca.css`` and key off the attributes of ``<html>``.

======================  =========================================================================
:mod:`.html`            ``el``: one element, escaped; :func:`~.html.join`, the cache of parts
:mod:`.card`            cards of both decks: shown, as buttons, as choices, face down
:mod:`.fan`             a hand, a rival's hand, a pile, a row
:mod:`.hand`            the viewer's hand, sorted by suit or rank; a large one
:mod:`.drafts`          moves tried before they are made
:mod:`.seat`            seats: chips, bubbles, places around the table
:mod:`.portrait`        the faces of machines
:mod:`.bids`            buttons for moves, the action bar, bids and raises
:mod:`.counters`        stones and amarracos, scores
:mod:`.count`           the end of a deal, counted line by line
:mod:`.odds`            numbers beside the cards, exact or simulated
:mod:`.curve`           a small line chart, with its band and marks
:mod:`.log`             the log of a table, line by line
:mod:`.glossary`        terms of a game with their meanings
:mod:`.guide`           rules and glossaries as a game's ``guide.py`` states them
:mod:`.layout`          the structure of a table's page
:mod:`.side_panel`      odds and advice, log, phrases, shuffle
:mod:`.table`           a whole table from a scene
:mod:`.face`, :mod:`.plain`  the face of a game, and the plain one
:mod:`.gallery`         every component in every look
======================  =========================================================================
"""

"""The table kit: components of every game's face and every page.

Each function draws one part and returns :class:`markupsafe.Markup`; what people wrote is escaped
on the way. Nothing here knows a server or a game. The looks (felt, light and dark, four colours,
large indices) are in ``static/ludoteca.css`` and key off the attributes of ``<html>``.

======================  =========================================================================
:mod:`.html`            ``el``: one element, escaped; :func:`~.html.join`, the cache of parts
:mod:`.cards`           cards of both decks by name: shown, as choices, in piles, fans and hands
:mod:`.decks`           the drawings of the two decks
:mod:`.buttons`         buttons and forms for moves, also for those that are only tried
:mod:`.seats`           seats: chips, bubbles, places around the table, the faces of machines
:mod:`.scores`          points, stones and amarracos, the count at the end of a deal
:mod:`.odds`            numbers beside the cards, exact or simulated
:mod:`.curve`           a small line chart, with its band and marks
:mod:`.guide`           rules and glossaries as a game's ``guide.py`` states them
:mod:`.pictures`        cards as they lie in the picture of a game
:mod:`.face`            the face of a game, and the plain one
:mod:`.side_panel`      odds and advice, log, phrases, shuffle
:mod:`.whole_table`     a whole table from a scene
:mod:`.to_come`         the room of what the first deal brings, kept before it
:mod:`.gallery`         every component in every look
======================  =========================================================================
"""

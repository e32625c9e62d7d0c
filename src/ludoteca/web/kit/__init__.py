"""The table kit: the parts that every game's face and every page is made of.

Each function draws one part and returns :class:`markupsafe.Markup`; what people wrote is escaped
on the way. Nothing here knows a server or a game. The looks (felt, light and dark, four colours,
large indices) are in ``static/ludoteca.css`` and key off the attributes of ``<html>``.

======================  =========================================================================
:mod:`.html`            ``el``: one element, escaped
:mod:`.card`            cards of both decks: shown, as buttons, as choices, face down
:mod:`.fan`             a hand, a rival's hand, a pile, a row
:mod:`.seat`            who sits where: chips, bubbles, places around the table
:mod:`.bids`            buttons for moves, the action bar, bids and raises
:mod:`.stones`          stones and amarracos, scores
:mod:`.odds`            numbers beside the cards, exact or simulated
:mod:`.log`             what happened, line by line
:mod:`.dialog`          dialogs and the buttons that open them
:mod:`.term`            a word of the game with its meaning
:mod:`.guide`           rules and glossaries
:mod:`.stage`           where everything stands on the page of a table
======================  =========================================================================
"""

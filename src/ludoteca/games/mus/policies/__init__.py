"""The stated policies of mus: what they know of hands, their numbers, and how they are drawn.

================  ==================================================================================
``counting``      the tables, counted: chances against one other hand, worth, discards, signs
``juegos``        the chance to win a juego, by the stones that both pairs lack
``tables``        the same tables as shipped, for compiled code
``levels``        the data: what each level looks at, and from which chance on it does what
``chances``       the chance that the own pair wins a lance, from what a seat sees
``betting``       opening, answering and bluffing from that chance
``flow``          the flow charts, drawn from the data
``reasons``       one line of reason for a move
================  ==================================================================================
"""

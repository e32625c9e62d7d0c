"""The stated policies of mus: what they know of hands, their tables, and how they are drawn.

==============  ===================================================================================
``hands``       each hand against one other: exact chances, worth, best discards
``levels``      the data: what each level looks at, and from which chance on it does what
``chances``     the chance that the own pair wins a lance, from what a seat sees
``betting``     opening, answering and bluffing from that chance
``flow``        the flow charts, drawn from the data
==============  ===================================================================================
"""

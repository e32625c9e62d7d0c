"""The compiler: Numba as it is set up, its cache, and the choice of a game's own functions.

==============  ====================================================================================
``compiler``    what Numba compiles whole, what as a part of that; reading and writing its cache
``code_cache``  the names of the folders of compiled code; who hears of a compilation
``dispatch``    the choice of a game's own function by the type of its record
==============  ====================================================================================

Code asks for compilation by :func:`ludoteca.core.jit.njit`.
"""

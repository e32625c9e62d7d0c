"""Engines: worker processes that choose moves, given a seat's view and nothing else.

The web process never compiles; engines do, and load what was compiled from the cache. An engine
that crashes, is killed or takes too long costs the one request that it had.
"""

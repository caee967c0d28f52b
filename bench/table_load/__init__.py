"""The load: many tables, four people at each, every one of them sent everything.

Ours runs as a host would start it, on SQLite with fsync; boardgame.io from npm runs a toy of the same weight beside it,
in memory and on its own disk storage. One process makes all the load, with sockets that look at no more of a frame than
what it is. A move counts when it is acknowledged and the last of the four has heard of it.
"""

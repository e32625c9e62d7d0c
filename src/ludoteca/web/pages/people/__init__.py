"""Pages about the people at a table: invitations, and the address at which they meet again.

``around`` draws who sits where, ``links`` has invitations and the links to seats, ``meeting`` the
lasting address of a table with the results of its people.
"""

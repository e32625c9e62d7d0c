"""Work done elsewhere: child processes with deadlines, pools of them, clusters, and threads.

==================  ================================================================================
``process``         a child process, started, and ended with all that it started
``lines``           a program that is written to and read from line by line, with deadlines
``sandbox``         scripts of strangers, run where they reach nothing
``confine``         its side in the script's process
``worker``          a child process of Ludoteca that answers requests
``ipc``, ``child``  the protocol between them, and its side in the child
``pool``            numbered tasks done by workers that may hang or die
``backend``         the choice between pool and cluster
``trace``           a record of whom a worker asked, which outlives it
``cluster``         the same tasks on the machines of a Ray cluster
``threads``         parts of one computation on several cores
==================  ================================================================================
"""

"""The commands, ``ludoteca ...``; the module of a command has its name.

=======================================  ===========================================================
``main``, ``app``                        the entry point; the tree of commands
``commands``, ``flags``                  commands with plain help pages, and their flags
``questions``                            commands derived from questions, such as ``odds``
``output``                               an answer for people, as data, in files and for the page
``console``, ``errors``                  output streams; failures as a sentence and an exit code
``signals``                              Ctrl-C, a closed terminal and SIGTERM
``play``, ``assist``                     a match against machines; a game at a real table
``terminal``                             both as they are played: a match, a deal, the assistant
``menu``, ``games``                      the menu and the list of games
``check``, ``verify``                    the laws of a game; the shuffle of a finished deal
``playthrough``                          one deal written out
``puzzles``                              decisions whose best move is proved
``advise``, ``warm``                     advice at a decision of a record; compilation in advance
``new``                                  a copy of a teaching game
``serve``, ``prune``, ``migrate``        the page on this machine; its old tables and layouts
``messages``                             the catalogues of translations of a game
=======================================  ===========================================================
"""

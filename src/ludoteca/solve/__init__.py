"""Solvers, generic over the kernel.

================================  ==================================================================
``minimax``                       the value and best play of two seats that see everything
``alphabeta``, ``transposition``  its compiled search, and the table of positions
``positions``                     every position that can be reached, with the moves between them
``backward_induction``            the value of each, for any number of seats, with chance
``tree``, ``tree_walk``           a whole game tree in flat arrays; its compiled walk
``sequence_form``                 the sequence form of a tree for two seats
``cfr``                           equilibria by counterfactual regret minimisation
``public_tree``, ``public_game``  public moves after a deal; what strategies in them are worth
``public_cfr``                    regret minimisation over these, partners included
``partners``                      the best plans of two who see only their own hands; bounds
``pairs``                         strategies from which no pair gains much by changing both plans
``best_response``                 exact best responses and exploitability
``questions``                     the questions of ``ludoteca solve``; ``ask`` for any question
================================  ==================================================================
"""

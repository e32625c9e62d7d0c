"""Study: questions as forms, their answers to browse, and what is kept of both.

- ``questions``: the pages that list and ask questions
- ``asking``: the form of a question, and reading it
- ``answers``: the pages of answers, and of the jobs that compute them
- ``answer_tables``: the tables of an answer, filtered and sorted by the address
- ``answer_store``: answers on disk
- ``kept_answers``: lists of earlier answers, and their removal
- ``uploads``: files that a question is asked about
"""

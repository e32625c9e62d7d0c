"""The laboratory: answers in words, as tables, charts and reports (the extra ``lab``).

===========  =======================================================================================
``text``     numbers, cells and headings in words
``tables``   tables as flat columns, CSV and data frames
``charts``   charts of tables, as SVG
``study``    the sections of a study as one answer, and as a folder with an index, tables and charts
``words``    the words of a study, in Markdown with blanks for its numbers
``figures``  figures that a document prints, compared with the right ones
===========  =======================================================================================
"""

"""The mechanical half of the house style: readers of texts, checks of sentences, and ceilings that only fall.

By hand: `python -m tests.wording`, or `python -m tests.wording --list banned-opener --under src/tablewright/lab`.
"""

"""The mechanical half of the house style: readers of texts, checks of sentences, and ceilings that only fall.

By hand: `python -m tests.wording` counts, `--list banned-opener --under src/tablewright/lab` lists, `--lower` lowers
the ceilings after texts got better.
"""

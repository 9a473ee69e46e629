"""The training data of the default model: text of the corpora, and conversations from our own grammars.

Run `python -m data --corpora CORPORA --out WORK --samples N --seed S`; see README.md for what comes out.
"""

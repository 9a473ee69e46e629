"""The modules of compare.py."""

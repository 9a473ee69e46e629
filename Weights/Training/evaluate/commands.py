"""The options that the commands which converse with a model have in common."""

import argparse
from pathlib import Path


def arguments(program, description):
    """A parser with the model, the command and how it runs."""
    parser = argparse.ArgumentParser(prog=program, description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--swiftlet", required=True, help="the command")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--most", type=int, default=400, help="the most tokens of an answer")
    return parser

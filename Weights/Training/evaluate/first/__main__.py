"""Asks a model all first inputs through `swiftlet` and prints how many answers are sensible.

    python -m evaluate.first --model FILE.gguf --swiftlet ../../.build/release/swiftlet --samples first.md
"""

import argparse
from collections import Counter
from pathlib import Path

from ..checks import wrong
from ..commands import arguments
from ..conversing import asking, together
from ..looping import tokenized
from ..report import block, columns, shown
from ..soundness import faults
from . import FOLDER, inputs

COUNTED = ("loop", "broken name", "endless", "repeated", "special", "empty")


def judged(items, turns, tokens):
    """For each item, what is wrong with its turns: a list of (faults of any answer, what the check says)."""
    ids = iter(tokens)
    return [[(faults(turn, next(ids)), wrong(turn, turn.check, spoken.get("schema")))
             for turn, spoken in zip(had, item["turns"])] for item, had in zip(items, turns)]


def sensible(judgement):
    return all(not found and not fault for found, fault in judgement)


def row(name, items, judgements):
    """A row of the table: inputs whose turns are all sensible, turns that are, and how many turns have which fault."""
    turns = [each for judgement in judgements for each in judgement]
    right, good = sum(map(sensible, judgements)), sum(sensible([each]) for each in turns)
    counts = Counter(fault for found, _ in turns for fault in found)
    return [name, str(len(items)), f"{100 * right / len(items):.1f}", str(len(turns)), f"{100 * good / len(turns):.1f}"] + [
        str(counts[fault]) for fault in COUNTED]


def failures(kind, items, turns, judgements):
    """The inputs of a kind that were not answered sensibly, as Markdown, with all of the conversation."""
    lines = ["", f"## {kind}"]
    for item, had, judgement in zip(items, turns, judgements):
        if sensible(judgement):
            continue
        lines += ["", f"### {item['id']}"]
        for turn, (found, fault) in zip(had, judgement):
            reasons = list(found.values()) + ([fault] if fault else [])
            lines += ["", f"user: {turn.said!r}", "", block(shown({"text": turn.text, "calls": turn.calls})), "",
                      f"**{'; '.join(reasons)}**" if reasons else "sensible"]
    return lines


def main():
    parser = arguments("python -m evaluate.first", __doc__)
    parser.add_argument("--inputs", type=Path, default=FOLDER, help="a folder of items; those beside this file")
    parser.add_argument("--samples", type=Path, help="where the failures go, as Markdown")
    options = parser.parse_args()

    kinds = inputs(options.inputs)
    items = [item for each in kinds.values() for item in each]
    turns = together(items, asking(options), options.most)
    tokens = tokenized(options.swiftlet, options.model, [turn.text for had in turns for turn in had])
    judgements = judged(items, turns, tokens)

    rows, told, at = [], ["# First inputs that were not answered sensibly"], 0
    for kind, group in kinds.items():
        part = slice(at, at + len(group))
        rows.append(row(kind, group, judgements[part]))
        told += failures(kind, group, turns[part], judgements[part])
        at += len(group)
    rows.append(row("all", items, judgements))
    print(columns(["kind", "inputs", "sensible %", "turns", "sensible %", *COUNTED], rows, words=1))
    if options.samples:
        options.samples.write_text("\n".join(told) + "\n")


if __name__ == "__main__":
    main()

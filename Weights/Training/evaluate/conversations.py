"""Counts calls in conversations of two to four turns with tools: one where one is right, and then its result is used.

    python -m evaluate.conversations --model FILE.gguf --swiftlet ../../.build/release/swiftlet --samples wrong.md

The conversations are drawn by the seed: one to three tools, turns that ask for one
of them, and turns of small talk where no call is right.
"""

import json
import random
from pathlib import Path

from .checks import miscalled, unused
from .commands import arguments
from .conversing import asking, together
from .errands import ERRANDS
from .report import block, columns, shown

SMALL_TALK = """Hello!
hi
Thank you!
thanks
ok, thank you
Who are you?
How are you?
Goodbye!
bye
You are great.
Good morning
What is your name?""".splitlines()


def conversation(dice):
    """An item as `conversing` takes it; where no call is right, the check is `no call`."""
    at_hand = dice.sample(ERRANDS, dice.choice([1, 1, 2, 3]))
    count = dice.randint(2, 4)
    silent = {dice.randrange(count)} if dice.random() < 0.6 else set()
    turns, last = [], None
    for number in range(count):
        if number in silent:
            turns.append({"user": dice.choice(SMALL_TALK), "check": {"kind": "no call"}})
            last = None
            continue
        errand = dice.choice(at_hand)
        turns.append(errand.turn(dice, follows=errand is last))
        last = errand
    item = {"tools": [errand.tool() for errand in at_hand], "turns": turns}
    return {"system": "You are a helpful assistant."} | item if dice.random() < 0.2 else item


def judged(turn):
    """What is wrong with a turn, in the order of the columns: the number of calls, the call, the use of its result."""
    if turn.check["kind"] == "no call":
        return [f"{len(turn.calls)} calls" if turn.calls else None]
    often = None if len(turn.calls) == 1 else f"{len(turn.calls)} calls"
    call = miscalled(turn, turn.check)
    return [often, call, often or unused(turn, turn.check)]


def share(values):
    values = list(values)
    return f"{100 * sum(values) / len(values):.1f}" if values else ""


def main():
    parser = arguments("python -m evaluate.conversations", __doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=Path, help="where conversations that went wrong go, as Markdown")
    options = parser.parse_args()

    dice = random.Random(options.seed)
    items = [conversation(dice) for _ in range(options.count)]
    given = together(items, asking(options), options.most)
    judgements = [[judged(turn) for turn in turns] for turns in given]
    called = [each for each in sum(judgements, []) if len(each) == 3]
    silent = [each for each in sum(judgements, []) if len(each) == 1]
    once = [[each[0] for each in turns if len(each) == 3] for turns in judgements]
    rows = [
        ["turns where one call is right", str(len(called)), ""],
        ["  called once", "", share(not each[0] for each in called)],
        ["  the tool and its arguments", "", share(not each[1] for each in called)],
        ["  called once, and the result used", "", share(not each[2] for each in called)],
        ["turns where no call is right", str(len(silent)), ""],
        ["  no call", "", share(not each[0] for each in silent)],
        ["conversations", str(len(items)), ""],
        ["  called once wherever one call is right", "", share(not any(each) for each in once if each)],
        ["  the same, and no call elsewhere", "", share(not any(each[0] for each in turns) for turns in judgements)],
        ["  the same, with the right arguments and the result used", "",
         share(not any(any(each) for each in turns) for turns in judgements)],
    ]
    print(columns(["", "number", "%"], rows, words=1))
    print(f"\nthe most calls of a turn: {max(len(turn.calls) for turns in given for turn in turns)}")
    if options.samples:
        options.samples.write_text("\n".join(wrong_ones(items, given, judgements)) + "\n")


def wrong_ones(items, given, judgements):
    """The conversations in which a turn is wrong, as Markdown."""
    lines = ["# Conversations that went wrong"]
    for number, (item, turns, found) in enumerate(zip(items, given, judgements), 1):
        if not any(any(each) for each in found):
            continue
        lines += ["", f"## {number}", "", "Tools: " + ", ".join(f"`{tool['name']}`" for tool in item["tools"])]
        for turn, faults in zip(turns, found):
            said = next((fault for fault in faults if fault), None)
            wanted = "" if turn.check["kind"] == "no call" else " " + json.dumps(turn.check["arguments"])
            lines += ["", f"user: {turn.said}", "", block(shown({"text": turn.text, "calls": turn.calls})), "",
                      f"**{said}**, wanted: {turn.check.get('name', 'no call')}{wanted}" if said else "right"]
    return lines


if __name__ == "__main__":
    main()

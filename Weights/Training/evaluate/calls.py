"""Prints which calls of held-out items are wrong, tool by tool, the worst first.

    python -m evaluate.calls --model FILE.gguf --swiftlet ../../.build/release/swiftlet WORK/heldout.jsonl...
"""

import argparse
import json
import re
from collections import Counter
from pathlib import Path

from data.toolbox import read_tools

from .__main__ import chosen
from .requests import answers, request
from .scores import score


def written_tools():
    """What each tool that was written by hand is called first, by all of its names."""
    return {plain(name): tool.names[0] + " (unknown)" * tool.held for tool in read_tools() for name in tool.names}


def plain(name):
    """get_weather and getWeather -> getweather."""
    return re.sub(r"[ _]", "", name).lower()


def kind(item, written):
    """The row in which an item counts."""
    if item["check"].get("real"):
        return "real messages"
    return written.get(plain(item["check"]["gold"]["name"]), "made of a verb and a thing")


def called(answer):
    return " ".join(f"{call['name']} {json.dumps(call['arguments'], ensure_ascii=False)}" for call in answer.get("calls", []))


def main():
    parser = argparse.ArgumentParser(prog="python -m evaluate.calls", description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--swiftlet", required=True, help="the command")
    parser.add_argument("--examples", type=int, default=0, help="how many wrong ones to print of each tool")
    parser.add_argument("items", type=Path, nargs="+", help="heldout.jsonl, of several seeds")
    options = parser.parse_args()

    items = [item for path in options.items for item in chosen(path, None) if item["task"] == "tool"]
    given = answers(options.swiftlet, options.model, [request(item, "guided", 300) for item in items])
    written, asked, wrong, other, examples = written_tools(), Counter(), Counter(), Counter(), {}
    for item, answer in zip(items, given, strict=True):
        row, scored = kind(item, written), score(answer, item)
        asked[row] += 1
        if not scored["exact"]:
            wrong[row] += 1
            other[row] += not scored["parts"]
            examples.setdefault(row, []).append((item, answer))
    print(f"{'tool':28} {'calls':>6} {'wrong':>6} {'other tool':>11}")
    for row in sorted(asked, key=lambda row: -wrong[row]) + ["all"]:
        counts = [sum(each.values()) if row == "all" else each[row] for each in (asked, wrong, other)]
        print(f"{row:28} {counts[0]:6} {counts[1]:6} {counts[2]:11}   {100 * counts[1] / counts[0]:3.0f} %")
    for row in examples if options.examples else []:
        print(f"\n{row}")
        for item, answer in examples[row][:options.examples]:
            print("  " + item["messages"][-2]["content"].replace("\n", " / "))
            print(f"    {called({'calls': [item['check']['gold']]})}\n    not {called(answer)}")


if __name__ == "__main__":
    main()

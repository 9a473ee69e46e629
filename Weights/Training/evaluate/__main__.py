"""Asks a model all held-out items through `swiftlet` and prints a table of scores.

    python -m evaluate --model FILE.gguf --swiftlet ../../.build/release/swiftlet --items WORK/heldout.jsonl
"""

import argparse
import json
from pathlib import Path

from . import report
from .requests import answers, modes, request
from .scores import score


def chosen(path, limit):
    """The items to ask, at most so many of each task."""
    counts, items = {}, []
    for line in path.open():
        sample = json.loads(line)
        counts[sample["task"]] = counts.get(sample["task"], 0) + 1
        if "messages" in sample and (limit is None or counts[sample["task"]] <= limit):
            items.append(sample)
    return items


def asked_of(sample):
    """What a model is shown of an item."""
    return json.dumps([sample["messages"][:-1], sample.get("tools")], sort_keys=True)


def drawn_before(items, paths):
    """The numbers of the items that other files of items have, too."""
    known = {asked_of(item) for path in paths for item in chosen(path, None)}
    return {number for number, item in enumerate(items) if asked_of(item) in known}


def groups(sample):
    """The rows of the table in which an item counts: its task, and what may be harder than the rest of it."""
    task, check = sample["task"], sample["check"]
    kinds = {
        "of unknown kinds": check.get("known") is False,
        "real messages": check.get("real") or task == "classify" and sample["source"] != "generator",
        "fairy tales": check.get("tale"),
        "several at once": check.get("nested") or check.get("variant") == "tags",
    }
    return [task] + [f"{task}, {kind}" for kind, holds in kinds.items() if holds]


def main():
    parser = argparse.ArgumentParser(prog="python -m evaluate", description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--swiftlet", required=True, help="the command")
    parser.add_argument("--items", type=Path, required=True, help="heldout.jsonl")
    parser.add_argument("--limit", type=int, help="at most so many items a task")
    parser.add_argument("--before", type=Path, nargs="*", default=[],
                        help="items by which the model was chosen: tasks that have some of them get a row without")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--parallel", type=int, default=8)
    parser.add_argument("--most", type=int, default=300, help="the most tokens of an answer")
    parser.add_argument("--drawn", type=int, default=60, help="of so many stories, also one with sampling")
    parser.add_argument("--samples", type=Path, help="where ten samples a task go, as Markdown")
    options = parser.parse_args()

    items = chosen(options.items, options.limit)
    before = drawn_before(items, options.before)
    mixed = {items[number]["task"] for number in before}
    asked = [(number, mode) for number, sample in enumerate(items) for mode in modes(sample)]
    given = answers(options.swiftlet, options.model, [request(items[n], mode, options.most) for n, mode in asked],
                    threads=options.threads, parallel=options.parallel)
    if len(given) != len(asked):
        raise SystemExit(f"{len(asked)} requests, but {len(given)} answers")
    results, texts = [], [{} for _ in items]
    for (number, mode), answer in zip(asked, given):
        scored = score(answer, items[number])
        texts[number][mode] = answer
        if scored is None:
            continue
        rows = groups(items[number])
        if items[number]["task"] in mixed and number not in before:
            rows.append(f"{items[number]['task']}, not drawn before")
        results += [(row, mode, scored) for row in rows]
    print(report.table(results))
    print("\nexact; parts: " + "\n  ".join([""] + [f"{task}: {text}" for task, text in report.MEANING.items()]))
    stories = [item for item in items if item["task"] == "story"]
    if stories:
        told = [given["free"] for item, given in zip(items, texts) if item["task"] == "story"]
        print("\nof stories, " + report.faults([scored for task, _, scored in results if task == "story"]))
        print("  " + report.sameness(told))
        drawn = answers(options.swiftlet, options.model,
                        [request(item, "free", options.most) for item in stories[:options.drawn]],
                        threads=options.threads, parallel=options.parallel, choice=("--seed", "1"))
        print("drawn, " + report.faults([score(answer, item) for answer, item in zip(drawn, stories)]))
        print("  " + report.sameness(drawn))
    if options.samples:
        options.samples.write_text(report.samples(zip(items, texts)))


if __name__ == "__main__":
    main()

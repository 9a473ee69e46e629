"""Counts loops in greedy answers to first inputs, held-out requests and openings of stories.

    python -m evaluate.loops --model FILE.gguf --swiftlet ../../.build/release/swiftlet --items WORK/heldout.jsonl

A loop is what `looping.py` says: the same 8 tokens three times running.
"""

import random
from collections import Counter
from pathlib import Path

from .__main__ import chosen
from .commands import arguments
from .first import inputs
from .looping import loop, tokenized
from .report import columns
from .requests import answers, request

OPENINGS = """Once upon a time, there was a {kind} {animal} named {name}.
Once upon a time there was a {animal}
Once there was a {kind} {animal} who
Once upon a time, {place}, there lived
Long ago, {place}, lived a {kind} {animal}.
One day {name} found a {thing}.
One day, {name} the {animal}
{name} was a {kind} {animal} who lived {place}.
{name} had a {thing}.
The {animal} and the {thing}
The {kind} {animal} looked at the {thing}.
It was a cold day, and {name} wanted to
"Where is my {thing}?" asked {name}.
When {name} woke up, the {thing} was gone.
There was once a {thing} that could talk.
In the evening, {place}, a {animal}
{name} and {other} went out to look for a {thing}.
Tell me a story about a {animal}.
tell me a story about a {kind} {animal} called {name}
Write a story about {name} and a {thing}.
A story about a {animal} and a {thing}, please.
Write a short story that takes place {place}.
Write a poem about a {animal}.
Write a poem about a {thing}.
Write a rhyme about {name} the {animal}.
Continue the story: {name} opened the door and saw a {thing}.
Write three sentences about a {kind} {animal}.
Tell me a story about {name}.""".splitlines()
SLOTS = {
    "kind": "little big brave old young kind sad happy clever lazy strange tiny lonely proud sleepy cold dark".split(),
    "animal": """fox cat dog mouse bear owl rabbit frog horse hen wolf lion snail duck hedgehog robot dragon king princess
boy girl knight witch giant pirate fisherman whale bee""".split(),
    "name": "Mia Tom Lily Ben Anna Otto Lucy Max Ella Sam Rosa Finn Nora Leo Ida Paul Zoe Hugo Greta Emil".split(),
    "other": "Clara Jack Maya Oscar Ruth Felix".split(),
    "thing": """ball kite boat key lamp map stone hat drum letter cake bell box feather star button clock bicycle umbrella
ladder mirror shell tree moon""".split(),
    "place": "in a dark forest|by the sea|in a small village|on a high hill|far away|in a castle|under the snow".split("|"),
}


def opening(dice):
    """The beginning of a story, or a request for one."""
    return dice.choice(OPENINGS).format(**{name: dice.choice(values) for name, values in SLOTS.items()})


def prompts(count, seed, files):
    """(source, request) of so many: all first inputs, as many held-out requests as fill half of the rest, openings."""
    dice = random.Random(seed)
    first = [("first inputs", {"messages": [{"role": "user", "content": item["turns"][0]["user"]}]})
             for items in inputs().values() for item in items if "tools" not in item and "schema" not in item["turns"][0]]
    held = [item for path in files for item in chosen(path, None)]
    dice.shuffle(held)
    first = first[:count]
    asked = first + [("held-out requests", request(item, "free", 0)) for item in held[:(count - len(first)) // 2]]
    told = set()
    while len(told) < count - len(asked):
        told.add(opening(dice))
    return asked + [("openings", {"messages": [{"role": "user", "content": text}]}) for text in sorted(told)]


def main():
    parser = arguments("python -m evaluate.loops", __doc__)
    parser.add_argument("--items", type=Path, nargs="*", default=[], help="heldout.jsonl, of several seeds")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=0, help="how many loops to print")
    options = parser.parse_args()

    asked = prompts(options.count, options.seed, options.items)
    given = answers(options.swiftlet, options.model, [{**each, "max_tokens": options.most} for _, each in asked],
                    threads=options.threads)
    texts = [answer.get("text", "") for answer in given]
    counts, looping, endless, found = Counter(), Counter(), Counter(), []
    for (source, each), answer, tokens in zip(asked, given, tokenized(options.swiftlet, options.model, texts), strict=True):
        loops = loop(tokens) is not None
        for name in (source, "all"):
            counts[name] += 1
            looping[name] += loops
            endless[name] += answer.get("finish_reason") == "length"
        if loops:
            found.append((each["messages"][-1]["content"], answer["text"]))
    print(columns(["prompts", "answers", "loops", "cut off"], [
        [name, str(counts[name]), str(looping[name]), str(endless[name])] for name in counts if name != "all"]
        + [["all", str(counts["all"]), str(looping["all"]), str(endless["all"])]], words=1))
    for prompt, text in found[:options.examples]:
        print(f"{prompt[-100:]!r} -> {text[:300]!r}")


if __name__ == "__main__":
    main()

"""Writes train.jsonl, valid.jsonl and heldout.jsonl.

    python -m data --corpora CORPORA --out WORK --samples 240000 --seed 1

The same corpora, number and seed give the same bytes. `valid.jsonl` has samples
like those of training; `heldout.jsonl` is made of frames, fillers, schemas and
tools that training never saw.
"""

import argparse
import collections
import json
from pathlib import Path

from . import (calls, classify, corpora, describe, extract, lessons, memory, questions, rewrite, series, spelling,
               structure, sums, tales, turns)
from .deeds import deeds
from .described import Described
from .domains import Passages
from .fairytales import FairyTales
from .first import First
from .frames import Dice
from .lists import Words
from .spans import Spans
from .stories import StoryTeller
from .talk import Talk
from .toolbox import Toolbox
from .values import Values


class Tasks:
    """All tasks, each a function of dice, with its share of the samples, and of those of training alone."""

    def __init__(self, folder):
        words = Words(folder / "dariusk_cc0")
        values = Values(words)
        told = list(corpora.stories(folder))
        heard, written = values.without_held(corpora.things(told)), corpora.words(told)
        sets, real = classify.read_topics(), classify.intents(folder)
        passages, talk = Passages(values, deeds()), Talk(folder, values)
        toolbox = Toolbox(values, heard, lambda dice: classify.saying(sets, real, values.all_slots, dice))
        described = Described(toolbox, written, sets, real)
        fairytales = FairyTales(folder / "fairytaleqa")
        teller = StoryTeller(more_names=(words.boys.train, words.girls.train))
        self.of_another_hand = lambda dice: classify.of_another_hand(sets, dice)
        first = First(teller)
        self.folder, self.toolbox, self.first = folder, toolbox, first
        slots, spans = values.all_slots, Spans(folder, values)
        self.shares = [
            ("extract", 15, lambda dice: extract.extraction(passages, dice)),
            ("spans", 4, lambda dice: spans.extraction(dice), 8),
            ("span_calls", 3, lambda dice: spans.call(toolbox, dice), 3),
            ("describe", 2, lambda dice: describe.description(passages, dice)),
            ("lists", 3, lambda dice: extract.list_extraction(passages, dice), 4),
            ("structure", 8, lambda dice: structure.structure(passages, dice)),
            ("invent", 2, lambda dice: structure.invention(passages, dice)),
            ("question", 10, lambda dice: questions.passage_question(passages, dice)),
            ("fairytale", 2, lambda dice: fairytales.question(dice), 2),
            ("classify", 11, lambda dice: classify.classification(sets, real, slots, dice)),
            ("tags", 2, lambda dice: classify.tagging(sets, slots, dice), 2),
            ("tool", 14, lambda dice: calls.tool_call(toolbox, talk.pair, dice)),
            ("no_tool", 4, lambda dice: calls.no_call(toolbox, talk.pair, dice), 4),
            ("rewrite", 5, lambda dice: rewrite.rewriting(slots, dice)),
            ("memory", 5, lambda dice: memory.remembering(values, talk.pair, dice)),
            ("arithmetic", 5, lambda dice: sums.arithmetic(slots, dice)),
            ("talk", 0, lambda dice: first.talk(dice), 40),
            ("story", 0, lambda dice: first.story(dice), 14),
            ("turns", 0, lambda dice: turns.conversation(toolbox, first.pair, dice), 30),
            ("small_talk", 3, lambda dice: talk.small_talk(dice)),
            ("unknown", 2, lambda dice: talk.refusal(dice)),
            ("short_story", 8, lambda dice: tales.short_story(values, heard, dice)),
            ("long_story", 5, lambda dice: tales.long_story(teller, dice)),
            ("s_labels", 0, lambda dice: series.labels(sets, real, slots, dice), 12),
            ("s_answers", 0, lambda dice: series.answers(passages, dice), 10),
            ("s_tales", 0, lambda dice: fairytales.conversation(values, dice), 10),
            ("s_records", 0, lambda dice: series.records(passages, dice), 16),
            ("s_requests", 0, lambda dice: series.requests(toolbox, [toolbox.tool(dice) for _ in range(dice.randint(2, 4))], dice), 20),
            ("s_tags", 0, lambda dice: series.tags(sets, slots, dice), 8),
            ("s_lists", 0, lambda dice: series.lists(passages, dice), 12),
            ("s_real_requests", 0, lambda dice: series.real_requests(spans, toolbox, dice), 26),
            ("s_real_records", 0, lambda dice: series.real_records(spans, dice), 16),
            ("s_kinds", 0, lambda dice: series.kinds(spans, dice), 8),
            ("s_sorting", 0, lambda dice: series.sorting(spans, dice), 12),
            ("hinted", 0, lambda dice: calls.hinted_call(toolbox, dice), 6),
            ("described", 0, lambda dice: series.requests(toolbox, described.tools(dice), dice, "described"), 30),
            ("spelling", 0, lambda dice: spelling.exercise(written, values, dice), 14),
            ("s_arithmetic", 0, lambda dice: series.of(lambda dice: sums.arithmetic(slots, dice), "arithmetic", dice), 4),
        ]

    def draw(self, count, dice):
        """So many samples, task by task in a mixed order."""
        makers = [make for _, share, make, *more in self.shares
                  for _ in range(share + (dice.side == "train") * sum(more))]
        for _ in range(count):
            yield dice.choice(makers)(dice)

    def endless(self, dice, lesson):
        """Training's samples without end, by the shares of the tokens that a lesson names."""
        makers = lessons.makers(self, lesson)
        sizes = [sum(len(json.dumps(make(dice))) for _ in range(40)) / 40 for make, _ in makers]
        weights = [share / size for (_, share), size in zip(makers, sizes)]
        while True:
            yield dice.choices(makers, weights)[0][0](dice)


def main():
    parser = argparse.ArgumentParser(prog="python -m data", description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--samples", type=int, default=240000, help="conversations from the generator")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    tasks = Tasks(options.corpora)
    train = list(tasks.draw(options.samples, Dice(options.seed)))
    valid = list(tasks.draw(max(200, options.samples // 100), Dice(options.seed + 1)))
    heldout = list(tasks.draw(max(400, options.samples // 50), Dice(options.seed + 2, "held")))
    heldout += tasks.of_another_hand(Dice(options.seed + 5, "held"))
    for held, sample in corpora.texts(options.corpora, Dice(options.seed + 3)):
        (valid if held else train).append(sample)
    Dice(options.seed + 4).shuffle(train)

    options.out.mkdir(parents=True, exist_ok=True)
    print(f"{'file':8} {'task':12} {'samples':>8} {'characters':>11}")
    for name, samples in (("train", train), ("valid", valid), ("heldout", heldout)):
        counts, lengths = collections.Counter(), collections.Counter()
        with (options.out / f"{name}.jsonl").open("w") as file:
            for sample in samples:
                line = json.dumps(sample, ensure_ascii=False)
                file.write(line + "\n")
                counts[sample["task"]] += 1
                lengths[sample["task"]] += len(sample["text"]) if "text" in sample else sum(
                    len(m["content"]) + len(json.dumps(m.get("tool_calls", ""))) for m in sample["messages"]) + len(
                    json.dumps(sample.get("tools", "")))
        for task in sorted(counts):
            print(f"{name:8} {task:12} {counts[task]:8} {lengths[task]:11}")


if __name__ == "__main__":
    main()

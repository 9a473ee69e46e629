#!/usr/bin/env python3
"""Runs the rounds of compare.sh, which finds and builds both engines; nothing but the standard library."""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from comparison import results
from comparison.engines import LlamaCpp, Swiftlet, Test
from comparison.memory import Memory
from comparison.process import ComparisonError
from comparison.prompt import prompt

PROMPT_TOKENS = 128


def progress(text):
    """Says on standard error what is going on."""
    print(text, file=sys.stderr, flush=True)


def in_turn(engines, turn):
    """Both engines, the other one first in every other turn: what the first leaves behind hits each as often."""
    return engines if turn % 2 == 0 else engines[::-1]


class ModelComparison:
    """The samples of one model."""

    def __init__(self, model, llama, swiftlet, memory, tests):
        self.model, self.llama, self.swiftlet, self.memory, self.tests = model, llama, swiftlet, memory, tests
        self.speeds = {}  # (test, engine, variant) → tokens a second, one a round
        self.limits = {}  # the same → bytes a second that memory gave beside each of these speeds
        self.first_tokens = {}  # engine → one a round
        self.prompt = prompt(PROMPT_TOKENS, lambda text: swiftlet.token_count(model, text))

    def run_round(self, index, rounds):
        """Runs every test once on both engines, back to back."""
        label = f"{Path(self.model).name}, round {index + 1} of {rounds}"
        for position, test in enumerate(self.tests):
            engines = in_turn([self.llama, self.swiftlet], index + position)
            speeds = {engines[0]: engines[0].speeds(self.model, test, self.variants(test, engines[0]))}
            # Between the two, so that it was not long ago for either.
            limit = self.memory.bytes_per_second() if test.reads_weights_alone else None
            speeds[engines[1]] = engines[1].speeds(self.model, test, self.variants(test, engines[1]))
            for engine in engines:
                for variant, speed in speeds[engine].items():
                    key = (test.name, engine.name, variant)
                    self.speeds.setdefault(key, []).append(speed)
                    self.limits.setdefault(key, []).append(limit)
            shown = ", ".join(f"{engine.name} {max(speeds[engine].values()):.1f}" for engine in engines)
            beside = f"; memory {limit / 1e9:.1f} GB/s" if limit else ""
            progress(f"{label}, {test.name}: {shown} tokens/s{beside}")
        shown = []
        for engine in in_turn([self.llama, self.swiftlet], index):
            first = engine.first_token(self.model, self.prompt)
            self.first_tokens.setdefault(engine.name, []).append(first)
            shown.append(f"{engine.name} {first.seconds:.2f} s")
        progress(f"{label}, first token: {', '.join(shown)}")

    def variants(self, test, engine):
        """The variants of an engine that may be its best.

        After two rounds none that was always slower than another, and after one none that was slower by a tenth. One that
        is left out comes back when the other has been nearly as slow.
        """
        samples = {variant: self.speeds.get((test.name, engine.name, variant), []) for variant in engine.variants}
        count = min(map(len, samples.values()))
        if count == 0:
            return engine.variants
        doubt = 1.1 if count == 1 else 1
        return [variant for variant in samples if doubt * max(samples[variant]) >= max(map(min, samples.values()))]

    def rows(self):
        """The results of all rounds so far."""
        rows = []
        for test in self.tests:
            theirs = {variant: self.speeds[test.name, self.llama.name, variant] for variant in self.llama.variants}
            best = max(theirs, key=lambda variant: statistics.median(theirs[variant]))
            ours = self.speeds[test.name, self.swiftlet.name, ""]
            rows.append(
                results.row(test.name, "tokens/s", theirs[best], ours, True, best or "without flash attention")
            )
            if test.reads_weights_alone:
                shares = [self.shares(test, self.llama, best), self.shares(test, self.swiftlet, "")]
                rows.append(results.row(f"{test.name} of memory's speed", "%", *shares, True))
        theirs, ours = self.first_tokens[self.llama.name], self.first_tokens[self.swiftlet.name]
        for name, unit, value in [
            ("ready to read", "s", lambda first: first.ready_seconds),
            (f"first token after {PROMPT_TOKENS}", "s", lambda first: first.seconds),
            ("peak memory", "MB", lambda first: first.peak_resident_bytes / 1e6),
        ]:
            samples = [[value(x) for x in first if value(x) is not None] for first in (theirs, ours)]
            if all(samples):
                rows.append(results.row(name, unit, *samples, False))
            else:
                progress(f"{Path(self.model).name}: {name}: an engine did not tell in any round")
        return rows

    def shares(self, test, engine, variant):
        """How fast the weights were read, in percent of what memory gave."""
        key = (test.name, engine.name, variant)
        weight_bytes = self.swiftlet.weight_bytes[self.model]
        return [100 * speed * weight_bytes / limit for speed, limit in zip(self.speeds[key], self.limits[key])]

    def result(self):
        """What goes into the file."""
        counts = {
            engine: next((x.prompt_tokens for x in first if x.prompt_tokens is not None), None)
            for engine, first in self.first_tokens.items()
        }
        return {
            "file": Path(self.model).name, "bytes": os.path.getsize(self.model), "prompt_tokens": counts,
            "results": self.rows(),
        }


def revision(root):
    """The commit of this package, marked if files differ from it."""
    text = subprocess.run(
        ["git", "-C", str(root), "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return text.stdout.strip() or "unknown"


def arguments():
    """The words that compare.sh passes on."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--llama", "--llama-version", "--swiftlet", "--kernels", "--tests", "--output"):
        parser.add_argument(name, required=True)
    for name in ("--rounds", "--threads"):
        parser.add_argument(name, required=True, type=int)
    parser.add_argument("models", nargs="+")
    return parser.parse_args()


def compare(options):
    """Runs all rounds of all models and prints a table for each."""
    tests = [Test.parse(name) for name in options.tests.split(",")]
    root = Path(__file__).resolve().parent.parent
    llama = LlamaCpp(options.llama, options.llama_version, options.threads)
    swiftlet = Swiftlet(options.swiftlet, revision(root), options.threads)
    memory = Memory(options.kernels, options.threads)
    report = {
        "format": 1, "machine": results.machine(), "threads": options.threads, "rounds": options.rounds,
        "engines": {"llama_cpp": llama.version, "swiftlet": swiftlet.version}, "models": [],
    }
    for model in options.models:
        comparison = ModelComparison(model, llama, swiftlet, memory, tests)
        for index in range(options.rounds):
            busy = results.busy_processors()
            if busy > 0.1:
                progress(f"something else keeps {busy:.1f} processors busy: this round will not say much")
            comparison.run_round(index, options.rounds)
        report["models"].append(comparison.result())
        # After each model, so that a later failure does not lose it.
        Path(options.output).write_text(json.dumps(report, indent=2) + "\n")
        title = f"{Path(model).name}, {options.threads} threads, medians of {options.rounds} rounds"
        print(results.table(title, report["models"][-1]["results"]), flush=True)
    print(
        "Ratios above 1: Swiftlet is better. llama.cpp's speeds are its better median of with and without flash "
        "attention.\nReady to read: from the start of the process to the prompt; the model's file is in the system's "
        f"cache. Peak memory: with a\n{PROMPT_TOKENS}-token prompt. Memory's speed: what all threads read of 1 GiB, "
        f"measured between the two engines; the\nweights are read once a token. Results: {options.output}"
    )


def main():
    """The entry point."""
    try:
        compare(arguments())
    except ComparisonError as error:
        sys.exit(f"compare.py: {error}")
    except OSError as error:
        sys.exit(f"compare.py: {error.filename}: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit(130)


main()

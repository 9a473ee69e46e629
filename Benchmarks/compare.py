#!/usr/bin/env python3
"""Runs the benchmark rounds of compare.sh, which builds both engines. Uses only the standard library."""

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
    """Prints a progress message to standard error."""
    print(text, file=sys.stderr, flush=True)


def in_turn(engines, turn):
    """Returns the engines in alternating order, so that effects of the first on the second are balanced."""
    return engines if turn % 2 == 0 else engines[::-1]


class ModelComparison:
    """The samples of one model."""

    def __init__(self, model, llama, swiftlet, memory, tests):
        self.model, self.llama, self.swiftlet, self.memory, self.tests = model, llama, swiftlet, memory, tests
        self.speeds = {}  # (test, engine, variant) → tokens per second of each round
        self.limits = {}  # the same key → memory bandwidth in bytes per second, measured next to each speed
        self.first_tokens = {}  # engine → FirstToken of each round
        self.prompt = prompt(PROMPT_TOKENS, lambda text: swiftlet.token_count(model, text))

    def run_round(self, index, rounds):
        """Runs every test once on both engines, back to back."""
        label = f"{Path(self.model).name}, round {index + 1} of {rounds}"
        for position, test in enumerate(self.tests):
            engines = in_turn([self.llama, self.swiftlet], index + position)
            speeds = {engines[0]: engines[0].speeds(self.model, test, self.variants(test, engines[0]))}
            # Measured between the engines, close in time to both.
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
        """Returns the variants of an engine that may still be its fastest.

        Excludes variants slower by 10 % after one round, or slower in all rounds after two. An excluded variant is tested
        again if the other one has a sample that is nearly as slow.
        """
        samples = {variant: self.speeds.get((test.name, engine.name, variant), []) for variant in engine.variants}
        count = min(map(len, samples.values()))
        if count == 0:
            return engine.variants
        doubt = 1.1 if count == 1 else 1
        return [variant for variant in samples if doubt * max(samples[variant]) >= max(map(min, samples.values()))]

    def rows(self):
        """Returns the result rows of all rounds so far."""
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
                progress(f"{Path(self.model).name}: {name}: not reported by one of the engines in any round")
        return rows

    def shares(self, test, engine, variant):
        """Returns the bandwidth of reading the weights, in percent of the memory bandwidth."""
        key = (test.name, engine.name, variant)
        weight_bytes = self.swiftlet.weight_bytes[self.model]
        return [100 * speed * weight_bytes / limit for speed, limit in zip(self.speeds[key], self.limits[key])]

    def result(self):
        """Returns the entry of the results file."""
        counts = {
            engine: next((x.prompt_tokens for x in first if x.prompt_tokens is not None), None)
            for engine, first in self.first_tokens.items()
        }
        return {
            "file": Path(self.model).name, "bytes": os.path.getsize(self.model), "prompt_tokens": counts,
            "results": self.rows(),
        }


def revision(root):
    """Returns the commit of this package, marked as dirty if files differ from it."""
    text = subprocess.run(
        ["git", "-C", str(root), "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return text.stdout.strip() or "unknown"


def arguments():
    """Parses the arguments from compare.sh."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--llama", "--llama-version", "--swiftlet", "--kernels", "--tests", "--output"):
        parser.add_argument(name, required=True)
    for name in ("--rounds", "--threads"):
        parser.add_argument(name, required=True, type=int)
    parser.add_argument("models", nargs="+")
    return parser.parse_args()


def compare(options):
    """Runs all rounds of all models and prints a table per model."""
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
                progress(f"other programs use {busy:.1f} processors: the results of this round are unreliable")
            comparison.run_round(index, options.rounds)
        report["models"].append(comparison.result())
        # Written after each model, so that a later failure does not lose its results.
        Path(options.output).write_text(json.dumps(report, indent=2) + "\n")
        title = f"{Path(model).name}, {options.threads} threads, medians of {options.rounds} rounds"
        print(results.table(title, report["models"][-1]["results"]), flush=True)
    print(
        "Ratios above 1: Swiftlet is better. llama.cpp's speeds are the better median of those with and without flash "
        "attention.\nReady to read: from the start of the process to the prefill, with the model file in the page cache. "
        f"Peak memory: with a\n{PROMPT_TOKENS}-token prompt. Memory's speed: bandwidth of all threads reading 1 GiB, "
        f"measured between the engines; the\nweights are read once per token. Results: {options.output}"
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

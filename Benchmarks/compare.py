#!/usr/bin/env python3
"""Runs the benchmark rounds of compare.sh, which builds the engines. Uses only the standard library."""

import argparse
import subprocess
import sys
from pathlib import Path

from comparison import results
from comparison.ik_llama import IkLlamaCpp
from comparison.llama import LlamaCpp
from comparison.memory import Memory
from comparison.model import PROMPT_TOKENS, ModelComparison, progress
from comparison.process import ComparisonError
from comparison.report import ResultsFile
from comparison.speed_test import SpeedTest
from comparison.swiftlet import Swiftlet


EXPLANATION = """\
Ratios above 1: Swiftlet is better. Speeds of others ({}) are the best median of their variants, such as with and
without flash attention. Ready to read: from the start of the process to the prefill, with the model file in the page
cache. Packed cache: with Swiftlet's packed weights in a file. Peak memory: with a prompt of {} tokens. Memory's speed:
bandwidth of all threads reading 1 GiB, measured between the engines; weights are read once per token. Results: {}"""


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
    for name in ("--ik", "--ik-version"):
        parser.add_argument(name)
    for name in ("--rounds", "--threads"):
        parser.add_argument(name, required=True, type=int)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("models", nargs="+")
    return parser.parse_args()


def compare(options):
    """Runs all rounds of all models and prints a table per model."""
    tests = [SpeedTest.parse(name) for name in options.tests.split(",")]
    root = Path(__file__).resolve().parent.parent
    peers = [LlamaCpp(options.llama, options.llama_version, options.threads)]
    if options.ik:
        peers.append(IkLlamaCpp(options.ik, options.ik_version, options.threads))
    for peer in peers:
        for test in tests:
            peer.check(test)
    names = [Path(model).name for model in options.models]
    if len(set(names)) < len(names):
        raise ComparisonError(f"models: found {', '.join(names)}, expected different names, as results have no others")
    swiftlet = Swiftlet(options.swiftlet, revision(root), options.threads)
    memory = Memory(options.kernels, options.threads)
    heading = {
        "format": 1, "machine": results.machine(), "threads": options.threads, "rounds": options.rounds,
        "engines": {engine.key: engine.version for engine in [*peers, swiftlet]},
    }
    # Written after each model, so that a later failure does not lose its results.
    output = ResultsFile(options.output, heading, options.resume)
    for model in options.models:
        missing, lacks_first_token = output.missing(model, tests)
        if missing or lacks_first_token:
            comparison = ModelComparison(model, peers, swiftlet, memory, missing, lacks_first_token)
            comparison.run(options.rounds, output.path.resolve().parent)
            entry = output.add(model, comparison.result())
        else:
            progress(f"{Path(model).name}: {options.output} has its results")
            entry = output.entry(model)
        title = f"{Path(model).name}, {options.threads} threads, medians of {options.rounds} rounds"
        print(results.table(title, entry["results"]), flush=True)
    print(EXPLANATION.format(", ".join(peer.name for peer in peers), PROMPT_TOKENS, options.output))


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


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Mutation testing: puts small faults into the sources and counts how many of them the tests notice.

    Tests/Reference/mutants.py [--folder DIR] [--only N,N…] [--built] [--own | --whole]

The faults are those of mutants.tsv: a file, a text that occurs once in it, an expression in that text, and the wrong
expression. All of them are built at once, in a clone: each expression becomes a choice by the number in SWIFTLET_MUTANT,
so that one build serves all runs. The tests of the fault's module run first, then, if they pass, all others. A fault is
caught if a test fails, or if a run crashes or hangs. Not in the gate: a run takes an hour on two cores.
"""

import argparse
import csv
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The tests that know most about a module.
SUITES = {
    "Kernels": "KernelsTests",
    "SwiftletMacros": "SwiftletMacrosTests",
    "Swiftlet": r"SwiftletTests\.",
    "swiftlet-cli": "CommandLineTests",
}
SWITCH = """
import Foundation

private let activeMutant = Int(ProcessInfo.processInfo.environment["SWIFTLET_MUTANT"] ?? "") ?? 0
"""


def read_table():
    with open(HERE / "mutants.tsv", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for number, row in enumerate(rows, 1):
        row["number"] = number
    return rows


def put_in(folder, rows):
    for row in rows:
        path = folder / row["file"]
        text = path.read_text()
        anchor, original = row["anchor"], row["original"]
        if text.count(anchor) != 1 or anchor.count(original) != 1:
            sys.exit(f"mutants.tsv, mutant {row['number']}: {row['file']} no longer has this text once: {anchor}")
        choice = f"(activeMutant == {row['number']} ? ({row['mutated']}) : ({original}))"
        path.write_text(text.replace(anchor, anchor.replace(original, choice)) + SWITCH)


def run_tests(folder, number, *arguments, limit):
    environment = dict(os.environ, SWIFTLET_MUTANT=str(number), NO_COLOR="1")
    try:
        done = subprocess.run(
            # Without SwiftPM, which would plan the build again for each run.
            [folder / ".build/debug/swiftletPackageTests.xctest", "--testing-library", "swift-testing", *arguments],
            cwd=folder, env=environment, timeout=limit,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return "hangs"
    # A filter that matches nothing would pass.
    if "Test run with 0 tests" in done.stdout:
        sys.exit(f"no test matches {arguments}")
    if done.returncode == 0:
        return None
    failed = sorted({line.split(" failed")[0].strip("✘ ") for line in done.stdout.splitlines()
                     if line.startswith("✘ Test ") and " failed after" in line and "run with" not in line})
    return f"{len(failed)} failed: {failed[0]}" if failed else f"status {done.returncode}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folder", default=ROOT / ".build/mutants", type=pathlib.Path, help="where the clone is made")
    parser.add_argument("--only", help="numbers of mutants, separated by commas")
    parser.add_argument("--built", action="store_true", help="the clone is as an earlier run left it: do not build")
    parser.add_argument("--own", action="store_true", help="run the module's own tests alone")
    parser.add_argument("--whole", action="store_true", help="run all tests at once, not the module's own first")
    options = parser.parse_args()
    rows = read_table()
    chosen = {int(number) for number in options.only.split(",")} if options.only else {row["number"] for row in rows}
    folder = options.folder.resolve()
    if not options.built:
        if not (folder / ".git").exists():
            subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
        subprocess.run(["git", "fetch", "-q"], cwd=folder, check=True)
        subprocess.run(["git", "reset", "-q", "--hard", "origin/HEAD"], cwd=folder, check=True)
        put_in(folder, rows)
        subprocess.run(["swift", "build", "--build-tests"], cwd=folder, check=True)
    os.environ.setdefault("SWIFTLET_DATA", subprocess.run(
        [ROOT / "Tests/data.sh", "--find"], capture_output=True, text=True).stdout.strip())

    caught, total = 0, 0
    for row in rows:
        if row["number"] not in chosen:
            continue
        suite = SUITES.get(row["module"], row["module"] + "Tests")
        start = time.monotonic()
        outcome, where = None, "all tests"
        if not options.whole:
            outcome, where = run_tests(folder, row["number"], "--filter", suite, limit=900), suite
        if outcome is None and not options.own:
            outcome, where = run_tests(folder, row["number"], limit=1800), "all tests"
        total += 1
        caught += outcome is not None
        verdict = f"caught by {where}: {outcome}" if outcome else "NOT CAUGHT"
        print(f"{row['number']:3} {row['module']:14} {time.monotonic() - start:5.0f} s  {row['description']}\n"
              f"{'':27}{verdict}", flush=True)
    print(f"{caught} of {total} mutants are caught")
    sys.exit(0 if caught * 10 >= total * 9 else 1)


if __name__ == "__main__":
    main()

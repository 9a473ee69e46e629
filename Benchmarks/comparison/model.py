"""The rounds of one model on all engines."""

import os
import statistics
import sys
import tempfile
from pathlib import Path

from . import results
from .prompt import prompt
from .swiftlet import PACKED_CACHE

PROMPT_TOKENS = 128
FIRST_TOKEN = f"first token after {PROMPT_TOKENS}"


def progress(text):
    """Prints a progress message to standard error."""
    print(text, file=sys.stderr, flush=True)


def in_turn(engines, turn):
    """Returns the engines with another first one in each turn, so that effects on the next are balanced."""
    first = turn % len(engines)
    return engines[first:] + engines[:first]


class ModelComparison:
    """The samples of one model."""

    def __init__(self, model, peers, swiftlet, memory, tests, measures_first_token):
        self.model, self.label = os.path.abspath(model), Path(model).name
        self.peers, self.swiftlet, self.memory, self.tests = peers, swiftlet, memory, tests
        self.engines = [*peers, swiftlet]
        self.measures_first_token = measures_first_token
        self.speeds = {}  # (test, engine, variant) → tokens per second of each round
        self.limits = {}  # the same key → memory bandwidth in bytes per second, measured next to each speed
        self.first_tokens = {}  # (engine, variant) → FirstToken of each round

    def run(self, rounds, folder):
        """Runs all rounds; the packed weights are in a temporary folder in the given one."""
        with tempfile.TemporaryDirectory(dir=folder, prefix="packed-cache-") as cache:
            if self.measures_first_token:
                self.prompt = prompt(PROMPT_TOKENS, lambda text: self.swiftlet.token_count(self.model, text))
                if not self.swiftlet.write_packed_cache(self.model, cache):
                    progress(f"{self.label}: no packed cache could be written: its row is omitted")
            for index in range(rounds):
                busy = results.busy_processors()
                if busy > 0.1:
                    progress(f"other programs use {busy:.1f} processors: the results of this round are unreliable")
                label = f"{self.label}, round {index + 1} of {rounds}"
                for position, test in enumerate(self.tests):
                    self.run_test(test, index + position, label)
                if self.measures_first_token:
                    self.run_first_token(index, label)

    def run_test(self, test, turn, label):
        """Runs a test once on all engines, back to back."""
        engines = in_turn(self.engines, turn)
        speeds, limits = {}, []
        for engine in engines:
            # Measured between the engines, close in time to both.
            if speeds and test.reads_weights_alone:
                limits.append(self.memory.bytes_per_second())
            speeds[engine.key] = engine.speeds(self.model, test, self.variants(test, engine))
        for position, engine in enumerate(engines):
            near = limits[max(0, position - 1) : position + 1]
            for variant, speed in speeds[engine.key].items():
                key = (test.name, engine.key, variant)
                self.speeds.setdefault(key, []).append(speed)
                self.limits.setdefault(key, []).append(statistics.mean(near) if near else None)
        shown = ", ".join(f"{engine.name} {max(speeds[engine.key].values()):.1f}" for engine in engines)
        beside = f"; memory {statistics.mean(limits) / 1e9:.1f} GB/s" if limits else ""
        progress(f"{label}, {test.name}: {shown} tokens/s{beside}")

    def run_first_token(self, turn, label):
        """Measures the first token of all engines once, back to back."""
        shown = []
        for engine in in_turn(self.engines, turn):
            for variant in engine.first_token_variants:
                first = engine.first_token(self.model, self.prompt, variant)
                self.first_tokens.setdefault((engine.key, variant), []).append(first)
                shown.append(f"{engine.name} {first.seconds:.2f} s" + (f" ({variant})" if variant else ""))
        progress(f"{label}, first token: {', '.join(shown)}")

    def variants(self, test, engine):
        """Returns the variants of an engine that may still be its fastest.

        Excludes variants slower by 10 % after one round, or slower in all rounds after two. An excluded variant is
        tested again if the fastest one has a sample that is nearly as slow.
        """
        samples = {variant: self.speeds.get((test.name, engine.key, variant), []) for variant in engine.variants}
        count = min(map(len, samples.values()))
        if count == 0:
            return engine.variants
        doubt = 1.1 if count == 1 else 1
        return [variant for variant in samples if doubt * max(samples[variant]) >= max(map(min, samples.values()))]

    def rows(self):
        """Returns the result rows of all rounds."""
        rows = []
        for test in self.tests:
            best = {peer.key: self.best_variant(test, peer) for peer in self.peers}
            peers = {
                key: (self.speeds[test.name, key, variant], variant or "without flash attention")
                for key, variant in best.items()
            }
            rows.append(results.row(test.name, "tokens/s", self.speeds[test.name, self.swiftlet.key, ""], peers, True))
            if test.reads_weights_alone:
                shares = {key: (self.shares(test, key, best[key]), None) for key in best}
                own = self.shares(test, self.swiftlet.key, "")
                rows.append(results.row(f"{test.name} of memory's speed", "%", own, shares, True))
        return rows + (self.first_token_rows() if self.measures_first_token else [])

    def best_variant(self, test, engine):
        """Returns the variant of an engine with the best median."""
        return max(engine.variants, key=lambda variant: statistics.median(self.speeds[test.name, engine.key, variant]))

    def shares(self, test, key, variant):
        """Returns the bandwidth of reading the weights, in percent of the memory bandwidth."""
        weight_bytes = self.swiftlet.weight_bytes[self.model]
        speeds, limits = self.speeds[test.name, key, variant], self.limits[test.name, key, variant]
        return [100 * speed * weight_bytes / limit for speed, limit in zip(speeds, limits)]

    def first_token_rows(self):
        """Returns the rows of processes up to their first token, with the variant of each peer that is the first."""
        peers = {}
        for peer in self.peers:
            found = {variant: self.first_tokens[peer.key, variant] for variant in peer.first_token_variants}
            best = min(found, key=lambda variant: statistics.median(first.seconds for first in found[variant]))
            peers[peer.key] = (found[best], best)
        rows = []
        for name, unit, variant, value in [
            ("ready to read", "s", "", lambda first: first.ready_seconds),
            (FIRST_TOKEN, "s", "", lambda first: first.seconds),
            (f"{FIRST_TOKEN}, packed cache", "s", PACKED_CACHE, lambda first: first.seconds),
            ("peak memory", "MB", "", lambda first: first.peak_resident_bytes / 1e6),
        ]:
            own = self.first_tokens.get((self.swiftlet.key, variant))
            if own is None:
                continue
            samples = {key: [value(x) for x in found if value(x) is not None] for key, (found, _) in peers.items()}
            own = [value(x) for x in own if value(x) is not None]
            if own and all(samples.values()):
                named = {key: (samples[key], peers[key][1] or None) for key in samples}
                rows.append(results.row(name, unit, own, named, False))
            else:
                progress(f"{self.label}: {name}: not reported by one of the engines in any round")
        return rows

    def result(self):
        """Returns the entry of the results file."""
        counts = {}
        for engine in self.engines if self.measures_first_token else []:
            found = self.first_tokens[engine.key, engine.first_token_variants[0]]
            counts[engine.name] = next((x.prompt_tokens for x in found if x.prompt_tokens is not None), None)
        return {
            "file": self.label, "bytes": os.path.getsize(self.model), "prompt_tokens": counts, "results": self.rows(),
        }

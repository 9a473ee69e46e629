"""The command lines of Swiftlet, and the parsing of their results."""

import json
import os
import subprocess
from pathlib import Path

from .engine import CONTEXT, Engine, FirstToken
from .process import ComparisonError, run

PACKED_CACHE = "packed cache"


class Swiftlet(Engine):
    """This package's engine."""

    name = "Swiftlet"
    key = "swiftlet"

    def __init__(self, program, version, threads):
        self.program, self.version, self.threads = str(Path(program).resolve()), version, threads
        self.weight_bytes = {}  # model → bytes of its packed weights
        self.packed_cache = None  # the folder of packed weights; None if they are packed by each process

    @property
    def first_token_variants(self):
        """The variants of the first token: without and, if there is one, with a packed cache."""
        return ["", PACKED_CACHE] if self.packed_cache else [""]

    def write_packed_cache(self, model, folder):
        """Writes the packed weights of a model to a folder, for later processes; returns whether it did."""
        line = self.bench(model, ["--prompt", "1", "--generate", "0", "--no-warmup", f"--packed-cache={folder}"])
        self.packed_cache = folder if line.get("packed_cache") == "written" else None
        # The system would otherwise write the file to the disk during measurements.
        os.sync()
        return self.packed_cache is not None

    def speeds(self, model, test, variants):
        """Measures the tokens per second of the only variant."""
        count = (test.count, 0) if test.reads else (0, test.count)
        line = self.bench(
            model,
            ["--prompt", str(count[0]), "--generate", str(count[1]), "--batch", str(test.batch)]
            + ["--shared-prefix" if test.shares_context else "--depth", str(test.depth)]
            + ([] if test.warms_up else ["--no-warmup"]),
        )
        self.weight_bytes[model] = line["weight_bytes"]
        return {"": line["tokens_per_second"]}

    def bench(self, model, options):
        """Runs a single test once and returns its result."""
        outcome = run(
            [self.program, "bench", "--model", model, *options, "--threads", str(self.threads)]
            + ["--repetitions", "1", "--format", "json"]
        )
        return json.loads(outcome.output)

    def first_token(self, model, prompt, variant):
        """Measures the first token after a prompt."""
        outcome = run(
            [self.program, "respond", "--model", model, "--raw", "--greedy", "--max-tokens", "1", "--stats"]
            + ["--context", str(CONTEXT), "--threads", str(self.threads)]
            # Without an option the user's packed caches would be read and written.
            + [f"--packed-cache={self.packed_cache}" if variant == PACKED_CACHE else "--no-packed-cache"]
            + ["--", prompt]
        )
        statistics = json.loads(outcome.messages.strip().splitlines()[-1])
        return FirstToken(
            outcome.first_output_seconds,
            outcome.first_output_seconds - (statistics["time_to_first_token_seconds"] or 0),
            statistics["prompt_tokens"], outcome.peak_resident_bytes,
        )

    def token_count(self, model, text):
        """Returns the number of tokens of a text."""
        ids = subprocess.run(
            [self.program, "tokenize", "--model", model], input=text, text=True, capture_output=True, check=False
        )
        if ids.returncode != 0:
            raise ComparisonError(f"swiftlet tokenize: {ids.stderr.strip()}")
        return len(ids.stdout.split())

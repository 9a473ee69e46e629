"""The command lines of both engines, and the parsing of their results."""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .process import ComparisonError, run

CONTEXT = 1024  # for the first token; the default of both engines is the training context


@dataclass(frozen=True)
class Test:
    """A test: prefill or generation of some tokens, at some context depth, in one or several parallel sequences."""

    name: str
    reads: bool
    count: int
    depth: int
    batch: int

    @property
    def reads_weights_alone(self):
        """True if memory reads are almost only those of the weights, once per token in models without experts."""
        return not self.reads and self.depth == 0 and self.batch == 1

    @staticmethod
    def parse(name):
        """Parses the name of a test, such as pp512, tg64@2048 or tg64x8."""
        match = re.fullmatch(r"(pp|tg)([1-9]\d{0,5})(?:@(\d{1,6}))?(?:x([1-9]\d?))?", name)
        if not match or (match[4] and (match[1] == "pp" or match[3])):
            raise ComparisonError(f"--tests: found {name}, expected names such as pp512, tg64@2048 or tg64x8")
        return Test(name, match[1] == "pp", int(match[2]), int(match[3] or 0), int(match[4] or 1))


@dataclass
class FirstToken:
    """The measurements of a process from its start to its first token."""

    seconds: float
    ready_seconds: float | None  # time until the prefill starts, mainly loading
    prompt_tokens: int | None
    peak_resident_bytes: int


class LlamaCpp:
    """llama.cpp, with and without flash attention."""

    name = "llama.cpp"
    variants = ["", "flash attention"]

    def __init__(self, programs, version, threads):
        self.programs, self.threads = Path(programs), threads
        build = re.search(r"commit (\w+)", run([str(self.programs / "llama-bench"), "--version"]).messages)
        self.version = version + (f", commit {build[1]}" if build else "")

    def speeds(self, model, test, variants):
        """Measures the tokens per second of each variant, in total for several sequences."""
        if test.batch > 1:
            return {variant: self.batched_speed(model, test, variant) for variant in variants}
        count = ["-p", str(test.count), "-n", "0"] if test.reads else ["-p", "0", "-n", str(test.count)]
        outcome = run(
            [str(self.programs / "llama-bench"), "-m", model, *count, "-d", str(test.depth), "-r", "1"]
            + ["-fa", ",".join("1" if variant else "0" for variant in variants)]
            + ["-t", str(self.threads), "-o", "jsonl"]
        )
        lines = [json.loads(line) for line in outcome.output.splitlines() if line.startswith("{")]
        if len(lines) != len(variants):
            raise ComparisonError(f"llama-bench {test.name}: found {len(lines)} results, expected {len(variants)}")
        return {self.variants[1 if line["flash_attn"] else 0]: line["avg_ts"] for line in lines}

    def batched_speed(self, model, test, variant):
        """Measures the tokens per second of parallel sequences in total, after a prompt of one token each."""
        outcome = run(
            [str(self.programs / "llama-batched-bench"), "-m", model, "-npp", "1", "-ntg", str(test.count)]
            + ["-npl", str(test.batch), "-c", str(test.batch * (test.count + 8)), "-fa", "on" if variant else "off"]
            + ["-t", str(self.threads), "-tb", str(self.threads), "--output-format", "jsonl"]
        )
        lines = [json.loads(line) for line in outcome.output.splitlines() if line.startswith("{")]
        if len(lines) != 1:
            raise ComparisonError(f"llama-batched-bench {test.name}: found {len(lines)} results, expected 1")
        return lines[0]["speed_tg"]

    def first_token(self, model, prompt):
        """Measures the first token after a prompt."""
        outcome = run(
            [str(self.programs / "llama-completion"), "-m", model, "-p", prompt, "-n", "1", "-c", str(CONTEXT)]
            + ["-t", str(self.threads), "--temp", "0", "--no-warmup", "-no-cnv", "--no-display-prompt", "--special"]
        )
        # A background thread writes its log, so the last messages may be missing at exit.
        times = re.search(r"prompt eval time =\s*([\d.]+) ms /\s*(\d+) tokens", outcome.messages)
        ready = outcome.first_output_seconds - float(times[1]) / 1000 if times else None
        return FirstToken(
            outcome.first_output_seconds, ready, int(times[2]) if times else None, outcome.peak_resident_bytes
        )


class Swiftlet:
    """This package's engine."""

    name = "Swiftlet"
    variants = [""]

    def __init__(self, program, version, threads):
        self.program, self.version, self.threads = program, version, threads
        self.weight_bytes = {}  # model → bytes of its packed weights

    def speeds(self, model, test, variants):
        """Measures the tokens per second of the only variant."""
        count = (test.count, 0) if test.reads else (0, test.count)
        outcome = run(
            [self.program, "bench", "--model", model, "--prompt", str(count[0]), "--generate", str(count[1])]
            + ["--depth", str(test.depth), "--batch", str(test.batch), "--threads", str(self.threads), "--repetitions", "1", "--format", "json"]
        )
        line = json.loads(outcome.output)
        self.weight_bytes[model] = line["weight_bytes"]
        return {"": line["tokens_per_second"]}

    def first_token(self, model, prompt):
        """Measures the first token after a prompt."""
        outcome = run(
            [self.program, "respond", "--model", model, "--raw", "--greedy", "--max-tokens", "1", "--stats"]
            + ["--context", str(CONTEXT), "--threads", str(self.threads), "--", prompt]
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

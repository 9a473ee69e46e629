"""The command lines of llama.cpp, and the parsing of their results."""

import re
from pathlib import Path

from .engine import CONTEXT, Engine, FirstToken, objects
from .process import ComparisonError, run

FLASH_ATTENTION = "flash attention"


class LlamaCpp(Engine):
    """llama.cpp, with and without flash attention."""

    name = "llama.cpp"
    key = "llama_cpp"
    variants = ["", FLASH_ATTENTION]

    def __init__(self, programs, version, threads):
        self.programs, self.threads = Path(programs).resolve(), threads
        build = re.search(r"commit (\w+)", run([str(self.programs / "llama-bench"), "--version"]).messages)
        self.version = version + (f", commit {build[1]}" if build else "")

    def speeds(self, model, test, variants):
        """Measures the tokens per second of each variant."""
        if test.batch > 1:
            return {variant: self.batched_speed(model, test, variant) for variant in variants}
        count = ["-p", str(test.count), "-n", "0"] if test.reads else ["-p", "0", "-n", str(test.count)]
        outcome = run(
            [str(self.programs / "llama-bench"), "-m", model, *count, "-d", str(test.depth), "-r", "1"]
            + ([] if test.warms_up else ["--no-warmup"])
            + ["-fa", ",".join("1" if variant else "0" for variant in variants)]
            + ["-t", str(self.threads), "-o", "jsonl"]
        )
        lines = objects(outcome.output)
        if len(lines) != len(variants):
            raise ComparisonError(f"llama-bench {test.name}: found {len(lines)} results, expected {len(variants)}")
        return {self.variants[1 if line["flash_attn"] else 0]: line["avg_ts"] for line in lines}

    def batched_speed(self, model, test, variant):
        """Measures the tokens per second of parallel sequences in total, after a prompt of at least one token."""
        outcome = run(
            [str(self.programs / "llama-batched-bench"), "-m", model, *batched_options(test)]
            # One buffer for all sequences holds a shared context once; the default would copy it for each.
            + (["-kvu"] if test.shares_context else [])
            + ["-fa", "on" if variant else "off", "-t", str(self.threads), "-tb", str(self.threads)]
            + ["--output-format", "jsonl"]
        )
        lines = objects(outcome.output)
        if len(lines) != 1:
            raise ComparisonError(f"llama-batched-bench {test.name}: found {len(lines)} results, expected 1")
        return lines[0]["speed_tg"]

    def first_token(self, model, prompt, variant):
        """Measures the first token after a prompt."""
        outcome = run(
            [str(self.programs / "llama-completion"), "-m", model, "-p", prompt, "-n", "1", "-c", str(CONTEXT)]
            + ["-t", str(self.threads), "--temp", "0", "--no-warmup", "-no-cnv", "--no-display-prompt", "--special"]
        )
        return first_token(outcome)


def batched_options(test):
    """Returns the options of llama-batched-bench for a test of parallel sequences."""
    prompt = max(1, test.depth)
    # With some positions to spare, because the program skips what does not fit.
    size = prompt + test.batch * (test.count + 8) if test.shares_context else test.batch * (prompt + test.count + 8)
    options = ["-npp", str(prompt), "-ntg", str(test.count), "-npl", str(test.batch), "-c", str(size)]
    return options + (["-pps"] if test.shares_context else [])


def first_token(outcome):
    """Returns the measurements of a program that prints the time of the prefill."""
    # A background thread writes llama.cpp's log, so the last messages may be missing at exit.
    times = re.search(r"prompt eval time =\s*([\d.]+) ms /\s*(\d+) tokens", outcome.messages)
    seconds = outcome.first_output_seconds
    ready = seconds - float(times[1]) / 1000 if times else None
    return FirstToken(seconds, ready, int(times[2]) if times else None, outcome.peak_resident_bytes)

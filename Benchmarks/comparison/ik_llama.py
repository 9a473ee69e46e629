"""The command lines of ik_llama.cpp, and the parsing of their results."""

import re
import tempfile
from pathlib import Path

from .engine import CONTEXT, Engine, objects
from .llama import FLASH_ATTENTION, batched_options, first_token
from .process import ComparisonError, run

REPACKED = "repacked"


class IkLlamaCpp(Engine):
    """ik_llama.cpp, with flash attention and without, with weights repacked at run time and as in the file.

    Repacking is faster for most formats and tests. It replaces mapping by reading, so a process starts later.
    """

    name = "ik_llama.cpp"
    key = "ik_llama_cpp"
    variants = [f"{REPACKED}, {FLASH_ATTENTION}", REPACKED, FLASH_ATTENTION]
    first_token_variants = [REPACKED, "mapped"]

    def __init__(self, programs, version, threads):
        self.programs, self.version, self.threads = Path(programs).resolve(), version, threads

    def check(self, test):
        """Raises an error for prompts at a depth that llama-sweep-bench does not reach in whole steps."""
        if not (test.reads and test.depth):
            return
        # The program's context is a multiple of 256.
        if test.depth % test.count or (test.count % 256 and 256 % test.count):
            raise ComparisonError(
                f"--tests: found {test.name}, expected with --ik a number of tokens that divides the depth, and that "
                "is a multiple or divisor of 256"
            )

    def speeds(self, model, test, variants):
        """Measures the tokens per second of each variant."""
        if test.batch > 1:
            return {variant: self.batched_speed(model, test, variant) for variant in variants}
        if test.reads and test.depth:
            return {variant: self.deep_prompt_speed(model, test, variant) for variant in variants}
        speeds = {}
        for packs in (True, False):
            chosen = [variant for variant in variants if (REPACKED in variant) == packs]
            if chosen:
                speeds |= self.bench_speeds(model, test, chosen, packs)
        return speeds

    def bench_speeds(self, model, test, variants, packs):
        """Measures variants that differ in flash attention only."""
        if test.depth:
            count = ["-p", "0", "-n", "0", "-gp", f"{test.depth},{test.count}"]
        else:
            count = ["-p", str(test.count), "-n", "0"] if test.reads else ["-p", "0", "-n", str(test.count)]
        outcome = self.run(
            ["llama-bench", "-m", model, *count, "-r", "1", "-rtr", "1" if packs else "0"]
            + ["-fa", ",".join("1" if FLASH_ATTENTION in variant else "0" for variant in variants)]
            + ["-t", str(self.threads), "-o", "json"]
        )
        lines = objects(outcome.output)
        speeds = {bool(line["flash_attn"]): line["avg_ts"] for line in lines}
        if len(lines) != len(variants) or len(speeds) != len(variants):
            raise ComparisonError(
                f"ik_llama.cpp's llama-bench {test.name}: found {len(lines)} results, expected {len(variants)}"
            )
        return {variant: speeds[FLASH_ATTENTION in variant] for variant in variants}

    def deep_prompt_speed(self, model, test, variant):
        """Measures prefill at some depth, which this llama-bench does not offer.

        llama-sweep-bench fills a context in steps, and measures every so many of them, here the first and the last.
        """
        outcome = self.run(
            ["llama-sweep-bench", "-m", model, "-c", str(test.depth + test.count), "-b", str(max(2048, test.count))]
            + ["-ub", str(test.count), "--sweep-stride", str(test.depth // test.count), "-n", "1"]
            + self.options(variant)
            + ["--output-format", "jsonl"]
        )
        lines = [line for line in objects(outcome.output + outcome.messages) if line.get("n_kv") == test.depth]
        if len(lines) != 1:
            raise ComparisonError(f"llama-sweep-bench {test.name}: found {len(lines)} results, expected 1")
        return lines[0]["speed_pp"]

    def batched_speed(self, model, test, variant):
        """Measures the tokens per second of parallel sequences in total, after a prompt of at least one token."""
        command = ["llama-batched-bench", "-m", model, *batched_options(test), *self.options(variant)]
        outcome = self.run(command)
        # A table, which has T_TG s and S_TG t/s behind PP, TG, B, N_KV, T_PP s and S_PP t/s.
        row = rf"\|\s*{max(1, test.depth)} \|\s*{test.count} \|\s*{test.batch} \|(?:\s*[\d.]+ \|){{4}}\s*([\d.]+) \|"
        lines = re.findall(row, outcome.output + outcome.messages)
        if len(lines) != 1:
            raise ComparisonError(
                f"ik_llama.cpp's llama-batched-bench {test.name}: found {len(lines)} results, expected 1"
            )
        return float(lines[0])

    def first_token(self, model, prompt, variant):
        """Measures the first token after a prompt."""
        outcome = self.run(
            ["llama-cli", "-m", model, "-p", prompt, "-n", "1", "-c", str(CONTEXT), "-t", str(self.threads)]
            + ["--temp", "0", "--no-warmup", "--no-display-prompt", "--special"]
            + (["-rtr"] if variant == REPACKED else [])
        )
        return first_token(outcome)

    def options(self, variant):
        """Returns the options of a variant, and the number of threads, for programs other than llama-bench."""
        attention = ["-fa", "on" if FLASH_ATTENTION in variant else "off"]
        threads = ["-t", str(self.threads), "-tb", str(self.threads)]
        return attention + threads + (["-rtr"] if REPACKED in variant else [])

    def run(self, command):
        """Runs a program in a folder of its own, because it writes a log file to the current one."""
        with tempfile.TemporaryDirectory() as folder:
            return run([str(self.programs / command[0]), *command[1:]], folder)

"""The tests of speed, and their names."""

import re
from dataclasses import dataclass

from .process import ComparisonError

MAXIMUM_BATCH = 64  # of `swiftlet bench`
LONG_PROMPT = 4096  # in tokens; costs of the first run are no part worth mentioning of such prompts


@dataclass(frozen=True)
class SpeedTest:
    """A test: prefill or generation of some tokens, at some context depth, in one or several parallel sequences."""

    name: str
    reads: bool
    count: int
    depth: int
    batch: int
    shares_context: bool  # whether the sequences have the tokens before the test in common

    @property
    def reads_weights_alone(self):
        """True if memory reads are almost only those of the weights, once per token in models without experts."""
        return not self.reads and self.depth == 0 and self.batch == 1

    @property
    def warms_up(self):
        """True if a run before the measured one is worth its time."""
        return not self.reads or self.count < LONG_PROMPT

    @staticmethod
    def parse(name):
        """Parses the name of a test, such as pp512, tg64@2048, tg64x8 or tg64@s8000x16."""
        match = re.fullmatch(r"(pp|tg)([1-9]\d{0,5})(?:@(s?)([1-9]\d{0,5}))?(?:x([1-9]\d?))?", name)
        batch = int(match[5] or 1) if match else 1
        if (
            not match
            or batch > MAXIMUM_BATCH
            or (match[1] == "pp" and (match[5] or match[3]))
            or (match[3] and batch == 1)
        ):
            raise ComparisonError(
                f"--tests: found {name}, expected names such as pp512, tg64@2048, tg64x8 or tg64@s8000x16"
            )
        return SpeedTest(name, match[1] == "pp", int(match[2]), int(match[4] or 0), batch, bool(match[3]))

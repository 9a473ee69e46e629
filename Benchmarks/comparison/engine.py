"""What all engines have in common."""

import json
from dataclasses import dataclass

CONTEXT = 1024  # for the first token; the default of the engines is the training context


@dataclass
class FirstToken:
    """The measurements of a process from its start to its first token."""

    seconds: float
    ready_seconds: float | None  # time until the prefill starts, mainly loading
    prompt_tokens: int | None
    peak_resident_bytes: int


class Engine:
    """An engine and its variants, such as with and without flash attention.

    Subclasses measure the tokens per second of some variants (`speeds`), in total for several sequences, and the first
    token of a process (`first_token`).
    """

    name = ""
    key = ""  # in the results file
    variants = [""]
    first_token_variants = [""]

    def check(self, test):
        """Raises an error if the engine's programs cannot run a test."""


def objects(text):
    """Returns the JSON objects in the output of a program, in which there may be other lines."""
    found, decoder = [], json.JSONDecoder()
    start = text.find("{")
    while start >= 0:
        try:
            value, end = decoder.raw_decode(text, start)
            found.append(value)
        except json.JSONDecodeError:
            end = start + 1
        start = text.find("{", end)
    return found

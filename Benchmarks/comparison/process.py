"""Runs a program and notes when it first said something and how much memory it had at most."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass


class ComparisonError(Exception):
    """Why there is nothing to compare; its text is one line."""


@dataclass
class Outcome:
    """What a program did."""

    output: str
    messages: str
    first_output_seconds: float  # from the start of the process to its first byte of output, or to its end
    peak_resident_bytes: int


def run(command):
    """Runs a command to its end.

    Messages go through a file, so that a program never waits for somebody to read them while the clock runs.
    """
    with tempfile.TemporaryFile() as messages:
        start = time.monotonic()
        try:
            child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages, bufsize=0
            )
        except OSError as error:
            raise ComparisonError(f"{command[0]}: {error.strerror}") from error
        output = child.stdout.read(1)
        first = time.monotonic() - start
        output += child.stdout.read()
        # Unlike wait(), this tells about this child alone and not about the greediest of all so far.
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        text = messages.read().decode(errors="replace")
    if child.returncode != 0:
        last = (text.strip().splitlines() or ["no message"])[-1]
        raise ComparisonError(f"{' '.join(command)}: exit status {child.returncode}: {last}")
    return Outcome(output.decode(errors="replace"), text, first, usage.ru_maxrss * 1024)

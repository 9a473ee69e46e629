"""Runs a program and measures the time of its first output and its peak memory."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass


class ComparisonError(Exception):
    """An error that prevents a comparison, with a message of one line."""


@dataclass
class Outcome:
    """The result of a program."""

    output: str
    messages: str
    first_output_seconds: float  # from the start of the process to its first byte of output, or to its end
    peak_resident_bytes: int


def run(command, folder=None):
    """Runs a command, in a folder or the current one, and waits for its exit.

    Standard error is redirected to a file, so that the program never blocks on a full pipe.
    """
    with tempfile.TemporaryFile() as messages:
        start = time.monotonic()
        try:
            child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages, bufsize=0, cwd=folder
            )
        except OSError as error:
            raise ComparisonError(f"{command[0]}: {error.strerror}") from error
        output = child.stdout.read(1)
        first = time.monotonic() - start
        output += child.stdout.read()
        # Unlike getrusage(RUSAGE_CHILDREN), wait4 reports the peak of this child only.
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        text = messages.read().decode(errors="replace")
    if child.returncode != 0:
        last = (text.strip().splitlines() or ["no message"])[-1]
        raise ComparisonError(f"{' '.join(command)}: exit status {child.returncode}: {last}")
    return Outcome(output.decode(errors="replace"), text, first, usage.ru_maxrss * 1024)

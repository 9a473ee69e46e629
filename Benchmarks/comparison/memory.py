"""The memory bandwidth, which limits generation speed."""

from .process import ComparisonError, run


class Memory:
    """The memory bandwidth of all threads, measured by the `kernels` benchmark."""

    def __init__(self, program, threads):
        self.command = [program, "--bandwidth", "--threads", str(threads)]

    def bytes_per_second(self):
        """Measures the bandwidth, in about a second."""
        output = run(self.command).output
        try:
            return float(output) * 1e9
        except ValueError as error:
            raise ComparisonError(f"{' '.join(self.command)}: found {output[:80]!r}, expected GB/s") from error

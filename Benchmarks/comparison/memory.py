"""The limit of generation: how fast memory is at this moment."""

from .process import ComparisonError, run


class Memory:
    """What all threads together read, as the benchmark of the kernels measures it."""

    def __init__(self, program, threads):
        self.command = [program, "--bandwidth", "--threads", str(threads)]

    def bytes_per_second(self):
        """Measures it, in about a second."""
        output = run(self.command).output
        try:
            return float(output) * 1e9
        except ValueError as error:
            raise ComparisonError(f"{' '.join(self.command)}: found {output[:80]!r}, expected GB/s") from error

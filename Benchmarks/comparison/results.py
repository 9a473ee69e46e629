"""Statistics, result rows and tables."""

import datetime
import os
import platform
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

FIRST_TOKEN_UNITS = ("s", "MB")  # of the rows that processes up to their first token have


@dataclass(frozen=True)
class Peer:
    """The names of another engine in results."""

    name: str
    ratio_key: str  # in the results file
    ratio_head: str  # in tables


# By the key in the results file.
PEERS = {
    "llama_cpp": Peer("llama.cpp", "ratio", "ratio"),
    "ik_llama_cpp": Peer("ik_llama.cpp", "ik_ratio", "ik ratio"),
}


def summary(samples):
    """Returns the median, minimum and maximum of samples."""
    return {"median": statistics.median(samples), "low": min(samples), "high": max(samples), "samples": samples}


def row(test, unit, ours, peers, higher_is_better):
    """Returns a result row.

    `peers` has the samples and the variant, if any, of each peer by its key. Ratios are above 1 if Swiftlet is better.
    """
    entry = {"test": test, "unit": unit, "higher_is_better": higher_is_better}
    for key, (samples, variant) in peers.items():
        entry[key] = summary(samples) | ({} if variant is None else {"variant": variant})
    entry["swiftlet"] = summary(ours)
    for key in peers:
        entry[PEERS[key].ratio_key] = ratio(entry, key, "median", "median")
    return entry


def ratio(entry, key, higher, lower):
    """Returns the ratio of a statistic of Swiftlet to that of a peer: `higher` or `lower`, whichever is the better."""
    theirs, ours = entry[key], entry["swiftlet"]
    return ours[higher] / theirs[higher] if entry["higher_is_better"] else theirs[lower] / ours[lower]


def best_ratio(entry, key):
    """Returns the ratio of the best samples of Swiftlet and a peer, which are least affected by other load."""
    return ratio(entry, key, "high", "low")


def processor():
    """Returns the processor name, with family and model, because names in virtual machines may be generic."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    values = dict(reversed([[part.strip() for part in line.split(":", 1)] for line in lines if ":" in line]))
    name = values.get("model name") or platform.processor() or "unknown"
    return f"{name} (family {values['cpu family']}, model {values['model']})" if "cpu family" in values else name


def machine():
    """Returns information about the machine."""
    return {
        "cpu": processor(), "processors": os.cpu_count(),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": f"{platform.system()} {platform.machine()}", "date": datetime.date.today().isoformat(),
    }


def busy_processors(seconds=0.5):
    """Returns the number of processors used by other programs; 0 if unknown."""
    counters = Path("/proc/stat")
    if not counters.exists():
        return 0.0

    def idle():
        # user, nice, system, idle, iowait, … in ticks, summed over all processors.
        return sum(int(word) for word in counters.read_text().splitlines()[0].split()[4:6])

    before = idle()
    time.sleep(seconds)
    return max(0.0, os.cpu_count() - (idle() - before) / os.sysconf("SC_CLK_TCK") / seconds)


def number(value, unit):
    """Formats a number for its unit."""
    if unit == "MB":
        return f"{value:.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def table(title, rows):
    """Formats result rows as an aligned table."""
    peers = [key for key in PEERS if any(key in entry for entry in rows)]
    heads = ["test", "unit"]
    for name in [PEERS[key].name for key in peers] + ["Swiftlet"]:
        heads += [name, "(spread)"]
    for key in peers:
        heads += [PEERS[key].ratio_head, "of the best"]
    left = {0, 1, *range(len(heads), len(heads) + len(peers))}
    heads += [f"{PEERS[key].name}'s better" for key in peers]
    lines = [heads]
    for entry in rows:
        cells = [entry["test"], entry["unit"]]
        for key in [*peers, "swiftlet"]:
            low, median, high = (number(entry[key][part], entry["unit"]) for part in ("low", "median", "high"))
            cells += [median, f"({low}–{high})"]
        for key in peers:
            cells += [f"{entry[PEERS[key].ratio_key]:.2f}", f"{best_ratio(entry, key):.2f}"]
        lines.append(cells + [entry[key].get("variant", "") for key in peers])
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    lines.insert(1, ["-" * width for width in widths])
    text = "\n".join(
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        ).rstrip()
        for line in lines
    )
    return f"{title}\n\n{text}\n"

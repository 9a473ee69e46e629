"""Statistics, result rows and tables."""

import datetime
import os
import platform
import statistics
import time
from pathlib import Path


def summary(samples):
    """Returns the median, minimum and maximum of samples."""
    return {"median": statistics.median(samples), "low": min(samples), "high": max(samples), "samples": samples}


def row(test, unit, theirs, ours, higher_is_better, variant=None):
    """Returns a result row; the ratio is above 1 if Swiftlet is better."""
    llama, swiftlet = summary(theirs), summary(ours)
    if variant is not None:
        llama["variant"] = variant
    ratio = swiftlet["median"] / llama["median"] if higher_is_better else llama["median"] / swiftlet["median"]
    return {
        "test": test, "unit": unit, "higher_is_better": higher_is_better, "llama_cpp": llama, "swiftlet": swiftlet,
        "ratio": ratio,
    }


def best_ratio(entry):
    """Returns the ratio of the best samples of both engines, which are least affected by other load."""
    theirs, ours = entry["llama_cpp"], entry["swiftlet"]
    return ours["high"] / theirs["high"] if entry["higher_is_better"] else theirs["low"] / ours["low"]


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
    heads = [
        "test", "unit", "llama.cpp", "(spread)", "Swiftlet", "(spread)", "ratio", "of the best", "llama.cpp's better",
    ]
    lines = [heads]
    for entry in rows:
        cells = [entry["test"], entry["unit"]]
        for engine in ("llama_cpp", "swiftlet"):
            low, median, high = (number(entry[engine][key], entry["unit"]) for key in ("low", "median", "high"))
            cells += [median, f"({low}–{high})"]
        cells += [f"{entry['ratio']:.2f}", f"{best_ratio(entry):.2f}"]
        lines.append(cells + [entry["llama_cpp"].get("variant", "")])
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    lines.insert(1, ["-" * width for width in widths])
    left = {0, 1, len(heads) - 1}
    text = "\n".join(
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        ).rstrip()
        for line in lines
    )
    return f"{title}\n\n{text}\n"

"""Draws the loss as an SVG: training as a line, validation, the mean of the tasks, as dots.

    python plot.py loss.svg --work WORK...

A run is in `checkpoint.csv`; `decayed.csv` has the finished copy, which begins
where it left the run. Several runs follow each other, with a dashed line where
the next begins.
"""

import argparse
import csv
import math
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 360, 56, 16, 34, 46
INK, GRID, TRAIN, VALID = "#444", "#ddd", "#2a6fb0", "#d1642e"


def read(path):
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def losses(work, before):
    """Of training and of validation: millions of tokens, those of the runs before included, and the loss."""
    rows = read(work / "decayed.csv")
    first = int(rows[0]["step"]) if rows else math.inf
    rows = [row for row in read(work / "checkpoint.csv") if int(row["step"]) < first] + rows
    seen = [before + int(row["tokens"]) / 1e6 for row in rows]
    return ([(tokens, float(row["train"])) for tokens, row in zip(seen, rows) if float(row["train"])],
            [(tokens, float(row["valid"])) for tokens, row in zip(seen, rows) if row["valid"]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, nargs="+", required=True)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    train, valid, begins = [], [], []
    for work in options.work:
        begins.append(train[-1][0] if train else 0)
        of_training, of_validation = losses(work, begins[-1])
        train += of_training
        valid += of_validation

    values = [value for _, value in train + valid]
    low, high = min(values) * 0.95, max(values) * 1.05
    end = train[-1][0]

    def x(tokens):
        return LEFT + tokens / end * (WIDTH - LEFT - RIGHT)

    def y(loss):  # logarithmic
        return TOP + (math.log(high) - math.log(loss)) / (math.log(high) - math.log(low)) * (HEIGHT - TOP - BOTTOM)

    def text(at_x, at_y, content, anchor="middle", colour=INK):
        return f'<text x="{at_x:.0f}" y="{at_y:.0f}" text-anchor="{anchor}" fill="{colour}">{content}</text>'

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for loss in (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8):
        if low <= loss <= high:
            parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(loss):.1f}" y2="{y(loss):.1f}" '
                         f'stroke="{GRID}"/>')
            parts.append(text(LEFT - 8, y(loss) + 4, f"{loss:g}", "end"))
    step = next(step for step in (1, 2, 5, 10, 20, 50) if end / step < 12 or step == 50)
    for tokens in range(0, int(end) + 1, step):
        parts.append(text(x(tokens), HEIGHT - BOTTOM + 18, str(tokens)))
    parts.append(text((LEFT + WIDTH) / 2, HEIGHT - 8, "millions of tokens"))
    parts.append(text(LEFT, 20, "loss (nats a token, logarithmic scale)", "start"))
    parts += [f'<line x1="{x(begin):.1f}" x2="{x(begin):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="{INK}" '
              'stroke-dasharray="2 4"/>' for begin in begins[1:]]
    parts.append(text(WIDTH - RIGHT - (90 if valid else 0), 20, "training", "end", TRAIN))
    if valid:
        parts.append(text(WIDTH - RIGHT, 20, "validation", "end", VALID))
    line = " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in train[::max(1, len(train) // 400)] + train[-1:])
    parts.append(f'<polyline points="{line}" fill="none" stroke="{TRAIN}" stroke-width="1.5"/>')
    parts += [f'<circle cx="{x(t):.1f}" cy="{y(v):.1f}" r="3" fill="{VALID}"/>' for t, v in valid]
    options.output.write_text("\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    main()

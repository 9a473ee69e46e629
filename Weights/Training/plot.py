"""Draws the loss of training as an SVG.

    python plot.py loss.svg --run WORK/run...

Several runs follow each other, with a dashed line where the next begins.
"""

import argparse
import csv
import math
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 360, 56, 16, 34, 46
INK, GRID, TRAIN = "#444", "#ddd", "#2a6fb0"


def losses(run, before):
    """Millions of tokens, those of the runs before included, and the loss."""
    with (run / "log.csv").open(newline="") as file:
        return [(before + int(row["tokens"]) / 1e6, float(row["loss"])) for row in csv.DictReader(file)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, nargs="+", required=True)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    train, begins = [], []
    for run in options.run:
        begins.append(train[-1][0] if train else 0)
        train += losses(run, begins[-1])

    values = [value for _, value in train]
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
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if end / step < 12 or step == 100)
    for tokens in range(0, int(end) + 1, step):
        parts.append(text(x(tokens), HEIGHT - BOTTOM + 18, str(tokens)))
    parts.append(text((LEFT + WIDTH) / 2, HEIGHT - 8, "millions of tokens"))
    parts.append(text(LEFT, 20, "loss (nats a token, logarithmic scale)", "start"))
    parts += [f'<line x1="{x(begin):.1f}" x2="{x(begin):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="{INK}" '
              'stroke-dasharray="2 4"/>' for begin in begins[1:]]
    line = " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in train[::max(1, len(train) // 400)] + train[-1:])
    parts.append(f'<polyline points="{line}" fill="none" stroke="{TRAIN}" stroke-width="1.5"/>')
    options.output.write_text("\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    main()

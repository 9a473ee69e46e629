"""The weighted mean of a model and one that was trained on from it ("model soups", Wortsman et al., 2022).

    python average.py --work WORK FIRST-f32.gguf SECOND-f32.gguf --share 0.6 mean-f32.gguf
"""

import argparse
from pathlib import Path

import torch

import export
import tokenizer as tok


@torch.no_grad()
def mean(first, second, share):
    """The first model with a share of the second in each of its weights."""
    for weight, other in zip(first.parameters(), second.parameters(), strict=True):
        weight.lerp_(other, share)
    return first


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--share", type=float, default=0.5, help="of the second model")
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    (first, tokens), (second, others) = map(export.read, (options.first, options.second))
    if first.config != second.config or tokens != others:
        raise SystemExit(f"{options.second}: found another shape or other tokens than in {options.first}")
    export.write(mean(first, second, options.share), tok.load(options.work), options.output)


if __name__ == "__main__":
    main()

"""Makes a trained model larger without changing what it says.

Layers that come in between are copies of the one before that write nothing to the
residual stream yet (as in LLaMA Pro, Wu et al., 2024); hidden units that are added
are begun at random, and nothing reads them yet. Training sets both to work.

    python growing.py MODEL.gguf    # grows it in several ways, and prints by how much logits change
"""

import sys
from dataclasses import replace

import torch

import export
from model import Model


def can_grow(small, large):
    """Whether a model of the first shape can become one of the second."""
    return (replace(small, layers=large.layers, hidden=large.hidden) == large
            and small.layers <= large.layers and small.hidden <= large.hidden)


@torch.no_grad()
def grown(small, config, sources=None):
    """A model of a larger shape with the logits of `small`; `sources` are the layers that its layers come from."""
    large = Model(config)
    large.embedding.load_state_dict(small.embedding.state_dict())
    large.norm.load_state_dict(small.norm.state_dict())
    sources = sources or [number * small.config.layers // config.layers for number in range(config.layers)]
    for number, (block, source) in enumerate(zip(large.blocks, sources)):
        old = dict(small.blocks[source].named_parameters())
        is_added = number > 0 and sources[number - 1] == source
        for name, parameter in block.named_parameters():
            if name.endswith(("output.weight", "down.weight")):
                parameter.zero_()
                if is_added:
                    continue
            parameter[tuple(slice(size) for size in old[name].shape)] = old[name]
    return large


@torch.no_grad()
def main():
    small, _ = export.read(sys.argv[1])
    tokens = torch.randint(small.config.vocab, (2, 64))
    for layers, units in ((0, 0), (1, 0), (2, 0), (0, 256), (2, 256)):
        config = replace(small.config, layers=small.config.layers + layers, hidden=small.config.hidden + units)
        large = grown(small, config)
        change = (large(tokens) - small(tokens)).abs().max().item()
        print(f"{config.layers} layers, {config.hidden} hidden units, {large.count()} parameters: {change:.1e}")


if __name__ == "__main__":
    main()

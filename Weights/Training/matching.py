"""Adds a layer whose heads find words that have been said before.

    python matching.py --work WORK --at 4 MODEL.gguf LARGER.gguf

Heads that compare tokens do not come about in a model that has learnt to do without them: what they find is of use only
when later layers read it. So here they are taught before they are of use. All other weights stay as they are. Queries
and keys of the new layer learn, in some hundred steps on the samples of WORK, to look from a word to the same word
earlier on, in whatever form, and to the first token of the sample where there is none. The layer writes nothing yet,
so no logit changes.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

import export
import packing
import tokenizer as tok
from growing import grown
from model import masks_of, rotate

ENDINGS = {"ies": ("y",), "ing": ("", "e"), "ed": ("", "e"), "es": ("", "e"), "s": ("",), "er": ("", "e")}

# Words that are everywhere: that they have been said before tells nothing.
COMMON = set("""the and you that what for can this how with are was have has does did will please want need is it to my me
your from when where which who""".split())

# How many layers there are before the new one.
AT = 4

# How much it counts that a head looks aside where there is nothing to find.
ASIDE = 0.7


def stem(word, words):
    """opening, opens, opened -> open, if that is among the words."""
    for ending, others in ENDINGS.items():
        root = word.removesuffix(ending)
        if root == word or len(root) < 3:
            continue
        doubled = [root[:-1]] if root[-1] == root[-2] else []
        for candidate in [*(root + other for other in others), *doubled]:
            if candidate in words:
                return candidate
    return word


def families(tokens):
    """For each token a number that it shares with the other forms of its word, or -1.

    Pieces of words have one as well; what is common or shorter than three letters has none.
    """
    words = {text[1:].lower() for text in tokens if text.startswith(tok.SPACE) and text[1:].isalpha() and len(text) > 3}
    numbers, result = {}, torch.full((len(tokens),), -1)
    for token, text in enumerate(tokens):
        word = text.removeprefix(tok.SPACE).lower()
        if len(word) > 2 and word.isalpha() and word not in COMMON:
            result[token] = numbers.setdefault(stem(word, words), len(numbers))
    return result


def attention(block, features, cos, sin, hidden):
    """Logarithms of the weights of a layer's attention, [batch, heads, time, time]; `hidden` is what is not seen."""
    config, (batch, time, _) = block.attention.config, features.shape
    normed = block.attention_norm(features)
    q, k = (rotate(matrix(normed).view(batch, time, -1, config.head_size), cos, sin).transpose(1, 2)
            for matrix in (block.attention.q, block.attention.k))
    scores = q @ k.repeat_interleave(config.heads // config.kv_heads, 1).mT * config.head_size ** -0.5
    return scores.masked_fill(hidden[:, None], float("-inf")).log_softmax(-1)


def mean(values, weights):
    return (values * weights).sum() / weights.sum().clamp(min=1)


def loss_of(block, features, cos, sin, inputs, documents, families):
    """How far a layer's heads are from looking at the same words, and aside where there are none."""
    time = inputs.shape[1]
    later = torch.ones(time, time, dtype=torch.bool, device=inputs.device).triu(1)
    own = documents[:, :, None] == documents[:, None, :]
    found = families[inputs]
    same = own & ~later & ~torch.eye(time, dtype=torch.bool, device=inputs.device)
    same &= (found[:, :, None] == found[:, None, :]) & (found[:, :, None] >= 0)
    begins = torch.cat([torch.ones_like(documents[:, :1], dtype=torch.bool), documents[:, 1:] != documents[:, :-1]], 1)
    has = same.any(-1)
    right = torch.where(has[..., None], same, own & ~later & begins[:, None, :])
    shares = attention(block, features, cos, sin, ~own | later)
    misses = -torch.logsumexp(shares.masked_fill(~right[:, None], -1e4), -1).mean(1)
    counted = (documents > 0).float()
    return mean(misses, has * counted), mean(misses, ~has * counted)


@torch.no_grad()
def widened(small, at):
    """The model with one more layer, which writes nothing."""
    sources = sorted([*range(small.config.layers), at - 1])
    large = grown(small, replace(small.config, layers=len(sources)), sources)
    attention = large.blocks[at].attention
    large.blocks[at].attention_norm.weight.fill_(1)
    for matrix in (attention.q, attention.k, attention.v):
        torch.nn.init.normal_(matrix.weight, std=0.5 * small.config.width ** -0.5)
    return large


def batches(work):
    """Inputs and numbers of samples, of rows that are not too long, without end."""
    packed = packing.Batches(dict(np.load(work / "tokens.npz")), tokens=2048, seed=5, shares={})
    table = packing.weight_table(packing.PLAIN_WEIGHTS)
    while True:
        inputs, documents = packed.next(table)[:2]
        if inputs.shape[1] <= 1024:
            yield inputs, documents


def teach(model, at, samples, steps, families, rate=4e-3):
    block = model.blocks[at]
    learning = [block.attention.q.weight, block.attention.k.weight]
    optimizer = torch.optim.Adam(learning, lr=rate)
    seen = None
    for step, (inputs, documents) in zip(range(1, steps + 1), samples):
        cos, sin = model.cos[:inputs.shape[1]], model.sin[:inputs.shape[1]]
        with torch.no_grad():
            features, masks = model.embedding(inputs), masks_of(documents)
            for before in model.blocks[:at]:
                features = before(features, cos, sin, masks)
        same, aside = loss_of(block, features, cos, sin, inputs, documents, families)
        gradients = torch.autograd.grad(same + ASIDE * aside, learning)
        for weight, gradient in zip(learning, gradients):
            weight.grad = gradient
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, 2 * (1 - step / steps))
        optimizer.step()
        now = torch.stack([same, aside]).detach()
        seen = now if seen is None else seen.lerp(now, 0.1)
        if step % 20 == 0:
            print(f"step {step}: looks at the same word {100 * (-seen[0]).exp():.0f} %, "
                  f"aside where there is none {100 * (-seen[1]).exp():.0f} %", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--at", type=int, default=AT, help="how many layers there are before the new one")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("model", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    torch.manual_seed(3)
    small, tokens = export.read(options.model)
    if not 0 < options.at < small.config.layers:
        raise SystemExit(f"--at {options.at}: expected 1 to {small.config.layers - 1}")
    large = widened(small, options.at)
    teach(large, options.at, batches(options.work), options.steps, families(tokens))
    export.write(large, tok.load(options.work), options.output)


if __name__ == "__main__":
    main()

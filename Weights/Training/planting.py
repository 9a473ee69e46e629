"""Lets a model begin with a circuit that copies ("induction", Olsson et al., 2022), instead of waiting for it.

Left to itself a small model needs millions of tokens before it looks up what
followed the last time. The circuit has two parts:

- A head of the first layer looks one token back, whatever the tokens are, and notes
  that token in a part of the residual stream that embeddings leave free. Where a
  head looks is decided by queries and keys that are the same for all tokens: both
  read a component that all embeddings share, and differ by one turn of the rotary
  embedding.
- Two heads of the second layer look for places whose note is the current token, and
  write the token there to where embeddings are: it becomes the likeliest next one.
  They compare by the slow pairs of the rotary embedding, which hardly turn within a
  few hundred tokens.

Training is free to change all of it.
"""

import torch

from model import EMBEDDING_SCALE

SLOW = 14  # rows of a matching head that turn slowly enough
STRENGTH = dict(look=1.5, note=0.5, match=2.1, copy=2.0, logits=2.0)


@torch.no_grad()
def plant(model):
    config = model.config
    width, size, group = config.width, config.head_size, config.heads // config.kv_heads
    free = slice(width - size, width)
    embedding = model.embedding.weight
    embedding[:, 0] = 4 * 0.03 * EMBEDDING_SCALE
    embedding[:, free] = 0

    # Orthogonal directions within what tells tokens apart: of notes, and of what is copied.
    directions = torch.zeros(3 * size, width)
    directions[:, 1:width - size] = torch.linalg.qr(torch.randn(width - size - 1, 3 * size))[0].T
    noted, copied = directions[:size], directions[size:]

    back = model.blocks[0].attention
    turn = config.rope_base ** (-torch.arange(0, size, 2) / size)
    for matrix in (back.q, back.k):
        matrix.weight[:size] = 0
    for pair in range(5):  # the fast ones
        back.k.weight[2 * pair, 0] = STRENGTH["look"]
        back.q.weight[2 * pair, 0] = STRENGTH["look"] * turn[pair].cos()
        back.q.weight[2 * pair + 1, 0] = -STRENGTH["look"] * turn[pair].sin()
    back.v.weight[:size] = noted
    back.output.weight[:, :size] = 0
    back.output.weight[free, :size] = STRENGTH["note"] * torch.eye(size)

    match = model.blocks[1].attention
    for number in range(2):
        keys = slice(number * size, (number + 1) * size)
        queries = slice(number * group * size, number * group * size + size)
        match.k.weight[keys], match.q.weight[queries] = 0, 0
        for row in range(SLOW):
            part = number * SLOW + row
            match.k.weight[keys.stop - SLOW + row, free.start + part] = STRENGTH["match"]
            match.q.weight[queries.stop - SLOW + row] = STRENGTH["match"] * noted[part]
        match.v.weight[keys] = copied[keys]
        match.output.weight[:, queries] = STRENGTH["copy"] * copied[keys].T

    # What is shared and what is noted are no tokens to be said.
    model.norm.weight *= STRENGTH["logits"]
    model.norm.weight[0] = 0
    model.norm.weight[free] = 0

"""The model: a decoder of the `llama` family, as GGUF readers understand that name.

RMSNorm before attention and before the feed-forward part, rotary positions on
the pairs (2i, 2i+1), grouped-query attention, SwiGLU, tied embeddings, no
biases. The rotary pairs are the ones GGUF's `llama` architecture uses, so the
weights are exported as they are, without permuting rows.
"""

from collections import defaultdict
from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.attention.flex_attention import BlockMask, flex_attention


# How much larger the embedding is than a tied output matrix would be. The
# optimizer takes steps of this size on it; GGUF's `llama` has no such factor.
EMBEDDING_SCALE = 16.0


@dataclass
class Config:
    vocab: int = 4096
    width: int = 256
    layers: int = 8
    heads: int = 8
    kv_heads: int = 4
    hidden: int = 1024
    context: int = 2048
    rope_base: float = 10000.0
    eps: float = 1e-5

    @property
    def head_size(self):
        return self.width // self.heads

    def as_dict(self):
        return asdict(self)


class RMSNorm(nn.Module):
    def __init__(self, width, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        return F.rms_norm(x, self.weight.shape, self.weight.to(x.dtype), self.eps)


def rotary_table(config):
    """cos and sin for every position: two [context, head_size / 2] tensors."""
    half = torch.arange(0, config.head_size, 2, dtype=torch.float64)
    frequency = config.rope_base ** (-half / config.head_size)
    angle = torch.outer(torch.arange(config.context, dtype=torch.float64), frequency)
    return angle.cos(), angle.sin()


def rotate(x, cos, sin):
    """Turns the pairs (2i, 2i+1) of x, [batch, time, heads, head_size]."""
    even, odd = x[..., 0::2], x[..., 1::2]
    cos, sin = cos[:, None, :], sin[:, None, :]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)


def masks_of(documents, block=128):
    """What each block of queries must not see, [batch, 1, 1, block, keys]: later tokens, other samples in the row."""
    time = documents.shape[1]
    block = min(block, time)
    later = torch.ones(time, time, dtype=torch.bool, device=documents.device).triu(1)
    masks = []
    for start in range(0, time, block):
        end = start + block
        other = documents[:, start:end, None] != documents[:, None, :end]
        hidden = other | later[start:end, :end]
        masks.append(torch.zeros(hidden.shape, device=documents.device).masked_fill(hidden, float("-inf"))[:, None, None])
    return masks


def blocked_attention(q, k, v, masks):
    """Attention, one block of queries at a time.

    q is [batch, key heads, queries of a key head, time, head_size], k and v are
    [batch, key heads, time, head_size]. A block of queries meets only the keys up to
    its own end, so nearly half of the work is left out. On a CPU, and compiled, this
    is faster than `scaled_dot_product_attention` for heads this small.
    """
    batch, heads, group, time, size = q.shape
    block = time // len(masks)
    q = q * size ** -0.5
    parts = []
    for number, mask in enumerate(masks):
        start, end = number * block, (number + 1) * block
        rows = q[..., start:end, :].reshape(batch, heads, group * block, size)
        scores = (rows @ k[..., :end, :].transpose(-1, -2)).view(batch, heads, group, block, end)
        share = F.softmax(scores.float() + mask, -1).to(v.dtype).view(batch, heads, group * block, end)
        parts.append((share @ v[..., :end, :]).view(batch, heads, group, block, size))
    return torch.cat(parts, -2)


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        kv_width = config.kv_heads * config.head_size
        self.q = nn.Linear(config.width, config.width, bias=False)
        self.k = nn.Linear(config.width, kv_width, bias=False)
        self.v = nn.Linear(config.width, kv_width, bias=False)
        self.output = nn.Linear(config.width, config.width, bias=False)

    def forward(self, x, cos, sin, masks):
        batch, time, width = x.shape
        size, kv = self.config.head_size, self.config.kv_heads
        q = rotate(self.q(x).view(batch, time, -1, size), cos, sin).transpose(1, 2)
        k = rotate(self.k(x).view(batch, time, -1, size), cos, sin).transpose(1, 2)
        v = self.v(x).view(batch, time, -1, size).transpose(1, 2)
        if isinstance(masks, BlockMask):
            y = flex_attention(q, k, v, block_mask=masks, enable_gqa=True)
        elif masks is None:
            group = self.config.heads // kv
            y = F.scaled_dot_product_attention(
                q, k.repeat_interleave(group, dim=1), v.repeat_interleave(group, dim=1), is_causal=True)
        else:
            y = blocked_attention(q.reshape(batch, kv, -1, time, size), k, v, masks).flatten(1, 2)
        return self.output(y.transpose(1, 2).reshape(batch, time, width))


class FeedForward(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.gate = nn.Linear(config.width, config.hidden, bias=False)
        self.up = nn.Linear(config.width, config.hidden, bias=False)
        self.down = nn.Linear(config.hidden, config.width, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention_norm = RMSNorm(config.width, config.eps)
        self.attention = Attention(config)
        self.feed_forward_norm = RMSNorm(config.width, config.eps)
        self.feed_forward = FeedForward(config)

    def forward(self, x, cos, sin, masks):
        x = x + self.attention(self.attention_norm(x), cos, sin, masks)
        return x + self.feed_forward(self.feed_forward_norm(x))


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab, config.width)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.layers))
        self.norm = RMSNorm(config.width, config.eps)
        cos, sin = rotary_table(config)
        self.register_buffer("cos", cos.float(), persistent=False)
        self.register_buffer("sin", sin.float(), persistent=False)
        self.initialise()

    def initialise(self):
        """Normal weights. The embedding is large beside what the blocks write, so
        that the identity of a token survives in the residual stream and can be
        copied; the last norm is small, so that the first logits are small too.
        The projections that write to the stream are scaled down by their number.
        """
        deep = (2 * self.config.layers) ** -0.5
        nn.init.constant_(self.norm.weight, 1 / EMBEDDING_SCALE)
        for name, parameter in self.named_parameters():
            if parameter.dim() < 2:
                continue
            deviation = 0.03 * EMBEDDING_SCALE if "embedding" in name else 0.5 * parameter.shape[1] ** -0.5
            if name.endswith(("output.weight", "down.weight")):
                deviation *= deep
            nn.init.normal_(parameter, std=deviation)

    @torch.no_grad()
    def relate(self, tokens):
        """Lets the embeddings of a word begin half alike, whether after a space or not, capitalised or not."""
        families, weight = defaultdict(list), self.embedding.weight
        for number, text in enumerate(tokens):
            word = text.removeprefix("Ġ").lower()
            if len(word) > 1 and word.isalpha():
                families[word].append(number)
        for members in families.values():
            common = torch.randn(weight.shape[1]) * 0.03 * EMBEDDING_SCALE
            weight[members] = (weight[members] + common) * 0.5 ** 0.5

    def features(self, tokens, documents=None):
        """The normed residual stream, [batch, time, width].

        With `documents`, the numbers of the samples that tokens belong to or a block
        mask of them, a token sees its own sample alone.
        """
        x = self.embedding(tokens)
        cos = self.cos[: tokens.shape[1]].to(x.dtype)
        sin = self.sin[: tokens.shape[1]].to(x.dtype)
        masks = masks_of(documents) if isinstance(documents, torch.Tensor) else documents
        for block in self.blocks:
            x = block(x, cos, sin, masks)
        return self.norm(x)

    def forward(self, tokens, documents=None):
        """Logits, [batch, time, vocab]."""
        return self.features(tokens, documents) @ self.embedding.weight.T

    def count(self):
        return sum(p.numel() for p in self.parameters())

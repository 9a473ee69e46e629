"""The model: a decoder of the `llama` family, as GGUF readers understand that name.

RMSNorm before attention and before the feed-forward part, rotary positions on
the pairs (2i, 2i+1), grouped-query attention, SwiGLU, tied embeddings, no
biases. The rotary pairs are the ones GGUF's `llama` architecture uses, so the
weights are exported as they are, without permuting rows.
"""

from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import nn


# How much larger the embedding is than a tied output matrix would be. The
# optimizer takes steps of this size on it; GGUF's `llama` has no such factor.
EMBEDDING_SCALE = 16.0


@dataclass
class Config:
    vocab: int = 2048
    width: int = 256
    layers: int = 5
    heads: int = 8
    kv_heads: int = 4
    hidden: int = 512
    context: int = 1024
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


def blocked_attention(q, k, v, blocks=4):
    """Causal attention, one block of queries at a time, [batch, heads, time, head_size].

    A block of queries meets only the keys up to its own end, so nearly half of the
    work is left out. On a CPU, and compiled, this is 1.5 times as fast as
    `scaled_dot_product_attention` for heads this small.
    """
    time, size = q.shape[-2], q.shape[-2] // blocks
    hidden = torch.full((size, size), float("-inf"), device=q.device).triu(1)
    q = q * q.shape[-1] ** -0.5
    parts = []
    for start in range(0, time, size):
        end = start + size
        scores = (q[..., start:end, :] @ k[..., :end, :].transpose(-1, -2)).float()
        share = F.softmax(scores + F.pad(hidden, (start, 0)), -1).to(v.dtype)
        parts.append(share @ v[..., :end, :])
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

    def forward(self, x, cos, sin):
        batch, time, width = x.shape
        size = self.config.head_size
        q = rotate(self.q(x).view(batch, time, -1, size), cos, sin).transpose(1, 2)
        k = rotate(self.k(x).view(batch, time, -1, size), cos, sin).transpose(1, 2)
        v = self.v(x).view(batch, time, -1, size).transpose(1, 2)
        group = self.config.heads // self.config.kv_heads
        k = k.repeat_interleave(group, dim=1)
        v = v.repeat_interleave(group, dim=1)
        if torch.is_grad_enabled() and time % 4 == 0:
            y = blocked_attention(q, k, v)
        else:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
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

    def forward(self, x, cos, sin):
        x = x + self.attention(self.attention_norm(x), cos, sin)
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

    def features(self, tokens):
        """The normed residual stream, [batch, time, width]."""
        x = self.embedding(tokens)
        cos = self.cos[: tokens.shape[1]].to(x.dtype)
        sin = self.sin[: tokens.shape[1]].to(x.dtype)
        for block in self.blocks:
            x = block(x, cos, sin)
        return self.norm(x)

    def forward(self, tokens):
        """Logits, [batch, time, vocab]."""
        return self.features(tokens) @ self.embedding.weight.T

    def count(self):
        return sum(p.numel() for p in self.parameters())

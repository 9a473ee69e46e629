"""Greedy answers of many prompts at once, and the loops in them, while a model trains."""

import torch
import torch.nn.functional as F

from model import rotate


@torch.no_grad()
def greedy(model, prompts, most, end):
    """The answers, lists of ids, to prompts of ids: all at once, padded on the left, with keys and values kept."""
    config, device = model.config, model.embedding.weight.device
    count, longest = len(prompts), max(map(len, prompts))
    total = longest + most
    ids = torch.zeros(count, longest, dtype=torch.long)
    starts = torch.tensor([longest - len(prompt) for prompt in prompts])
    for row, prompt in enumerate(prompts):
        ids[row, starts[row]:] = torch.tensor(prompt)
    ids, starts = ids.to(device), starts.to(device)
    kind = torch.bfloat16 if device.type == "cuda" else torch.float32
    size, kv = config.head_size, config.kv_heads
    keys = torch.zeros(config.layers, count, kv, total, size, dtype=kind, device=device)
    values = torch.zeros_like(keys)
    places = torch.arange(total, device=device)
    matrices = {name: parameter.to(kind) for name, parameter in model.named_parameters()}
    cos, sin = model.cos.to(kind), model.sin.to(kind)

    def forward(tokens, at):
        """The next tokens after `tokens`, whose first stands at place `at`."""
        time = tokens.shape[1]
        x = matrices["embedding.weight"][tokens]
        here = torch.arange(at, at + time, device=device)
        seen = (places[None, None, :at + time] <= here[None, :, None]) & (places[None, None, :at + time] >= starts[:, None, None])
        seen |= (here[None, :, None] == places[None, None, :at + time])
        for number in range(config.layers):
            part = f"blocks.{number}."
            y = F.rms_norm(x, x.shape[-1:], matrices[part + "attention_norm.weight"], config.eps)
            project = lambda name: F.linear(y, matrices[part + f"attention.{name}.weight"]).view(count, time, -1, size)
            q = rotate(project("q"), cos[here], sin[here]).transpose(1, 2)
            keys[number, :, :, at:at + time] = rotate(project("k"), cos[here], sin[here]).transpose(1, 2)
            values[number, :, :, at:at + time] = project("v").transpose(1, 2)
            group = config.heads // kv
            k = keys[number, :, :, :at + time].repeat_interleave(group, 1)
            v = values[number, :, :, :at + time].repeat_interleave(group, 1)
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=seen[:, None])
            x = x + F.linear(y.transpose(1, 2).reshape(count, time, -1), matrices[part + "attention.output.weight"])
            y = F.rms_norm(x, x.shape[-1:], matrices[part + "feed_forward_norm.weight"], config.eps)
            y = F.silu(F.linear(y, matrices[part + "feed_forward.gate.weight"])) * F.linear(
                y, matrices[part + "feed_forward.up.weight"])
            x = x + F.linear(y, matrices[part + "feed_forward.down.weight"])
        x = F.rms_norm(x[:, -1], x.shape[-1:], matrices["norm.weight"], config.eps)
        return (x @ matrices["embedding.weight"].T).argmax(-1)

    said = [forward(ids, 0)]
    ended = said[0] == end
    for number in range(1, most):
        if number % 16 == 0 and bool(ended.all()):
            break
        said.append(forward(said[-1][:, None], longest + number - 1))
        ended |= said[-1] == end
    answers = torch.stack(said, 1).tolist()
    return [answer[:answer.index(end) + 1] if end in answer else answer for answer in answers]


def loop_start(ids, least=24, longest=32):
    """Where a unit of at most `longest` tokens begins to stand three times running over `least` tokens; None without."""
    for at in range(len(ids)):
        for period in range(1, longest + 1):
            times = max(3, -(-least // period))
            if at + period * times > len(ids):
                continue
            unit = ids[at:at + period]
            if all(ids[at + period * n:at + period * (n + 1)] == unit for n in range(1, times)):
                return at, period
    return None

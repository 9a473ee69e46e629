"""How well a model does on held-out samples, by task, without generating.

The loss a token of the answers, and the share of samples whose last answer would
come out word for word: at each of its tokens, those that a guide forces left
aside, the likeliest one is right.
"""

from collections import defaultdict

import numpy as np
import torch
import torch.nn.functional as F

import chat
from precision import products


def chosen(data, each):
    """Numbers of samples, at most `each` of a task, always the same."""
    tasks, dice = data["valid_tasks"], np.random.default_rng(0)
    numbers = []
    for task in sorted(set(tasks)):
        of_task = np.flatnonzero(tasks == task)
        numbers += dice.permutation(of_task)[:each].tolist()
    return numbers


def last_answer(kinds):
    """Which tokens are of the last answer."""
    says = kinds > chat.TEXT
    if not says.any():
        return says
    end = np.flatnonzero(says)[-1]
    silent = np.flatnonzero(~says[:end])
    begin = silent[-1] + 1 if len(silent) else 0
    return says & (np.arange(len(kinds)) >= begin)


@torch.no_grad()
def validate(model, data, each, tokens=4096):
    """{task: (loss, exact, samples)}"""
    starts, tasks = data["valid_starts"], data["valid_tasks"]
    numbers = sorted(chosen(data, each), key=lambda s: starts[s + 1] - starts[s])
    sums, counts, exact, samples = (defaultdict(float) for _ in range(4))
    while numbers:
        length = int(starts[numbers[-1] + 1] - starts[numbers[-1]])
        group, numbers = numbers[-max(1, tokens // length):], numbers[:-max(1, tokens // length)]
        ids = np.zeros((len(group), length), np.int64)
        for row, s in enumerate(group):
            ids[row, :starts[s + 1] - starts[s]] = data["valid_ids"][starts[s]:starts[s + 1]]
        ids = torch.from_numpy(ids).to(model.embedding.weight.device)
        with products(ids.device):
            logits = model(ids[:, :-1])
        losses = F.cross_entropy(logits.float().flatten(0, 1), ids[:, 1:].flatten(), reduction="none")
        losses = losses.view(len(group), -1).cpu()
        right = (logits.argmax(-1) == ids[:, 1:]).cpu()
        for row, s in enumerate(group):
            kinds = data["valid_kinds"][starts[s] + 1:starts[s + 1]]
            says = torch.from_numpy(kinds > chat.PROMPT)
            free = torch.from_numpy(last_answer(kinds) & (kinds != chat.FRAME))
            task = str(tasks[s])
            sums[task] += losses[row, :len(kinds)][says].sum().item()
            counts[task] += says.sum().item()
            exact[task] += float(bool(free.any()) and bool(right[row, :len(kinds)][free].all()))
            samples[task] += 1
    return {task: (sums[task] / max(1, counts[task]), exact[task] / samples[task], int(samples[task]))
            for task in sorted(samples)}


def table(results):
    lines = [f"{'task':28} {'loss':>7} {'exact':>6} {'samples':>8}"]
    for task, (loss, exact, samples) in results.items():
        lines.append(f"{task:28} {loss:7.3f} {exact:6.0%} {samples:8}")
    return "\n".join(lines)

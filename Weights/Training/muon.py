"""Muon: steps whose matrices are orthogonal (Jordan et al., 2024).

Momentum is collected as in SGD; the step is the nearest orthogonal matrix, found
by a Newton-Schulz iteration in bfloat16, where a device has it. For the matrices of small transformers it
needs about half the tokens that AdamW needs. Embeddings and norms stay with AdamW.
"""

from collections import defaultdict

import torch


def orthogonal(stack, steps=5):
    """The polar factors of matrices [count, rows, columns], singular values within 0.7 to 1.2."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = stack.to(torch.bfloat16 if stack.device.type == "cuda" else torch.float32)
    is_tall = x.shape[-2] > x.shape[-1]
    if is_tall:
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.mT if is_tall else x


class Muon:
    """The optimizer; `decay` is the share of itself that a matrix loses at each step."""

    def __init__(self, parameters, rate, momentum=0.95, decay=5e-4):
        self.rate, self.momentum, self.decay = rate, momentum, decay
        self.groups = defaultdict(list)
        for parameter in parameters:
            self.groups[tuple(parameter.shape)].append(parameter)
        self.buffers = {shape: torch.zeros(len(group), *shape, device=group[0].device)
                        for shape, group in self.groups.items()}

    @torch.no_grad()
    def step(self, share):
        """One step with a share of the learning rate."""
        rate = self.rate * share
        for shape, group in self.groups.items():
            gradients = torch.stack([p.grad for p in group])
            buffer = self.buffers[shape].lerp_(gradients, 1 - self.momentum)
            steps = orthogonal(gradients.lerp_(buffer, self.momentum)).float()
            scale = max(1.0, shape[0] / shape[1]) ** 0.5
            for parameter, step in zip(group, steps):
                parameter.mul_(1 - share * self.decay).add_(step, alpha=-rate * scale)

    def forget_gradients(self):
        for group in self.groups.values():
            for parameter in group:
                parameter.grad = None

    def state_dict(self):
        return {"x".join(map(str, shape)): buffer for shape, buffer in self.buffers.items()}

    def load_state_dict(self, state):
        for shape, buffer in self.buffers.items():
            buffer.copy_(state["x".join(map(str, shape))])

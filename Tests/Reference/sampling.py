"""Writes the fixture of the sampler tests: which tokens each choice of parameters leaves, and how likely they are.

    pip install numpy
    python3 Tests/Reference/sampling.py          # rewrites Tests/Fixtures/sampling/cases.json, always to the same bytes

The order is penalties, top-k, top-p, min-p, temperature. Logits are in single precision, as are the penalties; the rest
is sorted and summed in double, the plain way.
"""

import json
from pathlib import Path

import numpy as np

FIXTURE = Path(__file__).resolve().parent.parent / "Fixtures" / "sampling" / "cases.json"
DEFAULTS = {
    "temperature": 1.0,
    "topK": 0,
    "topP": 1.0,
    "minP": 0.0,
    "repetitionPenalty": 1.0,
    "frequencyPenalty": 0.0,
    "presencePenalty": 0.0,
    "penaltyWindow": 64,
}


def all_logits() -> list[np.ndarray]:
    rng = np.random.default_rng(20250301)
    flat = rng.standard_normal(80) * 0.5
    peaked = rng.standard_normal(120) * 4
    ties = np.round(rng.standard_normal(60) * 2)
    masked = np.where(rng.random(60) < 0.8, -np.inf, rng.standard_normal(60) * 2)
    few = np.array([1.0, -2.0, 0.5])
    large = rng.standard_normal(40) * 40 + 1000
    return [logits.astype(np.float32) for logits in (flat, peaked, ties, masked, few, large)]


CHOICES = [
    {},
    {"temperature": 0.3},
    {"temperature": 5.0},
    {"topK": 1},
    {"topK": 10},
    {"topK": 40, "temperature": 0.7},
    {"topK": 1000},
    {"topP": 0.0},
    {"topP": 0.3},
    {"topP": 0.95},
    {"topP": 0.9999},
    {"topP": 0.9, "temperature": 2.0},
    {"topK": 20, "topP": 0.7},
    {"minP": 0.05},
    {"minP": 0.5, "temperature": 1.7},
    {"minP": 1.0},
    {"topK": 40, "topP": 0.95, "minP": 0.05, "temperature": 0.8},
    {"topP": 0.8, "minP": 0.1, "temperature": 1.5},
    {"repetitionPenalty": 1.3},
    {"repetitionPenalty": 0.8, "penaltyWindow": 5},
    {"frequencyPenalty": 0.4, "presencePenalty": 0.9},
    {"frequencyPenalty": -0.5, "topK": 30},
    {"repetitionPenalty": 1.2, "frequencyPenalty": 0.2, "presencePenalty": 0.1, "topP": 0.9, "temperature": 0.6},
    {"repetitionPenalty": 1.2, "penaltyWindow": 0},
]


def probabilities(logits: np.ndarray, context: list[int], choice: dict) -> dict[int, float]:
    x = logits.copy()
    kinds = ("repetitionPenalty", "frequencyPenalty", "presencePenalty")
    factor, frequency, presence = (np.float32(choice[kind]) for kind in kinds)
    window = context[len(context) - choice["penaltyWindow"] :] if choice["penaltyWindow"] else []
    window = context if choice["penaltyWindow"] > len(context) else window
    for token in set(window):
        x[token] = x[token] / factor if x[token] > 0 else x[token] * factor
        x[token] -= np.float32(window.count(token)) * frequency + presence
    # Stable, so that of two equal ones the lower id comes first.
    order = np.argsort(-x, kind="stable")
    x = x.astype(np.float64)
    order = order[np.isfinite(x[order])]
    if choice["topK"]:
        order = order[: choice["topK"]]
    weights = np.exp(x[order] - x[order[0]])
    if choice["topP"] < 1:
        reached = np.cumsum(weights) >= np.float32(choice["topP"]).astype(np.float64) * weights.sum()
        count = int(np.argmax(reached)) + 1 if reached.any() else len(order)
        order, weights = order[:count], weights[:count]
    order = order[weights >= choice["minP"]]
    weights = np.exp((x[order] - x[order[0]]) / choice["temperature"])
    return {int(token): float(f"{weight:.9g}") for token, weight in zip(order, weights / weights.sum())}


def main() -> None:
    rng = np.random.default_rng(20250302)
    cases = []
    for index, logits in enumerate(all_logits()):
        for choice in CHOICES:
            context = rng.integers(0, len(logits), 12).tolist() + [int(np.argmax(logits))] * 3
            whole = DEFAULTS | choice
            result = probabilities(logits, context, whole)
            cases.append(whole | {"logits": index, "context": context})
            cases[-1] |= {"tokens": list(result), "probabilities": list(result.values())}
    # JSON has no infinity; null stands for it.
    rows = [[float(x) if np.isfinite(x) else None for x in logits] for logits in all_logits()]
    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(case) for case in cases)
    FIXTURE.write_text(f'{{"logits": {json.dumps(rows)},\n"cases": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()

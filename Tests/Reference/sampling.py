"""Generates the fixture of the sampler tests: the remaining tokens for each set of parameters, their probabilities, and the
tokens that a seed samples.

    pip install -r Tests/Reference/requirements.txt
    python3 Tests/Reference/sampling.py          # rewrites Tests/Fixtures/sampling/cases.json, always to the same bytes

The sampler order is logit bias, penalties, DRY, top-n-sigma, top-k, typical-p, top-p, min-p, XTC, temperature; Mirostat is
combined only with logit bias and temperature. Logits and their changes are in single precision; sorting and summation are
straightforward implementations in double precision.
"""

import json

import numpy as np
from fixture_paths import fixtures

FIXTURE = fixtures("sampling") / "cases.json"
DEFAULTS = {
    "temperature": 1.0,
    "dynamicRange": 0.0,
    "dynamicExponent": 1.0,
    "topK": 0,
    "topP": 1.0,
    "minP": 0.0,
    "typicalP": 1.0,
    "topNSigma": 0.0,
    "xtcProbability": 0.0,
    "xtcThreshold": 0.1,
    "repetitionPenalty": 1.0,
    "frequencyPenalty": 0.0,
    "presencePenalty": 0.0,
    "penaltyWindow": 64,
    "dryMultiplier": 0.0,
    "dryBase": 1.75,
    "dryAllowedLength": 2,
    "dryWindow": 1 << 30,
    "logitBias": {},
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
    {"typicalP": 0.2},
    {"typicalP": 0.9, "temperature": 1.4},
    {"topK": 30, "typicalP": 0.6},
    {"topK": 50, "typicalP": 0.8, "topP": 0.9, "minP": 0.1},
    {"typicalP": 0.7, "topP": 0.7},
    {"topNSigma": 1.0},
    {"topNSigma": 2.5, "temperature": 3.0},
    {"topNSigma": 1.5, "topK": 12},
    {"topNSigma": 1.5, "topP": 0.8},
    {"topNSigma": 2.0, "typicalP": 0.8, "minP": 0.02},
    {"xtcProbability": 1.0, "xtcThreshold": 0.02},
    {"xtcProbability": 1.0, "xtcThreshold": 0.1, "topK": 40, "temperature": 0.9},
    {"xtcProbability": 1.0, "xtcThreshold": 0.6},
    {"dynamicRange": 0.5},
    {"dynamicRange": 2.0, "dynamicExponent": 0.5, "temperature": 1.2},
    {"dynamicRange": 0.4, "dynamicExponent": 2.0, "temperature": 0.8, "topK": 25},
    {"dryMultiplier": 0.8},
    {"dryMultiplier": 0.5, "dryBase": 1.2, "dryAllowedLength": 1},
    {"dryMultiplier": 2.0, "dryWindow": 12, "topK": 20},
    {"dryMultiplier": 0.1, "dryAllowedLength": 0},
    {"dryMultiplier": 0.4, "repetitionPenalty": 1.1, "penaltyWindow": 8, "topP": 0.9},
    {"logitBias": {"1": 5.0, "0": -3.5}},
    {"logitBias": {"2": None, "900": 1.0}, "repetitionPenalty": 1.1, "minP": 0.05},
    {
        **{"dryMultiplier": 0.8, "topNSigma": 3.0, "topK": 40, "typicalP": 0.95, "topP": 0.95, "minP": 0.02},
        **{"xtcProbability": 1.0, "xtcThreshold": 0.15, "dynamicRange": 0.3, "logitBias": {"1": 1.0}},
    },
]

# The tokens that a seed samples from constant logits.
DRAWS = [
    {"mirostat": [5.0, 0.1]},
    {"mirostat": [2.0, 0.5], "temperature": 0.8},
    {"mirostat": [0.5, 1.0], "temperature": 2.0},
    {"xtcProbability": 0.5, "xtcThreshold": 0.05},
    {"xtcProbability": 0.3, "xtcThreshold": 0.02, "topK": 20, "temperature": 1.3},
    {"minP": 0.1},
]


def softmax(x: np.ndarray) -> np.ndarray:
    weights = np.exp(x - x.max())
    return weights / weights.sum()


def single(value: float) -> float:
    """Rounds a parameter to single precision."""
    return float(np.float32(value))


def dry_losses(context: list[int], choice: dict) -> dict[int, np.float32]:
    """Returns the DRY penalty of each token, from the longest suffix of the context before an earlier occurrence."""
    if choice["dryMultiplier"] == 0:
        return {}
    tokens = context[max(0, len(context) - choice["dryWindow"]) :]
    longest: dict[int, int] = {}
    for position in range(1, len(tokens)):
        length = 0
        while length < position and tokens[position - 1 - length] == tokens[len(tokens) - 1 - length]:
            length += 1
        longest[tokens[position]] = max(longest.get(tokens[position], 0), length)
    allowed = choice["dryAllowedLength"]
    if len(tokens) <= allowed:
        return {}
    return {
        token: np.float32(choice["dryMultiplier"]) * np.float32(single(choice["dryBase"]) ** (length - allowed))
        for token, length in longest.items()
        if length >= allowed
    }


def changed(logits: np.ndarray, context: list[int], choice: dict) -> np.ndarray:
    """Applies logit bias, penalties and DRY."""
    x = logits.copy()
    for token, bias in choice["logitBias"].items():
        if int(token) < len(x):
            x[int(token)] += np.float32(-np.inf if bias is None else bias)
    kinds = ("repetitionPenalty", "frequencyPenalty", "presencePenalty")
    factor, frequency, presence = (np.float32(choice[kind]) for kind in kinds)
    window = context[max(0, len(context) - choice["penaltyWindow"]) :] if choice["penaltyWindow"] else []
    for token in set(window):
        x[token] = x[token] / factor if x[token] > 0 else x[token] * factor
        x[token] -= np.float32(window.count(token)) * frequency + presence
    for token, loss in dry_losses(context, choice).items():
        x[token] -= loss
    return x


def candidates(x: np.ndarray, choice: dict) -> np.ndarray:
    """Returns the candidates before XTC, sorted by logit if top-k has removed tokens, else by id."""
    # Stable, so that ties are ordered by id.
    order = np.argsort(-x, kind="stable")
    x = x.astype(np.float64)
    order = order[np.isfinite(x[order])]
    if choice["topNSigma"] > 0:
        order = order[x[order] >= x[order[0]] - single(choice["topNSigma"]) * x[order].std()]
    if choice["topK"]:
        order = order[: choice["topK"]]
    if choice["typicalP"] < 1:
        p = softmax(x[order])
        entropy = -(p[p > 0] * np.log(p[p > 0])).sum()
        with np.errstate(divide="ignore"):
            nearest = np.argsort(np.abs(-np.log(p) - entropy), kind="stable")
        exceeded = np.cumsum(p[nearest]) > single(choice["typicalP"])
        count = int(np.argmax(exceeded)) + 1 if exceeded.any() else len(nearest)
        order = order[np.sort(nearest[:count])]
    weights = np.exp(x[order] - x[order[0]])
    if choice["topP"] < 1:
        reached = np.cumsum(weights) >= single(choice["topP"]) * weights.sum()
        count = int(np.argmax(reached)) + 1 if reached.any() else len(order)
        order, weights = order[:count], weights[:count]
    order = order[weights >= choice["minP"]]
    return order if 0 < choice["topK"] < len(x) else np.sort(order)


def without_top_choices(x: np.ndarray, order: np.ndarray, choice: dict) -> np.ndarray:
    p = softmax(x[order].astype(np.float64))
    likely = [rank for rank in range(len(order)) if p[rank] >= single(choice["xtcThreshold"])]
    if choice["xtcThreshold"] > 0.5 or len(likely) < 2:
        return order
    least = min(likely, key=lambda rank: (x[order[rank]], -order[rank]))
    return np.array([token for rank, token in enumerate(order) if rank not in likely or rank == least])


def weights_of(x: np.ndarray, order: np.ndarray, choice: dict) -> np.ndarray:
    x = x.astype(np.float64)[order]
    temperature = single(choice["temperature"])
    if choice["dynamicRange"] > 0 and len(order) > 1:
        p = softmax(x)
        entropy = -(p[p > 0] * np.log(p[p > 0])).sum() / np.log(len(p))
        low, high = max(0.0, temperature - single(choice["dynamicRange"])), temperature + single(choice["dynamicRange"])
        temperature = low + (high - low) * entropy ** single(choice["dynamicExponent"])
    return np.exp((x - x.max()) / temperature)


def probabilities(logits: np.ndarray, context: list[int], choice: dict) -> dict[int, float]:
    x = changed(logits, context, choice)
    order = candidates(x, choice)
    if choice["xtcProbability"] == 1:
        order = without_top_choices(x, order, choice)
    weights = weights_of(x, order, choice)
    return {int(token): float(f"{weight:.9g}") for token, weight in zip(order, weights / weights.sum())}


class SplitMix64:
    def __init__(self, seed: int):
        self.state = seed

    def unit(self) -> float:
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        return ((mixed ^ (mixed >> 31)) >> 11) * 2.0**-53


def draws(x: np.ndarray, choice: dict, seed: int, count: int) -> list[int]:
    random = SplitMix64(seed)
    tau, eta = (single(value) for value in choice.get("mirostat", (0, 0)))
    bound = 2 * tau
    result = []
    for _ in range(count):
        if "mirostat" in choice:
            order = np.flatnonzero(np.isfinite(x))
            p = softmax(x[order].astype(np.float64) / single(choice["temperature"]))
            with np.errstate(divide="ignore"):
                kept = order[-np.log2(p) <= bound]
            order = kept if len(kept) else np.array([int(np.argmax(x))])
        else:
            order = candidates(x, choice)
            if choice["xtcProbability"] > 0 and len(order) > 1 and random.unit() <= single(choice["xtcProbability"]):
                order = without_top_choices(x, order, choice)
        weights = weights_of(x, order, choice)
        rest = random.unit() * weights.sum()
        rank = 0
        for rank, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                break
        result.append(int(order[rank]))
        bound -= eta * (-np.log2(weights[rank] / weights.sum()) - tau)
    return result


def main() -> None:
    rng = np.random.default_rng(20250302)
    cases, drawn = [], []
    for index, logits in enumerate(all_logits()):
        for choice in CHOICES:
            whole = DEFAULTS | choice
            context = rng.integers(0, len(logits), 12).tolist() + [int(np.argmax(logits))] * 3
            # Of few different tokens, so that they repeat themselves.
            if whole["dryMultiplier"]:
                context = rng.integers(0, min(4, len(logits)), 40).tolist()
            result = probabilities(logits, context, whole)
            cases.append(whole | {"logits": index, "context": context})
            cases[-1] |= {"tokens": list(result), "probabilities": list(result.values())}
        for seed, choice in enumerate(DRAWS):
            whole = DEFAULTS | choice
            drawn.append(whole | {"logits": index, "seed": seed, "tokens": draws(logits, whole, seed, 30)})
    # JSON has no infinity; null stands for it.
    rows = [[float(x) if np.isfinite(x) else None for x in logits] for logits in all_logits()]

    def lines(items: list) -> str:
        shorter = [{key: value for key, value in item.items() if DEFAULTS.get(key) != value} for item in items]
        return "[\n" + ",\n".join(json.dumps(item) for item in shorter) + "\n]"

    FIXTURE.write_text(f'{{"logits": {json.dumps(rows)},\n"cases": {lines(cases)},\n"draws": {lines(drawn)}}}\n')


if __name__ == "__main__":
    main()

"""Trains the model within a budget of minutes; resumes from its last checkpoint.

    python train.py --work WORK --minutes 80

The learning rate warms up, stays, and falls to zero over the last part of the
budget, whatever the speed of the machine is.
"""

import argparse
import csv
import math
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from model import EMBEDDING_SCALE, Config, Model

# The share of the budget after which the learning rate falls. Copy drills and emphasis end there too, so that the model
# settles on the stories as they are.
STAY = 0.7

# Tokens with less than this share of the data are rare; repeated in a sample, they weigh more.
RARE, EMPHASIS = 0.0004, 5.0


class Packer:
    """Fills rows with whole samples, so that no story is cut.

    A row starts with a sample at position 0 and takes further samples as long as
    one of those waiting fits. Steps use short rows; when enough samples that are
    too long for those have come together, one step uses long rows. The same seed
    gives the same rows.
    """

    def __init__(self, data, name, short, long, tokens, seed):
        self.ids, self.mask = data[name + "_ids"], data[name + "_mask"]
        self.starts = data[name + "_starts"]
        self.lengths = np.diff(self.starts)
        self.short, self.long, self.tokens = short, long, tokens
        share = np.bincount(self.ids, minlength=1 << 16) / len(self.ids)
        self.rare, self.weight = share < RARE, 1.0
        self.dice = np.random.default_rng(seed)
        self.waiting, self.order, self.epoch = [], [], 0

    def take(self):
        if len(self.order) == 0:
            self.order = self.dice.permutation(len(self.lengths)).tolist()
            self.epoch += 1
        return self.order.pop()

    def row(self, size):
        """Indices of samples that fill one row."""
        while len(self.waiting) < 256:
            sample = self.take()
            if self.lengths[sample] <= self.long:
                self.waiting.append(sample)
        chosen, room = [], size
        while True:
            fitting = [s for s in self.waiting if self.lengths[s] <= room]
            if not fitting:
                return chosen
            if not chosen:  # the one that has waited longest; in long rows, a long one
                best = next((s for s in fitting if self.lengths[s] > self.short), fitting[0])
            else:
                best = max(fitting[:64], key=lambda s: self.lengths[s])
            chosen.append(best)
            self.waiting.remove(best)
            room -= self.lengths[best]

    def emphasis(self, ids):
        """Loss weights of one sample: more for a rare token that has occurred before, such as a name."""
        again = np.ones(len(ids), bool)
        again[np.unique(ids, return_index=True)[1]] = False
        return np.where(again & self.rare[ids], self.weight, 1.0)

    def batch(self):
        """Inputs, targets and loss weights, each [rows, time]."""
        long_ones = sum(self.lengths[s] > self.short for s in self.waiting)
        size = self.long if long_ones >= 12 else self.short
        rows = self.tokens // size
        ids = np.zeros((rows, size + 1), np.int64)
        mask = np.zeros((rows, size + 1), np.float32)
        for row in range(rows):
            at = 0
            for sample in self.row(size):
                a, b = self.starts[sample], self.starts[sample + 1]
                ids[row, at:at + b - a] = self.ids[a:b]
                mask[row, at:at + b - a] = self.mask[a:b] * self.emphasis(self.ids[a:b])
                at += b - a
        mask[:, 0] = 0
        return torch.from_numpy(ids[:, :-1].copy()), torch.from_numpy(ids[:, 1:].copy()), \
            torch.from_numpy(mask[:, 1:].copy())


def copy_drill(rows, time, vocab, dice):
    """Rows of random tokens, each row one short piece told again and again.

    Only what stands in the row helps to predict its tokens, so the attention
    learns to copy. Stories need that for names, and teach it slowly: few of their
    tokens are names.
    """
    ids = np.zeros((rows, time + 1), np.int64)
    mask = np.ones((rows, time), np.float32)
    for row in range(rows):
        period = dice.integers(4, 22)
        ids[row] = np.resize(dice.choice(np.arange(3, vocab), period, replace=False), time + 1)
        mask[row, :period - 1] = 0
    return torch.from_numpy(ids[:, :-1].copy()), torch.from_numpy(ids[:, 1:].copy()), torch.from_numpy(mask)


def is_drill(step, progress, first=0.2, last=STAY):
    """Two of three steps at first, until copying is learned, then one of four, so that it is kept."""
    return step % 3 > 0 if progress < first else step % 4 == 0 and progress < last


def rate(progress, step, warmup=150, stay=STAY):
    """Share of the peak learning rate: warm-up by steps, then by share of the budget."""
    fall = 1.0 if progress < stay else max(0.0, (1 - progress) / (1 - stay))
    return min(1.0, (step + 1) / warmup) * fall


def optimizer_for(model, peak):
    """AdamW. `scale` is a group's factor on the learning rate: see EMBEDDING_SCALE."""
    embedding, last = model.embedding.weight, model.norm.weight
    matrices = [p for p in model.parameters() if p.dim() >= 2 and p is not embedding]
    norms = [p for p in model.parameters() if p.dim() < 2 and p is not last]
    groups = [dict(params=matrices, scale=1.0, weight_decay=0.1), dict(params=norms, scale=1.0, weight_decay=0.0),
              dict(params=[embedding], scale=EMBEDDING_SCALE, weight_decay=0.0),
              dict(params=[last], scale=1 / EMBEDDING_SCALE, weight_decay=0.0)]
    return torch.optim.AdamW(groups, lr=peak, betas=(0.9, 0.97), eps=1e-8, fused=True)


def loss_of(model, inputs, targets, weights):
    with torch.autocast("cpu", torch.bfloat16):
        logits = model(inputs)
    each = F.cross_entropy(logits.float().flatten(0, 1), targets.flatten(), reduction="none")
    return (each * weights.flatten()).sum() / weights.sum().clamp(min=1)


@torch.no_grad()
def validate(model, data, most=None, size=1024):
    """Mean loss a token, for each source and over all. One sample at a time, in float32."""
    sums, counts = defaultdict(float), defaultdict(float)
    starts = data["valid_starts"]
    samples = range(len(starts) - 1) if most is None else \
        np.random.default_rng(0).permutation(len(starts) - 1)[:most]
    for s in samples:
        ids = torch.from_numpy(data["valid_ids"][starts[s]:starts[s + 1]].astype(np.int64))[:size + 1]
        mask = torch.from_numpy(data["valid_mask"][starts[s]:starts[s + 1]].astype(np.float32))[:size + 1]
        each = F.cross_entropy(model(ids[None, :-1])[0], ids[1:], reduction="none") * mask[1:]
        for key in ("all", str(data["valid_sources"][s])):
            sums[key] += each.sum().item()
            counts[key] += mask[1:].sum().item()
    return {key: sums[key] / max(1, counts[key]) for key in sums}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, required=True, help="time for training, over all runs")
    parser.add_argument("--layers", type=int, default=5)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--tokens", type=int, default=2048, help="tokens a step")
    parser.add_argument("--short", type=int, default=512)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--save-every", type=float, default=10, help="minutes")
    parser.add_argument("--validate-every", type=int, default=400, help="steps")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    data = dict(np.load(options.work / "tokens.npz"))
    vocab = int(math.ceil((int(data["train_ids"].max()) + 1) / 256) * 256)
    config = Config(vocab=vocab, layers=options.layers)
    model = Model(config)
    optimizer = optimizer_for(model, options.rate)
    packer = Packer(data, "train", options.short, config.context, options.tokens, options.seed)
    print(f"{model.count()} parameters, {len(data['train_ids'])} tokens of data", flush=True)

    checkpoint = options.work / "checkpoint.pt"
    step, batches, spent, seen = 0, 0, 0.0, 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        step, batches, spent, seen = state["step"], state["batches"], state["spent"], state["seen"]
        for _ in range(batches):
            packer.batch()
        print(f"resumed at step {step}", flush=True)

    def save():
        state = dict(model=model.state_dict(), optimizer=optimizer.state_dict(), config=config.as_dict(),
                     step=step, batches=batches, spent=spent, seen=seen)
        torch.save(state, checkpoint.with_suffix(".new"))
        checkpoint.with_suffix(".new").replace(checkpoint)

    step_loss = torch.compile(loss_of, dynamic=False) if options.compile else loss_of
    log = (options.work / "loss.csv").open("a", newline="")
    rows = csv.writer(log)
    if log.tell() == 0:
        rows.writerow(["step", "tokens", "minutes", "rate", "train", "valid"])
    budget, saved, mean, drilled, clock = options.minutes * 60, spent, None, 0.0, time.time()
    dice = np.random.default_rng(options.seed + step)
    while spent < budget:
        share = rate(spent / budget, step)
        for group in optimizer.param_groups:
            group["lr"] = options.rate * share * group["scale"]
        drill = is_drill(step, spent / budget)
        packer.weight = EMPHASIS if spent < STAY * budget else 1.0
        if drill:
            inputs, targets, weights = copy_drill(options.tokens // 64, 64, config.vocab, dice)
        else:
            inputs, targets, weights = packer.batch()
            batches += 1
        loss = step_loss(model, inputs, targets, weights)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        step, seen = step + 1, seen + inputs.numel()
        if drill:
            drilled = 0.9 * drilled + 0.1 * loss.item()
        else:
            mean = loss.item() if mean is None else 0.95 * mean + 0.05 * loss.item()
        spent, clock = spent + time.time() - clock, time.time()
        valid = ""
        if step % options.validate_every == 0:
            valid = f"{validate(model, data, 150)['all']:.4f}"
        if step % 20 == 0:
            rows.writerow([step, seen, f"{spent / 60:.2f}", f"{options.rate * share:.6f}", f"{mean or 0:.4f}", valid])
            log.flush()
        if step % 100 == 0:
            print(f"step {step}  {spent / 60:.1f} min  {seen / 1e6:.2f} M tokens  {seen / spent:.0f} tokens/s  "
                  f"train {mean or 0:.3f}  drill {drilled:.3f}  valid {valid}", flush=True)
        if spent - saved > options.save_every * 60:
            save()
            saved = spent
    save()
    for source, value in sorted(validate(model, data).items()):
        print(f"valid {source:24} {value:.4f}")


if __name__ == "__main__":
    main()

"""Trains the model; goes on from its last checkpoint.

    python train.py --work WORK --compile                    # until it is stopped
    python train.py --work WORK --compile --decay 500        # a finished copy: 500 more steps, the rate falling to zero
    python train.py --work WORK --compile --begin MODEL.gguf # a new run that begins with the weights of an exported one
    python train.py --work WORK --compile --begin MODEL.gguf --tokens 8192 --decay 4000   # the rate falling all along
    python train.py --work WORK --compile --begin LARGER.gguf --layers 9 --decay 400 --lookup 16   # see lookup.py

The learning rate warms up and stays, so a run can go on for as long as one likes,
in as many sittings as one likes, also with more data than it began with. A copy
whose rate falls to zero is what is exported; the run itself is not touched by
that. A run that is stopped by a signal saves first.
"""

import argparse
import csv
import os
import signal
import time
from pathlib import Path

# Threads that wait give their core away, as the machine has other work too.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

from heap import keep_pages

if __name__ == "__main__":
    keep_pages()

import numpy as np
import torch
import torch.nn.functional as F

import export
import lookup
import packing
import tokenizer as tok
from growing import can_grow, grown
from model import EMBEDDING_SCALE, Config, Model
from muon import Muon
from planting import plant
from precision import products
from validate import table, validate

WARMUP = 100

# Matrices that write to the residual stream are changed more slowly than the others: else what they write soon drowns
# the embeddings, and nothing can be copied.
WRITING = 0.3

# How often samples of a task are seen in an epoch, where that is not once, by what a run is to teach most.
SHARES = {
    "all": {"text": 0.05, "arithmetic": 0.3, "tool_result": 0.35, "tool": 0.35, "described": 0.35, "extract": 0.45,
            "describe": 0.5, "invent": 0.5, "question": 0.5, "tale": 0.5, "classify": 0.8, "memory": 1.5, "rewrite": 2.0,
            "story": 3.5},
    # Three quarters of the tokens are what has to be found in a text or a list: values, labels, tools.
    "finding": {"text": 0.03, "arithmetic": 0.1, "tool_result": 0.2, "tale": 0.4, "describe": 0.25, "invent": 0.3,
                "question": 0.9, "tool": 0.35, "described": 0.35, "extract": 0.7, "talk": 0.5, "tool_none": 1.0,
                "memory": 0.8, "rewrite": 1.0, "story": 2.5, "structure": 1.0},
    # Half of the tokens are stories; the rest is there so that nothing else is forgotten.
    "stories": {"text": 0.05, "tool_result": 0.1, "describe": 0.1, "invent": 0.1, "tool": 0.1, "described": 0.1,
                "extract": 0.1, "classify": 0.15, "question": 0.15, "tool_none": 0.15, "arithmetic": 0.2, "memory": 0.3,
                "rewrite": 0.3, "structure": 0.3, "unknown": 0.3, "talk": 0.5, "story": 1.5},
}
# The same with longer ones: a run in which these hardly occur forgets how they go on.
SHARES["tales"] = SHARES["stories"] | {"arithmetic": 0.1, "question": 0.2, "story": 1.0, "tale": 2.0}
# For a short run after one that taught to find things: what suffered by that.
SHARES["asking"] = SHARES["finding"] | {"question": 2.0, "tool": 0.55, "extract": 0.35, "structure": 0.6, "story": 2.0}
# For a short run after that one: labels above all.
SHARES["sorting"] = SHARES["asking"] | {"classify": 2.5, "question": 1.6, "tool": 0.35, "extract": 0.3, "structure": 0.5,
                                        "tool_none": 0.7, "story": 3.0}
# A third of the tokens are questions.
SHARES["answering"] = SHARES["sorting"] | {"question": 5.0, "classify": 1.5, "extract": 0.4, "story": 3.5}
# For a short run after that for labels: questions and calls, which suffered by it.
SHARES["reading"] = SHARES["asking"] | {"question": 3.0, "classify": 1.3, "memory": 3.0, "story": 4.0}
# Calls, fields and questions, for a long run at a low rate.
SHARES["copying"] = SHARES["asking"] | {"tool": 0.8, "extract": 0.7, "classify": 0.8, "memory": 2.0, "story": 3.0}
# Fields above all, and calls beside them.
SHARES["filling"] = SHARES["copying"] | {"tool": 0.9, "extract": 1.3, "question": 1.6, "structure": 0.8, "story": 3.5}
# For a short run: two fifths of the tokens are calls, a quarter the spelling and the kinds of what they name.
SHARES["calling"] = SHARES["copying"] | {"tool": 1.0, "extract": 0.25, "question": 0.9, "classify": 0.7,
                                         "spelling": 2.0}
# The same, with fewer of these: a quarter of the tokens are calls of tools whose names say little.
SHARES["describing"] = SHARES["calling"] | {"described": 1.5, "tool": 0.5, "question": 1.4, "spelling": 0.7, "kinds": 0.4}
# What people type first: three fifths of the tokens are small talk, sums, openings of stories, tools over several turns.
SHARES["beginning"] = {"text": 0.05, "described": 0.05, "extract": 0.08, "classify": 0.15, "kinds": 0.1, "spelling": 0.1,
                       "tool": 0.1, "question": 0.25, "tale": 0.4, "arithmetic": 0.5, "structure": 0.6, "turns": 0.6,
                       "tool_result": 0.7, "memory": 1.5, "rewrite": 2.0, "story": 2.5, "unknown": 3.0}
FALLING_WEIGHTS = dict.fromkeys(SHARES, packing.PLAIN_WEIGHTS) | {"stories": packing.STORY_WEIGHTS}


def is_drill(step):
    """Every fourth step at first, then one in sixteen: without them, copying of what no data have is forgotten."""
    return step % 4 == 1 if step < 400 else step % 16 == 0


def learning_share(step, decay):
    """The share of the learning rate; `decay` is where it begins to fall, and for how many steps."""
    warm = min(1.0, (step + 1) / WARMUP)
    return min(warm, max(0.0, 1 - (step - decay[0]) / decay[1])) if decay else warm


def loss_of(model, inputs, documents, judged, targets, weights):
    with products(inputs.device):
        logits = model.features(inputs, documents).flatten(0, 1)[judged] @ model.embedding.weight.T
    each = F.cross_entropy(logits.float(), targets, reduction="none")
    return (each * weights).sum() / weights.sum().clamp(min=1)


class Optimizer:
    """Muon for the matrices of the blocks, AdamW for the embedding and the norms."""

    def __init__(self, model, options):
        # The layer that `matching.py` adds writes nothing yet, so it learns at the full rate.
        new = f"blocks.{lookup.MATCHING}." if options.lookup else None
        embedding, last = model.embedding.weight, model.norm.weight
        self.rate = options.rate
        matrices = {name: p for name, p in model.named_parameters() if p.dim() >= 2 and p is not embedding}
        writing = {name for name in matrices if name.endswith(("output.weight", "down.weight"))
                   and not (new and name.startswith(new))}
        self.muons = [Muon([p for name, p in matrices.items() if name not in writing], options.muon_rate),
                      Muon([matrices[name] for name in sorted(writing)], options.muon_rate * WRITING)]
        norms = [p for p in model.parameters() if p.dim() < 2 and p is not last]
        groups = [dict(params=norms, scale=1.0), dict(params=[embedding], scale=EMBEDDING_SCALE),
                  dict(params=[last], scale=1 / EMBEDDING_SCALE)]
        self.adam = torch.optim.AdamW(
            groups, lr=options.rate, betas=(0.9, 0.98), eps=1e-8, weight_decay=0.0, fused=True)

    def step(self, share):
        for muon in self.muons:
            muon.step(share)
        for group in self.adam.param_groups:
            group["lr"] = self.rate * share * group["scale"]
        self.adam.step()
        self.adam.zero_grad()
        for muon in self.muons:
            muon.forget_gradients()

    def state_dict(self):
        return dict(muon=[muon.state_dict() for muon in self.muons], adam=self.adam.state_dict())

    def load_state_dict(self, state):
        for muon, part in zip(self.muons, state["muon"]):
            muon.load_state_dict(part)
        self.adam.load_state_dict(state["adam"])


class Log:
    """A CSV file that forgets what came after the step that a run goes on from."""

    def __init__(self, path, head, step):
        kept = [head]
        if path.exists():
            with path.open(newline="") as file:
                kept += [row for row in list(csv.reader(file))[1:] if int(row[0]) <= step]
        with path.open("w", newline="") as file:
            csv.writer(file).writerows(kept)
        self.path = path

    def add(self, *rows):
        with self.path.open("a", newline="") as file:
            csv.writer(file).writerows(rows)


class Run:
    """What is being trained, and how far it is."""

    def __init__(self, options):
        self.options, self.work = options, options.work
        self.path = self.work / ("decayed.pt" if options.decay else "checkpoint.pt")
        self.read_data()
        tokenizer = tok.load(self.work)
        self.config = Config(vocab=tokenizer.get_vocab_size(), width=options.width, heads=options.width // 32,
                             kv_heads=options.width // 64, layers=options.layers, hidden=options.hidden)
        self.model = Model(self.config)
        self.model.relate([tokenizer.id_to_token(i) for i in range(self.config.vocab)])
        if options.begin:
            self.begin_with(options.begin, tokenizer)
        else:
            plant(self.model)
        self.model.to(options.device)
        self.optimizer = Optimizer(self.model, options)
        self.lookup = lookup.Teacher(tokenizer, self.config, options) if options.lookup else None
        self.step, self.spent, self.seen = 0, 0.0, 0
        self.decay = [0, options.decay] if options.decay else None
        self.load()

    def begin_with(self, path, tokenizer):
        """Takes the weights of an exported model of the same vocabulary, and of this shape or a smaller one."""
        model, tokens = export.read(path)
        if not can_grow(model.config, self.config):
            raise SystemExit(f"{path}: found {model.config}, expected at most the layers and hidden units of {self.config}")
        if tokens != [tokenizer.id_to_token(i) for i in range(self.config.vocab)]:
            raise SystemExit(f"{path}: found other tokens than those of tokenizer.json")
        self.model.load_state_dict(grown(model, self.config).state_dict())

    def read_data(self):
        path = self.work / "tokens.npz"
        self.read_at = path.stat().st_mtime
        self.data = dict(np.load(path))
        self.fingerprint = packing.fingerprint(self.data, self.options.tokens)
        self.batches = packing.Batches(self.data, self.options.tokens, self.options.seed,
                                       SHARES[self.options.lesson])

    def look_for_new_data(self):
        """Takes up data that were written while the run went on: an epoch of them begins."""
        if (self.work / "tokens.npz").stat().st_mtime != self.read_at:
            epoch, fingerprint, index = self.batches.epoch, self.fingerprint, self.batches.index
            self.read_data()
            self.batches.start(*((epoch, index) if self.fingerprint == fingerprint else (epoch + 1, 0)))
            print(f"step {self.step}: other data, epoch {self.batches.epoch}", flush=True)

    def load(self):
        source = self.path if self.path.exists() else self.work / "checkpoint.pt"
        if not source.exists():
            return
        if self.options.begin:
            print(f"{source.name} is there: {self.options.begin.name} is not begun with", flush=True)
        state = torch.load(source, weights_only=True, map_location=self.options.device)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        if self.lookup and "lookup" in state:
            self.lookup.load_state_dict(state["lookup"])
        self.step, self.spent, self.seen, self.decay = (state[key] for key in ("step", "spent", "seen", "decay"))
        if state["fingerprint"] == self.fingerprint:
            self.batches.start(state["epoch"], state["index"])
        else:  # other data: an epoch of them begins
            self.batches.start(state["epoch"] + 1, 0)
        if self.options.decay and self.decay is None:
            self.decay = [self.step, self.options.decay]
        print(f"goes on at step {self.step}, epoch {self.batches.epoch}"
              + (f", falling until {sum(self.decay)}" if self.decay else ""), flush=True)

    def save(self):
        state = dict(model=self.model.state_dict(), optimizer=self.optimizer.state_dict(), config=self.config.as_dict(),
                     step=self.step, spent=self.spent, seen=self.seen, decay=self.decay, epoch=self.batches.epoch,
                     index=self.batches.index, fingerprint=self.fingerprint)
        if self.lookup:
            state["lookup"] = self.lookup.state_dict()
        new = self.path.with_suffix(".new")
        with new.open("wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path)

    def next_batch(self):
        if self.decay is None and is_drill(self.step):
            dice = np.random.default_rng([self.options.seed, self.step])
            size = packing.SIZES[0]
            batch = packing.drill(self.options.tokens // size, size, len(tok.SPECIALS), self.config.vocab, dice)
            return self.moved(batch), True
        weights = FALLING_WEIGHTS[self.options.lesson] if self.decay else packing.WEIGHTS
        return self.moved(self.batches.next(packing.weight_table(weights))), False

    def moved(self, batch):
        return [part.to(self.options.device) for part in batch]

    def is_finished(self):
        last = sum(self.decay) if self.decay else self.options.steps
        return last is not None and self.step >= last


def is_paused(path):
    """Whether there is the file that asks for quiet; one that is older than half an hour was forgotten."""
    try:
        return path is not None and time.time() - path.stat().st_mtime < 30 * 60
    except FileNotFoundError:
        return False


def train(run, options):
    stop = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.append(True))
    loss_function = torch.compile(loss_of, dynamic=False) if options.compile else loss_of
    head = ["step", "tokens", "minutes", "share", "train", "valid"]
    log = Log(run.path.with_suffix(".csv"), head, run.step)
    tasks = Log(run.work / f"{run.path.stem}-tasks.csv", ["step", "task", "loss", "exact"], run.step)
    mean, drilled, saved, before, clock = None, 0.0, run.spent, (run.spent, run.seen), time.time()
    while not stop and not run.is_finished():
        while is_paused(options.pause_file) and not stop:
            time.sleep(1)
            clock = time.time()
        batch, drill = run.next_batch()
        loss = loss_function(run.model, *batch)
        loss.backward()
        if run.lookup:
            run.lookup.learn(run.model, run.step)
        torch.nn.utils.clip_grad_norm_(run.model.parameters(), 1.0)
        share = learning_share(run.step, run.decay)
        run.optimizer.step(share)
        run.step, run.seen = run.step + 1, run.seen + batch[0].numel()
        if drill:
            drilled = 0.8 * drilled + 0.2 * loss.item()
        else:
            mean = loss.item() if mean is None else 0.97 * mean + 0.03 * loss.item()
        run.spent, clock = run.spent + time.time() - clock, time.time()
        valid = ""
        if run.step % options.validate_every == 0:
            results = validate(run.model, run.data, options.validate_samples)
            losses, exact, samples = zip(*results.values())
            valid = f"{np.mean(losses):.4f}"
            tasks.add(*[[run.step, task, f"{nats:.4f}", f"{right:.4f}"] for task, (nats, right, _) in results.items()])
            print(f"step {run.step}: {len(samples)} tasks, mean loss {valid}, exact {np.mean(exact):.1%}\n"
                  + table(results), flush=True)
            clock = time.time()
        if run.step % 10 == 0:
            log.add([run.step, run.seen, f"{run.spent / 60:.2f}", f"{share:.4f}", f"{mean or 0:.4f}", valid])
        if run.step % 50 == 0:
            speed = (run.seen - before[1]) / (run.spent - before[0])
            before = (run.spent, run.seen)
            print(f"step {run.step}  {run.spent / 60:.1f} min  {run.seen / 1e6:.2f} M tokens  {speed:.0f} tokens/s  "
                  f"epoch {run.batches.epoch}  train {mean or 0:.3f}  drill {drilled:.3f}  share {share:.2f}"
                  + (f"  found {run.lookup.right:.0%}" if run.lookup else ""), flush=True)
        if run.spent - saved > options.save_minutes * 60:
            run.look_for_new_data()
            run.save()
            saved = run.spent
    run.save()
    if not stop:
        print(table(validate(run.model, run.data, options.validate_samples)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--steps", type=int, help="where to stop; without it, only a signal does")
    parser.add_argument("--decay", type=int, help="train a copy for so many steps, the rate falling to zero")
    parser.add_argument("--begin", type=Path, help="take the weights of a GGUF file of this shape and tokens")
    parser.add_argument("--lesson", choices=SHARES, default="all", help="what the run is to teach most")
    parser.add_argument("--lookup", type=int, default=0, metavar="ROWS",
                        help="exercises of `lookup.py` beside each batch, for a model that `matching.py` has widened")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--width", type=int, default=Config.width,
                        help="a head is 32 wide, and two share their keys and values")
    parser.add_argument("--layers", type=int, default=Config.layers)
    parser.add_argument("--hidden", type=int, default=Config.hidden)
    parser.add_argument("--rate", type=float, default=2e-3, help="of AdamW")
    parser.add_argument("--muon-rate", type=float, default=0.01)
    parser.add_argument("--tokens", type=int, default=2048, help="tokens a step; more of them later in a long run")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--pause-file", type=Path, help="wait while this file exists and is young")
    parser.add_argument("--save-minutes", type=float, default=4)
    parser.add_argument("--validate-every", type=int, default=250, help="steps")
    parser.add_argument("--validate-samples", type=int, default=24, help="of a task")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.lookup and options.layers <= lookup.FETCHING:
        parser.error(f"--lookup: expected more than {lookup.FETCHING} layers, found {options.layers}")
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    train(Run(options), options)


if __name__ == "__main__":
    main()

"""Trains a model for a fixed time on samples that are made meanwhile.

    python train.py --work WORK --corpora CORPORA --compile --seconds 400
    python train.py --work WORK --corpora CORPORA --compile --seconds 200 --begin WORK/run --lesson talk --run talk

WORK has `tokenizer.json`; its folder `run` gets the weights and `log.csv`. The rate
rises, stays, and falls to zero at the end of the time. While it falls, the model now
and then answers prompts, and the tokens with which it repeats itself are made
unlikely (Welleck et al., 2019).
"""

import argparse
import os
import threading
import time
from pathlib import Path
from queue import Queue

import numpy as np
import torch
import torch.nn.functional as F
from torch.nn.attention.flex_attention import create_block_mask

import chat
import tokenizer as tok
from model import EMBEDDING_SCALE, Config, Model
from muon import Muon
from speak import greedy, loop_start
from stream import Stream
from weights import load, save

WARMUP = 100
WRITING = 0.5


class Optimizer:
    """Muon for the matrices of the blocks, AdamW for the embedding and the norms."""

    def __init__(self, model, rate, muon_rate):
        self.rate = rate
        embedding, last = model.embedding.weight, model.norm.weight
        matrices = {name: p for name, p in model.named_parameters() if p.dim() >= 2 and p is not embedding}
        writes = lambda name: name.endswith(("output.weight", "down.weight"))
        self.muons = [Muon([p for name, p in matrices.items() if not writes(name)], muon_rate),
                      Muon([p for name, p in matrices.items() if writes(name)], muon_rate * WRITING)]
        norms = [p for p in model.parameters() if p.dim() < 2 and p is not last]
        groups = [dict(params=norms, scale=1.0), dict(params=[embedding], scale=EMBEDDING_SCALE),
                  dict(params=[last], scale=1 / EMBEDDING_SCALE)]
        self.adam = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), eps=1e-8, weight_decay=0.0, fused=True)

    def step(self, share):
        for muon in self.muons:
            muon.step(share)
        for group in self.adam.param_groups:
            group["lr"] = self.rate * share * group["scale"]
        self.adam.step()
        self.forget()

    def forget(self):
        """Drops the gradients."""
        self.adam.zero_grad()
        for muon in self.muons:
            muon.forget_gradients()


def learning_share(step, passed, falling):
    """The share of the learning rate; `passed` is the share of the time."""
    return min(1.0, (step + 1) / WARMUP, max(0.01, (1 - passed) / falling))


def loss_of(model, inputs, mask, targets, weights, refused):
    """The weighted loss; tokens that are refused are to become unlikely instead."""
    with torch.autocast(inputs.device.type, torch.bfloat16, enabled=inputs.device.type == "cuda"):
        logits = model(inputs, mask)
    logits = logits.float()
    each = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none").view(targets.shape)
    # A certain token has no loss, and its unlikelihood no limit; a little more loss gives it one.
    unlikely = -torch.log(-torch.expm1(-each - 1e-3))
    return ((each * weights).sum() + (unlikely * refused).sum()) / weights.sum().clamp(min=1)


class Batches:
    """Batches on the device, made ready by a thread."""

    def __init__(self, stream, device):
        self.queue, self.device = Queue(6), device
        threading.Thread(target=self.fill, args=(stream,), daemon=True).start()

    def fill(self, stream):
        try:
            for arrays in stream:
                self.queue.put(self.moved(arrays))
        except Exception as error:  # handed over to the thread that waits
            self.queue.put(error)

    def moved(self, arrays):
        ids, weights = arrays["ids"].astype(np.int64), arrays["weights"].astype(np.float32)
        parts = (ids[:, :-1], arrays["documents"][:, :-1].astype(np.int32), ids[:, 1:], weights[:, 1:])
        return [torch.from_numpy(np.ascontiguousarray(part)).to(self.device) for part in parts]

    def next(self):
        batch = self.queue.get()
        if isinstance(batch, Exception):
            raise batch
        return batch


class Masks:
    """What each token may see: a block mask where a compiled kernel takes one, else the numbers of samples."""

    def __init__(self, blocks):
        self.blocks = blocks
        self.make = torch.compile(create_block_mask, dynamic=False) if blocks else None

    def __call__(self, documents):
        if not self.blocks:
            return documents
        def seen(batch, head, query, key):
            return (query >= key) & (documents[batch, query] == documents[batch, key])
        rows, length = documents.shape
        return self.make(seen, rows, None, length, length, device=documents.device)


class Loops:
    """Prompts that were read, the model's own answers to them, and rows of those in which it repeats itself."""

    def __init__(self, tokenizer, dice, most=200):
        self.start, self.end = (tokenizer.token_to_id(text) for text in (chat.START, chat.END))
        self.said, self.user, self.between = (tokenizer.encode(text).ids for text in ("assistant\n", "user\n", "\n"))
        self.dice, self.most = dice, most
        self.found, self.asked, self.looped = [], 0, 0

    def prompts(self, ids, documents, count):
        """Beginnings of samples up to an answer; half of them with words left out or mixed with another."""
        result, head = [], [self.start] + self.said
        for row in self.dice.permutation(len(ids)):
            for number in range(1, int(documents[row].max()) + 1):
                sample = ids[row][documents[row] == number].tolist()
                places = [at for at in range(len(sample) - len(head)) if sample[at:at + len(head)] == head]
                if places and len(sample) < 600:
                    result.append(sample[:places[int(self.dice.integers(len(places)))] + len(head)])
            if len(result) >= count:
                break
        result = result[:count]
        return [self.disturbed(prompt, result) if self.dice.random() < 0.5 else prompt for prompt in result]

    def disturbed(self, prompt, others):
        """The last thing that was said, with tokens left out, cut off, or replaced by that of another prompt."""
        tail = [self.end] + self.between
        begin = len(prompt) - len(self.said) - 1
        starts = [at for at in range(begin) if prompt[at] == self.start]
        if not starts:
            return prompt
        first = starts[-1] + 1 + len(self.user)
        text = [token for token in prompt[first:begin] if token > 4]
        draw = self.dice.random()
        if draw < 0.4:
            text = [token for token in text if self.dice.random() > 0.15]
        elif draw < 0.8 and len(text) > 2:
            text = text[:int(self.dice.integers(1, len(text)))]
        else:
            other = others[int(self.dice.integers(len(others)))]
            text = text[:len(text) // 2] + [token for token in other[-40:] if token > 4 and token not in self.said][-15:]
        return prompt[:first] + text + tail + [self.start] + self.said

    def listen(self, model, ids, documents, count):
        prompts = self.prompts(ids, documents, count)
        answers = greedy(model, prompts, self.most, self.end)
        self.asked, self.looped, self.found = len(answers), 0, []
        for prompt, answer in zip(prompts, answers):
            loop = loop_start(answer)
            if loop:
                self.looped += 1
                at, period = loop
                # From the second time on, the tokens of the loop are refused.
                self.found.append((prompt + answer, len(prompt) + at + period))

    def listened(self, model, inputs, documents, count, rows):
        """What `batch` makes of answers to prompts of a batch, on its device; None without loops."""
        self.listen(model, inputs.cpu().numpy(), documents.cpu().numpy(), count)
        parts = self.batch(rows, inputs.shape[1]) if self.found else ()
        return [torch.from_numpy(np.ascontiguousarray(part)).to(inputs.device) for part in parts] or None

    def batch(self, rows, length):
        """Rows of answers that loop: inputs, numbers of samples, targets, what is refused."""
        ids, documents = np.zeros((rows, length + 1), np.int64), np.zeros((rows, length + 1), np.int32)
        refused = np.zeros((rows, length + 1), np.float32)
        order = self.dice.permutation(len(self.found)).tolist()
        for row in range(rows):
            at, number = 0, 0
            while order and at + len(self.found[order[-1]][0]) <= length + 1:
                sample, begin = self.found[order.pop()]
                number += 1
                ids[row, at:at + len(sample)], documents[row, at:at + len(sample)] = sample, number
                refused[row, at + begin:at + min(len(sample), begin + 40)] = 1
                at += len(sample)
        return ids[:, :-1], documents[:, :-1], ids[:, 1:], refused[:, 1:]


class Step:
    """A training step, compiled; without block masks where those fail or are slow."""

    def __init__(self, model, options):
        self.model, self.optimizer = model, Optimizer(model, options.rate, options.muon_rate)
        self.loss = torch.compile(loss_of, dynamic=False) if options.compile else loss_of
        self.masks = Masks(options.device == "cuda" and not options.plain)
        self.none = torch.zeros(options.rows, options.length, device=options.device)

    def backward(self, inputs, documents, targets, weights, refused, share=1.0):
        loss = self.loss(self.model, inputs, self.masks(documents), targets, weights, refused)
        (loss * share).backward()
        return loss.detach()

    def warm_up(self):
        """Compiles what a step needs, on a batch of nothing, while samples are still being made."""
        ids = torch.randint(0, self.model.config.vocab, self.none.shape, device=self.none.device)
        batch = ids, torch.ones_like(ids, dtype=torch.int32), ids, self.none + 1, self.none
        try:
            self.backward(*batch)
            begun = time.time()
            for _ in range(3):
                self.backward(*batch).item()
            if self.masks.blocks and time.time() - begun > 3:
                raise RuntimeError(f"{time.time() - begun:.1f} s for three steps")
        except Exception as error:
            if not self.masks.blocks:
                raise
            print("no block masks:", repr(error)[:2000], flush=True)
            self.masks = Masks(False)
            self.backward(*batch)
        print(f"three steps take {time.time() - begun:.2f} s", flush=True)
        self.optimizer.forget()

    def finish(self, share):
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step(share)


def train(options, tokenizer):
    out = options.work / options.run
    out.mkdir(parents=True, exist_ok=True)
    stream = Stream(options.corpora, tok.path(options.work), options.folder, options.workers,
                    (options.rows, options.length), options.seed, options.lesson)
    model = beginning(options, tokenizer).to(options.device)
    print(f"{model.count()} parameters", flush=True)
    step_of = Step(model, options)
    step_of.warm_up()
    batches = Batches(stream, options.device)
    loops = Loops(tokenizer, np.random.default_rng(options.seed))
    log = (out / "log.csv").open("w")
    print("step,seconds,tokens,share,loss", file=log)
    step, tokens, mean, saved, listened, refused = 0, 0, None, 0.0, 0.0, None
    batch = batches.next()
    begun = time.time()
    while True:
        passed = (time.time() - begun) / options.seconds
        if passed >= 1 or step == options.steps:
            break
        inputs, documents, targets, weights = batch
        loss = step_of.backward(inputs, documents, targets, weights, step_of.none)
        if refused and step % 3 == 0:
            read, numbers, said, counted = refused
            # Nothing is learned there, so its loss is a sum.
            step_of.backward(read, numbers, said, step_of.none, counted, options.refusing / float(counted.sum()))
        step_of.finish(learning_share(step, passed, options.falling))
        batch = batches.next()
        step, tokens = step + 1, tokens + inputs.numel()
        if step % 20 == 0:
            value = loss.item()
            mean = value if mean is None else 0.8 * mean + 0.2 * value
            print(f"{step},{time.time() - begun:.1f},{tokens},{learning_share(step, passed, options.falling):.4f},"
                  f"{value:.4f}", file=log, flush=True)
            if not value < (20 if step < 400 else 5):
                raise SystemExit(f"step {step}: the loss is {value}")
        if step % 200 == 0:
            print(f"step {step}  {time.time() - begun:.0f} s  {tokens / 1e6:.1f} M tokens  "
                  f"{tokens / (time.time() - begun) / 1e3:.0f} K/s  loss {mean:.3f}  waiting {stream.waiting()}  "
                  f"loops {loops.looped}/{loops.asked}", flush=True)
        if options.listen and passed > options.listen_from and time.time() - listened > options.listen_every:
            try:
                refused = loops.listened(model, inputs, documents, options.listen, options.rows)
                print(f"step {step}: {loops.looped} of {loops.asked} answers loop", flush=True)
            except Exception as error:  # a run of ten minutes is worth more than its last touch
                print("no loops:", repr(error)[:500], flush=True)
                options.listen = 0
            listened = time.time()
        if passed - saved > 0.45:
            save(model, out, dict(step=step, tokens=tokens, passed=passed))
            saved = passed
    stream.stop()
    save(model, out, dict(step=step, tokens=tokens, passed=1.0, seconds=time.time() - begun))
    print(f"{step} steps, {tokens / 1e6:.1f} M tokens, {time.time() - begun:.0f} s, loss {mean or 0:.4f}", flush=True)


def beginning(options, tokenizer):
    """The model to begin with."""
    if options.begin:
        return load(options.begin)[0]
    model = Model(Config(vocab=tokenizer.get_vocab_size(), width=options.width, layers=options.layers,
                         heads=options.heads, kv_heads=options.heads // 2, hidden=options.hidden))
    model.relate([tokenizer.id_to_token(i) for i in range(tokenizer.get_vocab_size())])
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--run", default="run", help="the name of the folder in WORK for the result")
    parser.add_argument("--folder", type=Path, default=Path("/dev/shm/swiftlet-samples"), help="where batches wait")
    parser.add_argument("--begin", type=Path, help="the folder of a run, or a GGUF file, to go on from")
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--steps", type=int, help="stop after so many, to try it")
    parser.add_argument("--lesson", default="all")
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--hidden", type=int, default=1792)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--rows", type=int, default=32, help="rows of a step")
    parser.add_argument("--length", type=int, default=2048, help="tokens of a row; longer samples are left out")
    parser.add_argument("--rate", type=float, default=2e-3, help="of AdamW")
    parser.add_argument("--muon-rate", type=float, default=0.012)
    parser.add_argument("--falling", type=float, default=0.5, help="the share of the time in which the rate falls")
    parser.add_argument("--listen", type=int, default=768, help="prompts that are answered to find loops; 0 for none")
    parser.add_argument("--listen-from", type=float, default=0.7)
    parser.add_argument("--listen-every", type=float, default=20, help="seconds")
    parser.add_argument("--refusing", type=float, default=0.02, help="how much loops count beside a batch")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 2))
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--plain", action="store_true", help="no block masks")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    train(options, tok.load(options.work))


if __name__ == "__main__":
    main()

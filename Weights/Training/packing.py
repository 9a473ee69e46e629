"""Puts samples into rows, and rows into batches.

Most samples are short, and attention costs the square of a row, so there are rows
of several sizes; a batch has as many rows as make a fixed number of tokens. A row
holds whole samples, which do not see each other. The batches of an epoch follow
from the data, the seed and the number of the epoch alone, so a run that was
stopped goes on exactly where it was.
"""

import hashlib
from bisect import bisect_left, insort

import numpy as np
import torch

import chat
from encode import AGAIN

SIZES = (256, 512, 1024, 2048)

# The share of a batch's tokens whose loss is computed, by the size of rows: the output matrix is a fifth of the work,
# and most tokens are prompts. Of these, as many are taken by chance as there is room for.
JUDGED = {256: 0.625, 512: 0.375, 1024: 0.625, 2048: 1.0}

# How much the loss of a token counts, by its kind. What a guide forces hardly counts; what must be copied counts most,
# above all the few words of a story that somebody asked for.
WEIGHTS = {chat.NOTHING: 0.0, chat.PROMPT: 0.08, chat.TEXT: 0.5, chat.ANSWER: 1.0, chat.FRAME: 0.25, chat.VALUE: 2.0,
           chat.ASKED: 4.0, AGAIN: 3.0}

# With less emphasis, for the last part of a run, so that the model settles on answers as they are.
PLAIN_WEIGHTS = WEIGHTS | {chat.VALUE: 1.5, AGAIN: 1.0}

# The same for stories, where what was asked for is a few words among many that are always the same.
STORY_WEIGHTS = PLAIN_WEIGHTS | {AGAIN: 2.5}

# A sample with a short answer counts more for each of its tokens than one with a long answer: as the square root.
TYPICAL_ANSWER, LEAST, MOST = 64, 0.8, 3.0


def fingerprint(data, tokens):
    """Tells batches from those of other data or another size."""
    digest = hashlib.sha256(str(tokens).encode())
    for key in ("train_starts", "train_ids", "train_kinds"):
        digest.update(np.ascontiguousarray(data[key]).data)
    return digest.hexdigest()


def rows_of(lengths, order):
    """Rows for samples in a given order: (size, samples), by best fit within windows of samples."""
    full, room = [], []  # room: (space left, number, row), sorted
    for start in range(0, len(order), 2048):
        window = order[start:start + 2048]
        for sample in sorted(window, key=lambda s: -lengths[s]):
            length = int(lengths[sample])
            place = bisect_left(room, (length,))
            if place < len(room):
                space, number, row = room.pop(place)
            else:
                size = next(size for size in SIZES if size >= length)
                space, number, row = size, len(full), (size, [])
                full.append(row)
            row[1].append(int(sample))
            if space - length >= 16:
                insort(room, (space - length, number, row))
    return full


class Batches:
    """The batches of one epoch after the other."""

    def __init__(self, data, tokens, seed, shares):
        self.ids, self.kinds, self.starts = data["train_ids"], data["train_kinds"], data["train_starts"]
        self.lengths, self.tasks = np.diff(self.starts), data["train_tasks"]
        self.tokens, self.seed, self.shares = tokens, seed, shares
        self.epoch, self.index, self.plan = 0, 0, None

    def start(self, epoch, index):
        self.epoch, self.index, self.plan = epoch, index, None

    def make_plan(self):
        dice = np.random.default_rng([self.seed, self.epoch])
        times = np.array([self.shares.get(task, 1.0) for task in self.tasks])
        times = np.floor(times + dice.random(len(times))).astype(int)
        order = np.repeat(np.arange(len(times)), times)
        rows = {size: [] for size in SIZES}
        for size, samples in rows_of(self.lengths, dice.permutation(order)):
            rows[size].append(samples)
        batches = []
        for size, list_of_rows in rows.items():
            count = max(1, self.tokens // size)
            mixed = [list_of_rows[i] for i in dice.permutation(len(list_of_rows))]
            batches += [(size, mixed[i:i + count]) for i in range(0, len(mixed) - count + 1, count)]
        self.plan = [batches[i] for i in dice.permutation(len(batches))]

    def next(self, table):
        """Inputs and numbers of samples, [rows, size], and what is judged; `table` weighs the kinds."""
        if self.plan is None or self.index >= len(self.plan):
            if self.plan is not None:
                self.epoch, self.index = self.epoch + 1, 0
            self.make_plan()
        size, rows = self.plan[self.index]
        self.index += 1
        return self.arrays(size, rows, table, np.random.default_rng([self.seed, self.epoch, self.index]))

    def arrays(self, size, rows, table, dice):
        ids = np.zeros((len(rows), size + 1), np.int64)
        weights = np.zeros((len(rows), size + 1), np.float32)
        numbers = np.zeros((len(rows), size + 1), np.int64)
        for row, samples in enumerate(rows):
            at = 0
            for number, sample in enumerate(samples, 1):
                a, b = self.starts[sample], self.starts[sample + 1]
                end = at + b - a
                kinds = self.kinds[a:b]
                answer = max(1, int((kinds > chat.TEXT).sum()))
                share = np.clip((TYPICAL_ANSWER / answer) ** 0.5, LEAST, MOST) if answer > 1 else 1.0
                ids[row, at:end] = self.ids[a:b]
                weights[row, at:end] = table[kinds] * share
                weights[row, at] = 0
                numbers[row, at:end] = number
                at = end
        return arranged(ids, weights, numbers, dice)


def arranged(ids, weights, numbers, dice):
    """Inputs, numbers of samples, and what is judged: places in the batch, the tokens after them, what those count."""
    targets, counts = ids[:, 1:].flatten(), weights[:, 1:].flatten()
    judged = np.arange(len(counts))
    room = int(len(counts) * JUDGED[ids.shape[1] - 1])
    if room < len(counts):
        # Those that count much come first; the others, at the end, stand for all of their kind.
        order = np.argsort(-np.where(counts > 0, counts // 0.2 + dice.random(len(counts)), -1.0))
        judged = np.sort(order[:room])
        small = (counts > 0) & (counts < 0.2)
        taken = max(1, int(small[judged].sum()))
        counts = np.where(small, counts * small.sum() / taken, counts).astype(np.float32)
    parts = (ids[:, :-1], numbers[:, :-1], judged, targets[judged], counts[judged])
    return tuple(torch.from_numpy(part.copy()) for part in parts)


def weight_table(weights):
    table = np.zeros(256, np.float32)
    for kind, weight in weights.items():
        table[kind] = weight
    return table


def drill(rows, size, first, vocab, dice, length=64):
    """Rows of short exercises in copying, made of random tokens from `first` on.

    Half of them are one short piece told again and again; the others are pairs of
    a key and a value that come a second time in another order. Only what stands
    before helps to predict such tokens, so the attention learns to look there.
    Real samples teach that slowly: few of their tokens are copied.
    """
    ids = np.zeros((rows, size + 1), np.int64)
    weights = np.zeros((rows, size + 1), np.float32)
    numbers = np.repeat(np.arange(size + 1) // length + 1, rows).reshape(size + 1, rows).T.copy()
    for row in range(rows):
        for start in range(0, size, length):
            if dice.random() < 0.5:
                period = int(dice.integers(4, 22))
                piece = np.resize(dice.choice(np.arange(first, vocab), period, replace=False), length)
                counted = np.arange(length) >= period
            else:
                width = int(dice.integers(2, 5))
                pairs = dice.choice(np.arange(first, vocab), (length // 2 // width, width), replace=False)
                piece = np.concatenate([pairs.flatten(), dice.permutation(pairs).flatten()])
                counted = (np.arange(len(piece)) >= pairs.size) & (np.arange(len(piece)) % width > 0)
            ids[row, start:start + len(piece)] = piece
            weights[row, start:start + len(piece)] = counted
    return arranged(ids, weights, numbers, dice)

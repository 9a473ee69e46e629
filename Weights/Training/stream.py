"""Makes samples while a model trains: processes that draw, encode and pack them into rows.

    stream = Stream(corpora, "tokenizer.json", folder, workers=14, shape=(32, 2048), seed=1)
    for batch in stream: ...           # one array of each kind: ids, weights, documents

No sample is stored, so a run of any length sees new ones. A batch is drawn by one
process, and waits as a file in a folder in memory.
"""

import multiprocessing
import os
import time
from pathlib import Path

import numpy as np

import chat
import tokenizer as tok

# How much the loss of a token counts, by its kind. What a guide forces hardly counts; prompts are read, not said.
WEIGHTS = {chat.NOTHING: 0.0, chat.PROMPT: 0.1, chat.TEXT: 0.6, chat.ANSWER: 1.0, chat.FRAME: 0.3, chat.VALUE: 1.5,
           chat.ASKED: 3.0}

# A sample with a short answer counts more for each of its tokens than one with a long answer: as the square root.
TYPICAL_ANSWER, LEAST, MOST = 48, 0.8, 3.0

# Batches that wait at most, of all processes.
WAITING = 400


class Encoder:
    """Samples as ids and weights."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        self.control = {text: tokenizer.token_to_id(text) for text in tok.SPECIALS}
        self.end = self.control[tok.END_OF_TEXT]

    def encoded(self, sample):
        parts = list(chat.pieces(sample))
        texts = [text for text, _ in parts if text not in self.control]
        found = iter(self.tokenizer.encode_batch(texts, add_special_tokens=False))
        ids, kinds = [], []
        for text, kind in parts:
            new = [self.control[text]] if text in self.control else next(found).ids
            ids += new
            kinds += [kind] * len(new)
        weights = np.array([WEIGHTS[kind] for kind in kinds], np.float32)
        answer = sum(kind > chat.TEXT for kind in kinds)
        if answer:
            weights *= np.clip((TYPICAL_ANSWER / answer) ** 0.5, LEAST, MOST)
        weights[0] = 0
        ids.append(self.end)
        return np.array(ids, np.uint16), np.append(weights, 0.6 if "text" in sample else 0).astype(np.float16)


class Packer:
    """Rows that are filled by the sample that leaves the least room."""

    def __init__(self, rows, length):
        self.rows, self.length = rows, length
        self.clear()

    def clear(self):
        size = (self.rows, self.length + 1)
        self.ids, self.weights = np.zeros(size, np.uint16), np.zeros(size, np.float16)
        self.documents, self.ends = np.zeros(size, np.uint8), np.zeros(self.rows, int)
        self.counts = np.zeros(self.rows, int)

    def add(self, ids, weights):
        """Whether there was room."""
        space = self.length + 1 - self.ends
        fits = np.flatnonzero((space >= len(ids)) & (self.counts < 250))
        if not len(fits):
            return False
        row = fits[np.argmin(space[fits])]
        at = self.ends[row]
        end = at + len(ids)
        self.counts[row] += 1
        self.ids[row, at:end], self.weights[row, at:end] = ids, weights
        self.documents[row, at:end] = self.counts[row]
        self.ends[row] = end
        return True


def work(number, corpora, tokenizer, folder, shape, seed, lesson):
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    from tokenizers import Tokenizer

    from data.__main__ import Tasks
    from data.frames import Dice
    encoder, packer = Encoder(Tokenizer.from_file(str(tokenizer))), Packer(*shape)
    dice, count = Dice(seed * 1000 + number), 0
    samples = Tasks(corpora).endless(dice, lesson)
    while True:
        ids, weights = encoder.encoded(next(samples))
        if len(ids) > packer.length:
            continue
        if packer.add(ids, weights):
            continue
        while len(os.listdir(folder)) > WAITING:
            time.sleep(0.2)
        path = folder / f"{number}-{count}"
        with open(f"{path}.new", "wb") as file:
            np.savez(file, ids=packer.ids, weights=packer.weights, documents=packer.documents)
        os.rename(f"{path}.new", f"{path}.npz")
        count += 1
        packer.clear()
        packer.add(ids, weights)


class Stream:
    """Batches as they are made; iterating waits for the next one."""

    def __init__(self, corpora, tokenizer, folder, workers, shape, seed, lesson="all"):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        context = multiprocessing.get_context("spawn")
        self.processes = [context.Process(target=work, daemon=True, args=(
            number, Path(corpora), Path(tokenizer), self.folder, shape, seed, lesson)) for number in range(workers)]
        for process in self.processes:
            process.start()
        self.ready = []

    def waiting(self):
        return len(list(self.folder.glob("*.npz")))

    def __iter__(self):
        while True:
            if not self.ready:
                self.ready = sorted(self.folder.glob("*.npz"), key=lambda path: path.stat().st_mtime)
            if not self.ready:
                if not any(process.is_alive() for process in self.processes):
                    raise RuntimeError("no process makes samples any more")
                time.sleep(0.02)
                continue
            path = self.ready.pop(0)
            with np.load(path) as file:
                arrays = {name: file[name] for name in ("ids", "weights", "documents")}
            path.unlink()
            yield arrays

    def stop(self):
        for process in self.processes:
            process.kill()

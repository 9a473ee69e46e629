"""Samples -> arrays of ids: `train.jsonl`, `valid.jsonl` -> `tokens.npz`.

    python encode.py --work WORK

For train and valid: the ids of all samples in a row, the kind of each id (see
`chat.py`), where each sample begins, and its task. The tokenizer stays as it is,
so that data can be widened while a model is being trained.
"""

import argparse
from pathlib import Path

import numpy as np

import chat
import tokenizer as tok

# A name or another rare word that has been said before in the sample: it can be copied, and must be.
AGAIN = chat.ASKED + 1

# A token with less than this share of the data is rare.
RARE = 0.0004


def encoded(tokenizer, path, context, batch=2000):
    """Yields (ids, kinds, task) of samples that fit into the context."""
    control = {text: tokenizer.token_to_id(text) for text in tok.SPECIALS}

    def finish(samples):
        parts = [list(chat.pieces(sample)) for sample in samples]
        texts = [text for pieces in parts for text, _ in pieces]
        encodings = iter(tokenizer.encode_batch(texts, add_special_tokens=False))
        for sample, pieces in zip(samples, parts):
            ids, kinds = [], []
            for text, kind in pieces:
                found = next(encodings).ids
                new = [control[text]] if text in control else found
                ids += new
                kinds += [kind] * len(new)
            end = chat.TEXT if "text" in sample else chat.NOTHING
            if len(ids) < context:
                yield ids + [control[tok.END_OF_TEXT]], kinds + [end], sample["task"]

    waiting = []
    for sample in tok.samples(path):
        waiting.append(sample)
        if len(waiting) == batch:
            yield from finish(waiting)
            waiting = []
    yield from finish(waiting)


def mark_repeated(ids, kinds, starts, share):
    """Gives rare tokens of answers and texts that have occurred before in their sample a kind of their own."""
    rare = share < RARE
    speaks = (kinds == chat.ANSWER) | (kinds == chat.TEXT)
    for a, b in zip(starts[:-1], starts[1:]):
        part = ids[a:b]
        again = np.ones(len(part), bool)
        again[np.unique(part, return_index=True)[1]] = False
        kinds[a:b][again & rare[part] & speaks[a:b]] = AGAIN


def arrays(tokenizer, path, context, name):
    ids, kinds, starts, tasks, total = [], [], [0], [], 0
    for sample_ids, sample_kinds, task in encoded(tokenizer, path, context):
        ids.append(np.array(sample_ids, np.uint16))
        kinds.append(np.array(sample_kinds, np.uint8))
        total += len(sample_ids)
        starts.append(total)
        tasks.append(task)
    ids, kinds, starts = np.concatenate(ids), np.concatenate(kinds), np.array(starts)
    share = np.bincount(ids, minlength=1 << 16) / len(ids)
    mark_repeated(ids, kinds, starts, share)
    return {f"{name}_ids": ids, f"{name}_kinds": kinds, f"{name}_starts": starts, f"{name}_tasks": np.array(tasks)}


def report(data):
    lengths, tasks = np.diff(data["train_starts"]), data["train_tasks"]
    says = data["train_kinds"] > chat.PROMPT
    said = np.add.reduceat(says, data["train_starts"][:-1])
    print(f"{'task':28} {'samples':>8} {'tokens':>10} {'a sample':>9} {'answer':>7}")
    for task in sorted(set(tasks)) + ["all"]:
        chosen = (tasks == task) | (task == "all")
        print(f"{task:28} {chosen.sum():8} {lengths[chosen].sum():10} {lengths[chosen].mean():9.1f} "
              f"{said[chosen].mean():7.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--context", type=int, default=2048)
    options = parser.parse_args()
    tokenizer, data = tok.load(options.work), {}
    for name in ("train", "valid"):
        data |= arrays(tokenizer, options.work / f"{name}.jsonl", options.context, name)
    report(data)
    new = options.work / "tokens.new.npz"
    np.savez(new, **data)
    new.replace(options.work / "tokens.npz")


if __name__ == "__main__":
    main()

"""Trains the byte-level BPE tokenizer and turns samples into arrays of ids.

The split into words is the one GGUF readers know as `qwen2`: like GPT-2's, with
every digit alone. `tokens.npz` holds, for train and valid, the ids of all
samples in a row, a mask (1: the loss counts this token) and where each sample
begins.
"""

import argparse
import json
from itertools import chain
from pathlib import Path

import numpy as np
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

END_OF_TEXT, START, END = SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]

QWEN2 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
         r"|\s*[\r\n]+|\s+(?!\S)|\s+")

TEMPLATE = (r"{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + "
            r"'<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}")


def load(work):
    return Tokenizer.from_file(str(Path(work) / "tokenizer.json"))


def samples(path):
    with open(path) as file:
        yield from map(json.loads, file)


def texts(sample):
    return [sample["text"]] if "text" in sample else [content for _, content in sample["chat"]]


def train(path, vocab):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(QWEN2), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=vocab, special_tokens=SPECIALS, show_progress=False,
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    # Role names are tokens of every prompt, so they are part of the training text.
    roles = ["user\nassistant\nsystem\n" * 20000]
    tokenizer.train_from_iterator(chain(roles, (text for sample in samples(path) for text in texts(sample))), trainer)
    return tokenizer


def prompt(messages, generate=True):
    """The ChatML text of [role, content] pairs."""
    text = "".join(f"{START}{role}\n{content}{END}\n" for role, content in messages)
    return text + f"{START}assistant\n" if generate else text


def encode(tokenizer, sample):
    """Ids and loss mask. Every sample ends with <|endoftext|>."""
    special = {name: tokenizer.token_to_id(name) for name in SPECIALS}
    def plain(text):
        return tokenizer.encode(text, add_special_tokens=False).ids
    if "text" in sample:
        ids = plain(sample["text"]) + [special[END_OF_TEXT]]
        return ids, [1] * len(ids)
    ids, mask = [], []
    for role, content in sample["chat"]:
        head = [special[START]] + plain(role + "\n")
        body = plain(content) + [special[END]]
        newline = plain("\n")
        ids += head + body + newline
        mask += [0] * len(head) + [int(role == "assistant")] * len(body) + [0] * len(newline)
    return ids + [special[END_OF_TEXT]], mask + [0]


def arrays(tokenizer, path, name):
    ids, masks, starts, sources, total = [], [], [0], [], 0
    for sample in samples(path):
        tokens, mask = encode(tokenizer, sample)
        ids.append(np.array(tokens, np.uint16))
        masks.append(np.array(mask, np.uint8))
        total += len(tokens)
        starts.append(total)
        sources.append(sample["source"])
    print(f"{name}: {len(ids)} samples, {total} tokens, {int(sum(m.sum() for m in masks))} with loss")
    return {f"{name}_ids": np.concatenate(ids), f"{name}_mask": np.concatenate(masks),
            f"{name}_starts": np.array(starts), f"{name}_sources": np.array(sources)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--vocab", type=int, default=2048)
    options = parser.parse_args()
    tokenizer = train(options.work / "train.jsonl", options.vocab)
    tokenizer.save(str(options.work / "tokenizer.json"))
    np.savez(options.work / "tokens.npz", **arrays(tokenizer, options.work / "train.jsonl", "train"),
             **arrays(tokenizer, options.work / "valid.jsonl", "valid"))


if __name__ == "__main__":
    main()

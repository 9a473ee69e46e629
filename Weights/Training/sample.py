"""Greedy answers of an exported model, by the PyTorch model on its dequantised weights.

    python sample.py --work WORK model.gguf "Once upon a time" "Hello"

Prompts joined by ` / ` are turns of one conversation.
"""

import argparse
from pathlib import Path

import torch

import chat
import tokenizer as tok
from export import read


def prompt(messages):
    """The text of (role, content) pairs, up to where an answer begins."""
    sample = dict(messages=[dict(role=role, content=content) for role, content in messages])
    return chat.rendered(chat.compiled(), sample, generate=True)


@torch.no_grad()
def answer(model, tokenizer, messages, most=400):
    """The greedy answer and whether it ended by itself."""
    ids = tokenizer.encode(prompt(messages)).ids
    start, end = len(ids), tokenizer.token_to_id(chat.END)
    while len(ids) < min(start + most, model.config.context):
        token = model(torch.tensor([ids]))[0, -1].argmax().item()
        if token == end:
            return tokenizer.decode(ids[start:]), True
        ids.append(token)
    return tokenizer.decode(ids[start:]), False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("model", type=Path)
    parser.add_argument("prompts", nargs="+")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    model, _ = read(options.model)
    tokenizer = tok.load(options.work)
    for prompt in options.prompts:
        messages = []
        for turn in prompt.split(" / "):
            messages.append(("user", turn))
            text, ended = answer(model, tokenizer, messages)
            messages.append(("assistant", text))
            print(f"> {turn}\n{text}{'' if ended else ' [...]'}\n")


if __name__ == "__main__":
    main()

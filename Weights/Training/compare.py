"""Holds a program's tokens, prompts and logits against those of Python, on held-out samples.

    python compare.py --work WORK --swiftlet swiftlet model-f32.gguf

For each sample: the template's text against `jinja2`, its ids against
`tokenizers`, and the logits at every position against PyTorch in float64 on the
file's weights. With an F32 file the logits must agree to 1e-4.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import torch

import chat
import tokenizer as tok
from export import read
from model import rotary_table


def openai(messages):
    """Messages in the form that `swiftlet template` reads."""
    written = []
    for number, message in enumerate(messages):
        message = dict(message)
        if message.get("tool_calls"):
            message["tool_calls"] = [dict(id=f"call_{number}_{i}", type="function", function=call)
                                     for i, call in enumerate(message["tool_calls"])]
        written.append(message)
    return written


class Program:
    def __init__(self, path, model, folder):
        self.path, self.model, self.folder = path, model, Path(folder)

    def run(self, *words, text=None):
        return subprocess.run([self.path, *words], input=text, capture_output=True, check=True, text=True).stdout

    def template(self, sample):
        messages, tools = self.folder / "messages.json", self.folder / "tools.json"
        messages.write_text(json.dumps(openai(sample["messages"])))
        words = ["template", "--model", self.model, "--messages", str(messages), "--no-prompt"]
        if sample.get("tools"):
            tools.write_text(json.dumps(sample["tools"]))
            words += ["--tools", str(tools)]
        return self.run(*words)

    def tokens(self, text):
        return list(map(int, self.run("tokenize", "--model", self.model, "--no-bos", text=text).split()))

    def logits(self, ids, vocab):
        output = self.folder / "logits"
        self.run("logits", "--model", self.model, "--tokens", ",".join(map(str, ids)), "--output", str(output),
                 "--kv-type", "f32")
        return np.fromfile(output, np.float32).reshape(len(ids), vocab)


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--swiftlet", default="swiftlet")
    parser.add_argument("--samples", type=int, default=40)
    parser.add_argument("--bound", type=float, default=1e-4)
    parser.add_argument("model", type=Path)
    options = parser.parse_args()
    model, _ = read(options.model)
    model.double()
    model.cos, model.sin = rotary_table(model.config)
    tokenizer, template = tok.load(options.work), chat.compiled()
    samples = list(tok.samples(options.work / "valid.jsonl"))
    chosen = np.random.default_rng(0).permutation(len(samples))[:options.samples]
    greatest, count, other = 0.0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.swiftlet, str(options.model), folder)
        for sample in (samples[i] for i in chosen):
            text = "".join(piece for piece, _ in chat.pieces(sample))
            if "messages" in sample:
                assert template and chat.rendered(template, sample) == text, "pieces and jinja2 differ"
                found = program.template(sample)
                assert found == text, f"expected the prompt\n{text}\nfound\n{found}"
            ids = tokenizer.encode(text, add_special_tokens=False).ids
            assert program.tokens(text) == ids, f"other tokens for\n{text}"
            parts = [tokenizer.encode(piece, add_special_tokens=False).ids for piece, _ in chat.pieces(sample)]
            other += sum(parts, []) != ids
            found, expected = program.logits(ids, model.config.vocab), model(torch.tensor([ids]))[0].numpy()
            greatest, count = max(greatest, float(np.abs(found - expected).max())), count + len(ids)
    print(f"{len(chosen)} samples, {count} tokens: prompts and ids are the same, {other} samples are cut otherwise in "
          f"pieces, greatest difference of a logit {greatest:.2e}")
    if greatest > options.bound:
        raise SystemExit(f"expected at most {options.bound:.0e}")


if __name__ == "__main__":
    main()

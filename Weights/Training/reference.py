"""Writes a reference for other implementations: prompt ids and the greedy continuation.

    python reference.py --work WORK model.gguf reference.json

Everything is computed in float64 on the dequantised weights. For each step the
chosen id, its logit and the lead over the second best are given: where the lead
is tiny, another implementation may rightly choose the other token.
"""

import argparse
import json
from pathlib import Path

import torch

import tokenizer as tok
from export import read
from model import rotary_table
from sample import prompt


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--prompt", default="Once upon a time")
    parser.add_argument("--count", type=int, default=64)
    parser.add_argument("model", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    model, _ = read(options.model)
    model.double()
    model.cos, model.sin = rotary_table(model.config)
    tokenizer = tok.load(options.work)

    text = prompt([("user", options.prompt)])
    start = tokenizer.encode(text).ids
    ids, steps, first = list(start), [], None
    for _ in range(options.count):
        logits = model(torch.tensor([ids]))[0, -1]
        first = logits if first is None else first
        best = logits.topk(2)
        steps.append(dict(id=best.indices[0].item(), logit=round(best.values[0].item(), 5),
                          lead=round((best.values[0] - best.values[1]).item(), 5)))
        ids.append(steps[-1]["id"])
    continuation = ids[len(start):]
    options.output.write_text(json.dumps(dict(
        model=options.model.name, precision="float64 on dequantised weights", prompt_text=text, prompt_ids=start,
        continuation_ids=continuation, continuation_text=tokenizer.decode(continuation, skip_special_tokens=False),
        least_lead=min(step["lead"] for step in steps), steps=steps,
        first_logits=[round(x, 5) for x in first.tolist()]), indent=1) + "\n")
    print(tokenizer.decode(continuation, skip_special_tokens=False))
    print("least lead", min(step["lead"] for step in steps))


if __name__ == "__main__":
    main()

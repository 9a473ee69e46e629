"""The weights of a run: in bfloat16, in parts that are small enough to be sent."""

import json
import zlib
from pathlib import Path

import numpy as np
import torch

from model import Config, Model

PART = 15 << 20


def save(model, out, state):
    """The weights in bfloat16, high and low bytes apart (they pack better so), in parts of at most `PART` bytes."""
    bits = torch.cat([p.detach().flatten().bfloat16().view(torch.int16).cpu() for p in model.parameters()]).numpy()
    bits = bits.view(np.uint8).reshape(-1, 2)
    data = zlib.compress(bits[:, 1].tobytes(), 6)
    blob = len(data).to_bytes(8, "little") + data + bits[:, 0].tobytes()
    for number, at in enumerate(range(0, len(blob), PART)):
        (out / f"weights-{number}").write_bytes(blob[at:at + PART])
    (out / "state.json").write_text(json.dumps(dict(state, config=model.config.as_dict())))


def load(folder):
    """The model that `save` wrote, or that of a GGUF file, and what is known of its run."""
    folder = Path(folder)
    if folder.suffix == ".gguf":
        import export  # which needs a package that a machine that only trains does without
        return export.read(folder)[0], {}
    state = json.loads((folder / "state.json").read_text())
    parts = sorted(folder.glob("weights-*"), key=lambda path: int(path.name.partition("-")[2]))
    blob = b"".join(path.read_bytes() for path in parts)
    size = int.from_bytes(blob[:8], "little")
    high = np.frombuffer(zlib.decompress(blob[8:8 + size]), np.uint8)
    low = np.frombuffer(blob[8 + size:], np.uint8)
    bits = torch.from_numpy(np.stack([low, high], 1).reshape(-1).copy().view(np.int16)).view(torch.bfloat16).float()
    model, at = Model(Config(**state["config"])), 0
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(bits[at:at + parameter.numel()].view(parameter.shape))
            at += parameter.numel()
    return model, state

"""What people type first into a chat with a language model, with what counts as a sensible answer.

Run `python -m evaluate.first --model FILE.gguf --swiftlet PATH`; see ../README.md.
"""

import json
from pathlib import Path

FOLDER = Path(__file__).parent


def inputs(folder=FOLDER):
    """The kinds of first inputs, each with its items."""
    return {path.stem: [json.loads(line) for line in path.read_text().split("\n") if line]
            for path in sorted(folder.glob("*.jsonl"))}

#!/usr/bin/env python3
"""Serves a model file as every repository of a hub, for commands of the documentation that download models.

usage: hub.py MODEL.gguf

Prints its address on the first line. Each repository USER/NAME has the file as NAME-Q4_K_M.gguf and NAME-Q8_0.gguf.
"""

import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Clients"))
from scripted_hub import Hub  # noqa: E402

print(Hub(pathlib.Path(sys.argv[1]).read_bytes()).url, flush=True)
signal.pause()

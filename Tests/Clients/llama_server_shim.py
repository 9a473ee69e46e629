#!/usr/bin/env python3
"""Stands in for llama-server: starts `swiftlet serve` with what its options mean there.

Its tests start this program. What has no counterpart ends it with a reason, in the file of $LLAMA_TESTS_REASON, for
which the test is skipped. Models are looked up in the folder of $LLAMA_TESTS_MODELS; none is downloaded.
"""

import os
import pathlib
import sys

MODELS = {"ggml-org/test-model-stories260K": "stories260K/stories260K-f32.gguf"}

# Options without an effect on answers, with the number of their values.
IGNORED = {
    "--offline": 0, "--hf-file": 1, "--batch-size": 1, "--ubatch-size": 1, "--n-gpu-layers": 1, "--cont-batching": 0,
    "--embedding": 0, "--reranking": 0, "--slots": 0, "--no-slots": 0, "-fa": 1, "--verbose": 0, "--jinja": 0,
    "--no-jinja": 0, "--swa-full": 0, "--cache-ram": 1, "--no-cache-idle-slots": 0, "-ctk": 1, "-ctv": 1,
    "--no-mmproj": 0, "--n-predict": 1, "--metrics": 0,
}
RENAMED = {
    "--port": "--port", "--temp": "--temperature", "--seed": "--seed", "--threads": "--threads",
    "--api-key": "--api-key", "--lora": "--lora", "--pooling": "--pooling", "--cors-origins": "--cors-origin",
    "--model-draft": "--draft",
}


def skip(reason):
    pathlib.Path(os.environ["LLAMA_TESTS_REASON"]).write_text(reason)
    sys.exit(77)


def translated(arguments):
    """Returns the options of `swiftlet serve`."""
    options, model, names, context, slots, is_shared = ["--any-model", "--log", "off"], None, [], None, 4, False
    arguments = list(arguments)
    while arguments:
        option = arguments.pop(0)
        if option in IGNORED:
            del arguments[: IGNORED[option]]
        elif option in RENAMED:
            options += [RENAMED[option], arguments.pop(0)]
        elif option == "--kv-unified":
            is_shared = True
        elif option == "--no-ui":
            options += ["--no-page", "--no-ollama"]
        elif option == "--host":
            host = arguments.pop(0)
            if "," in host:
                skip("a server listens at one address")
            options += ["--host", host]
        elif option == "--model":
            model = arguments.pop(0)
        elif option == "--hf-repo":
            repository = arguments.pop(0)
            if repository not in MODELS:
                skip(f"needs the model {repository}")
            model = str(pathlib.Path(os.environ["LLAMA_TESTS_MODELS"], MODELS[repository]))
        elif option == "--alias":
            names = arguments.pop(0).split(",")
        elif option == "--ctx-size":
            context = int(arguments.pop(0))
        elif option == "--parallel":
            slots = int(arguments.pop(0))
        else:
            skip(f"{option} has no counterpart")
    if model is None:
        skip("needs a router of models that are loaded by requests")
    if context is not None:
        # Theirs is that of all slots together, unless it is shared.
        options += ["--context", str(context if is_shared else context // slots)]
    named = f"{names[0]}={model}" if names else model
    options += ["--model", named, "--parallel", str(slots), "--metrics-prefix", "llamacpp:"]
    for name in names[1:]:
        options += ["--alias", f"{name}={names[0]}"]
    return options


if __name__ == "__main__":
    program = os.environ["SWIFTLET"]
    os.execv(program, [program, "serve", *translated(sys.argv[1:])])

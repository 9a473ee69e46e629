"""The inputs of the fuzzer for options and lines that name files: adapters, caches, pictures, answers, conversations."""

import functools
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import tempfile

import inputs
from inputs import DEFAULT, FIXTURES, MODELS, NUMBERS, STRINGS, Surface, damaged, messages, text, write

BASE = FIXTURES / "models/q8_0.gguf"
PICTURES = sorted(path for path in (FIXTURES / "images").iterdir() if path.suffix != ".tsv")
PROJECTORS = sorted((FIXTURES / "vision").glob("*.mmproj.gguf"))
STORY = "Once upon a time there was a little dog who had a ball and a cat. " * 8

# The command, which makes the caches that are damaged.
binary = None


# Samples

def gguf(metadata, tensors):
    """A GGUF file (version 3) of texts, 32-bit integers and floats, and tensors of random 32-bit floats."""
    def string(value):
        return struct.pack("<Q", len(value.encode())) + value.encode()

    kinds = {str: (8, string), int: (4, lambda value: struct.pack("<I", value)), float: (6, lambda value: struct.pack("<f", value)),
             list: (9, lambda value: struct.pack("<IQ", 8, len(value)) + b"".join(map(string, value)))}
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata))
    for key, value in metadata.items():
        number, encode = kinds[type(value)]
        head += string(key) + struct.pack("<I", number) + encode(value)
    generator, data = random.Random(1), b""
    for name, dimensions in tensors.items():
        head += string(name) + struct.pack("<I", len(dimensions)) + struct.pack(f"<{len(dimensions)}Q", *dimensions)
        head += struct.pack("<IQ", 0, len(data))
        count = functools.reduce(lambda a, b: a * b, dimensions)
        data += struct.pack(f"<{count}f", *(generator.uniform(0.01, 0.1) for _ in range(count)))
        data += bytes(-len(data) % 32)
    return head + bytes(-len(head) % 32) + data


@functools.cache
def adapter_file():
    tensors = {}
    for name, rows in [("attn_q", 64), ("attn_v", 32), ("ffn_up", 96)]:
        tensors[f"blk.0.{name}.weight.lora_a"] = (64, 4)
        tensors[f"blk.0.{name}.weight.lora_b"] = (4, rows)
    return gguf({"general.type": "adapter", "general.architecture": "llama", "adapter.type": "lora",
                 "adapter.lora.alpha": 8.0}, tensors)


@functools.cache
def importance_file():
    tensors = {}
    for name, columns in [("attn_q", 64), ("attn_k", 64), ("ffn_up", 64), ("ffn_down", 96)]:
        tensors[f"blk.0.{name}.weight.in_sum2"] = (columns, 1)
        tensors[f"blk.0.{name}.weight.counts"] = (1, 1)
    return gguf({"general.type": "imatrix", "imatrix.datasets": ["a text"], "imatrix.chunk_count": 3,
                 "imatrix.chunk_size": 512}, tensors)


@functools.cache
def made(*words):
    """The only file that a run of the command leaves in its folder, named by `FOLDER` in its words: its name and bytes."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fuzz-sample-"))
    try:
        environment = dict(os.environ, HOME=str(folder / "home"))
        subprocess.run([binary, *(word.replace("FOLDER", str(folder)) for word in words)], stdin=subprocess.DEVNULL,
                       check=True, capture_output=True, env=environment)
        file, = (path for path in folder.rglob("*") if path.is_file())
        return file.name, file.read_bytes()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# Surfaces

def adapter(generator, folder):
    path = write(folder, "adapter.gguf", damaged(generator, adapter_file()))
    scale = generator.choice(["", "", ":0.5", ":" + generator.choice(NUMBERS)])
    return ["respond", "hi", "--raw", "--model", BASE, "--lora", f"{path}{scale}", "--max-tokens", "3"], b""


def importance(generator, folder):
    path = write(folder, "imatrix.gguf", damaged(generator, importance_file()))
    kind = generator.choice(["Q4_0", "Q8_0", "IQ4_XS", "Q2_K"])
    return ["quantize", BASE, folder / "out.gguf", "--type", kind, "--imatrix", path], b""


def draft(generator, folder):
    path = inputs.model_file(generator, folder, MODELS)
    return ["respond", "hi", "--raw", "--greedy", "--model", BASE, "--draft", path, "--max-tokens", "6"], b""


def projector(generator, folder):
    source = generator.choice(PROJECTORS)
    path = write(folder, "mmproj.gguf", damaged(generator, source.read_bytes()))
    picture = generator.choice(PICTURES)
    if generator.random() < 0.3:
        return ["embed-image", picture, "--projector", path], b""
    model = source.with_name(source.name.replace(".mmproj", ""))
    return ["respond", "hi", "--model", model, "--image", picture, "--projector", path, "--max-tokens", "2"], b""


def image(generator, folder):
    path = write(folder, "picture", damaged(generator, generator.choice(PICTURES).read_bytes()))
    source = generator.choice(PROJECTORS)
    return ["embed-image", path, "--projector", source], b""


def prefix_cache(generator, folder):
    words = ["respond", "hi", "--greedy", "--max-tokens", "2", "--instructions", STORY, "--prefix-cache"]
    path = write(folder, "prefix", damaged(generator, made(*words, "FOLDER/prefix")[1]))
    return [*words, path], b""


def packed_cache(generator, folder):
    words = ["respond", "hi", "--raw", "--greedy", "--max-tokens", "2", "--model", str(BASE)]
    name, data = made(*words, "--packed-cache=FOLDER")
    (folder / "caches").mkdir()
    write(folder, f"caches/{name}", damaged(generator, data))
    verify = ["--verify-packed-cache"] if generator.random() < 0.5 else []
    return [*words, f"--packed-cache={folder}/caches", *verify], b""


def reference(generator, folder):
    content = str(write(folder, "text", STORY))
    words = ["perplexity", "--model", str(BASE), "--text", content, "--context", "16"]
    data = bytearray(made(*words[:4], str(stable_text()), *words[5:], "--save-logits", "FOLDER/logits")[1])
    # Single numbers too, so that the size stays what it is.
    for _ in range(generator.randrange(6)):
        at = generator.randrange(len(data) // 4) * 4
        data[at:at + 4] = struct.pack("<I", generator.choice([0x7FC00000, 0x7F800000, 0xFF800000, 0x7F7FFFFF, 1, 0xFFFFFFFF]))
    if generator.random() < 0.5:
        data = damaged(generator, data)
    if generator.random() < 0.3:
        return [*words, "--reference", "-"], bytes(data)
    return [*words, "--reference", write(folder, "logits", bytes(data))], b""


@functools.cache
def stable_text():
    """The text of the sample, at a path of this process."""
    path = pathlib.Path(tempfile.gettempdir()) / f"fuzz-text-{os.getpid()}"
    path.write_text(STORY)
    return path


def resume(generator, folder):
    requests = [json.dumps({"id": n, "messages": [{"role": "user", "content": "hi"}], "max_tokens": 2}) for n in range(4)]
    form = generator.random() < 0.3
    if form:
        requests = [json.dumps({"custom_id": str(n), "body": {"messages": [{"role": "user", "content": "hi"}], "max_tokens": 2}})
                    for n in range(4)]
    answers = [json.dumps({"custom_id": str(n), "response": None, "error": None} if form else {"id": n, "text": "a"})
               for n in range(generator.randrange(5))]
    kept = "".join(answer + "\n" for answer in answers).encode()
    output = write(folder, "answers", damaged(generator, kept, 3) if generator.random() < 0.8 else kept)
    lines = "\n".join(requests).encode()
    path = write(folder, "requests", damaged(generator, lines, 2) if generator.random() < 0.3 else lines)
    return ["batch", path, "--output", output, "--resume"], b""


def chat(generator, folder):
    saved = write(folder, "saved", damaged(generator, saved_conversation()))
    picture = write(folder, "picture", damaged(generator, generator.choice(PICTURES).read_bytes()))
    names = ["help", "save", "load", "system", "regenerate", "undo", "stats", "tools", "transcript", "reset", "image", "x", ""]
    lines = []
    for _ in range(generator.randrange(1, 12)):
        word = generator.choice(names)
        argument = generator.choice(["", str(saved), str(folder / "new"), str(folder), str(picture), "/dev/null", "/dev/stdout",
                                     "/dev/stdin", text(generator, 20)])
        lines.append(generator.choice([text(generator, 30), f"/{word}", f"/{word} {argument}", f"/load {saved}", "hi"]))
    data = "\n".join(lines).encode("utf-8", "replace")
    options = ["--context", generator.choice(["64", "256", "1000"])]
    if generator.random() < 0.3:
        source = generator.choice(PROJECTORS)
        options += ["--model", source.with_name(source.name.replace(".mmproj", "")), "--projector", source]
    return ["chat", "--max-tokens", "3", "--seed", "1", *options], damaged(generator, data, 3)


@functools.cache
def saved_conversation():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fuzz-sample-"))
    try:
        lines = f"/tools\nWhat is 12 * 7? Use the calculator.\nhi\n/save {folder}/saved\n"
        subprocess.run([binary, "chat", "--greedy", "--max-tokens", "40"], input=lines.encode(), check=True, capture_output=True)
        return (folder / "saved").read_bytes()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def vocabulary(generator, folder):
    path = inputs.model_file(generator, folder, inputs.TOKENIZERS)
    return ["synthesize", "/dev/null", "--shape", "smollm2-135m", "--type", "q4_0", "--vocabulary", path], b""


def embed_file(generator, folder):
    lines = "\n".join(text(generator, 30) or "a" for _ in range(generator.randrange(1, 5)))
    path = write(folder, "texts", damaged(generator, lines.encode("utf-8", "replace"), 3))
    return ["embed", "--model", generator.choice(inputs.EMBEDDINGS), "--file", path], b""


def messages_and_tools(generator, folder):
    """The two files of `template` together, with the options that it has for them."""
    tools = [{"name": generator.choice(["f", "g", "get user", ""]), "description": generator.choice(STRINGS),
              "parameters": inputs.schema(generator, 2)} for _ in range(generator.randrange(1, 3))]
    content = damaged(generator, json.dumps(tools).encode(), 3)
    words = generator.sample([["--no-prompt"], ["--refuse-system-messages"], ["--reasoning", generator.choice(STRINGS[:8])]], 1)[0]
    return ["template", "--messages", write(folder, "messages.json", json.dumps(messages(generator))), "--tools",
            write(folder, "tools.json", content), *(word.replace("\0", "") for word in words)], b""


SURFACES = [
    Surface("adapter", adapter, 2), Surface("importance", importance, 1), Surface("draft", draft, 1),
    Surface("projector", projector, 2), Surface("image", image, 3, json_lines=True), Surface("prefix-cache", prefix_cache, 1),
    Surface("packed-cache", packed_cache, 1), Surface("reference", reference, 1, numbers=True),
    Surface("resume", resume, 1), Surface("chat", chat, 2), Surface("vocabulary", vocabulary, 1),
    Surface("embed-file", embed_file, 1, json_lines=True), Surface("template-tools", messages_and_tools, 1),
]

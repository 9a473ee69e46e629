#!/usr/bin/env python3
"""Compares published models with llama.cpp and with `transformers`; see published.sh.

For each model: the token ids of 200 strings, the perplexity of 40 KB of text and the logits of 200 positions. llama.cpp is
the library inside the package `xllamacpp`, called through its C interface; `transformers` computes in float32 on the
dequantised weights of the same file, which is what both engines approximate. Then the chat models fill 20 schemas, whose
answers Python's `jsonschema` validates, and the smallest one chats for 100 turns in a context for some ten.
"""

import ctypes
import pathlib
import random
import subprocess
import sys

import numpy
import torch
import transformers
import xllamacpp

import published_chat
import published_schemas

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIFTLET = ROOT / ".build/release/swiftlet"
MODELS = ["SmolLM2-135M-Instruct.Q4_1", "gemma-3-270m-q4_k_m", "qwen2.5-coder-0.5b-instruct-q4_k_m"]
CHUNK = 512
POSITIONS = 200


class Opaque(ctypes.Structure):
    """A structure that is passed by value and whose first members alone are known; larger than it has ever been."""
    _fields_ = [("words", ctypes.c_uint32 * 256)]


class Batch(ctypes.Structure):
    _fields_ = [
        ("n_tokens", ctypes.c_int32), ("token", ctypes.POINTER(ctypes.c_int32)), ("embd", ctypes.c_void_p),
        ("pos", ctypes.POINTER(ctypes.c_int32)), ("n_seq_id", ctypes.POINTER(ctypes.c_int32)),
        ("seq_id", ctypes.POINTER(ctypes.POINTER(ctypes.c_int32))), ("logits", ctypes.POINTER(ctypes.c_int8))]


class Llama:
    """A model of llama.cpp with a context of one chunk."""

    def __init__(self, path):
        package = pathlib.Path(xllamacpp.__file__).parent
        self.library = library = ctypes.CDLL(str(next(package.glob("*.so"))))
        pointer = ctypes.c_void_p
        for name, result, arguments in [
            ("llama_backend_init", None, []),
            ("llama_log_set", None, [pointer, pointer]),
            ("llama_model_default_params", Opaque, []),
            ("llama_context_default_params", Opaque, []),
            ("llama_model_load_from_file", pointer, [ctypes.c_char_p, Opaque]),
            ("llama_init_from_model", pointer, [pointer, Opaque]),
            ("llama_model_get_vocab", pointer, [pointer]),
            ("llama_vocab_n_tokens", ctypes.c_int32, [pointer]),
            ("llama_tokenize", ctypes.c_int32, [
                pointer, ctypes.c_char_p, ctypes.c_int32, ctypes.POINTER(ctypes.c_int32), ctypes.c_int32,
                ctypes.c_bool, ctypes.c_bool]),
            ("llama_get_memory", pointer, [pointer]),
            ("llama_memory_clear", None, [pointer, ctypes.c_bool]),
            ("llama_batch_init", Batch, [ctypes.c_int32, ctypes.c_int32, ctypes.c_int32]),
            ("llama_decode", ctypes.c_int32, [pointer, Batch]),
            ("llama_get_logits_ith", ctypes.POINTER(ctypes.c_float), [pointer, ctypes.c_int32]),
        ]:
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        self.silence = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, pointer)(lambda *_: None)
        library.llama_log_set(ctypes.cast(self.silence, pointer), None)
        library.llama_backend_init()
        model = library.llama_model_load_from_file(str(path).encode(), library.llama_model_default_params())
        parameters = library.llama_context_default_params()
        # The context, the batch and the physical batch, in tokens.
        parameters.words[0] = parameters.words[1] = parameters.words[2] = CHUNK
        self.context = library.llama_init_from_model(model, parameters)
        self.vocabulary = library.llama_model_get_vocab(model)
        self.size = library.llama_vocab_n_tokens(self.vocabulary)
        self.batch = library.llama_batch_init(CHUNK, 0, 1)

    def tokenize(self, text, special):
        data = text.encode()
        ids = (ctypes.c_int32 * (len(data) + 16))()
        count = self.library.llama_tokenize(self.vocabulary, data, len(data), ids, len(ids), special, special)
        return list(ids[:count])

    def logits(self, tokens):
        self.library.llama_memory_clear(self.library.llama_get_memory(self.context), True)
        batch = self.batch
        batch.n_tokens = len(tokens)
        for index, token in enumerate(tokens):
            batch.token[index], batch.pos[index], batch.logits[index] = token, index, 1
            batch.n_seq_id[index], batch.seq_id[index][0] = 1, 0
        assert self.library.llama_decode(self.context, batch) == 0
        return numpy.stack([
            numpy.ctypeslib.as_array(self.library.llama_get_logits_ith(self.context, index), (self.size,)).copy()
            for index in range(len(tokens))])


def swiftlet(*arguments, data=None):
    return subprocess.run([SWIFTLET, *map(str, arguments)], input=data, capture_output=True, check=True).stdout


def strings():
    """200 strings: lines of the repository's texts, code, other scripts, white space, numbers, and random mixtures."""
    generator = random.Random(5)
    lines = [line for name in ["README.md", "Package.swift", "GLOSSARY.md"]
             for line in (ROOT / name).read_text().splitlines() if line.strip()]
    others = ["Grüße aus Köln", "naïve café", "日本語のテキスト", "Привет, мир", "नमस्ते दुनिया", "مرحبا بالعالم", "🦙🙂‍↔️👩‍👩‍👧", "e\u0301",
              "  two  spaces ", "\t\ttabs\n\n\nlines", "3.14159 1,000,000 0x1F 2026-11-28", "don't we'll I'M", "a" * 200,
              "<|im_start|>user\nHi<|im_end|>", "<start_of_turn>", "</s>", "", " ", "\n"]
    mixed = ["".join(generator.choice(lines + others)[:generator.randrange(1, 30)] for _ in range(5)) for _ in range(81)]
    return (generator.sample(lines, 100) + others + mixed)[:200]


def perplexity(logits, tokens):
    """The sum of the negative log likelihoods of the second half of a chunk, as by llama-perplexity, and their number."""
    first = len(tokens) // 2
    rows = torch.log_softmax(torch.from_numpy(logits[first:-1]).double(), dim=-1)
    return -rows[torch.arange(len(rows)), torch.tensor(tokens[first + 1:])].sum().item(), len(rows)


def text_of_40_kilobytes():
    """Prose of the default model's samples and of the documentation: no model has seen it in training."""
    pages = sorted((ROOT / "Sources/Swiftlet/Swiftlet.docc").glob("*.md")) + [ROOT / "README.md"]
    return "\n".join(page.read_text() for page in pages)[:40_000]


def distance(found, expected):
    difference = numpy.abs(found.astype(numpy.float64) - expected)
    p = torch.log_softmax(torch.from_numpy(expected).double(), -1)
    q = torch.log_softmax(torch.from_numpy(found.astype(numpy.float64)), -1)
    divergence = (p.exp() * (p - q)).sum(-1).mean().item()
    same = (found.argmax(-1) == expected.argmax(-1)).mean()
    return difference.mean(), divergence, same


def main():
    folder = pathlib.Path(sys.argv[1])
    text = text_of_40_kilobytes()
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    (scratch / "text.txt").write_text(text)
    print("| model | equal token ids | perplexity: Swiftlet, llama.cpp | mean difference of logits to float32 "
          "| KL divergence | same most likely token |")
    print("|---|---|---|---|---|---|")
    for name in MODELS:
        path = folder / f"{name}.gguf"
        llama = Llama(path)
        equal = 0
        texts = strings()
        for string in texts:
            ours = [int(word) for word in swiftlet("tokenize", "--model", path, data=string.encode()).split()]
            equal += ours == llama.tokenize(string, True)
        tokens = llama.tokenize(text, True)
        # As llama-perplexity has it: each chunk begins with the token that texts begin with.
        beginning = llama.tokenize("", True)
        total, count = 0.0, 0
        for start in range(0, len(tokens) - CHUNK + 1, CHUNK):
            chunk = beginning + tokens[start + len(beginning):start + CHUNK]
            part, number = perplexity(llama.logits(chunk), chunk)
            total, count = total + part, count + number
        theirs = numpy.exp(total / count)
        report = swiftlet("perplexity", "--model", path, "--text", scratch / "text.txt").decode().split()
        mean = report[report.index("perplexity") + 1]
        piece = tokens[:POSITIONS]
        swiftlet("logits", "--model", path, "--tokens", ",".join(map(str, piece)), "--output", scratch / "logits")
        ours = numpy.fromfile(scratch / "logits", dtype="<f4").reshape(POSITIONS, -1)
        model = transformers.AutoModelForCausalLM.from_pretrained(folder, gguf_file=path.name, dtype=torch.float32)
        with torch.no_grad():
            expected = model(torch.tensor([piece])).logits[0].double().numpy()
        size = min(expected.shape[1], ours.shape[1], llama.size)
        near = [distance(rows[:, :size], expected[:, :size]) for rows in (ours, llama.logits(piece))]
        pairs = [[f"{pair:{form}}" for pair in column] for column, form in zip(zip(*near), (".3f", ".5f", ".1%"))]
        print(f"| {name} | {equal} of {len(texts)} | {mean}, {theirs:.4f} | "
              + " | ".join(", ".join(pair) for pair in pairs) + " |", flush=True)

    print("\n| model | temperature | valid answers of schemas | facts found |\n|---|---|---|---|")
    for name in MODELS:
        if "instruct" not in name.lower():
            continue
        for temperature, seeds in ((0, range(1)), (1, range(1, 11))):
            runs = [published_schemas.fill(SWIFTLET, folder / f"{name}.gguf", scratch, temperature, seed) for seed in seeds]
            count, valid, facts, right = map(sum, zip(*runs))
            print(f"| {name} | {temperature} | {valid} of {count} | {right} of {facts} |", flush=True)

    prompts, answers, times = published_chat.turns(SWIFTLET, folder / f"{MODELS[0]}.gguf", scratch, context=768)
    print(f"\n{prompts} turns of chat: {answers} answers, turns were dropped {times} times")


if __name__ == "__main__":
    main()

"""The inputs of the fuzzer: surfaces of the command, each with a function that makes the input of one run."""

import dataclasses
import json
import pathlib
import struct
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests/Fixtures"
DEFAULT = ROOT / "Weights/swiftlet-tiny-q8_0.gguf"
MODELS = [FIXTURES / "models" / name for name in ["q4_0.gguf", "q8_0.gguf", "bf16.gguf", "mixed.gguf"]]
ARCHITECTURES = sorted(path for path in (FIXTURES / "architectures").glob("*.gguf")
                       if not path.name.endswith(".expected.gguf") and path.stat().st_size < 300_000)
EMBEDDINGS = [path for path in (FIXTURES / "embeddings").glob("*.gguf") if not path.name.endswith(".expected.gguf")]
TOKENIZERS = sorted((FIXTURES / "tokenizers").glob("*.gguf"))


@dataclasses.dataclass
class Surface:
    name: str
    make: typing.Callable
    weight: int = 1
    json_lines: bool = False
    numbers: bool = False
    # The file that a run leaves, of 32-bit floating-point numbers.
    floats: str | None = None


# Pieces of input

EDGES = [0, 1, 2, 7, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 40, (1 << 63) - 1,
         1 << 63, (1 << 64) - 1]
STRINGS = ["", "a", " ", "\n", "é", "e\u0301", "日本語", "🦙", "\u0000", "\u001b[31m", "\\", "\"", "'", "{{", "{%", "%}", "<|im_end|>",
           "</s>", "\ufeff", "\u202e", "a" * 300, "null", "NaN", "1e999", "-0", "../../etc/passwd", "\ud83d".encode(
               "utf-16", "surrogatepass").decode("utf-16", "replace")]
NUMBERS = ["0", "-0", "1", "-1", "2.5", "1e400", "-1e400", "1e-400", "9223372036854775807", "9223372036854775808",
           "18446744073709551616", "0.1", "1e15", "1E+2", "00", "1.", ".5", "+1", "NaN", "Infinity", "0x10"]


def damaged(generator, data, most=8):
    """Bytes with a few changes: flips, edge values, cuts, repetitions, insertions."""
    data = bytearray(data)
    # Headers are where the structure is.
    reach = len(data) if generator.random() < 0.4 else min(len(data), 4096)
    # Often a single change, so that what follows is reached too.
    for _ in range(1 if generator.random() < 0.5 else generator.randrange(1, most + 1)):
        if not data:
            break
        at = generator.randrange(max(1, min(reach, len(data))))
        kind = generator.randrange(7)
        if kind == 0:
            data[at] ^= 1 << generator.randrange(8)
        elif kind == 1:
            data[at] = generator.choice([0, 1, 0x7F, 0x80, 0xFF, generator.randrange(256)])
        elif kind == 2:
            size = generator.choice([2, 4, 8])
            data[at:at + size] = struct.pack("<Q", generator.choice(EDGES) % (1 << 64))[:size]
        elif kind == 3:
            del data[at:at + generator.choice([1, 2, 8, 64, 1000])]
        elif kind == 4:
            data[at:at] = data[at:at + generator.choice([1, 8, 64, 1000])]
        elif kind == 5:
            data[at:at] = generator.choice(STRINGS).encode()
        elif generator.random() < 0.2:
            del data[at:]
    return bytes(data)


def text(generator, size=40):
    return "".join(generator.choice(STRINGS + [chr(generator.randrange(32, 127)) for _ in range(20)])
                   for _ in range(generator.randrange(size)))


def value(generator, depth=4):
    """A random JSON value as text, at times wrong."""
    kind = generator.randrange(8 if depth else 5)
    if kind == 0:
        return generator.choice(["true", "false", "null", "tru", "None"])
    if kind == 1:
        return generator.choice(NUMBERS)
    if kind in (2, 3, 4):
        return json.dumps(generator.choice(STRINGS), ensure_ascii=generator.random() < 0.5)
    if kind == 5:
        return "[" + ",".join(value(generator, depth - 1) for _ in range(generator.randrange(4))) + "]"
    return "{" + ",".join(json.dumps(generator.choice(STRINGS)) + ":" + value(generator, depth - 1)
                          for _ in range(generator.randrange(4))) + "}"


KEYWORDS = ["type", "properties", "required", "additionalProperties", "items", "prefixItems", "minItems", "maxItems", "enum",
            "const", "anyOf", "oneOf", "allOf", "not", "$ref", "$defs", "definitions", "pattern", "format", "minLength",
            "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "patternProperties",
            "propertyNames", "minProperties", "maxProperties", "uniqueItems", "contains", "if", "then", "else", "$id",
            "dependentRequired", "title", "description", "default", "x-order", "unevaluatedProperties"]
PATTERNS = ["^a+$", "[a-z]{2,5}", "(a|b)*c", "\\d{4}-\\d{2}", "(?=a)b", "(?i)abc", "[", "a{1000000}", "(a*)*b", "\\p{L}+", "^$",
            "(?P<n>a)", "\\Aab\\Z", "(?<!a)b", "\\1", "[^\\W_]", "x{2,1}", "^[\\s\\S]*$"]
FORMATS = ["date", "date-time", "time", "email", "uri", "uuid", "ipv4", "ipv6", "hostname", "duration", "regex", "nonsense"]
TYPES = ["string", "integer", "number", "boolean", "null", "array", "object", "nonsense"]


def schema(generator, depth=4):
    """A random JSON Schema, at times malformed, recursive, or one that nothing satisfies."""
    if depth == 0 or generator.random() < 0.06:
        return generator.choice([True, False, {}, {"type": "string"}, {"$ref": "#"}, {"$ref": "#/$defs/a"}])
    result = {}
    for _ in range(generator.randrange(1, 5)):
        key = generator.choice(KEYWORDS)
        kind = generator.random()
        if kind < 0.05:
            result[key] = json.loads("[" + generator.choice(["1", "\"x\"", "null", "[]", "{}", "-1", "1e400"]) + "]")[0]
        elif key == "type":
            result[key] = generator.choice(TYPES) if kind < 0.8 else generator.sample(TYPES, 3)
        elif key in ("properties", "$defs", "definitions", "patternProperties"):
            result[key] = {generator.choice(["a", "b", "c", "é", "^x", "", "a/b", "__proto__"]): schema(generator, depth - 1)
                           for _ in range(generator.randrange(4))}
        elif key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            result[key] = [schema(generator, depth - 1) for _ in range(generator.randrange(4))]
        elif key in ("enum",):
            result[key] = generator.sample([1, 1.0, "a", None, True, [], {}, "b", 10**30, {"a": [1]}], generator.randrange(5))
        elif key == "const":
            result[key] = generator.choice([1, "a", None, [], {"a": 1}, 1e300])
        elif key == "pattern":
            result[key] = generator.choice(PATTERNS)
        elif key == "format":
            result[key] = generator.choice(FORMATS)
        elif key in ("required", "x-order"):
            result[key] = generator.sample(["a", "b", "c", "é", ""], generator.randrange(4))
        elif key == "$ref":
            result[key] = generator.choice(["#", "#/$defs/a", "#/properties/a", "#/nowhere", "http://example.org/x", "%zz"])
        elif key in ("uniqueItems",):
            result[key] = True
        elif key in ("title", "description", "$id"):
            result[key] = generator.choice(STRINGS)
        elif key.startswith(("min", "max", "exclusive", "multiple")):
            result[key] = generator.choice([0, 1, 2, 5, 1000, -1, 0.5, 1e15, 10**20, 1e300])
        else:
            result[key] = schema(generator, depth - 1)
    return result


def write(folder, name, data):
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return path


# Surfaces

def model_file(generator, folder, sources):
    return write(folder, "model.gguf", damaged(generator, generator.choice(sources).read_bytes()))


def inspect(generator, folder):
    path = model_file(generator, folder, MODELS + ARCHITECTURES + TOKENIZERS)
    return ["inspect", path] + (["--tensors"] if generator.random() < 0.5 else []), b""


def respond_model(generator, folder):
    path = model_file(generator, folder, MODELS + ARCHITECTURES)
    raw = ["--raw"] if generator.random() < 0.8 else []
    return ["respond", "hi", "--model", path, "--max-tokens", "3", "--context", "64", *raw], b""


def logits(generator, folder):
    path = model_file(generator, folder, ARCHITECTURES)
    tokens = ",".join(str(generator.choice([0, 1, 5, 60, generator.choice(EDGES), -1])) for _ in range(5))
    return ["logits", "--model", path, "--tokens", tokens, "--output", folder / "logits"], b""


def embed(generator, folder):
    path = model_file(generator, folder, EMBEDDINGS)
    return ["embed", "--model", path, text(generator).replace("\0", "") or "a"], b""


def quantize(generator, folder):
    path = model_file(generator, folder, MODELS)
    kind = generator.choice(["Q4_0", "Q8_0", "Q4_K_M", "F16", "IQ4_XS", "MXFP4"])
    return ["quantize", path, folder / "out.gguf", "--type", kind], b""


def perplexity(generator, folder):
    path = model_file(generator, folder, MODELS) if generator.random() < 0.5 else DEFAULT
    content = write(folder, "text", damaged(generator, (text(generator, 200) or "a").encode("utf-8", "replace")))
    return ["perplexity", "--model", path, "--text", content, "--context", "32"], b""


def tokenize(generator, folder):
    path = generator.choice(TOKENIZERS + [DEFAULT])
    return ["tokenize", "--model", path], damaged(generator, text(generator, 200).encode("utf-8", "replace"))


def tokenizer_file(generator, folder):
    path = model_file(generator, folder, TOKENIZERS)
    return ["tokenize", "--model", path], text(generator, 60).encode("utf-8", "replace")


def detokenize(generator, folder):
    ids = " ".join(str(generator.choice([generator.randrange(5000), generator.choice(EDGES), -1])) for _ in range(20))
    return ["detokenize"], damaged(generator, ids.encode(), 3)


def messages(generator):
    roles = ["system", "user", "assistant", "tool", "developer", "nobody"]
    result = []
    for _ in range(generator.randrange(6)):
        message = {"role": generator.choice(roles), "content": generator.choice(STRINGS)}
        if generator.random() < 0.2:
            message["tool_calls"] = [{"id": "1", "type": "function", "function": {
                "name": generator.choice(["f", "g", ""]), "arguments": value(generator, 2)}}]
        if generator.random() < 0.1:
            message["reasoning_content"] = generator.choice(STRINGS)
        if generator.random() < 0.1:
            message[generator.choice(["name", "tool_call_id", "x"])] = generator.choice(STRINGS)
        result.append(message)
    return result


def template(generator, folder):
    content = json.dumps(messages(generator))
    if generator.random() < 0.5:
        content = damaged(generator, content.encode(), 4)
    return ["template", "--messages", write(folder, "messages.json", content)], b""


def batch(generator, folder):
    lines = []
    for _ in range(generator.randrange(1, 4)):
        request = {"messages": messages(generator) or [{"role": "user", "content": "hi"}], "max_tokens": 3}
        for key in generator.sample(["schema", "response_format", "tools", "tool_choice", "stop", "seed", "temperature", "id",
                                     "logit_bias", "n", "model", "top_k", "reasoning_effort"], generator.randrange(4)):
            request[key] = json.loads(json.dumps(schema(generator, 2))) if key == "schema" else generator.choice(
                [1, -1, 2.5, "x", None, [], {}, True, 1e300, {"type": "json_object"}, ["a"],
                 [{"type": "function", "function": {"name": "f", "parameters": schema(generator, 2)}}]])
        line = json.dumps(request).encode()
        lines.append(damaged(generator, line, 3).replace(b"\n", b" ") if generator.random() < 0.4 else line)
    return ["batch", write(folder, "requests.jsonl", b"\n".join(lines))], b""


def schema_check(generator, folder):
    document = write(folder, "schema.json", json.dumps(schema(generator)))
    instances = [write(folder, f"{n}.json", value(generator)) for n in range(3)]
    return ["schema", "check", document, *instances], b""


def respond_schema(generator, folder):
    document = write(folder, "schema.json", json.dumps(schema(generator)))
    return ["respond", "x", "--schema", document, "--max-tokens", "60", "--seed", "1", "--temperature", "2"], b""


def respond_tools(generator, folder):
    tools = [{"name": generator.choice(["f", "g", "get user", ""]), "description": generator.choice(STRINGS),
              generator.choice(["parameters", "inputSchema", "input_schema", "x"]): schema(generator, 3)}
             for _ in range(generator.randrange(1, 3))]
    content = json.dumps(tools)
    if generator.random() < 0.3:
        content = damaged(generator, content.encode(), 4)
    return ["respond", "x", "--tools", write(folder, "tools.json", content), "--max-tokens", "40", "--seed", "1",
            *(["--require-tool"] if generator.random() < 0.5 else [])], b""


def grammar(generator, folder):
    roots = ['"a" | b*', 'root "a" | "b"', "c{0,99}", "b", "c c", 'd (b | "x")+', "nowhere"]
    others = {"b": ['[a-z]+ "x"{2,3}', '"\\x41" [^a-z]', 'b "y" | ""'], "c": ['(b | "é")? .', '"" | c c', '"\\n" d'],
              "d": ["[\\u0041-\\U0001F999]*", '"d"{1000000}', "(((d)))"]}
    lines = ["root ::= " + generator.choice(roots)]
    lines += [f"{name} ::= {generator.choice(rules)}" for name, rules in others.items()]
    content = "\n".join(lines).encode()
    if generator.random() < 0.4:
        content = damaged(generator, content, 2)
    return ["respond", "x", "--grammar", write(folder, "g.gbnf", content), "--max-tokens", "20",
            "--seed", "1"], b""


def arguments(generator, folder):
    names = ["--max-tokens", "--context", "--threads", "--temperature", "--top-k", "--top-p", "--seed", "--stop", "--kv-type",
             "--logit-bias", "--mirostat", "--draft", "--adapter", "--model", "--instructions", "--schema", "--trace", "--parallel",
             "--frequency-penalty", "--dry-base", "--repeat-last-n", "--reasoning-budget", "--nonsense"]
    words = [generator.choice(["respond", "batch", "tokenize", "embed", "inspect", "logits", "bench", "template", "help", "x"])]
    for _ in range(generator.randrange(1, 5)):
        words += [generator.choice(names), generator.choice(NUMBERS + STRINGS + ["f16", "/dev/null", "/", "-"])]
    words = [word.replace("\0", "") for word in words]
    return words + (["--max-tokens", "2"] if words[0] == "respond" else []), b"hi"


SAMPLER = ["--temperature", "--dynatemp-range", "--top-k", "--top-p", "--min-p", "--typical", "--top-nsigma", "--seed", "--stop",
           "--logit-bias", "--mirostat", "--mirostat-ent", "--mirostat-lr", "--frequency-penalty", "--presence-penalty",
           "--repetition-penalty", "--repeat-last-n", "--dry-multiplier", "--dry-base", "--dry-allowed-length",
           "--dry-sequence-breaker", "--xtc-probability", "--xtc-threshold"]
LONG = ["", " ", ",", "=", "1=", "=1", "9" * 400, "0." + "1" * 5000, "1e" + "9" * 300, "a" * 100_000, "1=1," * 3000, "\n" * 50, "é" * 5000,
        "-" * 70, "0x" + "f" * 200]


def sampler_options(generator, folder):
    """Sampler options with empty and very long values."""
    words = ["respond", "hi", "--max-tokens", "2"]
    for _ in range(generator.randrange(1, 4)):
        words += [generator.choice(SAMPLER), generator.choice(LONG + NUMBERS)]
    return words, b""


def sampler_members(generator, folder):
    """Members of requests that are about sampling, with empty and very long values."""
    names = ["temperature", "top_p", "top_k", "min_p", "seed", "stop", "logit_bias", "frequency_penalty", "presence_penalty",
             "repetition_penalty", "max_tokens", "n", "logprobs", "top_logprobs", "reasoning_effort", "model"]
    values = ["", [], {}, None, [""], ["a" * 50_000], ["x"] * 2000, {"": 1}, {"1": ""}, {str(n): 1 for n in range(3000)}, "9" * 400,
              "a" * 100_000, 10**400, -10**400, 1e308, -0.0, [[]] * 500, {"a": {}}, True]
    lines = []
    for _ in range(generator.randrange(1, 4)):
        request = {"messages": [{"role": "user", "content": "hi"}], "max_tokens": 2}
        for name in generator.sample(names, generator.randrange(1, 4)):
            request[name] = generator.choice(values)
        lines.append(json.dumps(request).encode())
    return ["batch", write(folder, "requests.jsonl", b"\n".join(lines))], b""


def serve_options(generator, folder):
    """Options of the server, one of which is always wrong, as the server would not end otherwise."""
    names = ["--host", "--port", "--models", "--alias", "--api-key", "--api-key-file", "--cors-origin", "--allow-host", "--pooling",
             "--parallel", "--max-queue", "--queue-timeout", "--request-timeout", "--keep-alive", "--memory", "--ping",
             "--responses-store", "--max-body", "--max-connections", "--write-timeout", "--drain-timeout", "--log", "--model",
             "--context", "--threads", "--nonsense"]
    file = write(folder, "keys", damaged(generator, generator.choice(["k1\nk2\n", "", "\n", "# a\n", "a" * 5000]).encode()))
    words = ["serve"]
    for _ in range(generator.randrange(0, 4)):
        words += [generator.choice(names), generator.choice(NUMBERS + LONG + [str(file), "/", "/dev/null", "65536", "localhost", "::1"])]
    wrong = generator.choice([["--port", "70000"], ["--port", ""], ["--model", "/nowhere"], ["--nonsense"], ["extra"], ["--host", ""],
                              ["--api-key-file", "/nowhere"], ["--port", "9" * 400], ["--host", "a" * 5000]])
    return [word.replace("\0", "") for word in words + wrong], b""


def standard_input(generator, folder):
    return ["respond", "-", "--max-tokens", "2"], damaged(generator, (text(generator, 100) or "x").encode("utf-8", "replace"))


SURFACES = [
    Surface("inspect", inspect, 4), Surface("respond-model", respond_model, 3), Surface("logits", logits, 2, floats="logits"),
    Surface("embed", embed, 1, json_lines=True), Surface("quantize", quantize, 2),
    Surface("perplexity", perplexity, 1, numbers=True), Surface("tokenize", tokenize, 1), Surface("tokenizer-file", tokenizer_file, 2),
    Surface("detokenize", detokenize, 1), Surface("template", template, 2), Surface("batch", batch, 3, json_lines=True),
    Surface("schema-check", schema_check, 4), Surface("respond-schema", respond_schema, 3),
    Surface("respond-tools", respond_tools, 2), Surface("grammar", grammar, 2), Surface("arguments", arguments, 2),
    Surface("standard-input", standard_input, 1), Surface("sampler-options", sampler_options, 1),
    Surface("sampler-members", sampler_members, 1, json_lines=True), Surface("serve-options", serve_options, 1),
]

"""Conversations as the model reads them: pieces of text, each with what it means for training.

`chat.jinja` is the template that goes into the GGUF file. `pieces` writes the same
text by itself, so that every part of it has a kind; `python chat.py --work WORK`
shows for all samples that both agree.
"""

import argparse
import json
import re
from pathlib import Path

START, END, CALL, CALL_END = "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>"
TEMPLATE = (Path(__file__).parent / "chat.jinja").read_text()

# What a token is for training; `packing.WEIGHTS` says how much its loss counts. Stories have what was asked for.
NOTHING, PROMPT, TEXT, ANSWER, FRAME, VALUE, ASKED = range(7)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shape(schema):
    """The arguments of a tool as the model is shown them: in the notation of `data/schemas.py`."""
    if "enum" in schema:
        text = "|".join(map(compact, schema["enum"]))
    elif "properties" in schema:
        required = schema.get("required", [])
        text = "{" + ",".join(compact(name) + ("" if name in required else "?") + ":" + shape(part)
                              for name, part in schema["properties"].items()) + "}"
    elif "items" in schema:
        text = "[" + shape(schema["items"]) + "]"
    else:
        text = schema.get("type", "any")
    return text + (f" ({schema['description']})" if "description" in schema else "")


def tool_line(tool):
    parameters = tool.get("parameters") or {}
    arguments = shape(parameters) if "properties" in parameters else "{}"
    return '{"name":' + compact(tool["name"]) + ',"description":' + compact(tool["description"]) + \
        ',"arguments":' + arguments + "}"


def json_pieces(text, chosen=False):
    """Cuts compact JSON into keys and punctuation, which a guide forces, and what the model has to know.

    Where something may be missing, keys are `chosen`, and so is whether another one comes.
    """
    pieces, stack, at, start = [], [], 0, 0
    is_key, named = False, ANSWER if chosen else FRAME

    def cut(end, kind):
        nonlocal start
        if end > start:
            pieces.append((text[start:end], kind))
            start = end

    while at < len(text):
        byte = text[at]
        if byte == '"':
            end = at + 1
            while text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            if is_key:
                cut(at + 1, FRAME)
                cut(end, named)
                at = end
            else:
                cut(at + 1, FRAME)
                cut(end + 1, VALUE)
                at = end
        elif byte in "{[":
            stack.append(byte)
            is_key = byte == "{"
            if byte == "[":
                cut(at + 1, FRAME)
        elif byte in "}]":
            cut(at, FRAME)
            cut(at + 1, ANSWER if stack.pop() == "[" else named)
        elif byte == ",":
            cut(at, FRAME)
            cut(at + 1, ANSWER if stack[-1] == "[" else named)
            is_key = stack[-1] == "{"
        elif byte == ":":
            is_key = False
        elif not byte.isspace():
            end = at
            while end < len(text) and text[end] not in ",]} \n":
                end += 1
            cut(at, FRAME)
            cut(end, VALUE)
            at = end - 1
        at += 1
    cut(len(text), FRAME)
    return pieces


def story_pieces(content, asked, ending):
    """A story: where it comes to a word that was asked for, and its last paragraph if an ending was."""
    start, _, last = content.rpartition("\n\n")
    text, last = (start, "\n\n" + last) if ending and start else (content, "")
    parts = re.split(r"( ?\b(?:" + "|".join(map(re.escape, asked)) + r")\b)", text) if asked else [text]
    said, result = set(), []
    for number, part in enumerate(parts):
        kind = ANSWER if number % 2 == 0 else VALUE if part.strip() in said else ASKED
        said.add(part.strip())
        result.append((part, kind))
    return [(part, kind) for part, kind in result + [(last, ASKED)] if part]


def may_be_missing(schema):
    """Whether an object of a schema has a property that is not required."""
    if isinstance(schema, list):
        return any(map(may_be_missing, schema))
    return isinstance(schema, dict) and (len(schema.get("required", [])) < len(schema.get("properties", {}))
                                         or any(map(may_be_missing, schema.values())))


def answer_pieces(content, chosen):
    """What the assistant says; `chosen` as for `json_pieces`."""
    if content[:1] in "{[":
        try:
            json.loads(content)
        except ValueError:
            pass
        else:
            return json_pieces(content, chosen)
    return [(content, ANSWER)] if content else []


def pieces(sample):
    """(text, kind) in order; control tokens stand alone."""
    if "text" in sample:
        yield sample["text"], TEXT
        return
    messages, tools = list(sample["messages"]), sample.get("tools") or []
    free = {tool["name"] for tool in tools if may_be_missing(tool.get("parameters"))}
    chosen = False
    if tools or messages[0]["role"] == "system":
        parts = [messages.pop(0)["content"]] if messages[0]["role"] == "system" else []
        if tools:
            parts.append("Tools:\n" + "\n".join(map(tool_line, tools)))
        yield START, NOTHING
        yield "system\n", NOTHING
        yield "\n\n".join(parts), PROMPT
        yield END, NOTHING
        yield "\n", NOTHING
    for message in messages:
        yield START, NOTHING
        yield message["role"] + "\n", NOTHING
        speaks = message["role"] == "assistant"
        content = message.get("content") or ""
        if speaks and sample["task"] == "story":
            yield from story_pieces(content, sample["check"]["words"], sample["check"]["ending"])
        elif speaks:
            yield from answer_pieces(content, chosen)
        elif content:
            chosen = chosen or '"?:' in content  # as forms are asked for
            yield content, PROMPT
        for number, call in enumerate(message.get("tool_calls") or []):
            if number:
                yield "\n", ANSWER
            name = compact(call["name"])
            yield CALL, ANSWER
            yield '{"name":"', FRAME
            yield name[1:], VALUE
            yield ',"arguments":', FRAME
            yield from json_pieces(compact(call["arguments"]), call["name"] in free)
            yield "}", FRAME
            yield CALL_END, FRAME
        yield END, ANSWER if speaks else NOTHING
        yield "\n", NOTHING


def rendered(template, sample, generate=False):
    """What the template makes of a sample."""
    messages = [dict(message) for message in sample["messages"]]
    for message in messages:
        if message.get("tool_calls"):
            message["tool_calls"] = [dict(type="function", function=call) for call in message["tool_calls"]]
    tools = [dict(type="function", function=dict(tool, parameters=tool.get("parameters") or {}))
             for tool in sample.get("tools") or []]
    return template.render(messages=messages, tools=tools or None, add_generation_prompt=generate)


def compiled():
    """The template in the environment that model libraries give it."""
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    environment.filters["tojson"] = lambda value, ensure_ascii=False, indent=None, separators=None, sort_keys=False: \
        json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)
    return environment.from_string(TEMPLATE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    template, count = compiled(), 0
    with (options.work / "train.jsonl").open() as file:
        for line in file:
            sample = json.loads(line)
            if "text" in sample:
                continue
            count += 1
            expected, found = rendered(template, sample), "".join(text for text, _ in pieces(sample))
            if expected != found:
                raise SystemExit(f"the template writes\n{expected}\nbut pieces are\n{found}")
    print(f"{count} conversations are the same")


if __name__ == "__main__":
    main()

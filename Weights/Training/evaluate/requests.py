"""Samples as requests of `swiftlet batch`, and its answers."""

import json
import subprocess
import tempfile
from pathlib import Path


def modes(sample):
    """The ways in which an item is asked: free, and guided where there is a schema or a tool to call."""
    if sample.get("schema") is not None or sample["check"]["kind"] == "call":
        return ["free", "guided"]
    return ["free"]


def message(each):
    """A message as OpenAI's interface has it."""
    result = {"role": each["role"], "content": each["content"]}
    if "tool_calls" in each:
        result["tool_calls"] = [{"id": "1", "type": "function", "function": call} for call in each["tool_calls"]]
    if each["role"] == "tool":
        result |= {"tool_call_id": "1", "name": each.get("name", "")}
    return result


def request(sample, mode, most):
    """The request for an item: all turns but the last answer, which is what the model has to say.

    The schema stands in the prompt already; guided means that the answer is held to it.
    """
    result = {"messages": [message(each) for each in sample["messages"][:-1]], "max_tokens": most}
    if "tools" in sample:
        result["tools"] = sample["tools"]
        if mode == "guided":
            result["tool_choice"] = "required"
    elif mode == "guided":
        result |= {"schema": sample["schema"], "show_schema": False}
    return result


def answers(swiftlet, model, requests, *, threads=None, parallel=8, choice=("--greedy",)):
    """What the model answers: an object with `text` and `calls`, or with `error`, for each request."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requests.jsonl"
        file.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in requests))
        command = [swiftlet, "batch", str(file), "--model", str(model), *choice, "--parallel", str(parallel)]
        if threads:
            command += ["--threads", str(threads)]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    return [json.loads(line) for line in output.split("\n") if line]

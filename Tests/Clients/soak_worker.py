"""A client of soak.py: makes requests of all protocols at random, and prints a line of JSON about each.

usage: python3 soak_worker.py URL SEED REQUESTS ABANDONED
       REQUESTS: 0 for no end; ABANDONED: the share of requests whose connection is closed in the middle

Only the standard library, so that 32 of these are small.
"""

import http.client
import json
import os
import random
import sys
import time
import urllib.parse

KEY = os.environ.get("SWIFTLET_API_KEY")
SUBJECTS = ["a fox", "a crow", "the sea", "a bridge", "winter", "bread", "a stone", "the moon"]
SYSTEM = "You tell short stories for children, about animals and seasons. " * 12
WEATHER = {"type": "object", "properties": {"city": {"enum": ["Paris", "Rome"]}}, "required": ["city"],
           "additionalProperties": False}


class Broken(Exception):
    """An answer that is not as the protocol has it."""


def chat(generator, text, limit):
    body = {"messages": [{"role": "system", "content": SYSTEM}, {"role": "user", "content": text}],
            "max_completion_tokens": limit, "stream_options": {"include_usage": True}}
    kind = generator.randrange(4)
    if kind == 0:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "w", "schema": WEATHER}}
    elif kind == 1:
        function = {"name": "weather", "parameters": WEATHER}
        body |= {"tools": [{"type": "function", "function": function}], "tool_choice": "required"}
    return "/v1/chat/completions", body


def completion(_, text, limit):
    return "/v1/completions", {"prompt": text, "max_tokens": limit, "stream_options": {"include_usage": True}}


def response(_, text, limit):
    return "/v1/responses", {"input": text, "instructions": SYSTEM, "max_output_tokens": limit, "store": False}


def message(_, text, limit):
    messages = [{"role": "user", "content": text}]
    return "/v1/messages", {"messages": messages, "system": SYSTEM, "max_tokens": limit}


def ollama(generator, text, limit):
    options = {"num_predict": limit}
    if generator.random() < 0.5:
        return "/api/generate", {"prompt": text, "options": options}
    return "/api/chat", {"messages": [{"role": "user", "content": text}], "options": options}


def usage_of(path, answer):
    """Returns prompt tokens, cached ones among them, and generated ones of a whole answer or the last event."""
    if path.startswith("/api"):
        return answer["prompt_eval_count"], answer.get("prompt_eval_cached_count", 0), answer["eval_count"]
    usage = answer["usage"]
    if path == "/v1/messages":
        cached = usage["cache_read_input_tokens"]
        return usage["input_tokens"] + cached, cached, usage["output_tokens"]
    if path == "/v1/responses":
        cached = usage["input_tokens_details"]["cached_tokens"]
        return usage["input_tokens"], cached, usage["output_tokens"]
    return usage["prompt_tokens"], usage["prompt_tokens_details"]["cached_tokens"], usage["completion_tokens"]


def end_of_stream(path, text):
    """Returns the object with the usage from a whole stream, whose end is checked."""
    if path.startswith("/api"):
        last = json.loads(text.rstrip("\n").split("\n")[-1])
        if "error" in last:
            raise Broken(f"error: {last['error']}")
        if not last.get("done"):
            raise Broken("no line with done")
        return last
    if not text.endswith("\n\n"):
        raise Broken(f"the stream ends inside an event: {text[-60:]!r}")
    data = [line[6:] for line in text.split("\n") if line.startswith("data: ")]
    events = [json.loads(line) for line in data if line != "[DONE]"]
    for event in events:
        if "error" in event and event["error"] or event.get("type") == "error":
            raise Broken(f"error: {event}")
    if path.startswith("/v1/c"):
        if data[-1] != "[DONE]":
            raise Broken("no [DONE]")
        return events[-1]
    if path == "/v1/messages":
        if events[-1]["type"] != "message_stop":
            raise Broken(f"the last event is {events[-1]['type']}")
        start, delta = events[0]["message"]["usage"], events[-2]["usage"]
        return {"usage": {**start, **{name: value for name, value in delta.items() if value is not None}}}
    if events[-1]["type"] not in ("response.completed", "response.incomplete"):
        raise Broken(f"the last event is {events[-1]['type']}")
    return events[-1]["response"]


def exchange(connection, generator, abandoned):
    """Makes a request on a connection and returns what happened."""
    make = generator.choice([chat, chat, completion, response, message, ollama])
    text = f"A story about {generator.choice(SUBJECTS)} and {generator.choice(SUBJECTS)}, please."
    path, body = make(generator, text, generator.randrange(1, 64))
    streamed = generator.random() < 0.7
    body["stream"] = streamed
    if not streamed:
        body.pop("stream_options", None)
    result = {"path": path, "stream": streamed}
    fields = {"Content-Type": "application/json", **({"Authorization": f"Bearer {KEY}"} if KEY else {})}
    leaves = generator.random() < abandoned
    connection.request("POST", path, json.dumps(body).encode(), fields)
    if leaves and generator.random() < 0.5:
        return {**result, "abandoned": True}
    answer = connection.getresponse()
    if leaves:
        answer.read1(generator.randrange(1, 2000))
        return {**result, "abandoned": True}
    content = answer.read().decode()
    if answer.status != 200:
        return {**result, "status": answer.status, "error": content[:200]}
    whole = end_of_stream(path, content) if streamed else json.loads(content)
    prompt, cached, generated = usage_of(path, whole)
    return {**result, "prompt": prompt, "cached": cached, "generated": generated}


def main(url, seed, requests, abandoned):
    generator, address, connection = random.Random(int(seed)), urllib.parse.urlsplit(url), None
    done = 0
    while int(requests) == 0 or done < int(requests):
        done += 1
        if connection is None:
            connection = http.client.HTTPConnection(address.hostname, address.port, timeout=300)
        try:
            result = exchange(connection, generator, float(abandoned))
        except (OSError, http.client.HTTPException, ValueError, KeyError, IndexError, Broken) as error:
            result = {"error": f"{type(error).__name__}: {error}"}
            # A server that has ended refuses connections at once.
            time.sleep(0.05)
        # A connection is used again unless its answer was not read, or the client feels like a new one.
        if "generated" not in result or generator.random() < 0.2:
            connection.close()
            connection = None
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

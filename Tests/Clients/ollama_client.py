"""The Python package `ollama`: chat, generate, embed, and the lists of models."""

import json

import ollama

from support import (
    KEY, SCHEMAS, SERVER, TIMEOUT, TOOLS, USER, WEATHER, case, chat_model, check, check_arguments, check_equal,
    check_in, check_raises, check_schema, embedding_model, long_text, raw_stream, request, run,
)

HEADERS = {"Authorization": f"Bearer {KEY}"} if KEY else {}
client = ollama.Client(host=SERVER, headers=HEADERS, timeout=TIMEOUT)
DURATIONS = ["total_duration", "load_duration", "prompt_eval_duration", "eval_duration"]


def options(limit=16, **others):
    return {"num_predict": limit, "temperature": 0, **others}


def check_end(part, limit):
    check_equal(part.done, True, "done")
    check_in(part.done_reason, ["stop", "length"], "done_reason")
    check(part.prompt_eval_count > 0, f"prompt_eval_count is {part.prompt_eval_count}")
    check(part.eval_count <= limit, f"{part.eval_count} tokens with a limit of {limit}")
    for name in DURATIONS:
        check(isinstance(part[name], int), f"{name} is {part[name]!r}")


@case
def chat():
    answer = client.chat(model=chat_model(), messages=USER, options=options())
    check_equal(answer.message.role, "assistant", "role")
    check(isinstance(answer.message.content, str), f"content is {answer.message.content!r}")
    check_end(answer, 16)


@case
def chat_stream():
    parts = list(client.chat(model=chat_model(), messages=USER, options=options(), stream=True))
    check_equal([part.done for part in parts], [False] * (len(parts) - 1) + [True], "done")
    check_end(parts[-1], 16)
    text = "".join(part.message.content or "" for part in parts)
    whole = client.chat(model=chat_model(), messages=USER, options=options()).message.content
    check_equal(text, whole, "the text of the stream")


@case
def chat_stream_form():
    # Without `stream`, an answer is a stream.
    body = {"model": chat_model(), "messages": USER, "options": options()}
    status, headers, content = raw_stream("/api/chat", body)
    check_equal(status, 200, "status")
    check(headers["Content-Type"].startswith("application/x-ndjson"), f"Content-Type {headers['Content-Type']!r}")
    lines = content.decode().split("\n")
    check_equal(lines.pop(), "", "after the last line")
    for line in lines:
        part = json.loads(line)
        check({"model", "created_at", "message", "done"} <= set(part), f"members of {part}")


@case
def chat_same_prompt_count():
    counts = [client.chat(model=chat_model(), messages=USER, options=options(2)).prompt_eval_count for _ in range(2)]
    check_equal(counts[1], counts[0], "prompt_eval_count of the same request")


@case
def chat_schema():
    for stream in [False, True]:
        answer = client.chat(
            model=chat_model(), messages=USER, format=WEATHER, options=options(100), stream=stream)
        text = "".join(part.message.content for part in answer) if stream else answer.message.content
        check_schema(json.loads(text), WEATHER, "the answer")


@case
def chat_tools():
    # This API has no tool choice, so a model may answer with text.
    answer = client.chat(model=chat_model(), messages=USER, tools=TOOLS, options=options(60))
    for call in answer.message.tool_calls or []:
        check_in(call.function.name, SCHEMAS, "name of the call")
        if answer.done_reason != "length":
            check_arguments(call.function.name, dict(call.function.arguments), "the call")
    call = {"function": {"name": "weather", "arguments": {"city": "Rome", "unit": "celsius"}}}
    messages = [*USER, {"role": "assistant", "content": "", "tool_calls": [call]},
                {"role": "tool", "tool_name": "weather", "content": "sunny"}]
    check_end(client.chat(model=chat_model(), messages=messages, tools=TOOLS, options=options()), 16)


@case
def generate():
    answer = client.generate(model=chat_model(), prompt="A fox", system="You tell stories.", options=options())
    check(isinstance(answer.response, str), f"response is {answer.response!r}")
    check_end(answer, 16)
    parts = list(client.generate(model=chat_model(), prompt="Once upon", raw=True, options=options(), stream=True))
    check_end(parts[-1], 16)
    check(all(not part.done for part in parts[:-1]), "done before the end")


@case
def load():
    check_equal(client.generate(model=chat_model()).done_reason, "load", "done_reason without a prompt")
    check_equal(client.chat(model=chat_model(), messages=[]).done_reason, "load", "done_reason without messages")


@case
def models():
    names = [model.model for model in client.list().models]
    check(any(name == chat_model() or name.split(":")[0] == chat_model() for name in names), f"the models are {names}")
    for model in client.list().models:
        check_equal(len(model.digest), 64, "digits of the digest")
        check(model.size > 0, "the size is 0")
        check_equal(model.details.format, "gguf", "details.format")
    shown = client.show(chat_model())
    check_in("completion", shown.capabilities, "capabilities")
    check(shown.modelinfo.get("general.architecture"), "model_info has no general.architecture")
    check(client.ps().models, "no model is loaded")
    status, _, version = request("/api/version")
    check_equal((status, list(version)), (200, ["version"]), "/api/version")
    check_equal(len(version["version"].split(".")), 3, "numbers of the version")


@case
def probes():
    for path in ["/", "/api/tags", "/api/version"]:
        status, _, body = request(path, method="HEAD")
        check_equal((status, body), (200, ""), f"HEAD {path}")
    status, _, body = request("/", headers={"Accept": "*/*"})
    check_equal((status, body.strip()), (200, "Ollama is running"), "GET /")


@case
def embed():
    answer = client.embed(model=embedding_model(), input=["a fox", "a crow"])
    check_equal(len(answer.embeddings), 2, "embeddings")
    check(answer.prompt_eval_count > 0, "prompt_eval_count is 0")


@case
def errors():
    error = check_raises(ollama.ResponseError, lambda: client.chat(model="no-such-model", messages=USER))
    check_equal(error.status_code, 404, "status")
    error = check_raises(ollama.ResponseError, lambda: client.chat(
        model=chat_model(), messages=[{"role": "user", "content": long_text()}], options=options(1)))
    check_equal(error.status_code, 400, "status of a prompt that is too long")


run()

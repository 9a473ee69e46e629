"""The Python package `openai`: models, chat, tools, structured outputs, completions and embeddings.

`openai_responses_client.py` has the Responses API.
"""

import json
import math
from typing import Literal

import openai
from pydantic import BaseModel, Field

from support import (
    CLIENT_KEY, KEY, SERVER, TIMEOUT, TOOLS, USER, Skipped, case, chat_model, check, check_arguments, check_equal,
    check_in, check_raises, check_schema, embedding_model, event_stream, long_text, run,
)

client = openai.OpenAI(base_url=SERVER + "/v1", api_key=CLIENT_KEY, max_retries=0, timeout=TIMEOUT)


class Wind(BaseModel):
    direction: Literal["north", "south"]
    strong: bool


class Report(BaseModel):
    """Has a nested model, so that the schema has `$defs` and `$ref`."""

    city: Literal["Paris", "Rome"]
    winds: list[Wind] = Field(min_length=1, max_length=2)
    level: Literal[1, 2, 3]


def create(messages=None, **options):
    return client.chat.completions.create(model=chat_model(), messages=messages or USER, **options)


def check_usage(usage, limit=None):
    check(usage is not None, "usage is missing")
    check(usage.prompt_tokens > 0, f"usage.prompt_tokens is {usage.prompt_tokens}")
    check_equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens, "usage.total_tokens")
    cached = usage.prompt_tokens_details.cached_tokens
    check(0 <= cached <= usage.prompt_tokens, f"usage.prompt_tokens_details.cached_tokens is {cached}")
    if limit is not None:
        check(usage.completion_tokens <= limit, f"{usage.completion_tokens} tokens with a limit of {limit}")


# Models


@case
def models():
    first, second = client.models.list().data, client.models.list().data
    check_in(chat_model(), [model.id for model in first], "the model")
    for model in first:
        check_equal(model.object, "model", "object")
        check(isinstance(model.created, int), f"created is {model.created!r}")
    check_equal([m.created for m in first], [m.created for m in second], "created of a second request")
    check_equal(client.models.retrieve(chat_model()).id, chat_model(), "retrieved model")
    check_raises(openai.NotFoundError, lambda: client.models.retrieve("no-such-model"))


# Chat


@case
def chat():
    answer = create(max_completion_tokens=16)
    check(answer.id.startswith("chatcmpl-"), f"id is {answer.id!r}")
    check_equal(answer.object, "chat.completion", "object")
    check_equal(answer.model, chat_model(), "model")
    check_equal([choice.index for choice in answer.choices], [0], "indices")
    message = answer.choices[0].message
    check_equal(message.role, "assistant", "role")
    check(isinstance(message.content, str), f"content is {message.content!r}")
    check(not message.tool_calls, f"tool_calls is {message.tool_calls!r}")
    check_in(answer.choices[0].finish_reason, ["stop", "length"], "finish_reason")
    check_usage(answer.usage, 16)


@case
def chat_limits():
    for name in ["max_tokens", "max_completion_tokens"]:
        answer = create(**{name: 3})
        check_usage(answer.usage, 3)
        expected = "length" if answer.usage.completion_tokens == 3 else "stop"
        check_in(answer.choices[0].finish_reason, {expected, "length"}, f"finish_reason with {name}")


@case
def chat_same_seed_and_cache():
    messages = [{"role": "system", "content": "You tell stories about animals. " * 40}, *USER]
    first, second = (create(messages, seed=7, max_tokens=24) for _ in range(2))
    check_equal(second.choices[0].message.content, first.choices[0].message.content, "the same request again")
    check_equal(second.usage.prompt_tokens, first.usage.prompt_tokens, "prompt_tokens of the same request")
    cached = second.usage.prompt_tokens_details.cached_tokens
    least = second.usage.prompt_tokens - 64
    check(cached >= least, f"{cached} tokens from the cache, expected at least {least}")


@case
def chat_stop():
    text = create(temperature=0, max_tokens=40).choices[0].message.content
    words = text.split()
    if len(words) < 4:
        raise Skipped("the model's answer is too short")
    stop = " " + words[len(words) // 2]
    if stop not in text:
        raise Skipped("the words of the answer are not separated by single spaces")
    stopped = create(temperature=0, max_tokens=40, stop=[stop])
    check_equal(stopped.choices[0].message.content, text[: text.index(stop)], f"the text before {stop!r}")
    check_equal(stopped.choices[0].finish_reason, "stop", "finish_reason")
    streamed = "".join(
        chunk.choices[0].delta.content or ""
        for chunk in create(temperature=0, max_tokens=40, stop=[stop], stream=True)
    )
    check_equal(streamed, stopped.choices[0].message.content, "the same as a stream")


@case
def chat_choices():
    answer = create(n=2, max_tokens=8, seed=1)
    check_equal([choice.index for choice in answer.choices], [0, 1], "indices")
    check_usage(answer.usage, 16)
    indices = {chunk.choices[0].index for chunk in create(n=2, max_tokens=8, seed=1, stream=True)}
    check_equal(indices, {0, 1}, "indices of the stream")


@case
def chat_log_probabilities():
    for stream in [False, True]:
        options = dict(max_tokens=8, temperature=0, logprobs=True, top_logprobs=3)
        if stream:
            chunks = [chunk.choices[0] for chunk in create(stream=True, **options)]
            text = "".join(choice.delta.content or "" for choice in chunks)
            entries = [entry for choice in chunks if choice.logprobs for entry in choice.logprobs.content]
        else:
            choice = create(**options).choices[0]
            text, entries = choice.message.content, choice.logprobs.content
        spelt = b"".join(bytes(entry.bytes) for entry in entries).decode(errors="replace")
        check(spelt.startswith(text), f"the bytes of the tokens are {spelt!r}, expected {text!r}")
        for entry in entries:
            check(entry.logprob <= 0, f"logprob is {entry.logprob}")
            check(1 <= len(entry.top_logprobs) <= 3, f"{len(entry.top_logprobs)} alternatives, expected at most 3")
            best = max(other.logprob for other in entry.top_logprobs)
            check(entry.logprob >= best - 1e-4, f"a greedy token has logprob {entry.logprob}, another {best}")


@case
def chat_continues_an_assistant_message():
    answer = create([*USER, {"role": "assistant", "content": "Once upon a"}], max_tokens=8, temperature=0)
    check(isinstance(answer.choices[0].message.content, str), "there is no text")


@case
def chat_unusual_history():
    messages = [
        {"role": "developer", "content": [{"type": "text", "text": "You are kind."}]},
        {"role": "user", "content": [{"type": "text", "text": "The weather"}, {"type": "text", "text": "in Rome?"}]},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "call_1", "type": "function",
             "function": {"name": "weather", "arguments": '{"city":"Rome","unit":"celsius"}'}}]},
        {"role": "tool", "tool_call_id": "call_1", "content": "Sunny."},
        {"role": "assistant", "content": "Sunny.", "tool_calls": []},
        {"role": "user", "content": "Thank you."},
    ]
    check_usage(create(messages, tools=TOOLS, tool_choice="none", max_tokens=8).usage, 8)


# Streams


def check_stream(options, expects_usage):
    chunks = []
    body = {"model": chat_model(), "messages": USER, "max_tokens": 12, "temperature": 0, "stream": True, **options}
    events = [data for _, data in event_stream("/v1/chat/completions", body)]
    check_equal(events[-1], "[DONE]", "the last event")
    chunks = [json.loads(data) for data in events[:-1]]
    for name in ["id", "created", "model", "object", "system_fingerprint"]:
        check_equal(len({chunk.get(name) for chunk in chunks}), 1, f"different values of {name}")
    check_equal(chunks[0]["object"], "chat.completion.chunk", "object")
    with_usage = [chunk for chunk in chunks if chunk.get("usage")]
    without_choices = [chunk for chunk in chunks if not chunk["choices"]]
    if expects_usage:
        check_equal([chunk["choices"] for chunk in with_usage], [[]], "chunks with usage")
        check_equal(chunks[-1], with_usage[0], "the last chunk")
        chunks = chunks[:-1]
    else:
        check_equal((with_usage, without_choices), ([], []), "chunks of usage without include_usage")
    choices = [chunk["choices"][0] for chunk in chunks]
    check_equal(choices[0]["delta"].get("role"), "assistant", "role of the first delta")
    check(all("role" not in choice["delta"] for choice in choices[1:]), "a later delta has a role")
    check(all("finish_reason" in choice for choice in choices), "a choice without finish_reason")
    check(all(choice["finish_reason"] is None for choice in choices[:-1]), "an early finish_reason")
    check_in(choices[-1]["finish_reason"], ["stop", "length"], "finish_reason")
    return "".join(choice["delta"].get("content") or "" for choice in choices)


@case
def stream_form():
    text = check_stream({}, expects_usage=False)
    check_equal(check_stream({"stream_options": {"include_usage": True}}, expects_usage=True), text, "the same stream")
    whole = create(max_tokens=12, temperature=0).choices[0].message.content
    check_equal(text, whole, "the text of the stream")


@case
def stream_helper():
    # The helper raises an error for an answer that a limit cuts off, so the model has to come to an end.
    options = dict(max_tokens=600, stop=[".", "\n"], stream_options={"include_usage": True})
    try:
        with client.chat.completions.stream(model=chat_model(), messages=USER, **options) as stream:
            events = list(stream)
            final = stream.get_final_completion()
    except openai.LengthFinishReasonError:
        raise Skipped("the model's answer does not end within 600 tokens") from None
    text = "".join(event.delta for event in events if event.type == "content.delta")
    check_equal(final.choices[0].message.content or "", text, "the text of the final completion")
    check_usage(final.usage, 600)
    if text:
        check_equal(sum(event.type == "content.done" for event in events), 1, "events content.done")


# Tools


def check_calls(choice, reason="tool_calls"):
    calls = choice.message.tool_calls or []
    check(calls, f"there is no call, but {choice.message.content!r}")
    check_equal(choice.finish_reason, reason, "finish_reason")
    for call in calls:
        check_equal(call.type, "function", "type of the call")
        check(call.id.startswith("call_"), f"id of the call is {call.id!r}")
        check_arguments(call.function.name, call.function.arguments, "the call")
    check_equal(len({call.id for call in calls}), len(calls), "different ids")
    return [call.function.name for call in calls]


@case
def tools_required():
    for _ in range(3):
        check_calls(create(tools=TOOLS, tool_choice="required", max_tokens=300).choices[0])


@case
def tools_named():
    for name in ["weather", "clock"]:
        choice = {"type": "function", "function": {"name": name}}
        names = check_calls(create(tools=TOOLS, tool_choice=choice, max_tokens=300).choices[0])
        check_equal(set(names), {name}, "names of the calls")


@case
def tools_allowed():
    allowed = {"mode": "required", "tools": [{"type": "function", "function": {"name": "clock"}}]}
    choice = {"type": "allowed_tools", "allowed_tools": allowed}
    names = check_calls(create(tools=TOOLS, tool_choice=choice, max_tokens=300).choices[0])
    check_equal(set(names), {"clock"}, "names of the calls")


@case
def tools_none():
    for seed in range(3):
        answer = create(tools=TOOLS, tool_choice="none", max_tokens=24, seed=seed)
        check(not answer.choices[0].message.tool_calls, "a call with tool_choice none")


@case
def tools_one_at_a_time():
    choice = create(tools=TOOLS, tool_choice="required", parallel_tool_calls=False, max_tokens=300).choices[0]
    check_equal(len(check_calls(choice)), 1, "calls with parallel_tool_calls false")


@case
def tools_refused():
    choice = {"type": "function", "function": {"name": "unknown"}}
    check_raises(openai.BadRequestError, lambda: create(tools=TOOLS, tool_choice=choice))


@case
def tools_are_in_the_prompt():
    without, tools = (create(max_tokens=1, **options).usage.prompt_tokens for options in [{}, {"tools": TOOLS}])
    check(tools > without, f"{tools} prompt tokens with tools, {without} without")


@case
def tools_stream_form():
    body = {"model": chat_model(), "messages": USER, "tools": TOOLS, "tool_choice": "required", "max_tokens": 300,
            "stream": True}
    events = [json.loads(data) for _, data in event_stream("/v1/chat/completions", body) if data != "[DONE]"]
    calls, choices = {}, [event["choices"][0] for event in events]
    for choice in choices:
        for part in choice["delta"].get("tool_calls", []):
            check("index" in part, f"a delta without index: {part}")
            if part["index"] not in calls:
                check_equal(part["index"], len(calls), "index of a new call")
                check(part.get("id") and part["function"].get("name"), f"the first delta of a call: {part}")
                check_equal(part.get("type"), "function", "type in the first delta of a call")
                calls[part["index"]] = [part["id"], part["function"]["name"], ""]
            else:
                check(not {"id", "type"} & set(part), f"id or type in a later delta: {part}")
                check("name" not in part["function"], f"name in a later delta: {part}")
            calls[part["index"]][2] += part["function"].get("arguments", "")
    check(calls, "there is no call")
    for _, name, arguments in calls.values():
        check_arguments(name, arguments, "the call")
    check_equal(len({call[0] for call in calls.values()}), len(calls), "different ids")
    check_equal(choices[-1]["finish_reason"], "tool_calls", "finish_reason")


@case
def tools_stream_helper():
    options = dict(tools=TOOLS, tool_choice="required", max_tokens=300)
    with client.chat.completions.stream(model=chat_model(), messages=USER, **options) as stream:
        events = list(stream)
        final = stream.get_final_completion()
    names = check_calls(final.choices[0])
    done = [event.name for event in events if event.type == "tool_calls.function.arguments.done"]
    check_equal(done, names, "events of complete calls")


@case
def tools_cut_by_the_limit():
    for limit in [1, 4, 8]:
        choices = [create(tools=TOOLS, tool_choice="required", max_tokens=limit, temperature=0).choices[0]]
        stream = create(tools=TOOLS, tool_choice="required", max_tokens=limit, temperature=0, stream=True)
        choices.append([chunk.choices[0] for chunk in stream][-1])
        check_equal([choice.finish_reason for choice in choices], ["length"] * 2, f"finish_reason at {limit} tokens")


@case
def tools_round_trip():
    first = create(tools=TOOLS, tool_choice="required", parallel_tool_calls=False, max_tokens=300).choices[0].message
    call = first.tool_calls[0]
    messages = [*USER, first.model_dump(exclude_none=True),
                {"role": "tool", "tool_call_id": call.id, "content": '{"result": "sunny"}'}]
    answer = create(messages, tools=TOOLS, tool_choice="none", max_tokens=16)
    check(isinstance(answer.choices[0].message.content, str), "there is no text")


# Structured outputs


@case
def parse():
    parsed = client.chat.completions.parse(
        model=chat_model(), messages=USER, response_format=Report, max_tokens=300
    ).choices[0].message.parsed
    check(isinstance(parsed, Report), f"parsed is {parsed!r}")


@case
def parse_stream():
    with client.chat.completions.stream(
        model=chat_model(), messages=USER, response_format=Report, max_tokens=300
    ) as stream:
        for _ in stream:
            pass
        parsed = stream.get_final_completion().choices[0].message.parsed
    check(isinstance(parsed, Report), f"parsed is {parsed!r}")


@case
def parse_tool():
    tool = openai.pydantic_function_tool(Report, name="report")
    choice = {"type": "function", "function": {"name": "report"}}
    message = client.chat.completions.parse(
        model=chat_model(), messages=USER, tools=[tool], tool_choice=choice, max_tokens=400
    ).choices[0].message
    parsed = [call.function.parsed_arguments for call in message.tool_calls]
    check(parsed and all(isinstance(value, Report) for value in parsed), f"parsed is {parsed!r}")


@case
def json_object():
    choice = create(response_format={"type": "json_object"}, max_tokens=200).choices[0]
    if choice.finish_reason == "stop":
        check(isinstance(json.loads(choice.message.content), dict), f"content is {choice.message.content!r}")
    else:
        check(choice.message.content.lstrip().startswith("{"), f"content is {choice.message.content!r}")


@case
def schema_with_pattern():
    schema = {"type": "object", "properties": {"codes": {"type": "array", "minItems": 1, "maxItems": 2, "items": {
        "type": "string", "pattern": r"^\d{2}-[A-C]$"}}}, "required": ["codes"], "additionalProperties": False}
    answer_format = {"type": "json_schema", "json_schema": {"name": "codes", "schema": schema, "strict": True}}
    choice = create(response_format=answer_format, max_tokens=100).choices[0]
    check_schema(json.loads(choice.message.content), schema, "the answer")


# Refusals


@case
def refusals():
    cases = {
        "temperature": dict(temperature=3), "top_p": dict(top_p=-1), "response_format": dict(
            response_format={"type": "yaml"}), "top_logprobs": dict(top_logprobs=2), "n": dict(n=0),
        "messages": dict(messages=[]),
    }
    for name, options in cases.items():
        arguments = {"model": chat_model(), "messages": USER, "max_tokens": 1, **options}
        error = check_raises(openai.BadRequestError, lambda a=arguments: client.chat.completions.create(**a))
        check_equal(error.type, "invalid_request_error", f"type of the error of {name}")
        check((error.param or "").startswith(name), f"param of the error of {name} is {error.param!r}")
        check(isinstance(error.message, str) and error.message, f"message of the error of {name}")
    image = [{"role": "user", "content": [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}]}]
    error = check_raises(openai.BadRequestError, lambda: create(image, max_tokens=1))
    check((error.param or "").startswith("messages"), f"param of the error of a picture is {error.param!r}")


@case
def unknown_model():
    error = check_raises(
        openai.NotFoundError, lambda: client.chat.completions.create(model="no-such-model", messages=USER))
    check_equal(error.code, "model_not_found", "code")


@case
def prompt_too_long():
    error = check_raises(openai.BadRequestError, lambda: create([{"role": "user", "content": long_text()}]))
    check_equal(error.code, "context_length_exceeded", "code")
    check(error.body["n_prompt_tokens"] > error.body["n_ctx"] > 0, f"the numbers of the error: {error.body}")
    options = dict(model=chat_model(), messages=[{"role": "user", "content": long_text()}], stream=True)
    check_raises(openai.BadRequestError, lambda: client.chat.completions.create(**options))


@case
def wrong_key():
    if not KEY:
        raise Skipped("the server has no keys")
    other = openai.OpenAI(base_url=SERVER + "/v1", api_key="sk-of-another-server", max_retries=0)
    error = check_raises(openai.AuthenticationError, lambda: other.models.list())
    check_equal(error.code, "invalid_api_key", "code")
    check("another" not in error.message, "the error repeats the key")


# Completions


@case
def completion():
    answer = client.completions.create(model=chat_model(), prompt=["Once upon", "There was"], max_tokens=6)
    check(answer.id.startswith("cmpl-"), f"id is {answer.id!r}")
    check_equal(answer.object, "text_completion", "object")
    check_equal([choice.index for choice in answer.choices], [0, 1], "indices")
    check_in(answer.choices[0].finish_reason, ["stop", "length"], "finish_reason")
    check_usage(answer.usage, 12)


@case
def completion_stream():
    options = dict(model=chat_model(), prompt="Once upon a time", max_tokens=8, temperature=0)
    chunks = list(client.completions.create(stream=True, **options))
    check_equal(len({chunk.id for chunk in chunks}), 1, "different ids")
    text = "".join(chunk.choices[0].text for chunk in chunks if chunk.choices)
    check_equal(text, client.completions.create(**options).choices[0].text, "the text of the stream")
    check_in(chunks[-1].choices[0].finish_reason, ["stop", "length"], "finish_reason")


@case
def completion_echo_with_log_probabilities():
    prompt = "Once upon a time there was a fox."
    choice = client.completions.create(
        model=chat_model(), prompt=prompt, echo=True, logprobs=1, max_tokens=1, temperature=0).choices[0]
    found = choice.logprobs
    check(choice.text.startswith(prompt), f"text is {choice.text!r}")
    lengths = {len(found.tokens), len(found.token_logprobs), len(found.top_logprobs), len(found.text_offset)}
    check_equal(len(lengths), 1, "different numbers of elements")
    check_equal(found.token_logprobs[0], None, "the log-probability of the first token")
    check(all(value <= 0 for value in found.token_logprobs[1:]), f"token_logprobs is {found.token_logprobs}")
    check_equal(found.text_offset, sorted(found.text_offset), "text_offset")


@case
def completion_suffix():
    # Models without tokens for it refuse to fill in the middle, and never ignore the suffix.
    try:
        answer = client.completions.create(model=chat_model(), prompt="def f(", suffix="return 1", max_tokens=4)
    except openai.BadRequestError as error:
        check_equal(error.param, "suffix", "param")
        return
    plain = client.completions.create(model=chat_model(), prompt="def f(", max_tokens=4)
    check(answer.usage.prompt_tokens > plain.usage.prompt_tokens, "the suffix is not in the prompt")
    check_in(answer.choices[0].finish_reason, ["stop", "length"], "finish_reason")


# Embeddings


@case
def embeddings():
    texts = ["a fox", "a rather long text about a fox and a crow"]
    decoded = client.embeddings.create(model=embedding_model(), input=texts)
    plain = client.embeddings.create(model=embedding_model(), input=texts, encoding_format="float")
    check_equal([item.index for item in decoded.data], [0, 1], "indices")
    check(decoded.usage.prompt_tokens > 0, "usage.prompt_tokens is 0")
    for first, second in zip(decoded.data, plain.data):
        check_equal(len(first.embedding), len(second.embedding), "dimensions")
        difference = max(abs(a - b) for a, b in zip(first.embedding, second.embedding))
        check(difference < 1e-4, f"base64 and float differ by {difference}")


@case
def embeddings_with_dimensions():
    size = len(client.embeddings.create(model=embedding_model(), input="a fox").data[0].embedding)
    short = client.embeddings.create(model=embedding_model(), input="a fox", dimensions=size // 2).data[0].embedding
    check_equal(len(short), size // 2, "dimensions")
    norm = math.sqrt(sum(value * value for value in short))
    check(abs(norm - 1) < 1e-3, f"the norm is {norm}")
    error = check_raises(openai.BadRequestError, lambda: client.embeddings.create(
        model=embedding_model(), input="a fox", dimensions=size + 1))
    check_equal(error.param, "dimensions", "param")


@case
def embeddings_refused():
    for value in [[], "", ["a", ""]]:
        check_raises(openai.BadRequestError, lambda v=value: client.embeddings.create(
            model=embedding_model(), input=v))


run()

"""The Python package `anthropic`: messages, their stream helper, tools and counting tokens."""

import json

import anthropic

from support import (
    CLIENT_KEY, DESCRIPTIONS, SCHEMAS, SERVER, TIMEOUT, USER, case, chat_model, check, check_arguments, check_equal,
    check_in, check_raises, check_schema, event_stream, long_text, request, run,
)

client = anthropic.Anthropic(base_url=SERVER, api_key=CLIENT_KEY, max_retries=0, timeout=TIMEOUT)
TOOLS = [
    {"name": name, "description": DESCRIPTIONS[name], "input_schema": schema} for name, schema in SCHEMAS.items()
]
REASONS = ["end_turn", "max_tokens", "stop_sequence"]
DELTAS = {"text": {"text_delta"}, "thinking": {"thinking_delta", "signature_delta"}, "tool_use": {"input_json_delta"}}


def create(messages=None, max_tokens=16, **options):
    return client.messages.create(model=chat_model(), messages=messages or USER, max_tokens=max_tokens, **options)


def sampling(temperature):
    # The client no longer has a parameter for it.
    return {"extra_body": {"temperature": temperature}}


def check_events(body):
    """Returns the events of a stream, whose members and order are checked."""
    events = []
    for name, data in event_stream("/v1/messages", {"model": chat_model(), "messages": USER, "stream": True, **body}):
        event = json.loads(data)
        check_equal(name, event["type"], "the line of the event")
        if name != "ping":
            events.append(event)
    types = [event["type"] for event in events]
    check_equal(types[0], "message_start", "the first event")
    check_equal(types[-2:], ["message_delta", "message_stop"], "the last events")
    start = events[0]["message"]
    check_equal((start["content"], start["stop_reason"]), ([], None), "content and stop_reason of message_start")
    for name in ["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"]:
        check(isinstance(start["usage"].get(name), int), f"usage of message_start: {start['usage']}")
    check(isinstance(events[-2]["usage"].get("output_tokens"), int), "message_delta has no usage.output_tokens")
    block, number = None, 0
    for event in events[1:-2]:
        check_equal(event["index"], number, f"index of {event['type']}")
        if event["type"] == "content_block_start":
            check(block is None, "a block begins before the end of the one before")
            block = event["content_block"]["type"]
            check_in(block, DELTAS, "type of the block")
            if block == "tool_use":
                check_equal(event["content_block"]["input"], {}, "input of a block that begins")
        elif event["type"] == "content_block_stop":
            check(block is not None, "the end of a block that has not begun")
            block, number = None, number + 1
        else:
            check_equal(event["type"], "content_block_delta", "type of the event")
            check_in(event["delta"]["type"], DELTAS[block], f"type of a delta in a block of {block}")
    check(block is None, "the last block has no end")
    return events


@case
def message():
    answer = create()
    check(answer.id.startswith("msg_"), f"id is {answer.id!r}")
    check_equal((answer.type, answer.role, answer.model), ("message", "assistant", chat_model()), "members")
    check_in(answer.stop_reason, REASONS, "stop_reason")
    check(answer.usage.input_tokens + (answer.usage.cache_read_input_tokens or 0) > 0, "usage has no input tokens")
    check(answer.usage.output_tokens <= 16, f"{answer.usage.output_tokens} tokens with a limit of 16")
    for block in answer.content:
        check_in(block.type, ["text", "thinking"], "type of the block")


@case
def message_limit():
    answer = create(max_tokens=2)
    check(answer.usage.output_tokens <= 2, f"{answer.usage.output_tokens} tokens with a limit of 2")
    check_in(answer.stop_reason, ["max_tokens", "end_turn"], "stop_reason")


@case
def message_stop_sequence():
    text = create(max_tokens=40, **sampling(0)).content[0].text
    stop = next((word for word in text.split()[2:] if len(word) > 2), None)
    if stop:
        answer = create(max_tokens=40, **sampling(0), stop_sequences=[stop])
        check_equal((answer.stop_reason, answer.stop_sequence), ("stop_sequence", stop), "the end")
        check_equal(answer.content[0].text, text[: text.index(stop)], "the text")


@case
def message_system_and_blocks():
    cached = {"cache_control": {"type": "ephemeral"}}
    messages = [{"role": "user", "content": [{"type": "text", "text": "A story.", **cached}]}]
    # Longer than the message that some templates have for conversations without one.
    system = [{"type": "text", "text": "You tell stories of animals. " * 12, **cached}]
    with_system, without = create(messages, system=system), create(messages)

    def tokens(usage):
        return usage.input_tokens + (usage.cache_read_input_tokens or 0)

    check(tokens(with_system.usage) > tokens(without.usage), "the system message is not in the prompt")


@case
def message_cached_tokens():
    system = "You tell stories about animals. " * 40
    answers = [create(system=system) for _ in range(2)]
    totals = [answer.usage.input_tokens + answer.usage.cache_read_input_tokens for answer in answers]
    check_equal(totals[1], totals[0], "input tokens of the same request")
    check(answers[1].usage.input_tokens <= 64, f"{answers[1].usage.input_tokens} tokens were not in the cache")


@case
def stream_form():
    events = check_events({"max_tokens": 12, "temperature": 0})
    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    text = "".join(delta["text"] for delta in deltas if delta["type"] == "text_delta")
    whole = "".join(block.text for block in create(max_tokens=12, **sampling(0)).content if block.type == "text")
    check_equal(text, whole, "the text of the stream")


@case
def stream_helper():
    with client.messages.stream(model=chat_model(), messages=USER, max_tokens=16) as stream:
        text = "".join(stream.text_stream)
        final = stream.get_final_message()
    check_equal("".join(block.text for block in final.content if block.type == "text"), text, "the final message")
    check_in(final.stop_reason, REASONS, "stop_reason")
    check(isinstance(final.usage.input_tokens, int), f"usage.input_tokens is {final.usage.input_tokens!r}")
    check(0 < final.usage.output_tokens <= 16, f"usage.output_tokens is {final.usage.output_tokens}")


def check_calls(message, names):
    calls = [block for block in message.content if block.type == "tool_use"]
    check(calls, f"there is no call, but {message.content!r}")
    check_equal(message.stop_reason, "tool_use", "stop_reason")
    for call in calls:
        check_in(call.name, names, "name of the call")
        check_arguments(call.name, call.input, "the call")
    check_equal(len({call.id for call in calls}), len(calls), "different ids")
    return calls


@case
def tools():
    check_calls(create(tools=TOOLS, tool_choice={"type": "any"}, max_tokens=300), SCHEMAS)
    check_calls(create(tools=TOOLS, tool_choice={"type": "tool", "name": "clock"}, max_tokens=300), ["clock"])
    single = {"type": "any", "disable_parallel_tool_use": True}
    calls = check_calls(create(tools=TOOLS, tool_choice=single, max_tokens=300), SCHEMAS)
    check_equal(len(calls), 1, "calls with disable_parallel_tool_use")
    none = create(tools=TOOLS, tool_choice={"type": "none"})
    check_in(none.stop_reason, REASONS, "stop_reason with tool_choice none")


@case
def tools_stream():
    body = {"tools": TOOLS, "tool_choice": {"type": "any"}, "max_tokens": 300}
    events = check_events(body)
    starts = [event for event in events if event["type"] == "content_block_start"
              and event["content_block"]["type"] == "tool_use"]
    check(starts, "there is no call")
    for start in starts:
        parts = [event["delta"]["partial_json"] for event in events if event["type"] == "content_block_delta"
                 and event["index"] == start["index"]]
        check_arguments(start["content_block"]["name"], "".join(parts), "the call")
    with client.messages.stream(model=chat_model(), messages=USER, **body) as stream:
        for _ in stream:
            pass
        check_calls(stream.get_final_message(), SCHEMAS)


@case
def tools_round_trip():
    first = create(tools=TOOLS, tool_choice={"type": "any", "disable_parallel_tool_use": True}, max_tokens=300)
    call = next(block for block in first.content if block.type == "tool_use")
    messages = [*USER, {"role": "assistant", "content": first.content}, {"role": "user", "content": [
        {"type": "text", "text": "Go on."},
        {"type": "tool_result", "tool_use_id": call.id, "content": [{"type": "text", "text": "sunny"}]}]}]
    answer = create(messages, tools=TOOLS, tool_choice={"type": "none"})
    check_in(answer.stop_reason, REASONS, "stop_reason")


@case
def schema():
    shape = {"type": "object", "properties": {"city": {"enum": ["Paris", "Rome"]}}, "required": ["city"],
             "additionalProperties": False}
    body = {"model": chat_model(), "messages": USER, "max_tokens": 100,
            "output_config": {"format": {"type": "json_schema", "schema": shape}}}
    status, _, answer = request("/v1/messages", body, headers={"anthropic-version": "2023-06-01"})
    check_equal(status, 200, f"status of {answer}")
    text = "".join(block["text"] for block in answer["content"] if block["type"] == "text")
    check_schema(json.loads(text), shape, "the answer")


@case
def count_tokens():
    options = dict(model=chat_model(), messages=USER, system="You tell stories.", tools=TOOLS)
    counted = client.messages.count_tokens(**options).input_tokens
    usage = client.messages.create(max_tokens=1, tool_choice={"type": "auto"}, **options).usage
    check_equal(usage.input_tokens + (usage.cache_read_input_tokens or 0), counted, "input tokens of the request")
    status, _, beta = request("/v1/messages/count_tokens?beta=true", {"model": chat_model(), "messages": USER})
    check_equal((status, list(beta)), (200, ["input_tokens"]), "with ?beta=true")


@case
def errors():
    error = check_raises(anthropic.NotFoundError, lambda: client.messages.create(
        model="no-such-model", messages=USER, max_tokens=1))
    check_equal((error.body["type"], error.body["error"]["type"]), ("error", "not_found_error"), "the error")
    check(error.request_id, "the header request-id is missing")
    error = check_raises(anthropic.BadRequestError, lambda: create([{"role": "user", "content": long_text()}]))
    check_equal(error.body["error"]["type"], "invalid_request_error", "type of the error")
    check_raises(anthropic.BadRequestError, lambda: create(**sampling(2)))
    check_raises(anthropic.BadRequestError, lambda: create(
        tools=TOOLS, tool_choice={"type": "tool", "name": "unknown"}))


run()

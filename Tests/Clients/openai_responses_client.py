"""The Responses API of the Python package `openai`, with its stream helper."""

import json
from typing import Literal

import openai
from pydantic import BaseModel

from support import (
    CLIENT_KEY, DESCRIPTIONS, SCHEMAS, SERVER, TIMEOUT, USER, Skipped, case, chat_model, check, check_arguments,
    check_equal, check_in, check_raises, event_stream, long_text, run,
)

client = openai.OpenAI(base_url=SERVER + "/v1", api_key=CLIENT_KEY, max_retries=0, timeout=TIMEOUT)
PROMPT = USER[0]["content"]
FLAT_TOOLS = [
    {"type": "function", "name": name, "description": DESCRIPTIONS[name], "parameters": schema, "strict": True}
    for name, schema in SCHEMAS.items()
]
# The members that each event has beside `type` and `sequence_number`.
POSITION = {"output_index", "content_index", "item_id"}
MEMBERS = {
    "response.created": {"response"},
    "response.in_progress": {"response"},
    "response.output_item.added": {"output_index", "item"},
    "response.content_part.added": POSITION | {"part"},
    "response.output_text.delta": POSITION | {"delta", "logprobs"},
    "response.output_text.done": POSITION | {"text", "logprobs"},
    "response.content_part.done": POSITION | {"part"},
    "response.output_item.done": {"output_index", "item"},
    "response.reasoning_text.delta": POSITION | {"delta"},
    "response.reasoning_text.done": POSITION | {"text"},
    "response.function_call_arguments.delta": {"output_index", "item_id", "delta"},
    "response.function_call_arguments.done": {"output_index", "item_id", "arguments"},
    "response.completed": {"response"},
    "response.incomplete": {"response"},
}
ENDS = ["response.completed", "response.incomplete"]


class Report(BaseModel):
    city: Literal["Paris", "Rome"]
    sunny: bool


def create(prompt=PROMPT, **options):
    return client.responses.create(model=chat_model(), input=prompt, **options)


def check_response(response, limit=None):
    check(response.id.startswith("resp_"), f"id is {response.id!r}")
    check_equal(response.object, "response", "object")
    check_equal(response.model, chat_model(), "model")
    check_in(response.status, ["completed", "incomplete"], "status")
    if response.status == "incomplete":
        check_equal(response.incomplete_details.reason, "max_output_tokens", "incomplete_details.reason")
    usage = response.usage
    check(usage.input_tokens > 0, "usage.input_tokens is 0")
    check_equal(usage.total_tokens, usage.input_tokens + usage.output_tokens, "usage.total_tokens")
    check(usage.input_tokens_details.cached_tokens >= 0, "usage.input_tokens_details.cached_tokens")
    if limit is not None:
        check(usage.output_tokens <= limit, f"{usage.output_tokens} tokens with a limit of {limit}")


def check_events(body):
    """Returns the events of a stream, whose members, numbers and order are checked."""
    events = []
    for name, data in event_stream("/v1/responses", {"model": chat_model(), "stream": True, **body}):
        if data == "[DONE]":
            continue
        event = json.loads(data)
        check_equal(name, event["type"], "the line of the event")
        check_in(name, MEMBERS, "type of the event")
        missing = MEMBERS[name] - set(event)
        check(not missing, f"{name}: {', '.join(sorted(missing))} missing")
        events.append(event)
    check_equal([event["sequence_number"] for event in events], list(range(len(events))), "sequence numbers")
    types = [event["type"] for event in events]
    check_equal(types[:2], ["response.created", "response.in_progress"], "the first events")
    check_in(types[-1], ENDS, "the last event")
    check(not set(types[:-1]) & set(ENDS), "an end before the end")
    open_items, finished = {}, 0
    for event in events:
        if event["type"] == "response.output_item.added":
            check_equal(event["output_index"], len(open_items), "output_index of a new item")
            open_items[event["output_index"]] = event["item"]["id"]
        elif event["type"] == "response.output_item.done":
            finished += 1
        if "item_id" in event:
            check_equal(event["item_id"], open_items.get(event["output_index"]), f"item_id of {event['type']}")
    check_equal(finished, len(open_items), "finished items")
    check_equal(len(events[-1]["response"]["output"]), len(open_items), "items of the final response")
    return events


@case
def response():
    answer = create(instructions="You tell stories.", max_output_tokens=16)
    check_response(answer, 16)
    check(isinstance(answer.output_text, str), f"output_text is {answer.output_text!r}")
    check_in("message", [item.type for item in answer.output], "types of the output")


@case
def response_to_items():
    items = [
        {"role": "user", "content": [{"type": "input_text", "text": "The weather in Rome?"}]},
        {"type": "function_call", "call_id": "call_1", "name": "weather",
         "arguments": '{"city":"Rome","unit":"celsius"}'},
        {"type": "function_call_output", "call_id": "call_1", "output": "Sunny."},
        {"role": "assistant", "content": [{"type": "output_text", "text": "Sunny."}]},
        {"type": "message", "role": "user", "content": "Thank you."},
    ]
    check_response(create(items, tools=FLAT_TOOLS, tool_choice="none", max_output_tokens=8), 8)


@case
def stream_form():
    events = check_events({"input": PROMPT, "max_output_tokens": 12, "temperature": 0})
    text = "".join(event["delta"] for event in events if event["type"] == "response.output_text.delta")
    done = [event["text"] for event in events if event["type"] == "response.output_text.done"]
    check_equal(done, [text], "the texts of response.output_text.done")
    check_equal(create(max_output_tokens=12, temperature=0).output_text, text, "the same without a stream")


@case
def stream_helper():
    # The helper has no final response for an answer that a limit cuts off, so the model has to come to its end.
    with client.responses.stream(model=chat_model(), input=PROMPT, max_output_tokens=600) as stream:
        events = list(stream)
        text = "".join(event.delta for event in events if event.type == "response.output_text.delta")
        if events[-1].type == "response.incomplete":
            raise Skipped("the model's answer does not end within 600 tokens")
        final = stream.get_final_response()
    check_response(final, 600)
    check_equal(final.output_text, text, "output_text")


@case
def tools():
    for choice, names in [("required", set(SCHEMAS)), ({"type": "function", "name": "clock"}, {"clock"})]:
        answer = create(tools=FLAT_TOOLS, tool_choice=choice, max_output_tokens=300)
        calls = [item for item in answer.output if item.type == "function_call"]
        check(calls, f"there is no call, but {answer.output!r}")
        for call in calls:
            check_in(call.name, names, "name of the call")
            check(call.call_id.startswith("call_"), f"call_id is {call.call_id!r}")
            check(call.id.startswith("fc_"), f"id is {call.id!r}")
            check_arguments(call.name, call.arguments, "the call")


@case
def tools_stream():
    events = check_events(
        {"input": PROMPT, "tools": FLAT_TOOLS, "tool_choice": "required", "max_output_tokens": 300})
    done = [event for event in events if event["type"] == "response.function_call_arguments.done"]
    check(done, "there is no call")
    for end in done:
        parts = [event["delta"] for event in events if event["type"] == "response.function_call_arguments.delta"
                 and event["output_index"] == end["output_index"]]
        check_equal("".join(parts), end["arguments"], "the arguments of the call")
    with client.responses.stream(
        model=chat_model(), input=PROMPT, tools=FLAT_TOOLS, tool_choice="required", max_output_tokens=300
    ) as stream:
        for _ in stream:
            pass
        output = stream.get_final_response().output
    check_in("function_call", [item.type for item in output], "types of the output")


@case
def tools_round_trip():
    first = create(tools=FLAT_TOOLS, tool_choice="required", parallel_tool_calls=False, max_output_tokens=300)
    call = next(item for item in first.output if item.type == "function_call")
    items = [{"role": "user", "content": PROMPT}, *first.output,
             {"type": "function_call_output", "call_id": call.call_id, "output": "sunny"}]
    check_response(create(items, tools=FLAT_TOOLS, tool_choice="none", max_output_tokens=8), 8)


@case
def parse():
    answer = client.responses.parse(model=chat_model(), input=PROMPT, text_format=Report, max_output_tokens=200)
    check(isinstance(answer.output_parsed, Report), f"output_parsed is {answer.output_parsed!r}")
    with client.responses.stream(
        model=chat_model(), input=PROMPT, text_format=Report, max_output_tokens=200
    ) as stream:
        for _ in stream:
            pass
        parsed = stream.get_final_response().output_parsed
    check(isinstance(parsed, Report), f"output_parsed of the stream is {parsed!r}")


@case
def previous_response():
    first = create(max_output_tokens=8, store=True)
    second = create("And then?", previous_response_id=first.id, max_output_tokens=8)
    alone = create("And then?", max_output_tokens=8)
    check_equal(second.previous_response_id, first.id, "previous_response_id")
    check(second.usage.input_tokens > alone.usage.input_tokens, "the earlier turn is not in the prompt")
    check_raises(openai.BadRequestError, lambda: create("x", previous_response_id="resp_unknown"))


@case
def refusals():
    error = check_raises(openai.BadRequestError, lambda: create(temperature=5))
    check_equal(error.param, "temperature", "param")
    error = check_raises(openai.BadRequestError, lambda: create(long_text(), max_output_tokens=1))
    check_equal(error.code, "context_length_exceeded", "code")
    check_raises(openai.NotFoundError, lambda: client.responses.create(model="no-such-model", input="x"))


run()

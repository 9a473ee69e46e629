"""The Python package `langchain-openai`: invoke, stream, tools, structured output and embeddings."""

from typing import Literal

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from pydantic import BaseModel

from support import (
    CLIENT_KEY, SERVER, TIMEOUT, USER, case, chat_model, check, check_arguments, check_equal, check_in,
    embedding_model, run,
)

PROMPT = USER[0]["content"]


class Report(BaseModel):
    """The weather in a city."""

    city: Literal["Paris", "Rome"]
    sunny: bool


@tool
def weather(city: Literal["Paris", "Rome", "Oslo"], unit: Literal["celsius", "fahrenheit"]) -> str:
    """The weather in a city."""
    return f"sunny in {city}, in {unit}"


def model(limit=16, **options):
    return ChatOpenAI(
        model=chat_model(), base_url=SERVER + "/v1", api_key=CLIENT_KEY, max_retries=0, timeout=TIMEOUT,
        max_tokens=limit, **options)


@case
def invoke():
    answer = model().invoke(PROMPT)
    check(isinstance(answer.content, str), f"content is {answer.content!r}")
    check(answer.usage_metadata["input_tokens"] > 0, f"usage is {answer.usage_metadata}")
    check(answer.usage_metadata["output_tokens"] <= 16, f"usage is {answer.usage_metadata}")
    check_in(answer.response_metadata["finish_reason"], ["stop", "length"], "finish_reason")


@case
def stream():
    parts = list(model(stream_usage=True, temperature=0).stream(PROMPT))
    text = "".join(part.content for part in parts)
    check_equal(text, model(temperature=0).invoke(PROMPT).content, "the text of the stream")
    usages = [part.usage_metadata for part in parts if part.usage_metadata]
    check_equal(len(usages), 1, "parts with usage")


@case
def batch():
    check_equal(len(model().batch([PROMPT, "Hello", "A crow"])), 3, "answers")


@case
def bind_tools():
    for choice in ["any", "weather"]:
        bound = model(300).bind_tools([weather], tool_choice=choice)
        answer = bound.invoke(PROMPT)
        check(answer.tool_calls, f"there is no call, but {answer.content!r}")
        check(not answer.invalid_tool_calls, f"invalid calls: {answer.invalid_tool_calls}")
        for call in answer.tool_calls:
            check_arguments(call["name"], call["args"], "the call")
        whole = None
        for part in bound.stream(PROMPT):
            whole = part if whole is None else whole + part
        check(whole.tool_calls and not whole.invalid_tool_calls, f"calls of the stream: {whole!r}")
        for call in whole.tool_calls:
            check_arguments(call["name"], call["args"], "the call of the stream")


@case
def tools_round_trip():
    call = {"name": "weather", "args": {"city": "Rome", "unit": "celsius"}, "id": "call_1", "type": "tool_call"}
    messages = [HumanMessage(PROMPT), AIMessage("", tool_calls=[call]), ToolMessage("sunny", tool_call_id="call_1")]
    answer = model().bind_tools([weather], tool_choice="none").invoke(messages)
    check(isinstance(answer.content, str) and not answer.tool_calls, f"the answer is {answer!r}")


@case
def structured_output():
    for method in ["json_schema", "function_calling"]:
        found = model(300).with_structured_output(Report, method=method).invoke(PROMPT)
        check(isinstance(found, Report), f"with {method}: {found!r}")


@case
def embeddings():
    # Otherwise it would send the tokens of OpenAI's vocabularies, for which it needs files from the Internet.
    found = OpenAIEmbeddings(
        model=embedding_model(), base_url=SERVER + "/v1", api_key=CLIENT_KEY, check_embedding_ctx_length=False)
    vectors = found.embed_documents(["a fox", "a crow"])
    check_equal(len({len(vector) for vector in vectors}), 1, "different dimensions")
    check_equal(len(found.embed_query("a fox")), len(vectors[0]), "dimensions of a query")


run()

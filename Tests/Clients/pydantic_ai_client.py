"""The Python package `pydantic-ai`: text, streams, structured outputs and agents with tools."""

from typing import Literal

from openai import AsyncOpenAI
from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput, ToolOutput
from pydantic_ai.exceptions import UsageLimitExceeded
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.usage import UsageLimits

from support import CLIENT_KEY, SERVER, TIMEOUT, USER, case, chat_model, check, check_equal, run

PROMPT = USER[0]["content"]


class Report(BaseModel):
    """The weather in a city."""

    city: Literal["Paris", "Rome"]
    sunny: bool


def agent(kind=OpenAIChatModel, limit=300, **options):
    # One client for each agent: a client belongs to the event loop of the run that used it first.
    client = AsyncOpenAI(base_url=SERVER + "/v1", api_key=CLIENT_KEY, max_retries=0, timeout=TIMEOUT)
    model = kind(chat_model(), provider=OpenAIProvider(openai_client=client))
    return Agent(model, model_settings={"max_tokens": limit, "temperature": 0}, retries=0, **options)


@case
def text():
    for kind in [OpenAIChatModel, OpenAIResponsesModel]:
        result = agent(kind, limit=16).run_sync(PROMPT)
        check(isinstance(result.output, str), f"output is {result.output!r}")
        usage = result.usage() if callable(result.usage) else result.usage
        check(usage.input_tokens > 0 and 0 < usage.output_tokens <= 16, f"usage is {usage}")


@case
def stream():
    import asyncio

    async def read():
        async with agent(limit=16).run_stream(PROMPT) as result:
            parts = [part async for part in result.stream_text(delta=True)]
            return "".join(parts), await result.get_output()

    parts, output = asyncio.run(read())
    check_equal(parts, output, "the parts of the stream")


@case
def output_by_schema():
    found = agent(output_type=NativeOutput(Report)).run_sync(PROMPT).output
    check(isinstance(found, Report), f"output is {found!r}")


@case
def output_by_tool():
    # The client demands a call of its tool for the output.
    for kind in [OpenAIChatModel, OpenAIResponsesModel]:
        found = agent(kind, output_type=ToolOutput(Report)).run_sync(PROMPT).output
        check(isinstance(found, Report), f"output with {kind.__name__} is {found!r}")


@case
def agent_with_tool():
    calls = []

    def weather(city: Literal["Paris", "Rome", "Oslo"]) -> str:
        """The weather in a city."""
        calls.append(city)
        return "sunny"

    # Each answer is a call, of this tool or of the one for the output. A small model may ask for the weather for ever.
    helper = agent(output_type=ToolOutput(Report), tools=[weather])
    try:
        found = helper.run_sync(PROMPT, usage_limits=UsageLimits(request_limit=6)).output
    except UsageLimitExceeded:
        check(len(calls) >= 5, f"{len(calls)} calls in 6 requests")
    else:
        check(isinstance(found, Report), f"output is {found!r}")
    check(set(calls) <= {"Paris", "Rome", "Oslo"}, f"the tool was called with {calls}")


run()

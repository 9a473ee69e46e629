"""The Python package `openai-agents`: agents with a tool, over both of OpenAI's protocols."""

import asyncio
from typing import Literal

from agents import (
    Agent, MaxTurnsExceeded, ModelBehaviorError, ModelSettings, OpenAIChatCompletionsModel, OpenAIResponsesModel,
    Runner, function_tool, set_tracing_disabled,
)
from openai import AsyncOpenAI
from pydantic import BaseModel

from support import CLIENT_KEY, SERVER, TIMEOUT, USER, case, chat_model, check, run

set_tracing_disabled(True)
PROMPT = USER[0]["content"]
KINDS = [OpenAIChatCompletionsModel, OpenAIResponsesModel]


class Report(BaseModel):
    city: Literal["Paris", "Rome"]
    sunny: bool


def agent(kind, limit=60, choice=None, **options):
    client = AsyncOpenAI(base_url=SERVER + "/v1", api_key=CLIENT_KEY, max_retries=0, timeout=TIMEOUT)
    settings = ModelSettings(temperature=0, max_tokens=limit, tool_choice=choice)
    model = kind(model=chat_model(), openai_client=client)
    return Agent(name="helper", instructions="You are short.", model=model, model_settings=settings, **options)


@case
def text():
    for kind in KINDS:
        try:
            output = asyncio.run(Runner.run(agent(kind, limit=600), PROMPT)).final_output
        except ModelBehaviorError as error:
            # An answer that a limit cuts off is an error to this package, when it has the Responses API.
            check("incomplete" in str(error), str(error))
            continue
        check(isinstance(output, str), f"the output with {kind.__name__} is {output!r}")


@case
def tool():
    for kind in KINDS:
        calls = []

        @function_tool
        def weather(city: Literal["Paris", "Rome", "Oslo"]) -> str:
            """The weather in a city."""
            calls.append(city)  # pylint: disable=cell-var-from-loop
            return "sunny"

        # The choice is reset after the first call, so that the second answer may be text. A small model may go on.
        helper = agent(kind, limit=200, choice="required", tools=[weather])
        try:
            asyncio.run(Runner.run(helper, PROMPT, max_turns=4))
        except MaxTurnsExceeded:
            pass
        check(calls, f"the tool was not called with {kind.__name__}")
        check(set(calls) <= {"Paris", "Rome", "Oslo"}, f"the tool was called with {calls}")


@case
def tool_in_a_stream():
    for kind in KINDS:
        calls = []

        @function_tool
        def weather(city: Literal["Paris", "Rome", "Oslo"]) -> str:
            """The weather in a city."""
            calls.append(city)  # pylint: disable=cell-var-from-loop
            return "sunny"

        async def read(helper):
            result = Runner.run_streamed(helper, PROMPT, max_turns=4)
            try:
                return [event.type async for event in result.stream_events()]
            except MaxTurnsExceeded:
                return ["run_item_stream_event"]

        types = asyncio.run(read(agent(kind, limit=200, choice="required", tools=[weather])))
        check("run_item_stream_event" in types, f"the events are {sorted(set(types))}")
        check(calls, f"the tool was not called with {kind.__name__}")


@case
def structured_output():
    for kind in KINDS:
        found = asyncio.run(Runner.run(agent(kind, limit=200, output_type=Report), PROMPT)).final_output
        check(isinstance(found, Report), f"the output with {kind.__name__} is {found!r}")


run()

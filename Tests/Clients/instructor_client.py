"""The Python package `instructor`: models of pydantic as answers, by schema and by tool."""

from typing import Literal

import instructor
import openai
from pydantic import BaseModel, Field

from support import CLIENT_KEY, SERVER, TIMEOUT, USER, case, chat_model, check, run

client = openai.OpenAI(base_url=SERVER + "/v1", api_key=CLIENT_KEY, max_retries=0, timeout=TIMEOUT)


class Animal(BaseModel):
    kind: Literal["fox", "crow"]
    legs: Literal[2, 4]


class Story(BaseModel):
    """A story with its animals."""

    animals: list[Animal] = Field(min_length=1, max_length=2)
    happy: bool


def extract(mode, answer=Story):
    # With max_retries=0, an answer that is not valid is an error and not a second attempt.
    return instructor.from_openai(client, mode=mode).chat.completions.create(
        model=chat_model(), messages=USER, response_model=answer, max_retries=0, max_tokens=300)


@case
def by_schema():
    found = extract(instructor.Mode.JSON_SCHEMA)
    check(isinstance(found, Story), f"found {found!r}")


@case
def by_tool():
    found = extract(instructor.Mode.TOOLS)
    check(isinstance(found, Story), f"found {found!r}")


@case
def partial_answers():
    parts = list(
        instructor.from_openai(client, mode=instructor.Mode.TOOLS).chat.completions.create_partial(
            model=chat_model(), messages=USER, response_model=Story, max_retries=0, max_tokens=300))
    check(parts, "there is no part")
    check(Story.model_validate(parts[-1].model_dump()), f"the last part is {parts[-1]!r}")


run()

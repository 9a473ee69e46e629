"""The Python package `litellm`, which speaks three of the protocols. It repairs much, so passing it proves little."""

import os

# Otherwise it downloads a list of prices.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm  # noqa: E402

from support import (  # noqa: E402
    CLIENT_KEY, SERVER, TIMEOUT, TOOLS, USER, case, chat_model, check, check_arguments, check_equal, check_in,
    embedding_model, run,
)

litellm.suppress_debug_info = True
PROVIDERS = {"openai": SERVER + "/v1", "anthropic": SERVER, "ollama_chat": SERVER}


def complete(provider, **options):
    return litellm.completion(
        model=f"{provider}/{chat_model()}", messages=USER, api_base=PROVIDERS[provider], api_key=CLIENT_KEY,
        num_retries=0, timeout=TIMEOUT, **options)


def answers(provider):
    whole = complete(provider, max_tokens=12, temperature=0)
    check_in(whole.choices[0].finish_reason, ["stop", "length"], f"{provider}: finish_reason")
    check(whole.usage.prompt_tokens > 0, f"{provider}: usage is {whole.usage}")
    check(whole.usage.completion_tokens <= 12, f"{provider}: usage is {whole.usage}")
    text = "".join(
        chunk.choices[0].delta.content or "" for chunk in complete(provider, max_tokens=12, temperature=0, stream=True)
        if chunk.choices)
    check_equal(text, whole.choices[0].message.content or "", f"{provider}: the text of the stream")


@case
def openai():
    answers("openai")


@case
def anthropic():
    answers("anthropic")


@case
def ollama():
    answers("ollama_chat")


@case
def tools():
    for provider in ["openai", "anthropic"]:
        whole = complete(provider, tools=TOOLS, tool_choice="required", max_tokens=300)
        calls = whole.choices[0].message.tool_calls or []
        check(calls, f"{provider}: there is no call")
        for call in calls:
            check_arguments(call.function.name, call.function.arguments, f"{provider}: the call")
        chunks = list(complete(provider, tools=TOOLS, tool_choice="required", max_tokens=300, stream=True))
        rebuilt = litellm.stream_chunk_builder(chunks, messages=USER).choices[0].message.tool_calls or []
        check(rebuilt, f"{provider}: there is no call in the stream")
        for call in rebuilt:
            check_arguments(call.function.name, call.function.arguments, f"{provider}: the call of the stream")


@case
def embeddings():
    answer = litellm.embedding(
        model=f"openai/{embedding_model()}", input=["a fox", "a crow"], api_base=PROVIDERS["openai"],
        api_key=CLIENT_KEY)
    check_equal(len(answer.data), 2, "embeddings")


run()

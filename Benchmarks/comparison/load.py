"""A load of streams with a prompt in common, and its figures."""

import asyncio
import random
import statistics
import urllib.error
from dataclasses import asdict, dataclass, replace

from .http_client import request, stream
from .process import ComparisonError

WORDS = (
    "fox crow river forest winter story bread stone window letter garden morning bridge village candle mountain "
    "silver quiet sudden gentle ancient hollow bright distant walked found carried whispered remembered opened"
).split()


@dataclass
class Load:
    """A number of requests, made by clients that each wait for an answer before the next request."""

    clients: int = 8
    requests: int = 64
    prompt_tokens: int = 1000  # of the part that all prompts share
    question_tokens: int = 20  # of each prompt's own part
    tokens: int = 64  # of an answer
    chat: bool = True
    ignores_end: bool = True  # answers have all their tokens, even if the model would end before


@dataclass
class Figures:
    """The figures of a load; times are in seconds."""

    requests: int
    errors: int
    first_error: str | None
    seconds: float
    requests_per_second: float
    tokens_per_second: float
    ttft_median: float
    ttft_p99: float
    gap_median: float
    gap_p99: float
    prompt_tokens: float  # of a request, mean
    answer_tokens: float  # of a request, mean
    cached_share: float  # of all prompt tokens

    @property
    def json(self):
        """The figures for a results file."""
        return asdict(self)


def text_of(url, count, seed, key=None):
    """Returns a text that the server's model splits into about `count` tokens."""
    generator = random.Random(seed)
    words = [generator.choice(WORDS) for _ in range(count)]

    def tokens(number):
        return len(request(url, "/tokenize", {"content": " ".join(words[:number])}, key)["tokens"])

    low, high = 1, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens(middle) <= count else (low, middle - 1)
    return " ".join(words[:low])


def percentile(values, share):
    """Returns the value that a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure(url, load, key=None, seed=1):
    """Runs a load and returns its figures."""
    shared = text_of(url, load.prompt_tokens, seed, key)
    questions = [text_of(url, load.question_tokens, seed + 1 + number, key) for number in range(load.requests)]
    return asyncio.run(_run(url, load, shared, questions, key))


def accepted(url, load, key=None):
    """Returns the load, without `ignore_eos` if the server refuses that."""
    path, body = body_of(replace(load, tokens=1), "a", "b")
    try:
        request(url, path, body, key)
        return load
    except urllib.error.HTTPError as error:
        if error.code == 400 and "ignore_eos" in error.read().decode():
            return replace(load, ignores_end=False)
        raise ComparisonError(f"{url}{path}: status {error.code}") from error


def warmed_up(url, load, key=None):
    """Runs a short load, so that weights are packed and files are mapped, then the load, and returns its figures."""
    load = accepted(url, load, key)
    measure(url, replace(load, requests=max(8, load.clients)), key, seed=77)
    return measure(url, load, key)


def body_of(load, shared, question):
    """Returns path and body of a request."""
    body = {"max_tokens": load.tokens, "temperature": 0, "stream_options": {"include_usage": True}}
    if load.ignores_end:
        body["ignore_eos"] = True
    if load.chat:
        messages = [{"role": "system", "content": shared}, {"role": "user", "content": question}]
        return "/v1/chat/completions", {"messages": messages, **body}
    return "/v1/completions", {"prompt": f"{shared}\n{question}\n", **body}


def generation_rate(url, load, key=None, seed=1):
    """Returns the tokens per second of streams that generate at the same time, without the prefill.

    These are the tokens from the last first text to the first last one, a time in which all streams generate, as the
    sequences of `swiftlet bench --batch` do.
    """
    load, shared = accepted(url, load, key), text_of(url, load.prompt_tokens, seed, key)

    async def together():
        calls = [body_of(load, shared, f"question {number}") for number in range(load.clients)]
        return await asyncio.gather(*(stream(url, path, body, key) for path, body in calls))

    rates = []
    # The first time reads the prompt.
    for _ in range(3):
        results = asyncio.run(together())
        failed = next((result.error for result in results if result.error), None)
        if failed:
            raise ComparisonError(failed)
        begin, end = max(result.times[0] for result in results), min(result.times[-1] for result in results)
        # A part of the text may have more than one token: the share of the parts stands for that of the tokens.
        tokens = sum(
            result.generated_tokens * sum(begin < time <= end for time in result.times) / len(result.times)
            for result in results
        )
        rates.append(tokens / (end - begin) if end > begin else 0)
    return max(rates[1:])


async def _run(url, load, shared, questions, key):
    waiting, results = list(reversed(questions)), []

    async def client():
        while waiting:
            path, body = body_of(load, shared, waiting.pop())
            results.append(await stream(url, path, body, key))

    await asyncio.gather(*(client() for _ in range(load.clients)))
    return figures(results)


def figures(results):
    """Returns the figures of results."""
    good = [result for result in results if result.error is None]
    errors = [result.error for result in results if result.error]
    if not good:
        raise ComparisonError(f"none of {len(results)} requests was answered: {errors[0] if errors else 'no requests'}")
    seconds = max(result.end for result in results) - min(result.start for result in results)
    first = [result.time_to_first_token for result in good]
    gaps = [gap for result in good for gap in result.gaps] or [0.0]
    prompts = sum(result.prompt_tokens for result in good)
    return Figures(
        requests=len(results), errors=len(errors), first_error=errors[0] if errors else None, seconds=seconds,
        requests_per_second=len(good) / seconds,
        tokens_per_second=sum(result.generated_tokens for result in good) / seconds,
        ttft_median=statistics.median(first), ttft_p99=percentile(first, 0.99),
        gap_median=statistics.median(gaps), gap_p99=percentile(gaps, 0.99),
        prompt_tokens=prompts / len(good),
        answer_tokens=sum(result.generated_tokens for result in good) / len(good),
        cached_share=sum(result.cached_tokens for result in good) / prompts if prompts else 0,
    )

#!/usr/bin/env python3
"""Measures servers of OpenAI's API under a load of streams.

serving.py load URL                     the figures of a server that runs already
serving.py compare MODEL.gguf…          `swiftlet serve` and llama-server in turns, with ratios
serving.py overhead MODEL.gguf…         tokens per second through HTTP and of the engine alone, in turns
serving.py delay MODEL.gguf…            how much later than the engine makes it the text of a stream arrives
serving.py idle MODEL.gguf…             memory and processor time of a server with 500 idle connections

Benchmarks/serving.sh builds what is compared and calls this. All clients send the same system prompt and questions of
their own; answers have a fixed number of tokens. Only ratios within a run are meaningful.
"""

import argparse
import json
import os
import shlex
import statistics
import sys
from pathlib import Path

from comparison import idle as idling
from comparison.load import Load, accepted, generation_rate, measure, percentile, warmed_up
from comparison.process import ComparisonError, run
from comparison.server import free_port, llama_command, running, swiftlet_command

COLUMNS = [
    ("requests/s", "requests_per_second", 1, "{:.2f}"), ("tokens/s", "tokens_per_second", 1, "{:.1f}"),
    ("TTFT ms", "ttft_median", 1000, "{:.0f}"), ("p99", "ttft_p99", 1000, "{:.0f}"),
    ("gap ms", "gap_median", 1000, "{:.1f}"), ("p99", "gap_p99", 1000, "{:.0f}"),
    ("tokens", "answer_tokens", 1, "{:.0f}"), ("cached", "cached_share", 100, "{:.0f} %"),
    ("errors", "errors", 1, "{:.0f}"),
]


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ["load", "compare", "overhead", "delay", "idle"]:
        command = commands.add_parser(name)
        command.add_argument("target", nargs="+" if name != "load" else 1, metavar="URL" if name == "load" else "MODEL")
        command.add_argument("--clients", default="8", help="numbers of streams at once, separated by commas")
        command.add_argument("--requests", type=int, default=64, help="number of requests; default: 64")
        command.add_argument("--prompt", type=int, default=1000, help="tokens of the system prompt; default: 1000")
        command.add_argument("--question", type=int, default=20, help="tokens of each question; default: 20")
        command.add_argument("--tokens", type=int, default=64, help="tokens of an answer; default: 64")
        command.add_argument("--completions", action="store_true", help="raw prompts, for models without chat template")
        command.add_argument("--key", default=os.environ.get("SWIFTLET_API_KEY"), help="the server's key")
        command.add_argument("--rounds", type=int, default=3, help="rounds in turns; default: 3")
        command.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of all engines")
        command.add_argument("--connections", type=int, default=500, help="idle connections; default: 500")
        command.add_argument("--output", help="results file in JSON")
        command.add_argument("--swiftlet", help="path of swiftlet")
        command.add_argument("--llama", help="path of llama-server")
        command.add_argument("--llama-options", default="", help="further options of llama-server, such as -kvu")
    return parser.parse_args()


def load_of(options, clients):
    return Load(
        clients=clients, requests=max(options.requests, clients), prompt_tokens=options.prompt,
        question_tokens=options.question, tokens=options.tokens, chat=not options.completions)


def serving(command, options, load, model):
    """Starts a server with room for the template's tokens beside the prompt and the answer."""
    port = free_port()
    context = load.prompt_tokens + load.question_tokens + load.tokens + 512
    program, further = (
        (options.swiftlet, ["--max-connections", str(options.connections + 32)]) if command is swiftlet_command
        else (options.llama, shlex.split(options.llama_options)))
    return running([*command(program, model, options.threads, load.clients, context, port), *further], port)


def row(title, values):
    return "| " + " | ".join([title, *values]) + " |"


def cells(figures):
    return [form.format(getattr(figures, name) * factor) for _, name, factor, form in COLUMNS]


def header():
    names = ["", *(title for title, *_ in COLUMNS)]
    return "\n".join([row(names[0], names[1:]), "|" + "---|" * len(names)])


def median_of(rounds):
    """Returns figures whose members are the medians of the rounds."""
    members = dict(vars(rounds[0]))
    for name, value in members.items():
        if isinstance(value, (int, float)):
            members[name] = statistics.median(getattr(figures, name) for figures in rounds)
    members["errors"] = sum(figures.errors for figures in rounds)
    members["first_error"] = next((figures.first_error for figures in rounds if figures.first_error), None)
    return type(rounds[0])(**members)


def compare(options, clients, model, results):
    """Measures both servers in turns and prints a table with the ratios."""
    load, rounds = load_of(options, clients), {"Swiftlet": [], "llama-server": []}
    for number in range(options.rounds):
        for title, command in [("Swiftlet", swiftlet_command), ("llama-server", llama_command)]:
            print(f"{Path(model).name}, {clients} clients, round {number + 1}: {title}", file=sys.stderr)
            with serving(command, options, load, model) as server:
                figures = warmed_up(server.url, load)
            rounds[title].append(figures)
            results.append({"model": Path(model).name, "clients": clients, "server": title, **figures.json})
    ours, theirs = (median_of(rounds[title]) for title in ["Swiftlet", "llama-server"])
    print(f"\n{Path(model).name}: {clients} clients, {load.prompt_tokens} shared tokens, {load.tokens} tokens each\n")
    print(header())
    for title, figures in [("Swiftlet", ours), ("llama-server", theirs)]:
        print(row(title, cells(figures)))

    def ratio(name):
        below = getattr(theirs, name)
        return f"{getattr(ours, name) / below:.2f} ×" if below else ""

    names = [name for _, name, *_ in COLUMNS]
    plain = ("answer_tokens", "cached_share", "errors")
    print(row("ratio", ["" if name in plain else ratio(name) for name in names]))
    if round(ours.answer_tokens) != round(theirs.answer_tokens):
        print("\nThe answers have different lengths, so that requests per second do not compare: use another model.")
    for title, figures in [("Swiftlet", ours), ("llama-server", theirs)]:
        if figures.first_error:
            print(f"\n{title}: the first error: {figures.first_error}")


def overhead(options, clients, model, results):
    """Measures tokens per second of the engine and through HTTP, in turns, and prints the share."""
    load, engine, http = load_of(options, clients), [], []
    for number in range(options.rounds):
        print(f"{Path(model).name}, {clients} streams, round {number + 1}", file=sys.stderr)
        line = json.loads(run(
            [options.swiftlet, "bench", "--model", model, "--prompt", "0", "--generate", str(load.tokens), "--batch",
             str(clients), "--shared-prefix", str(load.prompt_tokens), "--threads", str(options.threads),
             "--repetitions", "1", "--format", "json"]).output)
        engine.append(line["tokens_per_second"])
        with serving(swiftlet_command, options, load, model) as server:
            http.append(generation_rate(server.url, load))
        results.append({"model": Path(model).name, "clients": clients, "engine": engine[-1], "http": http[-1]})
    ours, alone = statistics.median(http), statistics.median(engine)
    print(row(f"{Path(model).name}, {clients} streams",
              [f"{alone:.1f}", f"{ours:.1f}", f"{100 * ours / alone:.1f} %"]))


def delay(options, clients, model, results):
    """Measures the delay of streams one after another, and prints it."""
    load = load_of(options, clients)
    body = {"messages": [{"role": "user", "content": "Tell me a story."}], "max_tokens": load.tokens, "temperature": 0}
    with serving(swiftlet_command, options, load, model) as server:
        idling.warmed_up(server.url, body)
        first, further = idling.delays(server.url, body, options.requests)
    results.append({"model": Path(model).name, "first": first, "further": further})
    values = [idling.median(first), percentile(first, 0.99), idling.median(further), percentile(further or [0], 0.99)]
    print(row(Path(model).name, [f"{1000 * value:.2f}" for value in values]))


def idle(options, clients, model, results):
    """Measures a server with idle connections, and prints its memory and processor time."""
    with serving(swiftlet_command, options, load_of(options, clients), model) as server:
        before, after, used = idling.idle(server.url, server.pid, options.connections, seconds=10)
    results.append({"model": Path(model).name, "connections": options.connections, "before": before, "after": after,
                    "processor_seconds": used})
    print(row(f"{Path(model).name}, {options.connections} connections",
              [f"{before / 1e6:.1f}", f"{after / 1e6:.1f}", f"{used:.2f}"]))


TITLES = {
    "overhead": "| | engine, tokens/s | HTTP, tokens/s | share |\n|---|---|---|---|",
    "delay": "| | first text, ms later | p99 | further texts | p99 |\n|---|---|---|---|---|",
    "idle": "| | MB before | MB with them | processor seconds in 10 s |\n|---|---|---|---|",
}


def main():
    options = parse()
    results = []
    try:
        numbers = [int(number) for number in options.clients.split(",")]
        if options.command == "load":
            print(header())
            for clients in numbers:
                url = options.target[0].rstrip("/")
                figures = measure(url, accepted(url, load_of(options, clients), options.key), options.key)
                results.append({"clients": clients, **figures.json})
                print(row(f"{clients} clients", cells(figures)), flush=True)
                if figures.first_error:
                    print(f"the first error: {figures.first_error}", file=sys.stderr)
        else:
            if title := TITLES.get(options.command):
                print(title)
            measure_model = {"compare": compare, "overhead": overhead, "delay": delay, "idle": idle}[options.command]
            for model in options.target:
                for clients in numbers:
                    measure_model(options, clients, model, results)
    except ComparisonError as error:
        print(f"serving.py: {error}", file=sys.stderr)
        return 1
    finally:
        if options.output:
            Path(options.output).write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The parts that all client scripts share: the server, its models, checks, and the list of cases.

A script declares cases with `@case` and ends with `run()`, which prints `ok NAME`, `skipped NAME: reason` or
`failed NAME: reason` for each and exits with status 1 if one failed. Names on the command line select cases by a part
of their names. Checks are strict about the form of answers, never about the words of a model.
"""

import functools
import http.client
import json
import os
import sys
import traceback
import urllib.error
import urllib.parse
import urllib.request

SERVER = os.environ.get("SWIFTLET_SERVER", "http://127.0.0.1:8080").rstrip("/")
KEY = os.environ.get("SWIFTLET_API_KEY")
# Clients refuse to be created without any key.
CLIENT_KEY = KEY or "none"
HEADERS = {"Content-Type": "application/json", **({"Authorization": f"Bearer {KEY}"} if KEY else {})}
TIMEOUT = float(os.environ.get("SWIFTLET_CLIENT_TIMEOUT", "120"))

USER = [{"role": "user", "content": "Tell me a short story about a fox."}]

# Schemas whose answers are short with any model: no free text, no unbounded numbers.
WEATHER = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "enum": ["Paris", "Rome", "Oslo"]},
        "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
    },
    "required": ["city", "unit"],
    "additionalProperties": False,
}
CLOCK = {
    "type": "object",
    "properties": {"zone": {"type": "string", "enum": ["UTC", "CET"]}},
    "required": ["zone"],
    "additionalProperties": False,
}
SCHEMAS = {"weather": WEATHER, "clock": CLOCK}
DESCRIPTIONS = {"weather": "The weather in a city.", "clock": "The time in a zone."}
TOOLS = [
    {"type": "function", "function": {"name": name, "description": DESCRIPTIONS[name], "parameters": schema}}
    for name, schema in SCHEMAS.items()
]

_cases = []


class CheckFailed(Exception):
    """A check that failed, with a message of one line."""


class Skipped(Exception):
    """A case that does not apply to this server or client, with the reason."""


def case(function):
    """Declares a case of the script."""
    _cases.append(function)
    return function


def check(condition, message):
    """Fails the case unless a condition holds."""
    if not condition:
        raise CheckFailed(message)


def check_equal(found, expected, what):
    """Fails the case unless a value is the expected one."""
    if found != expected:
        raise CheckFailed(f"{what}: found {found!r}, expected {expected!r}")


def check_in(found, expected, what):
    """Fails the case unless a value is one of the expected ones."""
    if found not in expected:
        raise CheckFailed(f"{what}: found {found!r}, expected one of {expected!r}")


def check_raises(error, function):
    """Returns the error of a call, which must be of a type."""
    try:
        result = function()
    except error as raised:
        return raised
    raise CheckFailed(f"expected {error.__name__}, but there was an answer: {str(result)[:200]}")


def check_schema(value, schema, what):
    """Fails the case unless a value satisfies a schema."""
    import jsonschema

    try:
        jsonschema.validate(value, schema)
    except jsonschema.ValidationError as error:
        raise CheckFailed(f"{what}: {value!r}: {error.message}") from None


def check_arguments(name, arguments, what):
    """Fails the case unless the arguments of a call, as JSON text or as an object, satisfy the tool's schema."""
    check_in(name, SCHEMAS, f"{what}: name of the tool")
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError as error:
            raise CheckFailed(f"{what}: arguments {arguments!r}: {error}") from None
    check_schema(arguments, SCHEMAS[name], what)


def request(path, body=None, method=None, headers=None, timeout=None):
    """Makes a plain request and returns status, header fields and the body as JSON, or text if it is none."""
    data = None if body is None else json.dumps(body).encode()
    message = urllib.request.Request(SERVER + path, data=data, method=method, headers={**HEADERS, **(headers or {})})
    try:
        with urllib.request.urlopen(message, timeout=timeout or TIMEOUT) as response:
            status, found, content = response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        status, found, content = error.code, error.headers, error.read()
    text = content.decode()
    try:
        return status, found, json.loads(text)
    except ValueError:
        return status, found, text


def raw_stream(path, body):
    """Makes a request and returns status, header fields and the undecoded body of a stream."""
    address = urllib.parse.urlsplit(SERVER)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=TIMEOUT)
    connection.request("POST", path, json.dumps(body).encode(), HEADERS)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response.status, response.headers, content


def event_stream(path, body):
    """Returns the events of a stream as pairs of event name and data; checks its header fields and its lines."""
    status, headers, content = raw_stream(path, body)
    check_equal(status, 200, f"{path}: status")
    check(headers["Content-Type"].startswith("text/event-stream"), f"{path}: Content-Type {headers['Content-Type']!r}")
    check_equal(headers["X-Accel-Buffering"], "no", f"{path}: X-Accel-Buffering")
    check("no-cache" in (headers["Cache-Control"] or ""), f"{path}: Cache-Control {headers['Cache-Control']!r}")
    text = content.decode()
    check(text.endswith("\n\n"), f"{path}: the stream ends inside an event: {text[-60:]!r}")
    events = []
    for block in text.split("\n\n")[:-1]:
        name, data = None, None
        for line in block.split("\n"):
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                check(data is None, f"{path}: an event with two lines of data: {block!r}")
                data = line[6:]
            else:
                check(line.startswith(":"), f"{path}: a line that is no field: {line!r}")
        if data is not None:
            events.append((name, data))
    return events


@functools.cache
def models():
    """The names of the server's models, and what each is able to do."""
    status, _, answer = request("/v1/models")
    check_equal(status, 200, "/v1/models: status")
    found = {}
    for model in answer["data"]:
        status, _, details = request("/api/show", {"model": model["id"]})
        check_equal(status, 200, f"/api/show of {model['id']}: status")
        found[model["id"]] = details["capabilities"]
    check(found, "/v1/models: there are no models")
    return found


@functools.cache
def chat_model():
    """The name of the model that answers, the first one that generates text."""
    named = os.environ.get("SWIFTLET_CLIENT_MODEL")
    found = named or next((name for name, abilities in models().items() if "completion" in abilities), None)
    check(found, f"there is no model that generates text: {models()}")
    return found


@functools.cache
def embedding_model():
    """The name of the model for embeddings; skips the case if there is none."""
    for name, abilities in models().items():
        if "embedding" in abilities:
            return name
    raise Skipped("no model for embeddings (--embedding-model FILE)")


@functools.cache
def context_size():
    """The context of the model that answers, in tokens."""
    # It is known when the model is loaded.
    request("/v1/chat/completions", {"model": chat_model(), "messages": USER, "max_tokens": 1})
    _, _, answer = request("/v1/models")
    model = next(model for model in answer["data"] if model["id"] == chat_model())
    size = (model.get("meta") or {}).get("n_ctx")
    check(isinstance(size, int) and size > 0, f"/v1/models: meta.n_ctx is {size!r}")
    return size


def long_text():
    """Returns a text that no context of the model holds."""
    return "a fox and a crow, " * context_size()


def run():
    """Runs the cases and exits."""
    selected = [c for c in _cases if not sys.argv[1:] or any(part in c.__name__ for part in sys.argv[1:])]
    failures = 0
    for function in selected:
        name = function.__name__
        try:
            function()
        except Skipped as reason:
            print(f"skipped {name}: {reason}", flush=True)
        except Exception as error:  # pylint: disable=broad-except
            failures += 1
            reason = " ".join(str(error).split()) or "no message"
            title = "" if isinstance(error, CheckFailed) else f"{type(error).__name__}: "
            print(f"failed {name}: {title}{reason[:400]}", flush=True)
            if os.environ.get("SWIFTLET_CLIENT_TRACE"):
                traceback.print_exc()
        else:
            print(f"ok {name}", flush=True)
    if not selected:
        print(f"failed {' '.join(sys.argv[1:])}: no such case", flush=True)
    sys.exit(1 if failures or not selected else 0)

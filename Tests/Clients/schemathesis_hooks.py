"""Limits the answers of generated requests to a few tokens, so that thousands of requests take minutes."""

import schemathesis

LIMIT = 4
# The member that limits an answer, by the last part of the path.
LIMITS = {
    "/v1/chat/completions": "max_tokens", "/v1/completions": "max_tokens", "/v1/responses": "max_output_tokens",
    "/v1/messages": "max_tokens", "/api/chat": "num_predict", "/api/generate": "num_predict",
}


@schemathesis.hook
def map_body(context, body):
    """Sets the limit where a generated body has none, or a valid one that is larger."""
    name = LIMITS.get(context.operation.path)
    if name is None or not isinstance(body, dict):
        return body
    changed = dict(body)
    place = changed
    if name == "num_predict":
        options = changed.get("options")
        if options is not None and not isinstance(options, dict):
            return body
        place = changed["options"] = dict(options or {})
    names = ["max_tokens", "max_completion_tokens"] if name == "max_tokens" else [name]
    for other in names:
        value = place.get(other)
        if type(value) is int and (value > LIMIT or value == -1):
            place[other] = LIMIT
    if not any(other in place for other in names):
        place[name] = LIMIT
    # Each choice is an answer; 128 of them are within the schema.
    if type(changed.get("n")) is int and changed["n"] > 2:
        changed["n"] = 2
    return changed

"""The form of a sample: a conversation with what its evaluation needs, or a plain text."""

from .schemas import asking, compact


def message(role, content):
    return {"role": role, "content": content}


def sample(task, messages, *, source="generator", tools=None, schema=None, check=None):
    """A conversation. Its last message is the assistant's, which is also what is expected of the model."""
    result = {"task": task, "source": source, "messages": messages}
    if tools is not None:
        result["tools"] = tools
    if schema is not None:
        result["schema"] = schema
    result["check"] = check or {}
    return result


def answered(task, prompt, answer, *, system=None, check=None, **more):
    """A conversation of one turn."""
    messages = [message("system", system)] if system else []
    return sample(task, messages + [message("user", prompt), message("assistant", answer)],
                  check=check or {"kind": "exact", "gold": answer}, **more)


def conversation(task, turns, **more):
    """A sample of some requests with their answers."""
    messages = [message(role, text) for turn in turns for role, text in zip(("user", "assistant"), turn)]
    return sample(task, messages, check={"kind": "exact", "gold": turns[-1][1]}, **more)


def structured(task, prompt, schema, value, *, system=None, check=None, **more):
    """A conversation of one turn whose answer follows a schema."""
    return answered(task, asking(prompt, schema), compact(value), system=system, schema=schema,
                    check={"kind": "json", "gold": value, **(check or {})}, **more)


def document(source, text):
    """A plain text."""
    return {"task": "text", "source": source, "text": text}

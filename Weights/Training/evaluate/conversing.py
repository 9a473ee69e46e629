"""Conversations with a model whose own answers are what its next turn sees.

All conversations go on together: `swiftlet batch` is asked once a round, with the next
request of each. A tool's result is given by the item.
"""

import json
from dataclasses import dataclass, field

from .requests import answers

# After so many steps a turn ends, whatever the model wants to call.
STEPS = 5


@dataclass
class Turn:
    """What came of one turn: the calls in their order, the last text, and whether all answers ended by themselves."""
    said: str
    check: dict
    text: str = ""
    calls: list = field(default_factory=list)
    ended: bool = True
    error: str = ""
    before: str = ""


def result_of(check, call):
    """What a tool says to a call."""
    if check.get("name") == call["name"] and "result" in check:
        return check["result"]
    return json.dumps({"error": "nothing found"})


def converse(item, most):
    """One conversation: yields requests, is sent their answers, returns its turns."""
    messages = [{"role": "system", "content": item["system"]}] if "system" in item else []
    done = []
    for spoken in item["turns"]:
        turn = Turn(spoken["user"], spoken["check"], before="\n".join(str(each["content"]) for each in messages))
        messages.append({"role": "user", "content": spoken["user"]})
        for _ in range(STEPS):
            request = {"messages": list(messages), "max_tokens": most}
            if "tools" in item:
                request["tools"] = item["tools"]
            if "schema" in spoken:
                request["schema"] = spoken["schema"]
            answer = yield request
            turn.text, turn.error = answer.get("text", "").strip(), answer.get("error", "")
            turn.ended = turn.ended and answer.get("finish_reason") != "length"
            calls = answer.get("calls") or []
            turn.calls += calls
            asked = {"role": "assistant", "content": turn.text}
            if calls:
                asked["tool_calls"] = [{"id": str(number), "type": "function", "function": call}
                                       for number, call in enumerate(calls)]
            messages.append(asked)
            messages += [{"role": "tool", "tool_call_id": str(number), "name": call["name"],
                          "content": result_of(spoken["check"], call)} for number, call in enumerate(calls)]
            if not calls or turn.error:
                break
        done.append(turn)
        if turn.error:
            break
    return done


def together(items, ask, most=400):
    """The turns of each item. `ask` takes requests and returns their answers."""
    talks = [converse(item, most) for item in items]
    waiting, turns = {number: next(talk) for number, talk in enumerate(talks)}, [None] * len(items)
    while waiting:
        given = dict(zip(waiting, ask(list(waiting.values())), strict=True))
        waiting = {}
        for number, answer in given.items():
            try:
                waiting[number] = talks[number].send(answer)
            except StopIteration as end:
                turns[number] = end.value
    return turns


def asking(options):
    """`ask` for `together`, by the options of a command."""
    return lambda requests: answers(options.swiftlet, options.model, requests, threads=options.threads)

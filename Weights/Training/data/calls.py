"""Tool calls: which of the tools, with which arguments, and what to say of the result."""

import json
import re

from . import hints
from .frames import frames
from .samples import message, sample

NO_TOOL = "I have no tool for that."

SYSTEMS = frames("""
You are a helpful assistant.
You are a helpful assistant with tools.
Use the tools if they help.
You help in the house.
Call a tool when it is needed.
You are a friendly assistant. Use tools where you can.
You answer briefly.

Only call a tool if one fits the request.
You control a [house|home|office].
Answer with a tool call where you can.
Choose the right tool for each request.
When no tool fits, say so.
Fill in the arguments from the user's words.
You can use the functions below.
You are a voice assistant.
Help the user get things done.
Pick one function and call it.
You work for a busy person and take care of things.
Do what you are asked with the functions you have.
Read the request carefully before you call anything.
Tools are there to be used, but only the right one.
You are connected to some services and may call them.
Do not make up values for arguments.
""")


def offers(toolbox, tool, dice, most=4, is_rival=lambda other: False):
    """The tool among others, all in one style, none of which is a rival."""
    style = dice.choice(["snake", "camel"])
    others, names = [], {dice.choice(tool.names)} | set(tool.names) if tool else set()
    counts = [0, 1, 1, 2, 2, 3, most]
    if dice.side == "train":  # A tool alone is mostly the right one.
        counts = [0, 0] + counts
    for _ in range(dice.choice(counts if tool else [count for count in counts if count])):
        other = toolbox.made_tool(dice) if dice.happens(0.4) else dice.choice(
            toolbox.known[dice.side] + (toolbox.unknown if dice.side == "held" else []))
        if not names & set(other.names) and not is_rival(other):
            names |= set(other.names)
            others.append(toolbox.offer(other, style, dice))
    right = toolbox.offer(tool, style, dice) if tool else None
    everything = others + ([right] if right else [])
    dice.shuffle(everything)
    return right, [offer.definition for offer in everything]


def call_message(name, arguments):
    return {"role": "assistant", "content": "", "tool_calls": [{"name": name, "arguments": arguments}]}


def beginning(talk, dice):
    """What may stand before a request: instructions, and a turn of small talk."""
    messages = [message("system", dice.say(SYSTEMS))] if dice.happens(0.3) else []
    if dice.happens(0.12):
        messages += [message(role, text) for role, text in zip(("user", "assistant"), talk(dice))]
    return messages


def tool_call(toolbox, talk, dice):
    """A request with tools, answered by a call; often the result and an answer follow."""
    tool = toolbox.tool(dice)
    right, tools = offers(toolbox, tool, dice)
    request, values = toolbox.request(tool, dice)
    arguments = {right.keys[a.name]: values[a.name].json for a in tool.arguments if a.name in values}
    messages = beginning(talk, dice)
    messages += [message("user", request), call_message(right.definition["name"], arguments)]
    check = {"kind": "call", "gold": {"name": right.definition["name"], "arguments": arguments}, "known": not tool.held}
    if dice.happens(0.4):
        told = toolbox.result(tool, values, dice)
        if told:
            result, answer = told
            text = json.dumps(result, ensure_ascii=False)
            if len(result) == 1 and dice.happens(0.5):
                text = str(next(iter(result.values())))
            messages += [{"role": "tool", "content": text, "name": right.definition["name"]},
                         message("assistant", answer)]
            return sample("tool_result", messages, tools=tools, check={"kind": "exact", "gold": answer, "known": not tool.held})
    return sample("tool", messages, tools=tools, check=check)


def hinted_call(toolbox, dice):
    """A request that names something of a kind that only one of the tools takes. For training alone."""
    tool = toolbox.hinted_tool(dice)
    right, tools = offers(toolbox, tool, dice, is_rival=lambda other: hints.takes(other, tool))
    request, values = toolbox.hinted_request(tool, dice)
    arguments = {right.keys[name]: value.json for name, value in values.items()}
    return sample("tool", [message("user", request), call_message(right.definition["name"], arguments)], tools=tools,
                  check={"kind": "call", "gold": {"name": right.definition["name"], "arguments": arguments}})


def is_named(request, tools):
    """Whether a request has a longer word of a tool's name, such as the weather: then it is not for talk to answer."""
    words = {word.lower() for tool in tools for word in re.findall(r"[A-Z]?[a-z]{4,}", tool["name"])}
    return any(word in request.lower() for word in words)


def no_call(toolbox, talk, dice):
    """A request that none of the tools can fulfil, or that needs none."""
    tool = toolbox.tool(dice)
    _, tools = offers(toolbox, None, dice)
    names = {t["name"].replace("_", "").lower() for t in tools}
    if any(name.replace(" ", "").lower() in names for name in tool.names):
        return tool_call(toolbox, talk, dice)
    messages = beginning(talk, dice)
    if dice.happens(0.4):
        request, answer = talk(dice)
        while dice.side == "train" and is_named(request, tools):
            request, answer = talk(dice)
    else:
        request, answer = toolbox.request(tool, dice)[0], NO_TOOL
    return sample("tool_none", messages + [message("user", request), message("assistant", answer)], tools=tools,
                  check={"kind": "no_call", "gold": answer})

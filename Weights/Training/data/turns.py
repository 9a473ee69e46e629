"""Conversations with tools of two to four turns: each is called once where it is needed, and what it said is used."""

import json

from . import calls
from .frames import frames
from .samples import message, sample

RESULTS = frames("""
What did it say? | {answer}
What was the answer? | {answer}
Can you repeat that? | {answer}
Say that again, please. | {answer}
again please | {answer}
I did not hear that. | {answer}
""", 99)
MANNERS = frames("""
Thanks! | You are welcome!
Thank you. | You are welcome!
thanks | You are welcome!
Great, thank you. | You are welcome!
ok | All right.
Good. | Is there anything else?
That is all. | All right.
Perfect! | Is there anything else?
Nice. | Is there anything else?
""", 99)
NEEDLESS = frames("""
Hello! | Hello! How can I help you?
hi | Hello! How can I help you?
How are you? | I am fine, thank you. What can I do for you?
What can you do? | I can use the tools that I have, and tell short stories.
Who are you? | I am Swiftlet Tiny, a very small language model.
Which tools do you have? | {tools}
What tools can you use? | {tools}
""", 99)


def turn(toolbox, offer, dice):
    """A request that needs the tool, its call, its result and the answer, as messages; and the answer."""
    request, values = toolbox.request(offer.tool, dice)
    arguments = {offer.keys[a.name]: values[a.name].json for a in offer.tool.arguments if a.name in values}
    result, answer = toolbox.result(offer.tool, values, dice) or ({"status": "done"}, "Done.")
    content = str(next(iter(result.values()))) if len(result) == 1 and dice.happens(0.6) else json.dumps(
        result, ensure_ascii=False)
    name = offer.definition["name"]
    return [message("user", request), calls.call_message(name, arguments),
            {"role": "tool", "content": content, "name": name}, message("assistant", answer)], answer


def conversation(toolbox, talk, dice):
    """Two to four turns, of which one to three need a tool; the last one is as often one that needs none."""
    style, names, offers = dice.choice(["snake", "camel"]), set(), []
    for _ in range(dice.choice([1, 1, 2, 2, 3])):
        tool = toolbox.tool(dice)
        if not names & set(tool.names):
            names |= set(tool.names)
            offers.append(toolbox.offer(tool, style, dice))
    messages = [message("system", dice.say(calls.SYSTEMS))] if dice.happens(0.3) else []
    tools = "I have " + ", ".join(offer.definition["name"] for offer in offers) + "."
    if dice.happens(0.25):
        question, answer = dice.pick(NEEDLESS).split(" | ")
        messages += [message("user", question), message("assistant", answer.replace("{tools}", tools))]
    said = None
    for _ in range(dice.randint(2, 4)):
        draw = dice.random()
        if said and draw < 0.3:
            frame = dice.pick(RESULTS if draw < 0.1 else MANNERS)
            question, answer = frame.replace("{answer}", said).split(" | ")
        elif said and draw < 0.4:
            question, answer = talk(dice)
            if calls.is_named(question, [offer.definition for offer in offers]):
                continue
        else:
            more, said = turn(toolbox, dice.choice(offers), dice)
            messages += more
            continue
        messages += [message("user", question), message("assistant", answer)]
    if not said:
        more, said = turn(toolbox, dice.choice(offers), dice)
        messages += more
    return sample("turns", messages, tools=[offer.definition for offer in offers],
                  check={"kind": "exact", "gold": messages[-1]["content"]})
